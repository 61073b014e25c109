#include "mods/scenario/problem.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/compliant.h"
#include "carom/systems.h"
#include "tables/module_names.h"

#include "mods/scenario/bodies.h"
#include "mods/scenario/json_position.h"
#include "mods/scenario/numbers.h"
#include "mods/scenario/rod.h"

static const carom_status bad_problem = CAROM_BAD_VALUE;

carom_problem carom_problem_new(carom_modules *modules) {
    carom_problem problem = {
        .modules = modules, .params = carom_params_default(), .settings = carom_system_params_default(NULL)};
    problem.settings.single = &carom_law_routh;
    return problem;
}

void carom_problem_free(carom_problem *problem) {
    for (int i = 0; i < problem->block_count; i++) free(problem->blocks[i]);
    problem->block_count = 0;
    carom_bodies_free(problem->bodies);
    problem->bodies = NULL;
}

// Names from the literature that are not names of laws here, with a hint for each.
static const struct {
    const char *word, *meaning;
} words[] = {
    {"coulomb", "a model of friction, which most laws use; did you mean \"routh\" or \"whittaker\"?"},
    {"kelvin-voigt", "a linear spring and dashpot; did you mean \"spring-dashpot\"?"},
    {"maxwell", "a spring and dashpot in series; did you mean \"series-dashpot\"?"},
};

bool carom_problem_law(carom_problem *problem, const char *name, carom_error *refusal) {
    problem->law = carom_law_find(problem->modules, name, CAROM_ONE_CONTACT);
    if (problem->law && (problem->law->solves & CAROM_ONE_CONTACT)) return true;
    if (problem->law)
        return carom_refuse(refusal, CAROM_WRONG_PROBLEM,
                            "law \"%s\" solves systems of contacts, and this problem has one contact", name);
    const carom_known_name *known;
    for (int i = 0; (known = carom_known_law(i)); i++)
        if (!strcmp(known->name, name))
            return carom_refuse(refusal, CAROM_MODULE_MISSING,
                                "law \"%s\" is in the module \"%s\", which this build does not have", name,
                                known->module);
    if (!strcmp(name, "newton") || !strcmp(name, "poisson") || !strcmp(name, "energetic"))
        return carom_refuse(
            refusal, CAROM_UNKNOWN_LAW,
            "\"%s\" is a definition of restitution, not a law; use the law routh with the restitution %s", name, name);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (!strcmp(name, words[k].word))
            return carom_refuse(refusal, CAROM_UNKNOWN_LAW, "\"%s\" is %s", name, words[k].meaning);
    return carom_refuse(refusal, CAROM_UNKNOWN_LAW, "no law is called \"%s\"", name) ||
           carom_refuse_near(refusal, carom_nearest_name(name, carom_law_names), CAROM_HINT_SEE_LAWS);
}

// Reads W: one list per row.

static bool wrong_shape(int rows, const carom_numbers list[3], carom_error *refusal) {
    const int columns = list[0].count;
    bool square = rows >= 1 && rows <= 3;
    for (int i = 0; square && i < rows; i++) square = list[i].count == rows;
    if (square) return false;
    carom_refuse(refusal, bad_problem,
                 "W must be 2 x 2 in 2D, 3 x 3 in 3D or one number for a head-on impact, such as \"2 -1; -1 2\"; this "
                 "has %d row%s, the first with %d "
                 "number%s%s",
                 rows, rows == 1 ? "" : "s", columns, columns == 1 ? "" : "s",
                 columns == rows ? "; not all rows are as long" : "");
    return true;
}

static bool keep_W(carom_problem *problem, int rows, const carom_numbers list[3], carom_error *refusal) {
    if (wrong_shape(rows, list, refusal)) return false;
    problem->W_size = rows;
    for (int i = 0; i < rows; i++) memcpy(problem->contact.W[i], list[i].at, sizeof list[i].at);
    return true;
}

static bool read_W(carom_problem *problem, const json_t *value, carom_error *refusal) {
    carom_numbers list[3] = {{{0}, 0}};
    const int rows = (int)json_array_size(value);
    if (!carom_is_array(value))
        return carom_refuse(refusal, bad_problem, "W must be an array of rows: [[2,-1],[-1,2]], or [[2]] head-on");
    for (int i = 0; i < rows && i < 3; i++) {
        const json_t *row = json_array_get(value, (size_t)i);
        if (!carom_is_array(row))
            return carom_refuse(refusal, bad_problem, "W must be an array of rows: [[2,-1],[-1,2]]");
        if (!carom_numbers_json(&list[i], row, "W", refusal)) return false;
    }
    return keep_W(problem, rows, list, refusal);
}

