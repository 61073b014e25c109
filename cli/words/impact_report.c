// The outcome of several contacts for people.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words/bodies_after.h"
#include "cli/words/impact_answer.h"
#include "cli/words/table.h"
#include "cli/words/words.h"

static void print_contacts(FILE *file, const carom_impact_problem *p, const carom_many_outcome *out) {
    static const char *const letters[] = {"n", "t", "u"};
    const int dim = p->system.dim;
    carom_table table = {.align = dim == 2 ? "rrrrrrrrl" : "rrrrrrrrrrrl"};
    double P_most = 0.0, v_most = 0.0;
    for (int i = 0; i < dim * p->system.nc; i++) {
        P_most = fmax(P_most, fabs(out->P[i]));
        v_most = fmax(v_most, fmax(fabs(p->system.v[i]), fabs(out->v[i])));
    }
    carom_table_cell(&table, "contact");
    for (int k = 0; k < dim; k++) carom_table_cell(&table, "v_%s", letters[k]);
    for (int k = 0; k < dim; k++) carom_table_cell(&table, "P_%s", letters[k]);
    for (int k = 0; k < dim; k++) carom_table_cell(&table, "v'_%s", letters[k]);
    carom_table_cell(&table, "work, J");
    carom_table_cell(&table, "mode");
    carom_table_end_row(&table);
    for (int i = 0; i < p->system.nc; i++) {
        carom_table_cell(&table, "%d", i);
        for (int k = 0; k < dim; k++) carom_table_number(&table, p->system.v[dim * i + k], v_most);
        for (int k = 0; k < dim; k++) carom_table_number(&table, out->P[dim * i + k], P_most);
        for (int k = 0; k < dim; k++) carom_table_number(&table, out->v[dim * i + k], v_most);
        carom_table_number(&table, out->work[i], P_most * v_most);
        carom_table_cell(&table, "%s", carom_mode_name(out->mode[i]));
        carom_table_end_row(&table);
    }
    carom_table_print(file, &table);
}

static void print_speeds(FILE *file, const carom_impact_problem *p, const double *P) {
    const carom_mechanism *m = &p->mechanism;
    if (!p->has_mechanism) return;
    double *u = carom_resize(NULL, (size_t)(m->speeds + m->constraints), sizeof *u);
    double most = 0.0;
    carom_delassus_apply(&p->delassus, P, u, u + m->speeds);
    if (p->bodies && p->bodies->kind == CAROM_SCENARIO_BODIES) {
        carom_bodies_report_free(file, p->bodies, u);
        free(u);
        return;
    }
    for (int i = 0; i < m->speeds; i++) most = fmax(most, fabs(u[i]));
    fprintf(file, "  speeds after     ");
    for (int i = 0; i < m->speeds; i++) fprintf(file, " %.6g", carom_tidy(u[i], most));
    if (m->constraints) fprintf(file, "\n  constraint impulses");
    for (int i = 0; i < m->constraints; i++) fprintf(file, " %.6g", u[m->speeds + i]);
    fprintf(file, "\n");
    free(u);
}

static void print_sequence(FILE *file, const carom_impact_problem *p, const carom_many_outcome *out) {
    const int n = 2 * p->system.nc;
    fprintf(file, "  %d outcome%s, by the order of single impacts (%s):\n", out->outcomes,
            out->outcomes == 1 ? "" : "s", p->params.single->name);
    for (int k = 0; k < out->outcomes && k < 20; k++) {
        const carom_sequence_outcome *o = &out->outcome[k];
        fprintf(file, "    probability %-9.6g impacts %d..%d  dE %-12.6g v'", o->probability, o->shortest, o->longest,
                o->dE);
        for (int i = 0; i < n; i++) fprintf(file, " %.5g", carom_tidy(o->v[i], 1.0));
        fprintf(file, "%s\n", o->limit ? "  (limit of infinitely many)" : "");
    }
    if (out->outcomes > 20) fprintf(file, "    ... --json has them all\n");
}

// The work of the single contacts, before it cancels.
static double energy_scale(const carom_impact_problem *p, const carom_many_outcome *out) {
    double sum = 0.0;
    for (int i = 0; i < p->system.dim * p->system.nc; i++) sum += fabs(out->P[i] * p->system.v[i]);
    return sum;
}

void carom_impact_report(FILE *file, const carom_impact_problem *p, const carom_method *method,
                         const carom_impact_answer *a) {
    const carom_many_outcome *out = &a->outcome;
    fprintf(file, "%s: %s\n", method->name, carom_status_name(a->status));
    if (carom_system_parts(&p->system))
        fprintf(file,
                "nothing happens: no contact approaches; each normal points from B to A, so v_n < 0 approaches\n");
    print_contacts(file, p, out);
    print_speeds(file, p, out->P);
    fprintf(file, "  energy change dE  %.6g J%s\n", carom_tidy(out->dE, energy_scale(p, out)),
            out->broken & CAROM_BROKEN_ENERGY ? "   GAINED" : "");
    if (out->stages) fprintf(file, "  stages            %d, eta_c %.6g, eta %.6g\n", out->stages, out->eta_c, out->eta);
    if (out->outcomes)
        print_sequence(file, p, out);
    else if (out->solutions > 1)
        fprintf(file, "  solutions         %d; --json has them all\n", out->solutions);
    if (carom_system_parts(&p->system)) return; // nothing that could have been kept
    fprintf(file, "  broken           ");
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        if (out->broken & bit) fprintf(file, " %s", carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit));
    fprintf(file, "%s\n", out->broken ? "" : " nothing");
}
