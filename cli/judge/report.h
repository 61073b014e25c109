// A judged run as JSON, as a page, as figures, as scenario files.
#ifndef CAROM_JUDGE_REPORT_H
#define CAROM_JUDGE_REPORT_H

#include "cli/judge/score.h"
#include "mods/draw/figure/figure.h"

enum { CAROM_JUDGE_WORST = 5 };

// Everything: who was asked, the score, every answer with what it is worth. New; NULL: memory ended.
json_t *carom_judge_json(const carom_judge_run *run, const carom_judge_score *score);

// How far the answers of families B and D are from the engine's own nearest law, as a histogram over powers of ten.
carom_figure *carom_judge_histogram(const carom_judge_run *run, const carom_judge_score *score);

// Impulse space of one case of one contact: the engine's impulse beside the laws'. NULL: it cannot be drawn.
carom_figure *carom_judge_picture(const carom_judge_run *run, const carom_judge_score *score, size_t index);

// Writes the page with its figures inside; takes its place whole. False: errno says why.
bool carom_judge_page(const carom_judge_run *run, const carom_judge_score *score, const char *file);

// Writes the worst as scenario files into a folder, made if need be: worst-1-ID.json ... Returns how many, -1: errno
// says why not; `file` is then the one that failed.
int carom_judge_save_worst(const carom_judge_run *run, const carom_judge_score *score, const char *folder, char *file,
                           size_t size);

// "B-random-003: 31 % from whittaker, e = 0.5, mu = 0.7, energy +29 %".
void carom_judge_about(const carom_judge_run *run, const carom_judge_score *score, size_t index, char *text,
                       size_t size);

#endif
