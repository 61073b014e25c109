// Holds the numbers of two bodies from a file, before the bodies are computed. They are copied from JSON once. A sweep
// then changes some of them through pointers and computes the bodies again.
#ifndef CAROM_SCENARIO_BODY_SPEC_H
#define CAROM_SCENARIO_BODY_SPEC_H

#include "mods/scenario/bodies.h"
#include "mods/scenario/shape.h"

// A number, a row, rows, or a vector by length and direction.
typedef struct carom_spec_numbers {
    bool here;                 // it is in the file
    bool polar;                // number[0] is the length, number[1] the angle
    bool degrees;              // the angle is in degrees
    size_t count;              // count of numbers in the file, 2 for polar; of more than 9 only the first nine are kept
    double number[9];          // "inf" is infinity
    carom_number_unit unit[3]; // units of the first numbers
} carom_spec_numbers;

typedef struct carom_body_spec {
    bool fixed;
    carom_spec_numbers mass, inertia, gyration, centre, velocity, spin, orientation;
    carom_spec_numbers shape;          // its sizes
    const char *shape_name;            // the first key of "shape", in the document; NULL if there is none
    size_t shapes;                     // number of its keys
    carom_spec_numbers outline, angle; // for pictures: sizes of the outline; rad
    const char *outline_name;          // like shape_name
} carom_body_spec;

// The point where two bodies touch.
typedef struct carom_contact_spec {
    carom_spec_numbers point, normal, tangent;
    bool two_tangents; // a list of vectors, not one
} carom_contact_spec;

typedef struct carom_pair_spec {
    carom_contact_spec touch;
    carom_body_spec body[2];
} carom_pair_spec;

// Free bodies with several contacts. The caller provides the arrays.
typedef struct carom_free_spec {
    size_t bodies, contacts;
    carom_body_spec *body;
    carom_contact_spec *touch;
} carom_free_spec;

// Copies the numbers of a checked scenario of two bodies. `sought` (may be NULL) is one of its JSON numbers. Returns
// the address of the copy of `sought`; NULL if this number has no effect.
double *carom_spec_from_pair(const json_t *document, const json_t *sought, carom_pair_spec *spec);

// Does the same for free bodies with several contacts; the arrays are as long as those of the document.
double *carom_spec_from_free(const json_t *document, const json_t *sought, carom_free_spec *spec);

// Returns one of the first three numbers in SI units.
double carom_spec_number(const carom_spec_numbers *spec, size_t index);

// Reads two or three numbers, like carom_read_vector. Returns their count.
size_t carom_spec_vector(const carom_spec_numbers *spec, double out[3]);

// Computes the bodies and their contact, or reports an error. Allocates no memory.
bool carom_pair_from_spec(const carom_reading *reading, const carom_pair_spec *spec, carom_bodies *bodies,
                          carom_contact *contact);

// Read free bodies: allocate memory, copy their numbers and contacts; then compute their mechanism in memory of the
// bodies. The second function may be called again with other numbers.
bool carom_free_spec_read(const carom_reading *reading, const json_t *document, carom_bodies *bodies,
                          carom_free_spec *spec);
bool carom_free_from_spec(const carom_reading *reading, const carom_free_spec *spec, carom_bodies *bodies);

// Compute parts of the scenario: the contact point, whose normal determines the dimension, and one body. If the centre
// of the body has no effect, `point` is used.
bool carom_contact_from_spec(const carom_reading *reading, const carom_json_place *place,
                             const carom_contact_spec *spec, size_t *dim, double point[3], double normal[3],
                             double tangent[2][3]);
bool carom_body_from_spec(const carom_reading *reading, const carom_json_place *place, const carom_body_spec *spec,
                          size_t dim, const double point[3], carom_body *body);

#endif
