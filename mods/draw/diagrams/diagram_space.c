// Draws a 3D impact: the hodograph of its slip, and its path in impulse space from three sides.
#include <math.h>
#include <stdlib.h>

#include "carom/law.h"
#include "mods/draw/figure/figure.h"
#include "result_marks.h"
#include "whole_path.h"

static const carom_style path_style = {.ink = CAROM_INK_VERMILION, .width = 2.2, .unlisted = true};
static const carom_style stream_style = {.ink = CAROM_INK_SOFT, .width = 0.5, .unlisted = true};
static const carom_style ellipse_style = {.ink = CAROM_INK_TEXT, .width = 0.9, .unlisted = true};
static const carom_style cone_style = {.ink = CAROM_INK_SOFT, .dash = CAROM_DOTTED, .width = 1.2, .unlisted = true};

static const char *word_of(carom_event event) {
    switch (event) {
    case CAROM_EVENT_SLIP_STICKS: return "sticks";
    case CAROM_EVENT_SLIP_REVERSES: return "slips anew";
    case CAROM_EVENT_COMPRESSION_ENDS: return "compression ends";
    case CAROM_EVENT_COMPRESSION_RESUMES: return "compression resumes";
    case CAROM_EVENT_END: return "end";
    case CAROM_EVENT_START:
    case CAROM_EVENT_PASSES: break;
    }
    return NULL;
}

// Computes the direction of the path while it slips, per normal impulse: dP = (1, -mu u), dv = W dP. Returns false
// without slip.
static bool rates(const carom_impulse_view *view, const carom_path_point *at, bool velocities, double rate[3]) {
    const carom_contact *c = view->contact;
    const double slip = hypot(at->v[1], at->v[2]), mu = view->params->mu;
    if (!(slip > 1e-9 * (fabs(c->v[0]) + hypot(c->v[1], c->v[2]))) || !isfinite(mu)) return false;
    const double dP[3] = {1.0, -mu * at->v[1] / slip, -mu * at->v[2] / slip};
    for (int i = 0; i < 3; i++)
        rate[i] = velocities ? c->W[i][0] * dP[0] + c->W[i][1] * dP[1] + c->W[i][2] * dP[2] : dP[i];
    return true;
}

// Adds the curve between two points of the path: a cubic with the right values and rates at both ends, or a straight
// line.
static void add_piece(carom_series *line, const carom_impulse_view *view, const carom_path_point *a,
                      const carom_path_point *b, bool velocities, int across, int up) {
    enum { PARTS = 12 };
    const double *from = velocities ? a->v : a->P, *to = velocities ? b->v : b->P, dp = b->P[0] - a->P[0];
    double leaving[3], arriving[3];
    if (rates(view, a, velocities, leaving) && rates(view, b, velocities, arriving)) {
        for (int k = 1; k < PARTS; k++) {
            const double t = (double)k / PARTS, h00 = (1 + 2 * t) * (1 - t) * (1 - t), h10 = t * (1 - t) * (1 - t);
            const double h01 = t * t * (3 - 2 * t), h11 = t * t * (t - 1);
            double at[3];
            for (int i = 0; i < 3; i++)
                at[i] = h00 * from[i] + h01 * to[i] + dp * (h10 * leaving[i] + h11 * arriving[i]);
            carom_series_add(line, at[across], at[up]);
        }
    }
    carom_series_add(line, to[across], to[up]);
}

