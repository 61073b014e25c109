// Writes an ImpactBench run as JSON.
#include <math.h>
#include <string.h>

#include "cli/judge/report.h"
#include "mods/scenario/json.h"

static json_t *share_json(const carom_judge_share *s) {
    return json_pack("{s:I, s:I, s:o}", "cases", (json_int_t)s->hits, "of", (json_int_t)s->of, "worst",
                     carom_json_real(s->worst));
}

static json_t *ranking_json(const carom_judge_cases *cases, const carom_judge_ranking *r) {
    json_t *laws = json_array();
    for (int k = 0; k < r->count; k++)
        json_array_append_new(laws,
                              json_pack("{s:s, s:I, s:o, s:o, s:o}", "law", cases->law[r->at[k].law], "within",
                                        (json_int_t)r->at[k].near, "mean", carom_json_real(r->at[k].mean), "median",
                                        carom_json_real(r->at[k].median), "max", carom_json_real(r->at[k].most)));
    return json_pack("{s:o, s:b, s:i, s:I, s:o}", "nearest",
                     r->count ? json_string(cases->law[r->at[0].law]) : json_null(), "identified",
                     carom_judge_identified(r), "alike", r->alike, "judged", (json_int_t)r->judged, "laws", laws);
}

static json_t *score_json(const carom_judge_run *run, const carom_judge_score *s) {
    const struct {
        const char *key;
        const carom_judge_share *share;
    } rows[] = {{"balls_right", &s->balls},
                {"several_right", &s->several},
                {"elastic_right", &s->elastic},
                {"runs_right", &s->runs},
                {"turned_differs", &s->turned},
                {"energy_gained", &s->gains},
                {"outside_cone", &s->outside},
                {"still_approaching", &s->closing},
                {"spin_unexplained", &s->torque},
                {"arriving_balls_right", &s->arrival_balls},
                {"arriving_rods_gain", &s->arrival_gains},
                {"slow_balls_right", &s->slow},
                {"mass_ratios_right", &s->ratios},
                {"footprint_right", &s->footprint},
                {"plastic_parts", &s->parting},
                {"shapes_right", &s->shapes},
                {"shapes_gain", &s->shape_gains},
                {"heights_balls_right", &s->height_balls},
                {"heights_rods_gain", &s->height_gains}};
    json_t *score = json_pack("{s:I, s:I, s:I, s:I}", "answered", (json_int_t)s->answered, "cannot",
                              (json_int_t)s->cannot, "errors", (json_int_t)s->wrong, "notes", (json_int_t)s->notes);
    json_object_set_new(score, "plane", ranking_json(run->cases, &s->plane));
    json_object_set_new(score, "space", ranking_json(run->cases, &s->space));
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        json_object_set_new(score, rows[k].key, share_json(rows[k].share));
    return score;
}

// Returns the velocities in the form of the protocol.
static json_t *speeds_json(const carom_judge_case *c, const carom_judge_reply *reply) {
    json_t *all = json_array();
    for (int i = 0; i < c->body_count; i++) {
        const double *u = reply->u[i].at, plane[3] = {u[0], u[1], u[5]};
        const bool flat = c->dim == 2 && u[2] == 0.0 && u[3] == 0.0 && u[4] == 0.0;
        json_array_append_new(all, flat ? carom_json_numbers(plane, 3) : carom_json_numbers(u, 6));
    }
    return all;
}

static json_t *distances_json(const carom_judge_cases *cases, const carom_judge_case *c, const carom_judgement *j) {
    json_t *laws = json_object();
    for (int k = 0; k < c->answer_count; k++)
        json_object_set_new(laws, cases->law[c->answer[k].law], carom_json_real(j->distance[c->answer[k].law]));
    return laws;
}

static void add_judgement(json_t *object, const carom_judge_case *c, const carom_judge_result *x) {
    json_object_set_new(object, "gain", carom_json_real(x->judged.gain));
    json_object_set_new(object, "approach", carom_json_real(x->judged.approach));
    if (strchr("FHRSTZ", c->family)) json_object_set_new(object, "rebound", carom_json_real(x->judged.rebound));
    if (c->contact_count == 1) {
        json_object_set_new(object, "outside_cone", carom_json_boolean(x->judged.outside));
        json_object_set_new(object, "spin_unexplained", carom_json_real(x->judged.torque));
    }
    if (!isnan(x->turned)) json_object_set_new(object, "turned_differs", carom_json_real(x->turned));
    if (x->arrived) json_object_set_new(object, "arriving_gain", carom_json_real(x->arriving.gain));
    if (!isnan(x->reply.duration)) json_object_set_new(object, "duration", carom_json_real(x->reply.duration));
    if (!isnan(x->reply.force)) json_object_set_new(object, "force", carom_json_real(x->reply.force));
    if (*x->reply.note) json_object_set_new(object, "note", carom_json_words(x->reply.note));
}

static json_t *case_json(const carom_judge_run *run, size_t i) {
    const carom_judge_case *c = &run->cases->at[i];
    const carom_judge_result *x = &run->at[i];
    json_t *object =
        json_pack("{s:o, s:s}", "id", carom_json_words(c->id), "status", carom_judge_said_name(x->reply.said));
    if (x->reply.said == CAROM_JUDGE_MOVES) {
        json_object_set_new(object, "u", speeds_json(c, &x->reply));
        add_judgement(object, c, x);
        json_object_set_new(object, "distance", distances_json(run->cases, c, &x->judged));
    } else if (x->reply.said == CAROM_JUDGE_RAN) {
        json_object_set_new(object, "highest", carom_json_real(x->reply.highest));
        json_object_set_new(object, "last", carom_json_real(x->reply.last));
    } else if (*x->reply.words) {
        json_object_set_new(object, "message", carom_json_words(x->reply.words));
    }
    return object;
}

json_t *carom_judge_json(const carom_judge_run *run, const carom_judge_score *score) {
    json_t *command = json_array(), *faults = json_array(), *cases = json_array(), *worst = json_array();
    size_t index[CAROM_JUDGE_WORST];
    const int count = carom_judge_worst(run, score, index, CAROM_JUDGE_WORST);
    for (int k = 0; run->argv[k]; k++) json_array_append_new(command, carom_json_words(run->argv[k]));
    for (int k = 0; k < run->fault_count; k++)
        json_array_append_new(faults, json_pack("{s:o, s:o}", "at", carom_json_words(run->fault[k].id), "what",
                                                carom_json_words(run->fault[k].words)));
    for (int k = 0; k < count; k++) json_array_append_new(worst, carom_json_words(run->cases->at[index[k]].id));
    for (size_t i = 0; i < run->cases->count; i++) json_array_append_new(cases, case_json(run, i));
    json_t *all =
        json_pack("{s:s, s:o, s:o, s:o, s:O, s:I, s:I, s:b, s:o, s:o, s:o}", "carom", carom_version(), "engine",
                  carom_json_words(run->hello.engine), "version", carom_json_words(run->hello.version), "command",
                  command, "settings", run->hello.settings ? run->hello.settings : json_null(), "asked",
                  (json_int_t)run->asked, "questions", (json_int_t)run->questions, "stopped", run->stopped, "faults",
                  faults, "score", score_json(run, score), "worst", worst);
    char sentence[320];
    const carom_judge_verdict verdict = carom_judge_breaks(score, sentence, sizeof sentence);
    json_object_set_new(all, "verdict", json_string(carom_judge_verdict_name(verdict)));
    json_object_set_new(all, "cases", cases);
    return all;
}
