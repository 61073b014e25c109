// What a search for counterexamples found, as problems, scenarios and words.
#ifndef CAROM_CLI_SEARCH_WRITE_H
#define CAROM_CLI_SEARCH_WRITE_H

#include "carom/carom.h"
#include "cli/counterexample/counterexample.h"
#include "mods/scenario/problem.h"

// {"law","params","W","v"}; and bodies that have this W and v, the text of a file for every verb that reads scenarios:
// false if there are none.
json_t *carom_finding_problem(const carom_law *law, const carom_finding *f);
bool carom_finding_scenario(const carom_law *law, const carom_finding *f, char *text, size_t size);

// {"law","params","W","v"}, as `carom solve` reads it.
json_t *carom_finding_many_problem(const carom_search_many *search, const carom_finding_many *f);

// How far it looked, and what it found: {"law","guarantee","found","guaranteed","size","problem","scenario", ...}.
json_t *carom_search_json(const carom_search *search, const carom_finding *f);
json_t *carom_search_many_json(const carom_search_many *search, const carom_finding_many *f);

// "W 1 1; 1 2, v -1 -1, e 1/2, mu 3"; and what is wrong with it: "dE = 0.5 J".
void carom_finding_text(const carom_law *law, const carom_finding *f, char *text, size_t size);
void carom_finding_many_text(const carom_search_many *search, const carom_finding_many *f, char *text, size_t size);
void carom_finding_wrong(unsigned promise, const carom_finding *f, char *text, size_t size);
void carom_finding_many_wrong(unsigned promise, const carom_finding_many *f, char *text, size_t size);

#endif
