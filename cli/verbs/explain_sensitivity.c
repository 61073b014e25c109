#include <math.h>
#include <stdio.h>

#include "carom/derivatives.h"
#include "cli/exit.h"
#include "cli/print/json.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"

static int refuse(const carom_problem *problem, carom_status status, const carom_mass_jacobian *s) {
    carom_error refusal;
    if (status == CAROM_NOT_APPLICABLE && s->smooth != CAROM_SMOOTH) {
        const bool kink = s->smooth == CAROM_KINK;
        carom_say("no derivative with respect to M%d%d: %s", s->entry[s->column][0] + 1, s->entry[s->column][1] + 1,
                  kink ? "the result has a kink or changes its mode here"
                       : "the law has no result for a slightly different M");
        return CAROM_EXIT_INPUT;
    }
    carom_complain_of(&refusal, status, problem->law, &problem->contact, &problem->params, &s->at);
    return carom_args_refused(&refusal);
}

static void print_words(const carom_problem *problem, const carom_mass_jacobian *s) {
    static const char *const rows[2][3] = {{"v_n'", "v_t'"}, {"v_n'", "v_t1'", "v_t2'"}};
    const int dim = problem->contact.dim;
    carom_table table = {.format = carom_output_format, .align = "lrrrrrr"};
    printf("How %s's velocity after changes with M = W^-1, m/s per kg; an entry off the diagonal moves with its mirror "
           "image\n\n",
           problem->law->name);
    carom_table_cell(&table, "dv'/dM");
    for (int k = 0; k < s->columns; k++) carom_table_cell(&table, "M%d%d", s->entry[k][0] + 1, s->entry[k][1] + 1);
    for (int i = 0; i < dim; i++) {
        carom_table_cell(&table, "%s", rows[dim - 2][i]);
        for (int k = 0; k < s->columns; k++)
            carom_table_number(&table, fabs(s->J[i][k]) > s->error[i][k] ? s->J[i][k] : 0.0, 1.0);
    }
    carom_table_print(stdout, &table);
}

int carom_explain_sensitivity(carom_problem *problem, bool json) {
    carom_error refusal;
    carom_mass_jacobian s;
    if (!carom_problem_whole(problem, &refusal)) return carom_args_refused(&refusal);
    const carom_status status = carom_collide_mass_jacobian(problem->law, &problem->contact, &problem->params, &s);
    if (status != CAROM_OK) return refuse(problem, status, &s);
    if (!json) print_words(problem, &s);
    json_t *J = json_array(), *columns = json_array();
    for (int i = 0; i < problem->contact.dim; i++)
        json_array_append_new(J, carom_json_numbers(s.J[i], (size_t)s.columns));
    for (int k = 0; k < s.columns; k++)
        json_array_append_new(columns, json_sprintf("M%d%d", s.entry[k][0] + 1, s.entry[k][1] + 1));
    json_t *object = json_pack("{s:s, s:o, s:o}", "law", problem->law->name, "columns", columns, "J", J);
    json ? carom_json_answer(object) : json_decref(object);
    return CAROM_EXIT_FINE;
}
