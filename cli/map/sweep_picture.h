// Draws the histograms of a sweep.
#ifndef CAROM_CLI_SWEEP_PICTURE_H
#define CAROM_CLI_SWEEP_PICTURE_H

#include "carom/sweep.h"
#include "mods/draw/figure/figure.h"
#include "mods/scenario/units.h"

// Draws a panel for each output with a histogram, at most CAROM_MAX_PANELS, with a stepped line for each law, as
// probability density. `asked` is the number of outputs with a histogram. Returns NULL if there is none, or not enough
// memory.
carom_figure *carom_sweep_figure(carom_sweep_results *results, const carom_units *units, int *asked);

// Draws at most `most` of the outputs with a histogram, beginning with number `first`. Returns NULL if there is none.
carom_figure *carom_sweep_figure_part(carom_sweep_results *results, const carom_units *units, int first, int most,
                                      int *asked);

#endif
