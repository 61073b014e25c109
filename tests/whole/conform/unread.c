// What a law does not read cannot change it: every parameter outside its row takes any value, in range or not, and the
// outcome keeps its bits, in carom_collide and in batches. Usage: unread [PROBLEMS]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apply.h"
#include "carom/carom.h"
#include "support/floor.h"

// The same test serves the laws of the module "compliant" (tests/compliant).
#ifdef UNREAD_COMPLIANT
#include "compliant/devices.h"
#define LAW_COUNT device_count
#define LAW_AT    device_at
#else
#define LAW_COUNT carom_law_count
#define LAW_AT    carom_law_at
#endif

// A number for a field nobody should read: ordinary, huge, negative, or none at all.
static double anything(random_stream *r) {
    const double odd[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, -1.0, 0.0, 1e300};
    return random_below(r, 2) ? random_between(r, 0.0, 10.0) : odd[random_below(r, 6)];
}

// One of params.def.
static void disturb(random_stream *r, const carom_param_info *row, carom_params *p) {
    double values[3];
    for (int i = 0; i < 3; i++) values[i] = anything(r);
    if (row->kind == CAROM_CHOICE) {
        const unsigned choice = (unsigned)random_below(r, 100);
        memcpy((char *)p + row->offset, &choice, sizeof choice);
    } else {
        carom_param_put(p, row, values, row->kind == CAROM_REAL ? 1 : 3);
    }
}

// The places of a law's own, but for those of a parameter that it reads.
static void disturb_own(random_stream *r, const carom_law *law, carom_params *p) {
    uint64_t read = 0;
    for (const carom_param_info *row = law->own; row && row->name; row++) {
        const uint64_t places = row->kind == CAROM_TANGENT || row->kind == CAROM_PAIR ? 3
                                : row->kind == CAROM_EACH                             ? 7
                                                                                      : 1;
        if ((law->reads >> row->number) & 1) read |= places << row->number;
    }
    for (int k = CAROM_PARAM_OWN; k < CAROM_PARAM_ROOM; k++)
        if (!((read >> k) & 1)) p->own[k - CAROM_PARAM_OWN] = anything(r);
    bool listed = false;
    for (const carom_param_info *row = law->own; row && row->name; row++)
        listed = listed || (row->kind == CAROM_LIST && (law->reads >> row->number) & 1);
    if (!listed) p->list_count = (size_t)random_below(r, 100);
}

static int same(const carom_outcome *a, const carom_outcome *b) {
    return a->status == b->status && a->mode == b->mode && a->broken == b->broken && a->known == b->known &&
           !memcmp(a->P, b->P, sizeof a->P) && !memcmp(a->v, b->v, sizeof a->v) &&
           !memcmp(&a->dE, &b->dE, sizeof a->dE);
}

static int same_in_batch(const carom_law *law, const carom_contact *c, const carom_params *p,
                         const carom_outcome *out) {
    double P[3] = {0.0, 0.0, 0.0};
    carom_batch_in in = {.dim = c->dim, .params = p};
    carom_batch_out to = {.P = {{NULL, 0}}};
    for (int i = 0; i < c->dim; i++) {
        in.v[i] = carom_array(&c->v[i]);
        to.P[i] = carom_array_out(&P[i]);
        for (int j = i; j < c->dim; j++) in.W[i][j] = carom_array(&c->W[i][j]);
    }
    const int near = law == &carom_law_routh && c->dim == 3; // batches walk in their own way: to 1e-12
    if (carom_collide_batch(law, 1, &in, &to) != CAROM_OK) return 0;
    for (int i = 0; i < c->dim; i++)
        if (near ? !(fabs(P[i] - out->P[i]) <= 1e-9 * (1.0 + fabs(P[0]))) : memcmp(&P[i], &out->P[i], sizeof P[i]))
            return 0;
    return 1;
}

// What the law alone reads. Over all their ranges devices are too soft or too stiff to be followed: they are asked, and
// answer or say why not, but are compared as they stand by default.
static void draw_own(const random_stream *r, const carom_law *law, const carom_contact *c, carom_params *p) {
#ifdef UNREAD_COMPLIANT
    carom_params drawn = *p;
    carom_outcome out;
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
        carom_params p = random_params(&r, dim), disturbed;
        carom_outcome plain, after;
        draw_own(&r, law, &c, &p);
        if (random_apply(law, &c, &p, &plain) != CAROM_OK) continue;
        ++*answered;
        disturbed = p;
        for (int k = 0; k < carom_param_count(); k++)
            if (!((law->reads >> k) & 1)) disturb(&r, carom_param_at(k), &disturbed);
        disturb_own(&r, law, &disturbed);
        carom_collide(law, &c, &disturbed, &after);
        if (same(&plain, &after) && same_in_batch(law, &c, &disturbed, &plain)) continue;
        if (failures++ < 3) printf("FAIL %s in %d dimensions, problem %ld\n", law->name, dim, i);
    }
    return failures;
}

// A law of the table that reads no rest_speed: what a row leaves out is left out.
static long check_row(void) {
    carom_law restless = carom_law_whittaker;
    carom_contact c = {.dim = 2, .W = {{2, 0}, {0, 2}}, .v = {-1.0, 0.5}};
    carom_params p = carom_default_params();
    carom_outcome out;
    restless.reads &= ~CAROM_PARAM_BIT(rest_speed);
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
        asked += problems * (1 + (law->dims == (CAROM_PLANE | CAROM_SPACE)));
        if (law->dims & CAROM_PLANE) failures += check(law, 2, problems, &answered);
        if (law->dims & CAROM_SPACE) failures += check(law, 3, problems, &answered);
    }
    printf("%ld answered, %ld failures\n", answered, failures);
    return failures || !floor_met("unread", answered, asked, 0.95) ? 1 : 0;
}
