#include "cli/map/impact_outcomes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/json.h"
#include "mods/scenario/system.h"
#include "mods/scenario/write.h"

// A law without functions that lists the coefficients which the samples read.
static const carom_coefficient coefficients[] = {CAROM_COEFFICIENT_E(""), CAROM_COEFFICIENT_MU("")};
static const carom_law reader = {.name = "outcomes", .solves = CAROM_2D, CAROM_COEFFICIENTS(coefficients)};

static bool read_words(const char *words, int *draws, uint64_t *seed, carom_error *refusal) {
    char *end;
    const long count = strtol(words, &end, 10);
    *seed = 1;
    if (*end == ',') *seed = strtoull(end + 1, &end, 10);
    if (end != words && !*end && count >= 1 && count <= CAROM_MAX_DRAWN) {
        *draws = (int)count;
        return true;
    }
    return carom_refuse(refusal, CAROM_BAD_VALUE,
                        "--spread takes 1 to %d samples, such as 1000, or 1000,7 with a seed; not %s", CAROM_MAX_DRAWN,
                        words);
}

static bool complain(const carom_problem *p, const carom_spread *out, carom_error *refusal) {
    const carom_coefficient *row =
        out->refused == CAROM_PARAM_NONE ? NULL : carom_coefficient_at(p->modules, out->refused);
    if (row && out->status == CAROM_COEFFICIENT_MISSING)
        return carom_refuse(refusal, out->status, "%s at contact %d is not given: a set of outcomes needs e and mu",
                            row->name, out->refused_contact);
    if (row)
        return carom_refuse(refusal, out->status, "%s at contact %d is invalid for a set of outcomes: %s", row->name,
                            out->refused_contact,
                            out->refused == CAROM_PARAM_e ? "it is the energetic coefficient, a number in [0, 1]"
                                                          : "it must be a finite number, >= 0");
    if (out->status == CAROM_WRONG_DIM)
        return carom_refuse(refusal, out->status, "outcomes can be sampled for 2D contacts only; these are 3D");
    if (out->status == CAROM_BAD_COUNT)
        return carom_refuse(refusal, out->status, "outcomes can be sampled for at most %d contacts, not %d",
                            CAROM_MAX_DRAWN_CONTACTS, p->system.nc);
    if (out->status == CAROM_NOT_CONVERGED)
        return carom_refuse(refusal, out->status,
                            "no sample ended within %d steps: a body is wedged between its contacts",
                            CAROM_MAX_DRAWN_PIECES);
    return carom_refuse(refusal, out->status, "%s", carom_status_message(out->status));
}

// Computes gain[k][j]: the change of speed k per unit of impulse j.
static bool find_gains(const carom_problem *p, carom_impact_outcomes *set, carom_error *refusal) {
    if (!carom_system_bodies(p)) return true;
    const carom_mechanism *m = &p->bodies->mechanism;
    const size_t n = 2 * (size_t)p->system.nc, k = (size_t)m->speeds, all = k + (size_t)m->constraints;
    double *block = carom_room(5 * k + k * n, sizeof *block), *u = carom_room(all, sizeof *u),
           *P = carom_room(n, sizeof *P);
    if (block && u && P) {
        double **const rows[] = {&set->u_before, &set->u_least, &set->u_lowest, &set->u_highest, &set->u_most};
        for (size_t r = 0; r < 5; r++) *rows[r] = block + r * k;
        set->gain = block + 5 * k;
        for (size_t j = 0; j < n; j++) {
            for (size_t i = 0; i < n; i++) P[i] = i == j;
            carom_delassus_apply(&p->bodies->delassus, P, u, u + k);
            for (size_t i = 0; i < k; i++) set->gain[i * n + j] = u[i] - m->u[i];
        }
        set->speeds = m->speeds;
    }
    free(u);
    free(P);
    return (block && u && P) || carom_too_large(all * sizeof *u, refusal);
}

// Computes the range of every speed, over the samples and by the bound.
static bool find_speeds(const carom_problem *p, carom_impact_outcomes *set, carom_error *refusal) {
    const int n = 2 * p->system.nc;
    const size_t bytes = carom_spread_memory_size(&p->system, 0);
    double *room = carom_room(bytes + 2 * (size_t)n * sizeof *room, 1), *g = room;
    if (!room) return carom_too_large(bytes, refusal);
    double *mu = room + n;
    carom_status status = CAROM_OK;
    for (int i = 0; i < p->system.nc; i++) mu[i] = p->each[i].mu;
    for (int k = 0; k < set->speeds && status == CAROM_OK; k++) {
        set->u_before[k] = p->bodies->mechanism.u[k];
        set->u_lowest[k] = HUGE_VAL;
        set->u_highest[k] = -HUGE_VAL;
        for (int d = 0; d < set->drawn.samples; d++) {
            double u = p->bodies->mechanism.u[k];
            for (int j = 0; j < n; j++) u += set->gain[k * n + j] * set->drawn.P[(size_t)d * (size_t)n + (size_t)j];
            set->u_lowest[k] = fmin(set->u_lowest[k], u);
            set->u_highest[k] = fmax(set->u_highest[k], u);
        }
        for (double side = 1.0; side >= -1.0 && status == CAROM_OK; side -= 2.0) {
            double most;
            for (int j = 0; j < n; j++) g[j] = side * set->gain[k * n + j];
            status = carom_spread_bound(&p->system, mu, g, room + 2 * n, bytes, &most);
            (side > 0.0 ? set->u_most : set->u_least)[k] = p->bodies->mechanism.u[k] + side * most;
        }
    }
    free(room);
    return status == CAROM_OK || carom_refuse(refusal, status, "%s", carom_status_message(status));
}

