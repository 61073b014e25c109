// Reads systems of contacts.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/worst.h"
#include "mods/scenario/bodies_parts.h"
#include "mods/scenario/speed.h"
#include "mods/scenario/system.h"

static const carom_status bad_problem = CAROM_BAD_VALUE;

bool carom_too_large(size_t bytes, carom_error *refusal) {
    if (bytes <= CAROM_MAX_MEMORY)
        return carom_refuse(refusal, CAROM_NO_MEMORY, "%s", carom_status_message(CAROM_NO_MEMORY));
    return carom_refuse(refusal, CAROM_BAD_SIZE,
                        "the problem asks for %s MB of memory, more than the %zu MB one problem may have; fewer "
                        "contacts, or lower max_impacts, max_states, max_outcomes or max_solutions",
                        CAROM_SHORT(1e-6 * (double)bytes, 4), CAROM_MAX_MEMORY >> 20);
}

// Allocates zeroed memory that lives as long as the problem.
static void *keep(carom_problem *p, size_t count, size_t size, carom_error *refusal) {
    const bool listed = p->block_count < (int)(sizeof p->blocks / sizeof *p->blocks);
    void *block = listed ? carom_room(count, size) : NULL;
    if (block) return p->blocks[p->block_count++] = block;
    carom_too_large(size && count > SIZE_MAX / size ? SIZE_MAX : count * size, refusal);
    return NULL;
}

// Laws.

static const char *names_of_laws(int index) {
    const carom_law *law = carom_law_at(NULL, index, CAROM_SYSTEMS);
    return law ? law->name : NULL;
}

bool carom_system_law(carom_problem *p, const char *name, carom_error *refusal) {
    const carom_law *law = carom_law_find(p->modules, name, CAROM_SYSTEMS);
    p->law = law && (law->solves & CAROM_SYSTEMS) ? law : NULL;
    p->asked = !strcmp(name, "delassus") ? CAROM_ASKED_DELASSUS
               : !strcmp(name, "all")    ? CAROM_ASKED_ALL
                                         : CAROM_ASKED_LAW;
    if (p->law || p->asked != CAROM_ASKED_LAW) return true;
    if (law)
        return carom_refuse(refusal, CAROM_WRONG_PROBLEM, "\"%s\" is a law for one contact, not a method for several",
                            name) ||
               carom_refuse_toward(refusal, CAROM_HINT_SOLVE_ONE);
    return carom_refuse(refusal, CAROM_UNKNOWN_LAW, "no method for several contacts is called \"%s\"", name) ||
           carom_refuse_near(refusal, carom_nearest_name(name, names_of_laws), CAROM_HINT_SEE_METHODS);
}

const carom_law *carom_system_taking(const carom_problem *p, const carom_law *law) {
    const carom_law *other;
    for (int i = 0; (other = carom_law_at(p->modules, i, CAROM_SYSTEMS)); i++)
        if (!strcmp(other->name, law->name) && carom_system_memory_size(other, &p->system, &p->settings)) return other;
    return law;
}

bool carom_problem_wants_system(const carom_problem *p, const json_t *document) {
    const json_t *own = json_object_get(document, "law");
    const carom_law *law = p->chosen ? p->chosen : own ? NULL : p->law;
    if (p->as_system || p->asked != CAROM_ASKED_LAW) return true;
    if (law && json_object_get(document, "contact")) return false;
    if (!law || (own && carom_is_system(document, NULL, p->modules)))
        return carom_is_system(document, NULL, p->modules);
    return carom_is_system(document, law, p->modules);
}

// Coefficients: a number for all contacts, or one for each.

