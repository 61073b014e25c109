#include "walk/piece.h"

#include <math.h>
#include <string.h>

#include "base/poly.h"

// A piece ends where the last terms are this fraction of the first. With 1e-15 the truncation error exceeds rounding.
// With 1e-19 pieces get shorter and the accuracy does not improve.
#define TRUNCATION 1e-17

// A piece also ends where the slip has changed by a factor of about e^FOLDS. The terms of a decaying exponential
// cancel, and e^3 costs one digit.
#define FOLDS 3.0

// A piece also ends at t = 1, a quarter turn.
#define LONGEST 1.0

static double larger(double a, double b) {
    return a > b ? a : b;
}

// Returns 1/h, where h is the distance of the nearest root of the polynomial c_0 + c_1 t + c_2 t^2 and so on. The
// result is correct up to a factor between 1/4 and 2 (Fujiwara). 21/64 approximates 1/3.
static double nearness(const double *c, int degree) {
    const double over = 1.0 / fabs(c[0]), x = sqrt(sqrt(fabs(c[3]) * over)), y = sqrt(sqrt(x));
    const double first = fabs(c[1]) * over, second = sqrt(fabs(c[2]) * over), third = x * y * sqrt(sqrt(y));
    const double fourth = degree > 3 ? sqrt(sqrt(fabs(c[4]) * over)) : 0.0;
    return larger(larger(first, second), larger(third, fourth));
}

typedef struct {
    double A[5], C[5]; // coefficients A_i and C_i of the recurrence; A_0 is not used
    double k;
} recurrence;

// The coefficients of y and Y are preceded by zeros, so that the first need no special case.
#define BEFORE 6
typedef double coefficients[BEFORE + CAROM_TERMS];

// Returns the largest of the last four terms relative to the first, among the terms up to n, a multiple of four.
static double tail_at(const coefficients padded, int n) {
    const double *y = padded + BEFORE + n - 4;
    return larger(larger(fabs(y[0]), fabs(y[1])), larger(fabs(y[2]), fabs(y[3])));
}

static double both_tails(const coefficients y[2], int n) {
    return larger(tail_at(y[0], n) / fabs(y[0][BEFORE]), tail_at(y[1], n) / fabs(y[1][BEFORE]));
}

// Computes the coefficients of G y' = (m K - G') y for y (m = 1) and Y (m = 2) together.
//   y_n = sum_i (m (A_i - k C_i)/n - C_i) y_(n-i) / C_0
//   Taylor   A_i = K_(i-1) h^i, C_i = G_i h^i, k = 0;    at a root   A_i = K_i h^i, C_i = G_(i+1) h^i
// Returns the number of terms that matter up to tau = `wanted` (or 1), as a multiple of four; the other terms are zero.
// With `whole`, the terms are needed at tau = 1, and the function returns 0 as soon as they cannot converge there.
static int expand(const recurrence *r, const double start[2], bool whole, double wanted, coefficients padded[2]) {
    double *y = padded[0] + BEFORE, *Y = padded[1] + BEFORE, a[5][2], c[5];
    double latest[4][2] = {{start[0], start[1]}}, scale = 1.0;
    const double unit = 1.0 / r->C[0], reach = wanted < 1.0 ? wanted : 1.0, reach4 = (reach * reach) * (reach * reach);
    for (int i = 1; i <= 4; i++) {
        a[i][0] = (r->A[i] - r->k * r->C[i]) * unit;
        a[i][1] = 2.0 * a[i][0];
        c[i] = r->C[i] * unit;
    }
    memset(padded, 0, 2 * sizeof *padded);
    y[0] = start[0];
    Y[0] = start[1];
    for (int n = 1; n < CAROM_TERMS;) {
        for (const int end = (n + 4) / 4 * 4; n < end; n++) {
            const double over = 1.0 / n;
            double sum[2];
            for (int m = 0; m < 2; m++)
                sum[m] = (((a[4][m] * over - c[4]) * latest[3][m] + (a[3][m] * over - c[3]) * latest[2][m]) +
                          (a[2][m] * over - c[2]) * latest[1][m]) +
                         (a[1][m] * over - c[1]) * latest[0][m];
            for (int m = 0; m < 2; m++) {
                latest[3][m] = latest[2][m];
                latest[2][m] = latest[1][m];
                latest[1][m] = latest[0][m];
                latest[0][m] = sum[m];
            }
            y[n] = sum[0];
            Y[n] = sum[1];
        }
        const double tail = both_tails((const coefficients *)padded, n);
        // If the terms decrease geometrically to TRUNCATION at the last one, they are about 1e-9 at half the number of
        // terms.
        if (whole && n == CAROM_TERMS / 2 && !(tail <= 1e-4)) return 0;
        if (tail * scale <= TRUNCATION) return n;
        scale *= reach4;
    }
    return CAROM_TERMS;
}

