// Coefficients that depend on the speed of the impact: e on |v_n|, mu on |v_t|, each before the impact. They are evaluated
// once an impact, so that a law sees numbers.
//
//   carom_params_set_speed_form(&p, carom_speed_form_find("fifth"), (double[]){0.2}, 1);   // e = 1 - 0.2 |v_n|^(1/5)
//   carom_collide(law, &c, &p, &out);                                          // p.e is not read
#ifndef CAROM_SPEED_H
#define CAROM_SPEED_H

#include "carom/status.h"
#include "carom/version.h"

CAROM_BEGIN

#define CAROM_SPEED_NUMBERS 3

// The coefficient at a speed, by a form's parameters; NaN: the form does not hold there.
typedef double carom_speed_value(const double *c, double v);

// One form, a row of speed_forms.def. A program may define its own.
typedef struct carom_speed_form {
    const char *name; // "fifth", "exp" ...
    const char *of;   // the family of coefficients it stands for: "e" or "mu"
    int breaks;       // which of its parameters is a speed where it has a kink; -1: none
    int count;        // of its parameters, 1 .. 3
    const char *parameter[CAROM_SPEED_NUMBERS];
    double lowest[CAROM_SPEED_NUMBERS], highest[CAROM_SPEED_NUMBERS], usual[CAROM_SPEED_NUMBERS];
    carom_speed_value *at;
} carom_speed_form;

// A form with its numbers. form = NULL: the coefficient is a number of its own.
typedef struct carom_speed_function {
    const carom_speed_form *form;
    double c[CAROM_SPEED_NUMBERS];
} carom_speed_function;

CAROM_API const carom_speed_form *carom_speed_form_at(int index);          // NULL past the last
CAROM_API const carom_speed_form *carom_speed_form_find(const char *name); // NULL: no such form

CAROM_END

#endif
