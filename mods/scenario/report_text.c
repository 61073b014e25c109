// Writes reports as text, and their tables as CSV and Markdown.
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/decimal.h"
#include "mods/scenario/report.h"
#include "mods/scenario/table.h"

// The output. CSV and Markdown hold only tables, separated by a blank line.
typedef struct {
    FILE *file;
    carom_format format;
    const carom_units *units; // of printed numbers; the numbers of a report are in SI units
    bool begun, failed;
} page;

static void say(const page *to, const char *format, ...) CAROM_PRINTF(2, 3);
static void say(const page *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (to->format == CAROM_FORMAT_TEXT) vfprintf(to->file, format, arguments);
    va_end(arguments);
}

static void put(page *to, carom_table *table) {
    if (to->format != CAROM_FORMAT_TEXT && to->begun) fputc('\n', to->file);
    to->begun = true;
    to->failed |= !carom_table_write(to->file, table);
}

double carom_largest(const double *x, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(x[i]));
    return most;
}

static double larger(const double *a, const double *b, int count) {
    return fmax(carom_largest(a, count), carom_largest(b, count));
}

const char *carom_report_speed_unit(const carom_report *r, int speed) {
    return r->kind != CAROM_SCENARIO_CHAIN ? "1" : speed < r->links ? "rad/s" : "m/s";
}

// Returns the name of the unit that is printed instead of an SI unit.
static const char *unit_of(const carom_report *r, const char *si) {
    return carom_units_find(&r->units, si).name;
}

// Returns a number of an SI unit in the unit that is printed.
static double in(const page *to, const char *si, double x) {
    return carom_units_value(to->units, si, x);
}

// Text shows six digits; JSON has all of them.
#define SIX(value) CAROM_SHORT(value, 6)

// Prints a vector with its SI unit. Rounding errors relative to `scale`, or to the vector's own size, are 0. The unit is
// left out after the first row of a matrix.
static void say_vector(const page *to, const char *label, const double *x, int dim, const char *si, double scale) {
    const double size = fmax(scale, carom_largest(x, dim));
    say(to, "  %-18s", label);
    for (int i = 0; i < dim; i++) say(to, "%14s", SIX(in(to, si, carom_tidy(x[i], size))));
    say(to, *label ? "   %s\n" : "\n", carom_units_find(to->units, si).name);
}

// Violations, in the order of the bits of carom_violation.

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

const char *carom_violation_words(unsigned broken, char *text, size_t size) {
    snprintf(text, size, "%s", broken ? "" : "nothing");
    for (int i = 0; i < VERDICTS; i++)
        if ((broken >> i) & 1) carom_join(text, size, ", ", verdicts[i].broken);
    return text;
}

// Prints the checks. Without mu there is no friction cone to check.
static void say_verdict(const page *to, unsigned violations, bool cone) {
    for (int i = 0; i < VERDICTS; i++) {
        const bool broken = (violations >> i) & 1;
        if (broken || (verdicts[i].kept && (cone || 1u << i != CAROM_VIOLATION_CONE)))
            say(to, "  %s  %s\n", broken ? "✗" : "✓", broken ? verdicts[i].broken : verdicts[i].kept);
    }
}

// Prints bodies.

// A quantity before and after, and the part absorbed by fixed bodies (not for velocities). Rounding errors relative to
// `scale` are 0.
typedef struct {
    carom_table table;
    const char *owner;
    const carom_units *units;
} sheet;

// Adds a row; `unit` is an SI unit, perhaps with a remark after a comma.
static void row(sheet *s, const char *quantity, const char *unit, double before, double after, const double *fixed,
                double scale) {
    char si[16];
    snprintf(si, sizeof si, "%.*s", (int)strcspn(unit, ","), unit);
    const carom_unit printed = carom_units_find(s->units, si);
    const double k = printed.factor;
    carom_table_cell(&s->table, "%s", s->owner);
    carom_table_cell(&s->table, "%s", quantity);
    carom_table_number(&s->table, k * before, k * scale);
    carom_table_number(&s->table, k * after, k * scale);
    if (fixed) carom_table_number(&s->table, k * *fixed, k * scale);
    carom_table_cell(&s->table, "%s%s", printed.name, unit + strlen(si));
    carom_table_end_row(&s->table);
}

