// How friction turns the slip: views, invariant directions, rest, and every course a piece may take.
#include <float.h>
#include <string.h>

#include "support/whole.h"
#include "walk/flow.h"
#include "walk/piece.h"
#include "walk/prints/prints.h"

static void print_view(print *to, const carom_view *v) {
    print_numbers(to, 3, (double[]){v->e[0], v->e[1], v->side});
    print_numbers(to, 6, (double[]){v->alpha, v->beta, v->b11, v->b12, v->b22, v->split});
    print_numbers(to, 3, (double[]){v->ma1, v->ma2, v->nw});
}

// A direction: along the slip, an axis, a whole triangle's, any, or next to an invariant one.
static void direction(random_stream *r, const carom_flow *flow, const carom_contact *c, double e[2]) {
    static const double exact[][2] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.6, 0.8}, {-0.8, 0.6}, {0.28, -0.96}};
    static const double sizes[] = {0.0, 1e-16, 1e-15, 3e-15, 1e-13, 1e-9, 0.9e-6, 1.5e-6, 3e-6, 1e-3, 0.1, 0.5};
    double roots[4][2];
    const int kind = random_below(r, 4), count = carom_invariant_directions(flow, roots), which = random_below(r, 6);
    const double length = hypot(c->v[1], c->v[2]), angle = random_between(r, -4.0, 4.0);
    memcpy(e, exact[which], sizeof exact[0]);
    if (kind == 0) e[0] = cos(angle), e[1] = sin(angle);
    if (kind == 1 && length > 0.0) e[0] = c->v[1] / length, e[1] = c->v[2] / length;
    if (kind != 2 || count < 1) return;
    const double *root = roots[which % count], off = sizes[random_below(r, 12)] * (random_below(r, 2) ? 1.0 : -1.0);
    const double far = sqrt(1.0 + off * off);
    e[0] = (root[0] - off * root[1]) / far;
    e[1] = (root[1] + off * root[0]) / far;
}

static carom_flow flow_of(const carom_contact *c, const carom_params *p) {
    return (carom_flow){.W = c->W, .nu = isinf(p->mu) ? 0.0 : 1.0, .m = isinf(p->mu) ? 1.0 : p->mu};
}

static void print_ahead(print *to, const double G[5]) {
    double root = 7.0, slope = 7.0;
    const bool found = carom_root_ahead(G, &root, &slope);
    print_word(to, found);
    if (found) print_numbers(to, 2, (double[]){root, slope});
}

bool walk_view(uint64_t i, print *to) {
    carom_contact c;
    carom_params p;
    random_stream r = random_at(2653, i);
    if (!walk_problem_at(3, i, &c, &p)) return false;
    const carom_flow flow = flow_of(&c, &p);
    double e[2], roots[4][2];
    memset(roots, 0, sizeof roots);
    const int count = carom_invariant_directions(&flow, roots);
    print_word(to, (uint64_t)(count + 1));
    for (int k = 0; k < count; k++) print_numbers(to, 2, roots[k]);
    for (int k = 0; k < 3; k++) {
        double G[5], K[4], there[2];
        direction(&r, &flow, &c, e);
        const carom_view from = carom_view_from(&flow, e, k % 2 ? -1.0 : 1.0),
                         plain = carom_view_plain(&flow, e, k % 2 ? 1.0 : -1.0);
        const carom_turn_rate turn = carom_turning(&flow, e);
        print_view(to, &from);
        print_view(to, &plain);
        print_numbers(to, 3, (double[]){turn.g, turn.slope, turn.size});
        carom_view_polynomials(&from, G, K);
        print_numbers(to, 5, G);
        print_numbers(to, 4, K);
        print_ahead(to, G);
        print_word(to, carom_turns_up_to(G, random_unit(&r)));
        carom_view_direction(&from, random_between(&r, -3.0, 3.0), there);
        print_numbers(to, 2, there);
        print_number(to, carom_seen_from(&from, there));
        const double u[2] = {2.5 * e[0], 2.5 * e[1]}, off[2] = {e[0] * (1.0 + 1e-16), e[1]};
        print_numbers(to, 2, (double[]){carom_exact_turning(&flow, u), carom_exact_turning(&flow, off)});
        print_numbers(to, 2, (double[]){carom_flow_size(&flow), carom_normal_rate(&flow, e)});
        carom_polish_direction(&flow, e);
        print_numbers(to, 2, e);
    }
    return true;
}

