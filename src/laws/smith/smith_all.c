// Finds all solutions of Smith's law in 3D from one equation on the circle of final slip directions u = q/|q|.
//
// K lies on the chord from v_t/V to u, at k = |q|^2 / (V^2 + |q|^2). Therefore D = D0 + k D1 and X = D q = X0 + k X1
// are linear in k. The condition that q is along u is
//   u x X = A + k B = 0,   A = u x X0,  B = u x X1,   k = -A/B.
// This leaves one equation for the direction alone, |q| D = u.X, here without poles:
//   E(u) = sqrt(k) V D - sqrt(1 - k) u.X = 0   where 0 <= k <= 1 and D > 0.
//
// Squared and multiplied by B^3 it is a polynomial. With G = X0 x X1 and N = D0 B - A D1, X B is G u and D B is N. So
//   F(u) = V^2 A N^2 + (A + B) G^2 = 0,   |q| = G/N.
// X1 and D1 are multiples of u - v_t/V, so F has a double root there that E does not have. Without it F has degree four
// on the circle, so there are at most eight directions. All are found by bounds, not by samples (base/poly.h). In one
// solution, large friction nearly reverses the slip, k = 1/2 and u = -v_t/V. There F has nearly a double root and loses
// all digits. That solution is searched for separately, starting from the impulse that reverses the slip.
//
// The number of solutions is odd (the degree of the map is one). After an even count the search continues on E itself.
// It starts on E if W is so nearly singular that F is only rounding near its roots. The bound k = 0 (q = 0) is a root
// of A, and k = 1 (Whittaker's slips) a root of A + B. D = 0 is a root of N. All have degree two at most on the circle.
// Between them E is smooth and is sampled for changes of sign.
#include <math.h>

#include "base/circle.h"
#include "base/dense3.h"
#include "base/poly.h"
#include "base/root.h"
#include "friction/slip.h"
#include "laws/smith/smith.h"

// Number of samples in each smooth interval. If the number of solutions is even, more samples are used. F finds 792
// sets of three solutions in 2e5 problems with condition numbers up to 1e3; 16 samples miss one of them.
#define SAMPLES      16
#define FINE_SAMPLES 128

// Quantities that do not depend on the direction u.
typedef struct {
    const carom_smith *given; // the problem as given, in which solutions are refined
    carom_smith turned;       // the problem rotated so that x is along v_t
    double D0, X0[2];
    int samples;
    int *evaluations;
} scan;

// One direction on a half circle, u = half (1 - t^2, 2 t) / (1 + t^2).
typedef struct {
    double u[2], k, D, X[2], E;
} sample;

static void friction_times(const carom_smith *s, double x, double y, double T[2]) {
    T[0] = s->Txx * x + s->Txy * y;
    T[1] = s->Txy * x + s->Tyy * y;
}

// Evaluates the equation. `k` is used if it lies in [0, 1]; otherwise it is computed and clamped.
static sample look(const scan *scan_, double half, double t, double k) {
    const carom_smith *s = &scan_->turned;
    const double below = 1.0 + t * t;
    sample at = {.u = {half * (1.0 - t * t) / below, half * 2.0 * t / below}};

    // Computes u - v_t/V without cancellation if u is near v_t/V.
    const double dx = half > 0.0 ? -2.0 * t * t / below : at.u[0] - 1.0, dy = at.u[1];
    double Td[2];
    friction_times(s, dx, dy, Td);
    const double D1 = -s->m1 * (s->wx * dx + s->wy * dy);
    const double X1[2] = {s->V * D1 - s->m1 * s->c * Td[0], -s->m1 * s->c * Td[1]};
    const double A = at.u[0] * scan_->X0[1] - at.u[1] * scan_->X0[0], B = at.u[0] * X1[1] - at.u[1] * X1[0];
    const double computed = B != 0.0 ? -A / B : HUGE_VAL;
    at.k = k >= 0.0 ? k : computed;
    const double clamped = fmin(fmax(at.k, 0.0), 1.0);
    at.D = scan_->D0 + clamped * D1;
    for (int i = 0; i < 2; i++) at.X[i] = scan_->X0[i] + clamped * X1[i];
    at.E = sqrt(clamped) * s->V * at.D - sqrt(1.0 - clamped) * (at.u[0] * at.X[0] + at.u[1] * at.X[1]);
    ++*scan_->evaluations;
    return at;
}