static void vector_rows(sheet *s, const char *const names[3], const char *unit, const double before[3],
                        const double after[3], const double *fixed, bool space) {
    const double scale = fmax(larger(before, after, 3), fixed ? carom_largest(fixed, 3) : 0.0);
    for (int i = 0; i < (space ? 3 : 2); i++)
        row(s, names[i], unit, before[i], after[i], fixed ? &fixed[i] : NULL, scale);
}

// Prints rotations; in 2D they are about z.
static void turning_rows(sheet *s, const char *const names[4], const char *unit, const double before[3],
                         const double after[3], const double *fixed, bool space) {
    if (space)
        vector_rows(s, names, unit, before, after, fixed, true);
    else
        row(s, names[3], unit, before[2], after[2], fixed ? &fixed[2] : NULL, larger(before + 2, after + 2, 1));
}

static void heading(sheet *s, const char *title, bool fixed) {
    carom_table_cell(&s->table, "%s", title);
    carom_table_cell(&s->table, "%s", "");
    carom_table_cell(&s->table, "before");
    carom_table_cell(&s->table, "after");
    if (fixed) carom_table_cell(&s->table, "to fixed");
    carom_table_cell(&s->table, "unit");
    carom_table_end_row(&s->table);
}

// Prints the directions of n and t in the coordinates of the file.
static void say_frame(const page *to, const carom_report *r) {
    static const char *const plane[] = {"n", "t"}, *const space[] = {"n", "t1", "t2"};
    for (int i = 0; i < r->dim; i++) {
        const double *x = r->frame[i];
        say(to, "%s%s = (%s, %s", i ? ", " : "  ", r->dim == 2 ? plane[i] : space[i], SIX(x[0] + 0.0), SIX(x[1] + 0.0));
        if (r->dim == 3) say(to, ", %s", SIX(x[2] + 0.0));
        say(to, ")");
    }
    say(to, "\n\n");
}

// Returns true for a wall that is at rest before and after; it is not printed.
static bool stands_still(const carom_motion *before, const carom_motion *after) {
    return larger(before->velocity, after->velocity, 3) == 0.0 && larger(before->spin, after->spin, 3) == 0.0;
}

static const char *const velocity[] = {"velocity x", "velocity y", "velocity z"};
static const char *const spin[] = {"spin x", "spin y", "spin z", "spin"};

// Prints the changes of each body.
static void put_changes(page *to, const carom_report *r) {
    char delta_v[32];
    snprintf(delta_v, sizeof delta_v, "delta-v, %s", unit_of(r, "m/s"));
    const char *const heads[] = {"change", delta_v, "direction, deg", "PDOF, deg"};
    const carom_change *c = r->change;
    if (!(c[0].delta_v > 0.0 || c[1].delta_v > 0.0)) return;
    carom_table table = {.align = "lrrr", .format = to->format};
    for (int i = 0; i < 4; i++) carom_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < 2; i++) {
        if (!(c[i].delta_v > 0.0)) continue;
        carom_table_cell(&table, "%s", r->fields.after[i].name);
        carom_table_number(&table, in(to, "m/s", c[i].delta_v), 0.0);
        carom_table_number(&table, c[i].direction, 360.0);
        carom_table_number(&table, c[i].pdof, 360.0);
    }
    put(to, &table);
    say(to, "\n");
}

