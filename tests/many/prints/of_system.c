// What a system can be asked without a method of the core: is it one, is an impulse admissible, what may follow.
#include <string.h>

#include "carom/carom.h"
#include "carom/many_jac.h"
#include "carom/outcomes.h"
#include "many/prints/prints.h"

bool many_validate(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    random_stream r = random_at(2620, i);
    many_problem_at(method, i, 6, &p);
    carom_system *s = &p.x.s;
    const int n = 2 * s->nc;
    // Three components a contact, of the same numbers.
    if (s->nc % 3 == 0 && random_below(&r, 2)) *s = (carom_system){.nc = n / 3, .dim = 3, .W = p.x.W, .v = p.x.v};
    const int any = random_below(&r, n * n);
    if (random_below(&r, 3) == 0) p.x.W[any] *= 1.0 + random_power10(-random_between(&r, 10.0, 14.0));
    const int at = random_below(&r, n) * (n + 1);
    if (random_below(&r, 3) == 0) p.x.W[at] -= p.x.W[at] * random_power10(-random_between(&r, 8.0, 13.0));
    if (random_below(&r, 9) == 0) p.x.W[at] = random_below(&r, 2) ? -0.0 : -4e-324;
    const int odd = random_below(&r, 40), counts[] = {0, -1, CAROM_MOST_CONTACTS + 1};
    if (odd == 0) s->W = NULL;
    if (odd == 1) s->v = NULL;
    if (odd == 2) s->nc = counts[random_below(&r, 3)];
    if (odd == 3) s->dim = random_below(&r, 2) ? 1 : 4;
    const size_t bytes = (size_t)(n * n) * sizeof(double);
    print_word(to, (uint64_t)carom_system_validate(s, NULL));
    const carom_status status = carom_system_validate(s, room_of(bytes));
    print_word(to, (uint64_t)status);
    print_room(to, bytes);
    print_word(to, (uint64_t)carom_system_validate(NULL, NULL));
    print_word(to, carom_system_parts(s) * 2U + carom_system_parts(NULL));
    return status == CAROM_OK;
}

// At both ends of what is taken: a diagonal W of 1024 contacts.
bool many_largest(const carom_method *method, uint64_t i, print *to) {
    (void)method;
    (void)i;
    enum { MOST = CAROM_MOST_CONTACTS };
    static double W[4L * MOST * MOST], v[2 * MOST], mu[MOST], P[2 * MOST], after[2 * MOST];
    for (int k = 0; k < 2 * MOST; k++) W[(size_t)k * (2 * MOST + 1)] = v[k] = P[k] = 1.0;
    const carom_system s = {.nc = MOST, .dim = 2, .W = W, .v = v};
    carom_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    print_word(to, (uint64_t)carom_system_validate(&s, NULL));
    print_word(to, carom_system_parts(&s));
    print_word(to, (uint64_t)carom_many_check(&s, mu, P, after, &verdict));
    print_numbers(to, 2 * MOST, after);
    print_number(to, verdict.dE);
    const int sizes[] = {-1, 0, 1, 7, 124, 125, 126, 127, 128, 200, CAROM_MOST_LEMKE, CAROM_MOST_LEMKE + 1};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) print_word(to, carom_lemke_memory(sizes[k]));
    for (unsigned bit = 0; bit < 64; bit++) {
        const char *const names[] = {carom_solver_name((carom_solver)bit), carom_stage_event_name(bit),
                                     carom_list_fault_name(bit)};
        for (int k = 0; k < 3; k++) print_word(to, names[k] ? strlen(names[k]) * 256 + (unsigned char)names[k][0] : 0);
    }
    for (int k = -1; k <= carom_method_count(); k++) {
        const carom_method *at = carom_method_at(k);
        print_word(to, at ? 1 + (uint64_t)(carom_method_find(at->name) == at) : 0);
        if (at) print_word(to, at->dims + 8 * at->needs + 64 * at->fills + 65536 * at->solvers);
        if (at) print_word(to, at->reads), print_word(to, at->promises);
    }
    const carom_params contacts[1] = {carom_default_params()};
    carom_many_params all = carom_default_many_params(contacts);
    const int64_t standard[] = {
        all.contact == contacts, all.c,           all.solver,     all.max_solutions, all.max_stages, all.single != NULL,
        all.gap != NULL,         all.max_impacts, all.max_states, all.max_outcomes,  all.max_strikes};
    for (size_t k = 0; k < sizeof standard / sizeof *standard; k++) print_word(to, (uint64_t)standard[k]);
    print_numbers(to, 2, (double[]){all.cut, all.merge});
    all.single = &carom_law_routh;
    for (int k = 0; k < carom_method_count(); k++)
        for (int nc = MOST; nc <= MOST + 1; nc++) {
            const carom_system large = {.nc = nc, .dim = 2, .W = W, .v = v};
            print_word(to, carom_impact_memory(carom_method_at(k), &large, &all) / 8);
            print_word(to, carom_impact_jac_memory(carom_method_at(k), &large, &all) / 8);
        }
    for (int nc = 31; nc <= 33; nc++) {
        const carom_system large = {.nc = nc, .dim = 2, .W = W, .v = v};
        print_word(to, carom_impact_jac_memory(&carom_method_glocker, &large, &all) / 8);
    }
    for (int n = CAROM_MOST_LEMKE; n <= CAROM_MOST_LEMKE + 1; n++)
        print_word(to, (uint64_t)carom_lemke(n, NULL, v, v, W, 1, NULL));
    print_word(to, carom_method_find("no such") == NULL && carom_method_find(NULL) == NULL);
    return true;
}

