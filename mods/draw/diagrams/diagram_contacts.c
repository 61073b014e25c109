// Draws several contacts: the velocities and the impulse of each.
#include <math.h>
#include <stdio.h>

#include "mods/draw/figure/figure.h"

enum { MOST_CONTACTS = 100000 };

static carom_style style_of(int contact) {
    static const carom_ink inks[] = {CAROM_INK_VERMILION, CAROM_INK_BLUE,   CAROM_INK_GREEN,
                                     CAROM_INK_PURPLE,    CAROM_INK_ORANGE, CAROM_INK_SKY};
    static const carom_mark marks[] = {CAROM_MARK_DISC,     CAROM_MARK_SQUARE, CAROM_MARK_DIAMOND,
                                       CAROM_MARK_TRIANGLE, CAROM_MARK_DOWN,   CAROM_MARK_STAR};
    return (carom_style){.ink = inks[contact % 6], .mark = marks[contact % 6], .width = 1.6};
}

static void name_of(int contact, char *text, size_t size) {
    snprintf(text, size, "contact %d", contact);
}

static void add_velocities(carom_figure *figure, int contacts, const double *v, const double *after) {
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_title(panel, "velocities, before to after");
    carom_panel_axes(panel, "slip $v_t$  (m/s)", "normal velocity $v_n$  (m/s)");
    if (panel) panel->zero_lines = true;
    char name[32];
    for (int i = 0; i < contacts; i++) {
        carom_style style = style_of(i);
        name_of(i, name, sizeof name);
        carom_series *end = carom_panel_series(panel, CAROM_SERIES_POINTS, name, style);
        carom_series_add(end, after[2 * i + 1], after[2 * i]);
        style.unlisted = true;
        style.mark = CAROM_MARK_NONE;
        carom_series *arrow = carom_panel_series(panel, CAROM_SERIES_ARROW, "change", style);
        carom_series_add(arrow, v[2 * i + 1], v[2 * i]);
        carom_series_add(arrow, after[2 * i + 1], after[2 * i]);
    }
}

static void add_impulses(carom_figure *figure, int contacts, const double *P, const double *mu) {
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_title(panel, "impulses in their friction cones");
    carom_panel_axes(panel, "tangential impulse $P_t$  (N s)", "normal impulse $P_n$  (N s)");
    if (panel) panel->zero_lines = panel->equal = true;
    char name[32];
    for (int i = 0; i < contacts; i++) {
        carom_style style = style_of(i);
        name_of(i, name, sizeof name);
        carom_series *end = carom_panel_series(panel, CAROM_SERIES_POINTS, name, style);
        carom_series_add(end, P[2 * i + 1], P[2 * i]);
        for (int side = -1; isfinite(mu[i]) && side <= 1; side += 2) {
            const carom_style edge = {.ink = style.ink, .dash = CAROM_DOTTED, .width = 1.0, .unlisted = true};
            carom_series *ray = carom_panel_series(panel, CAROM_SERIES_RAY, "friction cone", edge);
            carom_series_add(ray, 0.0, 0.0);
            carom_series_add(ray, side * mu[i], 1.0);
        }
    }
    // Show the apex of the cones.
    carom_series_add(carom_panel_series(panel, CAROM_SERIES_POINTS, "no impulse", (carom_style){.unlisted = true}), 0.0,
                     0.0);
}

carom_status carom_draw_system(carom_figure *figure, int contacts, const double *v, const double *after,
                               const double *P, const double *mu) {
    if (!figure || !v || !after || !P || !mu) return CAROM_NULL_POINTER;
    if (contacts < 1 || contacts > MOST_CONTACTS) return CAROM_BAD_COUNT;
    for (int i = 0; i < 2 * contacts; i++)
        if (!isfinite(v[i]) || !isfinite(after[i]) || !isfinite(P[i])) return CAROM_NOT_FINITE;
    for (int i = 0; i < contacts; i++)
        if (!(mu[i] >= 0.0)) return CAROM_NOT_FINITE;
    figure->columns = 2;
    add_velocities(figure, contacts, v, after);
    add_impulses(figure, contacts, P, mu);
    return CAROM_OK;
}