static void put_ledger(page *to, const carom_report *r, bool space) {
    static const char *const momentum[] = {"momentum x", "momentum y", "momentum z"};
    static const char *const angular[] = {"angular x", "angular y", "angular z", "angular"};
    const carom_balance *l = &r->ledger;
    sheet ledger = {{.align = "llrrrl", .format = to->format}, "", to->units};
    heading(&ledger, "balance", true);
    row(&ledger, "energy", "J", l->energy_before, l->energy_after, &l->energy_fixed,
        l->energy_before + l->energy_after);
    vector_rows(&ledger, momentum, "N s", l->momentum_before, l->momentum_after, l->momentum_fixed, space);
    turning_rows(&ledger, angular, "N m s, about the contact", l->angular_before, l->angular_after, l->angular_fixed,
                 space);
    put(to, &ledger.table);
    if (r->lost > 1e-14) say(to, "  %s %% of the energy is lost\n", CAROM_SHORT(100.0 * r->lost, 3));
}

static void put_pair(page *to, const carom_report *r) {
    const carom_motion *before = r->fields.before, *after = r->fields.after;
    const bool space = r->kind == CAROM_SCENARIO_SPACE;
    say_frame(to, r);
    sheet bodies = {{.align = "llrrl", .grouped = true, .format = to->format}, NULL, to->units};
    heading(&bodies, "bodies", false);
    for (int i = 0; i < 2; i++) {
        const carom_change *c = &r->change[i];
        if (stands_still(&before[i], &after[i])) continue;
        bodies.owner = after[i].name;
        vector_rows(&bodies, velocity, "m/s", before[i].velocity, after[i].velocity, NULL, space);
        turning_rows(&bodies, spin, "rad/s", before[i].spin, after[i].spin, NULL, space);
        row(&bodies, "speed", "m/s", c->speed_before, c->speed_after, NULL, 0.0);
        row(&bodies, "heading", "deg, from +x", c->heading_before, c->heading_after, NULL, 360.0);
    }
    put(to, &bodies.table);
    say(to, "\n");
    put_changes(to, r);
    put_ledger(to, r, space);
}

// Prints free bodies with several contacts.
static void put_free_bodies(page *to, const carom_report *r) {
    const carom_report_fields *f = &r->fields;
    const bool space = r->dim == 3;
    const double fastest = larger(f->u, f->u_after, f->speed_count);
    sheet bodies = {{.align = "llrrl", .grouped = true, .format = to->format}, NULL, to->units};
    heading(&bodies, "bodies", false);
    for (int i = 0; i < f->body_count; i++) {
        const carom_motion *before = &f->before[i], *after = &f->after[i];
        if (stands_still(before, after)) continue;
        bodies.owner = after->name;
        vector_rows(&bodies, velocity, "m/s", before->velocity, after->velocity, NULL, space);
        // Skip a rotation that is a rounding error.
        if (larger(before->spin, after->spin, 3) > 1e-12 * fastest)
            turning_rows(&bodies, spin, "rad/s", before->spin, after->spin, NULL, space);
    }
    put(to, &bodies.table);
}

static void put_tree(page *to, const carom_report *r) {
    const carom_report_fields *f = &r->fields;
    const bool chain = r->kind == CAROM_SCENARIO_CHAIN;
    sheet speeds = {{.align = "llrrl", .format = to->format}, NULL, to->units};
    heading(&speeds, "speeds", false);
    for (int i = 0; i < f->speed_count; i++) {
        speeds.owner = r->speed_names[i];
        row(&speeds, chain ? i < r->links ? "rate" : "velocity" : "", chain ? carom_report_speed_unit(r, i) : "",
            f->u[i], f->u_after[i], NULL, larger(f->u, f->u_after, f->speed_count));
    }
    speeds.owner = "energy";
    row(&speeds, "", "J", r->energy_before, r->energy_after, NULL, 0.0);
    put(to, &speeds.table);
    if (!f->reaction_count) return;
    say(to, "\n  constraint impulses (rank %d of %d)", r->rank, f->reaction_count);
    const double scale = carom_largest(f->reactions, f->reaction_count);
    for (int i = 0; i < f->reaction_count; i++) say(to, "  %s", SIX(carom_tidy(f->reactions[i], scale)));
    say(to, "\n");
}

