// Draws a figure to SVG, PDF or PNG with Cairo; the bytes are the same every time.
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure_check.h"
#include "sheet.h"
#include "support/atomic_file/atomic_file.h"
#include "svg.h"

// The largest side of a picture, the limit of Cairo's images.
#define MOST_PIXELS 32767.0

static void draw_zero_lines(const carom_sheet *sheet) {
    const carom_frame *f = &sheet->frame;
    cairo_t *cr = sheet->cr;
    carom_set_ink(sheet, CAROM_INK_SOFT, 0.7);
    cairo_set_dash(cr, NULL, 0, 0.0);
    cairo_set_line_width(cr, 0.5);
    if (f->x0 < 0.0 && f->x1 > 0.0) {
        cairo_move_to(cr, carom_page_x(f, 0.0), f->top);
        cairo_line_to(cr, carom_page_x(f, 0.0), f->bottom);
    }
    if (f->y0 < 0.0 && f->y1 > 0.0) {
        cairo_move_to(cr, f->left, carom_page_y(f, 0.0));
        cairo_line_to(cr, f->right, carom_page_y(f, 0.0));
    }
    cairo_stroke(cr);
}

static void take_room(carom_sheet *sheet) {
    memset(sheet->room.taken, 0, (size_t)sheet->room.columns * (size_t)sheet->room.rows);
    for (size_t i = 0; i < sheet->panel->series_count; i++) carom_paint_marked(sheet, sheet->panel->series[i]);
}

// Lays out the frame with the legend inside. If it does not fit, lays it out again with a strip below, or at the side
// of a wide panel. Leaves at least `below` free below the frame. Returns the height of the strip.
static double lay_panel(carom_sheet *sheet, const double cell[4], double below, carom_legend *legend) {
    const double bar = carom_field_bar_width(sheet->panel);
    const double width = cell[2] - cell[0], height = cell[3] - cell[1];
    carom_frame_lay(sheet, cell, bar, below);
    take_room(sheet);
    if (!sheet->panel->field && carom_legend_fit(sheet, legend)) return 0.0;
    const bool beside = width > 1.5 * height;
    *legend = carom_legend_measure(sheet, beside ? 1.0 : width - 20.0);
    const double strip = beside ? 0.0 : legend->height;
    carom_frame_lay(sheet, cell, bar + (beside ? legend->width : 0.0), fmax(below, strip));
    legend->left = beside ? cell[2] - legend->width : 0.5 * (cell[0] + cell[2] - legend->width);
    legend->top = beside ? sheet->frame.top : cell[3] - fmax(below, strip);
    take_room(sheet);
    return strip;
}

// Draws a panel that is only a legend, centred.
static void draw_key(carom_sheet *sheet, const double cell[4]) {
    carom_legend legend = carom_legend_measure(sheet, 1.0);
    legend.left = 0.5 * (cell[0] + cell[2] - legend.width);
    legend.top = 0.5 * (cell[1] + cell[3] - legend.height);
    carom_legend_draw(sheet, &legend);
}

static void draw_panel(carom_sheet *sheet, const double cell[4], double below) {
    const carom_panel *panel = sheet->panel;
    carom_legend legend;
    if (panel->bare) {
        draw_key(sheet, cell);
        return;
    }
    lay_panel(sheet, cell, below, &legend);
    carom_field_draw(sheet);
    // Draw areas first, below everything else.
    for (size_t i = 0; i < panel->series_count; i++)
        if (panel->series[i]->kind == CAROM_SERIES_AREA) carom_paint_series(sheet, panel->series[i]);
    if (panel->zero_lines) draw_zero_lines(sheet);
    for (size_t i = 0; i < panel->series_count; i++)
        if (panel->series[i]->kind != CAROM_SERIES_AREA) carom_paint_series(sheet, panel->series[i]);
    carom_paint_apart(sheet);
    carom_frame_draw(sheet);
    carom_field_names(sheet);
    carom_legend_draw(sheet, &legend);
    carom_place_line_words(sheet);
    carom_place_words(sheet);
}

// The caption: its lines, and the height they add to the picture.
#define CAPTION_LINE 12.0

static double caption_height(const carom_figure *figure) {
    double height = 0.0;
    if (figure->caption && *figure->caption) height = CAPTION_LINE + 4.0;
    for (const char *c = figure->caption; c && *c; c++) height += *c == '\n' ? CAPTION_LINE : 0.0;
    return height;
}

// The title, and the height that it adds to the picture.
#define TITLE_SIZE 10.0

static double title_height(const carom_figure *figure, const carom_draw_options *options) {
    return figure->title && *figure->title && !options->untitled ? 20.0 : 0.0;
}

static double page_height(const carom_figure *figure, const carom_draw_options *options) {
    return title_height(figure, options) + figure->height + caption_height(figure);
}

