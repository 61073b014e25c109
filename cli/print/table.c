#include "cli/print/table.h"

#include <unistd.h>

bool carom_table_csv, carom_table_md;
carom_format carom_output_format;
static FILE *tables; // the original stdout, if only tables are printed
static bool printed; // a table was printed already

bool carom_table_plain(void) {
    return carom_table_csv || carom_table_md;
}

// Redirects stdout to nothing; the tables keep the original stdout.
bool carom_table_begin(void) {
    carom_output_format = carom_table_csv  ? CAROM_FORMAT_CSV
                          : carom_table_md ? CAROM_FORMAT_MARKDOWN
                                           : CAROM_FORMAT_TEXT;
    if (!carom_table_plain()) return true;
    const int out = dup(STDOUT_FILENO);
    tables = out < 0 ? NULL : fdopen(out, "w");
    return tables && freopen("/dev/null", "w", stdout);
}

bool carom_table_finish(void) {
    return !tables || (!ferror(tables) && !fflush(tables));
}

FILE *carom_table_file(void) {
    if (tables && printed) fputc('\n', tables);
    printed = true;
    return tables ? tables : stdout;
}

void carom_table_print(FILE *file, carom_table *table) {
    FILE *to = tables ? carom_table_file() : file;
    if (!carom_table_write(to, table)) carom_no_memory();
}
