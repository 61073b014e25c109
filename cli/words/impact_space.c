#include "cli/words/impact_space.h"

#ifdef CAROM_HAS_SICONOS

#include <math.h>
#include <stdlib.h>

#include "carom/siconos.h"

static carom_mode mode_of(const double *P, const double *xi, double scale_P, double scale_v) {
    if (P[0] <= CAROM_SICONOS_RESIDUAL * scale_P) return CAROM_MODE_OPEN;
    return hypot(xi[1], xi[2]) <= CAROM_SICONOS_RESIDUAL * scale_v ? CAROM_MODE_STICK : CAROM_MODE_SLIDING;
}

carom_status carom_impact_in_space(const carom_impact_problem *p, carom_many_outcome *out, void **memory) {
    const carom_system *s = &p->system;
    const size_t n = 3 * (size_t)s->nc, nc = (size_t)s->nc;
    *memory = carom_room((2 * n + nc) * sizeof(double) + nc * sizeof(carom_mode), 1);
    if (!*memory) return out->status = CAROM_BAD_SIZE;
    *out = (carom_many_outcome){.P = *memory, .refused = CAROM_PARAM_NONE, .refused_contact = -1};
    out->v = out->P + n;
    out->work = out->v + n;
    out->mode = (carom_mode *)(void *)(out->work + nc);
    out->eta = out->eta_c = out->ratio_c = (double)NAN;
    carom_siconos_report report;
    out->status = carom_siconos_glocker(s, p->contact, CAROM_SICONOS_AUTO, out->P, out->v, &report);
    if (out->status != CAROM_OK) return out->status;
    out->dE = report.dE;
    out->broken = report.broken;
    out->residual = report.residual;
    out->pivots = report.iterations;
    double most = 0.0, fastest = 0.0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(out->P[i]));
        fastest = fmax(fastest, fabs(s->v[i]));
    }
    for (size_t i = 0; i < nc; i++) {
        double xi[3];
        out->work[i] = 0.0;
        for (size_t k = 0; k < 3; k++) {
            const size_t at = 3 * i + k;
            xi[k] = out->v[at] + (k ? p->contact[i].e_t : p->contact[i].e_n) * s->v[at];
            out->work[i] += 0.5 * out->P[at] * (s->v[at] + out->v[at]);
        }
        out->mode[i] = mode_of(out->P + 3 * i, xi, most, fastest);
    }
    return out->status;
}

#else

carom_status carom_impact_in_space(const carom_impact_problem *p, carom_many_outcome *out, void **memory) {
    (void)p, (void)memory;
    return out->status = CAROM_NOT_BUILT;
}

#endif
