// Reads impacts from JSON files, solves them and reports the result for each body. Use it to describe impacts by
// bodies, chains or mechanisms instead of matrices. docs/scenario.md lists every key of a file.
//
//   #include <carom/scenario.h>
//   #include <stdio.h>
//   #include <string.h>
//
//   int main(void) {
//       const char *text = "{\"law\": \"routh\", \"params\": {\"e\": 0.5, \"mu\": 0.7},"
//                          " \"bodies\": [{\"name\": \"rod\", \"mass\": 1, \"shape\": {\"rod\": 1},"
//                          "               \"centre\": {\"size\": 0.5, \"angle\": {\"deg\": 45}},"
//                          "               \"velocity\": [0.6, -1]}, \"fixed\"],"
//                          " \"contact\": {\"point\": [0, 0], \"normal\": [0, 1]}}";
//       carom_error error;
//       carom_report *report;
//       carom_report_fields fields;
//       carom_scenario *rod = carom_scenario_parse(text, strlen(text), NULL, &error); // or carom_scenario_load
//       if (!rod || carom_scenario_solve(rod, NULL, NULL, &report, &error) != CAROM_OK) { // by the law of the file
//           fprintf(stderr, "%s\n", error.detail);
//           return 1;
//       }
//       fields.size = sizeof fields;
//       if (carom_report_get(report, &fields) != CAROM_OK) return 1;
//       const carom_motion *after = &fields.after[0]; // body A
//       printf("%s after the impact: velocity (%.2f, %.2f) m/s, spin %.2f rad/s\n", after->name, after->velocity[0],
//              after->velocity[1], after->spin[2]);
//       carom_report_free(report);
//       carom_scenario_free(rod);
//       return 0;
//   }
//
// It prints "rod after the impact: velocity (0.72, -0.40) m/s, spin -2.04 rad/s".
//
// The functions are in the library carom_scenario, which needs Jansson. Units are SI. Files with one contact and with
// several contacts (docs/several-contacts.md) have the same type.
#ifndef CAROM_SCENARIO_H
#define CAROM_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/bodies.h"
#include "carom/carom.h"
#include "carom/motion.h"
#include "carom/systems.h"

#if defined(CAROM_BUILDING_SCENARIO)
#define CAROM_SCENARIO_API CAROM_EXPORT
#else
#define CAROM_SCENARIO_API CAROM_IMPORT
#endif

CAROM_BEGIN

// Read a file.

// A file that was read. It never changes, so any number of threads may use it at once.
typedef struct carom_scenario carom_scenario;

// Reads the one problem of a file. The file may name laws of these modules, or laws of the core if `modules` is NULL.
// Returns NULL if the file cannot be read or is not valid, and fills `error`, which may be NULL.
//
// A file has several contacts if one of these holds. Otherwise it has one contact.
//   - It names a law that only solves systems, "all" or "delassus".
//   - It has a "system" or "planted" contacts.
//   - Its W has more than three rows.
//   - It lists several contacts, and names neither the one that is "colliding" nor a law for one contact.
CAROM_SCENARIO_API carom_scenario *carom_scenario_load(const char *path, carom_modules *modules, carom_error *error);

// Reads the same from a text of `length` bytes.
CAROM_SCENARIO_API carom_scenario *carom_scenario_parse(const char *text, size_t length, carom_modules *modules,
                                                        carom_error *error);

// Frees a scenario. NULL is allowed.
CAROM_SCENARIO_API void carom_scenario_free(carom_scenario *scenario);

// Get the problem.

// The kind of problem that a file describes.
typedef enum carom_scenario_kind {
    CAROM_SCENARIO_PLANE = 0,     // two bodies in 2D
    CAROM_SCENARIO_SPACE = 1,     // two bodies in 3D
    CAROM_SCENARIO_CHAIN = 2,     // a tree of links in 2D
    CAROM_SCENARIO_MECHANISM = 3, // a mass matrix, generalized speeds and rows
    CAROM_SCENARIO_NUMBERS = 4,   // W and v themselves
    CAROM_SCENARIO_BODIES = 5     // free bodies with several contacts
} carom_scenario_kind;

// The contents of a scenario.
typedef struct carom_scenario_info {
    carom_scenario_kind kind; // the kind of problem in the file
    const carom_law *law;     // the law that the file names; NULL: none
    int dim;                  // 2 or 3
    int contacts;             // number of contacts, >= 1
    int bodies;               // number of bodies: 2 for a pair, any number for free bodies, 0 for a file without bodies
    int speeds;               // number of generalized speeds of a chain, a mechanism or free bodies; 0 for other files
} carom_scenario_info;

// Returns the contents of a scenario. For NULL it returns CAROM_SCENARIO_NUMBERS without a law and with zero counts.
CAROM_SCENARIO_API carom_scenario_info carom_scenario_describe(const carom_scenario *scenario);

