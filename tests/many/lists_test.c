// Tests that every outcome and every solution in a list is complete: velocities, energy, and the order of impacts that
// leads to it. Other tests check only the first one, together with the result.
#include "support/cmocka.h"

#include <math.h>

#include "support/floor.h"
#include "support/laws.h"
#include "systems.h"

enum { ROUNDS = 300, MOST = 4 };

static max_align_t room[1 << 18];

static carom_status ask(const carom_law *method, const random_system *x, const double *gap, carom_system_result *out) {
    carom_system_params p = carom_system_params_default(x->contact);
    p.single = &carom_law_routh;
    p.gap = gap;
    p.max_states = p.max_impacts = p.max_outcomes = 64;
    return carom_system_solve(method, &x->s, &p, room, sizeof room, out);
}

// Checks v' = v + W P and dE = P.(v + v')/2. The largest error was below 1e-15 of the terms; the bound is 1e-12.
static void whole(const carom_system *s, const double *P, const double *v, double dE) {
    const int n = 2 * s->nc;
    double work = 0.0, size = 1.0;
    for (int i = 0; i < n; i++) {
        double sum = s->v[i], terms = 1.0;
        for (int j = 0; j < n; j++) sum += s->W[i * n + j] * P[j], terms += fabs(s->W[i * n + j] * P[j]);
        assert_near(v[i], sum, 1e-12 * terms);
        work += 0.5 * P[i] * (s->v[i] + v[i]);
        size += fabs(P[i]) * (fabs(s->v[i]) + fabs(v[i]));
    }
    assert_near(dE, work, 1e-12 * size);
}

// Applies the single law to the contacts in the stated order and checks that the velocities are those of the outcome.
// The largest error was below 1e-15; the bound is 1e-12.
static void replayed(const random_system *x, const carom_solution *o) {
    const int n = 2 * x->s.nc;
    double v[2 * MOST];
    memcpy(v, x->v, (size_t)n * sizeof *v);
    for (int k = 0; k < o->shortest; k++) {
        const int i = 2 * o->order[k];
        carom_result one;
        const carom_contact c = {
            .dim = 2,
            .W = {{x->W[i * n + i], x->W[i * n + i + 1]}, {x->W[i * n + i + 1], x->W[(i + 1) * n + i + 1]}},
            .v = {v[i], v[i + 1]}};
        carom_collide(&carom_law_routh, &c, &x->contact[o->order[k]], &one);
        for (int j = 0; j < n; j++) v[j] += x->W[j * n + i] * one.P[0] + x->W[j * n + i + 1] * one.P[1];
    }
    for (int j = 0; j < n; j++) assert_near(v[j], o->v[j], 1e-12);
}

// Checks that the bounds of the velocities are their smallest and largest values among all outcomes.
static void bounded(const carom_system_result *out, int n) {
    for (int i = 0; i < n; i++) {
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int k = 0; k < out->kept; k++) {
            least = fmin(least, out->solutions[k].v[i]);
            most = fmax(most, out->solutions[k].v[i]);
        }
        assert_true(out->lowest[i] == least && out->highest[i] == most);
    }
}

static void outcomes_of_sequences(void **state) {
    (void)state;
    random_stream r = random_at(2601, 0);
    int several = 0, answered = 0;
    for (int k = 0; k < ROUNDS; k++) {
        random_system x;
        carom_system_result out;
        random_many(&x, &r, 2 + k % 2, ROW_OF_BODIES, false);
        double probability = 0.0;
        const carom_status status = ask(&carom_law_sequence, &x, NULL, &out);
        if (carom_status_classify(status) != CAROM_CLASS_OK || status == CAROM_NO_IMPACT || status == CAROM_TRUNCATED)
            continue;
        answered++;
        several += out.kept > 1;
        for (int i = 0; i < out.kept; i++) {
            const carom_solution *o = &out.solutions[i];
            whole(&x.s, o->P, o->v, o->dE);
            assert_true(o->shortest <= o->longest && o->sequences >= 1.0 && o->probability > 0.0);
            replayed(&x, o);
            probability += o->probability;
        }
        assert_near(probability, 1.0, 1e-12);
        bounded(&out, 2 * x.s.nc);
    }
    assert_true(floor_met("sequences", answered, ROUNDS, 0.9));
    assert_true(floor_met("several outcomes", several, ROUNDS, 0.2));
}

