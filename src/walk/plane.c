#include "walk/plane.h"

#include <math.h>
#include <string.h>

#include "base/sym.h"
#include "collide/path.h"
#include "tables/params.h"
#include "walk/stop.h"

// A 2D path has at most five parts: slip, end of compression, end of slip, second piece, end. More than twice that
// number indicates an error in this code.
#define MOST_PIECES 8

// Returns the distance to the end of the impact. While infinite friction has no normal impulse, the tangential impulse
// replaces it.
static double clock_to_stop(const carom_walk *w, const carom_params *p) {
    const bool tangential = w->d[0] == 0.0;
    const carom_progress here = {.e = p->e,
                                 .v_before = w->c->v[0],
                                 .v_n = w->v[0],
                                 .p = tangential ? w->l : w->P[0],
                                 .p_c = tangential ? w->l_c : w->P_c[0],
                                 .absorbed = w->absorbed,
                                 .released = w->released};
    return carom_stop_clock(&carom_stops[p->restitution], &here, w->rate[0]);
}

// Returns whether friction holds the contact by Coulomb's law: the sticking direction -W_nt/W_tt lies in the cone of
// mu_static, including its edge.
static bool holds(const double W[3][3], double mu_static) {
    return fabs(W[0][1]) <= mu_static * W[1][1] || W[0][1] == 0.0;
}

static void begin_piece(carom_walk *w, double mu) {
    const double W_nt = w->c->W[0][1], W_tt = w->c->W[1][1];
    // The piece before had infinite friction, and therefore no normal impulse and no normal work.
    if (w->d[0] == 0.0) w->absorbed = w->released = 0.0;
    if (w->slip == 0.0) {
        w->d[0] = 1.0;
        w->d[1] = W_tt > 0.0 ? -W_nt / W_tt : 0.0;
    } else {
        w->d[0] = isinf(mu) ? 0.0 : 1.0;
        w->d[1] = isinf(mu) ? -w->slip : -mu * w->slip;
    }
    for (int i = 0; i < 2; i++) w->rate[i] = w->c->W[i][0] * w->d[0] + w->c->W[i][1] * w->d[1];
    // A held slip stays zero. With a singular W and coupling, the normal rate is then zero.
    if (w->slip == 0.0) {
        w->rate[1] = 0.0;
        if (w->singular && W_nt != 0.0) w->rate[0] = 0.0;
    }
    // If friction balances the normal impulse at a singular W, no velocity changes; the computed rates are rounding.
    if (w->singular && w->slip != 0.0 && W_nt != 0.0) {
        const double size = w->c->W[0][0] * w->d[0] + fabs(W_nt * w->d[1]);
        if (fabs(w->rate[0]) <= CAROM_SINGULAR * size) w->rate[0] = w->rate[1] = 0.0;
    }
    w->l = w->l_c = 0.0;
}

static void advance(carom_walk *w, double step) {
    const double area = step * (w->v[0] + 0.5 * w->rate[0] * step);
    w->work += w->d[0] * area;
    *(w->compressing ? &w->absorbed : &w->released) += w->compressing ? -area : area;
    for (int i = 0; i < 2; i++) {
        w->P[i] += w->d[i] * step;
        w->v[i] += w->rate[i] * step;
    }
    w->l += step;
}

static void add_point(carom_path *path, const carom_walk *w, carom_event event) {
    carom_path_point point = {.event = event, .work_normal = w->work};
    for (int i = 0; i < 2; i++) {
        point.P[i] = w->P[i];
        point.v[i] = w->v[i];
        point.dE += 0.5 * w->P[i] * (w->c->v[i] + w->v[i]);
    }
    carom_path_add(path, &point);
}

static carom_walk at_start(const carom_contact *c) {
    carom_walk w = {.c = c, .slip = carom_sign(c->v[1]), .compressing = true, .singular = carom_singular2(c->W)};
    memcpy(w.v, c->v, sizeof w.v);
    w.in_range = w.singular && c->W[0][1] != 0.0 && carom_in_range2(c->W, c->v);
    return w;
}

