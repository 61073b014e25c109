// Calls carom from the contact callback of a physics engine. The engine has found a contact and passes two bodies, a
// point and a normal; the callback returns the velocities after the impact. The engine here consists of three structs;
// yours has its own.
//   cc engine_callback.c $(pkg-config --cflags --libs carom) -lm -o engine_callback && ./engine_callback
// It compiles as C and as C++.
#include <carom/bodies.h>
#include <math.h>
#include <stdio.h>

// A body as the engine stores it, with inverse masses. An inverse mass of 0 means a body that does not move.
typedef struct {
    float x, y, angle;
    float vx, vy, omega;
    float inverse_mass, inverse_inertia;
} engine_body;

typedef struct {
    engine_body *a, *b;
    float px, py; // contact point
    float nx, ny; // normal from a to b, as in most engines
    float restitution, friction;
} engine_contact;

static double of_inverse(float inverse) {
    return inverse > 0.0f ? 1.0 / (double)inverse : HUGE_VAL;
}

static carom_planar_body to_carom(const engine_body *body) {
    carom_planar_body b = carom_planar_body_fixed();
    b.mass = of_inverse(body->inverse_mass);
    b.inertia = of_inverse(body->inverse_inertia);
    b.centre[0] = (double)body->x, b.centre[1] = (double)body->y;
    b.velocity[0] = (double)body->vx, b.velocity[1] = (double)body->vy;
    b.spin = (double)body->omega;
    return b;
}

static void from_carom(const carom_planar_body *b, engine_body *body) {
    body->vx = (float)b->velocity[0], body->vy = (float)b->velocity[1];
    body->omega = (float)b->spin;
}

// The engine calls this function for every contact before its solver. Returns 1 if carom solved the contact, 0 to leave
// it to the engine.
static int on_contact(engine_contact *contact) {
    carom_planar_pair pair = {0};
    pair.a = to_carom(contact->a);
    pair.b = to_carom(contact->b);
    pair.point[0] = (double)contact->px, pair.point[1] = (double)contact->py;
    pair.normal[0] = -(double)contact->nx, pair.normal[1] = -(double)contact->ny; // carom's normal points from b to a
    carom_params p = carom_params_default();
    p.e = (double)contact->restitution, p.mu = (double)contact->friction;
    p.restitution = CAROM_ENERGETIC; // never gains energy, for any e and mu
    p.rest_speed = 0.5;              // slower approaches have no rebound, so that stacks come to rest
    carom_contact c;
    carom_result out;
    carom_status status = carom_planar_pair_contact(&pair, &c);
    if (status == CAROM_OK) status = carom_collide(&carom_law_routh, &c, &p, &out);
    if (status == CAROM_NO_IMPACT) return 1; // the bodies already separate
    if (status != CAROM_OK) {
        char why[300];
        carom_describe(status, &carom_law_routh, &c, &p, &out, why, sizeof why);
        fprintf(stderr, "left to the engine: %s\n", why);
        return 0;
    }
    carom_planar_pair_apply(&pair, out.P, &pair);
    from_carom(&pair.a, contact->a);
    from_carom(&pair.b, contact->b);
    return 1;
}

int main(void) {
    engine_body floor = {0, 0, 0, 0, 0, 0, 0, 0};
    engine_body box = {0.0f, 0.5f, 0.3f, 2.0f, -3.0f, 0.0f, 1.0f, 6.0f}; // 1 kg, 1 m: I = m a^2 / 6
    engine_contact hit = {&floor, &box, -0.2f, 0.0f, 0.0f, 1.0f, 0.5f, 0.4f};
    if (!on_contact(&hit)) return 1;
    printf("box: velocity (%.4f, %.4f), spin %.4f\n", (double)box.vx, (double)box.vy, (double)box.omega);
    const float corner = box.vy + box.omega * (-0.2f - box.x); // upward velocity of the corner that hit
    hit.friction = -1.0f; // an invalid value, such as a mistake in the data of a level
    box.vy = -3.0f;
    return !(corner > 0.0f && on_contact(&hit) == 0);
}
