// Tests custom laws in special cases: results that jump, vanish or occur twice, and units beyond the range of doubles.
// Some laws have unknown coefficients, or coefficients that exclude each other.
#include "support/cmocka.h"
#include "support/params.h"

#include <string.h>

#include "carom/derivatives.h"
#include "carom/geometry.h"
#include "support/laws.h"
#include "support/rows.h"

static const carom_contact block = {.dim = 2, .W = {{1, 0}, {0, 1}}, .v = {-1, 0.5}};

static carom_status stops(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    (void)p;
    out->P[0] = -c->v[0] / c->W[0][0];
    out->P[1] = 0.0;
    out->mode = CAROM_MODE_SLIDING;
    return CAROM_OK;
}

// The law `several` lists `count` results with the impulses (Pn, Pt). The other members change this list.
static struct {
    int count;
    double Pn[CAROM_MAX_ALTERNATIVES], Pt[CAROM_MAX_ALTERNATIVES];
    double jumps_at, ends_at; // P_n is 1 larger if mu > jumps_at; no result if ends_at < mu < 1
    double slow;              // if positive: the only P_n that is listed for v_n < 0
    int twice_at_none;
} listed;

static carom_status lists(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *list,
                          int *count) {
    *count = listed.count;
    if (p->mu == 0.0 && listed.twice_at_none) *count = 2;
    if (p->mu < 1.0 && !(p->mu == 0.0 && listed.twice_at_none)) *count = 1;
    if (p->mu < 1.0 && p->mu > listed.ends_at) *count = 0;
    if (listed.count < 0) return CAROM_NOT_CONVERGED;
    for (int i = 0; i < *count; i++) {
        list[i].P[0] = listed.Pn[i] + (p->mu > listed.jumps_at ? 1.0 : 0.0);
        list[i].P[1] = listed.Pt[i];
        if (listed.slow > 0.0 && c->v[0] < 0.0) list[i].P[0] = listed.slow;
        list[i].mode = CAROM_MODE_SLIDING;
    }
    if (listed.slow > 0.0 && c->v[0] < 0.0) *count = 1;
    return *count > 0 ? CAROM_OK : CAROM_NO_SOLUTION;
}

static const carom_contact_vtable listing = {.solve = stops, .solve_all = lists};
static const carom_law several = {
    .name = "several", .module = "test", .solves = CAROM_2D, READS_MU, .contact = &listing};

static int told(const carom_law *law, double mu, double vn, carom_alternative *list) {
    carom_contact c = block;
    carom_params p = params_plain();
    int count;
    c.v[0] = vn;
    p.mu = mu;
    assert_int_equal(carom_collide_all(law, &c, &p, list, &count), CAROM_OK);
    int given = 0;
    for (int i = 0; i < count; i++) {
        given += list[i].returned;
        assert_int_equal(list[i].result.solution_count, count);
        if (i) assert_true(list[i - 1].result.P[0] <= list[i].result.P[0]);
    }
    assert_int_equal(given, 1);
    return count;
}

// Returns the index of the stable result; -1 if there is none.
static int kept(const carom_alternative *list, int count) {
    int at = -1;
    for (int i = 0; i < count; i++)
        if (list[i].stable) at = i;
    return at;
}

