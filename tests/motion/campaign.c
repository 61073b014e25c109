// Tests random motions against independent computations. Every test prints how many problems were solved.
//   campaign contacts N   compares first contacts of rods, polygons and ellipses with a dense search in long double
//   campaign energy N     drops of 20 events by dissipative laws: energy never grows, each motion has a reason to end
//   campaign reversal N   flights forwards and back to the start
// Doubles are deliberately compared with long doubles, so the warning is disabled.
#pragma GCC diagnostic ignored "-Wdouble-promotion"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "carom/law.h"
#include "carom/motion.h"
#include "support/law_count.h"
#include "support/laws.h"
#include "support/params.h"

static uint64_t seed;

static double uniform(double low, double high) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

static int below(int n) {
    return (int)uniform(0.0, n) % n;
}

typedef struct {
    carom_motion_scene scene;
    carom_motion_state start;
    carom_motion_plane plane[3];
    double corner[8][3];
} problem;

static void draw_shape(problem *p) {
    const int kind = below(3), dim = p->scene.dim;
    p->scene.shape = (carom_motion_shape){.corner = (const double(*)[3])p->corner};
    memset(p->corner, 0, sizeof p->corner);
    if (kind == 0) {
        for (int i = 0; i < dim; i++) {
            p->scene.shape.semi_axes[i] = uniform(0.05, 0.5);
            p->scene.shape.middle[i] = uniform(-0.05, 0.05);
        }
        return;
    }
    p->scene.shape.corners = kind == 1 ? 2 : 3 + below(6);
    p->scene.shape.radius = below(3) ? 0.0 : uniform(0.0, 0.1);
    for (int i = 0; i < p->scene.shape.corners; i++)
        for (int k = 0; k < dim; k++) p->corner[i][k] = uniform(-0.5, 0.5);
}

// Adds a floor or a slope, and in half of the cases two walls.
static void draw_planes(problem *p) {
    const int last = p->scene.dim - 1;
    const double tilt = below(2) ? 0.0 : uniform(-0.6, 0.6);
    memset(p->plane, 0, sizeof p->plane);
    p->plane[0].normal[0] = sin(tilt);
    p->plane[0].normal[last] = cos(tilt);
    p->plane[1] = (carom_motion_plane){.normal = {1.0, 0.0, 0.0}, .offset = -1.5};
    p->plane[2] = (carom_motion_plane){.normal = {-1.0, 0.0, 0.0}, .offset = -1.5};
    p->scene.plane = p->plane;
    p->scene.planes = below(2) ? 1 : 3;
}

static void draw(problem *p, int dim, int number) {
    seed = (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15) + 7u;
    for (int i = 0; i < 4; i++) uniform(0.0, 1.0);
    p->scene = carom_motion_scene_default(dim);
    p->scene.mass = uniform(0.1, 2.0);
    for (int i = 0; i < 3; i++) p->scene.inertia[i] = p->scene.mass * uniform(0.03, 0.06);
    if (below(3) == 0) p->scene.inertia[1] = p->scene.inertia[0];
    draw_shape(p);
    draw_planes(p);
    p->start = (carom_motion_state){.angle = uniform(-3.0, 3.0)};
    for (int i = 0; i < 4; i++) p->start.orientation[i] = uniform(-1.0, 1.0);
    for (int i = 0; i < dim; i++) p->start.velocity[i] = uniform(-3.0, 3.0);
    for (int i = dim == 2 ? 2 : 0; i < 3; i++) p->start.spin[i] = uniform(-20.0, 20.0);
    p->start.centre[0] = uniform(-0.5, 0.5);
    p->start.centre[dim - 1] = uniform(0.6, 2.5);
}

// First contacts. gap_at computes a gap in 2D as a function of time in long double.

typedef struct {
    const problem *p;
    int plane, feature;
} pair;

