// Compares carom_inline.h in float with carom_collide in double, on problems whose numbers are floats. For each
// function the program prints how many problems are not solved and how many have another mode. It also prints the
// errors of the impulse relative to its length.
//   accuracy [PROBLEMS [--worst]] : with --worst it also prints the problem with the largest error
#include <stdio.h>
#include <stdlib.h>

#include "rows.h"

typedef struct tally {
    long asked, left, wrong, modes;
    double worst, sum;
    double at[MOST_NUMBERS];
} tally;

// An error above this share of the impulse counts as wrong. Five of the seven digits of a float are then lost.
static const double wrong_share = 1e-2;

static double error_of(const row *r, const answer *got, const carom_result *want) {
    double off = 0.0, size = 0.0;
    for (int i = 0; i < r->dim; i++) {
        off += (got->P[i] - want->P[i]) * (got->P[i] - want->P[i]);
        size += want->P[i] * want->P[i];
    }
    return sqrt(off / size);
}

static void tally_problem(const row *r, uint64_t index, tally *t) {
    double x[MOST_NUMBERS];
    carom_result want;
    answer got;
    if (make_problem(r, index, 1, x, &want) != CAROM_OK) return;
    t->asked++;
    r->solve_f(x, &got);
    if (got.mode == 255) {
        t->left++;
        return;
    }
    const double error = error_of(r, &got, &want);
    t->sum += error;
    t->modes += got.mode != (uint64_t)want.mode;
    t->wrong += !(error <= wrong_share);
    if (!(error <= t->worst)) {
        t->worst = error;
        memcpy(t->at, x, sizeof t->at);
    }
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 1000000;
    long bad = 0;
    printf("| function | solved | not solved | other mode | error > 1e-2 | mean error | largest error "
           "|\n|---|---|---|---|---|---|---|\n");
    for (int k = 0; k < row_count; k++) {
        const row *r = &rows[k];
        tally t = {.worst = 0.0};
        for (long i = 0; i < problems; i++) tally_problem(r, (uint64_t)i, &t);
        const long solved = t.asked - t.left;
        printf("| `%s` | %ld | %ld | %ld | %ld | %.1e | %.1e |\n", r->name, solved, t.left, t.modes, t.wrong,
               t.sum / (double)solved, t.worst);
        if (argc > 2) {
            for (int i = 0; i < numbers_of(r); i++) printf(" %.9g", t.at[i]);
            printf("\n");
        }
        // The mean errors are 1e-7 to 6e-7. A wrong constant, or a computation in double that was not converted,
        // changes them.
        bad += !(t.sum / (double)solved < 2e-6) || solved < problems / 2 || t.wrong > solved / 1000;
    }
    return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
