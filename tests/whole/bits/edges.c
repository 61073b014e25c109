// Prints a 64-bit hash for each kind of result, law and dimension over the problems of tests/laws/edge_problems.h. The
// kinds are outcomes, paths, all solutions, derivatives, batches, regions, and critical numbers with hodographs. The
// script edges.sh checks that two machines with the same elementary functions print the same rows.
// Usage: edges [PROBLEMS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/derivatives.h"
#include "carom/geometry.h"
#include "laws/edge_problems.h"
#include "support/law_count.h"

static uint64_t hash;
static long answered;

static void add_word(uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x100000001b3);
    hash ^= hash >> 29;
}

// Adds numbers to the hash. Every NaN adds the same word, because compilers give NaN different signs.
static void add(int count, const double *x) {
    for (int i = 0; i < count; i++) {
        union {
            double number;
            uint64_t word;
        } both = {.number = x[i]};
        add_word(isnan(x[i]) ? UINT64_MAX : both.word);
    }
}

static bool is_fine(carom_status status) {
    add_word((uint64_t)status);
    answered += carom_status_classify(status) == CAROM_CLASS_OK;
    return carom_status_classify(status) == CAROM_CLASS_OK;
}

static void add_outcome(int dim, const carom_result *out) {
    add_word((uint64_t)out->mode * 65536 + out->violations * 16 + out->has);
    add(dim, out->P);
    add(dim, out->v);
    add(1, &out->dE);
}

static void of_outcome(const carom_law *law, const carom_contact *c, const carom_params *p) {
    carom_result out;
    if (is_fine(carom_collide(law, c, p, &out))) add_outcome(c->dim, &out);
}

static void of_path(const carom_law *law, const carom_contact *c, const carom_params *p) {
    carom_path_point points[200];
    carom_path path = {points, 200, 0};
    carom_result out;
    if (!is_fine(carom_trace(law, c, p, &path, &out))) return;
    for (size_t i = 0; i < path.count && i < path.capacity; i++) {
        add_word((uint64_t)points[i].event);
        add(c->dim, points[i].P);
        add(c->dim, points[i].v);
    }
}

static void of_solutions(const carom_law *law, const carom_contact *c, const carom_params *p) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count = 0;
    if (!is_fine(carom_collide_all(law, c, p, list, &count))) return;
    for (int i = 0; i < count; i++) {
        add_outcome(c->dim, &list[i].result);
        add_word((uint64_t)(list[i].index + 2));
    }
}

static void of_derivatives(const carom_law *law, const carom_contact *c, const carom_params *p) {
    carom_result out;
    carom_jacobian J;
    if (!is_fine(carom_collide_jacobian(law, c, p, &out, &J))) return;
    add_word((uint64_t)J.smooth);
    for (int i = 0; i < c->dim; i++) {
        add(c->dim, J.dP_dv[i]);
        add(c->dim == 2 ? 3 : 6, J.dP_dW[i]);
        add(J.params, J.dP_dparam[i]);
    }
    add(1, &J.margin);
}

static void of_batch(const carom_law *law, const carom_contact *c, const carom_params *p) {
    enum { ITEMS = 17 };
    double P[3][ITEMS], slip[ITEMS];
    uint8_t status[ITEMS];
    carom_batch_in in = {.dim = c->dim, .params = p};
    carom_batch_out to = {.status = carom_bytes_array_out(status)};
    if (c->dim != 2 && c->dim != 3) return;
    for (int k = 0; k < ITEMS; k++) slip[k] = c->v[1] * (1.0 - 0.125 * k);
    for (int a = 0; a < c->dim; a++) {
        in.v[a] = a == 1 ? carom_array(slip) : carom_shared(&c->v[a]);
        to.P[a] = carom_array_out(P[a]);
        for (int b = a; b < c->dim; b++) in.W[a][b] = carom_shared(&c->W[a][b]);
    }
    if (!is_fine(carom_collide_batch(law, ITEMS, &in, &to))) return;
    for (int k = 0; k < ITEMS; k++) {
        add_word(status[k]);
        for (int a = 0; a < c->dim && status[k] == CAROM_OK; a++) add(1, &P[a][k]);
    }
}

static void of_region(const carom_law *law, const carom_contact *c, const carom_params *p) {
    (void)law;
    carom_region r;
    carom_corner corners[CAROM_MAX_CORNERS];
    int count = 0;
    if (!is_fine(carom_region_compute(c, p->mu, &r))) return;
    add(c->dim, r.centre);
    for (int i = 0; i < c->dim; i++) add(c->dim, r.axes[i]);
    if (is_fine(carom_region_corners(c, p->mu, corners, &count)))
        for (int i = 0; i < count; i++) add(c->dim, corners[i].P);
}

static void of_critical(const carom_law *law, const carom_contact *c, const carom_params *p) {
    (void)law;
    carom_critical x;
    carom_hodograph h;
    if (is_fine(carom_critical_compute(c, p->e, p->mu, &x)))
        add(8, (double[]){x.mu_hold, x.mu_c, x.s, x.mu_s, x.mu_q, x.mu_d, x.P_d, x.P_q});
    if (!is_fine(carom_hodograph_compute(c, p->mu, p->mu, &h))) return;
    for (int i = 0; i < h.count; i++) add(2, h.direction[i].e);
}

static const struct {
    const char *name;
    void (*ask)(const carom_law *law, const carom_contact *c, const carom_params *p);
    bool of_law;
} results[] = {{"outcome", of_outcome, true},         {"path", of_path, true},
               {"solutions", of_solutions, true},     {"batch", of_batch, true},
               {"derivatives", of_derivatives, true}, {"region", of_region, false},
               {"critical", of_critical, false}};

int main(int argc, char **argv) {
    const uint64_t problems = argc > 1 ? strtoull(argv[1], NULL, 10) : 700;
    for (size_t k = 0; k < sizeof results / sizeof *results; k++)
        for (int l = 0; l < (results[k].of_law ? law_count(CAROM_ONE_CONTACT) : 1); l++)
            for (int dim = 2; dim <= 3; dim++) {
                const carom_law *law = results[k].of_law ? carom_law_at(NULL, l, CAROM_ONE_CONTACT) : NULL;
                hash = UINT64_C(0xcbf29ce484222325), answered = 0;
                for (uint64_t i = 0; i < problems; i++) {
                    carom_contact c;
                    carom_params p;
                    edge_problem(law, dim, i, &c, &p);
                    results[k].ask(law, &c, &p);
                }
                if (answered)
                    printf("%-12s %-18s %d %016llx\n", results[k].name, law ? law->name : "-", dim,
                           (unsigned long long)hash);
            }
    return 0;
}
