// A scenario after its impact, as words.
#ifndef CAROM_CLI_BODIES_AFTER_H
#define CAROM_CLI_BODIES_AFTER_H

#include <stdio.h>

#include "mods/scenario/bodies.h"

// What the impulse P at the colliding contact makes of the bodies, for people.
void carom_bodies_report(FILE *file, const carom_bodies *bodies, const carom_outcome *outcome);

// Free bodies before, and at the speeds u after.
void carom_bodies_report_free(FILE *file, const carom_bodies *bodies, const double *u);

#endif