// Returns W and v of all contacts; nc >= 1.
CAROM_SCENARIO_API const carom_system *carom_scenario_system(const carom_scenario *scenario);

// Returns W and v of the contact, or NULL for a file with several contacts.
CAROM_SCENARIO_API const carom_contact *carom_scenario_contact(const carom_scenario *scenario);

// Returns the coefficients, one set per contact. In a file with several contacts, they can be used with every law: a
// value that the file gives for `e` also applies to e_n.
CAROM_SCENARIO_API const carom_params *carom_scenario_params(const carom_scenario *scenario);

// Returns the coefficients and the settings of a system. The striking contact is the one that the file names, or else
// the one that approaches fastest.
CAROM_SCENARIO_API const carom_system_params *carom_scenario_system_params(const carom_scenario *scenario);

// Returns the coefficients that the file states, as a CAROM_PARAM_BIT set.
CAROM_SCENARIO_API uint64_t carom_scenario_given(const carom_scenario *scenario);

// Compute the motion of the bodies.

// The motion of one body, in world axes. In 2D the third component of the velocity and the first two of the spin are 0.
typedef struct carom_motion {
    const char *name;   // name from the file, or "A" and "B"; lives as long as the scenario
    double mass;        // kg, > 0; infinite for a body that an impulse cannot move
    double velocity[3]; // velocity of the centre of mass, m/s
    double spin[3];     // rad/s
} carom_motion;

// Computes the motion of a body before the impact if P is NULL, or after the impulse P otherwise. P has `dim`
// components per contact, N s. Returns CAROM_NOT_APPLICABLE for a file without bodies, and CAROM_BAD_INDEX if there is
// no body with this index.
CAROM_SCENARIO_API carom_status carom_scenario_motion(const carom_scenario *scenario, int body, const double *P,
                                                      carom_motion *motion);

// Returns true if the normal between two bodies looks reversed (carom/bodies.h). Report this if the bodies separate and
// there is no impact. Returns false for a file that does not describe two bodies.
CAROM_SCENARIO_API bool carom_scenario_looks_reversed(const carom_scenario *scenario);

// The effect of an impulse on one of two bodies. Angles are in degrees, in (-180, 180]. Directions are measured
// counterclockwise from +x in the x-y plane. An angle is NaN if the vector is zero.
typedef struct carom_change {
    double speed_before;   // speed of the centre of mass before, m/s, >= 0
    double speed_after;    // the same after the impact, m/s, >= 0
    double heading_before; // direction of the velocity before the impact, degrees
    double heading_after;  // direction of the velocity after the impact, degrees
    double delta_v;        // length of the change of velocity, m/s, >= 0
    double direction;      // direction of this change, which is that of the impulse on the body, degrees
    double pdof;           // principal direction of force, clockwise from the front of the body, degrees. 0 is head-on,
                           // 90 is from the right. The front is the "angle" of the body in the file, or else its
                           // heading before the impact
} carom_change;

// Computes the effect of the impulse P, N s, on body 0 or 1 of two bodies. `lost` (may be NULL) receives the share of
// the bodies' kinetic energy that is lost, or NaN if there was none. Returns the statuses of carom_scenario_motion;
// CAROM_NOT_APPLICABLE also for free bodies.
CAROM_SCENARIO_API carom_status carom_scenario_change(const carom_scenario *scenario, int body, const double P[3],
                                                      carom_change *change, double *lost);

// Computes the generalized speeds before the impact if P is NULL, or after the impulse P otherwise. P is the impulse of
// the colliding contact, N s, or of all contacts if the file has several. The speeds of a chain are the rates of its
// links, then the velocity of its base unless the base is pinned. Those of free bodies have the order of carom_assembly
// (carom/bodies.h). Returns CAROM_NOT_APPLICABLE if there are no speeds, and CAROM_NO_MEMORY if memory runs out.
CAROM_SCENARIO_API carom_status carom_scenario_speeds_after(const carom_scenario *scenario, const double *P, double *u);

// Solve and report.

// The result of a scenario with everything that is printed about it. It holds copies, so the scenario may be freed
// first. It never changes, so any number of threads may read it at once.
typedef struct carom_report carom_report;

// The format of a written report.
typedef enum carom_format {
    CAROM_FORMAT_TEXT = 0,    // text for people, numbers with six digits
    CAROM_FORMAT_JSON = 1,    // one object on one line, numbers with all digits
    CAROM_FORMAT_CSV = 2,     // tables, numbers with all digits
    CAROM_FORMAT_MARKDOWN = 3 // the tables of the text in Markdown
} carom_format;

