// The legend: inside the frame where nothing stands, else below it.
#include <math.h>
#include <string.h>

#include "sheet.h"

static const double row_height = 12.5, sample_width = 22.0, gap = 6.0, pad = 5.0;

// A name is listed once, however many series carry it.
static bool is_listed(const carom_panel *panel, size_t index) {
    const carom_series *s = panel->series[index];
    if (s->style.unlisted || !s->name) return false;
    for (size_t i = 0; i < index; i++)
        if (!panel->series[i]->style.unlisted && panel->series[i]->name && !strcmp(panel->series[i]->name, s->name))
            return false;
    return true;
}

carom_legend carom_legend_measure(const carom_sheet *sheet, double most_width) {
    carom_legend legend = {0};
    double widest = 0.0;
    for (size_t i = 0; i < sheet->panel->series_count; i++) {
        if (!is_listed(sheet->panel, i)) continue;
        legend.count++;
        widest = fmax(widest, carom_text_width(sheet->cr, sheet->panel->series[i]->name, CAROM_SIZE_TICK));
    }
    if (!legend.count) return legend;
    legend.column_width = sample_width + gap + widest + 14.0;
    legend.columns = (int)fmax(1.0, fmin(legend.count, floor(most_width / legend.column_width)));
    const int rows = (legend.count + legend.columns - 1) / legend.columns;
    legend.columns = (legend.count + rows - 1) / rows;
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
    // Corners first, then the middles of the sides.
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
    const carom_panel *panel = sheet->panel;
    if (!legend->count) return;
    const int rows = (legend->count + legend->columns - 1) / legend->columns;
    int index = 0;
    for (size_t i = 0; i < panel->series_count; i++) {
        if (!is_listed(panel, i)) continue;
        const double x = legend->left + pad + (index / rows) * legend->column_width;
        const double y = legend->top + pad + (index % rows) * row_height + 4.0;
        carom_paint_sample(sheet, panel->series[i], x, y, sample_width);
        carom_text_draw(sheet->cr, panel->series[i]->name, CAROM_SIZE_TICK, x + sample_width + gap,
                        y + 0.36 * CAROM_SIZE_TICK, sheet->theme->ink[CAROM_INK_TEXT], NULL);
        index++;
    }
    if (legend->inside)
        carom_room_take_box(&sheet->room,
                            &(carom_box){legend->left + 0.5 * legend->width, legend->top + 0.5 * legend->height,
                                         legend->width, legend->height, 0.0},
                            6);
}
