// Tests that every status in status.def can occur, except those of files, fits, sweeps and figures, and that every
// status has a message.
#include "support/cmocka.h"
#include "support/compliant_params.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "carom/derivatives.h"
#include "support/laws.h"
#include "tables/counts.h"

static const carom_contact rod = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
static int produced[CAROM_STATUS_END];

static carom_status seen(carom_status status) {
    assert_in_range(status, 0, CAROM_STATUS_END - 1);
    produced[status]++;
    return status;
}

static carom_status collide(const carom_law *law, carom_contact c, carom_params p, carom_result *out) {
    const carom_status status = seen(carom_collide(law, &c, &p, out));
    assert_int_equal(status, out->status);
    return status;
}

// Solves the impact of the rod with routh, after one statement that changes the contact or the coefficients.
#define ROUTH(change)                                                                                                  \
    do {                                                                                                               \
        carom_contact c = rod;                                                                                         \
        carom_params p = params_springs();                                                                             \
        p.e = 0.5;                                                                                                     \
        p.mu = 0.7;                                                                                                    \
        change;                                                                                                        \
        status = collide(&carom_law_routh, c, p, &out);                                                                \
    } while (0)

static carom_status answers_not_converged(const carom_law *self, const carom_contact *c, const carom_params *p,
                                          carom_result *out) {
    (void)c, (void)p, (void)out;
    return CAROM_NOT_CONVERGED;
}

static carom_status answers_not_applicable(const carom_law *self, const carom_contact *c, const carom_params *p,
                                           carom_result *out) {
    (void)c, (void)p, (void)out;
    return CAROM_NOT_APPLICABLE;
}

static carom_status answers_for_itself(const carom_law *self, const carom_contact *c, const carom_params *p,
                                       carom_result *out) {
    (void)c, (void)p, (void)out;
    return (carom_status)230;
}

static void answers(void **state) {
    (void)state;
    carom_status status;
    carom_result out;
    ROUTH();
    assert_int_equal(status, CAROM_OK);
    ROUTH(c.v[0] = 0.5);
    assert_int_equal(status, CAROM_NO_IMPACT);
    assert_int_equal(out.mode, CAROM_MODE_SEPARATING);
    assert_true(out.P[0] == 0.0 && out.P[1] == 0.0 && out.v[0] == 0.5 && out.v[1] == 0.6 && out.dE == 0.0);
    // No normal impulse can move this contact.
    ROUTH(c.W[0][0] = c.W[0][1] = c.W[1][0] = 0.0);
    assert_int_equal(status, CAROM_NO_SOLUTION);
    assert_int_equal(out.violations, CAROM_VIOLATION_NO_SOLUTION);
    assert_true(isnan(out.P[0]) && isnan(out.v[0]) && isnan(out.dE));
    // Without approach the same contact has a solution.
    ROUTH((c.W[0][0] = c.W[0][1] = c.W[1][0] = 0.0, c.v[0] = 0.0));
    assert_int_equal(status, CAROM_OK);
    assert_int_equal(out.mode, CAROM_MODE_NONE);
}

static void refused_contacts(void **state) {
    (void)state;
    carom_status status;
    carom_result out;
    ROUTH(c.dim = 4);
    assert_int_equal(status, CAROM_BAD_DIM);
    ROUTH(c.v[1] = (double)NAN);
    assert_int_equal(status, CAROM_NOT_FINITE);
    ROUTH(c.W[0][0] = HUGE_VAL);
    assert_int_equal(status, CAROM_NOT_FINITE);
    ROUTH(c.W[0][1] = -1.4);
    assert_int_equal(status, CAROM_NOT_SYMMETRIC);
    ROUTH(c.W[0][0] = -2.5);
    assert_int_equal(status, CAROM_NOT_PSD);
    ROUTH(c.W[0][1] = c.W[1][0] = 2.6);
    assert_int_equal(status, CAROM_NOT_PSD);
    assert_true(isnan(out.P[0]));
}

