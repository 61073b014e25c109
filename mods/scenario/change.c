#include "mods/scenario/change.h"

#include <float.h>
#include <math.h>

static const double degrees = 180.0 / 3.14159265358979323846;

static double length(const double x[3]) {
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

// Wraps an angle to (-180, 180].
static double wrapped(double angle) {
    const double turns = ceil((angle - 180.0) / 360.0);
    return angle - 360.0 * turns;
}

double carom_heading(const double v[2]) {
    return v[0] == 0.0 && v[1] == 0.0 ? (double)NAN : wrapped(degrees * atan2(v[1], v[0]));
}

double carom_pdof(double impulse, double front) {
    return wrapped(front - (impulse + 180.0));
}

double carom_front(const carom_bodies *b, int body) {
    const carom_looks *looks = &b->looks[body];
    return looks->turned ? wrapped(degrees * looks->angle)
                         : carom_heading(body ? b->space.b.velocity : b->space.a.velocity);
}

// Sets components that are rounding errors relative to the scale to 0; otherwise a heading of 0 could become 1e-15.
static void tidy(double x[3], double scale) {
    for (int i = 0; i < 3; i++)
        if (fabs(x[i]) <= 8.0 * DBL_EPSILON * scale) x[i] = 0.0;
}

bool carom_can_move(const carom_bodies *b, int body) {
    return isfinite(body ? b->space.b.mass : b->space.a.mass);
}

carom_change carom_change_of(const carom_bodies *b, int body, const carom_body after[2]) {
    const carom_body *before = body ? &b->space.b : &b->space.a;
    const double scale = length(before->velocity) + length(after[body].velocity);
    double then[3], change[3];
    for (int i = 0; i < 3; i++) {
        then[i] = after[body].velocity[i];
        change[i] = after[body].velocity[i] - before->velocity[i];
    }
    tidy(then, scale);
    tidy(change, scale);
    carom_change c = {.speed_before = length(before->velocity),
                      .speed_after = length(then),
                      .heading_before = carom_heading(before->velocity),
                      .heading_after = carom_heading(then),
                      .delta_v = length(change),
                      .direction = carom_heading(change)};
    c.pdof = carom_pdof(c.direction, carom_front(b, body));
    return c;
}

double carom_share_lost(const carom_balance *l) {
    const double lost = l->energy_before - l->energy_after - l->energy_fixed;
    return l->energy_before > 0.0 ? lost / l->energy_before : (double)NAN;
}
