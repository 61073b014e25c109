#include "cli/args/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/args/verbs.h"
#include "cli/words/tables.h"

static const char *value_of(const carom_param_info *row) {
    static const char *const takes[] = {
        [CAROM_REAL] = "X", [CAROM_CHOICE] = "NAME", [CAROM_VECTOR] = "\"X X\"", [CAROM_TANGENT] = "X",
        [CAROM_EACH] = "X", [CAROM_LIST] = "JSON",   [CAROM_PAIR] = "X",
    };
    return takes[row->kind];
}

// Every option in turn: the verb's own, those of a problem, and the parameters that are read.

static void each_option(const carom_usage *usage, carom_option_writer *write) {
    const carom_problem_option *p;
    for (const carom_option *o = usage->options; o->name; o++) write(o->name, o->value, o->meaning);
    for (int i = 0; usage->problem && (p = carom_problem_option_at(i)); i++)
        if (!usage->every_law || strcmp(p->name, "law")) write(p->name, p->value, p->meaning);
}

static void each_param(uint64_t reads, carom_option_writer *write) {
    const carom_param_info *row;
    for (int i = 0; i < CAROM_PARAM_ROOM; i++)
        if (reads >> i & 1 && (row = carom_tables_param(i))) write(row->name, value_of(row), row->meaning);
}

void carom_help_options(const carom_usage *usage, carom_option_writer *write) {
    each_option(usage, write);
    if (usage->problem) each_param(usage->reads, write);
}

// --help.

static void print_option(const char *name, const char *value, const char *meaning) {
    char left[64];
    snprintf(left, sizeof left, "--%s%s%s", name, value ? " " : "", value ? value : "");
    printf("  %-22s %s\n", left, meaning);
}

void carom_help_print(const carom_usage *usage, const carom_law *law) {
    printf("%s\n%s\n\nOptions\n", usage->examples, usage->about);
    each_option(usage, print_option);
    const uint64_t reads = !usage->problem ? 0 : law ? law->reads : usage->reads;
    if (!reads) return;
    if (law)
        printf("\nParameters of %s (`carom laws %s` says what they mean there)\n", law->name, law->name);
    else if (usage->every_law)
        printf("\nParameters\n");
    else
        printf("\nParameters (each law reads its own: --law NAME --help lists them)\n");
    each_param(reads, print_option);
}

// The man page.

// Text as troff takes it: no backslash, hyphen or leading dot is a command or another sign.
static void print_troff(const char *text, size_t length) {
    if (length && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\')
            fputs("\\e", stdout);
        else if (text[i] == '-')
            fputs("\\-", stdout);
        else
            putchar(text[i]);
    }
}

// Lines that are indented or JSON stay as they are, others are filled.
static void print_lines(const char *text) {
    bool kept = false;
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        const bool keep = *at == ' ' || *at == '{';
        if (kept && !keep) puts(".fi");
        if (kept != keep && at != text) puts(".PP");
        if (keep && !kept) puts(".nf");
        kept = keep;
        print_troff(at, length);
        putchar('\n');
        at += length + (at[length] == '\n');
    }
    if (kept) puts(".fi");
}

static void print_flag(const char *name, const char *value) {
    fputs("\\fB\\-\\-", stdout);
    print_troff(name, strlen(name));
    fputs("\\fR", stdout);
    if (!value) return;
    fputs(" \\fI", stdout);
    print_troff(value, strlen(value));
    fputs("\\fR", stdout);
}

static void print_tagged(const char *name, const char *value, const char *meaning) {
    puts(".TP");
    print_flag(name, value);
    putchar('\n');
    print_troff(meaning, strlen(meaning));
    putchar('\n');
}

static void print_optional(const char *name, const char *value, const char *meaning) {
    (void)meaning;
    putchar('[');
    print_flag(name, value);
    puts("]");
}

static void print_head(const carom_usage *usage, const carom_verb *verb) {
    printf(".TH CAROM\\-");
    for (const char *c = usage->verb; *c; c++) putchar(*c - 'a' + 'A');
    printf(" 1 \"\" \"carom %s\" \"User Commands\"\n.SH NAME\ncarom\\-%s \\- ", carom_version(), usage->verb);
    print_troff(verb->summary, strlen(verb->summary));
    printf("\n.SH SYNOPSIS\n\\fBcarom %s\\fR\n", usage->verb);
    each_option(usage, print_optional);
    if (usage->problem) puts("[\\fB\\-\\-\\fIPARAMETER VALUE\\fR]...");
    if (*usage->operands) {
        print_troff(usage->operands, strlen(usage->operands));
        putchar('\n');
    }
}

// The other verbs of the same task.
static void print_neighbours(const carom_verb *verb) {
    const carom_verb *other;
    printf(".SH SEE ALSO\n.BR carom (1)");
    for (int i = 0; (other = carom_verb_at(i)); i++)
        if (other != verb && other->task == verb->task) printf(",\n.BR carom\\-%s (1)", other->name);
    putchar('\n');
}

void carom_man_print(const carom_usage *usage) {
    const carom_verb *verb = carom_verb_at(carom_verb_find(usage->verb));
    print_head(usage, verb);
    printf(".SH DESCRIPTION\n");
    print_lines(usage->about);
    if (*usage->examples) {
        printf(".SH EXAMPLES\n");
        print_lines(usage->examples);
    }
    if (usage->options->name || usage->problem) {
        printf(".SH OPTIONS\n");
        each_option(usage, print_tagged);
    }
    if (usage->problem && usage->reads) {
        printf(".SH PARAMETERS\n");
        if (!usage->every_law) printf("Each law reads its own; \\fBcarom laws\\fI NAME\\fR lists them.\n");
        each_param(usage->reads, print_tagged);
    }
    printf(".SH EXIT STATUS\n0 fine, 1 inadmissible under \\-\\-strict, 2 usage, 3 bad input, 4 numerical failure,\n"
           "5 input or output.\n");
    print_neighbours(verb);
}

void carom_man_verbs(void) {
    const carom_verb *verb;
    const char *task = NULL;
    for (int i = 0; (verb = carom_verb_at(i)); i++) {
        if (task != verb->task) printf(".SS %s\n", verb->task);
        task = verb->task;
        printf(".TP\n.BR carom\\-%s (1)\n", verb->name);
        print_troff(verb->summary, strlen(verb->summary));
        putchar('\n');
    }
}
