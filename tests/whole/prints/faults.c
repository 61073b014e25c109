// For tools/mutate.py: which faults does some print see? The library holds many of them. Each problem is asked of the true code
// first, and that notes for which faults a value differed at all; then a child takes a fault and asks those problems alone, until
// one answers otherwise. So a fault costs a millisecond, where a program of its own costs a hundred.
//
//     faults JOBS FOUND < NUMBERS            a line for each that is seen: its number and the question, or `found`
//     faults JOBS SEED SECONDS [NAME...] < NUMBERS    searches in problems beyond those of the tables, that many seconds of
//                                            the clock: a line for each: its number and a row for FOUND (found.c)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "whole/prints/prints.h"

// Of the library with the faults (tools/schemata.py).
void carom_mutant_take(int number); // -1 none, -2 none and note those that would have made a difference
unsigned char *carom_mutant_marks(size_t *count);

enum { MOST = 1 << 18, MOST_JOBS = 16, MOST_PROBLEMS = 1 << 16 };

typedef struct row {
    const question *q;
    const carom_law *law;
    int dim, problems;
    uint64_t *index, *hash; // of each problem
    unsigned char **sees;   // [fault]: a bit a problem, or NULL
    bool every;             // a child asks all of its problems, and sees[] is then what differed
    double seconds;
    bool answered; // else it is no row of the table
} row;

static int number[MOST], faults, jobs = 1;
static bool dead[MOST];
static struct {
    pid_t pid;
    int fault;
    unsigned char *differs; // written by the child: a bit a problem
} child[MOST_JOBS];

static uint64_t hash_of(const row *w, int i) {
    return print_of_problem(w->q, w->law, w->dim, w->index[i]).hash;
}

static bool bit(const unsigned char *bits, int i) {
    return bits[i / 8] >> i % 8 & 1;
}

static void put_bit(unsigned char *bits, int i, bool on) {
    const unsigned char one = (unsigned char)(1 << i % 8);
    bits[i / 8] = (unsigned char)(on ? bits[i / 8] | one : bits[i / 8] & ~one);
}

static void watch(row *w) {
    size_t size;
    unsigned char *marks = carom_mutant_marks(&size);
    const clock_t begun = clock();
    carom_mutant_take(-2);
    for (int i = 0; i < w->problems; i++) {
        for (int k = 0; k < faults; k++) marks[number[k]] = 0;
        const print one = print_of_problem(w->q, w->law, w->dim, w->index[i]);
        w->hash[i] = one.hash;
        w->answered |= one.answered > 0;
        for (int k = 0; k < faults; k++) {
            if (dead[k] || !marks[number[k]]) continue;
            if (!w->sees[k]) w->sees[k] = calloc((size_t)w->problems / 8 + 1, 1);
            put_bit(w->sees[k], i, true);
        }
    }
    carom_mutant_take(-1);
    w->seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
}

// In a search each problem has the time of all, so that one that takes it never ends.
static void limit(double seconds) {
    const struct itimerval most = {
        .it_value = {(time_t)seconds, (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds))}};
    setitimer(ITIMER_PROF, &most, NULL);
}

// Does some problem answer otherwise? Ends the child. A problem whose answer ends the program differs.
static void ask(const row *w, int fault, unsigned char *differs) {
    const clock_t begun = clock();
    bool any = false;
    limit(0.3 + 5.0 * w->seconds);
    carom_mutant_take(fault < 0 ? -1 : number[fault]);
    for (int i = 0; i < w->problems; i++) {
        if (fault >= 0 && !bit(w->sees[fault], i)) continue;
        // What a slow question does not see soon is left to the others, and to a search.
        if (fault >= 0 && clock() - begun > CLOCKS_PER_SEC / (w->every ? 4 : 10)) break;
        if (w->every) limit(0.3 + 5.0 * w->seconds);
        put_bit(differs, i, true);
        const bool same = hash_of(w, i) == w->hash[i];
        if (!same && !w->every) _exit(1);
        put_bit(differs, i, !same);
        any |= !same;
    }
    _exit(any);
}

