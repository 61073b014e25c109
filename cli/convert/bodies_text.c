#include "cli/convert/bodies_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"
#include "carom/scenario.h"
#include "papers/rods.h"

static carom_status fewest(const carom_contact *c, double arm, carom_planar_pair *plane, carom_pair *space) {
    return c->dim == 2 ? carom_planar_pair_from_contact(c, arm, plane)
                       : carom_pair_from_contact(c, CAROM_PAIR_FEWEST, arm, space);
}

size_t carom_bodies_text(carom_bodies_kind as, const carom_contact *contact, double arm, double M_c, char *text,
                         size_t size, carom_status *status) {
    carom_planar_pair plane;
    carom_pair space;
    carom_rod_masses rods = {0};
    char about[256] = "two bodies that have the wanted W";
    if (!status || !contact) return 0;
    *status = CAROM_BAD_VALUE;
    switch (as) {
    case CAROM_BODIES_FEWEST: *status = fewest(contact, arm, &plane, &space); break;
    case CAROM_BODIES_TWO: *status = carom_pair_from_contact(contact, CAROM_PAIR_TWO, arm, &space); break;
    case CAROM_BODIES_RODS: *status = carom_rods_compute(contact, M_c, arm, &rods, &space); break;
    }
    if (*status != CAROM_OK) return 0;
    if (as == CAROM_BODIES_FEWEST && (contact->dim == 2 || isinf(space.b.mass)))
        snprintf(about, sizeof about, "one body that has the wanted W");
    else if (as == CAROM_BODIES_FEWEST)
        snprintf(about, sizeof about, "two bodies that have the wanted W: its least eigenvalue is double");
    else if (as == CAROM_BODIES_RODS)
        snprintf(about, sizeof about,
                 "point masses on rods that have the wanted W: M_a = %s, M_b = %s, M_c = %s, m = %s kg "
                 "(Chatterjee 1997, 10.4)",
                 CAROM_SHORT(rods.M_a, 10), CAROM_SHORT(rods.M_b, 10), CAROM_SHORT(rods.M_c, 10),
                 CAROM_SHORT(rods.m, 10));
    return contact->dim == 2 ? carom_scenario_write_planar_pair(&plane, about, text, size)
                             : carom_scenario_write_pair(&space, about, text, size);
}
