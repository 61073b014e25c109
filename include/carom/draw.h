// Figures as values: panels, series, notes, fields. What is drawn is what is written as data.
//
//   carom_figure *f = carom_figure_create("path", 340, 300);
//   carom_panel  *p = carom_figure_panel(f);
//   carom_panel_axes(p, "$P_t$", "$P_n$");
//   carom_series *s = carom_panel_line(p, "path", (carom_style){.ink = CAROM_INK_BLUE, .width = 2});
//   carom_series_add(s, 0.0, 0.0);
//   carom_status d = carom_figure_save(f, "path.svg", NULL);
//   carom_figure_free(f);
//
// Building never fails by itself: when memory ends the figure remembers it and refuses to be saved. Functions take NULL
// where a figure, panel or series could not be made. In labels $...$ is mathematics: letters slant, _ and ^ shift.
#ifndef CAROM_DRAW_H
#define CAROM_DRAW_H

#include <stdbool.h>
#include <stdio.h>

#include "carom/law.h"
#include "carom/reach.h"
#include "carom/scene.h"

#if defined(CAROM_BUILDING_DRAW)
#define CAROM_DRAW_API CAROM_EXPORT
#else
#define CAROM_DRAW_API CAROM_IMPORT
#endif

CAROM_BEGIN

// Colours by role; the theme gives them a value that is told apart by colour-blind readers, light or dark.
typedef enum carom_ink {
    CAROM_INK_TEXT,
    CAROM_INK_SOFT, // grey: construction lines
    CAROM_INK_BLUE,
    CAROM_INK_VERMILION,
    CAROM_INK_GREEN,
    CAROM_INK_PURPLE,
    CAROM_INK_ORANGE,
    CAROM_INK_SKY,
    CAROM_INK_COUNT
} carom_ink;

typedef enum carom_dash { CAROM_SOLID, CAROM_DASHED, CAROM_DOTTED, CAROM_DASHDOT, CAROM_LONG } carom_dash;

typedef enum carom_mark {
    CAROM_MARK_NONE,
    CAROM_MARK_DISC,
    CAROM_MARK_RING,
    CAROM_MARK_SQUARE,
    CAROM_MARK_DIAMOND,
    CAROM_MARK_TRIANGLE,
    CAROM_MARK_DOWN,
    CAROM_MARK_CROSS,
    CAROM_MARK_PLUS,
    CAROM_MARK_STAR,
    CAROM_MARK_COUNT
} carom_mark;

typedef struct carom_style {
    carom_ink ink;
    carom_dash dash;
    carom_mark mark;
    double width;  // of lines, points; 0: no line
    double fill;   // opacity of an area, 0 .. 1
    bool hatched;  // an area crossed by thin lines, so that it is seen in print
    bool unlisted; // not in the legend
    bool apart;    // marks that would cover each other are moved apart, each with a thin line to its place
} carom_style;

typedef enum carom_series_kind {
    CAROM_SERIES_LINE,   // NaN breaks it
    CAROM_SERIES_AREA,   // closed; NaN parts pieces
    CAROM_SERIES_POINTS, // marks
    CAROM_SERIES_RULE,   // the whole straight line through its two points
    CAROM_SERIES_RAY,    // from its first point through its second and on
    CAROM_SERIES_ARROW   // from its first point to its second
} carom_series_kind;

typedef struct carom_figure carom_figure;
typedef struct carom_panel carom_panel;

typedef struct carom_series {
    carom_panel *panel;
    carom_series_kind kind;
    carom_style style;
    char *name;  // in the data and, unless unlisted, in the legend
    char *label; // written along the line; may be NULL
    double *x, *y;
    size_t count, capacity;
} carom_series;

// Words at a place; the drawing moves them off the data.
typedef struct carom_note {
    double x, y;
    char *text;
    carom_ink ink;
    bool centred; // exactly at the place: the name of a region
} carom_note;

typedef struct carom_axis {
    char *label;
    double low, high; // NaN: from the data
    double step;      // between ticks; 0: chosen
} carom_axis;

