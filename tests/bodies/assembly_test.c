// Tests assemblies: free bodies with several contacts. Compares them with pairs of bodies, and checks that momentum is
// conserved.
#include "support/cmocka.h"

#include <string.h>

#include "base/worst.h"
#include "bench/random.h"
#include "carom/bodies.h"
#include "support/floor.h"

static double room[4096], more[16384];

static carom_body random_body(random_stream *r, int dim) {
    carom_body b = {.mass = random_between(r, 0.2, 3.0)};
    for (int i = 0; i < 3; i++) {
        b.inertia[i][i] = random_between(r, 0.1, 2.0);
        b.centre[i] = random_between(r, -1.0, 1.0);
        b.velocity[i] = random_between(r, -1.0, 1.0);
        b.spin[i] = random_between(r, -1.0, 1.0);
    }
    if (dim == 3) {
        const double q[4] = {random_between(r, 0.1, 1.0), random_unit(r), random_unit(r), random_unit(r)};
        carom_rotation_from_quaternion(q, b.axes);
        b.inertia[0][1] = b.inertia[1][0] = 0.1 * b.inertia[0][0] * b.inertia[1][1];
    }
    return b;
}

static carom_contact_point random_touch(random_stream *r, int dim, int a, int b) {
    carom_contact_point t = {.a = a, .b = b};
    for (int i = 0; i < 3; i++) t.point[i] = random_between(r, -1.0, 1.0);
    random_direction(r, dim, t.normal);
    return t;
}

static carom_planar_body flat(const carom_body *b) {
    return (carom_planar_body){.mass = b->mass,
                               .inertia = b->inertia[2][2],
                               .centre = {b->centre[0], b->centre[1]},
                               .velocity = {b->velocity[0], b->velocity[1]},
                               .spin = b->spin[2]};
}

static carom_contact pair_contact(const carom_assembly *s, const carom_contact_point *t) {
    const carom_body ground = carom_body_fixed();
    const carom_body a = t->a < 0 ? ground : s->body[t->a], b = t->b < 0 ? ground : s->body[t->b];
    carom_contact c;
    if (s->dim == 2) {
        const carom_planar_pair pair = {
            .a = flat(&a), .b = flat(&b), .point = {t->point[0], t->point[1]}, .normal = {t->normal[0], t->normal[1]}};
        assert_int_equal(carom_planar_pair_contact(&pair, &c), CAROM_OK);
    } else {
        carom_pair pair = {.a = a, .b = b};
        memcpy(pair.point, t->point, sizeof pair.point);
        memcpy(pair.normal, t->normal, sizeof pair.normal);
        assert_int_equal(carom_pair_contact(&pair, &c), CAROM_OK);
    }
    return c;
}

// Checks 400 assemblies: each contact has the W and v that its two bodies have without the others. The largest
// difference was 2e-15; the bound is 1e-12.
static void contacts_of_pairs(void **state) {
    (void)state;
    double worst = 0.0;
    int answered = 0;
    for (int k = 0; k < 400; k++) {
        random_stream r = random_at(911, (uint64_t)k);
        const int dim = 2 + k % 2;
        carom_body body[4];
        for (int i = 0; i < 4; i++) body[i] = random_body(&r, dim);
        // In 1/4 of the assemblies body 1 rotates only about two of its axes. In another 1/4 body 2 is fixed.
        if (k % 4 == 1) body[1].inertia[0][0] = HUGE_VAL, body[1].inertia[0][1] = body[1].inertia[1][0] = 0.0;
        if (k % 4 == 1) memset(body[1].axes, 0, sizeof body[1].axes), body[1].spin[0] = 0.0;
        if (k % 4 == 2) body[2] = carom_body_fixed();
        const carom_contact_point touch[4] = {random_touch(&r, dim, 0, 1), random_touch(&r, dim, 2, 0),
                                              random_touch(&r, dim, 1, CAROM_GROUND), random_touch(&r, dim, 1, 3)};
        const carom_assembly s = {.dim = dim, .bodies = 4, .body = body, .contacts = 4, .contact = touch};
        carom_mechanism m;
        carom_delassus d;
        assert_int_equal(carom_assembly_mechanism(&s, room, sizeof room, &m, NULL), CAROM_OK);
        assert_int_equal(carom_delassus_compute(&m, more, sizeof more, &d), CAROM_OK);
        answered++;
        for (int i = 0; i < 4; i++) {
            carom_contact got;
            const carom_contact wanted = pair_contact(&s, &touch[i]);
            assert_int_equal(carom_system_contact(&d, i, &got), CAROM_OK);
            for (int a = 0; a < dim; a++) {
                carom_worsen(&worst, fabs(got.v[a] - wanted.v[a]));
                for (int b = 0; b < dim; b++) carom_worsen(&worst, fabs(got.W[a][b] - wanted.W[a][b]));
            }
        }
    }
    print_message("W and v of 1600 contacts: worst difference %.2g\n", worst);
    assert_true(floor_met("assemblies", answered, 400, 1.0));
    assert_true(worst < 1e-12);
}

