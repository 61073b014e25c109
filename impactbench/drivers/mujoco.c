// Runs the cases of ImpactBench in MuJoCo 2, which has no restitution. With --solref default, contacts have MuJoCo's
// default settings. With --solref e, they are stiff, and their damping is computed from e. Contacts last many steps, so
// velocities are read when nothing touches any more. The gyroscopic torque changes the spin in flight, so the driver
// also sends the orientation.
#include "driver.h"

#include <mujoco/mujoco.h>
#include <stdarg.h>

// If this driver is built with its adapter (adapters/mujoco), carom computes impacts with the case's e. The option
// --law sets its law, or none for MuJoCo alone.
#ifdef CAROM_ADAPTER
#include "adapter.h"
#include "carom_mujoco.h"
static carom_mujoco_rule rule;
static carom_mujoco_struck struck;
#else
#define ADAPTER_SETTINGS
#endif

static mjModel *model;
static mjData *data;

enum { SOLREF, CONE, OMEGA };
// omega is the angular frequency of the stiff contact, rad/s. With 2000 rad/s the contact lasts at most a few ms, in
// which no body rotates much.
static ib_setting settings[] = {
    {"solref", 0, "default"}, {"cone", 0, "pyramidal"}, {"omega", 2000, NULL}, ADAPTER_SETTINGS{NULL, 0, NULL}};

static int shipped(void) {
    return strcmp(settings[SOLREF].word, "default") == 0;
}

// Returns the damping ratio z of a linear contact that never pulls. Its restitution is
//   e = exp(-2 z acos(z)/sqrt(1 - z^2)).
// For e < 0.135 the function returns z = 1. A larger z has no effect, because the contact ends when the force is 0.
static double damping_ratio(double e) {
    double lo = 0, hi = 1;
    if (e <= 0) return 1;
    for (int i = 0; i < 60; i++) {
        const double z = (lo + hi) / 2;
        if (exp(-2 * z * acos(z) / sqrt(1 - z * z)) > e) {
            lo = z;
        } else {
            hi = z;
        }
    }
    return lo;
}

// ---- writes the scene as text for MuJoCo ----
static struct {
    char text[1 << 14];
    size_t n;
} xml;

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    const int n = vsnprintf(xml.text + xml.n, sizeof xml.text - xml.n, format, list);
    va_end(list);
    if (n < 0 || (xml.n += (size_t)n) >= sizeof xml.text) exit(3);
}

static void say_surface(const ib_case *c) {
    const double w = settings[OMEGA].value;
    say(" friction=\"%.17g 0 0\" condim=\"3\"", c->mu);
    if (!shipped())
        say(" solref=\"%.17g %.17g\" solimp=\"0.9999 0.9999 0.001 0.5 2\"", -w * w, -2 * damping_ratio(c->e) * w);
#ifdef CAROM_ADAPTER
    if (adapter_law(settings))
        say(" margin=\"0.1\" gap=\"0.1\""); // MuJoCo reports contacts before they touch, without force
#endif
    say("/>");
}

static void say_collider(const ib_collider *k, const ib_case *c) {
    const double *a = k->at, *s = k->size;
    say("<geom pos=\"%.17g %.17g %.17g\" type=\"%s\"", a[0], a[1], a[2],
        k->box       ? "box"
        : k->capsule ? "capsule"
                     : "sphere");
    if (k->box) {
        say(" size=\"%.17g %.17g %.17g\"", s[0] / 2, s[1] / 2, s[2] / 2);
    } else if (k->capsule) {
        say(" size=\"%.17g %.17g\" zaxis=\"1 0 0\"", s[0], s[1] / 2);
    } else {
        say(" size=\"%.17g\"", s[0]);
    }
    say_surface(c);
}

static void say_body(const ib_body *b, const ib_case *c) {
    const double *x = b->centre, *q = b->orientation, *I = b->inertia;
    say("<body pos=\"%.17g %.17g %.17g\" quat=\"%.17g %.17g %.17g %.17g\"><freejoint/>", x[0], x[1], x[2], q[0], q[1],
        q[2], q[3]);
    say("<inertial pos=\"0 0 0\" mass=\"%.17g\" diaginertia=\"%.17g %.17g %.17g\"/>", b->mass, I[0], I[1], I[2]);
    for (int i = 0; i < b->colliders; i++) say_collider(&b->collider[i], c);
    say("</body>");
}

