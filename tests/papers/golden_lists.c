// Compares the printed list procedure of Hurmuzlu & Marghitu (papers/hm_list.h) with two golden files. One has the lists
// of every stage; the other has a verdict for each case: the lists give the same as the intended inequalities, differ, or
// fail.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "papers/hm_list.h"
#include "support/golden.h"

static carom_list_notes notes;

// A problem with its result. The arrays of `out` lie in `memory`.
typedef struct solved {
    carom_status status;
    carom_system_result out;
    int nc;
    double W[4 * CAROM_LIST_CONTACTS * CAROM_LIST_CONTACTS], v[2 * CAROM_LIST_CONTACTS];
    carom_params contacts[CAROM_LIST_CONTACTS];
    double memory[1 << 16];
} solved;

static bool is_ok(const solved *x) {
    return carom_status_classify(x->status) == CAROM_CLASS_OK;
}

// Solves the problem by the printed lists or by a law of the library. `in` has e, mu, restitution and c.
static void solve(solved *x, const carom_law *law, const json_t *W, const json_t *v, const json_t *in) {
    x->nc = golden_reals(v, x->v, 2 * CAROM_LIST_CONTACTS) / 2;
    golden_reals(W, x->W, 4 * CAROM_LIST_CONTACTS * CAROM_LIST_CONTACTS);
    double mu[CAROM_LIST_CONTACTS];
    const int given = golden_reals(json_object_get(in, "mu"), mu, CAROM_LIST_CONTACTS);
    for (int i = 0; i < x->nc; i++) {
        x->contacts[i] = carom_params_default();
        x->contacts[i].e = golden_real(in, "e");
        x->contacts[i].mu = mu[given > 1 ? i : 0];
        const char *name = golden_text(in, "restitution");
        x->contacts[i].restitution = !strcmp(name, "newton")    ? CAROM_NEWTON
                                     : !strcmp(name, "poisson") ? CAROM_POISSON
                                                                : CAROM_ENERGETIC;
    }
    const carom_system system = {.nc = x->nc, .dim = 2, .W = x->W, .v = x->v};
    carom_system_params params = carom_system_params_default(x->contacts);
    params.striking = (int)golden_real(in, "c");
    x->status = carom_system_solve(law, &system, &params, x->memory, sizeof x->memory, &x->out);
}

static json_t *reals(const double *x, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, json_real(x[i]));
    return list;
}

static json_t *contacts(const int *x, int count) {
    json_t *list = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(list, json_integer(x[i]));
    return list;
}

static void compare(golden_case *c, const char *what, json_t *got, const json_t *wanted, double allowed) {
    golden_json(c, what, got, wanted, allowed);
    json_decref(got);
}

// Returns the faults of all stages, such as "Fn<0:1", each once, sorted.
static json_t *faults_of(const solved *x) {
    json_t *all = json_array();
    for (int bit = 1; bit <= CAROM_LIST_SLIP_SIGN; bit *= 2)
        for (int i = 0; i < x->nc; i++)
            for (int k = 0; k < x->out.stages; k++)
                if (notes.stage[k].faults[i] & bit) {
                    json_array_append_new(all,
                                          json_sprintf("%s:%d", bit == CAROM_LIST_PULLS ? "Fn<0" : "slip-sign", i));
                    break;
                }
    return all;
}

