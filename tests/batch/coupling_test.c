// Tests bilinear and walton, which accept only contacts without coupling, near that limit. Each entry of W is just
// within its bound or just beyond it, in any unit. A batch must have the status and the bits of carom_collide.
#include "support/cmocka.h"
#include "support/params.h"

#include <string.h>

#include "bench/random.h"
#include "carom/batch.h"
#include "support/floor.h"
#include "support/laws.h"

enum { ITEMS = 6000 };

static carom_contact contacts[ITEMS];
static double P[3][ITEMS];
static uint8_t status[ITEMS];

// Returns 0, or a number so close to a bound relative to `size` that both sides of the bound occur.
static double next_to(random_stream *r, double size) {
    const double x = random_power10(random_between(r, -1.0, 1.0)), sign = random_below(r, 2) == 0 ? 1.0 : -1.0;
    return random_below(r, 2) == 0 ? 0.0 : sign * x * 1e-12 * size;
}

static carom_contact make(random_stream *r, int dim, bool sphere) {
    carom_contact c = {.dim = dim};
    const double a = random_power10(random_between(r, -6.0, 6.0));
    const double ratio = sphere ? 3.5 : random_power10(random_between(r, -3.0, 3.0));
    const bool alike = sphere || random_below(r, 2) == 0;
    c.W[0][0] = a;
    for (int i = 1; i < dim; i++) {
        const double T = a * ratio * (alike ? 1.0 : i);
        c.W[i][i] = T + next_to(r, T);
        c.W[0][i] = c.W[i][0] = next_to(r, sqrt(a * T));
        c.v[i] = random_between(r, -1.0, 1.0);
    }
    c.v[0] = -random_between(r, 0.1, 1.0);
    if (dim == 3) c.W[1][2] = c.W[2][1] = next_to(r, c.W[1][1]);
    // If the tangential entries differ, the slip is along one of the two axes.
    if (dim == 3 && !alike) {
        const int along = 1 + random_below(r, 2);
        c.v[3 - along] = next_to(r, c.v[along]);
    }
    return c;
}

static void ask(const carom_law *law, int dim) {
    carom_params p = params_plain();
    carom_batch_in in = {.dim = dim, .params = &p};
    carom_batch_out out = {.status = carom_bytes_array_out(status)};
    p.e = 0.5;
    p.e_t = 0.25;
    p.mu = 0.3;
    for (int i = 0; i < dim; i++) {
        for (int j = i; j < dim; j++) in.W[i][j] = (carom_column){&contacts[0].W[i][j], sizeof *contacts};
        in.v[i] = (carom_column){&contacts[0].v[i], sizeof *contacts};
        out.P[i] = carom_array_out(P[i]);
    }
    for (int k = 0; k < ITEMS; k++) {
        random_stream r = random_at(17, (uint64_t)k);
        contacts[k] = make(&r, dim, law == &carom_law_walton);
    }
    carom_collide_batch(law, ITEMS, &in, &out);
    int answered = 0;
    for (int k = 0; k < ITEMS; k++) {
        carom_result one;
        const carom_status said = carom_collide(law, &contacts[k], &p, &one);
        assert_int_equal(status[k], said);
        answered += said == CAROM_OK;
        for (int i = 0; i < dim && said == CAROM_OK; i++) assert_memory_equal(&P[i][k], &one.P[i], sizeof(double));
    }
    // Both sides of the bound must occur often.
    assert_true(floor_met(law->name, answered, ITEMS, 0.1) && answered < ITEMS * 9 / 10);
}

static void as_single(void **state) {
    (void)state;
    for (int dim = 2; dim <= 3; dim++) {
        ask(&carom_law_bilinear, dim);
        ask(&carom_law_walton, dim);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_single)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
