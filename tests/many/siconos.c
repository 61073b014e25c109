// Compares the core with Siconos, and checks the 3D friction cones of Siconos with carom.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "mods/siconos/siconos.h"
#include "spheres.h"
#include "support/floor.h"
#include "support/laws.h"
#include "systems.h"
#include "systems/cone.h"

static int failures;

static void check(bool right, const char *what) {
    if (!right) printf("WRONG %s\n", what);
    failures += !right;
}

// Compares Lemke's method of Siconos with enumeration on LCPs of 2D systems. If Siconos fails, the failure is only
// counted.
typedef struct {
    int asked, failed, agrees, among, differs;
    double worst;
} opinion;

static void ask_both(random_system *x, opinion *o, void *memory, size_t bytes) {
    const int nc = x->s.nc;
    carom_cone cone[6];
    double q[12], z[24], P[12], y[12], found_P[16 * 12], found_y[16 * 12];
    for (int i = 0; i < nc; i++) {
        cone[i] = carom_coulomb(fmax(x->contact[i].mu, 0.05));
        for (int k = 0; k < 2; k++) q[2 * i + k] = 1.5 * x->v[2 * i + k];
    }
    const carom_cones p = {.nc = nc, .W = x->W, .q = q, .cone = cone};
    carom_found all = {.capacity = 16, .room = 16, .P = found_P, .y = found_y};
    const carom_status status = carom_enumerate(&p, &all);
    const double *M, *b;
    const int n = carom_cones_as_lcp(&p, memory, bytes, &M, &b);
    o->asked++;
    const carom_status theirs = carom_siconos_lcp(n, M, b, z);
    for (int i = 0; i < nc; i++) {
        P[2 * i] = z[4 * i];
        P[2 * i + 1] = z[4 * i + 1] - z[4 * i + 2];
    }
    // A solution of Siconos is accepted only if carom's residual is small.
    if (theirs != CAROM_OK || !(carom_cones_residual(&p, P) <= 1e-8)) {
        o->failed++;
        return;
    }
    carom_cones_y(&p, P, y);
    double least = HUGE_VAL;
    for (int k = 0; k < all.kept; k++) {
        double off = 0.0;
        for (int i = 0; i < 2 * nc; i++) carom_worsen(&off, fabs(y[i] - all.y[2 * nc * k + i]));
        least = fmin(least, off);
    }
    o->agrees += status == CAROM_OK && least <= 1e-7;
    o->among += status == CAROM_NOT_UNIQUE && least <= 1e-7;
    o->differs += !(least <= 1e-7);
    if (least <= 1e-7) carom_worsen(&o->worst, least);
}

static void planar(int count) {
    opinion o = {0};
    const size_t bytes = carom_cones_lemke_memory(6);
    void *memory = malloc(bytes);
    random_system *x = malloc(sizeof *x);
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(503, (uint64_t)k);
        random_many(x, &r, 1 + k % 6, (system_kind)random_below(&r, SYSTEM_KINDS), k % 3 == 0);
        ask_both(x, &o, memory, bytes);
    }
    printf(
        "Siconos's Lemke against enumeration, 1 to 6 contacts: %d systems; it agrees on %d with one solution, is among "
        "several on %d, differs on %d, fails on %d; worst difference %.2g\n",
        o.asked, o.agrees, o.among, o.differs, o.failed, o.worst);
    check(o.differs == 0, "Siconos has a solution that enumeration does not");
    check(o.failed <= count / 5, "Siconos fails on more than a fifth");
    check(floor_met("siconos", o.agrees + o.among, o.asked, 0.8), "too few are answered");
    free(x);
    free(memory);
}

// Solves one impact by carom_law_cones. The arrays of the result lie in *memory.
static carom_status ask(const space_system *x, carom_solver solver, void **memory, carom_system_result *out) {
    carom_system_params p = carom_system_params_default(x->contact);
    p.solver = solver;
    const size_t bytes = carom_system_memory_size(&carom_law_cones, &x->s, &p);
    *memory = malloc(bytes + 1);
    return carom_system_solve(&carom_law_cones, &x->s, &p, *memory, bytes, out);
}

