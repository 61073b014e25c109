// Parts of verbs that have a file of their own.
#ifndef CAROM_CLI_PARTS_H
#define CAROM_CLI_PARTS_H

#include "cli/args/args.h"

// Options of a verb that solves several contacts.
typedef struct carom_impact_asked {
    const char *method, *gaps, *read_fclib, *write_fclib, *plot, *scene, *outcomes;
    const char *const *sets;      // of --set, ended by NULL
    const char *file;             // where the problem is read from; NULL for standard input
    const carom_problem *options; // they win over a file, and a line wins over them
    bool json, strict, untitled, lines;
} carom_impact_asked;

// Answers a text of several contacts, or an FCLIB file. Return the exit code.
int carom_solve_fclib(const carom_impact_asked *ask);
int carom_solve_system(const char *text, size_t length, int first_line, const carom_impact_asked *ask);

// NAME=VALUE words of carom convert, the list ended by one without a name. Says so and returns false for any other.
typedef struct carom_value_word {
    const char *name;
    double *value;
} carom_value_word;
bool carom_convert_values(const carom_operands *operands, const carom_value_word *words, const char *expected);

// carom explain --bodies one, two or rods: bodies that have the W of the problem, as a scenario on stdout. Returns the exit code.
int carom_explain_bodies(const char *kind, carom_problem *problem, const char *arm, const char *M_c);

// carom convert of an impact; `from` and `to` may be NULL, `given` are the parameters of the options.
int carom_convert_impact(carom_problem *problem, const char *from, const char *to, const carom_operands *operands,
                         uint64_t given, bool json);

// carom explain --sensitivity and carom history --instant STRETCH. They return the exit code.
int carom_explain_sensitivity(carom_problem *problem, bool json);
int carom_history_instant(carom_problem *problem, const char *stretch, bool json);

#endif
