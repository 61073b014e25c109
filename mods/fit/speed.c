// Coefficients that depend on speed, evaluated once for each impact.
#include <math.h>
#include <string.h>

#include "carom/fit.h"

static double no_less(double x) {
    return x > 0.0 ? x : 0.0;
}

static double carom_speed_fifth(const double *c, double v) {
    return no_less(1.0 - c[0] * pow(v, 0.2));
}

// C1 = (4/5)^(2/5) B(3/5, 3/2); what is left out is below 0.65 b^3 up to b = 0.1, and unknown beyond.
static double carom_speed_viscoelastic(const double *c, double v) {
    const double C1 = 1.1534488580952886, b = c[0] * pow(v, 0.2);
    if (!(b <= 0.1)) return (double)NAN;
    return 1.0 - C1 * b + 0.6 * C1 * C1 * b * b + 4.0 / 15.0 * b * b * sqrt(b);
}

// e^2 = (6/5 - w^2/5)/sqrt(s), w = v_y/v, s = (w + 2 sqrt(6/5 - w^2/5))/(3 w).
static double carom_speed_thornton(const double *c, double v) {
    if (v <= c[0]) return 1.0;
    const double w = c[0] / v, r = 1.2 - 0.2 * w * w, s = (w + 2.0 * sqrt(r)) / (3.0 * w);
    return sqrt(r / sqrt(s));
}

static double carom_speed_quarter(const double *c, double v) {
    return v <= c[1] ? c[0] : c[0] / sqrt(sqrt(v / c[1]));
}

static double carom_speed_exp(const double *c, double v) {
    return c[0] + c[1] * exp(-c[2] * v);
}

#define UNPACK(...)                                                                                                    \
    { __VA_ARGS__ }
static const carom_speed_form forms[] = {
#define CAROM_SPEED_FORM(id, name, of, breaks, count, parameters, lowest, highest, usual)                              \
    {name, of, breaks, count, UNPACK parameters, UNPACK lowest, UNPACK highest, UNPACK usual, carom_speed_##id},
#include "carom/speed_forms.def"
#undef CAROM_SPEED_FORM
};
#undef UNPACK

const carom_speed_form *carom_speed_form_at(int index) {
    return index >= 0 && index < (int)(sizeof forms / sizeof *forms) ? &forms[index] : NULL;
}

const carom_speed_form *carom_speed_form_find(const char *name) {
    const carom_speed_form *form;
    for (int k = 0; name && (form = carom_speed_form_at(k)); k++)
        if (!strcmp(form->name, name)) return form;
    return NULL;
}
