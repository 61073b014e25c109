#include "cli/print/why_words.h"

#include <math.h>

#include "mods/scenario/bodies.h"
#include "mods/scenario/write.h"

// Returns 0 if the value is a rounding error relative to `scale`.
static double tidy(double value, double scale) {
    return fabs(value) <= 1e-14 * scale ? 0.0 : value;
}

// Prints the class in the terms of Wang & Mason.

static void print_class(FILE *file, const carom_problem *problem, const carom_contact_class *k) {
    const carom_contact *c = &problem->contact;
    char hint[2000];
    fprintf(file, "\nWhat kind of impact (Wang & Mason 1992, 3.4.1)\n\n");
    fprintf(file, "  %s: %s\n", carom_enum_name(CAROM_ENUM_APPROACH, (int)k->approach),
            carom_enum_meaning(CAROM_ENUM_APPROACH, (int)k->approach));
    if (k->approach == CAROM_PARTING) fprintf(file, "  %s\n", carom_parting_hint(problem, hint, sizeof hint));
    fprintf(file, "  %s\n",
            k->direct ? "direct: no slip before the impact" : "oblique: the bodies slip before the impact");
    fprintf(file, "  %s\n",
            k->central ? "central (generalized): W_nt = 0, a normal impulse does not change the slip"
                       : "eccentric: W_nt is not 0, a normal impulse also changes the slip");
    if (k->approach != CAROM_TANGENTIAL || k->direct) return;
    if (isinf(k->mu_jam))
        fprintf(file, "  without approach nothing happens for any friction: it does not press the bodies together\n");
    else
        fprintf(file,
                "  without approach an impact still happens for mu > %.6g: friction on the %s presses the bodies "
                "together\n",
                k->mu_jam, c->dim == 2 ? "slip" : "slip as it is now");
}

// Compares Newton's e with Poisson's.

static void print_restitutions(FILE *file, const carom_restitution_comparison *r, double e) {
    fprintf(file, "\nNewton's e and Poisson's e (law routh, Wang & Mason 1992, section 5)\n\n");
    if (r->because) {
        fprintf(file, "  mean the same here, because\n");
        for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_AGREEMENT, (int)bit); bit *= 2)
            if (r->because & bit)
                fprintf(file, "    %s: %s\n", carom_enum_name(CAROM_ENUM_AGREEMENT, (int)bit),
                        carom_enum_meaning(CAROM_ENUM_AGREEMENT, (int)bit));
        return;
    }
    fprintf(file,
            "  differ: with e = %g the bodies separate at %.6g m/s by Newton, at %.6g m/s by Poisson (%+.6g m/s)\n", e,
            tidy(r->newton.v[0], 1.0), tidy(r->poisson.v[0], 1.0), r->gap);
    fprintf(file,
            "  they would agree without slip before, coupling (W_nt), friction or rebound, or if the slip lasted\n");
}

// Prints the energy as a quadratic form: "2 dE = -2.5 P_t^2 + 3 P_t P_n - 0.9 P_n^2".
static void print_term(FILE *file, double factor, const char *what, bool *first) {
    if (factor == 0.0) return;
    fprintf(file, "%s%.6g %s", *first ? (factor < 0.0 ? "-" : "") : (factor < 0.0 ? " - " : " + "), fabs(factor), what);
    *first = false;
}

static void print_form(FILE *file, const carom_energy_form *form) {
    const double *P = form->outcome.P;
    bool first = true;
    fprintf(file, "\nEnergy by Poisson's restitution (law routh, %s; Wang & Mason 1992, appendix)\n\n  2 dE = ",
            carom_mode_name(form->outcome.mode));
    print_term(file, form->tt, "P_t^2", &first);
    print_term(file, form->nt, "P_t P_n", &first);
    print_term(file, form->nn, "P_n^2", &first);
    print_term(file, form->n, "P_n", &first);
    if (first) fprintf(file, "0");
    fprintf(file, "   = %.6g J at P_n = %.6g, P_t = %.6g N s\n", form->twice_dE, P[0], tidy(P[1], P[0]));
    if (!isnan(form->determinant))
        fprintf(file, "  its determinant %.6g is %s\n", form->determinant,
                form->determinant >= 0.0 ? "not negative, so the form never changes sign: energy is lost"
                                         : "negative: the form alone does not determine the sign");
}

