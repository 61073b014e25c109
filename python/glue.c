// Contains loops that would be too slow in Python. They call the library once for each item of broadcast arrays.
#include "glue.h"

#include <stdbool.h>
#include <stdlib.h>

static const double *entry(const py_array *a, size_t index, int row, int column) {
    return a->at + (ptrdiff_t)index * a->step + row * a->row + column * a->column;
}

// Returns contact and parameters of one item.
static void py_item(const py_problem *problem, size_t index, carom_contact *contact, carom_params *params) {
    contact->dim = problem->dim;
    for (int i = 0; i < problem->dim; i++) {
        contact->v[i] = *entry(&problem->v, index, 0, i);
        for (int j = 0; j < problem->dim; j++) contact->W[i][j] = *entry(&problem->W, index, i, j);
    }
    for (int k = 0; k < problem->column_count; k++) {
        const py_column *c = &problem->columns[k];
        double values[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < c->count; i++) values[i] = *entry(&c->values, index, 0, i);
        carom_params_set(params, carom_law_coefficient(problem->law, (int)c->param), values, (size_t)c->count);
    }
}

// Computes items from .. to - 1 with all details.
static void py_outcomes(const py_problem *problem, size_t from, size_t to, carom_result *outcomes) {
    carom_contact contact;
    carom_params params = *problem->shared;
    for (size_t i = from; i < to; i++) {
        py_item(problem, i, &contact, &params);
        carom_collide(problem->law, &contact, &params, &outcomes[i]);
    }
}

static void py_jacs(const py_problem *problem, size_t from, size_t to, carom_result *outcomes, carom_jacobian *jacs) {
    carom_contact contact;
    carom_params params = *problem->shared;
    for (size_t i = from; i < to; i++) {
        py_item(problem, i, &contact, &params);
        carom_collide_jacobian(problem->law, &contact, &params, &outcomes[i], &jacs[i]);
    }
}

static void store(const carom_result *outcome, int dim, size_t index, const py_answers *answers) {
    for (int k = 0; k < dim; k++) {
        answers->P[(size_t)dim * index + (size_t)k] = outcome->P[k];
        answers->v[(size_t)dim * index + (size_t)k] = outcome->v[k];
    }
    answers->dE[index] = outcome->dE;
    answers->mode[index] = (uint8_t)outcome->mode;
    answers->violations[index] = (uint8_t)outcome->violations;
    answers->status[index] = (uint8_t)outcome->status;
}

static void one_by_one(const py_problem *problem, size_t from, size_t to, const py_answers *answers) {
    carom_contact contact;
    carom_params params = *problem->shared;
    for (size_t i = from; i < to; i++) {
        carom_result outcome;
        py_item(problem, i, &contact, &params);
        carom_collide(problem->law, &contact, &params, &outcome);
        store(&outcome, problem->dim, i, answers);
    }
}

// Returns true if a batch can solve the items. A batch reads one triangle of W and columns of single numbers. Other
// items are solved one by one: those with an asymmetric W (averaged or rejected) or vectors as parameters.
static bool fits_batch(const py_problem *problem, size_t from, size_t to) {
    for (int k = 0; k < problem->column_count; k++)
        if (problem->columns[k].count > 1) return false;
    const py_array *W = &problem->W;
    for (int i = 0; i < problem->dim; i++)
        for (int j = 0; j < i; j++) {
            const double *lower = entry(W, from, i, j), *upper = entry(W, from, j, i);
            bool same = true;
            for (size_t k = 0; k < to - from; k++)
                same &= lower[(ptrdiff_t)k * W->step] == upper[(ptrdiff_t)k * W->step];
            if (!same) return false;
        }
    return true;
}

static carom_column column(const py_array *a, size_t from, int i, int j) {
    return (carom_column){entry(a, from, i, j), (size_t)a->step * sizeof(double)};
}

