// Draws one impact of a contact model over time.
#include <math.h>

#include "mods/draw/figure/figure.h"

static const carom_style normal_style = {.ink = CAROM_INK_VERMILION, .width = 1.8};
static const carom_style tangential_style = {.ink = CAROM_INK_BLUE, .width = 1.6, .dash = CAROM_DASHED};
static const carom_style other_style = {.ink = CAROM_INK_GREEN, .width = 1.4, .dash = CAROM_DASHDOT};

static carom_panel *panel_of(carom_figure *figure, const char *title, const char *x, const char *y) {
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_title(panel, title);
    carom_panel_axes(panel, x, y);
    if (panel) panel->zero_lines = true;
    return panel;
}

static carom_style style_of(int component) {
    return component == 0 ? normal_style : component == 1 ? tangential_style : other_style;
}

// Adds a mark where the contact point begins to stick or slip.
static void add_states(carom_panel *panel, const carom_history_point *points, size_t count) {
    for (size_t i = 1; i < count; i++) {
        if (points[i].state == points[i - 1].state || points[i].state == CAROM_CONTACT_OPEN) continue;
        carom_series *s = carom_panel_series(
            panel, CAROM_SERIES_POINTS, carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)points[i].state),
            (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_RING, .unlisted = true});
        carom_series_add(s, points[i].t, points[i].force[0]);
        carom_panel_note(panel, points[i].t, points[i].force[0],
                         carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)points[i].state), CAROM_INK_TEXT);
    }
}

// The labels of the axes.
typedef struct {
    const char *time, *force, *overlap, *normal, *speed, *slip;
} axes;

static const axes in_SI = {"time $t$  (s)",           "force on A  (N)",          "overlap  (m)",
                           "normal force $F_n$  (N)", "relative velocity  (m/s)", "slip  (m/s)"};
// A contact model without its own stiffness accepts any k_n in N/m.
static const axes by_ratio = {"time $t$  (s/√$k_n$)",           "force on A  (N √$k_n$)",   "overlap  (m/√$k_n$)",
                              "normal force $F_n$  (N √$k_n$)", "relative velocity  (m/s)", "slip  (m/s)"};

static carom_status draw(carom_figure *figure, const carom_history_point *points, size_t count, int dim,
                         const axes *a) {
    static const char *const forces[3] = {"normal $F_n$", "tangential $F_t$", "tangential $F_u$"};
    static const char *const speeds[3] = {"normal $v_n$", "tangential $v_t$", "tangential $v_u$"};
    if (!figure || !points) return CAROM_NULL_POINTER;
    if (dim != 2 && dim != 3) return CAROM_BAD_DIM;
    figure->columns = 2;
    carom_panel *force = panel_of(figure, "forces", a->time, a->force);
    carom_panel *loop = panel_of(figure, "loading and unloading", a->overlap, a->normal);
    carom_panel *speed = panel_of(figure, "velocities", a->time, a->speed);
    carom_panel *slip = panel_of(figure, "slip of the contact point", a->overlap, a->slip);
    for (int c = 0; c < dim; c++) {
        carom_series *f = carom_panel_line(force, forces[c], style_of(c));
        carom_series *v = carom_panel_line(speed, speeds[c], style_of(c));
        for (size_t i = 0; i < count; i++) carom_series_add(f, points[i].t, points[i].force[c]);
        for (size_t i = 0; i < count; i++) carom_series_add(v, points[i].t, points[i].v[c]);
    }
    add_states(force, points, count);
    carom_style alone = normal_style;
    alone.unlisted = true;
    carom_series *cycle = carom_panel_line(loop, "force against overlap", alone);
    for (size_t i = 0; i < count; i++) carom_series_add(cycle, points[i].overlap, points[i].force[0]);
    for (int c = 1; c < dim; c++) {
        carom_style style = style_of(c);
        style.unlisted = dim == 2;
        if (dim == 2) style.dash = CAROM_SOLID;
        carom_series *s = carom_panel_line(slip, c == 1 ? "along $t$" : "along $u$", style);
        for (size_t i = 0; i < count; i++) {
            // A contact point without mass jumps from stick to slip, but a slip comes to rest smoothly.
            if (i && points[i].state != points[i - 1].state && points[i].state != CAROM_CONTACT_STICK)
                carom_series_add(s, (double)NAN, (double)NAN);
            carom_series_add(s, points[i].overlap, points[i].slip[c - 1]);
        }
    }
    return CAROM_OK;
}

carom_status carom_draw_history(carom_figure *figure, const carom_history_point *points, size_t count, int dim,
                                bool stiffness_ratio) {
    return draw(figure, points, count, dim, stiffness_ratio ? &by_ratio : &in_SI);
}
