#include "walk/flow.h"

#include <math.h>

#include "base/double_double.h"
#include "base/ldl.h"
#include "base/poly.h"
#include "base/rank.h"

// Splits B into its mean (b11 + b22)/2, which is the same in all directions, and a deviator that rotates with twice the
// angle. Rotating only the deviator keeps the digits of a nearly isotropic B. Double-double numbers keep those of a
// nearly singular B.
carom_view carom_view_from(const carom_flow *flow, const double e[2], double side) {
    const double *w = flow->W[0];
    const carom_twin xx = carom_two_product(e[0], e[0]), yy = carom_two_product(e[1], e[1]);
    const carom_twin cos2 = carom_twin_add(xx, carom_twin_negative(yy)), sin2 = carom_two_product(2.0 * e[0], e[1]);
    const carom_twin mean = carom_twin_product(carom_two_sum(flow->W[1][1], flow->W[2][2]), carom_twin_add(xx, yy));
    const carom_twin split = carom_two_sum(flow->W[1][1], -flow->W[2][2]);
    const double b12 = flow->W[1][2];
    const carom_twin stretch = carom_twin_add(carom_twin_product(split, cos2), carom_twin_times(sin2, 2.0 * b12));
    const carom_twin bend =
        carom_twin_add(carom_twin_times(cos2, 2.0 * b12), carom_twin_negative(carom_twin_product(split, sin2)));
    const double along = carom_sum_of_products(w[1], e[0], w[2], e[1]);
    const double across = side * carom_difference_of_products(w[2], e[0], w[1], e[1]);
    return (carom_view){
        .e = {e[0], e[1]},
        .side = side,
        .alpha = flow->nu * along,
        .beta = flow->nu * across,
        .b11 = 0.5 * flow->m * carom_twin_add(mean, stretch).hi,
        .b12 = 0.5 * flow->m * side * bend.hi,
        .b22 = 0.5 * flow->m * carom_twin_add(mean, carom_twin_negative(stretch)).hi,
        .split = -flow->m * stretch.hi,
        .ma1 = flow->m * along,
        .ma2 = flow->m * across,
        .nw = flow->nu * w[0],
    };
}

carom_view carom_view_plain(const carom_flow *flow, const double e[2], double side) {
    const double *w = flow->W[0], half = 0.5 * (flow->W[1][1] - flow->W[2][2]), b12 = flow->W[1][2];
    const double cos2 = (e[0] - e[1]) * (e[0] + e[1]), sin2 = 2.0 * e[0] * e[1], m = flow->m, nu = flow->nu;
    const double mean = 0.5 * (flow->W[1][1] + flow->W[2][2]), stretch = half * cos2 + b12 * sin2;
    const double along = w[1] * e[0] + w[2] * e[1], across = side * (w[2] * e[0] - w[1] * e[1]);
    return (carom_view){
        .e = {e[0], e[1]},
        .side = side,
        .alpha = nu * along,
        .beta = nu * across,
        .b11 = m * (mean + stretch),
        .b12 = m * side * (b12 * cos2 - half * sin2),
        .b22 = m * (mean - stretch),
        .split = -2.0 * m * stretch,
        .ma1 = m * along,
        .ma2 = m * across,
        .nw = nu * w[0],
    };
}

bool carom_root_ahead(const double G[5], double *root, double *slope_there) {
    double t = 0.0, step = G[1] < 0.0 ? 1.0 : 0.0, slope = G[1];
    for (int i = 0; i < 8 && fabs(step) > 1e-6 * t; i++) {
        step = (G[0] + t * (G[1] + t * (G[2] + t * (G[3] + t * G[4])))) / slope;
        t -= step;
        slope = G[1] + t * (2.0 * G[2] + t * (3.0 * G[3] + t * 4.0 * G[4]));
        if (!(slope < 0.0 && t > 0.0 && t < 3.0)) return false;
    }
    *root = t;
    *slope_there = slope;
    return t > 0.0 && fabs(step) <= 1e-6 * t;
}

