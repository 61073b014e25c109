#include "papers/papers.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static carom_claim *next_claim(carom_reproduction *r, const char *what, const char *printed) {
    static carom_claim spare; // receives the claims that exceed a full list; the count then fails the item
    carom_claim *claim = r->count < CAROM_MAX_CLAIMS ? &r->claims[r->count] : &spare;
    r->count++;
    *claim = (carom_claim){.agreement = CAROM_DIFFERS};
    snprintf(claim->what, sizeof claim->what, "%s", what);
    snprintf(claim->printed, sizeof claim->printed, "%s", printed);
    return claim;
}

static void agree(const carom_reproduction *r, carom_claim *claim) {
    claim->agreement = r->unseen ? CAROM_CHECKED : CAROM_AGREES;
}

// Returns half a unit of the last printed digit, with a margin for numbers exactly between two printed values.
static double half_digit(const char *printed) {
    const char *point = strchr(printed, '.');
    const size_t decimals = point ? strspn(point + 1, "0123456789") : 0;
    return 0.5 * pow(10.0, -(double)decimals) * (1.0 + 1e-9);
}

static bool rounds_to(double ours, const char *printed) {
    if (!strcmp(printed, "inf")) return isinf(ours) && ours > 0;
    if (!strcmp(printed, "-inf")) return isinf(ours) && ours < 0;
    return fabs(ours - strtod(printed, NULL)) <= half_digit(printed);
}

void carom_claim_number(carom_reproduction *r, const char *what, const char *printed, double ours) {
    carom_claim *claim = next_claim(r, what, printed);
    snprintf(claim->ours, sizeof claim->ours, "%.8g", ours);
    if (rounds_to(ours, printed)) agree(r, claim);
}

void carom_claim_misprint(carom_reproduction *r, const char *what, const char *printed, double ours, const char *right,
                          const char *why) {
    carom_claim *claim = next_claim(r, what, printed);
    snprintf(claim->ours, sizeof claim->ours, "%.8g", ours);
    claim->why = why;
    if (rounds_to(ours, right) && !rounds_to(ours, printed)) claim->agreement = CAROM_MISPRINT;
}

void carom_claim_formula(carom_reproduction *r, const char *what, const char *formula, double expected, double ours) {
    char printed[64];
    snprintf(printed, sizeof printed, "%s: %.6g", formula, expected);
    carom_claim *claim = next_claim(r, what, printed);
    snprintf(claim->ours, sizeof claim->ours, "%.8g", ours);
    // Bisections and searches end at 1e-10 or better; a changed law differs in the first digits. Hence 1e-9.
    if (fabs(ours - expected) <= 1e-9 * fmax(1.0, fabs(expected))) agree(r, claim);
}

void carom_claim_said(carom_reproduction *r, const char *what, const char *printed, const char *ours, bool holds) {
    carom_claim *claim = next_claim(r, what, printed);
    snprintf(claim->ours, sizeof claim->ours, "%s", holds ? ours : "does not hold");
    if (holds) agree(r, claim);
}

void carom_claim_words(carom_reproduction *r, const char *what, const char *printed, const char *ours) {
    carom_claim *claim = next_claim(r, what, printed);
    snprintf(claim->ours, sizeof claim->ours, "%s", ours ? ours : "-");
    if (ours && !strcmp(printed, ours)) agree(r, claim);
}

void carom_claim_fact(carom_reproduction *r, const char *what, const char *printed, bool holds) {
    carom_claim_words(r, what, printed, holds ? printed : "does not hold");
}

void carom_claim_false(carom_reproduction *r, const char *what, const char *printed, const char *ours, bool holds,
                       const char *why) {
    carom_claim *claim = next_claim(r, what, printed);
    snprintf(claim->ours, sizeof claim->ours, "%s", holds ? ours : "does not hold");
    claim->why = why;
    if (holds) claim->agreement = CAROM_MISPRINT;
}

void carom_claim_measured(carom_reproduction *r, const char *what, const char *measured, const char *ours, bool holds) {
    carom_claim *claim = next_claim(r, what, measured);
    snprintf(claim->ours, sizeof claim->ours, "%s", holds ? ours : "does not hold");
    claim->why = "measured, not given by any law";
    if (holds) claim->agreement = CAROM_MEASURED;
}

void carom_claim_unstated(carom_reproduction *r) {
    if (r->count < 1 || r->count > CAROM_MAX_CLAIMS) return;
    carom_claim *claim = &r->claims[r->count - 1];
    if (claim->agreement == CAROM_AGREES) claim->agreement = CAROM_CHECKED;
}

int carom_claims_count(const carom_reproduction *r, carom_claim_agreement agreement) {
    int count = 0;
    for (int i = 0; i < r->count; i++) count += r->claims[i].agreement == agreement;
    return count;
}

static const struct {
    const char *word, *sign;
} verdicts[CAROM_AGREEMENTS] = {[CAROM_AGREES] = {"agrees", "✓"},
                                [CAROM_CHECKED] = {"check", "○"},
                                [CAROM_MEASURED] = {"measured", "≠"},
                                [CAROM_MISPRINT] = {"misprint", "✎"},
                                [CAROM_DIFFERS] = {"differs", "✗"}};

const char *carom_agreement_word(carom_claim_agreement agreement) {
    return verdicts[agreement].word;
}

const char *carom_agreement_sign(carom_claim_agreement agreement) {
    return verdicts[agreement].sign;
}

carom_panel *carom_reproduce_panel(carom_reproduction *r, double width, double height) {
    if (!r->figure) {
        r->figure = carom_figure_create("figure", width, height);
        carom_figure_caption(r->figure, *r->given ? r->given : NULL);
    }
    return carom_figure_panel(r->figure);
}

void carom_reproduce_given(carom_reproduction *r, const char *format, ...) {
    const size_t used = strlen(r->given);
    char *end = r->given + used;
    const size_t room = sizeof r->given - used;
    va_list values;
    va_start(values, format);
    if (used) snprintf(end, room, "\n");
    vsnprintf(end + (used > 0), room - (used > 0), format, values);
    va_end(values);
    carom_figure_caption(r->figure, r->given);
}

void carom_reproduce_given_contact(carom_reproduction *r, const char *where, const carom_contact *c) {
    carom_reproduce_given(r, "%s$W$ = [%.4g, %.4g; %.4g, %.4g] 1/kg,  $v$ = (%.4g, %.4g) m/s", where, c->W[0][0],
                          c->W[0][1], c->W[1][0], c->W[1][1], c->v[0], c->v[1]);
}

carom_contact carom_plane_contact(double nn, double nt, double tt, double vn, double vt) {
    return (carom_contact){.dim = 2, .W = {{nn, nt}, {nt, tt}}, .v = {vn, vt}};
}

carom_result carom_plane_solve(const carom_law *law, const carom_contact *contact, const carom_params *params) {
    carom_result out;
    carom_collide(law, contact, params, &out);
    return out;
}
