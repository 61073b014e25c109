#include "mods/scenario/impact_gaps.h"

#include <math.h>
#include <stdlib.h>

#include "base/worst.h"

static void draw_gaps(const carom_impact_problem *p, uint64_t *x, double *gap) {
    for (int i = 0; i < p->system.nc; i++) {
        if (!p->sustained[i]) *x = (UINT64_C(1103515245) * *x + 12345) & 0x7fffffff;
        gap[i] = p->sustained[i] ? 0.0 : (double)*x / 2147483648.0;
    }
}

// Returns the index of the solution with these velocities. If there is none, returns the number of solutions.
static int which_solution(const carom_impact_problem *p, const carom_system_result *out, const double *v, double most) {
    for (int which = 0; which < out->kept; which++) {
        double apart = 0.0;
        for (int i = 0; i < p->system.dim * p->system.nc; i++)
            carom_worsen(&apart, fabs(v[i] - out->solutions[which].v[i]));
        if (apart <= p->params.merge * most) return which;
    }
    return out->kept;
}

bool carom_impact_gap_counts(const carom_impact_problem *p, const carom_system_result *out, int *counts) {
    const int n = p->system.dim * p->system.nc;
    double *gap = carom_room((size_t)p->system.nc, sizeof *gap), most = 0.0;
    carom_system_params params = p->params;
    params.gap = gap;
    const size_t bytes = carom_system_memory_size(&carom_law_sequence, &p->system, &params);
    void *memory = carom_room(bytes ? bytes : 1, 1);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(p->system.v[i]));
    uint64_t x = 12345;
    for (int sample = 0; gap && memory && sample < p->gap_samples; sample++) {
        carom_system_result one;
        draw_gaps(p, &x, gap);
        const carom_status status = carom_system_solve(&carom_law_sequence, &p->system, &params, memory, bytes, &one);
        counts[status == CAROM_OK ? which_solution(p, out, one.v, most) : out->kept]++;
    }
    const bool done = gap && memory;
    free(memory);
    free(gap);
    return done;
}
