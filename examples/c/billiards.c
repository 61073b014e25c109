// Computes two impacts on a billiard table: a ball hits another ball, and a ball hits a cushion while it also touches
// the cloth.
//   cc billiards.c $(pkg-config --cflags --libs carom) -lm -o billiards && ./billiards
// It compiles as C and as C++. z points up, and all units are SI.
#include <carom/bodies.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double mass = 0.17, radius = 0.028575,
                    nose = 0.0356; // height of the cushion's nose above the cloth

static carom_body ball(double x, double y, double vx, double vy) {
    carom_body b = carom_body_fixed();
    b.mass = mass;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) b.inertia[i][k] = i == k ? 0.4 * mass * radius * radius : 0.0;
    b.centre[0] = x, b.centre[1] = y, b.centre[2] = radius;
    b.velocity[0] = vx, b.velocity[1] = vy;
    // The ball rolls: its point on the cloth is at rest, v + w x (0, 0, -radius) = 0.
    b.spin[0] = -vy / radius, b.spin[1] = vx / radius;
    return b;
}

static void say(const char *name, const carom_body *b) {
    printf("  %-7s velocity (%7.4f, %7.4f, %7.4f) m/s, spin (%8.3f, %8.3f, %8.3f) rad/s\n", name, b->velocity[0],
           b->velocity[1], b->velocity[2], b->spin[0], b->spin[1], b->spin[2]);
}

// A cue ball rolls at 2 m/s and hits a ball at rest. The line of centres is at 30 degrees to its velocity. The cloth is
// left out, because the balls touch only briefly. The cloth absorbs the vertical velocities just after the impact.
static int ball_on_ball(void) {
    const double angle = acos(-1.0) / 6.0;
    carom_pair pair = {0};
    pair.a = ball(0.0, 0.0, 2.0, 0.0);
    pair.b = ball(2.0 * radius * cos(angle), 2.0 * radius * sin(angle), 0.0, 0.0);
    pair.normal[0] = -cos(angle), pair.normal[1] = -sin(angle); // from B to A
    for (int i = 0; i < 3; i++) pair.point[i] = 0.5 * (pair.a.centre[i] + pair.b.centre[i]);
    carom_params p = carom_params_default();
    p.e = 0.95, p.mu = 0.06;
    carom_contact c;
    carom_result out;
    if (carom_pair_contact(&pair, &c) != CAROM_OK || carom_collide(&carom_law_routh, &c, &p, &out) != CAROM_OK)
        return 1;
    carom_pair_apply(&pair, out.P, &pair);
    printf("ball on ball: %s, %.4f J lost\n", carom_mode_name(out.mode), -out.dE);
    say("cue", &pair.a);
    say("object", &pair.b);
    return out.violations != 0;
}

// Computes the rows of R for one contact. Each row converts the six speeds of the ball (velocity, spin) to the velocity
// of the contact along n, t1 or t2.
static void rows_of(const double n[3], const double t1[3], const double t2[3], const double arm[3], double rows[3][6]) {
    const double *d[3] = {n, t1, t2};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) rows[i][k] = d[i][k];
        for (int k = 0; k < 3; k++) // d.(w x arm) = w.(arm x d)
            rows[i][3 + k] = arm[(k + 1) % 3] * d[i][(k + 2) % 3] - arm[(k + 2) % 3] * d[i][(k + 1) % 3];
    }
}

static int ball_on_cushion(void) {
    const double up = (nose - radius) / radius,
                 out_of = -sqrt(1.0 - up * up); // (out_of, up) points from the centre to the nose
    const double nose_n[3] = {-out_of, 0.0, -up}, nose_t1[3] = {0.0, 1.0, 0.0}, nose_t2[3] = {up, 0.0, -out_of};
    const double cloth_n[3] = {0.0, 0.0, 1.0}, cloth_t1[3] = {1.0, 0.0, 0.0}, cloth_t2[3] = {0.0, 1.0, 0.0};
    const double to_nose[3] = {out_of * radius, 0.0, up * radius}, to_cloth[3] = {0.0, 0.0, -radius};
    double R[6][6], M[6][6] = {0};
    rows_of(nose_n, nose_t1, nose_t2, to_nose, R);
    rows_of(cloth_n, cloth_t1, cloth_t2, to_cloth, R + 3);
    const carom_body b = ball(0.0, 0.0, -1.0, 1.5);
    double u[6], after[6], none[1];
    for (int i = 0; i < 3; i++) {
        u[i] = b.velocity[i], u[3 + i] = b.spin[i];
        M[i][i] = mass, M[3 + i][3 + i] = 0.4 * mass * radius * radius;
    }
    carom_mechanism m = {0};
    m.dim = 3, m.speeds = 6, m.contacts = 2;
    m.M = &M[0][0], m.u = u, m.R = &R[0][0];
    const size_t room = carom_delassus_memory_size(&m);
    void *memory = malloc(room);
    carom_delassus d;
    if (carom_delassus_compute(&m, memory, room, &d) != CAROM_OK) return 1;

    // The nose touches the ball above its centre and presses it onto the cloth. The contacts are solved one after the
    // other, each with the law for one contact, until none approaches. The nose comes first.
    double P[6] = {0};
    for (int strike = 0; strike < 100; strike++) {
        double v[6], left = 0.0;
        for (int i = 0; i < 6; i++) {
            v[i] = d.v[i];
            for (int k = 0; k < 6; k++) v[i] += d.W[6 * i + k] * P[k];
        }
        const int at = v[0] < v[3] ? 0 : 3;
        left = v[at];
        if (left > -1e-9) break;
        carom_contact c = {0};
        c.dim = 3;
        for (int i = 0; i < 3; i++) {
            c.v[i] = v[at + i];
            for (int k = 0; k < 3; k++) c.W[i][k] = d.W[6 * (at + i) + at + k];
        }
        carom_params p = carom_params_default();
        p.e = at ? 0.5 : 0.85, p.mu = at ? 0.2 : 0.14; // slate under cloth; rubber under cloth
        carom_result out;
        if (carom_collide(&carom_law_routh, &c, &p, &out) != CAROM_OK || out.violations) return 1;
        for (int i = 0; i < 3; i++) P[at + i] += out.P[i];
    }
    carom_delassus_apply(&d, P, after, none);
    carom_body back = b;
    for (int i = 0; i < 3; i++) back.velocity[i] = after[i], back.spin[i] = after[3 + i];
    const double lost = carom_mechanism_energy(&m, u) - carom_mechanism_energy(&m, after);
    printf("ball on cushion and cloth: %.4f J lost, impulse of the cloth %.4f N s\n", lost, P[3]);
    say("before", &b);
    say("after", &back);
    free(memory);
    return !(lost > 0.0 && back.velocity[0] > 0.0 && P[3] > 0.0);
}

int main(void) {
    return ball_on_ball() || ball_on_cushion();
}
