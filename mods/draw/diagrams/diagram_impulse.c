// Draws Routh's diagram of a 2D impact in the impulse plane.
#include <math.h>
#include <stdlib.h>

#include "carom/law.h"
#include "mods/draw/figure/figure.h"
#include "polygon.h"
#include "result_marks.h"
#include "tables/counts.h"
#include "tables/looks.h"
#include "whole_path.h"

static const carom_style stick_style = {.ink = CAROM_INK_BLUE, .dash = CAROM_DASHED, .width = 1.1, .unlisted = true};
static const carom_style compression_style = {
    .ink = CAROM_INK_GREEN, .dash = CAROM_DASHDOT, .width = 1.1, .unlisted = true};
static const carom_style end_style = {.ink = CAROM_INK_PURPLE, .dash = CAROM_LONG, .width = 1.1, .unlisted = true};
static const carom_style friction_style = {.ink = CAROM_INK_SOFT, .dash = CAROM_DOTTED, .width = 1.2, .unlisted = true};
static const carom_style ellipse_style = {.ink = CAROM_INK_TEXT, .width = 0.9, .unlisted = true};
static const carom_style ring_style = {.ink = CAROM_INK_SOFT, .width = 0.45, .unlisted = true};
static const carom_style region_style = {.ink = CAROM_INK_SKY, .fill = 0.2, .width = 0.0};
static const carom_style path_style = {
    .ink = CAROM_INK_VERMILION, .width = 2.2, .mark = CAROM_MARK_NONE, .unlisted = true};

static void add_polygon(carom_panel *panel, carom_series_kind kind, const char *name, carom_style style,
                        const carom_polygon *polygon, const char *label) {
    carom_series *s = carom_panel_series(panel, kind, name, style);
    for (int i = 0; i < polygon->count; i++) carom_series_add(s, polygon->x[i], polygon->y[i]);
    if (kind == CAROM_SERIES_LINE && polygon->count) carom_series_add(s, polygon->x[0], polygon->y[0]);
    carom_series_label(s, label);
}

// The box that contains everything to show.
typedef struct {
    double x0, x1, y0, y1;
} box;

static void include(box *b, double x, double y) {
    if (!isfinite(x) || !isfinite(y)) return;
    b->x0 = fmin(b->x0, x);
    b->x1 = fmax(b->x1, x);
    b->y0 = fmin(b->y0, y);
    b->y1 = fmax(b->y1, y);
}

static box everything(const carom_impulse_view *view, const carom_path *path, const carom_polygon *region,
                      const carom_polygon *ellipse) {
    box b = {0.0, 0.0, 0.0, 0.0};
    for (size_t i = 0; i < path->count; i++) include(&b, path->points[i].P[1], path->points[i].P[0]);
    for (size_t i = 0; i < view->end_count; i++) include(&b, view->end[i].P[1], view->end[i].P[0]);
    for (int i = 0; i < region->count; i++) include(&b, region->x[i], region->y[i]);
    // Show the whole ellipse, unless everything inside would become too small.
    box whole = b;
    for (int i = 0; i < ellipse->count; i++) include(&whole, ellipse->x[i], ellipse->y[i]);
    const double size = fmax(b.x1 - b.x0, b.y1 - b.y0);
    if (fmax(whole.x1 - whole.x0, whole.y1 - whole.y0) < 3.0 * size || size == 0.0) b = whole;
    const double air = 0.08 * fmax(fmax(b.x1 - b.x0, b.y1 - b.y0), 1e-300);
    return (box){b.x0 - air, b.x1 + air, b.y0 - air, b.y1 + air};
}

// Adds the lines of sticking, of maximum compression and of the end of the impact.
static void add_lines(carom_panel *panel, const carom_impulse_view *view, const carom_path *path) {
    const carom_contact *c = view->contact;
    const carom_params *p = view->params;
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1];
    carom_series *line = carom_panel_rule(panel, "line of sticking", stick_style, T, w, -c->v[1]);
    carom_series_label(line, "sticking $v_t = 0$");
    line = carom_panel_rule(panel, "line of maximum compression", compression_style, w, a, -c->v[0]);
    carom_series_label(line, "maximum compression $v_n = 0$");
    // If the restitution hypothesis does not end all paths on a line, the end is marked on the path.
    double end[3];
    if (!path->count || !view->law || !(carom_law_reads(view->law) & CAROM_PARAM_BIT(restitution))) return;
    if (carom_region_end_line(c, p, end) != CAROM_OK) return;
    line = carom_panel_rule(panel, "line of termination", end_style, end[1], end[0], end[2]);
    carom_series_label(line, "termination");
}

static carom_series *add_ray(carom_panel *panel, const char *name, double x, double y, double slope) {
    carom_series *ray = carom_panel_series(panel, CAROM_SERIES_RAY, name, friction_style);
    carom_series_add(ray, x, y);
    carom_series_add(ray, x + slope, y + 1.0);
    return ray;
}

static void add_friction(carom_panel *panel, const carom_impulse_view *view, const carom_path *path) {
    const double mu = view->params->mu, slip = view->contact->v[1];
    if (!isfinite(mu)) return;
    const double s = slip > 0.0 ? 1.0 : slip < 0.0 ? -1.0 : view->contact->W[0][1] < 0.0 ? -1.0 : 1.0;
    carom_series_label(add_ray(panel, "limiting friction", 0.0, 0.0, -s * mu), "limiting friction");
    add_ray(panel, "limiting friction, other side", 0.0, 0.0, s * mu);
    // After the slip ends, friction has the other sign.
    for (size_t i = 0; i < path->count; i++) {
        const carom_event event = path->points[i].event;
        if (slip == 0.0 || (event != CAROM_EVENT_SLIP_STICKS && event != CAROM_EVENT_SLIP_REVERSES)) continue;
        carom_series_label(add_ray(panel, "reversed friction", path->points[i].P[1], path->points[i].P[0], s * mu),
                           "reversed friction");
    }
}