static void put_bodies(page *to, const carom_report *r) {
    say(to, "\n");
    if (r->kind == CAROM_SCENARIO_PLANE || r->kind == CAROM_SCENARIO_SPACE)
        put_pair(to, r);
    else if (r->kind == CAROM_SCENARIO_BODIES)
        put_free_bodies(to, r);
    else
        put_tree(to, r);
}

// Prints one contact.

// Prints a row per quantity, for programs.
static void put_quantities(page *to, const carom_report *r) {
    static const char *const heads[] = {"quantity", "n", "t", "t2", "unit"};
    const carom_result *out = &r->outcome;
    const int dim = r->dim;
    const struct {
        const char *name, *unit;
        const double *value;
        int count;
    } rows[] = {{"velocity before", "m/s", r->contact.v, dim},
                {"impulse P", "N s", out->P, dim},
                {"velocity after", "m/s", out->v, dim},
                {"energy change dE", "J", &out->dE, 1}};
    carom_table table = {.align = dim == 2 ? "lrrl" : "lrrrl", .format = to->format};
    for (int i = 0; i < 5; i++)
        if (i != 3 || dim == 3) carom_table_cell(&table, "%s", i == 2 && dim == 3 ? "t1" : heads[i]);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        carom_table_cell(&table, "%s", rows[i].name);
        for (int k = 0; k < dim; k++)
            carom_table_number(&table, k < rows[i].count ? in(to, rows[i].unit, rows[i].value[k]) : (double)NAN, 0.0);
        carom_table_cell(&table, "%s", unit_of(r, rows[i].unit));
    }
    for (int i = 0; i < r->coefficient_count; i++) {
        const carom_report_coefficient *c = &r->coefficients[i];
        if (!c->changed) continue;
        carom_table_cell(&table, "%s used", c->name);
        for (int k = 0; k < dim; k++) carom_table_number(&table, k ? (double)NAN : c->used, 0.0);
        carom_table_cell(&table, "%s", "");
    }
    put(to, &table);
}

// Describes the outcome in a sentence.
static void say_what(const page *to, const carom_report *r) {
    const carom_mode mode = r->outcome.mode;
    if (r->status == CAROM_NO_IMPACT)
        say(to, "nothing happens: they already part (v_n = %s %s > 0)\n%s\n", SIX(in(to, "m/s", r->contact.v[0])),
            unit_of(r, "m/s"), r->hint);
    else if (mode == CAROM_MODE_UNNAMED)
        say(to, "%s\n", carom_enum_meaning(CAROM_ENUM_MODE, (int)mode));
    else
        say(to, "%s: %s\n", carom_mode_name(mode), carom_enum_meaning(CAROM_ENUM_MODE, (int)mode));
    say(to, "\n");
}

static void say_energy(const page *to, const carom_report *r, double size) {
    const carom_result *out = &r->outcome;
    const char *unit = unit_of(r, "J");
    say(to, "  %-18s%14s   %s%s\n", "energy change dE", SIX(in(to, "J", carom_tidy(out->dE, size))), unit,
        out->violations & CAROM_VIOLATION_ENERGY ? "   GAINED" : "");
    if (!(out->has & CAROM_HAS_WORK)) return;
    const double part[2] = {out->work_normal, out->work_friction};
    static const char *const label[2] = {"  normal", "  friction"};
    const bool shares = out->dE < 0.0 && part[0] <= 0.0 && part[1] <= 0.0;
    for (int i = 0; i < 2; i++) {
        say(to, "  %-18s%14s   %s", label[i], SIX(in(to, "J", carom_tidy(part[i], size))), unit);
        if (shares) say(to, "   %3.0f %% of the loss", 100.0 * part[i] / out->dE);
        say(to, "\n");
    }
}

