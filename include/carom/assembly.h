// Free bodies that touch at several points: three balls, a ladder on floor and wall. To a mechanism, and back.
//
//   carom_body body[] = {{.mass = 8, .inertia = {[2] = {[2] = 6}}, .centre = {0.6, 1.2}, .velocity = {0.3, -0.5}}};
//   carom_contact_point touch[] = {{.a = 0, .b = CAROM_GROUND, .point = {1.2, 0}, .normal = {0, 1}},
//                                {.a = 0, .b = CAROM_GROUND, .point = {0, 2.4}, .normal = {1, 0}}};
//   carom_assembly ladder = {.dim = 2, .bodies = 1, .body = body, .contacts = 2, .contact = touch};
//   void *memory = malloc(carom_assembly_memory_size(&ladder));
//   carom_mechanism m;
//   carom_assembly_mechanism(&ladder, memory, carom_assembly_memory_size(&ladder), &m, NULL);  // M, u, R: mechanism.h goes on
//
// In the plane z is perpendicular to it: of inertia only [2][2] is read, of spin only [2], of vectors x and y.
#ifndef CAROM_ASSEMBLY_H
#define CAROM_ASSEMBLY_H

#include "carom/body.h"
#include "carom/mechanism.h"

CAROM_BEGIN

// In place of a body: what does not yield, at rest.
#define CAROM_GROUND (-1)

typedef struct carom_contact_point {
    int a, b;             // bodies that touch; the normal points from b to a, v is a's velocity less b's, P acts on a
    double point[3];      // where they touch, m
    double normal[3];     // any length but zero
    double tangent[2][3]; // as in carom_planar_pair and carom_pair: a zero row is chosen
} carom_contact_point;

typedef struct carom_assembly {
    int dim;                // 2 in the plane, 3 in space
    int bodies, contacts;   // at least 1
    const carom_body *body; // an infinite mass stays where it is, an infinite moment does not turn
    const carom_contact_point *contact;
} carom_assembly;

// No assembly has more bodies or contacts than this.
#define CAROM_MAX_BODIES 640

// Speeds of an assembly: body by body its velocity, if its mass is finite, then its spin, if it turns; world axes. Bytes
// carom_assembly_mechanism needs, aligned for double. Both 0 for what is no assembly.
CAROM_API int carom_assembly_speeds(const carom_assembly *assembly);
CAROM_API size_t carom_assembly_memory_size(const carom_assembly *assembly);

// M, u, R, and J for bodies that turn about some axes only, in the caller's memory. Refuses masses, frames and numbers
// that make no sense, bodies that are not there (CAROM_BAD_INDEX), and speeds of what does not yield
// (CAROM_CONSTRAINT_VIOLATED); `at` (may be NULL): about body 0, 1, ..., or contact -1, -2, ... counted from the first.
CAROM_API carom_status carom_assembly_mechanism(const carom_assembly *assembly, void *memory, size_t bytes,
                                                carom_mechanism *mechanism, int *at);

// How body number `body` moves at these speeds.
CAROM_API carom_status carom_assembly_motion(const carom_assembly *assembly, const double *u, int body,
                                             double velocity[3], double spin[3]);

CAROM_END

#endif
