#include "batch/space_path.h"

#include <math.h>

#include "base/poly.h"
#include "collide/ordinary.h"

// Largest number of pieces and evaluations. In the benchmark, one item in 200 exceeds this number and is left to
// carom_collide.
#define MOST_PIECES 12
#define MOST_LOOKS  40

// Events are searched only if v_n rises by at least this fraction of W_nn per impulse.
#define LEAST_RISE 0.01

// If the slip is nearer than this angle (rad) to a repelling direction, it takes many pieces to leave it and loses
// digits.
#define LEAST_ANGLE 0.05

// If the turning rate |g| (geometry.h) is below this fraction of its terms, the path of the slip is straight up to
// rounding.
#define STRAIGHT 1e-14

// A series around a root is tried only if the root is near, compared with the other roots. This is the largest ratio of
// its distance to a bound on theirs. Beyond it, most series do not converge.
#define NEAR 0.7

// A series around a root also requires that the path parameter reach at least this value. Near the start the sums
// cancel, and those of the work cancel quadratically.
#define LEAST_CLOCK         0.1
#define LEAST_CLOCK_OF_WORK 0.3

// The slip ends at 1/k. The error of k is the error of K_0, which is a difference of terms at most 1/FIRM times as
// large as K_0.
#define FIRM 0.03

// The normal work is a sum of terms W_nn l^2 and m^2 B l^2. It keeps its digits if m^2 B is at most this many times
// W_nn.
#define SHARP 20.0

// The slip may differ from v + W P by this fraction of its terms. In carom_collide the largest difference is 3e-15.
#define MISMATCH 2e-14

