#include "cli/args/stream.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/laws.h"
#include "cli/print/json.h"
#include "cli/print/shell.h"
#include "cli/print/words.h"
#include "mods/scenario/bodies_read.h"
#include "mods/scenario/drop_read.h"
#include "mods/scenario/lines.h"
#include "mods/scenario/shape.h"

// Rejects a repeated key. Jansson itself also rejects NaN and numbers that overflow.
enum { STRICTLY = JSON_REJECT_DUPLICATES };

enum { LONGEST_PATH = 200 };

static bool is_stdin(const char *name) {
    return !name || !strcmp(name, "-");
}

const char *carom_stream_spoken(const char *name) {
    return is_stdin(name) ? "standard input" : name;
}

FILE *carom_stream_open(const char *name) {
    FILE *file = is_stdin(name) ? stdin : fopen(name, "r");
    if (!file) carom_say("cannot open %s: %s", name, strerror(errno));
    return file;
}

void carom_stream_close(FILE *file) {
    if (file != stdin) fclose(file);
}

int carom_stream_unreadable(const char *name, const char *why) {
    carom_say("cannot read %s: %s", carom_stream_spoken(name), why);
    return CAROM_EXIT_IO;
}

// Holds a file in memory.
static struct {
    const char *name, *text;
    size_t length;
} embedded;

void carom_stream_embed(const char *name, const char *text, size_t length) {
    embedded.name = name;
    embedded.text = text;
    embedded.length = length;
}

static char *copy_embedded(const char *name, size_t *length) {
    char *copy =
        strcmp(carom_stream_spoken(name), carom_stream_spoken(embedded.name)) ? NULL : malloc(embedded.length + 1);
    if (!copy) {
        carom_say("cannot open %s: it is not part of the data", carom_stream_spoken(name));
        return NULL;
    }
    memcpy(copy, embedded.text, embedded.length);
    copy[embedded.length] = 0;
    *length = embedded.length;
    return copy;
}

char *carom_stream_text(const char *name, size_t *length) {
    if (embedded.text) return copy_embedded(name, length);
    const char *why;
    FILE *file = carom_stream_open(name);
    if (!file) return NULL;
    char *text = carom_text_read(file, length, &why);
    if (!text) carom_stream_unreadable(name, why);
    carom_stream_close(file);
    return text;
}

// Returns true for a motion: it has planes but no contact.
static bool is_of_drop(const json_t *document) {
    static const char *const keys[] = {"planes", "gravity", "motion", "laws"};
    bool told = false;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) told = told || json_object_get(document, keys[i]);
    return told && json_object_get(document, "bodies");
}

// Returns a hint if the file belongs to another verb.
static const char *other_verb(const json_t *document) {
    if (is_of_drop(document)) return "; `carom drop` follows a body among planes";
    return carom_is_system(document, NULL, carom_tables_modules()) ? "; `carom solve` reads files with several contacts"
                                                                   : "";
}

void carom_stream_place(const char *name, carom_error *refusal) {
    char text[LONGEST_PATH + sizeof refusal->detail + 2];
    if (!refusal->detail[0] || strstr(refusal->detail, carom_stream_spoken(name))) return;
    snprintf(text, sizeof text, "%.*s%s %s", LONGEST_PATH - 1, carom_stream_spoken(name),
             strncmp(refusal->detail, "line ", 5) ? ":" : ",", refusal->detail);
    carom_visible(refusal->detail, sizeof refusal->detail, text);
}

// Prints an error, with the name of the file if the message names a line in it.
static void refuse_file(const char *name, const carom_error *refusal, const char *hint) {
    carom_error said = *refusal;
    char text[LONGEST_PATH + sizeof refusal->detail];
    snprintf(text, sizeof text, "%.*s%s%s%s", LONGEST_PATH - 1, refusal->line ? carom_stream_spoken(name) : "",
             refusal->line ? ", " : "", refusal->detail, hint);
    carom_visible(said.detail, sizeof said.detail, text);
    carom_say_refusal(&said);
}

