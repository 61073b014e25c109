// Builds a figure in memory.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mods/draw/figure/figure.h"

// Allocates memory of a figure and records a failure in the figure. All memory of figures is allocated here.
static void *grow(carom_figure *figure, void *memory, size_t count, size_t size) {
    void *larger = count <= SIZE_MAX / size ? realloc(memory, count * size) : NULL;
    if (!larger) figure->failed = true;
    return larger;
}

static void keep_text(carom_figure *figure, char **slot, const char *text) {
    char *copy = text ? grow(figure, NULL, strlen(text) + 1, 1) : NULL;
    if (copy) strcpy(copy, text);
    free(*slot);
    *slot = copy;
}

carom_figure *carom_figure_create(const char *name, double width, double height) {
    carom_figure *figure = calloc(1, sizeof *figure);
    if (!figure) return NULL;
    figure->width = width;
    figure->height = height;
    figure->columns = 1;
    keep_text(figure, &figure->name, name);
    return figure;
}

carom_panel *carom_figure_panel(carom_figure *figure) {
    if (!figure || figure->panel_count == CAROM_MAX_PANELS) return NULL;
    carom_panel *panel = grow(figure, NULL, 1, sizeof *panel);
    if (!panel) return NULL;
    const carom_axis open = {.low = (double)NAN, .high = (double)NAN};
    *panel = (carom_panel){.figure = figure, .x = open, .y = open};
    return figure->panels[figure->panel_count++] = panel;
}

void carom_figure_caption(carom_figure *figure, const char *text) {
    if (figure) keep_text(figure, &figure->caption, text);
}

void carom_figure_title(carom_figure *figure, const char *text) {
    if (figure) keep_text(figure, &figure->title, text);
}

void carom_panel_title(carom_panel *panel, const char *text) {
    if (panel) keep_text(panel->figure, &panel->title, text);
}

void carom_panel_axes(carom_panel *panel, const char *x, const char *y) {
    if (!panel) return;
    keep_text(panel->figure, &panel->x.label, x);
    keep_text(panel->figure, &panel->y.label, y);
}

void carom_panel_range(carom_panel *panel, double x_low, double x_high, double y_low, double y_high) {
    if (!panel) return;
    panel->x.low = x_low;
    panel->x.high = x_high;
    panel->y.low = y_low;
    panel->y.high = y_high;
}

carom_series *carom_panel_series(carom_panel *panel, carom_series_kind kind, const char *name, carom_style style) {
    if (!panel) return NULL;
    carom_figure *figure = panel->figure;
    carom_series **more = grow(figure, panel->series, panel->series_count + 1, sizeof *more);
    if (!more) return NULL;
    panel->series = more;
    carom_series *series = grow(figure, NULL, 1, sizeof *series);
    if (!series) return NULL;
    *series = (carom_series){.panel = panel, .kind = kind, .style = style};
    keep_text(figure, &series->name, name ? name : "");
    return panel->series[panel->series_count++] = series;
}

carom_series *carom_panel_line(carom_panel *panel, const char *name, carom_style style) {
    return carom_panel_series(panel, CAROM_SERIES_LINE, name, style);
}

void carom_series_add(carom_series *series, double x, double y) {
    if (!series) return;
    if (series->count == series->capacity) {
        const size_t capacity = series->capacity ? 2 * series->capacity : 8;
        double *more_x = grow(series->panel->figure, series->x, capacity, sizeof *more_x);
        if (more_x) series->x = more_x;
        double *more_y = grow(series->panel->figure, series->y, capacity, sizeof *more_y);
        if (more_y) series->y = more_y;
        if (!more_x || !more_y) return;
        series->capacity = capacity;
    }
    series->x[series->count] = x;
    series->y[series->count++] = y;
}

void carom_series_label(carom_series *series, const char *text) {
    if (series) keep_text(series->panel->figure, &series->label, text);
}

carom_series *carom_panel_rule(carom_panel *panel, const char *name, carom_style style, double a, double b, double c) {
    const double square = a * a + b * b;
    if (!(square > 0.0) || !isfinite(square) || !isfinite(c)) return NULL;
    carom_series *rule = carom_panel_series(panel, CAROM_SERIES_RULE, name, style);
    // The point nearest to the origin, and another on the line.
    carom_series_add(rule, a * c / square, b * c / square);
    carom_series_add(rule, a * c / square - b / sqrt(square), b * c / square + a / sqrt(square));
    return rule;
}

static carom_note *add_note(carom_panel *panel, double x, double y, const char *text, carom_ink ink) {
    carom_note *more = grow(panel->figure, panel->notes, panel->note_count + 1, sizeof *more);
    if (!more) return NULL;
    panel->notes = more;
    carom_note *note = &more[panel->note_count++];
    *note = (carom_note){.x = x, .y = y, .ink = ink};
    keep_text(panel->figure, &note->text, text);
    return note;
}

void carom_panel_note(carom_panel *panel, double x, double y, const char *text, carom_ink ink) {
    if (panel) add_note(panel, x, y, text, ink);
}

void carom_panel_name(carom_panel *panel, double x, double y, const char *text, carom_ink ink) {
    carom_note *note = panel ? add_note(panel, x, y, text, ink) : NULL;
    if (note) note->centred = true;
}

carom_field *carom_panel_field(carom_panel *panel, int nx, int ny, const char *label) {
    if (!panel || panel->field) return NULL;
    if (nx < 2 || ny < 2 || nx > CAROM_MAX_CELLS || ny > CAROM_MAX_CELLS) return NULL;
    carom_field *field = grow(panel->figure, NULL, 1, sizeof *field);
    if (!field) return NULL;
    *field = (carom_field){.nx = nx, .ny = ny};
    field->value = grow(panel->figure, NULL, (size_t)nx * (size_t)ny, sizeof *field->value);
    if (!field->value) {
        free(field);
        return NULL;
    }
    keep_text(panel->figure, &field->label, label);
    return panel->field = field;
}

void carom_field_kind(carom_panel *panel, int kind, const char *name) {
    if (!panel || !panel->field || kind < 0 || kind >= CAROM_MAX_KINDS) return;
    keep_text(panel->figure, &panel->field->kind_name[kind], name);
    if (kind >= panel->field->kinds) panel->field->kinds = kind + 1;
}

static void free_series(carom_series *series) {
    free(series->name);
    free(series->label);
    free(series->x);
    free(series->y);
    free(series);
}

static void free_field(carom_field *field) {
    if (!field) return;
    for (int i = 0; i < CAROM_MAX_KINDS; i++) free(field->kind_name[i]);
    free(field->label);
    free(field->value);
    free(field);
}

static void free_panel(carom_panel *panel) {
    for (size_t i = 0; i < panel->series_count; i++) free_series(panel->series[i]);
    for (size_t i = 0; i < panel->note_count; i++) free(panel->notes[i].text);
    free_field(panel->field);
    free(panel->series);
    free(panel->notes);
    free(panel->title);
    free(panel->x.label);
    free(panel->y.label);
    free(panel);
}

void carom_figure_free(carom_figure *figure) {
    if (!figure) return;
    for (int i = 0; i < figure->panel_count; i++) free_panel(figure->panels[i]);
    free(figure->name);
    free(figure->caption);
    free(figure->title);
    free(figure);
}
