// Drops random bodies until they rest, and judges the last state by a static analysis of its own: a linear program asks
// whether forces within the friction cones can carry the weight. Every drop must end at rest where forces can carry the
// weight, or slide or roll where nothing stops it.
//   rest_campaign DIM N [FIRST]   N drops in 2D or 3D, from number FIRST
//   rest_campaign halves DIM N    the time of rest with half the step
//   rest_campaign slopes N        boxes and cubes on slopes of 0.01 to 30 degrees, without and with friction
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/worst.h"
#include "carom/motion.h"
#include "support/laws.h"

static const double pi = 3.14159265358979323846;
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
    carom_motion_plane plane[2];
    carom_params params;
    double corner[64][3];
    bool round, flat_ground;
} drop;

// Static analysis: phase 1 of the simplex method. Returns the smallest sum |G x - b| with x >= 0, for n columns of G.

enum { ROWS = 6, MOST_COLUMNS = 64 * 16 };

static double phase_one(int rows, int n, const double (*G)[ROWS], const double *b) {
    static double T[ROWS + 1][MOST_COLUMNS + 1];
    int basis[ROWS];
    for (int i = 0; i < rows; i++) {
        const double sign = b[i] < 0.0 ? -1.0 : 1.0;
        for (int j = 0; j < n; j++) T[i][j] = sign * G[j][i];
        T[i][n] = sign * b[i];
        basis[i] = -1; // artificial; its column is not stored, because it never enters again
    }
    for (int pivots = 0; pivots < 10000; pivots++) {
        int enter = -1, leave = -1;
        for (int j = 0; j < n && enter < 0; j++) { // Bland's rule
            double gain = 0.0;
            for (int i = 0; i < rows; i++)
                if (basis[i] < 0) gain += T[i][j];
            if (gain > 1e-11) enter = j;
        }
        if (enter < 0) break;
        for (int i = 0; i < rows; i++) {
            if (!(T[i][enter] > 1e-11)) continue;
            const double ratio = T[i][n] / T[i][enter], best = leave < 0 ? HUGE_VAL : T[leave][n] / T[leave][enter];
            if (ratio < best || (ratio == best && basis[i] < basis[leave])) leave = i;
        }
        if (leave < 0) break;
        const double pivot = T[leave][enter];
        for (int j = 0; j <= n; j++) T[leave][j] /= pivot;
        for (int i = 0; i < rows; i++) {
            const double factor = T[i][enter];
            if (i == leave || factor == 0.0) continue;
            for (int j = 0; j <= n; j++) T[i][j] -= factor * T[leave][j];
        }
        basis[leave] = enter;
    }
    double sum = 0.0;
    for (int i = 0; i < rows; i++)
        if (basis[i] < 0) sum += fabs(T[i][n]);
    return sum;
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// Returns the part of the weight that forces at the contacts cannot carry with friction `mu`. In 3D a pyramid of 16
// edges replaces the cone: around it for two planes; for one plane inside it with an edge uphill, which is exact.
static double not_carried(const drop *d, const carom_motion_state *state, double mu) {
    static double G[MOST_COLUMNS][ROWS];
    const carom_motion_scene *s = &d->scene;
    const double size = carom_motion_size(s), g = sqrt(s->gravity[0] * s->gravity[0] + s->gravity[1] * s->gravity[1] +
                                                       s->gravity[2] * s->gravity[2]);
    const int dim = s->dim, features = s->shape.corners > 0 ? s->shape.corners : 1, edges = dim == 2 ? 2 : 16;
    int n = 0;
    for (int i = 0; i < s->planes; i++)
        for (int j = 0; j < features; j++) {
            carom_motion_gap gap;
            carom_motion_gap_compute(s, state, i, j, &gap);
            if (gap.gap > 1e-6 * size || n + edges > MOST_COLUMNS) continue;
            const double *normal = s->plane[i].normal;
            double t[3] = {-normal[1], normal[0], 0.0}, u[3] = {0.0, 0.0, 0.0}, arm[3], moment[3];
            if (dim == 3) {
                const double x[3] = {0.0, 1.0, 0.0}; // horizontal, in every plane
                cross(normal, x, t);
                const double length = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
                for (int k = 0; k < 3; k++) t[k] /= length;
                cross(normal, t, u);
            }
            for (int k = 0; k < 3; k++) arm[k] = (gap.point[k] - state->centre[k]) / size;
            for (int e = 0; e < edges; e++, n++) {
                const double angle = 2.0 * pi * e / edges, out = dim == 2 || s->planes == 1 ? mu : mu / cos(pi / edges);
                double force[3];
                for (int k = 0; k < 3; k++) force[k] = normal[k] + out * (cos(angle) * t[k] + sin(angle) * u[k]);
                cross(arm, force, moment);
                for (int k = 0; k < 3; k++) {
                    if (dim == 3 || k < 2) G[n][k] = force[k];
                    if (dim == 3) G[n][3 + k] = moment[k];
                }
                if (dim == 2) G[n][2] = moment[2];
            }
        }
    double b[ROWS] = {0.0};
    for (int k = 0; k < dim; k++) b[k] = -s->gravity[k] / g;
    return phase_one(dim == 2 ? 3 : 6, n, (const double(*)[ROWS])G, b);
}

// Random bodies.

// A uniform convex polygon from corners in order: moves the corners to its centre of mass.
static void make_polygon(drop *d, int corners) {
    double area = 0.0, moment[2] = {0.0, 0.0}, second = 0.0;
    for (int i = 0; i < corners; i++) {
        const double *a = d->corner[i], *b = d->corner[(i + 1) % corners], twice = a[0] * b[1] - a[1] * b[0];
        area += 0.5 * twice;
        for (int k = 0; k < 2; k++) moment[k] += twice * (a[k] + b[k]) / 6.0;
        second += twice * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0] + a[1] * a[1] + a[1] * b[1] + b[1] * b[1]) / 12.0;
    }
    const double x = moment[0] / area, y = moment[1] / area;
    for (int i = 0; i < corners; i++) d->corner[i][0] -= x, d->corner[i][1] -= y;
    d->scene.inertia[2] = d->scene.mass * (second / area - x * x - y * y);
    d->scene.shape.corners = corners;
}

