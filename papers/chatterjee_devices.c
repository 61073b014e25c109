// Reproduces Chatterjee 1997, 5.2.3, 5.2.4, 8.1, 8.2, 8.5 and 9.3: contact models. Figures 8.2 to 8.4 are in other
// files.
#include "mods/compliant/models/eigen_spring.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

#ifdef CAROM_WITH_COMPLIANT
#include <math.h>
#include <stdio.h>

#include "base/root.h"
#include "base/worst.h"
#include "mods/compliant/models/restitution.h"

static const carom_style first_style = {.ink = CAROM_INK_VERMILION, .width = 2.0};
static const carom_style second_style = {.ink = CAROM_INK_BLUE, .width = 1.8, .dash = CAROM_DASHED};
static const carom_style third_style = {.ink = CAROM_INK_GREEN, .width = 1.6, .dash = CAROM_DASHDOT};
static const carom_style dot_style = {.ink = CAROM_INK_GREEN, .mark = CAROM_MARK_DISC};

// Section 5.2.3: Ivanov's potential for the rod of Wang & Mason and for a puck.
void carom_reproduce_ch_section5_2_3(carom_reproduction *r) {
    const carom_contact rod = carom_plane_contact(2.5, -1.5, 2.5, -1.0, -1.0),
                        puck = carom_plane_contact(1, 0, 3, -1, -2);
    static carom_history_point points[1000];
    carom_history history = {.points = points, .capacity = 1000};
    carom_params p = paper_params();
    carom_result out;
    double leans = 0.0, gap = 0.0;
    p.mu = 0.3;
    carom_record(&carom_law_ivanov_potential, &puck, &p, &history, &out);
    for (size_t i = 1; i < history.count && i < history.capacity; i++) {
        // The displacement follows from the recorded forces: F_t = -2c mu h x_t/|x| with 2c = 1/(1 + mu).
        const double h = points[i].overlap, x = hypot(h, points[i].stretch[0]), share = 1.0 / (1.0 + p.mu);
        carom_worsen(&leans, fabs(points[i].force[1]) / points[i].force[0]);
        carom_worsen(&gap, fabs(points[i].force[0] - share * (h + p.mu * x + p.mu * h * h / x)));
    }
    carom_claim_fact(r, "F_n in time", "2c (h + mu |d| + mu h^2/|d|)", gap < 1e-12 && history.count > 20);
    carom_claim_fact(r, "|F_t|/F_n", "below mu at every instant", leans < p.mu && leans > 0.01);
    carom_claim_formula(r, "energy lost", "0: without a dissipation function", 0.0, out.dE);
    carom_claim_formula(r, "the end: overlap", "0", 0.0, points[history.count - 1].overlap);
    p.mu = 0.4;
    out = carom_plane_solve(&carom_law_ivanov_potential, &rod, &p);
    carom_claim_formula(r, "a rod that slides forward: energy lost (ours)", "0", 0.0, out.dE);
    carom_claim_unstated(r);
    carom_claim_fact(r, "its normal restitution (ours)", "above 1", out.v[0] > 1.01);
    carom_claim_unstated(r);
}

// Section 5.2.4: returns the restitution of a spring with a dashpot in series, and its first force.
static double series(double zeta, double *first_force) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 0.0);
    static carom_history_point points[4000];
    carom_history history = {.points = points, .capacity = 4000};
    carom_params p = paper_params();
    carom_result out;
    p.mu = 0.0;
    p.own[CAROM_OWN(cs)] = 0.5 / zeta;
    carom_record(&carom_law_series_dashpot, &c, &p, &history, &out);
    *first_force = points[0].force[0];
    return out.v[0];
}

