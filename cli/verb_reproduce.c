// carom reproduce: tables and figures of the papers, computed again beside what was printed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/args.h"
#include "cli/exit.h"
#include "cli/reproduce.h"
#include "cli/table.h"

static const char examples[] = "  carom reproduce\n"
                               "  carom reproduce chatterjee table7.1\n";
static const char about[] = "Lists what can be reproduced, or prints one item with computed beside printed values.\n"
                            "Exits 1 if a value differs that the list of errata does not explain.";

static const struct {
    const char *paper, *item;
    carom_reproduce_fn *run;
    const char *about;
} items[] = {
#define CAROM_REPRODUCE(paper, item, function, about) {paper, item, function, about},
#include "cli/reproduce.def"
#undef CAROM_REPRODUCE
};
enum { ITEMS = sizeof items / sizeof *items };

// Within half a unit of the last printed digit, and a little for printing itself; a bare 0 stands for six digits.
carom_agreement carom_agree(const char *printed, double computed) {
    const char mark = printed[0] ? printed[strlen(printed) - 1] : 0;
    const char *point = strchr(printed, '.');
    const size_t digits = point ? strspn(point + 1, "0123456789") : 6;
    if (mark == '*') return isnan(computed) ? CAROM_AGREES : CAROM_DIFFERS;
    if (fabs(computed - strtod(printed, NULL)) <= 0.5000001 * pow(10.0, -(double)digits)) return CAROM_AGREES;
    return mark == '!' ? CAROM_ERRATUM : CAROM_DIFFERS;
}

static void list(void) {
    carom_table table = {.align = "lll"};
    for (int i = 0; i < ITEMS; i++) {
        carom_table_cell(&table, "%s", items[i].paper);
        carom_table_cell(&table, "%s", items[i].item);
        carom_table_cell(&table, "%s", items[i].about);
    }
    carom_table_print(stdout, &table);
}

int carom_verb_reproduce(int argc, char **argv) {
    bool json = false;
    const carom_option options[] = {{"json", NULL, "the same as JSON", &json, NULL}, {0}};
    const carom_usage usage = {"reproduce", examples, about, options, NULL, 2, false};
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (operands.count == 0) {
        list();
        return CAROM_EXIT_FINE;
    }
    for (int i = 0; i < ITEMS && operands.count == 2; i++)
        if (!strcmp(operands.at[0], items[i].paper) && !strcmp(operands.at[1], items[i].item))
            return items[i].run(json);
    carom_say("there is no \"%s%s%s\" to reproduce; `carom reproduce` lists what there is", operands.at[0],
              operands.count > 1 ? " " : "", operands.count > 1 ? operands.at[1] : "");
    return CAROM_EXIT_USAGE;
}
