// Writes the result of a search for counterexamples as problems, scenarios and text.
#ifndef CAROM_CLI_SEARCH_WRITE_H
#define CAROM_CLI_SEARCH_WRITE_H

#include "carom/carom.h"
#include "cli/counterexample/counterexample.h"
#include "mods/scenario/problem.h"

// Return the problem as {"law","params","W","v"}, and write bodies with this W and v as a scenario file. The second
// returns false if there are no such bodies.
json_t *carom_finding_problem(const carom_law *law, const carom_finding *f);
bool carom_finding_scenario(const carom_law *law, const carom_finding *f, char *text, size_t size);

// Returns {"law","params","W","v"}, as `carom solve` reads it.
json_t *carom_system_finding_problem(const carom_system_search *search, const carom_system_finding *f);

// Return how far the search went and its result:
// {"law","guarantee","found","guaranteed","size","problem","scenario", ...}.
json_t *carom_search_json(const carom_search *search, const carom_finding *f);
json_t *carom_system_search_json(const carom_system_search *search, const carom_system_finding *f);

// Write the problem, such as "W 1 1; 1 2, v -1 -1, e 1/2, mu 3". Write the violation, such as "dE = 0.5 J".
void carom_finding_text(const carom_law *law, const carom_finding *f, char *text, size_t size);
void carom_system_finding_text(const carom_system_search *search, const carom_system_finding *f, char *text,
                               size_t size);
void carom_finding_wrong(unsigned promise, const carom_finding *f, char *text, size_t size);
void carom_system_finding_wrong(unsigned promise, const carom_system_finding *f, char *text, size_t size);

#endif
