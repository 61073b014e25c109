// Draws the bodies to scale: outlines, the contact, velocities and spins before and after.
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/scenario.h"
#include "mods/draw/figure/figure.h"

static const carom_style body_style = {.ink = CAROM_INK_SOFT, .fill = 0.16, .unlisted = true};
static const carom_style edge_style = {.ink = CAROM_INK_TEXT, .width = 1.0, .unlisted = true};
static const carom_style front_style = {.ink = CAROM_INK_TEXT, .width = 0.5, .unlisted = true};
static const carom_style spread_style = {.ink = CAROM_INK_SOFT, .dash = CAROM_DASHED, .width = 0.9, .unlisted = true};
static const carom_style rod_style = {.ink = CAROM_INK_TEXT, .width = 3.0, .unlisted = true};
static const carom_style ground_style = {.ink = CAROM_INK_SOFT, .fill = 0.1, .hatched = true, .unlisted = true};
static const carom_style before_style = {.ink = CAROM_INK_BLUE, .width = 1.8};
static const carom_style after_style = {.ink = CAROM_INK_VERMILION, .width = 1.8};
static const carom_style change_style = {.ink = CAROM_INK_PURPLE, .dash = CAROM_DASHED, .width = 1.0};
static const carom_style impulse_style = {.ink = CAROM_INK_GREEN, .width = 2.4};
static const carom_style normal_style = {.ink = CAROM_INK_TEXT, .width = 0.8, .unlisted = true};

// A view of the scene, defined by the world axes that point across and up on the paper. A rotation about the third axis
// appears counterclockwise, or clockwise if `mirrored`.
typedef struct {
    carom_panel *panel;
    const carom_scene *scene;
    const carom_scene_units *units;
    int across, up, out;
    bool mirrored;
    double x0, x1, y0, y1; // range of the outlines
    double size;           // size of the whole scene, m
    double speed_unit;     // speed that is drawn with the length of 1 m, m/s
    double most_spin;
    bool crowded; // true if there is no space for numbers, because there are too many bodies
} view;

static void include(view *w, double x, double y) {
    w->x0 = fmin(w->x0, x);
    w->x1 = fmax(w->x1, x);
    w->y0 = fmin(w->y0, y);
    w->y1 = fmax(w->y1, y);
}