static void draw_title(const carom_figure *figure, cairo_t *cr, const carom_theme *theme) {
    carom_text_draw(cr, figure->title, TITLE_SIZE, 12.0, 16.0, theme->ink[CAROM_INK_TEXT], NULL);
}

static void draw_caption(const carom_figure *figure, cairo_t *cr, const carom_theme *theme) {
    double y = figure->height + 8.0;
    char line[512];
    for (const char *c = figure->caption; c && *c; y += CAPTION_LINE) {
        const size_t length = strcspn(c, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, c);
        carom_text_draw(cr, line, CAROM_SIZE_TICK, 12.0, y, theme->ink[CAROM_INK_TEXT], NULL);
        c += length + (c[length] == '\n');
    }
}

static void cell_of(const carom_figure *figure, int index, double cell[4]) {
    const int columns = figure->columns, rows = (figure->panel_count + columns - 1) / columns;
    const double width = figure->width / columns, height = figure->height / rows;
    const double left = (index % columns) * width, top = (index / columns) * height;
    cell[0] = left + 2.0;
    cell[1] = top + 4.0;
    cell[2] = left + width;
    cell[3] = top + height - 4.0;
}

// Computes the space below the frames of the row that begins with this panel, so that all frames have the same height.
// This space is the height of the tallest legend outside its frame. It is computed twice, because a legend may change
// when the frames become lower.
static bool strip_of_row(const carom_figure *figure, cairo_t *cr, const carom_theme *theme, int first, double *below) {
    const int columns = figure->columns, last = first + columns;
    *below = 0.0;
    for (int round = 0; columns > 1 && round < 2; round++) {
        for (int i = first; i < last && i < figure->panel_count; i++) {
            carom_sheet sheet = {.cr = cr, .theme = theme, .panel = figure->panels[i]};
            carom_legend legend;
            double cell[4];
            cell_of(figure, i, cell);
            // A panel with equal units on both axes uses all the space.
            if (sheet.panel->bare || sheet.panel->equal) continue;
            if (!carom_room_open(&sheet.room, figure->width, figure->height)) return false;
            *below = fmax(*below, lay_panel(&sheet, cell, *below, &legend));
            carom_room_close(&sheet.room);
        }
    }
    return true;
}

static carom_status paint_figure(const carom_figure *figure, cairo_t *cr, const carom_draw_options *options) {
    const carom_theme *theme = carom_theme_of(options->dark);
    cairo_set_source_rgb(cr, theme->paper.r, theme->paper.g, theme->paper.b);
    cairo_paint(cr);
    carom_text_setup(cr);
    if (title_height(figure, options) > 0.0) draw_title(figure, cr, theme);
    cairo_translate(cr, 0.0, title_height(figure, options));
    double below = 0.0;
    for (int i = 0; i < figure->panel_count; i++) {
        double cell[4];
        cell_of(figure, i, cell);
        if (i % figure->columns == 0 && !strip_of_row(figure, cr, theme, i, &below)) return CAROM_NO_MEMORY;
        carom_sheet sheet = {.cr = cr, .theme = theme, .panel = figure->panels[i]};
        if (!carom_room_open(&sheet.room, figure->width, figure->height)) return CAROM_NO_MEMORY;
        draw_panel(&sheet, cell, sheet.panel->equal ? 0.0 : below);
        carom_room_close(&sheet.room);
        if (sheet.failed) return CAROM_NO_MEMORY;
    }
    draw_caption(figure, cr, theme);
    return CAROM_OK;
}

static bool ends_with(const char *name, const char *ending) {
    const size_t n = strlen(name), m = strlen(ending);
    return n > m && !strcmp(name + n - m, ending);
}

// The destination of Cairo's bytes: a temporary file that replaces the target, or memory.
typedef struct {
    bool in_memory;
    carom_file_place place;
    char *bytes;
    size_t count, room;
    size_t met; // number of letters of `counted` matched so far; all of them while its digits are skipped
    int error;  // errno of a failed write, because Cairo loses it within a page of PDF
} sink;

static bool keep(sink *s, const unsigned char *bytes, size_t count) {
    if (count > s->room - s->count) {
        const size_t room = 2 * s->room + count;
        char *grown = realloc(s->bytes, room);
        if (!grown) return false;
        s->bytes = grown;
        s->room = room;
    }
    memcpy(s->bytes + s->count, bytes, count);
    s->count += count;
    return true;
}

