// Implements the model of Stronge, James & Ravani 2001, as quoted by Payr & Glocker 2005, section 7. It has a bilinear
// normal spring that unloads with the stiffness kn/e^2 (CAROM_TYPE_1), a tangential spring of stiffness kn/eta2, and
// Coulomb friction at the contact point. Only the ratio of the stiffnesses matters, so kn is set to 1.
#include "bilinear.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_stronge;

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {.normal = &carom_bilinear[CAROM_TYPE_1], .contact = c, .params = p, .mu = p->mu, .kn = 1.0};
    touch.stiffest = touch.rebound = 1.0;
    touch.leave = carom_bilinear_leave(p->e);
    touch.K.count = touch.C.count = c->dim - 1;
    for (int i = 0; i < c->dim - 1; i++) touch.K.tt[i][i] = 1.0 / CAROM_OF(p, eta2);
    if (!(CAROM_OF(p, eta2) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_eta2);
    return carom_touch_run(&touch, recorder, out);
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(e, 0, 1, CAROM_WORDS_ENERGETIC, CAROM_WORDS_STRONGES),
    CAROM_DEVICE_MU_ROW,
    CAROM_ROW(eta2, 1e-12, 1e12, "normal to tangential stiffness, kn/kt",
              "(2 - nu)/(2(1 - nu)) for a half-space, 1/kappa of mindlin; 0 tends to routh with energetic restitution"),
};

CAROM_DEVICE(stronge, simulate, NULL);

const carom_law carom_law_stronge = {
    .name = "stronge",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_PROMISES_ALL,
    .conditions = "",
    .summary = "a normal spring that unloads stiffer, a tangential spring and Coulomb friction; tangential rebound",
    .citation = "Stronge, James & Ravani 2001, as in Payr & Glocker 2005, section 7",
    CAROM_DEVICE_LAW(stronge),
};
