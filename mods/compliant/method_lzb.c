// Several contacts at once that share energy. Liu, Zhao & Brogliato 2008, 2009; with friction Zhao, Liu & Brogliato 2009.
//
// Each contact is a spring of force lam = K d^eta that unloads faster than it loads, so that it gives back e^2 of the work it
// took. The papers divide the impulses by the energies stored, dP_j/dP_i = lam_j/lam_i; with the time as the clock this is
//   P_n' = lam = K d^eta,   d' = -v_n (v_n < 0, compression),  -v_n/e^2 (v_n > 0, expansion),   d >= 0
// which begins without 0/0, needs no primary contact and has one solution. The configuration stands still.
//
// Friction: slip  P_t' = -mu s lam, s = sgn v_t;   at rest f_t keeps v_t = 0 if |f_t| <= mu lam allows it, else it slips.
// So between events f_t = G lam and v' = (H, T) lam with constant matrices, and d, v, P are power series in time:
//   v_{k+1} = H lam_k/(k+1),  d_{k+1} = -g v_k/(k+1),  lam = K d^eta by  k d_0 lam_k = sum_j (eta (k-j) - j) d_{k-j} lam_j
#include <math.h>
#include <string.h>

#include "base/worst.h"
#include "device.h"
#include "piece.h"

enum { ORDER = CAROM_PIECE_ORDER };

#define ROUNDING 1e-13
// The first contacts begin this share of their time later: what they have pushed by then is 1e-10 of the whole, is counted
// to first order, and its square is lost. One that others press together later begins this share late, and does not
// count it: 1e-16 of its greatest d.
#define BEGIN       1e-4
#define BEGIN_LATER 1e-8
// Below this share of the first speed, and its square of the energy, a chatter is over.
#define CHATTER 1e-11
// Below this share of it everything that still pushes is at rest.
#define REST 1e-9
// Below QUIET a contact moves nothing, and its power law, whose series reaches no farther than d = 0, is left out; no step
// goes on past LOUD without it.
#define QUIET      1e-19
#define LOUD       1e-17
#define MOST_STEPS 200000
// Books of momentum and energy that are not closed to this share mean lost digits: two of a thousand random systems.
// At 1e-12 systems whose W is singular, with impulses ten times their velocities, would be refused too.
#define BOOKS 1e-11

typedef enum { OFF, COMPRESSES, EXPANDS } phase;
typedef enum { NONE, STICKS, SLIPS } grip;

typedef struct lzb_contact {
    double K, eta, e, mu, d;
    double normal_work, friction_work; // by P.v, through the energies stored
    phase phase;
    grip grip;
    double s;   // sense of slip
    bool holds; // it sticks, by a row that no other contact's implies
    bool quiet; // it pushes so little that nothing moves by it
} lzb_contact;

typedef struct lzb {
    const carom_system *sys;
    int nc;
    lzb_contact *c;
    double *v, *P;             // 2 nc
    double *G, *H;             // f_t = G lam, nc x nc; v' = H lam, 2 nc x nc
    double *A;                 // for the sticking ones, nc x (nc + nc)
    carom_series *d, *lam, *u; // nc, nc, 2 nc series
    double fast;               // the greatest |v|
    double unit;               // the shortest time of a contact
} lzb;

static double entry(const lzb *z, int i, int j) {
    return z->sys->W[i * 2 * z->nc + j];
}

static double force(const lzb_contact *c) {
    return c->d > 0.0 ? c->K * pow(c->d, c->eta) : 0.0;
}

static double stored(const lzb_contact *c) {
    return force(c) * c->d / (c->eta + 1.0);
}

// For the sticking rows W_SS f = -r, for each column of r.
static void write_rows(lzb *z) {
    const int nc = z->nc, wide = 2 * nc;
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nc && z->c[i].grip == STICKS; j++) {
            double *row = z->A + i * wide, r = entry(z, 2 * i + 1, 2 * j);
            row[j] = z->c[j].grip == STICKS ? entry(z, 2 * i + 1, 2 * j + 1) : 0.0;
            if (z->c[j].grip == SLIPS) r -= entry(z, 2 * i + 1, 2 * j + 1) * z->c[j].mu * z->c[j].s;
            row[nc + j] = -r;
        }
}