// Each pair of directions of this matrix is possible, but the 3x3 matrix is not positive semi-definite.
static void refused_in_space(void **state) {
    (void)state;
    carom_contact c = {.dim = 3, .W = {{1, .9, -.9}, {.9, 1, .9}, {-.9, .9, 1}}, .v = {-1, 0, 0}};
    assert_int_equal(seen(carom_contact_validate(&c)), CAROM_NOT_PSD);
    c.W[0][2] = c.W[2][0] = 0.9;
    assert_int_equal(carom_contact_validate(&c), CAROM_OK);
    assert_int_equal(carom_contact_validate(NULL), CAROM_NULL_POINTER);
}

// Tests both sides of the tolerance 1e-6, which accepts rounding errors of a W assembled in single precision.
static void symmetry_tolerance(void **state) {
    (void)state;
    carom_status status;
    carom_result out;
    ROUTH(c.W[0][1] += 2.0e-6);
    assert_int_equal(status, CAROM_OK);
    ROUTH(c.W[0][1] += 3.0e-6);
    assert_int_equal(status, CAROM_NOT_SYMMETRIC);
    ROUTH((c.W[0][1] = c.W[1][0] = 2.5 * (1.0 + 0.9e-6)));
    assert_int_equal(status, CAROM_OK);
    ROUTH((c.W[0][1] = c.W[1][0] = 2.5 * (1.0 + 1.1e-6)));
    assert_int_equal(status, CAROM_NOT_PSD);
}

static void refused_params(void **state) {
    (void)state;
    carom_status status;
    carom_result out;
    ROUTH(p.e = 1.4);
    assert_int_equal(status, CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_e);
    ROUTH((p.e = 1.4, p.allow = CAROM_PARAM_BIT(e)));
    assert_int_equal(status, CAROM_OK);
    ROUTH((p.e = (double)NAN, p.allow = CAROM_PARAM_BIT(e)));
    assert_int_equal(status, CAROM_COEFFICIENT_MISSING);
    ROUTH(p.mu = -0.1);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu);
    ROUTH(p.mu = (double)NAN);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu);
    ROUTH(p.mu_static = 0.6);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu_static);
    ROUTH(p.mu_static = -2.0);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu_static);
    ROUTH(p.restitution = (carom_restitution)7);
    assert_int_equal(out.coefficient, CAROM_PARAM_restitution);
    // The law does not read e_t, so NaN is accepted.
    ROUTH(p.e_t = (double)NAN);
    assert_int_equal(status, CAROM_OK);
}

