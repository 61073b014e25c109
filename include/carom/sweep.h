// Runs sweeps: solves many samples of one scenario with every law, and writes summaries and worst cases to a file that
// survives a crash. Use it to find the uncertainty of a result, or the behaviour of a law over a whole range.
//
//   #include <carom/sweep.h>
//   #include <stdio.h>
//   #include <string.h>
//
//   int main(void) {
//       const char *text = "{\"scenario\": {\"W\": [[2.5, -1.5], [-1.5, 2.5]], \"v\": [-1, 0.6],"
//                          "               \"params\": {\"e\": 0.9, \"mu\": 0.5}},"
//                          " \"laws\": [\"routh\", \"whittaker\"],"
//                          " \"inputs\": {\"v[1]\": {\"uniform\": [-2, 2]}, \"params.mu\": {\"uniform\": [0, 1]}},"
//                          " \"samples\": 10000, \"outputs\": [\"dE\"]}";
//       carom_error error;
//       carom_sweep_results *results = NULL;
//       carom_sweep *study = carom_sweep_parse(text, strlen(text), 0, NULL, &error); // or carom_sweep_load
//       if (study && carom_sweep_run(study, "example.h5", NULL, NULL, &error) == CAROM_OK)
//           results = carom_sweep_open("example.h5", NULL, &error);
//       for (int law = 0; results && law < 2; law++)
//           printf("%s: median of dE %.3g J, %d of %d samples gain energy\n", carom_sweep_name(study, CAROM_SWEEP_NAME_LAW, law),
//                  carom_sweep_quantile(results, law, 0, 0.5),
//                  (int)carom_sweep_count(results, law, CAROM_SWEEP_COUNT_VIOLATION, CAROM_VIOLATION_ENERGY),
//                  (int)carom_sweep_count(results, law, CAROM_SWEEP_COUNT_ANSWERS, 0));
//       const int failed = results ? 0 : 1;
//       carom_sweep_close(results);
//       carom_sweep_free(study);
//       remove("example.h5");
//       return failed;
//   }
//
// It prints one line per law.
//
// docs/sweep.md describes the sweep file and the results. The functions are in the library carom_sweep, which needs
// Jansson, HDF5 and Random123.
#ifndef CAROM_SWEEP_H
#define CAROM_SWEEP_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/carom.h"

#if defined(CAROM_BUILDING_SWEEP)
#define CAROM_SWEEP_API CAROM_EXPORT
#else
#define CAROM_SWEEP_API CAROM_IMPORT
#endif

CAROM_BEGIN

// Read a study.

typedef struct carom_sweep carom_sweep;                 // a study that was read
typedef struct carom_sweep_results carom_sweep_results; // the results that a run wrote to its file

// Reads a sweep file. `samples` replaces the number of samples in the file; 0: as in the file. The file may name laws
// of these modules, or laws of the core if `modules` is NULL. Returns NULL if the file cannot be read or is not valid,
// and fills `error`, which may be NULL.
CAROM_SWEEP_API carom_sweep *carom_sweep_load(const char *path, uint64_t samples, carom_modules *modules,
                                              carom_error *error);

// Reads the same from a text of `length` bytes.
CAROM_SWEEP_API carom_sweep *carom_sweep_parse(const char *text, size_t length, uint64_t samples,
                                               carom_modules *modules, carom_error *error);

// Frees a study. NULL is allowed.
CAROM_SWEEP_API void carom_sweep_free(carom_sweep *study);

// The contents of a study.
typedef struct carom_sweep_info {
    uint64_t samples;    // number of samples
    uint64_t seed;       // seed of the random numbers
    int inputs;          // numbers that vary
    int laws;            // laws that solve each sample
    int outputs;         // numbers that are kept of each result
    bool columns;        // every sample is kept, not only summaries
    int worst;           // number of worst cases that are kept for each law, >= 0
    int worst_of;        // index of the output that they are chosen by
    bool worst_low;      // the lowest values are the worst, not the highest
    double file_bytes;   // size of the results file, bytes
    double memory_bytes; // memory of one process, bytes
} carom_sweep_info;

// Returns the contents of a study; all members are 0 if `study` is NULL.
CAROM_SWEEP_API carom_sweep_info carom_sweep_describe(const carom_sweep *study);

// One output of a study. Its strings live as long as the study.
typedef struct carom_sweep_output {
    const char *name;    // name of the output in the file; NULL: there is no such output
    const char *unit;    // unit of the output; "1" for a ratio
    const char *meaning; // its meaning, in words
    bool histogram;      // it has a histogram
    double low, high;    // range of the histogram, in its unit; from a few samples if the file gives none
    const char *body;    // name of the body that it describes, as in the scenario; NULL: not one body
} carom_sweep_output;