// Computes the velocities after an impact at contact i of two.
static void strike(const random_system *x, int i, const double *v, double *after) {
    carom_result one;
    const int k = 2 * i;
    const carom_contact c = {
        .dim = 2, .W = {{x->W[5 * k], x->W[5 * k + 1]}, {x->W[5 * k + 1], x->W[5 * k + 5]}}, .v = {v[k], v[k + 1]}};
    carom_collide(&carom_law_routh, &c, &x->contact[i], &one);
    for (int j = 0; j < 4; j++) after[j] = v[j] + x->W[4 * j + k] * one.P[0] + x->W[4 * j + k + 1] * one.P[1];
}

// Follows every order of impacts separately. With two contacts, at most one of them approaches after the first impact.
typedef struct tally {
    int shortest, longest;
    double sequences, probability, v[4];
} tally;

static int every_order(const random_system *x, double cut, tally t[2]) {
    int paths = 0;
    const int choices = (x->v[0] < -cut) + (x->v[2] < -cut);
    for (int first = 0; first < 2; first++) {
        double v[4] = {x->v[0], x->v[1], x->v[2], x->v[3]}, after[4];
        int depth = 0;
        if (!(v[2 * first] < -cut)) continue;
        for (int i = first; v[2 * i] < -cut && depth < 64; i = 1 - i, depth++) {
            strike(x, i, v, after);
            memcpy(v, after, sizeof v);
        }
        t[paths] = (tally){depth, depth, 1.0, 1.0 / choices, {v[0], v[1], v[2], v[3]}};
        paths++;
    }
    return paths;
}

static bool alike(const double *v, const double *w, double merge) {
    for (int i = 0; i < 4; i++)
        if (!(fabs(v[i] - w[i]) <= merge)) return false;
    return true;
}

// Compares the numbers of orders with a separate computation. `merge` is as small as `cut`, so states are not merged
// before the end.
static void orders_counted(void **state) {
    (void)state;
    random_stream r = random_at(2604, 0);
    int answered = 0, unequal = 0;
    for (int k = 0; k < ROUNDS; k++) {
        random_system x;
        carom_system_result out;
        tally t[2];
        random_many(&x, &r, 2, ROW_OF_BODIES, false);
        for (int i = 0; i < 2 && k % 2; i++) x.contact[i].e = x.contact[i].mu = 0.0;
        carom_system_params p = carom_system_params_default(x.contact);
        p.single = &carom_law_routh;
        p.max_states = p.max_impacts = p.max_outcomes = 64;
        p.cut = p.merge = 1e-9;
        double most = 0.0;
        for (int i = 0; i < 4; i++) most = fmax(most, fabs(x.v[i]));
        int paths = every_order(&x, p.cut * most, t);
        const carom_status status = carom_system_solve(&carom_law_sequence, &x.s, &p, room, sizeof room, &out);
        if (status == CAROM_TRUNCATED || paths == 0) continue;
        if (paths == 2 && alike(t[0].v, t[1].v, p.merge * most)) {
            t[0] = (tally){(int)fmin(t[0].shortest, t[1].shortest),
                           (int)fmax(t[0].longest, t[1].longest),
                           2.0,
                           t[0].probability + t[1].probability,
                           {t[0].v[0], t[0].v[1], t[0].v[2], t[0].v[3]}};
            paths = 1;
        }
        answered++;
        assert_int_equal(out.kept, paths);
        for (int i = 0; i < paths; i++)
            for (int j = 0; j < paths; j++) {
                const carom_solution *o = &out.solutions[j];
                if (!alike(t[i].v, o->v, 1e-12)) continue;
                assert_int_equal(o->shortest, t[i].shortest);
                assert_int_equal(o->longest, t[i].longest);
                assert_near(o->sequences, t[i].sequences, 0.0);
                assert_near(o->probability, t[i].probability, 1e-12);
                unequal += o->shortest != o->longest;
            }
    }
    assert_true(floor_met("orders", answered, ROUNDS, 0.5));
    assert_true(unequal > 0);
}