static bool keep_v(carom_problem *problem, const carom_numbers *list, carom_error *refusal) {
    if (list->count < 1 || list->count > 3)
        return carom_refuse(refusal, bad_problem,
                            "v must have 2 numbers in 2D, 3 in 3D or 1 for a head-on impact, normal first; this has %d",
                            list->count);
    problem->v_size = list->count;
    memcpy(problem->contact.v, list->at, sizeof list->at);
    return true;
}

static bool read_v(carom_problem *problem, const json_t *value, carom_error *refusal) {
    carom_numbers list;
    if (!carom_is_array(value)) return carom_refuse(refusal, bad_problem, "v must be an array of numbers: [-1,0.6]");
    return carom_numbers_json(&list, value, "v", refusal) && keep_v(problem, &list, refusal);
}

// Reads a matrix or vector of the command line, which may also be JSON, as in files.
typedef bool json_reader(carom_problem *problem, const json_t *value, carom_error *refusal);

static bool read_text_as_json(carom_problem *problem, const char *text, const char *what, json_reader *reader,
                              carom_error *refusal) {
    json_error_t error;
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    if (!value) return carom_refuse(refusal, CAROM_BAD_FILE, "%s is not JSON: %s", what, error.text);
    const bool read = reader(problem, value, refusal);
    json_decref(value);
    return read;
}

static bool is_json(const char *text) {
    return text[strspn(text, " \t\r\n")] == '[';
}

bool carom_problem_W(carom_problem *problem, const char *text, carom_error *refusal) {
    if (is_json(text)) return read_text_as_json(problem, text, "W", read_W, refusal);
    carom_numbers list[3] = {{{0}, 0}}, row;
    int rows = 0;
    for (const char *at = text; *at;) {
        if (!carom_numbers_text(&row, &at, "W", refusal)) return false;
        if (row.count && rows < 3) list[rows] = row;
        rows += row.count > 0;
        if (*at == ';') at++;
    }
    if (carom_has_decimal_comma(text) && !(rows >= 1 && rows <= 3 && list[0].count == rows))
        return carom_refuse(refusal, bad_problem,
                            "W: write numbers with a decimal point, not a comma: \"2.5 -1; -1 2\"");
    return keep_W(problem, rows, list, refusal);
}

bool carom_problem_v(carom_problem *problem, const char *text, carom_error *refusal) {
    if (is_json(text)) return read_text_as_json(problem, text, "v", read_v, refusal);
    carom_numbers list;
    if (!carom_numbers_text(&list, &text, "v", refusal)) return false;
    if (*text == ';') return carom_refuse(refusal, bad_problem, "v is one row of numbers; \";\" parts the rows of W");
    return keep_v(problem, &list, refusal);
}

// Reads parameters by name.

static const carom_coefficient *find_param(const carom_problem *problem, const char *name, carom_error *refusal) {
    const carom_coefficient *row = problem->law ? carom_law_find_coefficient(problem->law, name) : NULL;
    if (!row) row = carom_coefficient_find(problem->modules, name);
    if (row) return row;
    carom_refuse(refusal, CAROM_COEFFICIENT_UNKNOWN, "no parameter is called \"%s\"", name);
    carom_refuse_near(refusal, carom_nearest_name(name, carom_param_names), CAROM_HINT_SEE_PARAMS);
    return NULL;
}

static bool bad_choice(const carom_coefficient *row, const char *value, carom_error *refusal) {
    char names[128] = "";
    const char *name;
    for (int i = 0; (name = carom_choice_at(row, i)); i++) carom_join(names, sizeof names, ", ", name);
    const bool friction = !strcmp(row->name, "friction"), restitution = !strcmp(row->name, "restitution");
    return carom_refuse(refusal, CAROM_BAD_VALUE, "%s = \"%s\" is not one of %s%s", row->name, value, names,
                        friction      ? "; the coefficient of friction is \"mu\""
                        : restitution ? "; the coefficient of restitution is \"e\""
                                      : "");
}

