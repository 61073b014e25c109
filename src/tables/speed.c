// Computes coefficients that depend on speed. Fifth roots and exponentials use only + - * /, so that they have the same
// bits everywhere.
#include "tables/speed.h"

#include <string.h>

// Computes the root by Newton's method from a line that is accurate to 3e-3 for m in [1/2, 1). The errors of the next
// steps are 1e-5, 2e-10 and 1e-19.
//   y <- y - (y^5 - m)/(5 y^4)
static double fifth_root(double x) {
    static const double power[5] = {1.0, 1.148698354997035, 1.3195079107728942, 1.5157165665103982, 1.7411011265922482};
    int exponent = 0;
    if (!(x > 0.0)) return x == 0.0 ? 0.0 : (double)NAN;
    if (!isfinite(x)) return x;
    const double m = frexp(x, &exponent);
    const int rest = ((exponent % 5) + 5) % 5;
    double y = 0.745 + 0.258 * m;
    for (int i = 0; i < 4; i++) {
        const double y2 = y * y, y4 = y2 * y2;
        y -= (y4 * y - m) / (5.0 * y4);
    }
    return ldexp(y * power[rest], (exponent - rest) / 5);
}

// Computes exp(-x) for x >= 0. With x = k ln 2 + r, |r| <= 0.35, it uses the series of exp(-r), whose 15th term is
// below 1e-18.
static double exp_of_minus(double x) {
    const double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
    if (!(x >= 0.0)) return (double)NAN;
    if (x > 745.0) return 0.0;
    const double k = floor(x * 1.4426950408889634 + 0.5), r = (x - k * ln2_high) - k * ln2_low;
    double sum = 1.0;
    for (int i = 14; i > 0; i--) sum = 1.0 - r / (double)i * sum;
    return ldexp(sum, -(int)k);
}

static double no_less(double x) {
    return x < 0.0 ? 0.0 : x;
}

static double carom_speed_fifth(const double *c, double v) {
    return no_less(1.0 - c[0] * fifth_root(v));
}

// Returns e of a viscoelastic contact, with C1 = (4/5)^(2/5) B(3/5, 3/2). The omitted terms are below 0.65 b^3 up to b
// = 0.1, and unknown above.
static double carom_speed_viscoelastic(const double *c, double v) {
    const double C1 = 1.1534488580952886, b = c[0] * fifth_root(v);
    if (!(b <= 0.1)) return (double)NAN;
    return 1.0 - C1 * b + 0.6 * C1 * C1 * b * b + 4.0 / 15.0 * b * b * sqrt(b);
}

// Returns e by Thornton's formula with w = v_y/v.
//   e^2 = (6/5 - w^2/5)/sqrt(s),  s = (w + 2 sqrt(6/5 - w^2/5))/(3 w)
static double carom_speed_thornton(const double *c, double v) {
    if (v <= c[0]) return 1.0;
    const double w = c[0] / v, r = 1.2 - 0.2 * w * w, s = (w + 2.0 * sqrt(r)) / (3.0 * w);
    return sqrt(r / sqrt(s));
}

static double carom_speed_quarter(const double *c, double v) {
    return v <= c[1] ? c[0] : c[0] / sqrt(sqrt(v / c[1]));
}

static double carom_speed_exp(const double *c, double v) {
    return c[0] + c[1] * exp_of_minus(c[2] * v);
}

#define UNPACK(...)                                                                                                    \
    { __VA_ARGS__ }
static const carom_speed_form forms[] = {
#define CAROM_SPEED_FORM(id, name, of, breaks, count, parameters, lowest, highest, usual)                              \
    {name, of, breaks, count, UNPACK parameters, UNPACK lowest, UNPACK highest, UNPACK usual, carom_speed_##id},
#include "tables/speed_forms.def"
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

bool carom_of_speed_fits(const carom_speed_function *x, int *which) {
    for (*which = 0; *which < x->form->count; ++*which) {
        const double c = x->c[*which];
        if (!(c >= x->form->lowest[*which] && c <= x->form->highest[*which]) || !isfinite(c)) return false;
    }
    return true;
}

carom_status carom_params_set_speed_form(carom_params *params, const carom_speed_form *form, const double *c,
                                         size_t count) {
    if (!params || !form || (count && !c)) return CAROM_NULL_POINTER;
    if (params->mark != carom_params_layout()) return CAROM_BAD_STRUCT;
    const bool of_e = carom_speed_form_sound(form, "e");
    if (!of_e && !carom_speed_form_sound(form, "mu")) return CAROM_BAD_VALUE;
    if (count && count != (size_t)form->count) return CAROM_BAD_VALUE;
    carom_speed_function *to = of_e ? &params->e_of_speed : &params->mu_of_speed;
    *to = (carom_speed_function){.form = form};
    for (int k = 0; k < form->count; k++) to->c[k] = count ? c[k] : form->usual[k];
    return CAROM_OK;
}
