#include "mods/sweep/block.h"

#include <math.h>
#include <stdlib.h>

#include "carom/batch.h"
#include "carom/law.h"
#include "mods/sweep/sample.h"

uint64_t carom_study_blocks(const carom_study *study) {
    return study->samples / CAROM_SWEEP_BLOCK + (study->samples % CAROM_SWEEP_BLOCK != 0);
}

// Solves the contacts of the block with one law.
static void solve(const carom_worker *w, const carom_law_asked *asked, size_t n) {
    const carom_contacts *c = w->contacts;
    const carom_solved *s = &w->solved;
    carom_batch_in in = {.dim = c->dim, .params = &asked->params, .memory = w->memory, .memory_bytes = w->memory_bytes};
    carom_batch_out out = {.dE = carom_array_out(s->dE),
                           .mode = carom_bytes_array_out(s->mode),
                           .violations = carom_bytes_array_out(s->broken),
                           .status = carom_bytes_array_out(s->status)};
    for (int r = 0; r < c->dim; r++) {
        for (int k = r; k < c->dim; k++) in.W[r][k] = carom_array(c->W[r][k]);
        in.v[r] = carom_array(c->v[r]);
        out.P[r] = carom_array_out(s->P[r]);
        out.v[r] = carom_array_out(s->v[r]);
    }
    for (int p = 0; p < CAROM_PARAM_END; p++)
        if (asked->input_of[p] >= 0) in.param[p] = carom_array(w->x[asked->input_of[p]]);
    carom_collide_batch(asked->law, n, &in, &out);
}

// Solves contact i inversely: its velocity is that after the impact. If there are several possible velocities before
// it, their mean is not useful, and the status is not-applicable.
static void solve_back(const carom_worker *w, const carom_law_asked *asked, size_t i) {
    const carom_contacts *c = w->contacts;
    carom_contact after = {.dim = c->dim};
    carom_params params = asked->params;
    carom_inverse found[CAROM_MAX_INVERSES] = {{.mode = CAROM_MODE_NONE}}, *before = &found[0];
    int count = 0;
    for (int r = 0; r < c->dim; r++) {
        after.v[r] = c->v[r][i];
        for (int k = r; k < c->dim; k++) after.W[r][k] = after.W[k][r] = c->W[r][k][i];
    }
    for (int p = 0; p < CAROM_PARAM_END; p++)
        if (asked->input_of[p] >= 0)
            carom_params_set(&params, carom_law_coefficient(asked->law, p), &w->x[asked->input_of[p]][i], 1);
    carom_status status = (carom_status)c->status[i];
    if (status == CAROM_OK) status = carom_collide_inverse(asked->law, &after, &params, found, &count);
    if (status == CAROM_NOT_UNIQUE) status = CAROM_NOT_APPLICABLE;
    const bool one = status == CAROM_OK;
    const carom_solved *s = &w->solved;
    s->status[i] = (uint8_t)status;
    s->mode[i] = (uint8_t)(one ? before->mode : CAROM_MODE_NONE);
    s->broken[i] = (uint8_t)(one ? before->violations : 0);
    s->dE[i] = one ? 0.0 : (double)NAN;
    for (int r = 0; r < 2; r++) {
        s->P[r][i] = one ? before->P[r] : (double)NAN;
        s->v[r][i] = one ? after.v[r] : (double)NAN;
        s->start[r][i] = one ? before->v[r] : (double)NAN;
        if (one) s->dE[i] += 0.5 * before->P[r] * (before->v[r] + after.v[r]);
    }
}

// Sets the status of samples without a valid contact, for every law.
static void refuse_bad_contacts(const carom_worker *w, size_t n) {
    const carom_solved *s = &w->solved;
    for (size_t i = 0; i < n; i++) {
        if (w->contacts->status[i] == CAROM_OK) continue;
        s->status[i] = w->contacts->status[i];
        s->dE[i] = (double)NAN;
        for (int r = 0; r < w->contacts->dim; r++) s->P[r][i] = s->v[r][i] = s->start[r][i] = (double)NAN;
    }
}

// Solves the samples by one law. A method for several contacts solves them for all its contacts, when its first one is
// requested.
static void solve_all(carom_worker *w, const carom_law_asked *asked, size_t n) {
    const carom_study *s = w->study;
    if (s->many && !asked->contact) s->many(s->context, asked->question, n, w->x, &w->solved);
    if (s->many) return;
    if (!s->backwards) solve(w, asked, n);
    for (size_t i = 0; i < n && s->backwards; i++) solve_back(w, asked, i);
    refuse_bad_contacts(w, n);
}

static void answer_law(carom_worker *w, int law, size_t n, carom_block_answers *answers) {
    const carom_study *s = w->study;
    const carom_law_asked *asked = &s->asked[law];
    const carom_solved *b = &w->solved;
    const size_t at = (size_t)asked->contact * CAROM_SWEEP_BLOCK;
    const bool given = !s->many && !s->backwards; // the velocity before the impact is that of the contact
    carom_block_columns columns = {.dim = s->many ? b->dim : w->contacts->dim,
                                   .dE = b->dE,
                                   .work = b->work + at,
                                   .outcomes = b->outcomes,
                                   .moving = w->contacts->moving,
                                   .backwards = s->backwards};
    for (int r = 0; r < 3; r++) {
        columns.P[r] = b->P[r] + at;
        columns.v[r] = b->v[r] + at;
        columns.start[r] = given ? w->contacts->v[r] : b->start[r] + at;
    }
    solve_all(w, asked, n);
    for (int k = 0; k < s->inputs; k++) answers->variable[k] = w->x[k];
    for (int k = 0; k < s->outputs; k++)
        answers->variable[s->inputs + k] = carom_output_column(s->output[k], &columns, n, w->y[k]);
    answers->n = n;
    answers->status = b->status;
    answers->mode = b->mode + at;
    answers->broken = b->broken;
}