// A read-only view of a report. A pointer is NULL if the problem does not have this quantity. Pointers are valid as
// long as the report.
typedef struct carom_report_fields {
    uint32_t size;                      // sizeof(carom_report_fields)
    carom_status status;                // of the solution; without a result the arrays below hold NaN or are NULL
    const carom_law *law;               // the law that was used
    const carom_system *system;         // W and v, also for one contact
    const carom_params *params;         // one set per contact, as used in this impact: speed forms are evaluated
    const carom_system_result *result;  // the result, also for one contact
    const carom_result *contact;        // the result of one contact; NULL for several contacts
    int body_count;                     // length of `before` and `after`, >= 0
    const carom_motion *before, *after; // motion of each body before and after the impact
    const carom_change *changes;        // two bodies only: the effect on each body
    const carom_balance *ledger;        // two bodies only: energy and momentum
    double lost;               // share of the kinetic energy that is lost, for two bodies only; NaN: there was none
    int speed_count;           // length of `u` and `u_after`, >= 0
    const double *u, *u_after; // generalized speeds before and after the impact
    int reaction_count;        // length of `reactions`, >= 0
    const double *reactions;   // impulses of the constraints
    double critical;           // the ratio |P_t| / P_n that stops the slip, for laws that measure friction by
                               // it; NaN for other laws
    bool normal_reversed;      // there is no impact, and the normal looks reversed
    int output_count;          // length of `outputs`, >= 0
    const double *outputs;     // additional numbers of the law, in the order of carom_law_output
} carom_report_fields;

// Options of carom_scenario_solve.
typedef struct carom_solve_options {
    uint32_t size;              // sizeof(carom_solve_options)
    const carom_params *params; // one set per contact, used instead of those in the file; NULL: those in the file
} carom_solve_options;

// Solves a scenario with a law, or with the law of the file if `law` is NULL. A law that only solves systems uses all
// contacts of a chain, a mechanism or free bodies. `options` may be NULL: the coefficients of the file are used.
// Returns the status of the solution. If there is no result, `error` (may be NULL) is filled. If the problem or a
// coefficient is rejected, or memory runs out, *report is NULL as well. Returns CAROM_BAD_STRUCT if options->size is
// wrong.
CAROM_SCENARIO_API carom_status carom_scenario_solve(const carom_scenario *scenario, const carom_law *law,
                                                     const carom_solve_options *options, carom_report **report,
                                                     carom_error *error);

// Fills a view of a report. Set fields->size first. Returns CAROM_BAD_STRUCT if the size is larger than the library's.
CAROM_SCENARIO_API carom_status carom_report_get(const carom_report *report, carom_report_fields *fields);

// Writes a report: at most `size` bytes with the final zero. `text` may be NULL. Returns the length of the whole text,
// or 0 if memory runs out.
CAROM_SCENARIO_API size_t carom_report_write(const carom_report *report, carom_format format, char *text, size_t size);

// Frees a report. NULL is allowed.
CAROM_SCENARIO_API void carom_report_free(carom_report *report);

// Get a scene for carom_draw_scene (carom/draw.h).

// The outline of a body.
typedef enum carom_outline {
    CAROM_OUTLINE_NONE = 0,      // unknown; only the centre is known
    CAROM_OUTLINE_GYRATION = 1,  // unknown; size[0] is the radius of gyration
    CAROM_OUTLINE_ROD = 2,       // size[0] is its length, along its first axis
    CAROM_OUTLINE_DISC = 3,      // size[0] is its radius
    CAROM_OUTLINE_RECTANGLE = 4, // size holds its sides, along its first two axes
    CAROM_OUTLINE_SPHERE = 5,    // size[0] is its radius
    CAROM_OUTLINE_BOX = 6,       // size holds its sides, along its axes
    CAROM_OUTLINE_ELLIPSOID = 7, // size holds its semi-axes, along its axes
    CAROM_OUTLINE_PIN = 8,       // a point that cannot move
    CAROM_OUTLINE_GROUND = 9     // fixed: everything behind its centre. Its first axis points out of it. size[0] is the
                                 // length to draw; 0: as much as is visible
} carom_outline;

// One body of a scene, in world axes.
typedef struct carom_scene_body {
    const char *name;         // lives as long as the object the scene was made from; NULL: none
    carom_outline outline;    // shape of the body
    double size[3];           // dimensions of the outline, m, >= 0
    double centre[3];         // centre of mass, m; of a link of a chain: its middle
    double axes[3][3];        // column k is its axis k, a unit vector
    double velocity[3];       // velocity of the centre before the impact, m/s
    double spin[3];           // before the impact, rad/s
    double velocity_after[3]; // velocity of the centre after the impact, m/s
    double spin_after[3];     // after the impact, rad/s
} carom_scene_body;

