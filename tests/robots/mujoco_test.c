// Tests carom in MuJoCo: a ball whose bounce is computed by hand, a robot read from URDF, and a biped that lands on
// both feet.
#include "carom_mujoco.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static mjModel *model_of(const char *text) {
    char name[] = "/tmp/carom-mujoco-XXXXXX", error[1000] = "";
    const int file = mkstemp(name);
    FILE *out = fdopen(file, "w");
    fputs(text, out);
    fclose(out);
    mjModel *m = mj_loadXML(name, NULL, error, sizeof error);
    remove(name);
    if (!m) print_message("%s\n", error);
    assert_non_null(m);
    return m;
}

// Returns the kinetic energy in the middle of the time step, where the adapter applies the impact.
static double kinetic(const mjModel *m, mjData *d, const double *qvel) {
    double Mu[64], u[64], sum = 0;
    mju_addScl(u, qvel, d->qacc_smooth, m->opt.timestep / 2, m->nv);
    mj_mulM(m, d, Mu, u);
    for (int i = 0; i < m->nv; i++) sum += u[i] * Mu[i] / 2;
    return sum;
}

static const char *ball =
    "<mujoco><worldbody><geom type=\"plane\" size=\"5 5 .1\" friction=\".2 0 0\"/>"
    "<body pos=\"0 0 .0999999\"><freejoint/><geom type=\"sphere\" size=\".1\" mass=\"2\" friction=\".2 0 0\"/>"
    "</body></worldbody></mujoco>";

// The ball slips during the whole impact. With the approach speed 1 m/s, P_n = m (1 + e), v_x' = 3 - mu (1 + e) and
// v_z' = e. The spin is r mu P_n / I.
static void test_a_ball_in_space(void **state) {
    (void)state;
    mjModel *m = model_of(ball);
    mjData *d = mj_makeData(m);
    carom_mujoco_rule rule = carom_mujoco_default();
    carom_mujoco_struck struck;
    rule.params.e = 0.5;
    d->qvel[0] = 3, d->qvel[2] = -1;
    m->opt.gravity[2] = 0;
    mj_step1(m, d);
    assert_int_equal(carom_mujoco_strike(m, d, &rule, &struck), CAROM_OK);
    assert_true(struck.hit);
    const double after[] = {2.7, 0, 0.5, 0, 0.1 * 0.2 * 3 / (0.4 * 2 * 0.01), 0};
    // The largest error was 4e-6; the bound is 1e-5. MuJoCo places the contact in the middle of the overlap of 1e-7 m,
    // which is 1e-6 of the radius.
    for (int i = 0; i < 6; i++) assert_true(fabs(d->qvel[i] - after[i]) < 1e-5);
    assert_int_equal(carom_mujoco_strike(m, d, &rule, &struck), CAROM_OK); // the ball separates now
    assert_false(struck.hit);
    mj_deleteData(d);
    mj_deleteModel(m);
}

// A bar on a hinge, read from URDF. It is inclined, and its tip touches the floor. Without friction the impact
// multiplies its angular velocity by -e.
static void test_a_urdf_arm(void **state) {
    (void)state;
    mjModel *m =
        model_of("<robot name=\"arm\"><mujoco><compiler discardvisual=\"false\" fusestatic=\"false\"/></mujoco>"
                 "<link name=\"base\"><collision><origin xyz=\"1 0 -1\"/><geometry><box size=\"4 4 "
                 ".9\"/></geometry></collision></link>"
                 "<joint name=\"j\" type=\"continuous\"><parent link=\"base\"/><child link=\"bar\"/><axis xyz=\"0 1 "
                 "0\"/></joint>"
                 "<link name=\"bar\"><inertial><origin xyz=\".5 0 -.25\"/><mass value=\"3\"/>"
                 "<inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\".25\" iyz=\"0\" izz=\"1\"/></inertial>"
                 "<collision><origin xyz=\"1 0 -.5\"/><geometry><sphere "
                 "radius=\".0500001\"/></geometry></collision></link></robot>");
    mjData *d = mj_makeData(m);
    carom_mujoco_rule rule = carom_mujoco_default();
    carom_mujoco_struck struck;
    rule.params.e = 0.4, rule.params.mu = 0, rule.own_mu = true, rule.plane[1] = 1;
    d->qvel[0] = 2;
    m->opt.gravity[2] = 0;
    mj_step1(m, d);
    assert_int_equal(carom_mujoco_strike(m, d, &rule, &struck), CAROM_OK);
    assert_true(struck.hit);
    assert_true(fabs(d->qvel[0] + 0.8) < 1e-9);
    mj_deleteData(d);
    mj_deleteModel(m);
}

