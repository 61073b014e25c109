// The numbers of two bodies as a file tells them, before anything is made of them. They are copied from JSON once; a
// sweep then sets some of them by their addresses and makes the bodies again.
#ifndef CAROM_SCENARIO_TOLD_H
#define CAROM_SCENARIO_TOLD_H

#include "mods/scenario/bodies.h"
#include "mods/scenario/shape.h"

// A number, a row, rows, or a vector by length and direction.
typedef struct carom_told {
    bool here;                // it is in the file
    bool polar;               // number[0] is the length, number[1] the angle
    bool degrees;             // of that angle
    size_t count;             // of numbers in the file, 2 for polar; may pass 9: then only the first nine are kept
    double number[9];         // "inf" is infinity
    carom_speed_unit unit[3]; // of the first numbers, if they are speeds
} carom_told;

typedef struct carom_told_body {
    bool fixed;
    carom_told mass, inertia, gyration, centre, velocity, spin, orientation;
    carom_told shape;          // its sizes
    const char *shape_name;    // the first key of "shape", borrowed; NULL: none
    size_t shapes;             // how many keys it has
    carom_told outline, angle; // for pictures: sizes of the outline; rad
    const char *outline_name;  // as shape_name
} carom_told_body;

// Where two bodies touch.
typedef struct carom_told_touch {
    carom_told point, normal, tangent;
    bool two_tangents; // a list of vectors, not one
} carom_told_touch;

typedef struct carom_told_pair {
    carom_told_touch touch;
    carom_told_body body[2];
} carom_told_pair;

// Free bodies with several contacts. The arrays are the caller's.
typedef struct carom_told_free {
    size_t bodies, contacts;
    carom_told_body *body;
    carom_told_touch *touch;
} carom_told_free;

// Copies the numbers of a checked scenario of two bodies. `sought` (may be NULL) is one of its JSON numbers: where it is
// kept comes back; NULL: nowhere, so it makes no difference.
double *carom_tell_pair(const json_t *document, const json_t *sought, carom_told_pair *told);

// The same of free bodies with several contacts, whose arrays are as long as the document's.
double *carom_tell_free(const json_t *document, const json_t *sought, carom_told_free *told);

// As carom_read_vector: two or three numbers. Returns how many.
size_t carom_told_vector(const carom_told *told, double out[3]);

// Makes the bodies and their contact, or refuses; takes no memory.
bool carom_told_make(const carom_reading *reading, const carom_told_pair *told, carom_bodies *bodies,
                     carom_contact *contact);

// Free bodies: room for their numbers, the numbers themselves, and which bodies touch; then the mechanism they make, in
// room that the bodies keep. The second may be repeated with other numbers.
bool carom_bodies_free_told(const carom_reading *reading, const json_t *document, carom_bodies *bodies,
                            carom_told_free *told);
bool carom_told_free_make(const carom_reading *reading, const carom_told_free *told, carom_bodies *bodies);

// Parts of that: where two bodies touch, whose normal tells the dimension; and one body, whose centre may be `point` where
// none is needed.
bool carom_told_touch_make(const carom_reading *reading, const carom_json_place *place, const carom_told_touch *told,
                           size_t *dim, double point[3], double normal[3], double tangent[2][3]);
bool carom_told_body_make(const carom_reading *reading, const carom_json_place *place, const carom_told_body *told,
                          size_t dim, const double point[3], carom_body *body);

#endif