void carom_reproduce_ch_section5_2_4(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_series *closed = carom_panel_line(panel, "exp($-π ζ / (1 - ζ^2)^{1/2}$)", first_style);
    carom_series *beside = carom_panel_line(panel, "the dashpot beside the spring, (8.4)", second_style);
    carom_series *device = carom_panel_series(panel, CAROM_SERIES_POINTS, "the device in time", dot_style);
    double apart = 0.0, jump = 0.0, force;
    carom_panel_axes(panel, "nondimensional damping $ζ$", "restitution $e$");
    carom_panel_range(panel, 0.0, 1.5, 0.0, 1.05);
    for (int i = 0; i <= 300; i++) {
        carom_series_add(closed, 0.005 * i, carom_e_of_series(0.005 * i));
        carom_series_add(beside, 0.005 * i, carom_e_of_zeta(0.005 * i));
    }
    for (int i = 1; i <= 14; i++) {
        const double zeta = 0.1 * i, e = series(zeta, &force);
        carom_series_add(device, zeta, e);
        carom_worsen(&apart, fabs(e - carom_e_of_series(zeta)));
        carom_worsen(&jump, fabs(force));
    }
    carom_claim_fact(r, "the force at touch", "no jump", jump == 0.0);
    // 1e-10: the contact model is integrated with a tolerance of 1e-12.
    carom_claim_fact(r, "the device in time, zeta = 0.1 .. 1.4 (ours)", "e = exp(-pi zeta/sqrt(1 - zeta^2))",
                     apart < 1e-10);
    carom_claim_unstated(r);
    carom_claim_fact(r, "from zeta = 1 on (ours)", "e = 0: it never lets go", fabs(series(1.2, &force)) < 1e-10);
    carom_claim_unstated(r);
    carom_reproduce_given(
        r, "head-on, $ζ = (k_n / W_{nn})^{1/2} / (2 c_s)$ in series, $c_n (W_{nn} / k_n)^{1/2} / 2$ beside;");
    carom_reproduce_given(r, "$W_{nn}$ = 1 1/kg, $v_n$ = -1 m/s, $k_n$ = 1 N/m");
}

// Section 5.2.4, figure 5.2: without tangential compliance the normal impulse takes the place of time, and the model
// becomes Routh's law in 3D.

static carom_contact spatial(double v0, double v1, double v2) {
    return (carom_contact){.dim = 3, .W = {{4.0, 1.0, 0.5}, {1.0, 3.0, 0.7}, {0.5, 0.7, 2.0}}, .v = {v0, v1, v2}};
}

static carom_params stopped_by(carom_restitution restitution, double e, double mu) {
    carom_params p = paper_params();
    p.restitution = restitution, p.e = e, p.mu = mu;
    return p;
}

// Returns the smallest friction at which a contact without initial slip sticks, by bisection with the law.
static double holds_from(void) {
    const carom_contact c = spatial(-1.0, 0.0, 0.0);
    carom_root k = carom_root_between(0.0, 2.0, true);
    while (!k.over) {
        const carom_params p = stopped_by(CAROM_POISSON, 0.5, k.x);
        const carom_result out = carom_plane_solve(&carom_law_routh, &c, &p);
        carom_root_halve(&k, hypot(out.v[1], out.v[2]) < 1e-12);
    }
    return k.high;
}

// Returns the largest energy gain over directions and magnitudes of the slip and over frictions, for a strongly coupled
// W.
static double most_gained(carom_restitution restitution) {
    double most = -HUGE_VAL;
    for (int k = 0; k < 24 * 8 * 4; k++) {
        const double angle = 0.25 * acos(-1.0) / 3.0 * (k % 24), slip = 0.3 * (1 + k / 192);
        const carom_contact c = {.dim = 3,
                                 .W = {{14.0, 16.0, 0.0}, {16.0, 21.0, 3.0}, {0.0, 3.0, 5.0}},
                                 .v = {-0.4, slip * cos(angle), slip * sin(angle)}};
        const carom_params p = stopped_by(restitution, 1.0, 0.2 * (1 + k / 24 % 8));
        carom_worsen(&most, carom_plane_solve(&carom_law_routh, &c, &p).dE);
    }
    return most;
}