// Adds the components `across` and `up` of the path's velocities or impulses.
static void add_path(carom_panel *panel, const carom_impulse_view *view, const carom_path *path, bool velocities,
                     int across, int up) {
    carom_series *line = carom_panel_line(panel, "path", path_style);
    if (path->count) {
        const double *start = velocities ? path->points[0].v : path->points[0].P;
        carom_series_add(line, start[across], start[up]);
    }
    for (size_t i = 1; i < path->count; i++)
        add_piece(line, view, &path->points[i - 1], &path->points[i], velocities, across, up);
    for (size_t i = 0; i < path->count; i++) {
        const carom_event event = path->points[i].event;
        const double *at = velocities ? path->points[i].v : path->points[i].P;
        if (event == CAROM_EVENT_PASSES) continue;
        carom_style style = {.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_RING, .unlisted = true};
        if (event == CAROM_EVENT_END) style.mark = CAROM_MARK_DISC;
        carom_series_add(
            carom_panel_series(panel, CAROM_SERIES_POINTS, carom_enum_name(CAROM_ENUM_EVENT, (int)event), style),
            at[across], at[up]);
        if (word_of(event)) carom_panel_note(panel, at[across], at[up], word_of(event), CAROM_INK_VERMILION);
    }
}

// Computes du/ds = r (a - mu B u/r), ds = dp/r, which is smooth down to the origin.
static void slip_rate(const carom_contact *c, double mu, const double u[2], double rate[2]) {
    const double r = hypot(u[0], u[1]);
    for (int i = 0; i < 2; i++) rate[i] = r * c->W[i + 1][0] - mu * (c->W[i + 1][1] * u[0] + c->W[i + 1][2] * u[1]);
}

// Takes one step of the fourth-order Runge-Kutta method.
static void slip_step(const carom_contact *c, double mu, double ds, double u[2]) {
    double k[4][2], at[2];
    slip_rate(c, mu, u, k[0]);
    for (int stage = 1; stage < 4; stage++) {
        const double part = stage == 3 ? ds : 0.5 * ds;
        for (int i = 0; i < 2; i++) at[i] = u[i] + part * k[stage - 1][i];
        slip_rate(c, mu, at, k[stage]);
    }
    for (int i = 0; i < 2; i++) u[i] += ds / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
}

// Adds slips from all directions, each followed until it ends or leaves the panel.
static void add_streams(carom_panel *panel, const carom_impulse_view *view, double radius) {
    enum { STREAMS = 24, STEPS = 1200 };
    const carom_contact *c = view->contact;
    const double mu = view->params->mu;
    if (!isfinite(mu)) return;
    const double ds = 0.02 / (mu * (c->W[1][1] + c->W[2][2]) + hypot(c->W[0][1], c->W[0][2]));
    for (int i = 0; i < STREAMS; i++) {
        const double angle = 6.28318530717958648 * i / STREAMS;
        double u[2] = {radius * cos(angle), radius * sin(angle)};
        carom_series *line = carom_panel_line(panel, "neighbouring slip", stream_style);
        for (int k = 0; k < STEPS; k++) {
            const double r = hypot(u[0], u[1]);
            carom_series_add(line, u[0], u[1]);
            if (r < 1e-3 * radius || r > 3.0 * radius) break;
            slip_step(c, mu, ds, u);
        }
    }
}

static void add_invariants(carom_panel *panel, const carom_impulse_view *view) {
    carom_hodograph h;
    const double mu = view->params->mu;
    const double mu_static = view->params->mu_static == CAROM_SAME_AS_MU ? mu : view->params->mu_static;
    if (carom_hodograph_compute(view->contact, mu, mu_static, &h) != CAROM_OK) return;
    for (int i = 0; i < h.count; i++) {
        const bool converges = h.direction[i].kind == CAROM_CONVERGENT;
        const carom_style style = {.ink = converges ? CAROM_INK_BLUE : CAROM_INK_PURPLE,
                                   .dash = converges ? CAROM_DASHED : CAROM_LONG,
                                   .width = 1.2,
                                   .unlisted = true};
        carom_series *ray = carom_panel_series(panel, CAROM_SERIES_RAY,
                                               carom_enum_name(CAROM_ENUM_INVARIANT, (int)h.direction[i].kind), style);
        carom_series_add(ray, 0.0, 0.0);
        carom_series_add(ray, h.direction[i].e[0], h.direction[i].e[1]);
        carom_series_label(ray, converges ? "slip dies" : "slip grows");
    }
}