static bool bad_count(const carom_coefficient *row, int count, carom_error *refusal) {
    static const char *const takes[] = {[CAROM_REAL] = "one number",
                                        [CAROM_CHOICE] = "one number",
                                        [CAROM_VECTOR] = "2 or 3 numbers",
                                        [CAROM_TANGENT] = "one number or one for each tangent",
                                        [CAROM_EACH] = "one number or one for each direction",
                                        [CAROM_LIST] = "a list of modes in JSON",
                                        [CAROM_PAIR] = "one number, or two in 3D"};
    return carom_refuse(refusal, CAROM_BAD_VALUE, "%s takes %s, not %d numbers", row->name, takes[row->kind], count);
}

// Returns the name by which a row was used: its own name or its alias. The string lives as long as the law.
static const char *used_name(const carom_coefficient *row, const char *name) {
    return row->alias && !strcmp(row->alias, name) ? row->alias : row->name;
}

static bool same_place(const char *name, const char *other, carom_error *refusal) {
    return carom_refuse(refusal, CAROM_BAD_VALUE, "%s and %s are names of the same coefficient; give one of them", name,
                        other);
}

bool carom_coefficient_keep(carom_params *params, const carom_coefficient *row, const carom_numbers *list,
                            carom_error *refusal) {
    if (list->count > 3 || carom_params_set(params, row, list->at, (size_t)list->count) != CAROM_OK)
        return bad_count(row, list->count, refusal);
    // A default outside the range means "omitted" and cannot be given as a value.
    if (row->kind == CAROM_REAL && list->at[0] == row->default_value && !(row->default_value >= row->lowest))
        return carom_refuse(refusal, CAROM_COEFFICIENT_RANGE, "%s = %s is outside [%s, %s]; leave it out instead",
                            row->name, CAROM_SHORT(list->at[0], 6), CAROM_SHORT(row->lowest, 6),
                            CAROM_SHORT(row->highest, 6));
    return true;
}

static bool keep_param(carom_problem *problem, const carom_coefficient *row, const carom_numbers *list,
                       carom_error *refusal) {
    if (!carom_coefficient_keep(&problem->params, row, list, refusal)) return false;
    problem->given |= UINT64_C(1) << row->number;
    carom_of_speed_drop(&problem->params, UINT64_C(1) << row->number);
    return true;
}

static bool choice_of(carom_numbers *list, const carom_coefficient *row, const char *name, carom_error *refusal) {
    const int choice = carom_choice_of(row, name);
    *list = (carom_numbers){{(double)choice}, 1};
    return choice >= 0 || bad_choice(row, name, refusal);
}

bool carom_coefficient_json(carom_numbers *list, const carom_coefficient *row, const char *name, const json_t *value,
                            carom_error *refusal) {
    char digits[32];
    if (row->kind != CAROM_CHOICE) return carom_numbers_json(list, value, name, refusal);
    snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (carom_is_integer(value)) return choice_of(list, row, digits, refusal);
    return choice_of(list, row, carom_is_string(value) ? json_string_value(value) : "(not a string)", refusal);
}

static json_reader read_modes;

bool carom_problem_param(carom_problem *problem, const char *name, const char *value, carom_error *refusal) {
    if (carom_is_of_speed(name)) return carom_of_speed_text(&problem->params, &problem->given, name, value, refusal);
    const carom_coefficient *row = find_param(problem, name, refusal);
    if (!row) return false;
    const char *called = problem->given >> row->number & 1 ? problem->called[row->number] : NULL, *const given = value;
    if (called && strcmp(called, name)) return same_place(called, name, refusal);
    problem->called[row->number] = used_name(row, name);
    if (row->kind == CAROM_LIST) return read_text_as_json(problem, value, name, read_modes, refusal);
    carom_numbers list;
    if (row->kind == CAROM_CHOICE)
        return choice_of(&list, row, value, refusal) && keep_param(problem, row, &list, refusal);
    if (!carom_numbers_text(&list, &value, name, refusal)) return false;
    if (*value) return carom_refuse(refusal, CAROM_BAD_VALUE, "%s: unexpected \"%s\"", name, value);
    // The text "0,3" was read as two numbers; it may be a decimal comma.
    if (row->kind == CAROM_REAL && list.count == 2 && carom_has_decimal_comma(given))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s = %s has a decimal comma; write it with a point", name,
                            given);
    return keep_param(problem, row, &list, refusal);
}

bool carom_problem_e_of(carom_problem *problem, const char *text, carom_error *refusal) {
    return carom_problem_param(problem, "e_of", text, refusal);
}

