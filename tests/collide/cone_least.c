// Checks carom_cone_minimum, which minimises P.W P/2 + b.P over the friction cone. Usage: collide_cone_least [PROBLEMS]
//   conditions  P satisfies the conditions that define the minimum, relative to the size of their terms:
//               P in K = {|P_t| <= mu P_n},  y = W P + b in K* = {y_n >= mu |y_t|},  P.y = 0
//   error       P agrees with the exact minimum, relative to its condition number. Newton's method in 113-bit
//               arithmetic finds the exact minimum, and the three conditions prove it.
//   singular    For a singular W, the function reports correctly whether there is a minimum.
#include <stdio.h>
#include <stdlib.h>

#include "base/worst.h"
#include "collide/cone_problems.h"
#include "friction/cone_least.h"
#include "support/floor.h"
#include "support/quad.h"

// The unit of rounding: half of the distance from 1 to the next double.
#define UNIT 0x1p-53

static carom_status solve(const problem *p, carom_cone_least *least) {
    problem far = *p;
    for (int i = 0; i < p->dim; i++) {
        far.b[i] = ldexp(p->b[i], p->fast);
        for (int j = 0; j < p->dim; j++) far.W[i][j] = ldexp(p->W[i][j], p->light);
    }
    const problem *q = &far;
    const carom_status status = carom_cone_minimum(q->dim, q->W, q->b, q->mu, least);
    for (int i = 0; i < p->dim; i++) least->P[i] = ldexp(least->P[i], p->light - p->fast);
    return status;
}

// y = W P + b, and for each component the sum of the magnitudes of its terms.
typedef struct motion {
    quad y[3], size[3];
} motion;

static motion moved(const problem *p, const quad P[3]) {
    motion m;
    for (int i = 0; i < p->dim; i++) {
        m.y[i] = p->b[i];
        m.size[i] = quad_abs(p->b[i]);
        for (int j = 0; j < p->dim; j++) {
            m.y[i] += p->W[i][j] * P[j];
            m.size[i] += quad_abs(p->W[i][j] * P[j]);
        }
    }
    return m;
}

static quad tangential(int dim, const quad x[3]) {
    return dim == 2 ? quad_abs(x[1]) : quad_sqrt(x[1] * x[1] + x[2] * x[2]);
}

static quad share(quad part, quad whole) {
    return whole > 0 ? part / whole : 0;
}

// Returns the largest relative violation of the three conditions.
static double left_of(const problem *p, const quad P[3]) {
    const motion m = moved(p, P);
    const quad Pt = tangential(p->dim, P), yt = tangential(p->dim, m.y), st = tangential(p->dim, m.size);
    quad along = 0, terms = 0;
    for (int i = 0; i < p->dim; i++) {
        along += P[i] * m.y[i];
        terms += quad_abs(P[i]) * m.size[i];
    }
    double worst = (double)share(quad_abs(along), terms);
    if (isinf(p->mu)) {
        carom_worsen(&worst, (double)share(-P[0], quad_abs(P[0]) + Pt));
        carom_worsen(&worst, (double)share(yt, st));
        carom_worsen(&worst, (double)share(-m.y[0], m.size[0]));
        return worst;
    }
    const quad mu = p->mu;
    carom_worsen(&worst, (double)share(Pt - mu * P[0], Pt + mu * quad_abs(P[0])));
    carom_worsen(&worst, (double)share(mu * yt - m.y[0], m.size[0] + mu * st));
    return worst;
}

// Computes the minimum without the cone, P = -W^-1 b, and M = W^-1, both by cofactors. Returns false if W is singular
// in 113 bits.
static bool least_of_all(const problem *p, quad M[3][3], quad P[3]) {
    quad A[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) A[i][j] = i < p->dim && j < p->dim ? (quad)p->W[i][j] : (quad)(i == j);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int r = (j + 1) % 3, s = (j + 2) % 3, k = (i + 1) % 3, l = (i + 2) % 3;
            M[i][j] = A[r][k] * A[s][l] - A[r][l] * A[s][k];
        }
    const quad det = A[0][0] * M[0][0] + A[0][1] * M[1][0] + A[0][2] * M[2][0];
    if (!(det > 0)) return false;
    for (int i = 0; i < 3; i++) {
        P[i] = 0;
        for (int j = 0; j < 3; j++) M[i][j] /= det;
        for (int j = 0; j < p->dim; j++) P[i] -= M[i][j] * p->b[j];
    }
    return true;
}

