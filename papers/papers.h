// Recomputes tables and figures of papers: compares the printed values with ours.
#ifndef CAROM_PAPERS_H
#define CAROM_PAPERS_H

#include "mods/draw/figure/figure.h"

#ifdef __GNUC__
#define CAROM_FORMAT(at, first) __attribute__((format(printf, at, first)))
#else
#define CAROM_FORMAT(at, first)
#endif

typedef enum carom_claim_agreement {
    CAROM_AGREES,   // agrees with the paper, within the printed digits
    CAROM_CHECKED,  // the paper does not state it: our derivation, or an earlier result of carom, still holds
    CAROM_MEASURED, // the paper measured it, and no law gives it
    CAROM_MISPRINT, // the paper is wrong; docs/errata.md explains why
    CAROM_DIFFERS,  // none of these: there is a defect in carom
    CAROM_AGREEMENTS
} carom_claim_agreement;

// One statement of a paper, or an additional check of ours.
typedef struct carom_claim {
    char what[96], printed[64], ours[64];
    const char *why; // explains a misprint or a measurement
    carom_claim_agreement agreement;
} carom_claim;

enum { CAROM_MAX_CLAIMS = 96 };

// An item that is being recomputed.
typedef struct carom_reproduction {
    carom_figure *figure; // NULL for a table
    char given[512];      // its caption so far
    bool unseen;          // we have not read the paper: every claim is our own check
    int count;
    carom_claim claims[CAROM_MAX_CLAIMS];
} carom_reproduction;

// One row of papers.def.
typedef struct carom_item {
    const char *paper, *name, *about;
    void (*make)(carom_reproduction *r);
} carom_item;

const carom_item *carom_item_at(int index); // NULL past the last

// Claims a printed number: ours must round to it at its last digit.
void carom_claim_number(carom_reproduction *r, const char *what, const char *printed, double ours);

// Claims a misprint: ours must agree with `right` and not with the printed value.
void carom_claim_misprint(carom_reproduction *r, const char *what, const char *printed, double ours, const char *right,
                          const char *why);

// Claims a number that follows from a formula of the paper: `ours` must equal `expected` to 1e-9. The table shows the
// formula, or "not printed" and the reason, instead of a printed value.
void carom_claim_formula(carom_reproduction *r, const char *what, const char *formula, double expected, double ours);

// Claims a statement that the paper and carom word differently, such as an infinite impulse and no solution.
void carom_claim_said(carom_reproduction *r, const char *what, const char *printed, const char *ours, bool holds);

// Claims a word, such as a mode, yes or no.
void carom_claim_words(carom_reproduction *r, const char *what, const char *printed, const char *ours);

// Claims a statement that holds or not; `printed` words it.
void carom_claim_fact(carom_reproduction *r, const char *what, const char *printed, bool holds);

// Claims that a statement of the paper is false; `ours` is the true statement, and must hold.
void carom_claim_false(carom_reproduction *r, const char *what, const char *printed, const char *ours, bool holds,
                       const char *why);

// Claims a measurement that no law gives; `ours` is the result of the laws, and must hold.
void carom_claim_measured(carom_reproduction *r, const char *what, const char *measured, const char *ours, bool holds);

// Marks the last claim as our own check, if it holds: the paper does not state it.
void carom_claim_unstated(carom_reproduction *r);

// Return the number of claims of an item with this result, and its word ("agrees") and sign in files and tables.
int carom_claims_count(const carom_reproduction *r, carom_claim_agreement agreement);
const char *carom_agreement_word(carom_claim_agreement agreement);
const char *carom_agreement_sign(carom_claim_agreement agreement);

// Creates a figure of this size with a first panel; the reproduction owns it.
carom_panel *carom_reproduce_panel(carom_reproduction *r, double width, double height);

// Adds the data of the figure: lines under it, and rows of its data.
void carom_reproduce_given(carom_reproduction *r, const char *format, ...) CAROM_FORMAT(2, 3);
void carom_reproduce_given_contact(carom_reproduction *r, const char *where, const carom_contact *contact);

// Shortcuts to define a 2D impact.
carom_contact carom_plane_contact(double nn, double nt, double tt, double vn, double vt);
carom_result carom_plane_solve(const carom_law *law, const carom_contact *contact, const carom_params *params);

#endif