// Tests carom_params_validate alone. The components of `direction` must be finite, but only as many as the contact has
// dimensions.
static void validated_params(void **state) {
    (void)state;
    const carom_coefficient rows[] = {*carom_coefficient_at(NULL, CAROM_PARAM_e),
                                      *carom_coefficient_at(NULL, CAROM_PARAM_direction)};
    const carom_law own = {.name = "own", CAROM_COEFFICIENTS(rows)};
    carom_params p = params_springs();
    carom_param refused;
    p.direction[2] = (double)NAN;
    assert_int_equal(carom_params_validate(&own, &p, 2, &refused), CAROM_OK);
    assert_int_equal(carom_params_validate(&own, &p, 3, &refused), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(refused, CAROM_PARAM_direction);
    assert_int_equal(carom_params_validate(&own, &p, 3, NULL), CAROM_COEFFICIENT_RANGE);
    p.direction[0] = HUGE_VAL;
    assert_int_equal(carom_params_validate(&own, &p, 2, &refused), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_params_validate(NULL, &p, 2, &refused), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_validate(&own, NULL, 2, &refused), CAROM_NULL_POINTER);
}

// The path of a separating contact, or of a rejected one, has no points. The path of a contact with v_n = 0 has two
// points.
static void paths_of_nothing(void **state) {
    (void)state;
    carom_params p = params_springs();
    carom_result result;
    carom_path_point points[8];
    carom_path path = {.points = points, .capacity = 8};
    carom_contact c = rod;
    c.v[0] = 1.0;
    assert_int_equal(carom_trace(&carom_law_routh, &c, &p, &path, &result), CAROM_NO_IMPACT);
    assert_int_equal(path.count, 0);
    c.v[0] = 0.0;
    assert_int_equal(carom_trace(&carom_law_routh, &c, &p, &path, &result), CAROM_OK);
    assert_int_equal(path.count, 2);
    c.dim = 7;
    assert_int_equal(carom_trace(&carom_law_routh, &c, &p, &path, &result), CAROM_BAD_DIM);
    assert_int_equal(path.count, 0);
}

static void refused_names(void **state) {
    (void)state;
    carom_params p = params_springs();
    const double one = 1.0, half = 0.5;
    assert_int_equal(seen(carom_params_set_by_name(&carom_law_routh, &p, "mue", &one, 1)), CAROM_COEFFICIENT_UNKNOWN);
    assert_int_equal(seen(carom_params_set_by_name(&carom_law_frictionless, &p, "mu", &one, 1)),
                     CAROM_COEFFICIENT_UNUSED);
    assert_int_equal(seen(carom_params_set_by_name(&carom_law_routh, &p, "mu", &one, 2)), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set_by_name(&carom_law_routh, &p, "restitution", &half, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set_by_name(NULL, &p, "mu", &one, 1), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_set_by_name(&carom_law_routh, NULL, "mu", &one, 1), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_set_by_name(&carom_law_routh, &p, NULL, &one, 1), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_set_by_name(&carom_law_routh, &p, "mu", NULL, 1), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_set_by_name(&carom_law_routh, &p, "mu", &half, 1), CAROM_OK);
    assert_true(p.mu == 0.5);
    const double d[3] = {1.0, 2.0, 3.0};
    assert_int_equal(carom_params_set(&p, carom_coefficient_at(NULL, CAROM_PARAM_direction), d, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, carom_coefficient_at(NULL, CAROM_PARAM_direction), d, 4), CAROM_BAD_VALUE);
    assert_int_equal(carom_params_set(&p, carom_coefficient_at(NULL, CAROM_PARAM_direction), d, 2), CAROM_OK);
    assert_true(p.direction[1] == 2.0 && p.direction[2] == 0.0);
    assert_int_equal(carom_params_set(&p, carom_coefficient_at(NULL, CAROM_PARAM_NONE), d, 1), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_set(NULL, carom_coefficient_at(NULL, CAROM_PARAM_e), d, 1), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_set(&p, carom_coefficient_at(NULL, CAROM_PARAM_e), NULL, 1), CAROM_NULL_POINTER);
}

static void refused_laws(void **state) {
    (void)state;
    carom_params p = params_springs();
    carom_result out;
    carom_contact c = rod;
    const carom_law elsewhere = {.name = "stronge", .module = "compliant"}; // no code: its module is not linked
    assert_int_equal(seen(carom_collide(NULL, &c, &p, &out)), CAROM_UNKNOWN_LAW);
    assert_int_equal(seen(carom_collide(&elsewhere, &c, &p, &out)), CAROM_MODULE_MISSING);
    assert_int_equal(seen(carom_collide(&carom_law_routh, NULL, &p, &out)), CAROM_NULL_POINTER);
    assert_int_equal(seen(carom_collide(&carom_law_routh, &c, &(carom_params){.mu = 0.5}, &out)), CAROM_BAD_STRUCT);
    assert_int_equal(carom_collide(&carom_law_routh, &c, NULL, &out), CAROM_NULL_POINTER);
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, NULL), CAROM_NULL_POINTER);

    // A law of the caller gets the same checks of the input and of the result.
    const carom_contact_vtable stops = {.solve = answers_not_converged}, shrugs = {.solve = answers_not_applicable},
                               differs = {.solve = answers_for_itself};
    carom_law own = {.name = "own", .module = "test", .solves = CAROM_2D, .contact = &stops};
    assert_int_equal(seen(carom_collide(&own, &c, &p, &out)), CAROM_NOT_CONVERGED);
    own.contact = &shrugs;
    assert_int_equal(seen(carom_collide(&own, &c, &p, &out)), CAROM_NOT_APPLICABLE);
    assert_int_equal(out.violations, CAROM_VIOLATION_NO_SOLUTION);
    // A law may return a status of its own (224 or more). It means that there is no result, and its name contains its
    // number.
    own.contact = &differs;
    assert_int_equal(carom_collide(&own, &c, &p, &out), 230);
    assert_true(out.status == (carom_status)230 && out.violations == CAROM_VIOLATION_NO_SOLUTION && isnan(out.P[0]));
    assert_string_equal(carom_status_name(out.status), "user-230");
    c.dim = 3;
    c.W[2][2] = 1.0;
    assert_int_equal(seen(carom_collide(&own, &c, &p, &out)), CAROM_WRONG_DIM);
}