// Checks that the work at each contact is P.(v + v')/2 of its own components, and that the sum is dE.
static void work_of_each_contact(void **state) {
    (void)state;
    random_stream r = random_at(2605, 0);
    int answered = 0;
    for (int k = 0; k < ROUNDS; k++) {
        random_system x;
        carom_system_result out;
        random_many(&x, &r, 1 + k % 7, (system_kind)(k % SYSTEM_KINDS), false);
        const carom_law *method = k % 2 ? &carom_law_glocker : &carom_law_pfeiffer_glocker;
        if (carom_status_classify(ask(method, &x, NULL, &out)) != CAROM_CLASS_OK) continue;
        answered++;
        double sum = 0.0, size = 1.0;
        for (int i = 0; i < x.s.nc; i++) {
            double work = 0.0, terms = 1.0;
            for (int j = 2 * i; j < 2 * i + 2; j++) {
                work += 0.5 * out.P[j] * (x.v[j] + out.v[j]);
                terms += fabs(out.P[j]) * (fabs(x.v[j]) + fabs(out.v[j]));
            }
            assert_near(out.work[i], work, 1e-12 * terms);
            sum += out.work[i], size += terms;
        }
        assert_near(sum, out.dE, 1e-12 * size);
    }
    assert_true(floor_met("works", answered, ROUNDS, 0.9));
}

static void outcome_of_gaps(void **state) {
    (void)state;
    random_stream r = random_at(2602, 0);
    int answered = 0;
    for (int k = 0; k < ROUNDS; k++) {
        random_system x;
        carom_system_result out;
        random_many(&x, &r, 2 + k % 3, ROW_OF_BODIES, false);
        double gap[MOST];
        for (int i = 0; i < MOST; i++) gap[i] = 0.1 * i;
        const carom_status status = ask(&carom_law_sequence, &x, gap, &out);
        if (carom_status_classify(status) != CAROM_CLASS_OK || out.kept == 0) continue;
        answered++;
        assert_int_equal(out.kept, 1);
        const carom_solution *o = &out.solutions[0];
        whole(&x.s, o->P, o->v, o->dE);
        replayed(&x, o);
        assert_true(o->probability == 1.0 && o->sequences == 1.0 && o->shortest == o->longest);
    }
    assert_true(floor_met("gaps", answered, ROUNDS, 0.9));
}

// Checks all stored solutions of glocker. Large friction coefficients lead to several solutions.
static void solutions_kept(void **state) {
    (void)state;
    random_stream r = random_at(2603, 0);
    int kept = 0;
    for (int k = 0; k < ROUNDS; k++) {
        random_system x;
        carom_system_result out;
        random_many(&x, &r, 2, (system_kind)(k % 2), true);
        for (int i = 0; i < 2; i++) x.contact[i].e = x.contact[i].e_t = 0.5;
        if (carom_status_classify(ask(&carom_law_glocker, &x, NULL, &out)) != CAROM_CLASS_OK) continue;
        for (int i = 0; i < out.kept; i++) whole(&x.s, out.solutions[i].P, out.solutions[i].v, out.solutions[i].dE);
        kept += out.kept;
    }
    assert_true(floor_met("solutions", kept, ROUNDS, 0.9));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(outcomes_of_sequences), cmocka_unit_test(outcome_of_gaps),
                                       cmocka_unit_test(solutions_kept), cmocka_unit_test(orders_counted),
                                       cmocka_unit_test(work_of_each_contact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