// One more contact of a scene, in world axes.
typedef struct carom_scene_contact {
    double point[3];   // where it is, m
    double normal[3];  // unit vector from B to A
    double impulse[3]; // on A, N s
    int struck;        // index of the body that receives the impulse; -1: none of them
} carom_scene_contact;

enum { CAROM_MAX_SCENE_BODIES = 64 }; // largest number of bodies, and of additional contacts

// An impact as it is drawn: outlines in their places, the contact, and the motion before and after.
typedef struct carom_scene {
    int dim;           // 2 or 3; in 2D only x and y are used
    double point[3];   // the contact point, m
    double normal[3];  // unit vector from B to A
    double impulse[3]; // on A, N s, in world axes
    int struck;        // index of the body that receives the impulse; -1: none of them
    int count;         // number of bodies, 0 to CAROM_MAX_SCENE_BODIES

    carom_scene_body body[CAROM_MAX_SCENE_BODIES];     // A and B first
    int touches;                                       // number of additional contacts, 0 to CAROM_MAX_SCENE_BODIES
    carom_scene_contact touch[CAROM_MAX_SCENE_BODIES]; // contacts of the same impact in addition to the one above
} carom_scene;

// Computes the scene of two bodies or of a chain, with the impulse P, N s, at the contact; P may be NULL: no impulse.
// Returns CAROM_NOT_APPLICABLE for a mechanism or for W and v, which have no positions, and for several contacts.
// Returns CAROM_BAD_SIZE if the links and contacts of a chain, plus 1, exceed CAROM_MAX_SCENE_BODIES.
CAROM_SCENARIO_API carom_status carom_scenario_scene(const carom_scenario *scenario, const double P[3],
                                                     carom_scene *scene);

// Write files.

// Writes two bodies as the text of a file, which reads back to the same numbers. `note` is a text without quotation
// marks, backslashes and control characters; NULL: none. Writes at most `size` bytes with the final zero; `text` may be
// NULL. Returns the length of the whole text, or 0 if the bodies have no valid contact or the note is not valid.
CAROM_SCENARIO_API size_t carom_scenario_write_pair(const carom_pair *pair, const char *note, char *text, size_t size);
CAROM_SCENARIO_API size_t carom_scenario_write_planar_pair(const carom_planar_pair *pair, const char *note, char *text,
                                                           size_t size);

// Writes the JSON Schema of a kind of file, made from the table that the reader uses. `form` is "problem", "scenario",
// "impact", "sweep" or "drop". Writes at most `size` bytes with the final zero; `text` may be NULL. Returns the length
// of the whole text, or 0 if there is no such kind.
CAROM_SCENARIO_API size_t carom_scenario_schema(const char *form, char *text, size_t size);

// Motion files.

// A file of one body that is dropped or thrown among fixed planes, for one law or several (docs/motion.md). It never
// changes, so any number of threads may use it at once. Unless the file states otherwise, a motion ends after 10 s or
// 1000 events, and contacts that persist are stepped. Run it with carom/motion.h:
//   const carom_motion_scene *scene = carom_drop_scene(drop, 0); // the first law
//   carom_motion_run(scene, carom_drop_start(drop), memory, carom_motion_memory_size(scene), &result);
typedef struct carom_drop carom_drop;

// Reads a motion file. The file may name laws of these modules, or laws of the core if `modules` is NULL. Returns NULL
// if the file cannot be read or is not valid, and fills `error`, which may be NULL.
CAROM_SCENARIO_API carom_drop *carom_drop_load(const char *path, carom_modules *modules, carom_error *error);

// Reads the same from a text of `length` bytes.
CAROM_SCENARIO_API carom_drop *carom_drop_parse(const char *text, size_t length, carom_modules *modules,
                                                carom_error *error);

// Frees a motion file. NULL is allowed. Its scenes, its start and its names are valid until then.
CAROM_SCENARIO_API void carom_drop_free(carom_drop *drop);

// Returns the number of laws.
CAROM_SCENARIO_API int carom_drop_laws(const carom_drop *drop);

// Returns the name that the file gives to a law, or NULL if there is no such law.
CAROM_SCENARIO_API const char *carom_drop_law_name(const carom_drop *drop, int law);

// Returns the scene for a law, or NULL if there is no such law.
CAROM_SCENARIO_API const carom_motion_scene *carom_drop_scene(const carom_drop *drop, int law);

// Returns the state at t = 0.
CAROM_SCENARIO_API const carom_motion_state *carom_drop_start(const carom_drop *drop);

// Returns the name of the body; "body" if the file gives none.
CAROM_SCENARIO_API const char *carom_drop_name(const carom_drop *drop);

// Returns the name of a plane, or NULL if it has none.
CAROM_SCENARIO_API const char *carom_drop_plane_name(const carom_drop *drop, int plane);

CAROM_END

#endif
