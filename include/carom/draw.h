// Draws diagrams of impacts and saves them as SVG, PDF or PNG, or as the data behind them. It is for users who need
// figures of one impact: the impulse diagram, the bodies, several contacts, or the history of a contact model.
//
//   #include <carom/draw.h>
//   #include <stdio.h>
//
//   int main(void) {
//       const carom_contact contact = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
//       carom_params params = carom_params_default();
//       static carom_impulse_view view; // all members 0
//       params.e = 0.5;
//       params.mu = 0.4;
//       view.contact = &contact;
//       view.params = &params;
//       view.law = &carom_law_routh;
//       carom_figure *figure = carom_figure_create("impulse", 340, 300);
//       carom_status status = carom_draw_impulse(carom_figure_panel(figure), &view);
//       if (status == CAROM_OK) status = carom_figure_save(figure, "example.svg", NULL);
//       printf("example.svg: %s\n", carom_status_name(status));
//       carom_figure_free(figure);
//       remove("example.svg");
//       return status == CAROM_OK || status == CAROM_MODULE_MISSING ? 0 : 1; // missing: a build without Cairo
//   }
//
// In a build with Cairo it prints "example.svg: ok".
//
// A figure consists of panels, and a panel of series, notes and a field. The functions that build a figure do not
// report failures: if memory runs out, the figure records it, and carom_figure_save then returns CAROM_NO_MEMORY. They
// accept NULL for a figure, panel or series that could not be created. In labels, $...$ is mathematics: letters are
// italic, _ is a subscript and ^ a superscript. The functions are in the library carom_draw.
#ifndef CAROM_DRAW_H
#define CAROM_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "carom/carom.h"
#include "carom/geometry.h"

#if defined(CAROM_BUILDING_DRAW)
#define CAROM_DRAW_API CAROM_EXPORT
#else
#define CAROM_DRAW_API CAROM_IMPORT
#endif

CAROM_BEGIN

struct carom_scene; // carom/scenario.h

// Styles.

// Colours by role. The theme, light or dark, gives each a value that colour-blind readers can distinguish.
typedef enum carom_ink {
    CAROM_INK_TEXT = 0,      // text and frames
    CAROM_INK_SOFT = 1,      // grey, for construction lines
    CAROM_INK_BLUE = 2,      // blue
    CAROM_INK_VERMILION = 3, // vermilion
    CAROM_INK_GREEN = 4,     // green
    CAROM_INK_PURPLE = 5,    // purple
    CAROM_INK_ORANGE = 6,    // orange
    CAROM_INK_SKY = 7,       // light blue
    CAROM_INK_COUNT = 8      // number of colours
} carom_ink;

// The pattern of a line.
typedef enum carom_dash {
    CAROM_SOLID = 0,   // continuous
    CAROM_DASHED = 1,  // dashes
    CAROM_DOTTED = 2,  // dots
    CAROM_DASHDOT = 3, // dashes and dots
    CAROM_LONG = 4     // long dashes
} carom_dash;

// The symbol at each point of a series.
typedef enum carom_mark {
    CAROM_MARK_NONE = 0,     // no symbol
    CAROM_MARK_DISC = 1,     // filled circle
    CAROM_MARK_RING = 2,     // open circle
    CAROM_MARK_SQUARE = 3,   // square
    CAROM_MARK_DIAMOND = 4,  // diamond
    CAROM_MARK_TRIANGLE = 5, // triangle that points up
    CAROM_MARK_DOWN = 6,     // triangle that points down
    CAROM_MARK_CROSS = 7,    // x
    CAROM_MARK_PLUS = 8,     // +
    CAROM_MARK_STAR = 9,     // star
    CAROM_MARK_COUNT = 10    // number of symbols
} carom_mark;

// How a series is drawn.
typedef struct carom_style {
    carom_ink ink;   // colour
    carom_dash dash; // pattern of the line
    carom_mark mark; // symbol at each point
    double width;    // of lines, points, >= 0; 0: no line
    double fill;     // opacity of an area, 0 to 1
    bool hatched;    // crosses an area with thin lines, so that it is visible in print
    bool unlisted;   // leaves the series out of the legend
    bool apart;      // moves marks apart that would cover each other, each with a thin line to its place
} carom_style;

// Figures.

