// Implements carom trace --instant: prints every state that the equations of eigen-spring allow at one instant.
#include <math.h>

#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"
#include "mods/compliant/models/eigen_spring.h"
#include "mods/scenario/json.h"
#include "mods/scenario/numbers.h"

#ifdef CAROM_WITH_COMPLIANT

static const carom_document_column plane[] = {{.key = "point", .title = "the point"},
                                              CAROM_COMPONENT("F_n", "force", "N"),
                                              CAROM_COMPONENT("F_t", "force", "N"),
                                              CAROM_COMPONENT("u_n", "velocity", "m/s"),
                                              CAROM_COMPONENT("u_t", "velocity", "m/s")},
                                   space[] = {{.key = "point", .title = "the point"},
                                              CAROM_COMPONENT("F_n", "force", "N"),
                                              CAROM_COMPONENT("F_t1", "force", "N"),
                                              CAROM_COMPONENT("F_t2", "force", "N"),
                                              CAROM_COMPONENT("u_n", "velocity", "m/s"),
                                              CAROM_COMPONENT("u_t1", "velocity", "m/s"),
                                              CAROM_COMPONENT("u_t2", "velocity", "m/s")};

static carom_document *describe(const carom_instant *found, int count, int dim, double mu) {
    carom_document *document = carom_document_new(NULL);
    carom_document_paragraph(document, "Possible states of the contact point: force F on A, and its own velocity u");
    carom_document_table(document, "instants", dim == 2 ? plane : space, 1 + 2 * dim);
    for (int k = 0; k < count; k++) {
        carom_document_cell(document, "%s", carom_enum_name(CAROM_ENUM_CONTACT_STATE, (int)found[k].state));
        for (int i = 0; i < dim; i++) carom_document_cell_number(document, found[k].force[i], 1.0);
        for (int i = 0; i < dim; i++) carom_document_cell_number(document, found[k].point[i], 1.0);
    }
    carom_document_paragraph(document, "%s",
                             count == 1
                                 ? "There is one state."
                                 : "The equations allow all of them; the model does not determine which happens.");
    if (isfinite(mu))
        carom_document_paragraph(document, "Several are possible for mu >= %g.", mu);
    else
        carom_document_paragraph(document, "There is one state for any friction.");
    carom_document_data(document, "mu_several", carom_json_real(mu));
    return document;
}

int carom_trace_instant(carom_problem *problem, const char *stretch) {
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
    carom_document_print(describe(found, count, problem->contact.dim, mu));
    return CAROM_EXIT_FINE;
}

#else

int carom_trace_instant(carom_problem *problem, const char *stretch) {
    return CAROM_EXIT_INPUT; // no law of this build is a contact model
}

#endif
