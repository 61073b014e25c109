// Reads rows of a table by column names, with the names and numbers of the options.
#include "cli/fit/row.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"

// Returns the name that a column has in the file: carom's own name, or the one given by --columns.
static const char *name_of(const carom_fit_row *p, const char *name, char *own, size_t size) {
    const char *list = p->wishes->columns ? p->wishes->columns : "";
    for (const char *at = list; *at;) {
        const size_t length = strcspn(at, ","), lead = strspn(at, " ");
        const char *equals = memchr(at, '=', length);
        if (equals && (size_t)(equals - at) == lead + strlen(name) && !strncmp(at + lead, name, strlen(name))) {
            snprintf(own, size, "%.*s", (int)(at + length - equals - 1), equals + 1);
            return own;
        }
        at += length + (at[length] == ',');
    }
    return name;
}

int carom_fit_row_column(const carom_fit_row *p, const char *name) {
    char own[256];
    return carom_fit_table_column(p->table, name_of(p, name, own, sizeof own));
}

bool carom_fit_row_has(const carom_fit_row *p, const char *name) {
    return carom_fit_row_column(p, name) >= 0;
}

double carom_fit_row_get(const carom_fit_row *p, const char *name, double otherwise) {
    const int column = carom_fit_row_column(p, name);
    return column < 0 ? otherwise : p->row[column];
}

double carom_fit_option(const char *text) {
    char *end;
    if (!text) return (double)NAN;
    const double value = carom_decimal_read(text, &end);
    return *text && !*end ? value : (double)NAN;
}

static bool is_spin(const char *name) {
    return !strncmp(name, "spin", 4) || !strncmp(name, "w_", 2);
}

static bool refuse_spread(carom_fit_row *p, const char *name) {
    p->columns = true;
    carom_refuse(p->refusal, CAROM_BAD_VALUE,
                 "the error of %s is missing: add a column sd_%s, or the covariance in columns S11, S12, ...", name,
                 name);
    return carom_refuse_toward(p->refusal, is_spin(name) ? CAROM_HINT_STATE_SPIN_SPREAD : CAROM_HINT_STATE_SPREAD);
}

bool carom_fit_row_states_errors(const carom_fit_row *p, const char *const *names, int n) {
    bool any = (n <= 6 && carom_fit_row_has(p, "S11")) || p->wishes->sigma || p->wishes->spin;
    for (int i = 0; i < n && !any; i++) {
        char name[32];
        snprintf(name, sizeof name, "sd_%s", names[i]);
        any = carom_fit_row_has(p, name);
    }
    return any;
}

bool carom_fit_row_errors(carom_fit_row *p, const char *const *names, int n, int stride, double *S) {
    char name[32];
    const bool full = n <= 6 && carom_fit_row_has(p, "S11");
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n && full; j++) {
            snprintf(name, sizeof name, "S%d%d", i + 1, j + 1);
            S[i * stride + j] = S[j * stride + i] = carom_fit_row_get(p, name, 0.0);
        }
        if (full) continue;
        snprintf(name, sizeof name, "sd_%s", names[i]);
        const double sd =
            carom_fit_row_get(p, name, carom_fit_option(is_spin(names[i]) ? p->wishes->spin : p->wishes->sigma));
        S[i * stride + i] = sd * sd;
        if (!(sd >= 0.0)) return refuse_spread(p, names[i]);
    }
    return true;
}

// Lists the column names of the file, as many as fit.
static const char *columns_there(const carom_fit_row *p, char *text, size_t size) {
    *text = 0;
    for (size_t k = 0; k < p->table->columns; k++) carom_join(text, size, ", ", p->table->name[k]);
    return text;
}

bool carom_fit_row_lacks(carom_fit_row *p, const char *const *names) {
    char there[300], lacking[200] = "", own[256], quoted[260];
    bool several = false;
    for (; *names; names++) {
        if (carom_fit_row_has(p, *names)) continue;
        several = *lacking;
        snprintf(quoted, sizeof quoted, "\"%s\"", name_of(p, *names, own, sizeof own));
        carom_join(lacking, sizeof lacking, ", ", quoted);
    }
    if (!*lacking) return false;
    p->columns = true;
    carom_refuse(p->refusal, CAROM_BAD_VALUE, "there %s %s; the file has %s",
                 several ? "are no columns" : "is no column", lacking, columns_there(p, there, sizeof there));
    carom_refuse_toward(p->refusal, CAROM_HINT_NAME_COLUMNS);
    return true;
}

int carom_fit_read_numbers(const char *text, double *numbers, int most) {
    int count = 0;
    for (const char *at = text ? text : ""; *(at += strspn(at, " ,;\t"));) {
        char *end;
        if (count == most) return 0;
        numbers[count++] = carom_decimal_read(at, &end);
        if (end == at) return 0;
        at = end;
    }
    return count;
}
