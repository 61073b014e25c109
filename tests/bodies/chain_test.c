// Tests chains of links against mechanisms and values computed by hand.
#include "support/cmocka.h"

#include <string.h>

#include "carom/bodies.h"

static const double degree = 0.017453292519943295;

// Checks the double pendulum of Shen & Townsend 1998, example 1. Two bars of 3 kg and 2 m hang from a pin, at 20 and 30
// degrees from the vertical. Their angles are measured from the downward vertical, those of carom from the upward one.
// Both grow towards +x, so the rates have opposite signs.
static void double_pendulum(void **state) {
    (void)state;
    const carom_link links[2] = {carom_link_bar(2.0, 3.0, CAROM_BASE, 160.0 * degree, 0.1),
                                 carom_link_bar(2.0, 3.0, 0, 150.0 * degree, 0.2)};
    const carom_chain_contact tip = {.link = 1, .distance = 2.0};
    const carom_chain chain = {.links = 2, .contacts = 1, .link = links, .contact = &tip, .pinned = 1};
    double memory[32], more[64];
    carom_mechanism m;
    carom_delassus d;
    assert_int_equal(carom_chain_speeds(&chain), 2);
    assert_int_equal(carom_chain_mechanism(&chain, memory, sizeof memory, &m, NULL), CAROM_OK);
    const double M[4] = {16.0, 5.908846518073249, 5.908846518073249, 4.0};
    for (int i = 0; i < 4; i++) assert_near(m.M[i], M[i], 1e-15);
    assert_int_equal(carom_delassus_compute(&m, more, sizeof more, &d), CAROM_OK);
    const double W[4] = {0.3365200968346964, 0.5071028860035927, 0.5071028860035927, 0.8134460152321032};
    for (int i = 0; i < 4; i++) assert_near(d.W[i], W[i], 1e-14);
    assert_near(d.v[0], -0.26840402866513374, 1e-15);
    assert_near(d.v[1], -0.5343486856709572, 1e-15);
    double velocity[2];
    assert_int_equal(carom_chain_velocity(&chain, m.u, 1, 2.0, velocity), CAROM_OK);
    assert_near(velocity[1], d.v[0], 1e-15);
    assert_near(velocity[0], d.v[1], 1e-15);
}

// Checks that one free bar has the same W and v as a body in 2D, for any slope of the surface.
static void free_bar(void **state) {
    (void)state;
    for (int i = 0; i < 36; i++) {
        const double angle = 10.0 * degree * i, slope = 0.7 * angle - 1.0, l = 1.3, rate = 0.4;
        const carom_link link = carom_link_bar(l, 2.0, CAROM_BASE, angle, rate);
        const carom_chain_contact tip = {.link = 0, .distance = l, .slope = slope};
        const carom_chain chain = {.links = 1, .contacts = 1, .link = &link, .contact = &tip, .base_velocity = {1, -2}};
        double memory[64], more[64];
        carom_mechanism m;
        carom_delassus d;
        assert_int_equal(carom_chain_mechanism(&chain, memory, sizeof memory, &m, NULL), CAROM_OK);
        assert_int_equal(carom_delassus_compute(&m, more, sizeof more, &d), CAROM_OK);
        // This body in 2D is the same bar. Its centre moves with the base, and it rotates clockwise if the rate is
        // positive.
        const double s = sin(angle), c = cos(angle);
        const carom_planar_pair pair = {.a = {.mass = 2.0,
                                              .inertia = 2.0 * l * l / 12.0,
                                              .centre = {0.5 * l * s, 0.5 * l * c},
                                              .velocity = {1.0 + 0.5 * l * c * rate, -2.0 - 0.5 * l * s * rate},
                                              .spin = -rate},
                                        .b = carom_planar_body_fixed(),
                                        .point = {l * s, l * c},
                                        .normal = {-sin(slope), cos(slope)}};
        carom_contact contact;
        assert_int_equal(carom_planar_pair_contact(&pair, &contact), CAROM_OK);
        for (int j = 0; j < 2; j++) {
            assert_near(d.v[j], contact.v[j], 1e-14);
            for (int k = 0; k < 2; k++) assert_near(d.W[2 * j + k], contact.W[j][k], 1e-13);
        }
    }
}