static void say_scene(const ib_case *c, double dt) {
    xml.n = 0;
    say("<mujoco><option timestep=\"%.17g\" gravity=\"0 %.17g 0\" cone=\"%s\" tolerance=\"1e-12\" iterations=\"100\">",
        dt, -c->gravity, settings[CONE].word);
    say("%s</option><worldbody>", shipped() ? "" : "<flag refsafe=\"disable\"/>");
    if (c->floor) {
        say("<geom type=\"plane\" size=\"20 20 1\" zaxis=\"0 1 0\"");
        say_surface(c);
    }
    for (int i = 0; i < c->bodies; i++) say_body(&c->body[i], c);
    say("</worldbody></mujoco>");
}

// Rotates x by the quaternion q, or by its inverse if `back` is nonzero.
static void rotate(const double q[4], const double x[3], int back, double y[3]) {
    double inverse[4];
    mju_negQuat(inverse, q);
    mju_rotVecQuat(y, x, back ? inverse : q);
}

static ib_engine g;

#ifdef CAROM_ADAPTER
// Sets the rule of the adapter. A 2D case is solved in its plane, because the adapter solves several contacts only in
// 2D.
static void attach(const ib_case *c) {
    rule = carom_mujoco_default();
    rule.law = adapter_law(settings);
    rule.params.e = c->e;
    rule.params.mu = c->mu, rule.own_mu = true; // MuJoCo's mu is never below 1e-5
    rule.plane[2] = c->dim == 2;
    rule.speed = ib_find(settings, "exact")->value != 0 ? 0 : rule.speed;
}
#endif

static void build(const ib_case *c) {
    char error[300] = "";
    static mjVFS files;
    say_scene(c, g.dt);
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "case.xml", (int)xml.n + 1);
    memcpy(files.filedata[mj_findFileVFS(&files, "case.xml")], xml.text, xml.n + 1);
    model = mj_loadXML("case.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (!model) {
        fprintf(stderr, "mujoco: %s\n", error);
        exit(3);
    }
    data = mj_makeData(model);
    // The linear velocity of a free joint is in world axes, its angular velocity in the body's axes.
    for (int i = 0; i < c->bodies; i++) {
        mju_copy3(data->qvel + 6 * i, c->body[i].velocity);
        rotate(c->body[i].orientation, c->body[i].spin, 1, data->qvel + 6 * i + 3);
    }
#ifdef CAROM_ADAPTER
    attach(c);
#endif
}

static void step(double dt) {
    (void)dt; // the model contains the time step
#ifdef CAROM_ADAPTER
    if (rule.law) {
        mj_step1(model, data);
        carom_mujoco_strike(model, data, &rule, &struck);
        mj_step2(model, data);
        return;
    }
#endif
    mj_step(model, data);
}

static int touching(void) {
#ifdef CAROM_ADAPTER
    if (struck.hit) return 1;
#endif
    return data->ncon > 0 && data->nefc > 0;
}

static void pose(int i, double p[7]) {
    mju_copy(p, data->qpos + 7 * i, 7);
}

static void read_(int i, double u[6]) {
    mju_copy3(u, data->qvel + 6 * i);
    rotate(data->qpos + 7 * i + 3, data->qvel + 6 * i + 3, 0, u + 3);
}

static void end(void) {
    mj_deleteData(data);
    mj_deleteModel(model);
}

int main(int argc, char **argv) {
    g = (ib_engine){.name = "MuJoCo",
                    .version = mj_versionString(),
                    .space = 1,
                    .capsules = 1,
                    .dt = 0.002,
                    .others = settings,
                    .build = build,
                    .step = step,
                    .read = read_,
                    .end = end,
                    .pose = pose,
                    .precesses = 1,
                    .touching = touching};
    return ib_serve(argc, argv, &g);
}
