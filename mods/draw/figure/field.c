// Draws a grid of colours: amounts with a colour bar, or kinds with their names.
#include <math.h>
#include <stdlib.h>

#include "sheet.h"
#include "ticks.h"

double carom_field_bar_width(const carom_panel *panel) {
    return panel->field && !panel->field->kinds ? 62.0 : 0.0;
}

// Returns the amounts at the two ends of the colour bar.
static void ends_of(const carom_field *field, double *low, double *high) {
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (size_t i = 0; i < (size_t)field->nx * (size_t)field->ny; i++) {
        if (!isfinite(field->value[i])) continue;
        *low = fmin(*low, field->value[i]);
        *high = fmax(*high, field->value[i]);
    }
    // Gains and losses have separate scales, because a small gain would be invisible next to a large loss. Rounding
    // does not count as a gain. A sign without values has no colours.
    if (field->two_sided) {
        const double low_side = fmax(0.0, -*low), high_side = fmax(0.0, *high), rounding = 1e-12;
        *low = low_side > rounding * high_side ? -fmax(low_side, 0.05 * high_side) : 0.0;
        *high = high_side > rounding * low_side ? fmax(high_side, 0.05 * low_side) : 0.0;
    }
    if (!(*low < *high)) {
        *low = (isfinite(*low) ? *low : 0.0) - 0.5;
        *high = *low + 1.0;
    }
}

static carom_rgb colour_of(const carom_sheet *sheet, double value, double low, double high) {
    const carom_field *field = sheet->panel->field;
    if (isnan(value)) return sheet->theme->paper;
    if (field->kinds) return carom_theme_kind(sheet->theme, field, (int)value);
    if (!field->two_sided) return carom_theme_amount((value - low) / (high - low));
    const double end = value > 0.0 ? high : -low;
    return carom_theme_two_sided(end > 0.0 ? 0.5 + 0.5 * value / end : 0.5);
}

static int kind_at(const carom_field *field, int i, int j) {
    const double value = field->value[(size_t)j * (size_t)field->nx + (size_t)i];
    if (isnan(value)) return -1;
    return field->kinds ? (int)value : field->two_sided && value > 1e-12;
}

// Returns true for a cell on a border. Such a cell is next to one of another kind, or lies between gain and loss beyond
// rounding.
static bool on_border(const carom_field *field, int i, int j) {
    const int kind = kind_at(field, i, j);
    return (i + 1 < field->nx && kind_at(field, i + 1, j) != kind) ||
           (j + 1 < field->ny && kind_at(field, i, j + 1) != kind);
}

static unsigned pixel(carom_rgb c) {
    return 0xff000000u | (unsigned)lround(255.0 * c.r) << 16 | (unsigned)lround(255.0 * c.g) << 8 |
           (unsigned)lround(255.0 * c.b);
}

// Returns the kind between grid points: the one with the most weight among sixteen neighbours, by cubic B-splines. This
// smooths the steps of the grid; anything larger than two cells keeps its place.
static int smooth_kind(const carom_field *field, double x, double y) {
    double weight[CAROM_MAX_KINDS + 1] = {0.0}, along[2][4];
    const double at[2] = {x, y};
    for (int k = 0; k < 2; k++) {
        const double t = at[k] - floor(at[k]), u = 1.0 - t;
        const double spline[4] = {u * u * u, 3.0 * t * t * t - 6.0 * t * t + 4.0, 3.0 * u * u * u - 6.0 * u * u + 4.0,
                                  t * t * t};
        for (int n = 0; n < 4; n++) along[k][n] = spline[n];
    }
    for (int n = 0; n < 16; n++) {
        const int i = (int)floor(x) - 1 + n % 4, j = (int)floor(y) - 1 + n / 4;
        const int inside_i = i < 0 ? 0 : i < field->nx ? i : field->nx - 1;
        const int inside_j = j < 0 ? 0 : j < field->ny ? j : field->ny - 1;
        weight[kind_at(field, inside_i, inside_j) + 1] += along[0][n % 4] * along[1][n / 4];
    }
    int most = 0;
    for (int kind = 1; kind <= CAROM_MAX_KINDS; kind++)
        if (weight[kind] > weight[most]) most = kind;
    return most - 1;
}

// Computes the size of the picture: that of the grid or, for kinds on a coarse grid, three pixels per point of the
// page.
static void fine_size(const carom_sheet *sheet, int *nx, int *ny) {
    const carom_field *field = sheet->panel->field;
    const carom_frame *f = &sheet->frame;
    const bool coarse =
        field->kinds && (field->nx < 2.5 * (f->right - f->left) || field->ny < 2.5 * (f->bottom - f->top));
    *nx = coarse ? (int)(3.0 * (f->right - f->left)) : field->nx;
    *ny = coarse ? (int)(3.0 * (f->bottom - f->top)) : field->ny;
}

