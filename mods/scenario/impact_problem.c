#include "mods/scenario/impact_problem.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/systems.h"

static const carom_status bad_problem = CAROM_BAD_VALUE;

carom_impact_problem carom_impact_problem_new(carom_modules *modules) {
    carom_impact_problem p = {.modules = modules, .params = carom_system_params_default(NULL)};
    p.params.single = &carom_law_routh;
    return p;
}

void carom_impact_problem_free(carom_impact_problem *p) {
    for (int i = 0; i < p->block_count; i++) free(p->blocks[i]);
    p->block_count = 0;
    carom_bodies_free(p->bodies);
    p->bodies = NULL;
}

bool carom_impact_too_large(size_t bytes, carom_error *refusal) {
    if (bytes <= CAROM_MAX_MEMORY)
        return carom_refuse(refusal, CAROM_NO_MEMORY, "%s", carom_status_message(CAROM_NO_MEMORY));
    return carom_refuse(refusal, CAROM_BAD_SIZE,
                        "the problem asks for %s MB of memory, more than the %zu MB one problem may have; fewer "
                        "contacts, or lower max_impacts, max_states, max_outcomes or max_solutions",
                        CAROM_SHORT(1e-6 * (double)bytes, 4), CAROM_MAX_MEMORY >> 20);
}

void *carom_impact_keep(carom_impact_problem *p, size_t count, size_t size, carom_error *refusal) {
    const bool listed = p->block_count < (int)(sizeof p->blocks / sizeof *p->blocks);
    void *block = listed ? carom_room(count, size) : NULL;
    if (block) return p->blocks[p->block_count++] = block;
    carom_impact_too_large(size && count > SIZE_MAX / size ? SIZE_MAX : count * size, refusal);
    return NULL;
}

// Reads numbers.

bool carom_impact_number(const json_t *value, const char *what, double *number, carom_error *refusal) {
    if (carom_is_number(value))
        *number = json_number_value(value);
    else if (carom_is_word(value, "inf"))
        *number = HUGE_VAL;
    else
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s must be made of numbers", what);
    return true;
}

double *carom_impact_vector(carom_impact_problem *p, const json_t *value, const char *what, int *count,
                            carom_error *refusal) {
    if (!carom_is_array(value)) {
        carom_refuse(refusal, bad_problem, "%s must be an array of numbers", what);
        return NULL;
    }
    *count = (int)json_array_size(value);
    double *x = carom_impact_keep(p, (size_t)*count, sizeof *x, refusal);
    for (int i = 0; i < *count && x; i++)
        if (!carom_impact_number(json_array_get(value, (size_t)i), what, &x[i], refusal)) return NULL;
    return x;
}

double *carom_impact_matrix(carom_impact_problem *p, const json_t *value, const char *what, int *rows, int *columns,
                            carom_error *refusal) {
    const json_t *first = json_array_get(value, 0);
    if (!carom_is_array(value) || (json_array_size(value) && !carom_is_array(first))) {
        carom_refuse(refusal, bad_problem, "%s must be an array of rows: [[2,-1],[-1,2]]", what);
        return NULL;
    }
    *rows = (int)json_array_size(value);
    *columns = (int)json_array_size(first);
    // Every row is as long as the first, so the memory never exceeds the count of numbers in the text.
    for (int i = 0; i < *rows; i++) {
        const json_t *row = json_array_get(value, (size_t)i);
        if (carom_is_array(row) && (int)json_array_size(row) == *columns) continue;
        carom_refuse(refusal, bad_problem, "row %d of %s has another length than the first", i, what);
        return NULL;
    }
    const size_t wide = (size_t)*columns;
    double *A = carom_impact_keep(p, (size_t)*rows * wide, sizeof *A, refusal);
    for (size_t i = 0; i < (size_t)*rows && A; i++)
        for (size_t j = 0; j < wide; j++)
            if (!carom_impact_number(json_array_get(json_array_get(value, i), j), what, &A[i * wide + j], refusal))
                return NULL;
    return A;
}

bool carom_impact_separates(const carom_system *system) {
    for (int i = 0; i < system->nc; i++)
        if (!(system->v[system->dim * i] > 0.0)) return false;
    return system->nc > 0;
}
