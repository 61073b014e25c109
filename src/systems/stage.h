// Computes the rates of one stage at all contacts, per unit of the normal impulse of the striking contact c.
//
//   f = dP/d eta,  f_n = 1 at c,  a = W f
//   apart     f = 0
//   closed    0 <= f_n perp a_n >= 0
//   slipping  f_t = -mu sign(v_t) f_n          at rest  -f_t in mu f_n Sgn(a_t), held up to mu_static
#ifndef CAROM_SRC_STAGE_H
#define CAROM_SRC_STAGE_H

#include "systems/solution.h"

typedef struct carom_stage_memory {
    carom_cone *cone;
    double *zero; // the q of a rate problem, all zeros
    carom_found found;
    void *solver;
    size_t solver_bytes;
} carom_stage_memory;

void carom_stage_carve(carom_stage_memory *m, int nc, carom_solver solver, carom_arena *a);

// Solves for the rates. The first solution has f in m->found.P and a in m->found.y, and the residual of f is stored in
// the run. The velocity v has exact zeros for contacts that are closed or do not slip.
carom_status carom_stage_rates(const carom_system *s, const carom_system_params *p, const double *v,
                               carom_stage_memory *m, double *residual);

// Returns the mode of contact i in this stage.
carom_mode carom_stage_mode(const carom_stage_memory *m, const double *v, int i, int c);

#endif
