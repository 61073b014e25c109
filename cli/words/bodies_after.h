// A scenario after its impact, as JSON and as words.
#ifndef CAROM_CLI_BODIES_AFTER_H
#define CAROM_CLI_BODIES_AFTER_H

#include <jansson.h>
#include <stdio.h>

#include "mods/scenario/bodies.h"

// What the impulse P at the colliding contact makes of the bodies, added to a JSON answer or as words for people.
void carom_bodies_json(const carom_bodies *bodies, const carom_outcome *outcome, json_t *object);
void carom_bodies_report(FILE *file, const carom_bodies *bodies, const carom_outcome *outcome);

#endif
