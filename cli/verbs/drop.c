// Implements carom drop: computes the motion of a body that falls and bounces, with one law or several.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/laws.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/report/pages.h"
#include "cli/verbs/drop_write.h"
#include "mods/scenario/drop_read.h"

static const char examples[] = "  carom drop rod.json\n"
                               "  carom drop rod.json --laws routh,smith,whittaker\n"
                               "  carom drop rod.json --mu 0.1 --until 2 --at 0.7\n"
                               "  carom drop rod.json -o rod.html\n";
static const char about[] =
    "Follows a body that is dropped or thrown among fixed planes.\n"
    "\n"
    "FILE describes the body, the planes and the law in JSON (docs/motion.md):\n"
    "  {\"law\":\"routh\",\"params\":{\"e\":0.5,\"mu\":0.3},\n"
    "   \"bodies\":[{\"mass\":1,\"shape\":{\"rod\":1},\"centre\":[0,1.2],\"angle\":0.4}]}\n"
    "The default is a floor through the origin and gravity of 9.81 m/s^2. Options override the file.";

// Reads the number of an option. Prints an error and returns false if it is invalid or not positive.
static bool number(const char *name, const char *text, bool zero, double *value) {
    char *end;
    if (!text) return true;
    *value = carom_decimal_read(text, &end);
    if (end != text && !*end && isfinite(*value) && (zero ? *value >= 0.0 : *value > 0.0)) return true;
    carom_say("--%s takes a %s number, not \"%s\"", name, zero ? "non-negative" : "positive", text);
    return false;
}

static bool whole_number(const char *name, const char *text, int *value) {
    double read = 0.0;
    if (!text) return true;
    if (!number(name, text, false, &read)) return false;
    *value = read <= CAROM_MOTION_MAX_EVENTS ? (int)read : 0;
    if (*value == read) return true;
    carom_say("--%s takes a whole number from 1 to %d, not \"%s\"", name, CAROM_MOTION_MAX_EVENTS, text);
    return false;
}

// Holds the values of the options.
typedef struct {
    const char *laws, *until, *events, *at, *fps, *interval;
    bool strict;
    carom_picture picture;
} words;

static bool read_words(const words *w, carom_drop_options *options, carom_drop_times *times, double *interval) {
    if (!number("interval", w->interval, false, interval) || !number("until", w->until, false, &options->until) ||
        !whole_number("events", w->events, &options->events) || !number("at", w->at, true, &times->at) ||
        !number("fps", w->fps, false, &times->fps))
        return false;
    if (w->picture.out && !carom_picture_is_page(w->picture.out) && !carom_picture_kind(w->picture.out))
        return carom_say("%s: the name of a picture ends in .svg, .pdf or .png, that of an animation in .html",
                         w->picture.out),
               false;
    if (w->fps && times->fps > 1e5) return carom_say("--fps takes at most 100000"), false;
    return !w->laws || !options->problem->law || (carom_say("--law and --laws exclude each other"), false);
}

// Returns the worst exit code of all runs: no result, then, under --strict, a violated condition.
static int exit_of(const carom_drop_runs *runs, bool strict) {
    int exit = CAROM_EXIT_FINE;
    for (int i = 0; i < runs->count; i++) {
        const carom_motion_result *r = &runs->result[i];
        bool broken = r->stop == CAROM_MOTION_STOP_NO_ANSWER;
        for (int k = 0; k < r->hits; k++)
            broken = broken || (r->hit[k].outcome.violations & ~(unsigned)CAROM_VIOLATION_NOT_UNIQUE);
        if (strict && broken) exit = carom_graver_exit(exit, CAROM_EXIT_INADMISSIBLE);
        if (r->stop == CAROM_MOTION_STOP_NO_ANSWER) {
            carom_error why;
            const char *t = CAROM_SHORT(r->end.t, 6), *law = carom_drop_law_name(runs->drop, i);
            const char *message = carom_status_message(r->status);
            if (r->status == CAROM_OVERFLOW) // of the flight; a law scales its numbers
                carom_refuse(&why, r->status,
                             "no result after %s s: in its flight the body turns by more than 1e6 rad, or "
                             "moves too far",
                             t);
            else
                carom_refuse(&why, r->status, "%s has no result at %s s: %s", law, t, message);
            carom_say_refusal(&why);
            exit = carom_graver_exit(exit, CAROM_EXIT_NUMERICAL);
        }
    }
    return exit;
}

// Notes which motions end before the time of --at. Rejects a time after the end of all.
static bool lasts(const carom_drop_runs *runs, double at) {
    double end = 0.0;
    bool failed = false; // without a result, which is reported in any case
    for (int i = 0; i < runs->count; i++) {
        end = fmax(end, runs->result[i].end.t);
        failed = failed || runs->result[i].stop == CAROM_MOTION_STOP_NO_ANSWER;
    }
    for (int i = 0; i < runs->count && at <= end; i++)
        if (runs->result[i].end.t < at)
            carom_remark("note: with %s the motion ends before, at %s s", carom_drop_law_name(runs->drop, i),
                         CAROM_SHORT(runs->result[i].end.t, 6));
    if (at <= end || failed) return true;
    carom_error why;
    carom_refuse(&why, CAROM_BAD_VALUE, "the motion ends at %s s, before the time of --at", CAROM_SHORT(end, 6));
    snprintf(why.name, sizeof why.name, "--at");
    carom_say_refusal(&why);
    return false;
}