void carom_view_direction(const carom_view *v, double t, double e[2]) {
    const double q = 1.0 + t * t, c = (1.0 - t * t) / q, d = v->side * 2.0 * t / q;
    e[0] = c * v->e[0] - d * v->e[1];
    e[1] = c * v->e[1] + d * v->e[0];
}

double carom_flow_size(const carom_flow *flow) {
    return flow->nu * (fabs(flow->W[0][1]) + fabs(flow->W[0][2])) +
           flow->m * (fabs(flow->W[1][1]) + 2.0 * fabs(flow->W[1][2]) + fabs(flow->W[2][2]));
}

// Returns |u|^2 g = nu |u| (u x a) - m u x (B u), computed in double-double numbers.
double carom_exact_turning(const carom_flow *flow, const double u[2]) {
    int exponent;
    (void)frexp(fmax(fabs(u[0]), fabs(u[1])), &exponent);
    const double x = ldexp(u[0], -exponent), y = ldexp(u[1], -exponent);
    const double *a = flow->W[0];

    const carom_twin xx = carom_two_product(x, x), yy = carom_two_product(y, y), xy = carom_two_product(x, y);
    const carom_twin length = carom_twin_sqrt(carom_twin_add(xx, yy));
    const carom_twin cross = carom_twin_add(carom_two_product(x, a[2]), carom_two_product(-y, a[1]));
    const carom_twin split = carom_two_sum(flow->W[2][2], -flow->W[1][1]);
    const carom_twin bend = carom_twin_add(carom_twin_times(carom_twin_add(xx, carom_twin_negative(yy)), flow->W[1][2]),
                                           carom_twin_product(split, xy));
    const carom_twin pushed = carom_twin_times(carom_twin_product(length, cross), flow->nu);
    const carom_twin turned = carom_twin_add(pushed, carom_twin_times(bend, -flow->m));
    const double size = flow->nu * (fabs(a[1]) + fabs(a[2])) + flow->m * (fabs(flow->W[1][2]) + fabs(split.hi));
    return fabs(turned.hi) > 1e-30 * size ? turned.hi / (xx.hi + yy.hi) : 0.0;
}

carom_turn_rate carom_turning(const carom_flow *flow, const double e[2]) {
    const double *w = flow->W[0], half = 0.5 * (flow->W[1][1] - flow->W[2][2]), b12 = flow->W[1][2];
    const double cos2 = (e[0] - e[1]) * (e[0] + e[1]), sin2 = 2.0 * e[0] * e[1];
    const double across = flow->nu * (w[2] * e[0] - w[1] * e[1]), along = flow->nu * (w[1] * e[0] + w[2] * e[1]);
    const double bend = flow->m * (b12 * cos2 - half * sin2), stretch = flow->m * (half * cos2 + b12 * sin2);
    return (carom_turn_rate){.g = across - bend, .slope = 2.0 * stretch - along, .size = fabs(across) + fabs(bend)};
}

// Finds the direction with the largest g among eight. The opposite point is a good centre for t = tan(th/2), because no
// root is then near t = infinity. The function g has only two harmonics, so it vanishes at all eight only if it
// vanishes everywhere.
static double strongest_turning(const carom_flow *flow, double e[2]) {
    const double h = sqrt(0.5);
    const double ring[8][2] = {{1.0, 0.0}, {h, h}, {0.0, 1.0}, {-h, h}, {-1.0, 0.0}, {-h, -h}, {0.0, -1.0}, {h, -h}};
    double most = -1.0;
    for (int i = 0; i < 8; i++) {
        const double g = fabs(carom_turning(flow, ring[i]).g);
        if (!(g > most)) continue;
        most = g;
        e[0] = ring[i][0];
        e[1] = ring[i][1];
    }
    return most;
}

