// Defines a study: the inputs that vary and how, the laws, and the outputs. Sample i is a function of (seed, i) only.
#ifndef CAROM_SWEEP_STUDY_H
#define CAROM_SWEEP_STUDY_H

#include <stdbool.h>

#include "carom/carom.h"

enum {
    CAROM_SWEEP_INPUTS = 16, // the number of dimensions in sobol.c
    CAROM_SWEEP_LAWS = 32,
    CAROM_SWEEP_NAME = 64,
    // Samples are created, solved and summed in blocks of this size, so sums do not depend on ranks or chunks. With
    // 2048 samples a column has 16 KiB, so a block stays in the second-level cache.
    CAROM_SWEEP_BLOCK = 2048
};

#define CAROM_SAMPLES_MOST (UINT64_C(1) << 53) // also for the points of the axes

typedef enum carom_input_spread {
    CAROM_UNIFORM,    // a .. b
    CAROM_NORMAL,     // mean a, standard deviation b
    CAROM_LOGNORMAL,  // median a, standard deviation b of the logarithm
    CAROM_TRIANGULAR, // a .. c, most likely b
    CAROM_CORRELATED, // mean a, plus a row of the Cholesky factor times the normals of its group
    CAROM_AXIS        // the values of a grid or list; axes form a full product
} carom_input_spread;

typedef struct carom_input {
    char name[CAROM_SWEEP_NAME]; // its path in the scenario: "params.mu", "bodies[0].velocity[1]"
    carom_param param;           // the parameter, or CAROM_PARAM_NONE: part of the scenario
    carom_input_spread spread;
    double a, b, c;
    double low, high;                  // nothing outside is drawn; infinite without truncation
    double u_low, u_high;              // the corresponding part of (0, 1); 0 and 1 without truncation
    int row;                           // index in its correlated group
    double factor[CAROM_SWEEP_INPUTS]; // that row of the Cholesky factor
    double *values;                    // of an axis
    uint64_t count;
} carom_input;

typedef enum carom_design { CAROM_RANDOM, CAROM_SOBOL, CAROM_LATIN } carom_design;

// The outputs.
typedef enum carom_sweep_quantity {
#define CAROM_OUTPUT(ID, name, unit, where, value, meaning) CAROM_OUTPUT_##ID,
#include "mods/sweep/outputs.def"
#undef CAROM_OUTPUT
    CAROM_OUTPUT_COUNT
} carom_sweep_quantity;

// Contacts for which an output is defined: any, in 3D, between two bodies, between two in 2D, one of several.
typedef enum carom_output_where {
    CAROM_OUTPUT_IN_ANY,
    CAROM_OUTPUT_IN_SPACE,
    CAROM_OUTPUT_IN_PAIR,
    CAROM_OUTPUT_IN_FLAT,
    CAROM_OUTPUT_IN_MANY
} carom_output_where;

typedef struct carom_output_info {
    const char *name, *unit, *meaning;
    carom_output_where where;
} carom_output_info;
const carom_output_info *carom_output_at(int output); // NULL past the last

// A law; or, for several contacts, one contact with one method.
typedef struct carom_law_asked {
    char name[CAROM_SWEEP_NAME]; // in the results
    const carom_law *law;        // NULL for a method
    const carom_law *method;
    int contact;
    int question;                  // index of the method's problem
    carom_params params;           // of every sample, except ...
    int input_of[CAROM_PARAM_END]; // ... the input that provides a parameter; -1 if there is none
} carom_law_asked;

typedef struct carom_histogram {
    bool wanted;
    double low, high;
} carom_histogram;
enum { CAROM_HISTOGRAM_BINS = 64 };

// Two bodies before the impact, and the effect of an impulse on them.
typedef struct carom_moving {
    double velocity[2][3], inverse_mass[2];
    double frame[3][3];         // rows n, t1, t2
    double spin[2], turn[2][2]; // in 2D: rad/s, and its change per unit of P_n and P_t
    double front[2];            // degrees
    double energy;              // of both, J
} carom_moving;

// The contacts of n samples. x[k][i] is input k of sample i. A sample without a valid contact gets a status and does
// not end the run.
typedef struct carom_contacts {
    int dim;
    double W[3][3][CAROM_SWEEP_BLOCK]; // upper triangle
    double v[3][CAROM_SWEEP_BLOCK];
    carom_moving *moving;              // the bodies themselves if an output needs them; else NULL
    uint8_t status[CAROM_SWEEP_BLOCK]; // carom_status
} carom_contacts;
typedef void carom_make_fn(void *context, size_t n, double *const x[], carom_contacts *contacts);

// The results of a law for n samples, or of a method for a problem with several contacts: then columns of all contacts,
// contact by contact.
typedef struct carom_solved {
    int dim, contacts;                     // of a problem with several contacts
    double *P[3], *v[3], *start[3], *work; // contacts x CAROM_SWEEP_BLOCK; start: the velocity before the impact
    uint8_t *mode;                         // the same
    double *dE, *outcomes;                 // CAROM_SWEEP_BLOCK
    uint8_t *status, *broken;
} carom_solved;
typedef void carom_many_fn(void *context, int question, size_t n, double *const x[], carom_solved *solved);

typedef struct carom_study {
    uint64_t seed, samples;
    carom_design design;
    int inputs, laws, outputs;
    carom_input input[CAROM_SWEEP_INPUTS];
    carom_law_asked asked[CAROM_SWEEP_LAWS];
    carom_sweep_quantity output[CAROM_OUTPUT_COUNT];
    carom_histogram histogram[CAROM_OUTPUT_COUNT]; // of the output at the same index in `output`
    bool pilot;                                    // the file gives no histograms: their ranges are found automatically
    bool backwards;                                // the velocities are those after the impact, and those before are
                                                   // computed
    bool columns;                                  // keep every sample, not only summaries
    int worst;                                     // number of worst cases kept for each law
    int worst_of;                                  // index in `output`
    bool worst_low;                                // the lowest are the worst, not the highest
    carom_make_fn *make;
    carom_many_fn *many; // for several contacts: called instead; NULL for one contact
    int dim, contacts;   // of these
    void *context;
} carom_study;

uint64_t carom_study_blocks(const carom_study *study);

#endif
