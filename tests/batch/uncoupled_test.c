// Tests laws without coupling, which accept W_nt up to rounding errors and reject more. Batches must have the same
// limit as carom_collide. The problems have couplings up to 1e-3, slips near an axis of W_tt, and W near that of a
// sphere.
#include "support/cmocka.h"

#include <string.h>

#include "bench/random.h"
#include "carom/batch.h"
#include "support/floor.h"
#include "support/laws.h"

enum { ITEMS = 6000, ENTRIES = 6 };

static double W[ENTRIES][ITEMS], v[3][ITEMS], P[3][ITEMS], after[3][ITEMS], dE[ITEMS];
static uint8_t mode[ITEMS], broken[ITEMS], status[ITEMS];
static carom_params sets[ITEMS];

// Returns a number that is almost 0: exactly 0, or 1e-17 to 1e-3 with a random sign.
static double nearly_zero(random_stream *r) {
    const double sign = random_below(r, 2) ? 1.0 : -1.0;
    return random_below(r, 4) ? sign * random_power10(random_between(r, -17.0, -3.0)) : 0.0;
}

static void make(int dim, size_t i, bool sphere) {
    random_stream r = random_at(81, i);
    carom_contact c = {.dim = dim, .v = {-random_between(&r, 0.1, 2.0)}};
    const double a = random_power10(random_between(&r, -3.0, 3.0)),
                 T = sphere ? 3.5 * a : a * random_between(&r, 0.5, 5.0);
    const int axis = 1 + random_below(&r, 2);
    c.W[0][0] = a;
    for (int k = 1; k < dim; k++) {
        c.W[k][k] = T * (1.0 + (random_below(&r, 4) ? 0.0 : nearly_zero(&r)));
        c.W[0][k] = random_below(&r, 2) ? sqrt(a * T) * nearly_zero(&r) : 0.0;
        c.v[k] = dim == 2 || k == axis ? random_between(&r, -2.0, 2.0) : nearly_zero(&r);
    }
    if (dim == 3) c.W[1][2] = random_below(&r, 4) ? 0.0 : T * nearly_zero(&r);
    sets[i] = random_params(&r, dim);
    for (int k = 0, n = 0; k < dim; k++) {
        v[k][i] = c.v[k];
        for (int j = k; j < dim; j++) W[n++][i] = c.W[k][j];
    }
}

static carom_contact contact_at(int dim, size_t i) {
    carom_contact c = {.dim = dim};
    for (int k = 0, n = 0; k < dim; k++) {
        c.v[k] = v[k][i];
        for (int j = k; j < dim; j++, n++) c.W[k][j] = c.W[j][k] = W[n][i];
    }
    return c;
}

static void run(const carom_law *law, int dim) {
    carom_batch_in in = {.dim = dim, .params = sets, .params_stride = sizeof *sets};
    carom_batch_out out = {.dE = carom_array_out(dE),
                           .mode = carom_bytes_array_out(mode),
                           .violations = carom_bytes_array_out(broken),
                           .status = carom_bytes_array_out(status)};
    for (int k = 0, n = 0; k < dim; k++) {
        in.v[k] = carom_array(v[k]);
        out.P[k] = carom_array_out(P[k]);
        out.v[k] = carom_array_out(after[k]);
        for (int j = k; j < dim; j++) in.W[k][j] = carom_array(W[n++]);
    }
    assert_int_equal(carom_collide_batch(law, ITEMS, &in, &out), CAROM_OK);
}

// Checks that each item has the status and the bits of carom_collide. Both accepted and rejected items must be
// frequent.
static void compare(const carom_law *law, int dim) {
    int answered = 0, refused = 0;
    for (size_t i = 0; i < ITEMS; i++) make(dim, i, law == &carom_law_walton);
    run(law, dim);
    for (size_t i = 0; i < ITEMS; i++) {
        const carom_contact c = contact_at(dim, i);
        carom_result one;
        const carom_status wanted = carom_collide(law, &c, &sets[i], &one);
        if (status[i] != (uint8_t)wanted)
            fail_msg("%s, item %zu: the batch says %s, carom_collide %s", law->name, i,
                     carom_status_name((carom_status)status[i]), carom_status_name(wanted));
        answered += wanted == CAROM_OK;
        refused += wanted == CAROM_NOT_APPLICABLE;
        if (wanted != CAROM_OK) continue;
        for (int k = 0; k < dim; k++) assert_memory_equal(&P[k][i], &one.P[k], sizeof(double));
        assert_int_equal(mode[i], one.mode);
    }
    printf("  %s, %d components: %d answered, %d refused\n", law->name, dim, answered, refused);
    assert_true(floor_holds(answered, ITEMS, 0.1) && refused > ITEMS / 10);
}

static void bilinear(void **state) {
    (void)state;
    compare(&carom_law_bilinear, 2);
    compare(&carom_law_bilinear, 3);
}

static void walton(void **state) {
    (void)state;
    compare(&carom_law_walton, 2);
    compare(&carom_law_walton, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bilinear), cmocka_unit_test(walton)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
