// Computes the impulses that a law reaches over its own coefficients.
#include "carom/geometry.h"
#include "carom/law.h"
#include "tables/missing.h"

#include <math.h>
#include <string.h>

#include "base/extreme.h"
#include "collide/validate.h"
#include "geometry/cover.h"
#include "geometry/highest.h"

// Returns the range in which the law accepts a coefficient.
static carom_reach_range range_of(const carom_law *law, int number) {
    const carom_coefficient *row = carom_law_coefficient(law, number);
    return (carom_reach_range){(carom_param)number, row->lowest, row->highest};
}

int carom_reach_ranges(const carom_law *law, uint64_t held, carom_reach_range *own) {
    const uint64_t friction = CAROM_PARAM_BIT(mu) | CAROM_PARAM_BIT(mu_static) | CAROM_PARAM_BIT(rest_speed);
    int count = 0;
    if (!law || !own) return 0;
    for (int i = 0; i < CAROM_PARAM_END && count < CAROM_MAX_REACH_RANGES; i++) {
        if (!((carom_law_reads(law) & ~held & ~friction) >> i & 1)) continue;
        const carom_coefficient *row = carom_law_coefficient(law, i);
        if (!row || row->kind != CAROM_REAL || strcmp(row->unit, "1")) continue;
        own[count] = range_of(law, i);
        const bool level = i == CAROM_PARAM_e && isinf(own[count].high); // up to the highest possible v_n'
        if (own[count].low >= -1.0 && (own[count].high <= 1.0 || level)) count++;
    }
    return count;
}

// The request: a law, a contact, and the coefficients that are varied.
typedef struct {
    const carom_law *law;
    const carom_contact *contact;
    carom_params params;
    const carom_reach_range *own;
    int count;
    double e_most; // replaces an unbounded e
} question;

// Solves with the coefficients at these fractions of their ranges.
static carom_status ask(question *q, const double share[], carom_result *out) {
    for (int k = 0; k < q->count; k++) {
        const double high = isinf(q->own[k].high) ? q->e_most : q->own[k].high;
        const double value = q->own[k].low + share[k] * (high - q->own[k].low);
        const carom_status put =
            carom_params_set(&q->params, carom_law_coefficient(q->law, (int)q->own[k].param), &value, 1);
        if (put != CAROM_OK) return put;
    }
    return carom_collide(q->law, q->contact, &q->params, out);
}

// Checks the request, and solves once with the lowest coefficients of its ranges.
static carom_status accept(question *q, const carom_law *law, const carom_contact *contact, const carom_params *params,
                           const carom_reach_range *own, int count) {
    if (!law || !contact || !params || (count && !own)) return CAROM_NULL_POINTER;
    if (count < 0 || count > CAROM_MAX_REACH_RANGES) return CAROM_BAD_VALUE;
    *q = (question){law, contact, *params, own, count, 1.0};
    carom_params_at_impact(law, contact, params, &q->params); // numbers replace functions of speed, as e may be varied
    carom_highest h;
    carom_contact room;
    const bool approaches =
        carom_contact_read(&contact, &room) == CAROM_OK && contact->v[0] < 0.0 && contact->W[0][0] > 0.0;
    const double mu = q->params.mu;
    if (approaches && mu >= 0.0 && carom_highest_of(contact, mu, &h)) q->e_most = h.vn / -contact->v[0];
    for (int k = 0; k < count; k++) {
        const carom_coefficient *row = carom_law_coefficient(law, (int)own[k].param);
        if (!row || !(carom_law_reads(law) >> own[k].param & 1) || row->kind != CAROM_REAL)
            return CAROM_COEFFICIENT_UNKNOWN;
        const bool level = own[k].param == CAROM_PARAM_e && own[k].high == HUGE_VAL;
        if (!isfinite(own[k].low) || !(isfinite(own[k].high) || level)) return CAROM_BAD_VALUE;
    }
    carom_result out;
    const double low[CAROM_MAX_REACH_RANGES] = {0.0};
    const carom_status status = ask(q, low, &out);
    const carom_status_class class = carom_status_classify(status);
    return class == CAROM_CLASS_OK || class == CAROM_CLASS_NO_ANSWER ? CAROM_OK : status;
}