bool carom_problem_mu_of(carom_problem *problem, const char *text, carom_error *refusal) {
    return carom_problem_param(problem, "mu_of", text, refusal);
}

// Reads "modes": [{"omega": 3, "zeta": 0.1, "phi": [1, 0.2], "z0": 0.1, "zdot0": 0}, ...]. All except omega and phi may
// be omitted. A rod, {"length": 0.4, ...}, has computed modes.
static bool read_modes(carom_problem *problem, const json_t *value, carom_error *refusal) {
    size_t count = json_array_size(value);
    const bool rod = carom_is_object(value);
    if (rod && !carom_rod_json(value, problem->modes, &count, refusal)) return false;
    if (!rod && !carom_is_array(value))
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "modes must be an array of modes, or an object that describes a rod");
    if (count > CAROM_VIBRATIONS_MAX)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "modes must be an array of at most %d modes",
                            CAROM_VIBRATIONS_MAX);
    for (size_t i = 0; i < count && !rod; i++) {
        const json_t *mode = json_array_get(value, i);
        const char *const keys[4] = {"omega", "zeta", "z0", "zdot0"};
        double number[4];
        carom_numbers phi;
        for (int k = 0; k < 4; k++) {
            const json_t *one = json_object_get(mode, keys[k]);
            if (one ? !carom_is_number(one) : k == 0)
                return carom_refuse(refusal, CAROM_BAD_VALUE,
                                    "a mode is {\"omega\": rad/s, \"zeta\": share of critical, \"phi\": [n, t]}, and "
                                    "\"z0\", \"zdot0\" if it moves before");
            number[k] = json_number_value(one);
        }
        if (!carom_numbers_json(&phi, json_object_get(mode, "phi"), "phi", refusal)) return false;
        problem->modes[i] =
            (carom_vibration){.omega = number[0], .zeta = number[1], .z0 = number[2], .zdot0 = number[3]};
        memcpy(problem->modes[i].phi, phi.at, sizeof phi.at);
    }
    problem->params.list_count = count;
    problem->given |= CAROM_PARAM_BIT(modes);
    return true;
}

static bool read_param(carom_problem *problem, const char *name, const json_t *value, carom_error *refusal) {
    if (carom_is_of_speed(name)) return carom_of_speed_json(&problem->params, &problem->given, name, value, refusal);
    const carom_coefficient *row = find_param(problem, name, refusal);
    if (!row) return false;
    if (row->kind == CAROM_LIST) return read_modes(problem, value, refusal);
    carom_numbers list;
    return carom_coefficient_json(&list, row, name, value, refusal) && keep_param(problem, row, &list, refusal);
}

bool carom_problem_allow(carom_problem *problem, const char *name, carom_error *refusal) {
    const carom_coefficient *row = find_param(problem, name, refusal);
    if (!row) return false;
    problem->params.allow |= UINT64_C(1) << row->number;
    return true;
}

void carom_problem_over(carom_problem *problem, const carom_problem *options) {
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        double value[3];
        if (!((options->given >> i) & 1)) continue;
        const carom_coefficient *row = carom_coefficient_at(options->modules, i);
        const size_t count = carom_params_get(&options->params, row, value);
        carom_params_set(&problem->params, row, value, count);
        for (int k = 0; k < problem->system.nc && row->kind != CAROM_LIST; k++)
            carom_params_set(&problem->each[k], row, value, count);
        problem->called[i] = options->called[i];
    }
    for (int k = 0; k < problem->system.nc; k++) problem->each[k].allow |= options->params.allow;
    problem->given |= options->given;
    problem->insisted |= options->given;
    carom_of_speed_again(&problem->params, &options->params, options->given);
}

// Checks "dim", which W determines already.
static bool dim_fits(const carom_problem *problem, const json_t *dim, carom_error *refusal) {
    const json_int_t rows = problem->W_size == 1 ? 2 : problem->W_size;
    if (!dim || (carom_is_integer(dim) && json_integer_value(dim) == rows)) return true;
    return carom_refuse(refusal, CAROM_BAD_DIM, "dim is 2 (plane) or 3 (space), and W has as many rows");
}

