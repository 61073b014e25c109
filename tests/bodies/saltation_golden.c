// Compares derivatives through mechanisms and impacts with golden data, for balls and rods on flat and round floors.
// These are d u'/dq, d u'/du, the saltation matrix Xi, and the derivative of a whole flight, F_after Xi F_before.
#include <math.h>
#include <string.h>

#include "carom/derivatives.h"
#include "support/golden.h"
#include "support/params.h"

enum { MOST = 8, ROOM = 4 * MOST * MOST };

static void compare(golden_case *c, const char *what, const double *got, const json_t *wanted, double tol) {
    double numbers[ROOM];
    const int count = golden_reals(wanted, numbers, ROOM);
    const double allowed = tol * fmax(1.0, golden_largest(wanted));
    for (int i = 0; i < count; i++) golden_near(c, what, got[i], numbers[i], allowed);
}

static carom_params read_params(const json_t *json) {
    carom_params p = params_plain();
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(size_t)json, key, value) {
        const carom_coefficient *info = carom_coefficient_find(NULL, key);
        const double x =
            json_is_string(value) ? carom_choice_of(info, json_string_value(value)) : json_number_value(value);
        carom_params_set(&p, info, &x, 1);
    }
    return p;
}

// Fills the derivatives of P in 2D.
static bool slopes_of(const carom_law *law, const carom_contact *at, const carom_params *p, carom_result *out,
                      double dP_dv[4], double dP_dW[6]) {
    carom_jacobian jac;
    if (carom_collide_jacobian(law, at, p, out, &jac) != CAROM_OK || jac.smooth != CAROM_SMOOTH) return false;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) dP_dv[2 * i + k] = jac.dP_dv[i][k];
        for (int k = 0; k < 3; k++) dP_dW[3 * i + k] = jac.dP_dW[i][k];
    }
    return true;
}

static void check_mechanism(const json_t *item, golden_case *c) {
    const json_t *given = json_object_get(item, "mechanism"), *expect = json_object_get(item, "expect");
    double M[ROOM], R[ROOM], u[MOST], dM[ROOM], dR[ROOM], memory[ROOM], dP_dv[4], dP_dW[6], after[MOST], scratch[MOST];
    double by_q[ROOM], by_u[ROOM];
    golden_reals(json_object_get(given, "M"), M, ROOM);
    golden_reals(json_object_get(given, "R"), R, ROOM);
    golden_reals(json_object_get(given, "dM_dq"), dM, ROOM);
    golden_reals(json_object_get(given, "dR_dq"), dR, ROOM);
    const int n = golden_reals(json_object_get(given, "u"), u, MOST);
    const carom_mechanism m = {.dim = 2, .speeds = n, .contacts = 1, .M = M, .u = u, .R = R};
    const carom_law *law = carom_law_find(NULL, golden_text(item, "law"), CAROM_ONE_CONTACT);
    const carom_params p = read_params(json_object_get(item, "params"));
    carom_delassus d;
    carom_contact contact;
    carom_result out;
    if (carom_delassus_compute(&m, memory, sizeof memory, &d) || carom_system_contact(&d, 0, &contact) ||
        !slopes_of(law, &contact, &p, &out, dP_dv, dP_dW)) {
        golden_differ(c, "no answer");
        return;
    }
    const carom_mechanism_slopes slopes = {
        .coordinates = (int)json_array_size(json_object_get(given, "dM_dq")), .dM = dM, .dR = dR};
    const carom_impulse_slopes impulse = {.P = out.P, .dP_dv = dP_dv, .dP_dW = dP_dW};
    carom_delassus_apply(&d, out.P, after, NULL);
    if (carom_delassus_jacobian(&m, &d, &slopes, &impulse, scratch, by_q, by_u)) golden_differ(c, "no derivative");
    compare(c, "u_after", after, json_object_get(expect, "u_after"), 1e-12);
    compare(c, "du_dq", by_q, json_object_get(expect, "du_dq"), golden_real(item, "tol"));
    compare(c, "du_du", by_u, json_object_get(expect, "du_du"), golden_real(item, "tol"));
}

// Multiplies X by the derivative of a flight of duration t under constant accelerations, which maps q to q + t u.
static void fly(int n, double t, double *X) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 2 * n; j++) X[i * 2 * n + j] += t * X[(n + i) * 2 * n + j];
}

static void multiply(int n, const double *A, const double *B, double *C) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C[i * n + j] = 0.0;
            for (int k = 0; k < n; k++) C[i * n + j] += A[i * n + k] * B[k * n + j];
        }
}

static void check_trajectory(const json_t *item, golden_case *c) {
    const json_t *t = json_object_get(item, "trajectory"), *expect = json_object_get(item, "expect");
    double u[MOST], after[MOST], a[MOST], a_after[MOST], normal[MOST], by_q[ROOM], by_u[ROOM], Xi[ROOM], F[ROOM] = {0};
    double whole[ROOM], v_n;
    const int n = golden_reals(json_object_get(t, "u_before"), u, MOST);
    golden_reals(json_object_get(t, "u_after"), after, MOST);
    golden_reals(json_object_get(t, "acceleration_before"), a, MOST);
    golden_reals(json_object_get(t, "acceleration_after"), a_after, MOST);
    golden_reals(json_object_get(t, "gap_row"), normal, MOST);
    golden_reals(json_object_get(t, "du_dq"), by_q, ROOM);
    golden_reals(json_object_get(t, "du_du"), by_u, ROOM);
    const carom_flight through = {.speeds = n,
                                  .u = u,
                                  .u_after = after,
                                  .a = a,
                                  .a_after = a_after,
                                  .normal = normal,
                                  .du_dq = by_q,
                                  .du_du = by_u};
    if (carom_saltation_matrix(&through, Xi, &v_n)) golden_differ(c, "no saltation");
    compare(c, "saltation", Xi, json_object_get(expect, "saltation"), golden_real(item, "tol"));
    const double until = golden_real(t, "t_impact"), left = golden_real(t, "T") - until;
    for (int i = 0; i < 2 * n; i++) F[i * 2 * n + i] = 1.0;
    fly(n, until, F);
    multiply(2 * n, Xi, F, whole);
    fly(n, left, whole);
    compare(c, "d_end_d_start", whole, json_object_get(expect, "d_end_d_start"), golden_real(item, "tol"));
}

int main(void) {
    json_t *document = golden_load("golden", "derivatives");
    if (!document) return 1;
    golden_tally tally = {.name = "derivatives: mechanism, trajectory"};
    size_t i;
    json_t *item;
    json_array_foreach(json_object_get(document, "cases"), i, item) {
        const char *where = golden_text(item, "where");
        golden_case c = {0};
        if (where && !strcmp(where, "mechanism"))
            check_mechanism(item, &c);
        else if (where && !strcmp(where, "trajectory"))
            check_trajectory(item, &c);
        else
            continue;
        golden_judge(&tally, golden_text(item, "id"), &c);
    }
    json_decref(document);
    return !golden_report(&tally, 16, 400);
}
