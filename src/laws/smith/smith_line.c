// Smith's law for a singular W.
//
// Rank 1. W = g g^T has g along its own row (W_nn, w), and v' - v is along g. Therefore q - v_t = w c / W_nn for every
// friction. K is therefore known, and P = l (m0, -m1 K), l = c/D. Unless D > 0, no impulse causes the rebound.
//
// Rank 2, W z = 0. The condition z.(v' - v) = 0 implies z_t.(q - v_t) = -z_n c, which is the equation of a line. With
// unit vectors s along it and n across it, q = rho n + x s. The normal equation and the tangential equation along s
// leave
//   h(x) = D (x - s.v_t) - c s.(m0 w - m1 T K) = 0,  D = m0 W_nn - m1 w.K > 0,
// which is rational in x and |q| = sqrt(rho^2 + x^2). Let y = |x| + |q|, so |x| = (y - rho^2/y)/2 and |q| = (y +
// rho^2/y)/2. Then 8 y^3 (V^2 + |q|^2) h is a polynomial of degree six in y >= |rho| for each sign of x. All its roots
// are found (base/poly.h). There may be none, or several.
#include <float.h>
#include <math.h>

#include "base/poly.h"
#include "base/rank.h"
#include "collide/set_impulse.h"
#include "laws/smith/smith.h"

// A sum of a few terms counts as zero if it is below this fraction of their sizes. It is then only rounding.
#define ROUNDING (8.0 * DBL_EPSILON)

carom_status carom_smith_rank1(const carom_smith *s, const carom_smith_units *units, int dim, carom_result *out) {
    const double gx = s->wx * s->c / s->a, gy = s->wy * s->c / s->a;
    double d[2] = {2.0 * s->vx + gx, 2.0 * s->vy + gy}, K[2];
    for (int i = 0; i < 2; i++)
        if (fabs(d[i]) <= ROUNDING * (2.0 * s->V + fabs(gx) + fabs(gy))) d[i] = 0.0;
    carom_smith_friction(s, d[0], d[1], K, NULL);
    out->solution_count = 1;
    out->evaluations = 1;
    const double grip = s->m1 * (s->wx * K[0] + s->wy * K[1]), D = s->m0 * s->a - grip;
    // The slip is reversed for every mu. Then K = 0, and friction is zero even in the limit of infinite mu.
    if (d[0] == 0.0 && d[1] == 0.0) {
        const double P[3] = {s->c / s->a * units->normal, 0.0, 0.0};
        return carom_set_impulse(out, dim, P, CAROM_MODE_UNNAMED);
    }
    const double size = s->m0 * s->a + s->m1 * (fabs(s->wx * K[0]) + fabs(s->wy * K[1]));
    if (!(D > ROUNDING * size)) return CAROM_NO_SOLUTION;
    const carom_smith_point point = {.l = s->c / D, .Kx = K[0], .Ky = K[1]};
    return carom_smith_give(s, units, dim, &point, out);
}

// Computes the direction s of the line of z, and d across it, along n = (-s_y, s_x), which is z_t/|z_t|. W_nn > 0
// implies z_t != 0.
void carom_smith_take_line(carom_smith *s, const double z[3]) {
    const double length = sqrt(z[1] * z[1] + z[2] * z[2]), along = z[0] * s->c / length;
    s->on_line = true;
    s->sx = z[2] / length;
    s->sy = -z[1] / length;
    const double x = 2.0 * s->sx * s->vy, y = 2.0 * s->sy * s->vx;
    s->off = x - y - along;
    if (fabs(s->off) <= CAROM_IN_RANGE * (fabs(x) + fabs(y) + fabs(along))) s->off = 0.0;
}

// One side of the line, on which x has the sign of `side`, described by polynomials in y.
typedef struct {
    const carom_smith *s;
    double side, rho;         // q = rho n + side x s, x >= 0
    double sx, sy, nx, ny;    // side s, and n
    double least, scale;      // y = least + scale (1 + t)/(1 - t), t in [-1, 1]
    carom_poly less, more, y; // y^2 - rho^2 = 2 y x,  y^2 + rho^2 = 2 y |q|,  y
} side_of_line;

