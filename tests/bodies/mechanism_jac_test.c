// Tests derivatives of impacts of random mechanisms with constraints against finite differences. Tests also that
// invalid input is rejected.
#include <math.h>
#include <string.h>

#include "bench/random.h"
#include "carom/derivatives.h"
#include "support/cmocka.h"

enum { N = 5, S = 4, C = 2, E = S * (S + 1) / 2 };

// M, R and J are linear functions of a number q. Each is given by its value and its slope at q = 0. u is changed so
// that J(q) u = 0. The impulse is a linear function of v and W with given slopes.
typedef struct line {
    double M[2][N * N], R[2][S * N], J[2][C * N], u[N], P[S], dP_dv[S * S], dP_dW[S * E];
} line;

typedef struct machine {
    double M[N * N], R[S * N], J[C * N], u[N], memory[1024], after[N];
    carom_mechanism m;
    carom_delassus d;
} machine;

static void fill(random_stream *r, double *x, int count, double size) {
    for (int i = 0; i < count; i++) x[i] = size * random_between(r, -1.0, 1.0);
}

static void draw(random_stream *r, line *l) {
    fill(r, l->R[0], S * N, 1.0), fill(r, l->R[1], S * N, 1.0);
    fill(r, l->J[0], C * N, 1.0), fill(r, l->J[1], C * N, 1.0);
    fill(r, l->u, N, 1.0), fill(r, l->P, S, 1.0);
    fill(r, l->dP_dv, S * S, 1.0), fill(r, l->dP_dW, S * E, 1.0);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j <= i; j++)
                l->M[k][i * N + j] = l->M[k][j * N + i] = random_between(r, -0.5, 0.5) + (k == 0 && i == j ? 4.0 : 0.0);
}

// Subtracts from u the part that violates J u = 0, by Gram-Schmidt on the two rows of J. The result is a smooth
// function of q.
static void keep(const double *J, double *u) {
    double y[C][N];
    memcpy(y, J, sizeof y);
    for (int r = 0; r < C; r++) {
        double length = 0.0, along = 0.0, cross = 0.0;
        for (int k = 0; r && k < N; k++) cross += y[0][k] * y[1][k];
        for (int k = 0; r && k < N; k++) y[1][k] -= cross * y[0][k];
        for (int k = 0; k < N; k++) length += y[r][k] * y[r][k];
        for (int k = 0; k < N; k++) y[r][k] /= sqrt(length);
        for (int k = 0; k < N; k++) along += y[r][k] * u[k];
        for (int k = 0; k < N; k++) u[k] -= along * y[r][k];
    }
}

static void at(const line *l, double q, machine *x) {
    for (int i = 0; i < N * N; i++) x->M[i] = l->M[0][i] + q * l->M[1][i];
    for (int i = 0; i < S * N; i++) x->R[i] = l->R[0][i] + q * l->R[1][i];
    for (int i = 0; i < C * N; i++) x->J[i] = l->J[0][i] + q * l->J[1][i];
    for (int i = 0; i < N; i++) x->u[i] = l->u[i] * (1.0 + 0.3 * q);
    keep(x->J, x->u);
    x->m = (carom_mechanism){
        .dim = 2, .speeds = N, .contacts = 2, .constraints = C, .M = x->M, .u = x->u, .R = x->R, .J = x->J};
    assert_int_equal(carom_delassus_compute(&x->m, x->memory, sizeof x->memory, &x->d), CAROM_OK);
}

static void impact(const line *l, const machine *base, machine *x) {
    double P[S];
    for (int i = 0; i < S; i++) {
        P[i] = l->P[i];
        for (int j = 0; j < S; j++) P[i] += l->dP_dv[i * S + j] * (x->d.v[j] - base->d.v[j]);
        for (int a = 0, k = 0; a < S; a++)
            for (int b = a; b < S; b++, k++) P[i] += l->dP_dW[i * E + k] * (x->d.W[a * S + b] - base->d.W[a * S + b]);
    }
    carom_delassus_apply(&x->d, P, x->after, NULL);
}

