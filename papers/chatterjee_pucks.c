// Chatterjee 1997, chapter 11: the impulse ratios of pucks (figure 11.30).
#include <math.h>
#include <stdio.h>

#include "base/root.h"
#include "base/worst.h"
#include "papers/papers.h"

static const double pi = 3.14159265358979323846;

// A uniform disk: W = diag(1, 3) per mass, rho = lambda2/lambda1 = 1/3, e = 0.92.
static carom_outcome puck(const carom_law *law, double theta, double mu) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 3.0, -cos(theta), -sin(theta));
    carom_params p = carom_default_params();
    p.e = 0.92;
    p.mu = mu;
    return carom_plane_solve(law, &c, &p);
}

static double ratio(const carom_law *law, double theta, double mu) {
    const carom_outcome out = puck(law, theta, mu);
    return out.P[1] / out.P[0];
}

// The incidence from which the law slides all the way, by halving.
static double slides_from(double mu) {
    carom_root r = carom_root_between(0.01, 1.5, true);
    while (!r.over) carom_root_halve(&r, puck(&carom_law_routh, r.x, mu).mode == CAROM_MODE_SLIDING);
    return r.high;
}

void carom_reproduce_ch_fig11_30(carom_reproduction *r) {
    static const carom_style styles[2] = {{.ink = CAROM_INK_VERMILION, .width = 2.0},
                                          {.ink = CAROM_INK_GREEN, .width = 2.0, .dash = CAROM_DASHED}};
    const double mu = 0.16, begins = atan(mu * 1.92 * 3.0);
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_panel_axes(panel, "angle of incidence $θ$  (rad)", "impulse ratio $P_T / P_N$");
    carom_panel_range(panel, 0.0, 1.65, 0.0, 0.2);
    carom_series *lines[2] = {carom_panel_line(panel, "Routh, Kane & Levinson", styles[0]),
                              carom_panel_line(panel, "Smith", styles[1])};
    double apart = 0.0, formula = 0.0;
    for (int i = 1; i < 157; i++) {
        const double theta = 0.01 * i, routh = ratio(&carom_law_routh, theta, mu);
        carom_series_add(lines[0], theta, routh);
        carom_series_add(lines[1], theta, ratio(&carom_law_smith, theta, mu));
        carom_worsen(&apart, fabs(routh - ratio(&carom_law_whittaker, theta, mu)));
        carom_worsen(&formula, fabs(routh - fmin(mu, tan(theta) / (3.0 * 1.92))));
    }
    // The text gives two numbers of the data: what the ratio rises from and what it would be at pi/2.
    carom_series *data = carom_panel_series(panel, CAROM_SERIES_POINTS, "measured at $θ = π/2$, extrapolated",
                                            (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_RING});
    carom_series_add(data, 0.5 * pi, 0.16);
    carom_series *low = carom_panel_line(panel, "measured where sliding begins: 0.1",
                                         (carom_style){.ink = CAROM_INK_SOFT, .width = 1.0, .dash = CAROM_DOTTED});
    carom_series_add(low, 0.0, 0.1);
    carom_series_add(low, 1.65, 0.1);
    carom_claim_fact(r, "Routh and Kane & Levinson", "coincide", apart < 1e-12);
    carom_claim_said(r, "their ratio", "min(mu, rho tan(theta)/(1+e))", "the same", formula < 1e-12);
    carom_claim_said(r, "the ratio once sliding", "rises from 0.1 to 0.16", "constant in every law: mu",
                     fabs(ratio(&carom_law_routh, 0.9, mu) - mu) < 1e-12 &&
                         fabs(ratio(&carom_law_smith, 1.5, mu) - mu) < 1e-12);
    // 1e-5: at 1e-6 rad the curve has left its tangent by 1e-6.
    carom_claim_said(r, "Smith's ratio near theta = 0", "not printed", "twice Routh's",
                     fabs(ratio(&carom_law_smith, 1e-6, mu) / ratio(&carom_law_routh, 1e-6, mu) - 2.0) < 1e-5);
    carom_claim_formula(r, "sliding begins at theta, rad", "not printed; tan = mu (1+e)/rho", begins, slides_from(mu));
    carom_reproduce_given(r, "$W$ = diag(1, 3)/m, $v$ = (-cos θ, -sin θ) m/s, $e$ = 0.92");
    carom_reproduce_given(r, "$μ$ = 0.16: ours, chosen to meet the data at π/2; the figure prints none");
}
