// Implements laws in 113-bit arithmetic directly from their equations, for regular W and v_n < 0. There are no special
// cases, and cancellation is not avoided.
#ifndef CAROM_TESTS_QUAD_LAWS_H
#define CAROM_TESTS_QUAD_LAWS_H

__extension__ typedef __float128 quad;

typedef struct {
    quad W[3][3], v[3], e, e_t, nu, mu; // e and e_t are also r_n and r_t
} quad_problem;

void quad_pfeiffer_glocker(const quad_problem *q, quad P[3]);
void quad_brach(const quad_problem *q, quad P[3]);
void quad_chatterjee3(const quad_problem *q, quad P[3]);

#endif