static side_of_line on_side(const carom_smith *s, double side) {
    side_of_line k = {.s = s, .side = side, .sx = side * s->sx, .sy = side * s->sy, .nx = -s->sy, .ny = s->sx};
    k.rho = s->off - (k.nx * s->vx + k.ny * s->vy);
    k.least = fabs(k.rho);
    k.scale = s->V + k.least + s->c * sqrt(s->wx * s->wx + s->wy * s->wy) / s->a;
    k.less = (carom_poly){2, {-k.rho * k.rho, 0.0, 1.0}};
    k.more = (carom_poly){2, {k.rho * k.rho, 0.0, 1.0}};
    k.y = (carom_poly){1, {0.0, 1.0}};
    return k;
}

// Returns 4 y^2 g.(|q| q + V v_t).
static carom_poly mean_along(const side_of_line *k, double gx, double gy) {
    const double across = k->rho * (gx * k->nx + gy * k->ny), along = gx * k->sx + gy * k->sy;
    const carom_poly q = carom_poly_sum(2.0 * across, &k->y, along, &k->less);
    const carom_poly whole = carom_poly_times(&k->more, &q), yy = carom_poly_times(&k->y, &k->y);
    return carom_poly_sum(1.0, &whole, 4.0 * k->s->V * (gx * k->s->vx + gy * k->s->vy), &yy);
}

// Returns the equation as a polynomial in y. N has a factor 4 y^2, and L is 2 y (x - s.v_t).
//   8 y^3 N h = (m0 a N - m1 N w.K) L - 2 c y (m0 s.w N - m1 N (T s).K)
static carom_poly equation_on(const side_of_line *k) {
    const carom_smith *s = k->s;
    const carom_poly yy = carom_poly_times(&k->y, &k->y), qq = carom_poly_times(&k->more, &k->more);
    const carom_poly N = carom_poly_sum(1.0, &qq, 4.0 * s->V * s->V, &yy);
    const carom_poly wK = mean_along(k, s->wx, s->wy);
    const carom_poly TK = mean_along(k, s->Txx * k->sx + s->Txy * k->sy, s->Txy * k->sx + s->Tyy * k->sy);
    const carom_poly D = carom_poly_sum(s->m0 * s->a, &N, -s->m1, &wK);
    const carom_poly h = carom_poly_sum(s->m0 * (s->wx * k->sx + s->wy * k->sy), &N, -s->m1, &TK);
    const carom_poly L = carom_poly_sum(1.0, &k->less, -2.0 * (k->sx * s->vx + k->sy * s->vy), &k->y);
    const carom_poly DL = carom_poly_times(&D, &L), yh = carom_poly_times(&k->y, &h);
    return carom_poly_sum(1.0, &DL, -2.0 * s->c, &yh);
}

// Returns f(y) as a polynomial in t, by Horner's rule.
//   (1 - t)^n f(least + scale (1 + t)/(1 - t))
static carom_poly from_start(const side_of_line *k, const carom_poly *f) {
    const carom_poly above = {1, {k->least + k->scale, k->scale - k->least}}, below = {1, {1.0, -1.0}};
    carom_poly sum = {0, {f->c[f->degree]}}, power = {0, {1.0}};
    for (int j = f->degree - 1; j >= 0; j--) {
        const carom_poly higher = carom_poly_times(&sum, &above);
        power = carom_poly_times(&power, &below);
        sum = carom_poly_sum(1.0, &higher, f->c[j], &power);
    }
    return sum;
}

