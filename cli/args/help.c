#include "cli/args/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/args/verbs.h"
#include "cli/lookup/laws.h"

static const char *value_of(const carom_coefficient *row) {
    static const char *const takes[] = {
        [CAROM_REAL] = "X", [CAROM_CHOICE] = "NAME", [CAROM_VECTOR] = "\"X X\"", [CAROM_TANGENT] = "X",
        [CAROM_EACH] = "X", [CAROM_LIST] = "JSON",   [CAROM_PAIR] = "X",
    };
    return takes[row->kind];
}

// Calls `write` for each option of the verb, then for the options that describe a problem. The output formats count as
// one option, --format.
static void each_option(const carom_usage *usage, carom_option_writer *write) {
    const carom_problem_option *p;
    char formats[640] = "text";
    for (const carom_option *o = usage->options; o->name; o++) {
        if (!carom_is_format(usage, o->name)) {
            write(o->name, o->value, o->meaning);
            continue;
        }
        carom_join(formats, sizeof formats, ", ", o->name);
        if (!*o->meaning) continue;
        carom_join(formats, sizeof formats, " (", o->meaning);
        carom_join(formats, sizeof formats, "", ")");
    }
    if (strcmp(formats, "text")) write("format", "NAME", formats);
    for (int i = 0; usage->problem && (p = carom_problem_option_at(i)); i++)
        if (carom_problem_option_taken(usage, p->name)) write(p->name, p->value, p->meaning);
}

static void write_param(const carom_coefficient *row, carom_option_writer *write) {
    char name[64];
    snprintf(name, sizeof name, "%s", row->name);
    for (char *c = name; *c; c++)
        if (*c == '_') *c = '-';
    write(name, value_of(row), row->meaning);
}

// Returns true if this name was already written for an earlier law.
static bool is_written(const carom_coefficient *row, int laws) {
    for (int i = 0; i < laws; i++) {
        const carom_coefficient *earlier = carom_law_find_coefficient(carom_tables_law(i), row->name);
        if (earlier && earlier->number == row->number && !strcmp(earlier->name, row->name)) return true;
    }
    return false;
}

// Writes each name that any law uses for a coefficient in the set `reads`.
static void each_param(uint64_t reads, carom_option_writer *write) {
    const carom_law *law;
    for (int i = 0; i < CAROM_PARAM_END; i++)
        for (int k = 0; (reads >> i & 1) && (law = carom_tables_law(k)); k++) {
            const carom_coefficient *row = carom_law_coefficient(law, i);
            if (row && !is_written(row, k)) write_param(row, write);
        }
}

void carom_help_options(const carom_usage *usage, carom_option_writer *write) {
    each_option(usage, write);
    if (usage->problem) each_param(usage->reads, write);
}

// Prints --help.

enum { COLUMNS = 80, MEANING_COLUMN = 25, FEW = 4 };

void carom_print_wrapped(const char *text, size_t length, int column, int indent) {
    const char *const end = text + length;
    bool first = true;
    while (text < end) {
        const size_t blanks = strspn(text, " \n");
        text += blanks;
        if (text >= end) break;
        size_t word = strcspn(text, " \n");
        if (word > (size_t)(end - text)) word = (size_t)(end - text);
        if (!first && column + 1 + (int)word > COLUMNS)
            printf("\n%*s", indent, ""), column = indent;
        else if (!first)
            putchar(' '), column++;
        printf("%.*s", (int)word, text);
        column += (int)word, text += word, first = false;
    }
    putchar('\n');
}

// Returns true for lines that are printed unchanged: indented lines and JSON. Other lines are filled into paragraphs.
static bool is_kept(const char *line) {
    return *line == ' ' || *line == '{' || *line == '\n';
}

static void print_paragraphs(const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (is_kept(text)) {
            printf("%.*s\n", (int)length, text);
        } else {
            while (text[length] && text[length + 1] && !is_kept(text + length + 1))
                length += 1 + strcspn(text + length + 1, "\n");
            carom_print_wrapped(text, length, 0, 0);
        }
        text += length + (text[length] == '\n');
    }
}

static void print_option(const char *name, const char *value, const char *meaning) {
    char left[64];
    snprintf(left, sizeof left, "%s--%s%s%s", strcmp(name, "output") ? "" : "-o, ", name, value ? " " : "",
             value ? value : "");
    printf("  %-*s ", MEANING_COLUMN - 3, left);
    if (strlen(left) > MEANING_COLUMN - 3) printf("\n%*s", MEANING_COLUMN, "");
    carom_print_wrapped(meaning, strlen(meaning), MEANING_COLUMN, MEANING_COLUMN);
}

// Prints the coefficients of one law, or of a verb that reads only a few. Otherwise prints the command that lists them.
static void print_params(const carom_usage *usage, const carom_law *law) {
    const uint64_t reads = !usage->problem ? 0 : law ? carom_law_reads(law) : usage->reads;
    int count = 0;
    for (int i = 0; i < CAROM_PARAM_END; i++) count += (int)(reads >> i & 1);
    if (!count) return;
    if (law) {
        printf("\nCoefficients of %s\n", law->name);
    } else if (count <= FEW) {
        printf("\nCoefficients\n");
    } else {
        printf("\nEvery coefficient of a law is also an option, such as --e 0.5 and --mu 0.3.\n");
        if (usage->asks == CAROM_ASKS_EVERY)
            printf("`carom laws NAME` lists the coefficients of a law.\n");
        else
            printf("`carom %s --law NAME --help` lists the coefficients of a law.\n", usage->verb);
        return;
    }
    for (int k = 0; law && k < law->coefficient_count; k++) write_param(&law->coefficients[k], print_option);
    if (!law) each_param(reads, print_option);
}

// Prints the first paragraph of `about`, which is one sentence, then the examples, then the rest.
void carom_help_print(const carom_usage *usage, const carom_law *law) {
    printf("Usage: carom %s%s%s%s\n\n", usage->verb, usage->options->name || usage->problem ? " [OPTIONS]" : "",
           *usage->operands ? " " : "", usage->operands);
    const char *rest = strstr(usage->about, "\n\n");
    carom_print_wrapped(usage->about, rest ? (size_t)(rest - usage->about) : strlen(usage->about), 0, 0);
    printf("\nExamples\n%s", usage->examples);
    if (rest) print_paragraphs(rest + 1);
    printf("\nOptions\n");
    each_option(usage, print_option);
    print_params(usage, law);
}

// Prints the man page.

// Escapes text for troff, so that no backslash, hyphen or leading dot acts as a command.
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

static void print_lines(const char *text) {
    bool kept = false;
    for (const char *at = text; *at;) {
        const size_t length = strcspn(at, "\n");
        if (!length) {
            if (!kept) puts(".PP");
            at++;
            continue;
        }
        const bool keep = is_kept(at);
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

// Prints the other verbs of the same task.
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
        printf(".SH COEFFICIENTS\n");
        if (usage->asks != CAROM_ASKS_EVERY) printf("Each law has its own; \\fBcarom laws\\fI NAME\\fR lists them.\n");
        each_param(usage->reads, print_tagged);
    }
    printf(
        ".SH EXIT STATUS\n0 success, 1 inadmissible or missing result with \\-\\-strict, 2 wrong usage, 3 bad input,\n"
        "4 numerical failure, 5 file error.\n");
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
