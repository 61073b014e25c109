#include "cli/verbs/translate_bodies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/realise.h"
#include "carom/scenario.h"
#include "cli/exit.h"
#include "cli/words/shell.h"
#include "cli/words/tables.h"
#include "cli/words/words.h"

typedef struct {
    double arm, M_c; // m, kg
} sizes;

// A number may be "inf".
static bool read_sizes(const carom_operands *operands, sizes *s) {
    for (int i = 0; i < operands->count; i++) {
        const char *word = operands->at[i], *number = strchr(word, '=');
        double *place = !strncmp(word, "arm=", 4) ? &s->arm : !strncmp(word, "M_c=", 4) ? &s->M_c : NULL;
        char *end = NULL;
        const double value = place ? strtod(number + 1, &end) : 0.0;
        if (!place || *end || end == number + 1 || !(value > 0.0)) {
            carom_say("\"%s\" is not arm= (m) or M_c= (kg) with a positive number", word);
            return false;
        }
        *place = value;
    }
    return true;
}

static int print_text(size_t (*write)(const void *pair, const char *about, char *text, size_t size), const void *pair,
                      const char *about) {
    char text[8192];
    if (!write(pair, about, text, sizeof text)) return CAROM_EXIT_INPUT;
    fputs(text, stdout);
    return CAROM_EXIT_FINE;
}

static size_t write_pair(const void *pair, const char *about, char *text, size_t size) {
    return carom_scenario_write_pair(pair, about, text, size);
}

static size_t write_planar(const void *pair, const char *about, char *text, size_t size) {
    return carom_scenario_write_planar_pair(pair, about, text, size);
}

static int refuse(carom_status status, const carom_contact *c) {
    carom_misreading refusal;
    const char *why = status == CAROM_BAD_DIM          ? "this takes a W of three rows; in the plane --to bodies does"
                      : status == CAROM_NOT_APPLICABLE ? "W is singular: no two finite bodies have it; --to bodies does"
                      : status == CAROM_NO_SOLUTION    ? "no positive masses go with this M_c: make it heavier, or inf"
                                                       : NULL;
    if (why) {
        carom_say("%s", why);
        return CAROM_EXIT_INPUT;
    }
    carom_complain_of(&refusal, status, NULL, c, NULL, NULL);
    return carom_args_refused(&refusal);
}

static int in_plane(const carom_contact *c, const sizes *s) {
    carom_planar_pair pair;
    const carom_status status = carom_realise_planar(c, s->arm, &pair);
    return status == CAROM_OK ? print_text(write_planar, &pair, "one body that has the wanted W") : refuse(status, c);
}

static int by_rods(const carom_contact *c, const sizes *s) {
    carom_pair pair;
    carom_rods rods;
    char about[256];
    const carom_status status = carom_realise_rods(c, s->M_c, s->arm, &rods, &pair);
    snprintf(about, sizeof about,
             "point masses on rods that have the wanted W: M_a = %.10g, M_b = %.10g, M_c = %.10g, m = %.10g kg "
             "(Chatterjee 1997, 10.4)",
             rods.M_a, rods.M_b, rods.M_c, rods.m);
    return status == CAROM_OK ? print_text(write_pair, &pair, about) : refuse(status, c);
}

static int in_space(const carom_contact *c, const sizes *s, bool two) {
    carom_pair pair;
    const carom_status status = two ? carom_realise_two(c, s->arm, &pair) : carom_realise(c, s->arm, &pair);
    if (status != CAROM_OK) return refuse(status, c);
    const char *about = isinf(pair.b.mass) ? "one body that has the wanted W"
                        : two              ? "two bodies that have the wanted W"
                                           : "two bodies that have the wanted W: its least eigenvalue is double";
    return print_text(write_pair, &pair, about);
}

bool carom_translate_is_bodies(const char *to) {
    return to && (!strcmp(to, "bodies") || !strcmp(to, "two-bodies") || !strcmp(to, "rods"));
}

int carom_translate_bodies(const char *to, const char *W, const char *v, const carom_operands *operands) {
    sizes s = {1.0, HUGE_VAL};
    carom_problem p = carom_problem_new(carom_tables_modules());
    carom_misreading refusal;
    if (!W) {
        carom_say("--to %s wants --W, the inverse mass the bodies are to have", to);
        return CAROM_EXIT_USAGE;
    }
    if (!read_sizes(operands, &s)) return CAROM_EXIT_INPUT;
    if (!carom_problem_W(&p, W, &refusal)) return carom_args_refused(&refusal);
    // Without --v the body approaches with 1 m/s.
    const char *approach = p.W_size == 3 ? "-1 0 0" : "-1 0";
    if (!carom_problem_v(&p, v ? v : approach, &refusal) || !carom_problem_contact_whole(&p, &refusal))
        return carom_args_refused(&refusal);
    if (!strcmp(to, "rods")) return by_rods(&p.contact, &s);
    const bool two = !strcmp(to, "two-bodies");
    return p.contact.dim == 3 || two ? in_space(&p.contact, &s, two) : in_plane(&p.contact, &s);
}