// Handles the end of the slip: the contact is held, or slips in the direction in which the coupling pushes.
static carom_event end_slip(carom_walk *w, double mu_static) {
    w->v[1] = 0.0;
    if (w->in_range) w->v[0] = 0.0;
    const bool held = holds(w->c->W, mu_static);
    w->slip = held ? 0.0 : carom_sign(w->c->W[0][1]);
    return held ? CAROM_EVENT_SLIP_STICKS : CAROM_EVENT_SLIP_REVERSES;
}

static void end_compression(carom_walk *w) {
    w->v[0] = 0.0;
    w->compressing = false;
    w->l_c = w->l;
    w->P_c[0] = w->P[0];
    w->P_c[1] = w->P[1];
}

static void finish(const carom_walk *w, carom_result *out) {
    out->P[0] = w->P[0];
    out->P[1] = w->P[1];
    out->Pc[0] = w->P_c[0];
    out->Pc[1] = w->P_c[1];
    out->work_normal = w->work;
    out->has = CAROM_HAS_COMPRESSION | CAROM_HAS_WORK;
}

// Returns whether the contact jams. Without approach, only a slip that friction turns into compression (a Painlevé jam)
// causes an impulse.
static bool jams(const carom_walk *w) {
    return w->c->v[1] != 0.0 && w->rate[0] < 0.0;
}

static double clock_to_slip_end(const carom_walk *w) {
    return w->slip != 0.0 && w->slip * w->rate[1] < 0.0 ? -w->v[1] / w->rate[1] : HUGE_VAL;
}

static double clock_to_compression_end(const carom_walk *w) {
    if (!(w->v[0] < 0.0) && !(w->rate[0] < 0.0)) return 0.0;
    return w->rate[0] > 0.0 ? -w->v[0] / w->rate[0] : HUGE_VAL;
}

static carom_mode mode_of(carom_event slip_end, bool in_compression) {
    if (slip_end == CAROM_EVENT_SLIP_STICKS) return in_compression ? CAROM_MODE_C_STICKING : CAROM_MODE_R_STICKING;
    return in_compression ? CAROM_MODE_C_REVERSED : CAROM_MODE_R_REVERSED;
}

carom_status carom_walk_plane(const carom_contact *contact, const carom_params *params, carom_path *path,
                              carom_result *out) {
    carom_walk w = at_start(contact);
    const double mu_static = carom_mu_static(params);
    out->mode = CAROM_MODE_SLIDING;
    if (path) path->count = 0;

    // Without initial slip, the code decides at the start whether friction holds the contact.
    if (w.slip == 0.0 && end_slip(&w, mu_static) == CAROM_EVENT_SLIP_STICKS) out->mode = CAROM_MODE_C_STICKING;
    begin_piece(&w, params->mu);
    add_point(path, &w, CAROM_EVENT_START);
    if (contact->v[0] == 0.0 && !jams(&w)) {
        out->mode = CAROM_MODE_NONE;
        add_point(path, &w, CAROM_EVENT_END);
        finish(&w, out);
        return CAROM_OK;
    }

    for (int piece = 0; piece < MOST_PIECES; piece++) {
        const double to_phase = w.compressing ? clock_to_compression_end(&w) : clock_to_stop(&w, params);
        const double to_slip = clock_to_slip_end(&w);
        if (!(to_phase < HUGE_VAL) && !(to_slip < HUGE_VAL)) return CAROM_NO_SOLUTION;

        if (to_phase <= to_slip) {
            advance(&w, to_phase);
            if (!w.compressing) {
                add_point(path, &w, CAROM_EVENT_END);
                finish(&w, out);
                return CAROM_OK;
            }
            end_compression(&w);
            add_point(path, &w, CAROM_EVENT_COMPRESSION_ENDS);
        } else {
            advance(&w, to_slip);
            const carom_event event = end_slip(&w, mu_static);
            out->mode = mode_of(event, w.compressing);
            add_point(path, &w, event);
            begin_piece(&w, params->mu);
        }
    }
    return CAROM_NOT_CONVERGED;
}