static int slot_of(pid_t pid) {
    int i = 0;
    while (child[i].pid != pid) i++;
    return i;
}

// Waits for one child and tells what it saw.
static bool take_one(row *w) {
    int status;
    const pid_t pid = wait(&status);
    if (pid <= 0) return false;
    const int i = slot_of(pid), fault = child[i].fault;
    child[i].pid = 0;
    if (status == 0) return true;
    if (fault < 0) fprintf(stderr, "faults: %s of %s is not the same twice\n", w->q->name, w->law ? w->law->name : "-");
    if (fault < 0) exit(2);
    dead[fault] = true;
    if (w->every) memcpy(w->sees[fault], child[i].differs, (size_t)w->problems / 8 + 1);
    return true;
}

static void begin(row *w, int fault) {
    int busy = 0;
    for (int i = 0; i < jobs; i++) busy += child[i].pid != 0;
    if (busy == jobs) (void)take_one(w);
    const int i = slot_of(0);
    memset(child[i].differs, 0, (size_t)w->problems / 8 + 1);
    child[i].fault = fault;
    child[i].pid = fork();
    if (child[i].pid == 0) ask(w, fault, child[i].differs);
    if (child[i].pid < 0) exit(2);
}

// Of those that died now: the problem that most of them differ in, and so on until none is left.
static void cover(row *w, bool *now) {
    for (int best = 1; best > 0;) {
        int at = 0;
        best = 0;
        for (int i = 0; i < w->problems; i++) {
            int count = 0;
            for (int k = 0; k < faults; k++) count += now[k] && bit(w->sees[k], i);
            if (count > best) best = count, at = i;
        }
        for (int k = 0; best > 0 && k < faults; k++) {
            if (!now[k] || !bit(w->sees[k], at)) continue;
            now[k] = false;
            printf("%d ", number[k]);
            found_tell(stdout, &(found_row){w->q, w->law, w->dim, w->index[at], w->hash[at]});
        }
    }
}

// Takes out the dead, which cost time in every problem; true if there was a fault that it made a difference to.
static bool of_row(row *w, const char *name) {
    bool *before = calloc((size_t)faults + 1, 1), any = false;
    memcpy(before, dead, (size_t)faults);
    w->sees = calloc((size_t)faults + 1, sizeof *w->sees);
    watch(w);
    if (w->answered && !w->every) begin(w, -1);
    for (int k = 0; k < faults; k++) {
        any |= w->sees[k] != NULL;
        if (w->answered && w->sees[k]) begin(w, k);
    }
    while (take_one(w)) continue;
    for (int k = 0; k < faults; k++) {
        before[k] = dead[k] && !before[k];
        if (before[k] && name) printf("%d %s\n", number[k], name);
    }
    if (!name) cover(w, before);
    fflush(stdout);
    for (int k = 0; k < faults; k++) free(w->sees[k]);
    free(w->sees);
    free(before);
    int left = 0;
    for (int k = 0; k < faults; k++)
        if (!dead[k]) number[left++] = number[k];
    faults = left;
    memset(dead, 0, sizeof dead);
    return any;
}

static uint64_t *numbers_of(int count, uint64_t first) {
    uint64_t *all = calloc((size_t)count + 1, sizeof *all);
    for (int i = 0; i < count; i++) all[i] = first + (uint64_t)i;
    return all;
}

static bool of_problems(const question *q, const carom_law *law, int dim, int count, uint64_t first, bool every) {
    if (faults == 0) return false;
    row w = {.q = q, .law = law, .dim = dim, .problems = count, .every = every};
    w.index = numbers_of(count, first);
    w.hash = numbers_of(count, 0);
    const bool any = of_row(&w, every ? NULL : q->name);
    free(w.index);
    free(w.hash);
    return any;
}

