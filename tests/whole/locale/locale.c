// Checks that in a locale with another decimal separator carom reads and writes numbers as in the "C" locale. The
// program collects texts before and after setlocale(LC_ALL, NAME) and compares them. With `core` it does not test the
// functions that read JSON. Usage: locale NAME [core]; exit code 77 if there is no such locale.
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "bench/random.h"
#include "carom/scenario.h"
#include "cli/fit/data.h"
#include "cli/map/grid.h"
#include "mods/draw/figure/ticks.h"
#include "support/floor.h"
#include "support/laws.h"

enum { NUMBERS = 20000, ROOM = 1 << 22 };

typedef struct {
    char *text;
    size_t used;
    long count, back; // number of texts; numbers that are equal after writing and reading
} page;

// Appends a formatted text. The format may contain only integers and strings, because vsnprintf itself uses the locale.
static void put(page *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    p->used += (size_t)vsnprintf(p->text + p->used, ROOM - p->used, format, arguments);
    va_end(arguments);
    p->count++;
    if (p->used >= ROOM) abort();
}

static void put_read(page *p, const char *text) {
    char *end;
    uint64_t bits;
    const double value = carom_decimal_read(text, &end);
    memcpy(&bits, &value, sizeof bits);
    put(p, "\"%s\": %llx, %d read\n", text, (unsigned long long)bits, (int)(end - text));
}

static void numbers(page *p) {
    static const char *const texts[] = {"0.5",  "0,5",     "1.5,2.5", " \t-1.25e3x", "inf",   "-Infinity", ".5",
                                        "5.",   "-.5e-3;", "1.2.3",   "0x1.8p3",     "",      "abc",       "1e",
                                        "1.5e", "12",      "1 2",     "+7.",         ".",     "-",         "1.e5",
                                        "e5",   "0x",      "1.5inf",  "--1.5",       "1.5-2", "1x2.5"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) put_read(p, texts[i]);
    for (uint64_t i = 0; i < NUMBERS; i++) {
        random_stream r = random_at(262, i);
        char text[32];
        const double value = random_between(&r, -1.0, 1.0) * ldexp(1.0, (int)random_between(&r, -300.0, 300.0));
        put(p, "%s\n", carom_decimal_short(value, 1 + (int)(i % 17), text));
        put_read(p, text);
        put_read(p, carom_decimal(value, text));
        p->back += carom_decimal_read(text, NULL) == value;
    }
}

static void refusals(page *p) {
    carom_contact contact = {.dim = 2, .W = {{1.0, 0.0}, {0.0, 3.0}}, .v = {-1.0, 0.25}};
    carom_params params = carom_params_default();
    carom_result out;
    carom_error refusal;
    char text[400];
    params.e = 1.475;
    const carom_status status = carom_collide(&carom_law_routh, &contact, &params, &out);
    carom_collide_error(status, &carom_law_routh, &contact, &params, &out, &refusal);
    carom_error_format(&refusal, NULL, text, sizeof text);
    put(p, "%s\n", text);
}

static void scenarios(page *p) {
    static const char *const texts[] = {
        "{\"W\": [[1.5, 0], [0, 3]], \"v\": [-1.25, 0.5], \"law\": \"routh\", \"params\": {\"mu\": 0.25, \"e\": 0.5}}",
        "{\"W\": [[1.5, 0], [0, 3]], \"v\": [-1.25, 0.5], \"law\": \"routh\", \"params\": {\"mu\": -0.25, \"e\": 1.5}}",
        "{\"W\": [[1.5, 0], [0, 3]], \"v\": [-1.25, 0.5], \"law\": \"routh\", \"params\": {\"mu_static\": -1}}"};
    char text[4000];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        carom_error why = {0};
        carom_scenario *s = carom_scenario_parse(texts[i], strlen(texts[i]), NULL, &why);
        if (s) put(p, "v_n %s\n", carom_decimal(carom_scenario_contact(s)->v[0], text));
        if (!s) put(p, "%s\n", why.detail);
        carom_scenario_free(s);
    }
    const carom_contact contact = {
        .dim = 3, .W = {{2.5, 0.1, 0.0}, {0.1, 3.5, 0.0}, {0.0, 0.0, 3.0}}, .v = {-1.5, 0.5, 0.0}};
    carom_pair pair;
    const carom_status status = carom_pair_from_contact(&contact, CAROM_PAIR_TWO, 1.5, &pair);
    const size_t length = carom_scenario_write_pair(&pair, "two bodies of 1.5 m", text, sizeof text);
    put(p, "%s %s\n", carom_status_name(status), length ? text : "nothing");
    carom_grid_axis axis;
    carom_error refusal = {0};
    const bool read = carom_grid_parse(&axis, "mu=0.25:1.5:11", &refusal);
    put(p, "axis %d: %s\n", read, carom_decimal(axis.low + 10.0 * axis.high, text));
}

static void measured(page *p) {
    const carom_fit_wishes wishes = {.W = "1.5 0; 0 3.5", .sigma = "0.01"};
    carom_fit_data data = {0};
    carom_error refusal = {0};
    char text[32];
    if (carom_fit_data_text("v_n,v_t,v_n_after,v_t_after\n-1.5,0.25,0.75,0.125\n-1.25,0.5,0.5,0.25\n", "it", &wishes,
                            &data, &refusal)) {
        for (size_t i = 0; i < data.count; i++)
            for (int k = 0; k < 2; k++) {
                put(p, "%s\n", carom_decimal(data.impacts[i].contact.v[k], text));
                put(p, "%s\n", carom_decimal(data.impacts[i].after[k], text));
            }
        carom_fit_data_free(&data);
    }
    put(p, "measured: %s\n", refusal.detail);
    for (int i = 0; i < 20; i++) put(p, "%s\n", carom_tick_text(0.125 * i - 1.0, 0.125, text, sizeof text));
}

// Collects the texts. Jansson aborts if the decimal separator has several bytes, so `json` is false for such a locale.
static page hear(bool json) {
    page p = {.text = malloc(ROOM)};
    if (!p.text) abort();
    numbers(&p), refusals(&p);
    if (json) scenarios(&p), measured(&p);
    return p;
}

int main(int argc, char **argv) {
    char probe[16];
    const bool json = argc == 2;
    const page plain = hear(json);
    if (argc < 2 || !setlocale(LC_ALL, argv[1])) return puts("no such locale"), 77;
    snprintf(probe, sizeof probe, "%.1f", 0.5);
    if (!strcmp(probe, "0.5")) return puts("its decimal point is a point"), 77;
    const page there = hear(json);
    size_t at = 0;
    while (plain.text[at] && plain.text[at] == there.text[at]) at++;
    const bool same = plain.text[at] == there.text[at];
    if (!same) printf("WRONG: \"%.60s\" becomes \"%.60s\"\n", plain.text + at, there.text + at);
    printf("%s: one half is %s; %ld texts compared, %zu bytes\n", argv[1], probe, plain.count, plain.used);
    const bool enough = floor_met("locale", there.back, NUMBERS, 1.0) && plain.count > 3 * NUMBERS &&
                        strstr(plain.text, "1.475") &&
                        (!json || (strstr(plain.text, "two bodies of 1.5 m") && strstr(plain.text, "v_n -1.25")));
    free(plain.text), free(there.text);
    return !same || !enough;
}
