// Draws the frame of a panel: ranges, ticks, labels.
#include <math.h>

#include "sheet.h"
#include "ticks.h"

double carom_page_x(const carom_frame *f, double x) {
    return f->left + (x - f->x0) / (f->x1 - f->x0) * (f->right - f->left);
}

double carom_page_y(const carom_frame *f, double y) {
    return f->bottom - (y - f->y0) / (f->y1 - f->y0) * (f->bottom - f->top);
}

void carom_set_ink(const carom_sheet *sheet, carom_ink ink, double opacity) {
    const carom_rgb c = sheet->theme->ink[ink];
    cairo_set_source_rgba(sheet->cr, c.r, c.g, c.b, opacity);
}

// Computes the range of the data along one axis; infinite lines do not count.
static void span(const carom_panel *panel, bool along_x, double *low, double *high) {
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (size_t s = 0; s < panel->series_count; s++) {
        const carom_series *series = panel->series[s];
        if (series->kind == CAROM_SERIES_RULE || series->kind == CAROM_SERIES_RAY) continue;
        for (size_t i = 0; i < series->count; i++) {
            const double value = along_x ? series->x[i] : series->y[i];
            if (isfinite(value)) *low = fmin(*low, value);
            if (isfinite(value)) *high = fmax(*high, value);
        }
    }
    if (!(*low < *high)) {
        const double middle = isfinite(*low) ? *low : 0.0;
        *low = middle - 1.0;
        *high = middle + 1.0;
    }
}

// Sets ranges that are not given to those of the data plus a margin.
static void choose_range(const carom_panel *panel, carom_frame *f) {
    double low, high;
    span(panel, true, &low, &high);
    f->x0 = isnan(panel->x.low) ? low - 0.03 * (high - low) : panel->x.low;
    f->x1 = isnan(panel->x.high) ? high + 0.03 * (high - low) : panel->x.high;
    span(panel, false, &low, &high);
    f->y0 = isnan(panel->y.low) ? low - 0.06 * (high - low) : panel->y.low;
    f->y1 = isnan(panel->y.high) ? high + 0.06 * (high - low) : panel->y.high;
}

// Gives one unit the same length on both axes, by extending the range of one axis.
static void make_equal(carom_frame *f) {
    const double width = f->right - f->left, height = f->bottom - f->top;
    const double unit = fmax((f->x1 - f->x0) / width, (f->y1 - f->y0) / height);
    const double more_x = 0.5 * (unit * width - (f->x1 - f->x0)), more_y = 0.5 * (unit * height - (f->y1 - f->y0));
    f->x0 -= more_x;
    f->x1 += more_x;
    f->y0 -= more_y;
    f->y1 += more_y;
}

// Returns the given step of the ticks. If none is given, places a tick about every 60 points across and 42 points up.
static double step_of(const carom_axis *axis, double low, double high, double length, double apart) {
    if (axis->step > 0.0) return axis->step;
    const int wanted = (int)fmax(2.0, length / apart);
    return carom_tick_step(low, high, wanted);
}

static double widest_tick(const carom_sheet *sheet, double step) {
    const carom_frame *f = &sheet->frame;
    double widest = 0.0, y;
    char text[32];
    for (int n = 0; carom_tick_at(f->y0, f->y1, step, n, &y); n++)
        widest =
            fmax(widest, carom_text_width(sheet->cr, carom_tick_text(y, step, text, sizeof text), CAROM_SIZE_TICK));
    return widest;
}

void carom_frame_lay(carom_sheet *sheet, const double cell[4], double reserve_right, double reserve_below) {
    const carom_panel *panel = sheet->panel;
    carom_frame *f = &sheet->frame;
    choose_range(panel, f);
    f->top = cell[1] + (panel->title ? 22.0 : 8.0);
    f->bottom = cell[3] - (panel->x.label ? 32.0 : 18.0) - reserve_below;
    const double step = step_of(&panel->y, f->y0, f->y1, f->bottom - f->top, 42.0);
    f->left = cell[0] + widest_tick(sheet, step) + (panel->y.label ? 24.0 : 10.0);
    f->right = cell[2] - 14.0 - reserve_right;
    if (panel->equal) make_equal(f);
}