bool carom_problem_json(carom_problem *problem, const json_t *object, carom_error *refusal) {
    if (!carom_is_object(object))
        return carom_refuse(refusal, bad_problem, "a problem is a JSON object: {\"law\":..., \"W\":..., \"v\":...}");
    problem->id = json_object_get(object, "id");
    const json_t *law = json_object_get(object, "law"), *params = json_object_get(object, "params");
    const json_t *W = json_object_get(object, "W"), *v = json_object_get(object, "v");
    if (law && !carom_is_string(law))
        return carom_refuse(refusal, bad_problem, "law must be a string") || carom_refuse_of(refusal, "law", NULL);
    if (params && !carom_is_object(params))
        return carom_refuse(refusal, bad_problem, "params must be an object") ||
               carom_refuse_of(refusal, "params", NULL);
    if (law && !carom_problem_law(problem, json_string_value(law), refusal))
        return carom_refuse_of(refusal, "law", NULL);
    if (W && !read_W(problem, W, refusal)) return carom_refuse_of(refusal, "W", NULL);
    if (v && !read_v(problem, v, refusal)) return carom_refuse_of(refusal, "v", NULL);
    if (!dim_fits(problem, json_object_get(object, "dim"), refusal)) return carom_refuse_of(refusal, "dim", NULL);
    if (!carom_of_speed_clash(params, refusal)) return carom_refuse_of(refusal, "params", NULL);
    const char *name = NULL;
    json_t *value;
    uint64_t stated = 0;
    while ((name = carom_next_key(params, name, &value))) {
        const carom_coefficient *row = carom_is_of_speed(name) ? NULL : find_param(problem, name, refusal);
        const uint64_t bit = row ? UINT64_C(1) << row->number : 0;
        if (bit & stated) {
            same_place(problem->called[row->number], name, refusal);
            return carom_refuse_of(refusal, "params", name);
        }
        if (row) problem->called[row->number] = used_name(row, name);
        if (!read_param(problem, name, value, refusal)) return carom_refuse_of(refusal, "params", name);
        stated |= bit;
    }
    return true;
}

bool carom_problem_contact_whole(carom_problem *problem, carom_error *refusal) {
    if (!problem->W_size)
        return carom_refuse(refusal, bad_problem,
                            "W is missing: the inverse local mass matrix; a file may have \"bodies\", a \"chain\" or a "
                            "\"mechanism\" "
                            "instead (docs/scenario.md)") ||
               carom_refuse_toward(refusal, CAROM_HINT_STATE_W);
    if (!problem->v_size)
        return carom_refuse(refusal, bad_problem, "v is missing: the relative velocity, normal first") ||
               carom_refuse_toward(refusal, CAROM_HINT_STATE_V);
    if (problem->W_size != problem->v_size)
        return carom_refuse(refusal, bad_problem, "W is %d x %d but v has %d number%s", problem->W_size,
                            problem->W_size, problem->v_size, problem->v_size == 1 ? "" : "s");
    // Solve a head-on impact in 2D without tangential motion.
    problem->contact.dim = problem->W_size == 1 ? 2 : problem->W_size;
    problem->params.list = problem->given & CAROM_PARAM_BIT(modes) ? problem->modes : NULL;
    return true;
}

// Evaluates speed-dependent coefficients. A function that does not apply at this speed is not replaced, and the law
// reports it.
bool carom_problem_settled(carom_problem *problem, carom_error *refusal) {
    carom_params at;
    if (!carom_problem_contact_whole(problem, refusal)) return false;
    const uint64_t of_e = problem->params.e_of_speed.form ? CAROM_PARAM_BIT(e) : 0;
    const uint64_t of_mu = problem->params.mu_of_speed.form ? CAROM_PARAM_BIT(mu) : 0;
    if (carom_params_at_impact(&carom_law_routh, &problem->contact, &problem->params, &at) != CAROM_OK) return true;
    // If a function does not apply at this speed, the law reports it.
    if ((of_e && isnan(at.e)) || (of_mu && isnan(at.mu))) return true;
    problem->params = at;
    problem->given |= of_e | of_mu;
    return true;
}

carom_params carom_problem_params(const carom_problem *problem) {
    carom_params at;
    carom_params_at_impact(problem->law, &problem->contact, &problem->params, &at);
    return at;
}

bool carom_problem_changed(const carom_problem *problem, int param, const carom_params *at) {
    const carom_params *p = &problem->params;
    if (!carom_law_coefficient(problem->law, param)) return false;
    if (param == CAROM_PARAM_e) return p->e_of_speed.form || p->e != at->e;
    return param == CAROM_PARAM_mu && (p->mu_of_speed.form || (p->mu != at->mu && !isnan(at->mu)));
}

