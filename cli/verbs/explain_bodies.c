#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/scenario.h"
#include "cli/exit.h"
#include "cli/print/shell.h"
#include "cli/print/words.h"
#include "cli/verbs/parts.h"
#include "papers/rods.h"

enum { FEWEST, TWO, RODS };

static carom_status fewest(const carom_contact *c, double arm, carom_planar_pair *plane, carom_pair *space) {
    return c->dim == 2 ? carom_planar_pair_from_contact(c, arm, plane)
                       : carom_pair_from_contact(c, CAROM_PAIR_FEWEST, arm, space);
}

// Writes bodies with the W and v of a contact as a scenario. `arm` is the free length from a centre of mass to the
// contact, or the length of the rods, m. `M_c` is a mass of the rods, kg.
static carom_status write_bodies(int kind, const carom_contact *contact, double arm, double M_c, char *text,
                                 size_t size) {
    carom_planar_pair plane;
    carom_pair space;
    carom_rod_masses rods = {0};
    char about[256] = "two bodies that have the wanted W";
    const carom_status status = kind == FEWEST ? fewest(contact, arm, &plane, &space)
                                : kind == TWO  ? carom_pair_from_contact(contact, CAROM_PAIR_TWO, arm, &space)
                                               : carom_rods_compute(contact, M_c, arm, &rods, &space);
    if (status != CAROM_OK) return status;
    if (kind == FEWEST && (contact->dim == 2 || isinf(space.b.mass)))
        snprintf(about, sizeof about, "one body that has the wanted W");
    else if (kind == FEWEST)
        snprintf(about, sizeof about, "two bodies that have the wanted W: its least eigenvalue is double");
    else if (kind == RODS)
        snprintf(about, sizeof about,
                 "point masses on rods that have the wanted W: M_a = %s, M_b = %s, M_c = %s, m = %s kg "
                 "(Chatterjee 1997, 10.4)",
                 CAROM_SHORT(rods.M_a, 10), CAROM_SHORT(rods.M_b, 10), CAROM_SHORT(rods.M_c, 10),
                 CAROM_SHORT(rods.m, 10));
    if (contact->dim == 2)
        carom_scenario_write_planar_pair(&plane, about, text, size);
    else
        carom_scenario_write_pair(&space, about, text, size);
    return CAROM_OK;
}

static int refuse(carom_status status, const carom_contact *c) {
    carom_error refusal;
    const char *why = status == CAROM_BAD_DIM          ? "this takes a W of three rows; in 2D use --bodies one"
                      : status == CAROM_NOT_APPLICABLE ? "W is singular: no two finite bodies have it; use --bodies one"
                      : status == CAROM_NO_SOLUTION    ? "no positive masses go with this M_c: make it heavier, or inf"
                                                       : NULL;
    carom_complain_of(&refusal, status, NULL, c, NULL, NULL);
    if (!why) return carom_args_refused(&refusal);
    carom_say("%s", why);
    return CAROM_EXIT_INPUT;
}

// Reads a positive number, which may be "inf". If the text is NULL, returns `otherwise`.
static bool read_positive(const char *name, const char *words, double otherwise, double *value) {
    char *end = NULL;
    *value = words ? strtod(words, &end) : otherwise;
    if (!words || (*words && !*end && *value > 0.0)) return true;
    carom_say("%s takes a positive number, not \"%s\"", name, words);
    return false;
}

int carom_explain_bodies(const char *kind, carom_problem *p, const char *arm_words, const char *M_c_words) {
    static const char *const kinds[] = {"one", "two", "rods"};
    carom_error refusal;
    char text[8192] = "";
    double arm, M_c;
    int as = 0;
    while (as < 3 && strcmp(kind, kinds[as])) as++;
    if (as == 3) return carom_say("--bodies takes one, two or rods, not \"%s\"", kind), CAROM_EXIT_USAGE;
    if (!p->W_size) {
        carom_say("--bodies needs --W, the inverse mass matrix that the bodies are to have");
        return CAROM_EXIT_USAGE;
    }
    if (!carom_problem_all_read(p, p->given, 0, "explain --bodies", &refusal)) return carom_args_refused(&refusal);
    if (!read_positive("arm", arm_words, 1.0, &arm) || !read_positive("M_c", M_c_words, HUGE_VAL, &M_c))
        return CAROM_EXIT_INPUT;
    // If --v is not given, the body approaches at 1 m/s.
    if ((!p->v_size && !carom_problem_v(p, p->W_size == 3 ? "-1 0 0" : "-1 0", &refusal)) ||
        !carom_problem_contact_whole(p, &refusal))
        return carom_args_refused(&refusal);
    const carom_status status = write_bodies(as, &p->contact, arm, M_c, text, sizeof text);
    fputs(text, stdout);
    return status == CAROM_OK ? CAROM_EXIT_FINE : refuse(status, &p->contact);
}