static void draw_flat_body(drop *d) {
    const double L = exp(uniform(log(0.02), log(1.0))), share = uniform(0.1, 1.0), m = d->scene.mass;
    carom_motion_shape *shape = &d->scene.shape;
    switch (below(6)) {
    case 0: // box
    case 1:
        for (int i = 0; i < 4; i++) {
            d->corner[i][0] = 0.5 * L * (i == 0 || i == 3 ? -1.0 : 1.0);
            d->corner[i][1] = 0.5 * L * share * (i < 2 ? -1.0 : 1.0);
        }
        make_polygon(d, 4);
        return;
    case 2: // rod
    case 3: // capsule
        d->corner[0][0] = -0.5 * L;
        d->corner[1][0] = 0.5 * L;
        shape->corners = 2;
        shape->radius = below(2) ? 0.3 * L * share : 0.0;
        d->scene.inertia[2] = m * (L * L / 12.0 + shape->radius * shape->radius / 3.0);
        return;
    default: { // polygon with corners on an ellipse
        const int corners = 3 + below(6);
        const double first = uniform(0.0, 6.0);
        for (int i = 0; i < corners; i++) {
            const double angle = first + 2.0 * pi * (i + uniform(-0.3, 0.3)) / corners;
            d->corner[i][0] = 0.5 * L * cos(angle);
            d->corner[i][1] = 0.5 * L * fmax(share, 0.3) * sin(angle);
        }
        make_polygon(d, corners);
    }
    }
}

static void draw_space_body(drop *d) {
    const double L = exp(uniform(log(0.02), log(1.0))), m = d->scene.mass;
    double half[3] = {0.5 * L, 0.5 * L, 0.5 * L}, *I = d->scene.inertia;
    if (below(2)) { // prism
        const int sides = 3 + below(30);
        const double radius = 0.5 * L;
        half[2] *= uniform(0.05, 1.0);
        for (int i = 0; i < 2 * sides; i++) {
            d->corner[i][0] = radius * cos(2.0 * pi * (i / 2) / sides);
            d->corner[i][1] = radius * sin(2.0 * pi * (i / 2) / sides);
            d->corner[i][2] = i % 2 ? half[2] : -half[2];
        }
        I[0] = I[1] = m * (radius * radius / 4.0 + half[2] * half[2] / 3.0);
        I[2] = m * radius * radius / 2.0;
        d->scene.shape.corners = 2 * sides;
        return;
    }
    if (below(2))
        for (int k = 1; k < 3; k++) half[k] *= uniform(0.1, 1.0);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) d->corner[i][k] = i >> k & 1 ? half[k] : -half[k];
    for (int k = 0; k < 3; k++)
        I[k] = m / 3.0 * (half[(k + 1) % 3] * half[(k + 1) % 3] + half[(k + 2) % 3] * half[(k + 2) % 3]);
    d->scene.shape.corners = 8;
}

