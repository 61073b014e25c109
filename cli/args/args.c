#include "cli/args/args.h"

#include <stdio.h>
#include <string.h>

#include "cli/args/complete.h"
#include "cli/args/effect.h"
#include "cli/args/help.h"
#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "cli/print/picture.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"

enum { LONGEST_NAME = 64 };

bool carom_args_nothing(const carom_usage *usage, const char *file) {
    const carom_problem *p = usage->problem;
    const bool nothing = !file && !p->law && !p->W_size && !p->v_size;
    if (nothing) carom_say("nothing to %s; `carom %s --help` shows how to use it", usage->verb, usage->verb);
    return nothing;
}

static void spell(char *name, char wrong, char right) {
    for (; *name; name++)
        if (*name == wrong) *name = right;
}

// Returns the row of this name. For a repeated option, returns the first row that has no value yet.
static const carom_option *find_own(const carom_usage *usage, const char *name) {
    const carom_option *last = NULL;
    for (const carom_option *o = usage->options; o->name; o++) {
        if (strcmp(o->name, name) != 0) continue;
        last = o;
        if (!o->text || !*o->text) break;
    }
    return last;
}

static const carom_problem_option *find_of_problem(const char *name) {
    const carom_problem_option *o;
    for (int i = 0; (o = carom_problem_option_at(i)) && strcmp(o->name, name);) i++;
    return o;
}

static const char *problem_option_names(int index) {
    const carom_problem_option *o = carom_problem_option_at(index);
    return o ? o->name : NULL;
}

// Adds the name of the option to an error message, unless the message already states where the error is.
static const carom_error *about_option(carom_error *refusal, const char *name) {
    char option[LONGEST_NAME + 2];
    snprintf(option, sizeof option, "--%s", name);
    if (!refusal->name[0]) carom_visible(refusal->name, sizeof refusal->name, option);
    return refusal;
}

static int unknown_option(const carom_usage *usage, const char *name) {
    char hint[128];
    carom_nearest best = {0};
    for (const carom_option *o = usage->options; o->name; o++) carom_nearest_word(&best, name, o->name);
    if (usage->problem) {
        carom_nearest_among(&best, name, problem_option_names);
        carom_nearest_among(&best, name, carom_param_names);
    }
    char near[LONGEST_NAME + 2];
    if (best.name) snprintf(near, sizeof near, "--%s", best.name);
    snprintf(hint, sizeof hint, "`carom %s --help` lists the options", usage->verb);
    char text[256];
    carom_suggestion(best.name ? near : NULL, hint, text, sizeof text);
    carom_error refusal;
    carom_refuse(&refusal, CAROM_BAD_VALUE, "%s has no option --%s%s", usage->verb, name, text);
    carom_say_usage("unknown-option", about_option(&refusal, name));
    return CAROM_EXIT_USAGE;
}

int carom_args_refused(const carom_error *refusal) {
    carom_error said = *refusal;
    carom_in_shell(&said);
    carom_say_refusal(&said);
    return CAROM_EXIT_INPUT;
}

// Holds an option: its name, and its value, which follows '=' or is the next word.

typedef struct {
    const carom_usage *usage;
    char name[LONGEST_NAME];
    const char *value; // NULL if no word follows
    int words;         // number of words used if the value is taken
    int *exit;
} option_words;

static int fail(const option_words *o, int exit) {
    *o->exit = exit;
    return 0;
}

static int missing_value(const option_words *o) {
    carom_error refusal;
    carom_refuse(&refusal, CAROM_BAD_VALUE, "--%s needs a value", o->name);
    carom_say_usage("missing-value", about_option(&refusal, o->name));
    return fail(o, CAROM_EXIT_USAGE);
}

static int read_own(const option_words *o, const carom_option *own) {
    if (own->value && !o->value) return missing_value(o);
    if (!own->value && o->words == 1) {
        carom_say("--%s takes no value", o->name);
        return fail(o, CAROM_EXIT_USAGE);
    }
    if (own->value && !carom_picture_word(own->value, o->value)) return fail(o, CAROM_EXIT_USAGE);
    if (own->value)
        *own->text = o->value;
    else
        *own->flag = true;
    return own->value ? o->words : 1;
}

// Stores the value of --set for a verb that reads it later. Forgets the values that options of the same names gave
// before: the last one wins.
static bool keep_set(const carom_usage *usage, const char *value, carom_error *refusal) {
    int count = 0;
    while (count < CAROM_MOST_SETS && usage->sets[count]) count++;
    if (count == CAROM_MOST_SETS)
        return carom_refuse(refusal, CAROM_BAD_COUNT, "--set is given more than %d times", CAROM_MOST_SETS);
    if (!strchr(value, '=')) return carom_problem_assign(usage->problem, value, refusal);
    usage->sets[count] = value;
    while (value) {
        const carom_coefficient *row = carom_problem_set_name(usage->problem, value);
        if (row) usage->problem->given &= ~(UINT64_C(1) << row->number);
        value = strchr(value, ',');
        value += value != NULL;
    }
    return true;
}

