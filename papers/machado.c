// Computes the restitution that nine damping factors a(e) produce for a given e. Machado et al. 2012 collect these
// factors for the contact force N = k d^n (1 + a d'/v0).
#include "carom/compliant.h"
#include "mods/draw/figure/figure.h"
#include "papers/papers.h"
#include "papers/params.h"

#ifdef CAROM_WITH_COMPLIANT
#include <math.h>

#include "base/worst.h"
#include "mods/compliant/models/restitution.h"

static const char *const names[] = {
    "exact",  "hunt-crossley", "herbert-mcwhannell", "lee-wang", "lankarani-nikravesh", "gonthier", "zhiying-qishao",
    "flores", "hu-guo"};
enum { FACTORS = sizeof names / sizeof *names };

static const carom_style styles[FACTORS] = {
    {.ink = CAROM_INK_TEXT, .width = 2.2},
    {.ink = CAROM_INK_BLUE, .width = 1.6},
    {.ink = CAROM_INK_VERMILION, .width = 1.6, .dash = CAROM_DASHED},
    {.ink = CAROM_INK_GREEN, .width = 1.6},
    {.ink = CAROM_INK_PURPLE, .width = 1.6, .dash = CAROM_DASHDOT},
    {.ink = CAROM_INK_ORANGE, .width = 1.6, .dash = CAROM_DASHED},
    {.ink = CAROM_INK_SKY, .width = 1.6, .dash = CAROM_LONG},
    {.ink = CAROM_INK_VERMILION, .width = 1.6, .dash = CAROM_DOTTED},
    {.ink = CAROM_INK_BLUE, .width = 1.6, .dash = CAROM_DOTTED},
};

// Returns the restitution of the contact model in a head-on impact.
static double returned(int factor, double e) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 0.0);
    carom_params p = paper_params();
    p.mu = 0.0;
    p.e = e;
    p.own[CAROM_OWN(kn)] = 1.0;
    p.own[CAROM_OWN(p)] = 1.5;
    p.own[CAROM_OWN(factor)] = factor;
    return carom_plane_solve(&carom_law_hunt_crossley, &c, &p).v[0];
}

void carom_reproduce_ma_factors(carom_reproduction *r) {
    r->unseen = true;
    carom_panel *panel = carom_reproduce_panel(r, 440.0, 320.0);
    carom_panel_axes(panel, "restitution asked for", "restitution returned");
    carom_panel_range(panel, 0.0, 1.0, 0.0, 1.0);
    double apart = 0.0, least = HUGE_VAL, most = 0.0;
    for (int f = 0; f < FACTORS; f++) {
        carom_series *line = carom_panel_line(panel, names[f], styles[f]);
        for (int i = 1; i <= 100; i++) {
            const double e = 0.01 * i, back = carom_e_of_a(carom_factor_of_e((carom_damping_formula)f, e));
            carom_series_add(line, e, back);
            if (f == CAROM_DAMPING_EXACT) carom_worsen(&apart, fabs(back - e));
            if (i % 20 == 10) carom_worsen(&apart, fabs(returned(f, e) - back));
            if (i == 50 && f != CAROM_DAMPING_EXACT) least = fmin(least, back), most = fmax(most, back);
        }
    }
    carom_claim_said(r, "nine devices in time, e = .1 .3 .5 .7 .9", "(1 + W0(-(1+a) exp(-(1+a))))/a",
                     "the same, to 1e-9", apart < 1e-9);
    carom_claim_number(r, "asked for 0.5: least returned", "0.470", least);
    carom_claim_number(r, "asked for 0.5: most returned", "0.799", most);
    carom_reproduce_given(
        r, "hunt-crossley, $N = k d^n (1 + a d'/v_0)$, head-on, $a$ by the named author; any $n$, mass and speed");
}
#endif