static void set_plane(drop *d, int plane, double angle) {
    memset(&d->plane[plane], 0, sizeof d->plane[plane]);
    d->plane[plane].normal[0] = sin(angle);
    d->plane[plane].normal[d->scene.dim - 1] = cos(angle);
}

static void draw_ground(drop *d) {
    const int kind = below(3);
    const double left = uniform(0.05, 1.4), right = uniform(0.05, 1.4);
    d->flat_ground = kind != 1;
    d->scene.planes = kind == 2 ? 2 : 1;
    set_plane(d, 0, kind == 0 ? 0.0 : kind == 1 ? uniform(-0.5, 0.5) : left);
    set_plane(d, 1, -right);
}

static void draw(drop *d, int dim, int number) {
    seed = (uint64_t)number * UINT64_C(0x9E3779B97F4A7C15) + 11u;
    for (int i = 0; i < 4; i++) uniform(0.0, 1.0);
    memset(d, 0, sizeof *d);
    d->params = carom_params_default();
    d->params.e = uniform(0.0, 0.9);
    d->params.mu = uniform(0.05, 1.2);
    d->scene = carom_motion_scene_default(dim);
    d->scene.mass = uniform(0.1, 2.0);
    d->scene.law = &carom_law_routh;
    d->scene.params = &d->params;
    d->scene.shape.corner = (const double(*)[3])d->corner;
    d->scene.persist = CAROM_MOTION_PERSIST_STEP;
    d->scene.max_events = 20000;
    d->scene.plane = d->plane;
    if (dim == 2)
        draw_flat_body(d);
    else
        draw_space_body(d);
    draw_ground(d);
    const double size = carom_motion_size(&d->scene), scale = sqrt(9.81 * size);
    d->start.angle = uniform(-3.0, 3.0);
    for (int i = 0; i < 4; i++) d->start.orientation[i] = uniform(-1.0, 1.0);
    if (dim == 3 && below(3) == 0) d->start.orientation[1] = d->start.orientation[2] = 0.0; // flat
    for (int i = 0; i < dim; i++) d->start.velocity[i] = uniform(-1.0, 1.0) * scale;
    for (int i = dim == 2 ? 2 : 0; i < 3; i++) d->start.spin[i] = uniform(-2.0, 2.0) * scale / size;
    // High enough above both planes.
    d->start.centre[dim - 1] =
        size * uniform(1.0, 6.0) / fmin(d->plane[0].normal[dim - 1], d->plane[1].normal[dim - 1]);
}

static double speed_of(const drop *d, const carom_motion_state *state) {
    double v = 0.0, w = 0.0;
    for (int i = 0; i < 3; i++) v += state->velocity[i] * state->velocity[i], w += state->spin[i] * state->spin[i];
    return sqrt(v) + sqrt(w) * carom_motion_size(&d->scene);
}

static double deepest(const drop *d, const carom_motion_state *state) {
    double least = 0.0;
    for (int i = 0; i < d->scene.planes; i++)
        for (int j = 0; j < d->scene.shape.corners; j++) {
            carom_motion_gap gap;
            carom_motion_gap_compute(&d->scene, state, i, j, &gap);
            least = fmin(least, gap.gap);
        }
    return -least / carom_motion_size(&d->scene);
}

static double memory[1 << 23];

// Returns whether a body in 3D rocks: it touches one or two points and moves without loss between hits, as a pendulum
// does, or as a prism does in a narrow wedge.
static bool rocks(const drop *d, const carom_motion_result *r) {
    enum { PARTS = 100 };
    const double size = carom_motion_size(&d->scene);
    carom_motion_state state = r->end, still = r->end;
    int touching = 0, lossless = 0;
    for (int i = 0; i < d->scene.planes; i++)
        for (int j = 0; j < d->scene.shape.corners; j++) {
            carom_motion_gap gap;
            carom_motion_gap_compute(&d->scene, &state, i, j, &gap);
            touching += gap.gap < 1e-6 * size;
        }
    memset(still.velocity, 0, sizeof still.velocity);
    memset(still.spin, 0, sizeof still.spin);
    double energy = carom_motion_energy(&d->scene, &state);
    const double moving = energy - carom_motion_energy(&d->scene, &still);
    for (int i = 1; i <= PARTS; i++) {
        carom_motion_state_at(&d->scene, r, (1.0 - 0.1 * i / PARTS) * r->end.t, &state);
        const double earlier = carom_motion_energy(&d->scene, &state);
        lossless += fabs(earlier - energy) < 1e-4 * moving;
        energy = earlier;
    }
    return d->scene.dim == 3 && touching > 0 && touching <= 2 && lossless >= PARTS / 2;
}