void carom_polish_direction(const carom_flow *flow, double e[2]) {
    const carom_turn_rate turn = carom_turning(flow, e);
    const double step = -turn.g / turn.slope;
    if (!(fabs(step) < 1e-6)) return;
    const double x = e[0] - step * e[1], y = e[1] + step * e[0], length = sqrt(x * x + y * y);
    e[0] = x / length;
    e[1] = y / length;
}

void carom_view_polynomials(const carom_view *v, double G[5], double K[4]) {
    const double split = v->split;
    G[0] = v->beta - v->b12;
    G[1] = -2.0 * (v->alpha + split);
    G[2] = 6.0 * v->b12;
    G[3] = -2.0 * (v->alpha - split);
    G[4] = -(v->beta + v->b12);
    K[0] = 2.0 * (v->alpha - v->b11);
    K[1] = 2.0 * (v->beta - 3.0 * v->b12);
    K[2] = 2.0 * (v->alpha - v->b22 - split);
    K[3] = 2.0 * (v->beta + v->b12);
}

int carom_invariant_directions(const carom_flow *flow, double e[4][2]) {
    double far[2] = {0.0}, G[5], K[4], t[4], bound = 0.0;
    if (!(strongest_turning(flow, far) > 0.0)) return -1;
    const double centre[2] = {-far[0], -far[1]};
    const carom_view view = carom_view_from(flow, centre, 1.0);
    carom_view_polynomials(&view, G, K);
    for (int i = 0; i < 4; i++) bound = fmax(bound, fabs(G[i] / G[4]));
    const int count = carom_real_roots(G, 4, -1.0 - bound, 1.0 + bound, t);
    for (int i = 0; i < count; i++) {
        carom_view_direction(&view, t[i], e[i]);
        carom_polish_direction(flow, e[i]);
    }
    return count;
}

// Returns det W / det B, both in double-double numbers. The formula w - a.x would lose the remaining digits if W is
// nearly singular.
static double regular_slope(const double W[3][3], double det) {
    const carom_twin b = carom_twin_add(carom_two_product(W[1][1], W[2][2]), carom_two_product(-W[1][2], W[1][2]));
    const carom_twin p = carom_twin_times(carom_two_product(W[0][1], W[0][1]), W[2][2]);
    const carom_twin q = carom_twin_times(carom_two_product(W[0][1], W[0][2]), -2.0 * W[1][2]);
    const carom_twin r = carom_twin_times(carom_two_product(W[0][2], W[0][2]), W[1][1]);
    const carom_twin lost = carom_twin_add(carom_twin_add(p, q), r);
    return carom_twin_add(carom_twin_times(b, W[0][0]), carom_twin_negative(lost)).hi / det;
}

// Computes the behaviour at rest for B = beta q q^T or B = 0. Then a is along q, because W is positive semi-definite.
static void hold_on_a_line(const double W[3][3], carom_hold *hold) {
    const double b11 = W[1][1], b22 = W[2][2], beta = b11 + b22;
    if (!(beta > 0.0)) return;
    const int longer = b22 > b11 ? 2 : 1;
    const double length = sqrt(W[1][longer] * W[1][longer] + W[2][longer] * W[2][longer]);
    hold->line = true;
    for (int i = 0; i < 2; i++) hold->q[i] = W[i + 1][longer] / length;
    const double alpha = carom_sum_of_products(W[0][1], hold->q[0], W[0][2], hold->q[1]);
    for (int i = 0; i < 2; i++) hold->x[i] = alpha / beta * hold->q[i];
    hold->slope = W[0][0] - alpha * (alpha / beta);
}

