#include "problems.h"

#include <stdio.h>
#include <string.h>

#include "bench/apply.h"

// Makes one number of an item invalid or extreme. Such an item must not influence other items.
static void spoil(random_stream *r, carom_contact *c, carom_params *p) {
    const double values[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 4.9e-324, -2.2e-310, 1e300, -1e-200, 0.0, -0.0};
    const double x = values[random_below(r, (int)(sizeof values / sizeof *values))];
    const int i = random_below(r, c->dim), j = random_below(r, c->dim);
    switch (random_below(r, 12)) {
    case 0:
    case 1: c->v[i] = x; break;
    case 2:
    case 3: c->W[i][j] = c->W[j][i] = x; break;
    case 4: p->mu = x; break;
    case 5: p->e = x; break;
    case 6: p->e_t = x; break;
    case 7: p->mu_static = p->mu * 0.5; break;
    case 8: c->v[0] = -c->v[0]; break;
    case 9: p->rest_speed = x; break;
    case 10: p->rest_speed = random_between(r, 0.0, 3.0); break;
    // W is singular: the contact moves along one direction only, except for rounding of the determinant.
    default:
        for (int k = 1; k < c->dim; k++)
            for (int l = 0; l < c->dim; l++) c->W[k][l] = c->W[l][k] = sqrt(c->W[k][k]) * sqrt(c->W[l][l]);
    }
}

static void make_one(problems *x, size_t i, const carom_law *law, carom_restitution restitution, uint64_t index,
                     int dirty) {
    random_stream r = random_at(83, index);
    carom_contact c = random_contact(&r, x->dim, 3.0);
    carom_params p = random_params(&r, x->dim);
    carom_result out;
    random_own(&r, law, &p);
    p.restitution = restitution;
    if (!dirty) p.mu_static = CAROM_SAME_AS_MU; // has its own row of vectorised code
    random_apply(law, &c, &p, &out);
    if (dirty && random_below(&r, dirty) == 0) spoil(&r, &c, &p);
    x->contacts[i] = c;
    x->sets[i] = p;
    for (int k = 0; k < x->dim; k++) {
        x->v[k][i] = c.v[k];
        for (int l = 0; l < x->dim; l++) x->W[k][l][i] = c.W[k][l];
    }
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        double values[3];
        if (carom_params_get(&p, carom_law_coefficient(law, k), values)) x->param[k][i] = values[0];
    }
}

void problems_make(problems *x, const carom_law *law, int dim, carom_restitution restitution, uint64_t first, size_t n,
                   int dirty) {
    x->dim = dim;
    x->n = n;
    x->dirty = dirty != 0;
    for (size_t i = 0; i < n; i++) make_one(x, i, law, restitution, first + i, dirty);
}

void problems_solve(const problems *x, const carom_law *law, answers *out) {
    for (size_t i = 0; i < x->n; i++) {
        carom_result one;
        carom_collide(law, &x->contacts[i], &x->sets[i], &one);
        for (int k = 0; k < x->dim; k++) {
            out->P[k][i] = one.P[k];
            out->v[k][i] = one.v[k];
        }
        out->dE[i] = one.dE;
        out->mode[i] = (uint8_t)one.mode;
        out->broken[i] = (uint8_t)one.violations;
        out->status[i] = (uint8_t)one.status;
    }
}

carom_batch_in problems_in(const problems *x, const carom_law *law) {
    carom_batch_in in = {.dim = x->dim, .params = &x->sets[0]};
    for (int k = 0; k < x->dim; k++) {
        in.v[k] = carom_array(x->v[k]);
        for (int l = k; l < x->dim; l++) in.W[k][l] = carom_array(x->W[k][l]);
    }
    bool vector = false;
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        if (!((carom_law_reads(law) >> k) & 1)) continue;
        const carom_param_kind kind = carom_law_coefficient(law, k)->kind;
        vector = vector || kind == CAROM_VECTOR || (kind != CAROM_REAL && k >= CAROM_PARAM_OWN);
        // Without spoilt items these two coefficients have no column.
        const bool usual = k == CAROM_PARAM_rest_speed || k == CAROM_PARAM_mu_static;
        if (kind == CAROM_REAL && (x->dirty || !usual)) in.param[k] = carom_array(x->param[k]);
    }
    // Some coefficients have no column here: vectors, and the choices and pairs of a law. Each item then has its own
    // set.
    if (vector) in.params_stride = sizeof x->sets[0];
    return in;
}

carom_batch_out answers_out(answers *out) {
    carom_batch_out columns = {.dE = carom_array_out(out->dE),
                               .mode = carom_bytes_array_out(out->mode),
                               .violations = carom_bytes_array_out(out->broken),
                               .status = carom_bytes_array_out(out->status)};
    for (int k = 0; k < 3; k++) {
        columns.P[k] = carom_array_out(out->P[k]);
        columns.v[k] = carom_array_out(out->v[k]);
    }
    return columns;
}

static bool differ(const char *what, const char *column, size_t n, size_t size, const void *a, const void *b) {
    const char *x = a, *y = b;
    if (!memcmp(x, y, n * size)) return false;
    size_t i = 0;
    while (!memcmp(x + i * size, y + i * size, size)) i++;
    if (size == sizeof(double))
        printf("%s: %s of item %zu: %.17g, by carom_collide %.17g\n", what, column, i, ((const double *)a)[i],
               ((const double *)b)[i]);
    else
        printf("%s: %s of item %zu: %d, by carom_collide %d\n", what, column, i, x[i], y[i]);
    return true;
}

bool answers_differ(const char *what, int dim, size_t n, const answers *a, const answers *b) {
    bool found = differ(what, "status", n, 1, a->status, b->status) || differ(what, "mode", n, 1, a->mode, b->mode) ||
                 differ(what, "broken", n, 1, a->broken, b->broken) ||
                 differ(what, "dE", n, sizeof(double), a->dE, b->dE);
    for (int k = 0; k < dim && !found; k++)
        found = differ(what, "P", n, sizeof(double), a->P[k], b->P[k]) ||
                differ(what, "v", n, sizeof(double), a->v[k], b->v[k]);
    return found;
}