// Reads --law for a verb that takes all laws at once, or laws for systems of contacts.
static bool read_any_law(const carom_usage *usage, const char *name, carom_error *refusal) {
    carom_problem *problem = usage->problem;
    const bool any = usage->asks == CAROM_ASKS_ANY;
    if (usage->whole && (!strcmp(name, "all") || (any && !strcmp(name, "delassus")))) {
        *usage->whole = name;
        return true;
    }
    if (!any) return carom_problem_law(problem, name, refusal);
    problem->law = carom_law_find(problem->modules, name, CAROM_ONE_CONTACT);
    return problem->law || carom_problem_law(problem, name, refusal);
}

static int read_of_problem(const option_words *o, carom_problem *problem) {
    char param[LONGEST_NAME];
    strcpy(param, o->name);
    spell(param, '-', '_');
    const carom_problem_option *of_problem = find_of_problem(o->name);
    if (o->usage->asks == CAROM_ASKS_MOTION && !carom_problem_option_taken(o->usage, o->name)) {
        carom_say("%s has no option --%s: it finds the contacts itself", o->usage->verb, o->name);
        return fail(o, CAROM_EXIT_USAGE);
    }
    if (!of_problem && !carom_coefficient_find(problem->modules, param))
        return fail(o, unknown_option(o->usage, o->name));
    if (!o->value) return missing_value(o);
    carom_error refusal;
    const bool any_law = (o->usage->whole || o->usage->asks == CAROM_ASKS_ANY) && !strcmp(o->name, "law");
    const bool read = any_law ? read_any_law(o->usage, o->value, &refusal)
                      : of_problem && o->usage->sets && !strcmp(o->name, "set") ? keep_set(o->usage, o->value, &refusal)
                      : of_problem ? of_problem->read(problem, o->value, &refusal)
                                   : carom_problem_param(problem, param, o->value, &refusal);
    return read ? o->words : fail(o, carom_args_refused(about_option(&refusal, o->name)));
}

// Returns true for -o, the only short option. As in compilers, -o FILE means --output FILE.
static bool is_out(const char *word) {
    return !strcmp(word, "-o");
}

static bool is_option(const char *word) {
    return word[0] == '-' && word[1] == '-' && word[2];
}

// Reads --format: `--format csv` means `--csv`. Returns the number of words used, 0 on failure.
static int read_format(const option_words *o) {
    const carom_usage *usage = o->usage;
    char formats[64];
    if (!o->value) return missing_value(o);
    const carom_option *own = carom_is_format(usage, o->value) ? find_own(usage, o->value) : NULL;
    if (own) *own->flag = true;
    if (own || !strcmp(o->value, "text")) return o->words;
    carom_error refusal;
    carom_refuse(&refusal, CAROM_BAD_VALUE, "%s has the formats %s, not \"%s\"", usage->verb,
                 carom_formats(usage, ", ", formats, sizeof formats), o->value);
    carom_say_usage("usage", about_option(&refusal, "format"));
    return fail(o, CAROM_EXIT_USAGE);
}

// Returns the row of an option of the verb itself, or NULL. Options have hyphens, coefficients underscores; both
// spellings are accepted.
static const carom_option *find_named(const carom_usage *usage, option_words *o) {
    char hyphens[LONGEST_NAME];
    strcpy(hyphens, o->name);
    spell(hyphens, '_', '-');
    const carom_option *own = find_own(usage, hyphens);
    if (own || find_of_problem(hyphens)) strcpy(o->name, hyphens);
    return own;
}

// Takes the word after an option as its value, unless that word is itself an option: in "--law --json", --law has no
// value. Returns the number of words used, 0 on failure.
static int read_option(const carom_usage *usage, int left, char **words, int *exit) {
    const bool valued = left > 1 && !is_option(words[1]);
    option_words o = {.usage = usage, .exit = exit, .value = valued ? words[1] : NULL, .words = 2};
    const char *name = is_out(words[0]) ? "output" : words[0] + 2, *equals = strchr(name, '=');
    const size_t length = equals ? (size_t)(equals - name) : strlen(name);
    snprintf(o.name, sizeof o.name, "%.*s", (int)(length < sizeof o.name ? length : sizeof o.name - 1), name);
    if (equals) {
        o.value = equals + 1;
        o.words = 1;
    }
    const carom_option *own = find_named(usage, &o);
    if (own) return read_own(&o, own);
    if (!strcmp(o.name, "format")) return read_format(&o);
    return usage->problem ? read_of_problem(&o, usage->problem) : fail(&o, unknown_option(usage, o.name));
}