// Impulses in and out of their cones, of the size that stops things, and near the limits.
bool many_check(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_many_outcome out;
    random_stream r = random_at(2621, i);
    many_problem_at(method, i, 6, &p);
    carom_system *s = &p.x.s;
    const int n = 2 * s->nc;
    double P[2 * MOST_CONTACTS], v[2 * MOST_CONTACTS], mu[MOST_CONTACTS];
    const size_t bytes = carom_impact_memory(&carom_method_glocker, s, &p.all);
    const carom_status solved = carom_impact(&carom_method_glocker, s, &p.all, room_of(bytes), bytes, &out);
    const bool fine = carom_status_class_of(solved) == CAROM_FINE;
    const double by = random_below(&r, 2) ? 1.0 : random_power10(random_between(&r, -1.0, 1.0));
    for (int k = 0; k < n; k++) {
        P[k] = fine && random_below(&r, 8) ? by * out.P[k] : random_between(&r, -1.0, 1.0);
        if (random_below(&r, 4) == 0) P[k] = next_to(&r, P[k]);
        if (random_below(&r, 60) == 0) P[k] = random_below(&r, 2) ? 1e200 : (double)NAN;
        v[k] = 0.0;
    }
    for (int k = 0; k < s->nc; k++) {
        mu[k] = random_below(&r, 3) ? p.x.contact[k].mu : fabs(P[2 * k + 1] / P[2 * k]);
        if (random_below(&r, 5) == 0) mu[k] = random_below(&r, 4) ? next_to(&r, mu[k]) : HUGE_VAL;
    }
    if (s->nc % 3 == 0 && random_below(&r, 2)) *s = (carom_system){.nc = n / 3, .dim = 3, .W = p.x.W, .v = p.x.v};
    const int odd = random_below(&r, 60), counts[] = {0, -1, CAROM_MOST_CONTACTS + 1};
    if (odd == 2) s->nc = counts[random_below(&r, 3)];
    if (odd == 3) s->dim = random_below(&r, 2) ? 1 : 4;
    carom_verdict verdict;
    memset(&verdict, 0, sizeof verdict);
    const carom_status status = carom_many_check(odd == 4 ? NULL : s, odd == 5 ? NULL : mu, odd == 6 ? NULL : P,
                                                 odd == 7 ? NULL : v, odd == 8 ? NULL : &verdict);
    print_word(to, (uint64_t)status);
    print_word(to, verdict.broken);
    print_numbers(
        to, 5,
        (double[]){verdict.dE, verdict.energy_slack, verdict.cone_slack, verdict.pull_slack, verdict.approach_slack});
    print_numbers(to, n, v);
    return status == CAROM_OK;
}

