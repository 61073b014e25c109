// Tests mechanisms with bilateral constraints: redundant rows, violated constraints, and constraints that block a
// contact.
#include "support/cmocka.h"

#include <string.h>

#include "bench/random.h"
#include "carom/bodies.h"

// A block of 2 kg that slides. Its speeds are x' and y'.
static const double mass[4] = {2.0, 0.0, 0.0, 2.0}, falling[2] = {3.0, 0.0}, plane[4] = {0.0, 1.0, 1.0, 0.0};

static carom_mechanism block(void) {
    return (carom_mechanism){.dim = 2, .speeds = 2, .contacts = 1, .M = mass, .u = falling, .R = plane};
}

// Checks three copies of one rail with different scales. The rank is 1, the contact cannot move along its normal, and
// its tangent is free.
static void redundant_rows(void **state) {
    (void)state;
    const double rail[6] = {0.0, 1.0, 0.0, 1e-9, 0.0, -1e9};
    carom_mechanism m = block();
    m.constraints = 3;
    m.J = rail;
    double memory[64];
    carom_delassus d;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_OK);
    assert_int_equal(d.rank, 1);
    assert_true(d.W[0] == 0.0 && d.W[1] == 0.0 && d.v[0] == 0.0);
    assert_near(d.W[3], 0.5, 1e-15);
    const double P[2] = {4.0, 1.0};
    double u[2], lambda[3], total = 0.0;
    assert_int_equal(carom_delassus_apply(&d, P, u, lambda), CAROM_OK);
    assert_near(u[0], 3.5, 1e-15);
    assert_true(u[1] == 0.0);
    for (int k = 0; k < 3; k++) total += lambda[k] * rail[2 * k + 1];
    assert_near(total, -4.0, 1e-14); // the rail takes the normal impulse
    for (int k = d.rank; k < 3; k++) assert_true(lambda[d.order[k]] == 0.0);
}

// Checks that a constraint has the same effect in any unit, even if its square overflows or underflows.
static void scaled_rows(void **state) {
    (void)state;
    for (double scale = 1e-200; scale < 1e210; scale *= 1e50) {
        const double rails[4] = {0.0, scale, 0.0, 1.0};
        carom_mechanism m = block();
        m.constraints = 2;
        m.J = rails;
        double memory[64];
        carom_delassus d;
        assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_OK);
        assert_int_equal(d.rank, 1);
        assert_true(d.W[0] == 0.0);
        m.constraints = 1;
        assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_OK);
        assert_int_equal(d.rank, 1);
        assert_true(d.W[0] == 0.0);
    }
}

// Checks that a row of zeros constrains nothing.
static void empty_row(void **state) {
    (void)state;
    const double none[2] = {0.0, 0.0};
    carom_mechanism m = block();
    m.constraints = 1;
    m.J = none;
    double memory[64];
    carom_delassus d;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_OK);
    assert_int_equal(d.rank, 0);
    assert_near(d.W[0], 0.5, 1e-15);
}

// Checks that speeds that violate a constraint are rejected, in any unit of the row. Row and residual must be reported.
static void broken_constraint(void **state) {
    (void)state;
    for (double scale = 1e-200; scale < 1e210; scale *= 1e20) {
        const double rails[4] = {0.0, scale, scale, scale};
        carom_mechanism m = block();
        m.constraints = 2;
        m.J = rails;
        double memory[64];
        carom_delassus d;
        assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_CONSTRAINT_VIOLATED);
        assert_int_equal(d.row, 1);
        assert_near(d.residual / scale, 3.0, 1e-15);
    }
}