static double share(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

// Refines a root into a point if D > 0 there. l follows from the equation that cancels less.
static bool guess_at(const side_of_line *k, double t, carom_smith_point *point) {
    const carom_smith *s = k->s;
    const double y = k->least + k->scale * (1.0 + t) / (1.0 - t), x = y > 0.0 ? 0.5 * (y - k->rho * k->rho / y) : 0.0;
    double K[2];
    *point = (carom_smith_point){.dx = k->rho * k->nx + x * k->sx + s->vx, .dy = k->rho * k->ny + x * k->sy + s->vy};
    carom_smith_friction(s, point->dx, point->dy, K, NULL);
    const double wK = s->wx * K[0] + s->wy * K[1], D = s->m0 * s->a - s->m1 * wK;
    const double ws = s->wx * k->sx + s->wy * k->sy;
    const double TK = k->sx * (s->Txx * K[0] + s->Txy * K[1]) + k->sy * (s->Txy * K[0] + s->Tyy * K[1]);
    const double h = s->m0 * ws - s->m1 * TK, sv = k->sx * s->vx + k->sy * s->vy;
    // The residual of each equation is divided by the sizes of its terms, down to single products, because whole sums
    // may vanish along s.
    const double hands = fabs(s->wx * k->sx) + fabs(s->wy * k->sy);
    const double grip = fabs(s->Txx * k->sx * K[0]) + fabs(s->Txy) * (fabs(k->sx * K[1]) + fabs(k->sy * K[0])) +
                        fabs(s->Tyy * k->sy * K[1]);
    const double sure_n = D / (s->m0 * s->a + s->m1 * fabs(wK));
    const double sure_h = share(fabs(h), s->m0 * hands + s->m1 * grip);
    const double sure_x = share(fabs(x - sv), y + fabs(k->sx * s->vx) + fabs(k->sy * s->vy));
    point->l = sure_n >= fmin(sure_h, sure_x) ? s->c / D : (x - sv) / h;
    return point->l > 0.0 && isfinite(point->l);
}

// Computes the impulse that reverses the slip, the limit of large friction, if the reversed slip is on the line. Near
// it d = x s, so K is along s + e (e.s), e = v_t/V, and two equations determine the impulse.
bool carom_smith_reversing(const carom_smith *s, double P[3]) {
    const double es = (s->vx * s->sx + s->vy * s->sy) / (s->V * s->V);
    const double kx = s->sx + es * s->vx, ky = s->sy + es * s->vy;
    const double wk = s->wx * kx + s->wy * ky, ws = s->wx * s->sx + s->wy * s->sy;
    const double Tk = s->sx * (s->Txx * kx + s->Txy * ky) + s->sy * (s->Txy * kx + s->Tyy * ky);
    const double sv = 2.0 * (s->sx * s->vx + s->sy * s->vy), det = s->a * Tk - ws * wk;
    const double grip = (ws * s->c + s->a * sv) / det;
    P[0] = (Tk * s->c + wk * sv) / det;
    P[1] = -grip * kx;
    P[2] = -grip * ky;
    return s->off == 0.0;
}

// Finds every root on one side, and also tries the start of that side. If the motion is planar, the root is x = 0,
// where the two sides meet. Rounding may place that root on neither side.
static int search(const side_of_line *k, carom_smith_point *points, int count, int *evaluations) {
    const carom_poly in_y = equation_on(k), f = from_start(k, &in_y);
    double roots[CAROM_POLY_MOST + 1];
    const int found = carom_poly_roots(&f, roots, evaluations);
    roots[found] = -1.0;
    for (int i = 0; i <= found; i++) {
        carom_smith_point point;
        if (!guess_at(k, roots[i], &point)) continue;
        carom_smith_polish(k->s, &point, evaluations);
        count = carom_smith_add(k->s, points, count, &point);
    }
    return count;
}

// Down to this ratio of the two scales of y, a search with the larger scale keeps ten digits of every root.
#define SLOW 1e-3

int carom_smith_on_line(const carom_smith *s, carom_smith_point *points, int *evaluations) {
    carom_smith_point point;
    double P[3];
    int count = 0;
    if (carom_smith_reversing(s, P) && carom_smith_guess(s, P, &point)) {
        carom_smith_polish(s, &point, evaluations);
        count = carom_smith_add(s, points, count, &point);
    }
    for (double side = 1.0; side >= -1.0; side -= 2.0) {
        side_of_line k = on_side(s, side);
        count = search(&k, points, count, evaluations);
        // If the slip is much smaller than the change that the impact causes, roots of its size are crowded at the
        // start.
        const double slow = s->V + k.least;
        if (!(slow < SLOW * k.scale)) continue;
        k.scale = slow;
        count = search(&k, points, count, evaluations);
    }
    return count;
}
