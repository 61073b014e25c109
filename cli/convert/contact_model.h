// A restitution as what to give to a contact device: of a number, of another device, of an impact.
#ifndef CAROM_DEVICE_WORDS_H
#define CAROM_DEVICE_WORDS_H

#include <stdio.h>

#include "cli/convert/convert.h"

// Is this a target that carom_target_find has?
bool carom_device_words_target(const char *to);

// The parameters that decide the damping of a target, CAROM_PARAM_BIT set: e, kn, and those of some alone.
uint64_t carom_device_words_reads(const char *to);

// A head-on restitution e, or, with `from`, that of a device with the problem's parameters, at the speed v and the mass m; in
// the parameters of `to`, or of every target if it is NULL. To the file, or as JSON where `json` is not NULL.
// Without `from` the problem's parameters are the target's: those of carom_device_words_reads.
typedef struct carom_device_question {
    const carom_problem *problem;
    const char *from, *to;
    double e, m, v, kn; // e and kn NaN: not given
} carom_device_question;
bool carom_device_words_tell(carom_device_question *asked, FILE *file, json_t **json, carom_error *refusal);

// The same of an impact: the ratio of its normal velocities, at its speed and with 1/W_nn for a mass; the device is run in that
// impact, and what it leaves is told beside what was given. kn is the target's.
bool carom_device_words_impact(const carom_converted *impact, const char *to, double kn, FILE *file, json_t **json,
                               carom_error *refusal);

#endif
