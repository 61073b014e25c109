#include "cli/map/sweep_picture.h"

#include <math.h>
#include <stdlib.h>

#include "carom/sweep.h"
#include "mods/draw/figure/figure.h"
#include "mods/sweep/reported.h"
#include "tables/looks.h"

// The bins of a histogram that have samples of any law.
typedef struct {
    int first, end;    // empty if they are equal
    double low, width; // of all bins, in the unit shown
} used_bins;

static used_bins bins_of(carom_sweep_results *results, const carom_units *units, int k) {
    const carom_sweep *study = carom_sweep_study(results);
    const carom_sweep_output info = carom_sweep_output_at(study, k);
    const double factor = carom_units_find(units, info.unit).factor;
    used_bins b = {CAROM_SWEEP_BINS, 0, factor * info.low, factor * (info.high - info.low) / CAROM_SWEEP_BINS};
    for (int law = 0; law < carom_sweep_describe(study).laws; law++) {
        const uint64_t *bins = carom_sweep_histogram(results, law, k);
        for (int i = 0; i < CAROM_SWEEP_BINS; i++) {
            if (!bins[i + 1]) continue;
            b.first = i < b.first ? i : b.first;
            b.end = i + 1 > b.end ? i + 1 : b.end;
        }
    }
    if (b.first >= b.end) b.first = 0, b.end = CAROM_SWEEP_BINS;
    return b;
}

// Adds a histogram. Each law has its colour; laws with the same colour have different dashes.
static void add_histogram(carom_sweep_results *results, const used_bins *b, carom_panel *panel, int k, int law) {
    const carom_sweep *study = carom_sweep_study(results);
    const uint64_t *bins = carom_sweep_histogram(results, law, k);
    const double answers = (double)carom_sweep_count(results, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
    const carom_look look = carom_law_look(carom_sweep_name(study, CAROM_SWEEP_NAME_LAW, law));
    int same = 0;
    for (int other = 0; other < law; other++)
        same += carom_law_look(carom_sweep_name(study, CAROM_SWEEP_NAME_LAW, other)).ink == look.ink;
    const carom_style style = {.ink = (carom_ink)look.ink, .dash = (carom_dash)(same % (CAROM_LONG + 1)), .width = 1.5};
    carom_series *line = carom_panel_line(panel, carom_sweep_name(study, CAROM_SWEEP_NAME_LAW, law), style);
    carom_series_add(line, b->low + b->first * b->width, 0.0);
    for (int i = b->first; i < b->end; i++) {
        const double density = answers > 0.0 ? (double)bins[i + 1] / answers / b->width : 0.0;
        carom_series_add(line, b->low + i * b->width, density);
        carom_series_add(line, b->low + (i + 1) * b->width, density);
    }
    carom_series_add(line, b->low + b->end * b->width, 0.0);
}

// Returns true if no result of any law is negative.
static bool is_positive(carom_sweep_results *results, int k) {
    const carom_sweep_info shape = carom_sweep_describe(carom_sweep_study(results));
    const size_t n = (size_t)(shape.inputs + shape.outputs);
    double *least = calloc(n, sizeof *least);
    bool positive = least != NULL;
    for (int law = 0; law < shape.laws && positive; law++) {
        carom_sweep_moments(results, law, NULL, NULL, least, NULL);
        positive = !(least[shape.inputs + k] < 0.0);
    }
    free(least);
    return positive;
}

static void add_panel(carom_sweep_results *results, const carom_units *units, carom_figure *figure, int k) {
    const carom_sweep *study = carom_sweep_study(results);
    const carom_sweep_output info = carom_sweep_output_at(study, k);
    const used_bins b = bins_of(results, units, k);
    const double low = b.low + b.first * b.width, high = b.low + b.end * b.width, margin = 0.03 * (high - low);
    char label[128];
    carom_panel *panel = carom_figure_panel(figure);
    carom_panel_axes(panel, carom_sweep_label(&info, units, label, sizeof label), "density");
    for (int law = 0; law < carom_sweep_describe(study).laws; law++) add_histogram(results, &b, panel, k, law);
    // The axis of a speed does not begin below 0, and a density has no negative values. The first bin may.
    carom_panel_range(panel, is_positive(results, k) ? fmax(low - margin, 0.0) : low - margin, high + margin, 0.0,
                      (double)NAN);
}

carom_figure *carom_sweep_figure(carom_sweep_results *results, const carom_units *units, int *asked) {
    return carom_sweep_figure_part(results, units, 0, CAROM_MAX_PANELS, asked);
}

carom_figure *carom_sweep_figure_part(carom_sweep_results *results, const carom_units *units, int first, int most,
                                      int *asked) {
    const carom_sweep *study = carom_sweep_study(results);
    const carom_sweep_info shape = carom_sweep_describe(study);
    *asked = 0;
    for (int k = 0; k < shape.outputs; k++) *asked += carom_sweep_output_at(study, k).histogram;
    if (*asked <= first) return NULL;
    const int panels = *asked - first < most ? *asked - first : most;
    carom_figure *figure = carom_figure_create("sweep", panels > 1 ? 720.0 : 420.0, 300.0 * ((panels + 1) / 2));
    if (figure && panels > 1) figure->columns = 2;
    char title[96];
    snprintf(title, sizeof title, "%llu samples, seed %llu", (unsigned long long)carom_sweep_done(results),
             (unsigned long long)shape.seed);
    carom_figure_title(figure, title);
    for (int k = 0; k < shape.outputs && figure; k++) {
        const carom_sweep_output info = carom_sweep_output_at(study, k);
        if (info.histogram && figure->panel_count < panels && first-- <= 0) add_panel(results, units, figure, k);
    }
    return figure;
}
