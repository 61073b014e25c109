// Tests the shortening of SVG pictures. On 2,000 random paths every point must stay within 0.005 pt, and text that the
// code does not understand must not change.
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/html/shorten.h"
#include "support/cmocka.h"

enum { MOST = 400, LONGEST = 40000 };

typedef struct {
    char command;
    double at[6]; // absolute points
    int count;
} step;

static double drawn(void) {
    return 2000.0 * rand() / RAND_MAX - 1000.0;
}

static int make_path(step *steps, char *text) {
    const int count = 2 + rand() % 60;
    char *to = text + sprintf(text, "<path style=\"stroke:none;\" d=\"");
    const char names[] = "MLLLLCCZ";
    bool closed = true; // each part of an SVG path begins with a move
    for (int i = 0; i < count; i++) {
        char name = closed ? 'M' : names[rand() % 8];
        if (i == count - 1 && name == 'M') name = 'L';
        closed = name == 'Z';
        steps[i] = (step){.command = name, .count = name == 'C' ? 6 : name == 'Z' ? 0 : 2};
        to += sprintf(to, "%c ", name);
        for (int k = 0; k < steps[i].count; k++) {
            // A line is often horizontal or vertical, and some points repeat.
            const bool same = i && steps[i - 1].count && rand() % 3 == 0;
            steps[i].at[k] = same ? steps[i - 1].at[steps[i - 1].count - 2 + k % 2] : drawn();
            to += sprintf(to, "%.6f ", steps[i].at[k]);
            steps[i].at[k] = round(1e6 * steps[i].at[k]) / 1e6;
        }
    }
    strcpy(to, "\"/>\n");
    return count;
}

// Reads a shortened path back. Returns the number of its commands.
static int read_path(const char *text, step *steps) {
    const char *at = strstr(text, " d=\"") + 4;
    double x = 0.0, y = 0.0, start[2] = {0.0, 0.0};
    char name = 0;
    int count = 0;
    while (*at != '"') {
        if (strchr("Mlchvz", *at)) name = *at++;
        step *s = &steps[count++];
        *s = (step){.command = name == 'h' || name == 'v' ? 'L' : (char)(name - (name >= 'a' ? 32 : 0)),
                    .count = name == 'c'   ? 6
                             : name == 'z' ? 0
                                           : 2};
        for (int k = 0; k < s->count; k++) {
            const double base = name == 'M' ? 0.0 : k % 2 ? y : x;
            const bool missing = (name == 'h' && k == 1) || (name == 'v' && k == 0);
            char *end = (char *)at;
            s->at[k] = base + (missing ? 0.0 : strtod(at, &end));
            assert_true(missing || end != at);
            at = end;
        }
        if (name == 'z') x = start[0], y = start[1];
        if (s->count) x = s->at[s->count - 2], y = s->at[s->count - 1];
        if (name == 'M') start[0] = x, start[1] = y;
    }
    return count;
}

static void moves_no_point(void **state) {
    (void)state;
    static char text[LONGEST];
    srand(1);
    for (int n = 0; n < 2000; n++) {
        step wanted[MOST], found[MOST];
        const int count = make_path(wanted, text);
        const size_t before = strlen(text);
        assert_true(carom_svg_shorten(text) < before);
        assert_int_equal(read_path(text, found), count);
        for (int i = 0; i < count; i++) {
            assert_int_equal(found[i].command, wanted[i].command);
            for (int k = 0; k < wanted[i].count; k++)
                assert_true(fabs(found[i].at[k] - wanted[i].at[k]) <= 0.005 + 1e-9);
        }
    }
}

static void shortens(const char *from, const char *to) {
    char text[400];
    strcpy(text, from);
    assert_int_equal(carom_svg_shorten(text), strlen(to));
    assert_string_equal(text, to);
}

static void keeps_the_rest(void **state) {
    (void)state;
    // Arcs, relative commands and other text stay as they are.
    const char *const kept[] = {"<path d=\"M 0 0 A 1 2 3 4 5 6 7 \"/>",
                                "<path d=\"m 1 2 l 3 4 \"/>",
                                "<path d=\"M 1\"/>",
                                "<path d=\"M 1 2 L x 4\"/>",
                                "<p x=\"\" y=\"12\" x=\"1e3\" id=\"a 1.2345\">1.2345</p>",
                                "<path d=\"M 1e9 1 L 2 2 \"/>"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) shortens(kept[i], kept[i]);
    // The mitre limit is omitted unless the corners are mitred.
    shortens("<a style=\"stroke-linejoin:miter;stroke:rgb(100%,0%,50%);stroke-miterlimit:10;\" x=\"1.239\"/>",
             "<a style=\"stroke:#ff0080;stroke-miterlimit:10;\" x=\"1.24\"/>");
    shortens("<a style=\"stroke-linejoin:round;stroke-opacity:0.5;stroke-miterlimit:10;\"/>\n  <b/>",
             "<a style=\"stroke-linejoin:round;stroke-opacity:0.5;\"/>\n<b/>");
    shortens("<path style=\"stroke:none;\" id=\"glyph2-1\" d=\"M 1 0.5 L 1.5 0.25 Z M 9 9 \"/><use "
             "xlink:href=\"#glyph2-1\"/>",
             "<path id=\"g2-1\" d=\"M1 .5l.5-.25z\"/><use xlink:href=\"#g2-1\"/>");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(moves_no_point), cmocka_unit_test(keeps_the_rest)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
