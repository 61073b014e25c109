// Sweeps: many samples of one scenario, every law asked about each, summaries and worst cases kept in a file that
// survives a crash; docs/sweep.md describes the sweep file and the results. In the module carom_sweep (needs Jansson,
// HDF5 and Random123; MPI if there is one).
//
//   carom_error error;
//   carom_sweep *study = carom_sweep_load("study.json", 0, NULL, &error);
//   carom_sweep_options options = carom_sweep_options_default();
//   options.resume = true;
//   carom_status s = carom_sweep_run(study, "study.h5", &options, NULL, &error);
//
//   carom_sweep_results *found = carom_sweep_open("study.h5", NULL, &error);
//   double median = carom_sweep_quantile(found, 0, 0, 0.5);        // of the first law's first output
//   carom_sweep_close(found);
//   carom_sweep_free(study);
#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include <signal.h>
#include <stdbool.h>

#include "carom/scenario.h"

#if defined(CAROM_BUILDING_SWEEP)
#define CAROM_SWEEP_API CAROM_EXPORT
#else
#define CAROM_SWEEP_API CAROM_IMPORT
#endif

CAROM_BEGIN

// A study that was read, and what a run has left in its file.
typedef struct carom_sweep carom_sweep;
typedef struct carom_sweep_results carom_sweep_results;

// Reads a sweep file, or its text of so many bytes. `samples`: 0, or how many instead of what the file says. `find`: as
// for carom_scenario_load. NULL if it cannot: `error` is filled then.
CAROM_SWEEP_API carom_sweep *carom_sweep_load(const char *path, uint64_t samples, carom_modules *modules,
                                              carom_error *error);
CAROM_SWEEP_API carom_sweep *carom_sweep_parse(const char *text, size_t length, uint64_t samples,
                                               carom_modules *modules, carom_error *error);
CAROM_SWEEP_API void carom_sweep_free(carom_sweep *study);

// What is asked.
typedef struct carom_sweep_info {
    uint64_t samples, seed;
    int inputs, laws, outputs;
    bool columns;        // every sample is kept, not only summaries
    int worst;           // how many worst cases are kept, for each law
    int worst_of;        // of this output
    bool worst_low;      // the lowest are the worst, not the highest
    double file_bytes;   // of the results
    double memory_bytes; // of one process
} carom_sweep_info;
CAROM_SWEEP_API carom_sweep_info carom_sweep_describe(const carom_sweep *study); // zeros for NULL

typedef struct carom_sweep_output {
    const char *name, *unit, *meaning;
    bool histogram; // from low to high; where the file gives none, the ranges come from a few samples
    double low, high;
    const char *body; // whom it is about, as the scenario calls it; NULL: no one body
} carom_sweep_output;

// The file's note (NULL: none); inputs as the file calls them ("bodies[0].velocity[1]", "params.mu"); laws as it calls
// them; outputs, names NULL if there is no such one.
CAROM_SWEEP_API const char *carom_sweep_about(const carom_sweep *study);
CAROM_SWEEP_API const char *carom_sweep_input(const carom_sweep *study, int input);
CAROM_SWEEP_API const char *carom_sweep_law(const carom_sweep *study, int law);
CAROM_SWEEP_API carom_sweep_output carom_sweep_output_at(const carom_sweep *study, int output);

// Samples a second on one core, by a moment's work; NaN without memory.
CAROM_SWEEP_API double carom_sweep_measure_rate(carom_sweep *study);

// Running. Sample i depends on the seed and i alone: any number of processes and any chunk size give the same bytes.
typedef struct carom_sweep_progress {
    uint64_t done, samples; // of this study, earlier runs included
    double seconds;         // of this run
    double rate;            // samples a second of this run
    int error;              // errno of what failed; 0: nothing
} carom_sweep_progress;
typedef void carom_sweep_progress_fn(void *context, const carom_sweep_progress *news);

// The processes of a run that a launcher of MPI started; a process alone otherwise. All of them join, and leave when the
// study is done. A program that runs MPI itself keeps it: joining then starts nothing, leaving ends nothing, and the sweep
// has a communicator of its own. Otherwise joining starts MPI where a launcher is recognised, or the environment has
// CAROM_MPI=1; CAROM_MPI=0 forbids it.
typedef struct carom_sweep_ranks {
    int rank, size;
} carom_sweep_ranks;
CAROM_SWEEP_API carom_sweep_ranks carom_sweep_join(void);
CAROM_SWEEP_API void carom_sweep_leave(void);

typedef struct carom_sweep_options {
    bool resume;                       // go on with the results of an earlier run, if there are any
    double chunk;                      // samples handed out at a time, rounded up to blocks of 2048
    double commit_every;               // seconds between commits; 0: after every chunk
    const volatile sig_atomic_t *stop; // end soon, and resumably, once it is not 0; may be NULL
    carom_sweep_progress_fn *tell;     // called a few times a second; may be NULL
    void *context;
    const carom_sweep_ranks *ranks; // from carom_sweep_join; NULL: this process alone
} carom_sweep_options;
CAROM_SWEEP_API carom_sweep_options carom_sweep_options_default(void); // nothing is resumed, this process alone

