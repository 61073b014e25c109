// Tests the functions that search for counterexamples in small integers. A reported counterexample is solved again and
// must give the reported result. A search can be interrupted at any size, and invalid searches are rejected.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/systems.h"
#include "cli/counterexample/counterexample.h"
#include "support/cmocka.h"
#include "support/laws.h"

static bool never(void *context, int size, uint64_t asked) {
    (void)context, (void)size, (void)asked;
    return false;
}

static bool until(void *context, int size, uint64_t asked) {
    (void)size;
    return asked < *(const uint64_t *)context;
}

static carom_status search(const carom_system_search *s, carom_system_finding *found) {
    const size_t bytes = carom_search_memory(s);
    void *memory = malloc(bytes + 1);
    const carom_status status = carom_search_method(s, memory, bytes, found);
    free(memory);
    return status;
}

// Solves the reported counterexample again and compares the results bit for bit.
static void holds_again(const carom_system_search *s, const carom_system_finding *f) {
    const carom_system system = {.nc = 2, .dim = 2, .W = f->W, .v = f->v};
    carom_system_params p = carom_system_params_default(f->params);
    carom_system_result out;
    p.single = s->single;
    const size_t bytes = carom_system_memory_size(s->method, &system, &p);
    void *memory = malloc(bytes);
    assert_int_equal(carom_system_solve(s->method, &system, &p, memory, bytes, &out), f->status);
    assert_int_equal(out.violations, f->broken);
    assert_int_equal(out.solution_count, f->solutions);
    for (int i = 0; i < 4 && carom_status_classify(f->status) == CAROM_CLASS_OK; i++)
        assert_true(out.P[i] == f->P[i] && out.v[i] == f->after[i]);
    free(memory);
}

static void methods_break_what_they_do_not_promise(void **state) {
    (void)state;
    const unsigned promises[] = {CAROM_GUARANTEE_DISSIPATIVE, CAROM_GUARANTEE_COULOMB, CAROM_GUARANTEE_NONPENETRATING,
                                 CAROM_GUARANTEE_UNIQUE};
    int found = 0, searched = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_SYSTEMS); k++) {
        for (size_t i = 0; i < sizeof promises / sizeof *promises; i++) {
            const carom_law *method = carom_law_at(NULL, k, CAROM_SYSTEMS);
            carom_system_search s = carom_default_system_search(method, promises[i]);
            carom_system_finding f;
            uint64_t most = 6000;
            s.single = method->system->needs & CAROM_NEEDS_SINGLE ? &carom_law_whittaker : NULL;
            s.tell = until;
            s.context = &most;
            assert_int_equal(search(&s, &f), CAROM_OK);
            searched++;
            assert_true(f.looked.asked > 0 && f.looked.answered <= f.looked.asked);
            assert_true(f.looked.found || f.looked.interrupted || f.looked.whole == s.to);
            if (f.looked.found) holds_again(&s, &f);
            if (f.looked.found && f.looked.promised) fail_msg("%s breaks what it promises", method->name);
            found += f.looked.found;
        }
    }
    printf("%d searches, %d found something\n", searched, found);
    assert_true(found > 0);
}

static void methods_are_interrupted(void **state) {
    (void)state;
    carom_system_search s =
        carom_default_system_search(carom_law_find(NULL, "glocker", CAROM_SYSTEMS), CAROM_GUARANTEE_COULOMB);
    carom_system_finding f;
    uint64_t some = 2000;
    s.tell = never;
    assert_int_equal(search(&s, &f), CAROM_OK);
    assert_true(f.looked.interrupted && !f.looked.found);
    s.tell = until;
    s.context = &some;
    assert_int_equal(search(&s, &f), CAROM_OK);
    assert_true(f.looked.interrupted && f.looked.asked >= some);
}

