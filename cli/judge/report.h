// Writes an ImpactBench run as JSON, a page, figures and scenario files.
#ifndef CAROM_JUDGE_REPORT_H
#define CAROM_JUDGE_REPORT_H

#include <stdio.h>

#include "cli/judge/score.h"
#include "mods/draw/figure/figure.h"

enum { CAROM_JUDGE_WORST = 5 };

// Returns everything: the driver, the score, and every answer with its judgement. Returns NULL if there is not enough
// memory.
json_t *carom_judge_json(const carom_judge_run *run, const carom_judge_score *score);

// Compares the run, whose JSON is `now`, with the JSON of an earlier run. Prints the changes: the nearest laws, the counts of the
// score, and the cases whose status or velocities differ. Returns their number, or -1 if `before` is not the JSON of a run.
long carom_judge_changes(const carom_judge_run *run, const json_t *before, const json_t *now, FILE *file);

// Draws a histogram, over powers of ten, of the distances of the answers in families B and D from the engine's nearest
// law.
carom_figure *carom_judge_histogram(const carom_judge_run *run, const carom_judge_score *score);

// Draws the impulse space of a case with one contact: the engine's impulse and those of the laws. Returns NULL if it
// cannot be drawn.
carom_figure *carom_judge_picture(const carom_judge_run *run, const carom_judge_score *score, size_t index);

// Writes the probable causes of violations, and one case with the numbers of a unit test. Returns false and sets errno if
// its figure could not be drawn.
bool carom_judge_put_debug(FILE *to, const carom_judge_run *run, const carom_judge_score *score);

// Selects the case to debug: the impact that gains most energy, or else the one furthest from the nearest law. Returns
// false if there is none.
bool carom_judge_debugged(const carom_judge_run *run, const carom_judge_score *score, size_t *index);

// Writes the page with embedded figures. Replaces the file only if complete. Returns false and sets errno on failure.
bool carom_judge_page(const carom_judge_run *run, const carom_judge_score *score, const char *file);

// Writes the worst cases as scenario files worst-1-ID.json ... into a directory, which is created if necessary. Returns
// their number. On failure returns -1, sets errno and stores the name of the failed file in `file`.
int carom_judge_save_worst(const carom_judge_run *run, const carom_judge_score *score, const char *folder, char *file,
                           size_t size);

// Describes a case, such as "B-random-003: 31 % from whittaker, e = 0.5, mu = 0.7, energy +29 %".
void carom_judge_about(const carom_judge_run *run, const carom_judge_score *score, size_t index, char *text,
                       size_t size);

#endif
