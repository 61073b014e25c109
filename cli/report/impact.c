#include "cli/report/impact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/html/page.h"
#include "cli/lookup/ask.h"
#include "cli/map/scene_picture.h"
#include "cli/report/overlap.h"
#include "cli/report/parts.h"
#include "mods/scenario/after.h"
#include "mods/scenario/bodies.h"
#include "mods/scenario/change.h"
#include "mods/scenario/scene.h"

static bool is_pair(const carom_impact_view *w) {
    const carom_bodies *b = w->problem->bodies;
    return b && (b->kind == CAROM_SCENARIO_PLANE || b->kind == CAROM_SCENARIO_SPACE);
}

static bool moves(const carom_impact_view *w, int body) {
    return isfinite(w->report->fields.after[body].mass) || w->report->change[body].speed_before > 0.0;
}

static double norm(const double *x, int count) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

// Computes the velocity of a body's point at the contact: v + spin x r.
static void point_velocity(const carom_bodies *b, int body, const carom_motion *m, double out[3]) {
    const carom_body *at = body ? &b->space.b : &b->space.a;
    double r[3];
    for (int i = 0; i < 3; i++) r[i] = b->space.point[i] - at->centre[i];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = m->velocity[i] + m->spin[j] * r[k] - m->spin[k] * r[j];
    }
}

carom_crash carom_crash_of(const carom_impact_view *w) {
    const carom_report *r = w->report;
    const carom_bodies *b = w->problem->bodies;
    const carom_motion *before = r->fields.before, *after = r->fields.after;
    const double *v = r->outcome.v, scale = norm(r->contact.v, r->dim);
    carom_crash c = {.approach = -r->contact.v[0], .crush_energy = -r->outcome.dE};
    double apart[3];
    for (int i = 0; i < 3; i++) apart[i] = before[0].velocity[i] - before[1].velocity[i];
    c.closing = norm(apart, 3);
    for (int i = 0; i < 2; i++) {
        point_velocity(b, i, &after[i], c.at_contact[i]);
        c.ebs_all[i] = sqrt(2.0 * fmax(c.crush_energy, 0.0) / after[i].mass);
        c.ebs_half[i] = sqrt(fmax(c.crush_energy, 0.0) / after[i].mass);
    }
    // Speeds below 1e-9 of the speed before the impact count as zero, because an exact stop leaves a rounding error of
    // about 1e-16.
    c.common_along = norm(v + 1, r->dim - 1) <= 1e-9 * scale;
    c.common = c.common_along && fabs(v[0]) <= 1e-9 * scale;
    c.ratio = norm(r->outcome.P + 1, r->dim - 1) / r->outcome.P[0];
    return c;
}

int carom_pdof_hour(double degrees) {
    if (isnan(degrees)) return 0;
    const int hour = (int)floor(degrees / 30.0 + 0.5);
    return (hour + 23) % 12 + 1;
}

// Checks the impact by other formulas.