carom_hold carom_hold_find(const double W[3][3]) {
    const double a1 = W[0][1], a2 = W[0][2], b11 = W[1][1], b12 = W[1][2], b22 = W[2][2];
    const double B[3][3] = {{b11, b12}, {b12, b22}}, det = carom_difference_of_products(b11, b22, b12, b12);
    carom_hold hold = {.slope = W[0][0]};
    const bool regular = det > CAROM_SINGULAR * b11 * b22;
    if (regular) {
        hold.x[0] = carom_difference_of_products(b22, a1, b12, a2) / det;
        hold.x[1] = carom_difference_of_products(b11, a2, b12, a1) / det;
        hold.slope = regular_slope(W, det);
        // No pivot fraction is smaller than det W over Hadamard's bound, so W is certainly regular.
        if (hold.slope * det > 1e-12 * W[0][0] * b11 * b22) return hold;
    } else {
        hold_on_a_line(W, &hold);
    }
    const int rank = carom_factor(3, W).rank;
    hold.singular = rank < 3;
    if (rank <= (regular ? 2 : carom_factor(2, B).rank)) hold.slope = 0.0;
    return hold;
}

// Computes the direction by Newton's method. In the eigenvectors of B, e_i = a_i / (mu b_i + lambda). As lambda grows
// from 0, the length |e| decreases from above 1 to 0. Its inverse is concave and nearly linear in lambda. The iteration
// on 1/|e| = 1 from the left therefore never overshoots (Moré & Sorensen 1983).
void carom_escape_direction(const double W[3][3], double mu, double e[2]) {
    const double mean = 0.5 * (W[1][1] + W[2][2]), half = 0.5 * (W[1][1] - W[2][2]), b12 = W[1][2];
    const double radius = sqrt(half * half + b12 * b12);
    double x = half >= 0.0 ? radius + half : b12, y = half >= 0.0 ? b12 : radius - half;
    const double length = sqrt(x * x + y * y);
    x = length > 0.0 ? x / length : 1.0;
    y = length > 0.0 ? y / length : 0.0;
    const double det = carom_difference_of_products(W[1][1], W[2][2], b12, b12);
    const double most = mean + radius, least = det > 0.0 ? det / most : 0.0;

    const double a1 = W[0][1] * x + W[0][2] * y, a2 = W[0][2] * x - W[0][1] * y;
    double lambda = fmax(0.0, sqrt(a1 * a1 + a2 * a2) - mu * most), e1 = 1.0, e2 = 0.0;
    for (int i = 0; i < 60; i++) {
        const double d1 = mu * most + lambda, d2 = mu * least + lambda;
        e1 = a1 == 0.0 ? 0.0 : a1 / d1;
        e2 = a2 == 0.0 ? 0.0 : a2 / d2;
        const double size = sqrt(e1 * e1 + e2 * e2);
        const double bend = (a1 == 0.0 ? 0.0 : e1 * e1 / d1) + (a2 == 0.0 ? 0.0 : e2 * e2 / d2);
        const double step = (size - 1.0) * size * size / bend;
        if (!(step > 4e-16 * lambda)) break;
        lambda += step;
    }
    const double size = sqrt(e1 * e1 + e2 * e2);
    e[0] = (e1 * x - e2 * y) / size;
    e[1] = (e1 * y + e2 * x) / size;
}

// Returns whether f is zero up to rounding. The tolerance is 1e-14, because f is a difference of two terms with an
// error of 1e-16 each.
bool carom_flow_neutral(const carom_flow *flow, double f) {
    return !(fabs(f) > 1e-14 * carom_flow_size(flow));
}

bool carom_view_balanced(const carom_flow *flow, const carom_view *v) {
    return flow->hold.singular && carom_flow_neutral(flow, v->alpha - v->b11);
}

// ---- Along the path

double carom_normal_rate(const carom_flow *flow, const double e[2]) {
    return flow->nu * flow->W[0][0] - flow->m * (flow->W[0][1] * e[0] + flow->W[0][2] * e[1]);
}