// A biped lands on both feet at once. After the impact no foot approaches, and the energy loss equals the reported dE.
// Without carom both feet still approach after one step of MuJoCo.
static void test_a_walker_lands(void **state) {
    (void)state;
    char error[1000];
    mjModel *m = mj_loadXML(CAROM_ROOT "/adapters/mujoco/walker.xml", NULL, error, sizeof error);
    assert_non_null(m);
    mjData *d = mj_makeData(m), *soft = mj_makeData(m);
    carom_mujoco_rule rule = carom_mujoco_default();
    carom_mujoco_struck struck = {0};
    rule.plane[1] = 1, rule.gap = 1e-3;
    d->qvel[0] = 0.3;
    for (int i = 0; i < 1000 && d->ncon < 2; i++) mj_step(m, d), mj_step1(m, d);
    assert_int_equal(d->ncon, 2);
    mj_copyData(soft, m, d);
    assert_int_equal(carom_mujoco_strike(m, d, &rule, &struck), CAROM_OK);
    assert_true(struck.hit && struck.contacts == 2);
    const double before = kinetic(m, d, soft->qvel), lost = kinetic(m, d, d->qvel) - before;
    print_message("walker: dE %.4f J of %.4f, P_n %.3f and %.3f N s\n", lost, before, struck.P[0], struck.P[2]);
    assert_true(lost < 0);
    assert_true(fabs(lost - struck.dE) < 1e-12 * before + 1e-12); // the largest error was 4e-15
    carom_mujoco_struck again;
    carom_mujoco_strike(m, d, &rule, &again);
    assert_false(again.hit); // no foot approaches, except by the effect of forces during half a step
    mj_step2(m, soft), mj_step1(m, soft);
    carom_mujoco_strike(m, soft, &rule, &again);
    assert_true(again.hit); // after a step of MuJoCo alone both feet still approach
    mj_deleteData(d);
    mj_deleteData(soft);
    mj_deleteModel(m);
}

// An elastic ball bounces on the floor; MuJoCo reports the contact before the ball touches (margin, gap). The energy
// v^2/2 + g z at half steps must be constant for 100 bounces.
static void test_a_bounce_keeps_its_energy(void **state) {
    (void)state;
    mjModel *m = model_of("<mujoco><worldbody><geom type=\"plane\" size=\"5 5 .1\" margin=\".1\" gap=\".1\"/>"
                          "<body pos=\"0 0 1\"><freejoint/><geom type=\"sphere\" size=\".1\" mass=\"2\" margin=\".1\" "
                          "gap=\".1\"/></body></worldbody></mujoco>");
    mjData *d = mj_makeData(m);
    carom_mujoco_rule rule = carom_mujoco_default();
    carom_mujoco_struck struck;
    double first = 0, worst = 0;
    int bounces = 0;
    rule.params.e = 1, rule.params.mu = 0, rule.own_mu = true;
    for (int i = 0; i < 60000 && bounces < 100; i++) {
        mj_step1(m, d);
        carom_mujoco_strike(m, d, &rule, &struck);
        bounces += struck.hit;
        mj_step2(m, d);
        const double v = d->qvel[2] - 9.81 * m->opt.timestep / 2, energy = v * v / 2 + 9.81 * d->qpos[2];
        if (i == 0) first = energy;
        worst = mju_max(worst, fabs(energy / first - 1));
    }
    print_message("%d bounces, energy off by %.1e\n", bounces, worst);
    assert_int_equal(bounces, 100);
    assert_true(worst < 1e-10); // the largest error was 3e-14
    mj_deleteData(d);
    mj_deleteModel(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_bounce_keeps_its_energy),
        cmocka_unit_test(test_a_ball_in_space),
        cmocka_unit_test(test_a_urdf_arm),
        cmocka_unit_test(test_a_walker_lands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
