// Tests that every function of a law receives the law that the caller passed, with its `user` data.
#include "support/cmocka.h"
#include "support/params.h"

#include "carom/derivatives.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "support/laws.h"
#include "support/rows.h"

// Two laws share this code but not their data. The data contains the share of the frictionless impulse that the law
// returns, and how often each function was called.
enum { SOLVE, TRACE, RECORD, ALSO, CHECK, ALL, INDEX, OUTLINE, OUTPUT, E_MAX, JAC, FUNCTIONS };
typedef struct {
    double share;
    int called[FUNCTIONS];
} data;

static double share(const carom_law *self, int function) {
    data *mine = self->user;
    mine->called[function]++;
    return mine->share;
}

static void give(double share_, const carom_contact *c, carom_result *out) {
    out->P[0] = -share_ * c->v[0] / c->W[0][0];
    out->P[1] = 0.0;
    out->mode = CAROM_MODE_SLIDING;
}

static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    give(share(self, SOLVE), c, out);
    return CAROM_OK;
}

static carom_status trace(const carom_law *self, const carom_contact *c, const carom_params *p, carom_path *path,
                          carom_result *out) {
    give(share(self, TRACE), c, out);
    path->count = 0;
    return CAROM_OK;
}

static carom_status record(const carom_law *self, const carom_contact *c, const carom_params *p, carom_history *history,
                           carom_result *out) {
    give(share(self, RECORD), c, out);
    history->summary.duration = share(self, RECORD);
    return CAROM_OK;
}

static unsigned also(const carom_law *self, int dim, const carom_params *p) {
    return share(self, ALSO) > 0.5 ? CAROM_GUARANTEE_DISSIPATIVE : CAROM_GUARANTEE_COULOMB;
}

static carom_status check(const carom_law *self, const carom_params *p, int dim, carom_param *refused) {
    share(self, CHECK);
    return CAROM_OK;
}

static carom_status all(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *list,
                        int *count) {
    give(share(self, ALL), c, &list[0]);
    *count = 1;
    return CAROM_OK;
}

static int index_of(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out) {
    return share(self, INDEX) > 0.5 ? 1 : -1;
}

static carom_status outline(const carom_law *self, const carom_contact *c, const carom_params *p,
                            carom_reach_area *area) {
    share(self, OUTLINE);
    return CAROM_NOT_APPLICABLE;
}

static double share_output(const carom_law *self, const carom_contact *c, const carom_params *p,
                           const carom_result *out) {
    return share(self, OUTPUT);
}

static double e_max(const carom_law *self, const carom_contact *c, const carom_params *p) {
    share(self, E_MAX);
    return (double)NAN;
}

static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double s = share(self, JAC); // equations: W_nn P_n + share v_n = 0, P_t = 0
    eq->row[0].P[0] = c->W[0][0];
    eq->row[0].x[CAROM_JACOBIAN_V] = s;
    eq->row[0].x[CAROM_JACOBIAN_W] = out->P[0];
    eq->row[1].P[1] = 1.0;
    return true;
}

static const carom_output outputs[] = {{"share", "1", "of the frictionless impulse", share_output},
                                       CAROM_NO_MORE_OUTPUTS};
static const carom_contact_vtable code = {.solve = solve,
                                          .trace = trace,
                                          .record = record,
                                          .guarantees = also,
                                          .check_params = check,
                                          .solve_all = all,
                                          .index = index_of,
                                          .outline = outline,
                                          .outputs = outputs,
                                          .max_restitution = e_max,
                                          .equations = jac,
                                          .differentiable = CAROM_2D};

static void ask(double share_) {
    data mine = {.share = share_};
    const carom_law law = {.name = "share",
                           .module = "test",
                           .solves = CAROM_2D,
                           .closed_form = CAROM_2D,
                           READS_E,
                           .conditions = "",
                           .contact = &code,
                           .user = &mine};
    const carom_contact c = {.dim = 2, .W = {{2, 0.5}, {0.5, 3}}, .v = {-1, 0.3}};
    const carom_params p = params_plain();
    const double P = 0.5 * share_;
    carom_result out;
    carom_path path = {0};
    carom_history history = {0};
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    carom_jacobian J;
    carom_reach_area area;
    carom_max_restitution most;
    int count;

    assert_int_equal(carom_collide(&law, &c, &p, &out), CAROM_OK);
    assert_true(out.P[0] == P);
    assert_true(carom_law_output(&law, 0)->value(&law, &c, &p, &out) == share_);
    assert_int_equal(carom_trace(&law, &c, &p, &path, &out), CAROM_OK);
    assert_true(out.P[0] == P);
    assert_int_equal(carom_record(&law, &c, &p, &history, &out), CAROM_OK);
    assert_true(out.P[0] == P && history.summary.duration == share_);
    assert_int_equal(carom_law_guarantees(&law, 2, &p),
                     share_ > 0.5 ? CAROM_GUARANTEE_DISSIPATIVE : CAROM_GUARANTEE_COULOMB);
    assert_int_equal(carom_collide_all(&law, &c, &p, list, &count), CAROM_OK);
    assert_true(count == 1 && list[0].result.P[0] == P && list[0].index == (share_ > 0.5 ? 1 : -1));
    assert_int_equal(carom_collide_jacobian(&law, &c, &p, &out, &J), CAROM_OK);
    assert_true(J.dP_dv[0][0] == -P); // P_n = -share v_n / W_nn
    carom_reach_outline(&law, &c, &p, &area);
    carom_restitution_max(&law, &c, &p, &most);
    for (int k = 0; k < FUNCTIONS; k++) assert_true(mine.called[k] > 0);
}

static void laws_with_one_code_keep_their_data_apart(void **state) {
    ask(0.25);
    ask(0.75);
}

// carom_record passes the contact in the caller's units. Other functions may scale it to near 1.
static double seen;
static carom_status record_W(const carom_law *self, const carom_contact *c, const carom_params *p,
                             carom_history *history, carom_result *out) {
    seen = c->W[0][0];
    give(1.0, c, out);
    return CAROM_OK;
}

static void histories_are_not_scaled(void **state) {
    const carom_contact_vtable recorded = {.solve = solve, .record = record_W};
    const carom_law law = {
        .name = "records", .module = "test", .solves = CAROM_2D, .conditions = "", .contact = &recorded};
    const carom_contact c = {.dim = 2, .W = {{2e20, 0}, {0, 2e20}}, .v = {-1, 0.3}};
    const carom_params p = params_plain();
    carom_history history = {.work_limit = CAROM_MAX_WORK + 1u};
    carom_result out;
    assert_int_equal(carom_record(&law, &c, &p, &history, &out), CAROM_BAD_VALUE);
    history.work_limit = 0;
    assert_int_equal(carom_record(&law, &c, &p, &history, &out), CAROM_OK);
    assert_true(seen == 2e20);
    assert_int_equal(carom_record(&carom_law_routh, &c, &p, &history, &out), CAROM_NO_HISTORY);
    assert_int_equal(carom_record(&law, &c, &p, NULL, &out), CAROM_NULL_POINTER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_with_one_code_keep_their_data_apart),
        cmocka_unit_test(histories_are_not_scaled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
