// Tests batches with all memory layouts: arrays of structs, shared numbers, one set of coefficients per item, and
// missing outputs. Tests also the rejection of invalid input.
#include "support/cmocka.h"
#include "support/compliant_params.h"

#include <math.h>
#include <string.h>

#include "bench/random.h"
#include "carom/batch.h"
#include "support/laws.h"
#include "tables/counts.h"

#define ITEMS 777

// A contact as an engine may store it: a struct that also contains other data.
typedef struct pair {
    char name[8];
    double W_nn, W_nt, W_tt;
    int bodies[2];
    double v_n, v_t, mu;
    double P_n, P_t, dE;
    uint8_t mode, broken, status;
} pair;

static pair pairs[ITEMS];
static carom_params sets[ITEMS];
static carom_result one_by_one[ITEMS];

static carom_contact contact_of(const pair *x) {
    return (carom_contact){.dim = 2, .W = {{x->W_nn, x->W_nt}, {x->W_nt, x->W_tt}}, .v = {x->v_n, x->v_t}};
}

static void make(void) {
    memset(pairs, 0, sizeof pairs);
    for (uint64_t i = 0; i < ITEMS; i++) {
        random_stream r = random_at(7, i);
        const carom_contact c = random_contact(&r, 2, 2.0);
        sets[i] = random_params(&r, 2);
        sets[i].restitution = CAROM_POISSON;
        pairs[i] = (pair){.W_nn = c.W[0][0], .W_nt = c.W[0][1], .W_tt = c.W[1][1], .v_n = c.v[0], .v_t = c.v[1]};
        pairs[i].mu = random_unit(&r);
    }
}

static carom_column field(const double *first) {
    return (carom_column){first, sizeof(pair)};
}

static carom_batch_in in_pairs(const carom_params *params) {
    carom_batch_in in = {.dim = 2, .params = params};
    in.W[0][0] = field(&pairs[0].W_nn);
    in.W[0][1] = field(&pairs[0].W_nt);
    in.W[1][1] = field(&pairs[0].W_tt);
    in.v[0] = field(&pairs[0].v_n);
    in.v[1] = field(&pairs[0].v_t);
    return in;
}

static carom_batch_out out_pairs(void) {
    return (carom_batch_out){.P = {{&pairs[0].P_n, sizeof(pair)}, {&pairs[0].P_t, sizeof(pair)}},
                             .dE = {&pairs[0].dE, sizeof(pair)},
                             .mode = {&pairs[0].mode, sizeof(pair)},
                             .violations = {&pairs[0].broken, sizeof(pair)},
                             .status = {&pairs[0].status, sizeof(pair)}};
}

static void same_as_one_by_one(void) {
    for (int i = 0; i < ITEMS; i++) {
        const carom_result *x = &one_by_one[i];
        assert_memory_equal(&pairs[i].P_n, &x->P[0], sizeof(double));
        assert_memory_equal(&pairs[i].P_t, &x->P[1], sizeof(double));
        assert_memory_equal(&pairs[i].dE, &x->dE, sizeof(double));
        assert_int_equal(pairs[i].mode, x->mode);
        assert_int_equal(pairs[i].broken, x->violations);
        assert_int_equal(pairs[i].status, x->status);
    }
}

static void structs_and_one_set(void **state) {
    (void)state;
    make();
    carom_params p = params_springs();
    p.e = 0.5;
    p.mu_static = 2.0;
    carom_batch_in in = in_pairs(&p);
    const carom_batch_out out = out_pairs();
    in.param[CAROM_PARAM_mu] = field(&pairs[0].mu);
    assert_int_equal(carom_collide_batch(&carom_law_routh, ITEMS, &in, &out), CAROM_OK);
    for (int i = 0; i < ITEMS; i++) {
        carom_params mine = p;
        mine.mu = pairs[i].mu;
        const carom_contact c = contact_of(&pairs[i]);
        carom_collide(&carom_law_routh, &c, &mine, &one_by_one[i]);
    }
    same_as_one_by_one();
}