static void tie(const double v[3], carom_hold *hold) {
    if (!hold->singular || hold->slope != 0.0) return;
    const double sum = v[0] - (hold->x[0] * v[1] + hold->x[1] * v[2]);
    const double size = fabs(v[0]) + fabs(hold->x[0] * v[1]) + fabs(hold->x[1] * v[2]);
    hold->tied = true;
    hold->rest = fabs(sum) <= CAROM_IN_RANGE * size ? 0.0 : sum;
}

// Returns the slip speed below which v_n = x.u is used. It is 1e-3 of the initial slip, or less if B is nearly singular
// and x less accurate.
static double near_rest(const carom_flow *flow, double r) {
    const double(*W)[3] = flow->W;
    const double share = flow->hold.line ? 1.0 : 1.0 - W[1][2] / W[1][1] * (W[1][2] / W[2][2]);
    return flow->hold.tied && flow->hold.rest == 0.0 ? 1e-3 * share * r : 0.0;
}

carom_flow carom_flow_begin(const carom_contact *c, double mu, double r) {
    const bool infinite = isinf(mu);
    // Friction below 1e-100 changes no digit of the path, and 1/mu would overflow.
    if (mu < 1e-100) mu = 0.0;
    carom_flow flow = {.W = c->W, .nu = infinite ? 0.0 : 1.0, .m = infinite ? 1.0 : mu};
    flow.hold = carom_hold_find(c->W);
    const double *x = flow.hold.x;
    flow.by_hold = infinite || mu * mu > x[0] * x[0] + x[1] * x[1];
    tie(c->v, &flow.hold);
    flow.near_rest = near_rest(&flow, r);
    return flow;
}

bool carom_flow_makes_no_impulse(const carom_flow *flow, const double v[3], const carom_walk_point *at) {
    return !(v[0] < 0.0) && !(at->r > 0.0 && carom_normal_rate(flow, at->e) < 0.0);
}

// A slip below this fraction of the other speeds counts as rest, because its further effect is lost in rounding.
#define REST 1e-18

bool carom_flow_rests(const carom_flow *flow, const double v[3], const carom_walk_point *at) {
    const double scale = fabs(v[0]) + fabs(v[1]) + fabs(v[2]) + carom_flow_size(flow) * at->l;
    return !(at->r > REST * scale);
}

// Finds the invariant directions, which only the first piece needs.
static void find_roots(carom_flow *flow) {
    flow->roots = carom_invariant_directions(flow, flow->root);
    for (int i = 0; i < flow->roots; i++) flow->turn[i] = carom_turning(flow, flow->root[i]).slope;
}

// Returns the invariant direction from which the slip comes: the nearest repelling one behind. The slip leaves a
// repelling direction, so this direction lies behind even if the angle to it is lost in rounding.
static const double *root_behind(const carom_flow *flow, const double e[2], double side) {
    const double *best = NULL;
    double least = HUGE_VAL;
    for (int i = 0; i < flow->roots; i++) {
        const double *root = flow->root[i];
        if (!(flow->turn[i] > 0.0)) continue;
        const double cross = e[0] * root[1] - e[1] * root[0], dot = e[0] * root[0] + e[1] * root[1];
        double angle = -side * atan2(cross, dot);
        if (angle < -1e-12) angle += 8.0 * atan(1.0);
        if (angle < least) {
            least = angle;
            best = root;
        }
    }
    return best;
}

// Finds the invariant direction to which the slip turns, if the turning already slows down. Returns false if none is
// found. The series around it converges only if it is the first one ahead.
static bool root_ahead(const carom_flow *flow, const double e[2], const carom_course *course, double root[2]) {
    const carom_view view = carom_view_from(flow, e, course->side);
    double G[5], K[4], t, slope;
    carom_view_polynomials(&view, G, K);
    G[0] = course->turning;
    if (!carom_root_ahead(G, &t, &slope)) return false;
    carom_view_direction(&view, t, root);
    carom_polish_direction(flow, root);
    return true;
}