// A bound of an interval on a half circle, and the value of k there; if k is negative, it must be computed.
typedef struct {
    double t, k;
} bound;

// Returns (w.u)(u x X) as a polynomial on the circle.
static carom_circle product(double wx, double wy, const double X[2]) {
    return (carom_circle){
        .A0 = 0.5 * (wx * X[1] - wy * X[0]), .A2 = 0.5 * (wx * X[1] + wy * X[0]), .B2 = 0.5 * (wy * X[1] - wx * X[0])};
}

// Returns D0 B - A D1.
static carom_circle jam_condition(const scan *scan_, const carom_contact *c) {
    const carom_smith *s = &scan_->turned;
    const carom_circle B = carom_slip_condition(c, s->c, 0.0, s->m1), P = product(s->wx, s->wy, scan_->X0);
    double Tv[2], L[2];
    friction_times(s, 1.0, 0.0, Tv);
    L[0] = scan_->D0 * s->m1 * (s->V * s->wx + s->c * Tv[0]) - s->m1 * s->wx * scan_->X0[0];
    L[1] = scan_->D0 * s->m1 * s->c * Tv[1] - s->m1 * s->wx * scan_->X0[1];
    return (carom_circle){.A0 = scan_->D0 * B.A0 + s->m1 * P.A0,
                          .A1 = L[1],
                          .B1 = -L[0],
                          .A2 = scan_->D0 * B.A2 + s->m1 * P.A2,
                          .B2 = scan_->D0 * B.B2 + s->m1 * P.B2};
}

static int add_bound(bound *bounds, int count, double half, const double u[2], double k) {
    // t = u_y / (half + u_x) in the half circle where u_x has the sign of `half`.
    if (half * u[0] < 0.0) return count;
    bounds[count] = (bound){.t = half * u[1] / (1.0 + half * u[0]), .k = k};
    int i = count;
    for (; i > 0 && bounds[i].t < bounds[i - 1].t; i--) {
        const bound swapped = bounds[i];
        bounds[i] = bounds[i - 1];
        bounds[i - 1] = swapped;
    }
    return count + 1;
}

static int bounds_of(const scan *scan_, double half, bound bounds[24]) {
    const carom_smith *s = &scan_->turned;
    const carom_contact c = {
        .dim = 3, .W = {{s->a, s->wx, s->wy}, {s->wx, s->Txx, s->Txy}, {s->wy, s->Txy, s->Tyy}}, .v = {0.0, s->V, 0.0}};
    const double ends[2][2] = {{0.0, half}, {0.0, -half}};
    double roots[8][2];
    int count = 0;
    for (int i = 0; i < 2; i++) count = add_bound(bounds, count, half, ends[i], -1.0);

    // For k = 0, q is 0, and u is along or against X0.
    const double length = sqrt(scan_->X0[0] * scan_->X0[0] + scan_->X0[1] * scan_->X0[1]);
    for (double sign = 1.0; length > 0.0 && sign >= -1.0; sign -= 2.0) {
        const double u[2] = {sign * scan_->X0[0] / length, sign * scan_->X0[1] / length};
        count = add_bound(bounds, count, half, u, 0.0);
    }
    // Add the bounds k = 1 and D = 0.
    const carom_circle conditions[2] = {carom_slip_condition(&c, s->c, s->m0, s->m1), jam_condition(scan_, &c)};
    for (int kind = 0; kind < 2; kind++) {
        const int found = carom_circle_roots(&conditions[kind], roots);
        for (int i = 0; i < found; i++) count = add_bound(bounds, count, half, roots[i], kind == 0 ? 1.0 : -1.0);
    }
    return count;
}

// The solutions found so far.
typedef struct {
    carom_smith_point *points;
    int count;
} known_points;

// Rotates a guess d from the rotated frame back and refines it.
static void polish(const scan *scan_, double dx, double dy, double l, known_points *found) {
    const carom_smith *s = scan_->given;
    const double x = s->vx / s->V, y = s->vy / s->V;
    carom_smith_point point = {.dx = x * dx - y * dy, .dy = y * dx + x * dy, .l = l};
    // A guess within 1e-9 of a solution converges to it. A root of F is at least as accurate unless it is a multiple
    // root.
    for (int i = 0; i < found->count; i++) {
        const carom_smith_point *known = &found->points[i];
        const double off = fabs(known->dx - point.dx) + fabs(known->dy - point.dy);
        if (off <= 1e-9 * (fabs(known->dx) + fabs(known->dy))) return;
    }
    carom_smith_polish(s, &point, scan_->evaluations);
    found->count = carom_smith_add(s, found->points, found->count, &point);
}