// The sticking row that is least implied by those that hold already: the greatest share of its own W_tt is left.
static int next_pivot(const lzb *z) {
    int best = -1;
    double most = 1e-12;
    for (int i = 0; i < z->nc; i++) {
        const double left = z->A[i * 2 * z->nc + i], own = entry(z, 2 * i + 1, 2 * i + 1);
        if (z->c[i].grip != STICKS || z->c[i].holds || !(left > most * own)) continue;
        most = left / own;
        best = i;
    }
    return best;
}

// Elimination with pivots of the diagonal. Rows that others imply (a block that lands flat) have none, and hold nothing.
static void eliminate(lzb *z) {
    const int nc = z->nc, wide = 2 * nc;
    for (int i = 0; i < nc; i++) z->c[i].holds = false;
    for (int p = next_pivot(z); p >= 0; p = next_pivot(z)) {
        const double pivot = z->A[p * wide + p];
        z->c[p].holds = true;
        for (int j = 0; j < wide; j++) z->A[p * wide + j] /= pivot;
        for (int i = 0; i < nc; i++) {
            const double factor = z->A[i * wide + p];
            if (i == p || z->c[i].grip != STICKS || factor == 0.0) continue;
            for (int j = 0; j < wide; j++) z->A[i * wide + j] -= factor * z->A[p * wide + j];
        }
    }
}

// Takes out of m columns of b, `wide` apart, what lies along the unit vector n.
static void project(int nc, const double *n, int m, int wide, double *b) {
    for (int j = 0; j < m; j++) {
        double along_n = 0.0;
        for (int i = 0; i < nc; i++) along_n += n[i] * b[i * wide + j];
        for (int i = 0; i < nc; i++) b[i * wide + j] -= along_n * n[i];
    }
}

// Every implied row k leaves one way n to shift force among the sticking contacts that moves nothing: 1 at k, -A[i][k] at
// those that hold. Without a part along any n the forces have the least norm, whatever the order of the contacts. The n
// replace the implied rows, made perpendicular one after the other.
static void share_evenly(lzb *z) {
    const int nc = z->nc, wide = 2 * nc;
    for (int k = 0; k < nc; k++) {
        double *n = z->A + k * wide, size = 0.0;
        if (z->c[k].grip != STICKS || z->c[k].holds) continue;
        for (int i = 0; i < nc; i++) n[i] = i == k ? 1.0 : z->c[i].holds ? -z->A[i * wide + k] : 0.0;
        for (int before = 0; before < k; before++)
            if (z->c[before].grip == STICKS && !z->c[before].holds) project(nc, z->A + before * wide, 1, 1, n);
        for (int i = 0; i < nc; i++) size += n[i] * n[i];
        for (int i = 0; i < nc; i++) n[i] /= sqrt(size);
        project(nc, n, nc, nc, z->G);
    }
}

// The rows of G of the sticking contacts: the forces of least norm that keep them at rest.
static void hold_still(lzb *z) {
    const int nc = z->nc, wide = 2 * nc;
    write_rows(z);
    eliminate(z);
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nc; j++) z->G[i * nc + j] = z->c[i].holds ? z->A[i * wide + nc + j] : 0.0;
    share_evenly(z);
}

// G and H for the present grips.
static void reduce(lzb *z) {
    const int nc = z->nc;
    hold_still(z);
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nc && z->c[i].grip != STICKS; j++)
            z->G[i * nc + j] = i == j && z->c[i].grip == SLIPS ? -z->c[i].mu * z->c[i].s : 0.0;
    for (int i = 0; i < 2 * nc; i++)
        for (int j = 0; j < nc; j++) {
            double sum = entry(z, i, 2 * j);
            for (int k = 0; k < nc; k++) sum += entry(z, i, 2 * k + 1) * z->G[k * nc + j];
            z->H[i * nc + j] = (i & 1) && z->c[i / 2].grip == STICKS ? 0.0 : sum;
        }
}

static double along(const lzb *z, const double *row) {
    double sum = 0.0;
    for (int j = 0; j < z->nc; j++) sum += row[j] * force(&z->c[j]);
    return sum;
}

