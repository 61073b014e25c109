// Impacts from a table: contacts, free bodies or strobe pictures, by the columns it has.
#include "mods/fit_study/data.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "mods/fit_study/table.h"

// A table with the names of whoever asks in front of its own.
typedef struct {
    const carom_fit_table *table;
    const carom_fit_wishes *wishes;
    const double *row;
    size_t number; // of the impact, from 1
    carom_error *refusal;
} place;

// The file's name of one of ours: itself, or what whoever asks says.
static const char *name_of(const place *p, const char *name, char *own, size_t size) {
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

static int column_of(const place *p, const char *name) {
    char own[256];
    return carom_fit_table_column(p->table, name_of(p, name, own, sizeof own));
}

static bool has(const place *p, const char *name) {
    return column_of(p, name) >= 0;
}

static double get(const place *p, const char *name, double otherwise) {
    const int column = column_of(p, name);
    return column < 0 ? otherwise : p->row[column];
}

// A number that holds for all impacts; NaN: none was given, or none that is one, which is then refused before any impact
// is read.
static double option(const char *text) {
    char *end;
    if (!text) return (double)NAN;
    const double value = carom_decimal_read(text, &end);
    return *text && !*end ? value : (double)NAN;
}

static bool are_numbers(const carom_fit_wishes *w, carom_error *refusal) {
    const struct {
        const char *text, *what;
    } all[] = {{w->sigma, "the velocities' standard deviation"},      {w->spin, "the spins' standard deviation"},
               {w->scale, "the units of the coordinates in a metre"}, {w->rate, "the flashes in a second"},
               {w->px, "the coordinates' standard deviation"},        {w->bound, "the most a coordinate can be wrong"}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].text && !(option(all[k].text) > 0.0))
            return carom_refuse(refusal, CAROM_BAD_VALUE, "%s must be a number > 0, not \"%s\"", all[k].what,
                                all[k].text);
    return true;
}

static bool refuse_spread(const place *p, const char *name) {
    carom_refuse(p->refusal, CAROM_BAD_VALUE,
                 "nothing says how exact %s is: a column sd_%s, or the covariance in columns S11, S12, ...", name,
                 name);
    return carom_refuse_toward(p->refusal,
                               strncmp(name, "spin", 4) ? CAROM_HINT_GIVE_SPREAD : CAROM_HINT_GIVE_SPIN_SPREAD);
}

// The covariance of some numbers: S11, S12, ... if they are there, else sd_<name> each, else `common` for all but spins.
static bool uncertainty(const place *p, const char *const *names, int n, double S[6][6]) {
    char name[32];
    const bool full = has(p, "S11");
    for (int i = 0; i < n; i++) {
        for (int j = i; j < n && full; j++) {
            snprintf(name, sizeof name, "S%d%d", i + 1, j + 1);
            S[i][j] = S[j][i] = get(p, name, 0.0);
        }
        if (full) continue;
        const char *common = strncmp(names[i], "spin", 4) ? p->wishes->sigma : p->wishes->spin;
        snprintf(name, sizeof name, "sd_%s", names[i]);
        const double sd = get(p, name, option(common));
        S[i][i] = sd * sd;
        if (!(sd >= 0.0)) return refuse_spread(p, names[i]);
    }
    return true;
}

// The names of the columns that the file has, as many as go.
static const char *columns_there(const place *p, char *text, size_t size) {
    *text = 0;
    for (size_t k = 0; k < p->table->columns; k++) carom_join(text, size, ", ", p->table->name[k]);
    return text;
}

static bool missing(const place *p, const char *const *names) {
    char text[300], own[256];
    for (; *names; names++) {
        if (has(p, *names)) continue;
        carom_refuse(p->refusal, CAROM_BAD_VALUE, "there is no column \"%s\"; the file has %s",
                     name_of(p, *names, own, sizeof own), columns_there(p, text, sizeof text));
        carom_refuse_toward(p->refusal, CAROM_HINT_NAME_COLUMNS);
        return true;
    }
    return false;
}

// "a b; c d": anything behind it is not looked at.
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

static bool read_W(const place *p, double W[3][3]) {
    if (p->wishes->W && !has(p, "W_nn")) {
        if (read_matrix(p->wishes->W, W)) return true;
        carom_refuse(p->refusal, CAROM_BAD_VALUE, "W is a matrix such as \"1 0; 0 3\", not \"%s\"", p->wishes->W);
        return carom_refuse_toward(p->refusal, CAROM_HINT_GIVE_W);
    }
    if (!has(p, "W_nn") || !has(p, "W_tt")) {
        carom_refuse(p->refusal, CAROM_BAD_VALUE,
                     "nothing says W: there are no columns W_nn and W_tt (W_nt is 0 if absent)");
        return carom_refuse_toward(p->refusal, CAROM_HINT_GIVE_W);
    }
    W[0][0] = get(p, "W_nn", 0.0), W[1][1] = get(p, "W_tt", 0.0);
    W[0][1] = W[1][0] = get(p, "W_nt", 0.0);
    return true;
}

