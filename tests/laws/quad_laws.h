// Implements laws in 113-bit arithmetic directly from their equations, without limits or care for cancellation, for
// regular W and v_n < 0.
#ifndef CAROM_TESTS_QUAD_LAWS_H
#define CAROM_TESTS_QUAD_LAWS_H

__extension__ typedef __float128 quad;

typedef struct {
    quad W[3][3], v[3], e, e_t, nu, mu; // e, e_t: also r_n, r_t
} quad_problem;

void quad_pfeiffer_glocker(const quad_problem *q, quad P[3]);
void quad_brach(const quad_problem *q, quad P[3]);
void quad_chatterjee3(const quad_problem *q, quad P[3]);

#endif
