// Tests units on 10,000 random scenarios in km/h or mph, degrees and pounds. The scenario must have the same values in
// SI units as the scenario that is written in SI units. The report must print the numbers of the file.
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "carom/scenario.h"
#include "mods/scenario/units.h"

static uint64_t state = 20261118;

// Returns a random number with two decimal places, so that six digits print it exactly.
static double drawn(double low, double high) {
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const double u = (double)(state >> 11) * 0x1p-53;
    return round(100.0 * (low + u * (high - low))) / 100.0;
}

typedef struct {
    double speed[2], spin, mass; // as in the file
} stated;

static void write_body(char *text, size_t size, const stated *s, const char *speed, bool si) {
    const double v = strcmp(speed, "kmh") ? 0.44704 : 1.0 / 3.6, degree = 3.14159265358979323846 / 180.0;
    if (si)
        snprintf(
            text, size,
            "{\"mass\": %.17g, \"inertia\": 900, \"centre\": [%%s], \"velocity\": [%.17g, %.17g], \"spin\": %.17g}",
            s->mass * 0.45359237, s->speed[0] * v, s->speed[1] * v, s->spin * degree);
    else
        snprintf(text, size,
                 "{\"mass\": {\"lb\": %.17g}, \"inertia\": 900, \"centre\": [%%s], \"velocity\": [{\"%s\": %.17g}, "
                 "{\"%s\": %.17g}], \"spin\": {\"deg\": %.17g}}",
                 s->mass, speed, s->speed[0], speed, s->speed[1], s->spin);
}

static carom_scenario *read_pair(const stated s[2], const char *speed, const char *units, bool si) {
    char body[2][300], a[340], b[340], text[1200];
    carom_error why;
    for (int i = 0; i < 2; i++) write_body(body[i], sizeof body[i], &s[i], speed, si);
    snprintf(a, sizeof a, body[0], "-2, 0.3");
    snprintf(b, sizeof b, body[1], "0.8, 0.5");
    snprintf(text, sizeof text,
             "{\"law\": \"routh\", \"params\": {\"e\": 0.1, \"mu\": 0.5}, %s \"bodies\": [%s, %s], "
             "\"contact\": {\"point\": [0, 0], \"normal\": [-1, 0]}}",
             units, a, b);
    carom_scenario *read = carom_scenario_parse(text, strlen(text), NULL, &why);
    if (!read) fail_msg("%s\n%s", why.detail, text);
    return read;
}

// The two values are computed by different operations, so a few rounding errors are allowed.
static void same(double a, double b) {
    if (!(fabs(a - b) <= 4.0 * DBL_EPSILON * fmax(fabs(a), fabs(b)))) fail_msg("%.17g, not %.17g", a, b);
}

// Finds the row "BODY,NAME,BEFORE,AFTER,UNIT" of the CSV report. BEFORE must be the number of the file, to six digits.
static void find_stated(const char *csv, char body, const char *row, double wanted, const char *unit) {
    char head[40], found[40] = "";
    double before = NAN, after = NAN;
    snprintf(head, sizeof head, "\n%c,%s,", body, row);
    const char *at = strstr(csv, head);
    assert_non_null(at);
    assert_int_equal(sscanf(at + strlen(head), "%lf,%lf,%39[^\n]", &before, &after, found), 3);
    assert_string_equal(found, unit);
    char printed[32], expected[32];
    snprintf(printed, sizeof printed, "%.6g", before + 0.0);
    snprintf(expected, sizeof expected, "%.6g", wanted + 0.0);
    if (strcmp(printed, expected) != 0) fail_msg("%s of %c: %s, not %s", row, body, printed, expected);
}

static void test_round_trips(void **unused) {
    int hits = 0;
    (void)unused;
    for (int k = 0; k < 10000; k++) {
        const bool mph = k % 2;
        const char *speed = mph ? "mph" : "kmh", *name = mph ? "mph" : "km/h";
        const char *units = mph ? "\"units\": \"US\"," : "\"units\": \"km/h, deg, lb\",";
        stated s[2];
        for (int i = 0; i < 2; i++)
            s[i] = (stated){{drawn(i ? -90 : 5, i ? -5 : 90), drawn(-60, 60)}, drawn(-200, 200), drawn(1500, 6000)};
        carom_scenario *si = read_pair(s, speed, "", true), *other = read_pair(s, speed, units, false);
        for (int i = 0; i < 2; i++) {
            carom_motion a, b;
            assert_int_equal(carom_scenario_motion(si, i, NULL, &a), CAROM_OK);
            assert_int_equal(carom_scenario_motion(other, i, NULL, &b), CAROM_OK);
            same(a.mass, b.mass);
            same(a.spin[2], b.spin[2]);
            for (int j = 0; j < 2; j++) same(a.velocity[j], b.velocity[j]);
        }
        carom_report *report;
        carom_error why;
        char csv[4096];
        const carom_status status = carom_scenario_solve(other, NULL, NULL, &report, &why);
        hits += status == CAROM_OK;
        assert_true(carom_report_write(report, CAROM_FORMAT_CSV, csv, sizeof csv) < sizeof csv);
        for (int i = 0; i < 2; i++) {
            find_stated(csv, (char)('A' + i), "velocity x", s[i].speed[0], name);
            find_stated(csv, (char)('A' + i), "velocity y", s[i].speed[1], name);
            find_stated(csv, (char)('A' + i), "spin", s[i].spin, "deg/s");
        }
        carom_report_fields fields = {.size = sizeof fields};
        assert_int_equal(carom_report_get(report, &fields), CAROM_OK); // fields are in SI units
        same(fields.before[0].velocity[0], s[0].speed[0] * (mph ? 0.44704 : 1.0 / 3.6));
        carom_report_free(report);
        carom_scenario_free(si);
        carom_scenario_free(other);
    }
    assert_true(hits > 8000);
}

// Checks the factors against their definitions.
static void test_factors(void **unused) {
    static const struct {
        const char *units, *si, *name;
        double factor;
    } rows[] = {{"km/h", "m/s", "km/h", 3600.0 / 1000.0},        {"mph", "m/s", "mph", 3600.0 / 1609.344},
                {"deg", "rad/s", "deg/s", 57.295779513082321},   {"lb", "kg", "lb", 2.2046226218487757},
                {"lb", "N s", "lbf s", 0.22480894309971047},     {"lb", "J", "ft lbf", 0.73756214927726534},
                {"ft", "m", "ft", 3.2808398950131235},           {"SI", "m/s", "m/s", 1.0},
                {"US", "N m s", "lbf ft s", 0.73756214927726534}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        carom_units units = {0};
        assert_true(carom_units_read(rows[i].units, &units));
        const carom_unit unit = carom_units_find(&units, rows[i].si);
        assert_string_equal(unit.name, rows[i].name);
        same(unit.factor, rows[i].factor);
    }
}

static void test_refusals(void **unused) {
    static const char *const wrong[] = {"", "furlongs", "km/h mph", "kmph", "km/h,,x"};
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        carom_units units = {0};
        assert_false(carom_units_read(wrong[i], &units));
        assert_false(units.stated);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trips), cmocka_unit_test(test_factors),
                                       cmocka_unit_test(test_refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