bool carom_frame_clip(const carom_frame *f, const carom_series *line, double seen[4]) {
    const double x0 = carom_page_x(f, line->x[0]), y0 = carom_page_y(f, line->y[0]);
    const double dx = carom_page_x(f, line->x[1]) - x0, dy = carom_page_y(f, line->y[1]) - y0;
    double from = line->kind == CAROM_SERIES_RAY ? 0.0 : -HUGE_VAL, to = HUGE_VAL;
    // Each edge of the frame limits the parameter of the line from one side.
    const double edge[4][2] = {{-dx, x0 - f->left}, {dx, f->right - x0}, {-dy, y0 - f->top}, {dy, f->bottom - y0}};
    for (int i = 0; i < 4; i++) {
        const double rate = edge[i][0], room = edge[i][1];
        if (rate == 0.0 && room < 0.0) return false;
        if (rate > 0.0) to = fmin(to, room / rate);
        if (rate < 0.0) from = fmax(from, room / rate);
    }
    if (!(from < to) || !isfinite(from) || !isfinite(to)) return false;
    seen[0] = x0 + from * dx;
    seen[1] = y0 + from * dy;
    seen[2] = x0 + to * dx;
    seen[3] = y0 + to * dy;
    return true;
}

static void centred(const carom_sheet *sheet, const char *text, double size, double x, double y) {
    const double width = carom_text_width(sheet->cr, text, size);
    carom_text_draw(sheet->cr, text, size, x - 0.5 * width, y, sheet->theme->ink[CAROM_INK_TEXT], NULL);
}

static void tick(const carom_sheet *sheet, double x0, double y0, double x1, double y1) {
    cairo_move_to(sheet->cr, x0, y0);
    cairo_line_to(sheet->cr, x1, y1);
}

static void draw_x_ticks(const carom_sheet *sheet) {
    const carom_frame *f = &sheet->frame;
    char text[32];
    const double step = step_of(&sheet->panel->x, f->x0, f->x1, f->right - f->left, 56.0);
    double x;
    for (int n = 0; carom_tick_at(f->x0, f->x1, step, n, &x); n++) {
        const double at = carom_page_x(f, x);
        carom_set_ink(sheet, CAROM_INK_TEXT, 1.0);
        tick(sheet, at, f->bottom, at, f->bottom - 3.5);
        tick(sheet, at, f->top, at, f->top + 3.5);
        cairo_stroke(sheet->cr);
        centred(sheet, carom_tick_text(x, step, text, sizeof text), CAROM_SIZE_TICK, at, f->bottom + 11.0);
    }
}

static void draw_y_ticks(const carom_sheet *sheet) {
    const carom_frame *f = &sheet->frame;
    char text[32];
    const double step = step_of(&sheet->panel->y, f->y0, f->y1, f->bottom - f->top, 42.0);
    double y;
    for (int n = 0; carom_tick_at(f->y0, f->y1, step, n, &y); n++) {
        const double at = carom_page_y(f, y);
        carom_set_ink(sheet, CAROM_INK_TEXT, 1.0);
        tick(sheet, f->left, at, f->left + 3.5, at);
        tick(sheet, f->right, at, f->right - 3.5, at);
        cairo_stroke(sheet->cr);
        carom_tick_text(y, step, text, sizeof text);
        carom_text_draw(sheet->cr, text, CAROM_SIZE_TICK,
                        f->left - 4.0 - carom_text_width(sheet->cr, text, CAROM_SIZE_TICK), at + 0.36 * CAROM_SIZE_TICK,
                        sheet->theme->ink[CAROM_INK_TEXT], NULL);
    }
}

static void draw_labels(const carom_sheet *sheet) {
    const carom_frame *f = &sheet->frame;
    const carom_panel *panel = sheet->panel;
    cairo_t *cr = sheet->cr;
    if (panel->x.label) centred(sheet, panel->x.label, CAROM_SIZE_LABEL, 0.5 * (f->left + f->right), f->bottom + 25.0);
    if (panel->title)
        carom_text_draw(cr, panel->title, CAROM_SIZE_LABEL, f->left, f->top - 7.0, sheet->theme->ink[CAROM_INK_TEXT],
                        NULL);
    if (!panel->y.label) return;
    const double step = step_of(&panel->y, f->y0, f->y1, f->bottom - f->top, 42.0);
    cairo_save(cr);
    cairo_translate(cr, f->left - 10.0 - widest_tick(sheet, step), 0.5 * (f->top + f->bottom));
    cairo_rotate(cr, -1.57079632679489662);
    centred(sheet, panel->y.label, CAROM_SIZE_LABEL, 0.0, 0.0);
    cairo_restore(cr);
}

void carom_frame_draw(const carom_sheet *sheet) {
    const carom_frame *f = &sheet->frame;
    cairo_t *cr = sheet->cr;
    cairo_set_dash(cr, NULL, 0, 0.0);
    cairo_set_line_width(cr, 0.7);
    carom_set_ink(sheet, CAROM_INK_TEXT, 1.0);
    cairo_rectangle(cr, f->left, f->top, f->right - f->left, f->bottom - f->top);
    cairo_stroke(cr);
    draw_x_ticks(sheet);
    draw_y_ticks(sheet);
    draw_labels(sheet);
}