// Narrows a change of sign of E between two samples. Then q = X/D and l = c/D are refined.
static void take(const scan *scan_, double half, double low, double high, double E_low, known_points *found) {
    carom_root r = carom_root_between(low, high, E_low < 0.0);
    // Halves instead of using chords, because near a singular W the size of E is lost in rounding long before its sign.
    while (!r.over && *scan_->evaluations < CAROM_SMITH_SEARCH)
        carom_root_halve(&r, (look(scan_, half, r.x, -1.0).E < 0.0) != (E_low < 0.0));
    const sample at = look(scan_, half, r.x, -1.0);
    if (at.D > 0.0) polish(scan_, at.X[0] / at.D + scan_->turned.V, at.X[1] / at.D, scan_->turned.c / at.D, found);
}

// Searches for two close roots between three samples of the same sign, of which the middle one is nearest to zero. The
// middle point moves towards the smaller side until the sign changes or the interval is exhausted.
static void take_pair(const scan *scan_, double half, const double t[3], double lowest, known_points *found) {
    double left = t[0], middle = t[1], right = t[2];
    // 40 samples shrink the bracket by 2^20. A closer pair of roots counts as one.
    for (int i = 0; i < 40; i++) {
        const bool leftward = i % 2 == 0;
        const double probe = 0.5 * (middle + (leftward ? left : right)), value = look(scan_, half, probe, -1.0).E;
        if ((value < 0.0) != (lowest < 0.0)) {
            take(scan_, half, left, probe, lowest, found);
            take(scan_, half, probe, right, value, found);
            return;
        }
        if (fabs(value) < fabs(lowest)) {
            *(leftward ? &right : &left) = middle;
            middle = probe;
            lowest = value;
        } else {
            *(leftward ? &left : &right) = probe;
        }
    }
}

// Samples one smooth interval, more densely towards its ends, where k goes to 0 or 1.
static void search(const scan *scan_, double half, const bound *low, const bound *high, known_points *found) {
    double t[FINE_SAMPLES + 2], E[FINE_SAMPLES + 2];
    const int last = scan_->samples + 1;
    const double middle = 0.5 * (low->t + high->t), reach = 0.5 * (high->t - low->t);
    for (int i = 0; i <= last; i++) {
        const double x = 2.0 * i / last - 1.0, y = 0.5 * x * (3.0 - x * x);
        t[i] = i == 0 ? low->t : i == last ? high->t : middle + reach * y;
        const double k = i == 0 ? low->k : i == last ? high->k : -1.0;
        E[i] = look(scan_, half, t[i], k).E;
    }
    for (int i = 0; i < last && *scan_->evaluations < CAROM_SMITH_SEARCH; i++) {
        if ((E[i] < 0.0) != (E[i + 1] < 0.0))
            take(scan_, half, t[i], t[i + 1], E[i], found);
        else if (i > 0 && (E[i - 1] < 0.0) == (E[i] < 0.0) && fabs(E[i]) < fabs(E[i - 1]) &&
                 fabs(E[i]) < fabs(E[i + 1]))
            take_pair(scan_, half, t + i - 1, E[i], found);
    }
}

// Below this value of det W over the product of its diagonal, W counts as nearly singular. At 1e-6 and above, that
// is, for condition numbers up to 1e3, no root of F was missed in 2e5 problems. At 1e-12 one in 1e5 is missed, and
// rounding creates roots that are not solutions.
#define NEARLY_SINGULAR 1e-6

static bool nearly_singular(const carom_smith *s) {
    const double minor = s->Txx * s->Tyy - s->Txy * s->Txy;
    const double det =
        s->a * minor - s->wx * (s->wx * s->Tyy - s->wy * s->Txy) + s->wy * (s->wx * s->Txy - s->wy * s->Txx);
    return !(det > NEARLY_SINGULAR * s->a * s->Txx * s->Tyy);
}

// The parts of F on one half circle, multiplied by powers of 1 + t^2. There u is half (1 - t^2, 2 t) / (1 + t^2). The
// common factor of u - v_t/V, which is 2 t (-t, 1) or -2 (1, t), is left out.
typedef struct {
    carom_poly F, G, N; // |q| = (1 + t^2) G / N
} equation;

