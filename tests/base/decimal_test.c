// Tests that carom_decimal_plain writes the same text as printf with the fewest digits from 15 to 17 that strtod reads
// back as the same number. The numbers are powers of 10 and 2, their multiples and neighbours, and random ones.
// Usage: decimal_test [COUNT]
#include "base/decimal.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "support/floor.h"

static long asked, written, wrong;

// Compares the text of one number, if carom_decimal_plain writes it.
static void look(double value) {
    char text[32] = "", slow[32];
    asked++;
    if (!carom_decimal_plain(value, text)) return;
    written++;
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(slow, sizeof slow, "%.*g", digits, value);
        if (strtod(slow, NULL) == value) break;
    }
    if (strcmp(text, slow) && wrong++ < 10) printf("FAIL %a: %s, printf writes %s\n", value, text, slow);
}

// Compares a number, its negative and its two neighbours.
static void look_around(double value) {
    look(value);
    look(-value);
    look(nextafter(value, 0.0));
    look(nextafter(value, HUGE_VAL));
}

int main(int argc, char **argv) {
    const long count = argc > 1 ? atol(argv[1]) : 200000;
    for (int k = -30; k <= 30; k++) {
        look_around(pow(10.0, k));
        look_around(ldexp(1.0, k));
        look_around(ldexp(1.0, 2 * k));
        for (int i = 1; i < 1000; i++) look_around(i * pow(10.0, k / 2)), look_around(ldexp(i, k));
    }
    for (long i = 0; i < count; i++) {
        random_stream r = random_at(511, (uint64_t)i);
        const double size = pow(10.0, random_between(&r, -4.5, 15.5)),
                     unit = pow(10.0, floor(random_between(&r, 0.0, 18.0)));
        look(size * random_between(&r, 0.1, 1.0));
        look(floor(random_between(&r, 0.0, 1.0) * unit) / unit);
        look_around(floor(size) + 0.5);
    }
    const double none[] = {0.0, -0.0, 1e-5, 1e15, 1e300, 5e-324, (double)NAN, HUGE_VAL, -HUGE_VAL};
    const long before = written;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) look(none[i]);
    if (written != before) printf("FAIL a number out of range was written\n"), wrong++;
    printf("%ld of %ld numbers written, %ld otherwise than printf\n", written, asked, wrong);
    return wrong || !floor_met("decimal", written, asked, 0.80);
}
