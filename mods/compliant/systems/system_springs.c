// Implements several simultaneous contacts, each with springs and a dashpot, coupled by W. Chatterjee 1997, 10.1: the
// outcome
// depends on the ratios of the stiffnesses and on small gaps, even if all contacts are very stiff.
//
//   x' = v,  v' = W F,  x_n(0) = gap
//   N = -kn x_n - cn v_n      while it touches; it separates at N = 0 and touches at x_n = 0
//   stick  F_t = -kt xi, xi' = v_t, |F_t| <= mu N            slip  F_t = -mu N dir, xi = mu N dir / kt
//
// While no contact changes its state the system is linear, y' = A y. So a step is a Taylor series, exact to rounding,
// and
// each guard is a polynomial in time whose first root is the next change of state.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "mods/compliant/models/model.h"

// A step is one unit of time of the stiffest spring or dashpot. The truncation error is then about 1/20!, which is
// 4e-19.
#define ORDER 20
// A guard is zero up to this fraction of the size of its terms.
#define ROUNDING 1e-13
// An impact has ended when its approaches are this fraction of the speed before it, and its overlaps 100 times as much.
// Between opposite walls, the overlaps of both can persist with the error of the events, which is up to 3e-10.
#define FADED 1e-11
// Limit on the values of polynomials of this order that an impact computes. They take about 100 ms.
#define MOST_WORK 5e6

typedef enum {
    APART,
    LEFT,
    FREE,
    STICK,
    SLIP
} state; // LEFT: separated while an overlap remained, from which the damper relaxes

typedef struct spring {
    double kn, cn, kt, mu;
    state state;
    double dir; // direction of slip
} spring;

// The states of each contact: x_n, xi, v_n, v_t, P_n, P_t.
enum { X, XI, V, P = V + 2, STATES = P + 2 };

typedef struct springs {
    const carom_system *s;
    spring *contact;
    double *y;   // ORDER + 1 Taylor coefficients of STATES nc numbers, in units of the step
    double *F;   // 2 nc
    double work; // values of polynomials so far, or as many operations
} springs;

static bool touches(const spring *c) {
    return c->state == FREE || c->state == STICK || c->state == SLIP;
}

static double push(const spring *c, const double *y) {
    return touches(c) ? -c->kn * y[X] - c->cn * y[V] : 0.0;
}

// Computes dy/dt h / k, the next coefficient of the series.
static void next_term(springs *z, const double *y, double scale, double *dy) {
    const int nc = z->s->nc, n = 2 * nc;
    for (int i = 0; i < nc; i++) {
        const spring *c = &z->contact[i];
        const double *own = y + STATES * i, N = push(c, own);
        z->F[2 * i] = N;
        z->F[2 * i + 1] = c->state == STICK ? -c->kt * own[XI] : c->state == SLIP ? -c->mu * N * c->dir : 0.0;
    }
    for (int i = 0; i < nc; i++) {
        double *to = dy + STATES * i;
        const double *own = y + STATES * i;
        to[X] = scale * own[V];
        to[XI] = z->contact[i].state == STICK ? scale * own[V + 1] : 0.0;
        for (int k = 0; k < 2; k++) {
            const double *W = z->s->W + (2 * i + k) * n;
            double sum = 0.0;
            for (int j = 0; j < n; j++) sum += W[j] * z->F[j];
            to[V + k] = scale * sum;
            to[P + k] = scale * z->F[2 * i + k];
        }
    }
}

// Returns the inverse of the fastest rate of the closed contacts. For springs the rate is a square root, for dashpots
// the largest row sum.
static double unit_of_time(const springs *z) {
    const int nc = z->s->nc, n = 2 * nc;
    double spring_rate = 0.0, damper_rate = 0.0;
    for (int i = 0; i < n; i++) {
        double k = 0.0, d = 0.0;
        for (int j = 0; j < nc; j++) {
            const spring *c = &z->contact[j];
            const double *W = z->s->W + i * n + 2 * j;
            if (!touches(c)) continue;
            const double normal = fabs(W[0]) + (c->state == SLIP ? c->mu * fabs(W[1]) : 0.0);
            k += normal * c->kn + (c->state == STICK ? fabs(W[1]) * c->kt : 0.0);
            d += normal * c->cn;
        }
        spring_rate = fmax(spring_rate, k);
        damper_rate = fmax(damper_rate, d);
    }
    return 1.0 / (sqrt(spring_rate) + damper_rate);
}

// Computes guard `which` of contact i as a polynomial in the fraction of the step. Returns false if there is no such
// guard.
static bool guard(const springs *z, int i, int which, double h, double g[ORDER + 1]) {
    const spring *c = &z->contact[i];
    const int stride = STATES * z->s->nc;
    const double *y = z->y + STATES * i;
    if (which && c->state != STICK && !(which == 1 && (c->state == SLIP || c->state == LEFT))) return false;
    for (int k = 0; k <= ORDER; k++, y += stride) {
        const double N = push(c, y), more = k < ORDER ? push(c, y + stride) : 0.0;
        if (c->state == APART)
            g[k] = y[X];
        else if (c->state == LEFT)
            g[k] = which == 1 ? -y[X] : c->kn * y[X] + c->cn * y[V];
        else if (which == 0)
            g[k] = N;
        else if (c->state == STICK)
            g[k] = c->mu * N - (which == 1 ? 1.0 : -1.0) * c->kt * y[XI];
        else
            g[k] = c->dir * y[V + 1] - c->mu * (k + 1) * more / (h * c->kt);
    }
    return true;
}

