#include "papers/reach.h"

#include "carom/law.h"
#include "papers/params.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "papers/letters.h"

carom_panel *carom_reach_panel(carom_reproduction *r, const carom_contact *c, double mu) {
    carom_params p = paper_params();
    p.mu = mu;
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 350.0);
    const carom_impulse_view view = {.contact = c, .params = &p};
    carom_panel_impulse(panel, &view);
    carom_panel_axes(panel, "tangential impulse $P_T$  (N s)", "normal impulse $P_N$  (N s)");
    return panel;
}

carom_reach carom_reach_measure(const carom_law *law, const carom_contact *c, double mu) {
    carom_params p = paper_params();
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    carom_cover *cover = malloc(sizeof *cover);
    carom_reach reach = {.share = (double)NAN, .area = (double)NAN};
    const int count = carom_reach_ranges(law, 0, own);
    p.mu = mu;
    if (cover) carom_reach_compute(law, c, &p, own, count, cover, &reach);
    free(cover);
    return reach;
}

carom_reach carom_reach_asked(const carom_law *law, const carom_contact *c, double mu) {
    carom_contact_vtable code = *law->contact;
    carom_law plain = *law;
    code.outline = NULL;
    plain.contact = &code;
    return carom_reach_measure(&plain, c, mu);
}

carom_reach carom_reach_draw(carom_panel *panel, const carom_law *law, const carom_contact *c, double mu,
                             const char *name, carom_style style) {
    const carom_reach reach = carom_reach_measure(law, c, mu);
    carom_params p = paper_params();
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    char label[128];
    p.mu = mu;
    snprintf(label, sizeof label, "%s", name);
    if (reach.area > 0.0 && reach.share > 0.0)
        snprintf(label, sizeof label, "%s: %.1f %% of the region", name, 100.0 * reach.share);
    const int count = carom_reach_ranges(law, 0, own);
    carom_panel_reach(panel, law, c, &p, own, count, label, style);
    return reach;
}

double carom_reach_apart(const carom_law *one, const carom_law *other, const carom_contact *c, double mu) {
    enum { MOST = 21 * 21 };
    double P[2][MOST][3], most = 0.0;
    const carom_law *laws[2] = {one, other};
    carom_params p = paper_params();
    size_t points = 0, found;
    p.mu = mu;
    for (int k = 0; k < 2; k++) {
        carom_reach_range own[CAROM_MAX_REACH_RANGES];
        const bool two = carom_reach_ranges(laws[k], 0, own) > 1;
        carom_reach_net(laws[k], c, &p, &own[0], two ? 20 : 100, two ? &own[1] : NULL, 20, P[k][0], MOST, &found);
        points = two ? MOST : 101;
        if (found != points) return HUGE_VAL;
    }
    for (size_t i = 0; i < points; i++) carom_worsen(&most, hypot(P[0][i][0] - P[1][i][0], P[0][i][1] - P[1][i][1]));
    return most;
}

void carom_reach_letter(carom_panel *panel, const double P[2], const char *letter) {
    carom_series *s =
        carom_panel_series(panel, CAROM_SERIES_POINTS, letter,
                           (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_DISC, .unlisted = true});
    carom_series_add(s, P[1], P[0]);
    carom_panel_note(panel, P[1], P[0], letter, CAROM_INK_TEXT);
}

carom_result carom_reach_ask(const carom_law *law, const carom_contact *c, double mu, double r_n, double r_t) {
    carom_params p = paper_params();
    p.mu = mu;
    p.e = r_n;
    p.e_t = r_t;
    return carom_plane_solve(law, c, &p);
}

void carom_reach_centre(const carom_contact *c, double P[2]) {
    carom_region region;
    carom_region_compute(c, HUGE_VAL, &region);
    P[0] = region.centre[0];
    P[1] = region.centre[1];
}

void carom_reach_given(carom_reproduction *r, const carom_contact *c, double mu, const char *more) {
    carom_reproduce_given_contact(r, "", c);
    if (isinf(mu))
        carom_reproduce_given(r, "$μ$ infinite; %s. Numbers ours", more);
    else
        carom_reproduce_given(r, "$μ$ = %g; %s. Numbers ours", mu, more);
}

static void add_letter(carom_panel *panel, const double P[3], const char *letter) {
    static const carom_style dot = {.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_DISC, .unlisted = true};
    if (!isfinite(P[0]) || !isfinite(P[1])) return;
    carom_series *s = carom_panel_series(panel, CAROM_SERIES_POINTS, letter, dot);
    carom_panel_add_impulse(panel, s, P);
    carom_panel_note(panel, P[1], P[0], letter, CAROM_INK_TEXT);
}

void carom_panel_letters(carom_panel *panel, const carom_contact *contact, double mu) {
    static const char *const names[8] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    carom_named_points l;
    if (!contact || carom_letters_compute(contact, mu, &l) != CAROM_OK) return;
    add_letter(panel, (double[3]){0.0, 0.0, 0.0}, "O");
    for (int i = 0; i < 8; i++) add_letter(panel, l.at[i], names[i]);
}