bool carom_impact_outcomes_ask(carom_problem *p, const char *words, carom_impact_outcomes *set, carom_error *refusal) {
    uint64_t seed;
    *set = (carom_impact_outcomes){0};
    // Ignore parameters that only the file's own method reads, as in a comparison of all methods.
    const carom_asked asked = p->asked;
    p->asked = CAROM_ASKED_ALL;
    const bool read = read_words(words, &set->draws, &seed, refusal) && carom_system_settle(p, &reader, refusal);
    p->asked = asked;
    if (!read) return false;
    const size_t bytes = carom_spread_memory_size(&p->system, set->draws);
    set->memory = carom_room(bytes, 1);
    if (!set->memory) return carom_too_large(bytes, refusal);
    carom_spread_sample(&p->system, p->each, set->draws, seed, set->memory, bytes, &set->drawn);
    const bool drawn = carom_status_classify(set->drawn.status) == CAROM_CLASS_OK || complain(p, &set->drawn, refusal);
    if (drawn && find_gains(p, set, refusal) && find_speeds(p, set, refusal)) return true;
    carom_impact_outcomes_free(set);
    return false;
}

void carom_impact_outcomes_free(carom_impact_outcomes *set) {
    free(set->u_before);
    free(set->memory);
    *set = (carom_impact_outcomes){0};
}

// Writes the ranges of each velocity, in the order of the names.
static void add_ranges(json_t *object, const char *of, size_t n, const double *const range[4]) {
    static const char *const names[] = {"least", "lowest", "highest", "most"};
    for (size_t k = 0; k < 4; k++) {
        char key[32];
        snprintf(key, sizeof key, "%s_%s", of, names[k]);
        json_object_set_new(object, key, carom_json_numbers(range[k], n));
    }
}

json_t *carom_impact_outcomes_json(const carom_problem *p, const carom_impact_outcomes *set) {
    const carom_spread *o = &set->drawn;
    const size_t n = 2 * (size_t)p->system.nc;
    json_t *object = json_object(), *outcomes = json_array();
    json_object_set(object, "id", p->id ? p->id : json_null());
    json_object_set_new(object, "status", json_string(carom_status_name(o->status)));
    json_object_set_new(object, "draws", json_integer(set->draws));
    json_object_set_new(object, "unfinished", json_integer(o->unfinished));
    json_object_set_new(object, "v", carom_json_numbers(p->system.v, n));
    add_ranges(object, "v", n, (const double *[]){o->least, o->lowest, o->highest, o->most});
    if (set->speeds) {
        const size_t k = (size_t)set->speeds;
        json_object_set_new(object, "u", carom_json_numbers(set->u_before, k));
        add_ranges(object, "u", k, (const double *[]){set->u_least, set->u_lowest, set->u_highest, set->u_most});
    }
    for (size_t d = 0; d < (size_t)o->samples; d++) {
        json_t *one = json_object();
        json_object_set_new(one, "P", carom_json_numbers(o->P + d * n, n));
        json_object_set_new(one, "v_after", carom_json_numbers(o->v + d * n, n));
        json_object_set_new(one, "dE", carom_json_real(o->dE[d]));
        json_array_append_new(outcomes, one);
    }
    json_object_set_new(object, "samples", outcomes);
    return object;
}

// Returns 0 for a rounding error, so that 1e-17 is not printed for a result of size 1.
static double tidy(double x, double size) {
    return fabs(x) <= 1e-9 * size ? 0.0 : x;
}

static void print_row(FILE *file, const char *name, int index, const double x[5], double size) {
    char label[32];
    snprintf(label, sizeof label, "%s%d", name, index);
    fprintf(file, "  %-9s", label);
    for (int k = 0; k < 5; k++) fprintf(file, " %12.6g", tidy(x[k], size));
    fprintf(file, "\n");
}

void carom_impact_outcomes_print(FILE *file, const carom_problem *p, const carom_impact_outcomes *set) {
    const carom_spread *o = &set->drawn;
    double size = 0.0, lost[2] = {HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 2 * p->system.nc; i++) size = fmax(size, fabs(p->system.v[i]));
    for (int d = 0; d < o->samples; d++) {
        lost[0] = fmin(lost[0], o->dE[d]);
        lost[1] = fmax(lost[1], o->dE[d]);
    }
    fprintf(file, "%d random outcomes%s; %d samples failed\n", o->samples,
            o->status == CAROM_NO_IMPACT ? ": nothing happens, no contact approaches" : "", o->unfinished);
    fprintf(file, "  %-9s %12s %12s %12s %12s %12s\n", "", "before", "not below", "drawn from", "to", "not above");
    for (int i = 0; i < 2 * p->system.nc; i++)
        print_row(file, i % 2 ? "v'_t" : "v'_n", i / 2,
                  (const double[]){p->system.v[i], o->least[i], o->lowest[i], o->highest[i], o->most[i]}, size);
    for (int k = 0; k < set->speeds; k++)
        print_row(
            file, "speed ", k,
            (const double[]){set->u_before[k], set->u_least[k], set->u_lowest[k], set->u_highest[k], set->u_most[k]},
            size);
    fprintf(file, "  energy change dE  %.6g to %.6g J\n", tidy(lost[0], size * size), tidy(lost[1], size * size));
}
