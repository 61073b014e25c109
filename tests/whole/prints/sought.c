// Problems for a search that has no end (tools/mutate.py --search): any contact, then some twists, each of which meets something
// or comes next to it. Their numbers begin where those of the tables are far away.
#include <float.h>
#include <math.h>
#include <string.h>

#include "bench/apply.h"
#include "carom/critical.h"
#include "carom/hodograph.h"
#include "carom/solutions.h"
#include "support/whole.h"
#include "whole/prints/prints.h"

// One draw a statement: C leaves the order within one to the compiler.

// A share of 1 on either side of the tolerances there are; in two of three none.
static double off(random_stream *r) {
    const double digit = 1.0 + random_below(r, 9);
    const double scale = random_power10(-1.0 - random_below(r, 16));
    const double size = digit * scale;
    const int which = random_below(r, 9);
    return which >= 3 ? 0.0 : which == 0 ? size : which == 1 ? -size : DBL_EPSILON * whole(r, 4);
}

static double pick(random_stream *r, int count, const double *from) {
    return from[random_below(r, count)];
}

static void symmetric(carom_contact *c, int i, int j, double x) {
    c->W[i][j] = c->W[j][i] = x;
}

static void twist_friction(random_stream *r, carom_contact *c, carom_params *p) {
    carom_critical x;
    memset(&x, 0, sizeof x);
    (void)carom_critical_of(c, p->e, p->mu, &x);
    const double t = c->W[1][1] > 0.0 ? fabs(c->W[0][1]) / c->W[1][1] : 0.5;
    const double at[] = {x.mu_hold, x.mu_c, fabs(x.mu_s), fabs(x.mu_q), fabs(x.mu_d), t, 1.0, 0.5, 0.0, HUGE_VAL};
    const double about = pick(r, 10, at);
    const double mu = about * (1.0 + off(r));
    p->mu = mu >= 0.0 ? mu : 0.25;
    p->mu_static = random_below(r, 4)   ? CAROM_SAME_AS_MU
                   : random_below(r, 2) ? p->mu * (1.0 + fabs(off(r)))
                                        : fmax(p->mu, x.mu_hold * (1.0 + off(r)));
    if (isnan(p->mu_static)) p->mu_static = CAROM_SAME_AS_MU;
}

// The friction that this law, were there enough, would use.
static void twist_used(random_stream *r, const carom_law *law, carom_contact *c, carom_params *p) {
    carom_params q = *p;
    carom_outcome out = {0};
    q.mu = HUGE_VAL, q.mu_static = CAROM_SAME_AS_MU;
    if (carom_collide(law, c, &q, &out) != CAROM_OK) return;
    const double used = carom_friction_used(c->dim, out.P);
    if (used >= 0.0) p->mu = used * (1.0 + off(r)), p->mu_static = CAROM_SAME_AS_MU;
}

static void twist_slip(random_stream *r, carom_contact *c, carom_params *p) {
    carom_hodograph h;
    memset(&h, 0, sizeof h);
    const double length = c->dim == 3 ? sqrt(c->v[1] * c->v[1] + c->v[2] * c->v[2]) : fabs(c->v[1]);
    const double turn = off(r);
    int axis;
    switch (random_below(r, 5)) {
    case 0:
        for (int i = 1; i < c->dim; i++) c->v[i] = 0.0;
        break;
    case 1:
        for (int i = 1; i < c->dim; i++) c->v[i] *= off(r);
        break;
    case 2:
        axis = 1 + random_below(r, c->dim - 1);
        c->v[axis] = off(r);
        break;
    case 3:
        for (int i = 1; i < c->dim; i++) c->v[i] *= random_power10(whole(r, 8));
        break;
    default:
        if (c->dim != 3 || carom_hodograph_find(c, p->mu, fmax(p->mu, p->mu_static), &h) != CAROM_OK || !h.count)
            return;
        const double *e = h.direction[random_below(r, h.count)].e;
        c->v[1] = length * (e[0] - turn * e[1]);
        c->v[2] = length * (e[1] + turn * e[0]);
    }
}

