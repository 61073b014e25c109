// Reads impacts from a table: contacts or free bodies, depending on its columns.
#include "cli/fit/data.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "cli/fit/row.h"

static bool are_numbers(const carom_fit_wishes *w, carom_error *refusal) {
    const struct {
        const char *text, *what;
    } all[] = {{w->sigma, "the velocities' standard deviation"},
               {w->spin, "the spins' standard deviation"},
               {w->mass, "the mass, kg"}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].text && !(carom_fit_option(all[k].text) > 0.0))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "%s must be a number > 0, not \"%s\"", all[k].what,
                                all[k].text);
    return true;
}

// Reads a matrix such as "a b; c d" and ignores anything after it.
static bool read_matrix(const char *text, double W[3][3]) {
    for (int i = 0; i < 4; i++) {
        char *end;
        while (i == 2 && isspace((unsigned char)*text)) text++;
        if (i == 2 && *text++ != ';') return false;
        W[i / 2][i % 2] = carom_decimal_read(text, &end);
        if (end == text) return false;
        text = end;
    }
    return true;
}

static bool read_W(carom_fit_row *p, double W[3][3]) {
    if (p->wishes->W && !carom_fit_row_has(p, "W_nn")) {
        if (read_matrix(p->wishes->W, W)) return true;
        p->columns = true;
        carom_refuse(p->refusal, CAROM_BAD_VALUE, "W is a matrix such as \"1 0; 0 3\", not \"%s\"", p->wishes->W);
        return carom_refuse_toward(p->refusal, CAROM_HINT_STATE_W);
    }
    if (!carom_fit_row_has(p, "W_nn") || !carom_fit_row_has(p, "W_tt")) {
        p->columns = true;
        carom_refuse(p->refusal, CAROM_BAD_VALUE,
                     "W is missing: there are no columns W_nn and W_tt (W_nt is 0 if absent)");
        return carom_refuse_toward(p->refusal, CAROM_HINT_STATE_W);
    }
    W[0][0] = carom_fit_row_get(p, "W_nn", 0.0), W[1][1] = carom_fit_row_get(p, "W_tt", 0.0);
    W[0][1] = W[1][0] = carom_fit_row_get(p, "W_nt", 0.0);
    return true;
}

static bool read_contact(carom_fit_row *p, carom_fit_impact *at) {
    static const char *const names[] = {"v_n", "v_t", "v_n_after", "v_t_after", NULL};
    *at = (carom_fit_impact){.contact.dim = 2};
    if (carom_fit_row_lacks(p, names) || !read_W(p, at->contact.W) ||
        !carom_fit_row_errors(p, names, 4, 6, &at->S[0][0]))
        return false;
    for (int i = 0; i < 2; i++) {
        at->contact.v[i] = carom_fit_row_get(p, names[i], 0.0);
        at->after[i] = carom_fit_row_get(p, names[2 + i], 0.0);
    }
    return true;
}

static bool is_body(const carom_fit_row *p) {
    return carom_fit_row_has(p, "u_n") || carom_fit_row_has(p, "spin");
}

// Reads one impact. If the file states no measurement errors, bodies are converted to impacts later, when the errors
// have been estimated.
static bool read_impact(carom_fit_row *p, carom_fit_data *data) {
    const size_t k = data->count;
    carom_fit_impact *at = &data->impacts[k];
    data->readings[k] = (carom_fit_reading){0};
    if (data->bodies)
        return carom_fit_row_body(p, &data->bodies[k]) && carom_fit_impact_from_body(&data->bodies[k], at) == CAROM_OK;
    return read_contact(p, at);
}

