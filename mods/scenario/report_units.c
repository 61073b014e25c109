// Converts a report to the units that are printed. Its numbers are copied and multiplied; the report itself stays in SI
// units.
#include <string.h>

#include "mods/scenario/report.h"

typedef struct {
    carom_report *to;
    const carom_units *units;
} scaling;

static double factor_of(const scaling *s, const char *si) {
    return carom_units_find(s->units, si).factor;
}

static void scale(const scaling *s, const char *si, double *x, size_t count) {
    const double factor = factor_of(s, si);
    for (size_t i = 0; i < count; i++) x[i] *= factor;
}

// Returns a scaled copy of an array; NULL if there is none, or not enough memory.
static double *copy(const scaling *s, const char *si, const double *x, size_t count) {
    double *made = x ? carom_report_room(s->to, count ? count : 1, sizeof *made) : NULL;
    if (!made) return NULL;
    if (count) memcpy(made, x, count * sizeof *made);
    scale(s, si, made, count);
    return made;
}

static const carom_motion *copy_motions(const scaling *s, const carom_motion *list, int count) {
    carom_motion *made = list ? carom_report_room(s->to, (size_t)count + 1, sizeof *made) : NULL;
    for (int i = 0; made && i < count; i++) {
        made[i] = list[i];
        scale(s, "kg", &made[i].mass, 1);
        scale(s, "m/s", made[i].velocity, 3);
        scale(s, "rad/s", made[i].spin, 3);
    }
    return made;
}

static void scale_contact(const scaling *s) {
    carom_report *r = s->to;
    carom_result *out = &r->outcome;
    scale(s, "m/s", r->contact.v, 3);
    scale(s, "1/kg", &r->contact.W[0][0], 9);
    scale(s, "N s", out->P, 3);
    scale(s, "N s", out->Pc, 3);
    scale(s, "m/s", out->v, 3);
    scale(s, "J", &out->dE, 1);
    scale(s, "J", &out->work_normal, 1);
    scale(s, "J", &out->work_friction, 1);
    r->result.P = out->P;
    r->result.v = out->v;
    r->result.work = &out->dE;
    r->result.mode = &out->mode;
    r->result.dE = out->dE;
    r->system.v = r->contact.v;
    carom_report_output *outputs = carom_report_room(r, (size_t)r->output_count + 1, sizeof *outputs);
    for (int i = 0; outputs && i < r->output_count; i++) {
        const carom_unit unit = carom_units_find(s->units, r->outputs[i].unit);
        outputs[i] = r->outputs[i];
        outputs[i].unit = unit.name;
        outputs[i].value *= unit.factor;
    }
    r->outputs = outputs;
}

static void scale_balance(const scaling *s) {
    carom_balance *l = &s->to->ledger;
    double *energies[] = {&l->energy_before, &l->energy_after, &l->energy_fixed};
    double *momenta[] = {l->momentum_before, l->momentum_after, l->momentum_fixed};
    double *angular[] = {l->angular_before, l->angular_after, l->angular_fixed};
    for (int i = 0; i < 3; i++) {
        scale(s, "J", energies[i], 1);
        scale(s, "N s", momenta[i], 3);
        scale(s, "N m s", angular[i], 3);
    }
}

static void scale_changes(const scaling *s) {
    for (int i = 0; i < 2; i++) {
        carom_change *c = &s->to->change[i];
        scale(s, "m/s", &c->speed_before, 1);
        scale(s, "m/s", &c->speed_after, 1);
        scale(s, "m/s", &c->delta_v, 1);
    }
}

// Copies the speeds. Those of a chain are rates, then the velocity of its base; those of a mechanism have their own
// units.
static double *copy_speeds(const scaling *s, const double *u) {
    const carom_report *r = s->to;
    double *made = copy(s, "1", u, (size_t)r->fields.speed_count);
    if (!made || r->kind != CAROM_SCENARIO_CHAIN) return made;
    scale(s, "rad/s", made, (size_t)r->links);
    if (r->fields.speed_count > r->links) scale(s, "m/s", made + r->links, (size_t)(r->fields.speed_count - r->links));
    return made;
}

static void scale_solutions(const scaling *s, size_t n) {
    carom_system_result *out = &s->to->result;
    carom_solution *made = out->solutions ? carom_report_room(s->to, (size_t)out->kept + 1, sizeof *made) : NULL;
    for (int k = 0; made && k < out->kept; k++) {
        made[k] = out->solutions[k];
        made[k].P = copy(s, "N s", made[k].P, n);
        made[k].v = copy(s, "m/s", made[k].v, n);
        scale(s, "J", &made[k].dE, 1);
    }
    out->solutions = made;
    carom_report_speeds *speeds =
        s->to->solutions ? carom_report_room(s->to, (size_t)out->kept + 1, sizeof *speeds) : NULL;
    for (int k = 0; speeds && k < out->kept; k++) {
        speeds[k] = s->to->solutions[k];
        speeds[k].bodies = copy_motions(s, speeds[k].bodies, s->to->fields.body_count);
    }
    s->to->solutions = speeds;
}

static void scale_stages(const scaling *s) {
    carom_system_result *out = &s->to->result;
    carom_stage *made = out->stages ? carom_report_room(s->to, (size_t)out->stages, sizeof *made) : NULL;
    for (int k = 0; made && k < out->stages; k++) {
        made[k] = out->stage[k];
        scale(s, "N s", &made[k].eta, 1);
    }
    if (out->stages) out->stage = made;
    scale(s, "N s", &out->eta_c, 1);
    scale(s, "N s", &out->eta, 1);
}

static void scale_several(const scaling *s) {
    carom_report *r = s->to;
    carom_system_result *out = &r->result;
    const size_t nc = (size_t)r->system.nc, n = nc * (size_t)r->system.dim;
    r->system.v = copy(s, "m/s", r->system.v, n);
    out->P = copy(s, "N s", out->P, n);
    out->v = copy(s, "m/s", out->v, n);
    out->work = copy(s, "J", out->work, nc);
    scale(s, "J", &out->dE, 1);
    out->P_compression = copy(s, "N s", out->P_compression, n);
    out->v_compression = copy(s, "m/s", out->v_compression, n);
    out->lowest = copy(s, "m/s", out->lowest, n);
    out->highest = copy(s, "m/s", out->highest, n);
    r->expansion = copy(s, "N s", r->expansion, n);
    scale_solutions(s, n);
    scale_stages(s);
}

bool carom_report_scale(const carom_report *r, carom_report *to) {
    const scaling s = {to, &r->units};
    *to = *r;
    to->blocks = NULL;
    to->short_of_memory = false;
    if (!r->units.bits) return true;
    carom_report_fields *f = &to->fields;
    f->before = copy_motions(&s, f->before, f->body_count);
    f->after = copy_motions(&s, f->after, f->body_count);
    f->u = copy_speeds(&s, f->u);
    f->u_after = copy_speeds(&s, f->u_after);
    scale(&s, "J", &to->energy_before, 1);
    scale(&s, "J", &to->energy_after, 1);
    scale_changes(&s);
    scale_balance(&s);
    if (r->several)
        scale_several(&s);
    else
        scale_contact(&s);
    return !to->short_of_memory;
}
