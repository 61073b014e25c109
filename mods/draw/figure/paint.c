// Draws lines, areas, marks and arrows.
#include <math.h>

#include "sheet.h"

static const double mark_radius = 3.2;

static void begin_stroke(const carom_sheet *sheet, const carom_style *style) {
    carom_set_ink(sheet, style->ink, 1.0);
    cairo_set_line_width(sheet->cr, style->width);
    cairo_set_line_cap(sheet->cr, style->dash == CAROM_SOLID ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(sheet->cr, CAIRO_LINE_JOIN_ROUND);
    carom_theme_dash(sheet->cr, style->dash, style->width);
}

// Draws a regular shape of n corners, with inner corners at `inner` of the radius; n = 0 is a circle.
static void shape(cairo_t *cr, double x, double y, double radius, int corners, double turn, double inner) {
    if (!corners) {
        cairo_new_sub_path(cr);
        cairo_arc(cr, x, y, radius, 0.0, 6.28318530717958648);
        return;
    }
    const int points = inner < 1.0 ? 2 * corners : corners;
    for (int i = 0; i < points; i++) {
        const double r = inner < 1.0 && i % 2 ? inner * radius : radius;
        const double angle = turn + 6.28318530717958648 * i / points;
        if (i == 0)
            cairo_move_to(cr, x + r * cos(angle), y + r * sin(angle));
        else
            cairo_line_to(cr, x + r * cos(angle), y + r * sin(angle));
    }
    cairo_close_path(cr);
}

static void crossed(cairo_t *cr, double x, double y, double radius, double turn) {
    for (int i = 0; i < 4; i++) {
        const double angle = turn + 1.57079632679489662 * i;
        cairo_move_to(cr, x, y);
        cairo_line_to(cr, x + radius * cos(angle), y + radius * sin(angle));
    }
}

static void draw_mark(const carom_sheet *sheet, const carom_style *style, double x, double y) {
    static const struct {
        int corners;
        double turn, inner, size;
    } shapes[CAROM_MARK_COUNT] = {[CAROM_MARK_DISC] = {0, 0.0, 1.0, 0.95},
                                  [CAROM_MARK_RING] = {0, 0.0, 1.0, 1.0},
                                  [CAROM_MARK_SQUARE] = {4, 0.785398163, 1.0, 1.25},
                                  [CAROM_MARK_DIAMOND] = {4, 0.0, 1.0, 1.35},
                                  [CAROM_MARK_TRIANGLE] = {3, -1.570796327, 1.0, 1.35},
                                  [CAROM_MARK_DOWN] = {3, 1.570796327, 1.0, 1.35},
                                  [CAROM_MARK_STAR] = {5, -1.570796327, 0.42, 1.6}};
    cairo_t *cr = sheet->cr;
    const carom_rgb paper = sheet->theme->paper;
    cairo_set_dash(cr, NULL, 0, 0.0);
    cairo_new_path(cr);
    if (style->mark == CAROM_MARK_CROSS || style->mark == CAROM_MARK_PLUS) {
        crossed(cr, x, y, 1.25 * mark_radius, style->mark == CAROM_MARK_CROSS ? 0.785398163 : 0.0);
        carom_set_ink(sheet, style->ink, 1.0);
        cairo_set_line_width(cr, 1.6);
        cairo_stroke(cr);
        return;
    }
    shape(cr, x, y, shapes[style->mark].size * mark_radius, shapes[style->mark].corners, shapes[style->mark].turn,
          shapes[style->mark].inner);
    // A border in the background colour separates marks from the lines under them.
    cairo_set_source_rgb(cr, paper.r, paper.g, paper.b);
    cairo_set_line_width(cr, 2.0);
    cairo_stroke_preserve(cr);
    if (style->mark == CAROM_MARK_RING)
        cairo_fill_preserve(cr);
    else
        carom_set_ink(sheet, style->ink, 1.0);
    if (style->mark != CAROM_MARK_RING) cairo_fill(cr);
    if (style->mark == CAROM_MARK_RING) {
        carom_set_ink(sheet, style->ink, 1.0);
        cairo_set_line_width(cr, 1.5);
        cairo_stroke(cr);
    }
}

// Adds the polyline to Cairo's path; NaN interrupts it.
static void trace_points(const carom_sheet *sheet, const carom_series *s, bool close) {
    bool down = false;
    cairo_new_path(sheet->cr);
    for (size_t i = 0; i < s->count; i++) {
        if (isnan(s->x[i]) || isnan(s->y[i])) {
            if (down && close) cairo_close_path(sheet->cr);
            down = false;
            continue;
        }
        // Limit coordinates, since Cairo has only 24 bits.
        const double x = fmax(-1e4, fmin(1e4, carom_page_x(&sheet->frame, s->x[i])));
        const double y = fmax(-1e4, fmin(1e4, carom_page_y(&sheet->frame, s->y[i])));
        if (down)
            cairo_line_to(sheet->cr, x, y);
        else
            cairo_move_to(sheet->cr, x, y);
        down = true;
    }
    if (down && close) cairo_close_path(sheet->cr);
}

// Draws lines at 45 degrees across the current path.
static void hatch(const carom_sheet *sheet, carom_ink ink) {
    double left, top, right, bottom;
    cairo_save(sheet->cr);
    cairo_clip(sheet->cr);
    cairo_clip_extents(sheet->cr, &left, &top, &right, &bottom);
    const double height = bottom - top;
    for (double x = 5.0 * floor((left - height) / 5.0); x < right; x += 5.0) {
        cairo_move_to(sheet->cr, x, bottom);
        cairo_line_to(sheet->cr, x + height, top);
    }
    carom_set_ink(sheet, ink, 0.55);
    cairo_set_dash(sheet->cr, NULL, 0, 0.0);
    cairo_set_line_width(sheet->cr, 0.5);
    cairo_stroke(sheet->cr);
    cairo_restore(sheet->cr);
}

static void paint_area(const carom_sheet *sheet, const carom_series *s) {
    trace_points(sheet, s, true);
    carom_set_ink(sheet, s->style.ink, s->style.fill);
    cairo_fill_preserve(sheet->cr);
    if (s->style.width > 0.0) {
        begin_stroke(sheet, &s->style);
        cairo_stroke_preserve(sheet->cr);
    }
    if (s->style.hatched) hatch(sheet, s->style.ink);
    cairo_new_path(sheet->cr);
}

static void paint_endless(const carom_sheet *sheet, const carom_series *s) {
    double seen[4];
    if (s->count < 2 || !carom_frame_clip(&sheet->frame, s, seen)) return;
    begin_stroke(sheet, &s->style);
    cairo_move_to(sheet->cr, seen[0], seen[1]);
    cairo_line_to(sheet->cr, seen[2], seen[3]);
    cairo_stroke(sheet->cr);
}

static void arrow_head(const carom_sheet *sheet, double x, double y, double angle, double size) {
    cairo_move_to(sheet->cr, x, y);
    cairo_line_to(sheet->cr, x - size * cos(angle - 0.4), y - size * sin(angle - 0.4));
    cairo_line_to(sheet->cr, x - size * cos(angle + 0.4), y - size * sin(angle + 0.4));
    cairo_close_path(sheet->cr);
    cairo_fill(sheet->cr);
}

static void paint_arrow(const carom_sheet *sheet, const carom_series *s) {
    if (s->count < 2) return;
    const double x0 = carom_page_x(&sheet->frame, s->x[0]), y0 = carom_page_y(&sheet->frame, s->y[0]);
    const double x1 = carom_page_x(&sheet->frame, s->x[1]), y1 = carom_page_y(&sheet->frame, s->y[1]);
    const double angle = atan2(y1 - y0, x1 - x0), size = 4.0 + 2.5 * s->style.width;
    // A vector of length zero has no direction.
    if (hypot(x1 - x0, y1 - y0) < 1.0) return;
    begin_stroke(sheet, &s->style);
    cairo_move_to(sheet->cr, x0, y0);
    cairo_line_to(sheet->cr, x1 - 0.7 * size * cos(angle), y1 - 0.7 * size * sin(angle));
    cairo_stroke(sheet->cr);
    arrow_head(sheet, x1, y1, angle, size);
}

static void paint_marks(const carom_sheet *sheet, const carom_series *s) {
    const carom_frame *f = &sheet->frame;
    if (s->style.mark == CAROM_MARK_NONE || s->style.apart) return;
    for (size_t i = 0; i < s->count; i++) {
        const double x = carom_page_x(f, s->x[i]), y = carom_page_y(f, s->y[i]);
        if (x > f->left - 1.0 && x < f->right + 1.0 && y > f->top - 1.0 && y < f->bottom + 1.0)
            draw_mark(sheet, &s->style, x, y);
    }
}

void carom_paint_series(const carom_sheet *sheet, const carom_series *s) {
    const carom_frame *f = &sheet->frame;
    cairo_save(sheet->cr);
    cairo_rectangle(sheet->cr, f->left, f->top, f->right - f->left, f->bottom - f->top);
    cairo_clip(sheet->cr);
    switch (s->kind) {
    case CAROM_SERIES_AREA: paint_area(sheet, s); break;
    case CAROM_SERIES_RULE:
    case CAROM_SERIES_RAY: paint_endless(sheet, s); break;
    case CAROM_SERIES_ARROW: paint_arrow(sheet, s); break;
    case CAROM_SERIES_LINE:
        if (s->style.width > 0.0) {
            trace_points(sheet, s, false);
            begin_stroke(sheet, &s->style);
            cairo_stroke(sheet->cr);
        }
        break;
    case CAROM_SERIES_POINTS: break;
    }
    cairo_restore(sheet->cr);
    if (s->kind == CAROM_SERIES_LINE || s->kind == CAROM_SERIES_POINTS) paint_marks(sheet, s);
}

void carom_paint_sample(const carom_sheet *sheet, const carom_series *s, double x, double y, double width) {
    cairo_t *cr = sheet->cr;
    if (s->kind == CAROM_SERIES_AREA) {
        cairo_rectangle(cr, x + 3.0, y - 4.0, width - 6.0, 8.0);
        carom_set_ink(sheet, s->style.ink, s->style.fill);
        cairo_fill_preserve(cr);
        if (s->style.width > 0.0) {
            begin_stroke(sheet, &s->style);
            cairo_stroke_preserve(cr);
        }
        if (s->style.hatched) hatch(sheet, s->style.ink);
        cairo_new_path(cr);
        return;
    }
    if (s->style.width > 0.0 && s->kind != CAROM_SERIES_POINTS) {
        begin_stroke(sheet, &s->style);
        cairo_move_to(cr, x, y);
        const double head = s->kind == CAROM_SERIES_ARROW ? 4.0 + 2.0 * s->style.width : 0.0;
        cairo_line_to(cr, x + width - 0.7 * head, y);
        cairo_stroke(cr);
        if (head > 0.0) arrow_head(sheet, x + width, y, 0.0, head);
    }
    if (s->style.mark != CAROM_MARK_NONE) draw_mark(sheet, &s->style, x + 0.5 * width, y);
}

// Returns the weight of a line: text may cross thin lines but not the thick main lines of a figure.
static int weight_of(const carom_style *style) {
    return style->width < 0.6 ? 0 : style->width < 2.0 ? 1 : 4;
}

void carom_paint_marked(carom_sheet *sheet, const carom_series *s) {
    const carom_frame *f = &sheet->frame;
    const int weight = weight_of(&s->style);
    double seen[4];
    if (s->kind == CAROM_SERIES_RULE || s->kind == CAROM_SERIES_RAY) {
        if (s->count >= 2 && carom_frame_clip(f, s, seen))
            carom_room_take_line(&sheet->room, seen[0], seen[1], seen[2], seen[3], weight);
        return;
    }
    for (size_t i = 0; i < s->count; i++) {
        const double x = carom_page_x(f, s->x[i]), y = carom_page_y(f, s->y[i]);
        if (!(fabs(x) < 1e4) || !(fabs(y) < 1e4)) continue;
        if (s->style.mark != CAROM_MARK_NONE)
            carom_room_take_box(&sheet->room, &(carom_box){x, y, 2.5 * mark_radius, 2.5 * mark_radius, 0.0}, 6);
        if (i == 0 || s->kind == CAROM_SERIES_POINTS || s->style.width == 0.0) continue;
        const double before_x = carom_page_x(f, s->x[i - 1]), before_y = carom_page_y(f, s->y[i - 1]);
        if (fabs(before_x) < 1e4 && fabs(before_y) < 1e4)
            carom_room_take_line(&sheet->room, before_x, before_y, x, y, weight);
    }
}

// Separates marks that would cover each other.

enum { MOST_APART = 64 };
typedef struct {
    const carom_style *style;
    double x, y;           // where it is drawn, on the page
    double true_x, true_y; // its true position
    bool fixed;
} standing;

static int collect(const carom_sheet *sheet, standing *marks) {
    const carom_panel *panel = sheet->panel;
    int count = 0;
    for (size_t k = 0; k < panel->series_count; k++) {
        const carom_series *s = panel->series[k];
        if (s->style.mark == CAROM_MARK_NONE || s->kind != CAROM_SERIES_POINTS) continue;
        for (size_t i = 0; i < s->count && count < MOST_APART; i++) {
            const double x = carom_page_x(&sheet->frame, s->x[i]), y = carom_page_y(&sheet->frame, s->y[i]);
            if (fabs(x) < 1e4 && fabs(y) < 1e4) marks[count++] = (standing){&s->style, x, y, x, y, !s->style.apart};
        }
    }
    return count;
}

// Pushes two marks apart if they are too close; a fixed mark stays in place. Returns true if they were too close.
static bool push(standing *a, standing *b, int turn) {
    const double wanted = 3.4 * mark_radius;
    double dx = b->x - a->x, dy = b->y - a->y, away = hypot(dx, dy);
    if (away >= wanted || (a->fixed && b->fixed)) return false;
    // Marks at the same place move in directions that differ by the golden angle, so that many marks form a circle.
    if (away < 0.5) {
        dx = cos(2.39996 * turn);
        dy = sin(2.39996 * turn);
        away = 1.0;
    }
    const double by = 0.25 * (wanted - fmin(away, wanted)) / away + 0.02;
    if (!a->fixed) a->x -= by * dx, a->y -= by * dy;
    if (!b->fixed) b->x += by * dx, b->y += by * dy;
    return true;
}

static void keep_inside(const carom_frame *f, standing *m) {
    if (m->fixed) return;
    m->x = fmax(f->left + 2.0 * mark_radius, fmin(f->right - 2.0 * mark_radius, m->x));
    m->y = fmax(f->top + 2.0 * mark_radius, fmin(f->bottom - 2.0 * mark_radius, m->y));
}

static void draw_leader(const carom_sheet *sheet, const standing *m) {
    carom_set_ink(sheet, m->style->ink, 0.9);
    cairo_set_dash(sheet->cr, NULL, 0, 0.0);
    cairo_set_line_width(sheet->cr, 0.6);
    cairo_move_to(sheet->cr, m->true_x, m->true_y);
    cairo_line_to(sheet->cr, m->x, m->y);
    cairo_stroke(sheet->cr);
    cairo_arc(sheet->cr, m->true_x, m->true_y, 1.1, 0.0, 6.28318530717958648);
    cairo_fill(sheet->cr);
}

void carom_paint_apart(carom_sheet *sheet) {
    standing marks[MOST_APART];
    const carom_frame *f = &sheet->frame;
    const int count = collect(sheet, marks);
    bool near = true;
    for (int step = 0; step < 300 && near; step++) {
        near = false;
        for (int i = 0; i < count; i++)
            for (int j = i + 1; j < count; j++) near = push(&marks[i], &marks[j], i + j) || near;
        for (int i = 0; i < count; i++)
            if (marks[i].x != marks[i].true_x || marks[i].y != marks[i].true_y) keep_inside(f, &marks[i]);
    }
    for (int i = 0; i < count; i++)
        if (!marks[i].fixed && hypot(marks[i].x - marks[i].true_x, marks[i].y - marks[i].true_y) > 1.0)
            draw_leader(sheet, &marks[i]);
    for (int i = 0; i < count; i++) {
        if (marks[i].fixed || marks[i].x < f->left - 1.0 || marks[i].x > f->right + 1.0) continue;
        draw_mark(sheet, marks[i].style, marks[i].x, marks[i].y);
        carom_room_take_box(&sheet->room,
                            &(carom_box){marks[i].x, marks[i].y, 2.5 * mark_radius, 2.5 * mark_radius, 0.0}, 6);
    }
}
