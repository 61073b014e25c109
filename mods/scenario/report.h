// Holds the result of a scenario and everything that is printed about it. It is computed once: writers read a report
// and compute nothing. It holds copies, so the problem may be freed.
#ifndef CAROM_SCENARIO_REPORT_H
#define CAROM_SCENARIO_REPORT_H

#include <stdio.h>

#include "mods/scenario/system.h"
#include "mods/scenario/units.h"
#include "mods/scenario/write.h"

// A coefficient as it is printed.
typedef struct carom_report_coefficient {
    const char *name;
    char text[96];    // the value in use
    char remark[160]; // its origin, unless the file states it
    bool changed;     // the value in use differs from the stated one: by a function of speed, or 0 below rest_speed
    double used;
} carom_report_coefficient;

// An extra number of the law.
typedef struct carom_report_output {
    const char *name, *unit, *meaning;
    double value;
} carom_report_output;

// The effect of impulses on a mechanism. Each pointer may be NULL.
typedef struct carom_report_speeds {
    const double *u, *reactions;
    const carom_motion *bodies; // free bodies
} carom_report_speeds;

typedef struct carom_report_block carom_report_block;

struct carom_report {
    carom_report_fields fields;
    carom_status status;
    carom_error error; // explains why there is no result
    json_t *id;        // NULL if there is none
    int dim;
    carom_units units;          // of printed values; the numbers here are in SI units
    carom_report_block *blocks; // its memory
    bool short_of_memory;

    // For one contact.
    carom_contact contact;
    carom_system system;
    carom_params params;
    carom_result outcome;
    carom_system_result result;
    int coefficient_count, output_count;
    carom_report_coefficient *coefficients;
    carom_report_output *outputs;
    double critical;      // |P_t| / P_n that stops the slip, if the law compares its friction with it; else NaN
    bool normal_reversed; // nothing happens, and the normal seems reversed
    char *hint;           // if the bodies separate: a possible reason

    // For two bodies, free bodies, or speeds: their motion after the impulse.
    bool spec; // bodies, a chain or a mechanism, not W and v
    carom_scenario_kind kind;
    double frame[3][3]; // two bodies: rows n, t1, t2
    carom_change change[2];
    carom_balance ledger;
    double lost; // lost fraction of the energy; NaN if there was none
    const char **speed_names;
    int links, rank; // of a chain; of the constraints
    bool pinned;
    double energy_before, energy_after;

    // For several contacts.
    bool several, parts;            // no contact approaches
    void *memory;                   // memory of the arrays of `result`
    bool orders;                    // solutions have an order and a probability
    carom_report_speeds *solutions; // one per solution; NULL if there is none
    double *expansion;              // P - P_C
    bool *extra;                    // contacts with more expansion than e requires
    const char *single;
    int bound;       // largest number of impacts of a sequence; -1: not known, 0: infinitely many
    int *gap_counts; // one per solution, and a last one for others; NULL if gaps were not drawn
};

// Creates the report of an answer, whose memory it takes over in any case. Returns NULL only if there is not enough
// memory.
carom_report *carom_report_new(const carom_problem *problem, const carom_answer *answer);

// Frees it; accepts NULL. The same as carom_report_free, for libraries without that function.
void carom_report_drop(carom_report *report);

// Explains why an answer has no result, in the words of the library.
void carom_answer_explain(const carom_problem *problem, carom_answer *answer);

// Passes the report to the caller of the library, unless the problem was rejected. Returns the status.
carom_status carom_report_hand_over(carom_report *made, carom_status status, const carom_error *error,
                                    carom_report **report, carom_error *why);

// Provide parts of it: memory that lives as long as the report, a copy of a text, and the motion of the bodies after an
// impulse.
void *carom_report_room(carom_report *report, size_t count, size_t size);
char *carom_report_copy(carom_report *report, const char *text);
void carom_report_bodies(carom_report *report, const carom_bodies *bodies, const double P[3]);
carom_motion *carom_report_free_bodies(carom_report *report, const carom_bodies *bodies, const double *u);
void carom_report_coefficients(carom_report *report, const carom_problem *problem);

// Writes the value of a parameter as a user would type it: "poisson", "0.5", "0 1 0". Returns the text.
const char *carom_param_words(const carom_params *params, const carom_coefficient *row, int dim, char *text,
                              size_t size);

// Returns the SI unit of a generalized speed; "1" if it has its own.
const char *carom_report_speed_unit(const carom_report *report, int speed);

// Write a report. They return false if there is not enough memory.
bool carom_report_print(FILE *file, const carom_report *report, carom_format format);
json_t *carom_report_json(const carom_report *report);
json_t *carom_units_json(const carom_units *units);
bool carom_report_text(FILE *file, const carom_report *report, carom_format format);

// Describes the violations of the set bits, such as "energy is gained, the contact pulls"; "nothing" for none. Returns
// the text.
const char *carom_violation_words(unsigned broken, char *text, size_t size);

// Returns the largest |x_i|, to which rounding errors are compared.
double carom_largest(const double *x, int count);

#endif