// Checks that d u'/dq on the line is D_q + D_u du/dq, because u also depends on q. The finite differences use five
// points 1e-3 apart, with an error of order h^4. The largest error was 1.9e-9; the bound is 1e-7.
static void agrees_with_differences(void **state) {
    (void)state;
    random_stream r = random_at(11, 0);
    for (int problem = 0; problem < 200; problem++) {
        line l;
        machine base, side[4];
        double by_q[N], by_u[N * N], scratch[N + 2 * C];
        draw(&r, &l);
        at(&l, 0.0, &base);
        const carom_mechanism_slopes slopes = {1, l.M[1], l.R[1], l.J[1]};
        const carom_impulse_slopes impulse = {l.P, l.dP_dv, l.dP_dW};
        assert_int_equal(carom_delassus_jacobian(&base.m, &base.d, &slopes, &impulse, scratch, by_q, by_u), CAROM_OK);
        const double h = 1e-3, step[4] = {-h, h, -2.0 * h, 2.0 * h};
        for (int k = 0; k < 4; k++) {
            at(&l, step[k], &side[k]);
            impact(&l, &base, &side[k]);
        }
        for (int i = 0; i < N; i++) {
            double got = by_q[i];
            for (int j = 0; j < N; j++)
                got += by_u[i * N + j] * (8.0 * (side[1].u[j] - side[0].u[j]) - (side[3].u[j] - side[2].u[j])) /
                       (12.0 * h);
            const double wanted =
                (8.0 * (side[1].after[i] - side[0].after[i]) - (side[3].after[i] - side[2].after[i])) / (12.0 * h);
            assert_true(fabs(got - wanted) <= 1e-7 * fmax(1.0, fabs(wanted)));
        }
    }
}

// Checks dW/dq against central differences with a step of 1e-5. The largest error was 3.4e-10; the bound is 1e-7.
static void slopes_of_W_agree(void **state) {
    (void)state;
    random_stream r = random_at(12, 0);
    line l;
    machine base, less, more;
    double dW[S * S], dv[S];
    draw(&r, &l);
    at(&l, 0.0, &base);
    at(&l, -1e-5, &less);
    at(&l, 1e-5, &more);
    const carom_mechanism_slopes slopes = {1, l.M[1], l.R[1], l.J[1]};
    assert_int_equal(carom_delassus_slopes(&base.m, &base.d, &slopes, 0, dW, dv), CAROM_OK);
    for (int i = 0; i < S * S; i++)
        assert_true(fabs(dW[i] - (more.d.W[i] - less.d.W[i]) / 2e-5) <= 1e-7 * fmax(1.0, fabs(dW[i])));
    assert_int_equal(carom_delassus_slopes(&base.m, &base.d, &slopes, 1, dW, dv), CAROM_BAD_INDEX);
    assert_int_equal(carom_delassus_slopes(&base.m, &base.d, &slopes, 0, NULL, dv), CAROM_NULL_POINTER);
}

static void what_is_not_asked_is_left(void **state) {
    (void)state;
    random_stream r = random_at(13, 0);
    line l;
    machine x;
    double by_u[N * N], scratch[N + 2 * C];
    draw(&r, &l);
    at(&l, 0.0, &x);
    const carom_mechanism_slopes none = {0, NULL, NULL, NULL};
    carom_impulse_slopes impulse = {l.P, l.dP_dv, l.dP_dW};
    assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &none, &impulse, scratch, NULL, by_u), CAROM_OK);
    assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &none, &impulse, NULL, NULL, by_u), CAROM_NULL_POINTER);
    l.P[0] = (double)NAN;
    assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &none, &impulse, scratch, NULL, by_u), CAROM_NOT_FINITE);
    carom_mechanism other = x.m;
    other.speeds = 3;
    assert_int_equal(carom_delassus_jacobian(&other, &x.d, &none, &impulse, scratch, NULL, by_u), CAROM_BAD_SIZE);
}