static bool read_coefficient(carom_problem *p, const char *name, const json_t *value, carom_error *refusal) {
    const carom_coefficient *row = carom_coefficient_find(p->modules, name);
    if (!row)
        return carom_refuse(refusal, CAROM_COEFFICIENT_UNKNOWN, "no parameter is called \"%s\"", name) ||
               carom_refuse_near(refusal, carom_nearest_name(name, carom_param_names), CAROM_HINT_SEE_SYSTEM_PARAMS);
    const bool each = carom_is_array(value) && row->kind != CAROM_VECTOR;
    if (each && (int)json_array_size(value) != p->system.nc)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s has %d entries for %d contacts", name,
                            (int)json_array_size(value), p->system.nc);
    for (int i = 0; i < p->system.nc; i++) {
        carom_numbers list;
        const json_t *one = each ? json_array_get(value, (size_t)i) : value;
        if (!carom_coefficient_json(&list, row, name, one, refusal) ||
            !carom_coefficient_keep(&p->each[i], row, &list, refusal))
            return false;
    }
    p->given |= UINT64_C(1) << row->number;
    carom_of_speed_drop(&p->params, UINT64_C(1) << row->number);
    return true;
}

// Settings that are not coefficients of a contact.

static bool read_number(const json_t *value, const char *what, double *number, carom_error *refusal) {
    carom_numbers list;
    if (!carom_numbers_json(&list, value, what, refusal)) return false;
    *number = list.at[0];
    return list.count == 1 || carom_refuse(refusal, CAROM_BAD_VALUE, "%s must be a number", what);
}

static bool read_count(const json_t *value, const char *name, int least, int most, int *count, carom_error *refusal) {
    if (!carom_is_integer(value) || json_integer_value(value) < least || json_integer_value(value) > most)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s must be a whole number from %d to %d", name, least, most);
    *count = (int)json_integer_value(value);
    return true;
}

static bool read_single(carom_problem *p, const json_t *value, carom_error *refusal) {
    const char *name = carom_is_string(value) ? json_string_value(value) : "?";
    p->settings.single = carom_law_find(p->modules, name, CAROM_ONE_CONTACT);
    if (p->settings.single && (p->settings.single->solves & CAROM_ONE_CONTACT)) return true;
    if (p->settings.single)
        return carom_refuse(refusal, CAROM_WRONG_PROBLEM, "single: \"%s\" solves systems of contacts, not a single one",
                            name);
    return carom_refuse(refusal, CAROM_UNKNOWN_LAW, "single: no law is called \"%s\"", name);
}

static bool read_sustained(carom_problem *p, const json_t *value, carom_error *refusal) {
    if (!carom_is_array(value))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "sustained is a list of contacts, from 0");
    for (size_t i = 0; i < json_array_size(value); i++) {
        int at = -1;
        if (!read_count(json_array_get(value, i), "sustained", 0, CAROM_MAX_CONTACTS, &at, refusal)) return false;
        if (at >= p->system.nc) return carom_refuse(refusal, CAROM_BAD_VALUE, "sustained: there is no contact %d", at);
        p->sustained[at] = 1;
    }
    return true;
}

// Reads gaps: one for all contacts, or one for each. They are a coefficient of springs and determine the order of a
// sequence.
static bool read_gap(carom_problem *p, const json_t *value, carom_error *refusal) {
    const bool each = carom_is_array(value);
    if (each && (int)json_array_size(value) != p->system.nc)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "gap has %d entries for %d contacts", (int)json_array_size(value),
                            p->system.nc);
    double *gap = keep(p, (size_t)p->system.nc, sizeof *gap, refusal);
    for (int i = 0; i < p->system.nc && gap; i++) {
        if (!read_number(each ? json_array_get(value, (size_t)i) : value, "gap", &gap[i], refusal)) return false;
        if (!(gap[i] >= 0.0 && isfinite(gap[i])))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "gap %d is %s; a gap is at least 0", i,
                                CAROM_SHORT(gap[i], 6));
    }
    p->gap = gap;
    return gap != NULL;
}

bool carom_system_gaps(carom_problem *p, const char *text, carom_error *refusal) {
    p->gaps_insisted = true;
    json_t *list = json_array();
    for (const char *at = text; *at || at == text;) {
        char *end;
        const double gap = carom_decimal_read(at, &end);
        const bool whole = end != at && (!*end || *end == ',');
        if (whole) json_array_append_new(list, json_real(gap));
        if (!whole || (*end && !end[1])) {
            json_decref(list);
            return carom_refuse(refusal, CAROM_BAD_VALUE,
                                "gaps are numbers in metres, one for each contact, such as 0,1e-3");
        }
        at = *end ? end + 1 : end;
    }
    const bool read = read_gap(p, list, refusal);
    json_decref(list);
    return read;
}

