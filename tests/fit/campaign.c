// Tests on synthetic experiments how often 95 % intervals contain the true coefficients. Each experiment is computed by
// a known law and fitted by the same law.
//   fit_campaign EXPERIMENTS [SIGNS]
// Prints how often the true values lie in the interval of each coefficient and in the region of each pair. Also prints
// how often the law is rejected, a planted wrong sign is found, and a correct sign is doubted.
#include <stdio.h>
#include <stdlib.h>

#include "fit/synthetic.h"
#include "support/laws.h"
#include "support/params.h"

typedef struct {
    const carom_law *law;
    double e, e_t, mu; // those that the law has
} truth;

static const truth truths[] = {{&carom_law_bilinear, 0.92, 0.2, 0.13},
                               {&carom_law_routh, 0.92, 0.0, 0.13},
                               {&carom_law_smith, 0.85, 0.0, 0.2},
                               {&carom_law_chatterjee2, 0.7, 0.1, 0.3}};

enum { TRUTHS = sizeof truths / sizeof *truths };

typedef struct {
    long experiments, one, one_in, two, two_in, rejected, unsettled, lost;
} tally;

static carom_params true_params(const truth *t) {
    carom_params p = params_plain();
    p.e = t->e, p.e_t = t->e_t, p.mu = t->mu;
    return p;
}

static void look(carom_fit *fit, const carom_fit_model *model, const carom_fit_estimate *e, const carom_params *p,
                 tally *t) {
    double b[CAROM_FIT_MOST], rise;
    for (int j = 0; j < model->count; j++) {
        double values[3];
        carom_params_get(p, carom_coefficient_at(NULL, model->param[j]), values);
        b[j] = values[0];
    }
    for (int i = 0; i < model->count; i++) {
        if (e->mark[i] != CAROM_FIT_DETERMINED) continue;
        carom_fit_rise(fit, 1, &i, &b[i], &rise);
        t->one++, t->one_in += rise <= 3.841;
        for (int j = 0; j < i; j++) {
            const int which[] = {i, j};
            const double values[] = {b[i], b[j]};
            if (e->mark[j] != CAROM_FIT_DETERMINED) continue;
            carom_fit_rise(fit, 2, which, values, &rise);
            t->two++, t->two_in += rise <= 5.991;
        }
    }
}

static void experiment(long number, const truth *true_law, tally *t) {
    static carom_fit_impact rows[IMPACTS];
    static carom_fit_body bodies[IMPACTS];
    const carom_params p = true_params(true_law);
    carom_fit_model model;
    carom_fit_estimate e;
    carom_fit_checks checks;
    if (!synthetic_experiment(true_law->law, &p, (uint64_t)number, 1.0, rows, bodies) ||
        carom_fit_model_from_law(true_law->law, NULL, 0, &model) != CAROM_OK ||
        carom_fit_check_data(rows, bodies, IMPACTS, &checks, NULL)) {
        t->lost++;
        return;
    }
    carom_fit *fit = carom_fit_create(&model, rows, IMPACTS, NULL);
    const carom_status status = carom_fit_run(fit, &e);
    t->experiments++;
    t->unsettled += status != CAROM_OK;
    t->rejected += carom_fit_test(&e, &checks).rejected;
    look(fit, &model, &e, &p, t);
    carom_fit_free(fit);
}

// Returns false if the share is outside the bounds. For few experiments the bounds are widened to 0.95 +- 4 standard
// deviations.
static bool within(const char *what, long in, long of, double low, double high) {
    const double share = (double)in / (double)of, chance = 4.0 * sqrt(0.95 * 0.05 / (double)of);
    const bool good = of > 0 && share >= fmin(low, 0.95 - chance) && share <= fmax(high, 0.95 + chance);
    printf("%-44s %6ld of %6ld = %.2f %%%s\n", what, in, of, 100.0 * share, good ? "" : "  <-- out of bounds");
    return good;
}

static bool signs(long count) {
    static carom_fit_impact rows[IMPACTS];
    static carom_fit_body bodies[IMPACTS];
    long found = 0, doubted = 0;
    for (long k = 0; k < count; k++) {
        const truth *t = &truths[k % TRUTHS];
        const carom_params p = true_params(t);
        carom_fit_checks c;
        if (synthetic_experiment(t->law, &p, (uint64_t)(1000000 + k), 1.0, rows, bodies) &&
            carom_fit_check_data(rows, bodies, IMPACTS, &c, NULL) == CAROM_OK)
            doubted += c.body.alarms != 0;
        else
            doubted = count;
        if (synthetic_experiment(t->law, &p, (uint64_t)(1000000 + k), -1.0, rows, bodies) &&
            carom_fit_check_data(rows, bodies, IMPACTS, &c, NULL) == CAROM_OK)
            found += (c.body.alarms & CAROM_FIT_ALARM_SIGN) != 0;
    }
    printf("%-44s %6ld of %6ld\n%-44s %6ld of %6ld\n", "planted wrong signs found", found, count, "right signs doubted",
           doubted, count);
    return found == count && doubted == 0;
}

int main(int argc, char **argv) {
    const long count = argc > 1 ? atol(argv[1]) : 40, sign_count = argc > 2 ? atol(argv[2]) : 100;
    tally all = {0};
    bool good = signs(sign_count);
    for (int k = 0; k < TRUTHS; k++) {
        tally t = {0};
        for (long i = 0; i < count; i++) experiment(i, &truths[k], &t);
        printf("%s: one %.2f %%, two %.2f %%, rejected %.2f %%, unsettled %ld\n", truths[k].law->name,
               100.0 * (double)t.one_in / (double)t.one, 100.0 * (double)t.two_in / (double)t.two,
               100.0 * (double)t.rejected / (double)t.experiments, t.unsettled);
        good = within("intervals that hold the truth", t.one_in, t.one, 0.93, 0.97) && good;
        good = within("regions of two that hold the truth", t.two_in, t.two, 0.93, 0.97) && good;
        good = within("true laws that are not rejected", t.experiments - t.rejected, t.experiments, 0.95, 1.0) && good;
        all.experiments += t.experiments, all.lost += t.lost;
    }
    printf("%ld experiments of %d impacts answered, %ld not\n", all.experiments, IMPACTS, all.lost);
    return good && all.experiments >= TRUTHS * count && all.lost == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
