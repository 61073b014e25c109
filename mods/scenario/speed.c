#include "mods/scenario/speed.h"

#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/carom.h"
#include "mods/scenario/numbers.h"
#include "tables/module_names.h"

static const uint64_t OF_E = CAROM_PARAM_BIT(e);

static bool is_of_e(const char *name) {
    return !strcmp(name, "e_of");
}

bool carom_is_of_speed(const char *name) {
    return is_of_e(name) || !strcmp(name, "mu_of");
}

bool carom_is_param(const carom_modules *modules, const char *name) {
    return carom_is_of_speed(name) || carom_coefficient_find(modules, name);
}

static bool no_form(const char *name, const char *called, carom_error *refusal) {
    char known[160] = "";
    const carom_speed_form *form;
    for (int k = 0; (form = carom_speed_form_at(k)); k++)
        if (!strcmp(form->coefficient, is_of_e(name) ? "e" : "mu")) carom_join(known, sizeof known, ", ", form->name);
    return carom_refuse(refusal, CAROM_BAD_VALUE, "%s knows no form \"%s\"; it knows %s", name, called, known);
}

static bool keep(carom_params *params, uint64_t *given, const char *name, const char *called, const carom_numbers *list,
                 carom_error *refusal) {
    const carom_speed_form *form = carom_speed_form_find(called);
    if (!form || strcmp(form->coefficient, is_of_e(name) ? "e" : "mu") != 0) return no_form(name, called, refusal);
    if (list->count <= CAROM_SPEED_NUMBERS &&
        carom_params_set_speed_form(params, form, list->at, (size_t)list->count) == CAROM_OK) {
        *given &= ~(is_of_e(name) ? OF_E : CAROM_PARAM_BIT(mu));
        return true;
    }
    char numbers[96] = "";
    for (int k = 0; k < form->count; k++) carom_join(numbers, sizeof numbers, ", ", form->parameter[k]);
    return carom_refuse(refusal, CAROM_BAD_VALUE, "form \"%s\" of %s takes %d number%s (%s), not %d", called, name,
                        form->count, form->count == 1 ? "" : "s", numbers, list->count);
}

bool carom_of_speed_text(carom_params *params, uint64_t *given, const char *name, const char *text,
                         carom_error *refusal) {
    char called[64];
    carom_numbers list;
    while (*text == ' ') text++;
    const size_t length = strcspn(text, " ,:=");
    snprintf(called, sizeof called, "%.*s", (int)(length < sizeof called ? length : sizeof called - 1), text);
    text += length;
    if (*text == ':' || *text == '=') text++;
    if (!carom_numbers_text(&list, &text, name, refusal)) return false;
    if (*text) return carom_refuse(refusal, CAROM_BAD_VALUE, "%s: unexpected \"%s\"", name, text);
    return keep(params, given, name, called, &list, refusal);
}

bool carom_of_speed_json(carom_params *params, uint64_t *given, const char *name, const json_t *value,
                         carom_error *refusal) {
    carom_numbers list = {.count = 0};
    if (carom_is_string(value)) return keep(params, given, name, json_string_value(value), &list, refusal);
    json_t *numbers;
    const char *form = carom_next_key(value, NULL, &numbers);
    if (carom_key_count(value) != 1)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s is a form and its numbers: {\"%s\": ...}, or the form's name",
                            name, is_of_e(name) ? "fifth" : "exp");
    return carom_numbers_json(&list, numbers, name, refusal) && keep(params, given, name, form, &list, refusal);
}

void carom_of_speed_drop(carom_params *params, uint64_t given) {
    if (given & OF_E) params->e_of_speed.form = NULL;
    if (given & CAROM_PARAM_BIT(mu)) params->mu_of_speed.form = NULL;
}

void carom_of_speed_again(carom_params *params, const carom_params *options, uint64_t given) {
    carom_of_speed_drop(params, given);
    if (options->e_of_speed.form) params->e_of_speed = options->e_of_speed;
    if (options->mu_of_speed.form) params->mu_of_speed = options->mu_of_speed;
}

bool carom_of_speed_clash(const json_t *params, carom_error *refusal) {
    static const char *const pairs[][2] = {{"e_of", "e"}, {"e_of", "e_n"}, {"e_of", "r_n"}, {"mu_of", "mu"}};
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        if (json_object_get(params, pairs[k][0]) && json_object_get(params, pairs[k][1]))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "%s and %s stand for the same coefficient; give one of them",
                                pairs[k][1], pairs[k][0]);
    return true;
}

const char *carom_of_speed_unread(uint64_t reads, const carom_params *params) {
    if (params->e_of_speed.form && !(reads & OF_E)) return "e_of";
    return params->mu_of_speed.form && !(reads & CAROM_PARAM_BIT(mu)) ? "mu_of" : NULL;
}

const char *carom_of_speed_words(const carom_params *params, int param, char *text, size_t size) {
    const uint64_t bit = UINT64_C(1) << param;
    const carom_speed_function *x = bit & OF_E ? &params->e_of_speed : &params->mu_of_speed;
    if (!(bit & (OF_E | CAROM_PARAM_BIT(mu))) || !x->form) return NULL;
    snprintf(text, size, "   by speed: %s", x->form->name);
    for (int k = 0; k < x->form->count; k++) {
        const size_t used = strlen(text);
        snprintf(text + used, size - used, " %s", CAROM_SHORT(x->c[k], 6));
    }
    return text;
}
