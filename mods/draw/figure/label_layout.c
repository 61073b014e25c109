// Places text next to its object without covering anything else.
#include <math.h>
#include <stdlib.h>

#include "sheet.h"

// Draws text centred on a box.
static void draw_words(const carom_sheet *sheet, const char *text, const carom_box *box, carom_ink ink) {
    cairo_t *cr = sheet->cr;
    const double width = carom_text_width(cr, text, CAROM_SIZE_NOTE);
    cairo_save(cr);
    cairo_translate(cr, box->x, box->y);
    cairo_rotate(cr, box->angle);
    carom_text_draw(cr, text, CAROM_SIZE_NOTE, -0.5 * width, 0.36 * CAROM_SIZE_NOTE, sheet->theme->ink[ink],
                    &sheet->theme->paper);
    cairo_restore(cr);
}

static carom_box words_box(const carom_sheet *sheet, const char *text) {
    return (carom_box){.width = carom_text_width(sheet->cr, text, CAROM_SIZE_NOTE) + 3.0,
                       .height = CAROM_SIZE_NOTE + 2.0};
}

static void inside_of(const carom_frame *f, double within[4]) {
    within[0] = f->left + 2.0;
    within[1] = f->top + 2.0;
    within[2] = f->right - 2.0;
    within[3] = f->bottom - 2.0;
}

// Returns the amount of data that a thin line from the point to its text would cross.
static double leader_crowd(const carom_sheet *sheet, double x, double y, const carom_box *words,
                           const double within[4]) {
    const double dx = words->x - x, dy = words->y - y;
    const carom_box line = {x + 0.5 * dx, y + 0.5 * dy, hypot(dx, dy), 0.0, atan2(dy, dx)};
    return carom_room_crowd(&sheet->room, &line, within, 20.0);
}

// Returns the distance from a point to the nearest edge of the text; 0 inside.
static double distance_to(const carom_box *words, double x, double y) {
    return hypot(fmax(fabs(x - words->x) - 0.5 * words->width, 0.0),
                 fmax(fabs(y - words->y) - 0.5 * words->height, 0.0));
}

// Returns true if the text is closer to the point of another text and would be mistaken for its label.
static bool is_astray(const carom_sheet *sheet, double x, double y, const carom_box *words) {
    const double own = distance_to(words, x, y);
    for (size_t i = 0; i < sheet->panel->note_count; i++) {
        const carom_note *other = &sheet->panel->notes[i];
        const double at_x = carom_page_x(&sheet->frame, other->x), at_y = carom_page_y(&sheet->frame, other->y);
        // Texts whose points are within 1 point of each other share a place.
        if (other->centred || hypot(at_x - x, at_y - y) < 1.0) continue;
        if (distance_to(words, at_x, at_y) < own + 2.0) return true;
    }
    return false;
}

// Returns the least crowded of sixteen directions and four distances; near places and places to the right are
// preferred.
static carom_box best_place(const carom_sheet *sheet, double x, double y, const char *text, double *reach) {
    carom_box best = {0};
    double least = HUGE_VAL, within[4];
    inside_of(&sheet->frame, within);
    for (int ring = 0; ring < 4; ring++) {
        for (int turn = 0; turn < 16; turn++) {
            const double angle = -0.6 + 0.392699081698724155 * (turn % 2 ? (turn + 1) / 2 : -turn / 2);
            const double gap = 6.0 + 9.0 * ring;
            carom_box box = words_box(sheet, text);
            box.x = x + (gap + 0.5 * box.width) * cos(angle);
            box.y = y + (gap + 0.5 * box.height) * sin(angle);
            const double cost = carom_room_crowd(&sheet->room, &box, within, 20.0) + 4.0 * ring + 0.15 * (double)turn +
                                (ring > 1 ? leader_crowd(sheet, x, y, &box, within) : 0.0) +
                                (is_astray(sheet, x, y, &box) ? 12.0 : 0.0); // this counts like two covered marks
            if (cost >= least) continue;
            least = cost;
            best = box;
            *reach = gap;
        }
    }
    return best;
}

