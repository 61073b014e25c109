// Searches for the smallest counterexample to a guaranteed property of a method for systems, with two contacts in 2D.
#include <math.h>
#include <string.h>

#include "carom/systems.h"
#include "cli/counterexample/integers.h"
#include "tables/missing.h"
#include "tables/params.h"

enum { CONTACTS = 2, SIZE = CAROM_COMPONENTS };

typedef struct {
    const carom_system_search *search;
    carom_system_finding *found;
    void *memory;
    size_t bytes;
    int size;
} question;

static bool solved(carom_status status) {
    return carom_status_classify(status) == CAROM_CLASS_OK;
}

static carom_system_params many_params(const carom_system_search *s, const carom_params *contact) {
    carom_system_params p = carom_system_params_default(contact);
    p.single = s->single;
    return p;
}

static unsigned bits_of(unsigned promise) {
    switch ((carom_guarantee)promise) {
    case CAROM_GUARANTEE_DISSIPATIVE: return CAROM_VIOLATION_ENERGY;
    case CAROM_GUARANTEE_COULOMB: return CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL;
    case CAROM_GUARANTEE_NONPENETRATING: return CAROM_VIOLATION_PENETRATION;
    case CAROM_GUARANTEE_UNIQUE:
    case CAROM_GUARANTEE_HOMOGENEOUS:
    case CAROM_GUARANTEE_CONTINUOUS: break;
    }
    return 0;
}

static carom_status impact(const question *q, const carom_system *system, const carom_params *contact,
                           carom_system_result *out) {
    const carom_system_params p = many_params(q->search, contact);
    return carom_system_solve(q->search->method, system, &p, q->memory, q->bytes, out);
}

static bool not_one(carom_status status, const carom_system_result *out) {
    return status == CAROM_NO_SOLUTION || (solved(status) && out->solution_count > 1);
}

// Works like not_one in search_law.c, because on a border between outcomes one outcome is counted twice. Only friction
// is changed here.
static bool not_one_nearby(const question *q, const carom_system *system, const carom_params *contact) {
    for (int k = 0; k < 2; k++) {
        carom_params p[CONTACTS] = {contact[0], contact[1]};
        carom_system_result out;
        double v[SIZE];
        memcpy(v, system->v, sizeof v);
        for (int i = 0; i < CONTACTS; i++) {
            p[i].mu *= 1.0 + (k ? 1e-6 : -1e-6);
            v[2 * i + 1] *= 1.0 + (k ? 1e-6 : -1e-6);
        }
        const carom_system near = {.nc = CONTACTS, .dim = 2, .W = system->W, .v = v};
        const carom_status status = impact(q, &near, p, &out);
        if (!not_one(status, &out)) return false;
    }
    return true;
}

static void keep(const question *q, const carom_integers *k, const carom_system *system, const carom_params *contact,
                 bool promised) {
    carom_system_finding *f = q->found;
    carom_system_result out;
    f->looked.found = true;
    f->looked.promised = promised;
    f->looked.size = q->size;
    carom_slots_tell(k, &f->looked);
    memcpy(f->W, system->W, sizeof f->W);
    memcpy(f->v, system->v, sizeof f->v);
    memcpy(f->params, contact, sizeof f->params);
    f->status = impact(q, system, contact, &out);
    f->broken = out.violations;
    f->solutions = out.solution_count;
    f->dE = out.dE;
    for (int i = 0; i < SIZE; i++) {
        f->P[i] = solved(f->status) ? out.P[i] : (double)NAN;
        f->after[i] = solved(f->status) ? out.v[i] : (double)NAN;
    }
}

static bool ask(carom_integers *k) {
    const question *q = k->context;
    const carom_system_search *s = q->search;
    carom_looked *looked = &q->found->looked;
    double W[SIZE * SIZE], v[SIZE];
    carom_params contact[CONTACTS] = {s->params, s->params};
    carom_system_result out;
    for (int i = 0; i < SIZE; i++) {
        v[i] = k->v[i];
        for (int j = 0; j < SIZE; j++) W[SIZE * i + j] = k->W[i][j];
    }
    for (int i = 0; i < k->slots; i++)
        if (carom_slot_put(&k->slot[i], 2, &contact[k->slot[i].contact]) != CAROM_OK) return true;
    const carom_system system = {.nc = CONTACTS, .dim = 2, .W = W, .v = v};
    const carom_status status = impact(q, &system, contact, &out);
    if (carom_status_classify(status) == CAROM_CLASS_BAD_INPUT) return true; // coefficients that exclude each other
    const carom_system_params p = many_params(s, contact);
    const bool promised = carom_system_guarantees(s->method, &system, &p) & s->promise;
    looked->asked++;
    looked->answered += solved(status);
    looked->kept += promised;
    const bool broken = s->promise == CAROM_GUARANTEE_UNIQUE
                            ? not_one(status, &out) && not_one_nearby(q, &system, contact)
                            : solved(status) && (out.violations & bits_of(s->promise));
    if (broken) {
        keep(q, k, &system, contact, promised);
        return false;
    }
    if (s->tell && looked->asked % 1024 == 0 && !s->tell(s->context, q->size, looked->asked)) {
        looked->interrupted = true;
        return false;
    }
    return true;
}