// What the points of a series mean.
typedef enum carom_series_kind {
    CAROM_SERIES_LINE = 0,   // connected points; NaN interrupts the line
    CAROM_SERIES_AREA = 1,   // a closed area; NaN separates pieces
    CAROM_SERIES_POINTS = 2, // marks
    CAROM_SERIES_RULE = 3,   // the whole straight line through its two points
    CAROM_SERIES_RAY = 4,    // from its first point through its second and beyond
    CAROM_SERIES_ARROW = 5   // from its first point to its second
} carom_series_kind;

typedef struct carom_figure carom_figure;
typedef struct carom_panel carom_panel;

// One curve, area or set of marks. carom_panel_series creates it; the figure owns it and its arrays.
typedef struct carom_series {
    carom_panel *panel;     // the panel that it belongs to
    carom_series_kind kind; // what its points mean
    carom_style style;      // how it is drawn
    char *name;             // in the data and, unless it is unlisted, in the legend; not NULL
    char *label;            // text along the line; may be NULL
    double *x, *y;          // coordinates, in the units of the axes; NaN separates pieces
    size_t count, capacity; // points that there are, and points that fit; count <= capacity
} carom_series;

// A text at a point. It is moved so that it does not cover the data.
typedef struct carom_note {
    double x, y;   // its point, in the units of the axes
    char *text;    // the text
    carom_ink ink; // its colour
    bool centred;  // stays exactly at its point, for the name of a region
} carom_note;

// One axis of a panel.
typedef struct carom_axis {
    char *label;      // name of the axis with its unit; may be NULL
    double low, high; // range, in the unit of the axis, not infinite; NaN: from the data
    double step;      // between ticks, in the unit of the axis, >= 0; 0: automatic
} carom_axis;

enum {
    CAROM_MAX_PANELS = 12,  // panels of a figure
    CAROM_MAX_KINDS = 12,   // kinds of a field
    CAROM_MAX_CELLS = 32767 // values of a field along one axis
};

// A value at each point of a grid.
typedef struct carom_field {
    int nx, ny;                       // number of values along x and y, 2 to CAROM_MAX_CELLS each
    double *value;                    // nx * ny values, in rows from low y to high y; NaN is left blank
    char *label;                      // label of the colour bar; may be NULL
    int kinds;                        // 0 to CAROM_MAX_KINDS; if > 0, the values are kinds 0 to kinds - 1, not amounts
    char *kind_name[CAROM_MAX_KINDS]; // names of the kinds; NULL for a kind without a name
    bool two_sided;                   // zero is white; positive and negative values differ in colour
    bool unbordered;                  // the borders are not drawn, because the figure has its own
} carom_field;

// One diagram of a figure. carom_figure_panel creates it; the figure owns it.
struct carom_panel {
    carom_figure *figure;  // the figure that it belongs to
    char *title;           // text above the panel; may be NULL
    carom_axis x, y;       // horizontal and vertical axis
    bool equal;            // one unit has the same length on both axes
    bool zero_lines;       // draws thin axes through the origin
    bool bare;             // no frame: only the legend of its series
    carom_series **series; // its series
    size_t series_count;   // number of series
    carom_note *notes;     // its notes
    size_t note_count;     // number of notes
    carom_field *field;    // its field; NULL: none
};

// A figure: panels in rows.
struct carom_figure {
    char *name;                            // title in the metadata of a PDF file; may be NULL
    double width, height;                  // of all panels, points, > 0
    int columns;                           // panels per row, >= 1
    int panel_count;                       // number of panels, 0 to CAROM_MAX_PANELS
    carom_panel *panels[CAROM_MAX_PANELS]; // row by row
    bool failed;                           // memory ran out while the figure was built
    char *caption;                         // text below the panels; may be NULL
    char *title;                           // text above the panels; may be NULL
};

// Build a figure.

// Creates an empty figure of this width and height in points, with one column. Returns NULL if memory runs out.
CAROM_DRAW_API carom_figure *carom_figure_create(const char *name, double width, double height);

// Frees a figure with everything in it. NULL is allowed.
CAROM_DRAW_API void carom_figure_free(carom_figure *figure);

// Adds an empty panel. Returns NULL if the figure has CAROM_MAX_PANELS panels already or memory runs out.
CAROM_DRAW_API carom_panel *carom_figure_panel(carom_figure *figure);

