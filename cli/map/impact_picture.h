// An impact at several contacts as a picture.
#ifndef CAROM_IMPACT_PICTURE_H
#define CAROM_IMPACT_PICTURE_H

#include "carom/systems.h"
#include "cli/map/impact_outcomes.h"
#include "mods/draw/figure/figure.h"

// Velocities before and after, and impulses in their friction cones, of planar contacts.
carom_figure *carom_impact_contacts_figure(const carom_impact_problem *problem, const carom_system_result *outcome);

// The bodies in their places with what every contact got. False where they have none: a mechanism, planted contacts, or more
// parts than a picture holds. True with NULL: memory ended.
bool carom_impact_scene_figure(const carom_impact_problem *problem, const carom_system_result *outcome,
                               carom_figure **figure);

// The set of outcomes: of each two neighbouring contacts the normal velocities afterwards, of one contact its slip and its
// normal velocity. What no outcome leaves, the draws, and where each method of the problem's modules ends.
carom_figure *carom_impact_outcomes_figure(carom_impact_problem *problem, const carom_impact_outcomes *set);

#endif
