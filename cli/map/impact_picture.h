// Draws an impact at several contacts.
#ifndef CAROM_IMPACT_PICTURE_H
#define CAROM_IMPACT_PICTURE_H

#include "carom/systems.h"
#include "cli/map/impact_outcomes.h"
#include "mods/draw/figure/figure.h"

// Draws velocities before and after, and impulses in their friction cones, of 2D contacts.
carom_figure *carom_impact_contacts_figure(const carom_problem *problem, const carom_system_result *outcome);

// Draws the bodies in their places with the impulse at every contact. Returns false if there are no places: a
// mechanism, contacts given by W, or too many parts for a picture. Returns true and sets NULL if there is not enough
// memory.
bool carom_impact_scene_figure(const carom_problem *problem, const carom_system_result *outcome, carom_figure **figure);

// Draws the set of outcomes. For every two neighbouring contacts it shows their normal velocities after the impact, for
// one contact its slip and normal velocity. Draws the bound, the samples and the result of each method of the problem's
// modules.
carom_figure *carom_impact_outcomes_figure(carom_problem *problem, const carom_impact_outcomes *set);

#endif