static bool stands(carom_status status) {
    return carom_status_classify(status) == CAROM_CLASS_OK;
}

carom_status carom_reach_net(const carom_law *law, const carom_contact *contact, const carom_params *params,
                             const carom_reach_range *first, int first_steps, const carom_reach_range *second,
                             int second_steps, double *P, size_t capacity, size_t *answered) {
    question q;
    if (!first || !P || !answered) return CAROM_NULL_POINTER;
    *answered = 0;
    if (first_steps < 1 || (second && second_steps < 1)) return CAROM_BAD_VALUE;
    const size_t row = second ? (size_t)second_steps + 1 : 1;
    if (capacity / row < (size_t)first_steps + 1) return CAROM_BAD_VALUE;
    const carom_reach_range own[2] = {*first, second ? *second : *first};
    const carom_status status = accept(&q, law, contact, params, own, second ? 2 : 1);
    if (status != CAROM_OK) return status;
    for (size_t i = 0; i <= (size_t)first_steps; i++)
        for (size_t j = 0; j < row; j++) {
            const double share[2] = {(double)i / first_steps, row > 1 ? (double)j / second_steps : 0.0};
            double *to = P + 3 * (i * row + j);
            carom_result out;
            const bool answers = stands(ask(&q, share, &out));
            for (int k = 0; k < 3; k++) to[k] = !answers ? (double)NAN : k < contact->dim ? out.P[k] : 0.0;
            *answered += answers;
        }
    return CAROM_OK;
}

carom_status carom_reach_outline(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                 carom_reach_area *outline) {
    if (!law || !contact || !params || !outline) return CAROM_NULL_POINTER;
    *outline = (carom_reach_area){.friction = {{(double)NAN, (double)NAN}, {(double)NAN, (double)NAN}}};
    carom_contact room;
    carom_status status = carom_contact_read(&contact, &room);
    carom_params given = *params;
    carom_fill_examples(law, ~CAROM_PARAM_BIT(mu), &given); // the outline covers all coefficients except friction
    params = &given;
    if (status == CAROM_OK) status = carom_params_validate(law, params, contact->dim, NULL);
    if (status != CAROM_OK) return status;
    const bool plain =
        contact->dim == 2 && contact->v[0] < 0.0 && contact->W[0][0] > 0.0 && !(params->rest_speed > 0.0);
    if (!plain || !law->contact || !law->contact->outline) return CAROM_NOT_APPLICABLE;
    carom_params at;
    carom_params_at_impact(law, contact, params, &at);
    return law->contact->outline(law, contact, &at, outline);
}

// Adds one result to the statistics.
static void count_in(const question *q, carom_status status, const carom_result *out, carom_reach *r) {
    bool has = false;
    if (carom_status_classify(status) == CAROM_CLASS_BAD_INPUT) return; // these coefficients exclude each other
    r->asked++;
    if (!stands(status)) return;
    r->answered++;
    carom_region_contains(q->contact, q->params.mu, out->P, &has);
    r->left += !has;
    const double e_n = q->contact->v[0] < 0.0 ? -out->v[0] / q->contact->v[0] : (double)NAN;
    r->e_n[0] = carom_lower(r->e_n[0], e_n);
    r->e_n[1] = carom_higher(r->e_n[1], e_n);
    r->dE[0] = carom_lower(r->dE[0], out->dE);
    r->dE[1] = carom_higher(r->dE[1], out->dE);
}