static double at(const double g[ORDER + 1], double s) {
    double sum = g[ORDER];
    for (int k = ORDER - 1; k >= 0; k--) sum = sum * s + g[k];
    return sum;
}

// Returns the fraction of the step after which the guard is negative; above 1 if it stays positive.
static double first_root(const double g[ORDER + 1], double *work) {
    enum { LOOKS = 8 };
    double terms = 0.0, low = 0.0;
    *work += LOOKS;
    for (int k = 0; k <= ORDER; k++) terms += fabs(g[k]);
    for (int look = 1; look <= LOOKS; look++) {
        double high = (double)look / LOOKS;
        if (at(g, high) < -ROUNDING * terms) {
            if (!(at(g, low) > 0.0)) { // it may begin at zero and rise before it falls
                double risen = high;
                while (risen - low > 0x1p-52 && !(at(g, risen) > 0.0)) risen = low + 0.5 * (risen - low);
                if (!(at(g, risen) > 0.0)) return low;
                low = risen;
            }
            *work += 52.0;
            while (high - low > 0x1p-52) {
                const double middle = 0.5 * (low + high);
                if (middle <= low || middle >= high) break;
                if (at(g, middle) > 0.0)
                    low = middle;
                else
                    high = middle;
            }
            return high;
        }
        low = high;
    }
    return 2.0;
}

// Changes the state of a contact whose guard has reached zero; y holds its values at that instant.
static void change(spring *c, int which, double *y) {
    if (which == 0 && touches(c)) {
        c->state = y[X] < 0.0 && c->cn > 0.0 ? LEFT : APART;
        y[XI] = 0.0;
        if (c->state == APART) y[X] = 0.0;
    } else if (which == 0) {
        if (c->state == APART) y[X] = 0.0;
        c->state = c->mu > 0.0 ? STICK : FREE;
        y[XI] = 0.0;
    } else if (c->state == LEFT) {
        c->state = APART; // no overlap is left, so it touches again at x_n = 0
        y[X] = 0.0;
    } else if (c->state == STICK) {
        c->state = SLIP;
        c->dir = which == 1 ? 1.0 : -1.0;
    } else {
        y[XI] = c->dir * c->mu * push(c, y) / c->kt;
        c->state = STICK;
    }
}

static bool any_touches(const springs *z) {
    for (int i = 0; i < z->s->nc; i++)
        if (touches(&z->contact[i])) return true;
    return false;
}

// Returns whether the impact has ended although contacts still close. Between two walls a body bounces for ever, more and
// more slowly.
static bool faded(const springs *z, double speed) {
    for (int i = 0; i < z->s->nc; i++) {
        const spring *c = &z->contact[i];
        const double *y = z->y + STATES * i, W = z->s->W[4 * z->s->nc * i + 2 * i], least = FADED * speed;
        if (y[V] < -least || (touches(c) && y[V] > least)) return false;
        if (c->state != APART && y[V] <= least && !(fabs(y[X]) * sqrt(W * c->kn) <= 100.0 * least)) return false;
    }
    return true;
}

// Ends the overlaps that remained after a separation and no longer exist.
static void part(springs *z) {
    for (int i = 0; i < z->s->nc; i++)
        if (z->contact[i].state == LEFT && z->y[STATES * i + X] > 0.0) z->contact[i].state = APART;
}

// If no contact touches, advances to the next contact that closes. Returns false if none will close.
static bool fly(springs *z) {
    int next = -1;
    double t = HUGE_VAL;
    for (int i = 0; i < z->s->nc; i++) {
        const double *y = z->y + STATES * i, left = z->contact[i].state == APART ? -y[X] / y[V] : 0.0;
        if (!(y[V] < 0.0) || !(left < t)) continue;
        t = left;
        next = i;
    }
    if (next < 0) return false;
    for (int i = 0; i < z->s->nc; i++) z->y[STATES * i + X] += t * z->y[STATES * i + V];
    part(z);
    change(&z->contact[next], 0, z->y + STATES * next);
    return true;
}

// Takes one step, or a shorter one up to the first change of state.
static void step(springs *z) {
    const int states = STATES * z->s->nc;
    const double h = unit_of_time(z);
    int who = -1, what = 0;
    double s = 1.0, g[ORDER + 1];
    z->work += 4.0 * z->s->nc * z->s->nc + states;
    for (int k = 0; k < ORDER; k++) next_term(z, z->y + k * states, h / (k + 1), z->y + (k + 1) * states);
    for (int i = 0; i < z->s->nc; i++)
        for (int k = 0; k < 3; k++) {
            // If a contact begins to slip and to open at the same time, the force that would open it is not there.
            const int which = z->contact[i].state == STICK ? (k + 1) % 3 : k;
            if (!guard(z, i, which, h, g)) continue;
            const double root = first_root(g, &z->work);
            if (!(root < s)) continue;
            s = root;
            who = i;
            what = which;
        }
    for (int i = 0; i < states; i++) {
        double sum = z->y[ORDER * states + i];
        for (int k = ORDER - 1; k >= 0; k--) sum = sum * s + z->y[k * states + i];
        z->y[i] = sum;
    }
    if (who >= 0) change(&z->contact[who], what, z->y + STATES * who);
    part(z);
}

