#include "mods/scenario/uniform.h"

#include <string.h>

#include "carom/bodies.h"

static void same(double moment, double moments[3]) {
    for (int i = 0; i < 3; i++) moments[i] = moment;
}

static void rod(double mass, const double *s, double moments[3]) {
    same(mass * (s[0] * s[0]) / 12.0, moments);
}

static void disc(double mass, const double *s, double moments[3]) {
    same(0.5 * mass * s[0] * s[0], moments);
}

static void rectangle(double mass, const double *s, double moments[3]) {
    same(mass * (s[0] * s[0] + s[1] * s[1]) / 12.0, moments);
}

static void sphere(double mass, const double *s, double moments[3]) {
    same(0.4 * mass * s[0] * s[0], moments);
}

static void box(double mass, const double *s, double moments[3]) {
    for (int i = 0; i < 3; i++) {
        const double b = s[(i + 1) % 3], c = s[(i + 2) % 3];
        moments[i] = mass * (b * b + c * c) / 12.0;
    }
}

static void ellipsoid(double mass, const double *s, double moments[3]) {
    if (carom_ellipsoid_inertia(mass, s, moments) != CAROM_OK) same(0.0, moments);
}

static void round_arm(const double *s, const double outward[3], double arm[3]) {
    for (int i = 0; i < 3; i++) arm[i] = s[0] * outward[i];
}

static void ellipsoid_arm(const double *s, const double outward[3], double arm[3]) {
    (void)carom_ellipsoid_arm(s, outward, arm);
}

static const carom_uniform shapes[] = {
    {"rod", 1, true, false, "one length", rod, NULL},
    {"disc", 1, true, false, "one radius", disc, round_arm},
    {"rectangle", 2, true, false, "two sides", rectangle, NULL},
    {"sphere", 1, true, true, "one radius", sphere, round_arm},
    {"box", 3, false, true, "three sides", box, NULL},
    {"ellipsoid", 3, false, true, "three semi-axes", ellipsoid, ellipsoid_arm},
};

const carom_uniform *carom_uniform_find(const char *name) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (!strcmp(shapes[i].name, name)) return &shapes[i];
    return NULL;
}