// Returns x^n, n >= 0.
static double power_of(double x, int n) {
    double of = 1.0;
    for (int k = 0; k < n; k++) of *= x;
    return of;
}

// Returns the largest tau for which the series is accurate: the last terms are small, and no term is much larger than
// the sum.
static double both_reach(const coefficients y[2], int terms) {
    const double *a = y[0] + BEFORE, *b = y[1] + BEFORE;
    const double tail = both_tails(y, terms);
    const double converges = tail > 0.0 ? exp(log(TRUNCATION / tail) / (terms - 1)) : HUGE_VAL;
    const double folds = larger(fabs(a[1] / a[0]), 0.5 * fabs(b[1] / b[0]));
    return folds * converges > FOLDS ? FOLDS / folds : converges;
}

static bool converged(const coefficients padded, int terms) {
    const double *y = padded + BEFORE;
    double sum = 0.0, size = 0.0;
    for (int n = 0; n < terms; n++) {
        sum += y[n];
        size += fabs(y[n]);
    }
    return tail_at(padded, terms) <= 10.0 * TRUNCATION * fabs(y[0]) && size <= 50.0 * fabs(sum);
}

// Computes 1/(n + x), or 0 for the n with |n + x| < 1/2, whose term is handled separately.
static int reciprocals(double power, int terms, double over[CAROM_TERMS]) {
    const int special = power < 0.5 && power > 0.5 - terms ? (int)floor(0.5 - power) : -1;
    for (int n = 0; n < terms; n++) over[n] = 1.0 / (n + power);
    if (special >= 0) over[special] = 0.0;
    return special;
}

// Computes divided differences. Their terms are Horner sums at the start, because
//   (x^n - y^n)/(x - y) = x^(n-1) + ... + y^(n-1).
static void divide(carom_piece *s) {
    double sum[CAROM_INTEGRALS] = {0.0};
    for (int n = s->terms - 1; n >= 0; n--)
        for (int i = 0; i < CAROM_INTEGRALS; i++) {
            s->divided[i][n] = sum[i];
            sum[i] = s->over[i][n] + s->tau0 * sum[i];
        }
}

// Computes the weight of Y in the lag. q^3 gives int r dl = int e.u dl. With `by_hold`, q^2 x.(1 - t^2, 2 t) gives int
// x.u dl.
static void lag_weight(const carom_flow *flow, const carom_view *v, double weight[7]) {
    static const double q3[] = {1.0, 0.0, 3.0, 0.0, 3.0, 0.0, 1.0};
    memcpy(weight, q3, sizeof q3);
    if (!flow->by_hold) return;
    const double *x = flow->hold.x;
    const double along = x[0] * v->e[0] + x[1] * v->e[1], across = 2.0 * v->side * (x[1] * v->e[0] - x[0] * v->e[1]);
    const double turned[] = {along, across, along, 2.0 * across, -along, across, -along};
    memcpy(weight, turned, sizeof turned);
}

// Computes the products of y and Y with the weights of the integrals, up to the factors that fit them to the start:
//   q^2 y,   -m (1 - t^4) y,   -m (2 t + 2 t^3) y,   (lag weight) Y,   all with t = h tau
static void products(const carom_flow *flow, carom_piece *s, const coefficients padded[2], const double factor[2]) {
    const double *restrict y = padded[0] + BEFORE, *restrict Y = padded[1] + BEFORE;
    double *restrict clock = s->over[CAROM_CLOCK], *restrict along = s->over[CAROM_ALONG],
                     *restrict across = s->over[CAROM_ACROSS], *restrict lag = s->over[CAROM_LAG];
    const double h = s->h, h2 = h * h, f = factor[0], f2 = 2.0 * h2 * f, f4 = h2 * h2 * f, m = flow->m;
    const double x1 = -2.0 * m * h * f, x3 = x1 * h2;
    double w[7], scale = factor[1];
    lag_weight(flow, &s->view, w);
    for (int j = 0; j < 7; j++, scale *= h) w[j] *= scale;
    for (int n = 0; n < s->terms; n++) {
        const double first = f * y[n], fifth = f4 * y[n - 4];
        clock[n] = first + f2 * y[n - 2] + fifth;
        along[n] = m * (fifth - first);
        across[n] = x1 * y[n - 1] + x3 * y[n - 3];
    }
    for (int n = 0; n < s->terms; n++)
        lag[n] = ((w[6] * Y[n - 6] + w[5] * Y[n - 5]) + (w[4] * Y[n - 4] + w[3] * Y[n - 3])) +
                 ((w[2] * Y[n - 2] + w[1] * Y[n - 1]) + w[0] * Y[n]);
}