// Which name carom_sweep_name returns.
typedef enum carom_sweep_names {
    CAROM_SWEEP_NAME_NOTE = 0,  // the note of the file; `index` is not used
    CAROM_SWEEP_NAME_INPUT = 1, // an input as in the file: "bodies[0].velocity[1]", "params.mu"
    CAROM_SWEEP_NAME_LAW = 2    // a law as in the file
} carom_sweep_names;

// Returns a name of a study, or NULL if there is none. It lives as long as the study.
CAROM_SWEEP_API const char *carom_sweep_name(const carom_sweep *study, carom_sweep_names kind, int index);

// Returns an output; its name is NULL if there is none.
CAROM_SWEEP_API carom_sweep_output carom_sweep_output_at(const carom_sweep *study, int output);

// Measures the samples per second on one core, in a fraction of a second. Returns NaN if memory runs out.
CAROM_SWEEP_API double carom_sweep_measure_rate(carom_sweep *study);

// Run a study. Sample i depends only on the seed and i: any number of processes and any chunk size give the same bytes.

// The progress of a run.
typedef struct carom_sweep_progress {
    uint64_t done;    // samples that are done, including those of earlier runs
    uint64_t samples; // samples of the study
    double seconds;   // duration of this run, s
    double rate;      // samples per second of this run
    int error;        // errno of a failure; 0: none
} carom_sweep_progress;

// Receives the progress of a run.
typedef void carom_sweep_progress_fn(void *context, const carom_sweep_progress *progress);

// The processes of a run, and how they exchange messages. The program provides the functions, for example with MPI; the
// library starts no processes. The functions may be NULL if `size` is 1.
typedef struct carom_sweep_ranks {
    int rank; // rank of this process, 0 to size - 1
    int size; // number of processes, >= 1
    // Sends `count` bytes to rank `to`. Messages between two ranks arrive in order. A message of up to 16 bytes must
    // not wait for its receiver; a longer one may.
    void (*send)(void *user, int to, const void *bytes, size_t count);
    // Waits for the next message of rank `from`, which has `count` bytes.
    void (*receive)(void *user, int from, void *bytes, size_t count);
    // Returns true if a message waits, and sets *from to its sender. Does not wait.
    bool (*waiting)(void *user, int *from);
    void *user; // the first argument of the functions
} carom_sweep_ranks;

// Options of carom_sweep_run. carom_sweep_options_default fills them.
typedef struct carom_sweep_options {
    bool resume;                       // continues from the results of an earlier run if there are any
    double chunk;                      // samples per task, up to 2^53, rounded up to blocks of 2048; 0: half a second
    double commit_every;               // time between commits, s, >= 0; 0: after every chunk
    const volatile sig_atomic_t *stop; // the run ends soon, and can be resumed, once this is not 0; may be NULL
    carom_sweep_progress_fn *tell;     // called a few times per second; may be NULL
    void *context;                     // passed to `tell`
    const carom_sweep_ranks *ranks;    // the processes of the run; NULL: this process alone
} carom_sweep_options;

// Returns the default options: no resuming, chunks of half a second, a commit every second, this process alone.
CAROM_SWEEP_API carom_sweep_options carom_sweep_options_default(void);

// Runs a study until it is done, a stop is requested, or something fails. `options`, `progress` and `error` may be
// NULL. `progress` is filled if samples were computed, `error` on failure. The status of rank 0 describes the run; on
// other ranks it is CAROM_OK if the run began. Returns
//   CAROM_OK            if every sample is in the file
//   CAROM_ALREADY_DONE  if every sample was in the file before
//   CAROM_STOPPED       if a stop was requested: finished samples are safe, and a resumed run continues
//   CAROM_FILE_EXISTS   if the file exists and options->resume is false
//   CAROM_CANNOT_WRITE  if the file cannot be created and nothing was computed (progress->error is 0), or if the disk
//                       failed during the run (progress->error is errno): finished samples are safe, and a resumed run
//                       continues
//   CAROM_NO_MEMORY     if memory ran out, in the same two cases
//   CAROM_WRONG_FILE    if the file belongs to another study, is damaged, or is used by another run
//   CAROM_NULL_POINTER  if `study` or `path` is NULL
//   CAROM_BAD_VALUE     if an option is outside its range
CAROM_SWEEP_API carom_status carom_sweep_run(carom_sweep *study, const char *path, const carom_sweep_options *options,
                                             carom_sweep_progress *progress, carom_error *error);

// Read the results.

