// Implements the bilinear normal spring of either type with an aligned tangential spring. Chatterjee 1997, 8.4. The
// work returned is e^2 of the work absorbed, independent of the tangential motion: e is Stronge's energetic
// coefficient.
#include <math.h>

#include "bilinear.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_bilinear_spring;

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {
        .contact = c, .params = p, .mu = p->mu, .kn = CAROM_OF(p, kn), .stiffest = CAROM_OF(p, kn), .rebound = 1.0};
    if (!(CAROM_OF(p, kn) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kn);
    const bool softer = CAROM_OF(p, type) == CAROM_TYPE_2;
    touch.normal = &carom_bilinear[softer ? CAROM_TYPE_2 : CAROM_TYPE_1];
    if (!softer) touch.leave = carom_bilinear_leave(p->e);
    if (softer && p->e > 0.0) touch.softest = fmax(1e-8, p->e * p->e);
    carom_params springs = *p;
    CAROM_EACH_OF(&springs, ct)[0] = CAROM_EACH_OF(&springs, ct)[1] = 0.0;
    touch.params = &springs;
    const carom_status status = carom_touch_align(&touch, out);
    return status == CAROM_OK ? carom_touch_run(&touch, recorder, out) : status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(type, CAROM_TYPE_1, CAROM_TYPE_2, "how the normal spring unloads",
              "1 unloads stiffer and leaves a dent, 2 softer; both return e^2 of the work"),
    CAROM_ROW(e, 0, 1, CAROM_WORDS_ENERGETIC, CAROM_WORDS_STRONGES),
    CAROM_ROW(kn, CAROM_LEAST, CAROM_MOST, "N / d while loading", CAROM_WORDS_ONLY_KT),
    CAROM_DEVICE_KT_ROW,
    CAROM_DEVICE_MU_ROW,
};

CAROM_DEVICE(bilinear_spring, simulate, NULL);

const carom_law carom_law_bilinear_spring = {
    .name = "bilinear-spring",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB | CAROM_GUARANTEE_NONPENETRATING |
                  CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "unique and continuous with type 1",
    .summary =
        "a normal spring that unloads stiffer (type 1) or softer (type 2), a tangential spring, Coulomb friction",
    .citation = "Chatterjee 1997, 8.4",
    CAROM_DEVICE_LAW(bilinear_spring),
};
