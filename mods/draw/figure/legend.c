// Draws the legend: inside the frame if there is free space, else below it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "sheet.h"

static const double row_height = 12.5, sample_width = 22.0, gap = 6.0, pad = 5.0;

// Returns true for the first series with this name, because each name is listed only once.
static bool is_listed(const carom_panel *panel, size_t index) {
    const carom_series *s = panel->series[index];
    if (s->style.unlisted || !s->name) return false;
    for (size_t i = 0; i < index; i++)
        if (!panel->series[i]->style.unlisted && panel->series[i]->name && !strcmp(panel->series[i]->name, s->name))
            return false;
    return true;
}

// One row of the legend: a name, or the continuation of a long name.
typedef struct {
    const carom_series *series; // NULL in the second row of a name
    char text[80];
} row;

enum { MOST_ROWS = 48, LONGEST_ROW = 34 };

// Returns the number of bytes of the name that belong to this row: all of them, or those up to the last comma that
// fits.
static int row_bytes(const char *name) {
    int fits = (int)strlen(name);
    if (fits <= LONGEST_ROW) return fits;
    for (int i = 1; i <= LONGEST_ROW; i++)
        if (name[i] == ' ' && name[i - 1] == ',') fits = i;
    return fits;
}

static int collect(const carom_panel *panel, row *rows, carom_legend_spot *spots) {
    int count = 0;
    for (size_t i = 0; i < panel->series_count; i++) {
        const carom_series *series = is_listed(panel, i) ? panel->series[i] : NULL;
        for (const char *at = series ? series->name : ""; *at && count < MOST_ROWS; at += *at == ' ') {
            const int bytes = row_bytes(at);
            rows[count].series = at == series->name ? series : NULL;
            spots[count].begins = rows[count].series != NULL;
            snprintf(rows[count++].text, sizeof rows->text, "%.*s", bytes, at);
            at += bytes;
        }
    }
    return count;
}

carom_legend carom_legend_measure(const carom_sheet *sheet, double most_width) {
    carom_legend legend = {0};
    row lines[MOST_ROWS];
    carom_legend_spot spots[MOST_ROWS];
    double widest = 0.0;
    legend.count = collect(sheet->panel, lines, spots);
    for (int i = 0; i < legend.count; i++)
        widest = fmax(widest, carom_text_width(sheet->cr, lines[i].text, CAROM_SIZE_TICK));
    if (!legend.count) return legend;
    legend.column_width = sample_width + gap + widest + 14.0;
    legend.columns = (int)fmax(1.0, fmin(legend.count, floor(most_width / legend.column_width)));
    const int rows = carom_legend_spread(spots, legend.count, legend.columns);
    legend.columns = spots[legend.count - 1].column + 1;
    legend.width = legend.columns * legend.column_width - 14.0 + 2.0 * pad;
    legend.height = rows * row_height + 2.0 * pad - 3.0;
    return legend;
}

bool carom_legend_fit(const carom_sheet *sheet, carom_legend *legend) {
    const carom_frame *f = &sheet->frame;
    const double within[4] = {f->left, f->top, f->right, f->bottom};
    double least = HUGE_VAL;
    *legend = carom_legend_measure(sheet, 1.0);
    if (!legend->count) return true;
    const double free_x = f->right - f->left - legend->width - 12.0,
                 free_y = f->bottom - f->top - legend->height - 12.0;
    if (free_x < 0.0 || free_y < 0.0) return false;
    // Try the corners first, then the middles of the sides.
    static const double corner[8][2] = {{1, 0}, {0, 0}, {1, 1}, {0, 1}, {0.5, 0}, {0.5, 1}, {1, 0.5}, {0, 0.5}};
    for (int i = 0; i < 8; i++) {
        const double left = f->left + 6.0 + corner[i][0] * free_x, top = f->top + 6.0 + corner[i][1] * free_y;
        const carom_box box = {left + 0.5 * legend->width, top + 0.5 * legend->height, legend->width + 4.0,
                               legend->height + 4.0, 0.0};
        const double crowd = carom_room_crowd(&sheet->room, &box, within, 100.0);
        if (!(crowd < least)) continue;
        least = crowd;
        legend->left = left;
        legend->top = top;
    }
    return legend->inside = least == 0.0;
}

void carom_legend_draw(carom_sheet *sheet, const carom_legend *legend) {
    row lines[MOST_ROWS];
    carom_legend_spot spots[MOST_ROWS];
    if (!legend->count) return;
    const int count = collect(sheet->panel, lines, spots);
    carom_legend_spread(spots, count, legend->columns);
    // Thin lines may lie behind the legend.
    if (legend->inside) {
        const carom_rgb paper = sheet->theme->paper;
        cairo_rectangle(sheet->cr, legend->left, legend->top, legend->width, legend->height);
        cairo_set_source_rgba(sheet->cr, paper.r, paper.g, paper.b, 0.85);
        cairo_fill(sheet->cr);
    }
    for (int i = 0; i < count; i++) {
        const double x = legend->left + pad + spots[i].column * legend->column_width;
        const double y = legend->top + pad + spots[i].place * row_height + 4.0;
        if (lines[i].series) carom_paint_sample(sheet, lines[i].series, x, y, sample_width);
        carom_text_draw(sheet->cr, lines[i].text, CAROM_SIZE_TICK, x + sample_width + gap, y + 0.36 * CAROM_SIZE_TICK,
                        sheet->theme->ink[CAROM_INK_TEXT], NULL);
    }
    if (legend->inside)
        carom_room_take_box(&sheet->room,
                            &(carom_box){legend->left + 0.5 * legend->width, legend->top + 0.5 * legend->height,
                                         legend->width, legend->height, 0.0},
                            6);
}
