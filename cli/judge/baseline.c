// Compares a run with the JSON of an earlier one.
#include <math.h>
#include <string.h>

#include "cli/judge/report.h"
#include "mods/scenario/json.h"

// Velocities that differ by no more than this share of the speed before the impact count as equal. Engines repeat their
// results exactly, but an engine with single precision writes its numbers to 1e-7.
#define SAME 1e-6

enum { MOST_LISTED = 20 };

typedef struct {
    FILE *file;
    long changes, listed;
} changes;

// Starts a line that reports a change. Returns false if enough changes are listed already.
static bool lists(changes *c) {
    c->changes++;
    if (c->listed >= MOST_LISTED) return false;
    c->listed++;
    return true;
}

static const char *text_of(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "none";
}

static void compare_law(changes *c, const char *where, const json_t *before, const json_t *now) {
    const char *was = text_of(before, "nearest"), *is = text_of(now, "nearest");
    if (strcmp(was, is) != 0 && lists(c)) fprintf(c->file, "  nearest law in %s: %s before, now %s\n", where, was, is);
}

// Lists the counts of the score, such as the number of cases that gain energy.
static void compare_counts(changes *c, const json_t *before, json_t *now) {
    const char *key;
    json_t *value;
    json_object_foreach(now, key, value) {
        const json_t *is = json_object_get(value, "cases"),
                     *was = json_object_get(json_object_get(before, key), "cases");
        if (!is || !was || json_integer_value(is) == json_integer_value(was)) continue;
        if (lists(c))
            fprintf(c->file, "  %s: %lld cases before, now %lld\n", key, (long long)json_integer_value(was),
                    (long long)json_integer_value(is));
    }
}

// Reads the velocities of the earlier run. Returns false if they do not belong to this case.
static bool speeds_of(const carom_judge_case *c, const json_t *all, carom_judge_speeds *u) {
    if (!json_is_array(all) || json_array_size(all) != (size_t)c->body_count) return false;
    for (int i = 0; i < c->body_count; i++) {
        const json_t *one = json_array_get(all, (size_t)i);
        const size_t count = json_array_size(one);
        if (count != 3 && count != 6) return false;
        u[i] = (carom_judge_speeds){{0}};
        for (size_t k = 0; k < count; k++)
            u[i].at[count == 3 && k == 2 ? 5 : k] = json_number_value(json_array_get(one, k));
    }
    return true;
}

static void compare_number(changes *c, const char *id, const char *what, double was, double is) {
    if (isnan(was) || isnan(is) || fabs(is - was) <= SAME * fmax(1.0, fabs(was)) || !lists(c)) return;
    fprintf(c->file, "  %s: %s was %.9g, now %.9g\n", id, what, was, is);
}

static double number_of(const json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static void compare_case(changes *c, const carom_judge_case *asked, const carom_judge_result *x, const json_t *before) {
    const char *was = text_of(before, "status"), *is = carom_judge_said_name(x->reply.said);
    carom_judge_speeds u[CAROM_JUDGE_BODIES];
    if (strcmp(was, is) != 0) {
        if (lists(c)) fprintf(c->file, "  %s: %s before, now %s\n", asked->id, was, is);
    } else if (x->reply.said == CAROM_JUDGE_RAN) {
        compare_number(c, asked->id, "the highest energy", number_of(before, "highest"), x->reply.highest);
        compare_number(c, asked->id, "the last energy", number_of(before, "last"), x->reply.last);
    } else if (x->reply.said == CAROM_JUDGE_MOVES && speeds_of(asked, json_object_get(before, "u"), u)) {
        const double apart = carom_judge_apart(asked, u, x->reply.u) / carom_judge_size_before(asked);
        if (!(apart <= SAME) && lists(c))
            fprintf(c->file, "  %s: the velocities differ by %.2g of the speed before the impact\n", asked->id, apart);
    }
}

static const json_t *case_of(const json_t *cases, const char *id) {
    for (size_t i = 0; i < json_array_size(cases); i++)
        if (!strcmp(text_of(json_array_get(cases, i), "id"), id)) return json_array_get(cases, i);
    return NULL;
}

long carom_judge_changes(const carom_judge_run *run, const json_t *before, const json_t *now, FILE *file) {
    const json_t *old = json_object_get(before, "cases"), *was = json_object_get(before, "score");
    json_t *is = json_object_get(now, "score");
    changes c = {.file = file};
    size_t compared = 0;
    if (!json_is_array(old) || !json_is_object(was)) return -1;
    compare_law(&c, "2D", json_object_get(was, "plane"), json_object_get(is, "plane"));
    compare_law(&c, "3D", json_object_get(was, "space"), json_object_get(is, "space"));
    if (json_array_size(old) == run->cases->count) compare_counts(&c, was, is);
    for (size_t i = 0; i < run->cases->count; i++) {
        const json_t *one = case_of(old, run->cases->at[i].id);
        if (!one) continue; // a new case is not a change of the engine
        compared++;
        compare_case(&c, &run->cases->at[i], &run->at[i], one);
    }
    if (c.changes > c.listed) fprintf(file, "  and %ld more\n", c.changes - c.listed);
    fprintf(file, "%zu of %zu cases compared, %ld changes\n", compared, run->cases->count, c.changes);
    return c.changes;
}