// Contacts with v_t = 0 stick if their cones allow it. One by one: the one farthest outside its cone slips, against its
// force; one that would then move with its friction sticks again.
static void settle_friction(lzb *z, int leaves) {
    const int nc = z->nc;
    for (int i = 0; i < nc; i++) {
        lzb_contact *c = &z->c[i];
        const double vt = z->v[2 * i + 1];
        if (!(c->mu > 0.0) || !(c->d > 0.0))
            c->grip = NONE;
        else if (vt != 0.0)
            c->grip = SLIPS, c->s = vt > 0.0 ? 1.0 : -1.0;
        else if (c->grip != SLIPS)
            c->grip = STICKS;
    }
    for (int tries = 0; tries < 4 * nc + 8; tries++) {
        int worst = -1;
        double excess = 0.0;
        reduce(z);
        for (int i = 0; i < nc; i++) {
            const lzb_contact *c = &z->c[i];
            const double most = c->mu * force(c), f = along(z, z->G + i * nc);
            if (c->grip != STICKS || !(fabs(f) > most * (1.0 + 1e-12)) || !(fabs(f) - most > excess)) continue;
            excess = fabs(f) - most;
            worst = i;
        }
        if (worst >= 0) {
            z->c[worst].s = along(z, z->G + worst * nc) > 0.0 ? -1.0 : 1.0;
            z->c[worst].grip = SLIPS;
            continue;
        }
        for (int i = 0; i < nc && worst < 0; i++) {
            double *row = z->H + (2 * i + 1) * nc, size = 0.0;
            for (int j = 0; j < nc; j++) size += fabs(row[j]) * force(&z->c[j]);
            if (z->c[i].grip == SLIPS && z->v[2 * i + 1] == 0.0 && i != leaves &&
                z->c[i].s * along(z, row) < -ROUNDING * size)
                worst = i;
        }
        if (worst < 0) return;
        z->c[worst].grip = STICKS;
    }
}

// Where v_n = 0 the acceleration says what comes next.
static void settle_phases(lzb *z) {
    for (int i = 0; i < z->nc; i++) {
        lzb_contact *c = &z->c[i];
        const double vn = z->v[2 * i], an = along(z, z->H + 2 * i * z->nc);
        if (!(c->d > 0.0))
            c->phase = OFF;
        else
            c->phase = (vn != 0.0 ? vn : an) < 0.0 ? COMPRESSES : EXPANDS;
    }
}

// How fast contact i would make its bodies move in the unit of time, of all speeds, with this d.
static double loudness(const lzb *z, int i, double d) {
    const lzb_contact *c = &z->c[i];
    return d > 0.0 ? c->K * pow(d, c->eta) * z->unit * entry(z, 2 * i, 2 * i) / z->fast : 0.0;
}

// No value of the series up to a share is greater. The end alone does not tell: a contact may be pressed and let go again.
static double highest(const double *c, double share) {
    double sum = 0.0;
    for (int k = ORDER; k >= 0; k--) sum = sum * share + fabs(c[k]);
    return sum;
}

// The share of the length over which the tails of the series are rounding.
static double reliable(const lzb *z) {
    double share = 1.0;
    for (int i = 0; i < 3 * z->nc; i++) {
        const double *c = i < z->nc ? z->d[i] : z->u[i - z->nc], size = i < z->nc ? z->fast * z->unit : z->fast;
        for (int k = ORDER - 1; k <= ORDER; k++)
            if (!(fabs(c[k]) <= 1e-17 * size))
                share = isfinite(c[k]) ? fmin(share, pow(1e-17 * size / fabs(c[k]), 1.0 / k)) : 0.0;
    }
    for (int i = 0; i < z->nc && share > 0.0; i++)
        while (z->c[i].quiet && loudness(z, i, highest(z->d[i], share)) > LOUD) share *= 0.5;
    return share;
}

static void write_series(lzb *z, double h) {
    const int nc = z->nc;
    for (int i = 0; i < nc; i++) {
        z->d[i][0] = z->c[i].d;
        z->c[i].quiet = z->c[i].eta != 1.0 && loudness(z, i, z->c[i].d) < QUIET;
    }
    for (int i = 0; i < 2 * nc; i++) z->u[i][0] = z->v[i];
    for (int k = 0; k <= ORDER; k++) {
        for (int i = 0; i < nc; i++) {
            const lzb_contact *c = &z->c[i];
            double *lam = z->lam[i];
            const double *d = z->d[i];
            if (c->phase == OFF || c->quiet)
                lam[k] = 0.0;
            else if (k == 0 || c->eta == 1.0)
                lam[k] = k == 0 ? force(c) : c->K * d[k];
            else {
                lam[k] = 0.0;
                for (int j = 0; j < k; j++) lam[k] += (c->eta * (k - j) - j) * d[k - j] * lam[j];
                lam[k] /= k * d[0];
            }
        }
        for (int i = 0; i < nc && k < ORDER; i++) {
            const lzb_contact *c = &z->c[i];
            const double g = c->phase == COMPRESSES ? 1.0 : c->phase == EXPANDS ? 1.0 / (c->e * c->e) : 0.0;
            z->d[i][k + 1] = -h * g * z->u[2 * i][k] / (k + 1);
        }
        for (int i = 0; i < 2 * nc && k < ORDER; i++) {
            double sum = 0.0;
            for (int j = 0; j < nc; j++) sum += z->H[i * nc + j] * z->lam[j][k];
            z->u[i][k + 1] = h * sum / (k + 1);
        }
    }
}

