#include "mods/scenario/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"

static void append(carom_numbers *list, double value) {
    if (list->count < 3) list->at[list->count] = value;
    list->count++;
}

static bool is_break(char c) {
    return isspace((unsigned char)c) || c == ',';
}

bool carom_numbers_text(carom_numbers *list, const char **text, const char *what, carom_error *refusal) {
    const char *at = *text;
    *list = (carom_numbers){0};
    for (;;) {
        while (is_break(*at)) at++;
        if (!*at || *at == ';') break;
        const int length = (int)strcspn(at, ", \t\r\n\v\f;");
        char *end;
        errno = 0;
        const double value = carom_decimal_read(at, &end);
        if (end != at + length)
            return carom_refuse(refusal, CAROM_BAD_VALUE, "%s: \"%.*s\" is not a number", what, length, at);
        if (errno == ERANGE && isinf(value))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "%s: %.*s is too large for double precision", what, length,
                                at);
        append(list, value);
        at = end;
    }
    *text = at;
    return true;
}

static bool append_json(carom_numbers *list, const json_t *value, const char *what, carom_error *refusal) {
    if (carom_is_number(value)) {
        append(list, json_number_value(value));
    } else if (carom_is_word(value, "inf")) {
        append(list, HUGE_VAL);
    } else if (carom_is_string(value)) {
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "%s: \"%s\" is not a number (only \"inf\" is written as a string)", what,
                            json_string_value(value));
    } else {
        return carom_refuse(refusal, CAROM_BAD_VALUE, "%s must be made of numbers", what);
    }
    return true;
}

bool carom_numbers_json(carom_numbers *list, const json_t *value, const char *what, carom_error *refusal) {
    *list = (carom_numbers){0};
    if (!carom_is_array(value)) return append_json(list, value, what, refusal);
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!append_json(list, json_array_get(value, i), what, refusal)) return false;
    return true;
}
