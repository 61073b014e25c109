#include "text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

void carom_text_setup(cairo_t *cr) {
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cr, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(cr, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

// A run of letters with the same slant, size and height.
typedef struct {
    char text[64];
    bool slanted;
    int script; // -1 subscript, 1 superscript
} run;

static size_t letter_bytes(const char *at) {
    size_t n = 1;
    while ((at[n] & 0xc0) == 0x80) n++;
    return n;
}

static bool is_letter(const char *at) {
    const unsigned char c = (unsigned char)*at;
    // In UTF-8, Greek letters start with these bytes.
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == 0xce || c == 0xcf;
}

// The position in a label.
typedef struct {
    const char *at;
    bool math, group;
    int script;
} reader;

// Skips markup. Returns true if a letter follows.
static bool skip_markup(reader *r) {
    for (;;) {
        if (*r->at == '$') {
            r->math = !r->math;
        } else if (r->math && (*r->at == '_' || *r->at == '^')) {
            r->script = *r->at == '_' ? -1 : 1;
            r->group = r->at[1] == '{';
            r->at += r->group;
        } else if (r->math && r->group && *r->at == '}') {
            r->group = false;
            r->script = 0;
        } else {
            return *r->at != 0;
        }
        r->at++;
    }
}

// Returns the next letters with the same slant and height.
static bool next_run(reader *r, run *out) {
    size_t used = 0;
    if (!skip_markup(r)) return false;
    out->slanted = r->math && is_letter(r->at);
    out->script = r->script;
    do {
        const size_t n = letter_bytes(r->at);
        const char *letter = r->math && *r->at == '-' ? "−" : r->math && *r->at == '\'' ? "′" : NULL;
        if (letter)
            used += (size_t)snprintf(out->text + used, sizeof out->text - used, "%s", letter);
        else
            used += (size_t)snprintf(out->text + used, sizeof out->text - used, "%.*s", (int)n, r->at);
        if (!r->group) r->script = 0;
        r->at += n;
    } while (used + 8 < sizeof out->text && skip_markup(r) && (r->math && is_letter(r->at)) == out->slanted &&
             r->script == out->script);
    return true;
}

static void set_font(cairo_t *cr, const run *r, double size) {
    const double scaled = r->script ? 0.72 * size : size;
    cairo_matrix_t m;
    // Slant the letters by a transformation, because an oblique font may not be installed.
    cairo_matrix_init(&m, scaled, 0.0, r->slanted ? -0.2 * scaled : 0.0, scaled, 0.0, 0.0);
    cairo_set_font_matrix(cr, &m);
}

static double run_width(cairo_t *cr, const run *r, double size) {
    cairo_text_extents_t extents;
    set_font(cr, r, size);
    cairo_text_extents(cr, r->text, &extents);
    return extents.x_advance;
}

double carom_text_width(cairo_t *cr, const char *text, double size) {
    reader r = {.at = text};
    run letters;
    double width = 0.0;
    while (next_run(&r, &letters)) width += run_width(cr, &letters, size);
    return width;
}

static void show(cairo_t *cr, const char *text, double size, double x, double y, bool outline) {
    reader r = {.at = text};
    run letters;
    while (next_run(&r, &letters)) {
        set_font(cr, &letters, size);
        cairo_move_to(cr, x, y - (letters.script > 0 ? 0.36 : letters.script < 0 ? -0.18 : 0.0) * size);
        if (outline)
            cairo_text_path(cr, letters.text);
        else
            cairo_show_text(cr, letters.text);
        x += run_width(cr, &letters, size);
    }
}

void carom_text_draw(cairo_t *cr, const char *text, double size, double x, double y, carom_rgb ink,
                     const carom_rgb *halo) {
    if (halo) {
        cairo_new_path(cr);
        show(cr, text, size, x, y, true);
        cairo_set_source_rgba(cr, halo->r, halo->g, halo->b, 0.85);
        cairo_set_dash(cr, NULL, 0, 0.0);
        cairo_set_line_width(cr, 0.3 * size);
        cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
        cairo_stroke(cr);
    }
    cairo_set_source_rgb(cr, ink.r, ink.g, ink.b);
    show(cr, text, size, x, y, false);
    cairo_new_path(cr);
}