void carom_reproduce_ch_fig5_2(carom_reproduction *r) {
    const carom_contact c = spatial(-1.0, 0.4, -0.3), still = spatial(-1.0, 0.0, 0.0);
    const double mu = 0.25, det = 3.0 * 2.0 - 0.7 * 0.7, hold = hypot(2.0 - 0.35, 1.5 - 0.7) / det;
    const carom_params first = stopped_by(CAROM_POISSON, 0.5, mu);
    const carom_result poisson = carom_plane_solve(&carom_law_routh, &c, &first);
    double apart = 0.0;
    for (int k = 0; k < 3 * 5; k++) {
        const carom_params p = stopped_by((carom_restitution)(k % 3), 0.25 * (k / 3), mu);
        const carom_result out = carom_plane_solve(&carom_law_routh, &c, &p);
        for (int i = 0; i < 3; i++) carom_worsen(&apart, fabs(out.Pc[i] - poisson.Pc[i]));
    }
    carom_claim_said(r, "the point of maximum compression", "depends on no detail of the normal contact",
                     "the same by three restitutions, five e", apart < 1e-12);
    carom_claim_formula(r, "Poisson: P_N/P_N at maximum compression", "1 + e", 1.5, poisson.P[0] / poisson.Pc[0]);
    carom_claim_fact(r, "Poisson, 3D", "never gains energy", most_gained(CAROM_POISSON) <= 1e-12);
    carom_claim_fact(r, "Newton, 3D", "sometimes gains energy", most_gained(CAROM_NEWTON) > 1e-3);
    // With a tangential spring 1e6 times stiffer than the normal spring, the contact point slides and sticks as with
    // Routh's law.
    carom_params device = stopped_by(CAROM_ENERGETIC, 0.5, mu);
    device.own[CAROM_OWN(eta2)] = 1e-6;
    const carom_result limit = carom_plane_solve(&carom_law_routh, &c, &device),
                       stiff = carom_plane_solve(&carom_law_stronge, &c, &device);
    apart = 0.0;
    for (int i = 0; i < 3; i++) carom_worsen(&apart, fabs(stiff.v[i] - limit.v[i]));
    carom_claim_said(r, "Stronge's device, k_n/k_t = 1e-6", "Routh's law, energetic restitution", "the same, to 1e-3",
                     apart < 1e-3);
    // After the slip has stopped, the contact sticks if mu is at least |W_tt^-1 W_nt|.
    carom_hodograph found;
    carom_hodograph_compute(&still, mu, mu, &found);
    carom_claim_formula(r, "friction that holds a stopped slip, by the law", "|W_tt^-1 W_nt|", hold, holds_from());
    carom_claim_unstated(r);
    carom_claim_formula(r, "the same, by the hodograph", "|W_tt^-1 W_nt|", hold, found.mu_critical);
    carom_claim_unstated(r);
    carom_claim_fact(r, "with less friction", "it slips again", !found.holds && mu < hold);
    carom_claim_unstated(r);
}

// Section 8.1: the split-mass model, in a head-on impact and on a rod.
void carom_reproduce_ch_fig8_1(carom_reproduction *r) {
    const carom_contact head_on = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 0.0),
                        rod = carom_plane_contact(2.5, -1.5, 2.5, -1.0, 0.6);
    carom_params p = paper_params();
    double apart = 0.0;
    p.mu = 0.4;
    for (int k = 0; k < 2; k++)
        for (int i = 1; i < 10; i++) {
            p.own[CAROM_OWN(dead)] = k;
            p.e = 0.1 * i; // the mass ratio m1/(m1 + m2)
            carom_worsen(&apart, fabs(carom_plane_solve(&carom_law_split_mass, &head_on, &p).v[0] - p.e));
        }
    carom_claim_fact(r, "(8.1), by the device: speed after, of before", "m1/(m1 + m2)", apart < 1e-9);
    p.e = 0.0;
    static const carom_law *const laws[2] = {&carom_law_routh, &carom_law_whittaker};
    static const char *const names[2] = {"the dead part by Routh: slip after", "by Kane & Levinson: slip after"};
    for (int k = 0; k < 2; k++) {
        p.own[CAROM_OWN(dead)] = k;
        const double split = carom_plane_solve(&carom_law_split_mass, &rod, &p).v[1];
        carom_claim_formula(r, names[k], "the law's own with e = 0", carom_plane_solve(laws[k], &rod, &p).v[1], split);
    }
    p.e = 0.6;
    const carom_contact quick = carom_plane_contact(2.5, -1.5, 2.5, -2.0, 1.2),
                        light = carom_plane_contact(5.0, -3.0, 5.0, -1.0, 0.6);
    const carom_result one = carom_plane_solve(&carom_law_split_mass, &rod, &p);
    const double faster = carom_plane_solve(&carom_law_split_mass, &quick, &p).v[1] - 2.0 * one.v[1];
    const double lighter = carom_plane_solve(&carom_law_split_mass, &light, &p).v[1] - one.v[1];
    carom_claim_fact(r, "twice the speed, half the mass", "homogeneous in both", fabs(faster) + fabs(lighter) < 1e-9);
}