static void say_numbers(const page *to, const carom_report *r, double speed) {
    const carom_result *out = &r->outcome;
    for (int i = 0; i < r->output_count; i++)
        say(to, "  %-18s%14s   %s   %s\n", r->outputs[i].name,
            SIX(in(to, r->outputs[i].unit, carom_tidy(r->outputs[i].value, speed))), unit_of(r, r->outputs[i].unit),
            r->outputs[i].meaning);
    if (out->solution_count > 1)
        say(to, "  %-18s%14d   outcomes satisfy the law; this is the one it picks\n", "solutions", out->solution_count);
    if (isfinite(r->critical))
        say(to, "  %-18s%14s   |P_t| / P_n that stops the slip\n", "critical ratio", SIX(r->critical));
    if (!out->evaluations) return;
    char residual[32];
    snprintf(residual, sizeof residual, "%.1e", out->residual);
    carom_decimal_pointed(residual);
    say(to, "  %-18s%14d   steps, residual %s\n", "iterated", out->evaluations, residual);
}

static void put_one(page *to, const carom_report *r) {
    const carom_result *out = &r->outcome;
    const int dim = r->dim;
    const double speed = carom_largest(r->contact.v, dim);
    if (to->format != CAROM_FORMAT_TEXT) put_quantities(to, r);
    say(to, "%s: %s\n", r->fields.law->name, r->fields.law->summary);
    say_what(to, r);

    say(to, dim == 3 ? "%34s%14s%14s\n" : "%34s%14s\n", "n", dim == 3 ? "t1" : "t", "t2");
    say_vector(to, "velocity before", r->contact.v, dim, "m/s", speed);
    say_vector(to, "impulse P", out->P, dim, "N s", 0.0);
    if (out->has & CAROM_HAS_COMPRESSION) say_vector(to, "  at compression", out->Pc, dim, "N s", 0.0);
    say_vector(to, "velocity after", out->v, dim, "m/s", speed);
    say(to, "\n");
    say_energy(to, r, carom_largest(out->P, dim) * speed);
    say_numbers(to, r, speed);
    say(to, "\n");
    if (r->status != CAROM_NO_IMPACT) { // without an impact there is nothing to check
        say_verdict(to, out->violations, !isnan(r->params.mu));
        say(to, "\n");
    }
    for (int i = 0; i < dim; i++) say_vector(to, i ? "" : "inverse mass W", r->contact.W[i], dim, "1/kg", 0.0);
    for (int i = 0; i < r->coefficient_count; i++)
        say(to, "  %-18s%14s%s\n", r->coefficients[i].name, r->coefficients[i].text, r->coefficients[i].remark);
    if (r->spec) put_bodies(to, r);
}

// Prints several contacts.

static void put_contacts(page *to, const carom_report *r) {
    static const char *const letters[] = {"n", "t", "u"};
    const carom_system_result *out = &r->result;
    const double *v = r->system.v;
    const int dim = r->dim, n = dim * r->system.nc;
    carom_table table = {.align = dim == 2 ? "rrrrrrrrl" : "rrrrrrrrrrrl", .format = to->format};
    const double P_most = carom_largest(out->P, n), v_most = larger(v, out->v, n);
    carom_table_cell(&table, "contact");
    for (int k = 0; k < dim; k++) carom_table_cell(&table, "v_%s", letters[k]);
    for (int k = 0; k < dim; k++) carom_table_cell(&table, "P_%s", letters[k]);
    for (int k = 0; k < dim; k++) carom_table_cell(&table, "v'_%s", letters[k]);
    carom_table_cell(&table, "work, %s", unit_of(r, "J"));
    carom_table_cell(&table, "mode");
    carom_table_end_row(&table);
    for (int i = 0; i < r->system.nc; i++) {
        carom_table_cell(&table, "%d", i);
        for (int k = 0; k < dim; k++) carom_table_number(&table, in(to, "m/s", v[dim * i + k]), in(to, "m/s", v_most));
        for (int k = 0; k < dim; k++)
            carom_table_number(&table, in(to, "N s", out->P[dim * i + k]), in(to, "N s", P_most));
        for (int k = 0; k < dim; k++)
            carom_table_number(&table, in(to, "m/s", out->v[dim * i + k]), in(to, "m/s", v_most));
        carom_table_number(&table, in(to, "J", out->work[i]), in(to, "J", P_most * v_most));
        carom_table_cell(&table, "%s", carom_mode_name(out->mode[i]));
        carom_table_end_row(&table);
    }
    put(to, &table);
}