enum { CAROM_MAX_PANELS = 12, CAROM_MAX_KINDS = 12, CAROM_MAX_CELLS = 32767 };

// A value at each point of a grid, rows from low y to high y.
typedef struct carom_field {
    int nx, ny;                       // 2 .. CAROM_MAX_CELLS each
    double *value;                    // nx * ny; NaN is left blank
    char *label;                      // of the colour bar
    int kinds;                        // > 0: values are kinds 0 .. kinds - 1 with names, not amounts
    char *kind_name[CAROM_MAX_KINDS]; // NULL for a kind without a name
    bool two_sided;                   // zero is white, gain and loss differ in colour
    bool unbordered;                  // the figure draws the borders itself
} carom_field;

struct carom_panel {
    carom_figure *figure;
    char *title;
    carom_axis x, y;
    bool equal;      // one unit is as long on both axes
    bool zero_lines; // thin axes through the origin
    bool bare;       // no frame: only the legend of its series
    carom_series **series;
    size_t series_count;
    carom_note *notes;
    size_t note_count;
    carom_field *field;
};

struct carom_figure {
    char *name;
    double width, height; // points
    int columns;
    int panel_count;
    carom_panel *panels[CAROM_MAX_PANELS];
    bool failed;   // memory ended while it was built
    char *caption; // what the figure was made from, under the panels; may be NULL
    char *title;   // what it shows, above them; may be NULL
};

// Building.
CAROM_DRAW_API carom_figure *carom_figure_create(const char *name, double width, double height);
CAROM_DRAW_API void carom_figure_free(carom_figure *figure);
CAROM_DRAW_API carom_panel *carom_figure_panel(carom_figure *figure);

// Words under the panels, a line for each '\n': the numbers the figure was made from, with their units. The picture grows
// by their height. NULL: none.
CAROM_DRAW_API void carom_figure_caption(carom_figure *figure, const char *text);

// One line above the panels: the law and its coefficients. The picture grows by its height, unless it is saved untitled.
CAROM_DRAW_API void carom_figure_title(carom_figure *figure, const char *text);

CAROM_DRAW_API void carom_panel_title(carom_panel *panel, const char *text);            // above it
CAROM_DRAW_API void carom_panel_axes(carom_panel *panel, const char *x, const char *y); // their names
CAROM_DRAW_API void carom_panel_range(carom_panel *panel, double x_low, double x_high, double y_low,
                                      double y_high); // what its axes show
CAROM_DRAW_API carom_series *carom_panel_series(carom_panel *panel, carom_series_kind kind, const char *name,
                                                carom_style style); // NULL: no memory
CAROM_DRAW_API carom_series *carom_panel_line(carom_panel *panel, const char *name, carom_style style); // points joined
CAROM_DRAW_API void carom_series_add(carom_series *series, double x, double y); // one point more
CAROM_DRAW_API void carom_series_label(carom_series *series, const char *text); // words beside it
CAROM_DRAW_API void carom_panel_note(carom_panel *panel, double x, double y, const char *text,
                                     carom_ink ink); // beside x, y
CAROM_DRAW_API void carom_panel_name(carom_panel *panel, double x, double y, const char *text,
                                     carom_ink ink); // around x, y
// A field of nx by ny values; NULL: no such grid.
CAROM_DRAW_API carom_field *carom_panel_field(carom_panel *panel, int nx, int ny, const char *label);
CAROM_DRAW_API void carom_field_kind(carom_panel *panel, int kind, const char *name); // 0 .. CAROM_MAX_KINDS - 1

// The straight line a x + b y = c as a RULE.
CAROM_DRAW_API carom_series *carom_panel_rule(carom_panel *panel, const char *name, carom_style style, double a,
                                              double b, double c);

// Saving.
typedef struct carom_draw_options {
    bool dark;
    double scale;  // pixels per point in a PNG; 0: 2
    bool untitled; // without the figure's title
} carom_draw_options;