// Computes the minimum P on the edge (m0, m1 u) of the cone. M maps small changes of b to changes of P, up to the sign;
// inside the cone M is W^-1. `angle` is a Newton step for the direction u.
static void edge(const problem *p, const quad u[2], quad M[3][3], quad P[3], quad *angle) {
    const quad mu = p->mu, m0 = mu > 1 ? 1 / mu : 1, m1 = mu > 1 ? 1 : mu;
    const quad d[3] = {m0, m1 * u[0], m1 * u[1]}, across[3] = {0, -m1 * u[1], m1 * u[0]};
    quad K = 0, g = 0, mixed = 0, stiff = 0, turn = 0, bend = 0;
    for (int i = 0; i < p->dim; i++) {
        g += d[i] * p->b[i];
        for (int j = 0; j < p->dim; j++) {
            K += d[i] * p->W[i][j] * d[j];
            mixed += d[i] * p->W[i][j] * across[j];
            stiff += across[i] * p->W[i][j] * across[j];
        }
    }
    const quad x = -g / K;
    for (int i = 0; i < p->dim; i++) P[i] = x * d[i];
    const motion m = moved(p, P);
    for (int i = 1; i < p->dim; i++) {
        turn += across[i] * m.y[i];
        bend -= d[i] * m.y[i] / x;
    }
    const bool plane = p->dim == 2;
    const quad with = mixed + turn / x, H = stiff + bend, det = K * H - with * with;
    *angle = plane ? 0 : -turn * K / (x * det);
    for (int i = 0; i < p->dim; i++)
        for (int j = 0; j < p->dim; j++)
            M[i][j] =
                plane ? d[i] * d[j] / K
                      : (H * d[i] * d[j] - mixed * (d[i] * across[j] + across[i] * d[j]) + K * across[i] * across[j]) /
                            (K * H - mixed * mixed);
}

// Computes the exact minimum P, starting from a result of carom_cone_minimum. Returns true if the conditions prove it
// in 113-bit arithmetic.
static bool exact_least(const problem *p, const carom_cone_least *answer, quad M[3][3], quad P[3]) {
    const quad none[3] = {0, 0, 0};
    const quad Q[3] = {answer->P[0], answer->P[1], answer->P[2]}, size = tangential(p->dim, Q);
    for (int i = 0; i < 3; i++) P[i] = 0;
    if (left_of(p, none) == 0.0) return true;
    if (least_of_all(p, M, P) && left_of(p, P) <= 1e-25) return true;
    if (!(size > 0) || isinf(p->mu)) return false;
    quad u[2] = {Q[1] / size, p->dim == 3 ? Q[2] / size : 0}, angle;
    for (int k = 0; k < 12; k++) {
        edge(p, u, M, P, &angle);
        const quad turned[3] = {0, u[0] - angle * u[1], u[1] + angle * u[0]}, length = tangential(3, turned);
        u[0] = turned[1] / length;
        u[1] = turned[2] / length;
    }
    return left_of(p, P) <= 1e-22;
}

// Returns the largest error of a component of P, in units of rounding times its condition number |P| + |M| (|W| |P| +
// |b|). M is that of edge(). If the result is inside the cone but the exact minimum is on the edge, only rounding
// separates them. Then the condition numbers of both places are added.
static double error_of(const problem *p, const carom_cone_least *answer, quad M[3][3], const quad P[3]) {
    const motion m = moved(p, P);
    double worst = 0.0;
    quad N[3][3] = {{0}}, S[3];
    if (answer->place == CAROM_CONE_INSIDE) least_of_all(p, N, S);
    for (int i = 0; i < p->dim; i++) {
        quad condition = quad_abs(P[i]);
        for (int j = 0; j < p->dim; j++) condition += (quad_abs(M[i][j]) + quad_abs(N[i][j])) * m.size[j];
        carom_worsen(&worst, (double)(share(quad_abs(answer->P[i] - P[i]), condition) / UNIT));
    }
    return worst;
}

typedef struct kind {
    const char *name;
    problem (*make)(random_stream *r, int dim);
} kind;

// Bounds in units of rounding. The largest relative violation of a condition was 11, and the largest error of P
// relative to its condition number was 4. A fault of the method would give 1e3 or more.
#define MOST_LEFT  32.0
#define MOST_ERROR 32.0

typedef struct tally {
    long asked, answered, proved, places[3];
    double left, error;
    int steps;
} tally;