// Checks M = B B^T of rank n - 1, rounded, in random units. M must be rejected, and `row` must be one of the speeds
// that move without inertia. With a condition number of 1e13 M is not singular and must be accepted.
static void nearly_singular(void **state) {
    (void)state;
    enum { MOST = 12 };
    for (uint64_t i = 0; i < 2000; i++) {
        random_stream r = random_at(21, i);
        const int n = 2 + random_below(&r, MOST - 1), still = random_below(&r, 2);
        double B[MOST][MOST], M[MOST * MOST], unit[MOST], u[MOST] = {0.0}, R[2 * MOST] = {0.0}, memory[1024];
        for (int k = 0; k < n * MOST; k++) (&B[0][0])[k] = random_between(&r, -1.0, 1.0);
        for (int k = 0; k < n; k++) unit[k] = random_power10(random_between(&r, -3.0, 3.0));
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) {
                double sum = still && j == k ? 1e-11 : 0.0;
                for (int l = 0; l < n - 1; l++) sum += B[j][l] * B[k][l];
                M[j * n + k] = sum * unit[j] * unit[k];
            }
        const carom_mechanism m = {.dim = 2, .speeds = n, .contacts = 1, .M = M, .u = u, .R = R};
        carom_delassus d;
        assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d),
                         still ? CAROM_OK : CAROM_BAD_MASS_MATRIX);
        assert_in_range(d.row + 1, still ? 0 : 1, still ? 0 : n);
    }
}

static void refused(void **state) {
    (void)state;
    double memory[64], M[4] = {2.0, 0.0, 1e-9, 2.0};
    carom_delassus d;
    carom_mechanism m = block();
    m.M = M;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_BAD_MASS_MATRIX);
    assert_int_equal(d.row, 1);
    M[1] = M[2] = 2.0; // singular
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_BAD_MASS_MATRIX);
    M[1] = M[2] = 3.0; // indefinite
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_BAD_MASS_MATRIX);
    M[1] = M[2] = (double)NAN;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_NOT_FINITE);
    // The masses are so small that W overflows.
    const double light[4] = {1e-305, 0.0, 0.0, 1e-305}, rows[4] = {0.0, 1e3, 1e3, 0.0};
    m.M = light;
    m.R = rows;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_OVERFLOW);
    assert_true(isnan(carom_mechanism_energy(NULL, falling)) && isnan(carom_mechanism_energy(&m, NULL)));
    m = block();
    assert_near(carom_mechanism_energy(&m, falling), 9.0, 1e-15);
    double u[2];
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_OK);
    assert_int_equal(carom_delassus_apply(&d, (double[2]){(double)NAN, 0.0}, u, NULL), CAROM_NOT_FINITE);
    assert_int_equal(carom_delassus_apply(&d, (double[2]){1.0, 1.7e308}, u, NULL), CAROM_OK);
    m.dim = 4;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_BAD_DIM);
    m = block();
    m.speeds = 0;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_BAD_SIZE);
    assert_int_equal(carom_delassus_memory_size(&m), 0);
    m = block();
    m.constraints = 1;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_apply(NULL, NULL, NULL, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_contact(NULL, 0, NULL), CAROM_NULL_POINTER);
}

static carom_status make(const carom_mechanism *m, carom_delassus *d) {
    static double memory[64];
    return carom_delassus_compute(m, memory, sizeof memory, d);
}

// Checks that every array is required and must be finite.
static void every_array_is_checked(void **state) {
    (void)state;
    const double rail[2] = {0.0, 1.0}, spoilt[4] = {1.0, (double)NAN, 0.0, 1.0};
    carom_mechanism m = block();
    carom_delassus d;
    m.constraints = 1;
    m.J = rail;
    assert_int_equal(make(&m, &d), CAROM_OK);
    const double **const arrays[] = {&m.M, &m.u, &m.R, &m.J};
    for (int i = 0; i < 4; i++) {
        const double *const given = *arrays[i];
        *arrays[i] = NULL;
        assert_int_equal(make(&m, &d), CAROM_NULL_POINTER);
        *arrays[i] = spoilt;
        assert_int_equal(make(&m, &d), CAROM_NOT_FINITE);
        *arrays[i] = given;
    }
    assert_int_equal(make(&m, &d), CAROM_OK);
}