// Works until the study is done, a stop is asked for, or something fails. `options`, `news` and `error` may be NULL; news
// is filled whenever samples were made, error on failure. On other ranks than 0 the status is
// CAROM_OK for a run that began: rank 0 speaks for all.
//   CAROM_OK            every sample is in the file
//   CAROM_ALREADY_DONE  and was before: nothing was left to do
//   CAROM_STOPPED       as asked; what is done is safe, and a resumed run goes on
//   CAROM_FILE_EXISTS   the file exists, and to resume was not asked for
//   CAROM_CANNOT_WRITE  the file cannot be made and nothing was computed (news->error is 0), or the disk failed in the
//                       middle (news->error is errno): what is done is safe, and a resumed run goes on
//   CAROM_NO_MEMORY     the same for memory
//   CAROM_WRONG_FILE    the file holds another study, is damaged, or is held by another run
//   CAROM_NULL_POINTER, CAROM_BAD_VALUE  pointers missing, or an option outside its range
CAROM_SWEEP_API carom_status carom_sweep_run(carom_sweep *study, const char *path, const carom_sweep_options *options,
                                             carom_sweep_progress *news, carom_error *error);

// Results: the last committed state, of a finished run or one that goes on. NULL if it cannot be read.
CAROM_SWEEP_API carom_sweep_results *carom_sweep_open(const char *path, carom_modules *modules, carom_error *error);
CAROM_SWEEP_API void carom_sweep_close(carom_sweep_results *results);
CAROM_SWEEP_API const carom_sweep *carom_sweep_study(const carom_sweep_results *results);
CAROM_SWEEP_API uint64_t carom_sweep_done(const carom_sweep_results *results); // samples

// Counts of one law: samples with an answer; by mode, by status, by what they break (one bit of the outcome's).
CAROM_SWEEP_API uint64_t carom_sweep_answers(const carom_sweep_results *results, int law);
CAROM_SWEEP_API uint64_t carom_sweep_of_mode(const carom_sweep_results *results, int law, carom_mode mode);
CAROM_SWEEP_API uint64_t carom_sweep_of_status(const carom_sweep_results *results, int law, carom_status status);
CAROM_SWEEP_API uint64_t carom_sweep_of_broken(const carom_sweep_results *results, int law, unsigned bit);

// Moments of one law: k = inputs + outputs numbers each, k x k for the covariance; what is NULL is not wanted. NaN where
// there are too few answers.
CAROM_SWEEP_API carom_status carom_sweep_moments(const carom_sweep_results *results, int law, double *mean,
                                                 double *covariance, double *least, double *greatest);

// The value below which a share of an output lies, to within 1/32 of itself; NaN without answers.
CAROM_SWEEP_API double carom_sweep_quantile(const carom_sweep_results *results, int law, int output, double share);

// Counts of an output: below, in CAROM_SWEEP_BINS equal bins from low to high, above. NULL: no such output. They live as
// long as the results.
#define CAROM_SWEEP_BINS 64
CAROM_SWEEP_API const uint64_t *carom_sweep_histogram(const carom_sweep_results *results, int law, int output);

// Worst case k, from 0; false if there is none.
typedef struct carom_sweep_case {
    double value;
    uint64_t sample;
} carom_sweep_case;
CAROM_SWEEP_API bool carom_sweep_worst(const carom_sweep_results *results, int law, int k, carom_sweep_case *worst);

// One sample again: its inputs; and as a scenario asked of one law, ready to be read, in memory that
// carom_sweep_forget gives back.
CAROM_SWEEP_API carom_status carom_sweep_sample_inputs(const carom_sweep_results *results, uint64_t sample,
                                                       double *inputs);
CAROM_SWEEP_API char *carom_sweep_sample_scenario(carom_sweep_results *results, int law, uint64_t sample);
CAROM_SWEEP_API void carom_sweep_forget(char *text);

// Columns, where they are kept: n numbers from sample `first` on, of an input (law -1) or of a law's output; NaN where
// the sample is not done yet. And of a law's statuses, modes and broken promises, a byte each; 255 where not done. False
// for what is not there, or cannot be read.
typedef enum carom_sweep_code {
    CAROM_SWEEP_CODE_STATUS,
    CAROM_SWEEP_CODE_MODE,
    CAROM_SWEEP_CODE_VIOLATIONS
} carom_sweep_code;
CAROM_SWEEP_API bool carom_sweep_column(const carom_sweep_results *results, int law, int column, uint64_t first,
                                        size_t n, double *numbers);
CAROM_SWEEP_API bool carom_sweep_codes(const carom_sweep_results *results, int law, carom_sweep_code kind,
                                       uint64_t first, size_t n, uint8_t *bytes);

CAROM_END

#endif
