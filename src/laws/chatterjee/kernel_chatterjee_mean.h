// Computes the weighted mean of Chatterjee's laws I, II and III without branches, from the same forms as carom_collide.
// Requires a regular W, finite mu and v_n < 0.
#ifndef CAROM_SRC_KERNEL_CHATTERJEE_MEAN_H
#define CAROM_SRC_KERNEL_CHATTERJEE_MEAN_H

#include "collide/problem.h"
#include "laws/chatterjee/forms_chatterjee.h"

// Returns the remaining weight of law III. A weight below 1e-15 counts as 0, because s1 + s2 = 1 in decimals may differ
// from 1 by rounding.
CAROM_LANE double carom_chatterjee_third(double s1, double s2) {
    const double rest = 1.0 - s1 - s2;
    return fabs(rest) <= 1e-15 ? 0.0 : rest;
}

// Adds one law to the mean. A law with weight 0 may have no result.
CAROM_LANE bool carom_chatterjee_add(int dim, double weight, const carom_chatterjee_form *f, double sum[3]) {
    for (int i = 0; i < dim; i++) sum[i] = weight != 0.0 ? sum[i] + weight * f->P[i] : sum[i];
    return f->found | (weight == 0.0);
}

CAROM_LANE uint64_t carom_chatterjee_mean(int dim, const carom_chatterjee_problem *in, double s1, double s2,
                                          double P[3]) {
    carom_chatterjee_problem x = *in;
    const double s3 = carom_chatterjee_third(s1, s2);
    x.regular = carom_factor_regular(dim, in->W);
    const carom_chatterjee_form f1 = carom_chatterjee_1_form(dim, false, &x);
    const carom_chatterjee_form f2 = carom_chatterjee_2_form(dim, false, &x);
    const carom_chatterjee_form f3 = carom_chatterjee_3_form(dim, false, &x);
    uint64_t mode = CAROM_MODE_UNNAMED;
    mode = carom_chatterjee_add(dim, s1, &f1, P) ? mode : CAROM_EXTRAORDINARY;
    mode = carom_chatterjee_add(dim, s2, &f2, P) ? mode : CAROM_EXTRAORDINARY;
    mode = carom_chatterjee_add(dim, s3, &f3, P) ? mode : CAROM_EXTRAORDINARY;
    mode = x.regular.regular ? mode : CAROM_EXTRAORDINARY;
    return s3 >= 0.0 ? mode : CAROM_EXTRAORDINARY;
}

CAROM_LANE carom_answer2 carom_chatterjee_closed(CAROM_PLANE_PROBLEM, double r_n, double r_t, double mu, double s1,
                                                 double s2) {
    double P[3] = {0.0, 0.0, 0.0};
    const carom_chatterjee_problem x = {
        .W = {{a, w, 0.0}, {w, T, 0.0}}, .v = {vn, vt, 0.0}, .r_n = r_n, .r_t = r_t, .mu = mu};
    const uint64_t mode = carom_chatterjee_mean(2, &x, s1, s2, P);
    return (carom_answer2){P[0], P[1], mode};
}

CAROM_LANE carom_answer3 carom_chatterjee_space(CAROM_SPACE_PROBLEM, double r_n, double r_t, double mu, double s1,
                                                double s2) {
    double P[3] = {0.0, 0.0, 0.0};
    const carom_chatterjee_problem x = {
        .W = {{a, w1, w2}, {w1, T11, T12}, {w2, T12, T22}}, .v = {vn, v1, v2}, .r_n = r_n, .r_t = r_t, .mu = mu};
    const uint64_t mode = carom_chatterjee_mean(3, &x, s1, s2, P);
    return (carom_answer3){{P[0], P[1], P[2]}, mode};
}

#endif