// Section 8.1 with friction: the contact mass strikes without rebound by Routh's or Kane & Levinson's law, and then
// slides or sticks.
void carom_reproduce_ch_section8_1(carom_reproduction *r) {
    const carom_contact sphere = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 4.0),
                        rod = carom_plane_contact(2.5, -1.5, 2.5, -1.0, 4.0),
                        slow = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 0.5);
    carom_params p = paper_params();
    p.e = 0.6, p.mu = 0.3;
    for (int k = 0; k < 2; k++) {
        p.own[CAROM_OWN(dead)] = k;
        const carom_result free = carom_plane_solve(&carom_law_split_mass, &sphere, &p),
                           coupled = carom_plane_solve(&carom_law_split_mass, &rod, &p);
        const char *law = k ? "Kane & Levinson" : "Routh";
        char what[96];
        snprintf(what, sizeof what, "%s, a sphere that slides: |P_T|/P_N", law);
        carom_claim_formula(r, what, "Coulomb: mu", p.mu, -free.P[1] / free.P[0]);
        snprintf(what, sizeof what, "%s, a sphere that slides: V_fN/|V_iN|", law);
        carom_claim_formula(r, what, "(8.1)", p.e, free.v[0]);
        snprintf(what, sizeof what, "%s, a rod that slides: |P_T|/P_N", law);
        carom_claim_formula(r, what, "Coulomb: mu", p.mu, -coupled.P[1] / coupled.P[0]);
    }
    // If the contact sticks throughout, the mass on the spring moves tangentially for half a normal oscillation.
    const double ratio = 0.2;
    p.mu = HUGE_VAL;
    p.own[CAROM_OWN(kn)] = 1.0, p.own[CAROM_OWN(kt)] = ratio;
    carom_claim_formula(r, "a sphere that sticks: V_fT/V_iT", "e cos(pi sqrt(k_t W_tt/(k_n W_nn)))",
                        p.e * cos(acos(-1.0) * sqrt(3.5 * ratio)),
                        carom_plane_solve(&carom_law_split_mass, &slow, &p).v[1] / 0.5);
    carom_claim_unstated(r);
}

// Section 8.2: returns the restitution of the contact force F = -k x^m - c x^n x' at this speed.
static double power(double p, double q, double c, double speed, double W) {
    const carom_contact contact = carom_plane_contact(W, 0.0, 3.5, -speed, 0.0);
    carom_params params = paper_params();
    params.own[CAROM_OWN(p)] = p;
    params.own[CAROM_OWN(q)] = q;
    for (int i = 0; i < 3; i++) params.own[CAROM_OWN(c) + i] = c;
    return carom_plane_solve(&carom_law_power_dashpot, &contact, &params).v[0] / speed;
}

void carom_reproduce_ch_section8_2(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_series *same = carom_panel_line(panel, "$m = 3/2, n = 1/4$", first_style);
    carom_series *falls = carom_panel_line(panel, "$m = n = 3/2$", second_style);
    carom_series *rises = carom_panel_line(panel, "$m = 3/2, n = 0$", third_style);
    double speed = 0.0, mass = 0.0, linear = 0.0;
    carom_panel_axes(panel, "speed $|v_n|$  (m/s)", "restitution $e$");
    carom_panel_range(panel, 0.0, 4.0, 0.0, 1.0);
    for (int i = 1; i <= 40; i++) {
        const double v = 0.1 * i, e = power(1.5, 0.25, 0.4, v, 1.0);
        carom_series_add(same, v, e);
        carom_series_add(falls, v, power(1.5, 1.5, 0.4, v, 1.0));
        carom_series_add(rises, v, power(1.5, 0.0, 0.4, v, 1.0));
        carom_worsen(&speed, fabs(e - power(1.5, 0.25, 0.4, 1.0, 1.0)));
    }
    for (int i = 1; i <= 5; i++) {
        carom_worsen(&mass, fabs(power(1.0, 1.0, i, 1.0, 3.0) - carom_e_of_a(i)));
        carom_worsen(&linear, fabs(power(1.0, 0.0, 0.4 * i, 1.0, 1.0) - carom_e_of_zeta(0.2 * i)));
    }
    // 1e-8: powers are not smooth at the first contact, and the contact model is integrated to about 1e-10.
    carom_claim_fact(r, "m = n = 1, three times lighter", "(8.3): no mass in it", mass < 1e-8);
    carom_claim_fact(r, "m = 1, n = 0", "(8.4)", linear < 1e-8);
    carom_claim_fact(r, "n = (m - 1)/2, speeds 0.1 to 4 m/s (ours)", "e free of the speed", speed < 1e-8);
    carom_claim_unstated(r);
    carom_reproduce_given(r, "$F = -k x^m - c x^n x'$; head-on, $W_{nn}$ = 1 1/kg, $k$ = 1, $c$ = 0.4 (SI)");
}

