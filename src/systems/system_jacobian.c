// Computes Jacobians of several contacts: solves the impact, then propagates every column through the equations of its
// result.
#include <math.h>

#include "derivative/jacobian.h"
#include "systems/push.h"
#include "systems/solution.h"
#include "tables/params.h"

// As for one contact, a condition counts as met if it is below this fraction of its terms.
#define MET 1e-12

// How a method computes P; way_of derives it from the method's flags.
typedef enum way { NO_WAY, CONES, WHITTAKER, POISSON, STAGES, SEQUENCE } way;

static way way_of(const carom_law *m) {
    if (!m->system) return NO_WAY;
    if (carom_system_needs(m) & CAROM_NEEDS_SINGLE)
        return carom_system_provides(m) & CAROM_PROVIDES_ORDERS ? SEQUENCE : NO_WAY;
    if (m->system->inclusion) return CONES;
    if (carom_system_provides(m) & CAROM_PROVIDES_STAGES) return STAGES;
    if (carom_system_provides(m) & CAROM_PROVIDES_COMPRESSION) return POISSON;
    return carom_system_provides(m) & CAROM_PROVIDES_RATIO ? WHITTAKER : NO_WAY;
}

// Lists the coefficients that are numbers. A sequence reads those of its law for single impacts. rest_speed is omitted,
// because it only switches restitution off.
static void list_params(const carom_law *m, int dim, const carom_system_params *p, carom_system_jacobian *jac) {
    jac->params = 0;
    if (way_of(m) == SEQUENCE) {
        jac->params = carom_jac_columns(p->single, dim, jac->param);
        return;
    }
    const carom_coefficient *info;
    for (int k = 0; (info = carom_member_at(k)); k++) {
        const bool counts = info->kind == CAROM_REAL && k != CAROM_PARAM_rest_speed;
        if (counts && (carom_system_reads(m) >> k & 1u) && jac->params < CAROM_JACOBIAN_PARAMS)
            jac->param[jac->params++] = (carom_param)k;
    }
}

static void carve(carom_push *h, carom_arena *a) {
    carom_system_jacobian *jac = h->jac;
    const size_t n = (size_t)h->n, nc = (size_t)h->s->nc, params = (size_t)jac->params * nc;
    const size_t entries = n * (n + 1) / 2, columns = n + entries + params;
    jac->n = h->n;
    jac->entries = (int)entries;
    h->wide = (int)(n + columns);
    jac->dP_dv = CAROM_TAKE(a, n * n, double);
    jac->dP_dW = CAROM_TAKE(a, n * entries, double);
    jac->dP_dparam = CAROM_TAKE(a, n * params, double);
    h->dW = CAROM_TAKE(a, n * n, double);
    h->dv = CAROM_TAKE(a, n, double);
    h->dparam = CAROM_TAKE(a, params, double);
    h->A = CAROM_TAKE(a, n * (n + columns), double);
    h->unit = CAROM_TAKE(a, n, double);
    h->dP = CAROM_TAKE(a, columns * n, double);
    h->tight = CAROM_TAKE(a, nc, carom_tight);
    h->held = CAROM_TAKE(a, 2 * n, double);
    h->carried = CAROM_TAKE(a, columns * (n + 4), double);
}

static carom_status refuse(const carom_law *method, const carom_system *s, const carom_system_params *p) {
    const carom_status status = carom_impact_shape(method, s, p);
    if (status != CAROM_OK) return status;
    if (s->nc > CAROM_MAX_JACOBIAN_CONTACTS) return CAROM_BAD_COUNT;
    return way_of(method) == NO_WAY ? CAROM_NO_DERIVATIVE : CAROM_OK;
}

size_t carom_system_jacobian_memory_size(const carom_law *method, const carom_system *s, const carom_system_params *p) {
    if (refuse(method, s, p) != CAROM_OK) return 0;
    const size_t impact = carom_system_memory_size(method, s, p);
    carom_system_jacobian jac = {.n = 0};
    carom_push h = {.s = s, .p = p, .jac = &jac, .n = s->dim * s->nc};
    carom_arena a = carom_arena_over(NULL, 0);
    list_params(method, s->dim, p, &jac);
    carve(&h, &a);
    const size_t own = carom_arena_bytes(&a);
    const size_t rounded = (impact + CAROM_ARENA_ALIGN - 1) / CAROM_ARENA_ALIGN * CAROM_ARENA_ALIGN;
    return impact ? rounded + own : 0;
}

