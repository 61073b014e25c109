#include "cli/verbs/fit_study.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/exit.h"
#include "cli/words/tables.h"
#include "cli/words/words.h"

bool carom_fit_answered(const carom_fit_finding *f) {
    return f->estimate.status == CAROM_FIT_OK || f->estimate.status == CAROM_FIT_UNSETTLED;
}

bool carom_fit_as_good(const carom_fit_study *study, const carom_fit_finding *f) {
    return study->best >= 0 && carom_fit_answered(f) && f->held_out == CAROM_FIT_OK && fabs(f->z) < 2.0;
}

const char *carom_fit_mark_name(carom_fit_mark mark) {
    switch (mark) {
    case CAROM_FIT_KNOWN: return "";
    case CAROM_FIT_AT_LOWEST: return "at its lowest";
    case CAROM_FIT_AT_HIGHEST: return "at its highest";
    case CAROM_FIT_UNDETERMINED: return "undetermined";
    }
    return "";
}

const char *carom_fit_said(const carom_fit_finding *f, char *text, size_t size) {
    const carom_fit_estimate *e = &f->estimate;
    if (e->status == CAROM_FIT_NO_ANSWER)
        snprintf(text, size, "no answer for %zu impacts", e->unanswered);
    else if (!carom_fit_answered(f))
        snprintf(text, size, "%s", carom_fit_message(e->status));
    else
        snprintf(text, size, "%s%s", f->verdict.rejected ? "rejected" : "not rejected",
                 e->status == CAROM_FIT_UNSETTLED ? ", unsettled" : "");
    return text;
}

// Which laws.

static void add(carom_fit_study *study, const carom_fit_model *model, const char *name, bool describes) {
    study->at = carom_resize(study->at, study->count + 1, sizeof *study->at);
    carom_fit_finding *f = &study->at[study->count++];
    *f = (carom_fit_finding){.model = *model, .describes = describes, .held_out = CAROM_FIT_BAD_MODEL};
    snprintf(f->name, sizeof f->name, "%s", name);
    f->score = carom_resize(NULL, study->data->count, sizeof *f->score);
    for (int j = 0; j < CAROM_FIT_MOST; j++) f->low[j] = f->high[j] = (double)NAN;
}

// Newton's, Poisson's and Stronge's coefficients differ only where W couples normal and tangent.
static void add_law(carom_fit_study *study, const carom_law *law) {
    carom_params params = carom_default_params();
    carom_fit_model model;
    if (!(law->reads & CAROM_PARAM_BIT(restitution)) || !study->checks.coupled) {
        if (carom_fit_law(law, &params, 0, &model) == CAROM_OK) add(study, &model, law->name, false);
        return;
    }
    for (int k = 0; k < CAROM_STOP_COUNT; k++) {
        char name[48];
        params.restitution = (carom_restitution)k;
        snprintf(name, sizeof name, "%s %s", law->name, carom_choice_at(carom_param_at(CAROM_PARAM_restitution), k));
        if (carom_fit_law(law, &params, 0, &model) == CAROM_OK) add(study, &model, name, false);
    }
}

static int say_no_law(const char *name) {
    char hint[128];
    carom_say(
        "there is no law \"%s\"%s", name,
        carom_suggestion(carom_nearest_name(name, carom_law_names), "`carom laws` lists them all", hint, sizeof hint));
    return CAROM_EXIT_USAGE;
}

