#include "cli/verbs/explain_why.h"

#include <math.h>
#include <stdio.h>

#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/words/report.h"
#include "cli/words/shell.h"
#include "cli/words/table.h"
#include "mods/scenario/write_why.h"

// The class, in the words of Wang & Mason.

static void print_class(const carom_contact *c, const carom_impact_class *k) {
    printf("\nWhat kind of impact (Wang & Mason 1992, 3.4.1)\n\n");
    printf("  %s: %s\n", carom_approach_name(k->approach), carom_approach_meaning(k->approach));
    printf("  %s\n", k->direct ? "direct: no slip before" : "oblique: they slip on each other before");
    printf("  %s\n", k->central ? "central (generalized): W_nt = 0, a blow along the normal does not change the slip"
                                : "eccentric: W_nt is not 0, a blow along the normal changes the slip too");
    if (k->approach != CAROM_TANGENTIAL || k->direct) return;
    if (isinf(k->mu_jam))
        printf("  without approach nothing happens, whatever the friction: it does not press the bodies together\n");
    else
        printf("  without approach an impact happens all the same for mu > %.6g: friction on the %s presses the bodies "
               "together\n",
               k->mu_jam, c->dim == 2 ? "slip" : "slip as it is now");
}

// Newton's e beside Poisson's.

static void print_restitutions(const carom_restitutions *r, double e) {
    printf("\nNewton's e and Poisson's e (law routh, Wang & Mason 1992, section 5)\n\n");
    if (r->because) {
        printf("  mean the same here, because\n");
        for (unsigned bit = 1; carom_agreement_name(bit); bit *= 2)
            if (r->because & bit) printf("    %s: %s\n", carom_agreement_name(bit), carom_agreement_meaning(bit));
        return;
    }
    printf("  differ: with e = %g the bodies part at %.6g m/s by Newton, at %.6g m/s by Poisson (%+.6g m/s)\n", e,
           carom_tidy(r->newton.v[0], 1.0), carom_tidy(r->poisson.v[0], 1.0), r->gap);
    printf("  they would agree without slip before, coupling (W_nt), friction or rebound, or if the slip lasted\n");
}

// The energy form: "2 dE = -2.5 P_t^2 + 3 P_t P_n - 0.9 P_n^2".
static void print_term(double factor, const char *what, bool *first) {
    if (factor == 0.0) return;
    printf("%s%.6g %s", *first ? (factor < 0.0 ? "-" : "") : (factor < 0.0 ? " - " : " + "), fabs(factor), what);
    *first = false;
}

static void print_form(const carom_energy_form *form) {
    const double *P = form->outcome.P;
    bool first = true;
    printf("\nEnergy by Poisson's restitution (law routh, %s; Wang & Mason 1992, appendix)\n\n  2 dE = ",
           carom_mode_name(form->outcome.mode));
    print_term(form->tt, "P_t^2", &first);
    print_term(form->nt, "P_t P_n", &first);
    print_term(form->nn, "P_n^2", &first);
    print_term(form->n, "P_n", &first);
    if (first) printf("0");
    printf("   = %.6g J at P_n = %.6g, P_t = %.6g N s\n", form->twice_dE, P[0], carom_tidy(P[1], P[0]));
    if (!isnan(form->determinant))
        printf("  its determinant %.6g is %s\n", form->determinant,
               form->determinant >= 0.0 ? "not negative, so the form never changes sign: energy is lost"
                                        : "negative: the form alone does not tell the sign");
}

void carom_why_print(const carom_problem *problem) {
    const carom_contact *c = &problem->contact;
    carom_impact_class k;
    carom_restitutions r;
    carom_energy_form form;
    carom_impact_class_of(c, problem->params.e, &k);
    print_class(c, &k);
    if (k.approach == CAROM_PARTING) return;
    if (carom_restitutions_of(c, &problem->params, &r) == CAROM_OK) print_restitutions(&r, problem->params.e);
    if (carom_energy_form_of(c, &problem->params, &form) == CAROM_OK) print_form(&form);
}

// Forces.

static void print_case(const carom_contact_forces *f) {
    if (f->p < 0.0)
        printf("  p = W_nn - mu w.u = %.6g 1/kg < 0: with its friction a normal force presses the bodies together "
               "(Painleve 1895)\n",
               f->p);
    else if (f->p >= 0.0)
        printf("  p = W_nn - mu w.u = %.6g 1/kg: a normal force, with its friction, %s\n", f->p,
               f->p > 0.0 ? "parts the bodies" : "does not move them");
    printf("  %s: %s\n\n", carom_force_case_name(f->which), carom_force_case_meaning(f->which));
}

static void print_forces(const carom_problem *problem, const double b[3], const carom_contact_forces *f) {
    const int dim = problem->contact.dim;
    carom_table table = {.align = dim == 2 ? "lrrrr" : "lrrrrrr"};
    static const char *const plane[] = {"", "N", "F_t", "a_n", "a_t"};
    static const char *const space[] = {"", "N", "F_t1", "F_t2", "a_n", "a_t1", "a_t2"};
    printf("\nForces of the closed contact (v_n = 0), which without them would accelerate by b =");
    for (int i = 0; i < dim; i++) printf(" %.6g", carom_tidy(b[i], carom_report_size(b, dim)));
    printf(" m/s^2\n\n");
    print_case(f);
    for (int i = 0; i < 2 * dim + 1 && f->count; i++) carom_table_cell(&table, "%s", dim == 2 ? plane[i] : space[i]);
    for (int k = 0; k < f->count; k++) {
        carom_table_cell(&table, "%s", carom_force_mode_name(f->at[k].mode));
        for (int i = 0; i < dim; i++) carom_table_number(&table, f->at[k].F[i], carom_report_size(f->at[k].F, dim));
        for (int i = 0; i < dim; i++) carom_table_number(&table, f->at[k].a[i], carom_report_size(b, dim));
    }
    if (f->count) carom_table_print(stdout, &table);
    if (!(f->impulse[0] > 0.0)) return;
    printf("%s  impact without approach (routh, Poisson, e = %g): P =", f->count ? "\n" : "", problem->params.e);
    for (int i = 0; i < dim; i++) printf(" %.6g", f->impulse[i]);
    printf(" N s\n");
}

int carom_why_forces(const carom_problem *problem, const double b[3], json_t *object) {
    carom_contact_forces f;
    carom_misreading refusal;
    const carom_status status = carom_forces_of(&problem->contact, b, &problem->params, &f);
    if (status != CAROM_OK) {
        carom_complain_of(&refusal, status, &carom_law_routh, &problem->contact, &problem->params, NULL);
        return carom_args_refused(&refusal);
    }
    if (object)
        json_object_set_new(object, "forces", carom_forces_json(problem->contact.dim, b, &f));
    else
        print_forces(problem, b, &f);
    return CAROM_EXIT_FINE;
}
