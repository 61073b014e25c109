// What a run says of an engine: which law it is nearest to, and what it breaks.
#ifndef CAROM_JUDGE_SCORE_H
#define CAROM_JUDGE_SCORE_H

#include "cli/judge/run_cases.h"

// One law beside the answers of a family.
typedef struct carom_judge_nearness {
    int law;
    double mean, median, most;
    size_t near; // answers within CAROM_JUDGE_NEAR
} carom_judge_nearness;

// The laws that answer 95 % of what was judged, the nearest first. Laws whose mean differs by rounding stand in the order of the
// case files, and the first `alike` of them cannot be told apart.
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
    size_t answered, cannot, wrong;   // of the cases: judged; refused by the engine; missing
    carom_judge_share balls;          // A within the tolerance of what all laws say; worst distance
    carom_judge_ranking plane, space; // B, D
    carom_judge_share several;        // C within 1 % of some method; worst distance from all
    carom_judge_share elastic;        // E within the tolerance; worst of distance, duration and force
    carom_judge_share runs;           // G: kept, or never up; worst breach
    carom_judge_share turned;         // D whose turned twin answers otherwise by more than 1 %; worst
    // Cases of one contact (A, B, D) that break mechanics; of all that were judged; worst:
    carom_judge_share gains;                        // relative energy
    carom_judge_share outside;                      // Coulomb's cone
    carom_judge_share closing;                      // m/s
    carom_judge_share torque;                       // spin that the impulse does not explain
    carom_judge_share arrival_balls, arrival_gains; // what a scene shows: balls right, rods that gain
    size_t notes;                                   // answers with a note
} carom_judge_score;

// False: no memory.
bool carom_judge_tally(const carom_judge_run *run, carom_judge_score *score);

// Is a law identified, not only nearest? Half of the answers are within 1 % of it.
bool carom_judge_identified(const carom_judge_ranking *ranking);

// How far an answer is: from the nearest law of its family, or from what the case itself wants; NaN: it has none.
double carom_judge_distance(const carom_judge_run *run, const carom_judge_score *score, size_t index);

// The answers to cases of one contact furthest from the engine's own nearest law, the worst first, at most `most`.
int carom_judge_worst(const carom_judge_run *run, const carom_judge_score *score, size_t *index, int most);

// The case of one contact in which the most energy is gained; false: in none.
bool carom_judge_most_gained(const carom_judge_run *run, size_t *index);

// The table: what is counted, and what came out.
typedef struct carom_judge_row {
    const char *what, *meaning;
    char said[160];
} carom_judge_row;
enum { CAROM_JUDGE_ROWS = 16 };
int carom_judge_table(const carom_judge_run *run, const carom_judge_score *score,
                      carom_judge_row row[CAROM_JUDGE_ROWS]);

typedef enum carom_judge_verdict {
    CAROM_JUDGE_NO_VERDICT, // no case was answered that tests mechanics
    CAROM_JUDGE_CLEAN,
    CAROM_JUDGE_BREAKS
} carom_judge_verdict;

// "none", "clean", "breaks".
const char *carom_judge_verdict_name(carom_judge_verdict verdict);

// Does it break mechanics? What a table's reader should know first, in one sentence.
carom_judge_verdict carom_judge_breaks(const carom_judge_score *score, char *sentence, size_t size);

#endif