// Section 8.5.1: the dashpots 2 and 1 are at 45 degrees, and mu = 6. The spring forces are (-3 sqrt 2, 2 sqrt 2).
void carom_reproduce_ch_fig8_5(carom_reproduction *r) {
    const carom_contact c = carom_plane_contact(1.5, 0.5, 1.5, 0.0, 0.0);
    const double stretch[3] = {-1.0, 5.0, 0.0};
    carom_params p = paper_params();
    carom_instant found[CAROM_MAX_INSTANTS] = {{0}};
    int count = 0;
    double mu = 0.0;
    p.mu = 6.0;
    p.own[CAROM_OWN(k)] = p.own[CAROM_OWN(k) + 1] = 1.0;
    p.own[CAROM_OWN(c)] = 2.0;
    p.own[CAROM_OWN(c) + 1] = 1.0;
    carom_eigen_spring_instants(&c, &p, stretch, found, CAROM_MAX_INSTANTS, &count);
    carom_claim_number(r, "u = 0: F_N", "1", found[0].force[0]);
    carom_claim_number(r, "u = 0: F_T", "5", -found[0].force[1]);
    carom_claim_formula(r, "another u", "2/3", 2.0 / 3.0, found[1].point[1]);
    carom_claim_formula(r, "there: F_N", "2/3", 2.0 / 3.0, found[1].force[0]);
    carom_claim_number(r, "there: F_T", "4", -found[1].force[1]);
    carom_claim_fact(r, "a third, not printed (ours)", "the point leaves",
                     count == 3 && found[2].state == CAROM_CONTACT_OPEN && found[2].point[0] > 0.0);
    carom_claim_unstated(r);
    carom_eigen_spring_mu(&c, &p, &mu);
    carom_claim_formula(r, "several are possible from mu (ours)", "C_tt/|C_nt|", 3.0, mu);
    carom_claim_unstated(r);
}

// Section 9.3: solves the impact of a body with one mode that vibrates at first contact with this phase and amplitude.
static carom_result vibrating(double phase, double amplitude, carom_history *more) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 1.0, -1.0, 0.0);
    const carom_vibration mode = {
        .omega = 3.0, .phi = {0.8, 0.0, 0.0}, .z0 = amplitude * cos(phase), .zdot0 = -3.0 * amplitude * sin(phase)};
    carom_params p = paper_params();
    carom_result out;
    p.mu = 0.0;
    p.own[CAROM_OWN(kn)] = 20.0;
    p.own[CAROM_OWN(pn)] = 1.5;
    carom_set_vibrations(&p, &mode, 1);
    carom_record(&carom_law_modal, &c, &p, more, &out);
    return out;
}

void carom_reproduce_ch_section9_3(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_series *line = carom_panel_line(panel, "swings before the impact", first_style);
    carom_series *still = carom_panel_line(panel, "at rest before", second_style);
    carom_history more = {0};
    double kept = 0.0, least = HUGE_VAL, most = -HUGE_VAL;
    carom_panel_axes(panel, "phase of the mode at touch  (rad)", "$-v_n' / v_n$");
    const double rest = vibrating(0.0, 0.0, &more).v[0];
    for (int i = 0; i <= 62; i++) {
        const carom_result out = vibrating(0.1 * i, 0.1, &more);
        carom_series_add(line, 0.1 * i, out.v[0]);
        carom_series_add(still, 0.1 * i, rest);
        carom_worsen(&kept, fabs(out.dE + more.summary.vibration - more.summary.vibration_before));
        least = fmin(least, out.v[0]);
        most = fmax(most, out.v[0]);
    }
    carom_claim_fact(r, "kinetic energy and vibration", "kept together", kept < 1e-8);
    carom_claim_fact(r, "the velocity before does not decide", "bodies that vibrate: no local law", most - least > 0.1);
    carom_reproduce_given(r, "$W_{nn}$ = 1 1/kg, $v_n$ = -1 m/s, one mode: $ω$ = 3 rad/s, $φ_n$ = 0.8, amplitude 0.1;");
    carom_reproduce_given(r, "$N$ = 20 $d^{3/2}$ (SI). Numbers ours");
}
#endif