// Returns whether the modes in 2D and 3D agree. A contact with the mode slip+ or slip- in 2D has the mode sliding in
// 3D.
static bool same_modes(int nc, const carom_mode *plane, const carom_mode *space) {
    for (int i = 0; i < nc; i++) {
        const bool slips = plane[i] != CAROM_MODE_OPEN && plane[i] != CAROM_MODE_STICK;
        if (space[i] != (slips ? CAROM_MODE_SLIDING : plane[i])) return false;
    }
    return true;
}

// A 2D system is embedded in 3D, without coupling to the third direction. Its result must be that of 2D.
static void lifted(int count) {
    int solved = 0, modes = 0;
    double worst = 0.0;
    random_system *x = malloc(sizeof *x);
    space_system *y = malloc(sizeof *y);
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(504, (uint64_t)k);
        const int nc = 1 + k % 6;
        random_many(x, &r, nc, ROW_OF_BODIES, false);
        space_params(y, nc, 0.5, 0.4);
        carom_params contact[6];
        for (int i = 0; i < 2 * nc; i++) {
            const int a = 3 * (i / 2) + i % 2;
            y->v[a] = x->v[i];
            for (int j = 0; j < 2 * nc; j++) y->W[a * 3 * nc + 3 * (j / 2) + j % 2] = x->W[i * 2 * nc + j];
        }
        for (int i = 0; i < nc; i++) {
            contact[i] = y->contact[i];
            y->W[(3 * i + 2) * (3 * nc + 1)] = 1.0;
        }
        carom_system_params p = carom_system_params_default(contact);
        const size_t bytes = carom_system_memory_size(&carom_law_glocker, &x->s, &p);
        void *memory = malloc(bytes), *more;
        carom_system_result plane, space;
        const carom_status a = carom_system_solve(&carom_law_glocker, &x->s, &p, memory, bytes, &plane);
        const carom_status b = ask(y, CAROM_SOLVER_AUTO, &more, &space);
        if (a == CAROM_OK && b == CAROM_OK) {
            solved++;
            // A contact that separates before the impact may approach after it. Other violations are errors.
            check(!(space.violations & ~(unsigned)CAROM_VIOLATION_PENETRATION), "the answer in space breaks something");
            for (int i = 0; i < 2 * nc; i++) carom_worsen(&worst, fabs(plane.v[i] - space.v[3 * (i / 2) + i % 2]));
            modes += same_modes(nc, plane.mode, space.mode);
        }
        free(more);
        free(memory);
    }
    printf("planar systems lifted into space: %d of %d solved by both, the same modes in %d, worst difference %.2g\n",
           solved, count, modes, worst);
    // The bound is 1e-6, because residuals are up to 1e-8 and condition numbers up to 100.
    check(floor_met("lifted", solved, count, 1.0), "too few are answered");
    check(solved == count && modes == count && worst <= 1e-6, "space and plane differ");
    free(x);
    free(y);
}

// A box with e = 1 that lands flat on four points in 3D returns to its height.
static void box(void) {
    static const double points[4][2] = {{0.6, 0.3}, {-0.5, 0.4}, {-0.6, -0.2}, {0.4, -0.5}};
    static const double u[6] = {0.0, 0.0, -2.0, 0.0, 0.0, 0.0};
    space_system *x = malloc(sizeof *x);
    space_params(x, 4, 1.0, 0.3);
    space_box_at(x, 4, points, u, 0.5);
    double off = 0.0;
    void *memory;
    carom_system_result out;
    const carom_status status = ask(x, CAROM_SOLVER_AUTO, &memory, &out);
    for (int i = 0; i < 4; i++) carom_worsen(&off, fabs(out.v[3 * i] - 2.0));
    printf("box on four points in space, e = 1: %s, residual %.2g, dE %.2g J, worst v_n' off by %.2g\n",
           carom_status_name(status), out.residual, out.dE, off);
    check(status == CAROM_OK && off <= 1e-7 && fabs(out.dE) <= 1e-7 && !out.violations, "the box does not return");
    free(memory);
    free(x);
}