bool many_gaps(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    random_stream r = random_at(2622, i);
    many_problem_at(method, i, 6, &p);
    const int nc = p.x.s.nc, capacity = random_below(&r, 2) ? 100 : random_below(&r, 4), odd = random_below(&r, 60);
    double P[2 * MOST_CONTACTS] = {0}, v[2 * MOST_CONTACTS] = {0};
    int order[100] = {0}, impacts = -1;
    carom_law bare = *p.all.single;
    bare.code = NULL;
    const int ends[] = {0, -1, CAROM_MOST_IMPACTS + 1};
    if (odd == 0) p.x.s.dim = 3;
    if (odd == 1) p.all.single = NULL;
    if (odd == 2) p.all.single = &bare;
    if (odd == 3) p.all.max_impacts = ends[random_below(&r, 3)];
    if (odd == 4) p.x.s.W = NULL;
    if (odd == 5) p.x.s.v = NULL;
    if (odd == 6) p.all.contact = NULL;
    const carom_status status = carom_impact_by_gaps(
        odd == 7 ? NULL : &p.x.s, odd == 8 ? NULL : &p.all, odd == 9 ? NULL : p.gap, odd == 10 ? NULL : P,
        odd == 11 ? NULL : v, odd == 12 ? NULL : order, capacity, odd == 13 ? NULL : &impacts);
    print_word(to, (uint64_t)status);
    print_word(to, (uint64_t)impacts);
    for (int k = 0; k < 100; k++) print_word(to, (uint64_t)order[k]);
    print_numbers(to, nc, p.gap);
    print_numbers(to, 2 * nc, P);
    print_numbers(to, 2 * nc, v);
    double W[4][4] = {{0}};
    for (int k = 0; k < 4; k++) W[k][k] = random_below(&r, 4);
    W[0][2] = W[2][0] = random_below(&r, 4) ? -sqrt(W[0][0] * W[2][2]) * random_unit(&r) : next_to(&r, 1.0) - 1.0;
    const double e = random_below(&r, 3) ? random_unit(&r) : random_below(&r, 3) - 1.0;
    // Angles that are whole shares of a half turn: g = 2 sqrt(e) cos(pi/k) / (1 + e).
    const double cosines[] = {0.0, 0.5, 1.0, 0.70710678118654757};
    if (random_below(&r, 3) == 0) {
        W[0][0] = W[2][2] = 1.0;
        W[0][2] = -next_to(&r, 2.0 * sqrt(fabs(e)) * cosines[random_below(&r, 4)] / (1.0 + fabs(e)));
    }
    const int row = 2 * random_below(&r, 2), column = random_below(&r, 3), wrong = random_below(&r, 18);
    if (wrong < 2) W[row][column] = wrong ? (double)NAN : 1e300;
    print_word(to, (uint64_t)carom_sequence_bound((const double(*)[4])W, random_below(&r, 30) ? e : HUGE_VAL));
    print_word(to, (uint64_t)carom_sequence_bound(NULL, e));
    return carom_status_class_of(status) == CAROM_FINE;
}

static void print_outcomes(print *to, int n, const carom_outcomes *out) {
    const int64_t counts[] = {out->status, out->samples, out->unfinished, out->refused, out->refused_contact};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) print_word(to, (uint64_t)counts[i]);
    print_word(to, out->P != NULL);
    if (!out->P) return;
    print_numbers(to, n * out->samples, out->P);
    print_numbers(to, n * out->samples, out->v);
    print_numbers(to, out->samples, out->dE);
    print_numbers(to, n, out->least);
    print_numbers(to, n, out->most);
    print_numbers(to, n, out->lowest);
    print_numbers(to, n, out->highest);
}