static void add_hodograph(carom_figure *figure, const carom_impulse_view *view, const carom_path *path) {
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_title(panel, "hodograph of the slip");
    carom_panel_axes(panel, "slip $v_{t1}$  (m/s)", "slip $v_{t2}$  (m/s)");
    if (panel) panel->equal = panel->zero_lines = true;
    double radius = 0.0;
    for (size_t i = 0; i < path->count; i++) radius = fmax(radius, hypot(path->points[i].v[1], path->points[i].v[2]));
    if (radius == 0.0) radius = fabs(view->contact->v[0]);
    carom_panel_range(panel, -1.3 * radius, 1.3 * radius, -1.3 * radius, 1.3 * radius);
    add_streams(panel, view, 1.85 * radius);
    add_invariants(panel, view);
    add_path(panel, view, path, true, 1, 2);
}

// Computes M = W^-1 by cofactors. Returns false if W is singular.
static bool invert(const double W[3][3], double M[3][3]) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            M[j][i] = W[a][c] * W[b][d] - W[a][d] * W[b][c];
        }
    const double det = W[0][0] * M[0][0] + W[0][1] * M[1][0] + W[0][2] * M[2][0];
    if (!(det > 1e-12 * W[0][0] * W[1][1] * W[2][2])) return false;
    for (int n = 0; n < 9; n++) M[n / 3][n % 3] /= det;
    return true;
}

// Adds the outline of the ellipsoid (P - c).W (P - c) = 2 E seen along the third axis: (x - c).S^-1 (x - c) = 2 E,
// where S consists of the two visible rows and columns of W^-1.
static void add_outline(carom_panel *panel, const carom_contact *c, int across, int up) {
    double M[3][3], centre[3] = {0.0}, E = 0.0;
    if (!invert(c->W, M)) return;
    for (int n = 0; n < 9; n++) centre[n / 3] -= M[n / 3][n % 3] * c->v[n % 3];
    for (int i = 0; i < 3; i++) E -= 0.5 * centre[i] * c->v[i];
    const double l11 = sqrt(M[across][across]), l21 = M[across][up] / l11, l22 = sqrt(M[up][up] - l21 * l21);
    const double radius = sqrt(2.0 * E);
    carom_series *s = carom_panel_line(panel, "no loss", ellipse_style);
    for (int i = 0; i <= 180; i++) {
        const double angle = 6.28318530717958648 * i / 180;
        carom_series_add(s, centre[across] + radius * l11 * cos(angle),
                         centre[up] + radius * (l21 * cos(angle) + l22 * sin(angle)));
    }
    carom_series_label(s, "energy ellipsoid");
}

// Returns the height up to which the cone is shown. It is the end of the path, or the highest marked result.
static double height_of(const carom_impulse_view *view, const carom_path *path) {
    double height = path->count ? path->points[path->count - 1].P[0] : 0.0;
    for (size_t i = 0; i < view->end_count && !path->count; i++) height = fmax(height, view->end[i].P[0]);
    return height;
}

static void add_cone(carom_panel *panel, const carom_impulse_view *view, const carom_path *path, bool from_above) {
    const double mu = view->params->mu, height = height_of(view, path);
    if (!isfinite(mu) || !(height > 0.0)) return;
    if (from_above) {
        carom_series *circle = carom_panel_line(panel, "friction cone at the end", cone_style);
        for (int i = 0; i <= 120; i++) {
            const double angle = 6.28318530717958648 * i / 120;
            carom_series_add(circle, mu * height * cos(angle), mu * height * sin(angle));
        }
        carom_series_label(circle, "cone at the end");
        return;
    }
    for (int side = -1; side <= 1; side += 2) {
        carom_series *ray = carom_panel_series(panel, CAROM_SERIES_RAY, "friction cone", cone_style);
        carom_series_add(ray, 0.0, 0.0);
        carom_series_add(ray, side * mu, 1.0);
        if (side > 0) carom_series_label(ray, "friction cone");
    }
}

