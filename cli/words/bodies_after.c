#include "cli/words/bodies_after.h"

#include <math.h>
#include <string.h>

#include "cli/words/table.h"
#include "mods/scenario/after.h"
#include "mods/scenario/change.h"

// Two bodies.

// One quantity before and after, and what the fixed parts took up of it (not for velocities). Rounding beside `scale`
// is 0.
typedef struct {
    carom_table table;
    const char *owner;
} sheet;

static void row(sheet *s, const char *quantity, const char *unit, double before, double after, const double *fixed,
                double scale) {
    carom_table_cell(&s->table, "%s", s->owner);
    carom_table_cell(&s->table, "%s", quantity);
    carom_table_number(&s->table, before, scale);
    carom_table_number(&s->table, after, scale);
    if (fixed) carom_table_number(&s->table, *fixed, scale);
    carom_table_cell(&s->table, "%s", unit);
    carom_table_end_row(&s->table);
}

static double largest(const double *a, const double *b, int count) {
    double most = 0.0;
    for (int i = 0; i < count; i++) most = fmax(most, fmax(fabs(a[i]), fabs(b[i])));
    return most;
}

static void vector_rows(sheet *s, const char *const names[3], const char *unit, const double before[3],
                        const double after[3], const double *fixed, bool space) {
    const double scale = fmax(largest(before, after, 3), fixed ? largest(fixed, fixed, 3) : 0.0);
    for (int i = 0; i < (space ? 3 : 2); i++)
        row(s, names[i], unit, before[i], after[i], fixed ? &fixed[i] : NULL, scale);
}

// In the plane everything turns about z.
static void turning_rows(sheet *s, const char *const names[4], const char *unit, const double before[3],
                         const double after[3], const double *fixed, bool space) {
    if (space)
        vector_rows(s, names, unit, before, after, fixed, true);
    else
        row(s, names[3], unit, before[2], after[2], fixed ? &fixed[2] : NULL, largest(before + 2, after + 2, 1));
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

// Which way n and t point, in the coordinates of the file.
static void print_frame(FILE *file, const carom_bodies *s) {
    static const char *const plane[] = {"n", "t"}, *const space[] = {"n", "t1", "t2"};
    const int dim = s->kind == CAROM_SCENARIO_SPACE ? 3 : 2;
    double flat[2][2], frame[3][3] = {{0.0}};
    if (dim == 3)
        carom_pair_frame(&s->space, frame);
    else
        carom_planar_frame(&s->plane, flat);
    for (int i = 0; i < dim; i++) {
        if (dim == 2) memcpy(frame[i], flat[i], sizeof flat[i]);
        fprintf(file, "%s%s = (%.6g, %.6g", i ? ", " : "  ", dim == 2 ? plane[i] : space[i], frame[i][0] + 0.0,
                frame[i][1] + 0.0);
        if (dim == 3) fprintf(file, ", %.6g", frame[i][2] + 0.0);
        fprintf(file, ")");
    }
    fprintf(file, "\n\n");
}

// A wall that stands before and after is not news.
static bool stands_still(const carom_body *before, const carom_body *after) {
    return largest(before->velocity, after->velocity, 3) == 0.0 && largest(before->spin, after->spin, 3) == 0.0;
}

static const char *const velocity[] = {"velocity x", "velocity y", "velocity z"};
static const char *const spin[] = {"spin x", "spin y", "spin z", "spin"};

// What each body feels of it.
static void print_changes(FILE *file, const carom_bodies *s, const carom_body after[2]) {
    static const char *const heads[] = {"change", "delta-v, m/s", "direction, deg", "PDOF, deg"};
    const carom_change c[2] = {carom_change_of(s, 0, after), carom_change_of(s, 1, after)};
    if (!(c[0].delta_v > 0.0 || c[1].delta_v > 0.0)) return;
    carom_table table = {.align = "lrrr"};
    for (int i = 0; i < 4; i++) carom_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < 2; i++) {
        if (!(c[i].delta_v > 0.0)) continue;
        carom_table_cell(&table, "%s", s->names[i]);
        carom_table_number(&table, c[i].delta_v, 0.0);
        carom_table_number(&table, c[i].direction, 360.0);
        carom_table_number(&table, c[i].pdof, 360.0);
    }
    carom_table_print(file, &table);
    fputc('\n', file);
}

