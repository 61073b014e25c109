// Writes one impact of a report: its scene, the quantities of crash reconstruction, energy and momentum, the laws and
// the checks.
#ifndef CAROM_REPORT_IMPACT_H
#define CAROM_REPORT_IMPACT_H

#include <stdio.h>

#include "mods/scenario/report.h"

// A report warns if the results of comparable laws differ by more than this fraction of delta-v.
#define CAROM_LAW_SHARE 0.05

// Holds quantities of two bodies that carom_report does not contain, in SI units.
typedef struct carom_crash {
    double closing;                 // |v_A - v_B| of the centres before, m/s
    double approach;                // speed of the contact points along the normal before, m/s
    double at_contact[2][3];        // velocity of each contact point after, m/s
    bool common, common_along;      // both contact points have the same velocity after; the same tangential velocity
    double crush_energy;            // J
    double ebs_half[2], ebs_all[2]; // m/s
    double ratio;                   // |P_t| / P_n
} carom_crash;

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
    bool passed;
} carom_check_row;

carom_crash carom_crash_of(const carom_impact_view *view);

// Checks the impact again by other formulas. Returns the number of rows.
int carom_impact_checks(const carom_impact_view *view, carom_check_row rows[CAROM_MOST_CHECKS]);
bool carom_impact_is_valid(const carom_impact_view *view);

// Returns true if the momentum and the energy of two bodies balance to 1e-9 of their terms. Also returns true for
// numbers too large to be checked.
bool carom_impact_balances(const carom_impact_view *view);

// Returns the principal direction of force as an hour of the clock, 1 to 12, rounded; 0 if the angle is NaN.
int carom_pdof_hour(double degrees);

// Write sections of a page. The first returns false and sets errno on failure.
bool carom_impact_put_scene(FILE *to, const carom_impact_view *view);
void carom_impact_put_results(FILE *to, const carom_impact_view *view);
void carom_impact_put_balance(FILE *to, const carom_impact_view *view);
void carom_impact_put_checks(FILE *to, const carom_impact_view *view);

// Describes how much comparable laws differ in the delta-v of each body.
typedef struct carom_law_spread {
    double share; // largest difference from this law, as a fraction of its delta-v; NaN unless there are two bodies
    double low[2], high[2]; // m/s
} carom_law_spread;

// Writes the results of every law, unless `to` is NULL.
carom_law_spread carom_impact_put_laws(FILE *to, const carom_impact_view *view);

// Writes one sentence for each body that moves: its speeds, delta-v and PDOF.
void carom_impact_put_summary(FILE *to, const carom_impact_view *view);

// Writes the limits of the checks, which are part of every page.
void carom_impact_put_limits(FILE *to);

#endif
