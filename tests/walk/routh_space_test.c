// Tests Routh's law in 3D: its agreement with 2D, its symmetries, and its limits and degenerate cases. W = [[w, a^T],
// [a, B]], and D is dv_n/dp in the direction of the slip.
#include "support/cmocka.h"
#include "support/params.h"

#include "base/worst.h"
#include "bench/random.h"
#include "carom/geometry.h"
#include "support/laws.h"

static carom_result solve(const carom_contact *c, const carom_params *p) {
    carom_result out;
    assert_int_equal(carom_collide(&carom_law_routh, c, p, &out), CAROM_OK);
    return out;
}

static carom_params params(carom_restitution restitution, double e, double mu) {
    carom_params p = params_plain();
    p.restitution = restitution;
    p.e = e;
    p.mu = mu;
    return p;
}

static double size(const double P[3]) {
    return sqrt(P[0] * P[0] + P[1] * P[1] + P[2] * P[2]);
}

static double distance(const double a[3], const double b[3]) {
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return size(b) > 0.0 ? size(d) / size(b) : size(d);
}

// Returns a contact whose correlations W_ij / sqrt(W_ii W_jj) are at most 1/1.1, so that rounding of the input hardly
// changes the result.
static carom_contact well_conditioned(random_stream *r, int dim) {
    carom_contact c = random_contact(r, dim, 1.0);
    for (int i = 0; i < dim; i++) c.W[i][i] *= 1.1;
    return c;
}

// Returns the contact after a rotation R of the tangent plane: R W R^T and R v.
static carom_contact turned(const carom_contact *c, double angle) {
    const double x = cos(angle), y = sin(angle), R[3][3] = {{1.0, 0.0, 0.0}, {0.0, x, -y}, {0.0, y, x}};
    carom_contact out = {.dim = 3};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            out.v[i] += R[i][k] * c->v[k];
            for (int j = 0; j < 3; j++)
                for (int l = 0; l < 3; l++) out.W[i][j] += R[i][k] * c->W[k][l] * R[j][l];
        }
    out.W[0][1] = out.W[1][0];
    out.W[0][2] = out.W[2][0];
    out.W[2][1] = out.W[1][2];
    return out;
}

// Returns the 2D contact embedded in 3D, with the entry `across` of W for the second tangent.
static carom_contact embedded(const carom_contact *plane, double across) {
    carom_contact c = {.dim = 3, .v = {plane->v[0], plane->v[1], 0.0}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) c.W[i][j] = plane->W[i][j];
    c.W[2][2] = across;
    return c;
}

// The largest difference of a test for each restitution hypothesis. It is printed for comparison with the bounds.
static double worst[3];

static double track(const carom_params *p, double off) {
    worst[p->restitution] = fmax(worst[p->restitution], off);
    return off;
}

static void print_worst(void) {
    printf("  worst difference: newton %.1e, poisson %.1e, energetic %.1e\n", worst[0], worst[1], worst[2]);
    for (int i = 0; i < 3; i++) worst[i] = 0.0;
}

// The largest difference for Newton's and Poisson's restitution was 2.4e-14; the bound is 1e-12. For energetic
// restitution the normal work is a small difference of large numbers if mu^2 B is large compared with w. The largest
// difference was 1.7e-12; the bound is 1e-10.
static double allowed(const carom_params *p) {
    return p->restitution == CAROM_ENERGETIC ? 1e-10 : 1e-12;
}

// A 2D problem embedded in 3D with rotated tangents has the rotated impulse. The slip then starts in an invariant
// direction only up to rounding.
static void planar_problem_turned_in_space_too(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 20000; i++) {
        random_stream r = random_at(87, i);
        const carom_contact plane = well_conditioned(&r, 2);
        const carom_params p = random_params(&r, 2);
        const double angle = random_between(&r, 0.0, 6.3);
        const carom_contact c = embedded(&plane, plane.W[1][1] * random_power10(random_between(&r, -1.0, 1.0)));
        const carom_contact t = turned(&c, angle);
        const carom_result flat = solve(&plane, &p), out = solve(&t, &p);
        const double wanted[3] = {flat.P[0], cos(angle) * flat.P[1], sin(angle) * flat.P[1]};
        assert_true(track(&p, distance(out.P, wanted)) <= allowed(&p));
    }
    print_worst();
}