// The guards of a contact: v_n turns, d is used up, v_t stops, the cone is reached on either side.
enum { TURNS, CLOSES, STOPS, LEAVES, LEAVES_OTHER, GUARDS };

static bool guard(const lzb *z, int i, int which, carom_series g, double *size) {
    const lzb_contact *c = &z->c[i];
    const double sense = c->phase == COMPRESSES ? -1.0 : 1.0;
    *size = z->fast;
    for (int k = 0; k <= ORDER; k++) {
        double f = 0.0;
        if (which == TURNS)
            g[k] = sense * z->u[2 * i][k];
        else if (which == CLOSES && c->phase == EXPANDS)
            g[k] = z->d[i][k];
        else if (which == STOPS && c->grip == SLIPS)
            g[k] = c->s * z->u[2 * i + 1][k];
        else if (which >= LEAVES && c->grip == STICKS) {
            for (int j = 0; j < z->nc; j++) f += z->G[i * z->nc + j] * z->lam[j][k];
            g[k] = c->mu * z->lam[i][k] - (which == LEAVES ? f : -f);
        } else
            return false;
    }
    if (which == CLOSES) *size = c->d;
    if (which >= LEAVES) {
        *size = c->mu * fabs(z->lam[i][0]);
        for (int j = 0; j < z->nc; j++) *size += fabs(z->G[i * z->nc + j] * z->lam[j][0]);
    }
    return true;
}

// Moves everything a share s of the step, and keeps the books.
static void move(lzb *z, double h, double s) {
    const int nc = z->nc;
    for (int i = 0; i < nc; i++) {
        lzb_contact *c = &z->c[i];
        const double before = stored(c), *vt = z->u[2 * i + 1];
        carom_series f;
        double P = 0.0, Pt = 0.0;
        for (int k = 0; k <= ORDER; k++) {
            f[k] = 0.0;
            for (int j = 0; j < nc; j++) f[k] += z->G[i * nc + j] * z->lam[j][k];
        }
        for (int k = ORDER; k >= 0; k--) {
            P = P * s + z->lam[i][k] / (k + 1);
            Pt = Pt * s + f[k] / (k + 1);
        }
        z->P[2 * i] += h * s * P;
        z->P[2 * i + 1] += h * s * Pt;
        if (c->grip == SLIPS) c->friction_work += h * carom_series_work(f, vt, s);
        if (c->phase != OFF) c->d = fmax(0.0, carom_series_at(z->d[i], s));
        c->normal_work -= (c->phase == EXPANDS ? c->e * c->e : 1.0) * (stored(c) - before);
    }
    for (int i = 0; i < 2 * nc; i++) z->v[i] = carom_series_at(z->u[i], s);
    for (int i = 0; i < nc; i++)
        if (z->c[i].grip == STICKS) z->v[2 * i + 1] = 0.0;
}

// Contacts that are off, and whose bodies approach there or are about to, begin as if they had moved for a time t. A series
// needs a d > 0 to begin with.
static bool begin(lzb *z, double t) {
    const int nc = z->nc;
    bool any = false;
    for (int i = 0; i < nc; i++) {
        lzb_contact *c = &z->c[i];
        const double vn = z->v[2 * i], an = along(z, z->H + 2 * i * nc);
        if (c->d > 0.0 || !(vn < 0.0 || (vn == 0.0 && an < 0.0))) continue;
        c->d = vn < 0.0 ? -vn * t : -0.5 * an * t * t;
        c->phase = COMPRESSES;
        any = true;
    }
    return any;
}