static void one_set_each(void **state) {
    (void)state;
    const carom_law *laws[] = {&carom_law_whittaker, &carom_law_chatterjee2, &carom_law_ivanov, &carom_law_routh};
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
        make();
        carom_batch_in in = in_pairs(sets);
        in.params_stride = sizeof sets[0];
        const carom_batch_out out = out_pairs();
        assert_int_equal(carom_collide_batch(laws[k], ITEMS, &in, &out), CAROM_OK);
        for (int i = 0; i < ITEMS; i++) {
            const carom_contact c = contact_of(&pairs[i]);
            carom_collide(laws[k], &c, &sets[i], &one_by_one[i]);
        }
        same_as_one_by_one();
    }
}

// Checks that a choice may be a column. A number that is not a choice is rejected for its item alone.
static void choices_in_a_column(void **state) {
    (void)state;
    make();
    static double choice[ITEMS];
    carom_params p = params_springs();
    p.mu = 0.4;
    p.e = 0.7;
    for (int i = 0; i < ITEMS; i++) choice[i] = i % (CAROM_STOP_COUNT + 1);
    carom_batch_in in = in_pairs(&p);
    in.param[CAROM_PARAM_restitution] = carom_array(choice);
    const carom_batch_out out = out_pairs();
    assert_int_equal(carom_collide_batch(&carom_law_routh, ITEMS, &in, &out), CAROM_OK);
    for (int i = 0; i < ITEMS; i++) {
        assert_int_equal(pairs[i].status, choice[i] == CAROM_STOP_COUNT ? CAROM_BAD_VALUE : CAROM_OK);
        assert_true(choice[i] == CAROM_STOP_COUNT ? isnan(pairs[i].P_n) : pairs[i].P_n > 0.0);
    }
}

// Checks that each output has the same numbers if it is the only one.
static void outputs_left_out(void **state) {
    (void)state;
    make();
    carom_params p = params_springs();
    p.mu = 0.4;
    const carom_batch_in in = in_pairs(&p);
    const carom_batch_out out = out_pairs();
    static double alone[ITEMS];
    static uint8_t bytes[ITEMS];
    assert_int_equal(carom_collide_batch(&carom_law_routh, ITEMS, &in, &out), CAROM_OK);
    const carom_batch_out only[] = {
        {.P = {{0}, carom_array_out(alone)}},     {.dE = carom_array_out(alone)},
        {.mode = carom_bytes_array_out(bytes)},   {.violations = carom_bytes_array_out(bytes)},
        {.status = carom_bytes_array_out(bytes)}, {.P = {{0}}}};
    for (int k = 0; k < 6; k++) {
        memset(alone, 0xa5, sizeof alone);
        memset(bytes, 0xa5, sizeof bytes);
        assert_int_equal(carom_collide_batch(&carom_law_routh, ITEMS, &in, &only[k]), CAROM_OK);
        for (int i = 0; i < ITEMS; i++) {
            if (k < 2) assert_memory_equal(&alone[i], k == 0 ? &pairs[i].P_t : &pairs[i].dE, sizeof(double));
            if (k >= 2 && k < 5)
                assert_int_equal(bytes[i], k == 2 ? pairs[i].mode : k == 3 ? pairs[i].broken : pairs[i].status);
        }
    }
}

// Checks friction so small that its impulse has fewer digits than a double. The batch must have the bits of
// carom_collide, although carom_collide scales a light contact and a batch does not.
static void speck_of_friction(void **state) {
    (void)state;
    const double W[3] = {4.1299949663702697e+18, -2.1309193650390515e+18, 2.8059853001659807e+18};
    const double v[2] = {-0.70837840645554628, 2.8005699964219328}, mu = 1e-300;
    const carom_contact c = {.dim = 2, .W = {{W[0], W[1]}, {W[1], W[2]}}, .v = {v[0], v[1]}};
    const carom_law *laws[] = {&carom_law_routh,       &carom_law_whittaker,   &carom_law_brach,
                               &carom_law_chatterjee1, &carom_law_chatterjee2, &carom_law_chatterjee3,
                               &carom_law_glocker};
    for (int i = 0; i < 7; i++) {
        double P[2], after[2], dE;
        carom_params p = params_springs();
        p.mu = mu;
        carom_batch_in in = {.dim = 2, .params = &p};
        in.W[0][0] = carom_array(&W[0]), in.W[0][1] = carom_array(&W[1]), in.W[1][1] = carom_array(&W[2]);
        in.v[0] = carom_array(&v[0]), in.v[1] = carom_array(&v[1]);
        const carom_batch_out out = {.P = {carom_array_out(&P[0]), carom_array_out(&P[1])},
                                     .v = {carom_array_out(&after[0]), carom_array_out(&after[1])},
                                     .dE = carom_array_out(&dE)};
        carom_result one;
        assert_int_equal(carom_collide(laws[i], &c, &p, &one), CAROM_OK);
        assert_int_equal(carom_collide_batch(laws[i], 1, &in, &out), CAROM_OK);
        assert_memory_equal(P, one.P, sizeof P);
        assert_memory_equal(after, one.v, sizeof after);
        assert_memory_equal(&dE, &one.dE, sizeof dE);
    }
}