static bool all_nan(int n, const double *x) {
    for (int i = 0; i < n; i++)
        if (!isnan(x[i])) return false;
    return true;
}

// Checks that a system is rejected with this status and without results.
static void refuse(const space_system *x, carom_solver solver, carom_status wanted, const char *what) {
    void *memory;
    carom_system_result out;
    check(ask(x, solver, &memory, &out) == wanted && out.status == wanted, what);
    check(isnan(out.residual) && isnan(out.dE), what);
    if (out.P) check(all_nan(3 * x->s.nc, out.P) && all_nan(3 * x->s.nc, out.v), what);
    free(memory);
}

static void refusals(void) {
    space_system *x = malloc(sizeof *x);
    double z[2] = {1.0, 1.0};
    space_row(x, 3);
    x->contact[1].mu = HUGE_VAL;
    refuse(x, CAROM_SOLVER_AUTO, CAROM_COEFFICIENT_RANGE, "infinite friction is refused");
    x->contact[1].mu = 0.3;
    x->s.dim = 2;
    refuse(x, CAROM_SOLVER_AUTO, CAROM_WRONG_DIM, "the plane is refused");
    x->s.dim = 3;
    refuse(x, (carom_solver)5, CAROM_BAD_VALUE, "no such solver");
    refuse(x, CAROM_SOLVER_LEMKE, CAROM_BAD_VALUE, "a solver of the plane is refused");
    x->contact[1].e = 1e308;
    x->contact[1].allow = CAROM_PARAM_BIT(e);
    x->v[3] = -1e3;
    refuse(x, CAROM_SOLVER_AUTO, CAROM_NOT_FINITE, "(1 + e_n) v_n beyond every number is refused");
    space_row(x, 3);
    x->v[0] = (double)NAN;
    refuse(x, CAROM_SOLVER_AUTO, CAROM_NOT_FINITE, "NaN is refused");
    // Gauss-Seidel alone does not converge for 90 spheres in a row. carom detects this by its residual.
    space_row(x, 90);
    refuse(x, CAROM_SOLVER_NSGS, CAROM_NOT_CONVERGED, "an unconverged answer is handed out");
    // The LCP w = -1 + 0 z has no solution.
    const double M = 0.0, q = -1.0, nan = (double)NAN, one = 1.0;
    check(carom_siconos_lcp(1, &M, &q, z) == CAROM_NO_SOLUTION && isnan(z[0]), "an LCP without a solution");
    check(carom_siconos_lcp(1, &one, &nan, z) == CAROM_NOT_FINITE && isnan(z[0]), "an LCP of NaN");
    check(carom_siconos_lcp(1, &nan, &q, z) == CAROM_NOT_FINITE, "an LCP with the matrix NaN");
    const int counts[] = {INT_MIN, -1, 0, 50000, INT_MAX};
    for (int k = 0; k < 5; k++)
        check(carom_siconos_lcp(counts[k], &one, &q, z) == CAROM_BAD_COUNT, "an LCP of no size");
    free(x);
}

