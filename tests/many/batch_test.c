// Tests batches of systems. They return the same bits as carom_system_solve for each item, in any number of parts. A
// rejected batch writes nothing.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/batch.h"
#include "support/cmocka.h"
#include "support/floor.h"
#include "support/law_count.h"
#include "support/laws.h"
#include "support/params.h"
#include "systems.h"

enum { CONTACTS = 3, SIZE = 2 * CONTACTS, ITEMS = 60 };

typedef struct fleet {
    double W[ITEMS][SIZE * SIZE], v[ITEMS][SIZE], mu[ITEMS][CONTACTS], e[ITEMS];
    carom_params contact[CONTACTS];
} fleet;

typedef struct answers {
    double P[ITEMS][SIZE], v[ITEMS][SIZE], dE[ITEMS];
    uint8_t mode[ITEMS][CONTACTS], broken[ITEMS], status[ITEMS];
} answers;

static fleet f;

static void fill(system_kind kind) {
    static random_system x;
    for (int i = 0; i < ITEMS; i++) {
        random_stream r = random_at(71, (uint64_t)(1000 * (int)kind + i));
        random_many(&x, &r, CONTACTS, kind, false);
        memcpy(f.W[i], x.W, sizeof f.W[i]);
        memcpy(f.v[i], x.v, sizeof f.v[i]);
        for (int c = 0; c < CONTACTS; c++) f.mu[i][c] = random_between(&r, 0.0, 1.5);
        f.e[i] = i % 17 ? random_between(&r, 0.0, 1.0) : 2.0; // a few values are invalid
    }
    for (int c = 0; c < CONTACTS; c++) f.contact[c] = params_plain();
}

static carom_system_batch_in input(const carom_law *single) {
    carom_system_batch_in in = {.system = {CONTACTS, 2, f.W[0], f.v[0]},
                                .W_stride = sizeof f.W[0],
                                .v_stride = sizeof f.v[0],
                                .params = carom_system_params_default(f.contact)};
    in.params.single = single;
    in.params.striking = -1;
    in.param[CAROM_PARAM_mu] = (carom_contact_column){f.mu[0], sizeof f.mu[0], sizeof(double)};
    in.param[CAROM_PARAM_e] = (carom_contact_column){f.e, sizeof(double), 0};
    return in;
}

static void one_by_one(const carom_law *method, const carom_law *single, answers *a) {
    for (int i = 0; i < ITEMS; i++) {
        carom_system s = {CONTACTS, 2, f.W[i], f.v[i]};
        carom_params contact[CONTACTS];
        carom_system_result x;
        for (int c = 0; c < CONTACTS; c++) {
            contact[c] = params_plain();
            contact[c].mu = f.mu[i][c];
            contact[c].e = f.e[i];
        }
        carom_system_params p = carom_system_params_default(contact);
        p.single = single;
        for (int c = 1; c < CONTACTS; c++)
            if (f.v[i][2 * c] < f.v[i][2 * p.striking]) p.striking = c;
        const size_t bytes = carom_system_memory_size(method, &s, &p);
        void *memory = malloc(bytes);
        assert_non_null(memory);
        a->status[i] = (uint8_t)carom_system_solve(method, &s, &p, memory, bytes, &x);
        memcpy(a->P[i], x.P, sizeof a->P[i]);
        memcpy(a->v[i], x.v, sizeof a->v[i]);
        a->dE[i] = x.dE;
        a->broken[i] = (uint8_t)x.violations;
        for (int c = 0; c < CONTACTS; c++) a->mode[i][c] = (uint8_t)x.mode[c];
        free(memory);
    }
}

static void in_parts(const carom_law *method, const carom_law *single, size_t parts, answers *a) {
    carom_system_batch_in in = input(single);
    const carom_system_batch_out out = {a->P[0], a->v[0], a->dE, a->mode[0], a->broken, a->status};
    in.memory_bytes = parts * carom_system_batch_memory_size(method, &in);
    in.memory = malloc(in.memory_bytes);
    assert_non_null(in.memory);
    for (size_t k = parts; k-- > 0;)
        assert_int_equal(carom_system_solve_batch_part(method, ITEMS, &in, &out, k, parts), CAROM_OK);
    free(in.memory);
}

static void the_bits_of_one_by_one(void **state) {
    (void)state;
    static answers one, many;
    long asked = 0, answered = 0;
    for (int m = 0; m < law_count(CAROM_SYSTEMS); m++) {
        const carom_law *method = carom_law_at(NULL, m, CAROM_SYSTEMS);
        if (!(method->solves & CAROM_SYSTEM_2D)) continue;
        for (int kind = 0; kind < SYSTEM_KINDS; kind++) {
            fill((system_kind)kind);
            one_by_one(method, &carom_law_routh, &one);
            for (size_t parts = 1; parts <= 7; parts += 3) {
                memset(&many, 0x55, sizeof many);
                in_parts(method, &carom_law_routh, parts, &many);
                assert_memory_equal(&one, &many, offsetof(answers, status) + sizeof one.status);
            }
            for (int i = 0; i < ITEMS; i++)
                answered += carom_status_classify((carom_status)one.status[i]) == CAROM_CLASS_OK;
            asked += ITEMS;
        }
    }
    // The hm- methods reject systems in which more than one contact approaches.
    assert_true(floor_met("systems in batches", answered, asked, 0.3));
}