// The very first instant: nobody pushes yet. A contact at rest is moved by the others.
static void begin_all(lzb *z) {
    const int nc = z->nc;
    const double t = BEGIN * z->unit;
    begin(z, t);
    settle_friction(z, -1);
    for (int i = 0; i < nc; i++) z->P[2 * i] = force(&z->c[i]) * t / (z->c[i].eta + 1.0);
    for (int i = 0; i < nc; i++)
        for (int j = 0; j < nc; j++) z->P[2 * i + 1] += z->G[i * nc + j] * z->P[2 * j];
    for (int i = 0; i < nc; i++) {
        z->c[i].normal_work = -stored(&z->c[i]);
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
        // A contact at rest that the others press together: d' grows like t^(eta+1).
        if (!(z->c[i].d > 0.0) && change <= 0.0 && z->v[2 * i] < 0.0) z->c[i].d = -z->v[2 * i] * t / 3.5;
    }
}

static void rescale(lzb *z, double share) {
    double power = 1.0;
    for (int k = 0; k <= ORDER; k++, power *= share)
        for (int i = 0; i < z->nc; i++) {
            z->d[i][k] *= power;
            z->lam[i][k] *= power;
            z->u[2 * i][k] *= power;
            z->u[2 * i + 1][k] *= power;
        }
}

// What rounding left of a zero is one: contacts of a symmetric impact turn round together.
static void snap(lzb *z) {
    for (int i = 0; i < 2 * z->nc; i++)
        if (fabs(z->v[i]) <= ROUNDING * z->fast) z->v[i] = 0.0;
    for (int i = 0; i < z->nc; i++)
        if (z->c[i].phase == EXPANDS && z->c[i].d <= ROUNDING * z->fast * z->unit) z->c[i].d = 0.0;
}

// What happens to contact i, and to whatever else happens there and then.
static void change(lzb *z, int i, int which) {
    lzb_contact *c = &z->c[i];
    int leaves = -1;
    if (which == TURNS) z->v[2 * i] = 0.0;
    if (which == CLOSES) c->d = 0.0;
    if (which == STOPS) {
        z->v[2 * i + 1] = 0.0;
        c->grip = STICKS;
    }
    if (which >= LEAVES) {
        c->grip = SLIPS;
        c->s = which == LEAVES ? -1.0 : 1.0;
        leaves = i;
    }
    snap(z);
    settle_friction(z, leaves);
    if (begin(z, BEGIN_LATER * z->unit)) settle_friction(z, leaves);
    settle_phases(z);
}

// One step, as far as its first event. The length of the next one.
static double step(lzb *z, double h, bool *stands) {
    double s = 1.0, share, size;
    int who = -1, what = 0;
    carom_series g;
    for (write_series(z, h); !((share = reliable(z)) > 1e-2); write_series(z, h)) {
        if (!(h > 0.0)) break;
        h *= 1e-2;
    }
    rescale(z, share);
    h *= share;
    for (int i = 0; i < z->nc; i++)
        for (int which = 0; which < GUARDS; which++) {
            if (!guard(z, i, which, g, &size)) continue;
            const double fall = carom_series_fall(g, size);
            if (!(fall < s)) continue;
            s = fall;
            who = i;
            what = which;
        }
    move(z, h, s);
    *stands = s * h <= 1e-15 * z->unit;
    if (who >= 0) change(z, who, what);
    return who < 0 && share == 1.0 ? 4.0 * h : h;
}

// A body wedged between its contacts comes to rest while they still push, and balance each other: for ever.
static bool rests(const lzb *z) {
    double most = 0.0;
    for (int i = 0; i < 2 * z->nc; i++) {
        const bool pressed = z->c[i / 2].d > 0.0 && !(i & 1);
        if (pressed) most = fmax(most, fabs(z->v[i]));
        if (pressed) most = fmax(most, fabs(along(z, z->H + i * z->nc)) * z->unit);
        if (!(i & 1)) most = fmax(most, -z->v[i]);
    }
    return most <= REST * z->fast;
}

// Nothing pushes and nothing approaches; or a chatter has come to next to nothing.
static bool is_over(const lzb *z) {
    double approach = 0.0, energy = 0.0, least = HUGE_VAL;
    for (int i = 0; i < z->nc; i++) {
        approach = fmax(approach, -z->v[2 * i]);
        energy += stored(&z->c[i]);
        if (entry(z, 2 * i, 2 * i) > 0.0) least = fmin(least, 1.0 / entry(z, 2 * i, 2 * i));
    }
    const double small = CHATTER * z->fast;
    return (approach <= small && energy <= small * small * least) || rests(z);
}

