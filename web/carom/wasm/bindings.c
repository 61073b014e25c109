// What a program outside of C cannot know of the library: how large its structs are and where their fields stand, and
// what its headers define inline.
#include "carom/batch.h"
#include "carom/bodies.h"
#include "carom/geometry.h"
#include "tables/looks.h"

typedef struct door_field {
    const char *name; // "carom_result.dE"; "carom_result" for the size of all, or a number of the headers by its name
    int32_t offset;
} door_field;

#define SIZE(type)                                                                                                     \
    { #type, (int32_t)sizeof(type) }
#define NUMBER(name)                                                                                                   \
    { #name, name }
#define FIELD(type, field)                                                                                             \
    { #type "." #field, (int32_t)offsetof(type, field) }

static const door_field fields[] = {
    NUMBER(CAROM_MAX_ALTERNATIVES),
    NUMBER(CAROM_MAX_CORNERS),

    SIZE(carom_contact),
    FIELD(carom_contact, dim),
    FIELD(carom_contact, W),
    FIELD(carom_contact, v),

    SIZE(carom_params),
    FIELD(carom_params, allow),

    SIZE(carom_result),
    FIELD(carom_result, status),
    FIELD(carom_result, mode),
    FIELD(carom_result, violations),
    FIELD(carom_result, has),
    FIELD(carom_result, P),
    FIELD(carom_result, v),
    FIELD(carom_result, dE),
    FIELD(carom_result, work_normal),
    FIELD(carom_result, work_friction),
    FIELD(carom_result, Pc),
    FIELD(carom_result, solution_count),

    SIZE(carom_verdict),
    FIELD(carom_verdict, violations),
    FIELD(carom_verdict, v),
    FIELD(carom_verdict, dE),

    FIELD(carom_law, name),
    FIELD(carom_law, solves),
    FIELD(carom_law, closed_form),
    FIELD(carom_law, coefficients),
    FIELD(carom_law, coefficient_count),
    FIELD(carom_law, guarantees),
    FIELD(carom_law, conditions),
    FIELD(carom_law, summary),
    FIELD(carom_law, citation),

    SIZE(carom_coefficient),
    FIELD(carom_coefficient, name),
    FIELD(carom_coefficient, number),
    FIELD(carom_coefficient, kind),
    FIELD(carom_coefficient, symbol),
    FIELD(carom_coefficient, unit),
    FIELD(carom_coefficient, default_value),
    FIELD(carom_coefficient, example),
    FIELD(carom_coefficient, lowest),
    FIELD(carom_coefficient, highest),
    FIELD(carom_coefficient, alias),
    FIELD(carom_coefficient, meaning),

    FIELD(carom_law, system),
    FIELD(carom_system_vtable, ignores),
    FIELD(carom_system_vtable, always),
    FIELD(carom_system_vtable, conditions),

    SIZE(carom_path),
    FIELD(carom_path, points),
    FIELD(carom_path, capacity),
    FIELD(carom_path, count),
    SIZE(carom_path_point),
    FIELD(carom_path_point, event),
    FIELD(carom_path_point, P),
    FIELD(carom_path_point, v),
    FIELD(carom_path_point, dE),

    SIZE(carom_alternative),
    FIELD(carom_alternative, result),
    FIELD(carom_alternative, returned),
    FIELD(carom_alternative, stable),
    FIELD(carom_alternative, index),

    SIZE(carom_region),
    FIELD(carom_region, bounded),
    FIELD(carom_region, energy),
    FIELD(carom_region, centre),
    FIELD(carom_region, axes),
    FIELD(carom_region, frictionless),
    FIELD(carom_region, sticks),
    FIELD(carom_region, sticking),
    FIELD(carom_region, compression),
    FIELD(carom_region, compression_normal),
    SIZE(carom_line),
    FIELD(carom_line, point),
    FIELD(carom_line, direction),
    SIZE(carom_corner),
    FIELD(carom_corner, P),

    SIZE(carom_reach_area),
    FIELD(carom_reach_area, count),
    FIELD(carom_reach_area, P),

    SIZE(carom_hodograph),
    FIELD(carom_hodograph, count),
    FIELD(carom_hodograph, everywhere),
    FIELD(carom_hodograph, direction),
    FIELD(carom_hodograph, mu_critical),
    FIELD(carom_hodograph, holds),
    FIELD(carom_hodograph, hold),
    FIELD(carom_hodograph, escape),
    SIZE(carom_invariant),
    FIELD(carom_invariant, e),
    FIELD(carom_invariant, f),
    FIELD(carom_invariant, turn),
    FIELD(carom_invariant, D),
    FIELD(carom_invariant, kind),

    SIZE(carom_planar_pair),
    FIELD(carom_planar_pair, a),
    FIELD(carom_planar_pair, b),
    FIELD(carom_planar_pair, point),
    FIELD(carom_planar_pair, normal),
    FIELD(carom_planar_pair, tangent),
    FIELD(carom_planar_body, mass),
    FIELD(carom_planar_body, inertia),
    FIELD(carom_planar_body, centre),
    FIELD(carom_planar_body, velocity),
    FIELD(carom_planar_body, spin),
    SIZE(carom_pair),
    FIELD(carom_pair, a),
    FIELD(carom_pair, b),
    FIELD(carom_pair, point),
    FIELD(carom_pair, normal),
    FIELD(carom_pair, tangent),
    FIELD(carom_body, mass),
    FIELD(carom_body, inertia),
    FIELD(carom_body, axes),
    FIELD(carom_body, centre),
    FIELD(carom_body, velocity),
    FIELD(carom_body, spin),

    SIZE(carom_system),
    FIELD(carom_system, nc),
    FIELD(carom_system, dim),
    FIELD(carom_system, W),
    FIELD(carom_system, v),
    SIZE(carom_system_params),
    FIELD(carom_system_params, striking),
    FIELD(carom_system_params, single),
    SIZE(carom_system_result),
    FIELD(carom_system_result, violations),
    FIELD(carom_system_result, P),
    FIELD(carom_system_result, v),
    FIELD(carom_system_result, work),
    FIELD(carom_system_result, mode),
    FIELD(carom_system_result, dE),
    FIELD(carom_system_result, solution_count),
    FIELD(carom_system_result, kept),
    FIELD(carom_system_result, solutions),
    SIZE(carom_solution),
    FIELD(carom_solution, v),
    FIELD(carom_solution, dE),
    FIELD(carom_solution, probability),

    SIZE(carom_batch_in),
    FIELD(carom_batch_in, dim),
    FIELD(carom_batch_in, W),
    FIELD(carom_batch_in, v),
    FIELD(carom_batch_in, params),
    FIELD(carom_batch_in, param),
    SIZE(carom_batch_out),
    FIELD(carom_batch_out, P),
    FIELD(carom_batch_out, v),
    FIELD(carom_batch_out, dE),
    FIELD(carom_batch_out, mode),
    FIELD(carom_batch_out, violations),
    FIELD(carom_batch_out, status),
    SIZE(carom_column),

    SIZE(carom_look),
    FIELD(carom_look, colour),
    FIELD(carom_look, sign),
    FIELD(carom_look, light),
    FIELD(carom_look, dark),
};

int door_field_count(void) {
    return (int)(sizeof fields / sizeof *fields);
}

const door_field *door_fields(void) {
    return fields;
}

carom_status door_default_params(carom_params *params) {
    return carom_params_init(params, sizeof *params, carom_params_layout());
}

void door_default_many_params(const carom_params *contact, carom_system_params *params) {
    *params = carom_system_params_default(contact);
}

void door_law_look(const char *name, carom_look *look) {
    *look = carom_law_look(name);
}

void door_mode_look(int mode, carom_look *look) {
    *look = carom_mode_look(mode);
}

bool door_ink_look(int ink, carom_look *look) {
    *look = carom_ink_look(ink);
    return look->colour != NULL;
}

// Many impacts, one by one. carom_collide_batch gives the same bits, but its lanes need vector registers to be faster,
// and are a sixth of all the code.
static double number_of(carom_column column, size_t i) {
    return *(const double *)(const void *)((const char *)column.first + i * column.stride);
}

static void put_number(carom_column_out column, size_t i, double value) {
    *(double *)(void *)((char *)column.first + i * column.stride) = value;
}

static carom_status take_params(const carom_law *law, const carom_batch_in *in, size_t i, carom_params *params) {
    *params = *in->params;
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        if (!in->param[k].first) continue;
        const double value = number_of(in->param[k], i);
        const carom_status status = carom_params_set(params, carom_law_coefficient(law, k), &value, 1);
        if (status != CAROM_OK) return status;
    }
    return CAROM_OK;
}

carom_status door_batch(const carom_law *law, size_t n, const carom_batch_in *in, const carom_batch_out *out) {
    for (size_t i = 0; i < n; i++) {
        carom_params params;
        const carom_status status = take_params(law, in, i, &params);
        if (status != CAROM_OK) return status;
        carom_contact contact = {.dim = in->dim};
        carom_result outcome;
        for (int j = 0; j < in->dim; j++) {
            for (int k = j; k < in->dim; k++) contact.W[j][k] = contact.W[k][j] = number_of(in->W[j][k], i);
            contact.v[j] = number_of(in->v[j], i);
        }
        carom_collide(law, &contact, &params, &outcome);
        for (int j = 0; j < in->dim; j++) {
            put_number(out->P[j], i, outcome.P[j]);
            put_number(out->v[j], i, outcome.v[j]);
        }
        put_number(out->dE, i, outcome.dE);
        out->mode.first[i] = (uint8_t)outcome.mode;
        out->violations.first[i] = (uint8_t)outcome.violations;
        out->status.first[i] = (uint8_t)outcome.status;
    }
    return CAROM_OK;
}

// What the caller can do, in the words of a JavaScript program.
static const char *hint_in_javascript(const carom_error_style *self, carom_hint hint) {
    (void)self;
    switch ((int)hint) {
    case CAROM_HINT_ALLOW: return "allow: [\"{param}\"] allows it";
    case CAROM_HINT_MAKE_EQUAL:
    case CAROM_HINT_USE_NORMAL: return "leave {param} out";
    case CAROM_HINT_SEE_LAW: return "law(\"{name}\") says where it works";
    case CAROM_HINT_SEE_LAWS: return "laws() has the names";
    case CAROM_HINT_SEE_PARAMS: return "law(\"{name}\").params has the names";
    case CAROM_HINT_OTHER_LAW: return "another law, or smaller friction, may have an answer";
    case CAROM_HINT_LAW_WITH_PATH: return "trace a law that has a path, such as routh";
    case CAROM_HINT_OTHER_METHOD: return "choose glocker, pfeiffer-glocker or sequence";
    case CAROM_HINT_GIVE_COEFFICIENT: return "add {param}: ... to the problem";
    case CAROM_HINT_RESCALE: return "choose other units of mass or speed";
    }
    return NULL;
}

static const carom_error_style words = {.hint = hint_in_javascript};

size_t door_describe(carom_status status, const carom_law *law, const carom_contact *contact,
                     const carom_params *params, const carom_result *outcome, char *text, size_t size) {
    carom_error error;
    carom_collide_error(status, law, contact, params, outcome, &error);
    return carom_error_format(&error, &words, text, size);
}

size_t door_describe_many(carom_status status, const carom_law *method, const carom_system *system,
                          const carom_system_params *params, const carom_system_result *outcome, char *text,
                          size_t size) {
    carom_error error;
    carom_system_error(status, method, system, params, outcome, &error);
    return carom_error_format(&error, &words, text, size);
}

size_t door_describe_planar(carom_status status, const carom_planar_pair *pair, char *text, size_t size) {
    carom_error error;
    carom_planar_pair_error(status, pair, &error);
    return carom_error_format(&error, &words, text, size);
}

size_t door_describe_pair(carom_status status, const carom_pair *pair, char *text, size_t size) {
    carom_error error;
    carom_pair_error(status, pair, &error);
    return carom_error_format(&error, &words, text, size);
}
