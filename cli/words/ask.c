#include "cli/words/ask.h"

#include <stdio.h>
#include <string.h>

#include "cli/words/tables.h"
#include "cli/words/words.h"

static carom_polled *append(carom_poll *list) {
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 32;
        list->at = carom_resize(list->at, list->room, sizeof *list->at);
    }
    return &list->at[list->count++];
}

static void ask(carom_poll *list, const carom_problem *problem, const char *choices) {
    carom_polled *e = append(list);
    e->problem = *problem;
    snprintf(e->name, sizeof e->name, choices[0] ? "%s (%s)" : "%s", problem->law->name, choices);
    const carom_status status = carom_collide(problem->law, &problem->contact, &problem->params, &e->answer.outcome);
    carom_answer_take(problem, status, &e->answer);
}

// Tries every value of the choices from `param` on that the law reads and the user left open, but for habits of engines:
// those must be asked for.
static void ask_choices(carom_poll *list, const carom_problem *problem, int param, const char *choices) {
    const uint64_t open = problem->law->reads & ~problem->given;
    while (param < CAROM_PARAM_ROOM && (!(open >> param & 1) || param == CAROM_PARAM_friction ||
                                        carom_law_param(problem->law, param)->kind != CAROM_CHOICE))
        param++;
    if (param == CAROM_PARAM_ROOM) {
        ask(list, problem, choices);
        return;
    }
    const carom_param_info *row = carom_law_param(problem->law, param);
    const char *name;
    for (int i = 0; (name = carom_choice_at(row, i)); i++) {
        carom_problem tried = *problem;
        char longer[64];
        snprintf(longer, sizeof longer, "%s%s%s", choices, choices[0] ? ", " : "", name);
        carom_param_put(&tried.params, row, &(double){i}, 1);
        ask_choices(list, &tried, param + 1, longer);
    }
}

void carom_ask_all(carom_poll *list, carom_problem *problem, bool devices) {
    for (int i = 0; i < carom_tables_count(devices); i++) {
        problem->law = carom_tables_at(i);
        ask_choices(list, problem, 0, "");
    }
}
