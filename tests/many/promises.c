// Tests that every method keeps its guarantees on random systems and fills all its outputs. At one contact, methods
// must have the results of the law for one contact.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "support/floor.h"
#include "support/laws.h"
#include "systems.h"

static int failures;

static void fail(const char *method, int k, const char *what) {
    if (failures++ < 20) printf("WRONG %s, system %d: %s\n", method, k, what);
}

// Changes a system so that the method accepts it. If the method needs one striking contact, the others rest or
// separate.
static void prepare(random_system *x, const carom_law *method, random_stream *r, carom_system_params *p) {
    *p = carom_system_params_default(x->contact);
    p->single = &carom_law_routh;
    p->max_states = 500;
    p->max_impacts = 60;
    for (int i = 0; i < x->s.nc; i++) {
        x->contact[i].restitution = (carom_restitution)random_below(r, 3);
        x->contact[i].nu = random_unit(r);
    }
    if (!(method->system->needs & CAROM_NEEDS_STRIKING)) return;
    p->striking = random_below(r, x->s.nc);
    for (int i = 0; i < x->s.nc; i++) {
        double *v = &x->v[2 * i];
        v[0] = i == p->striking ? -1.0 : random_below(r, 2) ? 0.0 : random_unit(r);
        v[1] = random_below(r, 3) ? random_between(r, -1.0, 1.0) : 0.0;
    }
}

static carom_status solve(const carom_law *method, random_system *x, const carom_system_params *p, void **memory,
                          carom_system_result *out) {
    const size_t bytes = carom_system_memory_size(method, &x->s, p);
    *memory = realloc(*memory, bytes);
    return carom_system_solve(method, &x->s, p, *memory, bytes, out);
}

static void keeps(const carom_law *method, const random_system *x, const carom_system_params *p, int k,
                  const carom_system_result *out) {
    const unsigned promises = carom_system_guarantees(method, &x->s, p);
    if (!(out->residual <= 1e-10)) fail(method->name, k, "residual");
    if ((promises & CAROM_GUARANTEE_DISSIPATIVE) && (out->violations & CAROM_VIOLATION_ENERGY))
        fail(method->name, k, "gains energy");
    if ((promises & CAROM_GUARANTEE_COULOMB) && (out->violations & (CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL)))
        fail(method->name, k, "leaves the cone");
    if ((promises & CAROM_GUARANTEE_NONPENETRATING) && (out->violations & CAROM_VIOLATION_PENETRATION))
        fail(method->name, k, "penetrates");
}

// Returns which optional members of the result are filled, as CAROM_PROVIDES_* bits.
static unsigned filled(const carom_system_result *out) {
    return (out->kept > 0 ? CAROM_PROVIDES_SOLUTIONS : 0u) | (out->stages > 0 ? CAROM_PROVIDES_STAGES : 0u) |
           (isnan(out->ratio_c) ? 0u : CAROM_PROVIDES_RATIO) | (out->limited ? CAROM_PROVIDES_LIMITED : 0u) |
           (out->P_compression ? CAROM_PROVIDES_COMPRESSION : 0u) | (out->lowest ? CAROM_PROVIDES_ORDERS : 0u);
}

static void homogeneous(const carom_law *method, random_system *x, const carom_system_params *p, int k, const double *P,
                        void **memory) {
    double once[2 * MOST_CONTACTS];
    carom_system_result out;
    memcpy(once, P, (size_t)(2 * x->s.nc) * sizeof *P);
    for (int i = 0; i < 2 * x->s.nc; i++) x->v[i] *= 2.0;
    const carom_status status = solve(method, x, p, memory, &out);
    for (int i = 0; status == CAROM_OK && i < 2 * x->s.nc; i++)
        if (fabs(out.P[i] - 2.0 * once[i]) > 1e-8 * (1.0 + fabs(once[i]))) {
            fail(method->name, k, "twice the speed is not twice the impulse");
            return;
        }
    if (status != CAROM_OK) fail(method->name, k, "twice the speed has another status");
}