static equation equation_on(const scan *scan_, double half) {
    const carom_smith *s = &scan_->turned;
    const bool near = half > 0.0;
    const carom_poly ux = {2, {half, 0.0, -half}}, uy = {1, {0.0, 2.0 * half}}, below = {2, {1.0, 0.0, 1.0}};
    const carom_poly dx = near ? (carom_poly){1, {0.0, -1.0}} : (carom_poly){0, {1.0}};
    const carom_poly dy = near ? (carom_poly){0, {1.0}} : (carom_poly){1, {0.0, 1.0}};
    const carom_poly factor = near ? (carom_poly){1, {0.0, 2.0}} : (carom_poly){0, {-2.0}};

    // D1 = -m1 w.d,  X1 = v_t D1 - m1 c T d
    const carom_poly D1 = carom_poly_sum(-s->m1 * s->wx, &dx, -s->m1 * s->wy, &dy);
    const carom_poly Tx = carom_poly_sum(s->Txx, &dx, s->Txy, &dy);
    const carom_poly X1x = carom_poly_sum(s->V, &D1, -s->m1 * s->c, &Tx);
    const carom_poly X1y = carom_poly_sum(-s->m1 * s->c * s->Txy, &dx, -s->m1 * s->c * s->Tyy, &dy);

    // A = u x X0,  B = u x X1,  G = X0 x X1,  N = D0 B - A D1
    const carom_poly A = carom_poly_sum(scan_->X0[1], &ux, -scan_->X0[0], &uy);
    const carom_poly xy = carom_poly_times(&ux, &X1y), yx = carom_poly_times(&uy, &X1x);
    const carom_poly B = carom_poly_sum(1.0, &xy, -1.0, &yx), AD1 = carom_poly_times(&A, &D1);
    equation e = {.G = carom_poly_sum(scan_->X0[0], &X1y, -scan_->X0[1], &X1x),
                  .N = carom_poly_sum(scan_->D0, &B, -1.0, &AD1)};

    // F = V^2 A N^2 + (A + B) G^2
    const carom_poly NN = carom_poly_times(&e.N, &e.N), ANN = carom_poly_times(&A, &NN);
    const carom_poly whole_A = carom_poly_times(&A, &below), whole_B = carom_poly_times(&factor, &B);
    const carom_poly AB = carom_poly_sum(1.0, &whole_A, 1.0, &whole_B), GG = carom_poly_times(&e.G, &e.G);
    const carom_poly ABGG = carom_poly_times(&AB, &GG), rest = carom_poly_times(&ABGG, &below);
    e.F = carom_poly_sum(s->V * s->V, &ANN, 1.0, &rest);
    return e;
}

// Refines a root of F if it is a solution, which means |q| = G/N >= 0 and D > 0.
static void take_root(const scan *scan_, const equation *e, double half, double t, known_points *found) {
    const carom_smith *s = &scan_->turned;
    const double below = 1.0 + t * t, speed = below * carom_poly_at(&e->G, t) / carom_poly_at(&e->N, t);
    if (!(speed >= 0.0) || isinf(speed)) return;
    const double k = speed * speed / (s->V * s->V + speed * speed);
    const sample at = look(scan_, half, t, k);
    if (!(at.D > 0.0)) return;
    polish(scan_, speed * at.u[0] + s->V, speed * at.u[1], s->c / at.D, found);
}

static void take_roots(const scan *scan_, known_points *found) {
    for (double half = 1.0; half >= -1.0; half -= 2.0) {
        const equation e = equation_on(scan_, half);
        double roots[CAROM_POLY_MOST];
        const int count = carom_poly_roots(&e.F, roots, scan_->evaluations);
        for (int i = 0; i < count; i++) take_root(scan_, &e, half, roots[i], found);
    }
}

// Searches every smooth interval of both half circles.
static void search_circle(const scan *scan_, known_points *found) {
    for (double half = 1.0; half >= -1.0; half -= 2.0) {
        bound bounds[24];
        const int marks = bounds_of(scan_, half, bounds);
        for (int i = 0; i + 1 < marks && *scan_->evaluations < CAROM_SMITH_SEARCH; i++) {
            const double t = 0.5 * (bounds[i].t + bounds[i + 1].t);
            if (!(t > bounds[i].t && t < bounds[i + 1].t)) continue;
            const sample at = look(scan_, half, t, -1.0);
            if (at.k >= 0.0 && at.k <= 1.0 && at.D > 0.0) search(scan_, half, &bounds[i], &bounds[i + 1], found);
        }
    }
}

