#include <math.h>
#include <stdio.h>

#include "cli/exit.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"
#include "mods/compliant/models/eigen_spring.h"
#include "mods/scenario/numbers.h"

#ifdef CAROM_WITH_COMPLIANT

static void print_words(const carom_instant *found, int count, int dim, double mu) {
    static const char *const heads[] = {"the point", "F_n", "F_t1", "F_t2", "u_n", "u_t1", "u_t2"};
    carom_table table = {.format = carom_output_format, .align = dim == 2 ? "lrrrr" : "lrrrrrr"};
    for (int i = 0; i < 7; i += 1 + (dim == 2 && i % 3 == 2)) carom_table_cell(&table, "%s", heads[i]);
    for (int k = 0; k < count; k++) {
        carom_table_cell(&table, "%s", carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)found[k].state));
        for (int i = 0; i < dim; i++) carom_table_number(&table, found[k].force[i], 1.0);
        for (int i = 0; i < dim; i++) carom_table_number(&table, found[k].point[i], 1.0);
    }
    printf("Possible states of the contact point: force on A, N, and its own velocity u, m/s\n\n");
    carom_table_print(stdout, &table);
    printf("\n%s\n", count == 1 ? "There is one state."
                                : "The equations allow all of them; the model does not determine which happens.");
    if (isfinite(mu)) printf("Several are possible for mu >= %g.\n", mu);
    if (!isfinite(mu)) printf("There is one state for any friction.\n");
}

static void print_json(const carom_instant *found, int count, int dim, double mu) {
    json_t *list = json_array();
    for (int k = 0; k < count; k++)
        json_array_append_new(list, json_pack("{s:s, s:o, s:o}", "point",
                                              carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)found[k].state), "force",
                                              carom_json_numbers(found[k].force, (size_t)dim), "velocity",
                                              carom_json_numbers(found[k].point, (size_t)dim)));
    carom_json_answer(json_pack("{s:o, s:o}", "instants", list, "mu_several", carom_json_real(mu)));
}

int carom_history_instant(carom_problem *problem, const char *stretch, bool json) {
    carom_error refusal;
    carom_numbers x;
    carom_instant found[CAROM_MAX_INSTANTS];
    int count;
    double mu;
    if (!carom_problem_whole(problem, &refusal) || !carom_numbers_text(&x, &stretch, "--instant", &refusal))
        return carom_args_refused(&refusal);
    if (problem->law != &carom_law_eigen_spring || *stretch || (int)x.count != problem->contact.dim) {
        carom_say("--instant is for the law eigen-spring and takes its stretch along n and t, as many numbers as v");
        return CAROM_EXIT_USAGE;
    }
    const carom_status status =
        carom_eigen_spring_instants(&problem->contact, &problem->params, x.at, found, CAROM_MAX_INSTANTS, &count);
    if (status != CAROM_OK) {
        carom_say("%s", status == CAROM_COEFFICIENT_RANGE
                            ? "an instant needs dashpots: give --c, positive along every axis"
                            : carom_status_message(status));
        return CAROM_EXIT_INPUT;
    }
    (void)carom_eigen_spring_mu(&problem->contact, &problem->params, &mu);
    (json ? print_json : print_words)(found, count, problem->contact.dim, mu);
    return CAROM_EXIT_FINE;
}

#else

int carom_history_instant(carom_problem *problem, const char *stretch, bool json) {
    return CAROM_EXIT_INPUT; // no law of this build is a contact model
}

#endif
