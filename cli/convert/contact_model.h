// Converts a restitution to coefficients of a contact model. The restitution is a number, that of another contact
// model, or that of an impact.
#ifndef CAROM_CLI_CONTACT_MODEL_H
#define CAROM_CLI_CONTACT_MODEL_H

#include "cli/convert/convert.h"

// Returns true for a contact model whose damping can be converted to, and for "mujoco-solref".
bool carom_device_is_target(const char *to);

// Returns the parameters that determine the damping of a target, as a CAROM_PARAM_BIT set: e, kn, and parameters that
// only some targets have.
uint64_t carom_device_reads(const char *to);

// A head-on restitution e to convert, at the speed v and the mass m. If `from` is given, it is the restitution of that
// contact model with the problem's parameters; otherwise the problem's parameters are those of the target. `to` names
// the target; NULL means every target. Returns NULL for a refusal.
typedef struct carom_device_question {
    const carom_problem *problem;
    const char *from, *to;
    double e, m, v, kn; // e and kn are NaN if not given
} carom_device_question;
carom_document *carom_device_describe(carom_device_question *asked, carom_error *refusal);

// Converts the restitution of an impact: the ratio of its normal velocities, at its speed, with mass 1/W_nn. Runs the
// contact model in that impact and describes its result next to the given one. kn is the stiffness of the target.
carom_document *carom_device_describe_impact(const carom_converted *impact, const char *to, double kn,
                                             carom_error *refusal);

#endif
