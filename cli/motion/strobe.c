// Draws the body at equal times, the path of its centre, its impacts, and the planes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "cli/motion/motion_picture.h"
#include "cli/motion/wire.h"

static const carom_style image_style = {.ink = CAROM_INK_SOFT, .fill = 0.10, .unlisted = true};
static const carom_style edge_style = {.ink = CAROM_INK_SOFT, .width = 0.6, .unlisted = true};
static const carom_style start_style = {.ink = CAROM_INK_BLUE, .width = 1.3, .unlisted = true};
static const carom_style end_style = {.ink = CAROM_INK_VERMILION, .width = 1.3, .unlisted = true};
static const carom_style path_style = {.ink = CAROM_INK_BLUE, .width = 1.1};
static const carom_style impulse_style = {.ink = CAROM_INK_GREEN, .width = 1.4};
static const carom_style ground_style = {.ink = CAROM_INK_SOFT, .fill = 0.12, .hatched = true, .unlisted = true};
static const carom_style plane_style = {.ink = CAROM_INK_TEXT, .width = 0.9, .unlisted = true};

// Describes a view of a motion: the world axes that point to the right and up on the paper.
typedef struct {
    carom_panel *panel;
    const carom_motion_view *view;
    const carom_wire *wire;
    int across, up;
    double end, interval;
    bool unlisted;         // another panel has the legend
    double x0, x1, y0, y1; // range of the images
    double (*at)[2], (*hull)[2];
} look;

static void include(look *l, double x, double y) {
    l->x0 = fmin(l->x0, x);
    l->x1 = fmax(l->x1, x);
    l->y0 = fmin(l->y0, y);
    l->y1 = fmax(l->y1, y);
}

static bool state_at(const look *l, double t, carom_motion_state *state) {
    const carom_status status = carom_motion_state_at(l->view->scene, l->view->result, fmin(t, l->end), state);
    return carom_status_classify(status) == CAROM_CLASS_OK;
}

// Projects the lines of the body onto the paper.
static void project(const look *l, const carom_motion_state *state) {
    double R[3][3];
    carom_wire_axes(l->view->scene, state, R);
    for (size_t i = 0; i < l->wire->points; i++) {
        const double *p = l->wire->point[i];
        const int axis[2] = {l->across, l->up};
        for (int k = 0; k < 2; k++) {
            const double *row = R[axis[k]];
            l->at[i][k] = state->centre[axis[k]] + row[0] * p[0] + row[1] * p[1] + row[2] * p[2];
        }
    }
}

static void put_lines(const look *l, carom_style style, const char *name) {
    for (size_t i = 0; i < l->wire->lines; i++) {
        carom_series *line = carom_panel_line(l->panel, name, style);
        for (size_t k = l->wire->first[i]; k < l->wire->first[i + 1]; k++)
            carom_series_add(line, l->at[k][0], l->at[k][1]);
    }
}

static void put_image(const look *l, double t, carom_style style, const char *name, bool filled) {
    carom_motion_state state;
    if (!state_at(l, t, &state)) return;
    project(l, &state);
    put_lines(l, style, name);
    if (!filled) return;
    const size_t count = carom_wire_hull(l->at, l->wire->points, l->hull);
    carom_series *area = count > 2 ? carom_panel_series(l->panel, CAROM_SERIES_AREA, name, image_style) : NULL;
    for (size_t k = 0; k < count; k++) carom_series_add(area, l->hull[k][0], l->hull[k][1]);
}

static void measure(look *l) {
    const int images = (int)(l->end / l->interval + 1e-9);
    for (int i = 0; i <= images + 1; i++) {
        carom_motion_state state;
        if (!state_at(l, i * l->interval, &state)) continue;
        project(l, &state);
        for (size_t k = 0; k < l->wire->points; k++) include(l, l->at[k][0], l->at[k][1]);
    }
    for (int i = 0; i < l->view->result->hits; i++)
        include(l, l->view->result->hit[i].point[l->across], l->view->result->hit[i].point[l->up]);
}

// Draws planes.

