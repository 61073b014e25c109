// Checks that coefficients that a law does not read do not change its result. They get random values, in range or not,
// and carom_collide, its derivatives and batches must return the same bits. The same is checked for methods and the
// coefficients of each contact. Usage: unread [PROBLEMS], 2000 by default
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apply.h"
#include "carom/compliant.h"
#include "carom/derivatives.h"
#include "many/systems.h"
#include "support/compliant_params.h"
#include "support/floor.h"
#include "support/laws.h"

// The same test serves the laws of the module "compliant" (tests/compliant).
#ifdef UNREAD_COMPLIANT
#include "compliant/devices.h"
#define LAW_COUNT device_count
#define LAW_AT    device_at
#else
#include "support/law_count.h"
#include "support/params.h"
#define LAW_COUNT() law_count(CAROM_ONE_CONTACT)
#define LAW_AT(k)   carom_law_at(NULL, k, CAROM_ONE_CONTACT)
#endif

static const carom_law *method_at(int k) {
#ifdef UNREAD_COMPLIANT
    const carom_law *const methods[] = {&carom_law_springs, &carom_law_lzb, NULL};
    return methods[k];
#else
    return carom_law_at(NULL, k, CAROM_SYSTEMS);
#endif
}

// Returns a random value for a field that must not be read: an ordinary number, a huge or negative one, an infinity or
// NaN.
static double anything(random_stream *r) {
    const double odd[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1.0, 0.0, 1e300};
    return random_below(r, 2) ? random_between(r, 0.0, 10.0) : odd[random_below(r, 6)];
}

// Disturbs the shared coefficient described by `row`.
static void disturb(random_stream *r, const carom_coefficient *row, carom_params *p) {
    double values[3];
    for (int i = 0; i < 3; i++) values[i] = anything(r);
    if (row->kind == CAROM_CHOICE) {
        const unsigned choice = (unsigned)random_below(r, 100);
        if (row->number == CAROM_PARAM_restitution)
            p->restitution = (carom_restitution)choice;
        else
            p->friction = (carom_friction)choice;
    } else {
        carom_params_set(p, row, values, row->kind == CAROM_REAL ? 1 : 3);
    }
}

// Disturbs the places of params.own, except those of coefficients that the law reads.
static void disturb_own(random_stream *r, const carom_law *law, uint64_t reads, carom_params *p) {
    uint64_t read = 0;
    for (int k = 0; k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        if (row->number < CAROM_PARAM_OWN) continue;
        const uint64_t places = row->kind == CAROM_TANGENT || row->kind == CAROM_PAIR ? 3
                                : row->kind == CAROM_EACH                             ? 7
                                                                                      : 1;
        if ((reads >> row->number) & 1) read |= places << row->number;
    }
    for (int k = CAROM_PARAM_OWN; k < CAROM_PARAM_END; k++)
        if (!((read >> k) & 1)) p->own[k - CAROM_PARAM_OWN] = anything(r);
    bool listed = false;
    for (int k = 0; k < law->coefficient_count; k++) listed = listed || law->coefficients[k].kind == CAROM_LIST;
    if (!listed) p->list_count = (size_t)random_below(r, 100);
}

// Returns `p` with all coefficients disturbed, except those in the bit set `reads`.
static carom_params disturbed_of(random_stream *r, const carom_law *law, uint64_t reads, const carom_params *p) {
    carom_params disturbed = *p;
    for (int k = 0; k < params_count(); k++)
        if (!((reads >> k) & 1)) disturb(r, carom_coefficient_at(NULL, k), &disturbed);
    disturb_own(r, law, reads, &disturbed);
    return disturbed;
}

static int same(const carom_result *a, const carom_result *b) {
    return a->status == b->status && a->mode == b->mode && a->violations == b->violations && a->has == b->has &&
           !memcmp(a->P, b->P, sizeof a->P) && !memcmp(a->v, b->v, sizeof a->v) &&
           !memcmp(&a->dE, &b->dE, sizeof a->dE);
}

static int same_in_batch(const carom_law *law, const carom_contact *c, const carom_params *p, const carom_result *out) {
    double P[3] = {0.0, 0.0, 0.0};
    carom_batch_in in = {.dim = c->dim, .params = p};
    carom_batch_out to = {.P = {{NULL, 0}}};
    for (int i = 0; i < c->dim; i++) {
        in.v[i] = carom_array(&c->v[i]);
        to.P[i] = carom_array_out(&P[i]);
        for (int j = i; j < c->dim; j++) in.W[i][j] = carom_array(&c->W[i][j]);
    }
    const int near = law == &carom_law_routh && c->dim == 3; // here a batch agrees to 1e-12 only (batch.h)
    if (carom_collide_batch(law, 1, &in, &to) != CAROM_OK) return 0;
    for (int i = 0; i < c->dim; i++)
        if (near ? !(fabs(P[i] - out->P[i]) <= 1e-12 * (1.0 + fabs(P[0]))) : memcmp(&P[i], &out->P[i], sizeof P[i]))
            return 0;
    return 1;
}

static int same_jac(const carom_law *law, const carom_contact *c, const carom_params *p,
                    const carom_params *disturbed) {
    carom_result out;
    carom_jacobian plain, after;
    if (carom_collide_jacobian(law, c, p, &out, &plain) != CAROM_OK) return 1;
    return carom_collide_jacobian(law, c, disturbed, &out, &after) == CAROM_OK && plain.smooth == after.smooth &&
           !memcmp(plain.dP_dv, after.dP_dv, sizeof plain.dP_dv) &&
           !memcmp(plain.dP_dW, after.dP_dW, sizeof plain.dP_dW);
}