// The W of a sphere is isotropic, except for rounding errors after a rotation. Checks that these errors do not change
// the result.
static void turned_spheres_are_spheres(void **state) {
    (void)state;
    double most = 0.0;
    for (uint64_t i = 0; i < 6000; i++) {
        random_stream r = random_at(41, i);
        const carom_contact sphere = {.dim = 3,
                                      .W = {{2.0}, {0.0, 7.0}, {0.0, 0.0, 7.0}},
                                      .v = {-1.0, random_between(&r, -3.0, 3.0), random_between(&r, -3.0, 3.0)}};
        const double angle = random_between(&r, 0.0, 6.3), e = random_unit(&r), mu = random_between(&r, 0.0, 0.5);
        const carom_params p = params((carom_restitution)(i % 3), e, mu);
        carom_contact c = turned(&sphere, angle);
        // The rounding errors depend on how W was assembled, so some units in the last place are added.
        c.W[1][2] = c.W[2][1] += (double)random_below(&r, 9) * 2e-16 - 8e-16;
        const carom_result plain = solve(&sphere, &p), out = solve(&c, &p);
        const double x = cos(angle), y = sin(angle);
        const double P[3] = {plain.P[0], x * plain.P[1] - y * plain.P[2], y * plain.P[1] + x * plain.P[2]};
        carom_worsen(&most, distance(out.P, P));
    }
    print_message("turned spheres: 6000 answered, worst %.1e\n", most);
    // The largest difference was 3e-16; the bound is 1e-13.
    assert_true(most < 1e-13);
}

// A change of v or mu by 1e-9 changes P by about 1e-9. Exceptions are few: v_n that just reaches zero, and a contact
// that just sticks.
static void small_changes_make_small_changes(void **state) {
    (void)state;
    long jumps = 0;
    const long problems = 5000;
    for (uint64_t i = 0; i < (uint64_t)problems; i++) {
        random_stream r = random_at(84, i);
        const carom_contact c = random_contact(&r, 3, 1.0);
        carom_params p = random_params(&r, 3);
        p.mu_static = CAROM_SAME_AS_MU;
        carom_contact near = c;
        for (int k = 0; k < 3; k++) near.v[k] += 1e-9 * c.v[0] * random_between(&r, -1.0, 1.0);
        carom_params other = p;
        other.mu *= 1.0 + 1e-9;
        const carom_result a = solve(&c, &p), b = solve(&near, &p), d = solve(&c, &other);
        jumps += !(distance(a.P, b.P) <= 1e-5) || !(distance(a.P, d.P) <= 1e-5);
    }
    assert_true(jumps <= problems / 1000);
}

static const carom_contact tilted = {
    .dim = 3, .W = {{4.0, 1.0, 0.5}, {1.0, 3.0, 0.7}, {0.5, 0.7, 2.0}}, .v = {-1.0, 0.6, -0.8}};

static void no_friction_is_the_frictionless_law(void **state) {
    (void)state;
    for (int k = 0; k < 3; k++) {
        const carom_params p = params((carom_restitution)k, 0.6, 0.0);
        const carom_result out = solve(&tilted, &p);
        assert_near(out.P[0], 1.6 / 4.0, 1e-15);
        assert_near(out.P[1], 0.0, 0.0);
        assert_near(out.P[2], 0.0, 0.0);
        assert_int_equal(out.mode, CAROM_MODE_SLIDING);
    }
    // A slip opposite to the one that the normal impulse causes passes through zero. The mode is then named as in 2D.
    const carom_contact c = {
        .dim = 3, .W = {{4.0, 2.0, 0.0}, {2.0, 3.0, 0.0}, {0.0, 0.0, 1.0}}, .v = {-1.0, -0.4, 0.0}};
    carom_params smooth = params_plain();
    smooth.e = 0.5;
    assert_int_equal(solve(&c, &smooth).mode, CAROM_MODE_C_REVERSED);
}

// Without initial slip the contact sticks if |B^-1 a| <= mu. Otherwise it slips in the only direction in which slip
// sustains itself.
static void direct_impact_sticks_or_escapes(void **state) {
    (void)state;
    carom_contact c = tilted;
    c.v[1] = c.v[2] = 0.0;
    carom_hodograph h;
    carom_hodograph_compute(&c, 0.1, 0.1, &h);
    carom_params p = params(CAROM_POISSON, 0.5, 1.01 * h.mu_critical);
    carom_result out = solve(&c, &p);
    assert_int_equal(out.mode, CAROM_MODE_C_STICKING);
    assert_near(hypot(out.v[1], out.v[2]), 0.0, 1e-15);

    p.mu = 0.5 * h.mu_critical;
    out = solve(&c, &p);
    carom_hodograph_compute(&c, p.mu, p.mu, &h);
    assert_int_equal(out.mode, CAROM_MODE_SLIDING);
    const double r = hypot(out.v[1], out.v[2]);
    assert_near(out.v[1] / r, h.escape[0], 1e-14);
    assert_near(out.v[2] / r, h.escape[1], 1e-14);
    assert_near(out.P[1], -p.mu * h.escape[0] * out.P[0], 1e-14);

    // Static friction holds the contact where sliding friction is too small.
    p.mu_static = 1.01 * h.mu_critical;
    assert_int_equal(solve(&c, &p).mode, CAROM_MODE_C_STICKING);
}

