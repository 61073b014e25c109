// Defines macros of ISO C's math.h that Eva's math.h lacks. It is included before every source.
#ifndef CAROM_EVA_ISO_H
#define CAROM_EVA_ISO_H

#include <math.h>
#define isgreater(a, b) ((a) > (b))
#define isless(a, b)    ((a) < (b))

#endif