// Solves on a grid of all coefficients, and computes the box that contains the results.
static void survey(question *q, carom_reach *r, double low[2], double high[2]) {
    static const int steps_of[CAROM_MAX_REACH_RANGES + 1] = {0, 256, 32, 12, 8};
    const int steps = steps_of[q->count];
    int at[CAROM_MAX_REACH_RANGES] = {0};
    low[0] = low[1] = HUGE_VAL;
    high[0] = high[1] = -HUGE_VAL;
    for (int k = 0; k < q->count || q->count == 0;) {
        double share[CAROM_MAX_REACH_RANGES];
        carom_result out;
        for (int i = 0; i < q->count; i++) share[i] = (double)at[i] / steps;
        const carom_status status = ask(q, share, &out);
        count_in(q, status, &out, r);
        for (int i = 0; i < 2 && stands(status); i++) {
            low[i] = carom_lower(low[i], out.P[i]);
            high[i] = carom_higher(high[i], out.P[i]);
        }
        if (q->count == 0) return;
        // Advances the counter, with the first coefficient fastest.
        for (k = 0; k < q->count && at[k] == steps; k++) at[k] = 0;
        if (k < q->count) at[k]++;
    }
}

// Maps the first two coefficients onto the raster. The others stay at `share`.
typedef struct {
    question *q;
    carom_cover *cover;
    double share[CAROM_MAX_REACH_RANGES];
} painter;

static void look(painter *p, double x, double y, double P[2]) {
    carom_result out;
    p->share[0] = x;
    p->share[1] = y;
    const bool answers = stands(ask(p->q, p->share, &out));
    P[0] = answers ? out.P[0] : (double)NAN;
    P[1] = answers ? out.P[1] : (double)NAN;
}

// Returns the distance of two impulses in cells of the raster.
static double cells(const painter *p, const double a[2], const double b[2]) {
    return fmax(fabs(a[0] - b[0]) / p->cover->step[0], fabs(a[1] - b[1]) / p->cover->step[1]);
}

// Returns the distance of P from the midpoint of two others.
static double bend(const painter *p, const double a[2], const double b[2], const double P[2]) {
    return cells(p, (double[2]){0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])}, P);
}

// Marks the impulses of a square of coefficients, [x, x + size] by [y, y + size], given those of its corners in order.
// The square is flat if its centre and the midpoints of its edges are within half a cell of linear interpolation.
// Otherwise it is divided into four.
static void paint(painter *p, double x, double y, double size, const double P[4][2], int depth) {
    enum { DEEP = 5, DEEPEST = 8, SMALL = 4 };
    const double half = 0.5 * size;
    double M[5][2]; // midpoints of the edges in order, and of the square
    look(p, x + half, y, M[0]);
    look(p, x + size, y + half, M[1]);
    look(p, x + half, y + size, M[2]);
    look(p, x, y + half, M[3]);
    look(p, x + half, y + half, M[4]);
    bool none = isnan(M[4][0]);
    for (int k = 0; k < 4; k++) none = none && isnan(P[k][0]) && isnan(M[k][0]);
    if (none) return; // the law has no result at this point
    double off = 0.0, wide = 0.0;
    for (int k = 0; k < 4; k++) {
        const double edge = bend(p, P[k], P[(k + 1) % 4], M[k]), here = cells(p, P[k], P[(k + 1) % 4]);
        off = edge <= off ? off : edge; // keeps NaN
        wide = here <= wide ? wide : here;
    }
    for (int k = 0; k < 2; k++) {
        const double across = bend(p, M[k], M[k + 2], M[4]);
        off = across <= off ? off : across;
    }
    // A square that contains a kink is small enough if it spans four cells. If a square of 1/4096 of the range still
    // spans more, the law is steep there. If the law is not continuous, this is a jump, and the law reaches none of the
    // impulses in between.
    const bool steep = depth == DEEPEST && (p->q->law->guarantees & CAROM_GUARANTEE_CONTINUOUS);
    const bool done = off <= 0.5 || (depth >= DEEP && wide <= SMALL) || steep;
    if (done) carom_cover_quad(p->cover, P);
    if (done || depth == DEEPEST) return;
    const double *q[9] = {P[0], M[0], P[1], M[3], M[4], M[1], P[3], M[2], P[2]};
    for (int k = 0; k < 4; k++) {
        const int at = k % 2 + 3 * (k / 2);
        const double part[4][2] = {{q[at][0], q[at][1]},
                                   {q[at + 1][0], q[at + 1][1]},
                                   {q[at + 4][0], q[at + 4][1]},
                                   {q[at + 3][0], q[at + 3][1]}};
        paint(p, x + half * (k % 2), y + half * (k / 2), half, part, depth + 1);
    }
}

