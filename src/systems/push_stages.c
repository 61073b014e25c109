// Derivatives of an impact in stages (eta.h). In a stage the rates f per unit of the striking impulse follow from the
// states of the contacts:
//   striking f_n = 1;  closed (W f)_n = 0;  sticks (W f)_t = 0;  slips f_t = -+mu f_n;  apart or open f = 0
// So A df = -(dW f), or dslope f_n. The stage ends when a condition becomes 0 after the length d:
//   v_i + a_i d = 0                            a slip stops, a contact comes back, compression ends or resumes
//   newton     v_n + a_n d = -e v_n(0)         poisson  eta + d = (1 + e) eta_c
//   energetic  w + d (v_n + a_n d/2) = -e^2 w_c
// Then dP += df d + f dd and dv += da d + a dd with a = W f.
#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "systems/push.h"

// The replay must reproduce the result of the method within this relative tolerance.
#define SAME 1e-8

// Events with a relative distance below this may change their order. It is twice the tolerance within which eta.c
// treats events as simultaneous.
#define TOUCHES 2e-12

// The stage: rates f and a, v at its start, and its length d. The members from eta on belong to the whole run.
typedef struct replay {
    carom_push *h;
    double *f, *a, *v, *P;
    double d, eta, eta_c, work, other_work; // the run, as in eta.h
    double turned;                          // a_n of the striking contact in the previous stage
    int c;
    bool restitution;
} replay;

// The quantities of each column in addition to dP. dv comes first, then the following.
enum { D_ETA, D_ETA_C, D_WORK, D_OTHER_WORK, CARRIED };

static double *carried(const replay *r, int k) {
    return r->h->carried + (size_t)k * (size_t)(r->h->n + CARRIED);
}

static carom_tight tight_of(const replay *r, const carom_stage *stage, int i) {
    const double mu = r->h->p->contacts[i].mu;
    const bool strikes = i == r->c;
    const carom_mode mode = stage->mode[i];
    if (mode == CAROM_MODE_STICK) return (carom_tight){.rests = strikes, .sticks = true};
    if (mode == CAROM_MODE_SLIP_PLUS) return (carom_tight){.rests = strikes, .slope = -mu};
    if (mode == CAROM_MODE_SLIP_MINUS) return (carom_tight){.rests = strikes, .slope = mu};
    return (carom_tight){.rests = true};
}

// Computes the rates themselves. The only right-hand side is f_n = 1 of the striking contact, in column 0.
static bool find_rates(replay *r) {
    carom_push *h = r->h;
    carom_push_matrix(h);
    *carom_push_side(h, 2 * r->c, 0) = 1.0;
    if (!carom_push_solve(h)) return false;
    for (int i = 0; i < h->n; i++) r->f[i] = carom_push_x(h, i, 0);
    for (int i = 0; i < h->n; i++) r->a[i] = carom_dot(h->n, h->s->W + (size_t)i * (size_t)h->n, r->f);
    return true;
}

// Measures the distance to a change of stage, which happens if a rate or speed changes its sign.
static void watch(const replay *r, const carom_stage *stage) {
    carom_push *h = r->h;
    for (int i = 0; i < h->s->nc; i++) {
        const double *f = r->f + 2 * i, *a = r->a + 2 * i, mu = h->p->contacts[i].mu;
        const double size = h->unit[2 * r->c] > 0.0 ? 1.0 / h->unit[2 * r->c] : 1.0;
        const carom_mode mode = stage->mode[i];
        const bool stops = (stage->events[i] & (CAROM_STAGE_SLIP_STOP | CAROM_STAGE_ATTACH)) != 0;
        if (mode == CAROM_MODE_FREE) {
            if (!stops) carom_push_watch(h, r->v[2 * i] + a[0] * r->d, h->speed);
            continue;
        }
        if (mode == CAROM_MODE_OPEN) {
            carom_push_watch(h, a[0], size);
            continue;
        }
        if (i != r->c) carom_push_watch(h, f[0], h->unit[2 * i] / h->unit[2 * r->c]);
        if (mode == CAROM_MODE_STICK)
            carom_push_watch(h, mu * f[0] - fabs(f[1]), mu * f[0] + fabs(f[1]));
        else if (!stops)
            carom_push_watch(h, fabs(r->v[2 * i + 1] + a[1] * r->d), h->speed);
    }
}