static cairo_status_t put(void *to, const unsigned char *bytes, unsigned count) {
    sink *s = to;
    if (!s->error && !(s->in_memory ? keep(s, bytes, count) : carom_place_write(s->place.file, bytes, count)))
        s->error = errno;
    return s->error ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

// Removes the surface number, which Cairo counts from the start of the program and which nothing refers to. A picture
// then has the same bytes regardless of how many were drawn before.
static cairo_status_t put_svg(void *to, const unsigned char *bytes, unsigned count) {
    static const char counted[] = "id=\"surface";
    sink *s = to;
    unsigned begin = 0;
    for (unsigned i = 0; i < count; i++) {
        if (!counted[s->met] && bytes[i] >= '0' && bytes[i] <= '9') {
            if (i > begin && put(s, bytes + begin, i - begin) != CAIRO_STATUS_SUCCESS) return CAIRO_STATUS_WRITE_ERROR;
            begin = i + 1;
            continue;
        }
        if (!counted[s->met]) s->met = 0;
        s->met = bytes[i] == (unsigned char)counted[s->met] ? s->met + 1 : bytes[i] == (unsigned char)counted[0];
    }
    return count > begin ? put(s, bytes + begin, count - begin) : CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *open_surface(const carom_figure *figure, const char *file, const carom_draw_options *options,
                                     double scale, sink *to) {
    const double height = page_height(figure, options);
    if (ends_with(file, ".svg")) return cairo_svg_surface_create_for_stream(put_svg, to, figure->width, height);
    if (ends_with(file, ".png"))
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(scale * figure->width + 0.5),
                                          (int)(scale * height + 0.5));
    cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(put, to, figure->width, height);
    // A fixed date, because otherwise the file would contain the present time and differ from run to run.
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, figure->name ? figure->name : "");
    return pdf;
}

// Draws the figure into the destination.
static carom_status draw_into(const carom_figure *figure, const char *file, const carom_draw_options *options,
                              double scale, sink *to) {
    cairo_surface_t *surface = open_surface(figure, file, options, scale, to);
    cairo_t *cr = cairo_create(surface);
    const bool is_png = ends_with(file, ".png");
    if (is_png) cairo_scale(cr, scale, scale);
    carom_status status = paint_figure(figure, cr, options);
    cairo_show_page(cr);
    bool failed = cairo_status(cr) != CAIRO_STATUS_SUCCESS;
    cairo_destroy(cr);
    if (is_png) failed = failed || cairo_surface_write_to_png_stream(surface, put, to) != CAIRO_STATUS_SUCCESS;
    cairo_surface_finish(surface);
    failed = failed || cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS || to->error;
    cairo_surface_destroy(surface);
    if (to->error) errno = to->error;
    return status != CAROM_OK ? status : failed ? CAROM_CANNOT_WRITE : CAROM_OK;
}

static carom_status check(const carom_figure *figure, const carom_draw_options *options, double scale) {
    if (!figure || figure->failed) return CAROM_NO_MEMORY;
    if (!(scale * figure->width < MOST_PIXELS && scale * page_height(figure, options) < MOST_PIXELS))
        return CAROM_BAD_FIGURE;
    return carom_figure_sound(figure);
}

carom_status carom_figure_save(const carom_figure *figure, const char *file, const carom_draw_options *options) {
    const carom_draw_options plain = {0}, *wanted = options ? options : &plain;
    const double scale = wanted->scale > 0.0 ? wanted->scale : 2.0;
    sink to = {.in_memory = false};
    if (!figure || figure->failed) return CAROM_NO_MEMORY;
    if (!file || !(ends_with(file, ".svg") || ends_with(file, ".png") || ends_with(file, ".pdf")))
        return CAROM_BAD_VALUE;
    carom_figure shown = *figure; // with the title and caption of the options; they are not modified
    if (wanted->title) shown.title = (char *)(size_t)wanted->title;
    if (wanted->caption) shown.caption = (char *)(size_t)wanted->caption;
    carom_status status = check(&shown, wanted, scale);
    if (status != CAROM_OK) return status;
    if (!carom_place_begin(&to.place, file, CAROM_PLACE_REPLACE)) return CAROM_CANNOT_WRITE;
    status = draw_into(&shown, file, wanted, scale, &to);
    if (status != CAROM_OK) {
        carom_place_abandon(&to.place);
        return status;
    }
    return carom_place_commit(&to.place) ? CAROM_OK : CAROM_CANNOT_WRITE;
}

carom_status carom_figure_svg(const carom_figure *figure, const carom_draw_options *options, char **svg,
                              size_t *length) {
    const carom_draw_options plain = {0}, *wanted = options ? options : &plain;
    sink to = {.in_memory = true};
    *svg = NULL;
    carom_status status = check(figure, wanted, 1.0);
    if (status != CAROM_OK) return status;
    status = draw_into(figure, "figure.svg", wanted, 1.0, &to);
    if (status != CAROM_OK || !to.count) {
        free(to.bytes);
        return status == CAROM_OK || to.error ? CAROM_NO_MEMORY : status;
    }
    *svg = to.bytes;
    *length = to.count;
    return CAROM_OK;
}
