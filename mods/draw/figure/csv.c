// Writes the data of a figure, one point per row.
#include <math.h>
#include <string.h>

#include "base/decimal.h"
#include "figure_check.h"
#include "support/atomic_file/cell.h"

// Writes the shortest digits that read back as the same double; NaN is an empty cell.
static void put_number(FILE *file, double value) {
    char text[32];
    if (!isnan(value)) fputs(carom_decimal(value, text), file);
}

static void put_row(FILE *file, int panel, const char *name, double x, double y) {
    fprintf(file, "%d,", panel + 1);
    carom_csv_cell(file, name);
    fputc(',', file);
    put_number(file, x);
    fputc(',', file);
    put_number(file, y);
}

static double at(const carom_axis *axis, int index, int count) {
    return axis->low + (axis->high - axis->low) * index / (count - 1);
}

static void put_field(FILE *file, int number, const carom_panel *panel) {
    const carom_field *field = panel->field;
    for (int j = 0; j < field->ny; j++) {
        for (int i = 0; i < field->nx; i++) {
            const double value = field->value[(size_t)j * (size_t)field->nx + (size_t)i];
            put_row(file, number, field->label ? field->label : "value", at(&panel->x, i, field->nx),
                    at(&panel->y, j, field->ny));
            fputc(',', file);
            if (field->kinds > 0 && value >= 0.0 && field->kind_name[(int)value])
                carom_csv_cell(file, field->kind_name[(int)value]);
            else
                put_number(file, value);
            fputc('\n', file);
        }
    }
}

static void put_caption(FILE *file, const char *caption, bool fields) {
    char line[512];
    while (caption && *caption) {
        const size_t length = strcspn(caption, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, caption);
        fputs("0,", file);
        carom_csv_cell(file, line);
        fputs(fields ? ",,,\n" : ",,\n", file);
        caption += length + (caption[length] == '\n');
    }
}

carom_status carom_figure_write_csv(const carom_figure *figure, FILE *file) {
    const carom_status sound = carom_figure_sound(figure);
    if (sound != CAROM_OK) return sound;
    if (!file) return CAROM_CANNOT_WRITE;
    bool fields = false;
    for (int p = 0; p < figure->panel_count; p++) fields = fields || figure->panels[p]->field;
    fputs(fields ? "panel,series,x,y,value\n" : "panel,series,x,y\n", file);
    if (!fields) put_caption(file, figure->title, fields);
    put_caption(file, figure->caption, fields);
    for (int p = 0; p < figure->panel_count; p++) {
        const carom_panel *panel = figure->panels[p];
        if (panel->field) put_field(file, p, panel);
        for (size_t s = 0; s < panel->series_count; s++) {
            const carom_series *series = panel->series[s];
            for (size_t i = 0; i < series->count; i++) {
                put_row(file, p, series->name, series->x[i], series->y[i]);
                fputs(fields ? ",\n" : "\n", file);
            }
        }
    }
    return ferror(file) ? CAROM_CANNOT_WRITE : CAROM_OK;
}