static void refusals(void **state) {
    (void)state;
    make();
    const carom_params p = params_springs();
    const carom_batch_in good = in_pairs(&p);
    const carom_batch_out out = out_pairs();
    const carom_law unbuilt = {.name = "stronge", .module = "compliant"};
    carom_batch_in in = good;
    assert_int_equal(carom_collide_batch(NULL, 1, &good, &out), CAROM_UNKNOWN_LAW);
    assert_int_equal(carom_collide_batch(&unbuilt, 1, &good, &out), CAROM_MODULE_MISSING);
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, NULL, &out), CAROM_NULL_POINTER);
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &good, NULL), CAROM_NULL_POINTER);
    in.params = NULL;
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &in, &out), CAROM_NULL_POINTER);
    in = good;
    in.dim = 4;
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &in, &out), CAROM_BAD_DIM);
    in.dim = 3;
    assert_int_equal(carom_collide_batch(&carom_law_glocker, 1, &in, &out), CAROM_WRONG_DIM);
    in = good;
    in.v[1].first = NULL;
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &in, &out), CAROM_NULL_POINTER);
    in = good;
    in.W[0][1].first = NULL;
    assert_int_equal(carom_collide_batch(&carom_law_routh, 1, &in, &out), CAROM_NULL_POINTER);
    in = good;
    in.param[CAROM_PARAM_direction] = carom_shared(&p.e);
    assert_int_equal(carom_collide_batch(&carom_law_ivanov, 1, &in, &out), CAROM_BAD_VALUE);
    assert_int_equal(carom_collide_batch_part(&carom_law_routh, 1, &good, &out, 2, 2), CAROM_BAD_VALUE);
    assert_int_equal(carom_collide_batch_part(&carom_law_routh, 1, &good, &out, 0, 0), CAROM_BAD_VALUE);
    // None of these calls wrote anything, nor does a call with 0 items.
    assert_int_equal(carom_collide_batch(&carom_law_routh, 0, &good, &out), CAROM_OK);
    for (int i = 0; i < ITEMS; i++) assert_true(pairs[i].P_n == 0.0 && pairs[i].dE == 0.0);
}

// Checks sets of coefficients per item, one of which carom_params_default did not create. The whole call must be
// rejected and write nothing, whichever part contains this set.
static void an_unmarked_set_in_any_part(void **state) {
    (void)state;
    static const int marred[] = {0, 255, 256, 600, ITEMS - 1};
    const carom_law *laws[] = {&carom_law_routh, &carom_law_smith}; // one vectorised, one not
    const carom_batch_out nothing = {.dE = {NULL, 0}};
    for (size_t k = 0; k < sizeof marred / sizeof *marred; k++) {
        for (int threads = 1; threads <= 5; threads++) {
            make();
            carom_batch_in in = in_pairs(sets);
            const carom_batch_out out = out_pairs();
            in.params_stride = sizeof *sets;
            const carom_law *law = laws[threads % 2];
            assert_int_equal(carom_batch_threads(law, ITEMS, &in, &nothing, threads), CAROM_OK);
            memset(&sets[marred[k]], 0, sizeof *sets);
            assert_int_equal(carom_batch_threads(law, ITEMS, &in, &out, threads), CAROM_BAD_STRUCT);
            assert_int_equal(carom_batch_threads(law, ITEMS, &in, &nothing, threads), CAROM_BAD_STRUCT);
            for (int i = 0; i < ITEMS; i++) assert_true(pairs[i].P_n == 0.0 && pairs[i].dE == 0.0);
        }
    }
}

