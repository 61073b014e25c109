// Tests the checks of measured bodies, which run before any law is fitted. A planted fault must be named, and correct
// data must raise no alarm.
//   fit_bodies [SETS]
// Each data set has 60 impacts of a tumbling rectangle (2D) or box (3D) that lands on a corner. Each impact has another
// orientation, and the velocities have errors of about 1 %.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/fit.h"
#include "fit/synthetic.h"
#include "support/cmocka.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

enum { BODIES = 60 };

static long sets = 100, drawn, used;

typedef enum { CLEAN, MIRRORED_AXIS, MIRRORED_ARM, MIRRORED_SPIN, WRONG_INERTIA, OFF_CENTRE, FAULTS } fault;

static const double half[3] = {0.05, 0.03, 0.04}, sigma_u = 0.01, sigma_w = 0.2;

// Computes a random rotation: three Euler angles in 3D, one angle about the third axis in 2D.
static void random_axes(int dim, random_stream *seed, double A[3][3]) {
    double R[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (int turn = 0; turn < (dim == 2 ? 1 : 3); turn++) {
        const double angle = 6.2832 * random_unit(seed), c = cos(angle), s = sin(angle);
        const int i = turn % 2, j = turn % 2 ? 2 : 1; // turns of axes 1 and 2, then 2 and 3, then 1 and 2
        for (int k = 0; k < 3; k++) {
            const double x = R[i][k], y = R[j][k];
            R[i][k] = c * x - s * y, R[j][k] = s * x + c * y;
        }
    }
    memset(A, 0, 9 * sizeof(double));
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) A[i][j] = R[i][j];
}

// Computes the vector from the geometric centre of the body to its lowest corner.
static void lowest_corner(int dim, double A[3][3], double r[3]) {
    memset(r, 0, 3 * sizeof *r);
    for (int j = 0; j < dim; j++) {
        const double side = A[0][j] > 0.0 ? -half[j] : half[j];
        for (int i = 0; i < dim; i++) r[i] += side * A[i][j];
    }
}

// Computes w x at, the velocity of the point `at` relative to the centre.
static void turning(int dim, const double *w, const double at[3], double v[3]) {
    const double flat[3] = {w[0] * at[1], -w[0] * at[0], 0.0};
    const double solid[3] = {dim == 3 ? w[1] * at[2] - w[2] * at[1] : 0.0, dim == 3 ? w[2] * at[0] - w[0] * at[2] : 0.0,
                             dim == 3 ? w[0] * at[1] - w[1] * at[0] : 0.0};
    memcpy(v, dim == 2 ? flat : solid, sizeof flat);
}

// Computes one impact by the law routh, without measurement errors. The centre of mass lies at `away` from the
// geometric centre, in the body's axes.
static bool true_body(int dim, const double away[3], random_stream *seed, carom_fit_body *b) {
    const int spins = dim == 2 ? 1 : 3, side = dim + spins;
    carom_params p = params_plain();
    carom_fit_impact at;
    carom_result out;
    p.e = 0.5, p.mu = 0.25;
    *b = (carom_fit_body){.dim = dim, .mass = 0.2};
    for (int i = 0; i < spins; i++) b->inertia[i][i] = 2e-4;
    random_axes(dim, seed, b->axes);
    lowest_corner(dim, b->axes, b->arm);
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) b->arm[i] -= b->axes[i][j] * away[j];
    b->u[0] = -1.0 - random_unit(seed);
    for (int i = 1; i < side; i++) b->u[i] = (i < dim ? 2.0 : 20.0) * (random_unit(seed) - 0.5);
    if (carom_fit_impact_from_body(b, &at) || carom_collide(&carom_law_routh, &at.contact, &p, &out)) return false;
    double moment[3] = {b->arm[1] * out.P[0] - b->arm[0] * out.P[1]};
    if (dim == 3)
        for (int i = 0; i < 3; i++)
            moment[i] = b->arm[(i + 1) % 3] * out.P[(i + 2) % 3] - b->arm[(i + 2) % 3] * out.P[(i + 1) % 3];
    for (int i = 0; i < dim; i++) b->u[side + i] = b->u[i] + out.P[i] / b->mass;
    for (int a = 0; a < spins; a++) b->u[side + dim + a] = b->u[dim + a] + moment[a] / b->inertia[a][a];
    return true;
}

// Changes the true body to the stated one, with measurement errors and the planted fault. Velocities and arm then refer
// to the geometric centre instead of the centre of mass.
static void state(const double away[3], fault planted, random_stream *seed, carom_fit_body *b) {
    const int dim = b->dim, spins = dim == 2 ? 1 : 3, side = dim + spins;
    double at[3] = {0};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) at[i] -= b->axes[i][j] * away[j];
    for (int k = 0; k < 2; k++) {
        double v[3];
        turning(dim, b->u + k * side + dim, at, v);
        for (int i = 0; i < dim; i++) b->u[k * side + i] += v[i];
        for (int i = 0; i < side; i++) {
            const double sigma = i < dim ? sigma_u : sigma_w;
            b->u[k * side + i] += sigma * normal(seed);
            b->S[k * side + i][k * side + i] = sigma * sigma;
        }
        if (planted == MIRRORED_AXIS) b->u[k * side + 1] *= -1.0;
        for (int a = 0; a < spins && planted == MIRRORED_SPIN; a++) b->u[k * side + dim + a] *= -1.0;
    }
    for (int i = 0; i < dim; i++) b->arm[i] -= at[i];
    if (planted == MIRRORED_ARM) b->arm[1] *= -1.0;
    for (int a = 0; a < spins && planted == WRONG_INERTIA; a++) b->inertia[a][a] /= 1.33;
}

