// Provides further data that the TypeScript part needs: sizes of structs, offsets of
// their members, and functions that headers define inline.
#include "carom/batch.h"
#include "carom/bodies.h"
#include "carom/geometry.h"
#include "tables/looks.h"

typedef struct js_field {
    const char *name; // "carom_result.dE", "carom_result" for its size, or the name of a constant of the headers
    int32_t offset;
} js_field;

#define SIZE(type)                                                                                                     \
    { #type, (int32_t)sizeof(type) }
#define NUMBER(name)                                                                                                   \
    { #name, name }
#define FIELD(type, field)                                                                                             \
    { #type "." #field, (int32_t)offsetof(type, field) }

static const js_field fields[] = {
#include "fields.inc" // written by fields.py, from the TypeScript sources and the headers
};

int js_field_count(void) {
    return (int)(sizeof fields / sizeof *fields);
}

const js_field *js_fields(void) {
    return fields;
}

carom_status js_default_params(carom_params *params) {
    return carom_params_init(params, sizeof *params, carom_params_layout());
}

void js_default_system_params(const carom_params *contact, carom_system_params *params) {
    *params = carom_system_params_default(contact);
}

void js_law_look(const char *name, carom_look *look) {
    *look = carom_law_look(name);
}

void js_mode_look(int mode, carom_look *look) {
    *look = carom_mode_look(mode);
}

bool js_ink_look(int ink, carom_look *look) {
    *look = carom_ink_look(ink);
    return look->colour != NULL;
}

// The functions below solve many impacts one by one. The function carom_collide_batch would give the same bits. But it
// is faster only with vector registers, and it would be 17 % of the code.
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

carom_status js_batch(const carom_law *law, size_t n, const carom_batch_in *in, const carom_batch_out *out) {
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

// Returns a hint for a JavaScript program.
static const char *hint_in_javascript(const carom_error_style *self, carom_hint hint) {
    (void)self;
    switch ((int)hint) {
    case CAROM_HINT_ALLOW: return "allow: [\"{param}\"] allows it";
    case CAROM_HINT_MAKE_EQUAL:
    case CAROM_HINT_USE_NORMAL: return "leave {param} out";
    case CAROM_HINT_SEE_LAW: return "law(\"{name}\") lists where it applies";
    case CAROM_HINT_SEE_LAWS: return "laws() has the names";
    case CAROM_HINT_SEE_PARAMS: return "law(\"{name}\").coefficients has the names";
    case CAROM_HINT_OTHER_LAW: return "another law, or smaller friction, may have an answer";
    case CAROM_HINT_LAW_WITH_PATH: return "trace a law that has a path, such as routh";
    case CAROM_HINT_OTHER_METHOD: return "choose glocker, pfeiffer-glocker or sequence";
    case CAROM_HINT_STATE_COEFFICIENT: return "add {param}: ... to the problem";
    case CAROM_HINT_RESCALE: return "choose other units of mass or speed";
    }
    return NULL;
}

static const carom_error_style words = {.hint = hint_in_javascript};

size_t js_describe(carom_status status, const carom_law *law, const carom_contact *contact, const carom_params *params,
                   const carom_result *outcome, char *text, size_t size) {
    carom_error error;
    carom_collide_error(status, law, contact, params, outcome, &error);
    return carom_error_format(&error, &words, text, size);
}

size_t js_describe_system(carom_status status, const carom_law *method, const carom_system *system,
                          const carom_system_params *params, const carom_system_result *outcome, char *text,
                          size_t size) {
    carom_error error;
    carom_system_error(status, method, system, params, outcome, &error);
    return carom_error_format(&error, &words, text, size);
}

size_t js_describe_planar(carom_status status, const carom_planar_pair *pair, char *text, size_t size) {
    carom_error error;
    carom_planar_pair_error(status, pair, &error);
    return carom_error_format(&error, &words, text, size);
}

size_t js_describe_pair(carom_status status, const carom_pair *pair, char *text, size_t size) {
    carom_error error;
    carom_pair_error(status, pair, &error);
    return carom_error_format(&error, &words, text, size);
}