// Adds a switch for a condition that is relative already. Marks it as a jump of P if `jumps` is set.
static void watch_jump(carom_push *h, double condition, bool jumps) {
    carom_push_watch(h, condition, 1.0);
    if (jumps && !(condition > TOUCHES)) h->jac->smooth = CAROM_JUMP;
}

// Checks whether the v_n of the striking contact turns near zero. A small change can then end or resume compression at
// this point. With Poisson's hypothesis, which ignores everything before the last end of compression, the impact then
// ends elsewhere. The same holds for Newton's hypothesis if v_n almost reaches its end value and turns.
static void watch_turn(replay *r) {
    const carom_push *h = r->h;
    const carom_params *p = &h->p->contacts[r->c];
    const double an = r->a[2 * r->c], vn = r->v[2 * r->c] / h->speed, was = r->turned;
    r->turned = an;
    if (!(was * an < 0.0)) return;
    if (vn != 0.0 || r->restitution)
        watch_jump(r->h, fabs(vn), r->restitution && an > 0.0 && p->restitution == CAROM_POISSON);
    if (r->restitution && an < 0.0 && p->restitution == CAROM_NEWTON)
        watch_jump(r->h, -p->e * h->s->v[2 * r->c] / h->speed - vn, true);
}

// Checks a decreasing v_n. Either the impact ends or compression resumes, whichever comes first. P jumps if both
// coincide.
static void watch_fall(replay *r, const carom_stage *stage) {
    const carom_params *p = &r->h->p->contacts[r->c];
    const double vn = r->v[2 * r->c], an = r->a[2 * r->c], end = vn + an * r->d, e = p->e;
    if (!(r->restitution && an < 0.0)) return;
    const bool resumes = stage->events[r->c] & CAROM_STAGE_RESUME_COMPRESSION;
    if (!resumes && !(stage->events[r->c] & CAROM_STAGE_END_RESTITUTION)) return;
    if (p->restitution == CAROM_POISSON)
        watch_jump(r->h, resumes ? (1.0 + e) * r->eta_c / stage->eta - 1.0 : end / r->h->speed, true);
    // For the energetic hypothesis, compare the work that ends the impact with the largest work that restitution can
    // release before v_n is zero.
    if (p->restitution == CAROM_ENERGETIC)
        watch_jump(r->h,
                   resumes ? e * e + (r->work - 0.5 * vn * vn / an) / r->other_work
                           : 0.5 * end * end / (an * r->other_work),
                   true);
}

// Returns the number of simultaneous ends of the stage, and one of them: the component that becomes 0, or -1 for the
// restitution hypothesis.
static int endings(const replay *r, const carom_stage *stage, int *row) {
    int count = 0;
    for (int i = 0; i < r->h->s->nc; i++) {
        const unsigned events = stage->events[i];
        for (unsigned bit = 1; bit <= CAROM_STAGE_RESUME_COMPRESSION; bit *= 2) {
            if (!(events & bit)) continue;
            count++;
            if (bit == CAROM_STAGE_END_RESTITUTION) *row = -1;
            if (bit == CAROM_STAGE_SLIP_STOP) *row = 2 * i + 1;
            if (bit & (CAROM_STAGE_ATTACH | CAROM_STAGE_END_COMPRESSION | CAROM_STAGE_RESUME_COMPRESSION)) *row = 2 * i;
        }
    }
    return count;
}

