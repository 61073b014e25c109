#include "support/golden.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/worst.h"

json_t *golden_load(const char *copies, const char *name) {
    const char *more = getenv("CAROM_GOLDEN");
    char path[4096];
    json_error_t error;
    snprintf(path, sizeof path, "%s/%s.json", more ? more : "", name);
    if (!more || access(path, R_OK)) snprintf(path, sizeof path, CAROM_ROOT "/tests/%s/%s.json", copies, name);
    if (more) printf("CAROM_GOLDEN is set: reading %s\n", path);
    json_t *document = json_load_file(path, 0, &error);
    if (!document) fprintf(stderr, "%s: line %d: %s\n", path, error.line, error.text);
    return document;
}

const char *golden_text(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

double golden_real(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

int golden_reals(const json_t *value, double *out, int most) {
    int count = 0;
    if (json_is_number(value) && most > 0) {
        *out = json_number_value(value);
        return 1;
    }
    for (size_t i = 0; i < json_array_size(value); i++)
        count += golden_reals(json_array_get(value, i), out + count, most - count);
    return count;
}

double golden_largest(const json_t *value) {
    double most = fabs(json_number_value(value));
    for (size_t i = 0; i < json_array_size(value); i++) most = fmax(most, golden_largest(json_array_get(value, i)));
    return most;
}

// Only the first reason is kept.
void golden_differ(golden_case *c, const char *format, ...) {
    if (c->why[0]) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->why, sizeof c->why, format, arguments);
    va_end(arguments);
}

void golden_near(golden_case *c, const char *what, double got, double wanted, double allowed) {
    const double error = fabs(got - wanted) / allowed;
    c->numbers++;
    carom_worsen(&c->error, error);
    if (!(error <= 1.0))
        golden_differ(c, "%s is %.17g, wanted %.17g: %.3g times the tolerance", what, got, wanted, error);
}

void golden_json(golden_case *c, const char *what, const json_t *got, const json_t *wanted, double allowed) {
    if (json_is_number(wanted) && json_is_number(got)) {
        golden_near(c, what, json_number_value(got), json_number_value(wanted), allowed);
    } else if (json_is_array(wanted) && json_is_array(got)) {
        if (json_array_size(wanted) != json_array_size(got)) golden_differ(c, "%s has the wrong length", what);
        for (size_t i = 0; i < json_array_size(wanted); i++)
            golden_json(c, what, json_array_get(got, i), json_array_get(wanted, i), allowed);
    } else if (!json_equal((json_t *)(size_t)wanted, (json_t *)(size_t)got)) {
        golden_differ(c, "%s is not as wanted", what);
    }
}

double golden_apart(const json_t *a, const json_t *b) {
    if (json_is_number(a) && json_is_number(b)) return fabs(json_number_value(a) - json_number_value(b));
    if (!json_is_array(a) || !json_is_array(b) || json_array_size(a) != json_array_size(b)) return HUGE_VAL;
    double most = 0.0;
    for (size_t i = 0; i < json_array_size(a); i++)
        most = fmax(most, golden_apart(json_array_get(a, i), json_array_get(b, i)));
    return most;
}

// Returns true if tests/golden/disputed.txt lists this id, and copies its reason.
static bool is_disputed(const char *id, char *reason, size_t size) {
    FILE *file = fopen(CAROM_ROOT "/tests/golden/disputed.txt", "r");
    char line[1024];
    bool found = false;
    reason[0] = 0;
    while (file && !found && fgets(line, sizeof line, file)) {
        const size_t length = strcspn(line, " \n");
        found = line[0] != '#' && length == strlen(id) && !strncmp(line, id, length);
        if (found) snprintf(reason, size, "%s", line + length + strspn(line + length, " "));
    }
    if (file) fclose(file);
    reason[strcspn(reason, "\n")] = 0;
    return found;
}

void golden_judge(golden_tally *t, const char *id, const golden_case *c) {
    char reason[1024];
    const bool disputed = is_disputed(id, reason, sizeof reason), failed = c->why[0];
    t->cases++;
    t->numbers += c->numbers;
    if (disputed && failed) {
        t->disputed++;
        printf("DISPUTED %s: %s\n         %s\n", id, c->why, reason);
    } else if (disputed || failed) {
        t->failed++;
        printf("FAILED   %s: %s\n", id,
               failed ? c->why : "passes, so it is no longer disputed; strike it from disputed.txt");
    } else if (c->error >= t->worst) {
        t->worst = c->error;
        snprintf(t->worst_id, sizeof t->worst_id, "%s", id);
    }
}

bool golden_report(const golden_tally *t, int least_cases, int least_numbers) {
    printf("%-22s %5d cases, %6d numbers, %d skipped, %d disputed, %d failed; worst error %.2g of the tolerance (%s)\n",
           t->name, t->cases, t->numbers, t->skipped, t->disputed, t->failed, t->worst, t->worst_id);
    const bool enough = t->cases >= least_cases && t->numbers >= least_numbers;
    if (!enough)
        printf("FAILED   %s: the file has %d cases and %d numbers to compare\n", t->name, least_cases, least_numbers);
    return enough && t->failed == 0 && least_cases > 0;
}

// Renames the keys that carom calls otherwise, so that golden files keep the names of their origin.
static json_t *renamed(json_t *object) {
    static const char *const names[][2] = {
        {"wN", "normal"}, {"wT", "tangent"}, {"wU", "tangent2"}, {"of", "ratio_kind"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!json_object_get(object, names[i][0])) continue;
        json_object_set(object, names[i][1], json_object_get(object, names[i][0]));
        json_object_del(object, names[i][0]);
    }
    return object;
}

// Returns the keys of a golden case that form a problem for `carom solve`, without the expected results. For one
// contact with a given W these are only the first five keys. With "planted" a single contact is solved as a system.
static json_t *problem_of(const json_t *one, bool several) {
    static const char *const keys[] = {"id",      "law",      "params",    "W",         "v",
                                       "dim",     "system",   "chain",     "mechanism", "bodies",
                                       "contact", "contacts", "colliding", "planted",   "P"};
    const bool numbers = !several && json_object_get(one, "W");
    const size_t count = numbers ? 5 : sizeof keys / sizeof *keys;
    json_t *problem = json_object();
    for (size_t k = 0; k < count; k++)
        if (json_object_get(one, keys[k]))
            json_object_set_new(problem, keys[k], renamed(json_deep_copy(json_object_get(one, keys[k]))));
    if (several && !json_object_get(problem, "planted")) json_object_set_new(problem, "planted", json_array());
    return problem;
}

static bool write_problems(const json_t *problems, bool several, char *path) {
    const int descriptor = mkstemp(path);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    for (size_t i = 0; file && i < json_array_size(problems); i++) {
        json_t *problem = problem_of(json_array_get(problems, i), several);
        json_dumpf(problem, file, JSON_COMPACT | JSON_REAL_PRECISION(17));
        fputc('\n', file);
        json_decref(problem);
    }
    return file && fclose(file) == 0;
}

bool golden_ask(const char *carom, bool several, const json_t *problems, golden_taker *take, void *user) {
    char path[] = "/tmp/carom-golden-XXXXXX", command[8192], *line = NULL;
    size_t room = 0;
    if (!write_problems(problems, several, path)) return false;
    snprintf(command, sizeof command, "'%s' solve --jsonl '%s'", carom, path);
    FILE *answers = popen(command, "r");
    bool whole = answers;
    for (size_t i = 0; whole && i < json_array_size(problems); i++) {
        json_error_t error;
        json_t *answer = getline(&line, &room, answers) < 0 ? NULL : json_loads(line, 0, &error);
        whole = answer;
        if (whole) take(user, i, answer);
        json_decref(answer);
    }
    whole = whole && getline(&line, &room, answers) < 0;
    if (answers && pclose(answers) != 0) whole = false;
    if (!whole) printf("FAILED   the command did not answer every problem, or did not exit with 0\n");
    free(line);
    unlink(path);
    return whole;
}