// Draws the law's own coefficients. Contact models with coefficients from the whole range may be too soft or too stiff
// to integrate. They are called with these coefficients, but `p` keeps the defaults for the comparison.
static void draw_own(const random_stream *r, const carom_law *law, const carom_contact *c, carom_params *p) {
#ifdef UNREAD_COMPLIANT
    carom_params drawn = *p;
    carom_result out;
    random_own(r, law, &drawn);
    carom_collide(law, c, &drawn, &out);
#else
    (void)c;
    random_own(r, law, p);
#endif
}

static long check(const carom_law *law, int dim, long problems, long *answered) {
    long failures = 0;
    for (long i = 0; i < problems; i++) {
        random_stream r = random_at(93, (uint64_t)i);
        carom_contact c = random_contact(&r, dim, 2.0);
        carom_params p = random_params(&r, dim);
        give_springs(&p);
        carom_result plain, after;
        draw_own(&r, law, &c, &p);
        if (random_apply(law, &c, &p, &plain) != CAROM_OK) continue;
        ++*answered;
        const carom_params disturbed = disturbed_of(&r, law, carom_law_reads(law), &p);
        carom_collide(law, &c, &disturbed, &after);
        if (same(&plain, &after) && same_in_batch(law, &c, &disturbed, &plain) && same_jac(law, &c, &p, &disturbed))
            continue;
        if (failures++ < 3) printf("FAIL %s in %d dimensions, problem %ld\n", law->name, dim, i);
    }
    return failures;
}

// Solves one system in its own memory.
static carom_status impact(const carom_law *method, random_system *x, const carom_params *contact,
                           carom_system_result *out, void **memory) {
    carom_system_params p = carom_system_params_default(contact);
    p.single = &carom_law_routh;
    p.max_states = 200;
    for (int i = 1; i < x->s.nc; i++)
        if (x->v[2 * i] < x->v[2 * p.striking]) p.striking = i;
    const size_t bytes = carom_system_memory_size(method, &x->s, &p);
    *memory = realloc(*memory, bytes + 1);
    return carom_system_solve(method, &x->s, &p, *memory, bytes, out);
}

static long check_method(const carom_law *method, long problems, long *answered) {
    static random_system x;
    carom_params disturbed[MOST_CONTACTS];
    void *memory[2] = {NULL, NULL};
    const uint64_t reads =
        method->system->needs & CAROM_NEEDS_SINGLE ? carom_law_reads(&carom_law_routh) : carom_system_reads(method);
    long failures = 0;
    for (long i = 0; i < problems && method->solves & CAROM_SYSTEM_2D; i++) {
        carom_system_result plain, after;
        random_stream r = random_at(94, (uint64_t)i);
        random_many(&x, &r, 1 + random_below(&r, 3), ROW_OF_BODIES, false);
        // Only one contact approaches, as the methods hm-* require.
        for (int k = 0; k < x.s.nc; k++) x.v[2 * k] = k ? fabs(x.v[2 * k]) : -fabs(x.v[0]) - 0.01;
        const carom_status status = impact(method, &x, x.contact, &plain, &memory[0]);
        if (carom_status_classify(status) != CAROM_CLASS_OK) continue;
        ++*answered;
        for (int k = 0; k < x.s.nc; k++) disturbed[k] = disturbed_of(&r, method, reads, &x.contact[k]);
        const bool kept = impact(method, &x, disturbed, &after, &memory[1]) == status &&
                          plain.violations == after.violations && !memcmp(&plain.dE, &after.dE, sizeof plain.dE) &&
                          !memcmp(plain.P, after.P, 2 * (size_t)x.s.nc * sizeof *plain.P);
        if (!kept && failures++ < 3) printf("FAIL method %s, problem %ld\n", method->name, i);
    }
    free(memory[0]);
    free(memory[1]);
    return failures;
}

// Checks that rest_speed does not act on a law whose table of coefficients does not contain it.
static long check_row(void) {
    carom_law restless = carom_law_whittaker;
    carom_contact c = {.dim = 2, .W = {{2, 0}, {0, 2}}, .v = {-1.0, 0.5}};
    carom_params p = params_springs();
    carom_result out;
    restless.coefficient_count--; // removes rest_speed, the last coefficient
    if (carom_law_reads(&restless) & CAROM_PARAM_BIT(rest_speed)) return 1;
    p.e = 0.5;
    p.rest_speed = 10.0;
    carom_collide(&restless, &c, &p, &out);
    const long failures = !(out.P[0] == 0.75) + !same_in_batch(&restless, &c, &p, &out);
    if (failures) printf("FAIL rest_speed acts on a law that does not read it\n");
    return failures;
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 2000;
    long failures = check_row(), asked = 0, answered = 0;
    for (int k = 0; k < LAW_COUNT(); k++) {
        const carom_law *law = LAW_AT(k);
        asked += problems * (1 + (law->solves == (CAROM_2D | CAROM_3D)));
        if (law->solves & CAROM_2D) failures += check(law, 2, problems, &answered);
        if (law->solves & CAROM_3D) failures += check(law, 3, problems, &answered);
    }
    for (int k = 0; method_at(k); k++) {
        const bool plane = method_at(k)->solves & CAROM_SYSTEM_2D;
        asked += plane ? problems / 4 : 0;
        failures += check_method(method_at(k), problems / 4, &answered);
    }
    printf("%ld answered, %ld failures\n", answered, failures);
    return failures || !floor_met("unread", answered, asked, 0.95) ? 1 : 0;
}