// Returns the kinds on a finer grid; NULL if there is not enough memory.
static carom_field *finer(const carom_field *field, int nx, int ny) {
    carom_field *fine = malloc(sizeof *fine);
    double *value = fine ? malloc((size_t)nx * (size_t)ny * sizeof *value) : NULL;
    if (!value) {
        free(fine);
        return NULL;
    }
    *fine = *field;
    fine->nx = nx;
    fine->ny = ny;
    fine->value = value;
    for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i++) {
            const int kind =
                smooth_kind(field, (double)i * (field->nx - 1) / (nx - 1), (double)j * (field->ny - 1) / (ny - 1));
            value[(size_t)j * (size_t)nx + (size_t)i] = kind < 0 ? (double)NAN : kind;
        }
    }
    return fine;
}

static cairo_surface_t *picture_of(const carom_sheet *sheet, const carom_field *field) {
    cairo_surface_t *picture = cairo_image_surface_create(CAIRO_FORMAT_RGB24, field->nx, field->ny);
    unsigned char *data = cairo_image_surface_get_data(picture);
    if (!data) return picture;
    const int stride = cairo_image_surface_get_stride(picture);
    double low, high;
    ends_of(field, &low, &high);
    carom_rgb kind[CAROM_MAX_KINDS];
    for (int k = 0; k < field->kinds; k++) kind[k] = carom_theme_kind(sheet->theme, field, k);
    for (int j = 0; j < field->ny; j++) {
        // The first row of the picture is the highest y.
        unsigned *row = (unsigned *)(void *)(data + (ptrdiff_t)stride * (field->ny - 1 - j));
        for (int i = 0; i < field->nx; i++) {
            const double value = field->value[(size_t)j * (size_t)field->nx + (size_t)i];
            const bool border = !field->unbordered && on_border(field, i, j);
            row[i] = pixel(border                          ? sheet->theme->ink[CAROM_INK_TEXT]
                           : field->kinds && !isnan(value) ? kind[(int)value]
                                                           : colour_of(sheet, value, low, high));
        }
    }
    cairo_surface_mark_dirty(picture);
    return picture;
}

static void draw_bar(const carom_sheet *sheet) {
    enum { STEPS = 128 };
    const carom_frame *f = &sheet->frame;
    const carom_field *field = sheet->panel->field;
    cairo_t *cr = sheet->cr;
    double low, high;
    char text[32];
    ends_of(field, &low, &high);
    const double left = f->right + 10.0, width = 9.0, height = f->bottom - f->top;
    cairo_pattern_t *colours = cairo_pattern_create_linear(0.0, f->bottom, 0.0, f->top);
    for (int i = 0; i <= STEPS; i++) {
        const double t = (double)i / STEPS;
        const carom_rgb c = colour_of(sheet, low + t * (high - low), low, high);
        cairo_pattern_add_color_stop_rgb(colours, t, c.r, c.g, c.b);
    }
    cairo_rectangle(cr, left, f->top, width, height);
    cairo_set_source(cr, colours);
    cairo_fill_preserve(cr);
    cairo_pattern_destroy(colours);
    carom_set_ink(sheet, CAROM_INK_TEXT, 1.0);
    cairo_set_dash(cr, NULL, 0, 0.0);
    cairo_set_line_width(cr, 0.7);
    cairo_stroke(cr);

    const double step = carom_tick_step(low, high, (int)fmax(2.0, height / 42.0));
    double widest = 0.0, v;
    for (int n = 0; carom_tick_at(low, high, step, n, &v); n++) {
        const double y = f->bottom - (v - low) / (high - low) * height;
        carom_tick_text(v, step, text, sizeof text);
        widest = fmax(widest, carom_text_width(cr, text, CAROM_SIZE_TICK));
        carom_text_draw(cr, text, CAROM_SIZE_TICK, left + width + 4.0, y + 0.36 * CAROM_SIZE_TICK,
                        sheet->theme->ink[CAROM_INK_TEXT], NULL);
    }
    if (!field->label) return;
    cairo_save(cr);
    cairo_translate(cr, left + width + 14.0 + widest, 0.5 * (f->top + f->bottom));
    cairo_rotate(cr, -1.57079632679489662);
    carom_text_draw(cr, field->label, CAROM_SIZE_LABEL, -0.5 * carom_text_width(cr, field->label, CAROM_SIZE_LABEL),
                    0.0, sheet->theme->ink[CAROM_INK_TEXT], NULL);
    cairo_restore(cr);
}