// Returns 1/h, where h is the distance of the nearest root of c_0 + ... + c_3 t^3. The result is correct up to a factor
// between 1/4 and 2 (Fujiwara). 21/64 approximates 1/3.
static double nearness(const double *c) {
    const double over = 1.0 / fabs(c[0]), x = sqrt(sqrt(fabs(c[3]) * over)), y = sqrt(sqrt(x));
    const double third = x * y * sqrt(sqrt(y)), second = sqrt(fabs(c[2]) * over), first = fabs(c[1]) * over;
    const double most = first > second ? first : second;
    return most > third ? most : third;
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

// ---- Items

static bool ordinary_params(const carom_space_walk *w) {
    uint64_t word = carom_if_ordinary_e(0, w->e);
    word = carom_if_ordinary_mu(word, w->mu);
    return carom_if_ordinary_mu(word, w->mu_static) == 0 && w->mu >= CAROM_ORDINARY_LEAST;
}

static void load_item(const carom_block *b, size_t i, carom_walker *x) {
    carom_contact *c = &x->contact;
    c->dim = 3;
    for (int row = 0, k = 0; row < 3; row++) {
        c->v[row] = b->v[row][i];
        for (int column = row; column < 3; column++, k++) c->W[row][column] = c->W[column][row] = b->W[k][i];
    }
    x->item = i;
    x->walk.e = b->p[0][i];
    x->walk.mu = b->p[1][i];
    x->walk.mu_static = b->p[2][i];
}

// For a regular W, computes all quantities that the path needs before its roots are known.
static void begin_flow(const carom_contact *c, double mu, carom_flow *f) {
    f->W = c->W;
    f->nu = 1.0;
    f->m = mu;
    f->hold = (carom_hold){.singular = false};
    f->by_hold = false;
    f->near_rest = 0.0;
    f->roots = 0;
}

// Returns whether the restitution hypothesis reads the work or the end of compression.
static bool works(const carom_walker *x) {
    return x->walk.stop->traits & CAROM_STOP_WORKS;
}

static bool compresses(const carom_walker *x) {
    return x->walk.stop->traits & CAROM_STOP_COMPRESSES;
}

static bool work_is_sharp(const carom_space_walk *w) {
    const double m = w->flow.m;
    return m * m * (w->c->W[1][1] + w->c->W[2][2]) <= SHARP * w->c->W[0][0];
}

bool carom_walker_begin(carom_walker *x, const carom_block *b, size_t i, carom_restitution restitution) {
    load_item(b, i, x);
    double(*W)[3] = x->contact.W;
    if (!ordinary_params(&x->walk) || !carom_ordinary_space(&x->contact)) return false;
    if (carom_if_far3(0, W[0][0], W[0][1], W[0][2], W[1][1], W[1][2], W[2][2]) != 0) return false;
    const double *v = x->contact.v, r = sqrt(v[1] * v[1] + v[2] * v[2]);
    carom_space_walk *w = &x->walk;
    w->c = &x->contact;
    w->stop = &carom_stops[restitution];
    w->path = NULL;
    begin_flow(&x->contact, w->mu, &w->flow);
    w->at = (carom_walk_point){.v_n = v[0], .e = {v[1] / r, v[2] / r}, .r = r};
    w->compressing = true;
    w->base = w->mark = w->absorbed = w->released = 0.0;
    x->pieces = 0;
    x->far = x->seeking = false;
    return r > CAROM_ORDINARY_LEAST && (!works(x) || work_is_sharp(w));
}

// Stores the result of an item. If the result is not certain, leaves the item to carom_collide.
static void give(const carom_block *b, carom_walker *x, carom_mode mode, bool sure) {
    const double *P = x->walk.at.P;
    for (int k = 0; k < 3; k++) b->P[k][x->item] = P[k];
    sure = sure && fabs(P[0]) + fabs(P[1]) + fabs(P[2]) <= CAROM_ORDINARY_IMPULSE;
    b->mode[x->item] = sure ? (uint64_t)mode : CAROM_EXTRAORDINARY;
    x->task = CAROM_WALKER_IDLE;
    x->seeking = false;
}

static void end_sliding(const carom_block *b, carom_walker *x) {
    // If the slip speed is negative, the path was followed past the end of the slip.
    give(b, x, CAROM_MODE_SLIDING, x->walk.at.r >= 0.0 && carom_walk_mismatch(&x->walk) <= MISMATCH);
}

static void end_from_rest(const carom_block *b, carom_walker *x) {
    carom_mode mode = CAROM_MODE_NONE;
    const bool followed = carom_walk_mismatch(&x->walk) <= MISMATCH;
    // Maximum compression was searched only if the restitution hypothesis reads it.
    if (!compresses(x)) x->walk.compressing = x->walk.at.v_n < 0.0;
    const carom_walk_state state = carom_walk_from_rest(&x->walk, true, &mode);
    give(b, x, mode, followed && x->firm && state == CAROM_WALK_ENDED);
}

// ---- Pieces

static void mirror(carom_view *v) {
    v->side = -v->side;
    v->beta = -v->beta;
    v->b12 = -v->b12;
    v->ma2 = -v->ma2;
}

// Returns whether v_n rises all the way from the direction e to the direction f, which are less than half a turn apart.
// The slope of v_n is smallest where a.e is largest. That is at an end, or between the ends if a points there.
static bool rises_between(const carom_space_walk *w, const double e[2], const double f[2]) {
    const double a1 = w->c->W[0][1], a2 = w->c->W[0][2], least = LEAST_RISE * w->c->W[0][0];
    const double from = e[0] * a2 - e[1] * a1, to = a1 * f[1] - a2 * f[0];
    const bool between = from * to > 0.0 && e[0] * a1 + e[1] * a2 > 0.0;
    const double top = w->c->W[0][0] - w->flow.m * sqrt(a1 * a1 + a2 * a2);
    return carom_normal_rate(&w->flow, e) > least && carom_normal_rate(&w->flow, f) > least &&
           (!between || top > least);
}

// Returns the approximate remaining impulse, at the present rate of v_n.
static double impulse_left(const carom_space_walk *w) {
    return -(1.0 + w->e) * w->c->v[0] / carom_normal_rate(&w->flow, w->at.e) - w->at.l;
}

// Returns whether the slip will change by more than 20 % before the impact is over. If it will not, a Taylor piece is
// enough.
static bool changes(const carom_space_walk *w) {
    return impulse_left(w) * carom_flow_size(&w->flow) > 0.2 * w->at.r;
}

// Finds the first root of G ahead. Returns false if another root lies too near to it.
static bool find_ahead(const double G[5], double *root) {
    double slope;
    if (!carom_root_ahead(G, root, &slope)) return false;
    // Expand G around its root.
    const double t = *root;
    const double c[4] = {slope, G[2] + t * (3.0 * G[3] + t * 6.0 * G[4]), G[3] + 4.0 * t * G[4], G[4]};
    return t * nearness(c) < NEAR;
}

static void ask_series(carom_lane_series *s, int lane, const double A[5], const double C[5], double k, double h) {
    const double over = 1.0 / C[0];
    double scale = h * over;
    for (int i = 1; i <= 4; i++, scale *= h) {
        *carom_of_walker(s, CAROM_ROW_A + i - 1, lane) = (A[i] - k * C[i]) * scale;
        *carom_of_walker(s, CAROM_ROW_C + i - 1, lane) = C[i] * scale;
    }
    *carom_of_walker(s, CAROM_ROW_HH, lane) = h * h;
}

static void ask_powers(carom_lane_series *s, int lane, double power, double power2, double held) {
    *carom_of_walker(s, CAROM_ROW_POWER, lane) = power;
    *carom_of_walker(s, CAROM_ROW_POWER + 1, lane) = power2;
    *carom_of_walker(s, CAROM_ROW_HELD, lane) = held;
}

// Requests the series for all of the remaining slip, around the direction to which the slip turns. Returns false if
// that direction is too far away.
static bool ask_to_root(carom_walker *x, carom_lane_series *s, int lane) {
    const carom_space_walk *w = &x->walk;
    double e[2], G[5], K[4], ahead;
    if (!find_ahead(x->G, &ahead)) return false;
    carom_view_direction(&x->view, ahead, e);
    carom_polish_direction(&w->flow, e);
    const carom_view view = carom_view_plain(&w->flow, e, -x->view.side);
    carom_view_polynomials(&view, G, K);
    const double t0 = carom_seen_from(&view, w->at.e), k = K[0] / G[1];
    // Terms with n + k near 0 cancel for n > 0; a value of 1/20 costs one or two digits. For the work, n + 2k is as
    // small as 1e-3 only if the work itself vanishes.
    const bool lags = works(x) && k < -0.25 && fabs(2.0 * k - floor(2.0 * k + 0.5)) < 1e-3;
    const bool cancels = lags || (k < -0.5 && fabs(k - floor(k + 0.5)) < 0.05);
    if (!(t0 > 0.0 && G[1] < 0.0 && fabs(k) <= 20.0) || cancels) return false;
    // The parameter of the piece starts with dl = -q^2 t y.
    const double q = 1.0 + t0 * t0, R0 = w->at.r / q, ty0 = 2.0 * R0 / carom_horner(G + 1, 4, t0);
    const double least = works(x) ? LEAST_CLOCK_OF_WORK : LEAST_CLOCK;
    if (!(impulse_left(w) > -least * q * q * ty0)) return false;
    const double A[5] = {K[0], K[1], K[2], K[3], 0.0}, C[5] = {G[1], G[2], G[3], G[4], 0.0};
    ask_series(s, lane, A, C, k, t0);
    ask_powers(s, lane, k, 2.0 * k, 0.0);
    x->view = view;
    for (int i = 0; i < 5; i++) x->G[i] = G[i];
    x->h = t0;
    x->k = k;
    x->firm = fabs(K[0]) > FIRM * (fabs(view.alpha) + view.b11 + view.b22);
    x->R0 = R0;
    x->y0 = ty0;
    x->task = CAROM_WALKER_TO_ROOT;
    return true;
}

static void ask_taylor(carom_walker *x, carom_lane_series *s, int lane, const double K[4]) {
    const double *G = x->G, A[5] = {0.0, K[0], K[1], K[2], K[3]};
    // h is only the unit of t. The terms of the series show how far it is accurate.
    const double top = larger(larger(fabs(G[1]), fabs(G[2])), larger(fabs(G[3]), fabs(G[4])));
    const double most = larger(top, 0.5 * fabs(K[0]));
    x->h = most > G[0] ? G[0] / most : 1.0;
    ask_series(s, lane, A, G, 0.0, x->h);
    ask_powers(s, lane, 1.0, 1.0, 1.0);
    x->y0 = 2.0 * x->walk.at.r / G[0];
    x->task = CAROM_WALKER_TAYLOR;
}

// Rejects a slip on a straight path, and a slip that starts too near to a repelling direction. Path followers do
// not handle these.
bool carom_walker_ask(carom_walker *x, carom_lane_series *s, int lane) {
    const carom_space_walk *w = &x->walk;
    carom_view *v = &x->view;
    double K[4];
    *v = carom_view_plain(&w->flow, w->at.e, 1.0);
    if (v->beta < v->b12) mirror(v);
    carom_view_polynomials(v, x->G, K);
    // dg/dth = G'/2.
    const bool repelled = x->pieces == 0 && !(x->G[0] > 0.5 * LEAST_ANGLE * x->G[1]);
    if (!(x->G[0] > STRAIGHT * (fabs(v->beta) + fabs(v->b12) + fabs(x->G[1]))) || repelled) return false;
    if (++x->pieces > MOST_PIECES) return false;
    if (x->far || !changes(w) || !ask_to_root(x, s, lane)) ask_taylor(x, s, lane, K);
    return true;
}

// ---- Places on a piece

// Returns the number that the series have in this row for this path follower.
static double answered(const carom_lane_series *s, int row, int lane) {
    return *carom_of_walker(s, row, lane);
}

// The results of the series at one parameter: t, R and the integrals from the start, with dl/dclock.
typedef struct sums {
    double t, R, dl;
    double sum[CAROM_INTEGRALS];
} sums;

static sums sums_of_taylor(const carom_walker *x, const carom_lane_series *s, int lane, double tau) {
    const double t = x->h * tau, q = 1.0 + t * t, y = x->y0 * answered(s, CAROM_ROW_Y_SUM, lane),
                 f = x->h * x->y0 * tau;
    const double m = x->walk.flow.m;
    return (sums){.t = t,
                  .R = 0.5 * y * carom_horner(x->G, 5, t),
                  .dl = q * q * y * x->h,
                  .sum = {f * answered(s, CAROM_ROW_SUM + CAROM_CLOCK, lane),
                          -m * f * answered(s, CAROM_ROW_SUM + CAROM_ALONG, lane),
                          -2.0 * m * x->h * f * answered(s, CAROM_ROW_SUM + CAROM_ACROSS, lane),
                          x->walk.at.r * f * answered(s, CAROM_ROW_SUM + CAROM_LAG, lane)}};
}

// Returns tau for the parameter c of a piece that ends at a root. The quantities r and l are nearly linear in c = (1 -
// tau^k)/k. If k > 0, c ends at 1/k, where the slip ends; otherwise c has no end.
static double tau_to_root(double k, double clock) {
    return exp(k != 0.0 ? log1p(-k * clock) / k : -clock);
}

// Computes the sums on a piece that ends at a root, where t y = f tau^k y_sum with f = t_0 y_0/all. Its integrals from
// tau = 1 are, term by term, c_n (tau^(n+k) - 1)/(n + k). For n = 0 that is -c, and for Y, with 2k instead of k, -c (1
// + tau^k)/2. The sums begin with n = 1. The initial slip contributes (r/m) e_0.P_t to the lag (walk/piece.h).
static sums sums_to_root(const carom_walker *x, const carom_lane_series *s, int lane, double clock) {
    const double power = 1.0 - x->k * clock, t = x->h * (power > 0.0 ? answered(s, CAROM_ROW_TAU, lane) : 0.0),
                 q = 1.0 + t * t;
    const double f = x->y0 / answered(s, CAROM_ROW_ALL, lane),
                 f2 = x->y0 * x->R0 / answered(s, CAROM_ROW_ALL + 1, lane), m = x->walk.flow.m;
    const double *whole = x->whole,
                 lag = power * power * answered(s, CAROM_ROW_SUM + CAROM_LAG, lane) - whole[CAROM_LAG];
    const double Px = -m * f * (power * answered(s, CAROM_ROW_SUM + CAROM_ALONG, lane) - whole[CAROM_ALONG] - clock);
    const double Py =
        -2.0 * m * x->h * f * (power * answered(s, CAROM_ROW_SUM + CAROM_ACROSS, lane) - whole[CAROM_ACROSS]);
    const double q0 = 1.0 + x->h * x->h, c0 = (1.0 - x->h * x->h) / q0, d0 = 2.0 * x->h / q0;
    return (sums){.t = t,
                  .R = 0.5 * f * power * answered(s, CAROM_ROW_Y_SUM, lane) * carom_horner(x->G + 1, 4, t),
                  .dl = -q * q * f * answered(s, CAROM_ROW_Y_SUM, lane),
                  .sum = {f * (power * answered(s, CAROM_ROW_SUM + CAROM_CLOCK, lane) - whole[CAROM_CLOCK] - clock), Px,
                          Py, f2 * (lag - 0.5 * clock * (1.0 + power)) + x->walk.at.r / m * (c0 * Px + d0 * Py)}};
}

static carom_walk_point point_at(const carom_walker *x, const sums *here) {
    const carom_piece_point point = carom_point_seen(&x->view, here->t, here->R, here->sum);
    return carom_walk_point_of(&x->walk, &point);
}

// Computes the quantities that Newton's method needs: the parts of carom_walk_value, and dv_n/dl. In the axes of the
// view, a is (alpha, beta) and m B is (b11, b12; b12, b22). The work is computed as in walk/walk.c.
static carom_walk_point quick_point(const carom_walker *x, const sums *here, double *rate) {
    const carom_view *v = &x->view;
    const carom_walk_point *at = &x->walk.at;
    const double l = here->sum[CAROM_CLOCK], Px = here->sum[CAROM_ALONG], Py = here->sum[CAROM_ACROSS], t = here->t;
    const double pull = v->alpha * Px + v->beta * Py, m = x->walk.flow.m;
    const double bent = (Px * (v->b11 * Px + 2.0 * v->b12 * Py) + v->b22 * Py * Py) / m;
    *rate = v->nw - (v->ma1 * (1.0 - t * t) + v->ma2 * 2.0 * t) / (1.0 + t * t);
    return (carom_walk_point){
        .l = at->l + l,
        .P = {at->P[0] + l},
        .v_n = at->v_n + (v->nw * l + pull),
        .work = at->work + (at->v_n * l + 0.5 * (l * (v->nw * l + 2.0 * pull) + bent) + m * here->sum[CAROM_LAG])};
}

static bool reaches_root(const carom_lane_series *s, int lane) {
    for (int m = 0; m < (s->working ? 2 : 1); m++)
        if (!(answered(s, CAROM_ROW_TAIL + m, lane) <= 10.0 * CAROM_LANE_TRUNCATION &&
              answered(s, CAROM_ROW_SIZE + m, lane) <= 50.0 * fabs(answered(s, CAROM_ROW_ALL + m, lane))))
            return false;
    return true;
}

// ---- Events

static carom_awaited awaited(const carom_walker *x) {
    return x->walk.compressing && compresses(x) ? CAROM_RISES : CAROM_STOPS;
}

// Searches for the event between a point of the piece and the end of the piece.
static void seek_from(const carom_block *b, carom_walker *x, double from, const carom_walk_point *place, double dl) {
    const carom_awaited what = awaited(x);
    const double below = carom_walk_value(&x->walk, place, what), above = carom_walk_value(&x->walk, &x->end, what);
    x->seeking = isinf(x->reach) || above >= 0.0;
    if (!x->seeking) {
        x->walk.at = x->end;
        if (x->task == CAROM_WALKER_TO_ROOT) end_from_rest(b, x);
        return;
    }
    const carom_space_walk *w = &x->walk;
    const double slope = dl * carom_walk_slope(w, place, what, carom_normal_rate(&w->flow, place->e));
    const double end_slope = x->end_dl * carom_walk_slope(w, &x->end, what, carom_normal_rate(&w->flow, x->end.e));
    x->looks = 0;
    x->in = (carom_bracket){.low = from, .high = x->reach};
    x->last = !(below < 0.0);
    if (x->last)
        x->clock = from;
    else if (what == CAROM_STOPS && works(x) && !isinf(x->reach))
        x->clock = from + (x->reach - from) * sqrt(below / (below - above));
    else if (isinf(x->reach))
        x->clock = carom_bracket_beyond(from, below, slope);
    else
        x->clock = carom_bracket_guess(from, x->reach, (double[]){below, above}, (double[]){slope, end_slope});
}

// Handles the awaited event at this point.
static void pass(const carom_block *b, carom_walker *x, const carom_walk_point *place, double dl) {
    const bool stops = awaited(x) == CAROM_STOPS;
    if (!stops) carom_walk_end_compression(&x->walk, place);
    if (stops || x->walk.e == 0.0) {
        x->walk.at = *place;
        end_sliding(b, x);
    } else if (works(x)) {
        carom_walk_rebase(&x->walk, place);
        x->seeking = false;
    } else {
        seek_from(b, x, x->clock, place, dl);
    }
}

static void look(carom_walker *x, const carom_block *b, const sums *here) {
    if (x->last) {
        const carom_walk_point place = point_at(x, here);
        pass(b, x, &place, here->dl);
        return;
    }
    double rate;
    const carom_awaited what = awaited(x);
    const carom_walk_point place = quick_point(x, here, &rate);
    const double value = carom_walk_value(&x->walk, &place, what);
    const double slope = carom_walk_slope(&x->walk, &place, what, rate);
    const double newton = value / (slope * here->dl) * carom_walk_straightened(&x->walk, what, value);
    x->clock = carom_bracket_step(&x->in, x->clock, value, newton, &x->last);
    if (++x->looks > MOST_LOOKS) give(b, x, CAROM_MODE_NONE, false);
}

// Handles the end of a piece to a root. If the slip ends there, tau = 0, so the sums vanish and y is its first term.
static void end_at_root(carom_walker *x, const carom_lane_series *s, int lane) {
    if (x->k > 0.0) {
        const sums here = sums_to_root(x, s, lane, 1.0 / x->k);
        x->end = point_at(x, &here);
        x->end_dl = here.dl / answered(s, CAROM_ROW_Y_SUM, lane);
    }
    x->end.e[0] = x->view.e[0];
    x->end.e[1] = x->view.e[1];
    x->end.r = 0.0;
}

// Evaluates a new piece at its end. For a piece to a root, the sums over its whole length give both its start and its
// end.
void carom_walker_reach_end(carom_walker *x, const carom_block *b, const carom_lane_series *s, int lane) {
    double dl = x->y0 * x->h;
    x->far = x->task == CAROM_WALKER_TO_ROOT && !reaches_root(s, lane);
    if (x->far) return;
    if (x->task == CAROM_WALKER_TO_ROOT) {
        for (int i = 0; i < CAROM_INTEGRALS; i++) x->whole[i] = answered(s, CAROM_ROW_SUM + i, lane);
        dl = sums_to_root(x, s, lane, 0.0).dl;
        end_at_root(x, s, lane);
    } else {
        const sums here = sums_of_taylor(x, s, lane, x->reach);
        x->end = point_at(x, &here);
        x->end_dl = here.dl;
    }
    const bool dies = x->task == CAROM_WALKER_TAYLOR && !carom_turns_up_to(x->G, x->h * x->reach);
    if (!dies && rises_between(&x->walk, x->walk.at.e, x->end.e))
        seek_from(b, x, 0.0, &x->walk.at, dl);
    else
        give(b, x, CAROM_MODE_NONE, false);
}

void carom_walker_look(carom_walker *x, const carom_block *b, const carom_lane_series *s, int lane) {
    const sums here =
        x->task == CAROM_WALKER_TO_ROOT ? sums_to_root(x, s, lane, x->clock) : sums_of_taylor(x, s, lane, x->clock);
    look(x, b, &here);
}

// Reads from the series how long the new piece may be. On a Taylor piece the slip turns by at most a quarter turn.
void carom_walker_start_piece(carom_walker *x, const carom_lane_series *s, int lane) {
    const double trusted = answered(s, CAROM_ROW_REACH, lane);
    if (x->task == CAROM_WALKER_TO_ROOT)
        x->reach = x->k > 0.0 ? 1.0 / x->k : HUGE_VAL;
    else
        x->reach = trusted * x->h < 1.0 ? trusted : 1.0 / x->h;
}

// Returns the parameter at which the sums are needed. A piece that ends at a root of G is first evaluated over its
// whole length.
double carom_walker_tau(const carom_walker *x) {
    if (x->task != CAROM_WALKER_TO_ROOT) return x->seeking ? x->clock : x->reach;
    return x->seeking ? tau_to_root(x->k, x->clock) : 1.0;
}