static long double gap_at(const pair *x, long double s) {
    const carom_motion_scene *scene = &x->p->scene;
    const carom_motion_state *start = &x->p->start;
    const double *n = scene->plane[x->plane].normal;
    const long double angle = start->angle + start->spin[2] * s, sine = sinl(angle), cosine = cosl(angle);
    long double gap = -(long double)scene->plane[x->plane].offset;
    for (int i = 0; i < 2; i++) gap += n[i] * (start->centre[i] + s * (start->velocity[i] + scene->gravity[i] * s / 2));
    const long double u[2] = {n[0] * cosine + n[1] * sine, n[1] * cosine - n[0] * sine}; // the normal in body axes
    if (scene->shape.corners > 0) {
        const double *b = scene->shape.corner[x->feature];
        return gap + u[0] * b[0] + u[1] * b[1] - scene->shape.radius;
    }
    const double *D = scene->shape.semi_axes, *m = scene->shape.middle;
    return gap + u[0] * m[0] + u[1] * m[1] - sqrtl(D[0] * D[0] * u[0] * u[0] + D[1] * D[1] * u[1] * u[1]);
}

// Returns the root between `a`, where the gap is positive, and `b`, where it is not.
static long double bisect(const pair *x, long double a, long double b) {
    for (int i = 0; i < 80; i++) {
        const long double middle = (a + b) / 2;
        if (gap_at(x, middle) > 0)
            a = middle;
        else
            b = middle;
    }
    return b;
}

// Returns the time of the smallest gap between a and b, by ternary search.
static long double lowest(const pair *x, long double a, long double b) {
    for (int i = 0; i < 60; i++) {
        const long double c = a + (b - a) / 3, d = b - (b - a) / 3;
        if (gap_at(x, c) < gap_at(x, d))
            b = d;
        else
            a = c;
    }
    return (a + b) / 2;
}

// Returns the time of the first contact of one pair; infinity if there is none. `margin` becomes the smallest |gap| at
// a minimum, where a small error can create or remove a contact.
static long double first_of(const pair *x, long double end, long double *margin) {
    const double spin = fabs(x->p->start.spin[2]);
    const int steps = 200 + (int)(40.0L * end * (spin + 1.0L));
    const long double h = end / steps;
    long double before = gap_at(x, 0), now = gap_at(x, h);
    if (now <= 0) return bisect(x, 0, h);
    for (int i = 1; i < steps; i++) {
        const long double after = gap_at(x, (i + 1) * h);
        if (now <= before && now <= after) { // a minimum in between
            const long double at = lowest(x, (i - 1) * h, (i + 1) * h), gap = gap_at(x, at);
            *margin = fminl(*margin, fabsl(gap));
            if (gap <= 0) return bisect(x, (i - 1) * h, at);
        }
        if (after <= 0) return bisect(x, i * h, (i + 1) * h);
        before = now;
        now = after;
    }
    return HUGE_VALL;
}

