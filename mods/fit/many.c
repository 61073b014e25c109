// Evaluates the model at all impacts in use: laws as vectorised batches, other models one by one.
#include <stdlib.h>
#include <string.h>

#include "mods/fit/state.h"

bool carom_fit_answers_new(carom_fit_answers *a, size_t count) {
    a->after = calloc(3 * count, sizeof *a->after);
    a->branch = calloc(count, sizeof *a->branch);
    return a->after && a->branch;
}

void carom_fit_answers_free(carom_fit_answers *a) {
    free(a->after);
    free(a->branch);
}

// Collects the contacts of the impacts in use in columns.
void carom_fit_gather(carom_fit *fit) {
    for (size_t k = 0; k < fit->use_count; k++) fit->contact[k] = fit->impacts[fit->use[k]].contact;
}

void carom_fit_ask_all(carom_fit *fit, const carom_contact *contacts, const double *b, carom_fit_answers *a) {
    if (carom_fit_law_many(&fit->model, contacts, fit->use_count, b, fit->bytes, a)) {
        fit->evaluations += fit->use_count;
        return;
    }
    for (size_t k = 0; k < fit->use_count; k++)
        if (!carom_fit_ask(fit, &contacts[k], b, a->after + 3 * k, &a->branch[k])) a->branch[k] = CAROM_FIT_NONE;
}

// Changes one component of the velocity of all contacts by 1e-6 of its size, up or down.
static void move_v(carom_fit *fit, int j, double side) {
    const int dim = fit->impacts[0].contact.dim;
    memcpy(fit->moved, fit->contact, fit->use_count * sizeof *fit->moved);
    for (size_t k = 0; k < fit->use_count; k++)
        fit->moved[k].v[j] = fit->contact[k].v[j] + side * carom_fit_step_v(dim, fit->contact[k].v);
}

void carom_fit_ask_beside_v(carom_fit *fit, const double *b, int j) {
    for (int side = 0; side < 2; side++) {
        move_v(fit, j, side ? 1.0 : -1.0);
        carom_fit_ask_all(fit, fit->moved, b, side ? &fit->up : &fit->down);
    }
}

bool carom_fit_ask_beside_b(carom_fit *fit, const double *b, int j) {
    const double h = carom_fit_step_b(b[j]);
    double moved[CAROM_FIT_MOST];
    if (b[j] - h < fit->model.lowest[j] || b[j] + h > fit->model.highest[j]) return false;
    memcpy(moved, b, sizeof moved);
    for (int side = 0; side < 2; side++) {
        moved[j] = b[j] + (side ? h : -h);
        carom_fit_ask_all(fit, fit->contact, moved, side ? &fit->up : &fit->down);
    }
    return true;
}