// Returns whether the restitution hypothesis has a derivative at this point.
static bool slopes(const carom_params *p) {
    return p->restitution == CAROM_NEWTON || p->restitution == CAROM_POISSON || p->restitution == CAROM_ENERGETIC;
}

// Returns dd of the last stage, from the restitution hypothesis of the striking contact.
static double stop(const replay *r, const double *D, const double *x, double da) {
    const carom_push *h = r->h;
    const carom_params *p = &h->p->contacts[r->c];
    const double e = p->e, de = carom_push_param(h, CAROM_PARAM_e, r->c), vn = r->v[2 * r->c], an = r->a[2 * r->c];
    const double dvn = D[2 * r->c] + da * r->d, vn0 = h->s->v[2 * r->c];
    if (p->restitution == CAROM_NEWTON) return -(dvn + de * vn0 + e * h->dv[2 * r->c]) / an;
    if (p->restitution == CAROM_POISSON) return (1.0 + e) * x[D_ETA_C] + de * r->eta_c - x[D_ETA];
    return -(x[D_WORK] + r->d * (D[2 * r->c] + 0.5 * da * r->d) + 2.0 * e * de * r->other_work +
             e * e * x[D_OTHER_WORK]) /
           (vn + an * r->d);
}

// Writes the right-hand sides of df for column k. In the first stage they also remove the slip of contacts that stick.
static void put_sides(const replay *r, int k) {
    carom_push *h = r->h;
    carom_push_turn(h, k);
    for (int i = 0; i < h->n; i++) {
        const carom_tight *t = &h->tight[i / 2];
        const double dmu = carom_push_param(h, CAROM_PARAM_mu, i / 2);
        double *b = carom_push_side(h, i, k);
        if (i % 2 ? t->sticks : !t->rests)
            *b = -carom_push_dW(h, i, r->f);
        else
            *b = i % 2 && t->slope != 0.0 ? (t->slope > 0.0 ? dmu : -dmu) * r->f[i - 1] : 0.0;
        // The slip is divided by the length d of the stage, so that df d removes the slip itself.
        if (i % 2 && t->sticks && r->eta == 0.0) *b -= h->dv[i] / r->d;
    }
}

static void carry(const replay *r, int row, int k) {
    carom_push *h = r->h;
    double *D = carried(r, k), *x = D + h->n, *dP = h->dP + (size_t)k * (size_t)h->n, *df = h->held + h->n;
    carom_push_turn(h, k);
    for (int i = 0; i < h->n; i++) df[i] = carom_push_x(h, i, k);
    const int at = row < 0 ? 2 * r->c : row;
    const size_t n = (size_t)h->n;
    const double da = carom_dot(h->n, h->s->W + (size_t)at * n, df) + carom_push_dW(h, at, r->f);
    const double dd = row < 0 ? stop(r, D, x, da) : -(D[row] + da * r->d) / r->a[row];
    const double vn = r->v[2 * r->c], an = r->a[2 * r->c];
    const double dan = carom_dot(h->n, h->s->W + (size_t)(2 * r->c) * n, df) + carom_push_dW(h, 2 * r->c, r->f);
    x[D_WORK] += r->d * (D[2 * r->c] + 0.5 * dan * r->d) + (vn + an * r->d) * dd;
    x[D_ETA] += dd;
    for (int i = 0; i < h->n; i++) {
        const double dai = carom_dot(h->n, h->s->W + (size_t)i * n, df) + carom_push_dW(h, i, r->f);
        D[i] += dai * r->d + r->a[i] * dd;
        dP[i] += df[i] * r->d + r->f[i] * dd;
    }
    if (row >= 0) D[row] = 0.0;
}

static void swap(double *a, double *b) {
    const double was = *a;
    *a = *b;
    *b = was;
}

static void change_phase(replay *r) {
    r->restitution = !r->restitution;
    swap(&r->work, &r->other_work);
    for (int k = 0; k < carom_push_columns(r->h); k++) {
        double *x = carried(r, k) + r->h->n;
        if (r->restitution) x[D_ETA_C] = x[D_ETA];
        swap(&x[D_WORK], &x[D_OTHER_WORK]);
    }
}

