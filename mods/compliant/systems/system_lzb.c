// Implements several simultaneous contacts with distributing energies. Liu, Zhao & Brogliato 2008, 2009; with friction
// Zhao, Liu & Brogliato 2009.
//
// Each contact is a spring of force lam = K d^eta that unloads faster than it loads, so that it returns e^2 of the work
// absorbed. The papers divide the impulses by the stored energies, dP_j/dP_i = lam_j/lam_i. With time as the variable
// this is
//   P_n' = lam = K d^eta,   d' = -v_n (v_n < 0, compression),  -v_n/e^2 (v_n > 0, expansion),   d >= 0
// It begins without 0/0, needs no primary contact and has one solution. The configuration does not change.
//
// Friction: slip  P_t' = -mu s lam, s = sgn v_t;   at rest f_t keeps v_t = 0 if |f_t| <= mu lam allows it, else it
// slips.
// So between events f_t = G lam and v' = (H, T) lam with constant matrices, and d, v, P are power series in time:
//   v_{k+1} = H lam_k/(k+1),  d_{k+1} = -g v_k/(k+1),  lam = K d^eta by  k d_0 lam_k = sum_j (eta (k-j) - j) d_{k-j}
//   lam_j
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/worst.h"
#include "lzb.h"
#include "mods/compliant/models/model.h"

enum { ORDER = CAROM_PIECE_ORDER };

// The first contacts begin later by this fraction of their duration. Their impulse until then is 1e-10 of the whole.
// Its first-order effect is counted; second-order effects are neglected. A contact that others compress later also
// begins late by this fraction; the neglected overlap d is 1e-16 of its maximum.
#define BEGIN       1e-4
#define BEGIN_LATER 1e-8
// Chatter ends below this fraction of the first speed, and below its square of the energy.
#define CHATTER 1e-11
// Below this fraction of the first speed, all contacts that still push count as at rest.
#define REST 1e-9
// The limit on steps. A body wedged between contacts whose force is a power of d comes to rest like a power of the
// time. Of 10000 random systems six reach this limit, at 1e-8 to 1e-4 of their speed.
#define MOST_STEPS 200000
// If momentum and energy do not balance to this fraction, digits were lost. The worst of 10000 random systems has
// 3e-14.
#define BOOKS 1e-12

// Sets the phases. If v_n = 0, the acceleration decides.
static void settle_phases(lzb *z) {
    for (int i = 0; i < z->nc; i++) {
        lzb_contact *c = &z->c[i];
        const double vn = z->v[2 * i], an = lzb_along(z, z->H + 2 * i * z->nc);
        if (!(c->d > 0.0))
            c->phase = LZB_OFF;
        else
            c->phase = (vn != 0.0 ? vn : an) < 0.0 ? LZB_COMPRESSES : LZB_EXPANDS;
    }
}

// Starts every contact without force that approaches, or that rests and accelerates towards approach. Sets its overlap
// to the value that it reaches in the time t, because a series needs d > 0 at its beginning.
static bool begin(lzb *z, double t) {
    const int nc = z->nc;
    bool any = false;
    for (int i = 0; i < nc; i++) {
        lzb_contact *c = &z->c[i];
        const double vn = z->v[2 * i], an = lzb_along(z, z->H + 2 * i * nc);
        if (c->d > 0.0 || !(vn < 0.0 || (vn == 0.0 && an < 0.0))) continue;
        c->d = vn < 0.0 ? -vn * t : -0.5 * an * t * t;
        c->phase = LZB_COMPRESSES;
        any = true;
    }
    return any;
}

