// Evaluates the functions of speed in speed_forms.def, called forms.
#ifndef CAROM_SRC_SPEED_H
#define CAROM_SRC_SPEED_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tables/params.h"

// Returns whether a form can be evaluated. It must replace this coefficient and have a valid count of numbers.
static inline bool carom_speed_form_sound(const carom_speed_form *form, const char *of) {
    if (!form->value || !form->coefficient || strcmp(form->coefficient, of) != 0) return false;
    if (form->count < 1 || form->count > CAROM_SPEED_NUMBERS) return false;
    for (int k = 0; k < form->count; k++)
        if (!form->parameter[k] || !(form->lowest[k] < form->highest[k]) || !isfinite(form->usual[k])) return false;
    return form->breaks >= -1 && form->breaks < form->count;
}

// Returns whether the numbers of a form lie in their ranges; otherwise `which` receives the index of the one that does
// not.
bool carom_of_speed_fits(const carom_speed_function *x, int *which);

// Return whether e, or mu, depends on speed, for a law that reads it.
static inline bool carom_e_by_speed(uint64_t reads, const carom_params *p) {
    return (reads & CAROM_PARAM_BIT(e)) && p->e_of_speed.form;
}

static inline bool carom_mu_by_speed(uint64_t reads, const carom_params *p) {
    return (reads & CAROM_PARAM_BIT(mu)) && p->mu_of_speed.form;
}

static inline bool carom_by_speed(const carom_params *p) {
    return p->e_of_speed.form || p->mu_of_speed.form;
}

static inline double carom_clip_to_one(double e) {
    return e < 0.0 ? 0.0 : e > 1.0 ? 1.0 : e;
}

// Return e at |v_n| and mu at |v_t|; NaN if the form does not apply at this speed.
static inline double carom_e_at(const carom_params *p, double v_n) {
    return carom_clip_to_one(p->e_of_speed.form->value(p->e_of_speed.c, fabs(v_n)));
}

static inline double carom_mu_at(const carom_params *p, double v_1, double v_2) {
    return p->mu_of_speed.form->value(p->mu_of_speed.c, v_2 == 0.0 ? fabs(v_1) : sqrt(v_1 * v_1 + v_2 * v_2));
}

#endif
