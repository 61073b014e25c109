// Chatterjee 1997, 8.4 and 8.5: bilinear springs, and how many motions a massless contact point has.
#include <math.h>
#include <stdio.h>

#include "papers/papers.h"

// Work per unit of greatest compression and stiffness: loading along k x, then unloading from (1, force) to (end, 0).
static double released(double force, double end) {
    return 0.5 * force * (1.0 - end);
}

void carom_reproduce_ch_fig8_4(carom_reproduction *r) {
    const double e = 0.6, steep = 1.0 - e * e;
    carom_panel *panel = carom_reproduce_panel(r, 360.0, 280.0);
    carom_panel_axes(panel, "compression $x$", "contact force $F$");
    carom_panel_range(panel, 0.0, 1.15, 0.0, 1.15);
    carom_series *solid = carom_panel_line(panel, "OAB: force continuous, unloading steeper by $1/e^2$",
                                           (carom_style){.ink = CAROM_INK_VERMILION, .width = 2.0});
    carom_series *dashed = carom_panel_line(panel, "OACO: force drops, no compression is left",
                                            (carom_style){.ink = CAROM_INK_BLUE, .width = 1.8, .dash = CAROM_DASHED});
    const double first[3][2] = {{0.0, 0.0}, {1.0, 1.0}, {steep, 0.0}};
    const double second[4][2] = {{0.0, 0.0}, {1.0, 1.0}, {1.0, e * e}, {0.0, 0.0}};
    for (int i = 0; i < 3; i++) carom_series_add(solid, first[i][0], first[i][1]);
    for (int i = 0; i < 4; i++) carom_series_add(dashed, second[i][0], second[i][1]);
    carom_panel_note(panel, 1.0, 1.0, "A", CAROM_INK_TEXT);
    carom_panel_note(panel, steep, 0.0, "B", CAROM_INK_TEXT);
    carom_panel_note(panel, 1.0, e * e, "C", CAROM_INK_TEXT);
    carom_panel_note(panel, 0.0, 0.0, "O", CAROM_INK_TEXT);
    // Restitution is the root of the work returned: the area under unloading over the area under loading.
    carom_claim_number(r, "OAB, e of the areas", "0.60000000", sqrt(released(1.0, steep) / 0.5));
    carom_claim_number(r, "OACO, e of the areas", "0.60000000", sqrt(released(e * e, 0.0) / 0.5));
}

// The contact point of 8.5.1: springs and dashpots along two directions at angle theta to the surface.
typedef struct {
    double theta, c1, c2, f1, f2; // f: spring force and dashpot force of the masses' own motion
} joint;

static void forces(const joint *j, double u, double *normal, double *tangential) {
    const double F1 = j->f1 + j->c1 * u * sin(j->theta), F2 = j->f2 - j->c2 * u * cos(j->theta);
    *tangential = F2 * cos(j->theta) - F1 * sin(j->theta);
    *normal = -F2 * sin(j->theta) - F1 * cos(j->theta);
}

// How far the force is from what friction asks while slipping.
static double slip_error(const joint *j, double u, double mu) {
    double normal, tangential;
    forces(j, u, &normal, &tangential);
    return tangential - (u > 0.0 ? mu : -mu) * normal;
}

// Motions that satisfy friction: u = 0 inside the cone, or a slip; the equations are linear in u on either side.
static int motions(const joint *j, double mu, double found[3]) {
    int count = 0;
    double normal, tangential;
    forces(j, 0.0, &normal, &tangential);
    if (normal > 0.0 && fabs(tangential) <= mu * normal) found[count++] = 0.0;
    for (int side = -1; side <= 1; side += 2) {
        const double one = slip_error(j, side, mu), two = slip_error(j, 2.0 * side, mu);
        const double u = side * (1.0 - one / (two - one));
        forces(j, u, &normal, &tangential);
        if (side * u > 0.0 && normal > 0.0) found[count++] = u;
    }
    return count;
}

void carom_reproduce_ch_fig8_6(carom_reproduction *r) {
    const double pi = 3.14159265358979323846, mu = 6.0;
    const joint oblique = {pi / 4.0, 2.0, 1.0, -3.0 * sqrt(2.0), 2.0 * sqrt(2.0)};
    double found[3], normal, tangential;
    const int count = motions(&oblique, mu, found);
    carom_claim_number(r, "theta = pi/4, mu = 6: motions found", "2", count);
    forces(&oblique, 0.0, &normal, &tangential);
    carom_claim_number(r, "u = 0: F_N", "1.00000000", normal);
    carom_claim_number(r, "u = 0: F_T", "5.00000000", tangential);
    carom_claim_number(r, "the other u, 2/3", "0.66666667", count > 1 ? found[1] : (double)NAN);
    forces(&oblique, 2.0 / 3.0, &normal, &tangential);
    carom_claim_number(r, "u = 2/3: F_N, 2/3", "0.66666667", normal);
    carom_claim_number(r, "u = 2/3: F_T", "4.00000000", tangential);
    carom_claim_false(r, "condition for sticking", "|F_T| <= F_N", "|F_T| <= mu F_N",
                      fabs(5.0) <= mu * 1.0 && 5.0 > 1.0, "the worked numbers use mu: 5 > 1");
    // theta = 0: one motion whatever the state.
    bool one = true;
    for (int i = 0; i < 400; i++) {
        const joint straight = {0.0, 1.0, 0.2 + 0.1 * (i % 7), -(0.3 + 0.2 * (i % 11)), -8.0 + 0.04 * i + 0.013};
        one = one && motions(&straight, 0.7, found) == 1;
    }
    carom_claim_fact(r, "theta = 0, 400 states", "one motion each", one);

    carom_panel *panel = carom_reproduce_panel(r, 360.0, 280.0);
    carom_panel_axes(panel, "velocity $u$ of the contact point", "tangential force $F_T$");
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
        const joint state = {0.0, 1.0, 0.5, -1.0, states[i]};
        if (motions(&state, 1.0, found) != 1) continue;
        carom_series *point = carom_panel_series(panel, CAROM_SERIES_POINTS, "the motion",
                                                 (carom_style){.ink = CAROM_INK_TEXT, .mark = CAROM_MARK_DISC});
        carom_series_add(point, found[0], states[i] - 0.5 * found[0]);
    }
    carom_panel_note(panel, 2.4, 1.0, "$μ F_N$", CAROM_INK_VERMILION);
    carom_panel_note(panel, -2.4, -1.0, "$-μ F_N$", CAROM_INK_VERMILION);
}