static double largest3(const double *x) {
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

// Adds the momenta m v of both bodies before and after the impact, or the moments m r v about the contact, without
// signs. The rounding errors of a balance are proportional to these sums, even if its terms cancel.
static double momentum_terms(const carom_impact_view *w, bool moments) {
    const carom_report *r = w->report;
    const carom_pair *pair = &w->problem->bodies->space;
    double sum = 0.0;
    for (int body = 0; body < 2; body++) {
        const carom_body *at = body ? &pair->b : &pair->a;
        const carom_change *change = &r->change[body];
        double arm[3];
        for (int i = 0; i < 3; i++) arm[i] = pair->point[i] - at->centre[i];
        if (isfinite(at->mass))
            sum += at->mass * (change->speed_before + change->speed_after) * (moments ? norm(arm, 3) : 1.0);
    }
    return sum;
}

// Returns the largest error of a balance relative to its terms.
static double unbalanced(const double *before, const double *after, const double *fixed, double terms) {
    double most = 0.0;
    const double scale = terms + largest3(before) + largest3(after) + largest3(fixed);
    for (int i = 0; i < 3; i++) most = fmax(most, fabs(after[i] + fixed[i] - before[i]));
    return scale > 0.0 ? most / scale : 0.0;
}

static void add(carom_check_row *rows, int *count, const char *what, double value, double limit) {
    rows[(*count)++] = (carom_check_row){what, value, limit, value <= limit}; // NaN does not pass
}

// Compares v' computed from the motion of the bodies after the impact with v' of the contact.
static double contact_residual(const carom_impact_view *w) {
    const carom_report *r = w->report;
    double a[3], b[3], most = 0.0;
    point_velocity(w->problem->bodies, 0, &r->fields.after[0], a);
    point_velocity(w->problem->bodies, 1, &r->fields.after[1], b);
    for (int i = 0; i < r->dim; i++) {
        double v = 0.0;
        for (int k = 0; k < 3; k++) v += r->frame[i][k] * (a[k] - b[k]);
        most = fmax(most, fabs(v - r->outcome.v[i]));
    }
    return most / (largest3(a) + largest3(b) + norm(r->contact.v, r->dim));
}

static void add_bodies(const carom_impact_view *w, carom_check_row *rows, int *count) {
    const carom_balance *l = &w->report->ledger;
    const double energy = l->energy_after + l->energy_fixed - l->energy_before - w->report->outcome.dE;
    // The limit 1e-9 is far above rounding errors (1e-15 of the terms) and far below the errors of any measurement.
    add(rows, count, "the bodies' velocities after agree with the contact's", contact_residual(w), 1e-9);
    add(rows, count, "linear momentum: before = after + fixed",
        unbalanced(l->momentum_before, l->momentum_after, l->momentum_fixed, momentum_terms(w, false)), 1e-9);
    add(rows, count, "angular momentum: before = after + fixed",
        unbalanced(l->angular_before, l->angular_after, l->angular_fixed, momentum_terms(w, true)), 1e-9);
    add(rows, count, "energy of the bodies: after + fixed = before + dE",
        fabs(energy) / (l->energy_before + l->energy_after + fabs(l->energy_fixed)), 1e-9);
}

bool carom_impact_balances(const carom_impact_view *w) {
    carom_check_row rows[CAROM_MOST_CHECKS];
    int count = 0;
    if (!is_pair(w)) return true;
    add_bodies(w, rows, &count);
    for (int i = 1; i < count; i++)
        if (isfinite(rows[i].value) && !rows[i].passed) return false;
    return true;
}

int carom_impact_checks(const carom_impact_view *w, carom_check_row rows[CAROM_MOST_CHECKS]) {
    const carom_report *r = w->report;
    const carom_result *out = &r->outcome;
    const int dim = r->dim;
    int count = 0;
    double most = 0.0, scale = norm(r->contact.v, dim);
    for (int i = 0; i < dim; i++) {
        double v = r->contact.v[i];
        for (int k = 0; k < dim; k++) v += r->contact.W[i][k] * out->P[k];
        most = fmax(most, fabs(v - out->v[i]));
    }
    add(rows, &count, "velocity after = velocity before + W P", most / scale, 1e-9);
    if (w->requested) {
        most = 0.0;
        for (int i = 0; i < dim; i++) most = fmax(most, fabs(out->v[i] - w->requested[i]));
        add(rows, &count, "solved forwards, the velocities after are the requested ones",
            most / fmax(norm(w->requested, dim), 1e-300), 1e-9);
    }
    if (is_pair(w)) add_bodies(w, rows, &count);
    carom_verdict verdict;
    const double mu = isnan(r->params.mu) ? HUGE_VAL : r->params.mu;
    if (carom_check(&r->contact, mu, out->P, &verdict) != CAROM_OK) return count;
    // List the conditions of the law itself. The bits of the verdict, which allow for rounding, decide whether a
    // positive slack is a violation.
    const struct {
        const char *what;
        double slack;
        unsigned bit;
    } conditions[] = {{"no energy is gained", verdict.energy_slack, CAROM_VIOLATION_ENERGY},
                      {"the impulse is in the friction cone", verdict.cone_slack, CAROM_VIOLATION_CONE},
                      {"the contact pushes", verdict.pull_slack, CAROM_VIOLATION_PULL},
                      {"the bodies separate", verdict.approach_slack, CAROM_VIOLATION_PENETRATION}};
    for (int i = 0; i < 4; i++) {
        if (i == 1 && !isfinite(mu)) continue;
        add(rows, &count, conditions[i].what, fmax(conditions[i].slack, 0.0), 1e-9);
        if (out->violations & conditions[i].bit) rows[count - 1].passed = false;
    }
    return count;
}

bool carom_impact_is_valid(const carom_impact_view *w) {
    carom_check_row rows[CAROM_MOST_CHECKS];
    const int count = carom_impact_checks(w, rows);
    bool valid = true;
    for (int i = 0; i < count; i++) valid = valid && rows[i].passed;
    return valid;
}

void carom_impact_put_checks(FILE *to, const carom_impact_view *w) {
    static const char *const heads[] = {"check", "#residual", "#limit", "", NULL};
    carom_check_row rows[CAROM_MOST_CHECKS];
    const int count = carom_impact_checks(w, rows);
    carom_page_table(to, "Residuals are relative to the terms of each equation.", heads);
    for (int i = 0; i < count; i++) {
        carom_page_row(to);
        carom_page_cell(to, rows[i].what);
        // Print an exact zero as "0".
        fprintf(to, rows[i].value == 0.0 ? "<td class=n>%.0f</td>" : "<td class=n>%.1e</td>", rows[i].value);
        fprintf(to, "<td class=n>%.0e</td><td class=%s>%s</td></tr>\n", rows[i].limit, rows[i].passed ? "good" : "bad",
                rows[i].passed ? "passed" : "FAILED");
    }
    carom_page_end_table(to);
}

void carom_impact_put_limits(FILE *to) {
    fputs(
        "<h3>What the checks cover</h3>\n<p>They recompute the velocities after the impact, the balance of linear and "
        "angular momentum and of energy, and the conditions on every impact (no energy gain, friction within the cone, "
        "no tension, separation). They use other formulas than the solution.</p>\n"
        "<h3>What the checks do not cover</h3>\n<ul><li>the inputs: masses, positions, speeds, restitution and "
        "friction "
        "are taken as stated</li><li>the assumption of rigid bodies, one contact point and an impact so short that "
        "other "
        "forces and the movement during it do not matter</li><li>tyre forces, secondary impacts and the motion before "
        "and after the impact</li><li>the choice of the law; the table of laws shows how much it matters</li></ul>\n",
        to);
}

// Writes the sections of a page.

bool carom_impact_put_scene(FILE *to, const carom_impact_view *w) {
    carom_scene scene;
    const carom_units *units = &w->problem->units;
    const bool space = w->problem->contact.dim == 3;
    if (!w->problem->bodies || carom_scene_of(w->problem->bodies, w->report->outcome.P, &scene) != CAROM_OK)
        return true;
    carom_figure *figure = carom_figure_create("scene", space ? 640.0 : 680.0, space ? 560.0 : 480.0);
    if (figure && space) figure->columns = 2;
    if (figure && carom_draw_in_units(figure, &scene, units) != CAROM_OK && !figure->failed) {
        carom_figure_free(figure);
        fputs("<p>The scene has more parts than a picture holds.</p>\n", to);
        return true;
    }
    const carom_overlap overlap = carom_overlap_of(&scene);
    carom_scene converted = scene;
    carom_scene_convert(&converted, units);
    if (overlap.count) carom_overlap_draw(figure, &converted);
    bool dashed = false;
    for (int i = 0; i < scene.count && !space; i++) dashed = dashed || scene.body[i].outline == CAROM_OUTLINE_GYRATION;
    if (!carom_page_figure(to, figure,
                           dashed ? "The scene to scale, with velocities before and after the impact. A dashed circle "
                                    "has the radius of gyration of a body without an outline."
                                  : "The scene to scale, with velocities before and after the impact."))
        return false;
    if (!overlap.count) return true;
    const carom_unit length = carom_units_find(units, "m");
    char depth[32], area[32];
    fprintf(
        to,
        "<p>The outlines overlap by %s %s along the normal, over an area of %s %s². This is the assumed crush at the "
        "moment of the impact; it does not enter the computation.</p>\n",
        carom_page_digits(length.factor * overlap.depth, depth), length.name,
        carom_page_digits(length.factor * length.factor * overlap.area, area), length.name);
    return true;
}

static void put_row(FILE *to, const char *what, const char *si, const carom_units *units, double a, double b,
                    int columns) {
    const carom_unit unit = carom_units_find(units, si);
    carom_page_row(to);
    carom_page_cell(to, what);
    carom_page_number(to, unit.factor * a);
    if (columns > 1) carom_page_number(to, unit.factor * b);
    carom_page_cell(to, unit.name);
    fputs("</tr>\n", to);
}

static void put_clock(FILE *to, const carom_change *change, int columns) {
    carom_page_row(to);
    carom_page_cell(to, "PDOF, clock");
    for (int i = 0; i < columns; i++) {
        const int hour = carom_pdof_hour(change[i].pdof);
        fprintf(to, hour ? "<td class=n>%d</td>" : "<td class=n>–</td>", hour);
    }
    fputs("<td>o'clock</td></tr>\n", to);
}

// Writes both bodies, or A alone if B cannot move.
static void put_vehicles(FILE *to, const carom_impact_view *w, const carom_crash *c) {
    const carom_report *r = w->report;
    const carom_change *d = r->change;
    const carom_units *units = &w->problem->units;
    const carom_motion *before = r->fields.before, *after = r->fields.after;
    const int columns = moves(w, 1) ? 2 : 1, b = columns - 1;
    const bool plane = r->kind == CAROM_SCENARIO_PLANE;
    char name[2][100];
    for (int i = 0; i < 2; i++) snprintf(name[i], sizeof name[i], "#%.90s", after[i].name);
    const char *const heads[] = {"", name[0], columns > 1 ? name[1] : "unit", columns > 1 ? "unit" : NULL, NULL};
    carom_page_table(to, NULL, heads);
    put_row(to, "speed before", "m/s", units, d[0].speed_before, d[b].speed_before, columns);
    put_row(to, "speed after", "m/s", units, d[0].speed_after, d[b].speed_after, columns);
    put_row(to, "delta-v", "m/s", units, d[0].delta_v, d[b].delta_v, columns);
    put_row(to, "heading before", "deg", units, d[0].heading_before, d[b].heading_before, columns);
    put_row(to, "heading after", "deg", units, d[0].heading_after, d[b].heading_after, columns);
    put_row(to, "PDOF", "deg", units, d[0].pdof, d[b].pdof, columns);
    put_clock(to, d, columns);
    if (plane) {
        put_row(to, "yaw rate before", "rad/s", units, before[0].spin[2], before[b].spin[2], columns);
        put_row(to, "yaw rate after", "rad/s", units, after[0].spin[2], after[b].spin[2], columns);
    }
    put_row(to, "EBS with half of the crush energy", "m/s", units, c->ebs_half[0], c->ebs_half[b], columns);
    put_row(to, "EBS with all of the crush energy", "m/s", units, c->ebs_all[0], c->ebs_all[b], columns);
    carom_page_end_table(to);
}

void carom_impact_put_summary(FILE *to, const carom_impact_view *w) {
    const carom_unit speed = carom_units_find(&w->problem->units, "m/s");
    if (!is_pair(w)) return;
    for (int i = 0; i < 2; i++) {
        const carom_change *d = &w->report->change[i];
        char text[4][32];
        if (!moves(w, i)) continue;
        carom_page_digits(speed.factor * d->delta_v, text[0]);
        carom_page_digits(speed.factor * d->speed_before, text[1]);
        carom_page_digits(speed.factor * d->speed_after, text[2]);
        carom_page_words(to, "<p><strong>", w->report->fields.after[i].name, "</strong>: ");
        fprintf(to, "delta-v %s %s, from %s to %s %s", text[0], speed.name, text[1], text[2], speed.name);
        if (!isnan(d->pdof))
            fprintf(to, ", PDOF %s° (%d o'clock)", carom_page_digits(d->pdof, text[3]), carom_pdof_hour(d->pdof));
        fputs(".</p>\n", to);
    }
}

static void put_common(FILE *to, const carom_impact_view *w, const carom_crash *c) {
    const carom_unit speed = carom_units_find(&w->problem->units, "m/s");
    const bool plane = w->report->kind == CAROM_SCENARIO_PLANE;
    char text[3][32];
    for (int i = 0; i < 3; i++) {
        // A velocity that should be exactly zero may be a rounding error instead.
        const double v = c->at_contact[0][i];
        carom_page_digits(fabs(v) > 1e-12 * norm(w->report->contact.v, w->report->dim) ? speed.factor * v : 0.0,
                          text[i]);
    }
    if (!c->common_along) {
        fputs(
            "<p>Common velocity: not reached. The contact points still slide along each other after the impact.</p>\n",
            to);
        return;
    }
    fprintf(to, "<p>Common velocity reached%s: the contact point of ", c->common ? "" : " along the tangent");
    carom_page_words(to, "", w->report->fields.after[0].name, " moves with (");
    fprintf(to, plane ? "%s, %s) %s" : "%s, %s, %s) %s", text[0], text[1], plane ? speed.name : text[2], speed.name);
    fputs(c->common ? " after the impact, and so does the other one.</p>\n"
                    : " after the impact. The bodies separate along the normal.</p>\n",
          to);
}

static void put_contact(FILE *to, const carom_impact_view *w, const carom_crash *c) {
    static const char *const heads[] = {"impact", "#value", "unit", NULL};
    const carom_report *r = w->report;
    const carom_units *units = &w->problem->units;
    carom_page_table(to, NULL, heads);
    if (c) put_row(to, "closing speed", "m/s", units, c->closing, 0.0, 1);
    put_row(to, "approach speed along the normal", "m/s", units, -r->contact.v[0], 0.0, 1);
    put_row(to, "normal impulse P_n", "N s", units, r->outcome.P[0], 0.0, 1);
    put_row(to, "tangential impulse |P_t|", "N s", units, norm(r->outcome.P + 1, r->dim - 1), 0.0, 1);
    put_row(to, "impulse ratio |P_t| / P_n", "", units, norm(r->outcome.P + 1, r->dim - 1) / r->outcome.P[0], 0.0, 1);
    put_row(to, c ? "crush energy -dE" : "energy lost, -dE", "J", units, -r->outcome.dE, 0.0, 1);
    if (r->outcome.has & CAROM_HAS_WORK)
        put_row(to, "of which work of friction", "J", units, -r->outcome.work_friction, 0.0, 1);
    if (isfinite(r->lost)) put_row(to, "share of the kinetic energy", "%", units, 100.0 * r->lost, 0.0, 1);
    carom_page_end_table(to);
    fprintf(to, "<p>Mode: %s", carom_mode_name(r->outcome.mode));
    if (r->outcome.mode != CAROM_MODE_UNNAMED)
        carom_page_words(to, " (", carom_enum_meaning(CAROM_ENUM_MODE, (int)r->outcome.mode), ")");
    carom_page_words(to, ". Law: ", r->fields.law->name, ", ");
    carom_page_words(to, "", r->fields.law->citation, ".</p>\n");
}

// Writes the generalized speeds of a chain or a mechanism, and its energy.
static void put_speeds(FILE *to, const carom_impact_view *w) {
    static const char *const heads[] = {"", "#before", "#after", "unit", NULL};
    const carom_report *r = w->report;
    const carom_report_fields *f = &r->fields;
    const carom_units *units = &w->problem->units;
    if (!f->speed_count) return;
    carom_page_table(to, NULL, heads);
    for (int i = 0; i < f->speed_count; i++) {
        char name[140];
        const bool chain = r->kind == CAROM_SCENARIO_CHAIN, link = chain && i < r->links;
        snprintf(name, sizeof name, "%.120s%s", r->speed_names[i], link ? ": rate" : chain ? ": velocity" : "");
        put_row(to, name, link ? "rad/s" : chain ? "m/s" : "", units, f->u[i], f->u_after[i], 2);
    }
    put_row(to, "kinetic energy", "J", units, r->energy_before, r->energy_after, 2);
    carom_page_end_table(to);
}

void carom_impact_put_results(FILE *to, const carom_impact_view *w) {
    if (!is_pair(w)) {
        put_speeds(to, w);
        put_contact(to, w, NULL);
        return;
    }
    const carom_crash c = carom_crash_of(w);
    put_vehicles(to, w, &c);
    put_contact(to, w, &c);
    put_common(to, w, &c);
}

static void put_ledger_row(FILE *to, const char *what, const carom_unit *unit, double before, double after,
                           double fixed, double scale) {
    carom_page_row(to);
    carom_page_cell(to, what);
    const double row[] = {before, after, fixed, after + fixed - before};
    for (int i = 0; i < 3; i++) carom_page_number(to, unit->factor * (fabs(row[i]) > 1e-14 * scale ? row[i] : 0.0));
    carom_page_number(to, unit->factor * (fabs(row[3]) > 1e-12 * scale ? row[3] : 0.0));
    carom_page_cell(to, unit->name);
    fputs("</tr>\n", to);
}

void carom_impact_put_balance(FILE *to, const carom_impact_view *w) {
    static const char *const heads[] = {"", "#before", "#after", "#to fixed bodies", "#change", "unit", NULL};
    static const char *const axis[] = {"x", "y", "z"};
    const carom_balance *l = &w->report->ledger;
    const carom_units *units = &w->problem->units;
    if (!is_pair(w)) {
        fputs("<p>The problem has no two bodies, so there is no table of momentum.</p>\n", to);
        return;
    }
    const bool space = w->report->kind == CAROM_SCENARIO_SPACE;
    const carom_unit energy = carom_units_find(units, "J"), momentum = carom_units_find(units, "N s");
    const carom_unit angular = carom_units_find(units, "N m s");
    carom_page_table(to, "Angular momentum is about the contact point. The change of the energy is dE.", heads);
    put_ledger_row(to, "kinetic energy", &energy, l->energy_before, l->energy_after, l->energy_fixed,
                   l->energy_before + l->energy_after);
    for (int i = 0; i < (space ? 3 : 2); i++) {
        char name[32];
        snprintf(name, sizeof name, "momentum %s", axis[i]);
        put_ledger_row(to, name, &momentum, l->momentum_before[i], l->momentum_after[i], l->momentum_fixed[i],
                       largest3(l->momentum_before) + largest3(l->momentum_after) + largest3(l->momentum_fixed));
    }
    for (int i = space ? 0 : 2; i < 3; i++) {
        char name[32];
        snprintf(name, sizeof name, space ? "angular momentum %s" : "angular momentum", axis[i]);
        put_ledger_row(to, name, &angular, l->angular_before[i], l->angular_after[i], l->angular_fixed[i],
                       largest3(l->angular_before) + largest3(l->angular_after) + largest3(l->angular_fixed));
    }
    carom_page_end_table(to);
}

// Compares the laws.

// Returns which of the stated e and mu the law does not use.
static uint64_t unused_by(const carom_polled *e, const carom_problem *problem) {
    return problem->given & (CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu)) & ~carom_law_reads(e->problem.law);
}

