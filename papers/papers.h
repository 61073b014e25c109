// The papers' tables and figures, made again: what was printed, what we get, and whether they agree.
#ifndef CAROM_PAPERS_H
#define CAROM_PAPERS_H

#include "mods/draw/figure/figure.h"

#ifdef __GNUC__
#define CAROM_FORMAT(at, first) __attribute__((format(printf, at, first)))
#else
#define CAROM_FORMAT(at, first)
#endif

typedef enum carom_claim_agreement {
    CAROM_AGREES,   // with what the paper states, within the printed digits
    CAROM_CHECKED,  // the paper does not state it: a derivation of ours, or a number carom gave before, still holds
    CAROM_MEASURED, // the paper measured it and no law gives it
    CAROM_MISPRINT, // the paper is wrong; docs/errata.md explains how we know
    CAROM_DIFFERS,  // none of these: something is broken here
    CAROM_AGREEMENTS
} carom_claim_agreement;

// One thing a paper states, or a check of ours beside it.
typedef struct carom_claim {
    char what[96], printed[64], ours[64];
    const char *why; // of a misprint or a measurement
    carom_claim_agreement agreement;
} carom_claim;

enum { CAROM_MAX_CLAIMS = 96 };

// An item being made.
typedef struct carom_reproduction {
    carom_figure *figure; // NULL for a table
    char given[512];      // its caption so far
    bool unseen;          // we have not read the paper: every claim is a check of ours
    int count;
    carom_claim claims[CAROM_MAX_CLAIMS];
} carom_reproduction;

// One row of papers.def.
typedef struct carom_item {
    const char *paper, *name, *about;
    void (*make)(carom_reproduction *r);
} carom_item;

const carom_item *carom_item_at(int index); // NULL past the last

// A printed number: ours must round to it at its last digit.
void carom_claim_number(carom_reproduction *r, const char *what, const char *printed, double ours);

// A misprint: ours must agree with `right` and not with what is printed.
void carom_claim_misprint(carom_reproduction *r, const char *what, const char *printed, double ours, const char *right,
                          const char *why);

// A number that the paper gives by a formula, or that follows from one: `ours` must equal `expected` to 1e-9. The table
// shows the formula (or "not printed" and why it must be) where others show what is printed.
void carom_claim_formula(carom_reproduction *r, const char *what, const char *formula, double expected, double ours);

// What the paper says in its words and carom in its own: an infinite impulse, and that there is no solution.
void carom_claim_said(carom_reproduction *r, const char *what, const char *printed, const char *ours, bool holds);

// Words: a mode, yes or no.
void carom_claim_words(carom_reproduction *r, const char *what, const char *printed, const char *ours);

// A statement that holds or not; `printed` says it in our words.
void carom_claim_fact(carom_reproduction *r, const char *what, const char *printed, bool holds);

// A statement of the paper that is false; `ours` says what is true, and must hold.
void carom_claim_false(carom_reproduction *r, const char *what, const char *printed, const char *ours, bool holds,
                       const char *why);

// A measurement that no law gives; `ours` is what the laws give instead, and must hold.
void carom_claim_measured(carom_reproduction *r, const char *what, const char *measured, const char *ours, bool holds);

// Marks the last claim as a check of ours, if it holds: the paper does not state it.
void carom_claim_unstated(carom_reproduction *r);

// What came of claims: how many of an item, and its word ("agrees") and sign in files and tables.
int carom_claims_count(const carom_reproduction *r, carom_claim_agreement agreement);
const char *carom_agreement_word(carom_claim_agreement agreement);
const char *carom_agreement_sign(carom_claim_agreement agreement);

// A figure of this size with a first panel; the reproduction keeps it.
carom_panel *carom_reproduce_panel(carom_reproduction *r, double width, double height);

// What the figure was made from: lines under it, and rows of its data.
void carom_reproduce_given(carom_reproduction *r, const char *format, ...) CAROM_FORMAT(2, 3);
void carom_reproduce_given_contact(carom_reproduction *r, const char *where, const carom_contact *contact);

// Short ways to state a planar impact.
carom_contact carom_plane_contact(double nn, double nt, double tt, double vn, double vt);
carom_result carom_plane_solve(const carom_law *law, const carom_contact *contact, const carom_params *params);

#endif