// Returns the reason for which the end of a drop is wrong; NULL: none.
static const char *fault(const drop *d, const carom_motion_result *r) {
    if (carom_status_classify(r->status) != CAROM_CLASS_OK) return carom_status_name(r->status);
    const double left = not_carried(d, &r->end, d->params.mu * (1.0 + 1e-6)), mu = d->params.mu;
    if (r->stop == CAROM_MOTION_STOP_REST) return left < 1e-6 ? NULL : "rests where it must slide";
    if (r->stop != CAROM_MOTION_STOP_TIME) return carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r->stop);
    if (rocks(d, r)) return NULL;
    if (d->flat_ground) return "neither rests nor slides for ever";
    // On a slope that friction cannot hold, a body slides for ever, and on any slope it may tumble for ever. A body
    // that friction slows down stops after the end of the computation.
    const double tilt = atan2(fabs(d->plane[0].normal[0]), d->plane[0].normal[d->scene.dim - 1]);
    const double slowing = 9.81 * 0.1 * r->end.t * (mu * cos(tilt) - sin(tilt)), now = speed_of(d, &r->end);
    carom_motion_state earlier;
    carom_motion_state_at(&d->scene, r, 0.9 * r->end.t, &earlier);
    if (slowing < 0.0) return left > 1e-9 ? NULL : "slides where it must rest";
    if (fabs(speed_of(d, &earlier) - now - slowing) < 1e-3 * now) return NULL;
    return now > 0.3 * sqrt(9.81 * carom_motion_size(&d->scene)) ? NULL : "slow, and does not rest";
}

// Runs a drop, and if it has not ended, 16 times as long: a prism with many sides that rocks from side to side loses 2 %
// of its speed at each. `took` becomes the time of the computation of 10 s. Returns the reason for which the drop is
// wrong; NULL: none.
static const char *judge(drop *d, carom_motion_result *r, double *took) {
    const char *why = NULL;
    d->scene.until = 10.0;
    for (int tries = 0; tries < 2; tries++) {
        const clock_t began = clock();
        carom_motion_run(&d->scene, &d->start, memory, sizeof memory, r);
        if (tries == 0) *took = (double)(clock() - began) / CLOCKS_PER_SEC;
        why = fault(d, r);
        if (!why || r->stop != CAROM_MOTION_STOP_TIME) break;
        d->scene.until = 160.0;
    }
    return why;
}

static int drops(int dim, int count, int first) {
    int wrong = 0, stops[16] = {0};
    double slowest = 0.0, deep = 0.0;
    for (int k = first; k < first + count; k++) {
        drop d;
        carom_motion_result r;
        draw(&d, dim, k);
        double took = 0.0;
        const char *why = judge(&d, &r, &took);
        carom_worsen(&slowest, took);
        carom_worsen(&deep, deepest(&d, &r.end));
        stops[r.stop]++;
        wrong += why != NULL;
        if (why)
            printf("drop %d in %dD: %s; stop %s at %g s, %d events, %d corners, %d planes, mu %g, e %g, %.2g s\n", k,
                   dim, why, carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r.stop), r.end.t, r.events,
                   d.scene.shape.corners, d.scene.planes, d.params.mu, d.params.e, took);
    }
    printf("%d drops in %dD, %d wrong; slowest %.2g s, deepest %.2g of the size\n", count, dim, wrong, slowest, deep);
    for (int i = 0; carom_enum_name(CAROM_ENUM_MOTION_STOP, i); i++)
        if (stops[i]) printf("  %-18s %d\n", carom_enum_name(CAROM_ENUM_MOTION_STOP, i), stops[i]);
    return wrong || !(deep < 1e-9);
}