// Fills the coefficients of the integrals from those of y and Y.
static void integrate(const carom_flow *flow, carom_piece *s, const coefficients padded[2], const double factor[2],
                      const double power[2]) {
    double over[2][CAROM_TERMS];
    int special[2];
    // The weights add up to six terms to the series.
    s->terms = s->terms + 8 < CAROM_TERMS ? s->terms + 8 : CAROM_TERMS;
    products(flow, s, padded, factor);
    for (int m = 0; m < 2; m++) special[m] = reciprocals(power[m], s->terms, over[m]);
    for (int i = 0; i < CAROM_INTEGRALS; i++) {
        const int m = i == CAROM_LAG;
        s->power[i] = power[m];
        s->special[i] = special[m];
        s->special_term[i] = special[m] >= 0 ? s->over[i][special[m]] * power_of(s->tau0, special[m]) : 0.0;
        for (int n = 0; n < s->terms; n++) s->over[i][n] *= over[m][n];
    }
}

// Computes the contribution of the initial slip to the lag: -int e.u_0 dl = (r_0/m) e_0.P_t, or -x.u_0 l with
// `by_hold`.
static void start_lag(const carom_flow *flow, const double e[2], double r, carom_piece *s) {
    const double *x = flow->hold.x;
    memcpy(s->e0, e, sizeof s->e0);
    s->lag_P = flow->by_hold ? 0.0 : r / flow->m;
    s->lag_l = flow->by_hold ? -r * (x[0] * e[0] + x[1] * e[1]) : 0.0;
}

// Returns whether G keeps its sign up to t. Four samples are enough. If a pair of roots lies between two samples, the
// roots are too close together for a series to reach past the first.
bool carom_turns_up_to(const double G[5], double t) {
    for (int i = 1; i <= 4; i++)
        if (!(carom_horner(G, 5, 0.25 * i * t) > 0.0)) return false;
    return true;
}

// Returns a parameter before the end of the slip, found by halving. After 60 halvings the root is less than one step
// away.
static double before_it_dies(const carom_piece *s, double tau) {
    for (int i = 0; i < 60 && !carom_turns_up_to(s->G, s->h * tau); i++) tau *= 0.5;
    return tau;
}

// A Taylor piece is computed for this multiple of the estimated distance to the event. The estimate is usually correct
// within 20 %.
#define FARTHER 1.3

static bool taylor(const carom_flow *flow, const double e[2], double r, const carom_course *course, carom_piece *s) {
    const double turning = course->turning;
    coefficients y[2];
    s->G[0] = turning;
    s->sigma = 1.0;
    s->tau0 = 0.0;
    // If the slip ends or grows much faster than it turns, y is nearly an exponential, and h is chosen to suit it.
    s->h = fmin(1.0 / fmax(nearness(s->G, 4), 0.5 * fabs(s->K[0] / turning)), LONGEST);

    recurrence rule = {.k = 0.0};
    double scale = 1.0;
    for (int i = 0; i <= 4; i++, scale *= s->h) {
        rule.C[i] = s->G[i] * scale;
        rule.A[i] = i ? s->K[i - 1] * scale : 0.0;
    }
    // Y is in units of r, because otherwise a tiny slip would be lost in its square.
    const double start[2] = {2.0 * r / turning, 2.0 * r / turning};
    s->dl = s->h * start[0];
    s->terms = expand(&rule, start, false, FARTHER * course->left / s->dl, y);
    s->last = fmin(both_reach((const coefficients *)y, s->terms), LONGEST / s->h);
    s->last = before_it_dies(s, s->last);
    memcpy(s->over[CAROM_INTEGRALS], y[0] + BEFORE, sizeof s->over[0]);
    const double factor[2] = {s->h, s->h * r}, power[2] = {1.0, 1.0};
    // If a term is not finite, no later term is finite, so checking the last one is enough.
    const double latest = fabs(y[0][BEFORE + s->terms - 1]) + fabs(y[1][BEFORE + s->terms - 1]);
    integrate(flow, s, (const coefficients *)y, factor, power);
    // Slip and initial slip cancel term by term. If the slip hardly changes, the digits of the change are therefore
    // kept.
    start_lag(flow, e, r, s);
    for (int n = 0; n < s->terms; n++)
        s->over[CAROM_LAG][n] += s->lag_P * s->over[CAROM_ALONG][n] + s->lag_l * s->over[CAROM_CLOCK][n];
    s->over[CAROM_LAG][0] = 0.0;
    return isfinite(latest);
}

