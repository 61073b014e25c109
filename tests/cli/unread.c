// Tests that no option is ignored silently. Gives each coefficient to every law, or verb without a law, that does not
// read it. The coefficient must be rejected, change the output, or cause a note that it was not used.
//   cli_unread [words of one line]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "in_process.h"
#include "support/floor.h"
#include "support/laws.h"

#define ROD   "|--W|1 0.3; 0.3 2.5|--v|-1 0.8"
#define BALL  "|--W|1 0; 0 3.5|--v|-1 0.8"
#define SPACE "|--W|1 0.3 0; 0.3 2.5 0.1; 0 0.1 2|--v|-1 0.8 0.3"

// Words are separated by bars, and * is replaced by each law in turn. `asked` determines which coefficients are not
// tested, because the line may read them. These are the coefficients of the law *, none, those of routh, those of all
// core laws, or all. Such a coefficient may leave the output unchanged, for example s1 if its effect is lost by
// rounding.
typedef enum { NAMED, NONE, ROUTH, CORE, EVERY } laws_asked;
static const struct {
    laws_asked asked;
    const char *line;
} lines[] = {
    {NAMED, "solve|--law|*" ROD},
    {NAMED, "solve|--law|*" BALL},
    {NAMED, "trace|--law|*" ROD},
    {NAMED, "explain|--law|*" ROD},
    {NAMED, "region|--law|*" ROD},
    {NAMED, "draw|--law|*|--csv" ROD},
    {NAMED, "map|--law|*|--csv|--x|v_t=-1:1:2|--y|v_n=-1:-0.5:2" ROD},
    {NAMED, "convert|--to|newton|--from|*" ROD},
    {NAMED, "convert|--from|*|--to|spring-dashpot"},
    {ROUTH, "convert|--e|0.5|--mu|0.3|--to|*" ROD},
    {NONE, "convert|--to|*|e=0.8"},
    {CORE, "convert|--from|bullet|--to|rapier|--e|0.5|--mu|0.3" ROD},
    {ROUTH, "convert|--e|0.5|--mu|0.3" ROD},
    {ROUTH, "convert|--to|mujoco|--e|0.5|--mu|0.3" BALL},
    {NONE, "convert|--to|mujoco-solref|e=0.8"},
    {NONE, "explain|--bodies|one" ROD},
    {NONE, "region|--mu|0.3" ROD},
    {NONE, "region|--mu|0.3" SPACE},
    {NONE, "trace|--slips|--mu|0.3" SPACE},
    {ROUTH, "draw|--csv|--e|0.5|--mu|0.3" ROD},
    {CORE, "explain|--e|0.5|--mu|0.3" ROD},
    {EVERY, "compare|--e|0.5|--mu|0.3" ROD},
};

enum { MOST = 60, LONGEST = 800 };
static long asked, rejected, changed, silent, unasked;

// Writes a value in the range of the coefficient that differs from its default.
static void value_of(const carom_coefficient *row, char *text, size_t size) {
    const char *name, *last = "";
    double x = 0.35;
    switch (row->kind) {
    case CAROM_CHOICE:
        for (int i = 0; (name = carom_choice_at(row, i)); i++) last = name;
        snprintf(text, size, "%s", last);
        return;
    case CAROM_VECTOR: snprintf(text, size, "1 0.2"); return;
    case CAROM_LIST: snprintf(text, size, "[{\"omega\":5,\"zeta\":0.1,\"phi\":[0.3,0.1]}]"); return;
    case CAROM_REAL:
    case CAROM_TANGENT:
    case CAROM_EACH:
    case CAROM_PAIR: break;
    }
    while (x < row->lowest || x == row->default_value) x += 0.5;
    snprintf(text, size, "%g", x);
}

static cli_run run(const char *line, const char *law, const char *option, const char *value) {
    char text[LONGEST], dashed[40];
    char *words[MOST];
    int count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = text; word && count < MOST - 3; count++) {
        words[count] = word;
        word = strchr(word, '|');
        if (word) *word++ = 0;
    }
    char named[40];
    snprintf(named, sizeof named, "%s", law ? law : "");
    for (int i = 0; i < count; i++)
        if (!strcmp(words[i], "*")) words[i] = named;
    char needed[MOST][80];
    const carom_law *asks =
        law && (strstr(line, "--law|*") || strstr(line, "--from|*")) ? carom_tables_find(law) : NULL;
    for (int i = 0, k = 0; asks && i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = carom_law_reads(asks) >> i & 1 ? carom_law_coefficient(asks, i) : NULL;
        if (!carom_param_required(row) || !strncmp(line, "counterexample", 14)) continue;
        snprintf(needed[k], sizeof needed[k], "--%s", row->name);
        words[count++] = needed[k++];
        snprintf(needed[k], sizeof needed[k], row->kind == CAROM_LIST ? "[]" : "%g", row->example);
        words[count++] = needed[k++];
    }
    char given[80];
    if (option) {
        snprintf(dashed, sizeof dashed, "--%s", option);
        snprintf(given, sizeof given, "%s", value);
        words[count++] = dashed;
        words[count++] = given;
    }
    words[count] = NULL;
    return cli_run_words(count, words);
}

static uint64_t may_be_read(laws_asked whose, const carom_law *law) {
    uint64_t core = 0;
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++)
        core |= carom_law_reads(carom_law_at(NULL, i, CAROM_ONE_CONTACT));
    switch (whose) {
    case NAMED: return carom_law_reads(law);
    case NONE: return 0;
    case ROUTH: return carom_law_reads(&carom_law_routh);
    case CORE: return core;
    case EVERY: break;
    }
    return carom_tables_reads(NULL);
}

static void try(laws_asked whose, const char *line, const carom_law *law) {
    const uint64_t read = may_be_read(whose, law);
    cli_run without = run(line, law ? law->name : NULL, NULL, NULL);
    const carom_coefficient *row;
    for (int i = 0; without.code == CAROM_EXIT_FINE && i < CAROM_PARAM_END; i++) {
        char value[80];
        if (!(row = carom_tables_param(i)) || (read >> i & 1)) continue;
        value_of(row, value, sizeof value);
        cli_run with = run(line, law ? law->name : NULL, row->name, value);
        asked++;
        if (with.code != CAROM_EXIT_FINE)
            rejected++;
        else if (strcmp(with.out, without.out) || strcmp(with.err, without.err))
            changed++;
        else if (silent++ < 40)
            printf("SILENT %s %s: --%s %s\n", line, law ? law->name : "", row->name, value);
        cli_run_free(&with);
    }
    unasked += without.code != CAROM_EXIT_FINE;
    cli_run_free(&without);
}

int main(int argc, char **argv) {
    const carom_law *law;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *line = lines[i].line;
        if (argc > 1 && strncmp(line, argv[1], strlen(argv[1]))) continue;
        if (!strchr(line, '*')) {
            try(lines[i].asked, line, NULL);
            continue;
        }
        for (int k = 0; k < carom_tables_count(true); k++)
            if ((law = carom_tables_at(k))->contact) try(lines[i].asked, line, law);
    }
    printf("%ld options that nothing reads: %ld rejected, %ld answered otherwise, %ld in silence; %ld lines of no "
           "answer\n",
           asked, rejected, changed, silent, unasked);
    return silent || !floor_met("options that nothing reads", asked, 10000, argc > 1 ? 0.0 : 1.0) ? 1 : 0;
}