// Returns whether the impact is nearly over before the slip changes by 20 %. Then a Taylor series is enough, and it
// keeps the digits of the change. Next to a repelling direction the limit is 5 %, because only one piece uses the exact
// g and must reach the end.
static bool changes_little(const carom_flow *flow, const carom_walk_point *at, const carom_course *course) {
    const double part = course->turning < 0.1 * carom_turning(flow, at->e).slope ? 0.05 : 0.2;
    return course->left * carom_flow_size(flow) < part * at->r;
}

// Returns g at this point. Returns 0 if the path is straight up to rounding, which means 1e-15 rad or less from an
// attracting direction. If `exact` is not NaN, it is used as g, because next to a repelling direction even the smallest
// turning rate matters.
static double turning_here(const carom_flow *flow, const double e[2], double exact) {
    const carom_turn_rate turn = carom_turning(flow, e);
    const double g = isnan(exact) ? turn.g : exact;
    if (turn.slope < 0.0 && fabs(g) <= -1e-15 * turn.slope) return 0.0;
    return isnan(exact) && fabs(g) <= 4e-16 * turn.size ? 0.0 : g;
}

// Returns whether the path of the slip is straight, because the slip can change only along one line and lies on that
// line. Such a slip may end; a slip off the line never ends.
static bool runs_along_the_line(const carom_flow *flow, double e[2]) {
    const double *q = flow->hold.q;
    if (!flow->hold.line || !(fabs(e[0] * q[1] - e[1] * q[0]) <= CAROM_IN_RANGE)) return false;
    const double way = e[0] * q[0] + e[1] * q[1] > 0.0 ? 1.0 : -1.0;
    e[0] = way * q[0];
    e[1] = way * q[1];
    return true;
}

// Returns whether friction does not turn any slip. This is so for a sphere, whose W is isotropic and uncoupled up to
// rounding. The slip turns by |g/f| in total while it loses its speed. Below 4e-16, the rounding of its direction, the
// path is straight. Above it the series are accurate. With 4e-17, one turned sphere in a hundred would be left to them,
// and k = f/g' would overflow their terms.
static bool turns_nowhere(const carom_flow *flow) {
    const double half = 0.5 * (flow->W[1][1] - flow->W[2][2]), mean = 0.5 * (flow->W[1][1] + flow->W[2][2]);
    const double most =
        flow->nu * (fabs(flow->W[0][1]) + fabs(flow->W[0][2])) + flow->m * (fabs(half) + fabs(flow->W[1][2]));
    return most <= 4e-16 * flow->m * mean;
}

// Sets the centre direction of a curved piece.
static void look_from(const carom_flow *flow, const double e[2], double side, carom_course *course) {
    const bool root = course->kind != CAROM_COURSE_TAYLOR;
    course->view = carom_view_from(flow, e, side);
    carom_view_polynomials(&course->view, course->G, course->K);
    course->balanced = root && carom_view_balanced(flow, &course->view);
    course->rise = course->balanced ? flow->nu * flow->hold.slope : course->view.nw - course->view.ma1;
    if (root) course->G[0] = 0.0;
    if (course->balanced) course->K[0] = 0.0;
}

// Returns whether a repelling direction is just behind. If a piece may leave one, t < h/10, g is less than 0.29 of its
// slope.
static bool may_leave(const carom_flow *flow, const double e[2], double turning) {
    return turning < 0.3 * carom_turning(flow, e).slope;
}