// Draws the strip behind a plane that is seen edge-on.
static void put_plane(const look *l, const carom_motion_plane *plane) {
    const double n[2] = {plane->normal[l->across], plane->normal[l->up]}, size = fmax(l->x1 - l->x0, l->y1 - l->y0);
    const double middle[2] = {0.5 * (l->x0 + l->x1), 0.5 * (l->y0 + l->y1)};
    if (hypot(n[0], n[1]) < 1.0 - 1e-9) return;
    const double away = n[0] * middle[0] + n[1] * middle[1] - plane->offset, thick = 0.035 * size;
    // Skip a plane outside the frame.
    const double foot[2] = {middle[0] - away * n[0], middle[1] - away * n[1]}, along[2] = {-n[1], n[0]};
    const double low = -3.0 * size, high = 3.0 * size;
    if (away > 3.0 * size) return;
    const double from[2] = {foot[0] + low * along[0], foot[1] + low * along[1]},
                 to[2] = {foot[0] + high * along[0], foot[1] + high * along[1]};
    carom_series *strip = carom_panel_series(l->panel, CAROM_SERIES_AREA, "plane", ground_style);
    carom_series_add(strip, from[0], from[1]);
    carom_series_add(strip, to[0], to[1]);
    carom_series_add(strip, to[0] - thick * n[0], to[1] - thick * n[1]);
    carom_series_add(strip, from[0] - thick * n[0], from[1] - thick * n[1]);
    carom_series *line = carom_panel_line(l->panel, "plane", plane_style);
    carom_series_add(line, from[0], from[1]);
    carom_series_add(line, to[0], to[1]);
}

// Draws the path of the centre, and the place and impulse of each impact.

static void put_path(const look *l) {
    enum { STEPS = 600 };
    carom_style style = path_style;
    style.unlisted = l->unlisted;
    carom_series *path = carom_panel_line(l->panel, "path of the centre", style);
    const carom_motion_result *r = l->view->result;
    int event = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double t = l->end * i / STEPS;
        carom_motion_state state;
        for (; event < r->events && r->event[event].after.t < t; event++)
            carom_series_add(path, r->event[event].after.centre[l->across], r->event[event].after.centre[l->up]);
        if (state_at(l, t, &state)) carom_series_add(path, state.centre[l->across], state.centre[l->up]);
    }
}

static void put_impulses(look *l) {
    const carom_motion_result *r = l->view->result;
    const double size = fmax(l->x1 - l->x0, l->y1 - l->y0);
    double most = 0.0;
    bool listed = l->unlisted;
    for (int i = 0; i < r->hits; i++) most = fmax(most, hypot(r->hit[i].impulse[l->across], r->hit[i].impulse[l->up]));
    for (int i = 0; i < r->hits && most > 0.0; i++) {
        const carom_motion_hit *h = &r->hit[i];
        const double P[2] = {h->impulse[l->across] / most, h->impulse[l->up] / most};
        // Skip shorter arrows, which would consist of their head only.
        if (hypot(P[0], P[1]) < 0.12) continue;
        carom_style style = impulse_style;
        style.unlisted = listed;
        listed = true;
        carom_series *arrow = carom_panel_series(l->panel, CAROM_SERIES_ARROW, "impulse", style);
        carom_series_add(arrow, h->point[l->across], h->point[l->up]);
        carom_series_add(arrow, h->point[l->across] + 0.22 * size * P[0], h->point[l->up] + 0.22 * size * P[1]);
        include(l, h->point[l->across] + 0.22 * size * P[0], h->point[l->up] + 0.22 * size * P[1]);
    }
}

// Limits the time shown if the body slides or rolls for long after its last event.
static double end_of(const carom_motion_view *view) {
    const carom_motion_result *r = view->result;
    const double last = r->events ? r->event[r->events - 1].after.t : r->end.t;
    return fmin(r->end.t, 1.3 * last);
}

// Returns the largest of 1, 2 and 5 times a power of ten that gives at least this many images.
static double chosen_interval(double end) {
    enum { IMAGES = 26 };
    double step = pow(10.0, floor(log10(end / IMAGES)));
    const double times[] = {1.0, 2.0, 5.0, 10.0};
    for (int i = 0; i < 4; i++)
        if (end / (times[i] * step) <= IMAGES) return times[i] * step;
    return end / IMAGES;
}

static void fill(look *l, const char *title) {
    const int images = (int)(l->end / l->interval + 1e-9);
    const double x0 = l->x0, x1 = l->x1, y0 = l->y0, y1 = l->y1, margin = 0.04 * fmax(x1 - x0, y1 - y0);
    l->x0 = x0 - margin, l->x1 = x1 + margin, l->y0 = y0 - margin, l->y1 = y1 + margin;
    for (int i = 0; i < l->view->scene->planes; i++) put_plane(l, &l->view->scene->plane[i]);
    for (int i = 1; i <= images; i++) put_image(l, i * l->interval, edge_style, "body", true);
    put_path(l);
    put_image(l, l->end, end_style, "end", false);
    put_image(l, 0.0, start_style, "start", false);
    put_impulses(l);
    const carom_motion_state *a = &l->view->result->start;
    carom_motion_state b = l->view->result->end;
    char when[40] = "end";
    if (l->end < b.t) snprintf(when, sizeof when, "%s s", CAROM_SHORT(l->end, 2));
    state_at(l, l->end, &b);
    carom_panel_note(l->panel, a->centre[l->across], a->centre[l->up], "start", CAROM_INK_BLUE);
    carom_panel_note(l->panel, b.centre[l->across], b.centre[l->up], when, CAROM_INK_VERMILION);
    carom_panel_axes(l->panel, (const char *const[]){"$x$, m", "$y$, m", "$z$, m"}[l->across],
                     (const char *const[]){"$x$, m", "$y$, m", "$z$, m"}[l->up]);
    l->panel->equal = true;
    carom_panel_range(l->panel, l->x0, l->x1, l->y0, l->y1);
    if (title) carom_panel_title(l->panel, title);
}

