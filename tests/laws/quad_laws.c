#include "quad_laws.h"

#include <math.h>

static quad size(quad x) {
    return x < 0 ? -x : x;
}

static quad root_of(quad x) {
    if (!(x > 0)) return 0;
    quad y = sqrt((double)x);
    for (int i = 0; i < 3; i++) y = (y + x / y) / 2;
    return y;
}

// Computes whittaker's impulse with e = 0. The contact sticks if possible; otherwise friction opposes the slip after
// the impact.
static void compression(const quad_problem *q, quad P[2]) {
    const quad a = q->W[0][0], w = q->W[0][1], T = q->W[1][1], det = a * T - w * w, c = -q->v[0];
    P[0] = (T * c - w * -q->v[1]) / det;
    P[1] = (a * -q->v[1] - w * c) / det;
    if (P[0] > 0 && size(P[1]) <= q->mu * P[0]) return;
    quad best = 0;
    int found = 0;
    for (int u = -1; u <= 1; u += 2) {
        const quad D = a - q->mu * u * w, Pn = c / D, along = u * (q->v[1] + (w - q->mu * u * T) * Pn);
        if (!(D > 0) || (found && along <= best)) continue;
        found = 1;
        best = along;
        P[0] = Pn;
        P[1] = -q->mu * u * Pn;
    }
}

void quad_pfeiffer_glocker(const quad_problem *q, quad P[3]) {
    compression(q, P);
    const quad w = q->W[0][1], T = q->W[1][1], P_E = q->e * P[0], whole = q->mu * P_E;
    const quad stored = q->e * q->e_t * P[1], held = q->mu * (1 - q->nu) * P_E;
    const quad lo = P[1] > 0 ? stored - held : -whole, hi = P[1] < 0 ? stored + held : whole;
    const quad wanted = -(q->v[1] + w * (P[0] + P_E) + T * P[1]) / T;
    P[0] += P_E;
    P[1] += wanted < lo ? lo : wanted > hi ? hi : wanted;
    P[2] = 0;
}

void quad_brach(const quad_problem *q, quad P[3]) {
    const quad a = q->W[0][0], w = q->W[0][1], T = q->W[1][1], c = -(1 + q->e) * q->v[0];
    const quad S = T - w * w / a, q0 = q->v[1] + w * c / a, sigma = q0 > 0 ? -1 : q0 < 0 ? 1 : 0;
    const quad grip = a + sigma * q->mu * w, q1 = sigma * (q->v[1] - w * q->v[0] / a);
    const quad E = -(1 - q->e * q->e) * q->v[0] * q->v[0] / (2 * a), z = root_of(q1 * q1 - 2 * S * E);
    quad x = size(q0) / S;
    if (grip > 0 && q->mu * c / grip < x) x = q->mu * c / grip;
    const quad spent = q1 > 0 ? -2 * E / (q1 + z) : (z - q1) / S;
    if (spent < x) x = spent;
    P[0] = (c - w * sigma * x) / a;
    P[1] = sigma * x;
    P[2] = 0;
}

static void inverse(const quad W[3][3], quad M[3][3]) {
    quad det = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            M[j][i] = W[a][c] * W[b][d] - W[a][d] * W[b][c];
        }
    for (int j = 0; j < 3; j++) det += W[0][j] * M[j][0];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) M[i][j] /= det;
}

static quad form(quad M[3][3], const quad x[3]) {
    quad sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) sum += x[i] * M[i][j] * x[j];
    return sum;
}

void quad_chatterjee3(const quad_problem *q, quad P[3]) {
    quad M[3][3];
    const quad wanted[3] = {-q->e * q->v[0], -q->e_t * q->v[1], -q->e_t * q->v[2]};
    quad W[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) W[i][j] = q->W[i][j];
    if (W[2][2] == 0) W[2][2] = 1; // 2D
    inverse((const quad(*)[3])W, M);
    const quad costs = form(M, wanted), had = form(M, q->v);
    const quad gamma = costs > had ? root_of(costs / had) : 1;
    for (int i = 0; i < 3; i++) {
        P[i] = 0;
        for (int j = 0; j < 3; j++) P[i] += M[i][j] * (wanted[j] / gamma - q->v[j]);
    }
    const quad A = -(1 + q->e) * q->v[0] / q->W[0][0], friction = root_of(P[1] * P[1] + P[2] * P[2]);
    if (q->mu > 0 && friction <= q->mu * P[0]) return;
    const quad below = q->mu * (A - P[0]) + friction;
    P[0] = q->mu > 0 ? A * friction / below : A;
    for (int i = 1; i < 3; i++) P[i] = q->mu > 0 ? q->mu * A * P[i] / below : 0;
}
