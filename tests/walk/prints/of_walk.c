// The walks themselves, with every bound on their work and what they write beside the answer.
#include <string.h>

#include "carom/hodograph.h"
#include "support/whole.h"
#include "walk/plane.h"
#include "walk/prints/prints.h"
#include "walk/problems.h"
#include "walk/walk.h"

// Numbers that a law's units leave to the walk: what is farther out is scaled before it.
static bool near(double x) {
    return x == 0.0 || (fabs(x) >= 1e-30 && fabs(x) <= 1e30);
}

static bool fits(const carom_contact *c, const carom_params *p) {
    if (carom_contact_validate(c) != CAROM_OK || !(c->v[0] <= 0.0) || !(c->W[0][0] > 0.0)) return false;
    if (!(p->mu >= 0.0) || !(isinf(p->mu) || near(p->mu)) || !(p->e >= 0.0 && p->e <= 1.0)) return false;
    for (int i = 0; i < c->dim; i++) {
        if (!near(c->v[i])) return false;
        for (int j = 0; j < c->dim; j++)
            if (!near(c->W[i][j]) || c->W[i][j] != c->W[j][i]) return false;
    }
    return true;
}

bool walk_problem_at(int dim, uint64_t i, carom_contact *c, carom_params *p) {
    problem_at(&carom_law_routh, dim, i, c, p);
    if (c->dim != dim || !fits(c, p)) return false;
    if (!(p->mu_static >= p->mu)) p->mu_static = CAROM_SAME_AS_MU;
    return (unsigned)p->restitution < CAROM_STOP_COUNT;
}

static void print_end(print *to, int dim, carom_status status, const carom_outcome *out) {
    print_word(to, (uint64_t)status * 256 + (uint64_t)out->mode);
    if (status != CAROM_OK) return;
    print_numbers(to, dim, out->P);
    print_numbers(to, dim, out->Pc);
    print_number(to, out->work_normal);
    print_word(to, out->known);
}

static void print_points(print *to, int dim, const carom_path *path) {
    print_word(to, path->count);
    for (size_t k = 0; k < path->count && k < path->capacity; k++) {
        print_word(to, (uint64_t)path->points[k].event);
        print_numbers(to, dim, path->points[k].P);
        print_numbers(to, dim, path->points[k].v);
        print_numbers(to, 2, (double[]){path->points[k].dE, path->points[k].work_normal});
    }
}

enum { POINTS = 200 };
static carom_path_point points[POINTS];

// What was in the caller's memory before counts for nothing.
static carom_path used_path(void) {
    memset(points, 0, sizeof points);
    return (carom_path){points, POINTS, 3};
}

static carom_outcome used_outcome(void) {
    carom_outcome out;
    memset(&out, 0, sizeof out);
    out.mode = CAROM_MODE_IDLE;
    return out;
}

static bool print_space(print *to, const carom_contact *c, const carom_params *p) {
    carom_path path = used_path();
    carom_outcome out = used_outcome();
    const carom_status status = carom_walk_space(c, p, &path, &out);
    print_end(to, 3, status, &out);
    print_points(to, 3, &path);
    if (status != CAROM_OK) return false;
    print_word(to, (uint64_t)out.evaluations);
    print_number(to, out.residual);
    const int most[] = {out.evaluations, out.evaluations - 1, out.evaluations + 1, out.evaluations / 2, 1, 2, 3};
    for (size_t k = 0; k < sizeof most / sizeof *most; k++) {
        out = used_outcome();
        const carom_status within = carom_walk_space_within(most[k], c, p, NULL, &out);
        print_end(to, 3, within, &out);
        if (within == CAROM_OK) print_word(to, (uint64_t)out.evaluations);
    }
    return true;
}

bool walk_space(uint64_t i, print *to) {
    carom_contact c;
    carom_params p;
    return walk_problem_at(3, i, &c, &p) && print_space(to, &c, &p);
}

// Problems of every sort that has been hard for somebody, all three stops; restitution down to nothing, coupling without end.
bool walk_near(uint64_t i, print *to) {
    problem q = random_problem(2657, i);
    random_stream r = random_at(2658, i);
    const double least = random_power10(-random_below(&r, 30)), weak = random_power10(-random_below(&r, 40));
    if (i % 5 == 0) q.p.e = least;
    if (i % 7 == 0) q.p.mu *= weak, q.p.mu_static = CAROM_SAME_AS_MU;
    return fits(&q.c, &q.p) && print_space(to, &q.c, &q.p);
}

bool walk_plane(uint64_t i, print *to) {
    carom_contact c;
    carom_params p;
    if (!walk_problem_at(2, i, &c, &p)) return false;
    carom_path path = used_path();
    carom_outcome out = used_outcome(), bare = used_outcome();
    const carom_status status = carom_walk_plane(&c, &p, &path, &out);
    print_end(to, 2, status, &out);
    print_points(to, 2, &path);
    print_end(to, 2, carom_walk_plane(&c, &p, NULL, &bare), &bare);
    return status == CAROM_OK;
}

// Side by side: W singular, v in its range, so that the slip dies where compression ends.
bool walk_lanes(uint64_t i, print *to) {
    random_stream r = random_at(2659, i);
    const int x = 1 + random_below(&r, 2), y = 1 + random_below(&r, 3), n = 1 + random_below(&r, 3);
    carom_contact c = {.dim = 2, .W = {{x * x, x * y}, {x * y, y * y}}, .v = {-n * x, -n * y}};
    if (random_below(&r, 2)) c = whole_contact(&r, 2);
    carom_params p = carom_default_params();
    p.restitution = (carom_restitution)random_below(&r, CAROM_STOP_COUNT);
    p.mu = 0.5 * (1 + random_below(&r, 8));
    p.e = 0.25 * random_below(&r, 5);
    return print_batch(&carom_law_routh, &c, &p, to);
}

bool walk_hodograph(uint64_t i, print *to) {
    carom_contact c;
    carom_params p;
    carom_hodograph h;
    problem_at(&carom_law_routh, i % 9 ? 3 : 2, i, &c, &p);
    memset(&h, 0x5a, sizeof h);
    const double holds = p.mu_static >= p.mu ? p.mu_static : i % 4 ? p.mu : 0.5 * p.mu;
    const carom_status status = carom_hodograph_find(i % 50 ? &c : NULL, p.mu, holds, i % 50 == 1 ? NULL : &h);
    print_word(to, (uint64_t)status);
    if (status == CAROM_NULL_POINTER) return false;
    print_word(to, (uint64_t)h.count * 4 + h.everywhere * 2U + h.holds);
    for (int k = 0; k < h.count; k++) {
        const char *name = carom_invariant_name(h.direction[k].kind);
        print_word(to, (uint64_t)h.direction[k].kind * 256 + (uint64_t)(name ? *name : 0));
        print_numbers(to, 5,
                      (double[]){h.direction[k].e[0], h.direction[k].e[1], h.direction[k].f, h.direction[k].turn,
                                 h.direction[k].D});
    }
    print_numbers(to, 5, (double[]){h.mu_critical, h.hold[0], h.hold[1], h.escape[0], h.escape[1]});
    return status == CAROM_OK;
}