// A law is comparable if it uses the given restitution and friction and its result is admissible.
static bool is_comparable(const carom_polled *e, const carom_problem *problem) {
    carom_error unused;
    if (!carom_problem_given(e->problem.law, &problem->params, problem->contact.dim, &unused)) return false;
    return carom_answer_stands(&e->answer) && !e->answer.outcome.violations && !unused_by(e, problem);
}

// Writes why a law is not comparable.
static void say_why(const carom_polled *e, const carom_problem *problem, char *text, size_t size) {
    const uint64_t unused = unused_by(e, problem);
    const bool e_too = unused & CAROM_PARAM_BIT(e), mu_too = unused & CAROM_PARAM_BIT(mu);
    char words[256];
    if (e->answer.outcome.violations)
        snprintf(text, size, "%.110s", carom_violation_words(e->answer.outcome.violations, words, sizeof words));
    else if (unused)
        snprintf(text, size, "no: does not use %s%s%s", e_too ? "e" : "", e_too && mu_too ? " and " : "",
                 mu_too ? "mu" : "");
    else
        snprintf(text, size, "no: needs coefficients that are not stated");
}

// A row of the table of laws. Laws whose numbers are equal to the printed digits share one.
typedef struct {
    char names[400], cells[5][32], words[120];
    bool comparable;
} law_row;

