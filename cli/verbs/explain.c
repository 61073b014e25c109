// carom explain: what decides an impact.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/compliant.h"
#include "cli/args/args.h"
#include "cli/args/stream.h"
#include "cli/exit.h"
#include "cli/verbs/parts.h"
#include "cli/words/answer.h"
#include "cli/words/json.h"
#include "cli/words/report.h"
#include "cli/words/shell.h"
#include "cli/words/table.h"
#include "cli/words/tables.h"

static const char examples[] = "  carom explain examples/falling_rod.json\n"
                               "  carom explain --e 0.5 --mu 0.7 --W \"2.5 -1.5; -1.5 2.5\" --v \"-1 0.6\"\n"
                               "  carom explain --law stronge\n"
                               "  carom explain --law stronge --e 0.8 --mu 0.5 --W \"1 0; 0 3.5\" --v \"-1 0.6\"\n";
static const char about[] =
    "Shows the inverse mass W at the contact and its directions, the friction coefficients at which the behaviour\n"
    "changes, and the mode each law predicts, with the reason and where it is written. --law asks one law, or contact\n"
    "device, and says what its coefficients mean; without W and v it says that alone.";

// A law, its answer, and how much of the friction it uses.
typedef struct {
    carom_problem problem;
    carom_answer answer;
    double ratio; // |P_t| / P_n; NaN without an impulse
    char why[640];
} verdict;

// Laws that stick if they can: what sticking takes, beside what friction gives. False for a law that decides otherwise.
static bool say_ratio(const verdict *v, char *text, size_t size) {
    const carom_params *p = &v->problem.params;
    const carom_law *law = v->problem.law;
    const carom_mode mode = v->answer.outcome.mode;
    const bool sticks = mode == CAROM_MODE_STICKING || mode == CAROM_MODE_STICK;
    const bool slips =
        mode == CAROM_MODE_SLIDING || mode == CAROM_MODE_FORWARD_SLIP || mode == CAROM_MODE_BACKWARD_SLIP;
    if (!(law->reads & CAROM_PARAM_BIT(mu)) || v->problem.contact.dim != 2 || !(sticks || slips)) return false;
    const double e = law->reads & CAROM_PARAM_BIT(e) ? p->e : p->e_n;
    const double e_t = law->reads & CAROM_PARAM_BIT(e_t) ? p->e_t : 0.0;
    const bool holds = law->reads & CAROM_PARAM_BIT(mu_static) && p->mu_static != CAROM_SAME_AS_MU;
    const double mu = holds ? p->mu_static : p->mu;
    double ratio;
    carom_critical_ratio(&v->problem.contact, e, e_t, &ratio);
    const char *aim = e_t == 0.0 ? "stopping the slip" : "reversing the slip by e_t";
    // Where the two numbers do not tell the mode apart, they are not its reason.
    if (isnan(ratio) || sticks != (ratio <= mu)) return false;
    if (isinf(ratio))
        snprintf(text, size, "no push reaches the end of the slip");
    else
        snprintf(text, size, "%s takes |P_t| = %g P_n, %s %s = %g", aim, ratio, sticks ? "within" : "beyond",
                 holds ? "mu_static" : "mu", mu);
    return true;
}

// Contact devices: how the impact went in time. False for a law that is none.
static bool say_course(const verdict *v, char *text, size_t size) {
#ifdef CAROM_WITH_COMPLIANT
    carom_compliant_outcome more;
    carom_outcome out;
    if (strcmp(v->problem.law->module, carom_module_compliant.name) != 0) return false;
    if (carom_compliant_collide(v->problem.law, &v->problem.contact, &v->problem.params, NULL, &more, &out) != CAROM_OK)
        return false;
    snprintf(text, size, "lasts %g s with at most %g N; %d touch%s, %d change%s of state", more.duration,
             more.peak_force, more.micro_impacts, more.micro_impacts == 1 ? "" : "es", more.switches,
             more.switches == 1 ? "" : "s");
    return true;
#else
    (void)v, (void)text, (void)size;
    return false;
#endif
}

// What friction does with a slip that has ended.
static void say_hold(const carom_critical *k, double mu_static, char *text, size_t size) {
    snprintf(text, size, "friction %s it: mu_static = %g %s |mu_s| = %g (34)",
             mu_static >= k->mu_hold ? "holds" : "cannot hold", mu_static, mu_static >= k->mu_hold ? ">=" : "<",
             k->mu_hold);
}