// Sets the text below the panels, one line for each '\n', such as the numbers behind the figure with their units. The
// picture becomes higher by these lines. NULL: no text.
CAROM_DRAW_API void carom_figure_caption(carom_figure *figure, const char *text);

// Sets the line above the panels, such as the law and its coefficients. The picture becomes higher by this line unless
// it is saved without a title.
CAROM_DRAW_API void carom_figure_title(carom_figure *figure, const char *text);

// Sets the text above a panel.
CAROM_DRAW_API void carom_panel_title(carom_panel *panel, const char *text);

// Sets the labels of the axes of a panel.
CAROM_DRAW_API void carom_panel_axes(carom_panel *panel, const char *x, const char *y);

// Sets the ranges of the axes of a panel.
CAROM_DRAW_API void carom_panel_range(carom_panel *panel, double x_low, double x_high, double y_low, double y_high);

// Adds an empty series. Returns NULL if memory runs out.
CAROM_DRAW_API carom_series *carom_panel_series(carom_panel *panel, carom_series_kind kind, const char *name,
                                                carom_style style);

// Adds an empty series of the kind CAROM_SERIES_LINE. Returns NULL if memory runs out.
CAROM_DRAW_API carom_series *carom_panel_line(carom_panel *panel, const char *name, carom_style style);

// Adds the straight line a x + b y = c, a series of the kind CAROM_SERIES_RULE. Returns NULL if a and b are both 0, a
// number is not finite, or memory runs out.
CAROM_DRAW_API carom_series *carom_panel_rule(carom_panel *panel, const char *name, carom_style style, double a,
                                              double b, double c);

// Adds a point to a series.
CAROM_DRAW_API void carom_series_add(carom_series *series, double x, double y);

// Sets the text along a series.
CAROM_DRAW_API void carom_series_label(carom_series *series, const char *text);

// Adds a text next to the point x, y.
CAROM_DRAW_API void carom_panel_note(carom_panel *panel, double x, double y, const char *text, carom_ink ink);

// Adds a text that is centred at the point x, y.
CAROM_DRAW_API void carom_panel_name(carom_panel *panel, double x, double y, const char *text, carom_ink ink);

// Adds a field of nx by ny values to a panel that has none; you fill its values. Returns NULL if nx or ny is out of
// range, the panel has a field already, or memory runs out.
CAROM_DRAW_API carom_field *carom_panel_field(carom_panel *panel, int nx, int ny, const char *label);

// Names a kind of the panel's field, 0 to CAROM_MAX_KINDS - 1. The values of the field are then kinds.
CAROM_DRAW_API void carom_field_kind(carom_panel *panel, int kind, const char *name);

// Save a figure.

// Options of carom_figure_save.
typedef struct carom_draw_options {
    bool dark;     // uses the dark theme
    double scale;  // pixels per point in a PNG file, > 0; 0: 2
    bool untitled; // leaves out the title of the figure
} carom_draw_options;

// Saves a figure as SVG, PDF or PNG, depending on the suffix of the file name. `options` may be NULL. The same figure
// always gives the same bytes. The file is replaced as a whole: after any failure an existing picture is unchanged,
// and no other file remains. Returns CAROM_CANNOT_WRITE if the file cannot be written (errno has the reason),
// CAROM_BAD_VALUE for another suffix, CAROM_BAD_FIGURE if a member of the figure has an invalid value, CAROM_NO_MEMORY
// also if the figure is NULL, and CAROM_MODULE_MISSING in a build without Cairo, which can only write the data.
CAROM_DRAW_API carom_status carom_figure_save(const carom_figure *figure, const char *file,
                                              const carom_draw_options *options);

// Writes the data of a figure as CSV: panel,series,x,y for every series, and a fifth column `value` if there are
// fields. The title (unless there are fields) and each line of the caption come first, as rows of panel 0 without
// numbers. Returns CAROM_CANNOT_WRITE also if the stream had failed before.
CAROM_DRAW_API carom_status carom_figure_write_csv(const carom_figure *figure, FILE *file);

// Draw impacts. These functions return CAROM_OK, or the status of the law if it has no result.

// The end of a path by another law.
typedef struct carom_impulse_mark {
    const char *name; // of the law; marks at the same place share one entry of the legend
    double P[3];      // impulse, N s
} carom_impulse_mark;

