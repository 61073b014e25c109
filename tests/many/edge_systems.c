#include "many/edge_systems.h"
#include "support/params.h"

#include <string.h>

#include "support/laws.h"
#include "support/whole.h"

// Returns x. In 1 of 3 cases x is changed by a relative amount of at most 3e-3, 3e-4, ..., or 3e-16.
static double next_to(random_stream *r, double x) {
    const int digits = 3 + random_below(r, 14);
    return random_below(r, 3) ? x : x * (1.0 + random_between(r, -3.0, 3.0) * random_power10(-digits));
}

// Makes W = A A^T from small integers, sometimes singular. One component may be omitted, or one contact listed twice.
static void whole_system(random_stream *r, int nc, random_system *x) {
    const int n = 2 * nc, freedoms = 1 + random_below(r, n + 2), kind = random_below(r, 8);
    double A[2 * MOST_CONTACTS][2 * MOST_CONTACTS + 2];
    x->s = (carom_system){.nc = nc, .dim = 2, .W = x->W, .v = x->v};
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < freedoms; k++) A[i][k] = random_below(r, 3) ? whole(r, 1) : whole(r, 3);
        if (kind == 0 && i % 2) memset(A[i], 0, sizeof A[i]);
        if (kind == 1 && i >= 2) memcpy(A[i], A[i - 2], sizeof A[i]);
        if (kind == 2 && i == n - 1) memset(A[i], 0, sizeof A[i]);
        x->v[i] = random_below(r, 4) ? whole(r, 3) : 0.0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            x->W[i * n + j] = kind == 3 && i == j ? 1.0 + random_below(r, 3) : 0.0;
            for (int k = 0; k < freedoms; k++) x->W[i * n + j] += A[i][k] * A[j][k];
        }
}

// Coefficients are integers or halves. Friction is often at a balance, such as W_nn/|W_nt|.
static void whole_friction(random_stream *r, random_system *x) {
    const int n = 2 * x->s.nc, common = random_below(r, 3);
    for (int i = 0; i < x->s.nc; i++) {
        carom_params *p = &x->contact[i];
        const double Wnn = x->W[2 * i * n + 2 * i], Wnt = fabs(x->W[2 * i * n + 2 * i + 1]),
                     Wtt = x->W[(2 * i + 1) * n + 2 * i + 1];
        const double halves[] = {0.0, 0.5, 1.0},
                     frictions[] = {
                         0.0, 0.5, 1.0, 2.0, 0.25, Wnt > 0.0 ? Wnn / Wnt : 3.0, Wtt > 0.0 ? Wnt / Wtt : 0.125};
        *p = params_plain();
        p->e = halves[random_below(r, 3)];
        p->e_t = random_below(r, 2) ? p->e : halves[random_below(r, 3)];
        p->nu = halves[random_below(r, 3)];
        p->mu = frictions[random_below(r, 7)];
        if (common == 0) *p = x->contact[0];
        if (random_below(r, 6) == 0) p->mu_static = p->mu + halves[random_below(r, 3)];
        p->restitution = (carom_restitution)random_below(r, 4);
    }
}

// Changes the numbers of the system slightly.
static void nudge(random_stream *r, random_system *x) {
    const int n = 2 * x->s.nc;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) x->W[i * n + j] = x->W[j * n + i] = next_to(r, x->W[i * n + j]);
        x->v[i] = x->v[i] != 0.0 ? next_to(r, x->v[i]) : next_to(r, 1.0) - 1.0;
    }
    for (int i = 0; i < x->s.nc; i++) {
        carom_params *p = &x->contact[i];
        p->mu = next_to(r, p->mu);
        p->e = p->e < 1.0 ? next_to(r, p->e) : p->e;
    }
}

// Changes the units of mass and speed. The rows of each contact i are also multiplied by a factor m_i, so P_i is
// multiplied by 1/m_i.
static void scale(random_stream *r, random_system *x) {
    const int n = 2 * x->s.nc, reach = random_below(r, 5), far = reach == 0 ? 150 : reach < 3 ? 60 : 6;
    const double W = random_power10(whole(r, far)), v = random_power10(whole(r, far));
    double own[2 * MOST_CONTACTS];
    for (int i = 0; i < n; i++) own[i] = i % 2 ? own[i - 1] : random_power10(whole(r, random_below(r, 2) ? 4 : 0));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) x->W[i * n + j] *= W * own[i] * own[j];
        x->v[i] *= v * own[i];
    }
}