// Checks that a hinged rod cannot move along its axis. These entries of W are exactly 0, although cos(90 degrees) is
// not exactly 0 in floating-point numbers.
static void hinged_rod(void **state) {
    (void)state;
    const carom_link link = carom_link_bar(1.0, 1.0, CAROM_BASE, 90.0 * degree, 1.0);
    const carom_chain_contact tips[2] = {{.link = 0, .distance = 1.0},
                                         {.link = 0, .distance = 1.0, .slope = 90.0 * degree}};
    const carom_chain chain = {.links = 1, .contacts = 2, .link = &link, .contact = tips, .pinned = 1};
    double memory[64], more[64];
    carom_mechanism m;
    carom_delassus d;
    assert_int_equal(carom_chain_mechanism(&chain, memory, sizeof memory, &m, NULL), CAROM_OK);
    assert_int_equal(carom_delassus_compute(&m, more, sizeof more, &d), CAROM_OK);
    assert_near(d.W[0], 3.0, 1e-15); // on the floor: l^2 / (m l^2 / 3)
    assert_true(d.W[1] == 0.0 && d.W[5] == 0.0 && d.v[1] == 0.0);
    assert_true(d.W[10] == 0.0 && d.v[2] == 0.0); // on the wall at its end
    assert_near(d.v[0], -1.0, 1e-15);
}

// Checks that a link of length 0 is a wheel on its joint. A point mass must add its mass to the link that carries it.
static void wheels_and_weights(void **state) {
    (void)state;
    const carom_link links[2] = {carom_link_bar(1.0, 1.0, CAROM_BASE, 0.0, 0.0),
                                 {.length = 0.0, .mass = 1.0, .inertia = 0.5, .parent = 0}};
    const carom_chain_mass weights[2] = {{.link = 0, .distance = 0.5, .mass = 4.0}, {.link = CAROM_BASE, .mass = 8.0}};
    const carom_chain_contact tip = {.link = 1, .distance = 0.0};
    const carom_chain chain = {.links = 2, .masses = 2, .contacts = 1, .link = links, .mass = weights, .contact = &tip};
    double memory[64], more[128];
    carom_mechanism m;
    carom_delassus d;
    assert_int_equal(carom_chain_mechanism(&chain, memory, sizeof memory, &m, NULL), CAROM_OK);
    assert_near(m.M[0], 1.0 / 3.0 + 4.0 / 4.0 + 1.0, 1e-15);
    assert_near(m.M[5], 0.5, 1e-15);
    assert_near(m.M[10], 1.0 + 4.0 + 1.0 + 8.0, 1e-15);
    assert_int_equal(carom_delassus_compute(&m, more, sizeof more, &d), CAROM_OK);
}

static void refused(void **state) {
    (void)state;
    carom_link links[2] = {carom_link_bar(1.0, 1.0, CAROM_BASE, 0.0, 0.0), carom_link_bar(1.0, 1.0, 0, 0.0, 0.0)};
    carom_chain_contact tip = {.link = 1, .distance = 1.0};
    carom_chain chain = {.links = 2, .contacts = 1, .link = links, .contact = &tip};
    double memory[64], more[128];
    carom_mechanism m;
    carom_delassus d;
    int at;
#define MAKE() carom_chain_mechanism(&chain, memory, sizeof memory, &m, &at)
    assert_int_equal(MAKE(), CAROM_OK);
    links[1].parent = 1;
    assert_int_equal(MAKE(), CAROM_BAD_CHAIN);
    assert_int_equal(at, 1);
    links[1].parent = 0;
    links[0].length = -1.0;
    assert_int_equal(MAKE(), CAROM_BAD_CHAIN);
    assert_int_equal(at, 0);
    links[0].length = 1.0;
    links[0].mass = HUGE_VAL;
    assert_int_equal(MAKE(), CAROM_BAD_MASS);
    links[0].mass = 1.0;
    links[1].angle = (double)NAN;
    assert_int_equal(MAKE(), CAROM_NOT_FINITE);
    links[1].angle = 0.0;
    tip.link = 2;
    assert_int_equal(MAKE(), CAROM_BAD_CHAIN);
    assert_int_equal(at, -1);
    tip.link = 1;
    chain.contacts = 0;
    assert_int_equal(MAKE(), CAROM_BAD_SIZE);
    assert_int_equal(carom_chain_memory_size(&chain), 0);
    chain.contacts = 1;
    assert_int_equal(carom_chain_mechanism(&chain, memory, 8, &m, &at), CAROM_SMALL_MEMORY);
    // A link without mass and moment of inertia makes M singular, and `row` is the number of its rotation.
    links[1].mass = links[1].inertia = 0.0;
    assert_int_equal(MAKE(), CAROM_OK);
    assert_int_equal(carom_delassus_compute(&m, more, sizeof more, &d), CAROM_BAD_MASS_MATRIX);
    assert_int_equal(d.row, 1);
    assert_int_equal(carom_chain_velocity(&chain, m.u, 5, 0.0, more), CAROM_BAD_CHAIN);
}

