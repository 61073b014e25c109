// Converts a restitution to coefficients of a contact model. The restitution is a number, that of another contact
// model, or that of an impact.
#ifndef CAROM_CLI_CONTACT_MODEL_H
#define CAROM_CLI_CONTACT_MODEL_H

#include <stdio.h>

#include "cli/convert/convert.h"

// Returns true if carom_target_find supports this target.
bool carom_device_words_target(const char *to);

// Returns the parameters that determine the damping of a target, as a CAROM_PARAM_BIT set: e, kn, and parameters that
// only some targets have.
uint64_t carom_device_words_reads(const char *to);

// A head-on restitution e to convert, at the speed v and the mass m. If `from` is given, it is the restitution of that
// contact model with the problem's parameters. `to` names the target; NULL means every target. The result goes to the
// file, or to `json` if that is not NULL. Without `from` the problem's parameters are those of the target
// (carom_device_words_reads).
typedef struct carom_device_question {
    const carom_problem *problem;
    const char *from, *to;
    double e, m, v, kn; // e and kn are NaN if not given
} carom_device_question;
bool carom_device_words_tell(carom_device_question *asked, FILE *file, json_t **json, carom_error *refusal);

// Converts the restitution of an impact: the ratio of its normal velocities, at its speed, with mass 1/W_nn. Runs the
// contact model in that impact and prints its result next to the given one. kn is the stiffness of the target.
bool carom_device_words_impact(const carom_converted *impact, const char *to, double kn, FILE *file, json_t **json,
                               carom_error *refusal);

#endif
