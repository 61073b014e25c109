#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/scenario.h"
#include "cli/exit.h"
#include "cli/print/shell.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"

static int refuse(carom_status status, const carom_contact *c) {
    carom_error refusal;
    const char *why = status == CAROM_BAD_DIM          ? "this takes a W of three rows; in the plane --to bodies does"
                      : status == CAROM_NOT_APPLICABLE ? "W is singular: no two finite bodies have it; --to bodies does"
                      : status == CAROM_NO_SOLUTION    ? "no positive masses go with this M_c: make it heavier, or inf"
                                                       : NULL;
    carom_complain_of(&refusal, status, NULL, c, NULL, NULL);
    if (!why) return carom_args_refused(&refusal);
    carom_say("%s", why);
    return CAROM_EXIT_INPUT;
}

int carom_translate_bodies(const char *to, carom_problem *p, const carom_operands *operands) {
    static const char *const names[] = {"bodies", "two-bodies", "rods"};
    carom_error refusal;
    carom_status status;
    char text[8192] = "";
    double arm = 1.0, M_c = HUGE_VAL;
    const carom_value_word words[] = {{"arm", &arm}, {"M_c", &M_c}, {0}};
    const char *const expected = "arm= (m) or M_c= (kg) with a positive number";
    int as = 0;
    while (to && as < 3 && strcmp(to, names[as])) as++;
    if (!to || as == 3) return -1;
    if (!p->W_size) {
        carom_say("--to %s wants --W, the inverse mass the bodies are to have", to);
        return CAROM_EXIT_USAGE;
    }
    if (!carom_problem_all_read(p, p->given, 0, "translate --to bodies", &refusal)) return carom_args_refused(&refusal);
    if (!carom_translate_values(operands, words, expected)) return CAROM_EXIT_INPUT;
    if (!(arm > 0.0 && M_c > 0.0)) {
        carom_say("arm=%g M_c=%g are not %s", arm, M_c, expected);
        return CAROM_EXIT_INPUT;
    }
    // Without --v the body approaches with 1 m/s.
    if ((!p->v_size && !carom_problem_v(p, p->W_size == 3 ? "-1 0 0" : "-1 0", &refusal)) ||
        !carom_problem_contact_whole(p, &refusal))
        return carom_args_refused(&refusal);
    carom_scenario_realise((carom_realised_as)as, &p->contact, arm, M_c, text, sizeof text, &status);
    fputs(text, stdout);
    return status == CAROM_OK ? CAROM_EXIT_FINE : refuse(status, &p->contact);
}