// Checks a ball that bounces under gravity. From one apex to the next h' = e^2 h, so dh'/dh = e^2. Engines that
// differentiate their time steps have other values. Without gravity and with e = 1, dh(T)/dh is -1. Such engines return
// 0, +1 or a number that depends on the step.
static void a_ball_bounces(void **state) {
    (void)state;
    const double e = 0.7, g = 9.81, h = 0.8, v = sqrt(2.0 * g * h);
    double u = -v, after = e * v, a = -g, n = 1.0, by_q = 0.0, by_u = -e, Xi[4], v_n;
    const carom_flight through = {
        .speeds = 1, .u = &u, .u_after = &after, .a = &a, .a_after = &a, .normal = &n, .du_dq = &by_q, .du_du = &by_u};
    assert_int_equal(carom_saltation_matrix(&through, Xi, &v_n), CAROM_OK);
    assert_true(v_n == -v);
    // From (h, 0) the fall takes t = v/g, with the derivative (1, t; 0, 1). The climb takes t' = e v/g. The apex is
    // where u = 0. Its instant also changes, but there q does not change with time, so dq at a fixed time is dh'.
    const double t_up = e * v / g, dq = Xi[0], du = Xi[2];
    assert_true(fabs(dq + t_up * du - e * e) < 1e-14);
    // There is no impact if the ball grazes the floor or moves away from it.
    u = 0.0;
    assert_int_equal(carom_saltation_matrix(&through, Xi, NULL), CAROM_NO_IMPACT);
    // A rising floor hits a ball at rest, and u' depends on the time of the impact.
    carom_flight moving = through;
    double dt = 0.5;
    moving.gap_rate = -2.0;
    moving.du_dt = &dt;
    assert_int_equal(carom_saltation_matrix(&moving, Xi, &v_n), CAROM_OK);
    assert_true(v_n == -2.0 && fabs(Xi[2] - (a - by_u * a - dt) / -2.0) < 1e-15);
    moving.gap_rate = (double)NAN;
    assert_int_equal(carom_saltation_matrix(&moving, Xi, &v_n), CAROM_NOT_FINITE);
    moving.speeds = 0;
    assert_int_equal(carom_saltation_matrix(&moving, Xi, &v_n), CAROM_BAD_SIZE);
}

// Checks that each kind of change contributes its own share if the others are NULL, and that the shares add up to the
// whole.
static void changes_add_up(void **state) {
    (void)state;
    random_stream r = random_at(14, 0);
    line l;
    machine x;
    double whole[N], share[N], sum[N] = {0.0}, dW[S * S], dv[S], scratch[N + 2 * C];
    draw(&r, &l);
    at(&l, 0.0, &x);
    const carom_mechanism_slopes all = {1, l.M[1], l.R[1], l.J[1]};
    const carom_mechanism_slopes one[4] = {
        {1, l.M[1], NULL, NULL}, {1, NULL, l.R[1], NULL}, {1, NULL, NULL, l.J[1]}, {1, NULL, NULL, NULL}};
    const carom_impulse_slopes impulse = {l.P, l.dP_dv, l.dP_dW};
    assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &all, &impulse, scratch, whole, NULL), CAROM_OK);
    for (int k = 0; k < 4; k++) {
        assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &one[k], &impulse, scratch, share, NULL), CAROM_OK);
        for (int i = 0; i < N; i++) sum[i] += share[i];
        assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &one[k], 0, dW, dv), CAROM_OK);
    }
    // The derivative is linear in the changes. The largest difference was 3e-16; the bound is 1e-12.
    for (int i = 0; i < N; i++) assert_true(fabs(sum[i] - whole[i]) <= 1e-12 * fmax(1.0, fabs(whole[i])));
}