void carom_why_words(FILE *file, const carom_problem *problem) {
    const carom_contact *c = &problem->contact;
    carom_contact_class k;
    carom_restitution_comparison r;
    carom_energy_form form;
    carom_contact_classify(c, problem->params.e, &k);
    print_class(file, problem, &k);
    if (k.approach == CAROM_PARTING) return;
    if (carom_restitution_compare(c, &problem->params, &r) == CAROM_OK) print_restitutions(file, &r, problem->params.e);
    if (carom_energy_form_compute(c, &problem->params, &form) == CAROM_OK) print_form(file, &form);
}

// Prints forces.

static void print_case(FILE *file, const carom_contact_forces *f) {
    if (f->p < 0.0)
        fprintf(file,
                "  p = W_nn - mu w.u = %.6g 1/kg < 0: with its friction a normal force presses the bodies together "
                "(Painleve 1895; Genot & Brogliato 1999)\n",
                f->p);
    else if (f->p >= 0.0)
        fprintf(file, "  p = W_nn - mu w.u = %.6g 1/kg: a normal force, with its friction, %s\n", f->p,
                f->p > 0.0 ? "separates the bodies" : "does not move them");
    fprintf(file, "  %s: %s\n", carom_enum_name(CAROM_ENUM_FORCE_CASE, (int)f->which),
            carom_enum_meaning(CAROM_ENUM_FORCE_CASE, (int)f->which));
    if (f->p < 0.0 && f->which == CAROM_FORCE_INDETERMINATE)
        fprintf(file,
                "  sliding on is unstable: on a spring of stiffness k, a deviation grows like exp(sqrt(-p k) t), to "
                "lift-off or to the impact (Champneys & Varkonyi 2016)\n");
}

static void print_impact(FILE *file, const carom_problem *problem, const carom_contact_forces *f) {
    fprintf(file, "  impact without collision, v_n = 0 (routh, Poisson, e = %g): P =", problem->params.e);
    for (int i = 0; i < problem->contact.dim; i++) fprintf(file, " %.6g", f->impulse[i]);
    fprintf(file, " N s\n");
}

// Prints one solution per line: N, F_t, a_n, a_t.
static void print_answers(FILE *file, int dim, const carom_contact_forces *f) {
    static const char *const plane[] = {"N", "F_t", "a_n", "a_t"};
    static const char *const space[] = {"N", "F_t1", "F_t2", "a_n", "a_t1", "a_t2"};
    fprintf(file, "\n  %-9s", "");
    for (int i = 0; i < 2 * dim; i++) fprintf(file, "%12s", dim == 2 ? plane[i] : space[i]);
    for (int k = 0; k < f->count; k++) {
        fprintf(file, "\n  %-9s", carom_enum_name(CAROM_ENUM_FORCE_MODE, (int)f->at[k].mode));
        for (int i = 0; i < dim; i++) fprintf(file, "%12.6g", tidy(f->at[k].F[i], fabs(f->at[k].F[0])));
        for (int i = 0; i < dim; i++) fprintf(file, "%12.6g", tidy(f->at[k].a[i], 1.0));
    }
    fprintf(file, "   N, m/s^2\n");
}

void carom_forces_words(FILE *file, const carom_problem *problem, const double b[3], const carom_contact_forces *f) {
    const int dim = problem->contact.dim;
    fprintf(file, "\nForces of the closed contact (v_n = 0), which without them would accelerate by b =");
    for (int i = 0; i < dim; i++) fprintf(file, " %.6g", tidy(b[i], fabs(b[0]) + fabs(b[1])));
    fprintf(file, " m/s^2\n\n");
    print_case(file, f);
    if (f->impulse[0] > 0.0) print_impact(file, problem, f);
    if (f->count > 0) print_answers(file, dim, f);
}
