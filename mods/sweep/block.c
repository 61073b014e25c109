#include "mods/sweep/block.h"

#include <math.h>
#include <stdlib.h>

#include "carom/batch.h"
#include "mods/sweep/outputs.h"
#include "mods/sweep/sample.h"

uint64_t carom_study_blocks(const carom_study *study) {
    return study->samples / CAROM_SWEEP_BLOCK + (study->samples % CAROM_SWEEP_BLOCK != 0);
}

static size_t block_size(const carom_study *study, uint64_t block) {
    const uint64_t left = study->samples - block * CAROM_SWEEP_BLOCK;
    return left < CAROM_SWEEP_BLOCK ? (size_t)left : CAROM_SWEEP_BLOCK;
}

// Solves the contacts of the block with one law.
static void ask(carom_worker *w, const carom_law_asked *asked, size_t n) {
    const carom_contacts *c = w->contacts;
    carom_batch_in in = {.dim = c->dim, .params = &asked->params, .memory = w->memory, .memory_bytes = w->memory_bytes};
    carom_batch_out out = {.dE = carom_array_out(w->dE),
                           .mode = carom_bytes_array_out(w->mode),
                           .violations = carom_bytes_array_out(w->broken),
                           .status = carom_bytes_array_out(w->status)};
    for (int r = 0; r < c->dim; r++) {
        for (int k = r; k < c->dim; k++) in.W[r][k] = carom_array(c->W[r][k]);
        in.v[r] = carom_array(c->v[r]);
        out.P[r] = carom_array_out(w->P[r]);
        out.v[r] = carom_array_out(w->v[r]);
    }
    for (int p = 0; p < CAROM_PARAM_END; p++)
        if (asked->input_of[p] >= 0) in.param[p] = carom_array(w->x[asked->input_of[p]]);
    carom_collide_batch(asked->law, n, &in, &out);
}

// Sets the status of samples without a valid contact, for every law.
static void refuse_bad_contacts(carom_worker *w, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (w->contacts->status[i] == CAROM_OK) continue;
        w->status[i] = w->contacts->status[i];
        w->dE[i] = (double)NAN;
        for (int r = 0; r < w->contacts->dim; r++) w->P[r][i] = w->v[r][i] = (double)NAN;
    }
}

// Returns the results of a method for one contact. The method is run only once, when its first contact is requested.
static carom_block_columns contact_of_many(carom_worker *w, const carom_law_asked *asked, size_t n) {
    carom_system_block *b = &w->many;
    const size_t at = (size_t)asked->contact * CAROM_SWEEP_BLOCK;
    if (asked->contact == 0) w->study->many(w->study->context, asked->question, n, w->x, b);
    carom_block_columns columns = {.work = b->work + at, .outcomes = b->outcomes, .dE = b->dE};
    for (int r = 0; r < b->dim; r++) {
        columns.P[r] = b->P[r] + at;
        columns.v[r] = b->v[r] + at;
        columns.start[r] = b->start[r] + at;
    }
    return columns;
}

static carom_block_columns columns_of(carom_worker *w, const carom_law_asked *asked, size_t n) {
    if (w->study->many) return contact_of_many(w, asked, n);
    const bool backwards = w->study->backwards;
    (backwards ? carom_worker_back : ask)(w, asked, n);
    refuse_bad_contacts(w, n);
    carom_block_columns columns = {.contacts = w->contacts, .dE = w->dE, .backwards = backwards};
    for (int r = 0; r < 3; r++) {
        columns.P[r] = w->P[r];
        columns.v[r] = w->v[r];
        columns.start[r] = backwards ? w->start[r] : w->contacts->v[r];
    }
    return columns;
}

static void answer_law(carom_worker *w, int law, size_t n, carom_block_answers *answers) {
    const carom_study *s = w->study;
    const carom_law_asked *asked = &s->asked[law];
    const carom_block_columns columns = columns_of(w, asked, n);
    for (int k = 0; k < s->inputs; k++) answers->variable[k] = w->x[k];
    for (int k = 0; k < s->outputs; k++)
        answers->variable[s->inputs + k] = carom_output_column(s->output[k], &columns, n, w->y[k]);
    answers->n = n;
    answers->status = s->many ? w->many.status : w->status;
    answers->mode = s->many ? w->many.mode + (size_t)asked->contact * CAROM_SWEEP_BLOCK : w->mode;
    answers->broken = s->many ? w->many.broken : w->broken;
}

void carom_worker_answer(carom_worker *w, int law, size_t n, carom_block_answers *answers) {
    if (!w->study->many) w->study->make(w->study->context, n, w->x, w->contacts);
    // The contacts of one problem are consecutive entries. The first entry solves the problem for all of them.
    const int first = w->study->many ? law - w->study->asked[law].contact : law;
    for (int k = first; k <= law; k++) answer_law(w, k, n, answers);
}

static void make_samples(carom_worker *w, uint64_t first, size_t n) {
    carom_sample(w->study, first, n, w->x);
    if (!w->study->many) w->study->make(w->study->context, n, w->x, w->contacts);
}

void carom_worker_block(carom_worker *w, uint64_t block, uint64_t *summary) {
    const carom_study *s = w->study;
    const size_t n = block_size(s, block);
    carom_block_answers answers = {.first = block * CAROM_SWEEP_BLOCK};
    make_samples(w, answers.first, n);
    if (w->piece) carom_piece_inputs(w->piece, n, w->x);
    for (int law = 0; law < s->laws; law++) {
        answer_law(w, law, n, &answers);
        carom_summary_add(s, &w->shape, summary, law, w->pivot + law * w->shape.variables, &answers);
        if (w->piece) carom_piece_law(w->piece, law, &answers);
    }
    if (w->piece) w->piece->n += n;
}