// Why Routh's law takes its course in the plane.
static void say_slip_end(const carom_contact *c, const carom_params *p, char *text, size_t size) {
    carom_critical k;
    char then[120];
    carom_critical_of(c, p->e, p->mu, &k); // Routh's law has accepted them
    const double P_end = (1.0 + p->e) * k.P_q;
    say_hold(&k, p->mu_static == CAROM_SAME_AS_MU ? p->mu : p->mu_static, then, sizeof then);
    switch (k.slip_end) {
    case CAROM_SLIP_END_NONE: snprintf(text, size, "there is no slip at first; %s", then); return;
    case CAROM_SLIP_END_AT_ONCE:
        snprintf(text, size, "mu is infinite: the slip ends at once, or presses the bodies apart first");
        return;
    case CAROM_SLIP_END_NEVER:
        snprintf(text, size, "the slip never ends: friction cannot brake it, mu B1 + s B3 = %g <= 0 (32)", k.braking);
        return;
    case CAROM_SLIP_END_COMPRESSION:
        snprintf(text, size, "the slip ends in compression: P_d = %g < P_q = %g (table 1); %s", k.P_d, k.P_q, then);
        return;
    case CAROM_SLIP_END_RESTITUTION:
        snprintf(text, size, "the slip ends in restitution: P_q = %g <= P_d = %g < (1 + e) P_q = %g (table 1); %s",
                 k.P_q, k.P_d, P_end, then);
        return;
    case CAROM_SLIP_END_OUTLASTS:
        snprintf(text, size, "the slip outlasts the impact: P_d = %g >= (1 + e) P_q = %g (table 1)", k.P_d, P_end);
        return;
    }
}

static void judge(const carom_problem *problem, const carom_law *law, verdict *v) {
    v->problem = *problem;
    v->problem.law = law;
    carom_answer_take(&v->problem, carom_collide(law, &problem->contact, &problem->params, &v->answer.outcome),
                      &v->answer);
    v->ratio =
        carom_answer_stands(&v->answer) ? carom_friction_used(problem->contact.dim, v->answer.outcome.P) : (double)NAN;
    v->why[0] = 0;
    if (!carom_answer_stands(&v->answer))
        snprintf(v->why, sizeof v->why, "%s", v->answer.refusal.text);
    else if (law == &carom_law_routh && problem->contact.dim == 2 && problem->contact.v[0] < 0.0)
        say_slip_end(&problem->contact, &problem->params, v->why, sizeof v->why);
    else if (!say_course(v, v->why, sizeof v->why) && !say_ratio(v, v->why, sizeof v->why))
        snprintf(v->why, sizeof v->why, "%s", carom_mode_meaning(v->answer.outcome.mode));
}

// The laws asked: the one that was named, else those of the core that are defined here.
static bool is_asked(const carom_problem *problem, const carom_law *law) {
    if (problem->law) return law == problem->law;
    return (law->dims & (problem->contact.dim == 2 ? CAROM_PLANE : CAROM_SPACE)) && carom_law_find(law->name) == law;
}

// For programs.

static json_t *verdict_json(const verdict *v) {
    const carom_mode mode = v->answer.outcome.mode;
    const bool stands = carom_answer_stands(&v->answer);
    json_t *object = json_object();
    json_object_set_new(object, "law", json_string(v->problem.law->name));
    json_object_set_new(object, "status", json_string(carom_status_name(v->answer.status)));
    json_object_set_new(object, "mode",
                        stands && mode != CAROM_MODE_UNNAMED ? json_string(carom_mode_name(mode)) : json_null());
    json_object_set_new(object, "ratio", carom_json_real(v->ratio));
    json_object_set_new(object, "why", carom_json_words(v->why));
    json_object_set_new(object, "citation", json_string(v->problem.law->citation));
    return object;
}

static void print_json(const carom_problem *problem, const carom_critical *k) {
    const carom_contact *c = &problem->contact;
    const size_t dim = (size_t)c->dim;
    json_t *object = json_object(), *W = json_array(), *directions = json_array(), *laws = json_array();
    json_object_set(object, "id", problem->id ? problem->id : json_null());
    for (int i = 0; i < c->dim; i++) {
        json_array_append_new(W, carom_json_numbers(c->W[i], dim));
        json_array_append_new(directions, json_pack("{s:o, s:o}", "eigenvalue", carom_json_real(k->eigenvalue[i]),
                                                    "direction", carom_json_numbers(k->direction[i], dim)));
    }
    json_object_set_new(object, "W", W);
    json_object_set_new(object, "v", carom_json_numbers(c->v, dim));
    json_object_set_new(object, "directions", directions);
    json_object_set_new(object, "mu_hold", carom_json_real(k->mu_hold));
    json_object_set_new(object, "mu_c", carom_json_real(k->mu_c));
    if (c->dim == 2) {
        json_object_set_new(object, "mu_s", carom_json_real(k->mu_s));
        json_object_set_new(object, "mu_q", carom_json_real(k->mu_q));
        json_object_set_new(object, "mu_d", carom_json_real(k->mu_d));
        json_object_set_new(object, "P_d", carom_json_real(k->P_d));
        json_object_set_new(object, "P_q", carom_json_real(k->P_q));
    }
    for (int i = 0; i < carom_tables_count(true); i++) {
        verdict v;
        if (!is_asked(problem, carom_tables_at(i))) continue;
        judge(problem, carom_tables_at(i), &v);
        json_array_append_new(laws, verdict_json(&v));
    }
    json_object_set_new(object, "laws", laws);
    carom_json_answer(object);
}

