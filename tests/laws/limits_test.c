// Tests limits of the algebraic laws against values by hand: infinite friction, singular W, no approach.
#include "support/cmocka.h"
#include "support/params.h"

#include "support/laws.h"

typedef struct {
    const char *law;
    carom_contact c;
    carom_params p;
    carom_status status;
    double P[3];
    carom_mode mode;
    int solutions;
} row;

static void check(const row *r) {
    carom_result out;
    assert_int_equal(carom_collide(carom_law_find(NULL, r->law, CAROM_ONE_CONTACT), &r->c, &r->p, &out), r->status);
    if (r->status != CAROM_OK) return;
    for (int i = 0; i < r->c.dim; i++) assert_near(out.P[i], r->P[i], 1e-13);
    assert_int_equal(out.mode, r->mode);
    if (r->solutions) assert_int_equal(out.solution_count, r->solutions);
}

static carom_params with(double e, double e_t, double mu) {
    carom_params p = params_plain();
    p.e = e;
    p.e_t = e_t;
    p.mu = mu;
    return p;
}

#define PLANE(a, w, T, vn, vt)                                                                                         \
    {                                                                                                                  \
        .dim = 2, .W = {{a, w}, {w, T}}, .v = { vn, vt }                                                               \
    }
// The same contact in 3D.
#define SPACE(a, w, T, vn, vt)                                                                                         \
    {                                                                                                                  \
        .dim = 3, .W = {{a, w, 0}, {w, T, 0}, {0, 0, 1}}, .v = { vn, vt, 0 }                                           \
    }
#define PENDULUM PLANE(9, 12, 16, -3, -4)

