#include <math.h>
#include <stdio.h>

#include "carom/derivatives.h"
#include "cli/exit.h"
#include "cli/print/shell.h"
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

int carom_explain_sensitivity(carom_problem *problem) {
    static const char *const names[2][3] = {{"v_n'", "v_t'"}, {"v_n'", "v_t1'", "v_t2'"}};
    carom_document_column columns[7] = {CAROM_TITLE("dv'/dM", "~of")};
    carom_error refusal;
    carom_mass_jacobian s;
    if (!carom_problem_whole(problem, &refusal)) return carom_args_refused(&refusal);
    const carom_status status = carom_collide_mass_jacobian(problem->law, &problem->contact, &problem->params, &s);
    if (status != CAROM_OK) return refuse(problem, status, &s);
    carom_document *document = carom_document_new(NULL);
    json_t *J = json_array(), *heads = json_array();
    for (int k = 0; k < s.columns; k++) {
        columns[k + 1].key = columns[k + 1].title =
            carom_document_text(document, "M%d%d", s.entry[k][0] + 1, s.entry[k][1] + 1);
        json_array_append_new(heads, json_string(columns[k + 1].key));
    }
    columns[0].key = columns[0].title;
    carom_document_paragraph(document,
                             "How %s's velocity after changes with M = W^-1, m/s per kg; an entry off the diagonal "
                             "moves with its mirror image",
                             problem->law->name);
    carom_document_table(document, NULL, columns, s.columns + 1);
    for (int i = 0; i < problem->contact.dim; i++) {
        json_array_append_new(J, carom_json_numbers(s.J[i], (size_t)s.columns));
        carom_document_cell(document, "%s", names[problem->contact.dim - 2][i]);
        for (int k = 0; k < s.columns; k++)
            carom_document_cell_number(document, fabs(s.J[i][k]) > s.error[i][k] ? s.J[i][k] : 0.0, 1.0);
    }
    carom_document_data(document, NULL,
                        json_pack("{s:s, s:o, s:o}", "law", problem->law->name, "columns", heads, "J", J));
    carom_document_print(document);
    return CAROM_EXIT_FINE;
}
