// Evaluates a run: the law that the engine is nearest to, and the conditions that it violates.
#ifndef CAROM_JUDGE_SCORE_H
#define CAROM_JUDGE_SCORE_H

#include "cli/judge/run_cases.h"

// Compares one law with the answers of a family.
typedef struct carom_judge_nearness {
    int law;
    double mean, median, most;
    size_t near; // number of answers within CAROM_JUDGE_NEAR
} carom_judge_nearness;

// Lists the laws that have a result for 95 % of the judged cases, the nearest first. Laws whose means differ only by
// rounding are in the order of the case files. The first `alike` laws cannot be distinguished.
typedef struct carom_judge_ranking {
    carom_judge_nearness at[CAROM_JUDGE_LAWS];
    int count, alike;
    size_t judged;
} carom_judge_ranking;

typedef struct carom_judge_share {
    size_t hits, of;
    double worst;
} carom_judge_share;

typedef struct carom_judge_score {
    size_t answered, cannot, wrong;   // number of judged cases, of cases that the engine rejected, and of missing cases
    carom_judge_share balls;          // A: answers within the tolerance of the result of all laws; worst distance
    carom_judge_ranking plane, space; // B, D
    carom_judge_share several;        // C: answers within 1 % of some method; worst distance from all
    carom_judge_share elastic;        // E: answers within the tolerance; worst of distance, duration and force
    carom_judge_share runs;           // G: energy constant, or never rising; worst violation
    carom_judge_share turned;         // D: answers that depend on the rotation by over 1 %; worst change
    // Cases with one contact (A, B, D) that violate mechanics, with the worst value of:
    carom_judge_share gains;                        // gained relative energy
    carom_judge_share outside;                      // Coulomb's cone
    carom_judge_share closing;                      // closing speed, m/s
    carom_judge_share torque;                       // spin that the impulse does not explain
    carom_judge_share arrival_balls, arrival_gains; // cases that start above the floor: correct balls, and rods that
                                                    // gain energy
    // Cases from everyday scenes. The worst value is the larger of the distance and the error of the restitution.
    carom_judge_share slow, ratios, footprint;    // T, R, F: answers within the tolerance
    carom_judge_share parting;                    // Z: bodies that separate although e = 0; largest restitution
    carom_judge_share shapes, shape_gains;        // S: answers within 1 % of the nearest law; gained energy
    carom_judge_share height_balls, height_gains; // H: correct balls, and rods that gain energy, at all heights
    size_t notes;                                 // number of answers with a note
} carom_judge_score;

// Computes the score. Returns false if there is not enough memory.
bool carom_judge_tally(const carom_judge_run *run, carom_judge_score *score);

// Returns true if a law is identified, not only nearest: half of the answers are within 1 % of it.
bool carom_judge_identified(const carom_judge_ranking *ranking);

// Returns the distance of an answer from the nearest law of its family, or from the value that the case itself states;
// NaN if there is none.
double carom_judge_distance(const carom_judge_run *run, const carom_judge_score *score, size_t index);

// Lists the answers to cases with one contact that are furthest from the engine's nearest law, the worst first, at most
// `most`.
int carom_judge_worst(const carom_judge_run *run, const carom_judge_score *score, size_t *index, int most);

// Finds the case with one contact in which the most energy is gained. Returns false if there is none.
bool carom_judge_most_gained(const carom_judge_run *run, size_t *index);

// Holds a row of the table: the quantity that is counted, and its result.
typedef struct carom_judge_row {
    const char *what, *meaning;
    char said[160];
} carom_judge_row;
enum { CAROM_JUDGE_ROWS = 24 };
int carom_judge_table(const carom_judge_run *run, const carom_judge_score *score,
                      carom_judge_row row[CAROM_JUDGE_ROWS]);

typedef enum carom_judge_verdict {
    CAROM_JUDGE_NO_VERDICT, // no answered case tests mechanics
    CAROM_JUDGE_CLEAN,
    CAROM_JUDGE_BREAKS
} carom_judge_verdict;

// Returns "none", "clean" or "breaks".
const char *carom_judge_verdict_name(carom_judge_verdict verdict);

// Returns whether the engine violates mechanics, and writes it as a sentence for the top of a report.
carom_judge_verdict carom_judge_breaks(const carom_judge_score *score, char *sentence, size_t size);

#endif