int carom_fit_study_laws(carom_fit_study *study, const char *list) {
    const carom_fit_model rising = carom_fit_rising();
    for (const char *at = list; *at;) {
        char name[64];
        const size_t length = strcspn(at, ", ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length + strspn(at + length, ", ");
        if (!*name) continue;
        if (!strcmp(name, "all")) {
            for (int k = 0; k < carom_tables_count(false); k++)
                if (carom_tables_at(k)->dims & CAROM_PLANE) add_law(study, carom_tables_at(k));
        }
        if (!strcmp(name, "all") || !strcmp(name, rising.name)) {
            add(study, &rising, rising.name, true);
            continue;
        }
        const carom_law *law = carom_tables_find(name);
        if (!law || !(law->dims & CAROM_PLANE)) return say_no_law(name);
        if (!law->code) {
            carom_say("law \"%s\" is in the module \"%s\", which this build does not have", law->name, law->module);
            return CAROM_EXIT_INPUT;
        }
        add_law(study, law);
    }
    return study->count ? CAROM_EXIT_FINE : say_no_law(list);
}

void carom_fit_study_free(carom_fit_study *study) {
    for (size_t k = 0; k < study->count; k++) free(study->at[k].score);
    free(study->at);
}

// The work: threads take the next law until there is none.

static volatile int stop;

static void on_signal(int number) {
    stop = number;
}

typedef struct {
    carom_fit_study *study;
    pthread_mutex_t lock;
    size_t next, done;
} work;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fit_one(const carom_fit_study *study, carom_fit_finding *f) {
    const carom_fit_options options = {.robust = study->robust, .stop = &stop};
    const double start = now();
    carom_fit *fit = carom_fit_new(&f->model, study->data->impacts, study->data->count, &options);
    if (!fit) {
        f->estimate.status = CAROM_FIT_NO_MEMORY;
        return;
    }
    carom_fit_run(fit, &f->estimate);
    if (carom_fit_answered(f)) {
        f->verdict = carom_fit_judge(&f->estimate, &study->checks);
        for (int j = 0; j < f->model.count && !study->quick; j++) carom_fit_interval(fit, j, &f->low[j], &f->high[j]);
        f->held_out = carom_fit_held_out(fit, f->score, &f->rms);
    }
    carom_fit_free(fit);
    f->seconds = now() - start;
}

static void *labour(void *context) {
    work *w = context;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        const size_t mine = w->next++;
        pthread_mutex_unlock(&w->lock);
        if (mine >= w->study->count || stop) return NULL;
        fit_one(w->study, &w->study->at[mine]);
        pthread_mutex_lock(&w->lock);
        w->done++;
        pthread_mutex_unlock(&w->lock);
    }
}

// On a terminal, ten times a second, until all are done.
static void watch(work *w) {
    const struct timespec moment = {.tv_nsec = 100000000};
    const bool tells = isatty(STDERR_FILENO);
    for (bool going = tells; going;) {
        pthread_mutex_lock(&w->lock);
        const size_t done = w->done;
        pthread_mutex_unlock(&w->lock);
        fprintf(stderr, "\r\033[K%zu of %zu laws fitted", done, w->study->count);
        going = done < w->study->count && !stop;
        if (going) nanosleep(&moment, NULL);
    }
    if (tells) fputs("\r\033[K", stderr);
}

// The sum of the held-out scores; HUGE_VAL without them.
static double total(const carom_fit_study *study, const carom_fit_finding *f) {
    double sum = 0.0;
    if (!carom_fit_answered(f) || f->held_out != CAROM_FIT_OK) return HUGE_VAL;
    for (size_t i = 0; i < study->data->count; i++) sum += f->score[i];
    return sum;
}

// The best by held-out scores; of those within one of it the one with the fewest parameters. And everyone's z against it.
static void rank(carom_fit_study *study) {
    double least = HUGE_VAL;
    for (size_t k = 0; k < study->count; k++) least = fmin(least, total(study, &study->at[k]));
    study->best = -1;
    for (size_t k = 0; k < study->count && isfinite(least); k++) {
        const bool simpler = study->best < 0 || study->at[k].model.count < study->at[study->best].model.count;
        if (total(study, &study->at[k]) <= least + 1.0 && simpler) study->best = (int)k;
    }
    for (size_t k = 0; k < study->count && study->best >= 0; k++)
        if (study->at[k].held_out == CAROM_FIT_OK)
            study->at[k].z = carom_fit_compare(study->data->count, study->at[k].score, study->at[study->best].score);
}

carom_fit_status carom_fit_study_run(carom_fit_study *study) {
    struct sigaction catch = {.sa_handler = on_signal}, before;
    pthread_t thread[64];
    int started = 0;
    work w = {.study = study, .lock = PTHREAD_MUTEX_INITIALIZER};
    sigaction(SIGINT, &catch, &before);
    for (; started < study->threads && started < 64; started++)
        if (pthread_create(&thread[started], NULL, labour, &w)) break;
    if (!started) labour(&w);
    watch(&w);
    for (int k = 0; k < started; k++) pthread_join(thread[k], NULL);
    sigaction(SIGINT, &before, NULL);
    pthread_mutex_destroy(&w.lock);
    rank(study);
    return stop ? CAROM_FIT_STOPPED : CAROM_FIT_OK;
}