static carom_fit_checks checked(int dim, fault planted, bool attitudes, bool stated, uint64_t number) {
    static carom_fit_body bodies[BODIES];
    static carom_fit_impact impacts[BODIES];
    const double away[3] = {planted == OFF_CENTRE ? 0.005 : 0.0, planted == OFF_CENTRE ? -0.002 : 0.0, 0.0};
    random_stream seed = random_at((uint64_t)(100 + 10 * dim) + (uint64_t)planted, number);
    carom_fit_checks c;
    for (int k = 0; k < BODIES;) {
        drawn++;
        if (!true_body(dim, away, &seed, &bodies[k])) continue;
        used++;
        state(away, planted, &seed, &bodies[k]);
        if (!attitudes) memset(bodies[k].axes, 0, sizeof bodies[k].axes);
        if (!stated) memset(bodies[k].S, 0, sizeof bodies[k].S);
        k++;
    }
    if (!stated) assert_true(carom_fit_guess_errors(bodies, BODIES) > 0.0);
    for (int k = 0; k < BODIES; k++) assert_int_equal(carom_fit_impact_from_body(&bodies[k], &impacts[k]), CAROM_OK);
    // With a mirrored axis a body may seem to separate. Its impact is then rejected, but the bodies must be checked
    // nevertheless.
    (void)carom_fit_check_data(impacts, bodies, BODIES, &c, NULL);
    assert_int_equal(c.body.count, BODIES);
    return c;
}

static bool is_named(int dim, fault planted, bool attitudes, const carom_fit_body_checks *c) {
    const unsigned spins =
        dim == 2 ? CAROM_FIT_SIGN_W_N : CAROM_FIT_SIGN_W_N | CAROM_FIT_SIGN_W_T1 | CAROM_FIT_SIGN_W_T2;
    const unsigned causes = c->alarms & (CAROM_FIT_ALARM_SIGN | CAROM_FIT_ALARM_INERTIA | CAROM_FIT_ALARM_CENTRE);
    switch (planted) {
    case CLEAN: return c->alarms == 0;
    case MIRRORED_AXIS: return causes == CAROM_FIT_ALARM_SIGN && c->signs == CAROM_FIT_SIGN_U_T1;
    case MIRRORED_ARM: return causes == CAROM_FIT_ALARM_SIGN && c->signs == CAROM_FIT_SIGN_R_T1;
    case MIRRORED_SPIN: return causes == CAROM_FIT_ALARM_SIGN && c->signs == spins;
    case WRONG_INERTIA:
        return causes == CAROM_FIT_ALARM_INERTIA && fabs(c->inertia.value - 1.33) < 5.0 * c->inertia.error;
    case OFF_CENTRE:
        if (!attitudes) return c->alarms && !causes; // an alarm without a cause
        return causes == CAROM_FIT_ALARM_CENTRE && fabs(c->centre[0].value - 0.005) < 5.0 * c->centre[0].error &&
               fabs(c->centre[1].value + 0.002) < 5.0 * c->centre[1].error;
    case FAULTS: break;
    }
    return false;
}

static void count_named(int dim, bool attitudes, bool stated) {
    static const char *const names[] = {"clean",         "mirrored axis", "mirrored arm",
                                        "mirrored spin", "wrong inertia", "off-centre"};
    for (int planted = 0; planted < FAULTS; planted++) {
        int named = 0;
        for (uint64_t k = 0; k < (uint64_t)sets; k++) {
            const carom_fit_checks c = checked(dim, (fault)planted, attitudes, stated, k);
            named += is_named(dim, (fault)planted, attitudes, &c.body);
            assert_true(carom_fit_test(&(carom_fit_estimate){.dof = 1.0}, &c).none == (c.body.alarms != 0));
        }
        print_message("%dD, attitudes %s, errors %s, %s: %d of %ld\n", dim, attitudes ? "given" : "unknown",
                      stated ? "stated" : "guessed", names[planted], named, sets);
        // If neither orientations nor errors are given, a shifted centre of mass cannot be distinguished from larger
        // errors.
        if (planted != OFF_CENTRE || attitudes || stated) assert_int_equal(named, sets);
    }
}

static void faults_are_named_in_2d(void **state) {
    (void)state;
    count_named(2, true, true);
    count_named(2, false, true);
    count_named(2, true, false);
}

static void faults_are_named_in_3d(void **state) {
    (void)state;
    count_named(3, true, true);
    count_named(3, false, true);
    count_named(3, true, false);
}

int main(int argc, char **argv) {
    if (argc > 1) sets = atol(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(faults_are_named_in_2d),
                                       cmocka_unit_test(faults_are_named_in_3d)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed || !floor_met("bodies that routh answers", used, drawn, 0.9);
}