enum { MOST_LAW_ROWS = 48 };

static void fill_row(law_row *row, const carom_polled *e, const carom_problem *problem, bool pair, bool comparable) {
    const carom_bodies *b = problem->bodies;
    const carom_units *units = &problem->units;
    carom_body after[2];
    carom_balance ledger;
    const carom_unit speed = carom_units_find(units, "m/s"), spin = carom_units_find(units, "rad/s");
    const double *P = e->answer.outcome.P, dE = e->answer.outcome.dE;
    double energy = norm(P, problem->contact.dim) * norm(problem->contact.v, problem->contact.dim);
    *row = (law_row){.comparable = comparable};
    snprintf(row->names, sizeof row->names, "%s", e->name);
    if (!pair) {
        carom_page_digits(carom_units_value(units, "N s", P[0]), row->cells[0]);
        const double P_t = norm(P + 1, problem->contact.dim - 1);
        carom_page_digits(carom_units_value(units, "N s", P_t > 1e-12 * P[0] ? P_t : 0.0), row->cells[1]);
    } else {
        carom_after_pair(b, P, after, &ledger);
        energy = ledger.energy_before + ledger.energy_after;
    }
    for (int k = 0; k < 2 && pair; k++) {
        carom_page_digits(speed.factor * carom_change_of(b, k, after).delta_v, row->cells[k]);
        carom_page_digits(spin.factor * after[k].spin[2], row->cells[2 + k]);
    }
    carom_page_digits(carom_units_value(units, "J", fabs(dE) > 1e-12 * energy ? -dE : 0.0), row->cells[4]);
    if (comparable)
        snprintf(row->words, sizeof row->words, "yes");
    else
        say_why(e, problem, row->words, sizeof row->words);
}