// In an invariant direction the path is straight: P_t = -mu e P_n up to rounding, while the contact slips.
static void invariant_start_goes_straight(void **state) {
    (void)state;
    carom_hodograph h;
    carom_contact c = tilted;
    carom_hodograph_compute(&c, 0.2, 0.2, &h);
    assert_true(h.count >= 2);
    for (int k = 0; k < h.count; k++) {
        const double *e = h.direction[k].e;
        c.v[1] = 10.0 * e[0];
        c.v[2] = 10.0 * e[1];
        const carom_params p = params(CAROM_ENERGETIC, 0.8, 0.2);
        const carom_result out = solve(&c, &p);
        assert_int_equal(out.mode, CAROM_MODE_SLIDING);
        const double Pn = -1.8 * c.v[0] / h.direction[k].D;
        const double wanted[3] = {Pn, -0.2 * e[0] * Pn, -0.2 * e[1] * Pn};
        assert_true(distance(out.P, wanted) <= 1e-14);
    }
}

// For v_n = 0 there is an impulse only if friction turns the slip into compression (D < 0). It is then the limit for
// v_n -> 0.
static void grazing_jams_or_nothing_happens(void **state) {
    (void)state;
    carom_contact c = {.dim = 3, .W = {{2.0, 2.5, 0.3}, {2.5, 4.0, 0.2}, {0.3, 0.2, 3.0}}, .v = {0.0, 1.0, 0.2}};
    for (int k = 0; k < 3; k++) {
        const carom_params p = params((carom_restitution)k, 0.5, 2.0);
        c.v[0] = 0.0;
        const carom_result jam = solve(&c, &p);
        assert_int_equal(jam.mode, CAROM_MODE_C_STICKING);
        assert_true(jam.P[0] > 0.1 && jam.v[0] >= -1e-15);
        c.v[0] = -1e-13;
        assert_true(distance(solve(&c, &p).P, jam.P) < 1e-11);
        // The opposite slip pushes the bodies apart.
        c.v[0] = 0.0;
        carom_contact back = c;
        back.v[1] = -c.v[1];
        back.v[2] = -c.v[2];
        const carom_result none = solve(&back, &p);
        assert_int_equal(none.mode, CAROM_MODE_NONE);
        assert_near(size(none.P), 0.0, 0.0);
        assert_near(size(none.Pc), 0.0, 0.0);
    }
    c.v[1] = c.v[2] = 0.0;
    const carom_params p = params(CAROM_POISSON, 0.5, 2.0);
    assert_int_equal(solve(&c, &p).mode, CAROM_MODE_NONE);
}

// The result for mu = infinity is the limit for large mu. The difference decreases like 1/mu.
static void infinite_friction_is_the_limit(void **state) {
    (void)state;
    long slid = 0, stuck = 0;
    for (uint64_t i = 0; i < 3000; i++) {
        random_stream r = random_at(85, i);
        const carom_contact c = random_contact(&r, 3, 1.0);
        carom_params p = random_params(&r, 3);
        p.mu_static = CAROM_SAME_AS_MU;
        p.mu = HUGE_VAL;
        const carom_result limit = solve(&c, &p);
        p.mu = 1e7;
        const carom_result near = solve(&c, &p);
        p.mu = 1e8;
        const carom_result nearer = solve(&c, &p);
        const double d = distance(nearer.P, limit.P);
        // The limit is approached more slowly if v_n just reaches zero, or if Newton's restitution ends the impact near
        // the end of the slip.
        if (!(d <= 1e-4 || d <= 0.5 * distance(near.P, limit.P))) fail_msg("problem %d: %g", (int)i, d);
        slid += limit.mode == CAROM_MODE_SLIDING;
        stuck += limit.mode != CAROM_MODE_SLIDING;
    }
    assert_true(slid > 20 && stuck > 1000);
}

