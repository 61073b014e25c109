// Adds one impact to a document: its scene, the quantities of crash reconstruction, energy and momentum, the laws and
// the checks.
#ifndef CAROM_REPORT_IMPACT_H
#define CAROM_REPORT_IMPACT_H

#include "cli/document/document.h"
#include "mods/scenario/report.h"

// A report warns if the results of comparable laws differ by more than this fraction of delta-v.
#define CAROM_LAW_SHARE 0.05

// Describes one impact that is reported.
typedef struct carom_impact_view {
    const carom_problem *problem;
    const carom_report *report; // in SI units, with a result
    const double *requested;    // velocity after the impact that a reconstruction must reproduce, m/s; may be NULL
} carom_impact_view;

enum { CAROM_MOST_CHECKS = 12 };

// Holds one check: a residual and the largest value that passes.
typedef struct carom_check_row {
    const char *what;
    double value, limit;
    bool passed, by_law; // by_law: a condition that the law must satisfy, not a balance
} carom_check_row;

// Checks the impact again by other formulas. Returns the number of rows.
int carom_impact_checks(const carom_impact_view *view, carom_check_row rows[CAROM_MOST_CHECKS]);

// Returns true if the momentum and the energy of two bodies balance to 1e-9 of their terms. Also returns true for
// numbers too large to be checked.
bool carom_impact_balances(const carom_impact_view *view);

// Add sections to a document.
void carom_impact_verdict(carom_document *document, const carom_impact_view *view); // one note, one sentence per body
void carom_impact_scene(carom_document *document, const carom_impact_view *view);
void carom_impact_results(carom_document *document, const carom_impact_view *view); // with energy and momentum
void carom_impact_check_table(carom_document *document, const carom_impact_view *view);

// Holds the results of all laws for an impact. The caller frees it.
typedef struct carom_law_table carom_law_table;
carom_law_table *carom_law_table_of(const carom_impact_view *view);

// Add the table of laws, and a warning if comparable laws differ in the delta-v of a body.
void carom_impact_laws(carom_document *document, const carom_impact_view *view, const carom_law_table *laws);
void carom_impact_spread(carom_document *document, const carom_impact_view *view, const carom_law_table *laws);

// Adds what the checks cover, which is part of every page.
void carom_impact_limits(carom_document *document);

// Adds the warning that the result depends on the law if this share of `what` is above CAROM_LAW_SHARE.
void carom_impact_warn(carom_document *document, const char *what, double share);

#endif
