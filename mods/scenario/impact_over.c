// Applies coefficients of the command line over those of a file.
#include <string.h>

#include "mods/scenario/impact_read.h"
#include "mods/scenario/shape.h"
#include "mods/scenario/speed.h"

// Returns the length of the first word of a list separated by commas; commas in brackets do not count.
static size_t word_length(const char *words) {
    size_t n = 0;
    for (int depth = 0; words[n] && (depth > 0 || words[n] != ','); n++) depth += (words[n] == '[') - (words[n] == ']');
    return n;
}

// Returns a number, a list of numbers, or otherwise a name.
static json_t *value_of(const char *text, size_t length) {
    json_t *value = json_loadb(text, length, JSON_DECODE_ANY, NULL);
    return value ? value : json_stringn(text, length);
}

static bool set_one(carom_impact_problem *p, json_t *params, const char *word, size_t length, carom_error *refusal) {
    char name[64];
    const char *equals = memchr(word, '=', length);
    const size_t n = equals ? (size_t)(equals - word) : 0;
    if (n < 1 || n >= sizeof name || n + 1 >= length)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "\"%.*s\" is not NAME=VALUE, such as mu=0.3 or mu=[0.3,0.2]",
                            (int)(length < 80 ? length : 80), word);
    memcpy(name, word, n);
    name[n] = 0;
    const carom_coefficient *row = carom_coefficient_find(p->modules, name);
    if (row) p->insisted |= UINT64_C(1) << row->number;
    if (!row && !carom_is_of_speed(name) && !carom_key_find(CAROM_OBJECT_settings, name))
        return carom_refuse(refusal, CAROM_COEFFICIENT_UNKNOWN, "no parameter is called \"%s\"", name) ||
               carom_refuse_near(refusal, carom_nearest_name(name, carom_param_names), CAROM_HINT_SEE_SYSTEM_PARAMS);
    return !json_object_set_new(params, name, value_of(equals + 1, length - n - 1)) ||
           carom_refuse(refusal, CAROM_BAD_VALUE, "\"%s\" is no name", name);
}

json_t *carom_impact_over(carom_impact_problem *p, const json_t *document, const char *words, carom_error *refusal) {
    json_t *made = json_deep_copy(document), *params = json_object_get(made, "params");
    if (made && !params) json_object_set_new(made, "params", params = json_object());
    bool read = carom_is_object(params) || carom_refuse(refusal, CAROM_BAD_VALUE, "params is no object");
    while (read) {
        const size_t n = word_length(words);
        read = set_one(p, params, words, n, refusal);
        if (!words[n]) break;
        words += n + 1;
    }
    if (read) return made;
    json_decref(made);
    return NULL;
}

bool carom_impact_options(carom_impact_problem *p, const carom_problem *options, bool fill, carom_error *refusal) {
    const uint64_t given = fill ? options->given & ~p->given : options->given;
    if (options->W_size || options->v_size)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "a file with several contacts has its own W and v") ||
               carom_refuse_toward(refusal, CAROM_HINT_LEAVE_CONTACT_OUT);
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        const carom_coefficient *row = given >> k & 1 ? carom_coefficient_at(options->modules, k) : NULL;
        double value[3];
        if (!row || row->kind == CAROM_LIST) continue; // no system reads a list, so it is rejected
        const size_t count = carom_params_get(&options->params, row, value);
        for (int i = 0; i < p->system.nc; i++) carom_params_set(&p->contact[i], row, value, count);
    }
    for (int i = 0; i < p->system.nc; i++) p->contact[i].allow |= options->params.allow;
    carom_params forms = options->params;
    if (fill && (p->speed.e_of_speed.form || (p->given & CAROM_PARAM_BIT(e)))) forms.e_of_speed.form = NULL;
    if (fill && (p->speed.mu_of_speed.form || (p->given & CAROM_PARAM_BIT(mu)))) forms.mu_of_speed.form = NULL;
    carom_of_speed_again(&p->speed, &forms, given);
    p->given |= given;
    p->insisted |= fill ? 0 : given;
    return true;
}
