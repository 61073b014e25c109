// Why a law takes its mode, in words with the numbers that decide.
#ifndef CAROM_CLI_REASON_H
#define CAROM_CLI_REASON_H

#include "mods/scenario/problem.h"

// Laws that stick if they can: what sticking takes, beside what friction gives. False for a law that decides otherwise.
bool carom_reason_ratio(const carom_problem *problem, carom_mode mode, char *text, size_t size);

// Why Routh's law takes its course in the plane.
void carom_reason_slip(const carom_contact *contact, const carom_params *params, char *text, size_t size);

#endif