static void end_compression(replay *r) {
    r->eta_c = r->eta;
    r->v[2 * r->c] = 0.0;
    change_phase(r);
}

static bool one_stage(replay *r, const carom_stage *stage) {
    carom_push *h = r->h;
    int row = -1;
    for (int i = 0; i < h->s->nc; i++) h->tight[i] = tight_of(r, stage, i);
    r->d = stage->eta - r->eta;
    if (r->restitution && !stage->restitution) change_phase(r);
    if (!(r->d > 0.0) || !find_rates(r)) return false;
    watch(r, stage);
    watch_turn(r);
    watch_fall(r, stage);
    if (endings(r, stage, &row) != 1) h->jac->margin = 0.0;
    carom_push_matrix(h);
    for (int k = 0; k < carom_push_columns(h); k++) put_sides(r, k);
    if (!carom_push_solve(h)) return false;
    for (int k = 0; k < carom_push_columns(h); k++) carry(r, row, k);
    r->work += r->d * (r->v[2 * r->c] + 0.5 * r->a[2 * r->c] * r->d);
    r->eta = stage->eta;
    for (int i = 0; i < h->n; i++) {
        r->v[i] += r->a[i] * r->d;
        r->P[i] += r->f[i] * r->d;
    }
    for (int i = 0; i < h->s->nc; i++) {
        if (stage->events[i] & CAROM_STAGE_SLIP_STOP) r->v[2 * i + 1] = 0.0;
        if (stage->events[i] & (CAROM_STAGE_ATTACH | CAROM_STAGE_RESUME_COMPRESSION)) r->v[2 * i] = 0.0;
    }
    if (stage->events[r->c] & CAROM_STAGE_END_COMPRESSION) end_compression(r);
    return true;
}

// Marks derivatives as undefined: with respect to v_n of a closed contact, and at e = 0, where the next stage is not
// known.
static void undefine(const replay *r) {
    carom_push *h = r->h;
    int k = 0;
    while (k < h->jac->params && h->jac->param[k] != CAROM_PARAM_e) k++;
    for (int c = 0; c < carom_push_columns(h); c++) {
        const bool closed = c < h->n && c % 2 == 0 && c != 2 * r->c && fabs(h->s->v[c]) <= 1e-12 * h->speed;
        const bool plastic =
            h->p->contacts[r->c].e == 0.0 && k < h->jac->params && c == h->n + h->jac->entries + k * h->s->nc + r->c;
        if (!closed && !plastic) continue;
        h->jac->undefined++;
        for (int i = 0; i < h->n; i++) h->dP[c * h->n + i] = (double)NAN;
    }
}

bool carom_push_stages(carom_push *h) {
    const size_t n = (size_t)h->n, columns = (size_t)carom_push_columns(h);
    double rates[8 * CAROM_MAX_JACOBIAN_CONTACTS];
    if (!slopes(&h->p->contacts[h->p->striking])) return false;
    replay r = {.h = h, .f = rates, .a = rates + n, .v = rates + 2 * n, .P = rates + 3 * n, .c = h->p->striking};
    memcpy(r.v, h->s->v, n * sizeof *r.v);
    memset(r.P, 0, n * sizeof *r.P);
    memset(h->dP, 0, n * columns * sizeof *h->dP);
    memset(h->carried, 0, columns * (n + CARRIED) * sizeof *h->carried);
    for (size_t k = 0; k < columns && k < n; k++) carried(&r, (int)k)[k] = 1.0;
    for (int k = 0; k < h->out->stages; k++)
        if (!one_stage(&r, &h->out->stage[k])) return false;
    for (size_t i = 0; i < n; i++)
        if (!(fabs(r.P[i] - h->out->P[i]) <= SAME * h->speed * h->unit[i])) return false;
    undefine(&r);
    return true;
}