static void refused_paths(void **state) {
    (void)state;
    carom_params p = params_springs();
    p.mu = 0.7;
    carom_result out;
    carom_path_point points[8];
    carom_path path = {.points = points, .capacity = 2};
    carom_jacobian jac;
    const carom_contact_vtable no_jac = {.solve = carom_law_routh.contact->solve};
    const carom_law own = {.name = "own", .module = "test", .solves = CAROM_2D, .contact = &no_jac};
    assert_int_equal(seen(carom_collide_jacobian(&own, &rod, &p, &out, &jac)), CAROM_NO_DERIVATIVE);
    assert_int_equal(out.status, CAROM_OK); // the impulse is valid nevertheless
    assert_int_equal(seen(carom_trace(&carom_law_routh, &rod, &p, &path, &out)), CAROM_PATH_FULL);
    assert_int_equal(path.count, 4);
    path.capacity = 8;
    assert_int_equal(carom_trace(&carom_law_routh, &rod, &p, &path, &out), CAROM_OK);
    assert_int_equal(path.count, 4);
    assert_int_equal(seen(carom_trace(&carom_law_whittaker, &rod, &p, &path, &out)), CAROM_NO_PATH);
    assert_int_equal(carom_trace(&carom_law_routh, &rod, &p, NULL, &out), CAROM_NULL_POINTER);
    path.points = NULL;
    assert_int_equal(carom_trace(&carom_law_routh, &rod, &p, &path, &out), CAROM_NULL_POINTER);
    assert_int_equal(carom_trace(&carom_law_routh, &rod, &p, NULL, NULL), CAROM_NULL_POINTER);
}

static int gives_up(void *user, const double *forces, double *accelerations) {
    (void)user, (void)forces, (void)accelerations;
    return 1;
}

static void refused_mechanisms(void **state) {
    (void)state;
    const double mass = 2.0, none = 0.0, speed = -1.0, rows[2] = {1.0, 0.0};
    double memory[64], W;
    carom_delassus d;
    carom_mechanism m = {.dim = 2, .speeds = 1, .contacts = 1, .M = &mass, .u = &speed, .R = rows};
    assert_int_equal(seen(carom_delassus_compute(&m, memory, sizeof memory, &d)), CAROM_OK);
    assert_int_equal(seen(carom_delassus_compute(&m, memory, 8, &d)), CAROM_SMALL_MEMORY);
    assert_int_equal(seen(carom_system_contact(&d, 1, &(carom_contact){0})), CAROM_BAD_SIZE);
    m.M = &none;
    assert_int_equal(seen(carom_delassus_compute(&m, memory, sizeof memory, &d)), CAROM_BAD_MASS_MATRIX);
    m.M = &mass;
    m.constraints = 1;
    m.J = rows;
    assert_int_equal(seen(carom_delassus_compute(&m, memory, sizeof memory, &d)), CAROM_CONSTRAINT_VIOLATED);
    carom_planar_pair pair = {.a = {.mass = 1.0, .inertia = 1.0}, .b = carom_planar_body_fixed()};
    carom_contact c;
    assert_int_equal(seen(carom_planar_pair_contact(&pair, &c)), CAROM_BAD_FRAME);
    pair.normal[1] = 1.0;
    pair.a.mass = 0.0;
    assert_int_equal(seen(carom_planar_pair_contact(&pair, &c)), CAROM_BAD_MASS);
    const carom_link link = {.parent = 1};
    const carom_chain_contact at = {.link = 0};
    const carom_chain chain = {.links = 1, .contacts = 1, .link = &link, .contact = &at};
    assert_int_equal(seen(carom_chain_mechanism(&chain, memory, sizeof memory, &m, NULL)), CAROM_BAD_CHAIN);
    assert_int_equal(seen(carom_delassus_probe(gives_up, NULL, 1, 1.0, &W, memory)), CAROM_PROBE_FAILED);
}