bool many_outcomes(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_outcomes out;
    random_stream r = random_at(2623, i);
    many_problem_at(method, i, 4, &p);
    carom_system *s = &p.x.s;
    const int n = 2 * s->nc, odd = random_below(&r, 60), counts[] = {0, -1, CAROM_MOST_DRAWN_CONTACTS + 1};
    const int draws = random_below(&r, 20) ? 12 : random_below(&r, 4) - 1;
    if (odd == 0) s->dim = random_below(&r, 2) ? 3 : 1;
    if (odd == 1) s->nc = counts[random_below(&r, 3)];
    if (odd == 2) s->W = NULL;
    if (odd == 3) s->v = NULL;
    size_t bytes = carom_outcomes_memory(odd == 4 ? NULL : s, draws);
    print_word(to, sizeof(void *) == 8 ? bytes : 0);
    if (odd >= 50 && bytes > 0) bytes -= (size_t)random_below(&r, (int)bytes);
    const carom_status status = carom_outcomes_draw(odd == 4 ? NULL : s, odd == 5 ? NULL : p.x.contact, draws, i,
                                                    odd == 6 ? NULL : room_of(bytes), bytes, odd == 7 ? NULL : &out);
    print_word(to, (uint64_t)status);
    if (odd != 7) print_outcomes(to, n, &out);
    if (odd != 6) print_room(to, bytes);
    return carom_status_class_of(status) == CAROM_FINE;
}

bool many_bound(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    random_stream r = random_at(2624, i);
    many_problem_at(method, i, 5, &p);
    carom_system *s = &p.x.s;
    const int n = 2 * s->nc, odd = random_below(&r, 60), counts[] = {0, -1, CAROM_MOST_DRAWN_CONTACTS + 1};
    double g[2 * MOST_CONTACTS], mu[MOST_CONTACTS], most = 9.0;
    const int row = random_below(&r, n);
    const double side = random_below(&r, 2) ? 1.0 : -1.0;
    for (int k = 0; k < n; k++) g[k] = random_below(&r, 2) ? side * p.x.W[row * n + k] : random_between(&r, -1.0, 1.0);
    for (int k = 0; k < s->nc; k++) mu[k] = p.x.contact[k].mu;
    if (odd == 0) s->dim = random_below(&r, 2) ? 3 : 1;
    if (odd == 1) s->nc = counts[random_below(&r, 3)];
    if (odd == 2) g[row] = (double)NAN;
    if (odd == 3) mu[row / 2] = random_below(&r, 2) ? -1.0 : HUGE_VAL;
    if (odd == 4) memset(g, 0, sizeof g);
    size_t bytes = carom_outcomes_bound_memory(odd == 5 ? NULL : s);
    print_word(to, sizeof(void *) == 8 ? bytes : 0);
    if (odd >= 50 && bytes > 0) bytes -= (size_t)random_below(&r, (int)bytes);
    const carom_status status = carom_outcomes_bound(odd == 5 ? NULL : s, odd == 6 ? NULL : mu, odd == 7 ? NULL : g,
                                                     odd == 8 ? NULL : room_of(bytes), bytes, odd == 9 ? NULL : &most);
    print_word(to, (uint64_t)status);
    print_number(to, most);
    if (odd != 8) print_room(to, bytes);
    return status == CAROM_OK;
}