static bool read_contact(const place *p, carom_fit_impact *at) {
    static const char *const names[] = {"v_n", "v_t", "v_n_after", "v_t_after", NULL};
    *at = (carom_fit_impact){.contact.dim = 2};
    if (missing(p, names) || !read_W(p, at->contact.W) || !uncertainty(p, names, 4, at->S)) return false;
    for (int i = 0; i < 2; i++) {
        at->contact.v[i] = get(p, names[i], 0.0);
        at->after[i] = get(p, names[2 + i], 0.0);
    }
    return true;
}

// inertia, or ratio = I/(I + m R^2).
static double inertia_of(const place *p, double mass, double radius) {
    const double ratio = get(p, "ratio", (double)NAN);
    return get(p, "inertia", mass * radius * radius * ratio / (1.0 - ratio));
}

static bool refuse_body(const place *p) {
    return carom_refuse(
        p->refusal, CAROM_BAD_VALUE,
        "impact %zu: a body needs mass > 0, kg, and inertia > 0, kg m^2 (or ratio = I/(I + m R^2) with radius)",
        p->number);
}

static bool read_body(const place *p, carom_fit_impact *at) {
    static const char *const names[] = {"u_n", "u_t", "spin", "u_n_after", "u_t_after", "spin_after", NULL};
    static const char *const wanted[] = {"mass", NULL};
    carom_fit_body body = {.mass = get(p, "mass", (double)NAN)};
    if (missing(p, names) || missing(p, wanted) || !uncertainty(p, names, 6, body.S)) return false;
    const double radius = get(p, "radius", (double)NAN);
    body.inertia = inertia_of(p, body.mass, radius);
    body.arm[0] = get(p, "r_n", -radius), body.arm[1] = get(p, "r_t", 0.0);
    for (int i = 0; i < 6; i++) body.u[i] = get(p, names[i], 0.0);
    return carom_fit_of_body(&body, at) == CAROM_OK || refuse_body(p);
}

static bool refuse_strobe(const place *p, const carom_strobe *s) {
    const char *lacking = !(s->scale > 0.0)   ? "the scale, units of the coordinates in a metre (a column scale)"
                          : !(s->rate > 0.0)  ? "the rate, flashes in a second (a column rate)"
                          : !(s->sigma > 0.0) ? "the standard deviation of a coordinate, in its unit (a column sigma)"
                                              : NULL;
    if (lacking) {
        carom_refuse(p->refusal, CAROM_BAD_VALUE, "nothing says %s", lacking);
        return carom_refuse_toward(p->refusal, CAROM_HINT_GIVE_STROBE);
    }
    carom_fit_body body;
    carom_strobe disc = *s;
    disc.offset = 0.0;
    if (s->offset > 0.0 && s->offset < s->radius && carom_fit_of_strobe(&disc, &body) == CAROM_OK)
        return carom_refuse(
            p->refusal, CAROM_BAD_VALUE,
            "impact %zu: moving on from its second flash, the body does not touch the wall, y = 0, before "
            "the third; are radius, offset, marker and scale right?",
            p->number);
    return carom_refuse(
        p->refusal, CAROM_BAD_VALUE,
        "impact %zu: a strobe picture needs numbers x1 y1 mx1 my1 ... x4 y4 mx4 my4, mass > 0, radius > 0, "
        "inertia > 0 or ratio, and offset, if any, between 0 and radius",
        p->number);
}

static bool read_strobe(const place *p, carom_fit_impact *at, carom_strobe_reading *reading) {
    static const char *const names[] = {"mass", "radius", NULL};
    carom_strobe s = {.mass = get(p, "mass", (double)NAN), .radius = get(p, "radius", (double)NAN)};
    if (missing(p, names)) return false;
    s.inertia = inertia_of(p, s.mass, s.radius);
    s.scale = get(p, "scale", option(p->wishes->scale)), s.rate = get(p, "rate", option(p->wishes->rate));
    s.offset = get(p, "offset", 0.0), s.marker = get(p, "marker", 0.0);
    s.sigma = p->wishes->px ? option(p->wishes->px) : get(p, "sigma", (double)NAN);
    for (int k = 0; k < 4; k++) {
        static const char *const head[] = {"x", "y", "mx", "my"};
        for (int i = 0; i < 4; i++) {
            char name[8];
            snprintf(name, sizeof name, "%s%d", head[i], k + 1);
            s.at[k][i] = get(p, name, (double)NAN);
        }
    }
    return (carom_fit_of_picture(&s, at) == CAROM_OK &&
            carom_strobe_read(&s, p->wishes->bound ? option(p->wishes->bound) : 2.0, reading) == CAROM_OK) ||
           refuse_strobe(p, &s);
}

