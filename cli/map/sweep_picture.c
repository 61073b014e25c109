#include "cli/map/sweep_picture.h"

#include "carom/sweep.h"
#include "mods/draw/figure/figure.h"
#include "mods/sweep/reported.h"
#include "tables/looks.h"

// Adds a histogram. Each law has its colour; laws with the same colour have different dashes.
static void add_histogram(carom_sweep_results *results, const carom_units *units, carom_panel *panel, int k, int law) {
    const carom_sweep *study = carom_sweep_study(results);
    const carom_sweep_output info = carom_sweep_output_at(study, k);
    const uint64_t *bins = carom_sweep_histogram(results, law, k);
    const double answers = (double)carom_sweep_count(results, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
    const double factor = carom_units_find(units, info.unit).factor, low = factor * info.low;
    const double width = factor * (info.high - info.low) / CAROM_SWEEP_BINS;
    const carom_look look = carom_law_look(carom_sweep_name(study, CAROM_SWEEP_NAME_LAW, law));
    int same = 0;
    for (int other = 0; other < law; other++)
        same += carom_law_look(carom_sweep_name(study, CAROM_SWEEP_NAME_LAW, other)).ink == look.ink;
    const carom_style style = {.ink = (carom_ink)look.ink, .dash = (carom_dash)(same % (CAROM_LONG + 1)), .width = 1.5};
    carom_series *line = carom_panel_line(panel, carom_sweep_name(study, CAROM_SWEEP_NAME_LAW, law), style);
    for (int i = 0; i < CAROM_SWEEP_BINS; i++) {
        const double density = answers > 0.0 ? (double)bins[i + 1] / answers / width : 0.0;
        carom_series_add(line, low + i * width, density);
        carom_series_add(line, low + (i + 1) * width, density);
    }
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
        char label[128];
        if (!info.histogram || figure->panel_count == panels || first-- > 0) continue;
        carom_panel *panel = carom_figure_panel(figure);
        carom_panel_axes(panel, carom_sweep_label(&info, units, label, sizeof label), "density");
        for (int law = 0; law < shape.laws; law++) add_histogram(results, units, panel, k, law);
    }
    return figure;
}