static void mechanisms_are_refused(void **state) {
    (void)state;
    random_stream r = random_at(15, 0);
    line l;
    machine x;
    double by_q[N], by_u[N * N], dW[S * S], dv[S], scratch[N + 2 * C], bad[S * E], huge[N * N];
    draw(&r, &l);
    at(&l, 0.0, &x);
    for (int i = 0; i < S * E; i++) bad[i] = (double)NAN;
    for (int i = 0; i < N * N; i++) huge[i] = copysign(1.7e308, x.u[i % N]);
    const carom_mechanism_slopes good = {1, l.M[1], l.R[1], l.J[1]};
    const carom_mechanism_slopes wrong[] = {{1, bad, NULL, NULL}, {1, NULL, bad, NULL}, {1, NULL, NULL, bad}};
    const carom_impulse_slopes impulse = {l.P, l.dP_dv, l.dP_dW};
    const carom_impulse_slopes not_finite[] = {{bad, l.dP_dv, l.dP_dW}, {l.P, bad, l.dP_dW}, {l.P, l.dP_dv, bad}};
    const carom_impulse_slopes missing[] = {{NULL, l.dP_dv, l.dP_dW}, {l.P, NULL, l.dP_dW}, {l.P, l.dP_dv, NULL}};
    for (int k = 0; k < 3; k++) {
        assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &wrong[k], 0, dW, dv), CAROM_NOT_FINITE);
        assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &good, &missing[k], scratch, by_q, by_u),
                         CAROM_NULL_POINTER);
    }
    for (int k = 0; k < 3; k++)
        assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &good, &not_finite[k], scratch, by_q, by_u),
                         CAROM_NOT_FINITE);
    assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &good, NULL, scratch, by_q, by_u), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &good, 0, dW, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_slopes(NULL, &x.d, &good, 0, dW, dv), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_slopes(&x.m, NULL, &good, 0, dW, dv), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, NULL, 0, dW, dv), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &good, -1, dW, dv), CAROM_BAD_INDEX);
    carom_mechanism_slopes count = good;
    count.coordinates = -1;
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &count, 0, dW, dv), CAROM_BAD_SIZE);
    count.coordinates = CAROM_MAX_SPEEDS + 1;
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &count, 0, dW, dv), CAROM_BAD_SIZE);
    for (int k = 0; k < 4; k++) {
        carom_mechanism part = x.m;
        *(const double **[]){&part.M, &part.R, &part.u, &part.J}[k] = NULL;
        assert_int_equal(carom_delassus_slopes(&part, &x.d, &good, 0, dW, dv), CAROM_NULL_POINTER);
    }
    // Finite changes whose products overflow.
    const carom_mechanism_slopes far = {1, NULL, huge, NULL};
    assert_int_equal(carom_delassus_slopes(&x.m, &x.d, &far, 0, dW, dv), CAROM_OVERFLOW);
    assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &far, &impulse, scratch, by_q, NULL), CAROM_OVERFLOW);
    for (int i = 0; i < S * S; i++) l.dP_dv[i] = i % 2 ? 1.7e308 : -1.7e308;
    assert_int_equal(carom_delassus_jacobian(&x.m, &x.d, &good, &impulse, scratch, NULL, by_u), CAROM_OVERFLOW);
}

static void flights_are_refused(void **state) {
    (void)state;
    double u = -1.0, after = 1.0, a = -9.0, n = 1.0, by_q = 0.0, by_u = -1.0, dt = 0.5, bad = (double)NAN, Xi[4];
    const carom_flight good = {.speeds = 1,
                               .u = &u,
                               .u_after = &after,
                               .a = &a,
                               .a_after = &a,
                               .normal = &n,
                               .du_dq = &by_q,
                               .du_du = &by_u,
                               .du_dt = &dt};
    for (int k = 0; k < 8; k++) {
        carom_flight x = good;
        const double **field[] = {&x.u, &x.u_after, &x.normal, &x.du_dq, &x.du_du, &x.a, &x.a_after, &x.du_dt};
        *field[k] = NULL;
        assert_int_equal(carom_saltation_matrix(&x, Xi, NULL), k < 5 ? CAROM_NULL_POINTER : CAROM_OK);
        *field[k] = &bad;
        assert_int_equal(carom_saltation_matrix(&x, Xi, NULL), CAROM_NOT_FINITE);
    }
    carom_flight x = good;
    x.speeds = CAROM_MAX_SPEEDS + 1;
    assert_int_equal(carom_saltation_matrix(&x, Xi, NULL), CAROM_BAD_SIZE);
    assert_int_equal(carom_saltation_matrix(NULL, Xi, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_saltation_matrix(&good, NULL, NULL), CAROM_NULL_POINTER);
    u = -1e-300, after = 1e300;
    assert_int_equal(carom_saltation_matrix(&good, Xi, NULL), CAROM_OVERFLOW);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_differences),
        cmocka_unit_test(slopes_of_W_agree),
        cmocka_unit_test(what_is_not_asked_is_left),
        cmocka_unit_test(a_ball_bounces),
        cmocka_unit_test(changes_add_up),
        cmocka_unit_test(mechanisms_are_refused),
        cmocka_unit_test(flights_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
