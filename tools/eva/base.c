// Calls every function of src/base with unknown numbers and the sizes that its header allows, for tools/eva.sh.
#include "any.h"
#include "base/circle.h"
#include "base/dense.h"
#include "base/dense3.h"
#include "base/double_double.h"
#include "base/eigen.h"
#include "base/gauss.h"
#include "base/ldl.h"
#include "base/ldl_regular.h"
#include "base/poly.h"
#include "base/root.h"
#include "base/sym.h"
#include "base/vec.h"
#include "base/worst.h"
#include "carom/explain.h"
#include "tables/params.h"
#include "tables/speed.h"

enum { MOST = 4 }; // order of the dense matrices

static void small_matrices(void) {
    double W[3][3], b[3], x[3], y[3];
    any_doubles(&W[0][0], 9);
    any_doubles(b, 3);
    any_doubles(y, 3);
    carom_solve_dense3(W, b, x);
    carom_solve2(W, b, x);
    carom_solve_singular2(W, b, x);
    carom_in_range2(W, b);
    carom_velocity_after(any_of(2, 3), W, b, y, x);
    carom_unit3(y);
    double values[3], vectors[3][3];
    for (int dim = 2; dim <= 3; dim++) {
        carom_eigen(dim, W, values, vectors);
        const carom_ldl f = carom_factor(dim, W);
        carom_ldl_solve(&f, b, x);
        carom_ldl_null_part(&f, b, x);
        carom_ldl_in_range(&f, b);
        if (f.rank == 1) carom_ldl_dyad(&f, x);
        carom_ldl_inverse_form(&f, b, b);
        const carom_regular r = carom_factor_regular(dim, W);
        carom_regular_solve(dim, &r, b, x);
        carom_regular_form(dim, &r, b, b);
    }
}

static void dense(void) {
    double A[MOST * MOST], x[MOST], scratch[MOST * MOST], share;
    int order[MOST];
    for (int n = 1; n <= MOST; n++) {
        any_doubles(A, MOST * MOST);
        any_doubles(x, MOST);
        carom_length(n, x);
        carom_cholesky(n, MOST, A);
        carom_forward(n, MOST, A, x);
        carom_backward(n, MOST, A, x);
        carom_least_share(n, MOST, A, scratch, &share);
        carom_matrix_inverse(n, MOST, A, scratch);
        for (int most = 1; most <= n; most++) carom_pivoted_cholesky(n, A, most, any_double, scratch, x);
    }
    double Y[2 * MOST], T[4], norm[2], along[2];
    any_doubles(Y, 2 * MOST);
    any_doubles(x, MOST);
    const int rank = carom_orthonormal_rows(2, MOST, Y, T, order, norm);
    carom_project_out(rank, MOST, Y, x, along);
}

static double integrand(const void *user, double x) {
    (void)user;
    (void)x;
    return any_double;
}

static void one_number(void) {
    carom_root r = carom_root_between(any_double, any_double, any_int);
    carom_root_guess(&r, any_double);
    while (!r.over) {
        if (any_int)
            carom_root_newton(&r, any_double, any_double);
        else if (any_int)
            carom_root_secant(&r, any_double);
        else
            carom_root_halve(&r, any_int);
    }
    r = carom_root_chord(any_double, any_double, any_double, any_double);
    while (!r.over) carom_root_secant(&r, any_double);
    carom_care care = {0};
    carom_integral(integrand, 0, any_double, any_double, &care);
}

static void polynomials(void) {
    double roots[CAROM_POLY_MOST], few[4], pairs[8][2], c[5];
    int steps = 0;
    carom_poly f = {.degree = any_of(0, CAROM_POLY_MOST / 2)}, g = {.degree = any_of(0, CAROM_POLY_MOST / 2)};
    any_doubles(f.c, CAROM_POLY_MOST + 1);
    any_doubles(g.c, CAROM_POLY_MOST + 1);
    any_doubles(c, 5);
    const carom_poly fg = carom_poly_times(&f, &g), sum = carom_poly_sum(any_double, &f, any_double, &g);
    carom_poly_at(&sum, any_double);
    carom_poly_roots(&fg, roots, &steps);
    for (int degree = 2; degree <= 4; degree++) carom_real_roots(c, degree, any_double, any_double, few);
    const carom_circle circle = {any_double, any_double, any_double, any_double, any_double};
    carom_circle_roots(&circle, pairs);
}

static void tables(void) {
    double values[3], combined;
    any_doubles(values, 3);
    carom_params p = carom_params_default();
    carom_enum_name(CAROM_ENUM_COMBINE_RULE, (int)any_int);
    carom_combine((carom_combine_rule)any_int, any_double, any_double, &combined);
    carom_status_name((carom_status)any_int);
    carom_status_message((carom_status)any_int);
    carom_status_classify((carom_status)any_int);
    const carom_coefficient *info = carom_coefficient_at(NULL, any_int);
    if (info) carom_choice_at(info, any_int);
    carom_params_set(&p, carom_coefficient_at(NULL, any_int), values, (size_t)any_of(0, 3));
    carom_params_get(&p, carom_coefficient_at(NULL, any_int), values);
    const carom_speed_form *form = carom_speed_form_at(any_int);
    if (form) carom_params_set_speed_form(&p, form, values, (size_t)any_of(0, 3));
}

int main(void) {
    small_matrices();
    dense();
    one_number();
    polynomials();
    tables();
    return 0;
}
