// Computes one impact in which the normal impulse is divided among several contacts at random. For e = 0 see Halm &
// Posa 2021. Contacts store energy as in Liu, Zhao & Brogliato, but with arbitrary shares instead of those of springs.
//
// With w_i >= 0, sum w_i = 1, constant for a while:
//   dP_n/ds = w_i,  dP_t/ds = -mu w_i sgn v_t;  at v_t = 0 the rate that keeps it there, if |dP_t| <= mu dP_n allows it
//   dE_i/ds = -v_n w_i (v_n < 0),  -v_n w_i/e^2 (v_n > 0)
// w_i > 0 only if v_n < 0 or E_i > 0; the impact ends when there is no such contact. T + sum E therefore never grows,
// and at the end sum E = 0. Velocities are linear in s and energies quadratic, so every event is the root of one or the
// other.
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "systems/lemke.h"
#include "systems/solution.h"
#include "systems/spread.h"

// An approach speed below this fraction of the initial speed counts as zero. With 1e-10, redundant contacts cause
// errors of 1e-8 of the initial speed.
#define CUT 1e-12

void carom_outcome_path_carve(carom_outcome_path *path, const carom_system *s, carom_arena *a) {
    const size_t nc = (size_t)s->nc;
    *path = (carom_outcome_path){.s = s};
    path->v = CAROM_TAKE(a, 2 * nc, double);
    path->P = CAROM_TAKE(a, 2 * nc, double);
    path->stored = CAROM_TAKE(a, nc, double);
    path->share = CAROM_TAKE(a, nc, double);
    path->keep = CAROM_TAKE(a, nc, double);
    path->pull = CAROM_TAKE(a, nc, double);
    path->rate = CAROM_TAKE(a, 2 * nc, double);
    path->held = CAROM_TAKE(a, nc, bool);
    path->stopped = CAROM_TAKE(a, nc, int);
    path->M = CAROM_TAKE(a, 4 * nc * nc, double);
    path->q = CAROM_TAKE(a, 2 * nc, double);
    path->z = CAROM_TAKE(a, 2 * nc, double);
    path->lemke_bytes = carom_lemke_memory(2 * s->nc);
    path->lemke = carom_arena_take(a, 1, path->lemke_bytes);
}

static double entry(const carom_outcome_path *path, int i, int j) {
    return path->s->W[(size_t)i * 2 * (size_t)path->s->nc + (size_t)j];
}

// Returns a random number in (0, 1).
static double uniform(carom_outcome_path *path) {
    return ((double)(carom_random_next(&path->random) >> 12) + 0.5) * 0x1p-52;
}

// Returns a random share. The ratio of two shares may be near 1, very large or very small.
static double some(carom_outcome_path *path) {
    const double u = uniform(path);
    return u / (1.0 - u);
}

static bool may_push(const carom_outcome_path *path, int i) {
    return path->v[2 * i] < -CUT * path->fast || path->stored[i] > 0.0;
}

// Three ways of dividing the normal impulse among the contacts. Either contacts push one after the other, each to its
// end, or all push with constant shares. In the third way, each piece has one random contact or new random shares.
enum { IN_TURN, KEPT, ANEW, HABITS };

// Returns a random contact, out of `able`, that pushes alone. If contacts push in turn, the last one continues as long
// as it can.
static int draw_one(carom_outcome_path *path, int rule, int able) {
    int chosen = (int)(uniform(path) * able);
    if (rule == IN_TURN && path->last >= 0 && may_push(path, path->last)) return path->last;
    for (int i = 0; i < path->s->nc; i++)
        if (may_push(path, i) && chosen-- == 0) path->last = i;
    return path->last;
}