static void add_path(carom_panel *panel, const carom_path *path) {
    static const char *const words[CAROM_EVENT_COUNT] = {
        [CAROM_EVENT_SLIP_STICKS] = "sticks",
        [CAROM_EVENT_SLIP_REVERSES] = "reverses",
        [CAROM_EVENT_COMPRESSION_ENDS] = "compression ends",
        [CAROM_EVENT_COMPRESSION_RESUMES] = "compression resumes",
        [CAROM_EVENT_END] = "end",
    };
    carom_series *line = carom_panel_line(panel, "path", path_style);
    for (size_t i = 0; i < path->count; i++) carom_series_add(line, path->points[i].P[1], path->points[i].P[0]);
    for (size_t i = 0; i < path->count; i++) {
        const carom_event event = path->points[i].event;
        if (event == CAROM_EVENT_PASSES) continue;
        carom_style style = {.ink = CAROM_INK_VERMILION, .mark = CAROM_MARK_RING, .unlisted = true};
        if (event == CAROM_EVENT_END) style.mark = CAROM_MARK_DISC;
        carom_series *point =
            carom_panel_series(panel, CAROM_SERIES_POINTS, carom_enum_name(CAROM_ENUM_EVENT, (int)event), style);
        carom_series_add(point, path->points[i].P[1], path->points[i].P[0]);
        if (words[event])
            carom_panel_note(panel, path->points[i].P[1], path->points[i].P[0], words[event], CAROM_INK_VERMILION);
    }
}

// Adds the results of other laws. Equal results share a mark, so that no mark hides another.
static void add_ends(carom_panel *panel, const carom_impulse_view *view) {
    double scale = 0.0;
    for (size_t i = 0; i < view->end_count; i++) scale = fmax(scale, fabs(view->end[i].P[0]) + fabs(view->end[i].P[1]));
    for (size_t i = 0; i < view->end_count; i++) {
        bool first = true;
        for (size_t j = 0; j < i; j++)
            first = first &&
                    hypot(view->end[i].P[0] - view->end[j].P[0], view->end[i].P[1] - view->end[j].P[1]) > 1e-9 * scale;
        if (!first) continue;
        char names[256];
        int used = 0;
        for (size_t j = i; j < view->end_count && used < (int)sizeof names - 40; j++)
            if (hypot(view->end[i].P[0] - view->end[j].P[0], view->end[i].P[1] - view->end[j].P[1]) <= 1e-9 * scale)
                used += snprintf(names + used, sizeof names - (size_t)used, used ? ", %s" : "%s", view->end[j].name);
        const carom_look look = carom_law_look(view->end[i].name);
        const carom_style style = {.ink = (carom_ink)look.ink, .mark = (carom_mark)look.mark, .apart = true};
        carom_series *s = carom_panel_series(panel, CAROM_SERIES_POINTS, names, style);
        carom_series_add(s, view->end[i].P[1], view->end[i].P[0]);
    }
}

static void draw(carom_panel *panel, const carom_impulse_view *view, const carom_path *path) {
    carom_polygon ellipse, region, ring;
    carom_polygon_energy(view->contact, 1.0, &ellipse);
    carom_polygon_allowed(view->contact, view->params->mu, &region);
    const box seen = everything(view, path, &region, &ellipse);

    carom_panel_axes(panel, "tangential impulse $P_t$  (N s)", "normal impulse $P_n$  (N s)");
    carom_panel_range(panel, seen.x0, seen.x1, seen.y0, seen.y1);
    panel->equal = panel->zero_lines = true;
    if (!view->plain) {
        add_polygon(panel, CAROM_SERIES_AREA, "accessible", region_style, &region, NULL);
        for (int i = 1; i < 4; i++) {
            carom_polygon_energy(view->contact, 0.25 * i, &ring);
            add_polygon(panel, CAROM_SERIES_LINE, "equal loss", ring_style, &ring, NULL);
        }
    }
    add_polygon(panel, CAROM_SERIES_LINE, "no loss", ellipse_style, &ellipse, "energy ellipse");
    add_friction(panel, view, path);
    add_lines(panel, view, path);
    if (path->count) add_path(panel, path);
    add_ends(panel, view);
}

carom_status carom_panel_impulse(carom_panel *panel, const carom_impulse_view *view) {
    carom_path path = {0};
    if (!panel || !view || !view->contact || !view->params) return CAROM_NULL_POINTER;
    if (view->end_count && !view->end) return CAROM_NULL_POINTER;
    if (view->contact->dim != 2) return CAROM_BAD_DIM;
    const carom_status sound = carom_contact_validate(view->contact);
    if (sound != CAROM_OK) return sound;
    if (!(view->params->mu >= 0.0)) return CAROM_COEFFICIENT_RANGE;
    carom_outcome_ends ends;
    carom_impulse_view marked;
    const carom_status found = carom_outcomes_marked(view, &ends, &marked);
    if (carom_status_classify(found) != CAROM_CLASS_OK) return found;
    const carom_status status = view->law ? carom_follow(view->law, view->contact, view->params, &path) : CAROM_OK;
    const bool drawn = carom_status_classify(status) == CAROM_CLASS_OK;
    if (drawn) draw(panel, &marked, &path);
    free(path.points);
    return drawn ? CAROM_OK : status;
}

carom_status carom_draw_impulse(carom_figure *figure, const carom_impulse_view *view) {
    return figure ? carom_panel_impulse(carom_figure_panel(figure), view) : CAROM_NULL_POINTER;
}
