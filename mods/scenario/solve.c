// Implements reports of the library interface.
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/report.h"

void carom_report_free(carom_report *r) {
    carom_report_drop(r);
}

carom_status carom_report_get(const carom_report *r, carom_report_fields *fields) {
    if (!r || !fields) return CAROM_NULL_POINTER;
    const size_t size = fields->size < sizeof *fields ? fields->size : sizeof *fields;
    if (fields->size < sizeof fields->size || fields->size > sizeof *fields) return CAROM_BAD_STRUCT;
    memcpy(fields, &r->fields, size);
    fields->size = (uint32_t)size;
    return CAROM_OK;
}

size_t carom_report_write(const carom_report *r, carom_format format, char *text, size_t size) {
    char *all = NULL;
    size_t length = 0;
    if (text && size) *text = 0;
    if (!r || (int)format < CAROM_FORMAT_TEXT || (int)format > CAROM_FORMAT_MARKDOWN) return 0;
    FILE *file = open_memstream(&all, &length);
    if (!file) return 0;
    const bool printed = carom_report_print(file, r, format);
    if (fclose(file) || !printed) length = 0;
    if (text && size && length) {
        const size_t kept = length < size ? length : size - 1;
        memcpy(text, all, kept);
        text[kept] = 0;
    }
    free(all);
    return length;
}