// Opens the last committed state of a run, which may have finished or still be running. `modules` is as in
// carom_sweep_load. Returns NULL if the file cannot be read, and fills `error`, which may be NULL.
CAROM_SWEEP_API carom_sweep_results *carom_sweep_open(const char *path, carom_modules *modules, carom_error *error);

// Closes results. NULL is allowed.
CAROM_SWEEP_API void carom_sweep_close(carom_sweep_results *results);

// Returns the study of the results, which lives as long as they do.
CAROM_SWEEP_API const carom_sweep *carom_sweep_study(const carom_sweep_results *results);

// Returns the number of samples that are done.
CAROM_SWEEP_API uint64_t carom_sweep_done(const carom_sweep_results *results);

// What carom_sweep_count counts.
typedef enum carom_sweep_counted {
    CAROM_SWEEP_COUNT_ANSWERS = 0,  // samples with a result; `value` is not used
    CAROM_SWEEP_COUNT_MODE = 1,     // results with this carom_mode
    CAROM_SWEEP_COUNT_STATUS = 2,   // samples with this carom_status
    CAROM_SWEEP_COUNT_VIOLATION = 3 // results that violate a condition: one bit of carom_violation
} carom_sweep_counted;

// Counts samples of a law. Returns 0 if there is no such law or value.
CAROM_SWEEP_API uint64_t carom_sweep_count(const carom_sweep_results *results, int law, carom_sweep_counted counted,
                                           int value);

// Computes moments over the samples with a result by a law. Each array has k = inputs + outputs numbers, inputs first;
// the covariance has k x k numbers. Any of the arrays may be NULL. A number is NaN if there are too few results.
// Returns CAROM_BAD_INDEX if there is no such law.
CAROM_SWEEP_API carom_status carom_sweep_moments(const carom_sweep_results *results, int law, double *mean,
                                                 double *covariance, double *least, double *greatest);

// Returns the value of an output below which this share of the results lies, with an error of at most 1/32 of the
// value. `share` is 0 to 1. Returns NaN without results.
CAROM_SWEEP_API double carom_sweep_quantile(const carom_sweep_results *results, int law, int output, double share);

#define CAROM_SWEEP_BINS 64 // bins of a histogram

// Returns the histogram of an output as CAROM_SWEEP_BINS + 2 counts: below the range, in equal bins from low to high,
// and above the range. The counts live as long as the results. Returns NULL if there is no such output.
CAROM_SWEEP_API const uint64_t *carom_sweep_histogram(const carom_sweep_results *results, int law, int output);

// One of the worst cases.
typedef struct carom_sweep_case {
    double value;    // value of the output by which worst cases are chosen, in its unit
    uint64_t sample; // index of the sample, from 0
} carom_sweep_case;

// Gets worst case k of a law, from 0, which is the worst. Returns false if there is none.
CAROM_SWEEP_API bool carom_sweep_worst(const carom_sweep_results *results, int law, int k, carom_sweep_case *worst);

// Computes the inputs of one sample. Returns CAROM_BAD_INDEX if there is no such sample.
CAROM_SWEEP_API carom_status carom_sweep_sample_inputs(const carom_sweep_results *results, uint64_t sample,
                                                       double *inputs);

// Writes one sample as the text of a scenario with one law, which carom_scenario_parse reads: at most `size` bytes with
// the final zero. Returns the length of the whole text, or 0 if there is no such law or sample or if memory runs out.
CAROM_SWEEP_API size_t carom_sweep_sample_scenario(const carom_sweep_results *results, int law, uint64_t sample,
                                                   char *text, size_t size);

// Reads a column if columns are kept: n numbers from sample `first`, of an input (law is -1) or of an output of a law.
// The number of a sample that is not done is NaN. Returns false if there is no such column or it cannot be read.
CAROM_SWEEP_API bool carom_sweep_column(const carom_sweep_results *results, int law, int column, uint64_t first,
                                        size_t n, double *numbers);

// Which codes carom_sweep_codes reads.
typedef enum carom_sweep_code {
    CAROM_SWEEP_CODE_STATUS = 0,    // carom_status
    CAROM_SWEEP_CODE_MODE = 1,      // carom_mode
    CAROM_SWEEP_CODE_VIOLATIONS = 2 // carom_violation bits
} carom_sweep_code;

// Reads the codes of a law if columns are kept: n bytes from sample `first`. The code of a sample that is not done is
// 255. Returns false if there are no such codes or they cannot be read.
CAROM_SWEEP_API bool carom_sweep_codes(const carom_sweep_results *results, int law, carom_sweep_code kind,
                                       uint64_t first, size_t n, uint8_t *bytes);

CAROM_END

#endif