// W is singular with a null vector z, z_n != 0, and v is in its range. Slip and compression end together.
static void singular_mass_has_its_limit_or_none(void **state) {
    (void)state;
    // W is the sum of two dyads. Its null vector is (1, 1, 1).
    const double x[3] = {1.0, -1.0, 0.0}, y[3] = {0.5, 0.5, -1.0};
    carom_contact c = {.dim = 3, .v = {-1.0, 0.8, 0.2}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c.W[i][j] = 2.0 * x[i] * x[j] + 3.0 * y[i] * y[j];
    carom_params p = params(CAROM_POISSON, 0.5, 3.0);
    const carom_result out = solve(&c, &p);
    assert_near(out.P[0], 1.5 * out.Pc[0], 1e-12);
    for (int i = 0; i < 3; i++) assert_near(out.v[i], 0.0, 1e-12);
    carom_result none;
    p.restitution = CAROM_NEWTON;
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &none), CAROM_NO_SOLUTION);
    p.restitution = CAROM_ENERGETIC;
    assert_int_equal(carom_collide(&carom_law_routh, &c, &p, &none), CAROM_NO_SOLUTION);
    // For e = 0 the impact ends with the slip, for every restitution hypothesis.
    p.e = 0.0;
    assert_near(solve(&c, &p).v[0], 0.0, 1e-12);

    // B is singular: nothing can stop the slip along t2, but the normal velocity can be stopped.
    const carom_contact rail = {
        .dim = 3, .W = {{2.0, 0.5, 0.0}, {0.5, 1.0, 0.0}, {0.0, 0.0, 0.0}}, .v = {-1.0, 0.3, 0.4}};
    for (int k = 0; k < 3; k++) {
        p = params((carom_restitution)k, 0.5, 0.8);
        const carom_result free = solve(&rail, &p);
        assert_near(free.v[2], 0.4, 1e-15);
        assert_near(hypot(free.P[1], free.P[2]) / (0.8 * free.P[0]), 1.0, 0.2);
        assert_int_equal(free.violations, 0);
    }
    // No impulse changes the slip at all.
    const carom_contact bare = {
        .dim = 3, .W = {{2.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}, .v = {-1.0, 3.0, 4.0}};
    assert_near(solve(&bare, &p).P[0], 0.75, 1e-15);
}

static void path_runs_from_start_to_the_answer(void **state) {
    (void)state;
    static carom_path_point points[2000];
    for (uint64_t i = 0; i < 2000; i++) {
        random_stream r = random_at(86, i);
        const carom_contact c = random_contact(&r, 3, 1.0);
        const carom_params p = random_params(&r, 3);
        carom_path path = {.points = points, .capacity = 2000};
        carom_result traced;
        assert_int_equal(carom_trace(&carom_law_routh, &c, &p, &path, &traced), CAROM_OK);
        const carom_result out = solve(&c, &p);
        assert_true(distance(out.P, traced.P) <= 0.0);
        assert_int_equal(points[0].event, CAROM_EVENT_START);
        const carom_path_point *end = &points[path.count - 1];
        assert_int_equal(end->event, CAROM_EVENT_END);
        assert_true(distance(end->P, out.P) <= 0.0);
        assert_near(end->dE, out.dE, 1e-11);
        for (size_t k = 1; k < path.count; k++) {
            // The normal impulse increases along the path.
            const double *a = points[k - 1].P, *b = points[k].P;
            assert_true(b[0] >= a[0] * (1.0 - 1e-14));
            // Friction never adds energy, since dE/dp = v_n - mu r.
            assert_true(points[k].dE - points[k].work_normal <= 1e-11 * (1.0 + fabs(points[k].dE)));
        }
    }
    carom_path small = {.points = points, .capacity = 2};
    carom_result out;
    const carom_params p = params(CAROM_POISSON, 0.5, 0.9);
    assert_int_equal(carom_trace(&carom_law_routh, &tilted, &p, &small, &out), CAROM_PATH_FULL);
    assert_true(small.count > 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planar_problem_turned_in_space_too),  cmocka_unit_test(turned_spheres_are_spheres),
        cmocka_unit_test(small_changes_make_small_changes),    cmocka_unit_test(no_friction_is_the_frictionless_law),
        cmocka_unit_test(direct_impact_sticks_or_escapes),     cmocka_unit_test(invariant_start_goes_straight),
        cmocka_unit_test(grazing_jams_or_nothing_happens),     cmocka_unit_test(infinite_friction_is_the_limit),
        cmocka_unit_test(singular_mass_has_its_limit_or_none), cmocka_unit_test(path_runs_from_start_to_the_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