// Tries the next centre of the series. The first is the repelling direction that the path leaves. The second is the
// direction ahead, for all of the remaining slip. The last is the present direction, for one step. Seen from a
// direction ahead, the start lies on the positive side, because the mirror turns with the motion.
static bool curve(carom_flow *flow, const carom_walk_point *at, bool first, carom_course *course) {
    const double side = course->side;
    double ahead[2];
    if (course->kind == CAROM_COURSE_TAYLOR) return false;
    if (course->kind == CAROM_COURSE_NONE && changes_little(flow, at, course)) course->kind = CAROM_COURSE_APPROACH;
    if (course->kind == CAROM_COURSE_NONE) {
        course->kind = CAROM_COURSE_LEAVE;
        if (first && may_leave(flow, at->e, course->turning)) {
            find_roots(flow);
            const double *root = root_behind(flow, at->e, side);
            if (root) look_from(flow, root, side, course);
            if (root) return true;
        }
    }
    if (course->kind == CAROM_COURSE_LEAVE) {
        course->kind = CAROM_COURSE_APPROACH;
        if (root_ahead(flow, at->e, course, ahead)) {
            look_from(flow, ahead, -side, course);
            return true;
        }
    }
    course->kind = CAROM_COURSE_TAYLOR;
    look_from(flow, at->e, side, course);
    return true;
}

// Handles a slip along an invariant direction, or without friction. Without friction the slip does not pass through
// rest, unless it is opposite to the coupling.
static void go_straight(const carom_flow *flow, const carom_walk_point *at, const double *first, carom_course *course) {
    const carom_view v = carom_view_from(flow, at->e, 1.0);
    const bool passes = flow->m == 0.0 && carom_exact_turning(flow, first) != 0.0;
    const bool balanced = flow->m > 0.0 && carom_view_balanced(flow, &v);
    *course = (carom_course){.kind = CAROM_COURSE_STRAIGHT};
    course->line = (carom_straight){.d = {flow->nu, -flow->m * at->e[0], -flow->m * at->e[1]},
                                    .rise = balanced ? flow->nu * flow->hold.slope : v.nw - v.ma1,
                                    .growth = passes || balanced ? 0.0 : v.alpha - v.b11};
}

bool carom_flow_course(carom_flow *flow, carom_walk_point *at, const double *first, carom_course *course) {
    if (course->kind == CAROM_COURSE_NONE) {
        const bool straight = first && (flow->m == 0.0 || turns_nowhere(flow) || runs_along_the_line(flow, at->e));
        const double exact = first && !straight ? carom_exact_turning(flow, first) : (double)NAN;
        const double g = straight ? 0.0 : turning_here(flow, at->e, exact);
        course->side = g < 0.0 ? -1.0 : 1.0;
        course->turning = fabs(g);
        if (g == 0.0) {
            go_straight(flow, at, first, course);
            return true;
        }
    }
    return curve(flow, at, first != NULL, course);
}

// Continues from rest: friction holds the contact, or slip starts in the only direction that sustains itself.
bool carom_flow_from_rest(carom_flow *flow, const double v[3], double mu, double mu_static, carom_walk_point *at,
                          carom_straight *line) {
    const double(*W)[3] = flow->W;
    // Callers that follow the curved pieces themselves have not computed flow->hold.
    const bool known = flow->hold.singular || flow->hold.slope > 0.0;
    carom_hold hold = known ? flow->hold : carom_hold_find(W);
    tie(v, &hold);
    const double *x = hold.x;
    const bool holds = sqrt(x[0] * x[0] + x[1] * x[1]) <= mu_static || isinf(mu);
    if (!holds) carom_escape_direction(W, mu, at->e);
    *line = (carom_straight){.d = {1.0, holds ? -x[0] : -mu * at->e[0], holds ? -x[1] : -mu * at->e[1]}};
    line->rise = holds ? hold.slope : W[0][0] + W[0][1] * line->d[1] + W[0][2] * line->d[2];
    at->r = 0.0;
    if (hold.tied) at->v_n = hold.rest;
    *flow = (carom_flow){.W = W, .nu = 1.0, .m = holds ? 0.0 : mu};
    const carom_view view = carom_view_from(flow, at->e, 1.0);
    line->growth = holds ? 0.0 : fmax(view.alpha - view.b11, 0.0);
    return holds;
}
