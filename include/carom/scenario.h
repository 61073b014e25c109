// Impacts told in files: two bodies and where they touch, a chain, a mechanism, or W and v as they are; docs/scenario.md
// lists every key. Files with one contact and with several contacts (docs/several-contacts.md) have one type. In the module
// carom_scenario (needs Jansson).
//
//   carom_error error;
//   carom_scenario *two_cars = carom_scenario_load("two_cars.json", NULL, &error); // NULL: error.detail says why
//   carom_report *report;
//   carom_scenario_solve(two_cars, NULL, NULL, &report, &error);                  // by the law of the file
//   carom_report_fields fields = {.size = sizeof fields};
//   carom_report_get(report, &fields);                                            // fields.after[0]: body A after the impact
//   carom_report_free(report);
//   carom_scenario_free(two_cars);
#ifndef CAROM_SCENARIO_H
#define CAROM_SCENARIO_H

#include "carom/body.h"
#include "carom/error.h"
#include "carom/many.h"
#include "carom/module.h"
#include "carom/motion.h"
#include "carom/scene.h"

#if defined(CAROM_BUILDING_SCENARIO)
#define CAROM_SCENARIO_API CAROM_EXPORT
#else
#define CAROM_SCENARIO_API CAROM_IMPORT
#endif

CAROM_BEGIN

// A file that was read. It is never changed, so any number of threads may look at it.
typedef struct carom_scenario carom_scenario;

// Reads the one problem of a file, or of a text of so many bytes. A file has several contacts if it names a "method", a law that
// only solves systems, a "system" or "planted" contacts, if its W has more than three rows, or if it lists several contacts and
// names neither the one that is "colliding" nor a law for one contact. Otherwise it has one contact. It may name the laws of these modules (module.h), or
// the core's alone if `modules` is NULL. NULL if it cannot be read: `error` is filled then.
CAROM_SCENARIO_API carom_scenario *carom_scenario_load(const char *path, carom_modules *modules, carom_error *error);
CAROM_SCENARIO_API carom_scenario *carom_scenario_parse(const char *text, size_t length, carom_modules *modules,
                                                        carom_error *error);
CAROM_SCENARIO_API void carom_scenario_free(carom_scenario *scenario);

// What the file tells.
typedef enum carom_scenario_kind {
    CAROM_SCENARIO_PLANE,     // two bodies in the plane
    CAROM_SCENARIO_SPACE,     // two bodies in space
    CAROM_SCENARIO_CHAIN,     // a planar tree of links
    CAROM_SCENARIO_MECHANISM, // a mass matrix, speeds and rows
    CAROM_SCENARIO_NUMBERS,   // W and v themselves
    CAROM_SCENARIO_BODIES     // free bodies with several contacts
} carom_scenario_kind;
CAROM_SCENARIO_API carom_scenario_kind carom_scenario_kind_of(const carom_scenario *scenario);

// The problem. The law is NULL where the file names none. `contact` is NULL for several contacts. `params` has one set a contact.
// Those of several contacts suit every law: what the file states of `e` is stated of e_n too. The system's parameters have its
// settings as well; the striking contact is the file's, or the one that approaches fastest.
CAROM_SCENARIO_API const carom_law *carom_scenario_law(const carom_scenario *scenario);
CAROM_SCENARIO_API const carom_system *carom_scenario_system(const carom_scenario *scenario); // nc >= 1
CAROM_SCENARIO_API const carom_contact *carom_scenario_contact(const carom_scenario *scenario);
CAROM_SCENARIO_API const carom_params *carom_scenario_params(const carom_scenario *scenario);
CAROM_SCENARIO_API const carom_system_params *carom_scenario_system_params(const carom_scenario *scenario);
CAROM_SCENARIO_API uint64_t
carom_scenario_given(const carom_scenario *scenario); // CAROM_PARAM_BIT set: stated in the file

// How a body moves before the impact (P NULL) or after the impulse P, which has `dim` components a contact. In 2D the third component
// of a velocity and the first two of a spin are 0.
typedef struct carom_motion {
    const char *name; // as the file calls it, or "A" and "B"; lives as long as the scenario
    double mass;      // kg; infinite for one that does not yield
    double velocity[3], spin[3];
} carom_motion;