// A chain with elements of all kinds. The tests make one of its numbers invalid at a time.
typedef struct {
    carom_link links[2];
    carom_chain_mass weight;
    carom_chain_contact tip;
    carom_chain chain;
} described;

static void describe(described *d) {
    *d = (described){.links = {carom_link_bar(1.0, 1.0, CAROM_BASE, 0.1, 0.2), carom_link_bar(1.0, 1.0, 0, 0.3, 0.4)},
                     .weight = {.link = 0, .distance = 0.5, .mass = 1.0},
                     .tip = {.link = 1, .distance = 1.0}};
    d->chain =
        (carom_chain){.links = 2, .masses = 1, .contacts = 1, .link = d->links, .mass = &d->weight, .contact = &d->tip};
}

static carom_status make(const described *d, int *at) {
    double memory[64];
    carom_mechanism m;
    return carom_chain_mechanism(&d->chain, memory, sizeof memory, &m, at);
}

// Checks that every invalid number of a chain is rejected. `at` is the index of the link, or -1 if the number is not
// that of a link.
static void every_number_is_checked(void **state) {
    (void)state;
    described d;
    const struct {
        double *number;
        double value;
        carom_status status;
        int at;
    } rows[] = {
        {&d.links[1].angle, HUGE_VAL, CAROM_NOT_FINITE, 1},
        {&d.links[0].rate, (double)NAN, CAROM_NOT_FINITE, 0},
        {&d.links[1].centre, -HUGE_VAL, CAROM_NOT_FINITE, 1},
        {&d.links[1].length, HUGE_VAL, CAROM_BAD_CHAIN, 1},
        {&d.links[1].length, (double)NAN, CAROM_BAD_CHAIN, 1},
        {&d.links[0].mass, -1.0, CAROM_BAD_MASS, 0},
        {&d.links[0].inertia, (double)NAN, CAROM_BAD_MASS, 0},
        {&d.links[1].inertia, HUGE_VAL, CAROM_BAD_MASS, 1},
        {&d.chain.base_velocity[0], (double)NAN, CAROM_NOT_FINITE, -1},
        {&d.chain.base_velocity[1], HUGE_VAL, CAROM_NOT_FINITE, -1},
        {&d.weight.distance, (double)NAN, CAROM_BAD_CHAIN, -1},
        {&d.weight.mass, -1.0, CAROM_BAD_MASS, -1},
        {&d.weight.mass, HUGE_VAL, CAROM_BAD_MASS, -1},
        {&d.tip.distance, HUGE_VAL, CAROM_BAD_CHAIN, -1},
        {&d.tip.slope, (double)NAN, CAROM_NOT_FINITE, -1},
    };
    int at;
    describe(&d);
    assert_int_equal(make(&d, &at), CAROM_OK);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        describe(&d);
        *rows[i].number = rows[i].value;
        assert_int_equal(make(&d, &at), rows[i].status);
        assert_int_equal(at, rows[i].at);
    }
    // carom does not read the velocity of a pinned base.
    describe(&d);
    d.chain.pinned = 1;
    d.chain.base_velocity[0] = (double)NAN;
    assert_int_equal(make(&d, &at), CAROM_OK);
}

