#include "systems/modeset.h"

#include <math.h>
#include <string.h>

#include "systems/small.h"

// Tolerance of an inequality, relative to the scale of the problem.
#define SLACK 1e-10
#define MOST  CAROM_MAX_ENUMERATED

_Static_assert(CAROM_SMALL_MOST >= 2 * MOST, "two unknowns for each contact that is enumerated");

// Lists the choices of one contact in mode order.
static void list_choices(carom_modeset *s, int i) {
    const carom_cone *k = &s->p->cone[i];
    const carom_tangent order[3] = {CAROM_STICKS, CAROM_SLIPS_PLUS, CAROM_SLIPS_MINUS};
    const unsigned bits[3] = {CAROM_MAY_STICK, CAROM_MAY_PLUS, CAROM_MAY_MINUS};
    for (int press = 0; press <= 1; press++) {
        if (!(k->may & (press ? CAROM_MAY_PRESS : CAROM_MAY_REST))) continue;
        if (!press && carom_cone_opens(k)) {
            s->choices[i][s->count[i]++] = (carom_choice){false, CAROM_AT_ORIGIN};
            continue;
        }
        for (int t = 0; t < 3; t++)
            if (k->may & bits[t]) s->choices[i][s->count[i]++] = (carom_choice){press != 0, order[t]};
    }
}

static carom_edge line_of(const carom_cone *k, carom_tangent t) {
    return t == CAROM_SLIPS_PLUS ? k->lo : t == CAROM_SLIPS_MINUS ? k->hi : (carom_edge){0.0, 0.0};
}

static carom_choice current(const carom_modeset *s, int i) {
    return s->choices[i][s->at[i]];
}

// An unknown of a mode set: entry `row` of P. Its equation is row `row` of y = 0. For a normal impulse, P_t of the
// contact contains `slope` times its value.
typedef struct unknowns {
    int count;
    int row[2 * MOST];
    double slope[2 * MOST];
} unknowns;

static void add_unknown(unknowns *u, int row, double slope) {
    u->row[u->count] = row;
    u->slope[u->count++] = slope;
}

// Sets P to the value that it has if all unknowns are zero.
static unknowns list_unknowns(carom_modeset *s) {
    unknowns u = {0};
    for (int i = 0; i < s->p->nc; i++) {
        const carom_choice c = current(s, i);
        const carom_edge line = line_of(&s->p->cone[i], c.t);
        s->P[2 * i] = c.press ? 0.0 : s->p->cone[i].floor;
        s->P[2 * i + 1] = carom_on(line, s->P[2 * i]);
        if (c.press) add_unknown(&u, 2 * i, line.slope);
        if (c.t == CAROM_STICKS) add_unknown(&u, 2 * i + 1, 0.0);
    }
    return u;
}

bool carom_modeset_solve(carom_modeset *s) {
    const int n = 2 * s->p->nc;
    const unknowns u = list_unknowns(s);
    double A[2 * MOST * 2 * MOST], b[2 * MOST], unit[2 * MOST], x[2 * MOST];
    if (!u.count) return true;
    carom_cones_y(s->p, s->P, s->y);
    for (int r = 0; r < u.count; r++) {
        const double *W = s->p->W + u.row[r] * n;
        b[r] = -s->y[u.row[r]];
        unit[r] = s->unit[u.row[r] / 2];
        for (int k = 0; k < u.count; k++)
            A[r * u.count + k] = W[u.row[k]] + (u.slope[k] != 0.0 ? u.slope[k] * W[u.row[k] + 1] : 0.0);
    }
    if (!carom_small_solve(u.count, A, b, unit, x)) return false;
    for (int k = 0; k < u.count; k++) {
        s->P[u.row[k]] += x[k];
        if (u.slope[k] != 0.0) s->P[u.row[k] + 1] += u.slope[k] * x[k];
    }
    return true;
}

// Computes y and the sizes of its terms. Entries that are zero in this mode set are stored as exact zeros.
static void velocities(carom_modeset *s) {
    const carom_cones *p = s->p;
    const int n = 2 * p->nc;
    for (int i = 0; i < n; i++) {
        double sum = p->q[i], terms = fabs(p->q[i]);
        for (int j = 0; j < n; j++) {
            const double term = p->W[i * n + j] * s->P[j];
            sum += term;
            terms += fabs(term);
        }
        s->y[i] = sum;
        s->terms[i] = terms;
    }
}

bool carom_modeset_admissible(carom_modeset *s) {
    const carom_cones *p = s->p;
    for (int i = 0; i < 2 * p->nc; i++)
        if (!isfinite(s->P[i])) return false;
    const carom_cone_scale scale = carom_cones_scale(p, s->P);
    if (scale.blown_up) return false;
    velocities(s);
    for (int i = 0; i < p->nc; i++) {
        const carom_cone *k = &p->cone[i];
        const carom_choice c = current(s, i);
        const double Pn = s->P[2 * i], Pt = s->P[2 * i + 1];
        double *yn = &s->y[2 * i], *yt = &s->y[2 * i + 1];
        const double slack = SLACK * carom_P_size(p, s->P, i, scale, s->terms + 2 * i),
                     slack_n = SLACK * carom_y_size(scale, s->terms[2 * i]),
                     slack_t = SLACK * carom_y_size(scale, s->terms[2 * i + 1]);
        // On a steep line P_t = slope P_n, so the rounding error of P_n is that of P_t divided by the slope.
        const double steep = fmax(1.0, fabs(line_of(k, c.t).slope));
        if (c.press && !(fabs(*yn) <= slack_n && Pn >= k->floor - slack / steep)) return false;
        if (!c.press && (k->may & CAROM_MAY_PRESS) && !(*yn >= -slack_n)) return false;
        if (c.t == CAROM_STICKS && !(fabs(*yt) <= slack_t && Pt >= carom_on(k->lo, Pn) - k->hold * Pn - slack &&
                                     Pt <= carom_on(k->hi, Pn) + k->hold * Pn + slack))
            return false;
        if (!(k->may & CAROM_DRIVEN) && c.t == CAROM_SLIPS_PLUS && !(*yt >= -slack_t)) return false;
        if (!(k->may & CAROM_DRIVEN) && c.t == CAROM_SLIPS_MINUS && !(*yt <= slack_t)) return false;
        if (c.press) *yn = 0.0;
        if (c.t == CAROM_STICKS) *yt = 0.0;
    }
    return true;
}

bool carom_modeset_keep(const carom_modeset *s, carom_found *f) {
    return carom_found_add(f, s->p->nc, s->P, s->y, s->scale);
}

bool carom_modeset_next(carom_modeset *s) {
    for (int i = s->p->nc - 1; i >= 0; i--) {
        if (++s->at[i] < s->count[i]) return true;
        s->at[i] = 0;
    }
    return false;
}

carom_modeset carom_modeset_first(const carom_cones *p) {
    carom_modeset s = {.p = p, .scale = p->speed};
    for (int i = 0; i < p->nc; i++) {
        list_choices(&s, i);
        s.unit[i] = carom_contact_unit(p, i);
    }
    for (int i = 0; i < 2 * p->nc; i++) s.scale = fmax(s.scale, fabs(p->q[i]));
    return s;
}