static void run_method(const carom_law *method, int count) {
    int fine = 0, several = 0, none = 0, other = 0;
    unsigned fills = 0;
    random_system *x = malloc(sizeof *x);
    void *memory = NULL;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(701, (uint64_t)k);
        carom_system_params p;
        carom_system_result out;
        // The number of orders of single impacts grows quickly, so these methods have at most three contacts.
        const int most = method->system->needs & CAROM_NEEDS_SINGLE ? 3 : 5;
        // P is unique only for a positive definite W.
        random_many(x, &r, 1 + random_below(&r, most), ROW_OF_BODIES, k % 4 == 0);
        prepare(x, method, &r, &p);
        const carom_status status = solve(method, x, &p, &memory, &out);
        fine += status == CAROM_OK;
        several += status == CAROM_NOT_UNIQUE;
        none += status == CAROM_NO_SOLUTION;
        other += carom_status_classify(status) != CAROM_CLASS_OK && status != CAROM_NO_SOLUTION;
        if (status == CAROM_OK || status == CAROM_NOT_UNIQUE) keeps(method, x, &p, k, &out);
        if (carom_status_classify(status) == CAROM_CLASS_OK) fills |= filled(&out);
        if (status == CAROM_OK && (method->guarantees & CAROM_GUARANTEE_HOMOGENEOUS))
            homogeneous(method, x, &p, k, out.P, &memory);
    }
    printf("%-17s %d systems: %d ok, %d several, %d no solution, %d other\n", method->name, count, fine, several, none,
           other);
    if (!floor_met(method->name, fine + several, count, 0.95)) fail(method->name, -1, "answers too few");
    // Some sequences of impacts reach a limit, which their status reports.
    if (other > (method->system->needs & CAROM_NEEDS_SINGLE ? count / 100 : 0))
        fail(method->name, -1, "refuses or fails");
    if (fills != method->system->provides) fail(method->name, -1, "fills other parts of an outcome than it says");
    free(memory);
    free(x);
}

// At one contact the method has the result of the law for one contact.
static void single(const carom_law *method, const carom_law *law, int count) {
    double worst = 0.0;
    random_system *x = malloc(sizeof *x);
    void *memory = NULL;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(702, (uint64_t)k);
        carom_system_params p;
        carom_system_result out;
        carom_result one;
        random_many(x, &r, 1, ROW_OF_BODIES, k % 4 == 0);
        prepare(x, method, &r, &p);
        x->v[0] = -fabs(x->v[0]);
        const carom_contact c = {
            .dim = 2, .W = {{x->W[0], x->W[1], 0.0}, {x->W[2], x->W[3], 0.0}}, .v = {x->v[0], x->v[1], 0.0}};
        const carom_status a = solve(method, x, &p, &memory, &out), b = carom_collide(law, &c, x->contact, &one);
        if (a != CAROM_OK || b != CAROM_OK) {
            fail(method->name, k, "one contact has no answer");
            continue;
        }
        const double off = carom_worst(fabs(out.P[0] - one.P[0]), fabs(out.P[1] - one.P[1])) / (1.0 + fabs(one.P[0]));
        carom_worsen(&worst, off);
        if (!(off <= 1e-9)) fail(method->name, k, "differs from the single law");
    }
    printf("%-17s at one contact is the law \"%s\" on %d problems; worst difference %.2g\n", method->name, law->name,
           count, worst);
    free(memory);
    free(x);
}

int main(void) {
    const int count = 1000 * CAROM_CAMPAIGN;
    for (int i = 0; carom_law_at(NULL, i, CAROM_SYSTEMS); i++) run_method(carom_law_at(NULL, i, CAROM_SYSTEMS), count);
    single(&carom_law_glocker, &carom_law_glocker, count);
    single(&carom_law_pfeiffer_glocker, &carom_law_pfeiffer_glocker, count);
    single(&carom_law_hm_differential, &carom_law_routh, count);
    single(&carom_law_hm_whittaker, &carom_law_whittaker, count);
    single(&carom_law_hm_brach, &carom_law_brach, count);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
