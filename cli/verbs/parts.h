// Declares parts of verbs that have their own files.
#ifndef CAROM_CLI_PARTS_H
#define CAROM_CLI_PARTS_H

#include "carom/derivatives.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "cli/args/args.h"
#include "cli/document/document.h"
#include "cli/print/picture.h"

// Print the tables of carom solve: every outcome of one contact, the derivatives of P with one row per variable, and the
// result of every law for systems. The last returns the exit code.
void carom_solve_alternatives(const carom_problem *problem, const carom_alternative *list, int count);
void carom_solve_jacobian(const carom_problem *problem, carom_status status, const carom_jacobian *jacobian);
int carom_solve_compare(carom_problem *problem, bool json, bool strict);

// Stores the NAME=VALUE operands of carom convert in the variables of `words`, a list that ends with an entry without a
// name. Prints an error and returns false for any other operand.
typedef struct carom_value_word {
    const char *name;
    double *value;
} carom_value_word;
bool carom_convert_values(const carom_operands *operands, const carom_value_word *words, const char *expected);

// Implements carom explain --bodies one, two or rods: prints bodies with the W of the problem as a scenario. Returns
// the exit code.
int carom_explain_bodies(const char *kind, carom_problem *problem, const char *arm, const char *M_c);

// Implement carom explain for a file with several contacts. The first parses the text of such a file; it returns NULL
// for any other text. The second prints which laws can gain energy, for all of them or for the law of the options. It
// releases the document and returns the exit code. `sets` holds the values of --set, ended by NULL.
json_t *carom_explain_several(const char *text, size_t length);
int carom_explain_system(json_t *document, const char *text, const char *const *sets, const carom_problem *options);

// Describe what decides an impact at one contact. The first begins the document. The second adds the forces of the
// closed contact, which without them has the acceleration b. The third adds what the laws predict. The fourth adds what
// the coefficients of the law mean, at a `contact` or without one, and returns them as JSON.
carom_document *carom_explain_contact(const carom_problem *problem);
void carom_explain_forces(carom_document *document, const carom_problem *problem, const double b[3],
                          const carom_contact_forces *forces);
void carom_explain_laws(carom_document *document, const carom_problem *problem);
json_t *carom_explain_coefficients(carom_document *document, const carom_problem *problem, int dim, bool contact);

// Implements carom convert for an impact. `from` and `to` may be NULL; `given` is the set of parameters of the options.
int carom_convert_impact(carom_problem *problem, const char *from, const char *to, const carom_operands *operands,
                         uint64_t given);

// Implement carom trace for a contact model and with --slips. They return the exit code.
int carom_trace_history(carom_problem *problem, bool strict, const carom_picture *picture);
int carom_trace_slips(carom_problem *problem);

// The first implements carom region --law: prints what a law reaches, or every law if `law` is NULL, and returns the
// exit code. The second adds mu and the size of the accessible region.
int carom_region_law(const carom_problem *problem, const carom_law *law, const carom_extent *extent);
void carom_region_facts(carom_document *document, int dim, double mu, const carom_extent *extent);

#endif