// Quartics of whole numbers and of any.
bool walk_ahead(uint64_t i, print *to) {
    random_stream r = random_at(2654, i);
    double G[5];
    const bool exact = random_below(&r, 2);
    for (int k = 0; k < 5; k++) G[k] = exact ? whole(&r, 5) : random_between(&r, -5.0, 5.0);
    G[0] = fabs(G[0]);
    if (random_below(&r, 4)) G[1] = -fabs(G[1]);
    print_ahead(to, G);
    for (int k = 1; k <= 4; k++) print_word(to, carom_turns_up_to(G, 0.5 * k));
    const double angle = random_between(&r, -4.0, 4.0);
    const carom_view v = {.e = {0.6, 0.8}, .side = exact ? 1.0 : -1.0},
                     any = {.e = {cos(angle), sin(angle)}, .side = 1.0};
    print_number(to, carom_seen_from(&any, (double[]){-any.e[1], any.e[0]})); // at a right angle
    const double e[][2] = {{0.8, -0.6}, {-0.8, 0.6}, {-0.6, -0.8}, {0.6, 0.8}, {1.0, 0.0}, {-1.0, 0.0}, {0.28, 0.96}};
    print_number(to, carom_seen_from(&v, e[i % 7]));
    return true;
}

static void print_hold(print *to, const carom_hold *h) {
    print_numbers(to, 6, (double[]){h->x[0], h->x[1], h->slope, h->q[0], h->q[1], h->rest});
    print_word(to, 4U * h->singular + 2U * h->line + h->tied);
}

bool walk_rest(uint64_t i, print *to) {
    carom_contact c;
    carom_params p;
    random_stream r = random_at(2655, i);
    if (!walk_problem_at(3, i, &c, &p)) return false;
    const double length = hypot(c.v[1], c.v[2]), holds = p.mu_static >= p.mu ? p.mu_static : p.mu;
    const double(*W)[3] = ((const carom_contact *)&c)->W;
    const carom_hold hold = carom_hold_find(W);
    print_hold(to, &hold);
    carom_flow flow = carom_flow_begin(&c, p.mu, length);
    print_hold(to, &flow.hold);
    print_numbers(to, 3, (double[]){flow.nu, flow.m, flow.near_rest});
    print_word(to, flow.by_hold);
    carom_walk_point at = {.r = length, .l = random_below(&r, 3), .v_n = c.v[0]};
    direction(&r, &flow, &c, at.e);
    print_word(to, carom_flow_makes_no_impulse(&flow, c.v, &at));
    const double scale = fabs(c.v[0]) + fabs(c.v[1]) + fabs(c.v[2]) + carom_flow_size(&flow) * at.l;
    for (int k = 0; k < 3; k++) {
        at.r = 0.5e-18 * (k + 1) * scale;
        print_word(to, carom_flow_rests(&flow, c.v, &at));
    }
    const carom_view v = carom_view_from(&flow, at.e, 1.0);
    print_word(to, carom_view_balanced(&flow, &v));
    print_word(to, carom_flow_neutral(&flow, 1e-14 * carom_flow_size(&flow) * random_between(&r, 0.5, 2.5)));
    const double x = sqrt(hold.x[0] * hold.x[0] + hold.x[1] * hold.x[1]);
    double e[2] = {7.0, 7.0};
    for (int k = 0; k < 3 && x > 0.0; k++) {
        carom_escape_direction(W, k < 2 ? x * (k ? 0.5 : 1.0 - 1e-9) : 0.0, e);
        print_numbers(to, 2, e);
    }
    // Those who follow the curved pieces in their own way have not asked what rest does.
    if (random_below(&r, 2)) memset(&flow.hold, 0, sizeof flow.hold);
    carom_straight line;
    print_word(to, carom_flow_from_rest(&flow, c.v, p.mu, holds, &at, &line));
    print_numbers(to, 5, (double[]){line.d[0], line.d[1], line.d[2], line.rise, line.growth});
    print_numbers(to, 4, (double[]){at.r, at.v_n, at.e[0], at.e[1]});
    print_numbers(to, 2, (double[]){flow.nu, flow.m});
    return true;
}