static void show(const char *what, const problem *p, const carom_cone_least *k) {
    static int shown;
    if (shown++ >= 5) return;
    printf("FAIL %s: mu %.17g, place %d, residual %g\n", what, p->mu, (int)k->place, k->residual);
    for (int i = 0; i < p->dim; i++)
        printf("    W %.17g %.17g %.17g   b %.17g   P %.17g\n", p->W[i][0], p->W[i][1], p->W[i][2], p->b[i], k->P[i]);
}

static bool regular(const problem *p) {
    quad M[3][3], P[3];
    return least_of_all(p, M, P);
}

static void ask(const problem *p, tally *t) {
    carom_cone_least answer;
    quad M[3][3] = {{0}}, P[3];
    if (!regular(p)) return;
    t->asked++;
    if (solve(p, &answer) != CAROM_OK) {
        show("no answer", p, &answer);
        return;
    }
    t->answered++;
    t->places[answer.place]++;
    if (answer.steps > t->steps) t->steps = answer.steps;
    const quad Q[3] = {answer.P[0], answer.P[1], answer.P[2]};
    const double left = left_of(p, Q) / UNIT;
    if (left > MOST_LEFT) show("conditions", p, &answer);
    carom_worsen(&t->left, left);
    if (!exact_least(p, &answer, M, P)) return;
    t->proved++;
    const double error = error_of(p, &answer, M, P);
    if (error > MOST_ERROR) show("error", p, &answer);
    carom_worsen(&t->error, error);
}

// A problem whose W is exactly singular, because it is a sum of dyads of small integers. The array z contains the one
// or two null vectors of W.
typedef struct singular {
    problem p;
    double z[2][3];
    int nullity;
} singular;

static void integers(random_stream *r, int dim, double x[3]) {
    do {
        for (int i = 0; i < 3; i++) x[i] = i < dim ? random_below(r, 7) - 3 : 0.0;
    } while (x[0] == 0.0);
}

static void cross(const double a[3], const double b[3], double out[3]) {
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

// Makes a random singular problem. In half of the problems b is in the range of W.
static singular make_singular(random_stream *r, int dim) {
    static const double t1[3] = {0.0, 1.0, 0.0}, t2[3] = {0.0, 0.0, 1.0};
    singular s = {.p = {.dim = dim, .mu = 0.125 * random_below(r, 24)}, .nullity = 1};
    if (random_below(r, 8) == 0) s.p.mu = HUGE_VAL;
    double q[3], k[3];
    integers(r, dim, q);
    integers(r, dim, k);
    cross(q, dim == 2 ? t2 : k, s.z[0]);
    const bool dyad = dim == 2 || (s.z[0][0] == 0.0 && s.z[0][1] == 0.0 && s.z[0][2] == 0.0) || random_below(r, 2);
    if (dim == 3 && dyad) {
        s.nullity = 2;
        cross(q, t1, s.z[0]);
        cross(q, s.z[0], s.z[1]);
    }
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) s.p.W[i][j] = q[i] * q[j] + (dyad ? 0.0 : k[i] * k[j]);
    double x[3];
    integers(r, dim, x);
    const bool in_range = random_below(r, 2);
    for (int i = 0; i < dim; i++) {
        s.p.b[i] = in_range ? 0.0 : x[i];
        for (int j = 0; in_range && j < dim; j++) s.p.b[i] += s.p.W[i][j] * x[j];
    }
    return s;
}

// Returns a value that is positive if x is outside the cone and negative if x is inside.
static double outside(double mu, const double x[3]) {
    return isinf(mu) ? -x[0] : sqrt(x[1] * x[1] + x[2] * x[2]) - mu * x[0];
}

// Computes the smallest b.z/|z| over the null vectors z of W in the cone. If it is negative, the form has no minimum.
// `perhaps` includes null vectors up to 1e-9 outside the cone; `sure` includes only those at least 1e-9 inside it.
static void way_down(const singular *s, double *sure, double *perhaps) {
    const int looks = s->nullity == 1 ? 2 : 20000;
    *sure = *perhaps = 0.0;
    for (int k = 0; k < looks; k++) {
        const double angle = 6.283185307179586 * k / looks, c = s->nullity == 1 ? (k ? -1.0 : 1.0) : cos(angle);
        const double d = s->nullity == 1 ? 0.0 : sin(angle);
        double z[3], along = 0.0, size = 0.0;
        for (int i = 0; i < 3; i++) {
            z[i] = c * s->z[0][i] + d * s->z[1][i];
            along += z[i] * s->p.b[i];
            size += z[i] * z[i];
        }
        const double over = outside(s->p.mu, z), close = 1e-9 * sqrt(size);
        if (over <= close) *perhaps = fmin(*perhaps, along / sqrt(size));
        if (over <= -close) *sure = fmin(*sure, along / sqrt(size));
    }
}