// The number of bodies: two, or of free bodies any number; 0 for a file without bodies. Of a motion: CAROM_NOT_APPLICABLE without
// bodies, CAROM_BAD_INDEX for an index that no body has.
CAROM_SCENARIO_API int carom_scenario_bodies(const carom_scenario *scenario);
CAROM_SCENARIO_API carom_status carom_scenario_motion(const carom_scenario *scenario, int body, const double *P,
                                                      carom_motion *motion);

// Two bodies whose normal looks reversed (carom/body.h): worth a word where they part and nothing happens. False where no
// two bodies are told.
CAROM_SCENARIO_API bool carom_scenario_looks_reversed(const carom_scenario *scenario);

// What the impulse P changes for one of them. Directions are in degrees, (-180, 180], counterclockwise from +x in the plane
// of x and y; NaN for what has none.
typedef struct carom_change {
    double speed_before, speed_after;     // of the centre, m/s
    double heading_before, heading_after; // where it is going
    double delta_v;                       // how much its velocity changes: the length of the change, m/s
    double direction;                     // of that change, which is that of the impulse on it
    double pdof; // principal direction of force: where the impulse comes from, clockwise from its front, 0 head-on, 90
                 // from the right. The front is its "angle" in the file, or else its heading before.
} carom_change;

// As carom_scenario_motion. `lost` (may be NULL): the share of the bodies' kinetic energy that is lost; NaN if there was
// none.
CAROM_SCENARIO_API carom_status carom_scenario_change(const carom_scenario *scenario, int body, const double P[3],
                                                      carom_change *change, double *lost);

// Two bodies or a chain as a picture shows them, with the impulse P (NULL: none) at the contact. CAROM_NOT_APPLICABLE for
// what has no places, a mechanism or W and v, and for several contacts.
CAROM_SCENARIO_API carom_status carom_scenario_scene(const carom_scenario *scenario, const double P[3],
                                                     carom_scene *scene);

// Chains, mechanisms and free bodies: how many speeds there are (0 for others), and the speeds before (P NULL) or after
// the impulse P of the colliding contact, or of all contacts if there are several. A chain's are the rates of its links, then the velocity of its base unless it
// is pinned; those of free bodies as carom_assembly has them.
CAROM_SCENARIO_API int carom_scenario_speeds(const carom_scenario *scenario);
CAROM_SCENARIO_API carom_status carom_scenario_speeds_after(const carom_scenario *scenario, const double *P, double *u);

// The result of a scenario with everything that is printed of it, computed once. It holds copies: the scenario may be freed
// before it. It is never changed, so any number of threads may read it.
typedef struct carom_report carom_report;

typedef enum carom_format {
    CAROM_FORMAT_TEXT = 0, // for people, numbers with six digits
    CAROM_FORMAT_JSON = 1, // one object on one line, numbers with all digits
    CAROM_FORMAT_CSV = 2,  // tables, numbers with all digits
    CAROM_FORMAT_MARKDOWN = 3
} carom_format;

// A read-only view of a report. Pointers are NULL where the problem does not have what they stand for, and last as long as the
// report.
typedef struct carom_report_fields {
    uint32_t size;       // sizeof(carom_report_fields)
    carom_status status; // of the solution; without a result the arrays below are NaN or NULL
    const carom_law *law;
    const carom_system *system;        // also for one contact
    const carom_params *params;        // one set a contact, as used in this impact: forms of speed evaluated
    const carom_system_result *result; // also for one contact
    const carom_result *contact;       // one contact only
    int body_count;
    const carom_motion *before, *after; // of each body
    const carom_change *changes;        // two bodies only
    const carom_balance *ledger;        // two bodies only: energy and momentum
    double lost;                        // two bodies only: share of the energy that is lost; NaN if there was none
    int speed_count;
    const double *u, *u_after; // generalized speeds
    int reaction_count;
    const double *reactions; // impulses of the constraints
    double critical;         // |P_t| / P_n that stops the slip, for laws that measure friction by it; else NaN
    bool normal_reversed;    // nothing happens, and the normal looks reversed
    int output_count;
    const double *outputs; // extra numbers of the law (carom_law_output)
} carom_report_fields;

