// Evaluates methods for several contacts on n samples.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/shape.h"
#include "mods/sweep/file.h"

static const carom_status bad = CAROM_BAD_FILE;

bool carom_sweep_of_system(const carom_sweep_file *f) {
    return carom_is_system(f->scenario, NULL, f->base.modules);
}

// Removes the line number of an error. The scenario with the parameters of a method is a different text, so only the
// path is valid.
static bool in_scenario(carom_error *refusal) {
    const carom_error why = *refusal;
    const char *text = why.detail;
    for (int comma = 0; comma < 2 && !strncmp(why.detail, "line ", 5) && strstr(text, ", "); comma++)
        text = strstr(text, ", ") + 2;
    carom_refuse(refusal, why.status, "%s", text);
    carom_refuse_of(refusal, "scenario", NULL);
    return carom_refuse_toward(refusal, why.hint);
}

bool carom_sweep_read_system(carom_sweep_file *f, carom_error *refusal) {
    const size_t count = carom_sweep_entries(f, refusal);
    if (!count) return false;
    f->question = calloc(count, sizeof *f->question);
    if (!f->question) return carom_refuse(refusal, bad, "there is no memory");
    for (size_t k = 0; k < count; k++) {
        carom_sweep_entry entry;
        if (!carom_sweep_read_entry(f, k, &entry, refusal)) return carom_sweep_refuse_entry(f, k, refusal);
        if (!carom_varied_new(&f->question[f->questions++], f->scenario, entry.law, entry.params, f->base.modules,
                              refusal))
            return in_scenario(refusal);
    }
    f->study.many = carom_sweep_system;
    f->study.dim = f->base.contact.dim = f->question[0].dim;
    f->study.contacts = f->question[0].contacts;
    return true;
}

bool carom_sweep_add_method(carom_sweep_file *f, int q, const char *name, carom_error *refusal) {
    carom_study *s = &f->study;
    for (int k = 0; q > 0 && k < s->inputs; k++)
        if (!carom_varied_place(&f->question[q], s->input[k].name, refusal)) return false;
    if (strlen(name) + 8 > CAROM_SWEEP_NAME || s->laws + s->contacts > CAROM_SWEEP_LAWS)
        return carom_refuse(refusal, bad, "with %d contacts each at most %d, with names shorter than %d", s->contacts,
                            CAROM_SWEEP_LAWS / s->contacts, CAROM_SWEEP_NAME - 8);
    for (int i = 0; i < s->contacts; i++) {
        carom_law_asked *asked = &s->asked[s->laws++];
        *asked = (carom_law_asked){.method = f->question[q].method, .contact = i, .question = q};
        snprintf(asked->name, sizeof asked->name, "%s[%d]", name, i);
    }
    return true;
}

static double outcomes_of(const carom_system_result *out) {
    return out->solution_count ? out->solution_count : 1;
}

static void store(const carom_system_result *out, const double *v, carom_status status, size_t i, carom_solved *b) {
    const bool fine = carom_status_classify(status) == CAROM_CLASS_OK;
    b->status[i] = (uint8_t)status;
    b->broken[i] = (uint8_t)(fine ? out->violations : 0u);
    b->dE[i] = fine ? out->dE : (double)NAN;
    b->outcomes[i] = fine ? outcomes_of(out) : (double)NAN;
    for (int c = 0; c < b->contacts; c++) {
        const size_t at = (size_t)c * CAROM_SWEEP_BLOCK + i;
        b->work[at] = fine ? out->work[c] : (double)NAN;
        b->mode[at] = (uint8_t)(fine ? out->mode[c] : CAROM_MODE_UNNAMED);
        for (int r = 0; r < b->dim; r++) {
            b->P[r][at] = fine ? out->P[b->dim * c + r] : (double)NAN;
            b->v[r][at] = fine ? out->v[b->dim * c + r] : (double)NAN;
            b->start[r][at] = fine ? v[b->dim * c + r] : (double)NAN;
        }
    }
}

void carom_sweep_system(void *context, int question, size_t n, double *const x[], carom_solved *b) {
    carom_sweep_file *f = context;
    for (size_t i = 0; i < n; i++) {
        double sample[CAROM_SWEEP_INPUTS], v[3 * CAROM_SWEEP_LAWS];
        carom_system_result out;
        for (int k = 0; k < f->study.inputs; k++) sample[k] = x[k][i];
        const carom_status status = carom_varied_ask(&f->question[question], sample, &out, v);
        store(&out, v, status, i, b);
    }
}

json_t *carom_sweep_system_replay(carom_sweep_file *f, const double *x, int question) {
    return carom_varied_document(&f->question[question], x);
}