static void what_runs_in_lanes(void **state) {
    (void)state;
    assert_int_equal(carom_batch_describe(&carom_law_routh).vectorised, CAROM_2D | CAROM_3D);
    assert_int_equal(carom_batch_describe(&carom_law_glocker).vectorised, CAROM_2D);
    assert_int_equal(carom_batch_describe(&carom_law_chatterjee2).vectorised, CAROM_2D | CAROM_3D);
    assert_int_equal(carom_batch_describe(&carom_law_smith).vectorised, 0);
    assert_int_equal(carom_batch_describe(NULL).vectorised, 0);
    assert_non_null(carom_batch_describe(NULL).instruction_set);
}

// Solves contacts in 3D with this memory.
static void solve_in_space(void *memory, size_t bytes, size_t parts, double (*P)[ITEMS]) {
    static carom_contact contacts[ITEMS];
    carom_params params = params_springs();
    params.e = 0.5, params.mu = 0.3, params.restitution = CAROM_ENERGETIC;
    carom_batch_in in = {.dim = 3, .params = &params, .memory = memory, .memory_bytes = bytes};
    carom_batch_out out = {.P = {carom_array_out(P[0]), carom_array_out(P[1]), carom_array_out(P[2])}};
    for (uint64_t i = 0; i < ITEMS; i++) {
        random_stream r = random_at(8, i);
        contacts[i] = random_contact(&r, 3, 1.0);
    }
    for (int row = 0; row < 3; row++) {
        in.v[row] = (carom_column){&contacts->v[row], sizeof *contacts};
        for (int k = row; k < 3; k++) in.W[row][k] = (carom_column){&contacts->W[row][k], sizeof *contacts};
    }
    for (size_t part = 0; part < parts; part++)
        assert_int_equal(carom_collide_batch_part(&carom_law_routh, ITEMS, &in, &out, part, parts), CAROM_OK);
}

// Returns the number of bytes that differ from 0xa5.
static size_t written(const unsigned char *from, size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) found += from[i] != 0xa5;
    return found;
}

static void memory_of_the_caller(void **state) {
    (void)state;
    static double without[3][ITEMS], with[3][ITEMS];
    static unsigned char memory[1 << 18];
    const size_t bytes = carom_batch_describe(&carom_law_routh).memory[1];
    assert_true(bytes > 0 && 3 * bytes + 128 < sizeof memory);
    solve_in_space(NULL, 3 * bytes, 1, without);
    for (size_t shift = 0; shift < 64; shift += 21) {
        for (size_t parts = 1; parts <= 3; parts++) {
            memset(memory, 0xa5, sizeof memory);
            solve_in_space(memory + shift, parts * bytes, parts, with);
            assert_memory_equal(with, without, sizeof with);
            // Each part writes into its own memory and nowhere else.
            for (size_t k = 0; k < parts; k++) assert_true(written(memory + shift + k * bytes, bytes) > bytes / 2);
            assert_int_equal(written(memory, shift), 0);
            assert_int_equal(written(memory + shift + parts * bytes, 128), 0);
            // Memory that is too small is not used.
            memset(memory, 0xa5, sizeof memory);
            solve_in_space(memory + shift, parts * bytes - 1, parts, with);
            assert_memory_equal(with, without, sizeof with);
            assert_int_equal(written(memory, sizeof memory), 0);
        }
    }
    assert_int_equal(carom_batch_describe(&carom_law_routh).memory[0], 0);
    assert_int_equal(carom_batch_describe(&carom_law_whittaker).memory[1], 0);
    assert_int_equal(carom_batch_describe(NULL).memory[1], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(structs_and_one_set),         cmocka_unit_test(one_set_each),
        cmocka_unit_test(choices_in_a_column),         cmocka_unit_test(outputs_left_out),
        cmocka_unit_test(speck_of_friction),           cmocka_unit_test(refusals),
        cmocka_unit_test(an_unmarked_set_in_any_part), cmocka_unit_test(what_runs_in_lanes),
        cmocka_unit_test(memory_of_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