static void outcomes(void **state) {
    (void)state;
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_law blind = several;
    blind.coefficient_count = 0;
    // The result can be followed from mu = 0 to the given mu, so it is stable.
    memset(&listed, 0, sizeof listed);
    listed.count = 2, listed.Pn[0] = 1.0, listed.Pn[1] = 1.5, listed.jumps_at = listed.ends_at = HUGE_VAL;
    assert_int_equal(told(&several, 1.0, -1.0, list), 2);
    assert_int_equal(kept(list, 2), 0);
    assert_true(list[0].returned && list[0].result.violations & CAROM_VIOLATION_NOT_UNIQUE);
    // No result is followed if the law does not read mu, or if mu is infinite.
    assert_int_equal(kept(list, told(&blind, 1.0, -1.0, list)), -1);
    assert_int_equal(kept(list, told(&several, HUGE_VAL, -1.0, list)), -1);
    // In the next three cases no result is stable. The followed result jumps before mu is reached, it ceases to exist,
    // or there are already two results at mu = 0.
    listed.jumps_at = 0.5;
    assert_int_equal(kept(list, told(&several, 1.0, -1.0, list)), -1);
    listed.jumps_at = HUGE_VAL, listed.ends_at = 0.5;
    assert_int_equal(kept(list, told(&several, 1.0, -1.0, list)), -1);
    listed.ends_at = HUGE_VAL, listed.twice_at_none = 1;
    assert_int_equal(kept(list, told(&several, 1.0, -1.0, list)), -1);
    listed.twice_at_none = 0;
    // Two equal results count as one. Two results with the same P_n but different P_t count as two; the one with the
    // greater energy loss comes first.
    listed.Pn[1] = 1.0;
    assert_int_equal(told(&several, 1.0, -1.0, list), 1);
    assert_int_equal(kept(list, 1), 0);
    listed.Pt[1] = -0.25;
    assert_int_equal(told(&several, 1.0, -1.0, list), 2);
    assert_true(list[0].result.P[1] == -0.25 && list[0].result.dE < list[1].result.dE);
    // If the list of the law lacks the result of carom_collide, it is added. If the list is full, it replaces the last
    // entry.
    listed.count = 1, listed.Pn[0] = 1.5;
    assert_int_equal(told(&several, 1.0, -1.0, list), 2);
    assert_true(list[0].returned && list[0].result.P[0] == 1.0 && list[1].result.P[0] == 1.5 && list[1].stable);
    listed.count = CAROM_MAX_ALTERNATIVES;
    for (int i = 0; i < listed.count; i++) listed.Pn[i] = 1.1 + 0.05 * i, listed.Pt[i] = 0.0;
    assert_int_equal(told(&several, 1.0, -1.0, list), CAROM_MAX_ALTERNATIVES);
    assert_true(list[0].returned && list[0].result.P[0] == 1.0);
    assert_near(list[CAROM_MAX_ALTERNATIVES - 1].result.P[0], 1.8, 1e-15); // the result with P_n = 1.85 was replaced
    // If the law cannot list its results, the list has only the result of carom_collide.
    listed.count = -1;
    assert_int_equal(told(&several, 1.0, -1.0, list), 1);
    assert_true(list[0].returned && list[0].stable && list[0].result.P[0] == 1.0);
    // At v_n = 0 the stable result is the limit of a slow approach. Here this limit, P_n = 5, is not listed, so no
    // result is stable.
    listed.count = 2, listed.Pn[0] = 0.0, listed.Pn[1] = 1.0, listed.slow = 5.0;
    assert_int_equal(kept(list, told(&several, 1.0, 0.0, list)), -1);
}

static void outcomes_without_end(void **state) {
    (void)state;
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_params p = params_plain();
    int count;
    memset(&listed, 0, sizeof listed);
    listed.count = 2, listed.Pn[0] = 1.0, listed.Pn[1] = 1.5, listed.jumps_at = listed.ends_at = HUGE_VAL;
    static const carom_coefficient held[] = {CAROM_COEFFICIENT_MU_STATIC("")};
    carom_coefficient room[MOST_ROWS];
    const carom_law both = law_with_rows(&several, ROWS_OF(held), room);
    p.mu = 1.0, p.mu_static = HUGE_VAL;
    assert_int_equal(carom_collide_all(&both, &block, &p, list, &count), CAROM_OK);
    assert_int_equal(kept(list, count), -1);
    p.mu_static = 1.25; // raised together with mu
    assert_int_equal(carom_collide_all(&both, &block, &p, list, &count), CAROM_OK);
    assert_int_equal(kept(list, count), 0);
    // A result that overflows in the caller's units is rejected.
    carom_contact far = block;
    for (int i = 0; i < 2; i++) far.W[i][i] = 1e-300, far.v[i] *= 1e5;
    p.mu_static = CAROM_SAME_AS_MU;
    listed.Pn[0] = listed.Pn[1] = 1e300;
    assert_int_not_equal(carom_collide_all(&several, &far, &p, list, &count), CAROM_OK);
}

// A law that has no result if the sum of its coefficients a and b exceeds 1.5.
static carom_status shares(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    const double e = p->own[0], f = self->coefficient_count > 2 ? p->own[1] : 0.0;
    if (e + f > 1.5) return CAROM_NO_SOLUTION;
    out->P[0] = -(1.0 + e) * c->v[0] / c->W[0][0];
    out->P[1] = -f * p->mu * out->P[0];
    for (int i = 2; i < c->dim; i++) out->P[i] = 0.0;
    out->mode = CAROM_MODE_SLIDING;
    return CAROM_OK;
}

static const carom_contact_vtable sharing = {.solve = shares};
static const carom_coefficient share_rows[] = {
    {.name = "a", .number = 32, .kind = CAROM_REAL, .symbol = "a", .unit = "1", .highest = 1.0, .meaning = "a"},
    {.name = "b", .number = 33, .kind = CAROM_REAL, .symbol = "b", .unit = "1", .highest = 1.0, .meaning = "b"},
    {.name = "wide", .number = 34, .kind = CAROM_REAL, .symbol = "c", .unit = "1", .lowest = -5.0, .highest = 1.0},
    {.name = "far", .number = 35, .kind = CAROM_REAL, .symbol = "d", .unit = "1", .highest = HUGE_VAL},
    {.name = "k", .number = 36, .kind = CAROM_REAL, .symbol = "k", .unit = "N/m", .highest = 1.0},
    {.name = "kt", .number = 37, .kind = CAROM_TANGENT, .symbol = "k", .unit = "1", .highest = 1.0}};