// For people.

static void print_matrix(const carom_contact *c) {
    static const char *const plane[] = {"n", "t"}, *const space[] = {"n", "t1", "t2"};
    const char *const *axes = c->dim == 2 ? plane : space;
    carom_table table = {.align = c->dim == 2 ? "lrrrl" : "lrrrrl"};
    carom_table_cell(&table, "W");
    for (int i = 0; i < c->dim; i++) carom_table_cell(&table, "%s", axes[i]);
    carom_table_cell(&table, "v");
    carom_table_cell(&table, "1/kg, m/s");
    for (int i = 0; i < c->dim; i++) {
        carom_table_cell(&table, "%s", axes[i]);
        for (int j = 0; j < c->dim; j++) carom_table_number(&table, c->W[i][j], carom_report_size(c->W[i], c->dim));
        carom_table_number(&table, c->v[i], carom_report_size(c->v, c->dim));
        carom_table_cell(&table, "%s", i ? "" : c->v[0] < 0.0 ? "approaching" : c->v[0] > 0.0 ? "parting" : "touching");
    }
    carom_table_print(stdout, &table);
}

static void print_directions(const carom_contact *c, const carom_critical *k) {
    printf("\nDirections: an impulse along one of these changes the velocity along itself only.\n\n");
    carom_table table = {.align = c->dim == 2 ? "rrrl" : "rrrrl"};
    for (int i = 0; i < c->dim; i++) {
        for (int j = 0; j < c->dim; j++) carom_table_number(&table, k->direction[i][j], 1.0);
        carom_table_cell(&table, "%.6g", k->eigenvalue[i]);
        if (k->eigenvalue[i] > 0.0)
            carom_table_cell(&table, "1/kg: feels like %.6g kg", 1.0 / k->eigenvalue[i]);
        else
            carom_table_cell(&table, "1/kg: does not move, W is singular");
    }
    carom_table_print(stdout, &table);
}

// A coefficient and what happens there. `value` is what friction would have to be; only a positive one can be reached.
static void critical_row(carom_table *table, const char *name, double value, const char *meaning) {
    carom_table_cell(table, "%s", name);
    if (value >= 0.0)
        carom_table_cell(table, "%.6g", value);
    else
        carom_table_cell(table, "none");
    carom_table_cell(table, "%s", meaning);
}

static void print_critical(const carom_contact *c, const carom_critical *k) {
    carom_table table = {.align = "lrl"};
    printf("\nCritical friction\n\n");
    critical_row(&table, c->dim == 2 ? "|mu_s|" : "|T^-1 w|", k->mu_hold,
                 c->dim == 2 ? "from here on friction holds a slip that has ended (Wang & Mason 1992, 34)"
                             : "from here on friction holds a slip that has ended (|T^-1 w|)");
    if (c->dim == 2) {
        critical_row(&table, "|mu_q|", -k->s * k->mu_q,
                     "the slip ends just as compression ends (Wang & Mason 1992, 32-36)");
        critical_row(&table, "|mu_d|", -k->s * k->mu_d,
                     "the slip ends just as the impact ends (Wang & Mason 1992, 32-36)");
    }
    critical_row(
        &table, "mu_c", k->mu_c,
        "W_nn / |W_nt|: above it a slip can press the bodies together (Painleve 1895; Payr & Glocker 2005, 6)");
    carom_table_print(stdout, &table);
}

static void print_laws(const carom_problem *problem) {
    carom_table table = {.align = "llrl"};
    if (problem->law)
        printf("\nWhat %s predicts\n\n", problem->law->name);
    else
        printf("\nWhat each law predicts, with e = %g and mu = %g\n\n", problem->params.e, problem->params.mu);
    carom_table_cell(&table, "law");
    carom_table_cell(&table, "mode");
    carom_table_cell(&table, "|P_t|/P_n");
    carom_table_cell(&table, "why");
    for (int i = 0; i < carom_tables_count(true); i++) {
        verdict v;
        if (!is_asked(problem, carom_tables_at(i))) continue;
        judge(problem, carom_tables_at(i), &v);
        const carom_mode mode = v.answer.outcome.mode;
        carom_table_cell(&table, "%s", v.problem.law->name);
        carom_table_cell(&table, "%s",
                         !carom_answer_stands(&v.answer) ? v.answer.refusal.code
                         : mode == CAROM_MODE_UNNAMED    ? "-"
                                                         : carom_mode_name(mode));
        if (isnan(v.ratio))
            carom_table_cell(&table, "-");
        else
            carom_table_cell(&table, "%.6g", carom_tidy(v.ratio, 1.0));
        carom_table_cell(&table, "%s [%s]", v.why, v.problem.law->citation);
    }
    carom_table_print(stdout, &table);
}

