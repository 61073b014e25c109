#include "mods/scenario/units.h"

#include <stdio.h>
#include <string.h>

static const double degree = 180.0 / 3.14159265358979323846;

// These values are exact by definition: mile 1609.344 m, pound 0.45359237 kg, foot 0.3048 m, standard gravity 9.80665
// m/s^2.
#define POUND       0.45359237
#define FOOT        0.3048
#define POUND_FORCE (POUND * 9.80665)

static const struct {
    const char *si;
    unsigned bit;
    carom_unit unit;
} rows[] = {
    {"m/s", CAROM_UNITS_KMH, {3.6, "km/h"}},
    {"m/s", CAROM_UNITS_MPH, {1.0 / 0.44704, "mph"}},
    {"rad/s", CAROM_UNITS_DEGREES, {0.0, "deg/s"}},
    {"rad", CAROM_UNITS_DEGREES, {0.0, "deg"}},
    {"kg", CAROM_UNITS_POUNDS, {1.0 / POUND, "lb"}},
    {"1/kg", CAROM_UNITS_POUNDS, {POUND, "1/lb"}},
    {"N s", CAROM_UNITS_POUNDS, {1.0 / POUND_FORCE, "lbf s"}},
    {"J", CAROM_UNITS_POUNDS, {1.0 / (POUND_FORCE * FOOT), "ft lbf"}},
    {"N m s", CAROM_UNITS_POUNDS, {1.0 / (POUND_FORCE * FOOT), "lbf ft s"}},
    {"m", CAROM_UNITS_FEET, {1.0 / FOOT, "ft"}},
};

static const struct {
    const char *name;
    unsigned bits;
} names[] = {
    {"km/h", CAROM_UNITS_KMH},
    {"mph", CAROM_UNITS_MPH},
    {"deg", CAROM_UNITS_DEGREES},
    {"lb", CAROM_UNITS_POUNDS},
    {"ft", CAROM_UNITS_FEET},
    {"kmh", CAROM_UNITS_KMH},
    {"degrees", CAROM_UNITS_DEGREES},
    {"pounds", CAROM_UNITS_POUNDS},
    {"feet", CAROM_UNITS_FEET},
    {"SI", 0},
    {"US", CAROM_UNITS_MPH | CAROM_UNITS_DEGREES | CAROM_UNITS_POUNDS | CAROM_UNITS_FEET},
};
enum { SHORT_NAMES = 5 };

bool carom_units_read(const char *text, carom_units *units) {
    carom_units read = {.stated = true};
    int count = 0;
    for (;;) {
        text += strspn(text, " ,\t\n");
        const size_t length = strcspn(text, " ,\t\n");
        size_t k = 0;
        if (!length) break;
        while (k < sizeof names / sizeof *names &&
               (strlen(names[k].name) != length || strncmp(names[k].name, text, length) != 0))
            k++;
        if (k == sizeof names / sizeof *names) return false;
        read.bits |= names[k].bits;
        text += length;
        count++;
    }
    if (!count || (read.bits & CAROM_UNITS_KMH && read.bits & CAROM_UNITS_MPH)) return false;
    *units = read;
    return true;
}

carom_unit carom_units_find(const carom_units *units, const char *si) {
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (!(units->bits & rows[k].bit) || strcmp(rows[k].si, si) != 0) continue;
        const double factor = rows[k].bit == CAROM_UNITS_DEGREES ? degree : rows[k].unit.factor;
        return (carom_unit){factor, rows[k].unit.name};
    }
    return (carom_unit){1.0, si};
}

double carom_units_value(const carom_units *units, const char *si, double value) {
    return units->bits ? value * carom_units_find(units, si).factor : value;
}

bool carom_units_row(int index, const char **key, const char **si) {
    static const char *const list[][2] = {{"velocity", "m/s"},  {"spin", "rad/s"}, {"impulse", "N s"}, {"energy", "J"},
                                          {"angular", "N m s"}, {"W", "1/kg"},     {"angle", "deg"}};
    if (index < 0 || index >= (int)(sizeof list / sizeof *list)) return false;
    *key = list[index][0];
    *si = list[index][1];
    return true;
}