// Draws a stroboscopic picture, or writes a page that plays the motions.
static int show(const carom_drop_runs *runs, const words *w, double interval) {
    enum { IMAGES = 2000 };
    carom_motion_view *view = carom_resize(NULL, (size_t)runs->count, sizeof *view);
    char(*said)[500] = carom_resize(NULL, (size_t)runs->count, sizeof *said);
    const carom_motion_picture picture = {carom_drop_name(runs->drop), runs->count, view, interval};
    int exit = CAROM_EXIT_FINE;
    for (int i = 0; i < runs->count; i++) {
        carom_drop_law_words(runs->drop, i, said[i], sizeof said[i]);
        view[i] = (carom_motion_view){carom_drop_law_name(runs->drop, i), said[i], carom_drop_scene(runs->drop, i),
                                      &runs->result[i]};
        if (runs->result[i].end.t / interval > IMAGES) exit = CAROM_EXIT_USAGE;
    }
    const bool many = runs->count > CAROM_MAX_PANELS && !carom_picture_is_page(w->picture.out);
    if (exit != CAROM_EXIT_FINE)
        carom_say("--interval %s makes more than %d images", w->interval, IMAGES);
    else if (many)
        carom_say("a picture shows at most %d laws; name them with --laws", CAROM_MAX_PANELS), exit = CAROM_EXIT_USAGE;
    else if (!carom_picture_is_page(w->picture.out))
        exit = carom_picture_save(&w->picture, carom_motion_strobe(&picture));
    else
        exit = carom_page_drop(w->picture.out, &picture);
    free(view);
    free(said);
    return exit;
}

static int answer(const carom_drop *drop, const words *w, carom_drop_times times, double interval) {
    carom_drop_runs runs = carom_drop_follow(drop);
    int shown = CAROM_EXIT_FINE;
    if (w->at && !lasts(&runs, times.at))
        shown = CAROM_EXIT_INPUT;
    else if (w->picture.out)
        shown = show(&runs, w, interval);
    else
        carom_document_print(carom_drop_describe(&runs, times));
    const int exit = carom_graver_exit(shown, exit_of(&runs, w->strict));
    carom_drop_forget(&runs);
    return exit;
}

static const carom_no_effect no_effect[] = {
    {"at", .beside = "output", .reason = "-o draws the whole motion"},
    {"fps", .beside = "output", .reason = "-o draws the whole motion"},
    {"fps", .beside = "at", .reason = "--at prints one state"},
    {"csv", .beside = "output", .reason = "the result is the picture"},
    {"md", .beside = "output", .reason = "the result is the picture"},
    {"interval", .without = "output", .reason = "there is no picture; -o draws one"},
    {"dark", .without = "output", .reason = "there is no picture; -o draws one"},
    {"scale", .without = "output", .reason = "there is no picture; -o draws one"},
    {"no-title", .without = "output", .reason = "there is no picture; -o draws one"},
    {0}};

int carom_verb_drop(int argc, char **argv) {
    words w = {.laws = NULL};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"laws", "LIST", "laws to follow, such as routh,smith", NULL, &w.laws},
        {"until", "T", "time limit, s", NULL, &w.until},
        {"events", "N", "largest number of events", NULL, &w.events},
        {"at", "T", "print the state at this time, s", NULL, &w.at},
        {"fps", "N", "print N states per second", NULL, &w.fps},
        {"output", "FILE", "write a picture (.svg, .pdf, .png) or animation (.html)", NULL, &w.picture.out},
        {"interval", "T", "time between two images of a picture, s", NULL, &w.interval},
        {"dark", NULL, "draw light lines on a dark background", &w.picture.dark, NULL},
        {"scale", "PIXELS", "pixels per point of a .png; default 2", NULL, &w.picture.scale},
        {"no-title", NULL, "omit the title of a picture", &w.picture.untitled, NULL},
        CAROM_DOCUMENT_OPTIONS,
        {"strict", NULL, "exit with 1 if an impact is inadmissible", &w.strict, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "drop",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .no_effect = no_effect,
                               .problem = &problem,
                               .most_operands = 1,
                               .operands = "FILE|-",
                               .asks = CAROM_ASKS_MOTION,
                               .reads = carom_tables_reads(NULL)};
    carom_operands operands;
    carom_drop_options over = {.problem = &problem, .until = (double)NAN};
    carom_drop_times times = {(double)NAN, (double)NAN};
    double interval = (double)NAN;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (!operands.count) {
        carom_say("drop needs a file; `carom drop --help` shows one");
        return CAROM_EXIT_USAGE;
    }
    if (!read_words(&w, &over, &times, &interval)) return CAROM_EXIT_USAGE;
    over.laws = w.laws;
    carom_drop *drop = carom_stream_drop(operands.at[0], &over, &exit);
    if (!drop) return exit;
    exit = answer(drop, &w, times, interval);
    carom_drop_release(drop);
    return exit;
}
