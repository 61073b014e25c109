// Bodies for a wanted contact, as the text of a file.
#include "carom/scenario.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/decimal.h"

static carom_status fewest(const carom_contact *c, double arm, carom_planar_pair *plane, carom_pair *space) {
    return c->dim == 2 ? carom_planar_pair_from_contact(c, arm, plane) : carom_realise(c, arm, space);
}

size_t carom_scenario_realise(carom_realised_as as, const carom_contact *contact, double arm, double M_c, char *text,
                              size_t size, carom_status *status) {
    carom_planar_pair plane;
    carom_pair space;
    carom_rods rods = {0};
    char about[256] = "two bodies that have the wanted W";
    if (!status || !contact) return 0;
    *status = CAROM_BAD_VALUE;
    switch (as) {
    case CAROM_AS_BODIES: *status = fewest(contact, arm, &plane, &space); break;
    case CAROM_AS_TWO_BODIES: *status = carom_realise_two(contact, arm, &space); break;
    case CAROM_AS_RODS: *status = carom_realise_rods(contact, M_c, arm, &rods, &space); break;
    }
    if (*status != CAROM_OK) return 0;
    if (as == CAROM_AS_BODIES && (contact->dim == 2 || isinf(space.b.mass)))
        snprintf(about, sizeof about, "one body that has the wanted W");
    else if (as == CAROM_AS_BODIES)
        snprintf(about, sizeof about, "two bodies that have the wanted W: its least eigenvalue is double");
    else if (as == CAROM_AS_RODS)
        snprintf(about, sizeof about,
                 "point masses on rods that have the wanted W: M_a = %s, M_b = %s, M_c = %s, m = %s kg "
                 "(Chatterjee 1997, 10.4)",
                 CAROM_SHORT(rods.M_a, 10), CAROM_SHORT(rods.M_b, 10), CAROM_SHORT(rods.M_c, 10),
                 CAROM_SHORT(rods.m, 10));
    return contact->dim == 2 ? carom_scenario_write_planar_pair(&plane, about, text, size)
                             : carom_scenario_write_pair(&space, about, text, size);
}