static double length(const double v[3], int dim) {
    return dim == 2 ? hypot(v[0], v[1]) : sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// Computes outlines as polygons on the paper.

enum { CORNERS = 72 };
typedef struct {
    int count;
    double x[CORNERS], y[CORNERS];
} polygon;

static void add_corner(polygon *p, double x, double y) {
    p->x[p->count] = x;
    p->y[p->count++] = y;
}

static polygon round_outline(const view *w, const carom_scene_body *body) {
    polygon p = {0};
    for (int i = 0; i < CORNERS; i++) {
        const double angle = 6.28318530717958648 * i / CORNERS;
        add_corner(&p, body->centre[w->across] + body->size[0] * cos(angle),
                   body->centre[w->up] + body->size[0] * sin(angle));
    }
    return p;
}

// Computes the shadow of an ellipsoid. Let the columns of A be its semi-axes projected onto the paper, and A A^T = L
// L^T. The shadow is then L (cos, sin).
static polygon ellipsoid_outline(const view *w, const carom_scene_body *body) {
    double xx = 0.0, xy = 0.0, yy = 0.0;
    polygon p = {0};
    for (int k = 0; k < 3; k++) {
        const double x = body->size[k] * body->axes[w->across][k], y = body->size[k] * body->axes[w->up][k];
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    const double a = sqrt(xx), b = a > 0.0 ? xy / a : 0.0, c = sqrt(fmax(0.0, yy - b * b));
    for (int i = 0; i < CORNERS; i++) {
        const double angle = 6.28318530717958648 * i / CORNERS;
        add_corner(&p, body->centre[w->across] + a * cos(angle), body->centre[w->up] + b * cos(angle) + c * sin(angle));
    }
    return p;
}

// Projects the point at these fractions of the half sides onto the paper.
static void corner_of(const view *w, const carom_scene_body *body, const double part[3], double at[2]) {
    at[0] = body->centre[w->across];
    at[1] = body->centre[w->up];
    for (int k = 0; k < 3; k++) {
        at[0] += 0.5 * part[k] * body->size[k] * body->axes[w->across][k];
        at[1] += 0.5 * part[k] * body->size[k] * body->axes[w->up][k];
    }
}

static polygon flat_outline(const view *w, const carom_scene_body *body) {
    static const double part[4][3] = {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
    polygon p = {0};
    for (int i = 0; i < 4; i++) {
        double at[2];
        corner_of(w, body, part[i], at);
        add_corner(&p, at[0], at[1]);
    }
    return p;
}

// Computes the convex outline of a box's eight corners. It starts at the lowest corner and always goes to the one that
// has all others on its left.
static polygon box_outline(const view *w, const carom_scene_body *body) {
    double at[8][2];
    polygon p = {0};
    int start = 0, here;
    for (int i = 0; i < 8; i++) {
        corner_of(w, body, (const double[3]){i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0}, at[i]);
        if (at[i][1] < at[start][1] || (at[i][1] == at[start][1] && at[i][0] < at[start][0])) start = i;
    }
    here = start;
    do {
        int next = here == 0 ? 1 : 0;
        add_corner(&p, at[here][0], at[here][1]);
        for (int i = 0; i < 8; i++) {
            const double dx = at[next][0] - at[here][0], dy = at[next][1] - at[here][1];
            const double ex = at[i][0] - at[here][0], ey = at[i][1] - at[here][1];
            const double turn = dx * ey - dy * ex, small = 1e-12 * (dx * dx + dy * dy + ex * ex + ey * ey);
            if (turn < -small || (turn <= small && ex * ex + ey * ey > dx * dx + dy * dy)) next = i;
        }
        here = next;
    } while (here != start && p.count < 8);
    return p;
}

static void add_polygon(view *w, const char *name, const polygon *p, bool filled, carom_style edge) {
    carom_series *line;
    if (filled) {
        carom_series *area = carom_panel_series(w->panel, CAROM_SERIES_AREA, name, body_style);
        for (int i = 0; i < p->count; i++) carom_series_add(area, p->x[i], p->y[i]);
    }
    line = carom_panel_line(w->panel, name, edge);
    for (int i = 0; i <= p->count; i++) carom_series_add(line, p->x[i % p->count], p->y[i % p->count]);
    for (int i = 0; i < p->count; i++) include(w, p->x[i], p->y[i]);
}

static void add_segment(const view *w, const char *name, carom_style style, const double from[2], const double to[2]) {
    carom_series *line = carom_panel_line(w->panel, name, style);
    carom_series_add(line, from[0], from[1]);
    carom_series_add(line, to[0], to[1]);
}

static void add_rod(view *w, const carom_scene_body *body) {
    double end[2][2];
    corner_of(w, body, (const double[3]){-1, 0, 0}, end[0]);
    corner_of(w, body, (const double[3]){1, 0, 0}, end[1]);
    add_segment(w, body->name, rod_style, end[0], end[1]);
    for (int i = 0; i < 2; i++) include(w, end[i][0], end[i][1]);
}

// Adds the edges of a box, and the front of a rectangle.
static void add_edges(view *w, const carom_scene_body *body) {
    double a[2], b[2];
    if (body->outline == CAROM_OUTLINE_RECTANGLE) {
        corner_of(w, body, (const double[3]){0.55, 0.8, 0}, a);
        corner_of(w, body, (const double[3]){0.55, -0.8, 0}, b);
        add_segment(w, body->name, front_style, a, b);
        return;
    }
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 4; i++) {
            double part[3];
            part[k] = -1.0;
            part[(k + 1) % 3] = i & 1 ? 1.0 : -1.0;
            part[(k + 2) % 3] = i & 2 ? 1.0 : -1.0;
            corner_of(w, body, part, a);
            part[k] = 1.0;
            corner_of(w, body, part, b);
            add_segment(w, body->name, front_style, a, b);
        }
    }
}

static void add_outline(view *w, const carom_scene_body *body) {
    polygon p;
    switch (body->outline) {
    case CAROM_OUTLINE_GYRATION:
        p = round_outline(w, body);
        add_polygon(w, "radius of gyration", &p, false, spread_style);
        break;
    case CAROM_OUTLINE_DISC:
    case CAROM_OUTLINE_SPHERE:
    case CAROM_OUTLINE_ELLIPSOID:
        p = body->outline == CAROM_OUTLINE_ELLIPSOID ? ellipsoid_outline(w, body) : round_outline(w, body);
        add_polygon(w, body->name, &p, true, edge_style);
        break;
    case CAROM_OUTLINE_RECTANGLE:
    case CAROM_OUTLINE_BOX:
        p = body->outline == CAROM_OUTLINE_BOX ? box_outline(w, body) : flat_outline(w, body);
        add_polygon(w, body->name, &p, true, edge_style);
        add_edges(w, body);
        break;
    case CAROM_OUTLINE_ROD: add_rod(w, body); break;
    case CAROM_OUTLINE_NONE:
    case CAROM_OUTLINE_PIN: include(w, body->centre[w->across], body->centre[w->up]); break;
    case CAROM_OUTLINE_GROUND: break; // drawn later, when the range is known
    }
}

// Adds a fixed body that is seen edge-on.
static void add_ground(const view *w, const carom_scene_body *body) {
    const double nx = body->axes[w->across][0], ny = body->axes[w->up][0];
    if (body->outline != CAROM_OUTLINE_GROUND || !(hypot(nx, ny) > 0.999)) return;
    const double half = body->size[0] > 0.0 ? 0.5 * body->size[0] : 4.0 * w->size;
    const double deep = body->size[0] > 0.0 ? 0.05 * w->size : 4.0 * w->size;
    const double x = body->centre[w->across], y = body->centre[w->up];
    const double corner[4][2] = {{x - half * ny, y + half * nx},
                                 {x + half * ny, y - half * nx},
                                 {x + half * ny - deep * nx, y - half * nx - deep * ny},
                                 {x - half * ny - deep * nx, y + half * nx - deep * ny}};
    carom_series *area = carom_panel_series(w->panel, CAROM_SERIES_AREA, "does not yield", ground_style);
    for (int i = 0; i < 4; i++) carom_series_add(area, corner[i][0], corner[i][1]);
    add_segment(w, "surface", edge_style, corner[0], corner[1]);
}

// Draws motions.

static void arrow(view *w, const char *name, carom_style style, const double from[2], const double to[2]) {
    carom_series *s = carom_panel_series(w->panel, CAROM_SERIES_ARROW, name, style);
    carom_series_add(s, from[0], from[1]);
    carom_series_add(s, to[0], to[1]);
    include(w, to[0], to[1]);
}

static void tip_of(const view *w, const carom_scene_body *body, const double velocity[3], double tip[2]) {
    tip[0] = body->centre[w->across] + velocity[w->across] / w->speed_unit;
    tip[1] = body->centre[w->up] + velocity[w->up] / w->speed_unit;
}

// Writes three digits and a unit, without powers of ten if possible.
static void say(const view *w, const double at[2], const char *before, double value, const char *unit, carom_ink ink) {
    char text[64];
    const bool large = value >= 1000.0 && value < 1e6;
    const double step = value >= 1e5 ? 1000.0 : value >= 1e4 ? 100.0 : 10.0;
    if (w->crowded) return;
    if (large)
        snprintf(text, sizeof text, "%s%.0f %s", before, step * floor(value / step + 0.5), unit);
    else
        snprintf(text, sizeof text, "%s%s %s", before, CAROM_SHORT(value, 3), unit);
    carom_panel_note(w->panel, at[0], at[1], text, ink);
}

// Writes the speed in the view in which the velocity appears longest.
static void say_speed(const view *w, const double at[2], const char *before, const double v[3], carom_ink ink) {
    if (w->scene->dim == 3 && w->up == 2 && fabs(v[2]) < hypot(v[0], v[1])) return;
    if (w->scene->dim == 3 && w->up == 1 && fabs(v[2]) >= hypot(v[0], v[1])) return;
    say(w, at, before, length(v, w->scene->dim), w->units->speed, ink);
}

static bool is_seen(const view *w, const double from[2], const double to[2]) {
    return hypot(to[0] - from[0], to[1] - from[1]) > 0.04 * w->size;
}

static void add_velocities(view *w, const carom_scene_body *body, const char *const names[3]) {
    const double centre[2] = {body->centre[w->across], body->centre[w->up]};
    double before[2], after[2], change[3];
    tip_of(w, body, body->velocity, before);
    tip_of(w, body, body->velocity_after, after);
    for (int i = 0; i < 3; i++) change[i] = body->velocity_after[i] - body->velocity[i];
    if (is_seen(w, centre, before)) {
        arrow(w, names[0], before_style, centre, before);
        say_speed(w, before, "", body->velocity, CAROM_INK_BLUE);
    }
    if (is_seen(w, centre, after)) {
        arrow(w, names[1], after_style, centre, after);
        say_speed(w, after, "", body->velocity_after, CAROM_INK_VERMILION);
    }
    if (!is_seen(w, before, after)) return;
    const double middle[2] = {0.5 * (before[0] + after[0]), 0.5 * (before[1] + after[1])};
    arrow(w, names[2], change_style, before, after);
    say_speed(w, middle, "$Δv$ = ", change, CAROM_INK_PURPLE);
}

// Adds an arc around the centre, starting at its top, with a length proportional to the spin: at most 3/4 of a turn.
static void add_spin(view *w, const carom_scene_body *body, double spin, double radius, carom_style style) {
    enum { PARTS = 24 };
    const double seen = w->mirrored ? -spin : spin, sweep = 4.7 * seen / w->most_spin;
    if (!(fabs(sweep) > 0.05) || w->crowded) return;
    style.width = 1.3;
    style.unlisted = true;
    carom_series *arc = carom_panel_line(w->panel, "spin", style);
    double at[2] = {0.0, 0.0};
    for (int i = 0; i <= PARTS; i++) {
        const double angle = 1.57079632679489662 + sweep * i / PARTS;
        at[0] = body->centre[w->across] + radius * cos(angle);
        at[1] = body->centre[w->up] + radius * sin(angle);
        carom_series_add(arc, at[0], at[1]);
        include(w, at[0], at[1]);
    }
    // Add the arrow head along the tangent.
    const double last = 1.57079632679489662 + sweep, ahead = copysign(0.02 * w->size, sweep);
    arrow(w, "spin", style, at, (const double[2]){at[0] - ahead * sin(last), at[1] + ahead * cos(last)});
    say(w, at, "", fabs(spin), w->units->spin, style.ink);
}

static void add_motion(view *w, const carom_scene_body *body, const char *const names[3]) {
    const double at[2] = {body->centre[w->across], body->centre[w->up]}, radius = 0.075 * w->size;
    if (body->outline == CAROM_OUTLINE_GROUND || body->outline == CAROM_OUTLINE_PIN) return;
    add_spin(w, body, body->spin[w->out], radius, before_style);
    add_spin(w, body, body->spin_after[w->out], 1.45 * radius, after_style);
    add_velocities(w, body, names);
    carom_series *mark =
        carom_panel_series(w->panel, CAROM_SERIES_POINTS, "centre of mass",
                           (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_RING, .unlisted = true});
    carom_series_add(mark, at[0], at[1]);
    if (body->name) carom_panel_note(w->panel, at[0], at[1], body->name, CAROM_INK_TEXT);
}

// Adds a contact: its normal, and the impulse on A, with a length relative to the largest.
static void add_contact(view *w, const carom_scene_contact *t, double most) {
    const carom_scene *s = w->scene;
    const double at[2] = {t->point[w->across], t->point[w->up]}, P = length(t->impulse, s->dim);
    const double to[2] = {at[0] + 0.16 * w->size * t->normal[w->across], at[1] + 0.16 * w->size * t->normal[w->up]};
    if (P > 0.0) {
        const double tip[2] = {at[0] + 0.22 * w->size * t->impulse[w->across] / most,
                               at[1] + 0.22 * w->size * t->impulse[w->up] / most};
        char name[80];
        const char *who = t->struck >= 0 && t->struck < s->count ? s->body[t->struck].name : NULL;
        snprintf(name, sizeof name, "impulse%s%s", who ? " on " : "", who ? who : "");
        if (is_seen(w, at, tip)) arrow(w, name, impulse_style, at, tip);
        if (is_seen(w, at, tip) && (s->dim == 2 || w->up == 1)) say(w, tip, "", P, w->units->impulse, CAROM_INK_GREEN);
    }
    if (is_seen(w, at, to)) {
        arrow(w, "normal", normal_style, at, to);
        carom_panel_note(w->panel, to[0], to[1], "$n$", CAROM_INK_TEXT);
    }
    carom_series *mark =
        carom_panel_series(w->panel, CAROM_SERIES_POINTS, "contact",
                           (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_DISC, .unlisted = true});
    carom_series_add(mark, at[0], at[1]);
}

// Chooses scales.

// Returns 1, 2 or 5 times a power of ten, not less than x.
static double round_up(double x) {
    const double power = pow(10.0, floor(log10(x)));
    for (int i = 0; i < 3; i++)
        if (x <= (const double[3]){1.0, 2.0, 5.0}[i] * power * (1.0 + 1e-12))
            return (const double[3]){1.0, 2.0, 5.0}[i] * power;
    return 10.0 * power;
}

// Sets the common scales of all views. The longest velocity is drawn about 2/3 as long as the bodies.
static void set_scales(view *views, int count) {
    const carom_scene *s = views->scene;
    double size = 0.0, fastest = 0.0, most_spin = 0.0;
    int moving = 0;
    for (int i = 0; i < count; i++) size = fmax(size, fmax(views[i].x1 - views[i].x0, views[i].y1 - views[i].y0));
    for (int i = 0; i < s->count; i++) {
        const carom_scene_body *b = &s->body[i];
        fastest = fmax(fastest, fmax(length(b->velocity, s->dim), length(b->velocity_after, s->dim)));
        for (int k = 0; k < 3; k++) most_spin = fmax(most_spin, fmax(fabs(b->spin[k]), fabs(b->spin_after[k])));
        moving += b->outline != CAROM_OUTLINE_GROUND && b->outline != CAROM_OUTLINE_PIN;
    }
    if (!(size > 0.0)) size = 1.0;
    for (int i = 0; i < count; i++) {
        views[i].size = size;
        views[i].speed_unit = fastest > 0.0 ? round_up(fastest / (0.66 * size)) : 1.0;
        views[i].most_spin = most_spin;
        views[i].crowded = moving > 2;
    }
}

static void draw_outlines(view *w) {
    const carom_scene *s = w->scene;
    w->x0 = w->x1 = s->point[w->across];
    w->y0 = w->y1 = s->point[w->up];
    for (int i = 0; i < s->touches; i++) include(w, s->touch[i].point[w->across], s->touch[i].point[w->up]);
    for (int i = 0; i < s->count; i++) add_outline(w, &s->body[i]);
}

static void draw_motions(view *w) {
    const carom_scene *s = w->scene;
    char before[64], label[3][24];
    snprintf(before, sizeof before, "velocity before (%s %s: 1 %s)", CAROM_SHORT(w->speed_unit, 6), w->units->speed,
             w->units->length);
    const char *const names[3] = {before, "velocity after", "change $Δv$"};
    for (int i = 0; i < s->count; i++) add_motion(w, &s->body[i], names);
    carom_scene_contact first = {.struck = s->struck};
    memcpy(first.point, s->point, sizeof first.point);
    memcpy(first.normal, s->normal, sizeof first.normal);
    memcpy(first.impulse, s->impulse, sizeof first.impulse);
    double most = length(s->impulse, s->dim);
    for (int i = 0; i < s->touches; i++) most = fmax(most, length(s->touch[i].impulse, s->dim));
    add_contact(w, &first, most);
    for (int i = 0; i < s->touches; i++) add_contact(w, &s->touch[i], most);
    for (int i = 0; i < s->count; i++) add_ground(w, &s->body[i]);
    for (int i = 0; i < 3; i++) snprintf(label[i], sizeof label[i], "$%c$  (%s)", "xyz"[i], w -> units -> length);
    carom_panel_axes(w->panel, label[w->across], label[w->up]);
}

// Sets the ranges of the views. A 2D view shows everything; all 3D views have ranges of equal length, so that they have
// the same scale.
static void set_ranges(view *views, int count) {
    double longest = 0.0;
    for (int i = 0; i < count; i++) longest = fmax(longest, fmax(views[i].x1 - views[i].x0, views[i].y1 - views[i].y0));
    for (int i = 0; i < count; i++) {
        const view *w = &views[i];
        const double x = 0.5 * (w->x0 + w->x1), y = 0.5 * (w->y0 + w->y1), air = 0.1 * w->size;
        const double half_x = 0.5 * (count > 1 ? longest : w->x1 - w->x0) + air;
        const double half_y = 0.5 * (count > 1 ? longest : w->y1 - w->y0) + air;
        carom_panel_range(w->panel, x - half_x, x + half_x, y - half_y, y + half_y);
        if (w->panel) w->panel->equal = true;
    }
}

// Places the legend of several views in its own panel.
static void move_legend(carom_figure *figure, const view *views) {
    carom_panel *key = carom_figure_panel(figure);
    if (!key) return;
    key->bare = true;
    for (int v = 0; v < 3; v++) {
        for (size_t i = 0; views[v].panel && i < views[v].panel->series_count; i++) {
            carom_series *s = views[v].panel->series[i];
            if (!s->style.unlisted) carom_panel_series(key, s->kind, s->name, s->style);
            s->style.unlisted = true;
        }
    }
}

static bool are_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static bool is_sound(const carom_scene *s) {
    bool sound = s->count >= 0 && s->count <= CAROM_MAX_SCENE_BODIES && s->struck >= -1 &&
                 s->struck < CAROM_MAX_SCENE_BODIES && are_finite(s->point, 3) && are_finite(s->normal, 3) &&
                 are_finite(s->impulse, 3);
    sound = sound && s->touches >= 0 && s->touches <= CAROM_MAX_SCENE_BODIES;
    for (int i = 0; sound && i < s->touches; i++) {
        const carom_scene_contact *t = &s->touch[i];
        sound = t->struck >= -1 && t->struck < CAROM_MAX_SCENE_BODIES && are_finite(t->point, 3) &&
                are_finite(t->normal, 3) && are_finite(t->impulse, 3);
    }
    for (int i = 0; sound && i < s->count; i++) {
        const carom_scene_body *b = &s->body[i];
        sound = (unsigned)b->outline <= CAROM_OUTLINE_GROUND && are_finite(b->size, 3) && are_finite(b->centre, 3) &&
                are_finite(*b->axes, 9) && are_finite(b->velocity, 3) && are_finite(b->spin, 3) &&
                are_finite(b->velocity_after, 3) && are_finite(b->spin_after, 3);
    }
    return sound;
}

carom_status carom_draw_scene(carom_figure *figure, const carom_scene *scene) {
    static const carom_scene_units si = {"m/s", "rad/s", "N s", "m"};
    return carom_draw_scene_in(figure, scene, &si);
}

carom_status carom_draw_scene_in(carom_figure *figure, const carom_scene *scene, const carom_scene_units *units) {
    if (!figure || !scene) return CAROM_NULL_POINTER;
    if (scene->dim != 2 && scene->dim != 3) return CAROM_BAD_DIM;
    if (!is_sound(scene)) return CAROM_NOT_FINITE;
    static const view looks[3] = {{.across = 0, .up = 1, .out = 2},
                                  {.across = 0, .up = 2, .out = 1, .mirrored = true},
                                  {.across = 1, .up = 2, .out = 0}};
    static const char *const titles[3] = {"from above", "from the front", "from the side"};
    const int count = scene->dim == 2 ? 1 : 3;
    view views[3];
    for (int i = 0; i < count; i++) {
        views[i] = looks[i];
        views[i].scene = scene;
        views[i].units = units;
        views[i].panel = carom_figure_panel(figure);
        if (count > 1) carom_panel_title(views[i].panel, titles[i]);
        draw_outlines(&views[i]);
    }
    set_scales(views, count);
    for (int i = 0; i < count; i++) draw_motions(&views[i]);
    set_ranges(views, count);
    if (count > 1) move_legend(figure, views);
    return CAROM_OK;
}
