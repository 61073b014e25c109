#include "walk/hodograph.h"

#include <math.h>

#include "base/exact.h"
#include "base/ldl.h"
#include "base/poly.h"
#include "base/rank.h"

// B splits into its mean (b11 + b22)/2, which no direction sees differently, and a deviator that turns with twice the
// angle. Turning the deviator alone keeps the digits of a nearly isotropic B; twins keep those of a nearly singular
// one.
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

void carom_view_direction(const carom_view *v, double t, double e[2]) {
    const double q = 1.0 + t * t, c = (1.0 - t * t) / q, d = v->side * 2.0 * t / q;
    e[0] = c * v->e[0] - d * v->e[1];
    e[1] = c * v->e[1] + d * v->e[0];
}

double carom_flow_size(const carom_flow *flow) {
    return flow->nu * (fabs(flow->W[0][1]) + fabs(flow->W[0][2])) +
           flow->m * (fabs(flow->W[1][1]) + 2.0 * fabs(flow->W[1][2]) + fabs(flow->W[2][2]));
}

// |u|^2 g = nu |u| (u x a) - m u x (B u), in twins.
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

carom_turn carom_turning(const carom_flow *flow, const double e[2]) {
    const double *w = flow->W[0], half = 0.5 * (flow->W[1][1] - flow->W[2][2]), b12 = flow->W[1][2];
    const double cos2 = (e[0] - e[1]) * (e[0] + e[1]), sin2 = 2.0 * e[0] * e[1];
    const double across = flow->nu * (w[2] * e[0] - w[1] * e[1]), along = flow->nu * (w[1] * e[0] + w[2] * e[1]);
    const double bend = flow->m * (b12 * cos2 - half * sin2), stretch = flow->m * (half * cos2 + b12 * sin2);
    return (carom_turn){.g = across - bend, .slope = 2.0 * stretch - along, .size = fabs(across) + fabs(bend)};
}

// The polynomial at t, with what rounding could have made of zero taken as zero.
static double value_or_zero(const double *c, int degree, double t) {
    double size = fabs(c[degree]);
    for (int i = degree - 1; i >= 0; i--) size = size * fabs(t) + fabs(c[i]);
    const double sum = carom_horner(c, degree + 1, t);
    return fabs(sum) > 4e-16 * size ? sum : 0.0;
}

// The root in a bracket on which the polynomial is monotone: Newton, or bisection where Newton would leave it.
static double root_between(const double *c, const double *slope, int degree, double lo, double hi, bool rising) {
    double t = 0.5 * (lo + hi);
    for (int i = 0; i < 200; i++) {
        const double y = carom_horner(c, degree + 1, t);
        if ((y < 0.0) == rising)
            lo = t;
        else
            hi = t;
        double next = t - y / carom_horner(slope, degree, t);
        if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
        // 1e-12: Newton is quadratic, so the step after this one is below rounding; so is a bracket halved to nothing.
        if (fabs(next - t) <= 1e-12 * fabs(t)) return next;
        t = next;
    }
    return t;
}

// c_0 + c_1 t + c_2 t^2 = 0, rising; a pair that only just misses the line counts as one root, where it comes nearest.
static int quadratic_roots(const double *c, double lo, double hi, double *roots) {
    const double under = c[1] * c[1] - 4.0 * c[2] * c[0];
    const double big = -0.5 * (c[1] + copysign(sqrt(under > 0.0 ? under : 0.0), c[1]));
    double first = big / c[2], second = under > 0.0 ? c[0] / big : first;
    if (under < -1e-15 * c[1] * c[1]) return 0;
    if (first > second) {
        const double swap = first;
        first = second;
        second = swap;
    }
    const double pair[2] = {first, second};
    int count = 0;
    for (int i = 0; i < (second > first ? 2 : 1); i++)
        if (pair[i] > lo && pair[i] < hi) roots[count++] = pair[i];
    return count;
}

// Real roots in [lo, hi], rising: between the roots of the derivative the polynomial is monotone. A root where it only
// touches zero is a root of the derivative too. Each stretch has at most one root, so there are at most `degree`.
static int real_roots(const double *c, int degree, double lo, double hi, double *roots) {
    double slope[4], knots[6];
    int count = 0;
    if (degree == 2) return quadratic_roots(c, lo, hi, roots);
    for (int i = 0; i < degree; i++) slope[i] = (i + 1) * c[i + 1];
    knots[0] = lo;
    const int inner = real_roots(slope, degree - 1, lo, hi, knots + 1);
    knots[inner + 1] = hi;
    for (int i = 0; i <= inner; i++) {
        const double left = value_or_zero(c, degree, knots[i]), right = value_or_zero(c, degree, knots[i + 1]);
        if (left == 0.0 && i > 0) roots[count++] = knots[i];
        if ((left < 0.0 && right > 0.0) || (left > 0.0 && right < 0.0))
            roots[count++] = root_between(c, slope, degree, knots[i], knots[i + 1], left < 0.0);
    }
    return count;
}