static void measure(carom_push *h) {
    const int dim = h->s->dim, n = h->n;
    for (int i = 0; i < n; i++) h->speed = fmax(h->speed, fabs(h->s->v[i]));
    for (int i = 0; i < n; i++) {
        double most = 0.0;
        for (int k = i / dim * dim; k < (i / dim + 1) * dim; k++) most = fmax(most, h->s->W[k * n + k]);
        int power = 0;
        if (most > 0.0) frexp(most, &power);
        h->unit[i] = ldexp(1.0, -power);
    }
}

static bool push(carom_push *h, way by) {
    switch (by) {
    case CONES: return carom_push_cones(h, true);
    case WHITTAKER: return carom_push_cones(h, false);
    case POISSON: return carom_push_poisson(h);
    case STAGES: return carom_push_stages(h);
    case SEQUENCE: return carom_push_sequence(h);
    case NO_WAY: break;
    }
    return false;
}

// Converts columns to rows; NaN if there is no derivative.
static void give(const carom_push *h, bool known) {
    carom_system_jacobian *jac = h->jac;
    const int n = h->n, numbers = jac->params * h->s->nc;
    for (int c = 0; c < carom_push_columns(h); c++)
        for (int i = 0; i < n; i++) {
            const double x = known ? h->dP[c * n + i] : (double)NAN;
            if (c < n)
                jac->dP_dv[i * n + c] = x;
            else if (c < n + jac->entries)
                jac->dP_dW[i * jac->entries + c - n] = x;
            else
                jac->dP_dparam[i * numbers + c - n - jac->entries] = x;
        }
}

static bool all_known(const carom_push *h) {
    int lost = 0;
    for (int c = 0; c < carom_push_columns(h); c++) {
        bool fine = true;
        for (int i = 0; i < h->n; i++) fine = fine && isfinite(h->dP[c * h->n + i]);
        lost += !fine;
    }
    return lost <= h->jac->undefined;
}

static void judge(carom_push *h, bool known) {
    carom_system_jacobian *jac = h->jac;
    known = known && all_known(h);
    if (!known && jac->smooth != CAROM_JUMP) jac->smooth = CAROM_SMOOTHNESS_NONE;
    if (known && jac->smooth == CAROM_SMOOTH && !(jac->margin > MET)) jac->smooth = CAROM_KINK;
    give(h, known && jac->smooth != CAROM_JUMP && jac->smooth != CAROM_SMOOTHNESS_NONE);
}

carom_status carom_system_solve_jacobian(const carom_law *method, const carom_system *s, const carom_system_params *p,
                                         void *memory, size_t bytes, carom_system_result *out,
                                         carom_system_jacobian *jac) {
    if (!out || !jac) return CAROM_NULL_POINTER;
    *jac = (carom_system_jacobian){.smooth = CAROM_SMOOTHNESS_NONE, .margin = (double)NAN};
    const carom_status refused = refuse(method, s, p);
    const size_t impact = refused == CAROM_OK ? carom_system_memory_size(method, s, p) : bytes;
    const carom_status status = carom_system_solve(method, s, p, memory, bytes < impact ? bytes : impact, out);
    if (refused != CAROM_OK)
        return refused == CAROM_NO_DERIVATIVE && carom_status_classify(status) != CAROM_CLASS_OK ? status : refused;
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    if (bytes < carom_system_jacobian_memory_size(method, s, p)) return CAROM_SMALL_MEMORY;
    carom_arena a = carom_arena_over(memory, bytes);
    const carom_system averaged = carom_impact_averaged(s, memory, bytes);
    carom_push h = {.s = &averaged, .p = p, .out = out, .jac = jac, .n = s->dim * s->nc};
    CAROM_TAKE(&a, impact, char);
    list_params(method, s->dim, p, jac);
    carve(&h, &a);
    measure(&h);
    jac->smooth = CAROM_SMOOTH;
    jac->margin = HUGE_VAL;
    // Without an impact, small changes have no effect.
    if (status == CAROM_NO_IMPACT) {
        for (int i = 0; i < carom_push_columns(&h) * h.n; i++) h.dP[i] = 0.0;
        judge(&h, true);
        return status;
    }
    judge(&h, push(&h, way_of(method)));
    return status;
}
