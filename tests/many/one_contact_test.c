// Compares carom_system_solve for systems of one contact with carom_collide. Both have the same results.
// In addition, carom_system_solve rejects two contacts with a law for one contact, and carom_collide rejects a law for
// systems only.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "support/cmocka.h"

#include "carom/systems.h"
#include "support/floor.h"
#include "support/law_count.h"
#include "support/laws.h"
#include "support/params.h"

enum { PROBLEMS = 200 };

static max_align_t room[512];

static void draw(random_stream *r, int dim, carom_contact *c) {
    double R[3][3];
    *c = (carom_contact){.dim = dim};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++) R[i][j] = random_between(r, -1.0, 1.0);
    for (int i = 0; i < dim; i++) {
        c->v[i] = random_between(r, -1.0, i ? 1.0 : 0.3);
        for (int j = 0; j < dim; j++)
            for (int k = 0; k < dim; k++) c->W[i][j] += R[i][k] * R[j][k];
    }
}

static void same_answer(void **state) {
    (void)state;
    const carom_law *law;
    int answered = 0, asked = 0;
    for (int l = 0; (law = carom_law_at(NULL, l, CAROM_ONE_CONTACT)); l++)
        for (int k = 0; k < PROBLEMS && !law->system; k++) {
            const int dim = law->solves & CAROM_3D ? 2 + k % 2 : 2;
            random_stream r = random_at(77, (uint64_t)(l * PROBLEMS + k));
            carom_contact c;
            carom_params p = params_plain();
            carom_result one;
            carom_system_result out;
            double W[9];
            draw(&r, dim, &c);
            for (int i = 0; i < dim; i++)
                for (int j = 0; j < dim; j++) W[i * dim + j] = c.W[i][j];
            const carom_system s = {.nc = 1, .dim = dim, .W = W, .v = c.v};
            const carom_system_params params = carom_system_params_default(&p);
            assert_true(carom_system_memory_size(law, &s, &params) <= sizeof room);
            const carom_status status = carom_collide(law, &c, &p, &one);
            assert_int_equal(carom_system_solve(law, &s, &params, room, sizeof room, &out), status);
            asked++;
            if (carom_status_classify(status) != CAROM_CLASS_OK) continue;
            answered++;
            assert_memory_equal(out.P, one.P, (size_t)dim * sizeof *out.P);
            assert_memory_equal(out.v, one.v, (size_t)dim * sizeof *out.v);
            assert_memory_equal(&out.dE, &one.dE, sizeof out.dE);
            assert_int_equal(out.mode[0], one.mode);
            assert_int_equal(out.violations, one.violations);
        }
    assert_true(asked >= 17 * PROBLEMS);
    assert_true(floor_met("one contact", answered, asked, 0.8));
}

// A law for one contact rejects two contacts, and a law for systems rejects a single contact.
static void wrong_problem(void **state) {
    (void)state;
    const double W[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, v[4] = {-1, 0, -1, 0};
    const carom_system two = {.nc = 2, .dim = 2, .W = W, .v = v};
    const carom_contact c = {.dim = 2, .W = {{1, 0}, {0, 1}}, .v = {-1, 0}};
    const carom_params p[2] = {params_plain(), params_plain()};
    carom_system_params params = carom_system_params_default(p);
    carom_system_result out;
    carom_result one;
    assert_int_equal(carom_system_solve(&carom_law_routh, &two, &params, room, sizeof room, &out), CAROM_WRONG_PROBLEM);
    assert_int_equal(carom_system_memory_size(&carom_law_routh, &two, &params), 0);
    assert_int_equal(carom_collide(&carom_law_sequence, &c, p, &one), CAROM_WRONG_PROBLEM);
    // The single impacts of a sequence need a law for one contact.
    params.single = &carom_law_hm_brach;
    assert_int_equal(carom_system_solve(&carom_law_sequence, &two, &params, room, sizeof room, &out),
                     CAROM_WRONG_PROBLEM);
}

// All laws are in one list, and a search selects those for a kind of problem.
static void found_by_problem(void **state) {
    (void)state;
    assert_int_equal(law_count(0), law_count(CAROM_ONE_CONTACT) + law_count(CAROM_SYSTEMS) - 2); // two solve both
    assert_ptr_equal(carom_law_find(NULL, "glocker", CAROM_ONE_CONTACT),
                     carom_law_find(NULL, "glocker", CAROM_SYSTEM_2D));
    assert_ptr_equal(carom_law_find(NULL, "routh", CAROM_SYSTEMS), &carom_law_routh);
    assert_ptr_equal(carom_law_find(NULL, "sequence", 0), &carom_law_sequence);
    assert_null(carom_law_find(NULL, "no such law", 0));
    assert_null(carom_law_at(NULL, -1, 0));
    for (int i = 0; i < law_count(CAROM_SYSTEM_2D); i++)
        assert_true(carom_law_at(NULL, i, CAROM_SYSTEM_2D)->solves & CAROM_SYSTEM_2D);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_answer), cmocka_unit_test(wrong_problem),
                                       cmocka_unit_test(found_by_problem)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