// Sets up every contact: closed or at its gap, and moving.
static carom_status start(springs *z, const carom_system_params *p, carom_system_result *out) {
    for (int i = 0; i < z->s->nc; i++) {
        const carom_params *k = &p->contacts[i];
        double *y = z->y + STATES * i;
        z->contact[i] = (spring){.kn = carom_number_of(&carom_law_springs, k, CAROM_PARAM_kn),
                                 .cn = carom_number_of(&carom_law_springs, k, CAROM_PARAM_cn),
                                 .kt = carom_number_of(&carom_law_springs, k, CAROM_PARAM_kt),
                                 .mu = k->mu,
                                 .state = APART};
        if (k->mu > 0.0 && !(z->contact[i].kt > 0.0)) {
            out->coefficient = (carom_param)CAROM_PARAM_kt;
            out->contact = i;
            return CAROM_COEFFICIENT_RANGE;
        }
        memset(y, 0, STATES * sizeof *y);
        y[X] = carom_number_of(&carom_law_springs, k, CAROM_PARAM_gap);
        memcpy(y + V, z->s->v + 2 * i, 2 * sizeof *y);
    }
    return CAROM_OK;
}

static void name_modes(const springs *z, carom_system_result *out) {
    double most = 0.0;
    for (int i = 0; i < 2 * z->s->nc; i++) most = fmax(most, fabs(z->s->v[i]));
    for (int i = 0; i < z->s->nc; i++) {
        const double *y = z->y + STATES * i;
        memcpy(out->P + 2 * i, y + P, 2 * sizeof *y);
        out->mode[i] = !(y[P] > 0.0)                       ? CAROM_MODE_OPEN
                       : fabs(y[V + 1]) <= ROUNDING * most ? CAROM_MODE_STICK
                       : y[V + 1] > 0.0                    ? CAROM_MODE_SLIP_PLUS
                                                           : CAROM_MODE_SLIP_MINUS;
    }
}

static size_t doubles(int nc) {
    return (size_t)(ORDER + 1) * STATES * (size_t)nc + 2 * (size_t)nc;
}

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    return doubles(s->nc) * sizeof(double) + (size_t)s->nc * sizeof(spring);
}

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    if (bytes < bytes_needed(self, s, p)) return CAROM_SMALL_MEMORY;
    springs z = {.s = s, .y = memory};
    z.F = z.y + doubles(s->nc) - 2 * s->nc;
    z.contact = (spring *)(void *)(z.F + 2 * s->nc);
    const carom_status status = start(&z, p, out);
    if (status != CAROM_OK) return status;
    double speed = 0.0;
    for (int i = 0; i < 2 * s->nc; i++) speed = fmax(speed, fabs(s->v[i]));
    for (; z.work < MOST_WORK && !faded(&z, speed); out->pivots++) {
        if (any_touches(&z))
            step(&z);
        else if (!fly(&z))
            break;
    }
    if (!(z.work < MOST_WORK)) return CAROM_NOT_CONVERGED;
    name_modes(&z, out);
    return CAROM_OK;
}

// Returns the additional guarantees: without gaps, which set a length, twice the speed gives twice the impulse.
static unsigned also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    bool gapless = true;
    for (int i = 0; i < s->nc; i++)
        gapless = gapless && carom_number_of(&carom_law_springs, &p->contacts[i], CAROM_PARAM_gap) == 0.0;
    return gapless ? (unsigned)CAROM_GUARANTEE_HOMOGENEOUS : 0u;
}

static const carom_system_vtable code = {
    .solve = solve,
    .memory_size = bytes_needed,
    .guarantees = also,
    .accuracy = CAROM_DEVICE_ACCURACY,
    .solvers = 1u << CAROM_SOLVER_AUTO,
    .always = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING,
    .conditions = "homogeneous where no contact has a gap",
};

static const carom_coefficient coefficients[] = {
    CAROM_COEFFICIENT_MU("|F_t| / N at every instant of slip"),
    CAROM_ROW(kn, CAROM_LEAST, CAROM_MOST, "N / d of the normal spring", ""),
    CAROM_ROW(cn, 0, CAROM_MOST, "normal force to closing speed", ""),
    CAROM_ROW(kt, 0, CAROM_MOST, "F_t / stretch of the tangential spring", ""),
    CAROM_ROW(gap, 0, CAROM_MOST, "distance when the others touch", "0: all touch at once"),
};

const carom_law carom_law_springs = {
    CAROM_SPRINGS_ROW(coefficients, sizeof coefficients / sizeof *coefficients, &code)};