static void every_count_is_checked(void **state) {
    (void)state;
    carom_mechanism m;
    carom_delassus d;
    const struct {
        int *number, value;
        carom_status status;
    } rows[] = {
        {&m.dim, 1, CAROM_BAD_DIM},           {&m.dim, 4, CAROM_BAD_DIM},
        {&m.speeds, 0, CAROM_BAD_SIZE},       {&m.speeds, 4097, CAROM_BAD_SIZE},
        {&m.contacts, 0, CAROM_BAD_SIZE},     {&m.contacts, 4097, CAROM_BAD_SIZE},
        {&m.constraints, -1, CAROM_BAD_SIZE}, {&m.constraints, 4097, CAROM_BAD_SIZE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        m = block();
        *rows[i].number = rows[i].value;
        assert_int_equal(make(&m, &d), rows[i].status);
        assert_int_equal(carom_delassus_memory_size(&m), 0);
    }
    assert_int_equal(carom_delassus_memory_size(NULL), 0);
}

static void nothing_given(void **state) {
    (void)state;
    double memory[64], u[2];
    const double P[2] = {1.0, 0.0};
    carom_mechanism m = block();
    carom_delassus d;
    carom_contact c;
    assert_int_equal(carom_delassus_compute(NULL, memory, sizeof memory, &d), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_compute(&m, NULL, sizeof memory, &d), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_compute(&m, memory, carom_delassus_memory_size(&m) - 1, &d), CAROM_SMALL_MEMORY);
    assert_int_equal(carom_delassus_compute(&m, memory, carom_delassus_memory_size(&m), &d), CAROM_OK);
    assert_int_equal(carom_system_contact(&d, 0, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_system_contact(&d, -1, &c), CAROM_BAD_SIZE);
    assert_int_equal(carom_system_contact(&d, 1, &c), CAROM_BAD_SIZE);
    assert_int_equal(carom_system_contact(&d, 0, &c), CAROM_OK);
    assert_true(c.dim == 2 && c.v[1] == 3.0);
    assert_int_equal(carom_delassus_apply(&d, NULL, u, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_apply(&d, P, NULL, NULL), CAROM_NULL_POINTER);
    m.M = NULL;
    assert_true(isnan(carom_mechanism_energy(&m, falling)));
}

// Checks finite numbers whose products overflow. The call must return CAROM_OVERFLOW, not an infinite result.
static void out_of_range(void **state) {
    (void)state;
    carom_mechanism m = block();
    carom_delassus d;
    double u[2], lambda[1];
    // The inverse mass makes the constraint row overflow.
    const double light[4] = {1e-300, 0.0, 0.0, 1e-300}, steep[2] = {0.0, 1e300};
    m.M = light;
    m.constraints = 1;
    m.J = steep;
    assert_int_equal(make(&m, &d), CAROM_OVERFLOW);
    // The speeds make the velocity of the contact overflow, although W is finite.
    const double fast[2] = {1e200, 0.0}, geared[4] = {0.0, 1e150, 1e150, 0.0};
    m = block();
    m.u = fast;
    m.R = geared;
    assert_int_equal(make(&m, &d), CAROM_OVERFLOW);
    // The impulse makes the speeds overflow.
    const double faster[2] = {1.7e308, 0.0};
    m = block();
    m.u = faster;
    assert_int_equal(make(&m, &d), CAROM_OK);
    assert_int_equal(carom_delassus_apply(&d, (double[2]){0.0, 1.7e308}, u, NULL), CAROM_OVERFLOW);
    assert_int_equal(carom_delassus_apply(&d, (double[2]){0.0, -1.7e308}, u, NULL), CAROM_OK);
    // The unit of the constraint is so large that its reaction overflows, although the speeds are finite.
    const double faint[2] = {0.0, 1e-300};
    m = block();
    m.constraints = 1;
    m.J = faint;
    assert_int_equal(make(&m, &d), CAROM_OK);
    assert_int_equal(carom_delassus_apply(&d, (double[2]){1e10, 0.0}, u, NULL), CAROM_OK);
    assert_true(u[0] == 3.0 && u[1] == 0.0);
    assert_int_equal(carom_delassus_apply(&d, (double[2]){1e10, 0.0}, u, lambda), CAROM_OVERFLOW);
}

// A force probe that returns the accelerations of the mechanism under gravity: W f plus a constant.
typedef struct {
    const carom_delassus *d;
    int skewed;
} probed;

static int push(void *user, const double *f, double *a) {
    const probed *p = user;
    for (int i = 0; i < p->d->size; i++) {
        a[i] = -9.81 + (p->skewed ? 0.01 * i * f[0] : 0.0);
        for (int j = 0; j < p->d->size; j++) a[i] += p->d->W[i * p->d->size + j] * f[j];
    }
    return 0;
}

static int gives_up(void *user, const double *f, double *a) {
    (void)user, (void)f, (void)a;
    return 1;
}

static void probe(void **state) {
    (void)state;
    const double M[9] = {2.0, 0.3, 0.1, 0.3, 1.0, 0.2, 0.1, 0.2, 3.0}, u[3] = {0.0};
    const double R[12] = {1.0, 0.5, 0.0, 0.0, 1.0, 0.2, 0.3, 0.0, 1.0, 1.0, -1.0, 0.0};
    const carom_mechanism m = {.dim = 2, .speeds = 3, .contacts = 2, .M = M, .u = u, .R = R};
    double memory[128], W[16], scratch[12];
    carom_delassus d;
    assert_int_equal(carom_delassus_compute(&m, memory, sizeof memory, &d), CAROM_OK);
    probed p = {&d, 0};
    assert_int_equal(carom_delassus_probe(push, &p, 4, 1.0, W, scratch), CAROM_OK);
    // The difference loses one digit because gravity, 9.81, is larger than the change.
    for (int i = 0; i < 16; i++) assert_near(W[i], d.W[i], 1e-14);
    p.skewed = 1;
    assert_int_equal(carom_delassus_probe(push, &p, 4, 1.0, W, scratch), CAROM_NOT_SYMMETRIC);
    assert_int_equal(carom_delassus_probe(push, &p, 4, 0.0, W, scratch), CAROM_NOT_FINITE);
    assert_int_equal(carom_delassus_probe(push, &p, 0, 1.0, W, scratch), CAROM_BAD_SIZE);
    assert_int_equal(carom_delassus_probe(gives_up, NULL, 4, 1.0, W, scratch), CAROM_PROBE_FAILED);
    assert_int_equal(carom_delassus_probe(NULL, NULL, 4, 1.0, W, scratch), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_probe(push, &p, 4, 1.0, NULL, scratch), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_probe(push, &p, 4, 1.0, W, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_delassus_probe(push, &p, 4, HUGE_VAL, W, scratch), CAROM_NOT_FINITE);
    assert_int_equal(carom_delassus_probe(push, &p, 4, (double)NAN, W, scratch), CAROM_NOT_FINITE);
}

// A force probe of one component with the compliance `user`. If it is 0, the probe fails.
static int push_one(void *user, const double *f, double *a) {
    const double compliance = *(const double *)user;
    a[0] = 1.0 + compliance * f[0];
    return compliance == 0.0 && f[0] != 0.0;
}

static void dishonest_probes(void **state) {
    (void)state;
    double W[1], scratch[3], compliance = 0.25;
    assert_int_equal(carom_delassus_probe(push_one, &compliance, 1, -2.0, W, scratch), CAROM_OK);
    assert_true(W[0] == 0.25); // a pulling force measures the same
    compliance = -0.25;
    assert_int_equal(carom_delassus_probe(push_one, &compliance, 1, 1.0, W, scratch), CAROM_NOT_PSD);
    compliance = HUGE_VAL;
    assert_int_equal(carom_delassus_probe(push_one, &compliance, 1, 1.0, W, scratch), CAROM_NOT_FINITE);
    compliance = 0.0;
    assert_int_equal(carom_delassus_probe(push_one, &compliance, 1, 1.0, W, scratch), CAROM_PROBE_FAILED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redundant_rows),
        cmocka_unit_test(scaled_rows),
        cmocka_unit_test(empty_row),
        cmocka_unit_test(broken_constraint),
        cmocka_unit_test(nearly_singular),
        cmocka_unit_test(refused),
        cmocka_unit_test(every_array_is_checked),
        cmocka_unit_test(every_count_is_checked),
        cmocka_unit_test(nothing_given),
        cmocka_unit_test(out_of_range),
        cmocka_unit_test(probe),
        cmocka_unit_test(dishonest_probes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