// Starts the contacts at the first instant, at which there are no forces yet. Contacts at rest are moved by the others.
static void begin_all(lzb *z) {
    const int nc = z->nc;
    const double t = BEGIN * z->unit;
    begin(z, t);
    carom_lzb_settle_friction(z, -1);
    for (int i = 0; i < nc; i++) z->P[2 * i] = lzb_force(&z->c[i]) * t / (z->c[i].eta + 1.0);
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nc; j++) z->P[2 * i + 1] += z->G[i * nc + j] * z->P[2 * j];
    for (int i = 0; i < nc; i++) {
        z->c[i].normal_work = -lzb_stored(&z->c[i]);
        z->c[i].friction_work = z->P[2 * i + 1] * z->v[2 * i + 1];
    }
    for (int i = 0; i < nc; i++) {
        const double change = z->v[2 * i];
        double dv[2] = {0.0, 0.0};
        for (int j = 0; j < nc; j++) {
            dv[0] += z->H[2 * i * nc + j] * z->P[2 * j];
            dv[1] += z->H[(2 * i + 1) * nc + j] * z->P[2 * j];
        }
        z->v[2 * i] += dv[0];
        z->v[2 * i + 1] += dv[1];
        // A contact at rest that the others compress: d' grows like t^(eta+1).
        if (!(z->c[i].d > 0.0) && change <= 0.0 && z->v[2 * i] < 0.0) z->c[i].d = -z->v[2 * i] * t / 3.5;
    }
}

// Sets values that are zero up to rounding to zero, so that contacts of a symmetric impact change together.
static void snap(lzb *z) {
    for (int i = 0; i < 2 * z->nc; i++)
        if (fabs(z->v[i]) <= CAROM_LZB_ROUNDING * z->fast) z->v[i] = 0.0;
    for (int i = 0; i < z->nc; i++)
        if (z->c[i].phase == LZB_EXPANDS && z->c[i].d <= CAROM_LZB_ROUNDING * z->fast * z->unit) z->c[i].d = 0.0;
}

// Applies the event of contact i, and all other events at the same instant.
static void change(lzb *z, int i, int which) {
    lzb_contact *c = &z->c[i];
    int leaves = -1;
    if (which == LZB_TURNS) z->v[2 * i] = 0.0;
    if (which == LZB_CLOSES) c->d = 0.0;
    if (which == LZB_STOPS) {
        z->v[2 * i + 1] = 0.0;
        c->grip = LZB_STICKS;
    }
    if (which >= LZB_LEAVES) {
        c->grip = LZB_SLIPS;
        c->s = which == LZB_LEAVES ? -1.0 : 1.0;
        leaves = i;
    }
    snap(z);
    carom_lzb_settle_friction(z, leaves);
    if (begin(z, BEGIN_LATER * z->unit)) carom_lzb_settle_friction(z, leaves);
    settle_phases(z);
}

// Takes one step, up to its first event. Returns the length of the next one.
static double step(lzb *z, double h, bool *stands) {
    double s = 1.0, share, size;
    int who = -1, what = 0;
    carom_series g;
    for (carom_lzb_write_series(z, h); !((share = carom_lzb_reliable(z, h)) > 1e-2); carom_lzb_write_series(z, h)) {
        if (!(h > 0.0)) break;
        h *= 1e-2;
    }
    carom_lzb_rescale(z, share);
    h *= share;
    for (int i = 0; i < z->nc; i++)
        for (int which = 0; which < LZB_GUARDS; which++) {
            if (!carom_lzb_guard(z, i, which, g, &size)) continue;
            const double fall = carom_series_fall(g, size);
            if (!(fall < s)) continue;
            s = fall;
            who = i;
            what = which;
        }
    carom_lzb_move(z, h, s);
    *stands = s * h <= 1e-15 * z->unit;
    if (who >= 0) change(z, who, what);
    return who < 0 && share == 1.0 ? 4.0 * h : h;
}

// Returns true if a body wedged between its contacts is at rest while they push and balance each other forever.
static bool rests(const lzb *z) {
    double most = 0.0;
    for (int i = 0; i < 2 * z->nc; i++) {
        const bool pressed = z->c[i / 2].d > 0.0 && !(i & 1);
        if (pressed) most = fmax(most, fabs(z->v[i]));
        if (pressed) most = fmax(most, fabs(lzb_along(z, z->H + i * z->nc)) * z->unit);
        if (!(i & 1)) most = fmax(most, -z->v[i]);
    }
    return most <= REST * z->fast;
}