static void twist_approach(random_stream *r, carom_contact *c) {
    const double at[] = {0.0, -1.0, -fabs(off(r)), -1e-8, -1e8, -1e-300, -0.0};
    c->v[0] = pick(r, 7, at);
}

static void twist_mass(random_stream *r, carom_contact *c) {
    const int i = random_below(r, c->dim), j = random_below(r, c->dim);
    const double scale = random_power10(whole(r, 6));
    switch (random_below(r, 7)) {
    case 0: symmetric(c, i, j, i == j ? c->W[i][i] * (1.0 + off(r)) : off(r)); break;
    case 1:
        symmetric(c, i, j, sqrt(c->W[i][i] * c->W[j][j]) * (1.0 - fabs(off(r))));
        break; // an edge of what is a mass
    case 2:    // one axis in another unit
        for (int k = 0; k < c->dim; k++) c->W[i][k] *= scale, c->W[k][i] *= scale;
        c->v[i] *= scale;
        break;
    case 3:
        for (int k = 1; k < c->dim; k++) symmetric(c, 0, k, 0.0);
        break;
    case 4:
        for (int k = 1; k < c->dim; k++) symmetric(c, 0, k, c->W[0][k] * off(r));
        break;
    case 5: // tangents alike, or nearly
        symmetric(c, c->dim - 1, c->dim - 1, c->W[1][1] * (1.0 + off(r)));
        if (c->dim == 3) symmetric(c, 1, 2, c->W[1][1] * off(r));
        break;
    default:
        for (int k = 0; k < c->dim; k++)
            if (k != i) symmetric(c, i, k, 0.0);
        if (i) c->W[i][i] = random_below(r, 2) ? 0.0 : fabs(off(r));
    }
}

static void twist_scale(random_stream *r, carom_contact *c) {
    const double ends[] = {1e150, 1e-150, 1e140, 1e-140, 1e100, 1e-100, 1e50, 1e-50, 1e12, 1e-12, 2.0, 0.5};
    const double W = pick(r, 12, ends), v = pick(r, 12, ends);
    for (int i = 0; i < c->dim; i++) {
        for (int j = 0; j < c->dim; j++) c->W[i][j] *= W;
        c->v[i] *= v;
    }
}

// A parameter that the law reads at an end, next to one, at a whole number, or past it.
static void twist_params(random_stream *r, const carom_law *law, carom_params *p) {
    for (int n = 0; n < CAROM_PARAM_ROOM; n++) {
        const carom_param_info *row = (law->reads >> n) & 1 ? carom_law_param(law, n) : NULL;
        if (!row || row->kind == CAROM_LIST || random_below(r, 2)) continue;
        const double ends[] = {row->lowest, row->highest, row->standard, 0.0, 1.0, -1.0, 0.5, random_unit(r), 2.0};
        double values[3];
        for (int k = 0; k < 3; k++) {
            values[k] = pick(r, 9, ends);
            values[k] *= 1.0 + off(r);
            values[k] += random_below(r, 4) ? 0.0 : off(r);
            if (random_below(r, 8)) values[k] = fmin(fmax(values[k], row->lowest), row->highest);
            if (row->kind == CAROM_CHOICE)
                values[k] = row->lowest + random_below(r, 1 + (int)(row->highest - row->lowest));
        }
        static const size_t numbers[] = {[CAROM_REAL] = 1, [CAROM_CHOICE] = 1, [CAROM_VECTOR] = 3, [CAROM_TANGENT] = 2,
                                         [CAROM_EACH] = 3, [CAROM_LIST] = 0,   [CAROM_PAIR] = 2};
        (void)carom_param_put(p, row, values, numbers[row->kind]);
    }
    if (random_below(r, 8) == 0) p->allow = ~UINT64_C(0);
}

static int solutions_at(const carom_law *law, const carom_contact *c, const carom_params *p, double mu) {
    carom_alternative list[CAROM_MOST_ALTERNATIVES];
    carom_params q = *p;
    int count = 0;
    q.mu = mu;
    return carom_solutions(law, c, &q, list, &count) == CAROM_OK ? count : 0;
}