// Chooses the shares of the next piece. Returns its length; 0 if no contact may push.
static double draw_shares(carom_outcome_path *path, int rule) {
    const int nc = path->s->nc;
    int able = 0;
    for (int i = 0; i < nc; i++) able += may_push(path, i);
    if (!able) return 0.0;
    const bool one = rule == IN_TURN || (rule == ANEW && uniform(path) < 0.5);
    const int alone = one ? draw_one(path, rule, able) : -1;
    double sum = 0.0, W = 0.0;
    for (int i = 0; i < nc; i++) {
        path->share[i] = 0.0;
        if (!may_push(path, i)) continue;
        path->share[i] = one ? i == alone : rule == KEPT ? path->keep[i] : some(path);
        sum += path->share[i];
    }
    for (int i = 0; i < nc; i++) {
        path->share[i] /= sum;
        W += path->share[i] * entry(path, 2 * i, 2 * i);
    }
    return one || rule == KEPT ? HUGE_VAL : path->fast / W * uniform(path);
}

// Computes the friction of the contacts that slip, and lists the contacts that do not slip.
static int begin_friction(carom_outcome_path *path) {
    int stopped = 0;
    for (int i = 0; i < path->s->nc; i++) {
        const double most = path->contact[i].mu * path->share[i], vt = path->v[2 * i + 1];
        path->held[i] = false;
        path->pull[i] = vt > 0.0 ? -most : vt < 0.0 ? most : 0.0;
        if (vt == 0.0 && most > 0.0) path->stopped[stopped++] = i;
    }
    return stopped;
}

// Computes the friction f of the stopped contacts. It minimises f.W f/2 + a.f in |f| <= b, where a is the effect of
// everything else. With f = x - b:
//   0 <= x  perp  a + W (x - b) + y >= 0,    0 <= y  perp  2 b - x >= 0
static bool hold_stopped(carom_outcome_path *path, int k) {
    const int n = 2 * k, nc = path->s->nc;
    int pivots;
    memset(path->M, 0, (size_t)n * (size_t)n * sizeof *path->M);
    for (int r = 0; r < k; r++) {
        const int i = path->stopped[r], t = 2 * i + 1;
        double a = 0.0;
        for (int j = 0; j < nc; j++)
            a += entry(path, t, 2 * j) * path->share[j] + entry(path, t, 2 * j + 1) * path->pull[j];
        for (int c = 0; c < k; c++) {
            const int j = path->stopped[c];
            path->M[r * n + c] = entry(path, t, 2 * j + 1);
            a -= entry(path, t, 2 * j + 1) * path->contact[j].mu * path->share[j];
        }
        path->M[r * n + k + r] = 1.0;
        path->M[(k + r) * n + r] = -1.0;
        path->q[r] = a;
        path->q[k + r] = 2.0 * path->contact[i].mu * path->share[i];
    }
    if (carom_lemke(n, path->M, path->q, path->z, path->lemke, path->lemke_bytes, &pivots) != CAROM_OK) return false;
    for (int r = 0; r < k; r++) {
        const int i = path->stopped[r];
        path->held[i] = path->z[r] > 0.0 && !(path->z[k + r] > 0.0);
        path->pull[i] = path->z[r] - path->contact[i].mu * path->share[i];
    }
    return true;
}

static void find_rates(carom_outcome_path *path) {
    const int nc = path->s->nc;
    for (int i = 0; i < 2 * nc; i++) {
        double sum = 0.0;
        for (int j = 0; j < nc; j++)
            sum += entry(path, i, 2 * j) * path->share[j] + entry(path, i, 2 * j + 1) * path->pull[j];
        path->rate[i] = i % 2 && path->held[i / 2] ? 0.0 : sum;
    }
}

// Returns the s > 0 at which v + rate s is zero; infinity if there is none.
static double zero_ahead(double v, double rate) {
    return v * rate < 0.0 ? -v / rate : HUGE_VAL;
}

// Returns the work of a unit share from now to s.
static double work_to(double v, double rate, double s) {
    return (v + 0.5 * rate * s) * s;
}

