// From the words of the command line to the answer.
#include <stdlib.h>
#include <unistd.h>

#include "cli/exit.h"
#include "cli/verbs/fit_asked.h"
#include "cli/verbs/fit_study.h"
#include "cli/words/picture.h"
#include "cli/words/words.h"

static bool read_threads(const char *word, int *threads) {
    char *end;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const long number = word ? strtol(word, &end, 10) : cores > 0 ? cores : 1;
    *threads = number > 64 ? 64 : (int)number;
    if (number >= 1 && (!word || (*word && !*end))) return true;
    carom_say("--threads takes a number from 1, not \"%s\"", word);
    return false;
}

static int conclude(const carom_fit_study *s, const carom_fit_asked *a, const char *source) {
    int exit = CAROM_EXIT_FINE, alive = 0;
    if (a->json)
        carom_fit_print_json(s);
    else if (a->csv || a->markdown)
        carom_fit_print_rows(s, a->markdown);
    else
        carom_fit_print_words(s);
    if (s->checks.sign_alarm)
        carom_say("the spin turns against the impulse's moment: its sign, or the tangent's, is wrong in the data");
    for (size_t k = 0; k < s->count; k++) alive += carom_fit_survives(s, &s->at[k]);
    if (a->strict && (!alive || s->checks.sign_alarm)) exit = CAROM_EXIT_INADMISSIBLE;
    int drawn = a->page ? carom_fit_page(s, source, a->page) : CAROM_EXIT_FINE;
    if (!drawn && a->picture) drawn = carom_picture_save(&(carom_picture){.out = a->picture}, carom_fit_figure(s));
    return drawn ? drawn : exit;
}

static int say_bad_impact(size_t which, const carom_fit_impact *at) {
    if (at->contact.v[0] >= 0.0)
        carom_say("impact %zu: v_n = %g does not approach; the normal points from the wall to the body", which + 1,
                  at->contact.v[0]);
    else
        carom_say("impact %zu: %s", which + 1, carom_fit_message(CAROM_FIT_BAD_INPUT));
    return CAROM_EXIT_INPUT;
}

int carom_fit_answer(const carom_fit_asked *a, const char *source) {
    carom_fit_data data;
    carom_fit_study s = {.data = &data, .robust = a->robust, .quick = a->quick, .best = -1};
    size_t refused;
    if (!read_threads(a->threads, &s.threads)) return CAROM_EXIT_USAGE;
    int exit = carom_fit_data_read(source, &a->data, &data);
    if (exit != CAROM_EXIT_FINE) return exit;
    if (carom_fit_check(data.impacts, data.count, &s.checks, &refused) != CAROM_FIT_OK)
        exit = say_bad_impact(refused, &data.impacts[refused]);
    if (exit == CAROM_EXIT_FINE) exit = carom_fit_study_laws(&s, a->laws);
    if (exit == CAROM_EXIT_FINE) {
        if (carom_fit_study_run(&s) == CAROM_FIT_STOPPED) {
            carom_say("stopped");
            exit = CAROM_EXIT_NUMERICAL;
        } else {
            exit = conclude(&s, a, source);
        }
    }
    carom_fit_study_free(&s);
    carom_fit_data_free(&data);
    return exit;
}