static bool take_coefficients(const carom_system_search *s, carom_integers *k) {
    const uint64_t reads = (carom_system_reads(s->method) | (s->single ? carom_law_reads(s->single) : 0)) & ~s->held;
    for (int contact = 0; contact < CONTACTS; contact++)
        for (int i = 0; i < CAROM_PARAM_END; i++) {
            const carom_coefficient *row = carom_law_coefficient(s->method, i);
            if (!row && s->single) row = carom_law_coefficient(s->single, i);
            // Coefficients that all contacts share, and those with a unit, stay unchanged.
            if (!(reads >> i & 1) || !row || row->kind != CAROM_REAL) continue;
            if (!carom_integers_take(k, row, contact, row->lowest, row->highest)) return false;
        }
    return true;
}

// Returns a system of the requested size, for properties that depend on sizes only.
static const double unit_W[SIZE * SIZE] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
static const double unit_v[SIZE] = {-1, 0, 0, 0};

size_t carom_search_memory(const carom_system_search *s) {
    if (!s || !s->method) return 0;
    const carom_params contact[CONTACTS] = {s->params, s->params};
    const carom_system system = {.nc = CONTACTS, .dim = 2, .W = unit_W, .v = unit_v};
    const carom_system_params p = many_params(s, contact);
    return carom_system_memory_size(s->method, &system, &p);
}

carom_system_search carom_default_system_search(const carom_law *method, unsigned promise) {
    return (carom_system_search){.method = method,
                                 .promise = promise,
                                 .from = 1,
                                 .to = CAROM_SEARCH_TO_MANY,
                                 .params = carom_params_default(),
                                 .held = CAROM_PARAM_BIT(mu_static)};
}

carom_status carom_search_method(const carom_system_search *s, void *memory, size_t bytes,
                                 carom_system_finding *found) {
    if (!s || !found || !s->method || !memory) return CAROM_NULL_POINTER;
    memset(found, 0, sizeof *found);
    const bool promise = bits_of(s->promise) || s->promise == CAROM_GUARANTEE_UNIQUE;
    if (!promise || !carom_search_sizes(s->from, s->to)) return CAROM_BAD_VALUE;
    if (!carom_marked(&s->params)) return CAROM_BAD_STRUCT;
    if (!s->method->system || !s->method->system->solve || !(s->method->solves & CAROM_SYSTEM_2D))
        return CAROM_NOT_APPLICABLE;
    if ((carom_system_needs(s->method) & CAROM_NEEDS_SINGLE) && !s->single) return CAROM_NOT_APPLICABLE;
    carom_system_search filled = *s;
    const uint64_t reads = s->single ? carom_law_reads(s->single) : carom_system_reads(s->method);
    // coefficients that are varied
    carom_fill_examples(s->single ? s->single : s->method, reads & ~s->held, &filled.params);
    s = &filled;
    const size_t needed = carom_search_memory(s);
    if (needed == 0 || bytes < needed) return CAROM_BAD_VALUE;
    question q = {.search = s, .found = found, .memory = memory, .bytes = bytes};
    carom_integers walk = {.dim = 2, .contacts = CONTACTS, .n = SIZE, .ask = ask, .context = &q};
    walk.scale_free = s->method->system->always & CAROM_GUARANTEE_HOMOGENEOUS;
    walk.striking = carom_system_needs(s->method) & CAROM_NEEDS_STRIKING;
    if (!take_coefficients(s, &walk)) return CAROM_NOT_APPLICABLE;
    for (q.size = s->from; q.size <= s->to && carom_integers_of_size(&walk, q.size); q.size++) {
        found->looked.whole = q.size;
        found->looked.interrupted = s->tell && !s->tell(s->context, q.size, found->looked.asked);
        if (found->looked.interrupted) break;
    }
    return CAROM_OK;
}
