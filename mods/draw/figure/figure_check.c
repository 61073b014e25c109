#include "figure_check.h"

#include <math.h>

static bool sound_style(const carom_style *style) {
    return (unsigned)style->ink < CAROM_INK_COUNT && (unsigned)style->dash <= CAROM_LONG &&
           (unsigned)style->mark < CAROM_MARK_COUNT && isfinite(style->width) && isfinite(style->fill);
}

static bool sound_series(const carom_series *s) {
    return s && (unsigned)s->kind <= CAROM_SERIES_ARROW && sound_style(&s->style) && s->name &&
           s->count <= s->capacity && (s->count == 0 || (s->x && s->y));
}

// Checks a field. Kinds are integers below `kinds`; NaN is left blank.
static bool sound_field(const carom_field *f) {
    if (!f) return true;
    if (f->nx < 2 || f->ny < 2 || f->nx > CAROM_MAX_CELLS || f->ny > CAROM_MAX_CELLS || !f->value) return false;
    if (f->kinds < 0 || f->kinds > CAROM_MAX_KINDS) return false;
    for (size_t i = 0; f->kinds && i < (size_t)f->nx * (size_t)f->ny; i++)
        if (!isnan(f->value[i]) && !(f->value[i] >= 0.0 && f->value[i] < f->kinds)) return false;
    return true;
}

static bool sound_panel(const carom_panel *panel) {
    if (!panel || isinf(panel->x.low) || isinf(panel->x.high) || isinf(panel->y.low) || isinf(panel->y.high) ||
        !(panel->x.step >= 0.0 && panel->y.step >= 0.0) || !sound_field(panel->field))
        return false;
    for (size_t i = 0; i < panel->series_count; i++)
        if (!sound_series(panel->series[i])) return false;
    for (size_t i = 0; i < panel->note_count; i++)
        if ((unsigned)panel->notes[i].ink >= CAROM_INK_COUNT) return false;
    return true;
}

carom_status carom_figure_sound(const carom_figure *figure) {
    if (!figure || figure->failed) return CAROM_NO_MEMORY;
    if (!(figure->width > 0.0 && figure->height > 0.0 && isfinite(figure->width) && isfinite(figure->height)) ||
        figure->columns < 1 || figure->panel_count < 0 || figure->panel_count > CAROM_MAX_PANELS)
        return CAROM_BAD_FIGURE;
    for (int i = 0; i < figure->panel_count; i++)
        if (!sound_panel(figure->panels[i])) return CAROM_BAD_FIGURE;
    return CAROM_OK;
}
