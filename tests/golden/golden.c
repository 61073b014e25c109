// Solves golden cases by the command and compares the results with the expected ones. Each case has its own tolerance.
// Cases of laws or dimensions that this build does not have are counted as skipped.
// Usage: golden CAROM FILE..., where CAROM is the command and FILE a name in the table `files`
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "cases.h"

// A problem for the command, and the expected result.
typedef struct {
    const json_t *golden, *expect;
    int entry; // the entry of a sweep; -1 for a plain case, -2 for a spot
} question;

typedef struct {
    const struct golden_file *file;
    golden_tally tally;
    json_t *problems;
    question *at;
    size_t room;
} run;

typedef void asker(run *r, const json_t *document);
typedef golden_case comparer(const question *q, const json_t *answer);

// How to solve and compare the cases of a file. Tolerances are relative to the larger of 1 and the largest expected
// number. Computed numbers have tolerances from 1e-12 to 1e-9. For a printed table the tolerance follows from its
// digits.
struct golden_file {
    const char *name, *folder;
    bool several; // contacts
    asker *ask;
    comparer *compare;
    int cases, numbers; // in tests/golden; the test fails if fewer are compared
};

static void add(run *r, json_t *problem, const json_t *golden, const json_t *expect, int entry) {
    const size_t count = json_array_size(r->problems);
    if (count == r->room) {
        r->room = r->room ? 2 * r->room : 256;
        r->at = realloc(r->at, r->room * sizeof *r->at);
        if (!r->at) exit(EXIT_FAILURE);
    }
    r->at[count] = (question){golden, expect, entry};
    json_array_append_new(r->problems, problem);
}

static carom_modules modules[] = {
    &carom_module_core,
#ifdef CAROM_WITH_COMPLIANT
    &carom_module_compliant,
#endif
    NULL,
};

// ---- One contact ---------------------------------------------------------------------------------------------------

// Returns the law of a case; NULL if this build has no such law for the dimension.
static const carom_law *law_of(const json_t *golden) {
    const unsigned needs = json_array_size(json_object_get(golden, "v")) == 3 ? CAROM_3D : CAROM_2D;
    const carom_law *law = carom_law_find(modules, golden_text(golden, "law"), CAROM_ONE_CONTACT);
    return law && (law->solves & needs) ? law : NULL;
}

// Adds the required coefficients that a case of a contact model omits: mu = 0, and 1 for the others. The expected
// numbers were computed with these values or do not depend on them.
static void state_what_is_left_out(const carom_law *law, json_t *params) {
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = (carom_law_reads(law) >> i) & 1 ? carom_law_coefficient(law, i) : NULL;
        if (!carom_param_required(row) || row->kind == CAROM_LIST || json_object_get(params, row->name)) continue;
        json_object_set_new(params, row->name, json_real(i == CAROM_PARAM_mu ? 0.0 : 1.0));
    }
}

// Returns the problem of a case. The parameters of a contact-model case contain notes such as zeta, chi or Poisson's
// ratio nu, which the law does not read. They are removed, except mu, because hertz accepts mu = 0.
static json_t *problem_of(const json_t *golden, const carom_law *law) {
    json_t *problem = json_deep_copy(golden), *params = json_object_get(problem, "params"), *value;
    const char *name;
    void *next;
    if (strcmp(law->module, "compliant")) return problem;
    json_object_foreach_safe(params, next, name, value) {
        const carom_coefficient *row = carom_law_find_coefficient(law, name);
        if (!row || !(((carom_law_reads(law) | CAROM_PARAM_BIT(mu)) >> row->number) & 1)) json_object_del(params, name);
    }
    state_what_is_left_out(law, params);
    return problem;
}

static void ask_one(run *r, const json_t *document) {
    const json_t *cases = json_object_get(document, "cases");
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *golden = json_array_get(cases, i);
        const carom_law *law = law_of(golden);
        if (law)
            add(r, problem_of(golden, law), golden, NULL, -1);
        else
            r->tally.skipped++;
    }
}

static void ask_engine_laws(run *r, const json_t *document) {
    const json_t *cases = json_object_get(document, "cases");
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *golden = json_array_get(cases, i);
        json_t *problem = json_deep_copy(golden);
        json_object_del(problem, "query"); // another test compares all solutions
        add(r, problem, golden, NULL, -1); // the command rejects an unknown law, and the case fails
    }
}

static golden_case judge_one(const question *q, const json_t *answer) {
    return compare_one(q->golden, answer);
}

static golden_case judge_engine_law(const question *q, const json_t *answer) {
    return compare_engine_law(q->golden, answer);
}

static golden_case judge_device(const question *q, const json_t *answer) {
    return compare_device(q->golden, answer);
}

// ---- Several contacts ----------------------------------------------------------------------------------------------

// A case with a system and W is solved three times: as it is, with the system only, and with W only.

static void add_without(run *r, const json_t *golden, const char *one, const char *other) {
    json_t *copy = json_copy((json_t *)(size_t)golden);
    json_object_del(copy, one);
    if (other) json_object_del(copy, other);
    add(r, copy, golden, NULL, -1);
}

static void ask_system(run *r, const json_t *golden) {
    add(r, json_copy((json_t *)(size_t)golden), golden, NULL, -1);
    if (!json_object_get(golden, "system") || !json_object_get(golden, "W")) return;
    add_without(r, golden, "W", "v");
    // u_after requires the system, so W alone is used only if the case does not expect u_after.
    const json_t *expect = json_object_get(golden, "expect");
    if (!json_object_get(expect, "u_after") && !json_object_get(expect, "outcomes"))
        add_without(r, golden, "system", NULL);
}

