// Draws diagrams of impacts and saves them as SVG, PDF or PNG, or as the data behind them. Use it for figures of one
// impact: the impulse diagram, the bodies, several contacts, or the history of a contact model.
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
//       carom_status status = carom_draw_impulse(figure, &view);
//       if (status == CAROM_OK) status = carom_figure_save(figure, "example.svg", NULL);
//       printf("example.svg: %s\n", carom_status_name(status));
//       carom_figure_free(figure);
//       remove("example.svg");
//       return status == CAROM_OK || status == CAROM_MODULE_MISSING ? 0 : 1; // missing: a build without Cairo
//   }
//
// In a build with Cairo it prints "example.svg: ok".
//
// Each function that draws adds panels to a figure. If memory runs out, the figure records it, and carom_figure_save
// then returns CAROM_NO_MEMORY. In titles and captions, $...$ is mathematics: letters are italic, _ is a subscript and
// ^ a superscript. The functions are in the library carom_draw.
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

typedef struct carom_figure carom_figure; // panels with diagrams

// Creates an empty figure of this width and height in points, with one panel per row. Returns NULL if memory runs out.
CAROM_DRAW_API carom_figure *carom_figure_create(const char *name, double width, double height);

// Frees a figure with everything in it. NULL is allowed.
CAROM_DRAW_API void carom_figure_free(carom_figure *figure);

// Save a figure.

// Options of carom_figure_save.
typedef struct carom_draw_options {
    bool dark;           // uses the dark theme
    double scale;        // pixels per point in a PNG file, > 0; 0: 2
    bool untitled;       // leaves out the title of the figure
    const char *title;   // a line above the panels, such as the law and its coefficients; NULL: the figure's own
    const char *caption; // text below the panels, one line for each '\n'; NULL: the figure's own
} carom_draw_options;

// Saves a figure as SVG, PDF or PNG, depending on the suffix of the file name. `options` may be NULL. The same figure
// always gives the same bytes. The file is replaced as a whole: after any failure an existing picture is unchanged, and
// no other file remains. Returns CAROM_CANNOT_WRITE if the file cannot be written (errno has the reason), and
// CAROM_BAD_VALUE for another suffix. Returns CAROM_BAD_FIGURE if a member of the figure has an invalid value, and
// CAROM_NO_MEMORY if memory runs out or the figure is NULL. Returns CAROM_MODULE_MISSING in a build without Cairo,
// which can only write the data.
CAROM_DRAW_API carom_status carom_figure_save(const carom_figure *figure, const char *file,
                                              const carom_draw_options *options);

// Writes the data of a figure as CSV: panel,series,x,y for every series, and a fifth column `value` if there are
// fields. The title (unless there are fields) and each line of the caption come first, as rows of panel 0 without
// numbers. Returns CAROM_CANNOT_WRITE also if the stream had failed before.
CAROM_DRAW_API carom_status carom_figure_write_csv(const carom_figure *figure, FILE *file);

// Draw impacts. These functions return CAROM_OK, or the status of the law if it has no result.

// The end of a path by another law.
typedef struct carom_impulse_mark {
    const char *name; // name of the law; marks at the same place share one entry of the legend
    double P[3];      // impulse, N s
} carom_impulse_mark;

// The contents of an impulse diagram.
typedef struct carom_impulse_view {
    const carom_contact *contact;  // the impact
    const carom_params *params;    // coefficients of the law
    const carom_law *law;          // the law whose path is drawn; NULL: none
    const carom_impulse_mark *end; // marked results of other laws; NULL if end_count is 0
    size_t end_count;              // number of marks
    bool plain;                    // no rings and no region: only the lines of Routh's construction
    const carom_law *all;          // every result of this law is marked (carom_collide_all); NULL: none
} carom_impulse_view;

// Draws the impulse diagram of one contact in 2D. It shows the path of a law, the lines of sticking and of maximum
// compression, and the energy ellipse. It also shows the accessible region and the results of other laws. Adds one
// panel. Returns CAROM_BAD_DIM for another dimension.
CAROM_DRAW_API carom_status carom_draw_impulse(carom_figure *figure, const carom_impulse_view *view);

// Adds to the last panel, an impulse diagram in 2D, the set of impulses that a law reaches over these coefficients
// (carom/geometry.h). It is a curve for fewer than two coefficients, otherwise an area. The area is computed by a formula
// if there is one, otherwise by a raster. Returns CAROM_WRONG_DIM for another dimension, and CAROM_BAD_FIGURE if the
// figure has no panel.
CAROM_DRAW_API carom_status carom_draw_reach(carom_figure *figure, const carom_law *law, const carom_contact *contact,
                                             const carom_params *params, const carom_reach_range *ranges, int count);

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
// The velocities before (v) and after (m/s) and the impulses P (N s) have the order n1, t1, n2, t2, and so on. There is
// one mu per contact, >= 0. Returns CAROM_BAD_COUNT unless there are 1 to 100000 contacts, and CAROM_NOT_FINITE for an
// invalid number.
CAROM_DRAW_API carom_status carom_draw_system(carom_figure *figure, int contacts, const double *v, const double *after,
                                              const double *P, const double *mu);

// Draws the history of a contact model (carom_record): forces and velocities over time, force over overlap, and slip
// over overlap. Adds four panels. `dim` is 2 or 3. Set `stiffness_ratio` for a contact model that has only ratios of
// stiffness (CAROM_STIFFNESS_RATIO). The labels of the axes then contain k_n, and the diagram holds for any k_n in N/m.
CAROM_DRAW_API carom_status carom_draw_history(carom_figure *figure, const carom_history_point *points, size_t count,
                                               int dim, bool stiffness_ratio);

CAROM_END

#endif