// Rotates the problem so that x is along v_t. Of v_t, only the length is then used.
static carom_smith turn(const carom_smith *s) {
    const double x = s->vx / s->V, y = s->vy / s->V, p = s->Txx, q = s->Txy, r = s->Tyy;
    carom_smith turned = *s;
    turned.wx = s->wx * x + s->wy * y;
    turned.wy = s->wy * x - s->wx * y;
    turned.Txx = p * x * x + 2.0 * q * x * y + r * y * y;
    turned.Txy = (r - p) * x * y + q * (x * x - y * y);
    turned.Tyy = p * y * y - 2.0 * q * x * y + r * x * x;
    return turned;
}

// Tries the two guesses that need no search. The first is the solution of the 2D part of the problem. It is exact if
// the coupling has no component out of this plane. The second is the impulse that reverses the slip.
static void take_guesses(const scan *scan_, known_points *found) {
    const carom_smith *s = scan_->given;
    const carom_smith_point flat = carom_smith_plane(&scan_->turned, scan_->evaluations);
    polish(scan_, flat.dx, 0.0, flat.l, found);
    double W[3][3] = {{s->a, s->wx, s->wy}, {s->wx, s->Txx, s->Txy}, {s->wy, s->Txy, s->Tyy}}, P[3];
    const double rebound[3] = {s->c, -2.0 * s->vx, -2.0 * s->vy};
    carom_smith_point point;
    if (!carom_solve_dense3(W, rebound, P) || !carom_smith_guess(s, P, &point)) return;
    carom_smith_polish(s, &point, scan_->evaluations);
    found->count = carom_smith_add(s, found->points, found->count, &point);
}

// Two results of Newton's iteration for one solution agree to 1e-12 in d or, if d is only rounding, in P. Near a
// singular W they agree to 1e-6. Solutions this close count as one.
#define SAME          1e-7
#define SAME_SINGULAR 1e-5

static bool same(const carom_smith *s, const carom_smith_point *p, const carom_smith_point *q, double share) {
    const double d = fabs(p->dx - q->dx) + fabs(p->dy - q->dy);
    if (d <= share * (fabs(p->dx) + fabs(p->dy))) return true;
    const double P =
        s->m0 * fabs(p->l - q->l) + s->m1 * (fabs(p->l * p->Kx - q->l * q->Kx) + fabs(p->l * p->Ky - q->l * q->Ky));
    return P <= share * p->l * (s->m0 + s->m1 * (fabs(p->Kx) + fabs(p->Ky)));
}

int carom_smith_add(const carom_smith *s, carom_smith_point *points, int count, const carom_smith_point *point) {
    if (count >= CAROM_SMITH_MOST || !(point->residual <= CAROM_SMITH_RESIDUAL) || !(point->l > 0.0)) return count;
    const double share = !s->on_line && nearly_singular(s) ? SAME_SINGULAR : SAME;
    for (int i = 0; i < count; i++)
        if (same(s, point, &points[i], share)) return count;
    points[count] = *point;
    return count + 1;
}

int carom_smith_all(const carom_smith *s, carom_smith_point *points, int *evaluations) {
    scan scan_ = {.given = s, .turned = turn(s), .samples = SAMPLES, .evaluations = evaluations};
    const carom_smith *t = &scan_.turned;
    double Tv[2];
    friction_times(t, 1.0, 0.0, Tv);
    scan_.D0 = t->m0 * t->a - t->m1 * t->wx;
    scan_.X0[0] = t->V * scan_.D0 + t->c * (t->m0 * t->wx - t->m1 * Tv[0]);
    scan_.X0[1] = t->c * (t->m0 * t->wy - t->m1 * Tv[1]);
    known_points found = {.points = points};
    take_guesses(&scan_, &found);

    if (!nearly_singular(t)) take_roots(&scan_, &found);
    if (found.count % 2 == 0 || nearly_singular(t)) search_circle(&scan_, &found);
    if (found.count % 2 == 0) {
        scan_.samples = FINE_SAMPLES;
        search_circle(&scan_, &found);
    }
    return found.count;
}