// Returns the law with the coefficients mu and the first `count` rows of share_rows.
static carom_law sharer(int count, carom_coefficient *room) {
    static const carom_coefficient mu[] = {CAROM_COEFFICIENT_MU("")};
    const carom_law law = {.name = "shares",
                           .module = "test",
                           .solves = CAROM_2D | CAROM_3D,
                           CAROM_COEFFICIENTS(mu),
                           .summary = "",
                           .contact = &sharing};
    return law_with_rows(&law, share_rows, count, room);
}

static carom_cover cover;

static void reaches(void **state) {
    (void)state;
    carom_coefficient room[2][MOST_ROWS];
    const carom_law law = sharer(2, room[0]), all = sharer(6, room[1]);
    carom_reach_range own[CAROM_MAX_REACH_RANGES];
    carom_params p = params_plain();
    carom_reach reach;
    p.mu = 0.5;
    assert_int_equal(carom_reach_ranges(NULL, 0, own), 0);
    assert_int_equal(carom_reach_ranges(&law, 0, NULL), 0);
    // Only a and b can be varied. The other coefficients have a range beyond [-1, 1], a unit, or two numbers.
    assert_int_equal(carom_reach_ranges(&all, 0, own), 2);
    assert_int_equal(carom_reach_ranges(&law, 0, own), 2);
    assert_true(own[0].param == (carom_param)32 && own[0].low == 0.0 && own[0].high == 1.0);
    // a and b vary over [0, 1], except a + b > 1.5. P_n lies between 1 and 2, and |P_t| is at most mu P_n.
    assert_int_equal(carom_reach_compute(&law, &block, &p, own, 2, &cover, &reach), CAROM_OK);
    assert_false(reach.exact);
    assert_true(reach.answered < reach.asked && reach.answered > reach.asked / 2);
    // The area is the integral of mu (1 + a) over a + b < 1.5, which is mu 61/48. The raster is accurate to three
    // digits.
    assert_near(reach.area, 0.5 * 61.0 / 48.0, 2e-3);
    assert_true(reach.e_n[0] == 0.0 && reach.e_n[1] == 1.0);
    assert_int_equal(carom_reach_compute(&law, &block, &p, own, 2, NULL, &reach), CAROM_NULL_POINTER);
    assert_int_equal(carom_reach_compute(&law, &block, &p, NULL, 2, &cover, &reach), CAROM_NULL_POINTER);
    assert_int_equal(carom_reach_compute(&law, &block, &p, own, -1, &cover, &reach), CAROM_BAD_VALUE);
    assert_int_equal(carom_reach_compute(&law, &block, &p, own, CAROM_MAX_REACH_RANGES + 1, &cover, &reach),
                     CAROM_BAD_VALUE);
    // In 3D the area is NaN. If no coefficient varies, there is one result.
    const carom_contact ball = {.dim = 3, .W = {{1, 0, 0}, {0, 3.5, 0}, {0, 0, 3.5}}, .v = {-1, 0.5, 0}};
    assert_int_equal(carom_reach_compute(&law, &ball, &p, own, 2, &cover, &reach), CAROM_OK);
    assert_true(isnan(reach.area) && isnan(reach.share) && reach.answered > 0);
    assert_int_equal(carom_reach_compute(&law, &block, &p, own, 0, NULL, &reach), CAROM_OK);
    assert_int_equal(reach.asked, 1);
    assert_true(reach.exact && reach.area == 0.0);
    // These are rejected: an unknown coefficient, one that the law does not read, one with two numbers, and infinite
    // intervals.
    const carom_reach_range bad[] = {{(carom_param)62, 0.0, 1.0},
                                     {CAROM_PARAM_e, 0.0, 1.0},
                                     {(carom_param)37, 0.0, 1.0},
                                     {(carom_param)32, -HUGE_VAL, 1.0},
                                     {(carom_param)32, 0.0, HUGE_VAL}};
    const carom_status wanted[] = {CAROM_COEFFICIENT_UNKNOWN, CAROM_COEFFICIENT_UNKNOWN, CAROM_COEFFICIENT_UNKNOWN,
                                   CAROM_BAD_VALUE, CAROM_BAD_VALUE};
    for (int k = 0; k < 5; k++)
        assert_int_equal(carom_reach_compute(&all, &block, &p, &bad[k], 1, &cover, &reach), wanted[k]);
    double P[6];
    size_t answered;
    assert_int_equal(carom_reach_net(&law, &block, &p, &own[0], 1, NULL, 0, P, 2, &answered), CAROM_OK);
    assert_true(answered == 2 && P[0] == 1.0 && P[3] == 2.0);
    assert_int_equal(carom_reach_net(&law, &block, &p, &own[0], 0, NULL, 0, P, 2, &answered), CAROM_BAD_VALUE);
    assert_int_equal(carom_reach_net(&law, &block, &p, &own[0], 1, &own[1], 0, P, 2, &answered), CAROM_BAD_VALUE);
    assert_int_equal(carom_reach_net(&law, &block, &p, &own[0], 2, NULL, 0, P, 2, &answered), CAROM_BAD_VALUE);
}