// Counts the drops whose time of rest moves by more than 1 % if the step is halved, and those for which it does if a
// coordinate of the start moves by 1e-4 of the size instead: the errors of both grow at every bounce.
static int halves(int dim, int count) {
    int rests = 0, by_step = 0, by_start = 0;
    for (int k = 0; k < count; k++) {
        double end[3];
        bool rested = true;
        for (int i = 0; i < 3; i++) {
            drop d;
            carom_motion_result r;
            draw(&d, dim, k);
            d.scene.until = 10.0;
            if (i == 1) d.scene.step = 0.5e-3 * sqrt(carom_motion_size(&d.scene) / 9.81);
            if (i == 2) d.start.centre[dim - 1] += 1e-4 * carom_motion_size(&d.scene);
            carom_motion_run(&d.scene, &d.start, memory, sizeof memory, &r);
            rested = rested && r.stop == CAROM_MOTION_STOP_REST;
            end[i] = r.end.t;
        }
        if (!rested) continue;
        rests++;
        by_step += fabs(end[1] - end[0]) > 0.01 * end[0];
        by_start += fabs(end[2] - end[0]) > 0.01 * end[0];
    }
    printf("%d of %d drops in %dD rest; %d times move by more than 1 %% with half the step, %d with another start\n",
           rests, count, dim, by_step, by_start);
    return 0;
}

// A box on a slope of 0.01 to 30 degrees. Without friction, and with too little, it slides; otherwise it rests.
static int slopes(int count) {
    int wrong = 0, rests = 0;
    double worst = 0.0;
    for (int k = 0; k < count; k++) {
        drop d;
        carom_motion_result r;
        draw(&d, 2 + k % 2, k);
        const int dim = d.scene.dim;
        const double tilt = pi / 180.0 * exp(uniform(log(0.01), log(30.0))),
                     half[3] = {0.1, dim == 2 ? 0.05 : 0.1, 0.05};
        set_plane(&d, 0, tilt);
        d.scene.planes = 1;
        d.scene.shape.corners = 1 << dim;
        d.scene.shape.radius = 0.0;
        for (int i = 0; i < 1 << dim; i++)
            for (int j = 0; j < 3; j++) d.corner[i][j] = j >= dim ? 0.0 : i >> j & 1 ? half[j] : -half[j];
        for (int j = 0; j < 3; j++) d.scene.inertia[j] = d.scene.mass * 0.005;
        const double share = k % 3 == 0 ? 0.0 : k % 3 == 1 ? uniform(0.2, 0.99) : uniform(1.01, 3.0);
        d.params.mu = share * tan(tilt);
        d.scene.until = 2.0;
        if (k % 4 == 1) d.scene.step = 1e-5;
        d.start = (carom_motion_state){.angle = -tilt, .orientation = {cos(0.5 * tilt), 0.0, sin(0.5 * tilt), 0.0}};
        d.start.centre[0] = 0.05 * sin(tilt);
        d.start.centre[dim - 1] = 0.05 * cos(tilt);
        const carom_status status = carom_motion_run(&d.scene, &d.start, memory, sizeof memory, &r);
        const double along = cos(tilt) * r.end.centre[0] - sin(tilt) * r.end.centre[dim - 1];
        const double slid = fmax(0.0, 0.5 * 9.81 * (sin(tilt) - d.params.mu * cos(tilt)) * 4.0);
        const bool rest = r.stop == CAROM_MOTION_STOP_REST;
        const bool good = status == CAROM_OK && rest == (share > 1.0) && (rest || r.stop == CAROM_MOTION_STOP_TIME);
        carom_worsen(&worst, fabs(along - slid) / (slid + 1e-3));
        rests += rest;
        wrong += !good;
        if (!good)
            printf("slope %d in %dD: %g degrees, mu %g, %s, stop %s\n", k, dim, tilt * 180.0 / pi, d.params.mu,
                   carom_status_name(status), carom_enum_name(CAROM_ENUM_MOTION_STOP, (int)r.stop));
    }
    printf("%d slopes, %d rest, %d wrong; worst distance %.2g of it\n", count, rests, wrong, worst);
    return wrong || !(worst < 5e-3);
}

int main(int argc, char **argv) {
    const int count = argc > 2 ? atoi(argv[2]) : 100;
    if (argc > 1 && !strcmp(argv[1], "2")) return drops(2, count, argc > 3 ? atoi(argv[3]) : 0);
    if (argc > 1 && !strcmp(argv[1], "3")) return drops(3, count, argc > 3 ? atoi(argv[3]) : 0);
    if (argc > 1 && !strcmp(argv[1], "slopes")) return slopes(count);
    if (argc > 1 && !strcmp(argv[1], "halves"))
        return halves(argc > 2 ? atoi(argv[2]) : 2, argc > 3 ? atoi(argv[3]) : 100);
    fprintf(stderr, "usage: rest_campaign 2|3|slopes N [FIRST], or halves 2|3 N\n");
    return 2;
}