// Draws the figure: one panel per law, all with the same range, so that they can be compared.

enum { MOST_VIEWS = CAROM_MAX_PANELS };

typedef struct {
    look at[MOST_VIEWS];
    int count;
} looks;

static void add_look(looks *all, const carom_motion_view *view, const carom_wire *wire, int across, int up,
                     double interval, double (*room)[2]) {
    look *l = &all->at[all->count++];
    *l = (look){.view = view, .wire = wire, .across = across, .up = up, .end = end_of(view), .interval = interval};
    l->at = room;
    l->hull = room + CAROM_WIRE_POINTS;
    l->x0 = l->y0 = HUGE_VAL;
    l->x1 = l->y1 = -HUGE_VAL;
    measure(l);
}

// Gives all panels of one direction the same range.
static void share_range(looks *all) {
    look whole = all->at[0];
    for (int i = 1; i < all->count; i++) {
        if (all->at[i].up != whole.up) return;
        include(&whole, all->at[i].x0, all->at[i].y0);
        include(&whole, all->at[i].x1, all->at[i].y1);
    }
    for (int i = 0; i < all->count; i++) {
        look *l = &all->at[i];
        l->x0 = whole.x0, l->x1 = whole.x1, l->y0 = whole.y0, l->y1 = whole.y1;
    }
}

static carom_figure *new_figure(const looks *all, const carom_motion_picture *picture) {
    enum { WIDE = 520, NARROW = 300, TALLEST = 640 };
    const look *l = &all->at[0];
    const int columns = all->count == 1 ? 1 : all->count <= 4 ? 2 : 3;
    const int rows = (all->count + columns - 1) / columns;
    const double share = (l->y1 - l->y0) / fmax(l->x1 - l->x0, 1e-300);
    const double width = columns == 1 ? WIDE : NARROW * columns;
    // The frame of a panel takes about 60 points at its side and below it.
    const double panel = fmin(TALLEST, fmax(150.0, (width / columns - 60.0) * share + 70.0));
    carom_figure *figure = carom_figure_create(picture->name, width, panel * rows);
    if (figure) figure->columns = columns;
    return figure;
}

static void caption(carom_figure *figure, const carom_motion_picture *picture, double interval) {
    char text[300];
    snprintf(text, sizeof text, "%s, %s kg; one image every %s s", picture->name,
             CAROM_SHORT(picture->view[0].scene->mass, 4), CAROM_SHORT(interval, 4));
    carom_figure_caption(figure, text);
    carom_figure_title(figure, picture->count == 1 ? picture->view[0].words : picture->name);
}

carom_figure *carom_motion_strobe(const carom_motion_picture *picture) {
    const carom_motion_scene *scene = picture->view[0].scene;
    looks all = {.count = 0};
    carom_wire *wire = malloc(sizeof *wire);
    double(*room)[2] = malloc((3 * CAROM_WIRE_POINTS + 8) * sizeof *room);
    carom_figure *figure = NULL;
    double end = 0.0;
    for (int i = 0; i < picture->count; i++) end = fmax(end, end_of(&picture->view[i]));
    const double interval = isnan(picture->interval) ? chosen_interval(end > 0.0 ? end : 1.0) : picture->interval;
    if (wire && room) {
        carom_wire_of(scene, wire);
        const bool flat = scene->dim == 2;
        for (int i = 0; i < picture->count && i < MOST_VIEWS; i++)
            add_look(&all, &picture->view[i], wire, 0, flat ? 1 : 2, interval, room);
        if (!flat && picture->count == 1) add_look(&all, &picture->view[0], wire, 0, 1, interval, room);
        share_range(&all);
        figure = new_figure(&all, picture);
        for (int i = 0; i < all.count && figure; i++) {
            const char *title = picture->count > 1 ? all.at[i].view->name
                                : !flat            ? i ? "from above" : "from the front"
                                                   : NULL;
            all.at[i].panel = carom_figure_panel(figure);
            if (!all.at[i].panel) break; // memory ran out, and the figure is marked as failed
            all.at[i].unlisted = i > 0;
            fill(&all.at[i], title);
        }
        if (figure) caption(figure, picture, interval);
    }
    free(wire);
    free(room);
    return figure;
}