// Expands the series around a root, in units of h, with tau_0 at the start. Returns false for a double root, or if
// `whole` is set and the series cannot converge.
static bool expand_at_root(carom_piece *s, bool whole, coefficients y[2]) {
    recurrence rule = {.k = s->K[0] / s->G[1]};
    double scale = 1.0;
    for (int i = 0; i <= 4; i++, scale *= s->h) {
        rule.C[i] = i < 4 ? s->G[i + 1] * scale : 0.0;
        rule.A[i] = i < 4 ? s->K[i] * scale : 0.0;
    }
    const double start[2] = {1.0, 1.0};
    s->terms = expand(&rule, start, whole, 1.0, y);
    return isfinite(rule.k) && s->terms > 0;
}

// Returns G(t)/t around a root, where G_0 = 0.
static double G_over_t(const carom_piece *s, double t) {
    return ((s->G[4] * t + s->G[3]) * t + s->G[2]) * t + s->G[1];
}

// Scales y and Y to the slip r at the start t_0:  t_0 y = 2 t_0 R/G,  R = r/q.
static void begin_at_root(const carom_flow *flow, const double e[2], double r, coefficients y[2], carom_piece *s) {
    const double t0 = s->h * s->tau0, q = 1.0 + t0 * t0, R = r / q, k = s->K[0] / s->G[1];
    const double ty = 2.0 * R / G_over_t(s, t0);
    s->dl = s->sigma * q * q * ty;
    const double factor[2] = {ty / carom_horner(y[0] + BEFORE, s->terms, s->tau0),
                              ty * R / carom_horner(y[1] + BEFORE, s->terms, s->tau0)};
    const double power[2] = {k, 2.0 * k};
    integrate(flow, s, (const coefficients *)y, factor, power);
    divide(s);
    start_lag(flow, e, r, s);
    for (int n = 0; n < CAROM_TERMS; n++) s->over[CAROM_INTEGRALS][n] = y[0][BEFORE + n] * factor[0];
}

double carom_seen_from(const carom_view *v, const double e[2]) {
    const double sine = v->side * (v->e[0] * e[1] - v->e[1] * e[0]), cosine = v->e[0] * e[0] + v->e[1] * e[1];
    return cosine > 0.0 ? sine / (1.0 + cosine) : (1.0 - cosine) / sine;
}

static bool approach(const carom_flow *flow, const double e[2], double r, carom_piece *s) {
    coefficients y[2];
    const double t0 = carom_seen_from(&s->view, e);
    // A root more than half a turn away appears on the other side (t0 < 0). If the point is the root itself, up to
    // rounding, only one term is left.
    if (t0 < -1e-14) return false;
    s->h = fmax(t0, 0.0);
    s->sigma = -1.0;
    s->tau0 = 1.0;
    s->last = HUGE_VAL;
    // Some root lies within 3/nearness, which is too near for the series to converge at the start.
    const double near = s->h * nearness(s->G + 1, 3);
    if (!(s->G[1] < 0.0) || !(near <= 1.8)) return false;
    // On this piece, y grows or decays like exp(k near). Beyond this limit its terms cancel.
    if (near * fabs(s->K[0] / s->G[1]) > 30.0) return false;
    if (!expand_at_root(s, true, y) || !converged(y[0], s->terms) || !converged(y[1], s->terms)) return false;
    begin_at_root(flow, e, r, y, s);
    return true;
}

