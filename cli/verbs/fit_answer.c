// Runs carom fit with the options that were read.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/document/page.h"
#include "cli/exit.h"
#include "cli/fit/answer.h"
#include "cli/lookup/laws.h"
#include "cli/print/json.h"
#include "cli/print/picture.h"
#include "cli/print/words.h"
#include "cli/verbs/fit_asked.h"
#include "cli/verbs/fit_document.h"

static bool read_threads(const char *word, int *threads) {
    char *end;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const long number = word ? strtol(word, &end, 10) : cores > 0 ? cores : 1;
    *threads = number > 64 ? 64 : (int)number;
    if (number >= 1 && (!word || (*word && !*end))) return true;
    carom_say("--threads takes a number from 1, not \"%s\"", word);
    return false;
}

static int say_no_memory(void) {
    carom_say("out of memory");
    return CAROM_EXIT_NUMERICAL;
}

// Reports all problems of a file, up to MOST_SAID of them.

enum { MOST_SAID = 20 };

typedef struct {
    const char *source; // name of the file
    size_t count;
} problem_list;

static int refuse_in(const char *source, const carom_error *refusal) {
    carom_error said = *refusal;
    carom_stream_place(source, &said);
    return carom_args_refused(&said);
}

static void print_problem(void *context, const carom_error *problem) {
    problem_list *problems = context;
    if (problems->count++ < MOST_SAID) refuse_in(problems->source, problem);
}

static int end_problems(size_t problems) {
    if (problems > MOST_SAID) carom_say("%zu more problems", problems - MOST_SAID);
    return CAROM_EXIT_INPUT;
}

static int read_data(const carom_fit_wishes *wishes, const problem_list *problems, carom_fit_data *data) {
    const char *source = problems->source;
    carom_error refusal;
    size_t length;
    char *text = carom_stream_text(source, &length);
    if (!text) return CAROM_EXIT_IO;
    const bool good = carom_fit_data_text(text, carom_stream_spoken(source), wishes, data, &refusal);
    free(text);
    if (good) return CAROM_EXIT_FINE;
    if (refusal.status == CAROM_NO_MEMORY) return say_no_memory();
    return problems->count ? end_problems(problems->count) : refuse_in(source, &refusal);
}

// Selects the laws.

static int say_no_law(const char *name) {
    carom_error refusal;
    carom_problem any = carom_problem_new(carom_tables_modules());
    carom_problem_law(&any, name, &refusal);
    return carom_args_refused(&refusal);
}

// Finds a form of this family by name. Returns true and sets NULL if none was given.
static bool find_form(const char *name, const char *of, const carom_speed_form **form) {
    *form = carom_fit_form(name);
    if (!name || (*form && !strcmp((*form)->coefficient, of))) return true;
    carom_say("--%s-of has no form \"%s\"; `carom fit --help` lists them", of, name);
    return false;
}

static int add_rising(carom_fit_study *study) {
    if (carom_fit_study_dim(study) == 2) return carom_fit_study_rising(study) ? CAROM_EXIT_FINE : say_no_memory();
    carom_say("\"%s\" describes impacts in 2D; these are in 3D", carom_fit_model_piecewise().name);
    return CAROM_EXIT_USAGE;
}

static bool solves(const carom_fit_study *study, const carom_law *law) {
    return (law->solves & (carom_fit_study_dim(study) == 2 ? CAROM_2D : CAROM_3D)) != 0;
}

static int add_all(carom_fit_study *study) {
    for (int k = 0; k < carom_tables_count(false); k++)
        if (solves(study, carom_tables_at(k)) && !carom_fit_study_law(study, carom_tables_at(k)))
            return say_no_memory();
    return carom_fit_study_dim(study) == 2 ? add_rising(study) : CAROM_EXIT_FINE;
}

static int add_named(carom_fit_study *study, const char *name) {
    if (!strcmp(name, "all")) return add_all(study);
    if (!strcmp(name, carom_fit_model_piecewise().name)) return add_rising(study);
    const carom_law *law = carom_tables_find(name);
    if (!law || !(law->solves & CAROM_ONE_CONTACT)) return say_no_law(name);
    if (!solves(study, law)) {
        carom_say("law \"%s\" does not solve impacts in %dD", law->name, carom_fit_study_dim(study));
        return CAROM_EXIT_USAGE;
    }
    if (!law->contact) {
        carom_say("law \"%s\" is in the module \"%s\", which this build does not have", law->name, law->module);
        return CAROM_EXIT_INPUT;
    }
    return carom_fit_study_law(study, law) ? CAROM_EXIT_FINE : say_no_memory();
}

