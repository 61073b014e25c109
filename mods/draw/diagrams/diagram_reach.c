// Draws the set that a law reaches, and the lettered points, in an impulse diagram.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/law.h"
#include "mods/draw/figure/figure.h"

void carom_panel_add_impulse(carom_panel *panel, carom_series *s, const double P[3]) {
    carom_series_add(s, P[1], P[0]);
    if (!panel || !isfinite(P[0]) || !isfinite(P[1])) return;
    // Enlarge the diagram, since the set may exceed it.
    const double air[2] = {0.03 * (panel->x.high - panel->x.low), 0.03 * (panel->y.high - panel->y.low)};
    panel->x.low = fmin(panel->x.low, P[1] - air[0]);
    panel->x.high = fmax(panel->x.high, P[1] + air[0]);
    panel->y.low = fmin(panel->y.low, P[0] - air[1]);
    panel->y.high = fmax(panel->y.high, P[0] + air[1]);
}

// Adds a curve. It is interrupted if the law has no result, or jumps by ten times the usual step. If the coefficient
// has no effect, the curve is a point.
static void add_curve(carom_panel *panel, double (*P)[3], int steps, const char *name, carom_style style) {
    double usual = 0.0;
    for (int i = 0; i < steps; i++) {
        const double step = hypot(P[i + 1][0] - P[i][0], P[i + 1][1] - P[i][1]);
        if (!isnan(step)) usual += step / steps;
    }
    const bool point = !(usual > 0.0);
    if (point) style.mark = CAROM_MARK_DISC;
    carom_series *s = carom_panel_series(panel, point ? CAROM_SERIES_POINTS : CAROM_SERIES_LINE, name, style);
    for (int i = 0; i <= (point ? 0 : steps); i++) {
        if (i && hypot(P[i][0] - P[i - 1][0], P[i][1] - P[i - 1][1]) > 10.0 * usual)
            carom_series_add(s, (double)NAN, (double)NAN);
        carom_panel_add_impulse(panel, s, P[i]);
    }
}

static carom_status ask_curve(carom_panel *panel, const carom_law *law, const carom_contact *c, const carom_params *p,
                              const carom_reach_range *own, int count, const char *name, carom_style style) {
    enum { STEPS = 400 };
    double(*P)[3] = calloc(STEPS + 1, sizeof *P);
    carom_result out;
    carom_status status;
    size_t found = 1;
    if (!P) {
        panel->figure->failed = true;
        return CAROM_OK;
    }
    if (count) {
        status = carom_reach_net(law, c, p, own, STEPS, NULL, 0, P[0], STEPS + 1, &found);
    } else {
        status = carom_collide(law, c, p, &out);
        memcpy(P[0], out.P, sizeof out.P);
    }
    if (status == CAROM_OK && found) add_curve(panel, P, count ? STEPS : 0, name, style);
    free(P);
    return status;
}

static void add_outline(carom_panel *panel, const carom_reach_area *o, double mu, const char *name, carom_style style) {
    carom_series *s = o->count ? carom_panel_series(panel, CAROM_SERIES_AREA, name, style) : NULL;
    for (int i = 0; i < o->count; i++) carom_panel_add_impulse(panel, s, o->P[i]);
    style.width = fmax(style.width, 2.4);
    style.unlisted = o->count > 0;
    for (int k = 0; k < 2; k++) {
        if (isnan(o->friction[k][0])) continue;
        carom_series *line = carom_panel_line(panel, name, style);
        for (int end = 0; end < 2; end++) {
            const double Pn = o->friction[k][end], P[3] = {Pn, (k ? -mu : mu) * Pn, 0.0};
            carom_panel_add_impulse(panel, line, P);
        }
    }
}

// Adds the marked cells of a raster, each run of a row as one box.
static void add_cover(carom_panel *panel, const carom_cover *cover, const char *name, carom_style style) {
    carom_series *s = carom_panel_series(panel, CAROM_SERIES_AREA, name, style);
    for (int i = 0; i < CAROM_COVER_ROWS; i++)
        for (int j = 0, from = -1; j <= CAROM_COVER_COLUMNS; j++) {
            const bool on = j < CAROM_COVER_COLUMNS && (cover->row[i][j / 64] >> (j % 64) & 1);
            if (on && from < 0) from = j;
            if (on || from < 0) continue;
            const double y = cover->low[0] + i * cover->step[0], up = y + cover->step[0];
            const double x = cover->low[1] + from * cover->step[1], right = cover->low[1] + j * cover->step[1];
            const double P[4][3] = {{y, x, 0.0}, {y, right, 0.0}, {up, right, 0.0}, {up, x, 0.0}};
            for (int k = 0; k < 4; k++) carom_panel_add_impulse(panel, s, P[k]);
            carom_series_add(s, (double)NAN, (double)NAN);
            from = -1;
        }
}

carom_status carom_panel_reach(carom_panel *panel, const carom_law *law, const carom_contact *contact,
                               const carom_params *params, const carom_reach_range *own, int count, const char *name,
                               carom_style style) {
    if (!panel || !law || !contact || !params || !name) return CAROM_NULL_POINTER;
    if (contact->dim != 2) return CAROM_WRONG_DIM;
    if (count < 0 || (count && !own)) return CAROM_BAD_VALUE;
    if (count < 2) {
        style.width = fmax(style.width, 2.4);
        return ask_curve(panel, law, contact, params, own, count, name, style);
    }
    carom_cover *cover = calloc(1, sizeof *cover);
    carom_reach_area *outline = calloc(1, sizeof *outline);
    carom_reach reach;
    carom_status status = CAROM_OK;
    if (!cover || !outline)
        panel->figure->failed = true;
    else
        status = carom_reach_compute(law, contact, params, own, count, cover, &reach);
    if (cover && outline && status == CAROM_OK) {
        if (reach.exact && carom_reach_outline(law, contact, params, outline) == CAROM_OK)
            add_outline(panel, outline, params->mu, name, style);
        else
            add_cover(panel, cover, name, style);
    }
    free(cover);
    free(outline);
    return status;
}

carom_status carom_draw_reach(carom_figure *figure, const carom_law *law, const carom_contact *contact,
                              const carom_params *params, const carom_reach_range *own, int count) {
    static const carom_style style = {.ink = CAROM_INK_ORANGE, .fill = 0.4, .hatched = true};
    if (!figure || !law) return CAROM_NULL_POINTER;
    if (!figure->panel_count) return CAROM_BAD_FIGURE;
    return carom_panel_reach(figure->panels[figure->panel_count - 1], law, contact, params, own, count, law->name,
                             style);
}