// Computes t_0 from G(t_0) = q^2 g by Newton's method. The exact turning rate g gives the distance of the start from
// the root, even if the angle between them is lost in rounding.
static double distance_from_root(const carom_piece *s, double turning, double angle_says) {
    double t = angle_says > 1e-6 ? angle_says : turning / s->G[1];
    for (int i = 0; i < 3; i++) {
        const double q = 1.0 + t * t;
        const double miss = t * G_over_t(s, t) - turning * q * q;
        const double slope =
            s->G[1] + t * (2.0 * s->G[2] + t * (3.0 * s->G[3] + t * 4.0 * s->G[4])) - 4.0 * turning * t * q;
        t -= miss / slope;
    }
    return t;
}

static bool leave(const carom_flow *flow, const double e[2], double r, double turning, carom_piece *s) {
    coefficients y[2];
    s->sigma = 1.0;
    if (!(s->G[1] > 0.0)) return false;
    s->h = fmin(1.0 / nearness(s->G + 1, 3), LONGEST);
    const double angle_says = carom_seen_from(&s->view, e), t0 = distance_from_root(s, turning, angle_says);
    s->tau0 = t0 / s->h;
    // The slip may turn equally fast at two directions, of which one is near the root. The angle shows whether t0 is
    // the right one.
    if (!(t0 > 0.0 && fabs(angle_says - t0) <= 1e-3 * t0 + 1e-14)) return false;
    // For tau0 above 0.1, a Taylor series reaches about as far.
    if (!(s->tau0 < 0.1) || !expand_at_root(s, false, y)) return false;
    const double tau = before_it_dies(s, fmin(both_reach((const coefficients *)y, s->terms), LONGEST / s->h));
    s->last = log(tau / s->tau0);
    if (!(s->last > 1.0)) return false;
    begin_at_root(flow, e, r, y, s);
    return true;
}

// Finds where dv_n/dl = 0 inside the piece, by nw (1 + t^2) = ma1 (1 - t^2) + 2 ma2 t. Between these points v_n is
// monotone.
static void find_turns(carom_piece *s) {
    double *clock = s->turn;
    const carom_view *v = &s->view;
    const double a = v->nw + v->ma1, b = -v->ma2, c = s->rise;
    const double under = b * b - a * c;
    s->turns = 0;
    if (!(under > 0.0)) return;
    const double big = -(b + copysign(sqrt(under), b));
    const double roots[2] = {big / a, c / big};
    const double first = s->h * s->tau0;
    const double last = s->h * (s->at_root ? s->tau0 * exp(s->sigma * s->last) : s->last);
    int count = 0;
    for (int i = 0; i < 2; i++)
        if (roots[i] > fmin(first, last) && roots[i] < fmax(first, last))
            clock[count++] = s->at_root ? s->sigma * log(roots[i] / first) : roots[i] / s->h;
    if (count == 2 && clock[0] > clock[1]) {
        const double swap = clock[0];
        clock[0] = clock[1];
        clock[1] = swap;
    }
    s->turns = count;
}

static bool curve(const carom_flow *flow, const carom_course *course, const carom_walk_point *at, carom_piece *s) {
    if (course->kind == CAROM_COURSE_LEAVE) return leave(flow, at->e, at->r, course->turning, s);
    if (course->kind == CAROM_COURSE_APPROACH) return approach(flow, at->e, at->r, s);
    return taylor(flow, at->e, at->r, course, s);
}

bool carom_piece_begin(const carom_flow *flow, const carom_course *course, const carom_walk_point *at, carom_piece *s) {
    s->straight = course->kind == CAROM_COURSE_STRAIGHT;
    s->line = course->line;
    s->view = course->view;
    s->rise = course->rise;
    memcpy(s->G, course->G, sizeof s->G);
    memcpy(s->K, course->K, sizeof s->K);
    s->at_root = course->kind == CAROM_COURSE_LEAVE || course->kind == CAROM_COURSE_APPROACH;
    s->balanced = course->balanced;
    if (s->straight) return true;
    if (!curve(flow, course, at, s)) return false;
    find_turns(s);
    return true;
}