// SVG, PDF or PNG, by the ending of the name. The same figure makes the same bytes. The picture takes its place whole:
// on any failure a picture that was there stays, and nothing else is left. CAROM_CANNOT_WRITE: errno says why.
// CAROM_BAD_VALUE for another ending, CAROM_BAD_FIGURE for a field of the figure without a valid value, CAROM_NO_MEMORY
// also for NULL, CAROM_MODULE_MISSING in a build without Cairo, which writes the data only.
CAROM_DRAW_API carom_status carom_figure_save(const carom_figure *figure, const char *file,
                                              const carom_draw_options *options);

// panel,series,x,y: every series of the figure, and x,y,value of its fields; the title (but for fields) and each line
// of the caption first, as a row of panel 0 without numbers. CAROM_CANNOT_WRITE also where the stream has failed before.
CAROM_DRAW_API carom_status carom_figure_write_csv(const carom_figure *figure, FILE *file);

// The impulse diagram of a planar contact: path of a law, lines, ellipse, region, ends of other laws.
typedef struct carom_impulse_mark {
    const char *name;
    double P[3];
} carom_impulse_mark;

typedef struct carom_impulse_view {
    const carom_contact *contact;
    const carom_params *params;
    const carom_law *law;          // whose path is drawn; NULL: none
    const carom_impulse_mark *end; // marked ends of other laws
    size_t end_count;
    bool plain;           // no rings, no region: only the lines of Routh's construction
    const carom_law *all; // every outcome of this law is marked (carom_collide_all); NULL: none
} carom_impulse_view;

CAROM_DRAW_API carom_status carom_draw_impulse(carom_panel *panel, const carom_impulse_view *view); // one contact

// Adds to an impulse diagram what a law reaches over these coefficients of its own (carom/reach.h): a curve, or an area,
// by formula where there is one, else by a raster.
CAROM_DRAW_API carom_status carom_draw_reach(carom_panel *panel, const carom_law *law, const carom_contact *contact,
                                             const carom_params *params, const carom_reach_range *own, int count,
                                             const char *name, carom_style style);

// Adds the lettered points (carom_region_letters) that there are, and O.
CAROM_DRAW_API void carom_diagram_letters(carom_panel *panel, const carom_contact *contact, double mu);

// A contact in space: the accessible region with its three faces, from above and from below. Two panels; a law's curve or
// surface inside it, if there is a law.
CAROM_DRAW_API carom_status carom_draw_region(carom_figure *figure, const carom_contact *contact,
                                              const carom_params *params, const carom_law *law,
                                              const carom_reach_range *own, int count);

// A contact in space: the slip's hodograph with invariant directions and neighbouring slips, and the path seen along
// each axis of impulse space with the friction cone and the ellipsoid of no loss. Adds four panels.
CAROM_DRAW_API carom_status carom_draw_hodograph(carom_figure *figure, const carom_impulse_view *view);

// The bodies themselves, to scale, with their velocities and spins before and after, the contact and the impulse on A.
// One panel in the plane; in space three: from above, the front and the side. What is outlined may be a point.
CAROM_DRAW_API carom_status carom_draw_scene(carom_figure *figure, const carom_scene *scene);

// Several planar contacts: each one's velocity from before to after, and its impulse in its friction cone. Two panels.
// v, after and P are ordered n1, t1, n2, t2, ...; mu has one entry a contact.
CAROM_DRAW_API carom_status carom_draw_system(carom_figure *figure, int contacts, const double *v, const double *after,
                                              const double *P, const double *mu);

// The history of a contact device: forces and velocities in time, force against overlap, slip against overlap. Four
// panels.
struct carom_history_point;
CAROM_DRAW_API carom_status carom_draw_history(carom_figure *figure, const struct carom_history_point *points,
                                               size_t count, int dim);
// The same of a device that only knows ratios of stiffness (CAROM_STIFFNESS_RATIO): the axes hold for any k_n in N/m.
CAROM_DRAW_API carom_status carom_diagram_history_by_ratio(carom_figure *figure,
                                                           const struct carom_history_point *points, size_t count,
                                                           int dim);

CAROM_END

#endif
