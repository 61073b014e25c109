// Reproduces Chatterjee 1997, 8.4 and 8.5: bilinear springs, and the number of motions of a massless contact point.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/root.h"
#include "carom/compliant.h"
#include "mods/draw/figure/figure.h"
#include "papers/laws.h"
#include "papers/papers.h"
#include "papers/params.h"

#ifdef CAROM_WITH_COMPLIANT
static const double pi = 3.14159265358979323846;

// Draws the force over the compression in a head-on impact of a bilinear spring with unit mass, stiffness and speed.
// Returns the speed after the impact.
static double bilinear(carom_panel *panel, carom_unloading type, double e, const char *name, carom_style style) {
    const carom_contact c = carom_plane_contact(1.0, 0.0, 3.5, -1.0, 0.0);
    static carom_history_point points[4000];
    carom_history history = {.points = points, .capacity = 4000};
    carom_params p = paper_params();
    carom_result out;
    p.own[CAROM_OWN(type)] = type;
    p.e = e;
    p.own[CAROM_OWN(kn)] = 1.0;
    p.own[CAROM_OWN(kt)] = p.own[CAROM_OWN(kt) + 1] = 1.0;
    p.mu = 0.0;
    carom_record(&carom_law_bilinear_spring, &c, &p, &history, &out);
    carom_series *line = carom_panel_line(panel, name, style);
    for (size_t i = 0; i < history.count && i < history.capacity; i++) {
        // At maximum compression the history contains only the force after the drop. The line also needs the force
        // before the drop, k x.
        if (i > 0 && points[i].overlap >= points[i - 1].overlap && points[i].force[0] < points[i - 1].force[0])
            carom_series_add(line, points[i].overlap, p.own[CAROM_OWN(kn)] * points[i].overlap);
        carom_series_add(line, points[i].overlap, points[i].force[0]);
    }
    return out.v[0];
}

void carom_reproduce_ch_fig8_4(carom_reproduction *r) {
    const double e = 0.6;
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_panel_axes(panel, "compression $x$  (m)", "contact force $F$  (N)");
    carom_panel_range(panel, 0.0, 1.15, 0.0, 1.15);
    const double first = bilinear(panel, CAROM_TYPE_1, e, "OAB: force continuous, unloading steeper by $1/e^2$",
                                  (carom_style){.ink = CAROM_INK_VERMILION, .width = 2.0});
    const double second = bilinear(panel, CAROM_TYPE_2, e, "OACO: force drops, no compression is left",
                                   (carom_style){.ink = CAROM_INK_BLUE, .width = 1.8, .dash = CAROM_DASHED});
    static const char *const letters[4] = {"O", "A", "B", "C"};
    const double at[4][2] = {{0.0, 0.0}, {1.0, 1.0}, {1.0 - e * e, 0.0}, {1.0, e * e}};
    for (int i = 0; i < 4; i++) carom_panel_note(panel, at[i][0], at[i][1], letters[i], CAROM_INK_TEXT);
    carom_claim_formula(r, "OAB followed in time: speed after, of before", "e", e, first);
    carom_claim_formula(r, "OACO followed in time: speed after, of before", "e", e, second);
    carom_reproduce_given(r, "head-on, $W_{nn}$ = 1 1/kg, $v_n$ = -1 m/s, $k$ = 1 N/m, $e$ = 0.6. Numbers ours");
}

// Returns the margin of the law eigen-spring: it is > 0 if the motion of the contact point is unique at every instant.
// The eigenvectors are at `angle` to the surface.
static double margin(double angle, double mu) {
    const double c = cos(angle), s = sin(angle);
    // The eigenvalues of W are 1 along (c, -s) and 2 along (s, c), and those of the dashpots are 2 and 1.
    const carom_contact contact = carom_plane_contact(c * c + 2.0 * s * s, c * s, s * s + 2.0 * c * c, -1.0, 0.3);
    carom_params p = paper_params();
    carom_history more = {0};
    carom_result out;
    p.own[CAROM_OWN(k)] = p.own[CAROM_OWN(k) + 1] = 1.0;
    p.own[CAROM_OWN(c)] = 2.0;
    p.own[CAROM_OWN(c) + 1] = 1.0;
    p.mu = mu;
    carom_record(&carom_law_eigen_spring, &contact, &p, &more, &out);
    return more.summary.margin;
}

static void claim_margins(carom_reproduction *r) {
    bool straight = true;
    carom_root border = carom_root_between(0.1, 20.0, false);
    for (border.least = 1e-11; !border.over;) carom_root_halve(&border, !(margin(0.25 * pi, border.x) > 0.0));
    for (int i = 0; i < 20; i++) straight = straight && margin(0.0, 0.5 * i) > 0.0;
    carom_claim_formula(r, "eigen-spring, theta = pi/4: unique up to mu", "C_tt/|C_nt|", 3.0, border.low);
    carom_claim_unstated(r);
    carom_claim_fact(r, "eigen-spring, theta = 0, mu to 9.5", "one motion each", straight);
}
#endif

// The motions that are possible for a massless point behind dashpots C. The point has the velocity v + C^-1 F, where v
// is that of the body. At one instant, contact and friction are then an impact without restitution and with W = C^-1.
// Each solution of this impact is a motion.
typedef struct {
    int count;
    double slip[8], force[8][2];
} motions;