// What an impulse diagram shows.
typedef struct carom_impulse_view {
    const carom_contact *contact;  // the impact
    const carom_params *params;    // its coefficients
    const carom_law *law;          // its path is drawn; NULL: none
    const carom_impulse_mark *end; // marked results of other laws; NULL if end_count is 0
    size_t end_count;              // number of marks
    bool plain;                    // no rings and no region: only the lines of Routh's construction
    const carom_law *all;          // every result of this law is marked (carom_collide_all); NULL: none
} carom_impulse_view;

// Draws the impulse diagram of one contact in 2D: the path of a law, the lines of sticking and of maximum compression,
// the energy ellipse, the accessible region and the results of other laws. Returns CAROM_BAD_DIM for another
// dimension.
CAROM_DRAW_API carom_status carom_draw_impulse(carom_panel *panel, const carom_impulse_view *view);

// Adds to an impulse diagram in 2D the set of impulses that a law reaches over these coefficients (carom/geometry.h).
// It is a curve for fewer than two coefficients, otherwise an area. The area is computed by a formula if there is one,
// otherwise by a raster. Returns CAROM_WRONG_DIM for another dimension.
CAROM_DRAW_API carom_status carom_draw_reach(carom_panel *panel, const carom_law *law, const carom_contact *contact,
                                             const carom_params *params, const carom_reach_range *ranges, int count,
                                             const char *name, carom_style style);

// Adds the lettered points (carom_region_letters) that exist, and the origin O, to an impulse diagram in 2D.
CAROM_DRAW_API void carom_diagram_letters(carom_panel *panel, const carom_contact *contact, double mu);

// Draws the accessible region of a contact in 3D with its three faces, from above and from below. If `law` is not
// NULL, the curve or surface that it reaches over these coefficients is drawn inside. Adds two panels. Returns
// CAROM_WRONG_DIM for another dimension.
CAROM_DRAW_API carom_status carom_draw_region(carom_figure *figure, const carom_contact *contact,
                                              const carom_params *params, const carom_law *law,
                                              const carom_reach_range *ranges, int count);

// Draws the path of view->law for a contact in 3D. The first panel is the hodograph of the slip with invariant
// directions and neighbouring slips. The other three show the path along each axis of impulse space with the friction
// cone and the ellipsoid of no energy loss. For a law without a path, the marked results are drawn in these three
// panels only. Returns CAROM_BAD_DIM for another dimension.
CAROM_DRAW_API carom_status carom_draw_hodograph(carom_figure *figure, const carom_impulse_view *view);

// Draws the bodies to scale, with their velocities and spins before and after the impact, the contact, and the impulse
// on A. Adds one panel in 2D. In 3D it adds three, from above, from the front and from the side, and one for the
// legend. An outline may have size 0. carom_scenario_scene (carom/scenario.h) computes a scene. Returns
// CAROM_NOT_FINITE if a member of the scene has an invalid value.
CAROM_DRAW_API carom_status carom_draw_scene(carom_figure *figure, const struct carom_scene *scene);

// Draws several contacts in 2D: the change of each velocity, and each impulse in its friction cone. Adds two panels.
// The velocities before (v) and after (m/s) and the impulses P (N s) have the order n1, t1, n2, t2, ...; mu has one
// entry per contact, >= 0. Returns CAROM_BAD_COUNT unless there are 1 to 100000 contacts, and CAROM_NOT_FINITE for an
// invalid number.
CAROM_DRAW_API carom_status carom_draw_system(carom_figure *figure, int contacts, const double *v, const double *after,
                                              const double *P, const double *mu);

// Draws the history of a contact model (carom_record): forces and velocities over time, force over overlap, and slip
// over overlap. Adds four panels. `dim` is 2 or 3.
CAROM_DRAW_API carom_status carom_draw_history(carom_figure *figure, const carom_history_point *points, size_t count,
                                               int dim);

// Draws the same for a contact model with ratios of stiffness only (CAROM_STIFFNESS_RATIO). The labels of the axes
// contain k_n, so that the diagram holds for any k_n in N/m.
CAROM_DRAW_API carom_status carom_diagram_history_by_ratio(carom_figure *figure, const carom_history_point *points,
                                                           size_t count, int dim);

CAROM_END

#endif
