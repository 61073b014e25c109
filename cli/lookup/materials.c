#include "cli/lookup/materials.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "cli/print/words.h"

json_t *carom_materials(void) {
    json_t *rows = json_loads((const char *)carom_materials_data, 0, NULL);
    if (!rows) carom_no_memory();
    return rows;
}

const char *carom_material_text(const json_t *row, const char *key) {
    return json_string_value(json_object_get(row, key));
}

double carom_material_number(const json_t *row, const char *key) {
    const json_t *value = json_object_get(row, key);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static bool begins(const char *text, const char *word) {
    for (; *word; word++, text++)
        if (tolower((unsigned char)*text) != tolower((unsigned char)*word)) return false;
    return true;
}

bool carom_material_has(const json_t *row, const char *word) {
    static const char *const keys[] = {"name", "body", "against"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *text = carom_material_text(row, keys[i]);
        do
            if (begins(text, word)) return true;
        while (*text++);
    }
    return false;
}