// Reads the solver. Accepts any solver of a law of this dimension; each law later rejects solvers of other laws.
static bool read_solver(carom_problem *p, const json_t *value, carom_error *refusal) {
    const char *name;
    char names[128] = "";
    unsigned taken = 0;
    const carom_law *law;
    for (int i = 0; (law = carom_law_at(p->modules, i, CAROM_SYSTEMS)); i++)
        if (law->solves & carom_system_bit(p->system.dim)) taken |= law->system ? law->system->solvers : 0u;
    if (p->system.dim == 3) taken &= ~(1u << CAROM_SOLVER_ENUMERATE | 1u << CAROM_SOLVER_LEMKE);
    for (int i = 0; (name = carom_enum_name(CAROM_ENUM_SOLVER, (int)i)); i++) {
        if (!(taken >> i & 1)) continue;
        carom_join(names, sizeof names, ", ", name);
        if (!carom_is_word(value, name)) continue;
        p->settings.solver = (carom_solver)i;
        return true;
    }
    return carom_refuse(refusal, CAROM_BAD_VALUE, "solver takes one of %s", names);
}

// Returns true if `name` is a setting; *read is false if its value is invalid.
static bool read_setting(carom_problem *p, const char *name, const json_t *value, bool *read, carom_error *refusal) {
    carom_system_params *s = &p->settings;
    const struct {
        const char *name;
        int least, most, *count;
    } counts[] = {{"c", 0, CAROM_MAX_CONTACTS, &s->striking},
                  {"max_impacts", 1, CAROM_MAX_IMPACTS, &s->max_impacts},
                  {"max_states", 1, CAROM_MAX_STATES, &s->max_states},
                  {"max_outcomes", 1, CAROM_MAX_OUTCOMES, &s->max_outcomes},
                  {"max_strikes", 1, 1000000, &s->max_strikes},
                  {"max_stages", 1, CAROM_MAX_STAGES, &s->max_stages},
                  {"max_solutions", 1, CAROM_MAX_SOLUTIONS, &s->max_solutions},
                  {"gap_samples", 0, 1000000, &p->gap_samples}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (strcmp(name, counts[i].name)) continue;
        *read = read_count(value, name, counts[i].least, counts[i].most, counts[i].count, refusal);
        p->striking_given = p->striking_given || i == 0;
        return true;
    }
    if (!strcmp(name, "cut"))
        *read = read_number(value, name, &s->cut, refusal);
    else if (!strcmp(name, "merge"))
        *read = read_number(value, name, &s->merge, refusal);
    else if (!strcmp(name, "single"))
        *read = read_single(p, value, refusal);
    else if (!strcmp(name, "gap"))
        *read = read_gap(p, value, refusal);
    else if (!strcmp(name, "sustained"))
        *read = read_sustained(p, value, refusal);
    else if (!strcmp(name, "solver"))
        *read = read_solver(p, value, refusal);
    else
        return false;
    return true;
}

static bool read_params(carom_problem *p, const json_t *params, carom_error *refusal) {
    const char *name = NULL;
    json_t *value;
    if (params && !carom_is_object(params)) return carom_refuse(refusal, bad_problem, "params must be an object");
    while ((name = carom_next_key(params, name, &value))) {
        bool read = true;
        if (!strcmp(name, "per_contact"))
            read = read_params(p, value, refusal);
        else if (carom_is_of_speed(name))
            read = carom_of_speed_clash(params, refusal) &&
                   carom_of_speed_json(&p->params, &p->given, name, value, refusal);
        else if (!read_setting(p, name, value, &read, refusal))
            read = read_coefficient(p, name, value, refusal);
        if (!read) return false;
    }
    return true;
}

// Returns the length of the first word of a list separated by commas; commas in brackets do not count.
static size_t word_length(const char *words) {
    size_t n = 0;
    for (int depth = 0; words[n] && (depth > 0 || words[n] != ','); n++) depth += (words[n] == '[') - (words[n] == ']');
    return n;
}