// If units are far from 1, carom_collide scales the contact to near 1 before it calls the law. It does not scale for a
// law that has a coefficient with a unit or a list, or whose vtable states `dimensional`.
static double seen_W;
static carom_status looks(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    seen_W = c->W[0][0];
    return stops(self, c, p, out);
}

static void scales(void **state) {
    (void)state;
    static const carom_coefficient rows[][1] = {{{.name = "x", .number = 40, .kind = CAROM_REAL, .unit = "1"}},
                                                {{.name = "x", .number = 40, .kind = CAROM_REAL, .unit = "rad"}},
                                                {{.name = "x", .number = 40, .kind = CAROM_REAL, .unit = ""}},
                                                {{.name = "x", .number = 40, .kind = CAROM_REAL}},
                                                {{.name = "x", .number = 40, .kind = CAROM_REAL, .unit = "m"}},
                                                {{.name = "x", .number = 40, .kind = CAROM_LIST, .unit = "1"}}};
    const carom_contact_vtable looking = {.solve = looks}, own_units = {.solve = looks, .dimensional = true};
    carom_contact far = block;
    carom_params p = params_plain();
    carom_result out;
    for (int i = 0; i < 2; i++) far.W[i][i] = 0x1p-350;
    for (int k = 0; k < 6; k++) {
        const carom_law law = {
            .name = "looks", .module = "test", .solves = CAROM_2D, CAROM_COEFFICIENTS(rows[k]), .contact = &looking};
        assert_int_equal(carom_collide(&law, &far, &p, &out), CAROM_OK);
        assert_true(out.P[0] == 0x1p350 && out.v[0] == 0.0);
        assert_true((seen_W == 0x1p-350) == (k >= 4));
    }
    const carom_law own = {.name = "own", .module = "test", .solves = CAROM_2D, .contact = &own_units};
    assert_int_equal(carom_collide(&own, &far, &p, &out), CAROM_OK);
    assert_true(seen_W == 0x1p-350);
    carom_params at;
    assert_int_equal(carom_params_at_impact(NULL, &far, &p, &at), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_at_impact(&own, NULL, &p, &at), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_at_impact(&own, &far, NULL, &at), CAROM_NULL_POINTER);
    assert_int_equal(carom_params_at_impact(&own, &far, &p, NULL), CAROM_NULL_POINTER);
}

// Tests that a law is rejected if the number of its coefficient is invalid, and a choice if its value lies between two
// options.
static void laws_of_nobody(void **state) {
    (void)state;
    static const char *const names[] = {"one", "two", NULL};
    static const carom_coefficient rows[] = {
        {.name = "which", .number = 40, .kind = CAROM_CHOICE, .symbol = "w", .highest = 1.0, .choices = names}};
    static const carom_coefficient nowhere[] = {{.name = "nowhere", .number = 64, .kind = CAROM_REAL}};
    const carom_contact_vtable code = {.solve = stops};
    const carom_law unknown = {
        .name = "unknown", .module = "test", .solves = CAROM_2D, CAROM_COEFFICIENTS(nowhere), .contact = &code};
    const carom_law chooses = {
        .name = "chooses", .module = "test", .solves = CAROM_2D, CAROM_COEFFICIENTS(rows), .contact = &code};
    carom_params p = params_plain();
    carom_result out;
    assert_int_equal(carom_collide(&unknown, &block, &p, &out), CAROM_COEFFICIENT_RANGE);
    assert_int_equal(out.coefficient, 64);
    p.own[8] = 0.5;
    assert_int_equal(carom_collide(&chooses, &block, &p, &out), CAROM_COEFFICIENT_RANGE);
    p.own[8] = 1.0;
    assert_int_equal(carom_collide(&chooses, &block, &p, &out), CAROM_OK);
    assert_null(carom_law_output(NULL, 0));
    assert_null(carom_law_output(&unknown, 0));
    assert_null(carom_law_output(&carom_law_routh, -1));
    assert_null(carom_law_output(&(carom_law){.name = "absent"}, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outcomes), cmocka_unit_test(outcomes_without_end), cmocka_unit_test(reaches),
        cmocka_unit_test(scales),   cmocka_unit_test(laws_of_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