// Where g is largest among eight directions; the point opposite is a good centre for t = tan(th/2), since no root is
// then near t = infinity. g has two harmonics only, so it vanishes at all eight only if it vanishes everywhere.
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
    const carom_turn turn = carom_turning(flow, e);
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
    const int count = real_roots(G, 4, -1.0 - bound, 1.0 + bound, t);
    for (int i = 0; i < count; i++) {
        carom_view_direction(&view, t[i], e[i]);
        carom_polish_direction(flow, e[i]);
    }
    return count;
}

// det W / det B, both in twins: w - a.x would lose the digits that are left when W is nearly singular.
static double regular_slope(const double W[3][3], double det) {
    const carom_twin b = carom_twin_add(carom_two_product(W[1][1], W[2][2]), carom_two_product(-W[1][2], W[1][2]));
    const carom_twin p = carom_twin_times(carom_two_product(W[0][1], W[0][1]), W[2][2]);
    const carom_twin q = carom_twin_times(carom_two_product(W[0][1], W[0][2]), -2.0 * W[1][2]);
    const carom_twin r = carom_twin_times(carom_two_product(W[0][2], W[0][2]), W[1][1]);
    const carom_twin lost = carom_twin_add(carom_twin_add(p, q), r);
    return carom_twin_add(carom_twin_times(b, W[0][0]), carom_twin_negative(lost)).hi / det;
}

// B = beta q q^T, or zero; a is along q, since W is positive semi-definite.
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
        // No share of a pivot is less than det W over Hadamard's bound: there is no need to ask.
        if (hold.slope * det > 1e-12 * W[0][0] * b11 * b22) return hold;
    } else {
        hold_on_a_line(W, &hold);
    }
    const int rank = carom_factor(3, W).rank;
    hold.singular = rank < 3;
    if (rank <= (regular ? 2 : carom_factor(2, B).rank)) hold.slope = 0.0;
    return hold;
}

// In B's eigenvectors e_i = a_i / (mu b_i + lambda); |e| falls from > 1 at lambda = 0 to 0, and 1/|e| is concave and
// nearly linear in lambda, so Newton on 1/|e| = 1 from the left never overshoots (Moré & Sorensen 1983).
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

const char *carom_invariant_name(carom_invariant_kind kind) {
    switch (kind) {
    case CAROM_CONVERGENT: return "convergent";
    case CAROM_DIVERGENT: return "divergent";
    case CAROM_NEUTRAL: return "neutral";
    default: return NULL;
    }
}

// 1e-14: f is a difference of two terms known to 1e-16 each.
static bool neutral(const carom_flow *flow, double f) {
    return !(fabs(f) > 1e-14 * carom_flow_size(flow));
}

bool carom_view_balanced(const carom_flow *flow, const carom_view *v) {
    return flow->hold.singular && neutral(flow, v->alpha - v->b11);
}

static carom_invariant invariant_at(const carom_flow *flow, const double e[2]) {
    const carom_view v = carom_view_from(flow, e, 1.0);
    carom_invariant out = {.e = {e[0], e[1]}, .f = v.alpha - v.b11, .turn = -v.alpha - v.split, .D = v.nw - v.ma1};
    out.kind = neutral(flow, out.f) ? CAROM_NEUTRAL : out.f < 0.0 ? CAROM_CONVERGENT : CAROM_DIVERGENT;
    return out;
}

carom_status carom_hodograph_find(const carom_contact *contact, double mu, double mu_static, carom_hodograph *out) {
    if (!contact || !out) return CAROM_NULL_POINTER;
    *out = (carom_hodograph){0};
    const carom_status status = carom_contact_validate(contact);
    if (status != CAROM_OK) return status;
    if (contact->dim != 3) return CAROM_WRONG_DIM;
    if (!(mu >= 0.0 && mu < HUGE_VAL && mu_static >= mu)) return CAROM_PARAM_RANGE;

    const carom_flow flow = {.W = contact->W, .nu = 1.0, .m = mu};
    double e[4][2];
    const int count = carom_invariant_directions(&flow, e);
    out->everywhere = count < 0;
    out->count = count < 0 ? 0 : count;
    for (int i = 0; i < out->count; i++) out->direction[i] = invariant_at(&flow, e[i]);
    const carom_hold hold = carom_hold_find(contact->W);

    const double *x = hold.x;
    out->hold[0] = -x[0];
    out->hold[1] = -x[1];
    out->mu_critical = sqrt(x[0] * x[0] + x[1] * x[1]);
    out->holds = out->mu_critical <= mu_static;
    if (!out->holds) carom_escape_direction(contact->W, mu, out->escape);
    return CAROM_OK;
}