// How to solve; NULL: as the file states.
typedef struct carom_solve_options {
    uint32_t size;              // sizeof(carom_solve_options)
    const carom_params *params; // one set a contact, instead of those of the file; NULL: those
} carom_solve_options;

// Solves a scenario with a law, or with the law of the file if `law` is NULL. A law that only solves systems takes all contacts of
// a chain, a mechanism or free bodies. Returns the status of the solution. If there is
// no result, `error` is filled; if the problem or a coefficient is rejected, *report is NULL as well.
CAROM_SCENARIO_API carom_status carom_scenario_solve(const carom_scenario *scenario, const carom_law *law,
                                                     const carom_solve_options *options, carom_report **report,
                                                     carom_error *error);

// Reads a report, whose fields->size must be set. Writes it as text: at most `size` bytes with a closing zero; the length of
// the whole is returned, 0 if memory ran out.
CAROM_SCENARIO_API carom_status carom_report_get(const carom_report *report, carom_report_fields *fields);
CAROM_SCENARIO_API size_t carom_report_write(const carom_report *report, carom_format format, char *text, size_t size);
CAROM_SCENARIO_API void carom_report_free(carom_report *report);

// Two bodies as the text of a file, which reads back to the same numbers; `about` is a note without quotes (NULL: none).
// Writes at most `size` bytes with a closing zero, and returns how long the whole is; 0 for what makes no contact.
CAROM_SCENARIO_API size_t carom_scenario_write_pair(const carom_pair *pair, const char *about, char *text, size_t size);
CAROM_SCENARIO_API size_t carom_scenario_write_planar_pair(const carom_planar_pair *pair, const char *about, char *text,
                                                           size_t size);

// Bodies that have a contact's W and v (realise.h) as such a text: the fewest, two of finite mass, or Chatterjee's rods with
// this M_c (which the others do not read). 0, with a status, for what has none.
typedef enum carom_realised_as { CAROM_AS_BODIES = 0, CAROM_AS_TWO_BODIES = 1, CAROM_AS_RODS = 2 } carom_realised_as;
CAROM_SCENARIO_API size_t carom_scenario_realise(carom_realised_as as, const carom_contact *contact, double arm,
                                                 double M_c, char *text, size_t size, carom_status *status);

// One body that is dropped or thrown among fixed planes, followed by one law or several (docs/drop.md), for carom/motion.h.
//
//   carom_drop *rod = carom_drop_load("rod.json", NULL, &error);
//   const carom_motion_scene *scene = carom_drop_scene(rod, 0);                   // by its first law
//   carom_motion_run(scene, carom_drop_start(rod), memory, carom_motion_memory_size(scene), &result);
//
// It is never changed, so any number of threads may look at it. Scenes last as long as it. If the file does not state it, a
// motion ends after 10 s or 1000 events, and contacts that persist are stepped.
typedef struct carom_drop carom_drop;
CAROM_SCENARIO_API carom_drop *carom_drop_load(const char *path, carom_modules *modules, carom_error *error);
CAROM_SCENARIO_API carom_drop *carom_drop_parse(const char *text, size_t length, carom_modules *modules,
                                                carom_error *error);
CAROM_SCENARIO_API void carom_drop_free(carom_drop *drop);

CAROM_SCENARIO_API int carom_drop_laws(const carom_drop *drop);                      // how many
CAROM_SCENARIO_API const char *carom_drop_law_name(const carom_drop *drop, int law); // in the file; NULL: no such law
CAROM_SCENARIO_API const carom_motion_scene *carom_drop_scene(const carom_drop *drop, int law); // NULL: no such law
CAROM_SCENARIO_API const carom_motion_state *carom_drop_start(const carom_drop *drop);          // at t = 0
CAROM_SCENARIO_API const char *carom_drop_name(const carom_drop *drop); // of the body; "body" if it has none
CAROM_SCENARIO_API const char *carom_drop_plane_name(const carom_drop *drop, int plane); // NULL: it has none

// The published form of the files as JSON Schema, from the table the reader itself uses: `form` is "problem",
// "scenario", "impact", "sweep" or "drop". Writes at most `size` bytes with a closing zero, and returns how long the whole is;
// 0 for no such form.
CAROM_SCENARIO_API size_t carom_scenario_schema(const char *form, char *text, size_t size);

CAROM_END

#endif
