// What many impacts at once can be asked. A problem makes a batch: itself, and others of its numbers that take other lanes.
#include "carom/batch.h"

#include <math.h>
#include <string.h>

#include "carom/jac.h"
#include "whole/prints/prints.h"

enum { ITEMS = 17 };

typedef struct answers {
    double P[3][ITEMS], v[3][ITEMS], dE[ITEMS], W[3][3][ITEMS], param[CAROM_PARAM_ROOM][ITEMS];
    uint8_t mode[ITEMS], broken[ITEMS], status[ITEMS], smooth[ITEMS];
} answers;

static void couple(carom_contact *c, double factor) {
    for (int i = 1; i < c->dim; i++) c->W[0][i] = c->W[i][0] *= factor;
}

static void slip(carom_contact *c, double factor) {
    for (int i = 1; i < c->dim; i++) c->v[i] *= factor;
}

// A sphere's, and nearly one's.
static void sphere(carom_contact *c, double factor) {
    for (int i = 1; i < c->dim; i++)
        for (int j = 1; j < c->dim; j++) c->W[i][j] = i == j ? factor * c->W[0][0] : 0.0;
    couple(c, 0.0);
}

// The tangent lighter or heavier, coupled to the normal and to the other tangent by so much.
static void light(carom_contact *c, double factor, double coupled, double turned) {
    const double T = factor * c->W[1][1];
    for (int i = 1; i < c->dim; i++) {
        c->W[i][i] = T;
        c->W[0][i] = c->W[i][0] = coupled * sqrt(c->W[0][0] * T);
    }
    if (c->dim == 3) c->W[1][2] = c->W[2][1] = turned * T;
}

static void vary(int item, carom_contact *c, carom_params *p) {
    if (c->dim != 2 && c->dim != 3) return; // refused
    switch (item) {
    case 1: slip(c, -1.0); break;
    case 2: slip(c, 0.0); break;
    case 3: couple(c, 0.0); break;
    case 4: couple(c, -1.0); break;
    case 5: p->mu *= 0.125; break;
    case 6: p->e = p->e_n = p->r_n = 0.0; break;
    case 7: sphere(c, 3.5); break;
    case 8: couple(c, 1e-13); break;
    case 9: sphere(c, 3.5 * (1.0 + 0.7e-12)), couple(c, 0.0), slip(c, 16.0); break;
    case 10:
        couple(c, 0.0), slip(c, 0.0);
        if (c->dim == 3) c->v[1] = 0.25;
        break;
    case 11: light(c, 1e-8, 3e-12, 0.0); break;
    case 12: light(c, 1e8, 3e-12, 0.0); break;
    case 13: sphere(c, 3.5), light(c, 1.0, 0.0, 0.25), slip(c, 1e-3); break;
    case 14:
        sphere(c, 3.5);
        c->W[c->dim - 1][c->dim - 1] *= 2.0;
        break;
    case 15: sphere(c, 3.5), light(c, 1e6, 0.0, 3e-12), slip(c, 1e3); break;
    case 16: p->e_t = p->r_t = -0.5; break;
    default: break;
    }
}

static void print_answers(print *to, const answers *x) {
    for (int i = 0; i < 3; i++) {
        print_numbers(to, ITEMS, x->P[i]);
        print_numbers(to, ITEMS, x->v[i]);
        for (int j = i; j < 3; j++) print_numbers(to, ITEMS, x->W[i][j]);
    }
    print_numbers(to, ITEMS, x->dE);
    for (int k = 0; k < CAROM_PARAM_ROOM; k++) print_numbers(to, ITEMS, x->param[k]);
    for (int k = 0; k < ITEMS; k++) {
        print_word(to, x->mode[k]);
        print_word(to, x->broken[k]);
        print_word(to, x->status[k]);
        print_word(to, x->smooth[k]);
    }
}

static bool is_number(const carom_law *law, int k) {
    return (law->reads >> k & 1) && carom_param_varies(carom_law_param(law, k));
}