// Checks that counts outside the limits are rejected, and indices of links that do not exist.
static void every_count_is_checked(void **state) {
    (void)state;
    described d;
    const struct {
        int *number, value;
        carom_status status;
    } rows[] = {
        {&d.chain.links, 0, CAROM_BAD_SIZE},       {&d.chain.links, 4001, CAROM_BAD_SIZE},
        {&d.chain.contacts, 0, CAROM_BAD_SIZE},    {&d.chain.contacts, 4001, CAROM_BAD_SIZE},
        {&d.chain.masses, -1, CAROM_BAD_SIZE},     {&d.chain.masses, 4001, CAROM_BAD_SIZE},
        {&d.tip.link, -2, CAROM_BAD_CHAIN},        {&d.weight.link, 2, CAROM_BAD_CHAIN},
        {&d.links[0].parent, -2, CAROM_BAD_CHAIN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        describe(&d);
        *rows[i].number = rows[i].value;
        assert_int_equal(make(&d, NULL), rows[i].status);
        if (rows[i].status != CAROM_BAD_SIZE) continue;
        assert_int_equal(carom_chain_speeds(&d.chain), 0);
        assert_int_equal(carom_chain_memory_size(&d.chain), 0);
    }
    assert_int_equal(carom_chain_speeds(NULL), 0);
    assert_int_equal(carom_chain_memory_size(NULL), 0);
}

static void nothing_given(void **state) {
    (void)state;
    described d;
    carom_mechanism m;
    double memory[64], velocity[2] = {7.0, 7.0};
    const double u[4] = {0.0, 0.0, 3.0, -4.0};
    describe(&d);
    assert_int_equal(carom_chain_mechanism(NULL, memory, sizeof memory, &m, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_chain_mechanism(&d.chain, NULL, sizeof memory, &m, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_chain_mechanism(&d.chain, memory, sizeof memory, NULL, NULL), CAROM_NULL_POINTER);
    d.chain.link = NULL;
    assert_int_equal(make(&d, NULL), CAROM_NULL_POINTER);
    describe(&d);
    d.chain.contact = NULL;
    assert_int_equal(make(&d, NULL), CAROM_NULL_POINTER);
    describe(&d);
    d.chain.mass = NULL;
    assert_int_equal(make(&d, NULL), CAROM_NULL_POINTER);
    d.chain.masses = 0;
    assert_int_equal(make(&d, NULL), CAROM_OK);

    assert_int_equal(carom_chain_velocity(NULL, u, 0, 0.0, velocity), CAROM_NULL_POINTER);
    assert_int_equal(carom_chain_velocity(&d.chain, NULL, 0, 0.0, velocity), CAROM_NULL_POINTER);
    assert_int_equal(carom_chain_velocity(&d.chain, u, 0, 0.0, NULL), CAROM_NULL_POINTER);
    d.chain.contacts = 0;
    assert_int_equal(carom_chain_velocity(&d.chain, u, 0, 0.0, velocity), CAROM_BAD_SIZE);
    d.chain.contacts = 1;
    assert_int_equal(carom_chain_velocity(&d.chain, u, 1, (double)NAN, velocity), CAROM_BAD_CHAIN);
    assert_true(velocity[0] == 7.0 && velocity[1] == 7.0); // a rejected call does not write
    // The links do not rotate. Every point has the velocity of the base, which is 0 if the base is pinned.
    assert_int_equal(carom_chain_velocity(&d.chain, u, 1, 1.0, velocity), CAROM_OK);
    assert_true(velocity[0] == 3.0 && velocity[1] == -4.0);
    d.chain.pinned = 1;
    assert_int_equal(carom_chain_velocity(&d.chain, u, CAROM_BASE, 0.0, velocity), CAROM_OK);
    assert_true(velocity[0] == 0.0 && velocity[1] == 0.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(double_pendulum),
        cmocka_unit_test(free_bar),
        cmocka_unit_test(hinged_rod),
        cmocka_unit_test(wheels_and_weights),
        cmocka_unit_test(refused),
        cmocka_unit_test(every_number_is_checked),
        cmocka_unit_test(every_count_is_checked),
        cmocka_unit_test(nothing_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