// A method in space of our own: cones by Gauss and Seidel, so that the core has one whose derivatives turn.
static carom_status sweep(const carom_system *s, const carom_many_params *p, void *memory, size_t bytes,
                          carom_many_outcome *out) {
    (void)memory, (void)bytes;
    const int n = 3 * s->nc;
    memset(out->P, 0, (size_t)n * sizeof *out->P);
    for (int round = 0; round < 300; round++)
        for (int i = 0; i < s->nc; i++) {
            double y[3], *P = out->P + 3 * i, most = 0.0;
            for (int a = 0; a < 3; a++) {
                y[a] = (1.0 + (a ? p->contact[i].e_t : p->contact[i].e_n)) * s->v[3 * i + a];
                for (int j = 0; j < n; j++) y[a] += s->W[(3 * i + a) * n + j] * out->P[j];
                most += s->W[(3 * i + a) * n + 3 * i + a];
            }
            if (!(most > 0.0)) continue;
            for (int a = 0; a < 3; a++) P[a] -= y[a] / most;
            P[0] = fmax(P[0], 0.0);
            const double size = sqrt(P[1] * P[1] + P[2] * P[2]), cone = p->contact[i].mu * P[0];
            for (int a = 1; a < 3 && size > cone; a++) P[a] *= cone / size;
            const double slip = sqrt(y[1] * y[1] + y[2] * y[2]);
            out->mode[i] = P[0] == 0.0                 ? CAROM_MODE_OPEN
                           : size > cone && slip > 0.0 ? CAROM_MODE_SLIDING
                                                       : CAROM_MODE_STICK;
        }
    // An error of a size that the caller chooses, of one kind or another.
    const double error = random_power10(-1e-3 * p->max_stages);
    const int kind = p->max_solutions;
    for (int i = 0; i < n; i++) {
        if (kind == 1) out->P[i] *= 1.0 + error;
        if (kind == 2 && i % 3 == 0) out->P[i] -= error;
        if (kind == 3 && i % 3) out->P[i] *= 1.0 + error;
        if (kind == 4) out->P[i] *= 1.0 - error;
    }
    return CAROM_OK;
}

// What it says that it needs: something, nothing, more than there is.
static size_t said(const carom_system *s, const carom_many_params *p) {
    (void)s;
    return p->c == 1 ? 0 : p->c == 2 ? SIZE_MAX - 64 : 16;
}

bool many_space(const carom_method *method, uint64_t i, print *to) {
    (void)method;
    static problem p;
    carom_many_outcome out;
    carom_many_jac jac;
    random_stream r = random_at(2625, i);
    const double accuracies[] = {0.0, 1e-3, 1e-6, 1e-9};
    const carom_method_code code = {
        .solve = sweep, .bytes = said, .accuracy = accuracies[i % 4], .pairs_alone = random_below(&r, 2)};
    const carom_method own = {.name = "own",
                              .dims = CAROM_SPACE,
                              .solvers = 1,
                              .inclusion = true,
                              .reads = CAROM_PARAM_BIT(e_n) | CAROM_PARAM_BIT(e_t) | CAROM_PARAM_BIT(mu),
                              .promises = CAROM_COULOMB,
                              .code = &code};
    // A system in the plane whose components go three by three.
    const bool steep = random_below(&r, 2);
    random_many(&p.x, &r, 3, (system_kind)random_below(&r, 2), steep);
    if (random_below(&r, 3) == 0) many_whole_system(&r, 3, &p.x);
    p.x.s = (carom_system){.nc = 1 + random_below(&r, 2), .dim = 3, .W = p.x.W, .v = p.x.v};
    if (p.x.s.nc == 1) {
        double W[9];
        for (int k = 0; k < 9; k++) W[k] = p.x.W[k / 3 * 6 + k % 3];
        memcpy(p.x.W, W, sizeof W);
    }
    for (int k = 0; k < p.x.s.nc; k++) p.x.v[3 * k] = -fabs(p.x.v[3 * k]);
    p.all = carom_default_many_params(p.x.contact);
    for (p.all.c = 1; p.all.c <= 2; p.all.c++) print_word(to, carom_impact_memory(&own, &p.x.s, &p.all));
    p.all.c = 0;
    p.all.max_solutions = 1 + random_below(&r, 8);
    p.all.max_stages = 1 + random_below(&r, 13000);
    const size_t bytes = carom_impact_jac_memory(&own, &p.x.s, &p.all);
    const carom_status status = carom_impact_jac(&own, &p.x.s, &p.all, room_of(bytes), bytes, &out, &jac);
    print_many_outcome(to, &p.x.s, &out);
    print_word(to, (uint64_t)jac.smooth);
    print_number(to, jac.margin);
    print_room(to, bytes);
    if (carom_status_class_of(status) != CAROM_FINE) return false;
    print_numbers(to, jac.n * jac.n, jac.dP_dv);
    print_numbers(to, jac.n * jac.entries, jac.dP_dW);
    print_numbers(to, jac.n * jac.params * p.x.s.nc, jac.dP_dparam);
    return true;
}
