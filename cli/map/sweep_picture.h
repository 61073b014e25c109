// The histograms of a sweep as a picture.
#ifndef CAROM_MAP_PICTURE_SWEEP_H
#define CAROM_MAP_PICTURE_SWEEP_H

#include "carom/sweep.h"
#include "mods/draw/figure/figure.h"

// A panel for each output with a histogram, at most CAROM_MAX_PANELS; a stepped line for each law, as probability density.
// `asked` is how many have one. NULL if none has, or memory ends.
carom_figure *carom_sweep_figure(carom_sweep_results *results, int *asked);

#endif