// Sets one value: a number, a list of numbers, or otherwise a name.
static bool set_one(carom_problem *p, const char *word, size_t length, uint64_t later, const json_t *line,
                    carom_error *refusal) {
    char name[64];
    const char *equals = memchr(word, '=', length);
    const size_t n = equals ? (size_t)(equals - word) : 0;
    if (n < 1 || n >= sizeof name || n + 1 >= length)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "\"%.*s\" is not NAME=VALUE, such as mu=0.3 or mu=[0.3,0.2]",
                            (int)(length < 80 ? length : 80), word);
    memcpy(name, word, n);
    name[n] = 0;
    const carom_coefficient *row = carom_coefficient_find(p->modules, name);
    if (json_object_get(line, name) || (row && (later >> row->number & 1))) return true;
    if (row && !line) p->insisted |= UINT64_C(1) << row->number;
    json_t *value = json_loadb(equals + 1, length - n - 1, JSON_DECODE_ANY, NULL), *params = json_object();
    json_object_set_new(params, name, value ? value : json_stringn(equals + 1, length - n - 1));
    const bool read = json_object_size(params) ? read_params(p, params, refusal)
                                               : carom_refuse(refusal, CAROM_BAD_VALUE, "\"%s\" is no name", name);
    json_decref(params);
    return read;
}

bool carom_system_set(carom_problem *p, const char *words, uint64_t later, const json_t *line, carom_error *refusal) {
    for (;;) {
        const size_t n = word_length(words);
        if (!set_one(p, words, n, later, line, refusal)) return false;
        if (!words[n]) return true;
        words += n + 1;
    }
}

// Contacts.

static bool start(carom_problem *p, carom_system system, carom_error *refusal) {
    p->system = system;
    p->each = keep(p, (size_t)system.nc, sizeof *p->each, refusal);
    p->sustained = keep(p, (size_t)system.nc, 1, refusal);
    if (!p->each || !p->sustained) return false;
    for (int i = 0; i < system.nc; i++) {
        p->each[i] = p->params;
        p->each[i].e_of_speed.form = p->each[i].mu_of_speed.form = NULL;
        p->each[i].list = NULL;
    }
    p->settings.contacts = p->each;
    return true;
}

bool carom_system_of_one(carom_problem *p, carom_error *refusal) {
    const carom_contact *c = &p->contact;
    const int n = c->dim;
    double *W = keep(p, (size_t)(n * n + n), sizeof *W, refusal), *v = W + n * n;
    if (!W) return false;
    for (int i = 0; i < n * n; i++) W[i] = c->W[i / n][i % n];
    memcpy(v, c->v, (size_t)n * sizeof *v);
    p->by_option = true;
    return start(p, (carom_system){.nc = 1, .dim = n, .W = W, .v = v}, refusal);
}

// Reads W and v.
static bool read_numbers(carom_problem *p, const json_t *object, carom_system *system, carom_error *refusal) {
    const json_t *W = json_object_get(object, "W"), *v = json_object_get(object, "v"),
                 *dim = json_object_get(object, "dim");
    const size_t rows = json_array_size(W), columns = json_array_size(json_array_get(W, 0)), count = json_array_size(v);
    if (!W)
        return carom_refuse(
            refusal, bad_problem,
            "the contacts are missing: give W and v, a system {M, normal, tangent, u, J}, bodies with contacts, "
            "a chain or a mechanism");
    if (!v) return carom_refuse(refusal, bad_problem, "v is missing: relative velocities, n1, t1, n2, t2, ...");
    system->dim = dim ? (int)json_integer_value(dim) : rows == 3 ? 3 : 2;
    if (rows != columns || rows != count || rows % (size_t)system->dim || !rows)
        return carom_refuse(refusal, bad_problem,
                            "W is %zu x %zu and v has %zu entries; both must be %d times the number of contacts", rows,
                            columns, count, system->dim);
    double *numbers = keep(p, rows * rows + rows, sizeof *numbers, refusal);
    if (!numbers) return false;
    carom_read_numbers(W, numbers, rows * rows);
    carom_read_numbers(v, numbers + rows * rows, rows);
    system->nc = (int)rows / system->dim;
    system->W = numbers;
    system->v = numbers + rows * rows;
    return true;
}