static void put_speeds(page *to, const carom_report *r) {
    const carom_report_fields *f = &r->fields;
    if (!f->speed_count) return;
    if (f->body_count) {
        put_free_bodies(to, r);
        return;
    }
    const double most = carom_largest(f->u_after, f->speed_count);
    say(to, "  speeds after     ");
    for (int i = 0; i < f->speed_count; i++)
        say(to, " %s", SIX(in(to, carom_report_speed_unit(r, i), carom_tidy(f->u_after[i], most))));
    if (f->reaction_count) say(to, "\n  constraint impulses");
    for (int i = 0; i < f->reaction_count; i++) say(to, " %s", SIX(f->reactions[i]));
    say(to, "\n");
}

static void say_sequence(const page *to, const carom_report *r) {
    enum { SHOWN = 20 };
    const carom_system_result *out = &r->result;
    say(to, "  %d outcome%s, by the order of single impacts (%s):\n", out->kept, out->kept == 1 ? "" : "s", r->single);
    for (int k = 0; k < out->kept && k < SHOWN; k++) {
        const carom_solution *o = &out->solutions[k];
        say(to, "    probability %-9s impacts %d..%d  dE %-12s v'", SIX(o->probability), o->shortest, o->longest,
            SIX(in(to, "J", o->dE)));
        for (int i = 0; i < r->dim * r->system.nc; i++)
            say(to, " %s", CAROM_SHORT(in(to, "m/s", carom_tidy(o->v[i], 1.0)), 5));
        say(to, "%s\n", o->limit ? "  (limit of infinitely many)" : "");
    }
    if (out->kept > SHOWN) say(to, "    ... the JSON form has them all\n");
}

// Returns the sum of the absolute work of the contacts, as a scale for rounding errors.
static double energy_scale(const carom_report *r) {
    double sum = 0.0;
    for (int i = 0; i < r->dim * r->system.nc; i++) sum += fabs(r->result.P[i] * r->system.v[i]);
    return sum;
}

static void put_several(page *to, const carom_report *r) {
    const carom_system_result *out = &r->result;
    say(to, "%s: %s\n", r->fields.law->name, carom_status_name(r->status));
    if (r->parts)
        say(to, "nothing happens: no contact approaches; each normal points from B to A, so v_n < 0 approaches\n");
    put_contacts(to, r);
    put_speeds(to, r);
    say(to, "  energy change dE  %s %s%s\n", SIX(in(to, "J", carom_tidy(out->dE, energy_scale(r)))), unit_of(r, "J"),
        out->violations & CAROM_VIOLATION_ENERGY ? "   GAINED" : "");
    if (out->stages)
        say(to, "  stages            %d, eta_c %s, eta %s\n", out->stages, SIX(in(to, "N s", out->eta_c)),
            SIX(in(to, "N s", out->eta)));
    if (r->orders)
        say_sequence(to, r);
    else if (out->solution_count > 1)
        say(to, "  solutions         %d; the JSON form has them all\n", out->solution_count);
    if (r->parts) return; // nothing to check
    say(to, "\n");
    say_verdict(to, out->violations, true);
}

bool carom_report_text(FILE *file, const carom_report *r, carom_format format) {
    page to = {.file = file, .format = format, .units = &r->units};
    if (carom_status_classify(r->status) == CAROM_CLASS_OK)
        (r->several ? put_several : put_one)(&to, r);
    else
        say(&to, "%s: %s\n%s\n", r->fields.law ? r->fields.law->name : "", carom_status_name(r->error.status),
            r->error.detail);
    return !to.failed;
}