static int contacts(int count) {
    int answered = 0, found = 0, failed = 0, undecided = 0, refused = 0;
    double worst = 0.0;
    for (int k = 0; k < count; k++) {
        problem p;
        carom_motion_contact contact;
        draw(&p, 2, k);
        const double end = uniform(0.1, 2.0);
        if (carom_motion_validate(&p.scene, &p.start, NULL) != CAROM_OK) {
            refused++;
            continue;
        }
        const carom_status status = carom_motion_first_contact(&p.scene, &p.start, end, &contact);
        long double first = HUGE_VALL, margin = 1;
        const int features = p.scene.shape.corners > 0 ? p.scene.shape.corners : 1;
        for (int i = 0; i < p.scene.planes; i++)
            for (int j = 0; j < features; j++) first = fminl(first, first_of(&(pair){&p, i, j}, end, &margin));
        answered += status == CAROM_OK;
        if (margin < 1e-13L) {
            undecided++;
            continue;
        }
        const int hit = first <= (long double)end;
        found += hit;
        // A gap that is zero up to rounding has a time error of the rounding error divided by the approach speed.
        const double off = hit && contact.found ? fabs((double)(contact.state.t - first)) : 0.0;
        const double allowed = hit && contact.found ? 1e-12 * (double)first + 4e-15 / fabs(contact.gap.rate) : 0.0;
        if (hit && contact.found && fabs(contact.gap.rate) > 0.1) carom_worsen(&worst, off / (double)first);
        if (status == CAROM_OK && contact.found == (bool)hit && off <= allowed) continue;
        failed++;
        printf("problem %d: status %s, contact %d at %.17g, dense search %.17Lg\n", k, carom_status_name(status),
               contact.found, contact.state.t, first);
    }
    printf(
        "first contacts: %d drawn, %d start inside, %d answered, %d contacts, %d within 1e-13 m of a graze, %d wrong; "
        "worst time %.2g of the flight (approach > 0.1 m/s)\n",
        count, refused, answered, found, undecided, failed, worst);
    return failed || !found || answered + refused != count;
}

// Energy: drops by dissipative laws.

// Returns false for laws of spheres (bilinear, walton). They have no result if W couples the normal and the tangents.
static bool is_general(const carom_law *law, int dim, const carom_params *params) {
    const carom_contact coupled = {
        .dim = dim, .W = {{2.0, 0.5, 0.1}, {0.5, 1.0, 0.2}, {0.1, 0.2, 1.5}}, .v = {-1.0, 0.3, 0.2}};
    carom_result out;
    return carom_collide(law, &coupled, params, &out) != CAROM_NOT_APPLICABLE;
}

// Draws a law of the core that gains no energy with its coefficients at any contact.
static const carom_law *draw_law(int dim, carom_params *params) {
    for (;;) {
        const carom_law *law = carom_law_at(NULL, below(law_count(CAROM_ONE_CONTACT)), CAROM_ONE_CONTACT);
        *params = params_plain();
        params->e = uniform(0.0, 1.0);
        params->e_t = below(2) ? params->e : 0.0;
        params->mu = uniform(0.0, 1.0);
        params->s1 = uniform(0.0, 0.5), params->s2 = uniform(0.0, 0.5);
        params->eta = uniform(-1.0, 1.0);
        params->own[CAROM_OWN(f)] = uniform(0.0, 1.0);
        params->restitution = (carom_restitution)below(3); // Newton, Poisson, energetic
        const bool solves = law->solves & (dim == 2 ? CAROM_2D : CAROM_3D);
        if (solves && (carom_law_guarantees(law, dim, params) & CAROM_GUARANTEE_DISSIPATIVE) &&
            is_general(law, dim, params))
            return law;
    }
}

