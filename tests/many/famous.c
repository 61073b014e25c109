// Tests three well-known impacts.
//   1. A box that lands flat on four points, not at its corners, with e = 1 returns to its height.
//   2. Newton's cradle of five spheres, by single impacts in all orders and by one simultaneous law.
//   3. Three masses in a row with unequal coefficients gain energy without friction.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/laws.h"
#include "support/params.h"

static int failures;

static void check(const char *what, double got, double wanted, double tol) {
    const bool right = fabs(got - wanted) <= tol;
    failures += !right;
    printf("%s %-66s %.15g (wanted %g within %g)\n", right ? "right" : "WRONG", what, got, wanted, tol);
}

static carom_status solve(const carom_law *method, const carom_system *s, const carom_system_params *p, void **memory,
                          carom_system_result *out) {
    const size_t bytes = carom_system_memory_size(method, s, p);
    *memory = malloc(bytes);
    return carom_system_solve(method, s, p, *memory, bytes, out);
}

// Drops a box on its face, which is 2 m wide, with contacts at -0.7, -0.2, 0.3 and 0.5 m. Four contacts act on one
// body, so W has rank 3.
static void box(carom_solver solver, const char *name) {
    static const double at[4] = {-0.7, -0.2, 0.3, 0.5};
    const double height = 0.5, inertia = 1.0 / 2.4, drop = -2.0;
    double R[8][3], W[64], v[8];
    carom_params contact[4];
    for (int i = 0; i < 4; i++) {
        const double normal[3] = {0.0, 1.0, at[i]}, tangent[3] = {1.0, 0.0, height};
        for (int k = 0; k < 3; k++) {
            R[2 * i][k] = normal[k];
            R[2 * i + 1][k] = tangent[k];
        }
        contact[i] = params_plain();
        contact[i].e = contact[i].e_t = 1.0;
        contact[i].mu = 0.3;
    }
    for (int i = 0; i < 8; i++) {
        v[i] = R[i][1] * drop;
        for (int j = 0; j < 8; j++) W[8 * i + j] = R[i][0] * R[j][0] + R[i][1] * R[j][1] + R[i][2] * R[j][2] / inertia;
    }
    carom_system_params p = carom_system_params_default(contact);
    p.solver = solver;
    const carom_system s = {.nc = 4, .dim = 2, .W = W, .v = v};
    carom_system_result out;
    void *memory;
    printf("box on four points, glocker by %s: %s\n", name,
           carom_status_name(solve(&carom_law_glocker, &s, &p, &memory, &out)));
    check("energy change", out.dE, 0.0, 1e-12);
    for (int i = 0; i < 4; i++) check("normal velocity of a point, so the old height", out.v[2 * i], -drop, 1e-12);
    check("all impulses together turn the box around", out.P[0] + out.P[2] + out.P[4] + out.P[6], -2.0 * drop, 1e-12);
    free(memory);
}

// Prints the speeds of the five spheres, computed from the impulses. Contact i joins spheres i and i + 1.
static void print_speeds(const char *name, const double *P, double probability) {
    printf("  %-10s %6.4f  ", name, probability);
    for (int k = 0; k < 5; k++) printf(" %8.5f", (k == 0) - (k < 4 ? P[2 * k] : 0.0) + (k > 0 ? P[2 * k - 2] : 0.0));
    printf("\n");
}

static void cradle(double e) {
    double W[64] = {0}, v[8] = {-1.0};
    carom_params contact[4];
    for (int i = 0; i < 4; i++) {
        contact[i] = params_plain();
        contact[i].e = contact[i].e_t = e;
        for (int j = 0; j < 4; j++) W[16 * i + 2 * j] = i == j ? 2.0 : abs(i - j) == 1 ? -1.0 : 0.0;
        W[(2 * i + 1) * 9] = 7.0;
    }
    carom_system_params p = carom_system_params_default(contact);
    p.single = &carom_law_frictionless;
    const carom_system s = {.nc = 4, .dim = 2, .W = W, .v = v};
    carom_system_result orders, one;
    void *memory[2];
    const carom_status status = solve(&carom_law_sequence, &s, &p, &memory[0], &orders);
    solve(&carom_law_glocker, &s, &p, &memory[1], &one);
    printf("Newton's cradle of five, e = %g; sequence: %s, %d outcome%s\n  method     prob.    speeds\n", e,
           carom_status_name(status), orders.kept, orders.kept == 1 ? "" : "s");
    for (int k = 0; k < orders.kept && k < 8; k++)
        print_speeds("sequence", orders.solutions[k].P, orders.solutions[k].probability);
    print_speeds("glocker", one.P, 1.0);
    if (e == 1.0) {
        check("sequence: one outcome", orders.kept, 1.0, 0.0);
        check("sequence: the last sphere leaves with all the speed", orders.solutions[0].P[6], 1.0, 1e-12);
        check("sequence: energy", orders.solutions[0].dE, 0.0, 1e-12);
        check("glocker: the last sphere's speed, shared among four", one.P[6], 0.4, 1e-12);
        check("glocker: energy", one.dE, 0.0, 1e-12);
    }
    free(memory[0]);
    free(memory[1]);
}

// Searches for the largest gain of energy of three equal masses in a row, where contact 1 separates before the impact.
// There is no friction. The golden case three-masses-unequal has e_n = (1, 0).
static void unequal(void) {
    static const double W[16] = {2, 0, -1, 0, 0, 0, 0, 0, -1, 0, 2, 0, 0, 0, 0, 0};
    double most = 0.0, at[4] = {0};
    for (int a = 0; a <= 10; a++)
        for (int b = 0; b <= 10; b++)
            for (int k = 1; k <= 10; k++) {
                const double v[4] = {-1.0, 0.0, 0.1 * k, 0.0};
                carom_params contact[2] = {params_plain(), params_plain()};
                contact[0].e = 0.1 * a;
                contact[1].e = 0.1 * b;
                carom_system_params p = carom_system_params_default(contact);
                const carom_system s = {.nc = 2, .dim = 2, .W = W, .v = v};
                carom_system_result out;
                void *memory;
                if (solve(&carom_law_glocker, &s, &p, &memory, &out) == CAROM_OK && out.dE > most) {
                    most = out.dE;
                    at[0] = contact[0].e;
                    at[1] = contact[1].e;
                    at[2] = v[2];
                    at[3] = (out.violations & CAROM_VIOLATION_ENERGY) != 0;
                }
                free(memory);
            }
    printf("three masses, no friction: gains up to %.4g J, with e_n = (%g, %g) and contact 1 separating at %g m/s\n",
           most, at[0], at[1], at[2]);
    check("unequal coefficients gain energy, and are said to", at[3], 1.0, 0.0);
}

int main(void) {
    box(CAROM_SOLVER_ENUMERATE, "enumeration");
    box(CAROM_SOLVER_LEMKE, "Lemke");
    cradle(1.0);
    cradle(0.9);
    unequal();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