static void make_contacts(carom_worker *w, size_t n) {
    if (!w->study->many) w->study->make(w->study->context, n, w->x, w->contacts);
}

void carom_worker_draw(carom_worker *w, uint64_t first, size_t n) {
    carom_sample(w->study, first, n, w->x);
}

void carom_worker_answer(carom_worker *w, int law, size_t n, carom_block_answers *answers) {
    make_contacts(w, n);
    // The contacts of one problem are consecutive entries. The first entry solves the problem for all of them.
    for (int k = law - w->study->asked[law].contact; k <= law; k++) answer_law(w, k, n, answers);
}

void carom_worker_block(carom_worker *w, uint64_t block, uint64_t *summary) {
    const carom_study *s = w->study;
    carom_block_answers answers = {.first = block * CAROM_SWEEP_BLOCK};
    const uint64_t left = s->samples - answers.first;
    const size_t n = left < CAROM_SWEEP_BLOCK ? (size_t)left : CAROM_SWEEP_BLOCK;
    carom_worker_draw(w, answers.first, n);
    make_contacts(w, n);
    if (w->piece) carom_piece_inputs(w->piece, n, w->x);
    for (int law = 0; law < s->laws; law++) {
        answer_law(w, law, n, &answers);
        carom_summary_add(s, &w->shape, summary, law, w->pivot + law * w->shape.variables, &answers);
        if (w->piece) carom_piece_law(w->piece, law, &answers);
    }
    if (w->piece) w->piece->n += n;
}

// Returns true if an output needs the bodies themselves.
static bool asks_for_bodies(const carom_study *study) {
    bool asks = false;
    for (int k = 0; k < study->outputs; k++) {
        const carom_output_where where = carom_output_at((int)study->output[k])->where;
        asks = asks || where == CAROM_OUTPUT_IN_PAIR || where == CAROM_OUTPUT_IN_FLAT;
    }
    return asks;
}

// Computes the means of the first 64 results. Sums are computed relative to these means, so that the terms of
// covariances do not cancel.
static void find_pivots(carom_worker *w) {
    enum { FIRST = 64 };
    const carom_study *s = w->study;
    const size_t n = s->samples < FIRST ? (size_t)s->samples : FIRST;
    carom_block_answers answers = {0};
    carom_worker_draw(w, 0, n);
    for (int law = 0; law < s->laws; law++) {
        carom_worker_answer(w, law, n, &answers);
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

// Allocates the columns: x, y and the results.
static bool find_columns(carom_worker *w) {
    const carom_study *s = w->study;
    const size_t n = CAROM_SWEEP_BLOCK, all = n * (size_t)(s->contacts > 1 ? s->contacts : 1);
    double *next = calloc(n * (size_t)(s->inputs + s->outputs + 2) + 10 * all, sizeof *next);
    uint8_t *codes = calloc(all + 2 * n, 1);
    w->columns = next;
    w->codes = codes;
    if (!next || !codes) return false;
    for (int k = 0; k < s->inputs; k++, next += n) w->x[k] = next;
    for (int k = 0; k < s->outputs; k++, next += n) w->y[k] = next;
    w->solved = (carom_solved){.dim = s->dim, .contacts = s->contacts, .dE = next, .outcomes = next + n};
    next += 2 * n;
    for (int r = 0; r < 3; r++, next += 3 * all) {
        w->solved.P[r] = next;
        w->solved.v[r] = next + all;
        w->solved.start[r] = next + 2 * all;
    }
    w->solved.work = next;
    w->solved.mode = codes;
    w->solved.status = codes + all;
    w->solved.broken = codes + all + n;
    return true;
}

// Allocates batch memory for the law that needs most; without it the batch is slower.
static void find_memory(carom_worker *w) {
    for (int k = 0; k < w->study->laws && !w->study->many; k++)
        for (int dim = 2; dim <= 3; dim++) {
            const size_t bytes = carom_batch_describe(w->study->asked[k].law).memory[dim - 2];
            if (bytes > w->memory_bytes) w->memory_bytes = bytes;
        }
    w->memory = w->memory_bytes ? malloc(w->memory_bytes) : NULL;
}

bool carom_worker_start(carom_worker *w, const carom_study *study) {
    *w = (carom_worker){.study = study, .shape = carom_summary_plan(study)};
    const bool bodies = asks_for_bodies(study);
    w->pivot = calloc((size_t)(study->laws * w->shape.variables), sizeof *w->pivot);
    w->contacts = calloc(1, sizeof *w->contacts);
    if (w->contacts && bodies) w->contacts->moving = calloc(CAROM_SWEEP_BLOCK, sizeof *w->contacts->moving);
    find_memory(w);
    if (!find_columns(w) || !w->pivot || !w->contacts || (bodies && !w->contacts->moving)) {
        carom_worker_end(w);
        return false;
    }
    find_pivots(w);
    return true;
}

void carom_worker_end(carom_worker *w) {
    if (w->contacts) free(w->contacts->moving);
    free(w->contacts);
    free(w->columns);
    free(w->codes);
    free(w->memory);
    free(w->pivot);
    *w = (carom_worker){0};
}