static void of_found(const char *table) {
    FILE *in = fopen(table, "r");
    found_row f;
    while (faults > 0 && found_next(in, &f)) {
        uint64_t hash;
        row w = {
            .q = f.q, .law = f.law, .dim = f.dim, .problems = 1, .index = &f.index, .hash = &hash, .answered = true};
        if (f.q) (void)of_row(&w, "found");
    }
    if (in) fclose(in);
}

// What a question of a law, or of none, and a dimension is in a search.
typedef struct field {
    const question *q;
    const carom_law *law;
    int dim, quiet, count;
    uint64_t next;
} field;

static char **names; // of laws and of questions that are asked alone, if there are any
static bool is_named(const char *name, bool laws) {
    bool any = false;
    for (int i = 0; names[i]; i++) {
        if (!strcmp(names[i], name)) return true;
        any |= laws == (carom_law_find(names[i]) != NULL);
    }
    return !any;
}

static bool is_asked(const question *q, const carom_law *law, int dim) {
    return is_named(q->name, false) && (law ? is_named(law->name, true) : !names[0]) && question_applies(q, law, dim);
}

static int fields_of(field *all) {
    int count = 0;
    for (const question *q = questions_of_law; q->name; q++)
        for (int k = 0; k < carom_law_count(); k++)
            for (int dim = 2; dim <= 3; dim++)
                if (is_asked(q, carom_law_at(k), dim)) all[count++] = (field){q, carom_law_at(k), dim, 0, 0, 0};
    for (const question *q = questions_of_contact; q->name; q++)
        for (int dim = 2; dim <= 3; dim++)
            if (is_asked(q, NULL, dim)) all[count++] = (field){q, NULL, dim, 0, 0, 0};
    return count;
}

// Of the processor, children's too.
static double spent(void) {
    struct rusage own, theirs;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &theirs);
    return (double)(own.ru_utime.tv_sec + theirs.ru_utime.tv_sec) +
           1e-6 * (double)(own.ru_utime.tv_usec + theirs.ru_utime.tv_usec);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// Round after round; where nothing made a difference is looked at half as often the next time.
static void search(uint64_t seed, double seconds) {
    field all[4096];
    const int count = fields_of(all);
    const double begun = now();
    long asked = 0, rounds = 0;
    for (int i = 0; i < count; i++) all[i].next = seed * SOUGHT, all[i].count = all[i].q->problems;
    for (; faults > 0 && now() - begun < seconds; rounds++)
        for (int i = 0; i < count && now() - begun < seconds; i++) {
            if (all[i].quiet && rounds % (1 << all[i].quiet)) continue;
            const double then = spent();
            const bool any = of_problems(all[i].q, all[i].law, all[i].dim, all[i].count, all[i].next, true);
            all[i].next += (uint64_t)all[i].count;
            asked += all[i].count;
            all[i].quiet = any ? 0 : all[i].quiet < 8 ? all[i].quiet + 1 : 8;
            // All have their turn: no field takes more than some seconds.
            if (spent() - then > 4.0 && all[i].count > 1) all[i].count /= 2;
            if (spent() - then < 1.0 && 2 * all[i].count < MOST_PROBLEMS) all[i].count *= 2;
        }
    fprintf(stderr, "%ld problems in %ld rounds; %d faults left\n", asked, rounds, faults);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    names = argv + (argc > 4 ? 4 : argc); // argv ends with NULL
    jobs = atoi(argv[1]);
    while (faults < MOST && scanf("%d", &number[faults]) == 1) faults++;
    for (int i = 0; i < jobs && i < MOST_JOBS; i++)
        child[i].differs = mmap(NULL, MOST_PROBLEMS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (argc > 3) {
        search((uint64_t)atoll(argv[2]), atof(argv[3]));
        return 0;
    }
    field all[4096];
    const int count = fields_of(all);
    for (int i = 0; i < count; i++) (void)of_problems(all[i].q, all[i].law, all[i].dim, all[i].q->problems, 0, false);
    if (argc > 2) of_found(argv[2]);
    return 0;
}