// Reads bodies, a chain, a mechanism or matrices. If W is stated in addition, it must equal that of the system.
static bool read_bodies(const carom_reading *r, carom_problem *p, const json_t *object, carom_system *system) {
    p->bodies = carom_room(1, sizeof *p->bodies);
    if (!p->bodies) return carom_too_large(sizeof *p->bodies, r->refusal);
    if (!carom_bodies_system(r, object, p->bodies)) return false;
    const carom_mechanism *m = &p->bodies->mechanism;
    *system = (carom_system){m->contacts, m->dim, p->bodies->delassus.W, p->bodies->delassus.v};
    p->settings.striking = p->bodies->colliding;
    p->striking_given = json_object_get(object, "colliding") != NULL;
    if (!json_object_get(object, "W")) return true;
    carom_system stated;
    if (!read_numbers(p, object, &stated, r->refusal)) return false;
    const int n = system->dim * system->nc;
    double most = 0.0, apart = stated.nc == system->nc && stated.dim == system->dim ? 0.0 : HUGE_VAL;
    for (int i = 0; apart == 0.0 && i < n * n; i++) most = fmax(most, fabs(system->W[i]));
    for (int i = 0; apart < HUGE_VAL && i < n * n; i++) carom_worsen(&apart, fabs(system->W[i] - stated.W[i]));
    return apart <= 1e-9 * most ||
           carom_refuse(r->refusal, bad_problem, "W is not the Delassus matrix of the system; leave one of them out");
}

static bool read_impulse(carom_problem *p, const json_t *P, carom_error *refusal) {
    const size_t count = json_array_size(P);
    if (!P) return true;
    if (count != (size_t)(p->system.dim * p->system.nc))
        return carom_refuse(refusal, bad_problem, "P has %zu entries for %d contacts", count, p->system.nc);
    p->P = keep(p, count, sizeof *p->P, refusal);
    if (p->P) carom_read_numbers(P, p->P, count);
    return p->P != NULL;
}

static void find_striking(carom_problem *p) {
    const carom_system *s = &p->system;
    for (int i = 0; !p->striking_given && i < s->nc; i++)
        if (s->v[s->dim * i] < s->v[s->dim * p->settings.striking]) p->settings.striking = i;
}

bool carom_system_read(carom_problem *p, const json_t *object, carom_source source, carom_error *refusal) {
    static const char *const parts[] = {"system", "chain", "mechanism", "bodies"};
    const carom_reading r = {source, refusal, p->modules};
    const json_t *law = json_object_get(object, "law");
    bool made = false;
    if (!carom_is_object(object))
        return carom_refuse(refusal, bad_problem, "a problem is a JSON object: {\"law\":..., \"W\":..., \"v\":...}");
    p->id = json_object_get(object, "id");
    if (p->W_size || p->v_size)
        return carom_refuse(refusal, bad_problem, "a file with several contacts has its own W and v") ||
               carom_refuse_toward(refusal, CAROM_HINT_LEAVE_CONTACT_OUT);
    if (json_object_get(object, "bodies") && !json_object_get(object, "contacts"))
        return carom_refuse(refusal, bad_problem,
                            "two \"bodies\" without \"contacts\" have one contact, and this is for several") ||
               carom_refuse_toward(refusal, CAROM_HINT_READ_ONE);
    if (!carom_shape_check(&r, object, CAROM_OBJECT_impact, NULL)) return false;
    if (p->chosen) p->law = p->chosen;
    p->by_option = p->chosen || !law || p->asked != CAROM_ASKED_LAW;
    if (!p->by_option && !carom_system_law(p, json_string_value(law), refusal))
        return carom_refuse_of(refusal, "law", NULL);
    if (p->law && !carom_system_law(p, p->law->name, refusal)) return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) made = made || json_object_get(object, parts[i]);
    carom_system system = {0};
    if (!(made ? read_bodies(&r, p, object, &system) : read_numbers(p, object, &system, refusal))) return false;
    if (!start(p, system, refusal) || !read_impulse(p, json_object_get(object, "P"), refusal)) return false;
    if (!read_params(p, json_object_get(object, "params"), refusal)) return false;
    find_striking(p);
    if (p->law) p->law = carom_law_find(p->modules, p->law->name, carom_system_bit(p->system.dim));
    if (p->law) p->law = carom_system_taking(p, p->law);
    return true;
}