// What is left of the books: of v = v0 + W P, and of the energy, P.(v0 + v)/2 against the work of every contact.
static double open_books(const lzb *z) {
    double worst = 0.0, dE = 0.0, work = 0.0, size = 0.0;
    for (int i = 0; i < 2 * z->nc; i++) {
        double v = z->sys->v[i];
        for (int j = 0; j < 2 * z->nc; j++) v += entry(z, i, j) * z->P[j];
        carom_worsen(&worst, fabs(v - z->v[i]) / z->fast);
        dE += 0.5 * z->P[i] * (z->sys->v[i] + v);
        size += fabs(z->P[i]) * z->fast;
    }
    for (int i = 0; i < z->nc; i++) work += z->c[i].normal_work + z->c[i].friction_work;
    return size > 0.0 ? carom_worst(worst, fabs(dE - work) / size) : worst;
}

static double param(const carom_params *params, int number) {
    double value[3] = {0.0};
    for (const carom_param_info *row = carom_compliant_params; row->name; row++)
        if (row->number == number) carom_param_read(params, row, value);
    return value[0];
}

// The contacts, and the shortest time ((eta+1) v^2/(2 W K))^(1/(eta+1))/v that one of them takes.
static carom_status start(lzb *z, const carom_many_params *p, carom_many_outcome *out) {
    double least = 1.0;
    z->unit = HUGE_VAL;
    for (int i = 0; i < 2 * z->nc; i++) z->fast = fmax(z->fast, fabs(z->sys->v[i]));
    for (int i = 0; i < z->nc; i++) {
        const carom_params *k = &p->contact[i];
        lzb_contact *c = &z->c[i];
        const double v = -z->sys->v[2 * i], W = entry(z, 2 * i, 2 * i);
        *c = (lzb_contact){.K = param(k, CAROM_PARAM_kn), .eta = param(k, CAROM_PARAM_p), .e = k->e, .mu = k->mu};
        if (!(c->e > 0.0)) {
            out->refused = CAROM_PARAM_e;
            out->refused_contact = i;
            return CAROM_PARAM_RANGE;
        }
        least = fmin(least, c->e);
        if (!(v > 0.0)) continue;
        if (!(W > 0.0)) return CAROM_NO_SOLUTION;
        z->unit = fmin(z->unit, pow(0.5 * (c->eta + 1.0) * v * v / (W * c->K), 1.0 / (c->eta + 1.0)) / v);
    }
    z->unit *= least;
    return CAROM_OK;
}

static void name_modes(const lzb *z, carom_many_outcome *out) {
    memcpy(out->P, z->P, 2 * (size_t)z->nc * sizeof *z->P);
    for (int i = 0; i < z->nc; i++) {
        const double vt = z->v[2 * i + 1];
        out->mode[i] = !(z->P[2 * i] > 0.0)             ? CAROM_MODE_OPEN
                       : fabs(vt) <= ROUNDING * z->fast ? CAROM_MODE_STICK
                       : vt > 0.0                       ? CAROM_MODE_SLIP_PLUS
                                                        : CAROM_MODE_SLIP_MINUS;
    }
}

static size_t doubles(size_t nc) {
    return 4 * nc + 3 * nc * nc + 2 * nc * nc + 4 * nc * (ORDER + 1);
}

static size_t bytes_needed(const carom_system *s, const carom_many_params *p) {
    (void)p;
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

static carom_status solve(const carom_system *s, const carom_many_params *p, void *memory, size_t bytes,
                          carom_many_outcome *out) {
    if (bytes < bytes_needed(s, p)) return CAROM_NO_ROOM;
    lzb z = {.sys = s, .nc = s->nc};
    memset(memory, 0, bytes_needed(s, p));
    lay_out(&z, memory);
    const carom_status status = start(&z, p, out);
    if (status != CAROM_OK) return status;
    memcpy(z.v, s->v, 2 * (size_t)s->nc * sizeof *z.v);
    int standing = 0;
    if (isfinite(z.unit)) {
        begin_all(&z);
        settle_friction(&z, -1);
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

// One exponent for all: twice as fast is twice the impulse.
static unsigned also(const carom_system *s, const carom_many_params *p) {
    for (int i = 1; i < s->nc; i++)
        if (param(&p->contact[i], CAROM_PARAM_p) != param(&p->contact[0], CAROM_PARAM_p)) return 0;
    return CAROM_HOMOGENEOUS;
}

static const carom_method_code code = {.solve = solve, .bytes = bytes_needed, .also = also, .accuracy = 2e-9};

const carom_method carom_method_lzb = {CAROM_LZB_ROW, .own = carom_compliant_params, .code = &code};