// Tests valid input whose results exceed the range of a double.
static void overflow(void **state) {
    (void)state;
    carom_status status;
    carom_result out;
    ROUTH((c.v[0] = -1e200, c.v[1] = 1e200));
    assert_int_equal(status, CAROM_OVERFLOW);
    assert_true(isnan(out.P[0]) && isnan(out.dE));
    // The impulse and the velocity are finite, but the energy overflows.
    ROUTH((c.v[0] = -1e139, c.v[1] = 0.0, c.W[0][0] = c.W[1][1] = 1e-139, c.W[0][1] = c.W[1][0] = 0.0));
    assert_int_equal(status, CAROM_OVERFLOW);
    ROUTH((c.v[0] = -1e-150, c.v[1] = 0.0));
    assert_int_equal(status, CAROM_OVERFLOW);
    ROUTH((c.W[0][0] = c.W[1][1] = 2.5e150, c.W[0][1] = c.W[1][0] = 0.0));
    assert_int_equal(status, CAROM_OVERFLOW);
    ROUTH((c.W[0][0] = c.W[1][1] = 2.5e-310, c.W[0][1] = c.W[1][0] = -1.5e-310));
    assert_int_equal(status, CAROM_OVERFLOW);
}

// Solves a system of contacts with `less` bytes of memory less than required.
static carom_status impact(const carom_law *method, const carom_system *s, const carom_system_params *p, size_t less,
                           carom_system_result *out) {
    static max_align_t memory[65536];
    const size_t bytes = carom_system_memory_size(method, s, p);
    assert_in_range(bytes, 0, sizeof memory);
    const carom_status status = seen(carom_system_solve(method, s, p, memory, bytes - (bytes ? less : 0), out));
    assert_int_equal(status, out->status);
    return status;
}

static void systems(void **state) {
    (void)state;
    double W[16] = {2, 0, -1, 0, 0, 7, 0, 1.5, -1, 0, 2, 0, 0, 1.5, 0, 7}, v[4] = {-1, 0, -1, 0};
    carom_params contact[2] = {params_springs(), params_springs()};
    contact[0].e = contact[1].e = 0.5;
    carom_system s = {.nc = 2, .dim = 2, .W = W, .v = v};
    carom_system_params p = carom_system_params_default(contact);
    carom_system_result out;
    p.single = &carom_law_frictionless;
    p.max_states = 100;
    p.max_outcomes = 10;
    assert_int_equal(impact(&carom_law_glocker, &s, &p, 0, &out), CAROM_OK);
    assert_int_equal(impact(&carom_law_sequence, &s, &p, 0, &out), CAROM_NOT_UNIQUE);
    assert_int_equal(out.violations & CAROM_VIOLATION_NOT_UNIQUE, CAROM_VIOLATION_NOT_UNIQUE);
    p.max_outcomes = 1;
    assert_int_equal(impact(&carom_law_sequence, &s, &p, 0, &out), CAROM_TRUNCATED);
    p.max_impacts = 1;
    assert_int_equal(impact(&carom_law_sequence, &s, &p, 0, &out), CAROM_NOT_CONVERGED);
    assert_int_equal(impact(&carom_law_hm_whittaker, &s, &p, 0, &out), CAROM_OTHER_APPROACHES);
    v[2] = 0.0;
    assert_int_equal(impact(&carom_law_hm_whittaker, &s, &p, 0, &out), CAROM_OK);
    assert_int_equal(impact(&carom_law_hm_whittaker, &s, &p, 64, &out), CAROM_SMALL_MEMORY);
    v[0] = 0.0;
    assert_int_equal(impact(&carom_law_hm_differential, &s, &p, 0, &out), CAROM_NO_IMPACT);
    p.striking = 2;
    assert_int_equal(impact(&carom_law_hm_brach, &s, &p, 0, &out), CAROM_BAD_INDEX);
    p.max_solutions = 0;
    assert_int_equal(impact(&carom_law_glocker, &s, &p, 0, &out), CAROM_BAD_COUNT);
    p.max_solutions = 4;
    assert_int_equal(impact(NULL, &s, &p, 0, &out), CAROM_UNKNOWN_LAW);
    s.dim = 3;
    assert_int_equal(impact(&carom_law_hm_list, &s, &p, 0, &out), CAROM_WRONG_DIM);
    assert_int_equal(impact(&carom_law_hm_brach, &s, &p, 0, &out), CAROM_WRONG_DIM);
    s.dim = 4;
    assert_int_equal(impact(&carom_law_glocker, &s, &p, 0, &out), CAROM_BAD_DIM);
}

