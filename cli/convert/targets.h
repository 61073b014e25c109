// Converts a head-on restitution to coefficients of a contact model or of a simulator.
#ifndef CAROM_CONVERT_TARGETS_H
#define CAROM_CONVERT_TARGETS_H

#include "carom/compliant.h"

// Describes a requested head-on restitution, for carom_target_find.
typedef struct carom_target_request {
    double e;        // (0, 1]
    double m, v, kn; // mass, kg, > 0; approach speed, m/s, > 0; kn in the unit of the model, > 0
    double p;        // exponent of tsuji and adams-impact, >= 0; 0 means 3/2
    double depth;    // overlap of full damping of adams-impact, m; this model needs it to be > 0
    double R;        // R_eff of lammps-hertz-history, m; this model needs it to be > 0
} carom_target_request;

// Holds one coefficient of a contact model or simulator.
typedef struct carom_target_value {
    const char *name; // such as "cn" or "dampratio"
    double value;     // in the unit of the model; NaN if no value gives the restitution
} carom_target_value;

// Holds all coefficients that give the requested restitution.
typedef struct carom_target {
    carom_target_value given[4]; // the last is "e_back": the restitution of the model when it was run with the others
    const char *assumes;         // the formula, and for which speeds and masses it holds, in words
} carom_target;

// Returns the name of a target of carom_target_find by its index from 0: the contact models with a damping coefficient,
// then "mujoco-solref". Returns NULL past the last.
const char *carom_target_name(int index);

// Computes the coefficients with which a contact model or simulator gives the requested head-on restitution. `to` is a
// name of carom_target_name. Returns CAROM_UNKNOWN_LAW for another name and CAROM_BAD_VALUE for numbers outside their
// ranges.
carom_status carom_target_find(const char *to, const carom_target_request *wish, carom_target *translation);

#endif