static motions find_motions(const double W[4], const double v[2], double mu) {
    motions found = {0};
    carom_params contact = paper_params();
    contact.e = contact.e_t = 0.0;
    contact.mu = mu;
    const carom_system system = {.nc = 1, .dim = 2, .W = W, .v = v};
    carom_system_params params = carom_system_params_default(&contact);
    params.solver = CAROM_SOLVER_ENUMERATE;
    params.max_solutions = 8;
    const size_t bytes = carom_system_memory_size(&carom_law_glocker, &system, &params);
    void *memory = malloc(bytes ? bytes : 1);
    carom_system_result out;
    carom_system_solve(&carom_law_glocker, &system, &params, memory, bytes, &out);
    for (int i = 0; i < out.kept && i < 8; i++, found.count++) {
        found.slip[i] = out.solutions[i].v[1];
        found.force[i][0] = out.solutions[i].P[0];
        found.force[i][1] = out.solutions[i].P[1];
    }
    free(memory);
    return found;
}

// Returns the index of the solution whose normal force is nearest to `normal`.
static int nearest(const motions *found, double normal) {
    int best = 0;
    for (int i = 1; i < found->count; i++)
        if (fabs(found->force[i][0] - normal) < fabs(found->force[best][0] - normal)) best = i;
    return best;
}

static void draw_straight(carom_reproduction *r) {
    carom_panel *panel = carom_reproduce_panel(r, 380.0, 280.0);
    carom_panel_axes(panel, "velocity $u$ of the contact point  (m/s)", "tangential force $F_T$  (N)");
    carom_panel_range(panel, -3.0, 3.0, -2.0, 2.0);
    if (panel) panel->zero_lines = true;
    carom_series *friction =
        carom_panel_line(panel, "friction", (carom_style){.ink = CAROM_INK_VERMILION, .width = 2.0});
    const double corner[4][2] = {{-3.0, -1.0}, {0.0, -1.0}, {0.0, 1.0}, {3.0, 1.0}};
    for (int i = 0; i < 4; i++) carom_series_add(friction, corner[i][0], corner[i][1]);
    static const double states[3] = {1.9, 0.3, -1.6};
    for (int i = 0; i < 3; i++) {
        carom_series *line = carom_panel_line(panel, "(8.5), $c_2 > 0$",
                                              (carom_style){.ink = CAROM_INK_BLUE, .width = 1.4, .dash = CAROM_DASHED});
        carom_series_add(line, -3.0, states[i] + 0.5 * 3.0);
        carom_series_add(line, 3.0, states[i] - 0.5 * 3.0);
        // In the source, F_T is the force of the point on the surface. With c_2 = 1/2, v_t = 2 F_T at u = 0; F_N = 1.
        const motions found = find_motions((double[4]){1.0, 0.0, 0.0, 2.0}, (double[2]){-1.0, 2.0 * states[i]}, 1.0);
        if (found.count != 1) continue;
        carom_series *point = carom_panel_series(panel, CAROM_SERIES_POINTS, "the motion",
                                                 (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_DISC});
        carom_series_add(point, found.slip[0], -found.force[0][1]);
    }
    carom_panel_note(panel, 2.4, 1.0, "$μ F_N$", CAROM_INK_VERMILION);
    carom_panel_note(panel, -2.4, -1.0, "$-μ F_N$", CAROM_INK_VERMILION);
    carom_reproduce_given(r, "$θ$ = 0, $c_1$ = 1, $c_2$ = 0.5 N s/m, $μ$ = 1, $F_N$ = 1 N; three states. Numbers ours");
}

void carom_reproduce_ch_fig8_6(carom_reproduction *r) {
    // For theta = pi/4 and c = (2, 1), C = [1.5, -0.5; -0.5, 1.5] and W = C^-1. Without contact the point has the
    // velocity (0.5, 3.5).
    const double W[4] = {0.75, 0.25, 0.25, 0.75}, v[2] = {0.5, 3.5};
    const motions found = find_motions(W, v, 6.0);
    const int stick = nearest(&found, 1.0), slide = nearest(&found, 2.0 / 3.0), leave = nearest(&found, 0.0);
    carom_claim_formula(r, "u = 0: F_N", "printed", 1.0, found.force[stick][0]);
    carom_claim_formula(r, "u = 0: F_T", "printed", 5.0, -found.force[stick][1]);
    carom_claim_formula(r, "the other u", "2/3", 2.0 / 3.0, found.slip[slide]);
    carom_claim_formula(r, "u = 2/3: F_N", "2/3", 2.0 / 3.0, found.force[slide][0]);
    carom_claim_formula(r, "u = 2/3: F_T", "printed", 4.0, -found.force[slide][1]);
    carom_claim_false(r, "theta = pi/4, mu = 6: motions", "2", "3: the point may also leave",
                      found.count == 3 && found.force[leave][0] == 0.0, "F_1 = F_2 = 0, velocity (3.5, 0.5)");
    const motions as_printed = find_motions(W, v, 1.0);
    carom_claim_false(r, "condition for sticking", "|F_T| <= F_N", "|F_T| <= mu F_N",
                      as_printed.count == 1 && as_printed.force[0][0] == 0.0, "the worked numbers use mu: 5 > 1");
    bool one = true;
    for (int i = 0; i < 400; i++) {
        const double straight[4] = {1.0, 0.0, 0.0, 1.0 / (0.2 + 0.1 * (i % 7))};
        const motions alone =
            find_motions(straight, (double[2]){-(0.3 + 0.2 * (i % 11)), straight[3] * (-8.0 + 0.04 * i + 0.013)}, 0.7);
        one = one && alone.count == 1;
    }
    carom_claim_fact(r, "theta = 0, 400 states", "one motion each", one);
#ifdef CAROM_WITH_COMPLIANT
    claim_margins(r);
#endif
    draw_straight(r);
}