static carom_batch_in batch_in(const py_problem *problem, size_t from) {
    carom_batch_in in = {.dim = problem->dim, .params = problem->shared};
    for (int i = 0; i < problem->dim; i++) {
        in.v[i] = column(&problem->v, from, 0, i);
        for (int j = i; j < problem->dim; j++) in.W[i][j] = column(&problem->W, from, i, j);
    }
    for (int k = 0; k < problem->column_count; k++)
        in.param[problem->columns[k].param] = column(&problem->columns[k].values, from, 0, 0);
    return in;
}

static carom_batch_out batch_out(const py_problem *problem, size_t from, const py_answers *answers) {
    const size_t dim = (size_t)problem->dim;
    carom_batch_out out = {.dE = {answers->dE + from, sizeof(double)},
                           .mode = {answers->mode + from, 1},
                           .violations = {answers->violations + from, 1},
                           .status = {answers->status + from, 1}};
    for (size_t k = 0; k < dim; k++) {
        out.P[k] = (carom_column_out){answers->P + dim * from + k, dim * sizeof(double)};
        out.v[k] = (carom_column_out){answers->v + dim * from + k, dim * sizeof(double)};
    }
    return out;
}

// Solves items from .. to - 1 in one batch of the library.
static carom_status py_batch(const py_problem *problem, size_t from, size_t to, const py_answers *answers) {
    carom_batch_in in = batch_in(problem, from);
    const carom_batch_out out = batch_out(problem, from, answers);
    in.memory_bytes = carom_batch_describe(problem->law).memory[problem->dim - 2];
    in.memory = in.memory_bytes ? malloc(in.memory_bytes) : NULL; // without this memory the batch is slower
    const carom_status status = carom_collide_batch(problem->law, to - from, &in, &out);
    free(in.memory);
    return status;
}

// Items per block: small enough that W is still in the cache when the batch reads it after the check of symmetry.
#define BLOCK 2048

static void py_collide(const py_problem *problem, size_t from, size_t to, const py_answers *answers) {
    for (size_t begin = from; begin < to; begin += BLOCK) {
        const size_t end = to - begin < BLOCK ? to : begin + BLOCK;
        if (!fits_batch(problem, begin, end) || py_batch(problem, begin, end, answers) != CAROM_OK)
            one_by_one(problem, begin, end, answers);
    }
}

// Checks one impulse for each of the items from .. to - 1, with the mu among its parameters. Returns the index of the
// first item that is rejected, or -1.
static int64_t py_check(const py_problem *problem, py_array P, size_t from, size_t to, carom_verdict *verdicts,
                        carom_status *status) {
    carom_contact contact;
    carom_params params = *problem->shared;
    for (size_t i = from; i < to; i++) {
        double impulse[3] = {0.0, 0.0, 0.0};
        py_item(problem, i, &contact, &params);
        for (int k = 0; k < problem->dim; k++) impulse[k] = *entry(&P, i, 0, k);
        *status = carom_contact_validate(&contact);
        if (*status == CAROM_OK) *status = carom_check(&contact, params.mu, impulse, &verdicts[i]);
        if (*status != CAROM_OK) return (int64_t)i;
    }
    return -1;
}

// Returns the number of doubles in a pair. Pairs of bodies contain only doubles, so an array of doubles can be read as
// an array of pairs.
static int py_planar_numbers(void) {
    return (int)(sizeof(carom_planar_pair) / sizeof(double));
}

static int py_pair_numbers(void) {
    return (int)(sizeof(carom_pair) / sizeof(double));
}

static void store_contact(const carom_contact *contact, size_t index, double *W, double *v) {
    const size_t dim = (size_t)contact->dim;
    for (size_t i = 0; i < dim; i++) {
        v[dim * index + i] = contact->v[i];
        for (size_t j = 0; j < dim; j++) W[dim * (dim * index + i) + j] = contact->W[i][j];
    }
}