static void refusals_write_nothing(void **state) {
    (void)state;
    fill(ROW_OF_BODIES);
    static answers a;
    const carom_law *method = carom_law_find(NULL, "glocker", CAROM_SYSTEMS);
    carom_system_batch_in in = input(NULL);
    const carom_system_batch_out out = {.status = a.status};
    const size_t bytes = carom_system_batch_memory_size(method, &in);
    in.memory = malloc(bytes), in.memory_bytes = bytes;
    memset(&a, 0x55, sizeof a);
    assert_int_equal(carom_system_solve_batch(NULL, ITEMS, &in, &out), CAROM_UNKNOWN_LAW);
    assert_int_equal(carom_system_solve_batch(method, ITEMS, NULL, &out), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_solve_batch(method, ITEMS, &in, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_solve_batch_part(method, ITEMS, &in, &out, 0, 2), CAROM_SMALL_MEMORY);
    assert_int_equal(carom_system_solve_batch_part(method, ITEMS, &in, &out, 1, 1), CAROM_BAD_VALUE);
    assert_int_equal(carom_system_solve_batch_part(method, ITEMS, &in, &out, 0, 0), CAROM_BAD_VALUE);
    in.params.striking = -2;
    assert_int_equal(carom_system_solve_batch(method, ITEMS, &in, &out), CAROM_BAD_INDEX);
    in.params.striking = -1;
    carom_system_batch_in bare = in;
    bare.memory = NULL;
    assert_int_equal(carom_system_solve_batch(method, ITEMS, &bare, &out), CAROM_NULL_POINTER);
    bare = in, bare.system.nc = 0;
    assert_int_equal(carom_system_solve_batch(method, ITEMS, &bare, &out), CAROM_BAD_COUNT);
    assert_true(carom_system_batch_memory_size(method, &bare) == 0 &&
                carom_system_batch_memory_size(method, NULL) == 0);
    for (int i = 0; i < ITEMS; i++) assert_int_equal(a.status[i], 0x55);
    assert_int_equal(carom_system_solve_batch(method, 0, &in, &out), CAROM_OK);
    assert_int_equal(a.status[0], 0x55);
    // All items share one W and one v, and only the statuses are written.
    in.W_stride = in.v_stride = 0;
    assert_int_equal(carom_system_solve_batch(method, ITEMS, &in, &out), CAROM_OK);
    assert_int_equal(a.status[0], CAROM_COEFFICIENT_RANGE);
    assert_int_equal(carom_status_classify((carom_status)a.status[1]), CAROM_CLASS_OK);
    free(in.memory);
}

// One item has an invalid restitution hypothesis. Only this item is rejected, whichever outputs are requested, and the
// other items are solved.
static void an_item_refused(void **state) {
    (void)state;
    static answers a;
    static double stop[ITEMS];
    const carom_law *method = carom_law_find(NULL, "sequence", CAROM_SYSTEMS);
    fill(ROW_OF_BODIES);
    for (int i = 0; i < ITEMS; i++) stop[i] = i == 1 ? 99.0 : 1.0, f.e[i] = 0.5;
    carom_system_batch_in in = input(&carom_law_routh);
    in.param[CAROM_PARAM_restitution] = (carom_contact_column){stop, sizeof(double), 0};
    in.memory_bytes = carom_system_batch_memory_size(method, &in);
    in.memory = malloc(in.memory_bytes);
    const carom_system_batch_out all = {a.P[0], a.v[0], a.dE, a.mode[0], a.broken, a.status}, none = {.P = NULL};
    assert_int_equal(carom_system_solve_batch(method, 3, &in, &all), CAROM_OK);
    assert_int_equal(a.status[1], CAROM_BAD_VALUE);
    assert_int_equal(a.broken[1], 0);
    assert_true(isnan(a.dE[1]) && !isnan(a.dE[0]) && !isnan(a.dE[2]));
    for (int k = 0; k < SIZE; k++)
        assert_true(isnan(a.P[1][k]) && isnan(a.v[1][k]) && !isnan(a.P[0][k]) && !isnan(a.P[2][k]));
    for (int c = 0; c < CONTACTS; c++) assert_int_equal(a.mode[1][c], CAROM_MODE_UNNAMED);
    assert_int_equal(carom_system_solve_batch(method, 3, &in, &none), CAROM_OK);
    free(in.memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_bits_of_one_by_one), cmocka_unit_test(an_item_refused),
                                       cmocka_unit_test(refusals_write_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