// Makes one number of the system invalid, or nearly invalid.
static void spoil(random_stream *r, edge_system *p) {
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1.0, -1e-9, 1.0 + 1e-9, 2.0, 1e300, 0.0};
    const double value = bad[random_below(r, 9)];
    random_system *x = &p->x;
    const int n = 2 * x->s.nc, row = random_below(r, n), column = random_below(r, n), at = row * n + column;
    carom_params *k = &x->contact[random_below(r, x->s.nc)];
    switch (random_below(r, 14)) {
    case 0: x->W[at] = x->W[column * n + row] = value; break;
    case 1: x->W[at] += fabs(x->W[at]) * random_power10(-8.0 - 8.0 * random_unit(r)); break;
    case 2: x->v[row] = value; break;
    case 3: k->mu = value; break;
    case 4: k->e = value; break;
    case 5: k->e_t = value; break;
    case 6: k->nu = value; break;
    case 7: k->mu_static = value; break;
    case 8:
    case 9: (void)carom_params_set_speed_form(k, carom_speed_form_at(random_below(r, 6)), NULL, 0); break;
    case 10: x->W[row * n + row] -= fabs(x->W[row * n + row]) * random_power10(-6.0 - 9.0 * random_unit(r)); break;
    case 11: p->gap[random_below(r, x->s.nc)] = value, p->all.gap = p->gap; break;
    case 12: p->all.cut = p->all.merge = value; break;
    default:
        for (int i = 0; i < x->s.nc; i++) x->v[2 * i] = fabs(x->v[2 * i]);
    }
}

// Makes one contact strike. The others rest or separate, and in rare cases they also approach.
static void let_one_strike(random_stream *r, edge_system *p) {
    random_system *x = &p->x;
    p->all.striking = random_below(r, x->s.nc);
    for (int i = 0; i < x->s.nc; i++) {
        double *v = &x->v[2 * i];
        const int what = random_below(r, 40);
        *v = i == p->all.striking ? (*v == 0.0 ? -1.0 : -fabs(*v)) : what < 20 ? 0.0 : fabs(*v);
        if (what == 39) *v = -*v * (i == p->all.striking ? 1.0 : random_power10(-random_between(r, 9.0, 14.0)));
    }
}

// Chooses the options.
static void choose(random_stream *r, edge_system *p) {
    static const carom_law *const single[] = {&carom_law_routh, &carom_law_whittaker, &carom_law_frictionless,
                                              &carom_law_routh, &carom_law_pfeiffer_glocker};
    const int few[] = {1, 2, 3, 5, 8}, nc = p->x.s.nc;
    carom_system_params *all = &p->all;
    *all = carom_system_params_default(p->x.contact);
    all->solver = (carom_solver)random_below(r, 3);
    if (all->solver == CAROM_SOLVER_ENUMERATE && nc > 4 && random_below(r, 8)) all->solver = CAROM_SOLVER_AUTO;
    all->single = single[random_below(r, 5)];
    all->max_impacts = random_below(r, 4) ? 60 : few[random_below(r, 5)];
    all->max_states = random_below(r, 4) ? 40 : few[random_below(r, 5)];
    all->max_outcomes = random_below(r, 4) ? 20 : few[random_below(r, 5)];
    all->max_strikes = random_below(r, 4) ? 500 : 4 * few[random_below(r, 5)];
    if (random_below(r, 4) == 0) all->max_stages = few[random_below(r, 5)];
    if (random_below(r, 4) == 0) all->max_solutions = few[random_below(r, 5)];
    if (random_below(r, 8) == 0) all->max_solutions = 63 + random_below(r, 3);
    if (random_below(r, 4) == 0) all->cut = random_power10(-random_between(r, 1.0, 12.0));
    if (random_below(r, 4) == 0) all->merge = random_power10(-random_between(r, 1.0, 12.0));
    // Some tolerances are equal to speeds that occur with small integers.
    if (random_below(r, 8) == 0) all->cut = 0.25 * (1 + random_below(r, 2));
    if (random_below(r, 8) == 0) all->merge = 0.25 * (1 + random_below(r, 2));
    for (int i = 0; i < nc; i++) p->gap[i] = random_below(r, 2) ? random_below(r, 3) : random_unit(r);
    if (random_below(r, 3) == 0) all->gap = p->gap;
}

void edge_system_at(const carom_law *method, uint64_t i, int most, edge_system *p) {
    random_stream r = random_at(2611, i);
    const int kind = (int)(i % 8), nc = random_below(&r, 12) ? 1 + random_below(&r, 3) : 1 + random_below(&r, most);
    random_system *x = &p->x;
    if (kind <= 2) {
        random_many(x, &r, nc, (system_kind)random_below(&r, SYSTEM_KINDS), kind == 1);
        for (int k = 0; k < nc; k++) x->contact[k].nu = random_unit(&r);
    } else {
        whole_system(&r, nc, x);
        whole_friction(&r, x);
    }
    choose(&r, p);
    if (method && method->system->needs & CAROM_NEEDS_STRIKING) let_one_strike(&r, p);
    if (kind == 2 || kind == 4) scale(&r, x);
    if (kind == 5 || kind == 6) nudge(&r, x);
    if (kind == 7) spoil(&r, p);
}
