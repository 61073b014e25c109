// Feeds golden cases of several contacts through `carom impact --jsonl` and compares at each case's own tolerance.
//   many_golden CAROM FILE... : the command under test, and files of tests/golden.
// The gain-* systems answer the thesis's question whether the Poisson law for several contacts conserves energy: each
// has one solution, and it gains. A case with both a system and W goes out three times: whole, with the system alone,
// with W alone.
#include "golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/carom.h"
#include "support/golden.h"

typedef struct {
    int run, failed, skipped, disputed;
    double worst;
    char worst_id[128];
} tally;

// What is asked and against what it is judged; `entry` < 0 for a plain case, -2 for a spot.
typedef struct {
    json_t *problem;
    const json_t *golden, *expect;
    int entry;
} question;

typedef struct {
    question *at;
    size_t count, room;
} questions;

static void ask(questions *q, json_t *problem, const json_t *golden, const json_t *expect, int entry) {
    if (q->count == q->room) {
        q->room = q->room ? 2 * q->room : 256;
        q->at = realloc(q->at, q->room * sizeof *q->at);
        if (!q->at) exit(EXIT_FAILURE);
    }
    q->at[q->count++] = (question){problem, golden, expect, entry};
}

static void ask_without(questions *q, const json_t *golden, const char *one, const char *other) {
    json_t *copy = json_copy((json_t *)(size_t)golden);
    json_object_del(copy, one);
    if (other) json_object_del(copy, other);
    ask(q, copy, golden, NULL, -1);
}

// Single laws that the registry does not have yet are skipped by name.
static bool has_law(const json_t *golden) {
    const json_t *single = json_object_get(json_object_get(golden, "params"), "single");
    return !single || carom_law_find(json_string_value(single));
}

static void ask_case(questions *q, const json_t *golden, tally *t) {
    if (!has_law(golden)) {
        printf("SKIPPED  %s: no such single law\n", json_string_value(json_object_get(golden, "id")));
        t->skipped++;
        return;
    }
    ask(q, json_copy((json_t *)(size_t)golden), golden, NULL, -1);
    if (!json_object_get(golden, "system") || !json_object_get(golden, "W")) return;
    ask_without(q, golden, "W", "v");
    // u_after needs the speeds, so W alone is asked where nothing of them is expected.
    const json_t *expect = json_object_get(golden, "expect");
    if (!json_object_get(expect, "u_after") && !json_object_get(expect, "outcomes"))
        ask_without(q, golden, "system", NULL);
}

static const json_t *find_case(const json_t *cases, const char *id) {
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *one = json_array_get(cases, i);
        if (!strcmp(json_string_value(json_object_get(one, "id")), id)) return one;
    }
    return NULL;
}

// A case says its arrays, or whose arrays are its own.
static void ask_sweep(questions *q, const json_t *cases, const json_t *golden) {
    const char *same = json_string_value(json_object_get(golden, "same_as"));
    const json_t *source = same ? find_case(cases, same) : golden;
    for (int i = 0; source && i < CHAIN_POINTS; i++)
        ask(q, chain_problem(golden, i), golden, json_object_get(source, "expect"), i);
}

static questions ask_file(const json_t *document, const char *name, tally *t) {
    questions q = {0};
    const json_t *cases = json_object_get(document, "cases"), *spots = json_object_get(document, "spots");
    for (size_t i = 0; i < json_array_size(spots); i++)
        ask(&q, chain_spot_problem(json_array_get(spots, i)), json_array_get(spots, i), NULL, -2);
    for (size_t i = 0; i < json_array_size(cases); i++) {
        if (!strcmp(name, "chain_three_link"))
            ask_sweep(&q, cases, json_array_get(cases, i));
        else
            ask_case(&q, json_array_get(cases, i), t);
    }
    return q;
}

static void must_gain(const char *id, const json_t *answer, comparison *c) {
    const json_t *broken = json_object_get(answer, "broken");
    const double dE = json_number_value(json_object_get(answer, "dE"));
    const bool said = json_array_size(broken) == 1 && !strcmp(json_string_value(json_array_get(broken, 0)), "dE>0");
    printf("%s: %lld solution, dE = %+.4f J\n", id, json_integer_value(json_object_get(answer, "solutions")), dE);
    if (!said || !(dE > 0.0)) differ(c, "the energy gain is not said");
}

static void judge(const question *q, const json_t *answer, tally *t) {
    const char *id = json_string_value(json_object_get(q->problem, "id"));
    comparison c = q->entry == -2   ? compare_spot(q->golden, answer)
                   : q->entry == -1 ? compare_many(q->golden, answer)
                                    : compare_chain(q->golden, q->expect, q->entry, answer);
    t->run++;
    if (!strncmp(id, "gain-", 5)) must_gain(id, answer, &c);
    char reason[1024];
    const bool disputed = golden_disputed(id, reason, sizeof reason);
    if (disputed && c.why[0]) {
        t->disputed++;
        printf("DISPUTED %s: %s (%s)\n", id, c.why, reason);
    } else if (disputed || c.why[0]) {
        t->failed++;
        printf("FAILED   %s: %s\n", id, disputed ? "passes, so it is no longer disputed; strike it" : c.why);
    } else if (c.error >= t->worst) {
        t->worst = c.error;
        snprintf(t->worst_id, sizeof t->worst_id, "%s", id);
    }
}

static bool write_questions(const questions *q, char *path) {
    strcpy(path, "/tmp/carom-many-XXXXXX");
    const int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    for (size_t i = 0; file && i < q->count; i++) {
        json_dumpf(q->at[i].problem, file, JSON_COMPACT | JSON_REAL_PRECISION(17));
        fputc('\n', file);
    }
    return file && fclose(file) == 0;
}

static bool run(const char *carom, const questions *q, tally *t) {
    char path[64], command[8192], *line = NULL;
    size_t room = 0;
    if (!write_questions(q, path)) return false;
    snprintf(command, sizeof command, "'%s' impact --jsonl '%s'", carom, path);
    FILE *answers = popen(command, "r");
    bool whole = answers;
    for (size_t i = 0; whole && i < q->count; i++) {
        json_error_t error;
        json_t *answer = getline(&line, &room, answers) < 0 ? NULL : json_loads(line, 0, &error);
        whole = answer;
        if (whole) judge(&q->at[i], answer, t);
        json_decref(answer);
    }
    if (answers && pclose(answers) != 0) whole = false;
    if (!whole) printf("FAILED   the command did not answer every problem, or did not exit with 0\n");
    free(line);
    unlink(path);
    return whole;
}

static bool run_file(const char *carom, const char *name) {
    tally t = {.worst_id = "-"};
    json_t *document = golden_load(name, CAROM_ROOT "/tests/golden");
    if (!document) return false;
    questions q = ask_file(document, name, &t);
    const bool whole = run(carom, &q, &t);
    printf("%-16s %6d run, %d skipped, %d disputed, %d failed; worst error %.2g of the tolerance (%s)\n", name, t.run,
           t.skipped, t.disputed, t.failed, t.worst, t.worst_id);
    for (size_t i = 0; i < q.count; i++) json_decref(q.at[i].problem);
    free(q.at);
    json_decref(document);
    return whole && t.failed == 0 && t.run > 0;
}

int main(int argc, char **argv) {
    bool passed = argc > 2;
    for (int i = 2; i < argc; i++) passed = run_file(argv[1], argv[i]) && passed;
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
