// A law of your own, without a fork: a value of type carom_law, passed to carom_collide like any other.
//
// The impact of a sticky ball: it comes back with the share e of its approach, and friction takes `grip` of what would
// stop the slip, never more than Coulomb allows. `grip` is this law's own coefficient: no other law and no struct of the
// library knows it.
//   cc own_law.c $(pkg-config --cflags --libs carom) -lm -o own_law && ./own_law
// It compiles as C and as C++20.
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

#include "carom/law.h"

// Coefficients without a field in carom_params have numbers from 32 on: 32 + their place in carom_params.own.
enum { GRIP = 32 };

// What the law reads: two coefficients that many laws have, and its own.
static const carom_coefficient coefficients[] = {CAROM_COEFFICIENT_E("-v_n' / v_n"),
                                                 CAROM_COEFFICIENT_MU("largest |P_t| / P_n"),
                                                 {.name = "grip",
                                                  .number = GRIP,
                                                  .kind = CAROM_REAL,
                                                  .symbol = "g",
                                                  .default_value = 1.0,
                                                  .example = 0.5,
                                                  .meaning = "share of the slip that friction stops",
                                                  .unit = "1",
                                                  .lowest = 0.0,
                                                  .highest = 1.0}};

// What belongs to the author of the law and not to an impact. Several threads may read it at once.
typedef struct {
    double grip_limit;
} sticky_data;

// Called with a valid, symmetric contact, v_n <= 0, W_nn > 0 and parameters in range, defaults filled in. It fills P and
// returns a status; velocities, energy and the verdict are made from P by the library. `self` is the law that
// carom_collide was called with.
//   v_n' = -e v_n                 W_nn P_n + W_nt P_t = -(1 + e) v_n
//   v_t' = (1 - grip) v_t         W_nt P_n + W_tt P_t = -grip v_t,    |P_t| <= mu P_n
static carom_status solve(const carom_law *self, const carom_contact *c, const carom_params *p, carom_result *out) {
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], det = a * T - w * w;
    const sticky_data *data = (const sticky_data *)self->user;
    const double grip = fmin(p->own[GRIP - CAROM_PARAM_OWN], data->grip_limit);
    const double rebound = -(1.0 + p->e) * c->v[0], slip = -grip * c->v[1];
    if (!(det > 0.0)) return CAROM_NOT_APPLICABLE;
    out->P[0] = (T * rebound - w * slip) / det;
    out->P[1] = (a * slip - w * rebound) / det;
    out->mode = CAROM_MODE_STICKING;
    if (fabs(out->P[1]) > p->mu * out->P[0]) {
        const double s = out->P[1] > 0.0 ? 1.0 : -1.0;
        out->P[0] = rebound / (a + s * p->mu * w);
        out->P[1] = s * p->mu * out->P[0];
        out->mode = CAROM_MODE_FRICTION;
    }
    return CAROM_OK;
}

static const carom_contact_vtable code = {.solve = solve};

static sticky_data clean = {1.0}, dusty = {0.25};

static const carom_law sticky = {
    .name = "sticky",
    .module = "mine",
    .solves = CAROM_2D,
    .closed_form = CAROM_2D,
    CAROM_COEFFICIENTS(coefficients),
    .conditions = "",
    .summary = "e of the approach comes back, grip of the slip is stopped, as far as Coulomb allows",
    .citation = "this file",
    .contact = &code,
    .user = &clean,
};

int main(void) {
    const carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = carom_params_default();
    carom_result out;
    p.e = 0.5;
    p.mu = 0.7;
    carom_collide(&sticky, &c, &p, &out);
    printf("grip 1:    P = (%g, %g), v = (%g, %g), dE = %g, %s\n", out.P[0], out.P[1], out.v[0], out.v[1], out.dE,
           carom_mode_name(out.mode));

    // The same code with another context is another law.
    carom_law worn = sticky;
    worn.name = "worn";
    worn.user = &dusty;
    carom_collide(&worn, &c, &p, &out);
    printf("dusty:     P = (%g, %g), v = (%g, %g), dE = %g, %s\n", out.P[0], out.P[1], out.v[0], out.v[1], out.dE,
           carom_mode_name(out.mode));

    const double quarter = 0.25;
    carom_params_set_by_name(&sticky, &p, "grip", &quarter, 1);
    carom_collide(&sticky, &c, &p, &out);
    printf("grip 0.25: P = (%g, %g), v = (%g, %g), dE = %g, %s\n", out.P[0], out.P[1], out.v[0], out.v[1], out.dE,
           carom_mode_name(out.mode));

    // Out of its range it is refused by name, as every law's coefficients are.
    p.own[GRIP - CAROM_PARAM_OWN] = 1.5;
    char text[200];
    const carom_status status = carom_collide(&sticky, &c, &p, &out);
    carom_describe(status, &sticky, &c, &p, &out, text, sizeof text);
    printf("grip 1.5:  %s\n", text);
    return status == CAROM_COEFFICIENT_RANGE ? 0 : 1;
}