static int ascending(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

// Assigns folds. With more than ten groups, every tenth group belongs to the same fold, because each fold takes one
// fit.
static void make_folds(carom_fit_data *data, const int *sorted) {
    enum { FOLDS = 10 };
    int rank = 0;
    for (size_t i = 0; i < data->count && data->groups > FOLDS; i++) {
        if (i > 0 && sorted[i] == sorted[i - 1]) continue;
        for (size_t k = 0; k < data->count; k++)
            if (data->group[k] == sorted[i]) data->impacts[k].group = rank % FOLDS;
        rank++;
    }
}

// Reads the groups. Without a column of groups, impacts are distributed over 10 groups in turn. Returns false if a
// number is not a valid group.
static bool read_groups(carom_fit_row *p, carom_fit_data *data) {
    const int column = carom_fit_row_column(p, "group");
    int *sorted = carom_fit_more(NULL, data->count, sizeof *sorted);
    data->group = carom_fit_more(NULL, data->count, sizeof *data->group);
    if (!sorted || !data->group) {
        free(sorted);
        return carom_fit_no_memory(p->refusal);
    }
    bool good = true;
    for (size_t k = 0; k < data->count && good; k++) {
        const double group = column < 0 ? (double)(k % 10) : p->table->value[k * p->table->columns + (size_t)column];
        good = fabs(group) <= 1e9;
        if (good)
            sorted[k] = data->group[k] = data->impacts[k].group = (int)group;
        else
            carom_refuse(p->refusal, CAROM_BAD_VALUE, "impact %zu: group = %g is not an integer", k + 1, group);
    }
    if (good) qsort(sorted, data->count, sizeof *sorted, ascending);
    for (size_t k = 0; k < data->count && good; k++) data->groups += k == 0 || sorted[k] != sorted[k - 1];
    if (good) make_folds(data, sorted);
    free(sorted);
    if (!good) carom_fit_hear(p->wishes, p->refusal);
    return good;
}

static void refuse_impact(const carom_fit_impact *at, size_t k, carom_error *refusal) {
    if (at->contact.v[0] >= 0.0)
        carom_refuse(refusal, CAROM_BAD_VALUE,
                     "impact %zu: v_n = %g does not approach; the normal points from the wall to the body", k + 1,
                     at->contact.v[0]);
    else
        carom_refuse(refusal, CAROM_BAD_VALUE, "impact %zu: a number is not finite, or has no uncertainty", k + 1);
    snprintf(refusal->name, sizeof refusal->name, "[%zu]", k);
}

bool carom_fit_data_check(const carom_fit_data *data, const carom_fit_wishes *wishes, carom_fit_checks *checks,
                          carom_error *refusal) {
    size_t k = 0, from = 0;
    carom_status status = carom_fit_check_data(data->impacts, data->bodies, data->count, checks, &k);
    if (status == CAROM_NO_MEMORY) return carom_fit_no_memory(refusal);
    if (status == CAROM_OK) return true;
    carom_error later;
    for (carom_error *one = refusal; status == CAROM_BAD_VALUE; one = &later) {
        carom_fit_checks rest;
        refuse_impact(&data->impacts[from + k], from + k, one);
        if (!carom_fit_hear(wishes, one)) break;
        from += k + 1, k = 0;
        status = from < data->count ? carom_fit_check_data(data->impacts + from, NULL, data->count - from, &rest, &k)
                                    : CAROM_OK;
    }
    return false;
}

void carom_fit_data_free(carom_fit_data *data) {
    free(data->impacts);
    free(data->readings);
    free(data->bodies);
    free(data->group);
    *data = (carom_fit_data){0};
}

// Estimates the errors from the noise floor of the data if the file does not state them.
static bool guess_errors(carom_fit_row *p, carom_fit_data *data) {
    bool none = data->bodies != NULL;
    for (size_t k = 0; k < data->count && none; k++)
        for (int i = 0; i < CAROM_FIT_MEASURED; i++) none = none && data->bodies[k].S[i][i] == 0.0;
    if (!none) return true;
    data->guessed = carom_fit_guess_errors(data->bodies, data->count);
    if (!(data->guessed > 0.0)) {
        carom_refuse(
            p->refusal, CAROM_BAD_VALUE,
            "the errors of the velocities are missing, and they are too small to estimate; add columns sd_u_n, ...");
        carom_refuse_toward(p->refusal, CAROM_HINT_STATE_SPREAD);
        carom_fit_hear(p->wishes, p->refusal);
        return false;
    }
    for (size_t k = 0; k < data->count; k++) {
        const int group = data->impacts[k].group;
        carom_fit_impact_from_body(&data->bodies[k], &data->impacts[k]);
        data->impacts[k].group = group;
    }
    return true;
}

// Returns true if a problem of this row was reported already.
static bool is_spoilt(const carom_fit_row *p) {
    bool invalid = false;
    for (size_t i = 0; i < p->table->columns && p->table->problems; i++) invalid = invalid || isnan(p->row[i]);
    return invalid;
}

static bool read_impacts(carom_fit_row *p, carom_fit_data *data) {
    const size_t rows = p->table->rows;
    bool good = !p->table->problems;
    data->impacts = carom_fit_more(NULL, rows, sizeof *data->impacts);
    data->readings = carom_fit_more(NULL, rows, sizeof *data->readings);
    if (is_body(p)) data->bodies = carom_fit_more(NULL, rows, sizeof *data->bodies);
    if (!data->impacts || !data->readings || (is_body(p) && !data->bodies)) return carom_fit_no_memory(p->refusal);
    for (; data->count < rows; data->count++) {
        p->row = p->table->value + data->count * p->table->columns, p->number = data->count + 1;
        if (is_spoilt(p) || read_impact(p, data)) continue;
        good = false;
        if (!carom_fit_hear(p->wishes, p->refusal) || p->columns) return false;
    }
    if (!good || !read_groups(p, data) || !guess_errors(p, data)) return false;
    // Impacts that do not approach are not reported here, but with the other checks.
    for (size_t k = 0; k < rows; k++)
        carom_fit_read(&data->impacts[k].contact, data->impacts[k].after, &data->readings[k]);
    return true;
}

// Converts the table to impacts and frees it.
static bool take(carom_fit_table *table, const carom_fit_wishes *wishes, carom_fit_data *data, carom_error *refusal) {
    carom_fit_row p = {.table = table, .wishes = wishes, .refusal = refusal};
    const bool good = are_numbers(wishes, refusal) && read_impacts(&p, data);
    carom_fit_table_free(table);
    if (!good) carom_fit_data_free(data);
    return good;
}

bool carom_fit_data_text(const char *text, const char *spoken, const carom_fit_wishes *wishes, carom_fit_data *data,
                         carom_error *refusal) {
    carom_fit_table table = {0};
    const char first = text[strspn(text, " \t\r\n")];
    *data = (carom_fit_data){0};
    bool good = first == '{' || first == '[' ? carom_fit_table_json(&table, text, wishes->columns, refusal)
                                             : carom_fit_table_csv(&table, text, wishes, refusal);
    if (good && !table.rows)
        good = carom_refuse(refusal, CAROM_BAD_VALUE,
                            "%s holds no impacts: a line of names, then a line of numbers each", spoken);
    if (good) return take(&table, wishes, data, refusal);
    carom_fit_table_free(&table);
    return false;
}