// Adds the laws of a list such as "all" or "routh,smith".
static int add_laws(carom_fit_study *study, const char *list) {
    for (const char *at = list; *at;) {
        char name[64];
        const size_t length = strcspn(at, ", ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length + strspn(at + length, ", ");
        const int exit = *name ? add_named(study, name) : CAROM_EXIT_FINE;
        if (exit != CAROM_EXIT_FINE) return exit;
    }
    return study->count ? CAROM_EXIT_FINE : say_no_law(list);
}

// Runs the fits. Ctrl-C ends them; a terminal shows the progress.

static carom_fit_flag stop;

static void on_signal(int number) {
    stop = number;
}

static void show_progress(size_t done, size_t count) {
    fprintf(stderr, "\r\033[K%zu of %zu laws fitted", done, count);
}

static carom_status run(carom_fit_study *study) {
    struct sigaction catch = {.sa_handler = on_signal}, before;
    const bool terminal = isatty(STDERR_FILENO);
    study->stop = &stop;
    study->watch = terminal ? show_progress : NULL;
    sigaction(SIGINT, &catch, &before);
    const carom_status status = carom_fit_study_run(study);
    sigaction(SIGINT, &before, NULL);
    if (terminal) fputs("\r\033[K", stderr);
    return status;
}

// Writes the result.

static int write_page(const carom_fit_study *s, const char *source, const char *file) {
    const carom_page page = {"Fit report",
                             s->robust ? "Laws fitted to measured impacts by robust (Huber) least squares"
                                       : "Laws fitted to measured impacts by weighted least squares",
                             source, false};
    if (carom_document_save(carom_fit_page(s), &page, file)) return CAROM_EXIT_FINE;
    carom_say("cannot write %s: %s", file, strerror(errno));
    return CAROM_EXIT_IO;
}

static void remark_alarms(const carom_fit_study *s) {
    char text[400];
    fflush(stdout); // so that the alarms follow the tables
    for (int bit = 0; carom_fit_alarm_name(bit); bit++)
        if (carom_fit_alarm_sentence(s, bit, text, sizeof text)) carom_remark("%s", text);
}

static int conclude(const carom_fit_study *s, const carom_fit_asked *a, const char *source) {
    int exit = CAROM_EXIT_FINE, alive = 0;
    if (a->json)
        carom_json_answer(carom_fit_study_json(s));
    else
        carom_document_print(carom_output_format == CAROM_FORMAT_CSV ? carom_fit_rows(s) : carom_fit_document(s));
    remark_alarms(s);
    for (size_t k = 0; k < s->count; k++) alive += carom_fit_survives(s, &s->at[k]);
    if (a->strict && !alive) exit = CAROM_EXIT_INADMISSIBLE;
    int drawn = a->page ? write_page(s, source, a->page) : CAROM_EXIT_FINE;
    if (!drawn && a->picture)
        drawn = carom_picture_save(&(carom_picture){.out = a->picture, .untitled = a->untitled}, carom_fit_figure(s));
    return drawn ? drawn : exit;
}

int carom_fit_answer(const carom_fit_asked *a, const char *source) {
    if (a->template) {
        fputs(carom_fit_template(), stdout);
        return CAROM_EXIT_FINE;
    }
    carom_fit_data data;
    carom_fit_study s = {.data = &data, .robust = a->robust, .quick = a->quick, .best = -1};
    carom_error refusal;
    if (!read_threads(a->threads, &s.threads) || !find_form(a->e_of, "e", &s.e_of) ||
        !find_form(a->mu_of, "mu", &s.mu_of))
        return CAROM_EXIT_USAGE;
    problem_list problems = {source, 0};
    carom_fit_wishes wishes = a->data;
    wishes.problem = print_problem, wishes.context = &problems;
    int exit = read_data(&wishes, &problems, &data);
    if (exit != CAROM_EXIT_FINE) return exit;
    if (!carom_fit_data_check(&data, &wishes, &s.checks, &refusal)) {
        remark_alarms(&s);
        exit = refusal.status == CAROM_NO_MEMORY ? say_no_memory() : end_problems(problems.count);
    }
    if (exit == CAROM_EXIT_FINE) exit = add_laws(&s, a->laws);
    if (exit == CAROM_EXIT_FINE) {
        const carom_status status = run(&s);
        if (status == CAROM_STOPPED) carom_say("stopped");
        exit = status == CAROM_OK          ? conclude(&s, a, source)
               : status == CAROM_NO_MEMORY ? say_no_memory()
                                           : CAROM_EXIT_NUMERICAL;
    }
    carom_fit_study_free(&s);
    carom_fit_data_free(&data);
    return exit;
}