// Returns true if no contact pushes or approaches, or if the remaining chatter is negligible.
static bool is_over(const lzb *z) {
    double approach = 0.0, energy = 0.0, least = HUGE_VAL;
    for (int i = 0; i < z->nc; i++) {
        approach = fmax(approach, -z->v[2 * i]);
        energy += lzb_stored(&z->c[i]);
        if (lzb_entry(z, 2 * i, 2 * i) > 0.0) least = fmin(least, 1.0 / lzb_entry(z, 2 * i, 2 * i));
    }
    const double small = CHATTER * z->fast;
    return (approach <= small && energy <= small * small * least) || rests(z);
}

// Returns the imbalance relative to the terms: of v = v0 + W P, and of the energy, P.(v0 + v)/2 compared with the work
// of every contact.
static double open_books(const lzb *z) {
    double worst = 0.0, dE = 0.0, work = 0.0, size = 0.0;
    for (int i = 0; i < 2 * z->nc; i++) {
        double v = z->sys->v[i], terms = z->fast;
        for (int j = 0; j < 2 * z->nc; j++) {
            const double part = lzb_entry(z, i, j) * z->P[j];
            v += part;
            terms += fabs(part);
        }
        carom_worsen(&worst, fabs(v - z->v[i]) / terms);
        // Uses the integrated v, because near a singular W the sum above has lost digits by rounding.
        dE += 0.5 * z->P[i] * (z->sys->v[i] + z->v[i]);
        size += fabs(z->P[i]) * z->fast;
    }
    for (int i = 0; i < z->nc; i++) work += z->c[i].normal_work + z->c[i].friction_work;
    return size > 0.0 ? carom_worst(worst, fabs(dE - work) / size) : worst;
}

// Sets up the contacts and the shortest duration, ((eta+1) v^2/(2 W K))^(1/(eta+1))/v, of any of them.
static carom_status start(lzb *z, const carom_system_params *p, carom_system_result *out) {
    double least = 1.0;
    z->unit = HUGE_VAL;
    for (int i = 0; i < 2 * z->nc; i++) z->fast = fmax(z->fast, fabs(z->sys->v[i]));
    for (int i = 0; i < z->nc; i++) {
        const carom_params *k = &p->contacts[i];
        lzb_contact *c = &z->c[i];
        const double v = -z->sys->v[2 * i], W = lzb_entry(z, 2 * i, 2 * i);
        *c = (lzb_contact){.K = carom_number_of(&carom_law_lzb, k, CAROM_PARAM_kn),
                           .eta = carom_number_of(&carom_law_lzb, k, CAROM_PARAM_p),
                           .e = k->e,
                           .mu = k->mu};
        // The range is checked here too, because `allow` lets any finite number pass the usual check.
        out->coefficient = !(c->e > 0.0)     ? CAROM_PARAM_e
                           : !(c->K > 0.0)   ? (carom_param)CAROM_PARAM_kn
                           : !(c->eta > 0.0) ? (carom_param)CAROM_PARAM_p
                                             : CAROM_PARAM_NONE;
        out->contact = i;
        if (out->coefficient != CAROM_PARAM_NONE) return CAROM_COEFFICIENT_RANGE;
        least = fmin(least, c->e);
        if (!(v > 0.0)) continue;
        if (!(W > 0.0)) return CAROM_NO_SOLUTION;
        z->unit = fmin(z->unit, pow(0.5 * (c->eta + 1.0) * v * v / (W * c->K), 1.0 / (c->eta + 1.0)) / v);
    }
    z->unit *= least;
    return CAROM_OK;
}