static void methods_refuse(void **state) {
    (void)state;
    carom_system_finding f;
    char memory[16];
    const carom_system_search good =
        carom_default_system_search(carom_law_find(NULL, "glocker", CAROM_SYSTEMS), CAROM_GUARANTEE_DISSIPATIVE);
    carom_system_search s = good;
    assert_int_equal(carom_search_memory(NULL), 0);
    assert_int_equal(carom_search_method(NULL, memory, sizeof memory, &f), CAROM_NULL_POINTER);
    assert_int_equal(carom_search_method(&s, memory, sizeof memory, NULL), CAROM_NULL_POINTER);
    assert_int_equal(carom_search_method(&s, NULL, 0, &f), CAROM_NULL_POINTER);
    assert_int_equal(carom_search_method(&s, memory, 1, &f), CAROM_BAD_VALUE);
    s.method = NULL;
    assert_int_equal(carom_search_memory(&s), 0);
    assert_int_equal(search(&s, &f), CAROM_NULL_POINTER);
    const unsigned none[] = {0, CAROM_GUARANTEE_CONTINUOUS, CAROM_GUARANTEE_HOMOGENEOUS,
                             CAROM_GUARANTEE_DISSIPATIVE | CAROM_GUARANTEE_COULOMB};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        s = good;
        s.promise = none[i];
        assert_int_equal(search(&s, &f), CAROM_BAD_VALUE);
    }
    s = good;
    s.from = 5, s.to = 4;
    assert_int_equal(search(&s, &f), CAROM_BAD_VALUE);
    s = good;
    memset(&s.params, 0, sizeof s.params);
    assert_int_equal(search(&s, &f), CAROM_BAD_STRUCT);
    s = good;
    s.method = carom_law_find(NULL, "sequence", CAROM_SYSTEMS);
    assert_int_equal(search(&s, &f), CAROM_NOT_APPLICABLE);
    carom_law absent = *carom_law_find(NULL, "glocker", CAROM_SYSTEMS);
    absent.system = NULL;
    s = good;
    s.method = &absent;
    assert_int_equal(carom_search_method(&s, memory, sizeof memory, &f), CAROM_NOT_APPLICABLE);
}

// Solves the reported counterexample again and checks the violation. For a jump it also solves the neighbouring problem
// with the velocity v_beside.
static void law_holds_again(const carom_search *s, const carom_finding *f) {
    const unsigned bits[] = {[CAROM_GUARANTEE_DISSIPATIVE] = CAROM_VIOLATION_ENERGY,
                             [CAROM_GUARANTEE_COULOMB] = CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL,
                             [CAROM_GUARANTEE_NONPENETRATING] = CAROM_VIOLATION_PENETRATION};
    const size_t dim = (size_t)f->contact.dim;
    carom_result out;
    assert_int_equal(carom_collide(s->law, &f->contact, &f->params, &out), f->outcome.status);
    assert_memory_equal(out.P, f->outcome.P, dim * sizeof(double));
    if (s->promise <= CAROM_GUARANTEE_NONPENETRATING) assert_true(out.violations & bits[s->promise]);
    if (s->promise == CAROM_GUARANTEE_UNIQUE) assert_true(f->outcomes != 1);
    if (s->promise != CAROM_GUARANTEE_CONTINUOUS) return;
    carom_contact beside = f->contact;
    double off = 0.0, size = 0.0, way = 0.0;
    memcpy(beside.v, f->v_beside, sizeof beside.v);
    assert_int_equal(carom_status_classify(carom_collide(s->law, &beside, &f->params, &out)), CAROM_CLASS_OK);
    for (size_t i = 0; i < dim; i++) {
        off += fabs(out.P[i] - f->outcome.P[i]);
        size += fabs(out.P[i]) + fabs(f->outcome.P[i]);
        way += fabs(f->v_beside[i] - f->contact.v[i]);
    }
    // The search requires a jump of 1e-3 of the impulse between velocities that differ by 2^-45 m/s.
    assert_true(off > 1e-4 * size && way < 1e-13);
}

