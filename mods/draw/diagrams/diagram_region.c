// Draws the accessible region of a 3D contact, seen from two sides.
#include <math.h>
#include <stdlib.h>

#include "carom/law.h"
#include "mods/draw/figure/figure.h"

enum { AROUND = 120, ACROSS = 24, POINTS = (AROUND + 1) * (ACROSS + 1) };

// The direction of view: the unit vectors across, up, and towards the eye, in (P_n, P_t1, P_t2).
typedef struct {
    double across[3], up[3], eye[3];
} sight;

static sight sight_of(double azimuth, double height) {
    const double ca = cos(azimuth), sa = sin(azimuth), ch = cos(height), sh = sin(height);
    return (sight){{0.0, -sa, ca}, {ch, -sh * ca, -sh * sa}, {sh, ch * ca, ch * sa}};
}

static double along(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add(const sight *s, carom_series *series, const double P[3]) {
    carom_series_add(series, along(s->across, P), along(s->up, P));
}

static const struct {
    carom_boundary face;
    const char *name;
    carom_ink ink;
} faces[3] = {{CAROM_BOUNDARY_ENERGY, "energy ellipsoid", CAROM_INK_ORANGE},
              {CAROM_BOUNDARY_FRICTION, "limiting friction", CAROM_INK_SKY},
              {CAROM_BOUNDARY_COMPRESSION, "maximum compression $v_n = 0$", CAROM_INK_GREEN}};
enum { FACES = 3, SHADES = 4 };

// Returns the shade of a piece of a face: 0 if it faces away, else 1 .. SHADES by its angle to the eye. The body is
// convex, so the faces towards the eye hide all others.
static int shade(const sight *s, const double *p, const double *q, const double *r, const double inside[3]) {
    const double a[3] = {q[0] - p[0], q[1] - p[1], q[2] - p[2]}, b[3] = {r[0] - p[0], r[1] - p[1], r[2] - p[2]};
    double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    const double out[3] = {p[0] - inside[0], p[1] - inside[1], p[2] - inside[2]}, length = sqrt(along(n, n));
    if (!(length > 0.0)) return 0;
    const double towards = (along(n, out) < 0.0 ? -1.0 : 1.0) * along(n, s->eye) / length;
    return towards <= 0.0 ? 0 : 1 + (int)fmin(SHADES - 1.0, SHADES * towards);
}

static void add_face(carom_panel *panel, const sight *s, int face, double (*P)[3], const double inside[3]) {
    carom_series *lit[SHADES];
    for (int k = 0; k < SHADES; k++)
        lit[k] = carom_panel_series(
            panel, CAROM_SERIES_AREA, faces[face].name,
            (carom_style){.ink = faces[face].ink, .fill = 0.75 - 0.14 * k, .unlisted = k != SHADES / 2});
    for (int i = 0; i < AROUND; i++)
        for (int j = 0; j < ACROSS; j++) {
            const int at = i * (ACROSS + 1) + j;
            const double *corner[4] = {P[at], P[at + ACROSS + 1], P[at + ACROSS + 2], P[at + 1]};
            // On the axis two corners coincide.
            int k = shade(s, corner[1], corner[2], corner[3], inside);
            if (!k) k = shade(s, corner[0], corner[1], corner[2], inside);
            if (!k) continue;
            for (int n = 0; n < 4; n++) add(s, lit[k - 1], corner[n]);
            carom_series_add(lit[k - 1], (double)NAN, (double)NAN);
        }
}

// Adds the corner curves: maximum compression and no energy loss.
static void add_rim(carom_panel *panel, const sight *s, double (*P)[3], const char *name) {
    carom_series *line =
        carom_panel_line(panel, name, (carom_style){.ink = CAROM_INK_TEXT, .width = 0.9, .unlisted = true});
    for (int i = 0; i <= AROUND; i++) add(s, line, P[i * (ACROSS + 1) + ACROSS]);
}

static void add_axes(carom_panel *panel, const sight *s, const double size[3]) {
    static const char *const names[3] = {"$P_n$", "$P_{t1}$", "$P_{t2}$"};
    for (int k = 0; k < 3; k++) {
        double P[3] = {0.0};
        carom_series *arrow = carom_panel_series(panel, CAROM_SERIES_ARROW, names[k],
                                                 (carom_style){.ink = CAROM_INK_SOFT, .width = 1.0, .unlisted = true});
        add(s, arrow, P);
        P[k] = 1.15 * size[k];
        add(s, arrow, P);
        carom_panel_note(panel, along(s->across, P), along(s->up, P), names[k], CAROM_INK_TEXT);
    }
}

// Adds a curve, or the lines of a surface in both directions.
static void add_law(carom_panel *panel, const sight *s, const carom_law *law, double (*P)[3], int first, int second) {
    const carom_style thick = {.ink = CAROM_INK_VERMILION, .width = 2.4};
    carom_style thin = {.ink = CAROM_INK_VERMILION, .width = 0.6};
    if (!second) {
        carom_series *line = carom_panel_line(panel, law->name, thick);
        for (int i = 0; i <= first; i++) add(s, line, P[i]);
        return;
    }
    for (int way = 0; way < 2; way++)
        for (int i = 0; i <= (way ? second : first); i++) {
            carom_series *line = carom_panel_line(panel, law->name, thin);
            thin.unlisted = true;
            for (int j = 0; j <= (way ? first : second); j++)
                add(s, line, P[way ? j * (second + 1) + i : i * (second + 1) + j]);
        }
}

// Everything to show: the faces, and the set that the law reaches.
typedef struct {
    double face[FACES][POINTS][3];
    double law[41 * 41][3];
} shown;

static carom_status fill(shown *f, const carom_contact *c, const carom_params *p, const carom_law *law,
                         const carom_reach_range *own, int count, int steps[2]) {
    for (int k = 0; k < FACES; k++) {
        const carom_status status = carom_region_mesh(c, p->mu, faces[k].face, AROUND, ACROSS, f->face[k][0], POINTS);
        if (status != CAROM_OK) return status;
    }
    steps[0] = steps[1] = 0;
    if (!law || count < 1) return CAROM_OK;
    steps[0] = count > 1 ? 20 : 200;
    steps[1] = count > 1 ? 40 : 0;
    size_t answered;
    return carom_reach_net(law, c, p, &own[0], steps[0], count > 1 ? &own[1] : NULL, steps[1], f->law[0],
                           sizeof f->law / sizeof *f->law, &answered);
}

static void draw(carom_figure *figure, shown *f, const carom_contact *c, const carom_law *law, const int steps[2]) {
    static const struct {
        const char *title;
        double azimuth, height;
    } views[2] = {{"from above", -1.0, 0.5}, {"from below, the other side", 2.14159265358979, -0.5}};
    const double inside[3] = {-1.5 * c->v[0] / c->W[0][0], 0.0, 0.0};
    double size[3] = {0.0};
    for (int k = 0; k < FACES; k++)
        for (int i = 0; i < POINTS; i++)
            for (int n = 0; n < 3; n++)
                if (fabs(f->face[k][i][n]) > fabs(size[n])) size[n] = f->face[k][i][n];
    figure->columns = 2;
    for (int v = 0; v < 2; v++) {
        const sight s = sight_of(views[v].azimuth, views[v].height);
        carom_panel *panel = carom_figure_panel(figure);
        carom_panel_title(panel, views[v].title);
        carom_panel_axes(panel, "across the view  (N s)", "up the view  (N s)");
        if (panel) panel->equal = true;
        for (int k = 0; k < FACES; k++) add_face(panel, &s, k, f->face[k], inside);
        add_rim(panel, &s, f->face[0], "where no energy is lost, corner");
        add_rim(panel, &s, f->face[2], "maximum compression, corner");
        if (law && steps[0]) add_law(panel, &s, law, f->law, steps[0], steps[1]);
        add_axes(panel, &s, size);
    }
}

carom_status carom_draw_region(carom_figure *figure, const carom_contact *contact, const carom_params *params,
                               const carom_law *law, const carom_reach_range *own, int count) {
    if (!figure || !contact || !params || (count && !own)) return CAROM_NULL_POINTER;
    if (contact->dim != 3) return CAROM_WRONG_DIM;
    if (count < 0) return CAROM_BAD_VALUE;
    shown *f = calloc(1, sizeof *f);
    if (!f) {
        figure->failed = true;
        return CAROM_OK;
    }
    int steps[2];
    const carom_status status = fill(f, contact, params, law, own, count, steps);
    if (status == CAROM_OK) draw(figure, f, contact, law, steps);
    free(f);
    return status;
}
