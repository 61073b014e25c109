#include "cli/report/impact.h"

#include <math.h>
#include <string.h>

#include "cli/document/page.h"
#include "cli/map/scene_picture.h"
#include "cli/report/overlap.h"
#include "mods/scenario/bodies.h"
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

static double largest3(const double *x) {
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

// Computes the velocity of a body's point at the contact after the impact: v + spin x r.
static void point_velocity(const carom_impact_view *w, int body, double out[3]) {
    const carom_pair *pair = &w->problem->bodies->space;
    const carom_motion *m = &w->report->fields.after[body];
    double r[3];
    for (int i = 0; i < 3; i++) r[i] = pair->point[i] - (body ? &pair->b : &pair->a)->centre[i];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = m->velocity[i] + m->spin[j] * r[k] - m->spin[k] * r[j];
    }
}

// Returns the principal direction of force as an hour of the clock, 1 to 12, rounded; NaN if the angle is NaN.
static double hour_of(double degrees) {
    return isnan(degrees) ? degrees : ((int)floor(degrees / 30.0 + 0.5) + 23) % 12 + 1;
}

// Checks the impact by other formulas.

// Adds the momenta m v of both bodies before and after the impact, or the moments m r v about the contact, without
// signs. The rounding errors of a balance are proportional to these sums, even if its terms cancel.
static double momentum_terms(const carom_impact_view *w, bool moments) {
    const carom_pair *pair = &w->problem->bodies->space;
    double sum = 0.0;
    for (int body = 0; body < 2; body++) {
        const carom_body *at = body ? &pair->b : &pair->a;
        const carom_change *change = &w->report->change[body];
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

// The limit 1e-9 is far above rounding errors (1e-15 of the terms) and far below the errors of any measurement. NaN does
// not pass.
static carom_check_row *add(carom_check_row *rows, int *count, const char *what, double value) {
    rows[*count] = (carom_check_row){what, value, 1e-9, value <= 1e-9, false};
    return &rows[(*count)++];
}

// Compares v' computed from the motion of the bodies after the impact with v' of the contact.
static double contact_residual(const carom_impact_view *w) {
    const carom_report *r = w->report;
    double a[3], b[3], most = 0.0;
    point_velocity(w, 0, a);
    point_velocity(w, 1, b);
    for (int i = 0; i < r->dim; i++) {
        double v = 0.0;
        for (int k = 0; k < 3; k++) v += r->frame[i][k] * (a[k] - b[k]);
        most = fmax(most, fabs(v - r->outcome.v[i]));
    }
    return most / (largest3(a) + largest3(b) + norm(r->contact.v, r->dim));
}

static void add_balances(const carom_impact_view *w, carom_check_row *rows, int *count) {
    const carom_balance *l = &w->report->ledger;
    const double energy = l->energy_after + l->energy_fixed - l->energy_before - w->report->outcome.dE;
    add(rows, count, "linear momentum: before = after + fixed",
        unbalanced(l->momentum_before, l->momentum_after, l->momentum_fixed, momentum_terms(w, false)));
    add(rows, count, "angular momentum: before = after + fixed",
        unbalanced(l->angular_before, l->angular_after, l->angular_fixed, momentum_terms(w, true)));
    add(rows, count, "energy of the bodies: after + fixed = before + dE",
        fabs(energy) / (l->energy_before + l->energy_after + fabs(l->energy_fixed)));
}

bool carom_impact_balances(const carom_impact_view *w) {
    carom_check_row rows[CAROM_MOST_CHECKS];
    int count = 0;
    if (is_pair(w)) add_balances(w, rows, &count);
    for (int i = 0; i < count; i++)
        if (isfinite(rows[i].value) && !rows[i].passed) return false;
    return true;
}

int carom_impact_checks(const carom_impact_view *w, carom_check_row rows[CAROM_MOST_CHECKS]) {
    const carom_report *r = w->report;
    const carom_result *out = &r->outcome;
    const int dim = r->dim;
    int count = 0;
    double most = 0.0, apart = 0.0;
    for (int i = 0; i < dim; i++) {
        double v = r->contact.v[i];
        for (int k = 0; k < dim; k++) v += r->contact.W[i][k] * out->P[k];
        most = fmax(most, fabs(v - out->v[i]));
        if (w->requested) apart = fmax(apart, fabs(out->v[i] - w->requested[i]));
    }
    add(rows, &count, "velocity after = velocity before + W P", most / norm(r->contact.v, dim));
    if (w->requested)
        add(rows, &count, "solved forwards, the velocities after are the requested ones",
            apart / fmax(norm(w->requested, dim), 1e-300));
    if (is_pair(w)) {
        add(rows, &count, "the bodies' velocities after agree with the contact's", contact_residual(w));
        add_balances(w, rows, &count);
    }
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
        carom_check_row *row = add(rows, &count, conditions[i].what, fmax(conditions[i].slack, 0.0));
        row->by_law = true;
        if (out->violations & conditions[i].bit) row->passed = false;
    }
    return count;
}

void carom_impact_check_table(carom_document *d, const carom_impact_view *w) {
    static const carom_document_column columns[] = {
        {.title = "check"}, {.title = "residual", .digits = 2}, {.title = "limit"}, {.title = ""}};
    carom_check_row rows[CAROM_MOST_CHECKS];
    const int count = carom_impact_checks(w, rows);
    carom_document_paragraph(d, "Residuals are relative to the terms of each equation.");
    carom_document_table(d, NULL, columns, 4);
    for (int i = 0; i < count; i++) {
        carom_document_cell(d, "%s", rows[i].what);
        carom_document_cell_number(d, rows[i].value, 0.0);
        carom_document_cell_number(d, rows[i].limit, 0.0);
        carom_document_cell(d, rows[i].passed ? "passed" : "FAILED");
    }
}

void carom_impact_limits(carom_document *d) {
    carom_document_subheading(d, "What the checks cover");
    carom_document_paragraph(
        d,
        "They recompute the velocities after the impact, the balance of linear and angular momentum and of energy, "
        "and the conditions on every impact (no energy gain, friction within the cone, no tension, separation). They "
        "use other formulas than the solution.");
    carom_document_subheading(d, "What the checks do not cover");
    carom_document_paragraph(
        d,
        "Inputs: masses, positions, speeds, restitution and friction are taken as stated. Assumptions: the bodies are "
        "rigid, they touch in one point, and the impact is so short that other forces and the movement during it do "
        "not matter. Tyre forces, secondary impacts and the motion before and after the impact are left out. The "
        "choice of the law is yours; the table of laws shows how much it matters.");
}

// Adds sections.

void carom_impact_verdict(carom_document *d, const carom_impact_view *w) {
    const carom_units *units = &w->problem->units;
    carom_check_row rows[CAROM_MOST_CHECKS];
    bool valid = true;
    for (int i = carom_impact_checks(w, rows); i-- > 0;) valid = valid && rows[i].passed;
    if (valid)
        carom_document_note(d, CAROM_NOTE_OK, "valid", "All checks passed.",
                            "Momentum and energy balance, and the result is admissible.");
    else
        carom_document_note(d, CAROM_NOTE_VIOLATION, "not-valid", "Not valid.",
                            "A check failed; do not use this result. The table of checks shows which one.");
    for (int i = 0; i < 2 && is_pair(w); i++) {
        const carom_change *c = &w->report->change[i];
        char text[3][64], pdof[80] = "", degrees[32];
        if (!moves(w, i)) continue;
        if (!isnan(c->pdof))
            snprintf(pdof, sizeof pdof, ", PDOF %s° (%.0f o'clock)", carom_document_digits(c->pdof, 0, degrees),
                     hour_of(c->pdof));
        carom_document_paragraph(d, "%s: delta-v %s, from %s to %s%s.", w->report->fields.after[i].name,
                                 carom_document_quantity(units, "m/s", c->delta_v, text[0]),
                                 carom_document_quantity(units, "m/s", c->speed_before, text[1]),
                                 carom_document_quantity(units, "m/s", c->speed_after, text[2]), pdof);
    }
}

void carom_impact_scene(carom_document *d, const carom_impact_view *w) {
    carom_scene scene;
    const carom_units *units = &w->problem->units;
    const bool space = w->problem->contact.dim == 3;
    if (!w->problem->bodies || carom_scene_of(w->problem->bodies, w->report->outcome.P, &scene) != CAROM_OK) return;
    carom_figure *figure = carom_figure_create("scene", space ? 640.0 : 680.0, space ? 560.0 : 480.0);
    if (figure && space) figure->columns = 2;
    if (figure && carom_draw_in_units(figure, &scene, units) != CAROM_OK && !figure->failed) {
        carom_figure_free(figure);
        carom_document_paragraph(d, "The scene has more parts than a picture holds.");
        return;
    }
    const carom_overlap overlap = carom_overlap_of(&scene);
    carom_scene converted = scene;
    carom_scene_convert(&converted, units);
    if (overlap.count) carom_overlap_draw(figure, &converted);
    bool dashed = false;
    for (int i = 0; i < scene.count && !space; i++) dashed = dashed || scene.body[i].outline == CAROM_OUTLINE_GYRATION;
    carom_document_figure(d, figure,
                          dashed ? "The scene to scale, with velocities before and after the impact. A dashed circle "
                                   "has the radius of gyration of a body without an outline."
                                 : "The scene to scale, with velocities before and after the impact.");
    if (!overlap.count) return;
    const carom_unit length = carom_units_find(units, "m");
    char depth[64], area[32];
    carom_document_paragraph(
        d,
        "The outlines overlap by %s along the normal, over an area of %s %s². This is the assumed crush at the moment "
        "of the impact; it does not enter the computation.",
        carom_document_quantity(units, "m", overlap.depth, depth),
        carom_document_digits(length.factor * length.factor * overlap.area, 0, area), length.name);
}

// Adds facts about both bodies, or about A alone if B cannot move.
static void add_vehicles(carom_document *d, const carom_impact_view *w) {
    const carom_report *r = w->report;
    const carom_change *c = r->change;
    const carom_motion *before = r->fields.before, *after = r->fields.after;
    const int count = moves(w, 1) ? 2 : 1;
    const double E = fmax(-r->outcome.dE, 0.0);
    const struct {
        const char *title, *unit;
        double value[2];
    } rows[] = {
        {"speed before", "m/s", {c[0].speed_before, c[1].speed_before}},
        {"speed after", "m/s", {c[0].speed_after, c[1].speed_after}},
        {"delta-v", "m/s", {c[0].delta_v, c[1].delta_v}},
        {"heading before", "deg", {c[0].heading_before, c[1].heading_before}},
        {"heading after", "deg", {c[0].heading_after, c[1].heading_after}},
        {"PDOF", "deg", {c[0].pdof, c[1].pdof}},
        {"PDOF, clock", "o'clock", {hour_of(c[0].pdof), hour_of(c[1].pdof)}},
        {"EBS with half of the crush energy", "m/s", {sqrt(E / after[0].mass), sqrt(E / after[1].mass)}},
        {"EBS with all of the crush energy", "m/s", {sqrt(2.0 * E / after[0].mass), sqrt(2.0 * E / after[1].mass)}},
        {"yaw rate before", "rad/s", {before[0].spin[2], before[1].spin[2]}},
        {"yaw rate after", "rad/s", {after[0].spin[2], after[1].spin[2]}}};
    carom_document_list(d, (const char *const[]){after[0].name, count > 1 ? after[1].name : NULL, NULL});
    for (int i = 0; i < (r->kind == CAROM_SCENARIO_PLANE ? 11 : 9); i++)
        carom_document_numbers(d, (carom_fact){.title = rows[i].title, .unit = rows[i].unit}, rows[i].value, count);
}

static void add_common(carom_document *d, const carom_impact_view *w) {
    const carom_report *r = w->report;
    const bool plane = r->kind == CAROM_SCENARIO_PLANE;
    // Speeds below 1e-9 of the speed before the impact count as zero, because an exact stop leaves a rounding error of
    // about 1e-16.
    const double scale = norm(r->contact.v, r->dim);
    const bool along = norm(r->outcome.v + 1, r->dim - 1) <= 1e-9 * scale;
    const bool common = along && fabs(r->outcome.v[0]) <= 1e-9 * scale;
    const carom_unit speed = carom_units_find(&w->problem->units, "m/s");
    double v[3];
    char text[3][32];
    if (!along) {
        carom_document_paragraph(d,
                                 "Common velocity: not reached. The contact points still slide along each other after "
                                 "the impact.");
        return;
    }
    point_velocity(w, 0, v);
    for (int i = 0; i < 3; i++)
        carom_document_digits(fabs(v[i]) > 1e-12 * scale ? speed.factor * v[i] : 0.0, 0, text[i]);
    carom_document_paragraph(d,
                             "Common velocity reached%s: the contact point of %s moves with (%s, %s%s%s) %s after the "
                             "impact%s",
                             common ? "" : " along the tangent", r->fields.after[0].name, text[0], text[1],
                             plane ? "" : ", ", plane ? "" : text[2], speed.name,
                             common ? ", and so does the other one." : ". The bodies separate along the normal.");
}

static void add_contact(carom_document *d, const carom_impact_view *w) {
    const carom_report *r = w->report;
    const carom_result *out = &r->outcome;
    const carom_motion *before = r->fields.before;
    const double P_t = norm(out->P + 1, r->dim - 1);
    const bool pair = is_pair(w), work = out->has & CAROM_HAS_WORK;
    double apart[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3 && pair; i++) apart[i] = before[0].velocity[i] - before[1].velocity[i];
    carom_document_list(d, (const char *const[]){"value", NULL});
    if (pair) carom_document_number(d, (carom_fact){.title = "closing speed", .unit = "m/s"}, norm(apart, 3));
    carom_document_number(d, (carom_fact){.title = "approach speed along the normal", .unit = "m/s"}, -r->contact.v[0]);
    carom_document_number(d, (carom_fact){.title = "normal impulse P_n", .unit = "N s"}, out->P[0]);
    carom_document_number(d, (carom_fact){.title = "tangential impulse |P_t|", .unit = "N s"}, P_t);
    carom_document_number(d, (carom_fact){.title = "impulse ratio |P_t| / P_n"}, P_t / out->P[0]);
    carom_document_number(d, (carom_fact){.title = pair ? "crush energy -dE" : "energy lost, -dE", .unit = "J"},
                          -out->dE);
    if (work)
        carom_document_number(d, (carom_fact){.title = "of which work of friction", .unit = "J"}, -out->work_friction);
    if (isfinite(r->lost))
        carom_document_number(d, (carom_fact){.title = "share of the kinetic energy", .unit = "%"}, 100.0 * r->lost);
    const bool named = out->mode != CAROM_MODE_UNNAMED;
    carom_document_paragraph(d, "Mode: %s%s%s%s. Law: %s, %s.", carom_mode_name(out->mode), named ? " (" : "",
                             named ? carom_enum_meaning(CAROM_ENUM_MODE, (int)out->mode) : "", named ? ")" : "",
                             r->fields.law->name, r->fields.law->citation);
}

// Adds the generalized speeds of a chain or a mechanism, and its energy.
static void add_speeds(carom_document *d, const carom_impact_view *w) {
    const carom_report *r = w->report;
    const carom_report_fields *f = &r->fields;
    const bool chain = r->kind == CAROM_SCENARIO_CHAIN;
    if (!f->speed_count) return;
    carom_document_list(d, (const char *const[]){"before", "after", NULL});
    for (int i = 0; i < f->speed_count; i++) {
        const bool link = chain && i < r->links;
        const char *kind = link ? ": rate" : chain ? ": velocity" : "";
        const carom_fact fact = {.title = carom_document_text(d, "%s%s", r->speed_names[i], kind),
                                 .unit = link    ? "rad/s"
                                         : chain ? "m/s"
                                                 : ""};
        carom_document_numbers(d, fact, (const double[]){f->u[i], f->u_after[i]}, 2);
    }
    carom_document_numbers(d, (carom_fact){.title = "kinetic energy", .unit = "J"},
                           (const double[]){r->energy_before, r->energy_after}, 2);
}

static void add_balance_row(carom_document *d, const char *title, const char *unit, double before, double after,
                            double fixed, double scale) {
    const double change = after + fixed - before;
    const double row[] = {before, after, fixed, fabs(change) > 1e-12 * scale ? change : 0.0};
    carom_document_numbers(d, (carom_fact){.title = title, .unit = unit, .scale = scale}, row, 4);
}

static void add_balance(carom_document *d, const carom_impact_view *w) {
    static const char *const linear[] = {"momentum x", "momentum y", "momentum z"};
    static const char *const angular[] = {"angular momentum x", "angular momentum y", "angular momentum z"};
    const carom_balance *l = &w->report->ledger;
    const bool space = w->report->kind == CAROM_SCENARIO_SPACE;
    carom_document_subheading(d, "Energy and momentum");
    carom_document_paragraph(d, "Angular momentum is about the contact point. The change of the energy is dE.");
    carom_document_list(d, (const char *const[]){"before", "after", "to fixed bodies", "change", NULL});
    add_balance_row(d, "kinetic energy", "J", l->energy_before, l->energy_after, l->energy_fixed,
                    l->energy_before + l->energy_after);
    const double p = largest3(l->momentum_before) + largest3(l->momentum_after) + largest3(l->momentum_fixed);
    for (int i = 0; i < (space ? 3 : 2); i++)
        add_balance_row(d, linear[i], "N s", l->momentum_before[i], l->momentum_after[i], l->momentum_fixed[i], p);
    const double L = largest3(l->angular_before) + largest3(l->angular_after) + largest3(l->angular_fixed);
    for (int i = space ? 0 : 2; i < 3; i++)
        add_balance_row(d, space ? angular[i] : "angular momentum", "N m s", l->angular_before[i], l->angular_after[i],
                        l->angular_fixed[i], L);
}

void carom_impact_results(carom_document *d, const carom_impact_view *w) {
    if (is_pair(w))
        add_vehicles(d, w);
    else
        add_speeds(d, w);
    add_contact(d, w);
    if (!is_pair(w)) return;
    add_common(d, w);
    add_balance(d, w);
}
