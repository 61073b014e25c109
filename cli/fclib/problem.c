#include "cli/fclib/problem.h"

#ifdef CAROM_HAS_FCLIB

#include <stdlib.h>
#include <string.h>

#include "carom/law.h"
#include "cli/fclib/fclib.h"
#include "mods/scenario/impact_read.h"

enum { LONGEST_WHY = 400 };

// Sets up the problem of the file: u = W r + q without restitution is glocker's problem with e_n = e_t = 0.
static bool take_over(carom_impact_problem *p, const carom_fclib *f, carom_error *refusal) {
    const size_t n = (size_t)f->dim * (size_t)f->nc, nc = (size_t)f->nc;
    double *W = carom_impact_keep(p, n * n, sizeof *W, refusal), *v = carom_impact_keep(p, n, sizeof *v, refusal);
    p->contact = carom_impact_keep(p, nc, sizeof *p->contact, refusal);
    p->sustained = carom_impact_keep(p, nc, 1, refusal);
    if (!W || !v || !p->contact || !p->sustained) return false;
    memcpy(W, f->W, n * n * sizeof *W);
    memcpy(v, f->q, n * sizeof *v);
    p->system = (carom_system){f->nc, f->dim, W, v};
    p->params.contacts = p->contact;
    for (int i = 0; i < f->nc; i++) {
        p->contact[i] = carom_params_default();
        p->contact[i].mu = f->mu[i];
        p->contact[i].e = p->contact[i].e_t = 0.0;
    }
    p->asked = CAROM_ASKED_METHOD;
    const carom_law *method;
    p->method = NULL;
    for (int i = 0; !p->method && (method = carom_law_at(p->modules, i, CAROM_SYSTEMS)); i++)
        if (method->system && method->system->inclusion && (method->solves & carom_system_bit(f->dim)))
            p->method = method;
    if (p->method) p->method = carom_impact_taking(p, p->method);
    return true;
}

bool carom_impact_read_fclib(carom_impact_problem *p, const char *path, carom_error *refusal) {
    carom_fclib f;
    char why[LONGEST_WHY];
    if (carom_fclib_read(path, &f, why, sizeof why) != CAROM_OK)
        return carom_refuse(refusal, CAROM_BAD_FILE, "%s: %s", path, why);
    const bool taken = take_over(p, &f, refusal);
    carom_fclib_free(&f);
    return taken;
}

bool carom_impact_write_fclib(const carom_impact_problem *p, const char *path, const double *P, carom_error *refusal) {
    const carom_system *s = &p->system;
    const int n = s->dim * s->nc;
    char why[LONGEST_WHY];
    double *q = carom_room((size_t)(n + s->nc), sizeof *q);
    if (!q) return carom_impact_too_large((size_t)(n + s->nc) * sizeof *q, refusal);
    double *mu = q + n;
    for (int i = 0; i < n; i++) {
        const carom_params *k = &p->contact[i / s->dim];
        q[i] = (1.0 + (i % s->dim ? k->e_t : k->e)) * s->v[i];
    }
    for (int i = 0; i < s->nc; i++) mu[i] = p->contact[i].mu;
    const carom_fclib f = {.nc = s->nc, .dim = s->dim, .W = (double *)(size_t)s->W, .q = q, .mu = mu};
    const char *title = carom_is_string(p->id) ? json_string_value(p->id) : "carom solve";
    const carom_status status = carom_fclib_write(path, &f, title, P, why, sizeof why);
    free(q);
    return status == CAROM_OK || carom_refuse(refusal, CAROM_BAD_FILE, "%s: %s", path, why);
}

#else

static bool missing(carom_error *refusal) {
    return carom_refuse(refusal, CAROM_MODULE_MISSING, "FCLIB files need HDF5, which this build does not have");
}

bool carom_impact_read_fclib(carom_impact_problem *p, const char *path, carom_error *refusal) {
    return missing(refusal);
}

bool carom_impact_write_fclib(const carom_impact_problem *p, const char *path, const double *P, carom_error *refusal) {
    return missing(refusal);
}

#endif