static void refused_systems(void **state) {
    (void)state;
    // A body between two walls with unequal coefficients has no solution (golden case wedge-unequal).
    double W[16] = {1, 0, -1, 0, 0, 1, 0, 1, -1, 0, 1, 0, 0, 1, 0, 1}, v[4] = {-1, 0.2, 1, 0.2};
    carom_params contact[2] = {params_springs(), params_springs()};
    contact[0].e = 0.9;
    contact[1].e = 0.5;
    contact[0].mu = contact[1].mu = 0.2;
    const carom_system s = {.nc = 2, .dim = 2, .W = W, .v = v};
    carom_system_params p = carom_system_params_default(contact);
    carom_system_result out;
    for (int solver = CAROM_SOLVER_AUTO; solver <= CAROM_SOLVER_LEMKE; solver++) {
        p.solver = (carom_solver)solver;
        assert_int_equal(impact(&carom_law_glocker, &s, &p, 0, &out), CAROM_NO_SOLUTION);
        assert_int_equal(out.violations, CAROM_VIOLATION_NO_SOLUTION);
        assert_true(isnan(out.P[0]) && isnan(out.v[3]) && isnan(out.dE));
    }
    contact[1].mu = HUGE_VAL;
    assert_int_equal(impact(&carom_law_glocker, &s, &p, 0, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, CAROM_PARAM_mu);
    assert_int_equal(out.contact, 1);
    contact[1].mu = 0.2;
    W[1] = 0.1;
    assert_int_equal(impact(&carom_law_glocker, &s, &p, 0, &out), CAROM_NOT_SYMMETRIC);
    // Every 2x2 block is positive semi-definite, but the matrix is indefinite.
    const double bad[16] = {1, 0.9, 0.9, 0, 0.9, 1, -0.9, 0, 0.9, -0.9, 1, 0, 0, 0, 0, 1};
    memcpy(W, bad, sizeof W);
    assert_int_equal(impact(&carom_law_glocker, &s, &p, 0, &out), CAROM_NOT_PSD);
    v[0] = (double)NAN;
    assert_int_equal(impact(&carom_law_glocker, &s, &p, 0, &out), CAROM_NOT_FINITE);
    assert_int_equal(carom_system_solve(&carom_law_glocker, &s, &p, NULL, 0, &out), CAROM_NULL_POINTER);
}

static void followed_back(void **state) {
    (void)state;
    const carom_params p = params_springs();
    carom_inverse found[CAROM_MAX_INVERSES];
    int count;
    assert_int_equal(seen(carom_collide_inverse(&carom_law_routh, &rod, &p, found, &count)), CAROM_STILL_APPROACHES);
    assert_int_equal(count, 0);
}

static bool exists(int status) {
    return strcmp(carom_status_name((carom_status)status), "unknown-status") != 0;
}

// Returns whether a status is returned only by files, fits, sweeps and figures, or by no function yet.
static bool elsewhere(int status) {
    static const int others[] = {CAROM_STOPPED,       CAROM_UNSETTLED,    CAROM_ALREADY_DONE,        CAROM_NO_HISTORY,
                                 CAROM_WRONG_PROBLEM, CAROM_WRONG_PARAMS, CAROM_COEFFICIENT_MISSING, CAROM_BAD_FILE,
                                 CAROM_UNKNOWN_KEY,   CAROM_FILE_EXISTS,  CAROM_WRONG_FILE,          CAROM_TOO_FEW_DATA,
                                 CAROM_BAD_MODEL,     CAROM_BAD_FIGURE,   CAROM_NO_MEMORY,           CAROM_CANNOT_READ,
                                 CAROM_CANNOT_WRITE,  CAROM_MISSING_KEY,  CAROM_STARTS_INSIDE,       CAROM_BAD_SHAPE};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (status == others[i]) return true;
    return false;
}

static void all_produced(void **state) {
    (void)state;
    for (int i = 0; i < CAROM_STATUS_USER; i++)
        if (exists(i) && !elsewhere(i) && !produced[i])
            fail_msg("no test produces the status \"%s\"", carom_status_name((carom_status)i));
}

static void names_and_messages(void **state) {
    (void)state;
    for (int i = 0; i < CAROM_STATUS_END; i++) {
        assert_true(strlen(carom_status_name((carom_status)i)) > 1);
        assert_true(strlen(carom_status_message((carom_status)i)) > 5);
        assert_in_range(carom_status_classify((carom_status)i), CAROM_CLASS_OK, CAROM_CLASS_ENVIRONMENT);
        char text[512];
        const size_t whole = carom_describe((carom_status)i, NULL, NULL, NULL, NULL, text, sizeof text);
        assert_int_equal(whole, strlen(text));
    }
    assert_string_equal(carom_status_name((carom_status)999), "unknown-status");
    assert_non_null(carom_status_message((carom_status)-1));
    assert_int_equal(carom_status_classify((carom_status)999), CAROM_CLASS_BAD_INPUT);
    for (int i = 0; i < CAROM_MODE_COUNT; i++) assert_non_null(carom_mode_name((carom_mode)i));
    assert_null(carom_mode_name((carom_mode)999));
    assert_null(carom_enum_meaning(CAROM_ENUM_MODE, -1));
    assert_non_null(carom_enum_meaning(CAROM_ENUM_MODE, CAROM_MODE_NONE));
    for (int i = 0; i < CAROM_EVENT_COUNT; i++) assert_non_null(carom_enum_name(CAROM_ENUM_EVENT, (int)i));
    assert_null(carom_enum_name(CAROM_ENUM_EVENT, 999));
    assert_null(carom_enum_meaning(CAROM_ENUM_EVENT, 999));
    assert_non_null(carom_enum_meaning(CAROM_ENUM_EVENT, CAROM_EVENT_END));
    for (unsigned bit = 1; bit <= CAROM_VIOLATION_LOSS; bit *= 2)
        assert_non_null(carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit));
    assert_null(carom_enum_name(CAROM_ENUM_VIOLATION, 128));
    for (unsigned bit = 1; bit <= CAROM_GUARANTEE_UNIQUE; bit *= 2)
        assert_non_null(carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit));
    assert_null(carom_enum_name(CAROM_ENUM_GUARANTEE, (int)(2 * CAROM_GUARANTEE_UNIQUE)));
    assert_string_equal(carom_version(), CAROM_VERSION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),
        cmocka_unit_test(refused_contacts),
        cmocka_unit_test(refused_in_space),
        cmocka_unit_test(symmetry_tolerance),
        cmocka_unit_test(refused_params),
        cmocka_unit_test(refused_names),
        cmocka_unit_test(validated_params),
        cmocka_unit_test(paths_of_nothing),
        cmocka_unit_test(refused_laws),
        cmocka_unit_test(refused_paths),
        cmocka_unit_test(refused_mechanisms),
        cmocka_unit_test(systems),
        cmocka_unit_test(refused_systems),
        cmocka_unit_test(overflow),
        cmocka_unit_test(followed_back),
        cmocka_unit_test(all_produced),
        cmocka_unit_test(names_and_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