static void name_modes(const lzb *z, carom_system_result *out) {
    memcpy(out->P, z->P, 2 * (size_t)z->nc * sizeof *z->P);
    for (int i = 0; i < z->nc; i++) {
        const double vt = z->v[2 * i + 1];
        out->mode[i] = !(z->P[2 * i] > 0.0)                       ? CAROM_MODE_OPEN
                       : fabs(vt) <= CAROM_LZB_ROUNDING * z->fast ? CAROM_MODE_STICK
                       : vt > 0.0                                 ? CAROM_MODE_SLIP_PLUS
                                                                  : CAROM_MODE_SLIP_MINUS;
    }
}

static size_t doubles(size_t nc) {
    return 4 * nc + 3 * nc * nc + 2 * nc * nc + 4 * nc * (ORDER + 1);
}

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    return doubles((size_t)s->nc) * sizeof(double) + (size_t)s->nc * sizeof(lzb_contact);
}

static void lay_out(lzb *z, double *memory) {
    const int nc = z->nc;
    z->v = memory;
    z->P = z->v + 2 * nc;
    z->G = z->P + 2 * nc;
    z->H = z->G + nc * nc;
    z->A = z->H + 2 * nc * nc;
    z->d = (carom_series *)(z->A + 2 * nc * nc);
    z->lam = z->d + nc;
    z->u = z->lam + nc;
    z->c = (lzb_contact *)(void *)(z->u + 2 * nc);
}

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    if (bytes < bytes_needed(self, s, p)) return CAROM_SMALL_MEMORY;
    lzb z = {.sys = s, .nc = s->nc};
    memset(memory, 0, bytes_needed(self, s, p));
    lay_out(&z, memory);
    const carom_status status = start(&z, p, out);
    if (status != CAROM_OK) return status;
    memcpy(z.v, s->v, 2 * (size_t)s->nc * sizeof *z.v);
    int standing = 0;
    if (isfinite(z.unit)) {
        begin_all(&z);
        carom_lzb_settle_friction(&z, -1);
        settle_phases(&z);
        for (double h = BEGIN * z.unit; !is_over(&z); out->pivots++) {
            bool stands;
            h = step(&z, h, &stands);
            standing = stands ? standing + 1 : 0;
            if (out->pivots > MOST_STEPS || standing > 100 + 20 * s->nc || !(h > 0.0)) return CAROM_NOT_CONVERGED;
        }
    }
    out->residual = open_books(&z);
    if (!(out->residual <= BOOKS)) return CAROM_NOT_CONVERGED;
    name_modes(&z, out);
    return CAROM_OK;
}

// Returns the additional guarantees: with one exponent for all contacts, twice the speed gives twice the impulse.
static unsigned also(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    for (int i = 1; i < s->nc; i++)
        if (carom_number_of(&carom_law_lzb, &p->contacts[i], CAROM_PARAM_p) !=
            carom_number_of(&carom_law_lzb, &p->contacts[0], CAROM_PARAM_p))
            return 0;
    return CAROM_GUARANTEE_HOMOGENEOUS;
}

static const carom_system_vtable code = {
    .solve = solve,
    .memory_size = bytes_needed,
    .guarantees = also,
    .accuracy = 2e-9,
    .solvers = 1u << CAROM_SOLVER_AUTO,
    .always = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
              CAROM_GUARANTEE_UNIQUE | CAROM_GUARANTEE_CONTINUOUS,
    .conditions = "homogeneous where all exponents are equal",
};

static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, DBL_MIN, 1.0, "root of the normal work given back to the normal work taken", ""),
    CAROM_COEFFICIENT_MU("|F_t| / N at every instant of slip"),
    CAROM_ROW_IN("N/m^p", kn, CAROM_LEAST, CAROM_MOST, "N / d^p while loading", ""),
    CAROM_ROW(p, 1, 10, "exponent of the normal force", "1 a linear spring, 3/2 is Hertz"),
};

const carom_law carom_law_lzb = {CAROM_LZB_ROW(coefficients, sizeof coefficients / sizeof *coefficients, &code)};
