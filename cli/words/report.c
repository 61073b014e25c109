#include "cli/words/report.h"

#include <math.h>

#include "cli/words/bodies_after.h"
#include "cli/words/table.h"
#include "cli/words/words.h"
#include "mods/scenario/why_words.h"

double carom_report_size(const double *x, int dim) {
    double most = 0.0;
    for (int i = 0; i < dim; i++) most = fmax(most, fabs(x[i]));
    return most;
}

// Six digits are for reading; --json has them all.
// Rounding beside `scale`, or beside the vector's own size, is 0.
static void print_vector(FILE *file, const char *label, const double *x, int dim, const char *unit, double scale) {
    const double size = fmax(scale, carom_report_size(x, dim));
    fprintf(file, "  %-18s", label);
    for (int i = 0; i < dim; i++) fprintf(file, "%14.6g", carom_tidy(x[i], size));
    fprintf(file, *unit ? "   %s\n" : "%s\n", unit);
}

static void print_contact(FILE *file, const carom_contact *c) {
    for (int i = 0; i < c->dim; i++)
        print_vector(file, i ? "" : "inverse mass W", c->W[i], c->dim, i ? "" : "1/kg", 0.0);
}

// One number for each direction is told as one number where they are equal.
static bool all_alike(const double *value, int count) {
    for (int i = 1; i < count; i++)
        if (value[i] != value[0]) return false;
    return true;
}

const char *carom_report_param(const carom_params *params, const carom_param_info *row, int dim, char *text,
                               size_t size) {
    double value[3];
    if (row->number == CAROM_PARAM_mu_static && params->mu_static == CAROM_SAME_AS_MU)
        row = carom_param_at(CAROM_PARAM_mu);
    const size_t count = carom_param_read(params, row, value);
    const int numbers = row->kind == CAROM_TANGENT || row->kind == CAROM_PAIR  ? dim - 1
                        : row->kind == CAROM_EACH || row->kind == CAROM_VECTOR ? dim
                                                                               : 1;
    if (row->kind == CAROM_CHOICE)
        snprintf(text, size, "%s", carom_choice_at(row, (int)value[0]));
    else if (row->kind == CAROM_LIST)
        snprintf(text, size, params->list_count ? "%zu" : "none", params->list_count);
    else if (row->kind == CAROM_VECTOR ||
             (numbers > 1 && (row->kind == CAROM_PAIR ? value[1] != 0.0 : !all_alike(value, numbers))))
        snprintf(text, size, numbers == 3 ? "%g %g %g" : "%g %g", value[0], value[1], value[2]);
    else if (count)
        snprintf(text, size, "%g", value[0]);
    return text;
}

static void print_params(FILE *file, const carom_problem *problem) {
    const carom_params at = carom_problem_params(problem);
    for (int i = 0; i < CAROM_PARAM_ROOM; i++) {
        if (!carom_problem_tells(problem, i)) continue;
        char text[96], form[96];
        const char *by = carom_of_speed_words(&problem->params, i, form, sizeof form);
        char rests[96] = "";
        const bool given = (problem->given >> i) & 1;
        const bool follows_mu = i == CAROM_PARAM_mu_static && problem->params.mu_static == CAROM_SAME_AS_MU;
        const carom_param_info *row = carom_law_param(problem->law, i);
        if (!by && carom_problem_changed(problem, i, &at))
            snprintf(rests, sizeof rests, "   (the approach is slower than rest_speed; %s otherwise)",
                     carom_report_param(&problem->params, row, problem->contact.dim, text, sizeof text));
        carom_report_param(&at, row, problem->contact.dim, text, sizeof text);
        fprintf(file, "  %-18s%14s%s\n", row->name, text,
                by           ? by
                : *rests     ? rests
                : given      ? ""
                : follows_mu ? "   (default: equal to mu)"
                             : "   (default)");
    }
}

// The ledger: what is gone, and who took it.
static void print_energy(FILE *file, const carom_outcome *out, double size) {
    fprintf(file, "  %-18s%14.6g   J%s\n", "energy change dE", carom_tidy(out->dE, size),
            out->broken & CAROM_BROKEN_ENERGY ? "   GAINED" : "");
    if (!(out->known & CAROM_KNOWS_WORK)) return;
    const double part[2] = {out->work_normal, out->work_friction};
    static const char *const label[2] = {"  normal", "  friction"};
    const bool shares = out->dE < 0.0 && part[0] <= 0.0 && part[1] <= 0.0;
    for (int i = 0; i < 2; i++) {
        fprintf(file, "  %-18s%14.6g   J", label[i], carom_tidy(part[i], size));
        if (shares) fprintf(file, "   %3.0f %% of the loss", 100.0 * part[i] / out->dE);
        fputc('\n', file);
    }
}

// In the order of the bits of carom_broken.
static const struct {
    const char *kept, *broken;
} verdicts[] = {
    {"no energy is gained", "energy is gained (dE > 0)"},
    {"the impulse stays in the friction cone", "more friction than Coulomb allows (|P_t| > mu P_n)"},
    {"the contact pushes", "the contact pulls (P_n < 0)"},
    {"the bodies part", "the bodies still approach (v_n < 0)"},
    {NULL, "there is no solution"},
    {NULL, "several outcomes satisfy the law"},
    {NULL, "more energy is lost than there was, or P is too large to judge (lost > E)"},
};
enum { VERDICTS = sizeof verdicts / sizeof *verdicts };

const char *carom_report_broken(unsigned broken, char *text, size_t size) {
    snprintf(text, size, "%s", broken ? "" : "nothing");
    for (int i = 0; i < VERDICTS; i++)
        if ((broken >> i) & 1) carom_join(text, size, ", ", verdicts[i].broken);
    return text;
}