// Solves friction cones for a given q and mu. A point mass slides, another one sticks, and invalid problems are
// rejected.
//   W = 1, q = (-1, 3, 4), mu = 1/2: it slides against (3, 4)/5, P = (1, -0.3, -0.4)
static void cones(void) {
    const double W[36] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
                          0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
    const double q[6] = {-1.0, 3.0, 4.0, -2.0, 0.1, 0.2}, mu[2] = {0.5, 0.5};
    const double wanted[6] = {1.0, -0.3, -0.4, 2.0, -0.1, -0.2};
    const carom_solver solvers[] = {CAROM_SOLVER_AUTO, CAROM_SOLVER_NSGS, CAROM_SOLVER_ADMM};
    carom_siconos_report report;
    double P[6], worst = 0.0;
    check(carom_cone_residual(2, W, q, mu, wanted) <= 1e-15, "the right answer leaves a residual");
    for (int k = 0; k < 3; k++) {
        check(carom_siconos_cones(2, W, q, mu, solvers[k], P, &report) == CAROM_OK, "two cones");
        check(report.residual <= CAROM_SICONOS_RESIDUAL, "two cones leave a residual");
        for (int i = 0; i < 6; i++) carom_worsen(&worst, fabs(P[i] - wanted[i]));
    }
    printf("two point masses as cones: worst difference %.2g over 3 solvers\n", worst);
    check(worst <= 1e-7, "two cones differ from what is known");
    // If any component of P is NaN, the residual is NaN, even if the last contact has no NaN.
    for (int i = 0; i < 6; i++) {
        double odd[6];
        memcpy(odd, wanted, sizeof odd);
        odd[i] = (double)NAN;
        check(isnan(carom_cone_residual(2, W, q, mu, odd)), "the residual forgets NaN");
    }
    const struct {
        int q, W, mu;
        double value;
        carom_status status;
    } rows[] = {{0, -1, -1, (double)NAN, CAROM_NOT_FINITE},
                {5, -1, -1, (double)NAN, CAROM_NOT_FINITE},
                {2, -1, -1, HUGE_VAL, CAROM_NOT_FINITE},
                {-1, 7, -1, (double)NAN, CAROM_NOT_FINITE},
                {-1, 35, -1, -1.0, CAROM_NOT_PSD},
                {-1, -1, 0, -0.1, CAROM_COEFFICIENT_RANGE},
                {-1, -1, 1, (double)NAN, CAROM_COEFFICIENT_RANGE},
                {-1, -1, 1, HUGE_VAL, CAROM_COEFFICIENT_RANGE}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        double bad_q[6], bad_W[36], bad_mu[2];
        memcpy(bad_q, q, sizeof q), memcpy(bad_W, W, sizeof W), memcpy(bad_mu, mu, sizeof mu);
        if (rows[k].q >= 0) bad_q[rows[k].q] = rows[k].value;
        if (rows[k].W >= 0) bad_W[rows[k].W] = rows[k].value;
        if (rows[k].mu >= 0) bad_mu[rows[k].mu] = rows[k].value;
        for (int i = 0; i < 6; i++) P[i] = 1.0;
        check(carom_siconos_cones(2, bad_W, bad_q, bad_mu, CAROM_SOLVER_AUTO, P, &report) == rows[k].status,
              "what is no cone problem is refused");
        check(all_nan(6, P) && isnan(report.residual), "a refusal leaves numbers");
        check(isnan(carom_cone_residual(2, bad_W, bad_q, bad_mu, wanted)) || rows[k].status == CAROM_NOT_PSD,
              "the residual of no cone problem");
    }
    const int counts[] = {INT_MIN, -1, 0, CAROM_MAX_CONTACTS + 1, INT_MAX};
    for (int k = 0; k < 5; k++) {
        check(carom_siconos_cones(counts[k], W, q, mu, CAROM_SOLVER_AUTO, P, &report) == CAROM_BAD_COUNT, "no count");
        check(isnan(carom_cone_residual(counts[k], W, q, mu, wanted)), "the residual of no count");
    }
    check(carom_siconos_cones(2, W, q, mu, (carom_solver)-1, P, &report) == CAROM_BAD_VALUE, "no solver");
    check(isnan(carom_cone_residual(2, NULL, q, mu, wanted)), "the residual of nothing");
}

int main(void) {
    planar(1000 * CAROM_CAMPAIGN);
    lifted(100);
    box();
    refusals();
    cones();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