// For v >= 0, returns the s at which work_to(s) reaches `work`; infinity if v changes its sign before.
static double spent_ahead(double v, double rate, double work) {
    const double D = v * v + 2.0 * rate * work;
    return D >= 0.0 && v + sqrt(D) > 0.0 ? 2.0 * work / (v + sqrt(D)) : HUGE_VAL;
}

static bool expands(const carom_outcome_path *path, int i) {
    const double v = path->v[2 * i];
    return v > 0.0 || (v == 0.0 && path->rate[2 * i] > 0.0);
}

typedef enum { LASTS, TURNS, SPENT, STOPS } event;

// Finds the first event within s, and its contact.
static event first_event(const carom_outcome_path *path, double *s, int *contact) {
    event first = LASTS;
    for (int i = 0; i < path->s->nc; i++) {
        const double w = path->share[i], e = path->contact[i].e;
        if (!(w > 0.0)) continue;
        const double ahead[] = {
            [TURNS] = zero_ahead(path->v[2 * i], path->rate[2 * i]),
            [SPENT] = expands(path, i) ? spent_ahead(path->v[2 * i], path->rate[2 * i], path->stored[i] * e * e / w)
                                       : HUGE_VAL,
            [STOPS] = path->contact[i].mu > 0.0 ? zero_ahead(path->v[2 * i + 1], path->rate[2 * i + 1]) : HUGE_VAL};
        for (event k = TURNS; k <= STOPS; k++)
            if (ahead[k] < *s) *s = ahead[k], *contact = i, first = k;
    }
    return first;
}

static void move(carom_outcome_path *path, double s, event what, int contact) {
    for (int i = 0; i < path->s->nc; i++) {
        const double e = path->contact[i].e, work = path->share[i] * work_to(path->v[2 * i], path->rate[2 * i], s);
        if (e > 0.0) path->stored[i] -= expands(path, i) ? work / (e * e) : work;
        // The remaining energy of this contact is dropped. It would change speeds by less than CUT.
        const double nothing = CUT * CUT * path->fast * path->fast / entry(path, 2 * i, 2 * i);
        if (!(path->stored[i] > nothing) && path->v[2 * i] + path->rate[2 * i] * s >= 0.0) path->stored[i] = 0.0;
        path->P[2 * i] += path->share[i] * s;
        path->P[2 * i + 1] += path->pull[i] * s;
    }
    for (int i = 0; i < 2 * path->s->nc; i++) path->v[i] += path->rate[i] * s;
    if (what == TURNS) path->v[2 * contact] = 0.0;
    if (what == STOPS) path->v[2 * contact + 1] = 0.0;
    if (what == SPENT) path->stored[contact] = 0.0;
}

static void begin(carom_outcome_path *path, uint64_t seed, int draw) {
    const int nc = path->s->nc;
    path->random = carom_random_hash(carom_random_hash(seed) + (uint64_t)draw); // any sample can be computed alone
    path->fast = 0.0;
    path->last = -1;
    for (int i = 0; i < 2 * nc; i++) {
        path->v[i] = path->s->v[i];
        path->P[i] = 0.0;
        path->fast = fmax(path->fast, fabs(path->v[i]));
    }
    for (int i = 0; i < nc; i++) {
        path->stored[i] = 0.0;
        path->keep[i] = some(path);
    }
}

bool carom_outcome_path_run(carom_outcome_path *path, uint64_t seed, int draw) {
    begin(path, seed, draw);
    for (int piece = 0; piece < CAROM_MAX_DRAWN_PIECES; piece++) {
        int contact = -1;
        double s = draw_shares(path, draw % HABITS);
        if (!(s > 0.0)) return true;
        const int stopped = begin_friction(path);
        if (stopped && !hold_stopped(path, stopped)) return false;
        find_rates(path);
        const event what = first_event(path, &s, &contact);
        if (!(s < HUGE_VAL)) return false;
        move(path, s, what, contact);
    }
    return false;
}
