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

// What is made, in the plane or in space, and the note in its file.
typedef struct {
    double arm, M_c; // m, kg
    carom_planar_pair plane;
    carom_pair space;
    char about[256];
} realised;

static bool read_sizes(const carom_operands *operands, realised *r) {
    for (int i = 0; i < operands->count; i++) {
        const char *word = operands->at[i], *number = strchr(word, '=');
        double *place = !strncmp(word, "arm=", 4) ? &r->arm : !strncmp(word, "M_c=", 4) ? &r->M_c : NULL;
        char *end = NULL;
        if (place) *place = strtod(number + 1, &end); // which may be "inf"
        if (place && !*end && end > number + 1 && *place > 0.0) continue;
        carom_say("\"%s\" is not arm= (m) or M_c= (kg) with a positive number", word);
        return false;
    }
    return true;
}

static carom_status realise(const char *to, const carom_contact *c, realised *r) {
    carom_rods rods;
    snprintf(r->about, sizeof r->about, "one body that has the wanted W");
    if (c->dim == 2 && !strcmp(to, "bodies")) return carom_realise_planar(c, r->arm, &r->plane);
    if (!strcmp(to, "rods")) {
        const carom_status status = carom_realise_rods(c, r->M_c, r->arm, &rods, &r->space);
        snprintf(r->about, sizeof r->about,
                 "point masses on rods that have the wanted W: M_a = %.10g, M_b = %.10g, M_c = %.10g, m = %.10g kg "
                 "(Chatterjee 1997, 10.4)",
                 rods.M_a, rods.M_b, rods.M_c, rods.m);
        return status;
    }
    const bool two = !strcmp(to, "two-bodies");
    const carom_status status = two ? carom_realise_two(c, r->arm, &r->space) : carom_realise(c, r->arm, &r->space);
    if (status == CAROM_OK && isfinite(r->space.b.mass))
        snprintf(r->about, sizeof r->about, "two bodies that have the wanted W%s",
                 two ? "" : ": its least eigenvalue is double");
    return status;
}

static int refuse(carom_status status, const carom_contact *c) {
    carom_misreading refusal;
    const char *why = status == CAROM_BAD_DIM          ? "this takes a W of three rows; in the plane --to bodies does"
                      : status == CAROM_NOT_APPLICABLE ? "W is singular: no two finite bodies have it; --to bodies does"
                      : status == CAROM_NO_SOLUTION    ? "no positive masses go with this M_c: make it heavier, or inf"
                                                       : NULL;
    carom_complain_of(&refusal, status, NULL, c, NULL, NULL);
    if (!why) return carom_args_refused(&refusal);
    carom_say("%s", why);
    return CAROM_EXIT_INPUT;
}

int carom_translate_bodies(const char *to, const char *W, const char *v, const carom_operands *operands) {
    realised r = {.arm = 1.0, .M_c = HUGE_VAL};
    carom_problem p = carom_problem_new(carom_tables_modules());
    carom_misreading refusal;
    char text[8192] = "";
    if (!to || (strcmp(to, "bodies") && strcmp(to, "two-bodies") && strcmp(to, "rods"))) return -1;
    if (!W) {
        carom_say("--to %s wants --W, the inverse mass the bodies are to have", to);
        return CAROM_EXIT_USAGE;
    }
    if (!read_sizes(operands, &r)) return CAROM_EXIT_INPUT;
    // Without --v the body approaches with 1 m/s.
    if (!carom_problem_W(&p, W, &refusal) ||
        !carom_problem_v(&p,
                         v               ? v
                         : p.W_size == 3 ? "-1 0 0"
                                         : "-1 0",
                         &refusal) ||
        !carom_problem_contact_whole(&p, &refusal))
        return carom_args_refused(&refusal);
    const carom_status status = realise(to, &p.contact, &r);
    if (status != CAROM_OK) return refuse(status, &p.contact);
    if (p.contact.dim == 2)
        carom_scenario_write_planar_pair(&r.plane, r.about, text, sizeof text);
    else
        carom_scenario_write_pair(&r.space, r.about, text, sizeof text);
    fputs(text, stdout);
    return CAROM_EXIT_FINE;
}