// The loops below end at the first pair that the library rejects and return its index, or -1.
static int64_t py_planar_contacts(const double *pairs, size_t count, double *W, double *v, carom_status *status) {
    const carom_planar_pair *pair = (const carom_planar_pair *)pairs;
    carom_contact contact;
    for (size_t i = 0; i < count; i++) {
        if ((*status = carom_planar_pair_contact(&pair[i], &contact)) != CAROM_OK) return (int64_t)i;
        store_contact(&contact, i, W, v);
    }
    return -1;
}

static int64_t py_pair_contacts(const double *pairs, size_t count, double *W, double *v, carom_status *status) {
    const carom_pair *pair = (const carom_pair *)pairs;
    carom_contact contact;
    for (size_t i = 0; i < count; i++) {
        if ((*status = carom_pair_contact(&pair[i], &contact)) != CAROM_OK) return (int64_t)i;
        store_contact(&contact, i, W, v);
    }
    return -1;
}

// Computes bodies with the given W and v. `form` is 0 for the fewest bodies and 1 for two bodies.
static carom_status py_realise(int form, int dim, const double *W, const double *v, double arm, double *pair) {
    carom_contact c = {.dim = dim};
    for (int i = 0; i < dim && dim <= 3; i++) {
        c.v[i] = v[i];
        for (int j = 0; j < dim; j++) c.W[i][j] = W[dim * i + j];
    }
    return dim == 2 ? carom_planar_pair_from_contact(&c, arm, (carom_planar_pair *)pair)
                    : carom_pair_from_contact(&c, (carom_pair_choice)form, arm, (carom_pair *)pair);
}

static int64_t py_planar_apply(const double *pairs, const double *P, size_t count, double *after,
                               carom_status *status) {
    const carom_planar_pair *pair = (const carom_planar_pair *)pairs;
    for (size_t i = 0; i < count; i++)
        if ((*status = carom_planar_pair_apply(&pair[i], P + 2 * i, (carom_planar_pair *)after + i)) != CAROM_OK)
            return (int64_t)i;
    return -1;
}

static void py_planar_reversed(const double *pairs, size_t count, unsigned char *reversed) {
    for (size_t i = 0; i < count; i++) reversed[i] = carom_planar_looks_reversed((const carom_planar_pair *)pairs + i);
}

static void py_pair_reversed(const double *pairs, size_t count, unsigned char *reversed) {
    for (size_t i = 0; i < count; i++) reversed[i] = carom_pair_looks_reversed((const carom_pair *)pairs + i);
}

static int64_t py_pair_apply(const double *pairs, const double *P, size_t count, double *after, carom_status *status) {
    const carom_pair *pair = (const carom_pair *)pairs;
    for (size_t i = 0; i < count; i++)
        if ((*status = carom_pair_apply(&pair[i], P + 3 * i, (carom_pair *)after + i)) != CAROM_OK) return (int64_t)i;
    return -1;
}

// Sets the corners of a body, three numbers each. cffi cannot express the type of the pointer to them.
static void py_motion_corners(carom_motion_scene *scene, int count, const double *corners) {
    scene->shape.corners = count;
    scene->shape.corner = (const double(*)[3])corners;
}

static void py_motion_read_corners(const carom_motion_scene *scene, double *corners) {
    for (int i = 0; i < scene->shape.corners; i++)
        for (int k = 0; k < 3; k++) corners[3 * i + k] = scene->shape.corner[i][k];
}

// Continues a motion by up to `most` events; Python handles interrupts between two calls.
static void py_motion_steps(const carom_motion_scene *scene, carom_motion_result *result, int most) {
    for (int i = 0; i < most && result->stop == CAROM_MOTION_STOP_NONE; i++) carom_motion_step(scene, result);
}

// Computes the states and energies at these times.
static carom_status py_motion_states(const carom_motion_scene *scene, const carom_motion_result *result,
                                     const double *t, size_t count, carom_motion_state *states, double *energy) {
    for (size_t i = 0; i < count; i++) {
        const carom_status status = carom_motion_state_at(scene, result, t[i], &states[i]);
        if (status != CAROM_OK) return status;
        energy[i] = carom_motion_energy(scene, &states[i]);
    }
    return CAROM_OK;
}