void carom_worker_span(carom_worker *w, uint64_t first, size_t n, double *low, double *high) {
    const carom_study *s = w->study;
    carom_block_answers answers = {0};
    make_samples(w, first, n);
    for (int law = 0; law < s->laws; law++) {
        answer_law(w, law, n, &answers);
        for (int k = 0; k < s->outputs; k++) {
            for (size_t i = 0; i < n; i++) {
                const double y = answers.variable[s->inputs + k][i];
                if (carom_status_classify((carom_status)w->status[i]) != CAROM_CLASS_OK || !isfinite(y)) continue;
                low[k] = fmin(low[k], y);
                high[k] = fmax(high[k], y);
            }
        }
    }
}

// Returns true if an output needs the bodies themselves.
static bool asks_for_bodies(const carom_study *study) {
    for (int k = 0; k < study->outputs; k++)
        if (study->output[k] >= CAROM_OUTPUT_speed_a) return true;
    return false;
}

// Computes the means of the first 64 results. Sums are computed relative to these means, so that the terms of
// covariances do not cancel.
static void find_pivots(carom_worker *w) {
    enum { FIRST = 64 };
    const carom_study *s = w->study;
    const size_t n = s->samples < FIRST ? (size_t)s->samples : FIRST;
    carom_block_answers answers = {0};
    make_samples(w, 0, n);
    for (int law = 0; law < s->laws; law++) {
        answer_law(w, law, n, &answers);
        for (int k = 0; k < w->shape.variables; k++) {
            double sum = 0.0, count = 0.0;
            for (size_t i = 0; i < n; i++) {
                if (carom_status_classify((carom_status)answers.status[i]) != CAROM_CLASS_OK) continue;
                sum += answers.variable[k][i];
                count += 1.0;
            }
            w->pivot[law * w->shape.variables + k] = count > 0.0 && isfinite(sum) ? sum / count : 0.0;
        }
    }
}

static bool room(double **column) {
    return (*column = calloc(CAROM_SWEEP_BLOCK, sizeof **column)) != NULL;
}

// Allocates memory for the results of several contacts, in one block that begins with dE.
static bool room_for_many(carom_worker *w) {
    carom_system_block *b = &w->many;
    const size_t n = CAROM_SWEEP_BLOCK, all = n * (size_t)w->study->contacts;
    *b = (carom_system_block){.dim = w->study->dim, .contacts = w->study->contacts};
    if (!w->study->many) return true;
    double *next = calloc(2 * n + 10 * all, sizeof *next);
    b->dE = next;
    b->mode = calloc(all + 2 * n, 1);
    if (!next || !b->mode) return false;
    b->outcomes = next + n;
    b->work = next + 2 * n;
    for (size_t r = 0; r < 3; r++) {
        b->P[r] = b->work + (1 + r) * all;
        b->v[r] = b->work + (4 + r) * all;
        b->start[r] = b->work + (7 + r) * all;
    }
    b->status = b->mode + all;
    b->broken = b->status + n;
    return true;
}

// Allocates batch memory for the law that needs most; without it the batch is slower.
static void find_memory(carom_worker *w) {
    for (int k = 0; k < w->study->laws; k++) {
        const carom_law *law = w->study->asked[k].law;
        if (!law) continue;
        for (int dim = 2; dim <= 3; dim++) {
            const size_t bytes = carom_batch_describe(law).memory[dim - 2];
            if (bytes > w->memory_bytes) w->memory_bytes = bytes;
        }
    }
    w->memory = w->memory_bytes ? malloc(w->memory_bytes) : NULL;
}

bool carom_worker_start(carom_worker *w, const carom_study *study) {
    *w = (carom_worker){.study = study, .shape = carom_summary_plan(study)};
    bool whole = room(&w->dE);
    for (int k = 0; k < study->inputs; k++) whole = room(&w->x[k]) && whole;
    for (int k = 0; k < study->outputs; k++) whole = room(&w->y[k]) && whole;
    for (int r = 0; r < 3; r++) whole = room(&w->P[r]) && room(&w->v[r]) && room(&w->start[r]) && whole;
    w->status = calloc(CAROM_SWEEP_BLOCK, 1);
    w->mode = calloc(CAROM_SWEEP_BLOCK, 1);
    w->broken = calloc(CAROM_SWEEP_BLOCK, 1);
    w->contacts = calloc(1, sizeof *w->contacts);
    if (w->contacts && asks_for_bodies(study)) {
        w->contacts->moving = calloc(CAROM_SWEEP_BLOCK, sizeof *w->contacts->moving);
        whole = whole && w->contacts->moving;
    }
    find_memory(w);
    whole = room_for_many(w) && whole;
    w->pivot = calloc((size_t)(study->laws * w->shape.variables), sizeof *w->pivot);
    if (!whole || !w->status || !w->mode || !w->broken || !w->contacts || !w->pivot) {
        carom_worker_end(w);
        return false;
    }
    find_pivots(w);
    return true;
}

void carom_worker_end(carom_worker *w) {
    for (int k = 0; k < CAROM_SWEEP_INPUTS; k++) free(w->x[k]);
    for (int k = 0; k < CAROM_OUTPUT_COUNT; k++) free(w->y[k]);
    for (int r = 0; r < 3; r++) {
        free(w->P[r]);
        free(w->v[r]);
        free(w->start[r]);
    }
    free(w->dE);
    free(w->status);
    free(w->mode);
    free(w->broken);
    if (w->contacts) free(w->contacts->moving);
    free(w->contacts);
    free(w->many.dE);
    free(w->many.mode);
    free(w->memory);
    free(w->pivot);
    *w = (carom_worker){0};
}
