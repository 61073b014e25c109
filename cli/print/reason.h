// Explains why a law takes its mode, with the numbers that decide.
#ifndef CAROM_CLI_REASON_H
#define CAROM_CLI_REASON_H

#include "mods/scenario/problem.h"

// Explains laws that stick whenever friction suffices: compares the impulse ratio that sticking requires with mu.
// Returns false for laws that choose their mode by another rule.
bool carom_reason_ratio(const carom_problem *problem, carom_mode mode, char *text, size_t size);

// Explains the course of the slip with Routh's law in 2D.
void carom_reason_slip(const carom_contact *contact, const carom_params *params, char *text, size_t size);

#endif