static int energy(int count) {
    static double memory[1 << 17];
    int stops[16] = {0}, failed = 0, refused = 0, answered = 0, events = 0, by_law[64] = {0};
    double worst_flight = 0.0, worst_gain = 0.0;
    for (int k = 0; k < count; k++) {
        problem p;
        carom_motion_result r;
        draw(&p, 2 + k % 2, k);
        carom_params params;
        p.scene.law = draw_law(p.scene.dim, &params);
        p.scene.params = &params;
        p.scene.several = CAROM_MOTION_RULE_FASTEST;
        p.scene.max_events = 20;
        p.scene.max_hits = 500;
        p.scene.until = 20.0;
        const carom_status status = carom_motion_run(&p.scene, &p.start, memory, sizeof memory, &r);
        if (status == CAROM_STARTS_INSIDE || status == CAROM_BAD_SHAPE || status == CAROM_BAD_MASS) {
            refused++;
            continue;
        }
        const double scale = fabs(carom_motion_energy(&p.scene, &p.start)) + 10.0 * p.scene.mass;
        bool bad = carom_status_classify(status) != CAROM_CLASS_OK || r.stop == CAROM_MOTION_STOP_NONE;
        answered += !bad;
        for (int l = 0; l < law_count(CAROM_ONE_CONTACT); l++)
            by_law[l] += carom_law_at(NULL, l, CAROM_ONE_CONTACT) == p.scene.law;
        events += r.events;
        stops[r.stop]++;
        carom_worsen(&worst_flight, r.energy_error / scale);
        double gain = 0.0; // the largest in this drop, relative
        for (int i = 0; i < r.events; i++)
            carom_worsen(&gain, (r.event[i].energy_after - r.event[i].energy_before) / scale);
        carom_worsen(&worst_gain, gain);
        bad = bad || !(r.energy_error <= 1e-12 * scale) || !(gain <= 1e-14);
        failed += bad;
        if (bad)
            printf("drop %d: %s, status %s, stop %s\n", k, p.scene.law->name, carom_status_name(status),
                   carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r.stop));
    }
    for (int l = 0; l < law_count(CAROM_ONE_CONTACT); l++)
        if (by_law[l]) printf("  %-18s %d\n", carom_law_at(NULL, l, CAROM_ONE_CONTACT)->name, by_law[l]);
    printf("energy: %d drops, %d refused, %d answered, %d events, %d wrong; in flight "
           "%.2g, gained at impacts %.2g of the "
           "energy\n",
           count, refused, answered, events, failed, worst_flight, worst_gain);
    for (int i = 0; carom_enum_name(CAROM_ENUM_MOTION_STOP, i); i++)
        if (stops[i]) printf("  %-18s %d\n", carom_enum_name(CAROM_ENUM_MOTION_STOP, i), stops[i]);
    return failed || answered + refused != count;
}

// Reversal: flights forwards and back to the start.

static double apart(const double *a, const double *b, int n, double scale) {
    double off = 0.0;
    for (int i = 0; i < n; i++) carom_worsen(&off, fabs(a[i] - b[i]) / scale);
    return off;
}

static int reversal(int count) {
    double worst = 0.0;
    int answered = 0, refused = 0;
    for (int k = 0; k < count; k++) {
        problem p;
        carom_motion_state start, there, back;
        draw(&p, 2 + k % 2, k);
        if (carom_motion_validate(&p.scene, NULL, NULL) != CAROM_OK) {
            refused++;
            continue;
        }
        const double T = uniform(0.0, 1.0);
        carom_motion_flight(&p.scene, &p.start, 0.0, &start); // normalises the quaternion
        if (carom_motion_flight(&p.scene, &start, T, &there) != CAROM_OK) continue;
        if (carom_motion_flight(&p.scene, &there, -T, &back) != CAROM_OK) continue;
        answered++;
        // The errors are relative to the distances, speeds and angles covered.
        carom_worsen(&worst, apart(back.centre, start.centre, 3, 10.0));
        carom_worsen(&worst, apart(back.velocity, start.velocity, 3, 10.0));
        carom_worsen(&worst, apart(back.spin, start.spin, 3, 30.0));
        carom_worsen(&worst, apart(&back.angle, &start.angle, 1, 20.0));
        carom_worsen(&worst, p.scene.dim == 3 ? apart(back.orientation, start.orientation, 4, 1.0) : 0.0);
    }
    printf("reversal: %d flights, %d refused, %d answered, worst %.2g\n", count, refused, answered, worst);
    return !(worst <= 1e-13) || answered + refused != count;
}

int main(int argc, char **argv) {
    const int count = argc > 2 ? atoi(argv[2]) : 1000;
    if (argc > 1 && !strcmp(argv[1], "contacts")) return contacts(count);
    if (argc > 1 && !strcmp(argv[1], "energy")) return energy(count);
    if (argc > 1 && !strcmp(argv[1], "reversal")) return reversal(count);
    fprintf(stderr, "usage: campaign contacts|energy|reversal N\n");
    return 2;
}