// Evaluates the sums of all columns at tau. Every fourth term has its own sum, which makes the chain of additions four
// times shorter.
static void sum_columns(const double (*column)[CAROM_TERMS], int columns, int terms, double tau, double *sums) {
    double part[CAROM_INTEGRALS + 1][4];
    const double tau2 = tau * tau, tau4 = tau2 * tau2;
    for (int i = 0; i < columns; i++)
        for (int j = 0; j < 4; j++) part[i][j] = 0.0;
    for (int n = terms - 4; n >= 0; n -= 4)
        for (int i = 0; i < columns; i++)
            for (int j = 0; j < 4; j++) part[i][j] = part[i][j] * tau4 + column[i][n + j];
    for (int i = 0; i < columns; i++)
        sums[i] = (part[i][0] + tau2 * part[i][2]) + tau * (part[i][1] + tau2 * part[i][3]);
}

// Computes the integrals from the start, and y.
static double sum_taylor(const carom_piece *s, double tau, double sum[CAROM_INTEGRALS]) {
    double sums[CAROM_INTEGRALS + 1];
    sum_columns(s->over, CAROM_INTEGRALS + 1, s->terms, tau, sums);
    for (int i = 0; i < CAROM_INTEGRALS; i++) sum[i] = sums[i] * tau;
    return sums[CAROM_INTEGRALS];
}

// Sums the series at a root. For the lag x is 2k, and e^(2k) - 1 = (e^k - 1)(e^k + 1). Otherwise x is k.
//   tau^n e^(x sigma z) - tau_0^n = tau^n expm1(x sigma z) + (tau - tau_0) (divided difference)
// The special term is expm1((n + x) sigma z)/(n + x).
static double sum_at_root(const carom_piece *s, double z, double moved, double sum[CAROM_INTEGRALS]) {
    double sums[CAROM_INTEGRALS + 1], divided[CAROM_INTEGRALS], grown[2], lone[2];
    sum_columns(s->over, CAROM_INTEGRALS + 1, s->terms, s->tau0 + moved, sums);
    sum_columns(s->divided, CAROM_INTEGRALS, s->terms, s->tau0 + moved, divided);
    grown[0] = expm1(s->power[CAROM_CLOCK] * s->sigma * z);
    grown[1] = grown[0] * (grown[0] + 2.0);
    for (int m = 0; m < 2; m++) {
        const int i = m ? CAROM_LAG : CAROM_CLOCK;
        const double x = s->special[i] + s->power[i];
        lone[m] = s->special[i] < 0 ? 0.0 : x != 0.0 ? expm1(x * s->sigma * z) / x : s->sigma * z;
    }
    for (int i = 0; i < CAROM_INTEGRALS; i++) {
        const int m = i == CAROM_LAG;
        sum[i] = grown[m] * sums[i] + moved * divided[i] + s->special_term[i] * lone[m];
    }
    return sums[CAROM_INTEGRALS] * (grown[0] + 1.0);
}

carom_piece_point carom_point_seen(const carom_view *v, double t, double R, const double sum[CAROM_INTEGRALS]) {
    const double Px = sum[CAROM_ALONG], Py = v->side * sum[CAROM_ACROSS];
    const double *e = v->e;
    carom_piece_point point = {
        .t = t,
        .r = (1.0 + t * t) * R,
        .l = sum[CAROM_CLOCK],
        .Pt = {Px * e[0] - Py * e[1], Px * e[1] + Py * e[0]},
        .lag = sum[CAROM_LAG],
    };
    const double q = 1.0 + t * t, cosine = (1.0 - t * t) / q, sine = v->side * 2.0 * t / q;
    point.e[0] = cosine * e[0] - sine * e[1];
    point.e[1] = cosine * e[1] + sine * e[0];
    return point;
}

carom_piece_point carom_piece_at(const carom_piece *s, double clock) {
    double sum[CAROM_INTEGRALS] = {0.0};
    const double moved = s->at_root ? s->tau0 * expm1(s->sigma * clock) : clock, tau = s->tau0 + moved;
    const double y = s->at_root ? sum_at_root(s, clock, moved, sum) : sum_taylor(s, tau, sum);
    const double t = s->h * tau, q = 1.0 + t * t;
    const double R = 0.5 * y * (s->at_root ? G_over_t(s, t) : G_over_t(s, t) * t + s->G[0]);
    carom_piece_point point = carom_point_seen(&s->view, t, R, sum);
    point.dl = q * q * y * (s->at_root ? s->sigma : s->h);
    if (s->at_root) point.lag += s->lag_P * (s->e0[0] * point.Pt[0] + s->e0[1] * point.Pt[1]) + s->lag_l * point.l;
    return point;
}