// Adds marked results, seen along the third axis.
static void add_ends(carom_panel *panel, const carom_impulse_view *view, int across, int up, bool listed) {
    static const carom_mark marks[] = {CAROM_MARK_SQUARE, CAROM_MARK_DIAMOND, CAROM_MARK_TRIANGLE, CAROM_MARK_DOWN,
                                       CAROM_MARK_STAR,   CAROM_MARK_CROSS,   CAROM_MARK_PLUS,     CAROM_MARK_RING};
    static const carom_ink inks[] = {CAROM_INK_BLUE, CAROM_INK_GREEN, CAROM_INK_PURPLE, CAROM_INK_ORANGE};
    for (size_t i = 0; i < view->end_count; i++) {
        const carom_style style = {.ink = inks[i % 4], .mark = marks[i % 8], .unlisted = !listed};
        carom_series *s = carom_panel_series(panel, CAROM_SERIES_POINTS, view->end[i].name, style);
        carom_series_add(s, view->end[i].P[across], view->end[i].P[up]);
    }
}

// Scales the panel to the ellipsoid and the path. If the cone is wider, it is cut off.
static void fit(carom_panel *panel) {
    double low[2] = {0.0, 0.0}, high[2] = {0.0, 0.0};
    for (size_t s = 0; panel && s < panel->series_count; s++)
        for (size_t i = 0; i < panel->series[s]->count; i++) {
            low[0] = fmin(low[0], panel->series[s]->x[i]);
            high[0] = fmax(high[0], panel->series[s]->x[i]);
            low[1] = fmin(low[1], panel->series[s]->y[i]);
            high[1] = fmax(high[1], panel->series[s]->y[i]);
        }
    const double air = 0.08 * fmax(high[0] - low[0], high[1] - low[1]);
    carom_panel_range(panel, low[0] - air, high[0] + air, low[1] - air, high[1] + air);
}

static carom_status draw(carom_figure *figure, const carom_impulse_view *view) {
    static const struct {
        int across, up;
        const char *x, *y, *title;
    } sides[3] = {{1, 2, "$P_{t1}$  (N s)", "$P_{t2}$  (N s)", "impulse from above"},
                  {1, 0, "$P_{t1}$  (N s)", "$P_n$  (N s)", "impulse from the side"},
                  {2, 0, "$P_{t2}$  (N s)", "$P_n$  (N s)", "impulse from the front"}};
    carom_path path = {0};
    // For a law without a path, only the marked results are shown.
    const bool ends_alone = view->end_count && !(view->law->contact && view->law->contact->trace);
    const carom_status status = ends_alone ? CAROM_OK : carom_follow(view->law, view->contact, view->params, &path);
    if (carom_status_classify(status) == CAROM_CLASS_OK) {
        figure->columns = 2;
        if (!ends_alone) add_hodograph(figure, view, &path);
        for (int i = 0; i < 3; i++) {
            carom_panel *panel = carom_figure_panel(figure);
            carom_panel_title(panel, sides[i].title);
            carom_panel_axes(panel, sides[i].x, sides[i].y);
            if (panel) panel->equal = panel->zero_lines = true;
            add_outline(panel, view->contact, sides[i].across, sides[i].up);
            add_path(panel, view, &path, false, sides[i].across, sides[i].up);
            add_ends(panel, view, sides[i].across, sides[i].up, i == 0);
            fit(panel);
            add_cone(panel, view, &path, i == 0);
        }
    }
    free(path.points);
    return carom_status_classify(status) == CAROM_CLASS_OK ? CAROM_OK : status;
}

carom_status carom_draw_hodograph(carom_figure *figure, const carom_impulse_view *view) {
    if (!figure || !view || !view->contact || !view->params || !view->law) return CAROM_NULL_POINTER;
    if (view->contact->dim != 3) return CAROM_BAD_DIM;
    if (view->end_count && !view->end) return CAROM_NULL_POINTER;
    carom_outcome_ends ends;
    carom_impulse_view marked;
    const carom_status status = carom_outcomes_marked(view, &ends, &marked);
    return carom_status_classify(status) == CAROM_CLASS_OK ? draw(figure, &marked) : status;
}
