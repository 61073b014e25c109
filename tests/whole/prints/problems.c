// Problems at the edges of what laws are asked.
#include <math.h>

#include "bench/apply.h"
#include "support/whole.h"
#include "whole/prints/prints.h"

static void scaled(random_stream *r, carom_contact *c) {
    const double W = random_power10(2.0 * whole(r, 70)), v = random_power10(2.0 * whole(r, 70));
    for (int i = 0; i < c->dim; i++) {
        for (int j = 0; j < c->dim; j++) c->W[i][j] *= W;
        c->v[i] *= v;
    }
}

// A number moved by 1e-16 .. 1e-3 of itself, or left: what was a balance is next to one.
static double nudged(random_stream *r, double x) {
    const int digits = 3 + random_below(r, 14);
    return random_below(r, 3) ? x : x * (1.0 + whole(r, 3) * random_power10(-digits));
}

static void nudge(random_stream *r, carom_contact *c, carom_params *p) {
    for (int i = 0; i < c->dim; i++) {
        for (int j = 0; j <= i; j++) c->W[i][j] = c->W[j][i] = nudged(r, c->W[i][j]);
        c->v[i] = nudged(r, c->v[i]);
    }
    p->mu = nudged(r, p->mu);
    if (p->mu_static >= 0.0) p->mu_static = nudged(r, p->mu_static);
    p->e = nudged(r, p->e);
}

// One number of it wrong.
static void spoil(random_stream *r, const carom_law *law, carom_contact *c, carom_params *p) {
    const double bad[] = {(double)NAN, HUGE_VAL, -1.0, -1e-9, 1.0 + 1e-9, 2.0, 1e300, 0.0};
    const double value = bad[random_below(r, 8)];
    const int row = random_below(r, c->dim), column = random_below(r, c->dim);
    switch (random_below(r, 8)) {
    case 0: c->W[row][column] = c->W[column][row] = value; break;
    case 1: c->W[row][column] += value * random_power10(-random_below(r, 14)); break;
    case 2: c->v[row] = value; break;
    case 3: c->v[0] = fabs(c->v[0]); break;
    case 4: p->rest_speed = fabs(c->v[0]) * (1.0 + 0.5 * whole(r, 1)); break;
    case 5: p->mu_static = nudged(r, 0.9 * p->mu); break;
    case 6: c->dim = random_below(r, 2) ? 4 : 0; break;
    default:
        for (int n = 0; n < CAROM_PARAM_ROOM; n++) {
            const carom_param_info *info = law && (law->reads >> n) & 1 ? carom_law_param(law, n) : NULL;
            if (info && info->kind == CAROM_REAL && !random_below(r, 3))
                (void)carom_param_put(p, info, &(double){nudged(r, value)}, 1);
        }
    }
    if (!random_below(r, 4)) p->allow = ~UINT64_C(0);
}

void problem_at(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p) {
    static const carom_law *const any = &carom_law_routh;
    if (i >= SOUGHT) {
        problem_sought(law, dim, i, c, p);
        return;
    }
    random_stream r = random_at(1126, i);
    const int kind = (int)(i % 8);
    *c = kind <= 2 ? random_contact(&r, dim, 3.0) : whole_contact(&r, dim);
    *p = whole_params(&r, c, law ? law : any);
    if (kind <= 1) *p = random_wide_params(&r, dim);
    if (law) random_own(&r, law, p);
    // A law that is for spheres alone, say, is asked about one.
    carom_outcome out;
    if (law) (void)random_apply(law, c, p, &out);
    if (kind == 2) scaled(&r, c);
    if (kind == 5 || kind == 6) nudge(&r, c, p);
    if (kind == 7) spoil(&r, law, c, p);
}

void problem_of_rank2(carom_contact *c, carom_params *p) {
    print seed = print_nothing;
    print_numbers(&seed, 3, c->v);
    print_number(&seed, c->W[0][0]);
    random_stream r = random_at(1128, seed.hash >> 1);
    double B[3][2], y[2];
    const bool wholes = random_below(&r, 2), in_range = random_below(&r, 4) == 0;
    for (int j = 0; j < 2; j++) {
        for (int i = 0; i < 3; i++) B[i][j] = wholes ? whole(&r, 9) : random_between(&r, -1.0, 1.0);
        y[j] = random_between(&r, -2.0, 2.0);
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) c->W[i][j] = B[i][0] * B[j][0] + B[i][1] * B[j][1];
        c->v[i] = in_range ? B[i][0] * y[0] + B[i][1] * y[1] : random_between(&r, -2.0, 2.0);
    }
    c->v[0] = random_below(&r, 6) ? -fabs(c->v[0]) : 0.0;
    p->mu = random_below(&r, 8) ? random_power10(random_between(&r, -1.5, 1.5)) : HUGE_VAL;
}
