// Files of several contacts, for programs.
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "mods/scenario/impact_ask.h"
#include "mods/scenario/impact_read.h"
#include "mods/scenario/json.h"
#include "mods/scenario/lines.h"
#include "mods/scenario/report.h"

struct carom_several {
    json_t *document; // the names of the bodies are its strings
    carom_impact_problem problem;
};

static carom_several *end(carom_several *s, const carom_error *refusal, carom_error *why) {
    carom_error_hand_over(refusal, why);
    carom_several_free(s);
    return NULL;
}

// What the file says of one name of a coefficient it says of the others of its family too.
static void carry(carom_impact_problem *p) {
    uint64_t known = p->given;
    for (int from = 0; from < CAROM_PARAM_ROOM; from++) {
        if (!(p->given >> from & 1)) continue;
        const carom_param_info *row = carom_param_in(p->modules, from);
        const uint64_t family = carom_param_family(p->modules, row) & ~known;
        for (int to = 0; to < CAROM_PARAM_ROOM; to++)
            for (int i = 0; i < p->system.nc && (family >> to & 1); i++) {
                double value[3];
                const size_t count = carom_param_read(&p->contact[i], row, value);
                carom_param_put(&p->contact[i], carom_param_in(p->modules, to), value, count);
            }
        known |= family;
    }
    const carom_param_info *gap = carom_param_find_in(p->modules, "gap");
    for (int i = 0; gap && p->gap && i < p->system.nc; i++) carom_param_put(&p->contact[i], gap, &p->gap[i], 1);
    p->params.gap = p->gap;
}

static bool read_text(carom_several *s, const char *text, size_t length, carom_error *refusal) {
    json_error_t error;
    s->document = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    if (!s->document) return carom_refuse_json(refusal, &error);
    if (!carom_impact_read(&s->problem, s->document, (carom_source){.text = text, .first_line = 1}, refusal))
        return false;
    carom_impact_find_striking(&s->problem);
    carry(&s->problem);
    return true;
}

carom_several *carom_several_parse(const char *text, size_t length, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    carom_several *s = calloc(1, sizeof *s);
    char *closed = s ? carom_text_copy(text, length, &refusal) : NULL;
    if (!s) carom_refuse(&refusal, CAROM_BAD_SIZE, "there is no memory");
    if (s) s->problem = carom_impact_problem_new(modules);
    const bool read = closed && read_text(s, closed, length, &refusal);
    free(closed);
    return read ? s : end(s, &refusal, why);
}

carom_several *carom_several_load(const char *path, carom_modules *modules, carom_error *why) {
    carom_error refusal;
    size_t length;
    char *text = carom_text_load(path, &length, &refusal);
    if (!text) return end(NULL, &refusal, why);
    carom_several *s = carom_several_parse(text, length, modules, why);
    free(text);
    return s;
}

void carom_several_free(carom_several *s) {
    if (!s) return;
    carom_impact_problem_free(&s->problem);
    json_decref(s->document);
    free(s);
}

const carom_law *carom_several_method(const carom_several *s) {
    return s ? s->problem.method : NULL;
}

const carom_system *carom_several_system(const carom_several *s) {
    return s ? &s->problem.system : NULL;
}

const carom_many_params *carom_several_params(const carom_several *s) {
    return s ? &s->problem.params : NULL;
}

uint64_t carom_several_given(const carom_several *s) {
    return s ? s->problem.given : 0;
}

int carom_several_speeds(const carom_several *s) {
    return s && s->problem.has_mechanism ? s->problem.mechanism.speeds : 0;
}

carom_status carom_several_speeds_after(const carom_several *s, const double *P, double *u) {
    if (!s || !u) return CAROM_NULL_POINTER;
    const size_t speeds = (size_t)carom_several_speeds(s);
    if (!speeds) return CAROM_NOT_APPLICABLE;
    if (P) return carom_delassus_apply(&s->problem.delassus, P, u, NULL);
    memcpy(u, s->problem.mechanism.u, speeds * sizeof *u);
    return CAROM_OK;
}

int carom_several_bodies(const carom_several *s) {
    const carom_bodies *b = s ? s->problem.bodies : NULL;
    return b && b->kind == CAROM_SCENARIO_BODIES ? b->assembly.bodies : 0;
}

carom_status carom_several_motion(const carom_several *s, int body, const double *P, carom_motion *motion) {
    if (!s || !motion) return CAROM_NULL_POINTER;
    if (!carom_several_bodies(s)) return CAROM_NOT_APPLICABLE;
    if (body < 0 || body >= carom_several_bodies(s)) return CAROM_BAD_INDEX;
    const carom_bodies *b = s->problem.bodies;
    double *u = malloc((size_t)carom_several_speeds(s) * sizeof *u);
    if (!u) return CAROM_NO_MEMORY;
    *motion = (carom_motion){.name = b->names[body] ? b->names[body] : "", .mass = b->assembly.body[body].mass};
    carom_status status = carom_several_speeds_after(s, P, u);
    if (status == CAROM_OK) status = carom_assembly_motion(&b->assembly, u, body, motion->velocity, motion->spin);
    free(u);
    return status;
}

carom_status carom_several_solve(const carom_several *s, const carom_law *method, carom_report **report,
                                 carom_error *why) {
    carom_impact_answer a = {.status = CAROM_NULL_POINTER};
    if (report) *report = NULL;
    if (!s || !report) {
        carom_refuse(&a.refusal, a.status, "%s", carom_status_message(a.status));
        carom_error_hand_over(&a.refusal, why);
        return a.status;
    }
    // Solving changes the coefficients of the contacts, so that is done to a copy.
    carom_impact_problem p = s->problem;
    p.chosen = method && method != p.method;
    if (!method) method = p.method;
    p.contact = carom_json_room((size_t)p.system.nc, sizeof *p.contact);
    if (p.contact) memcpy(p.contact, s->problem.contact, (size_t)p.system.nc * sizeof *p.contact);
    p.params.contact = p.contact;
    if (!p.contact) {
        a.status = CAROM_NO_MEMORY;
        carom_refuse(&a.refusal, a.status, "%s", carom_status_message(a.status));
    } else if (!method) {
        a.status = CAROM_UNKNOWN_LAW;
        carom_refuse(&a.refusal, a.status, "the method is missing");
    } else if (carom_impact_solve(&p, method, &a) && carom_status_classify(a.status) != CAROM_CLASS_OK)
        carom_impact_explain(&p, method, &a);
    carom_report *made = p.contact ? carom_report_new_several(&p, method, &a) : NULL;
    carom_json_leave(p.contact);
    carom_impact_answer_free(&a);
    return carom_report_hand_over(made, a.status, &a.refusal, report, why);
}