static void print_piece(print *to, const carom_piece *s) {
    print_word(to, (uint64_t)s->terms * 64 + (uint64_t)s->turns * 8 + 4U * s->at_root + 2U * s->balanced + s->straight);
    if (s->straight) {
        print_numbers(to, 3, s->line.d);
        print_numbers(to, 2, (double[]){s->line.rise, s->line.growth});
        return;
    }
    print_numbers(to, 6, (double[]){s->rise, s->sigma, s->h, s->tau0, s->dl, s->last});
    print_numbers(to, s->turns, s->turn);
    for (int k = 0; k < CAROM_INTEGRALS; k++) print_word(to, (uint64_t)s->special[k]);
    for (int k = 0; k <= 4; k++) {
        const double clock = isinf(s->last) ? (k < 4 ? 0.75 * k : s->last) : 0.25 * k * s->last;
        if (isinf(clock) && !(s->power[CAROM_CLOCK] > 0.0)) continue;
        const carom_piece_point at = carom_piece_at(s, clock);
        print_numbers(to, 5, (double[]){at.t, at.e[0], at.e[1], at.r, at.l});
        print_numbers(to, 4, (double[]){at.Pt[0], at.Pt[1], at.lag, at.dl});
    }
}

// Friction that turns slip by the last bits alone, or not at all.
static void nearly_sphere(random_stream *r, carom_contact *c) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c->W[i][j] = i == j ? (i ? 3.5 : 1.0) : 0.0;
    c->W[2][2] *= 1.0 + DBL_EPSILON * whole(r, 4);
    c->W[1][2] = c->W[2][1] = 3.5 * DBL_EPSILON * whole(r, 2);
    c->W[0][1] = c->W[1][0] = random_below(r, 2) ? 0.0 : DBL_EPSILON * whole(r, 4);
}

// An axis is invariant, and k there a number of halves: mu b_1 = a_1 + x, mu (b_2 - b_1) = y - a_1.
static void aligned(random_stream *r, carom_contact *c, carom_params *p) {
    const double b2 = 1 + random_below(r, 3), halves = 0.5 * (3 + random_below(r, 94)),
                 x = halves / (halves - 1.0) * b2;
    const double a1 = 0.25 * random_below(r, 9), b1 = a1 + (random_below(r, 2) ? x : 0.25 * (1 + random_below(r, 20)));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c->W[i][j] = 0.0;
    c->W[0][0] = 1.0 + a1 * a1 / b1;
    c->W[0][1] = c->W[1][0] = a1;
    c->W[1][1] = b1;
    c->W[2][2] = b2;
    p->mu = 1.0;
}

// Every course from a point, one after the other, whether its piece was good or not.
bool walk_course(uint64_t i, print *to) {
    static carom_piece piece;
    static const double lefts[] = {HUGE_VAL, 1e-9, 1e-3, 0.1, 1.0, 10.0};
    carom_contact c;
    carom_params p;
    random_stream r = random_at(2656, i);
    if (!walk_problem_at(3, i, &c, &p)) return false;
    if (i % 8 == 0) nearly_sphere(&r, &c);
    if (i % 8 == 1) aligned(&r, &c, &p);
    const double speed = 0.5 + random_unit(&r);
    carom_flow flow = carom_flow_begin(&c, p.mu, speed);
    carom_walk_point at = {.r = speed, .v_n = c.v[0]};
    direction(&r, &flow, &c, at.e);
    const double u[2] = {speed * at.e[0], speed * at.e[1]};
    const bool first = random_below(&r, 3) > 0;
    carom_course course = {.kind = CAROM_COURSE_NONE, .left = lefts[random_below(&r, 6)]};
    // Without friction it is straight from the start.
    if (!first && flow.m == 0.0) return false;
    while (carom_flow_course(&flow, &at, first ? u : NULL, &course)) {
        print_word(to, (uint64_t)course.kind * 2 + course.balanced);
        print_numbers(to, 5, (double[]){course.side, course.turning, course.rise, at.e[0], at.e[1]});
        memset(&piece, 0, sizeof piece);
        const bool good = carom_piece_begin(&flow, &course, &at, &piece);
        print_word(to, good);
        if (good) print_piece(to, &piece);
        if (course.kind == CAROM_COURSE_STRAIGHT) break;
        print_view(to, &course.view);
        print_numbers(to, 5, course.G);
        print_numbers(to, 4, course.K);
    }
    return true;
}
