// Recomputes tables and figures of papers and compares the printed values with those of carom.
#ifndef CAROM_PAPERS_H
#define CAROM_PAPERS_H

#include "mods/draw/figure/figure.h"

#ifdef __GNUC__
#define CAROM_FORMAT(at, first) __attribute__((format(printf, at, first)))
#else
#define CAROM_FORMAT(at, first)
#endif

typedef enum carom_claim_agreement {
    CAROM_AGREES,   // agrees with the paper within the printed digits
    CAROM_CHECKED,  // not stated in the paper; agrees with our derivation or with an earlier result of carom
    CAROM_MEASURED, // the paper measured this, and no law gives it
    CAROM_MISPRINT, // the paper is wrong; docs/errata.md explains why
    CAROM_DIFFERS,  // none of these cases; carom has a defect
    CAROM_AGREEMENTS
} carom_claim_agreement;

// One statement of a paper, or an additional check of ours, with the value of carom (`ours`).
typedef struct carom_claim {
    char what[96], printed[64], ours[64];
    const char *why; // explains a misprint or a measurement
    carom_claim_agreement agreement;
} carom_claim;

enum { CAROM_MAX_CLAIMS = 96 };

// The state of an item (a table or figure) that is being recomputed.
typedef struct carom_reproduction {
    carom_figure *figure; // NULL for a table
    char given[512];      // the caption so far
    bool unseen;          // true: we have not read the paper, so every claim is our own check
    int count;
    carom_claim claims[CAROM_MAX_CLAIMS];
} carom_reproduction;

// One row of papers.def.
typedef struct carom_item {
    const char *paper, *name, *about;
    void (*make)(carom_reproduction *r);
} carom_item;

const carom_item *carom_item_at(int index); // NULL past the last

// Adds a claim about a printed number: rounded to the printed digits, `ours` must equal it.
void carom_claim_number(carom_reproduction *r, const char *what, const char *printed, double ours);

// Adds a claim about a misprinted number: `ours` must agree with `right` and not with the printed value.
void carom_claim_misprint(carom_reproduction *r, const char *what, const char *printed, double ours, const char *right,
                          const char *why);

// Adds a claim about a number that follows from a formula of the paper: `ours` must equal `expected` to 1e-9. Instead
// of a printed value the table shows `formula`: the formula, or "not printed" and the reason.
void carom_claim_formula(carom_reproduction *r, const char *what, const char *formula, double expected, double ours);

// Adds a claim that the paper and carom word differently, such as "infinite" and "no-solution".
void carom_claim_said(carom_reproduction *r, const char *what, const char *printed, const char *ours, bool holds);

// Adds a claim about a word, such as the name of a mode, "yes" or "no".
void carom_claim_words(carom_reproduction *r, const char *what, const char *printed, const char *ours);

// Adds a claim that is true or false; `printed` is its wording.
void carom_claim_fact(carom_reproduction *r, const char *what, const char *printed, bool holds);

// Adds a claim that a statement of the paper is false. `ours` is the true statement; `holds` must be true.
void carom_claim_false(carom_reproduction *r, const char *what, const char *printed, const char *ours, bool holds,
                       const char *why);

// Adds a claim about a measurement that no law gives. `ours` is the result of the laws; `holds` must be true.
void carom_claim_measured(carom_reproduction *r, const char *what, const char *measured, const char *ours, bool holds);

// Marks the last claim as our own check, which the paper does not state. Does nothing if the claim failed.
void carom_claim_unstated(carom_reproduction *r);

// Return the number of claims of an item with this result, and the name ("agrees") and the sign of the result in files
// and tables.
int carom_claims_count(const carom_reproduction *r, carom_claim_agreement agreement);
const char *carom_agreement_word(carom_claim_agreement agreement);
const char *carom_agreement_sign(carom_claim_agreement agreement);

// Creates a figure of this size with a first panel. The reproduction `r` owns it.
carom_panel *carom_reproduce_panel(carom_reproduction *r, double width, double height);

// Add a line to the caption of the figure that states its data, such as W and v.
void carom_reproduce_given(carom_reproduction *r, const char *format, ...) CAROM_FORMAT(2, 3);
void carom_reproduce_given_contact(carom_reproduction *r, const char *where, const carom_contact *contact);

// Shortcuts that define and solve a 2D impact.
carom_contact carom_plane_contact(double nn, double nt, double tt, double vn, double vt);
carom_result carom_plane_solve(const carom_law *law, const carom_contact *contact, const carom_params *params);

#endif