static void report_pair(FILE *file, const carom_bodies *s, const double P[3]) {
    static const char *const momentum[] = {"momentum x", "momentum y", "momentum z"};
    static const char *const angular[] = {"angular x", "angular y", "angular z", "angular"};
    const bool space = s->kind == CAROM_SCENARIO_SPACE;
    const carom_body *before[2] = {&s->space.a, &s->space.b};
    carom_body after[2];
    carom_ledger l;
    carom_after_pair(s, P, after, &l);

    print_frame(file, s);
    sheet bodies = {{.align = "llrrl", .grouped = true}, NULL};
    heading(&bodies, "bodies", false);
    for (int i = 0; i < 2; i++) {
        if (stands_still(before[i], &after[i])) continue;
        bodies.owner = s->names[i];
        vector_rows(&bodies, velocity, "m/s", before[i]->velocity, after[i].velocity, NULL, space);
        turning_rows(&bodies, spin, "rad/s", before[i]->spin, after[i].spin, NULL, space);
        const carom_change c = carom_change_of(s, i, after);
        row(&bodies, "speed", "m/s", c.speed_before, c.speed_after, NULL, 0.0);
        row(&bodies, "heading", "deg, from +x", c.heading_before, c.heading_after, NULL, 360.0);
    }
    carom_table_print(file, &bodies.table);
    fputc('\n', file);
    print_changes(file, s, after);

    sheet ledger = {{.align = "llrrrl"}, ""};
    heading(&ledger, "ledger", true);
    row(&ledger, "energy", "J", l.energy_before, l.energy_after, &l.energy_fixed, l.energy_before + l.energy_after);
    vector_rows(&ledger, momentum, "N s", l.momentum_before, l.momentum_after, l.momentum_fixed, space);
    turning_rows(&ledger, angular, "N m s, about the contact", l.angular_before, l.angular_after, l.angular_fixed,
                 space);
    carom_table_print(file, &ledger.table);
    if (carom_share_lost(&l) > 1e-14) fprintf(file, "  %.3g %% of the energy is lost\n", 100.0 * carom_share_lost(&l));
}

// Free bodies with several contacts.

void carom_bodies_report_free(FILE *file, const carom_bodies *s, const double *u) {
    const carom_assembly *a = &s->assembly;
    sheet bodies = {{.align = "llrrl", .grouped = true}, NULL};
    char name[64];
    const double fastest = largest(s->mechanism.u, u, s->mechanism.speeds);
    heading(&bodies, "bodies", false);
    for (int i = 0; i < a->bodies; i++) {
        carom_body before = {0}, after = {0};
        carom_assembly_motion(a, s->mechanism.u, i, before.velocity, before.spin);
        carom_assembly_motion(a, u, i, after.velocity, after.spin);
        if (stands_still(&before, &after)) continue;
        snprintf(name, sizeof name, "body %d", i);
        bodies.owner = s->names[i] ? s->names[i] : name;
        vector_rows(&bodies, velocity, "m/s", before.velocity, after.velocity, NULL, a->dim == 3);
        // A turn of rounding is none.
        if (largest(before.spin, after.spin, 3) > 1e-12 * fastest)
            turning_rows(&bodies, spin, "rad/s", before.spin, after.spin, NULL, a->dim == 3);
    }
    carom_table_print(file, &bodies.table);
}

// Chains and mechanisms.

// "link 2", or its name; "base x", "base y"; "speed 4" of a mechanism.
static const char *speed_name(const carom_bodies *s, int i, char *text, size_t size) {
    if (s->kind == CAROM_SCENARIO_MECHANISM)
        snprintf(text, size, "speed %d", i);
    else if (i >= s->chain.links)
        snprintf(text, size, "base %s", i == s->chain.links ? "x" : "y");
    else if (s->names[i])
        snprintf(text, size, "%s", s->names[i]);
    else
        snprintf(text, size, "link %d", i);
    return text;
}

static void report_tree(FILE *file, const carom_bodies *s, const double P[3]) {
    const carom_delassus *d = &s->delassus;
    const bool chain = s->kind == CAROM_SCENARIO_CHAIN;
    const carom_after_speeds after = carom_after_tree_here(s, P);
    sheet speeds = {{.align = "llrrl"}, NULL};
    char name[64];
    heading(&speeds, "speeds", false);
    for (int i = 0; i < d->speeds; i++) {
        speeds.owner = speed_name(s, i, name, sizeof name);
        row(&speeds, chain ? i < s->chain.links ? "rate" : "velocity" : "",
            chain ? i < s->chain.links ? "rad/s" : "m/s" : "", s->mechanism.u[i], after.u[i], NULL,
            largest(s->mechanism.u, after.u, d->speeds));
    }
    speeds.owner = "energy";
    row(&speeds, "", "J", after.energy_before, after.energy_after, NULL, 0.0);
    carom_table_print(file, &speeds.table);
    if (d->constraints) {
        fprintf(file, "\n  constraint impulses (rank %d of %d)", d->rank, d->constraints);
        const double scale = largest(after.reactions, after.reactions, d->constraints);
        for (int i = 0; i < d->constraints; i++) fprintf(file, "  %.6g", carom_tidy(after.reactions[i], scale));
        fputc('\n', file);
    }
}

// Both.

static bool is_pair(const carom_bodies *s) {
    return s->kind == CAROM_SCENARIO_PLANE || s->kind == CAROM_SCENARIO_SPACE;
}

void carom_bodies_report(FILE *file, const carom_bodies *s, const carom_outcome *out) {
    fputc('\n', file);
    if (is_pair(s))
        report_pair(file, s, out->P);
    else if (s->kind == CAROM_SCENARIO_BODIES)
        carom_bodies_report_free(file, s, carom_after_tree_here(s, out->P).u);
    else
        report_tree(file, s, out->P);
}