// Prints a remark for each plain angle of more than one turn, which was probably meant in degrees.
static void remark_angles(const char *name, const carom_source *source, const json_t *value,
                          const carom_json_place *place) {
    const double turn = 6.283185307179587;
    const char *key = NULL;
    json_t *member;
    carom_error found;
    while (carom_is_object(value) && (key = carom_next_key(value, key, &member))) {
        const carom_json_place at = {place, key, 0};
        remark_angles(name, source, member, &at);
        if (strcmp(key, "angle") || !(fabs(json_number_value(member)) > turn)) continue;
        carom_refuse_at(&found, source, &at, CAROM_BAD_VALUE,
                        "%.6g rad is more than one turn; for degrees, write {\"deg\": %.6g}", json_number_value(member),
                        json_number_value(member));
        carom_remark("note: %.*s, %s", LONGEST_PATH - 1, carom_stream_spoken(name), found.detail);
    }
    for (size_t i = 0; (member = json_array_get(value, i)); i++) {
        const carom_json_place at = {place, NULL, i};
        remark_angles(name, source, member, &at);
    }
}

// Rejects several contacts for a verb that takes one.
static bool is_taken(const carom_usage *usage, carom_error *refusal) {
    return !usage->problem->system.nc || usage->asks == CAROM_ASKS_ANY ||
           carom_refuse(refusal, CAROM_WRONG_PROBLEM, "this file has several contacts");
}

// Reads the only problem of the file. Its values overwrite those already in `problem`. *document owns the memory that
// the problem refers to.
static int read_problem(const carom_usage *usage, const carom_operands *operands, json_t **document) {
    carom_problem *problem = usage->problem;
    const char *name = operands->at[0];
    json_error_t error;
    carom_error refusal;
    size_t length = operands->length;
    *document = NULL;
    char *text = operands->text ? operands->text : carom_stream_text(name, &length);
    if (!text) return CAROM_EXIT_IO;
    int exit = CAROM_EXIT_FINE;
    *document = json_loadb(text, length, STRICTLY, &error);
    if (!*document) {
        carom_error said;
        carom_refuse_json(&said, text, length, &error);
        refuse_file(name, &said, "");
        exit = CAROM_EXIT_INPUT;
    } else if (!carom_problem_read(problem, *document, (carom_source){.text = text, .first_line = 1}, &refusal) ||
               !is_taken(usage, &refusal)) {
        const bool solves = refusal.hint == CAROM_HINT_SOLVE_ONE || refusal.hint == CAROM_HINT_READ_ONE;
        if (usage->asks == CAROM_ASKS_ANY && solves) refusal.hint = CAROM_HINT_NONE; // this is the verb of the hint
        carom_in_shell(&refusal);
        refuse_file(name, &refusal, usage->asks == CAROM_ASKS_ANY ? "" : other_verb(*document));
        exit = CAROM_EXIT_INPUT;
    } else {
        remark_angles(name, &(carom_source){.text = text, .first_line = 1}, *document, NULL);
    }
    if (!operands->text) free(text);
    return exit;
}

carom_drop *carom_stream_drop(const char *name, const carom_drop_options *options, int *exit) {
    json_error_t error;
    carom_error refusal;
    size_t length;
    carom_drop *drop = NULL;
    char *text = carom_stream_text(name, &length);
    *exit = text ? CAROM_EXIT_INPUT : CAROM_EXIT_IO;
    if (!text) return NULL;
    json_t *document = json_loadb(text, length, STRICTLY, &error);
    if (document)
        drop = carom_drop_read(document, (carom_source){.text = text, .first_line = 1}, options,
                               options->problem->modules, &refusal);
    else
        carom_refuse_json(&refusal, text, length, &error);
    if (!drop) {
        carom_in_shell(&refusal);
        refuse_file(name, &refusal, "");
    } else {
        remark_angles(name, &(carom_source){.text = text, .first_line = 1}, document, NULL);
    }
    json_decref(document);
    free(text);
    return drop;
}