void carom_problem_reads(const carom_law *law, char *text, size_t size) {
    text[0] = 0;
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = carom_law_coefficient(law, i);
        if (row) carom_join(text, size, ", ", row->name);
    }
}

// Returns true if a parameter has no effect: mu = 0 may be given to a law without friction.
static bool says_nothing(const carom_problem *problem, carom_param param) {
    return param == CAROM_PARAM_mu && problem->params.mu == 0.0;
}

// Rejects a parameter that the law does not read. The message does not list the other parameters if the list is long.
static bool unread_param(const carom_problem *problem, uint64_t reads, const char *who, const char *name,
                         carom_error *refusal) {
    enum { MOST_LISTED = 12 };
    char list[256] = "";
    int count = 0;
    for (int i = 0; i < CAROM_PARAM_END; i++) {
        const carom_coefficient *row = problem->law ? carom_law_coefficient(problem->law, i) : NULL;
        if (!row) row = carom_coefficient_at(problem->modules, i);
        if (row && (reads >> i & 1) && ++count <= MOST_LISTED) carom_join(list, sizeof list, ", ", row->name);
    }
    const bool listed = count > 0 && count <= MOST_LISTED;
    return carom_refuse(refusal, CAROM_COEFFICIENT_UNUSED, "%s does not read %s%s%s", who, name,
                        listed ? "; it reads " : "", listed ? list : "");
}

bool carom_problem_given(const carom_law *law, const carom_params *params, int dim, carom_error *refusal) {
    carom_result out;
    const carom_status status = carom_params_validate(law, params, dim, &out.coefficient);
    if (status != CAROM_COEFFICIENT_MISSING) return true;
    carom_error error;
    char text[256];
    carom_collide_error(status, law, &(carom_contact){.dim = dim}, params, &out, &error);
    error.hint = CAROM_HINT_NONE;
    carom_error_format(&error, NULL, text, sizeof text);
    carom_refuse(refusal, status, "%s", text);
    carom_refuse_toward(refusal, CAROM_HINT_STATE_COEFFICIENT);
    refusal->law = law;
    refusal->coefficient = (carom_param)out.coefficient;
    return carom_refuse_of(refusal, carom_law_coefficient(law, (int)out.coefficient)->name, NULL);
}

bool carom_problem_all_read(const carom_problem *problem, uint64_t given, uint64_t reads, const char *who,
                            carom_error *refusal) {
    for (int i = 0; i < CAROM_PARAM_END; i++)
        if (((given & ~reads) >> i & 1) && !says_nothing(problem, (carom_param)i))
            return unread_param(problem, reads, who, carom_coefficient_at(problem->modules, i)->name, refusal);
    const char *of_speed = carom_of_speed_unread(reads, &problem->params);
    return !of_speed || unread_param(problem, reads, who, of_speed, refusal);
}

// Checks that every coefficient has the name that this law uses: e_n is glocker's name for e, not routh's.
static bool names_fit(const carom_problem *problem, const char *who, carom_error *refusal) {
    const uint64_t reads = carom_law_reads(problem->law);
    for (int i = 0; i < CAROM_PARAM_END; i++)
        if (((problem->given & reads) >> i & 1) && problem->called[i] &&
            !carom_law_find_coefficient(problem->law, problem->called[i]))
            return unread_param(problem, reads, who, problem->called[i], refusal);
    return true;
}

bool carom_problem_whole(carom_problem *problem, carom_error *refusal) {
    if (!problem->law)
        return carom_refuse(refusal, bad_problem, "the law is missing") ||
               carom_refuse_toward(refusal, CAROM_HINT_STATE_LAW);
    if (!carom_problem_contact_whole(problem, refusal)) return false;
    char who[80];
    snprintf(who, sizeof who, "law \"%.60s\"", problem->law->name);
    return carom_problem_all_read(problem, problem->given, carom_law_reads(problem->law), who, refusal) &&
           names_fit(problem, who, refusal);
}

bool carom_problem_tells(const carom_problem *problem, int param) {
    if (!carom_law_coefficient(problem->law, param)) return false;
    if (param == CAROM_PARAM_rest_speed) return problem->params.rest_speed != 0.0;
    return param != CAROM_PARAM_friction || ((problem->given >> param) & 1);
}
