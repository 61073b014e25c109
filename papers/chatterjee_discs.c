// Reproduces Chatterjee 1997, 11.1.1 and 11.3: a two-stage impact (figure 11.2), compressed discs (figure 11.42) and
// the slowness of an impact.
#include <math.h>

#include "carom/compliant.h"
#include "mods/draw/figure/figure.h"
#include "papers/discs.h"
#include "papers/papers.h"

// Returns the motion of a puck of 52.6 g that carries 9.85 g on a soft spring. The stiffness is ours and only sets the
// time scale.
static carom_two_stage two_stage(double e, double t) {
    return carom_two_stage_at(e, 0.0526, 0.00985, 100.0, 0.5, t);
}

void carom_reproduce_ch_fig11_2(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 400.0, 290.0);
    carom_panel_axes(panel, "time after the blow  (ms)", "distance from the wall  (mm)");
    carom_series *puck =
        carom_panel_line(panel, "puck, $m_1$", (carom_style){.ink = CAROM_INK_VERMILION, .width = 2.0});
    carom_series *mass = carom_panel_line(panel, "added mass, from where it hung",
                                          (carom_style){.ink = CAROM_INK_BLUE, .width = 2.0, .dash = CAROM_DASHED});
    carom_series *both = carom_panel_line(panel, "both together",
                                          (carom_style){.ink = CAROM_INK_SOFT, .width = 1.2, .dash = CAROM_DOTTED});
    const carom_two_stage end = two_stage(0.85, 0.0);
    for (int k = 0; k <= 200; k++) {
        const double t = 2.5 * end.period * k / 200.0;
        const carom_two_stage now = two_stage(0.85, t);
        carom_series_add(puck, 1e3 * t, 1e3 * now.x1);
        carom_series_add(mass, 1e3 * t, 1e3 * now.x2);
        carom_series_add(both, 1e3 * t, 1e3 * end.e * 0.5 * t);
    }
    carom_claim_number(r, "restitution of both, e = 0.85", "0.56", end.e);
    carom_claim_false(r, "observed: about 0.7", "the spring was stiffer", "needs e = 1.018: no soft spring gives it",
                      fabs(two_stage(1.0183460076045627, 0.0).e - 0.7) < 1e-12 && two_stage(1.0, 0.0).e < 0.685,
                      "e_eff rises with e to 0.6845 at e = 1");
    carom_claim_said(r, "the puck after the first stage", "does not touch again", "moves off all the time",
                     end.margin > 0.0 && isinf(end.nearest));
    // At the bound e m1 - m2 = 0.21723 m2 (1 + e), the puck just touches the wall again.
    const double m1 = 0.0526, m2 = 0.00985, share = 0.21723362821122166, e0 = m2 * (1.0 + share) / (m1 - share * m2);
    carom_claim_said(r, "valid while", "not printed", "e m1 - m2 > 0.21723 m2 (1+e)",
                     fabs(two_stage(e0, 0.0).nearest) < 1e-9 && two_stage(e0 + 0.01, 0.0).nearest > 0.0 &&
                         two_stage(e0 - 0.01, 0.0).nearest < 0.0);
    carom_claim_unstated(r);
    carom_reproduce_given(
        r, "52.6 g and 9.85 g, $e$ = 0.85, 0.5 m/s; the spring of 100 N/m is ours and sets only the time");
}

// Computes the compression of the Delrin disc of figure 11.42; its members are NaN if this fails.
static carom_disc_pressed press(double force) {
    const carom_disc delrin = {.E = 2700e6, .nu = 0.3, .radius = 0.0495, .edge = 0.005, .thickness = 0.0064};
    carom_disc_pressed c;
    if (carom_disc_compress(&delrin, force, &c) != CAROM_OK) c.sum = c.flat = c.point = c.stiffness = (double)NAN;
    return c;
}

