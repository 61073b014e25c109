// Fits the laws of a study in threads: each thread takes the next law until there is none.
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "cli/fit/study.h"

static bool stopped(const carom_fit_study *study) {
    return study->stop && *study->stop;
}

typedef struct {
    carom_fit_study *study;
    pthread_mutex_t lock;
    size_t next, done;
    bool no_memory;
} work;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fit_one(const carom_fit_study *study, carom_fit_finding *f) {
    const carom_fit_options options = {.robust = study->robust, .stop = study->stop};
    const double start = now();
    carom_fit *fit = carom_fit_create(&f->model, study->data->impacts, study->data->count, &options);
    if (!fit) {
        f->estimate.status = CAROM_NO_MEMORY;
        return;
    }
    carom_fit_run(fit, &f->estimate);
    if (carom_fit_answered(f)) {
        f->verdict = carom_fit_test(&f->estimate, &study->checks);
        for (int j = 0; j < f->model.count && !study->quick; j++) carom_fit_interval(fit, j, &f->low[j], &f->high[j]);
        f->held_out = carom_fit_cross_validate(fit, f->score, f->error, &f->rms);
        if (f->held_out == CAROM_OK &&
            !carom_fit_bootstrap(study->data, f->error, &f->mean, &f->mean_low, &f->mean_high))
            f->estimate.status = CAROM_NO_MEMORY;
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
        if (mine >= w->study->count || stopped(w->study)) return NULL;
        fit_one(w->study, &w->study->at[mine]);
        const carom_fit_finding *f = &w->study->at[mine];
        pthread_mutex_lock(&w->lock);
        w->done++;
        w->no_memory = w->no_memory || f->estimate.status == CAROM_NO_MEMORY || f->held_out == CAROM_NO_MEMORY;
        pthread_mutex_unlock(&w->lock);
    }
}

static void watch(work *w) {
    const struct timespec moment = {.tv_nsec = 100000000};
    for (bool going = w->study->watch; going;) {
        pthread_mutex_lock(&w->lock);
        const size_t done = w->done;
        pthread_mutex_unlock(&w->lock);
        w->study->watch(done, w->study->count);
        going = done < w->study->count && !stopped(w->study);
        if (going) nanosleep(&moment, NULL);
    }
}

// Returns the sum of the held-out scores; HUGE_VAL without them.
static double total(const carom_fit_study *study, const carom_fit_finding *f) {
    double sum = 0.0;
    if (!carom_fit_answered(f) || f->held_out != CAROM_OK) return HUGE_VAL;
    for (size_t i = 0; i < study->data->count; i++) sum += f->score[i];
    return sum;
}

// Finds the best law: of all whose held-out score is within 1 of the best score, the one with the fewest parameters.
// Computes the z value of every law against it. No law is best if the bodies raise an alarm.
static void rank(carom_fit_study *study) {
    double least = HUGE_VAL;
    for (size_t k = 0; k < study->count; k++) least = fmin(least, total(study, &study->at[k]));
    study->best = -1;
    if (study->checks.body.alarms) return;
    for (size_t k = 0; k < study->count && isfinite(least); k++) {
        const bool simpler = study->best < 0 || study->at[k].model.count < study->at[study->best].model.count;
        if (total(study, &study->at[k]) <= least + 1.0 && simpler) study->best = (int)k;
    }
    for (size_t k = 0; k < study->count && study->best >= 0; k++)
        if (study->at[k].held_out == CAROM_OK)
            study->at[k].z = carom_fit_compare(study->data->count, study->at[k].score, study->at[study->best].score);
}

carom_status carom_fit_study_run(carom_fit_study *study) {
    pthread_t thread[64];
    int started = 0;
    work w = {.study = study, .lock = PTHREAD_MUTEX_INITIALIZER};
    for (; started < study->threads && started < 64; started++)
        if (pthread_create(&thread[started], NULL, labour, &w)) break;
    if (!started) labour(&w);
    watch(&w);
    for (int k = 0; k < started; k++) pthread_join(thread[k], NULL);
    pthread_mutex_destroy(&w.lock);
    // Without one of the laws another one might be the best.
    if (w.no_memory) return CAROM_NO_MEMORY;
    rank(study);
    return stopped(study) ? CAROM_STOPPED : CAROM_OK;
}
