// Feeds golden cases through `carom solve --jsonl` and compares the answers at each case's own tolerance.
//   golden CAROM FILE... : the command under test, and files of tests/golden or tests/compliant/golden.
// Cases of laws or dimensions that the registry does not have are counted as skipped. disputed.txt lists cases whose
// expected numbers we can prove wrong: they must go on failing, or the dispute is over and its line must go.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/carom.h"
#include "carom/compliant.h"
#include "compare.h"
#include "support/golden.h"

typedef struct {
    int run, skipped, failed, disputed;
    double worst; // error / tolerance over the cases that pass
    const char *worst_id;
} tally;

static const carom_law *law_of(const json_t *golden) {
    static carom_modules modules[] = {
        &carom_module_core,
#ifdef CAROM_WITH_COMPLIANT
        &carom_module_compliant,
#endif
        NULL,
    };
    return carom_law_find_in(modules, json_string_value(json_object_get(golden, "law")));
}

static bool in_registry(const json_t *golden) {
    const carom_law *law = law_of(golden);
    const unsigned needs = json_array_size(json_object_get(golden, "v")) == 3 ? CAROM_SPACE : CAROM_PLANE;
    return law && (law->dims & needs);
}

// A case of a device carries notes among its parameters, which restate others (zeta, chi, Poisson's nu, ...) and are
// not the law's; mu stays, for hertz takes mu = 0.
static json_t *problem_of(const json_t *golden) {
    const carom_law *law = law_of(golden);
    json_t *problem = json_deep_copy(golden), *params = json_object_get(problem, "params"), *value;
    const char *name;
    void *next;
    if (strcmp(law->module, "compliant")) return problem;
    json_object_foreach_safe(params, next, name, value) {
        const carom_param_info *row = carom_law_param_find(law, name);
        if (!row || !(((law->reads | CAROM_PARAM_BIT(mu)) >> row->number) & 1))
            json_object_del(params, name);
    }
    return problem;
}

// All cases the registry can answer, one a line, into a temporary file; returns its name.
static bool write_problems(const json_t *cases, tally *t, char *path) {
    strcpy(path, "/tmp/carom-golden-XXXXXX");
    const int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file) {
        perror(path);
        return false;
    }
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *golden = json_array_get(cases, i);
        if (!in_registry(golden)) {
            t->skipped++;
            continue;
        }
        json_t *problem = problem_of(golden);
        json_dumpf(problem, file, JSON_COMPACT | JSON_REAL_PRECISION(17));
        fputc('\n', file);
        json_decref(problem);
    }
    return fclose(file) == 0;
}

static void judge(const json_t *golden, const json_t *answer, tally *t) {
    const char *id = json_string_value(json_object_get(golden, "id"));
    const comparison c =
        strcmp(law_of(golden)->module, "compliant") ? compare_case(golden, answer) : compare_device(golden, answer);
    char reason[1024];
    const bool disputed = golden_disputed(id, reason, sizeof reason), failed = c.why[0];
    t->run++;
    if (disputed && failed) {
        t->disputed++;
        printf("DISPUTED %s: %s\n         %s\n", id, c.why, reason);
    } else if (disputed || failed) {
        t->failed++;
        printf("FAILED   %s: %s\n", id,
               failed ? c.why : "passes, so it is no longer disputed; strike it from disputed.txt");
    } else if (c.error >= t->worst) {
        t->worst = c.error;
        t->worst_id = id;
    }
}

// Reads the answers in the order the problems went out.
static bool read_answers(FILE *answers, const json_t *cases, tally *t) {
    char *line = NULL;
    size_t room = 0;
    bool whole = true;
    for (size_t i = 0; whole && i < json_array_size(cases); i++) {
        const json_t *golden = json_array_get(cases, i);
        if (!in_registry(golden)) continue;
        json_error_t error;
        json_t *answer = getline(&line, &room, answers) < 0 ? NULL : json_loads(line, 0, &error);
        whole = answer;
        if (whole)
            judge(golden, answer, t);
        else
            printf("FAILED   %s: no answer\n", json_string_value(json_object_get(golden, "id")));
        json_decref(answer);
    }
    whole = whole && getline(&line, &room, answers) < 0;
    free(line);
    return whole;
}

static bool run_cases(const char *carom, const json_t *cases, tally *t) {
    char path[64], command[8192];
    if (!write_problems(cases, t, path)) return false;
    snprintf(command, sizeof command, "'%s' solve --jsonl '%s'", carom, path);
    FILE *answers = popen(command, "r");
    bool whole = answers && read_answers(answers, cases, t);
    if (answers && pclose(answers) != 0) whole = false;
    unlink(path);
    if (!whole) printf("FAILED   the command did not answer every problem, or did not exit with 0\n");
    return whole;
}

static bool run_file(const char *carom, const char *name) {
    tally t = {.worst_id = "-"};
    char path[4096];
    snprintf(path, sizeof path, CAROM_ROOT "/tests/golden/%s.json", name);
    json_t *document = golden_load(name, access(path, R_OK) ? CAROM_ROOT "/tests/compliant/golden" //
                                                            : CAROM_ROOT "/tests/golden");
    if (!document) return false;
    const bool whole = run_cases(carom, json_object_get(document, "cases"), &t);
    printf("%-14s %5d run, %5d skipped, %d disputed, %d failed; worst error %.2g of the tolerance (%s)\n", name, t.run,
           t.skipped, t.disputed, t.failed, t.worst, t.worst_id);
    json_decref(document);
    return whole && t.failed == 0;
}

int main(int argc, char **argv) {
    bool passed = argc > 2;
    for (int i = 2; i < argc; i++) passed = run_file(argv[1], argv[i]) && passed;
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
