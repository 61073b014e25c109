// Computes bodies that have a given contact and writes them as a scenario file.
#ifndef CAROM_CLI_CONVERT_BODIES_TEXT_H
#define CAROM_CLI_CONVERT_BODIES_TEXT_H

#include <stddef.h>

#include "carom/carom.h"

// Selects the bodies that carom_bodies_text computes.
typedef enum carom_bodies_kind {
    CAROM_BODIES_FEWEST = 0, // as few bodies as possible
    CAROM_BODIES_TWO = 1,    // two bodies of finite mass
    CAROM_BODIES_RODS = 2    // point masses on rods (Chatterjee 1997, 10.4)
} carom_bodies_kind;

// Computes bodies with the W and v of a contact (carom/bodies.h) and writes them as the text of a file. `arm` is the
// free length from a centre of mass to the contact, or the length of the rods, m, > 0. `M_c` is a mass of the rods,
// kg; the other kinds do not use it. Writes at most `size` bytes with the final zero; `text` may be NULL. Returns the
// length of the whole text. Returns 0 and sets *status if there are no such bodies.
size_t carom_bodies_text(carom_bodies_kind as, const carom_contact *contact, double arm, double M_c, char *text,
                         size_t size, carom_status *status);

#endif