static void infinite_friction(void **state) {
    (void)state;
    const row rows[] = {
        // det = 3/4, W^-1 (1.5, -0.2) = (1.6, -0.95) / 0.75
        {"glocker",
         PLANE(1, 0.5, 1, -1, 0.2),
         with(0.5, 0, HUGE_VAL),
         CAROM_OK,
         {1.6 / 0.75, -0.95 / 0.75},
         CAROM_MODE_STICK,
         1},
        // W^-1 (0.15, 4) would pull, so P = (0, c / W_nt) with c = 0.15.
        {"glocker",
         PLANE(1, 0.5, 1, -0.1, -4),
         with(0.5, 0, HUGE_VAL),
         CAROM_OK,
         {0, 0.3},
         CAROM_MODE_BACKWARD_SLIP,
         1},
        {"glocker",
         PLANE(1, -0.5, 1, -0.1, 4),
         with(0.5, 0, HUGE_VAL),
         CAROM_OK,
         {0, -0.3},
         CAROM_MODE_FORWARD_SLIP,
         1},
        {"brach",
         PLANE(1, 0.5, 1, -0.1, 4),
         with(0.5, 0, HUGE_VAL),
         CAROM_OK,
         {2.15 / 0.75, -4.075 / 0.75},
         CAROM_MODE_STICKING,
         0},
        {"smith", PLANE(1, 0.5, 1, -0.1, -4), with(0.5, 0, HUGE_VAL), CAROM_OK, {0, 0.3}, CAROM_MODE_UNNAMED, 0},
        {"pfeiffer-glocker",
         PLANE(1, 0.5, 1, -1, 0),
         with(0.5, 0, HUGE_VAL),
         CAROM_COEFFICIENT_RANGE,
         {0},
         CAROM_MODE_NONE,
         0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

// A pendulum has the singular W = 25 q q^T with q = (3, 4)/5. Here v is in the range of W.
static void pendulum(void **state) {
    (void)state;
    const row rows[] = {
        // W^+ is the pseudoinverse: W^+ (4.5, 6) = q 7.5 / 25.
        {"glocker", PENDULUM, with(0.5, 0.5, 2.0), CAROM_OK, {0.18, 0.24}, CAROM_MODE_STICK, 1},
        {"glocker", PENDULUM, with(0.5, 0.5, 0.5), CAROM_OK, {0.3, 0.15}, CAROM_MODE_BACKWARD_SLIP, 1},
        {"glocker", PENDULUM, with(0.5, 0.0, HUGE_VAL), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"glocker", PENDULUM, with(0.5, 0.0, 2.0), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"whittaker", PENDULUM, with(0.5, 0.0, HUGE_VAL), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"brach", PENDULUM, with(0.5, 0.0, 2.0), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        // The null vector (4, -3) lies in the friction cone for mu = 2. The limit of regular W then sticks, with an
        // unbounded impulse. For mu = 0.5 the null vector lies outside the cone, and the contact slides.
        {"initial-slip", PENDULUM, with(0.5, 0.0, 2.0), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"initial-slip", PENDULUM, with(0.5, 0.0, HUGE_VAL), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"initial-slip", PENDULUM, with(0.5, 0.0, 0.5), CAROM_OK, {0.3, 0.15}, CAROM_MODE_SLIDING, 0},
        {"initial-slip", PLANE(1, 1, 1, -1, -1), with(0.5, 0.0, 2.0), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"initial-slip", SPACE(1, 1, 1, -1, -1), with(0.5, 0.0, 2.0), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        // v is not in the range of W, so these laws have no limit.
        {"chatterjee2", PLANE(9, 12, 16, -3, 4), with(0.5, 0.0, 0.5), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"chatterjee3", PLANE(9, 12, 16, -3, 4), with(0.5, 0.0, 0.5), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"chatterjee", PLANE(9, 12, 16, -3, 4), with(0.5, 0.0, 0.5), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

// If v_n = 0 and mu > W_nn/W_nt, there are two results: P = 0 and a jam. Most rows have W = [[1, 1], [1, 4]].
static void no_approach(void **state) {
    (void)state;
    const row rows[] = {
        // W^-1 (0, -1) = (1, -1) / 3 lies inside the cone for mu = 2.
        {"glocker", PLANE(1, 1, 4, 0, 1), with(0.5, 0, 2.0), CAROM_OK, {1.0 / 3.0, -1.0 / 3.0}, CAROM_MODE_STICK, 2},
        {"whittaker",
         PLANE(1, 1, 4, 0, 1),
         with(0.5, 0, 2.0),
         CAROM_OK,
         {1.0 / 3.0, -1.0 / 3.0},
         CAROM_MODE_STICKING,
         2},
        {"glocker", PLANE(1, 1, 4, 0, 1), with(0.5, 0, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        {"brach", PLANE(1, 1, 4, 0, 1), with(0.5, 0, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        {"ivanov", PLANE(1, 1, 4, 0, 1), with(0.5, 0, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        {"smith",
         PLANE(1, 1, 4, 0, 1),
         with(0.5, 0, HUGE_VAL),
         CAROM_OK,
         {2.0 / 3.0, -2.0 / 3.0},
         CAROM_MODE_UNNAMED,
         0},
        {"smith", PLANE(1, 1, 4, 0, -1), with(0.5, 0, HUGE_VAL), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        // Without coupling, reversing the slip causes no normal impulse, and without a normal impulse there is no
        // friction.
        {"smith", PLANE(1, 0, 4, 0, 1), with(0.5, 0, HUGE_VAL), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        // The intended impulse leaves the cone, and moving it back to the cone gives P = 0.
        {"chatterjee2", PLANE(2, 0, 7, 0, 1), with(0.5, 0, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        {"chatterjee3", PLANE(2, 0, 7, 0, 1), with(0.5, 0, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        {"chatterjee3", PLANE(5, -2, 1, 0, 1), with(1, 1, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        // W^-1 (0, -3) = (6, -9) / 5 lies on the edge of the cone, since its ratio 1.5 equals mu = W_nn/W_nt. The
        // contact sticks with this impulse.
        {"initial-slip", PLANE(3, 2, 3, 0, 3), with(0.5, 0, 1.5), CAROM_OK, {1.2, -1.8}, CAROM_MODE_STICKING, 0},
        {"initial-slip", SPACE(3, 2, 3, 0, 3), with(0.5, 0, 1.5), CAROM_OK, {1.2, -1.8}, CAROM_MODE_STICKING, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

// e = -1 requires v_n' = v_n, so the results are those without approach, for every W and mu. For e < -1, P = 0
// satisfies glocker's normal condition.
static void no_rebound(void **state) {
    (void)state;
    row rows[] = {
        {"glocker", PLANE(1, 1, 4, -1, 1), with(-1, 0, 2.0), CAROM_OK, {1.0 / 3.0, -1.0 / 3.0}, CAROM_MODE_STICK, 2},
        {"whittaker",
         PLANE(1, 1, 4, -1, 1),
         with(-1, 0, 2.0),
         CAROM_OK,
         {1.0 / 3.0, -1.0 / 3.0},
         CAROM_MODE_STICKING,
         2},
        {"glocker", PLANE(1, 1, 4, -1, 1), with(-1, 0, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 1},
        {"whittaker", PLANE(1, 1, 4, -1, 1), with(-1, 0, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 1},
        // The next rows have infinite friction without coupling, or a singular W with mu > W_nn/W_nt.
        {"glocker", PLANE(1, 0, 4, -1, 1), with(-1, 0, HUGE_VAL), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 1},
        {"whittaker", PLANE(1, 0, 4, -1, 1), with(-1, 0, HUGE_VAL), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 1},
        {"glocker", PLANE(1, 1, 1, -1, 1), with(-1, 0, 2.0), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 1},
        {"whittaker", PLANE(1, 1, 1, -1, 1), with(-1, 0, 2.0), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 1},
        {"glocker", PLANE(1, 1, 4, -1, 1), with(-2, 0, 0.5), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 1},
        {"glocker", PLANE(1, 1, 4, -1, 1), with(-2, 0, 2.0), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        rows[i].p.allow = CAROM_PARAM_BIT(e);
        check(&rows[i]);
    }
    const row space = {"whittaker",
                       {.dim = 3, .W = {{1, 0, 0}, {0, 4, 0}, {0, 0, 4}}, .v = {-1, 1, 0}},
                       rows[0].p,
                       CAROM_OK,
                       {0, 0, 0},
                       CAROM_MODE_NONE,
                       1};
    check(&space);
}

// For e > 1 in 3D, the line of `accessible` starts at an impulse with friction, for every mu. The reference was
// computed in 113-bit arithmetic. If the discriminant is computed as a difference of terms in mu^4, the error is 1e-8.
static void steep_friction_above_the_elastic_level(void **state) {
    (void)state;
    const carom_law *law = carom_law_find(NULL, "accessible", CAROM_ONE_CONTACT);
    const carom_contact c = {.dim = 3,
                             .W = {{5.7836803400002097, -1.9153225039363295, 0.43702655328202938},
                                   {-1.9153225039363295, 1.5086236108740017, 0.75225723772136077},
                                   {0.43702655328202938, 0.75225723772136077, 0.98522696684256872}},
                             .v = {-0.19497406661884448, 1.1889422144599635, -1.4839003144989849}};
    const double f = -0.52450510463136379, phi = 3.164888129223451;
    carom_params p = params_plain();
    carom_result out;
    p.e = 1.1048689862461187;
    p.mu = 4524822696.1068144;
    assert_int_equal(carom_params_set_by_name(law, &p, "f", &f, 1), CAROM_OK);
    assert_int_equal(carom_params_set_by_name(law, &p, "phi", &phi, 1), CAROM_OK);
    assert_int_equal(carom_collide(law, &c, &p, &out), CAROM_OK);
    // The expected numbers have twelve decimal places.
    assert_near(out.P[1], -0.0907926704052, 1e-12);
    assert_near(out.P[2], 0.117569882227, 1e-12);
    // With f = -1 the line ends at the friction cone, and v_n' is still -e v_n.
    for (p.mu = 1e3; p.mu < 1e16; p.mu *= 10.0) {
        assert_int_equal(carom_params_set_by_name(law, &p, "f", (const double[]){-1.0}, 1), CAROM_OK);
        assert_int_equal(carom_collide(law, &c, &p, &out), CAROM_OK);
        assert_near(out.v[0], -p.e * c.v[0], 1e-14);
    }
}

// walton is defined for spheres only: the tangents are uncoupled, and both have W_tt = 7/2 W_nn.
static void not_a_sphere(void **state) {
    (void)state;
    carom_contact c = {.dim = 3, .W = {{1, 0, 0}, {0, 3.5, 0}, {0, 0, 3.5}}, .v = {-1, 3, 4}};
    const carom_params p = with(0.5, 0, 0.1);
    // It slides: P_n = 1.5, and P_t has the size 0.15 and opposes (3, 4)/5.
    const row sphere = {"walton", c, p, CAROM_OK, {1.5, -0.09, -0.12}, CAROM_MODE_SLIDING, 0};
    check(&sphere);
    c.W[1][2] = c.W[2][1] = 0.1;
    const row coupled = {"walton", c, p, CAROM_NOT_APPLICABLE, {0}, CAROM_MODE_NONE, 0};
    check(&coupled);
}

// No impulse changes the slip if W_tt = 0. The result is the limit as W_tt decreases to 0. If the contact slips, |P_t|
// = mu P_n; otherwise P_t = 0.
static void welded_tangent(void **state) {
    (void)state;
    const double inf = HUGE_VAL;
    const row rows[] = {
        {"pfeiffer-glocker",
         PLANE(1, 0, 0, -1, 0),
         with(0.5, 0, 0.5),
         CAROM_OK,
         {1.5, 0},
         CAROM_MODE_STICKING_STICKING,
         0},
        {"pfeiffer-glocker",
         PLANE(1, 0, 0, -1, 1),
         with(0.5, 0, 0.5),
         CAROM_OK,
         {1.5, -0.75},
         CAROM_MODE_SLIDING_SLIDING,
         0},
        {"bilinear", PLANE(1, 0, 0, -1, 1), with(0.5, -1, 0.5), CAROM_OK, {1.5, 0}, CAROM_MODE_STICKING, 0},
        {"bilinear", PLANE(1, 0, 0, -1, 1), with(0.5, -1, inf), CAROM_OK, {1.5, 0}, CAROM_MODE_STICKING, 0},
        {"bilinear", PLANE(1, 0, 0, -1, 1), with(0.5, 0, 0.5), CAROM_OK, {1.5, -0.75}, CAROM_MODE_SLIDING, 0},
        {"bilinear", PLANE(1, 0, 0, -1, -1), with(0.5, 0, 0.5), CAROM_OK, {1.5, 0.75}, CAROM_MODE_SLIDING, 0},
        {"bilinear", PLANE(1, 0, 0, -1, 0), with(0.5, 0, inf), CAROM_OK, {1.5, 0}, CAROM_MODE_STICKING, 0},
        {"bilinear", PLANE(1, 0, 0, -1, 1), with(0.5, 0, inf), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0},
        {"glocker", PLANE(1, 0, 0, -1, 1), with(0.5, 0, 0.5), CAROM_OK, {1.5, -0.75}, CAROM_MODE_FORWARD_SLIP, 0},
        {"chatterjee1", PLANE(1, 0, 0, -1, 1), with(0.5, 0, 0.5), CAROM_OK, {1.5, -0.75}, CAROM_MODE_RESTITUTION, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);

    // 3D: T = q q^T, and the slip is perpendicular to q up to rounding.
    const carom_contact c = {
        .dim = 3, .W = {{1, 0, 0}, {0, 0.01, 0.03}, {0, 0.03, 0.09}}, .v = {-1, 0.3 * 3, -0.1 * 3}};
    const double share = 0.75 / sqrt(0.9);
    const row across = {"bilinear",         c, with(0.5, 0, 0.5), CAROM_OK, {1.5, -0.9 * share, 0.3 * share},
                        CAROM_MODE_SLIDING, 0};
    check(&across);
    const row endless = {"bilinear", c, with(0.5, 0, inf), CAROM_NO_SOLUTION, {0}, CAROM_MODE_NONE, 0};
    check(&endless);
}

// For P_CT > 0 the friction interval of the expansion is [-mu (1 - nu) P_EN + e e_t P_CT, mu P_EN]. With nu = 1 and e =
// 1 its lower end is e_t P_CT for every mu. Here P_C = W^-1 (2, 1.2) = (0.252, 0.681) and P_ET = 0.3 P_CT.
static void steep_expansion(void **state) {
    (void)state;
    const double det = 8.2 * 1.8 - 0.01, P_CN = (1.8 * 2.0 + 0.1 * 1.2) / det, P_CT = (8.2 * 1.2 + 0.1 * 2.0) / det;
    for (double mu = 10.0; mu <= 1e300; mu *= 100.0) {
        row r = {"pfeiffer-glocker",
                 PLANE(8.2, -0.1, 1.8, -2, -1.2),
                 with(1, 0.3, mu),
                 CAROM_OK,
                 {2.0 * P_CN, 1.3 * P_CT},
                 CAROM_MODE_STICKING_SLIDING,
                 1};
        r.p.nu = 1.0;
        check(&r);
        // Tests the mirror image.
        r.c.W[0][1] = r.c.W[1][0] = 0.1;
        r.c.v[1] = 1.2;
        r.P[1] = -r.P[1];
        check(&r);
    }
}

// If compression needs no friction, no tangential impulse is stored, and the expansion has the full friction interval.
// Here P_C = W^-1 (2, 1) = (0.5, 0) and P_EN = 0.25. Sticking needs P_ET = -0.25, but friction allows only -mu 0.25.
static void no_friction_in_compression(void **state) {
    (void)state;
    row r = {"pfeiffer-glocker",
             PLANE(4, 2, 2, -2, -1),
             with(0.5, 0, 0.5),
             CAROM_OK,
             {0.75, -0.125},
             CAROM_MODE_STICKING_SLIDING,
             0};
    for (r.p.nu = 0.0; r.p.nu <= 1.0; r.p.nu += 0.2) check(&r);
    // The same up to rounding, because 0.1 and 0.3 are not exact.
    row rounded = {"pfeiffer-glocker",
                   PLANE(0.3, 0.1, 0.7, -0.3 * 3, -0.1 * 3),
                   with(0.5, 0, 0.01),
                   CAROM_OK,
                   {4.5, -0.015},
                   CAROM_MODE_STICKING_SLIDING,
                   0};
    for (rounded.p.nu = 0.0; rounded.p.nu <= 1.0; rounded.p.nu += 0.2) check(&rounded);
}

// A contact at rest has P = 0, for every mu.
static void at_rest(void **state) {
    (void)state;
    const carom_contact space = {.dim = 3, .W = {{1, 0.6, 0.1}, {0.6, 1, 0}, {0.1, 0, 1}}};
    const row rows[] = {
        {"initial-slip", PLANE(1, 0.6, 1, 0, 0), with(0.5, 0, 2.0), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        {"initial-slip", PLANE(1, 0.6, 1, 0, 0), with(0.5, 0, HUGE_VAL), CAROM_OK, {0, 0}, CAROM_MODE_NONE, 0},
        {"initial-slip", space, with(0.5, 0, 2.0), CAROM_OK, {0, 0, 0}, CAROM_MODE_NONE, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i]);
}

// On the cone brach computes P_n as |P_t| / mu. Computed as (c - W_nt P_t) / W_nn, it would lose six digits here, and P
// would leave the cone.
static void steep_line(void **state) {
    (void)state;
    const row r = {
        "brach",
        PLANE(0.17082852638912135, -612.2500954214943, 7963550.963827019, -0.23877779282005304, 4554.08146490814),
        with(0, 0, 913.1383790836468),
        CAROM_OK,
        {4.270987916519607e-07, -0.00039000029831765556},
        CAROM_MODE_SLIDING,
        0};
    carom_result out;
    check(&r);
    assert_int_equal(carom_collide(&carom_law_brach, &r.c, &r.p, &out), CAROM_OK);
    assert_int_equal(out.violations, 0);
    assert_near(out.P[0] / r.P[0], 1.0, 1e-14);
    assert_near(fabs(out.P[1]) / (r.p.mu * out.P[0]), 1.0, 1e-15);
}

// W is nearly singular, but the impulse is of ordinary size. The reference was computed in 113-bit arithmetic.
static void chatterjee3_near_singular(void **state) {
    (void)state;
    const carom_contact c = {.dim = 3,
                             .W = {{4.738032321958284, 0.6057214032135196, -1.218893146557396},
                                   {0.6057214032135196, 5.282401718376031, -4.084566129461708},
                                   {-1.218893146557396, -4.084566129461708, 3.2790064691358163}},
                             .v = {-0.4557039131622789, -0.03567407267990184, 3.179981900679459}};
    carom_result out;
    const carom_params p = with(0.8466653513615661, -1.0, 0.25878950998266875);
    assert_int_equal(carom_collide(&carom_law_chatterjee3, &c, &p, &out), CAROM_OK);
    assert_near(out.P[0], 0.177101077068, 1e-12);
}

// Tests the jams of no_approach in 3D, first with an uncoupled third axis, then with a coupled one.
static void no_approach_in_space(void **state) {
    (void)state;
    carom_contact c = {.dim = 3, .W = {{1, 1, 0}, {1, 4, 0}, {0, 0, 2}}, .v = {0, 1, 0}};
    const carom_params p = with(0.5, 0, 2.0);
    carom_result flat, out;
    const row stick = {"whittaker", c, p, CAROM_OK, {1.0 / 3.0, -1.0 / 3.0, 0}, CAROM_MODE_STICKING, 0};
    check(&stick);
    carom_contact plane = c;
    plane.dim = 2;
    assert_int_equal(carom_collide(&carom_law_smith, &plane, &p, &flat), CAROM_OK);
    assert_int_equal(carom_collide(&carom_law_smith, &c, &p, &out), CAROM_OK);
    assert_true(flat.P[0] > 0.0);
    for (int i = 0; i < 2; i++) assert_near(out.P[i], flat.P[i], 1e-12);
    // The result is the limit of a slow approach: for v_n = -1e-9 it is almost the same.
    c.W[0][2] = c.W[2][0] = 0.3;
    c.W[1][2] = c.W[2][1] = 0.5;
    carom_contact slow = c;
    slow.v[0] = -1e-9;
    assert_int_equal(carom_collide(&carom_law_smith, &c, &p, &out), CAROM_OK);
    assert_int_equal(carom_collide(&carom_law_smith, &slow, &p, &flat), CAROM_OK);
    for (int i = 0; i < 3; i++) assert_near(out.P[i], flat.P[i], 1e-7);
    assert_near(out.v[0], 0.0, 1e-13);
    const carom_contact pull = {.dim = 3, .W = {{1, 0.5, 0}, {0.5, 1, 0}, {0, 0, 1}}, .v = {-0.1, -4, 0}};
    carom_params endless = params_plain();
    endless.mu = HUGE_VAL;
    endless.e = 0.0;
    assert_int_equal(carom_collide(&carom_law_whittaker, &pull, &endless, &out), CAROM_OK);
    assert_near(out.P[1], 0.2, 1e-13); // P = (0, -v_n / W_nt)
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(infinite_friction),
                                       cmocka_unit_test(pendulum),
                                       cmocka_unit_test(no_approach),
                                       cmocka_unit_test(no_rebound),
                                       cmocka_unit_test(steep_friction_above_the_elastic_level),
                                       cmocka_unit_test(not_a_sphere),
                                       cmocka_unit_test(no_approach_in_space),
                                       cmocka_unit_test(welded_tangent),
                                       cmocka_unit_test(steep_expansion),
                                       cmocka_unit_test(no_friction_in_compression),
                                       cmocka_unit_test(at_rest),
                                       cmocka_unit_test(steep_line),
                                       cmocka_unit_test(chatterjee3_near_singular)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