static void place_note(carom_sheet *sheet, const carom_note *note) {
    const double x = carom_page_x(&sheet->frame, note->x), y = carom_page_y(&sheet->frame, note->y);
    carom_box box = words_box(sheet, note->text);
    double reach = 0.0;
    if (note->centred) {
        box.x = x;
        box.y = y;
    } else {
        box = best_place(sheet, x, y, note->text, &reach);
    }
    // Draw a thin line to a text that had to be moved away from its point.
    if (reach > 16.0) {
        const double edge_x = fmax(box.x - 0.5 * box.width, fmin(box.x + 0.5 * box.width, x));
        const double edge_y = fmax(box.y - 0.5 * box.height, fmin(box.y + 0.5 * box.height, y));
        const double length = hypot(edge_x - x, edge_y - y);
        carom_set_ink(sheet, note->ink, 0.8);
        cairo_set_dash(sheet->cr, NULL, 0, 0.0);
        cairo_set_line_width(sheet->cr, 0.5);
        cairo_move_to(sheet->cr, x + 4.5 * (edge_x - x) / length, y + 4.5 * (edge_y - y) / length);
        cairo_line_to(sheet->cr, edge_x, edge_y);
        cairo_stroke(sheet->cr);
    }
    draw_words(sheet, note->text, &box, note->ink);
    carom_room_take_box(&sheet->room, &box, 6);
}

void carom_place_words(carom_sheet *sheet) {
    const carom_panel *panel = sheet->panel;
    for (int centred = 1; centred >= 0; centred--)
        for (size_t i = 0; i < panel->note_count; i++)
            if (panel->notes[i].centred == (centred == 1) && panel->notes[i].text) place_note(sheet, &panel->notes[i]);
}

// Returns a possible place of a name along a line: its point on the page and the direction there. Returns false past
// the last place.
static bool place_along(const carom_sheet *sheet, const carom_series *s, int index, double at[3]) {
    enum { PLACES = 24 };
    const carom_frame *f = &sheet->frame;
    double seen[4];
    if (index >= PLACES || s->count < 2) return false;
    if (s->kind == CAROM_SERIES_RULE || s->kind == CAROM_SERIES_RAY) {
        if (!carom_frame_clip(f, s, seen)) return false;
        const double t = (index + 0.5) / PLACES;
        at[0] = seen[0] + t * (seen[2] - seen[0]);
        at[1] = seen[1] + t * (seen[3] - seen[1]);
        at[2] = atan2(seen[3] - seen[1], seen[2] - seen[0]);
        return true;
    }
    const size_t i = (size_t)((double)(s->count - 1) * (index + 0.5) / PLACES);
    const double x0 = carom_page_x(f, s->x[i]), y0 = carom_page_y(f, s->y[i]);
    const double x1 = carom_page_x(f, s->x[i + 1]), y1 = carom_page_y(f, s->y[i + 1]);
    at[0] = 0.5 * (x0 + x1);
    at[1] = 0.5 * (y0 + y1);
    at[2] = atan2(y1 - y0, x1 - x0);
    return true;
}

static void place_line_word(carom_sheet *sheet, const carom_series *s) {
    carom_box best = {0};
    double least = HUGE_VAL, within[4], at[3];
    inside_of(&sheet->frame, within);
    for (int index = 0; place_along(sheet, s, index, at); index++) {
        // The text reads from left to right, above the line or below it.
        double angle = at[2];
        if (cos(angle) < -1e-9) angle += 3.14159265358979324;
        for (int side = -1; side <= 1; side += 2) {
            carom_box box = words_box(sheet, s->label);
            const double off = 0.5 * box.height + 1.0 + 0.5 * s->style.width;
            box.angle = angle;
            box.x = at[0] - side * off * sin(angle);
            box.y = at[1] + side * off * cos(angle);
            // Avoid places where a thicker line covers the named line.
            const carom_box under = {at[0], at[1], box.width, 0.0, angle};
            const double cost = carom_room_crowd(&sheet->room, &box, within, 20.0) +
                                carom_room_crowd(&sheet->room, &under, within, 20.0) + 0.02 * abs(index - 17) +
                                (side > 0 ? 0.5 : 0.0);
            if (!(cost < least)) continue;
            least = cost;
            best = box;
        }
    }
    if (!(least < HUGE_VAL)) return;
    draw_words(sheet, s->label, &best, s->style.ink);
    carom_room_take_box(&sheet->room, &best, 6);
}

void carom_place_line_words(carom_sheet *sheet) {
    for (size_t i = 0; i < sheet->panel->series_count; i++)
        if (sheet->panel->series[i]->label) place_line_word(sheet, sheet->panel->series[i]);
}