// Returns true if the part of P along the null vectors is as short as possible. It is zero, or a slightly shorter one
// would move P out of the cone.
static bool shortest(const singular *s, const carom_cone_least *k) {
    double n[3] = {0.0, 0.0, 0.0}, size = 0.0, P[3], whole = 0.0;
    for (int j = 0; j < s->nullity; j++) {
        double along = 0.0, square = 0.0;
        for (int i = 0; i < s->p.dim; i++) {
            along += s->z[j][i] * k->P[i];
            square += s->z[j][i] * s->z[j][i];
        }
        for (int i = 0; i < s->p.dim; i++) n[i] += along / square * s->z[j][i];
    }
    for (int i = 0; i < s->p.dim; i++) {
        size += n[i] * n[i];
        whole += k->P[i] * k->P[i];
    }
    if (size <= 1e-24 * whole) return true;
    for (int i = 0; i < 3; i++) P[i] = i < s->p.dim ? k->P[i] - 1e-6 * n[i] : 0.0;
    return outside(s->p.mu, P) > 0.0;
}

static bool ask_singular(long problems, int dim) {
    long answered = 0, none = 0, inside = 0, wrong = 0;
    double worst = 0.0;
    for (long i = 0; i < problems; i++) {
        random_stream r = random_at(71, 2 * (uint64_t)i + (unsigned)dim);
        const singular s = make_singular(&r, dim);
        carom_cone_least k;
        double sure, perhaps;
        const carom_status status = solve(&s.p, &k);
        way_down(&s, &sure, &perhaps);
        // The directions of way_down are 3e-4 apart, so only a `sure` below -1e-3 counts as a descent.
        bool good = status == CAROM_NO_SOLUTION ? perhaps < 0.0 : status == CAROM_OK && !(sure < -1e-3);
        if (status == CAROM_OK) {
            const quad P[3] = {k.P[0], k.P[1], k.P[2]};
            const double left = left_of(&s.p, P) / UNIT;
            carom_worsen(&worst, left);
            good = good && left <= MOST_LEFT && (k.place != CAROM_CONE_INSIDE || shortest(&s, &k));
            inside += k.place == CAROM_CONE_INSIDE;
        }
        none += status == CAROM_NO_SOLUTION;
        answered += status == CAROM_OK || status == CAROM_NO_SOLUTION;
        wrong += !good;
        if (!good) show(carom_status_name(status), &s.p, &k);
    }
    printf("singular  dim %d: left %.3g u; %ld without end, %ld inside, %ld wrong\n", dim, worst, none, inside, wrong);
    return floor_met("singular", answered, problems, 1.0) && !wrong;
}

int main(int argc, char **argv) {
    static const kind kinds[] = {
        {"ordinary", ordinary},   {"steep", steep},          {"next to the range", next_to_range},
        {"on the edge", on_edge}, {"grazing", grazing_null}, {"plain", plain},
        {"far from 1", scaled},
    };
    const long problems = argc > 1 ? atol(argv[1]) : 10000;
    bool good = true;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int dim = 2; dim <= 3; dim++) {
            tally t = {0};
            for (long i = 0; i < problems; i++) {
                random_stream r = random_at(19 + 2 * k + (unsigned)dim, (uint64_t)i);
                const problem p = kinds[k].make(&r, dim);
                ask(&p, &t);
            }
            printf("%s, dim %d: leaves %.3g u, is off by %.3g u of its condition (%ld proved); apex %ld, inside %ld, "
                   "edge %ld; "
                   "looks %d\n",
                   kinds[k].name, dim, t.left, t.error, t.proved, t.places[0], t.places[1], t.places[2], t.steps);
            good = floor_met(kinds[k].name, t.answered, t.asked, 1.0) && t.left <= MOST_LEFT && t.error <= MOST_ERROR &&
                   good;
            // The exact minimum is not proved if W counts as singular. It is not proved either if the minimum inside
            // the cone and the one on its edge agree to 1e-25.
            good = floor_met("proved", t.proved, t.asked, 0.9) && good;
        }
    for (int dim = 2; dim <= 3; dim++) good = ask_singular(problems / 10, dim) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