static void laws_break_what_they_do_not_promise(void **state) {
    (void)state;
    int found[CAROM_GUARANTEE_UNIQUE + 1] = {0}, searched = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++)
        for (unsigned promise = 1; promise <= CAROM_GUARANTEE_UNIQUE; promise *= 2) {
            carom_search s = carom_default_search(carom_law_at(NULL, k, CAROM_ONE_CONTACT), promise);
            carom_finding f;
            uint64_t most = 1000;
            s.tell = until;
            s.context = &most;
            assert_int_equal(carom_search_law(&s, &f), CAROM_OK);
            assert_true(f.looked.found || f.looked.interrupted || f.looked.whole == s.to);
            if (f.looked.found) law_holds_again(&s, &f);
            if (f.looked.found && f.looked.promised) fail_msg("%s breaks what it promises", s.law->name);
            searched++;
            found[promise] += f.looked.found;
        }
    printf("%d searches; found:", searched);
    for (unsigned promise = 1; promise <= CAROM_GUARANTEE_UNIQUE; promise *= 2)
        printf(" %d %s", found[promise], carom_enum_name(CAROM_ENUM_GUARANTEE, (int)promise));
    printf("\n");
    assert_true(found[CAROM_GUARANTEE_DISSIPATIVE] && found[CAROM_GUARANTEE_COULOMB] && found[CAROM_GUARANTEE_UNIQUE] &&
                found[CAROM_GUARANTEE_CONTINUOUS]);
}

static void laws_are_searched_and_refuse(void **state) {
    (void)state;
    carom_finding f;
    uint64_t some = 2000;
    carom_search s = carom_default_search(&carom_law_whittaker, CAROM_GUARANTEE_DISSIPATIVE);
    s.dims = CAROM_2D;
    assert_int_equal(carom_search_law(&s, &f), CAROM_OK);
    assert_true(f.looked.found && !f.looked.promised && (f.outcome.violations & CAROM_VIOLATION_ENERGY));
    s.tell = never;
    assert_int_equal(carom_search_law(&s, &f), CAROM_OK);
    assert_true(f.looked.interrupted && !f.looked.found);
    s = carom_default_search(&carom_law_routh, CAROM_GUARANTEE_COULOMB);
    s.tell = until;
    s.context = &some;
    assert_int_equal(carom_search_law(&s, &f), CAROM_OK);
    assert_true(f.looked.interrupted && f.looked.asked >= some);
    // If the law always guarantees the property, `kept` counts every problem, with or without a result.
    carom_search everywhere =
        carom_default_search(carom_law_find(NULL, "impulse-ratio", CAROM_ONE_CONTACT), CAROM_GUARANTEE_NONPENETRATING);
    everywhere.tell = until;
    everywhere.context = &some;
    assert_int_equal(carom_search_law(&everywhere, &f), CAROM_OK);
    assert_true(f.looked.kept == f.looked.asked && f.looked.answered < f.looked.asked);
    assert_int_equal(carom_search_law(NULL, &f), CAROM_NULL_POINTER);
    assert_int_equal(carom_search_law(&s, NULL), CAROM_NULL_POINTER);
    s.dims = 0;
    assert_int_equal(carom_search_law(&s, &f), CAROM_NOT_APPLICABLE);
    s.dims = 8;
    assert_int_equal(carom_search_law(&s, &f), CAROM_BAD_VALUE);
    s = carom_default_search(&carom_law_routh, 0);
    assert_int_equal(carom_search_law(&s, &f), CAROM_BAD_VALUE);
    s = carom_default_search(&carom_law_routh, CAROM_GUARANTEE_UNIQUE);
    s.from = 5, s.to = 4;
    assert_int_equal(carom_search_law(&s, &f), CAROM_BAD_VALUE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_break_what_they_do_not_promise),
        cmocka_unit_test(methods_are_interrupted),
        cmocka_unit_test(methods_refuse),
        cmocka_unit_test(laws_break_what_they_do_not_promise),
        cmocka_unit_test(laws_are_searched_and_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