// If --law names another law, ignores choices in the file that this law does not have, and prints a note. An example is
// "restitution" of routh. Numbers are not ignored, because the law would then solve a different problem.
static void leave_choices(carom_problem *problem, const carom_law *of_file, uint64_t by_file) {
    const carom_law *law = problem->law;
    if (!of_file || !law->contact || law == of_file) return;
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const uint64_t bit = UINT64_C(1) << i;
        // In messages, use the name by which this law reads the coefficient.
        const carom_coefficient *own = carom_law_coefficient(law, i);
        if ((problem->given & by_file & bit) && own) problem->called[i] = own->name;
        if (!(problem->given & by_file & bit & ~carom_law_reads(law))) continue;
        const carom_coefficient *row = carom_coefficient_at(problem->modules, i);
        if (row->kind != CAROM_CHOICE) continue;
        problem->given &= ~bit;
        carom_remark("note: law \"%s\" does not read %s, which the file gives for \"%s\"; it is ignored", law->name,
                     row->name, of_file->name);
    }
}

// Applies the options again, because they override the file.
static void state_again(carom_problem *problem, const carom_problem *options) {
    carom_problem_over(problem, options);
    if (options->W_size) memcpy(problem->contact.W, options->contact.W, sizeof problem->contact.W);
    if (options->v_size) memcpy(problem->contact.v, options->contact.v, sizeof problem->contact.v);
    if (options->W_size) problem->W_size = options->W_size;
    if (options->v_size) problem->v_size = options->v_size;
}

// Reads the file; the options override it. Reads the law of the file separately, because the problem does not record
// whether the file or an option named its law.
static int read_under_options(const carom_usage *usage, const carom_operands *operands, json_t **document) {
    carom_problem *problem = usage->problem;
    const carom_problem options = *problem;
    problem->chosen = options.law;
    problem->law = NULL;
    const int exit = read_problem(usage, operands, document);
    if (exit != CAROM_EXIT_FINE) return exit;
    if (problem->system.nc) {
        carom_problem_over(problem, &options);
        return exit;
    }
    const carom_law *of_file = problem->law;
    state_again(problem, &options);
    if (!options.law) return exit;
    problem->law = options.law;
    leave_choices(problem, of_file, ~options.given);
    return exit;
}

bool carom_stream_stated(const carom_usage *usage, const carom_operands *operands, json_t **document, int *exit) {
    const char *file = operands->count ? operands->at[0] : NULL;
    *document = NULL;
    *exit = CAROM_EXIT_FINE;
    if (carom_args_nothing(usage, file))
        *exit = CAROM_EXIT_USAGE;
    else if (file)
        *exit = read_under_options(usage, operands, document);
    if (*exit == CAROM_EXIT_FINE) return true;
    carom_problem_free(usage->problem);
    json_decref(*document);
    return false;
}

bool carom_stream_opening(const carom_usage *usage, int argc, char **argv, json_t **document, int *exit) {
    carom_operands operands;
    return carom_args_read(usage, argc, argv, &operands, exit) && carom_stream_stated(usage, &operands, document, exit);
}

bool carom_stream_too_long(const carom_text_line *line, carom_error *refusal) {
    return carom_refuse(refusal, CAROM_BAD_SIZE, "line %d has %zu MB, more than fits into memory", line->number,
                        line->length >> 20);
}

int carom_stream_lines(const char *name, carom_line_answer *answer, const void *context) {
    FILE *file = carom_stream_open(name);
    if (!file) return CAROM_EXIT_IO;
    // Use line buffering, so that a program at the other end of a pipe receives each answer at once.
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    int exit = CAROM_EXIT_FINE;
    carom_text_line line = {0};
    errno = 0;
    while (carom_text_next(&line, file) && !ferror(stdout))
        if (!carom_text_blank(&line)) exit = carom_graver_exit(exit, answer(&line, context));
    if (ferror(file)) exit = carom_stream_unreadable(name, strerror(errno));
    free(line.text);
    carom_stream_close(file);
    return exit;
}