// The friction at which solutions come or go, if the law has several.
static void twist_fold(random_stream *r, const carom_law *law, carom_contact *c, carom_params *p) {
    p->mu_static = CAROM_SAME_AS_MU;
    const int least = random_below(r, 6);
    double low = 0.1, high = 0.1;
    int count = solutions_at(law, c, p, low);
    for (int k = 0; k < 12; k++, low = high) {
        high = low * 1.6;
        if (solutions_at(law, c, p, high) != count && k >= least) break;
        count = solutions_at(law, c, p, high);
    }
    for (int k = 0; k < 40; k++) {
        const double middle = 0.5 * (low + high);
        *(solutions_at(law, c, p, middle) == count ? &low : &high) = middle;
    }
    const double end = random_below(r, 2) ? low : high;
    const double share = 1.0 + off(r);
    p->mu = end * share;
}

static void twist(random_stream *r, const carom_law *law, carom_contact *c, carom_params *p) {
    const bool several = law->code->all != NULL;
    switch (random_below(r, several ? 12 : 10)) {
    case 10: twist_fold(r, law, c, p); break;
    case 0:
    case 1: twist_friction(r, c, p); break;
    case 2: twist_used(r, law, c, p); break;
    case 3: twist_slip(r, c, p); break;
    case 4: twist_approach(r, c); break;
    case 5:
    case 6: twist_mass(r, c); break;
    case 7: twist_scale(r, c); break;
    default: twist_params(r, law, p);
    }
}

// A contact and a friction with more than one outcome, if some twenty draws have one: a third axis that is none or little.
static void several(random_stream *r, const carom_law *law, carom_contact *c, carom_params *p) {
    const double least = random_below(r, 3) ? random_power10(-6.0 * random_unit(r)) : 0.0;
    p->mu_static = CAROM_SAME_AS_MU;
    for (int draw = 0; draw < 20; draw++) {
        memset(c->W, 0, sizeof c->W);
        for (int k = 0; k < 3; k++) {
            double q[3];
            for (int i = 0; i < 3; i++) q[i] = random_between(r, -1.0, 1.0) * (k == 2 ? least : 1.0);
            for (int i = 0; i < c->dim; i++)
                for (int j = 0; j < c->dim; j++) c->W[i][j] += q[i] * q[j];
        }
        for (int i = 0; i < c->dim; i++) c->v[i] = random_between(r, -2.0, 2.0);
        c->v[0] = -0.3 * fabs(c->v[0]);
        p->mu = random_power10(random_between(r, -0.5, 1.5));
        if (solutions_at(law, c, p, p->mu) > 1) return;
    }
}

void problem_sought(const carom_law *law, int dim, uint64_t i, carom_contact *c, carom_params *p) {
    random_stream r = random_at(2626, i);
    const int twists = random_below(&r, 5), kind = random_below(&r, 4);
    const carom_law *of = law ? law : &carom_law_routh;
    *c = kind <= 1 ? random_contact(&r, dim, kind ? 8.0 : 2.0) : whole_contact(&r, dim);
    *p = kind <= 1 ? random_wide_params(&r, dim) : whole_params(&r, c, of);
    random_own(&r, of, p);
    // A law that is for spheres alone, say, is asked about one, and about what is nearly one.
    carom_outcome out;
    const bool simple = random_below(&r, 4) > 0, again = random_below(&r, 2) > 0;
    if (simple) (void)random_apply(of, c, p, &out);
    if (i >= 3 * SOUGHT && dim == 3 && of->code->all && random_below(&r, 3)) {
        several(&r, of, c, p);
        if (random_below(&r, 3) == 0) twist_fold(&r, of, c, p);
        return;
    }
    for (int k = 0; k < twists; k++) twist(&r, of, c, p);
    if (again) (void)random_apply(of, c, p, &out);
    // What lies beyond the plane is nobody's.
    for (int k = 0; i >= 2 * SOUGHT && dim == 2 && k < 3; k++) c->W[k][2] = c->W[2][k] = c->v[2] = (double)NAN;
}