// Returns true if the table has this column. A body that cannot move has no column; without bodies, there are only
// impulses and the energy.
static bool has_column(const carom_bodies *b, int column) {
    return column == 4 || (b ? carom_can_move(b, column % 2) : column < 2);
}

static bool same_row(const law_row *a, const law_row *b) {
    bool same = a->comparable == b->comparable && !strcmp(a->words, b->words);
    for (int i = 0; i < 5; i++) same = same && !strcmp(a->cells[i], b->cells[i]);
    return same;
}

// Adds a row, or the name of the law to a row with the same numbers.
static void add_row(law_row *rows, int *count, const law_row *row) {
    for (int i = 0; i < *count; i++) {
        const size_t used = strlen(rows[i].names), more = strlen(row->names);
        if (!same_row(&rows[i], row) || used + more + 3 > sizeof rows[i].names) continue;
        memcpy(rows[i].names + used, ", ", 2);
        memcpy(rows[i].names + used + 2, row->names, more + 1);
        return;
    }
    if (*count < MOST_LAW_ROWS) rows[(*count)++] = *row;
}

// Writes the rows. `b` is NULL if there are no two bodies; the rows then have impulses.
static void put_rows(FILE *to, const law_row *rows, int count, const carom_bodies *b, const carom_units *units) {
    char head[5][140];
    const char *heads[8] = {"laws"};
    const char *const speed = carom_units_find(units, "m/s").name, *const spin = carom_units_find(units, "rad/s").name;
    int columns = 1;
    for (int i = 0; i < 5; i++) {
        const char *name = b ? b->names[i % 2] : "";
        if (!has_column(b, i)) continue;
        if (!b && i < 2)
            snprintf(head[i], sizeof head[i], "#%s, %s", i ? "|P_t|" : "P_n", carom_units_find(units, "N s").name);
        else if (i < 2)
            snprintf(head[i], sizeof head[i], "#delta-v %.80s, %s", name, speed);
        else if (i < 4)
            snprintf(head[i], sizeof head[i], "#yaw rate after %.80s, %s", name, spin);
        else
            snprintf(head[i], sizeof head[i], "#%s, %s", b ? "crush energy" : "energy lost",
                     carom_units_find(units, "J").name);
        heads[columns++] = head[i];
    }
    heads[columns++] = "comparable";
    heads[columns] = NULL;
    carom_page_long_table(to, heads);
    for (int k = 0; k < count; k++) {
        carom_page_row(to);
        carom_page_cell(to, rows[k].names);
        for (int i = 0; i < 5; i++)
            if (has_column(b, i)) carom_page_words(to, "<td class=n>", rows[k].cells[i], "</td>");
        carom_page_cell(to, rows[k].words);
        fputs("</tr>\n", to);
    }
    carom_page_end_table(to);
}

