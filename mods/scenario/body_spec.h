// The numbers of two bodies as a file tells them, before anything is made of them. They are copied from JSON once; a
// sweep then sets some of them by their addresses and makes the bodies again.
#ifndef CAROM_SCENARIO_BODY_SPEC_H
#define CAROM_SCENARIO_BODY_SPEC_H

#include "mods/scenario/bodies.h"
#include "mods/scenario/shape.h"

// A number, a row, rows, or a vector by length and direction.
typedef struct carom_spec_numbers {
    bool here;                // it is in the file
    bool polar;               // number[0] is the length, number[1] the angle
    bool degrees;             // of that angle
    size_t count;             // of numbers in the file, 2 for polar; may pass 9: then only the first nine are kept
    double number[9];         // "inf" is infinity
    carom_speed_unit unit[3]; // of the first numbers, if they are speeds
} carom_spec_numbers;

typedef struct carom_body_spec {
    bool fixed;
    carom_spec_numbers mass, inertia, gyration, centre, velocity, spin, orientation;
    carom_spec_numbers shape;          // its sizes
    const char *shape_name;            // the first key of "shape", borrowed; NULL: none
    size_t shapes;                     // how many keys it has
    carom_spec_numbers outline, angle; // for pictures: sizes of the outline; rad
    const char *outline_name;          // as shape_name
} carom_body_spec;

// Where two bodies touch.
typedef struct carom_contact_spec {
    carom_spec_numbers point, normal, tangent;
    bool two_tangents; // a list of vectors, not one
} carom_contact_spec;

typedef struct carom_pair_spec {
    carom_contact_spec touch;
    carom_body_spec body[2];
} carom_pair_spec;

// Free bodies with several contacts. The arrays are the caller's.
typedef struct carom_free_spec {
    size_t bodies, contacts;
    carom_body_spec *body;
    carom_contact_spec *touch;
} carom_free_spec;

// Copies the numbers of a checked scenario of two bodies. `sought` (may be NULL) is one of its JSON numbers: where it is
// kept comes back; NULL: nowhere, so it makes no difference.
double *carom_spec_from_pair(const json_t *document, const json_t *sought, carom_pair_spec *spec);

// The same of free bodies with several contacts, whose arrays are as long as the document's.
double *carom_spec_from_free(const json_t *document, const json_t *sought, carom_free_spec *spec);

// As carom_read_vector: two or three numbers. Returns how many.
size_t carom_spec_vector(const carom_spec_numbers *spec, double out[3]);

// Makes the bodies and their contact, or refuses; takes no memory.
bool carom_pair_from_spec(const carom_reading *reading, const carom_pair_spec *spec, carom_bodies *bodies,
                          carom_contact *contact);

// Free bodies: room for their numbers, the numbers themselves, and which bodies touch; then the mechanism they make, in
// room that the bodies keep. The second may be repeated with other numbers.
bool carom_free_spec_read(const carom_reading *reading, const json_t *document, carom_bodies *bodies,
                          carom_free_spec *spec);
bool carom_free_from_spec(const carom_reading *reading, const carom_free_spec *spec, carom_bodies *bodies);

// Parts of that: where two bodies touch, whose normal tells the dimension; and one body, whose centre may be `point` where
// none is needed.
bool carom_contact_from_spec(const carom_reading *reading, const carom_json_place *place,
                             const carom_contact_spec *spec, size_t *dim, double point[3], double normal[3],
                             double tangent[2][3]);
bool carom_body_from_spec(const carom_reading *reading, const carom_json_place *place, const carom_body_spec *spec,
                          size_t dim, const double point[3], carom_body *body);

#endif
