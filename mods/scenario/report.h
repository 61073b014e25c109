// The result of a scenario and everything that is printed of it, computed once. Writers read a report and compute nothing;
// it holds copies, so the problem it came from may be gone.
#ifndef CAROM_SCENARIO_REPORT_H
#define CAROM_SCENARIO_REPORT_H

#include <stdio.h>

#include "mods/scenario/impact_write.h"
#include "mods/scenario/write.h"

// A coefficient as it is printed.
typedef struct carom_report_coefficient {
    const char *name;
    char text[96];    // the value in use
    char remark[160]; // where it comes from, unless the file states it
    bool changed;     // another value than the stated one is used: by a form of speed, or 0 below rest_speed
    double used;
} carom_report_coefficient;

// An extra number of the law.
typedef struct carom_report_output {
    const char *name, *unit, *meaning;
    double value;
} carom_report_output;

// What impulses make of a mechanism. Each may be NULL.
typedef struct carom_report_speeds {
    const double *u, *reactions;
    const carom_motion *bodies; // free bodies
} carom_report_speeds;

typedef struct carom_report_block carom_report_block;

struct carom_report {
    carom_report_fields fields;
    carom_status status;
    carom_error error; // its sentence is filled where there is no result
    json_t *id;        // NULL: none
    int dim;
    carom_report_block *blocks; // its memory
    bool short_of_memory;

    // One contact.
    carom_contact contact;
    carom_system system;
    carom_params params;
    carom_result outcome;
    carom_system_result result;
    int coefficient_count, output_count;
    carom_report_coefficient *coefficients;
    carom_report_output *outputs;
    double critical;      // |P_t| / P_n that stops the slip, if the law measures its friction by it; else NaN
    bool normal_reversed; // nothing happens, and the normal looks reversed
    char *hint;           // for bodies that part: what the reason may be

    // Two bodies, free bodies, or speeds: what the impulse makes of them.
    bool spec; // bodies, a chain or a mechanism, not W and v
    carom_scenario_kind kind;
    double frame[3][3]; // two bodies: rows n, t1, t2
    carom_change change[2];
    carom_balance ledger;
    double lost; // share of the energy; NaN if there was none
    const char **speed_names;
    int links, rank; // of a chain; of the constraints
    bool pinned;
    double energy_before, energy_after;

    // Several contacts.
    bool several, parts;            // no contact approaches
    void *memory;                   // of the arrays of `result`
    bool orders;                    // solutions have an order and a probability
    carom_report_speeds *solutions; // one a solution; NULL: none
    double *expansion;              // P - P_C
    bool *extra;                    // contacts with more expansion than e asks for
    const char *single;
    int bound;       // most impacts of a sequence; -1: not known, 0: infinitely many
    int *gap_counts; // one a solution, and a last one for others; NULL: gaps were not drawn
};

// The report of an answer. Never NULL, but for a lack of memory.
carom_report *carom_report_new(const carom_problem *problem, const carom_answer *answer);

// The same for several contacts; the memory of the answer is the report's then.
carom_report *carom_report_new_several(const carom_impact_problem *problem, const carom_law *method,
                                       carom_impact_answer *answer);

// Frees it; accepts NULL. The same as carom_report_free, for libraries that have no such function.
void carom_report_drop(carom_report *report);

// The error of an answer without a result, in the words of the library.
void carom_answer_explain(const carom_problem *problem, carom_answer *answer);
void carom_impact_explain(const carom_impact_problem *problem, const carom_law *method, carom_impact_answer *answer);

// Gives the report to the caller of the library, but not one of a problem that was rejected. Returns the status.
carom_status carom_report_hand_over(carom_report *made, carom_status status, const carom_error *error,
                                    carom_report **report, carom_error *why);

// Parts of it: memory that lives as long as the report, a copy of a text, and what an impulse makes of the bodies.
void *carom_report_room(carom_report *report, size_t count, size_t size);
char *carom_report_copy(carom_report *report, const char *text);
void carom_report_bodies(carom_report *report, const carom_bodies *bodies, const double P[3]);
carom_motion *carom_report_free_bodies(carom_report *report, const carom_bodies *bodies, const double *u);
void carom_report_coefficients(carom_report *report, const carom_problem *problem);

// A value of a parameter as one would type it: "poisson", "0.5", "0 1 0". Returns the text.
const char *carom_param_words(const carom_params *params, const carom_coefficient *row, int dim, char *text,
                              size_t size);

// Writers. False if memory ran out.
bool carom_report_print(FILE *file, const carom_report *report, carom_format format);
json_t *carom_report_json(const carom_report *report);
bool carom_report_text(FILE *file, const carom_report *report, carom_format format);

// "energy is gained, the contact pulls": what the set bits violate; "nothing" for none. Returns the text.
const char *carom_violation_words(unsigned broken, char *text, size_t size);

// The largest |x_i|, beside which a number may be rounding.
double carom_largest(const double *x, int count);

#endif