static void ask_many(run *r, const json_t *document) {
    const json_t *cases = json_object_get(document, "cases");
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *golden = json_array_get(cases, i);
        const char *single = golden_text(json_object_get(golden, "params"), "single");
        if (!single || carom_law_find(NULL, single, CAROM_ONE_CONTACT))
            ask_system(r, golden);
        else
            r->tally.skipped++;
    }
}

// Checks that the result of a gain-* case reports an energy gain. These cases prove that the Poisson law for several
// contacts can gain energy even if its solution is unique.
static void must_gain(const char *id, const json_t *answer, golden_case *c) {
    const json_t *broken = json_object_get(answer, "violations");
    const double dE = golden_real(answer, "dE");
    const bool said = json_array_size(broken) == 1 && !strcmp(json_string_value(json_array_get(broken, 0)), "dE>0");
    printf("%s: %lld solution, dE = %+.4f J\n", id, json_integer_value(json_object_get(answer, "solution_count")), dE);
    if (!said || !(dE > 0.0)) golden_differ(c, "the energy gain is not said");
}

static golden_case judge_many(const question *q, const json_t *answer) {
    golden_case c = compare_many(q->golden, answer);
    const char *id = golden_text(q->golden, "id");
    if (!strncmp(id, "gain-", 5)) must_gain(id, answer, &c);
    return c;
}

// ---- The three-link chain ------------------------------------------------------------------------------------------

// A spot compares W and v at one angle; a sweep compares results at 361 angles. A sweep contains its expected arrays,
// or names in same_as the case that contains them.

static const json_t *expect_of(const json_t *cases, const json_t *golden) {
    const char *same = golden_text(golden, "same_as");
    for (size_t i = 0; same && i < json_array_size(cases); i++)
        if (!strcmp(golden_text(json_array_get(cases, i), "id"), same))
            return json_object_get(json_array_get(cases, i), "expect");
    return json_object_get(golden, "expect");
}

static void ask_chain(run *r, const json_t *document) {
    const json_t *cases = json_object_get(document, "cases"), *spots = json_object_get(document, "spots");
    for (size_t i = 0; i < json_array_size(spots); i++)
        add(r, chain_spot_problem(json_array_get(spots, i)), json_array_get(spots, i), NULL, -2);
    for (size_t i = 0; i < json_array_size(cases); i++) {
        const json_t *golden = json_array_get(cases, i), *expect = expect_of(cases, golden);
        for (int k = 0; expect && k < CHAIN_POINTS; k++) add(r, chain_problem(golden, k), golden, expect, k);
    }
}

static golden_case judge_chain(const question *q, const json_t *answer) {
    return q->entry == -2 ? compare_spot(q->golden, answer) : compare_chain(q->golden, q->expect, q->entry, answer);
}

static const struct golden_file files[] = {
    {"wang_mason", "golden", false, ask_one, judge_one, 597, 2985},
    {"shen_townsend", "golden", false, ask_one, judge_one, 45, 225},
    {"random2d", "golden", false, ask_one, judge_one, 1098, 5490},
    {"chatterjee", "golden", false, ask_one, judge_one, 338, 1894},
    {"payr_glocker", "golden", false, ask_one, judge_one, 292, 1462},
    {"routh3d", "golden", false, ask_one, judge_one, 222, 1770},
    {"engine_laws", "golden", false, ask_engine_laws, judge_engine_law, 403, 2286},
    {"restitution_1d", "compliant/golden", false, ask_one, judge_device, 69, 345},
    {"compliant_2d", "compliant/golden", false, ask_one, judge_device, 119, 590},
    {"compliant_3d", "compliant/golden", false, ask_one, judge_device, 42, 294},
    {"hertz_mindlin", "compliant/golden", false, ask_one, judge_device, 76, 380},
    {"modal", "compliant/golden", false, ask_one, judge_device, 42, 146},
    {"multi_hm", "golden", true, ask_many, judge_many, 138, 1426},
    {"multi_lcp", "golden", true, ask_many, judge_many, 163, 3216},
    {"multi_poisson", "golden", true, ask_many, judge_many, 176, 3410},
    {"sequences", "golden", true, ask_many, judge_many, 60, 1800},
    {"mechanism", "golden", true, ask_many, judge_many, 136, 1985},
    {"chain_three_link", "golden", true, ask_chain, judge_chain, 2537, 22817},
};

static const struct golden_file *find_file(const char *name) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!strcmp(files[i].name, name)) return &files[i];
    printf("no golden file is called %s\n", name);
    return NULL;
}

static void take(void *user, size_t index, const json_t *answer) {
    run *r = user;
    const char *id = golden_text(json_array_get(r->problems, index), "id");
    const golden_case c = r->file->compare(&r->at[index], answer);
    golden_judge(&r->tally, id, &c);
}

static bool run_file(const char *carom, const char *name) {
    const struct golden_file *file = find_file(name);
    json_t *document = file ? golden_load(file->folder, name) : NULL;
    if (!document) return false;
    run r = {.file = file, .tally = {.name = name, .worst_id = "-"}, .problems = json_array()};
    file->ask(&r, document);
    const bool whole = golden_ask(carom, file->several, r.problems, take, &r);
    const bool passed = golden_report(&r.tally, file->cases, file->numbers) && whole;
    json_decref(r.problems);
    free(r.at);
    json_decref(document);
    return passed;
}

int main(int argc, char **argv) {
    bool passed = argc > 2;
    for (int i = 2; i < argc; i++) passed = run_file(argv[1], argv[i]) && passed;
    return passed ? EXIT_SUCCESS : EXIT_FAILURE;
}