// What the coefficients of the law that was asked for are ratios of.
static void print_coefficients(const carom_problem *problem, int dim) {
    printf("\nWhat its coefficients mean\n\n");
    for (int i = 0; i < CAROM_PARAM_ROOM; i++) {
        const carom_card *card = carom_card_find(problem->law, (carom_param)i);
        char value[96] = "";
        if (!card) continue;
        const carom_param_info *row = carom_law_param(problem->law, i);
        if (row->kind != CAROM_LIST) carom_report_param(&problem->params, row, dim, value, sizeof value);
        printf("  %s%s%s: %s\n    %s\n", row->name, value[0] ? " = " : "", value, card->ratio, card->relation);
    }
}

// A law asked for without a contact: its card.

static json_t *card_json(const carom_law *law) {
    json_t *coefficients = json_array();
    for (int i = 0; i < CAROM_PARAM_ROOM; i++) {
        const carom_card *card = carom_card_find(law, (carom_param)i);
        if (!card) continue;
        json_array_append_new(coefficients, json_pack("{s:s, s:s, s:s}", "name", carom_law_param(law, i)->name, "ratio",
                                                      card->ratio, "relation", card->relation));
    }
    return json_pack("{s:s, s:s, s:s, s:o}", "law", law->name, "summary", law->summary, "citation", law->citation,
                     "coefficients", coefficients);
}

static int explain_law(carom_problem *problem, bool json) {
    const carom_law *law = problem->law;
    carom_misreading refusal;
    if (!law->code) {
        carom_complain_of(&refusal, CAROM_NOT_BUILT, law, &problem->contact, NULL, NULL);
        return carom_args_refused(&refusal);
    }
    carom_problem_carry(problem);
    if (json) {
        carom_json_answer(card_json(law));
        return CAROM_EXIT_FINE;
    }
    printf("%s: %s [%s]\n", law->name, law->summary, law->citation);
    print_coefficients(problem, 2);
    printf("\nWith --W and --v: what it predicts there, and why. `carom laws %s` has the ranges and promises.\n",
           law->name);
    return CAROM_EXIT_FINE;
}

static int explain(carom_problem *problem, bool json) {
    carom_misreading refusal;
    if (!carom_problem_contact_whole(problem, &refusal)) return carom_args_refused(&refusal);
    const carom_status status = carom_contact_validate(&problem->contact);
    if (status != CAROM_OK) {
        carom_complain_of(&refusal, status, NULL, &problem->contact, NULL, NULL);
        return carom_args_refused(&refusal);
    }
    carom_problem_carry(problem);
    carom_critical k;
    carom_critical_of(&problem->contact, problem->params.e, problem->params.mu, &k); // each law says what it refuses
    if (json) {
        print_json(problem, &k);
        return CAROM_EXIT_FINE;
    }
    print_matrix(&problem->contact);
    print_directions(&problem->contact, &k);
    print_critical(&problem->contact, &k);
    print_laws(problem);
    if (problem->law) print_coefficients(problem, problem->contact.dim);
    return CAROM_EXIT_FINE;
}

int carom_verb_explain(int argc, char **argv) {
    bool json = false, sensitivity = false;
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"sensitivity", NULL, "how the law's velocity after changes with the mass matrix M = W^-1", &sensitivity, NULL},
        {"json", NULL, "all of it as one JSON object", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {0},
    };
    const carom_usage usage = {
        "explain", examples, about, options, &problem, 1, "[FILE|-]", false, carom_tables_reads(NULL)};
    carom_operands operands;
    json_t *document;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    const carom_law *asked = problem.law; // a law named in the file is not singled out
    if (!carom_stream_stated(&usage, &operands, &document, &exit)) return exit;
    if (!sensitivity) problem.law = asked;
    // A file was meant to have a contact: one without is refused.
    const bool no_contact = !operands.count && !problem.W_size && !problem.v_size;
    exit = sensitivity           ? carom_explain_sensitivity(&problem, json)
           : asked && no_contact ? explain_law(&problem, json)
                                 : explain(&problem, json);
    carom_problem_free(&problem);
    json_decref(document);
    return exit;
}
