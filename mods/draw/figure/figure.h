// Figures: panels with series, notes and fields. Diagrams, the command and the papers build them.
//
// The functions that build a figure do not report failures: if memory runs out, the figure records it, and
// carom_figure_save then returns CAROM_NO_MEMORY. They accept NULL for a figure, panel or series that could not be
// created.
#ifndef CAROM_DRAW_FIGURE_H
#define CAROM_DRAW_FIGURE_H

#include "carom/draw.h"

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

// The meaning of the points of a series.
typedef enum carom_series_kind {
    CAROM_SERIES_LINE = 0,   // connected points; NaN interrupts the line
    CAROM_SERIES_AREA = 1,   // a closed area; NaN separates pieces
    CAROM_SERIES_POINTS = 2, // marks
    CAROM_SERIES_RULE = 3,   // the whole straight line through its two points
    CAROM_SERIES_RAY = 4,    // from its first point through its second and beyond
    CAROM_SERIES_ARROW = 5   // from its first point to its second
} carom_series_kind;

typedef struct carom_panel carom_panel;

// One curve, area or set of marks. carom_panel_series creates it; the figure owns it and its arrays.
typedef struct carom_series {
    carom_panel *panel;     // the panel that it belongs to
    carom_series_kind kind; // the meaning of its points
    carom_style style;      // how it is drawn
    char *name;             // in the data and, unless it is unlisted, in the legend; not NULL
    char *label;            // text along the line; may be NULL
    double *x, *y;          // coordinates, in the units of the axes; NaN separates pieces
    size_t count, capacity; // number of points, and number of points that fit; count <= capacity
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

// Adds an empty panel. Returns NULL if the figure has CAROM_MAX_PANELS panels already or memory runs out.
carom_panel *carom_figure_panel(carom_figure *figure);

// Sets the text below the panels, one line for each '\n', such as the numbers behind the figure with their units. The
// picture becomes higher by these lines. NULL: no text.
void carom_figure_caption(carom_figure *figure, const char *text);

// Sets the line above the panels, such as the law and its coefficients. The picture becomes higher by this line unless
// it is saved without a title.
void carom_figure_title(carom_figure *figure, const char *text);

// Sets the text above a panel.
void carom_panel_title(carom_panel *panel, const char *text);

// Sets the labels of the axes of a panel.
void carom_panel_axes(carom_panel *panel, const char *x, const char *y);

// Sets the ranges of the axes of a panel.
void carom_panel_range(carom_panel *panel, double x_low, double x_high, double y_low, double y_high);

// Adds an empty series. Returns NULL if memory runs out.
carom_series *carom_panel_series(carom_panel *panel, carom_series_kind kind, const char *name, carom_style style);

// Adds an empty series of the kind CAROM_SERIES_LINE. Returns NULL if memory runs out.
carom_series *carom_panel_line(carom_panel *panel, const char *name, carom_style style);

// Adds the straight line a x + b y = c, a series of the kind CAROM_SERIES_RULE. Returns NULL if a and b are both 0, a
// number is not finite, or memory runs out.
carom_series *carom_panel_rule(carom_panel *panel, const char *name, carom_style style, double a, double b, double c);

// Adds a point to a series.
void carom_series_add(carom_series *series, double x, double y);

// Sets the text along a series.
void carom_series_label(carom_series *series, const char *text);

// Adds a text next to the point x, y.
void carom_panel_note(carom_panel *panel, double x, double y, const char *text, carom_ink ink);

// Adds a text that is centred at the point x, y.
void carom_panel_name(carom_panel *panel, double x, double y, const char *text, carom_ink ink);

// Adds a field of nx by ny values to a panel that has none; you fill its values. Returns NULL if nx or ny is out of
// range, the panel has a field already, or memory runs out.
carom_field *carom_panel_field(carom_panel *panel, int nx, int ny, const char *label);

// Names a kind of the panel's field, 0 to CAROM_MAX_KINDS - 1. The values of the field are then kinds.
void carom_field_kind(carom_panel *panel, int kind, const char *name);

// Draw into a panel of the caller.

// These functions do the same as carom_draw_impulse and carom_draw_reach; the latter also takes a name for the legend
// and a style.
carom_status carom_panel_impulse(carom_panel *panel, const carom_impulse_view *view);
carom_status carom_panel_reach(carom_panel *panel, const carom_law *law, const carom_contact *contact,
                               const carom_params *params, const carom_reach_range *ranges, int count, const char *name,
                               carom_style style);

// Adds an impulse to a series of an impulse diagram in 2D, and widens the diagram so that it shows the impulse.
void carom_panel_add_impulse(carom_panel *panel, carom_series *series, const double P[3]);

// The units of a scene whose numbers are not in SI.
typedef struct carom_scene_units {
    const char *speed, *spin, *impulse, *length;
} carom_scene_units;

// Does the same as carom_draw_scene, with other names of units.
struct carom_scene;
carom_status carom_draw_scene_in(carom_figure *figure, const struct carom_scene *scene, const carom_scene_units *units);

#endif