static void print_verdict(FILE *file, const carom_outcome *out) {
    for (int i = 0; i < VERDICTS; i++) {
        const bool broken = (out->broken >> i) & 1;
        if (broken || verdicts[i].kept)
            fprintf(file, "  %s  %s\n", broken ? "✗" : "✓", broken ? verdicts[i].broken : verdicts[i].kept);
    }
}

// The same for programs: a row a quantity.
static void print_plain(FILE *file, const carom_problem *problem, const carom_outcome *out) {
    static const char *const heads[] = {"quantity", "n", "t", "t2", "unit"};
    const int dim = problem->contact.dim;
    const struct {
        const char *name, *unit;
        const double *value;
        int count;
    } rows[] = {{"velocity before", "m/s", problem->contact.v, dim},
                {"impulse P", "N s", out->P, dim},
                {"velocity after", "m/s", out->v, dim},
                {"energy change dE", "J", &out->dE, 1}};
    carom_table table = {.align = dim == 2 ? "lrrl" : "lrrrl"};
    for (int i = 0; i < 5; i++)
        if (i != 3 || dim == 3) carom_table_cell(&table, "%s", i == 2 && dim == 3 ? "t1" : heads[i]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        carom_table_cell(&table, "%s", rows[i].name);
        for (int k = 0; k < dim; k++)
            carom_table_number(&table, k < rows[i].count ? rows[i].value[k] : (double)NAN, 0.0);
        carom_table_cell(&table, "%s", rows[i].unit);
    }
    const carom_params at = carom_problem_params(problem);
    for (int i = 0; i < CAROM_PARAM_ROOM; i++) {
        double value[3];
        if (!carom_problem_changed(problem, i, &at)) continue;
        carom_param_read(&at, carom_param_at(i), value);
        carom_table_cell(&table, "%s used", carom_param_at(i)->name);
        for (int k = 0; k < dim; k++) carom_table_number(&table, k ? (double)NAN : value[0], 0.0);
        carom_table_cell(&table, "%s", "");
    }
    carom_table_print(file, &table);
}

void carom_report_parting(FILE *file, const carom_problem *problem, const char *margin) {
    char hint[2000];
    fprintf(file, "%snothing happens: they already part (v_n = %g m/s > 0)\n", margin, problem->contact.v[0]);
    fprintf(file, "%s%s\n", margin, carom_parting_hint(problem, hint, sizeof hint));
}

// What happened, in a sentence.
static void print_what(FILE *file, const carom_problem *problem, const carom_answer *answer) {
    const carom_mode mode = answer->outcome.mode;
    if (answer->status == CAROM_NO_IMPACT)
        carom_report_parting(file, problem, "");
    else if (mode == CAROM_MODE_UNNAMED)
        fprintf(file, "%s\n", carom_enum_meaning(CAROM_ENUM_MODE, (int)mode));
    else
        fprintf(file, "%s: %s\n", carom_mode_name(mode), carom_enum_meaning(CAROM_ENUM_MODE, (int)mode));
    fputc('\n', file);
}

void carom_report(FILE *file, const carom_problem *problem, const carom_answer *answer) {
    const int dim = problem->contact.dim;
    const carom_outcome *out = &answer->outcome;
    const double speed = carom_report_size(problem->contact.v, dim);
    if (carom_table_plain()) print_plain(file, problem, out);
    fprintf(file, "%s: %s\n", problem->law->name, problem->law->summary);
    print_what(file, problem, answer);

    fprintf(file, dim == 3 ? "%34s%14s%14s\n" : "%34s%14s\n", "n", dim == 3 ? "t1" : "t", "t2");
    print_vector(file, "velocity before", problem->contact.v, dim, "m/s", speed);
    print_vector(file, "impulse P", out->P, dim, "N s", 0.0);
    if (out->known & CAROM_KNOWS_COMPRESSION) print_vector(file, "  at compression", out->Pc, dim, "N s", 0.0);
    print_vector(file, "velocity after", out->v, dim, "m/s", speed);
    fputc('\n', file);
    print_energy(file, out, carom_report_size(out->P, dim) * speed);
    const carom_tell *tell;
    for (int i = 0; (tell = carom_law_tell(problem->law, i)); i++)
        fprintf(file, "  %-18s%14.6g   %s   %s\n", tell->name,
                carom_tidy(tell->of(problem->law, &problem->contact, &problem->params, out), speed), tell->unit,
                tell->meaning);
    if (out->solutions > 1)
        fprintf(file, "  %-18s%14d   outcomes satisfy the law; this is the one it picks\n", "solutions",
                out->solutions);
    carom_critical_print(file, problem);
    if (out->evaluations)
        fprintf(file, "  %-18s%14d   steps, residual %.1e\n", "iterated", out->evaluations, out->residual);
    fputc('\n', file);
    if (answer->status != CAROM_NO_IMPACT) { // no ticks for an impact that was none
        print_verdict(file, out);
        fputc('\n', file);
    }
    print_contact(file, &problem->contact);
    print_params(file, problem);
    if (problem->bodies) carom_bodies_report(file, problem->bodies, out);
}

void carom_report_failure(const carom_problem *problem, const carom_answer *answer) {
    if (carom_status_classify(answer->status) == CAROM_CLASS_NO_ANSWER && answer->status != CAROM_NO_PATH)
        printf("%s: %s\n%s\n", problem->law->name, carom_status_name(answer->refusal.status), answer->refusal.detail);
    else
        carom_say_refusal(&answer->refusal);
}