void carom_reproduce_ch_fig11_42(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 400.0, 300.0);
    carom_panel_axes(panel, "compression  (µm)", "force  (N)");
    carom_panel_range(panel, 0.0, 120.0, 0.0, 300.0);
    carom_series *flat = carom_panel_line(panel, "2D: cylinder between plates",
                                          (carom_style){.ink = CAROM_INK_BLUE, .width = 1.8, .dash = CAROM_DASHED});
    carom_series *point = carom_panel_line(panel, "3D: Hertz, 4.95 and 0.50 cm",
                                           (carom_style){.ink = CAROM_INK_GREEN, .width = 1.8, .dash = CAROM_DASHDOT});
    carom_series *sum = carom_panel_line(panel, "sum", (carom_style){.ink = CAROM_INK_VERMILION, .width = 2.0});
    carom_series *line = carom_panel_line(panel, "slope 2·10$^6$ N/m, as the text reads its data",
                                          (carom_style){.ink = CAROM_INK_SOFT, .width = 1.2, .dash = CAROM_DOTTED});
    for (int k = 1; k <= 150; k++) {
        const double force = 2.0 * k;
        const carom_disc_pressed c = press(force);
        carom_series_add(flat, 1e6 * c.flat, force);
        carom_series_add(point, 1e6 * c.point, force);
        carom_series_add(sum, 1e6 * c.sum, force);
    }
    for (int k = 0; k <= 1; k++) carom_series_add(line, 110.0 * k, 220.0 * k);
    const carom_disc_pressed hundred = press(100.0), strong = press(185.0), ten = press(10.0);
    carom_claim_measured(r, "stiffness of the sum, 100 and 185 N", "about 2e6 N/m", "2.7e6 and 3.1e6 N/m",
                         fabs(hundred.stiffness - 2.66e6) < 5e3 && fabs(strong.stiffness - 3.06e6) < 1e4);
    carom_claim_said(r, "Hertz's part of the sum", "less at larger forces", "76 % at 10 N, 61 % at 185 N",
                     fabs(ten.point / ten.sum - 0.76) < 0.005 && fabs(strong.point / strong.sum - 0.61) < 0.005);
    carom_claim_said(r, "compression at 100 N", "not printed", "17.9 + 32.1 = 50.0 µm",
                     fabs(1e6 * hundred.flat - 17.90) < 0.01 && fabs(1e6 * hundred.point - 32.10) < 0.01);
    carom_claim_unstated(r);
    carom_claim_formula(r, "Hertz's part grows as", "F^(2/3), 10 to 100 N", pow(10.0, 2.0 / 3.0),
                        hundred.point / ten.point);
    carom_reproduce_given(r, "$E$ = 2700 MPa, $ν$ = 0.3, radii 4.95 and 0.50 cm, 6.4 mm thick, rigid plates;");
    carom_reproduce_given(r, "plane strain. The points of the load test are lost with the figure");
}

// Sections 11.3.2 to 11.3.5: a puck of 67 g with the diameter 98.2 mm hits a spring of 2e6 N/m at 0.5 m/s. Its density
// is the mean of pucks 1 and 2.
void carom_reproduce_ch_section11_3(carom_reproduction *r) {
    const double R = 0.0491, volume = 3.14159265358979323846 * R * R * 0.0064,
                 density = 0.5 * (0.0678 + 0.0672) / volume;
    const carom_slowness s = carom_impact_slowness(2700e6, density, 0.5, 0.067, 2e6, 0.0982);
    const carom_slowness steel =
        carom_impact_slowness(40.0 * 2700e6, 6.0 * density, 0.5, 6.0 * 0.067, 40.0 * 2e6, 0.0982);
    carom_claim_misprint(r, "duration, ms", "0.5", 1e3 * s.duration, "0.575", "pi sqrt(m/k); the text rounds down");
    carom_claim_misprint(r, "greatest force, N", "185", s.force, "183", "V sqrt(k m)");
    carom_claim_said(r, "greatest compression, m", "just over 9e-5", "9.15e-5",
                     fabs(1e5 * s.compression - 9.15) < 0.005);
    carom_claim_misprint(r, "diameters a wave crosses", "7", s.crossings, "8.15", "7 in 0.5 ms, 8.15 in 0.575 ms");
    carom_claim_number(r, "the same in 0.5 ms", "7", s.crossings * 0.5e-3 / s.duration);
    carom_claim_said(r, "compression of steel by that of Delrin", "about 40 percent", "sqrt(6/40) = 39 %",
                     fabs(steel.compression / s.compression - 0.387) < 0.001);
    carom_claim_formula(r, "diameters crossed by a wave, steel by Delrin", "alike", 1.0, steel.crossings / s.crossings);
    carom_claim_said(r, "(V/c)^(1/5) and 0.3 (V/c)^(1/3)", "must be small", "0.205 and 0.021",
                     fabs(s.fifth - 0.205) < 0.001 && fabs(s.third - 0.0213) < 0.0001);
}