static carom_column column_of(const carom_law *law, int k, const carom_params *sets, double *numbers) {
    for (int i = 0; i < ITEMS; i++) {
        double values[3] = {0.0};
        (void)carom_param_read(&sets[i], carom_law_param(law, k), values);
        numbers[i] = values[0];
    }
    return carom_array(numbers);
}

static bool batch(const carom_law *law, const carom_contact *c, const carom_params *p, bool rests, print *to) {
    carom_contact contacts[ITEMS];
    carom_params sets[ITEMS];
    double numbers[CAROM_PARAM_ROOM][ITEMS];
    answers x, d, bar;
    memset(&x, 0, sizeof x), memset(&d, 0, sizeof d), memset(&bar, 0, sizeof bar);
    const double moves[] = {0.5, -0.25, 0.75};
    carom_batch_in in = {.dim = c->dim, .params = sets, .params_stride = sizeof *sets};
    carom_batch_out out = {.dE = carom_array_out(x.dE),
                           .mode = carom_bytes_array_out(x.mode),
                           .broken = carom_bytes_array_out(x.broken),
                           .status = carom_bytes_array_out(x.status)};
    carom_batch_tangent din = {0};
    carom_batch_tangent_out dout = {.dE = carom_array_out(d.dE), .smooth = carom_bytes_array_out(d.smooth)};
    carom_batch_cotangent bar_out = {.dE = carom_shared(&moves[1])};
    carom_batch_cotangent_out bar_in = {.smooth = carom_bytes_array_out(bar.smooth)};
    for (int k = 0; k < ITEMS; k++) contacts[k] = *c, sets[k] = *p, vary(k, &contacts[k], &sets[k]);
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            in.W[i][j] = (carom_column){&contacts[0].W[i][j], sizeof *contacts};
            din.W[i][j] = carom_shared(&moves[(i + j) % 3]);
            bar_in.W[i][j] = carom_array_out(bar.W[i][j]);
        }
        in.v[i] = (carom_column){&contacts[0].v[i], sizeof *contacts};
        din.v[i] = carom_shared(&moves[i]), bar_out.P[i] = din.v[i], bar_out.v[i] = carom_shared(&moves[2 - i]);
        out.P[i] = carom_array_out(x.P[i]), out.v[i] = carom_array_out(x.v[i]);
        dout.P[i] = carom_array_out(d.P[i]), dout.v[i] = carom_array_out(d.v[i]);
        bar_in.v[i] = carom_array_out(bar.v[i]);
    }
    for (int k = 0; k < CAROM_PARAM_ROOM; k++)
        if (is_number(law, k))
            din.param[k] = carom_shared(&moves[k % 3]), bar_in.param[k] = carom_array_out(bar.param[k]);
    const carom_status status = carom_collide_batch(law, ITEMS, &in, &out);
    print_answers(to, &x);
    // Derivatives are made side by side where one set stands for all.
    in.params_stride = 0;
    for (int k = 0; k < CAROM_PARAM_ROOM; k++)
        if (is_number(law, k) && (rests || k != CAROM_PARAM_rest_speed))
            in.param[k] = column_of(law, k, sets, numbers[k]);
    print_word(to, (uint64_t)status);
    print_word(to, (uint64_t)carom_collide_jvp_batch(law, ITEMS, &in, &din, NULL, &dout));
    print_word(to, (uint64_t)carom_collide_vjp_batch(law, ITEMS, &in, &out, &bar_out, &bar_in));
    print_answers(to, &x);
    print_answers(to, &d);
    print_answers(to, &bar);
    return status == CAROM_OK && x.status[0] == CAROM_OK;
}

bool print_batch(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    return batch(law, c, p, true, to);
}

// Where a speed of rest may differ from item to item, derivatives are made one by one: here there is none.
bool print_lanes(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_params q = *p;
    q.rest_speed = 0.0;
    return batch(law, c, &q, false, to);
}