// Checks that impulses between free bodies conserve linear and angular momentum.
static void momentum_stays(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        random_stream r = random_at(912, (uint64_t)k);
        carom_body body[3];
        for (int i = 0; i < 3; i++) body[i] = random_body(&r, 2);
        const carom_contact_point touch[2] = {random_touch(&r, 2, 1, 0), random_touch(&r, 2, 2, 1)};
        const carom_assembly s = {.dim = 2, .bodies = 3, .body = body, .contacts = 2, .contact = touch};
        carom_mechanism m;
        carom_delassus d;
        double u[9], momentum[2][3] = {{0.0}}, P[4];
        for (int i = 0; i < 4; i++) P[i] = random_between(&r, -2.0, 2.0);
        assert_int_equal(carom_assembly_mechanism(&s, room, sizeof room, &m, NULL), CAROM_OK);
        assert_int_equal(carom_delassus_compute(&m, more, sizeof more, &d), CAROM_OK);
        carom_delassus_apply(&d, P, u, NULL);
        for (int when = 0; when < 2; when++)
            for (int i = 0; i < 3; i++) {
                double v[3], w[3];
                assert_int_equal(carom_assembly_motion(&s, when ? u : m.u, i, v, w), CAROM_OK);
                for (int a = 0; a < 2; a++) momentum[when][a] += body[i].mass * v[a];
                momentum[when][2] +=
                    body[i].inertia[2][2] * w[2] + body[i].mass * (body[i].centre[0] * v[1] - body[i].centre[1] * v[0]);
            }
        // The largest difference was 7e-15.
        for (int a = 0; a < 3; a++) assert_near(momentum[1][a], momentum[0][a], 1e-12);
    }
}

static void refusals(void **state) {
    (void)state;
    carom_body body[2] = {{.mass = 1.0, .inertia = {[2] = {0.0, 0.0, 1.0}}}, carom_body_fixed()};
    carom_contact_point touch = {.a = 0, .b = 1, .normal = {0.0, 1.0}};
    carom_assembly s = {.dim = 2, .bodies = 2, .body = body, .contacts = 1, .contact = &touch};
    carom_mechanism m;
    int at;
    const size_t bytes = carom_assembly_memory_size(&s);
    assert_int_equal(carom_assembly_speeds(&s), 3);
    assert_int_equal(carom_assembly_mechanism(&s, room, bytes, &m, &at), CAROM_OK);
    assert_int_equal(carom_assembly_mechanism(&s, room, bytes - 1, &m, &at), CAROM_SMALL_MEMORY);
    assert_int_equal(carom_assembly_mechanism(NULL, room, bytes, &m, &at), CAROM_NULL_POINTER);
    touch.b = 2;
    assert_int_equal(carom_assembly_mechanism(&s, room, bytes, &m, &at), CAROM_BAD_INDEX);
    assert_int_equal(at, -1);
    touch.b = 0;
    assert_int_equal(carom_assembly_mechanism(&s, room, bytes, &m, &at), CAROM_BAD_INDEX);
    touch.b = 1;
    touch.normal[1] = 0.0;
    assert_int_equal(carom_assembly_mechanism(&s, room, bytes, &m, &at), CAROM_BAD_FRAME);
    touch.normal[1] = 1.0;
    body[1].velocity[0] = 1.0;
    assert_int_equal(carom_assembly_mechanism(&s, room, bytes, &m, &at), CAROM_CONSTRAINT_VIOLATED);
    assert_int_equal(at, 1);
    body[1].velocity[0] = 0.0;
    double *const told[] = {&body[0].velocity[1], &body[0].spin[2], &body[0].centre[0]};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        *told[i] = (double)NAN;
        assert_int_equal(carom_assembly_mechanism(&s, room, bytes, &m, &at), CAROM_NOT_FINITE);
        assert_int_equal(at, 0);
        *told[i] = 0.0;
    }
    body[0].mass = -1.0;
    assert_int_equal(carom_assembly_mechanism(&s, room, bytes, &m, &at), CAROM_BAD_MASS);
    s.bodies = 0;
    assert_int_equal((int)carom_assembly_memory_size(&s), 0);
    double v[3], w[3];
    assert_int_equal(carom_assembly_motion(&s, room, 0, v, w), CAROM_BAD_SIZE);
    s.bodies = 2;
    assert_int_equal(carom_assembly_motion(&s, room, 2, v, w), CAROM_BAD_INDEX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_of_pairs),
        cmocka_unit_test(momentum_stays),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
