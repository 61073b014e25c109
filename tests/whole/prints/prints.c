// All that laws and contacts can be asked, on problems at the edges, as one hash a law, dimension and question; compared
// with the table. It says nothing of what is right, which other tests do: it says that nothing has changed that nobody
// looked at. tools/mutate.py finds what others leave unseen, and this sees it.
//
//     prints TABLE QUESTION             compares
//     prints all > TABLE                makes it anew, when numbers have changed on purpose
//     prints all QUESTION               its rows alone
//     prints FOUND                      compares the problems that a search found (tools/mutate.py --search)
//     prints found FOUND                makes that table anew
//     prints LAW DIM QUESTION           a hash a problem, to see by `diff` which one has changed
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/floor.h"
#include "whole/prints/prints.h"

// The functions of <math.h> that laws without a closed form ask: another library's last digits are other ones.
static print of_mathematics(void) {
    print to = print_nothing;
    for (int i = 1; i < 20000; i++) {
        const double x = i * 7.3e-4;
        print_numbers(&to, 6, (double[]){exp(-x), expm1(x), log(x), log1p(x), pow(x, 1.0 / 24.0), hypot(x, 1.7)});
        print_numbers(&to, 6, (double[]){sin(x), cos(x), tan(x), atan(x), atan2(x, -0.3), acos(x / 15.0)});
    }
    return to;
}

static print of_all(const question *q, const carom_law *law, int dim) {
    print to = print_nothing;
    for (; to.asked < q->problems; to.asked++) {
        const print one = print_of_problem(q, law, dim, (uint64_t)to.asked);
        print_word(&to, one.hash);
        to.answered += one.answered;
    }
    return to;
}

// Of one question: every law, or no law, in the plane and in space.
static void make(const question *q) {
    for (int k = q->of_law ? 0 : -1; k < (q->of_law ? carom_law_count() : 0); k++)
        for (int dim = 2; dim <= 3; dim++) {
            const carom_law *law = carom_law_at(k);
            if (!question_applies(q, law, dim)) continue;
            const print to = of_all(q, law, dim);
            // A question that none of its problems answers shows nothing.
            if (to.answered > 0)
                printf("%-10s %-18s %d %016" PRIx64 "\n", q->name, law ? law->name : "-", dim, to.hash);
        }
}

static int make_all(void) {
    printf("%-10s %-18s %d %016" PRIx64 "\n", "library", "-", 0, of_mathematics().hash);
    for (const question *q = questions_of_law; q->name; q++) make(q);
    for (const question *q = questions_of_contact; q->name; q++) make(q);
    return 0;
}

static int show(const question *q, const carom_law *law, int dim) {
    for (int i = 0; i < q->problems; i++)
        printf("%d %016" PRIx64 "\n", i, print_of_problem(q, law, dim, (uint64_t)i).hash);
    return 0;
}

// Answers that need no library of mathematics are compared on any machine.
static bool portable(const question *q, const carom_law *law, int dim) {
    return !strcmp(q->name, "collide") && law && law->closed & (dim == 2 ? CAROM_PLANE : CAROM_SPACE);
}

// Was the table made with this library of mathematics?
static bool ours_in(const char *table) {
    FILE *in = fopen(table, "r");
    char line[200];
    uint64_t hash = 0;
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "library - 0 %" SCNx64, &hash) == 1) break;
    if (in) fclose(in);
    return hash == 0 || hash == of_mathematics().hash;
}

static int compare(const char *table, const question *q) {
    FILE *in = fopen(table, "r");
    char line[200], name[40], of[40];
    long rows = 0, same = 0, skipped = 0;
    const bool ours = ours_in(table);
    print sum = print_nothing;
    while (in && fgets(line, sizeof line, in)) {
        int dim;
        uint64_t hash;
        if (sscanf(line, "%39s %39s %d %" SCNx64, name, of, &dim, &hash) != 4) continue;
        if (strcmp(name, q->name)) continue;
        rows++;
        const carom_law *law = carom_law_find(of);
        if (!ours && !portable(q, law, dim)) {
            skipped++;
            continue;
        }
        const print to = of_all(q, law, dim);
        sum.asked += to.asked;
        sum.answered += to.answered;
        same += to.hash == hash;
        if (to.hash != hash) printf("CHANGED %s: %s in %d dimensions, %016" PRIx64 "\n", q->name, of, dim, to.hash);
    }
    if (in) fclose(in);
    printf("%s: %ld rows, %ld the same, %ld not compared (another <math.h>)\n", q->name, rows, same, skipped);
    if (same + skipped != rows) printf("on purpose? prints all > tests/whole/prints/prints.txt\n");
    if (skipped == rows && rows > 0) return 0;
    return !floor_met(q->name, sum.answered, sum.asked, 0.05) || same + skipped != rows;
}

// Those that a search found, one hash each; made anew by writing them.
static int compare_found(const char *table, bool anew) {
    FILE *in = fopen(table, "r");
    found_row f;
    long rows = 0, same = 0, skipped = 0, answered = 0;
    const bool ours = ours_in(table);
    while (found_next(in, &f)) {
        rows++;
        if (!f.q || (!ours && !portable(f.q, f.law, f.dim))) {
            skipped += f.q != NULL;
            continue;
        }
        const print one = print_of_problem(f.q, f.law, f.dim, f.index);
        answered += one.answered > 0;
        same += one.hash == f.hash;
        if (one.hash != f.hash && !anew) printf("CHANGED "), found_tell(stdout, &f);
        f.hash = one.hash;
        if (anew) found_tell(stdout, &f);
    }
    if (in) fclose(in);
    if (anew) return 0;
    printf("found: %ld rows, %ld the same, %ld not compared (another <math.h>)\n", rows, same, skipped);
    if (same + skipped != rows) printf("on purpose? prints found %s, and put it in its place\n", table);
    if (skipped == rows && rows > 0) return 0;
    return !floor_met("found", answered, rows - skipped, 0.05) || same + skipped != rows;
}

int main(int argc, char **argv) {
    if (argc == 2 && !strcmp(argv[1], "all")) return make_all();
    if (argc == 2) return compare_found(argv[1], false);
    if (argc == 3 && !strcmp(argv[1], "found"))
        return printf("library - 0 %016" PRIx64 "\n", of_mathematics().hash), compare_found(argv[2], true);
    const question *q = argc > 2 ? question_find(argv[argc - 1]) : NULL;
    if (!q) return fprintf(stderr, "usage: prints all [QUESTION] | TABLE QUESTION | LAW DIM QUESTION\n"), 2;
    if (!strcmp(argv[1], "all")) return make(q), 0;
    return argc == 4 ? show(q, carom_law_find(argv[1]), atoi(argv[2])) : compare(argv[1], q);
}
