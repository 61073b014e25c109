#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "cli/exit.h"
#include "cli/verbs/parts.h"
#include "cli/words/shell.h"
#include "cli/words/tables.h"
#include "cli/words/words.h"

static bool read_sizes(const carom_operands *operands, double *arm, double *M_c) {
    for (int i = 0; i < operands->count; i++) {
        const char *word = operands->at[i], *number = strchr(word, '=');
        double *place = !strncmp(word, "arm=", 4) ? arm : !strncmp(word, "M_c=", 4) ? M_c : NULL;
        char *end = NULL;
        if (place) *place = strtod(number + 1, &end); // which may be "inf"
        if (place && !*end && end > number + 1 && *place > 0.0) continue;
        carom_say("\"%s\" is not arm= (m) or M_c= (kg) with a positive number", word);
        return false;
    }
    return true;
}

static int refuse(carom_status status, const carom_contact *c) {
    carom_misreading refusal;
    const char *why = status == CAROM_BAD_DIM          ? "this takes a W of three rows; in the plane --to bodies does"
                      : status == CAROM_NOT_APPLICABLE ? "W is singular: no two finite bodies have it; --to bodies does"
                      : status == CAROM_NO_SOLUTION    ? "no positive masses go with this M_c: make it heavier, or inf"
                                                       : NULL;
    carom_complain_of(&refusal, status, NULL, c, NULL, NULL);
    if (!why) return carom_args_refused(&refusal);
    carom_say("%s", why);
    return CAROM_EXIT_INPUT;
}

int carom_translate_bodies(const char *to, const char *W, const char *v, const carom_operands *operands) {
    static const char *const names[] = {"bodies", "two-bodies", "rods"};
    carom_problem p = carom_problem_new(carom_tables_modules());
    carom_misreading refusal;
    carom_status status;
    char text[8192] = "";
    double arm = 1.0, M_c = HUGE_VAL;
    int as = 0;
    while (to && as < 3 && strcmp(to, names[as])) as++;
    if (!to || as == 3) return -1;
    if (!W) {
        carom_say("--to %s wants --W, the inverse mass the bodies are to have", to);
        return CAROM_EXIT_USAGE;
    }
    if (!read_sizes(operands, &arm, &M_c)) return CAROM_EXIT_INPUT;
    // Without --v the body approaches with 1 m/s.
    if (!carom_problem_W(&p, W, &refusal) ||
        !carom_problem_v(&p,
                         v               ? v
                         : p.W_size == 3 ? "-1 0 0"
                                         : "-1 0",
                         &refusal) ||
        !carom_problem_contact_whole(&p, &refusal))
        return carom_args_refused(&refusal);
    carom_scenario_realise((carom_realised_as)as, &p.contact, arm, M_c, text, sizeof text, &status);
    fputs(text, stdout);
    return status == CAROM_OK ? CAROM_EXIT_FINE : refuse(status, &p.contact);
}