static void paint_net(painter *p) {
    enum { PIECES = 16 };
    const double size = 1.0 / PIECES;
    for (int i = 0; i < PIECES; i++)
        for (int j = 0; j < PIECES; j++) {
            double P[4][2];
            const double x = i * size, y = j * size;
            look(p, x, y, P[0]);
            look(p, x + size, y, P[1]);
            look(p, x + size, y + size, P[2]);
            look(p, x, y + size, P[3]);
            paint(p, x, y, size, (const double(*)[2])P, 0);
        }
}

static void paint_all(question *q, carom_cover *cover) {
    enum { SLICES = 4 }; // number of values of the third and each further coefficient
    int slices = 1;
    for (int k = 2; k < q->count; k++) slices *= SLICES + 1;
    for (int n = 0; n < slices; n++) {
        painter p = {q, cover, {0.0}};
        for (int k = 2, rest = n; k < q->count; k++, rest /= SLICES + 1)
            p.share[k] = (double)(rest % (SLICES + 1)) / SLICES;
        paint_net(&p);
    }
}

// Returns whether all coefficients are varied over the full ranges for which the law's exact outline holds.
static bool asks_all(const question *q) {
    carom_reach_range all[CAROM_MAX_REACH_RANGES];
    bool same = carom_reach_ranges(q->law, 0, all) == q->count;
    for (int k = 0; k < q->count && same; k++)
        same = all[k].param == q->own[k].param && all[k].low == q->own[k].low &&
               (all[k].high == q->own[k].high || (isinf(all[k].high) && q->own[k].high >= q->e_most));
    return same;
}

static carom_status find_area(question *q, const double low[2], const double high[2], carom_cover *cover,
                              carom_reach *r) {
    carom_reach_area outline;
    double inside = 0.0;
    r->exact = true;
    if (q->count >= 2 && r->answered) {
        r->exact = asks_all(q) && carom_reach_outline(q->law, q->contact, &q->params, &outline) == CAROM_OK;
        if (!r->exact && !cover) return CAROM_NULL_POINTER;
        if (!r->exact) {
            carom_cover_over(cover, low, high);
            paint_all(q, cover);
        }
        // All impulses of a law with an exact outline lie in the accessible region.
        r->area = r->exact ? outline.area : carom_cover_area(cover, q->contact, q->params.mu, &inside);
        r->outside = r->exact ? 0.0 : r->area - inside;
        inside = r->area - r->outside;
    }
    r->share = r->region > 0.0 ? inside / r->region : (double)NAN;
    return CAROM_OK;
}

carom_status carom_reach_compute(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                 const carom_reach_range *own, int count, carom_cover *cover, carom_reach *reach) {
    question q;
    carom_extent extent;
    double low[2], high[2];
    if (!reach) return CAROM_NULL_POINTER;
    *reach =
        (carom_reach){.coefficients = count, .area = 0.0, .e_n = {HUGE_VAL, -HUGE_VAL}, .dE = {HUGE_VAL, -HUGE_VAL}};
    carom_status status = accept(&q, law, contact, params, own, count);
    if (status == CAROM_OK) status = carom_region_extent(contact, params->mu, &extent);
    if (status != CAROM_OK) return status;
    reach->region = extent.size;
    survey(&q, reach, low, high);
    const bool approaches = contact->v[0] < 0.0 && reach->answered;
    for (int k = 0; k < 2; k++) {
        if (!approaches) reach->e_n[k] = (double)NAN;
        if (!reach->answered) reach->dE[k] = (double)NAN;
    }
    reach->gains = reach->answered && reach->dE[1] > 1e-9 * fabs(reach->dE[0]);
    if (contact->dim == 2) return find_area(&q, low, high, cover, reach);
    reach->area = reach->share = reach->outside = (double)NAN;
    return CAROM_OK;
}