carom_law_spread carom_impact_put_laws(FILE *to, const carom_impact_view *w) {
    const carom_bodies *b = w->problem->bodies;
    carom_law_spread spread = {(double)NAN, {HUGE_VAL, HUGE_VAL}, {0.0, 0.0}};
    const bool pair = is_pair(w);
    carom_problem asked = *w->problem;
    carom_poll list = {0};
    carom_ask_all(&list, &asked, false);
    // Comparable laws come first.
    law_row rows[MOST_LAW_ROWS], row;
    int count = 0;
    for (size_t i = 0; i < 2 * list.count; i++) {
        const carom_polled *e = &list.at[i % list.count];
        carom_body after[2];
        carom_balance ledger;
        if (!carom_answer_stands(&e->answer)) continue;
        const bool comparable = is_comparable(e, w->problem);
        if (comparable != (i < list.count)) continue;
        fill_row(&row, e, w->problem, pair, comparable);
        add_row(rows, &count, &row);
        if (!comparable || !pair) continue;
        carom_after_pair(b, e->answer.outcome.P, after, &ledger);
        for (int k = 0; k < 2; k++) {
            const double delta_v = carom_change_of(b, k, after).delta_v;
            spread.low[k] = fmin(spread.low[k], delta_v);
            spread.high[k] = fmax(spread.high[k], delta_v);
        }
    }
    if (to) put_rows(to, rows, count, pair ? b : NULL, &w->problem->units);
    if (pair) spread.share = 0.0;
    for (int k = 0; k < 2 && pair; k++) {
        const double own = w->report->change[k].delta_v;
        if (own > 0.0 && spread.high[k] >= spread.low[k])
            spread.share = fmax(spread.share, fmax(spread.high[k] - own, own - spread.low[k]) / own);
    }
    free(list.at);
    return spread;
}