static bool keep_operand(const carom_usage *usage, carom_operands *operands, const char *word, bool options,
                         int *exit) {
    if (options && word[0] == '-' && word[1]) {
        carom_say("%s has no option %s; options start with two dashes", usage->verb, word);
    } else if (operands->count == usage->most_operands) {
        carom_say("unexpected \"%s\"; `carom %s --help` shows the usage", word, usage->verb);
    } else {
        operands->at[operands->count++] = word;
        return true;
    }
    *exit = CAROM_EXIT_USAGE;
    return false;
}

// Returns the law given by --law anywhere on the line, so that help can list its parameters only. Returns NULL if there
// is none, or if this build does not have it.
static const carom_law *named_law(const carom_usage *usage, int argc, char **argv) {
    const carom_law *law = NULL;
    for (int i = 1; i < argc && usage->problem; i++) {
        if (!strcmp(argv[i], "--law") && i + 1 < argc) law = carom_tables_find(argv[i + 1]);
        if (!strncmp(argv[i], "--law=", 6)) law = carom_tables_find(argv[i] + 6);
    }
    return law && law->contact ? law : NULL;
}

// Rejects a command line with two output formats.
static bool tables_go(const carom_usage *usage, int *exit) {
    static const char *const others[] = {"json", "jsonl", "samples"};
    *exit = CAROM_EXIT_USAGE;
    const bool both = carom_table_csv && carom_table_md;
    const char *too = NULL;
    for (int i = 0; i < 3; i++) {
        const carom_option *other = find_own(usage, others[i]);
        if (carom_table_plain() && other && other->flag && *other->flag) too = others[i];
    }
    if (both || too)
        carom_say("%s and --%s exclude each other; choose one format", carom_table_csv ? "--csv" : "--md",
                  both ? "md" : too);
    *exit = both || too ? CAROM_EXIT_USAGE : CAROM_EXIT_IO;
    if (both || too || !carom_table_begin()) return false;
    *exit = CAROM_EXIT_FINE;
    return true;
}

bool carom_args_read(const carom_usage *usage, int argc, char **argv, carom_operands *operands, int *exit) {
    *operands = (carom_operands){0};
    *exit = CAROM_EXIT_FINE;
    for (const carom_option *option = usage->options; option && option->name; option++)
        if (option->flag) *option->flag = false; // a test runs the command several times in one process
    if (argc == 2 && !strcmp(argv[1], CAROM_MAN)) {
        carom_man_print(usage);
        return false;
    }
    if (argc == 2 && !strcmp(argv[1], CAROM_WORDS)) {
        carom_complete_words(usage);
        return false;
    }
    if (argc == 2 && !strcmp(argv[1], CAROM_EFFECTS)) {
        carom_effect_print(usage);
        return false;
    }
    bool options = true; // false after "--"
    for (int i = 1; i < argc;) {
        if (options && !strcmp(argv[i], "--")) {
            options = false;
            i++;
            continue;
        }
        if (!options) {
            if (!keep_operand(usage, operands, argv[i++], false, exit)) return false;
            continue;
        }
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            carom_help_print(usage, named_law(usage, argc, argv));
            return false;
        }
        if (is_option(argv[i]) || (is_out(argv[i]) && find_own(usage, "output"))) {
            const int used = read_option(usage, argc - i, argv + i, exit);
            if (!used) return false;
            i += used;
        } else if (!keep_operand(usage, operands, argv[i++], true, exit)) {
            return false;
        }
    }
    carom_error refusal;
    if (!carom_effect_check(usage, NULL)) {
        *exit = CAROM_EXIT_USAGE;
        return false;
    }
    if (usage->problem &&
        !carom_problem_all_read(usage->problem, usage->problem->given, usage->reads, usage->verb, &refusal)) {
        *exit = carom_args_refused(&refusal);
        return false;
    }
    return tables_go(usage, exit);
}

bool carom_args_law_reads(const carom_problem *problem, uint64_t given, uint64_t reads, int *exit) {
    carom_error refusal;
    char who[80] = "the law asked";
    if (problem->law) snprintf(who, sizeof who, "law \"%.60s\"", problem->law->name);
    if (carom_problem_all_read(problem, given, reads, who, &refusal)) return true;
    *exit = carom_args_refused(&refusal);
    return false;
}