void carom_field_draw(carom_sheet *sheet) {
    const carom_frame *f = &sheet->frame;
    const carom_field *field = sheet->panel->field;
    if (!field) return;
    int nx, ny;
    fine_size(sheet, &nx, &ny);
    carom_field *fine = nx != field->nx || ny != field->ny ? finer(field, nx, ny) : NULL;
    if (!fine && (nx != field->nx || ny != field->ny)) sheet->failed = true;
    if (!fine) nx = field->nx, ny = field->ny;
    cairo_surface_t *picture = picture_of(sheet, fine ? fine : field);
    if (fine) free(fine->value);
    free(fine);
    cairo_save(sheet->cr);
    cairo_rectangle(sheet->cr, f->left, f->top, f->right - f->left, f->bottom - f->top);
    cairo_clip(sheet->cr);
    // Grid points are the centres of the cells of the picture, and the outermost points lie on the frame.
    const double dx = (f->right - f->left) / (nx - 1), dy = (f->bottom - f->top) / (ny - 1);
    cairo_translate(sheet->cr, f->left - 0.5 * dx, f->top - 0.5 * dy);
    cairo_scale(sheet->cr, dx, dy);
    cairo_set_source_surface(sheet->cr, picture, 0.0, 0.0);
    // Average a field that is finer than the page, so that thin borders stay connected.
    cairo_pattern_set_filter(cairo_get_source(sheet->cr), dx < 0.6 ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
    cairo_paint(sheet->cr);
    cairo_restore(sheet->cr);
    cairo_surface_destroy(picture);
    if (!field->kinds) draw_bar(sheet);
}

// Computes the distance of each cell from another kind or the frame, in heights of a letter. Horizontal distances count
// less, because words are wide. Uses two sweeps (chamfer).
static double *depths(const carom_sheet *sheet, double squeeze) {
    const carom_field *field = sheet->panel->field;
    const carom_frame *f = &sheet->frame;
    const int nx = field->nx, ny = field->ny;
    double *depth = malloc((size_t)nx * (size_t)ny * sizeof *depth);
    if (!depth) return NULL;
    const double dx = (f->right - f->left) / (nx - 1) / squeeze, dy = (f->bottom - f->top) / (ny - 1);
    for (int sweep = 0; sweep < 2; sweep++) {
        for (int n = 0; n < nx * ny; n++) {
            const int at = sweep ? nx * ny - 1 - n : n, i = at % nx, j = at / nx;
            const int back_i = sweep ? i + 1 : i - 1, back_j = sweep ? j + 1 : j - 1;
            double d = sweep ? depth[at] : HUGE_VAL;
            const bool edge_i = back_i < 0 || back_i >= nx, edge_j = back_j < 0 || back_j >= ny;
            const int kind = kind_at(field, i, j);
            d = fmin(d, edge_i || kind_at(field, back_i, j) != kind ? 0.0 : depth[j * nx + back_i] + dx);
            d = fmin(d, edge_j || kind_at(field, i, back_j) != kind ? 0.0 : depth[back_j * nx + i] + dy);
            depth[at] = d;
        }
    }
    return depth;
}

// Returns the cell with the most space for the name of a kind. Of the cells furthest from the border it takes the one
// least crowded by lines, and then the most central one.
static int best_cell(const carom_sheet *sheet, const double *depth, int kind, double width) {
    const carom_field *field = sheet->panel->field;
    const carom_frame *f = &sheet->frame;
    const double within[4] = {f->left, f->top, f->right, f->bottom};
    const int cells = field->nx * field->ny;
    double deepest = 0.0;
    for (int n = 0; n < cells; n++)
        if (kind_at(field, n % field->nx, n / field->nx) == kind) deepest = fmax(deepest, depth[n]);
    // A very thin region has no name.
    if (deepest < 0.35 * CAROM_SIZE_NOTE) return -1;
    int deep = 0, seen = 0, best = -1;
    for (int n = 0; n < cells; n++)
        deep += kind_at(field, n % field->nx, n / field->nx) == kind && depth[n] > 0.9 * deepest;
    double least = HUGE_VAL;
    for (int n = 0; n < cells; n++) {
        if (kind_at(field, n % field->nx, n / field->nx) != kind || !(depth[n] > 0.9 * deepest)) continue;
        const carom_box box = {f->left + (f->right - f->left) * (n % field->nx) / (field->nx - 1),
                               f->bottom - (f->bottom - f->top) * (n / field->nx) / (field->ny - 1), width,
                               CAROM_SIZE_NOTE, 0.0};
        const double off_middle = fabs((double)seen++ / deep - 0.5);
        const double cost = carom_room_crowd(&sheet->room, &box, within, 1.0) + off_middle;
        if (cost < least) best = n;
        least = fmin(least, cost);
    }
    return best;
}

// Writes the name of each kind at the place with the most space.
void carom_field_names(carom_sheet *sheet) {
    const carom_field *field = sheet->panel->field;
    const carom_frame *f = &sheet->frame;
    if (!field || !field->kinds) return;
    for (int kind = 0; kind < field->kinds; kind++) {
        const char *name = field->kind_name[kind];
        if (!name) continue;
        const double width = carom_text_width(sheet->cr, name, CAROM_SIZE_NOTE);
        double *depth = depths(sheet, width / CAROM_SIZE_NOTE);
        if (!depth) {
            sheet->failed = true;
            return;
        }
        const int best = best_cell(sheet, depth, kind, width);
        free(depth);
        if (best < 0) continue;
        const double x = f->left + (f->right - f->left) * (best % field->nx) / (field->nx - 1);
        const double y = f->bottom - (f->bottom - f->top) * (best / field->nx) / (field->ny - 1);
        // If a name is slightly too large for its region, it is drawn on the colour of the region.
        const carom_rgb own = carom_theme_kind(sheet->theme, field, kind);
        carom_text_draw(sheet->cr, name, CAROM_SIZE_NOTE, x - 0.5 * width, y + 0.36 * CAROM_SIZE_NOTE,
                        sheet->theme->ink[CAROM_INK_TEXT], &own);
    }
}
