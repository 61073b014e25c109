#include "mods/draw/figure/pen.h"

#include <cairo-pdf.h>
#include <stdlib.h>
#include <string.h>

#include "figure_check.h"
#include "sheet.h"

struct carom_pen {
    cairo_surface_t *surface;
    cairo_t *cr;
    char *bytes;
    size_t count, room;
    bool failed;
};

static cairo_status_t put(void *to, const unsigned char *bytes, unsigned count) {
    carom_pen *pen = to;
    if (count > pen->room - pen->count) {
        const size_t room = 2 * pen->room + count;
        char *grown = realloc(pen->bytes, room);
        if (!grown) {
            pen->failed = true;
            return CAIRO_STATUS_WRITE_ERROR;
        }
        pen->bytes = grown;
        pen->room = room;
    }
    memcpy(pen->bytes + pen->count, bytes, count);
    pen->count += count;
    return CAIRO_STATUS_SUCCESS;
}

bool carom_pen_exists(void) {
    return true;
}

carom_pen *carom_pen_open(double width, double height, const char *title, const char *date) {
    carom_pen *pen = calloc(1, sizeof *pen);
    if (!pen) return NULL;
    pen->surface = cairo_pdf_surface_create_for_stream(put, pen, width, height);
    cairo_pdf_surface_set_metadata(pen->surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
    cairo_pdf_surface_set_metadata(pen->surface, CAIRO_PDF_METADATA_TITLE, title);
    pen->cr = cairo_create(pen->surface);
    carom_text_setup(pen->cr);
    return pen;
}

static void choose(carom_pen *pen, carom_face face, double size) {
    cairo_select_font_face(pen->cr, face == CAROM_FACE_MONO ? "DejaVu Sans Mono" : "DejaVu Sans",
                           CAIRO_FONT_SLANT_NORMAL,
                           face == CAROM_FACE_BOLD ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(pen->cr, size);
}

double carom_pen_width(carom_pen *pen, carom_face face, const char *text) {
    cairo_text_extents_t extents;
    choose(pen, face, 10.0);
    cairo_text_extents(pen->cr, text, &extents);
    return 0.1 * extents.x_advance;
}

void carom_pen_text(carom_pen *pen, carom_face face, double size, carom_colour colour, double x, double y,
                    const char *text) {
    choose(pen, face, size);
    cairo_set_source_rgb(pen->cr, colour.r, colour.g, colour.b);
    cairo_move_to(pen->cr, x, y);
    cairo_show_text(pen->cr, text);
    cairo_new_path(pen->cr);
}

void carom_pen_fill(carom_pen *pen, carom_colour colour, double x, double y, double width, double height) {
    cairo_set_source_rgb(pen->cr, colour.r, colour.g, colour.b);
    cairo_rectangle(pen->cr, x, y, width, height);
    cairo_fill(pen->cr);
}

double carom_pen_figure_height(const carom_figure *figure) {
    return carom_figure_page_height(figure, &(carom_draw_options){0});
}

carom_status carom_pen_figure(carom_pen *pen, const carom_figure *figure, double x, double y, double scale) {
    carom_status status = carom_figure_sound(figure);
    if (status != CAROM_OK) return status;
    cairo_save(pen->cr);
    cairo_translate(pen->cr, x, y);
    cairo_scale(pen->cr, scale, scale);
    cairo_rectangle(pen->cr, 0.0, 0.0, figure->width, carom_pen_figure_height(figure));
    cairo_clip(pen->cr);
    status = carom_figure_paint(figure, pen->cr, &(carom_draw_options){0});
    cairo_restore(pen->cr);
    return status;
}

void carom_pen_next(carom_pen *pen) {
    cairo_show_page(pen->cr);
}

carom_status carom_pen_close(carom_pen *pen, char **bytes, size_t *count) {
    *bytes = NULL;
    if (!pen) return CAROM_NO_MEMORY;
    cairo_show_page(pen->cr);
    bool failed = cairo_status(pen->cr) != CAIRO_STATUS_SUCCESS;
    cairo_destroy(pen->cr);
    cairo_surface_finish(pen->surface);
    failed = failed || cairo_surface_status(pen->surface) != CAIRO_STATUS_SUCCESS || pen->failed;
    cairo_surface_destroy(pen->surface);
    if (failed)
        free(pen->bytes);
    else {
        *bytes = pen->bytes;
        *count = pen->count;
    }
    free(pen);
    return failed ? CAROM_NO_MEMORY : CAROM_OK;
}
