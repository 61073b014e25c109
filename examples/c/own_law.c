// Defines a law of your own without changing the library. The law is a value of type carom_law that is passed to
// carom_collide like any other law.
//
// The law describes a sticky ball. The ball rebounds with the share e of its approach speed. Friction is the share
// `grip` of the impulse that would stop the slip, but at most Coulomb's mu P_n. `grip` is a coefficient of this law
// only; no other law and no struct of the library contains it.
//   cc own_law.c $(pkg-config --cflags --libs carom) -lm -o own_law && ./own_law
// It compiles as C and as C++20.
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

#include "carom/law.h"

// Coefficients that are not members of carom_params have the numbers 32 + their place in carom_params.own.
enum { GRIP = 32 };

// The coefficients that the law reads: two common ones, and its own.
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

// Data of the law that does not depend on the impact. Several threads may read it at the same time.
typedef struct {
    double grip_limit;
} sticky_data;

// Solves the impact. The library has checked that the contact is valid and symmetric, with v_n <= 0 and W_nn > 0. It
// has also checked the ranges of the coefficients and filled in defaults. The function writes P and returns a status.
// The library computes velocities, energy and checks from P. `self` is the law that was passed to carom_collide.
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

    // The same code with other data is another law.
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

    // A value outside its range is rejected with the name of the coefficient, as in every law.
    p.own[GRIP - CAROM_PARAM_OWN] = 1.5;
    char text[200];
    const carom_status status = carom_collide(&sticky, &c, &p, &out);
    carom_describe(status, &sticky, &c, &p, &out, text, sizeof text);
    printf("grip 1.5:  %s\n", text);
    return status == CAROM_COEFFICIENT_RANGE ? 0 : 1;
}
