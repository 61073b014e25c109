#include "cli/verbs/history_instant.h"

#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/words/json.h"
#include "cli/words/table.h"
#include "cli/words/words.h"
#include "mods/scenario/numbers.h"

#ifdef CAROM_WITH_COMPLIANT

static const char *name_of(const carom_instant *i) {
    return i->state == CAROM_CONTACT_OPEN ? "leaves" : i->state == CAROM_CONTACT_SLIP ? "slips" : "sticks";
}

static void print_words(const carom_instant *found, int count, int dim, double mu) {
    static const char *const heads[2][7] = {{"the point", "F_n", "F_t", "u_n", "u_t"},
                                            {"the point", "F_n", "F_t1", "F_t2", "u_n", "u_t1", "u_t2"}};
    carom_table table = {.align = dim == 2 ? "lrrrr" : "lrrrrrr"};
    for (int i = 0; i < 1 + 2 * dim; i++) carom_table_cell(&table, "%s", heads[dim - 2][i]);
    for (int k = 0; k < count; k++) {
        carom_table_cell(&table, "%s", name_of(&found[k]));
        for (int i = 0; i < dim; i++) carom_table_number(&table, found[k].force[i], 1.0);
        for (int i = 0; i < dim; i++) carom_table_number(&table, found[k].point[i], 1.0);
    }
    printf("What the contact point may do: force on A, N, and its velocity u, m/s\n\n");
    carom_table_print(stdout, &table);
    printf("\n%s\n", count == 1  ? "It has no choice."
                     : count > 1 ? "The equations allow them all; the model does not say which happens."
                                 : "The equations allow none.");
    printf("Several are possible from mu = %g on.\n", mu);
}

static void print_json(const carom_instant *found, int count, int dim, double mu) {
    json_t *list = json_array();
    for (int k = 0; k < count; k++)
        json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "point", name_of(&found[k]), "force",
                                              carom_json_numbers(found[k].force, (size_t)dim), "velocity",
                                              carom_json_numbers(found[k].point, (size_t)dim)));
    carom_json_answer(json_pack("{s:o, s:o}", "instants", list, "mu_several", carom_json_real(mu)));
}

int carom_history_instant(carom_problem *problem, const char *stretch, bool json) {
    carom_misreading refusal;
    carom_numbers x;
    carom_instant found[CAROM_MOST_INSTANTS];
    const char *rest = stretch;
    int count;
    double mu;
    if (problem->law != &carom_law_eigen_spring) {
        carom_say("--instant is for the law eigen-spring");
        return CAROM_EXIT_USAGE;
    }
    if (!carom_problem_whole(problem, &refusal) || !carom_numbers_text(&x, &rest, "--instant", &refusal))
        return carom_args_refused(&refusal);
    const int dim = problem->contact.dim;
    if (*rest || (int)x.count != dim) {
        carom_say("--instant takes %d numbers, the stretch of the device along n and t, m", dim);
        return CAROM_EXIT_USAGE;
    }
    const carom_status status =
        carom_eigen_spring_instants(&problem->contact, &problem->params, x.at, found, CAROM_MOST_INSTANTS, &count);
    if (status != CAROM_OK) {
        carom_say("%s", status == CAROM_PARAM_RANGE ? "an instant needs dashpots: give --c, positive along every axis"
                                                    : carom_status_message(status));
        return CAROM_EXIT_INPUT;
    }
    (void)carom_eigen_spring_mu(&problem->contact, &problem->params, &mu);
    (json ? print_json : print_words)(found, count, dim, mu);
    return CAROM_EXIT_FINE;
}

#else

int carom_history_instant(carom_problem *problem, const char *stretch, bool json) {
    (void)problem, (void)stretch, (void)json;
    carom_say("histories need the module \"compliant\", which this build does not have");
    return CAROM_EXIT_INPUT;
}

#endif