static bool is_picture(const place *p) {
    return has(p, "x1");
}

static bool read_impact(const place *p, carom_fit_impact *at, carom_strobe_reading *reading) {
    *reading = (carom_strobe_reading){0};
    if (is_picture(p)) return read_strobe(p, at, reading);
    if (!(has(p, "u_n") || has(p, "spin") ? read_body : read_contact)(p, at)) return false;
    // What does not approach is refused with all the others, by the checks.
    carom_fit_read(&at->contact, at->after, reading);
    return true;
}

static int ascending(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

// Without groups every tenth impact is one. False: a number is none of a group.
static bool read_groups(const place *p, carom_fit_data *data) {
    const int column = column_of(p, "group");
    int *sorted = carom_fit_more(NULL, data->count, sizeof *sorted);
    if (!sorted) return carom_fit_no_memory(p->refusal);
    bool good = true;
    for (size_t k = 0; k < data->count && good; k++) {
        const double group = column < 0 ? (double)(k % 10) : p->table->value[k * p->table->columns + (size_t)column];
        good = fabs(group) <= 1e9;
        if (good)
            sorted[k] = data->impacts[k].group = (int)group;
        else
            carom_refuse(p->refusal, CAROM_BAD_VALUE, "impact %zu: group = %g is no whole number of a group", k + 1,
                         group);
    }
    if (good) qsort(sorted, data->count, sizeof *sorted, ascending);
    for (size_t k = 0; k < data->count && good; k++) data->groups += k == 0 || sorted[k] != sorted[k - 1];
    free(sorted);
    return good;
}

bool carom_fit_data_check(const carom_fit_data *data, carom_fit_checks *checks, carom_error *refusal) {
    size_t k = 0;
    const carom_status status = carom_fit_check(data->impacts, data->count, checks, &k);
    if (status == CAROM_NO_MEMORY) return carom_fit_no_memory(refusal);
    if (status == CAROM_OK) return true;
    if (data->impacts[k].contact.v[0] >= 0.0)
        carom_refuse(refusal, CAROM_BAD_VALUE,
                     "impact %zu: v_n = %g does not approach; the normal points from the wall to the body", k + 1,
                     data->impacts[k].contact.v[0]);
    else
        carom_refuse(refusal, CAROM_BAD_VALUE, "impact %zu: a number is not finite, or has no uncertainty", k + 1);
    snprintf(refusal->name, sizeof refusal->name, "[%zu]", k);
    return false;
}

void carom_fit_data_free(carom_fit_data *data) {
    free(data->impacts);
    free(data->readings);
    *data = (carom_fit_data){0};
}

static bool read_impacts(place *p, carom_fit_data *data) {
    const size_t rows = p->table->rows;
    data->impacts = carom_fit_more(NULL, rows, sizeof *data->impacts);
    data->readings = carom_fit_more(NULL, rows, sizeof *data->readings);
    if (!data->impacts || !data->readings) return carom_fit_no_memory(p->refusal);
    data->pictures = is_picture(p), data->places = data->pictures && has(p, "offset");
    for (; data->count < rows; data->count++) {
        p->row = p->table->value + data->count * p->table->columns, p->number = data->count + 1;
        if (!read_impact(p, &data->impacts[data->count], &data->readings[data->count])) return false;
    }
    return read_groups(p, data);
}

// Frees the table.
static bool take(carom_fit_table *table, const carom_fit_wishes *wishes, carom_fit_data *data, carom_error *refusal) {
    place p = {.table = table, .wishes = wishes, .refusal = refusal};
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
    bool good = first == '{' || first == '['
                    ? carom_fit_table_json(&table, text, wishes->columns, wishes->which, refusal)
                    : carom_fit_table_csv(&table, text, refusal);
    if (good && !table.rows)
        good = carom_refuse(refusal, CAROM_BAD_VALUE,
                            "%s holds no impacts: a line of names, then a line of numbers each", spoken);
    if (good) return take(&table, wishes, data, refusal);
    carom_fit_table_free(&table);
    return false;
}

bool carom_fit_data_hdf(const char *name, const carom_fit_wishes *wishes, carom_fit_data *data, carom_error *refusal) {
    carom_fit_table table = {0};
    *data = (carom_fit_data){0};
    if (carom_fit_table_hdf(&table, name, wishes->columns, refusal)) return take(&table, wishes, data, refusal);
    carom_fit_table_free(&table);
    return false;
}

bool carom_fit_is_hdf(const char *name) {
    char head[4] = {0};
    FILE *file = fopen(name, "rb");
    if (!file) return false;
    const size_t count = fread(head, 1, 4, file);
    fclose(file);
    return count == 4 && !memcmp(head, "\x89HDF", 4);
}