static void judge(golden_case *c, const json_t *golden, solved *x) {
    const json_t *in = json_object_get(golden, "inputs"), *expect = json_object_get(golden, "expect");
    const json_t *W = json_object_get(in, "W"), *v = json_object_get(in, "v"), *P = json_object_get(expect, "P");
    const json_t *meant = json_object_get(expect, "P_complementarity");
    const double tol = golden_real(golden, "tol"), allowed = tol * fmax(1.0, golden_largest(P));
    solve(x, &carom_law_hm_differential, W, v, in);
    compare(c, "P of hm-differential", is_ok(x) ? reals(x->out.P, 2 * x->nc) : json_null(), meant,
            tol * fmax(1.0, golden_largest(meant)));
    const carom_list_law lists = carom_hm_list(&notes);
    solve(x, &lists.law, W, v, in);
    const char *status = golden_text(expect, "status");
    if (strcmp(status, "ok")) {
        golden_near(c, "step", notes.step, strstr(status, "step 9") ? 9.0 : 12.0, 0.5);
        return;
    }
    compare(c, "P", reals(x->out.P, 2 * x->nc), P, allowed);
    const json_t *stages = json_object_get(expect, "stages"), *stage;
    size_t k;
    golden_near(c, "stages", x->out.stages, (double)json_array_size(stages), 0.5);
    json_array_foreach(stages, k, stage) {
        if ((int)k >= x->out.stages) break;
        const carom_list_stage *got = &notes.stage[k];
        compare(c, "L_c", contacts(got->joined, got->members), json_object_get(stage, "L_c"), 0.5);
        compare(c, "L_s", contacts(got->slips, got->sliders), json_object_get(stage, "L_s"), 0.5);
        golden_near(c, "eta", x->out.stage[k].eta, golden_real(stage, "eta"), allowed);
    }
    json_t *faults = faults_of(x), *none = json_array();
    const json_t *violation = json_object_get(expect, "violation");
    if (!json_equal(faults, json_is_null(violation) ? none : violation)) golden_differ(c, "other faults of the lists");
    json_decref(faults);
    json_decref(none);
}

static bool stages_agree(solved *x) {
    json_t *file = golden_load("papers/golden", "papers");
    const json_t *golden;
    golden_tally tally = {.name = "hm-list"};
    size_t i;
    json_array_foreach(json_object_get(file, "cases"), i, golden) {
        if (strcmp(golden_text(golden, "kind"), "hm-list")) continue;
        golden_case c = {0};
        judge(&c, golden, x);
        golden_judge(&tally, golden_text(golden, "id"), &c);
    }
    json_decref(file);
    return golden_report(&tally, 32, 500);
}

static bool verdicts_agree(solved *x) {
    static const char *const words[3] = {"same", "differs", "fails"};
    json_t *file = golden_load("golden", "multi_hm");
    const json_t *golden;
    const carom_list_law lists = carom_hm_list(&notes);
    int count = 0, agree[3] = {0};
    size_t i;
    json_array_foreach(json_object_get(file, "cases"), i, golden) {
        const json_t *expect = json_object_get(golden, "expect"), *meant = json_object_get(expect, "P");
        const char *wanted = golden_text(expect, "list_procedure");
        if (!wanted) continue;
        count++;
        solve(x, &lists.law, json_object_get(golden, "W"), json_object_get(golden, "v"),
              json_object_get(golden, "params"));
        // The results of the lists and of the intended inequalities differ by 1e-4 or more, or not at all.
        const double allowed = 1e-7 * fmax(1.0, golden_largest(meant));
        json_t *P = reals(x->out.P, 2 * x->nc);
        const int verdict = !is_ok(x) ? 2 : golden_apart(P, meant) <= allowed ? 0 : 1;
        const bool right = verdict != 1 || golden_apart(P, json_object_get(expect, "list_P")) <= allowed;
        agree[verdict] += right && !strncmp(wanted, words[verdict], strlen(words[verdict]));
        json_decref(P);
    }
    const int all = agree[0] + agree[1] + agree[2];
    printf("%-26s %d of %d verdicts on the lists agree: %d same, %d differ, %d fail\n", "multi_hm", all, count,
           agree[0], agree[1], agree[2]);
    json_decref(file);
    // The copy in this repository has 56 such cases, at least one for each verdict.
    return all == count && count >= 56 && agree[1] && agree[2];
}

int main(void) {
    static solved x;
    const bool fine = stages_agree(&x);
    return verdicts_agree(&x) && fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
