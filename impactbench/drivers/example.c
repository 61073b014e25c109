// A driver with a small engine: sequential impulses, as in most game engines, one contact with the floor. Replace the engine.
//   cc -I. example.c -o example -lm && carom judge --family AB ./example
#include "driver.h"

static ib_case now; // your world here

static void build(const ib_case *c) {
    now = *c;
}

static void step(double dt) {
    (void)dt; // the first step finds the contact; later ones find that it parts
    ib_body *b = &now.body[0];
    const double *p = now.contact[0].point, rx = p[0] - b->centre[0], ry = p[1] - b->centre[1], m = b->mass,
                 I = b->inertia[2];
    const double fall = b->velocity[1] + b->spin[2] * rx;
    double n = 0, t = 0;
    for (int i = 0; i < 2000 && fall < -1e-9; i++) {
        const double dn = fmax(-n, (-now.e * fall - b->velocity[1] - b->spin[2] * rx) / (1 / m + rx * rx / I));
        n += dn, b->velocity[1] += dn / m, b->spin[2] += rx * dn / I;
        const double free = t - (b->velocity[0] - b->spin[2] * ry) / (1 / m + ry * ry / I);
        const double d = fmax(-now.mu * n, fmin(now.mu * n, free)) - t;
        t += d, b->velocity[0] += d / m, b->spin[2] -= ry * d / I;
    }
}

static void read_(int i, double u[6]) {
    u[0] = now.body[i].velocity[0], u[1] = now.body[i].velocity[1], u[2] = now.body[i].spin[2];
}

static void end(void) {}

static const char *cannot(const ib_case *c) {
    return c->contacts > 1 || !c->floor ? "one contact with the floor is all it knows" : NULL;
}

int main(int argc, char **argv) {
    ib_engine mine = {.name = "mine",
                      .version = "0.1",
                      .dt = 1 / 60.,
                      .build = build,
                      .step = step,
                      .read = read_,
                      .end = end,
                      .cannot = cannot};
    return ib_serve(argc, argv, &mine);
}
