// Computes point masses that have a given W (Chatterjee 1997, 10.4). The axes e1, e2, e3 are the eigenvectors of M =
// W^-1, with rising eigenvalues M_11, M_22, M_33. The rods have the length 1. Body A has M_c at 0, M_a and the contact
// at e2, and m at e3 and -e3. Body B, relative to the contact, has M_b at 0 and M_c at -e3 + e1 and -e3 - e1. By
// (10.7):
//   1/M_11 = 1/M_a + 1/(M_b + M_c)                   (printed with 3 M_b + 2 M_c: docs/errata.md)
//   1/M_22 = 1/(M_a + 2m + M_c) + 1/M_b
//   1/M_33 = (M_c + 4m)/(4m^2 + 4 m M_a + 2 m M_c + M_a M_c) + 1/(M_b + 2 M_c)
// Each equation gives one mass from the other two. If they are applied in turn, the masses converge like (M_33/M_c)^k.
#include "papers/rods.h"

#include <math.h>
#include <string.h>

#include "base/eigen.h"
#include "base/vec.h"

// A heavy M_c needs a few iterations; M_c = 2 M_33 needs about 60. If 1000 do not suffice, the masses do not converge.
enum { MOST_TURNS = 1000 };

// Solves the third equation for m. With D = 1/(1/M_33 - 1/(M_b + 2 M_c)) it is
//   4 m^2 + (4 M_a + 2 M_c - 4 D) m = M_c (D - M_a)
static double side_mass(const carom_rod_masses *r, double D) {
    const double need = D - r->M_a, half = 2.0 * r->M_a + r->M_c - 2.0 * D;
    if (isinf(r->M_c)) return 0.5 * need;
    const double root = sqrt(half * half + 4.0 * r->M_c * need);
    return half > 0.0 ? r->M_c * need / (half + root) : 0.25 * (root - half);
}

static bool positive(const carom_rod_masses *r) {
    return r->M_a > 0.0 && r->M_b > 0.0 && isfinite(r->M_a + r->M_b + r->m);
}

// Computes the masses for the eigenvalues 1/w of M. Returns false if they do not converge.
static bool find_masses(const double w[3], carom_rod_masses *r) {
    *r = (carom_rod_masses){1.0 / w[0], 1.0 / w[1], r->M_c, 0.5 * fmax(0.0, 1.0 / w[2] - 1.0 / w[0])};
    for (int turn = 0; turn < MOST_TURNS && positive(r); turn++) {
        const carom_rod_masses before = *r;
        r->M_a = 1.0 / (w[0] - 1.0 / (r->M_b + r->M_c));
        r->M_b = 1.0 / (w[1] - 1.0 / (r->M_a + 2.0 * r->m + r->M_c));
        r->m = side_mass(r, 1.0 / (w[2] - 1.0 / (r->M_b + 2.0 * r->M_c)));
        const double moved = fmax(fabs(r->M_a - before.M_a), fabs(r->M_b - before.M_b));
        // 4e-16 is about one unit in the last place; further iterations alternate between two values.
        if (fmax(moved, fabs(r->m - before.m)) <= 4e-16 * (r->M_a + r->M_b + r->m)) return positive(r);
    }
    return false;
}

// Point masses in the axes e1, e2, e3; the unit of length is a rod. If masses are infinite, `pivot` is fixed.
typedef struct {
    double mass[4], place[4][3];
    int count;
    double at[3];    // position of the contact
    double pivot[3]; // fixed point of the body if M_c is infinite
} lattice;

// Computes the centre of mass, or the fixed point if the mass is infinite. Returns the mass.
static double centre_of(const lattice *l, double centre[3]) {
    double mass = 0.0;
    memcpy(centre, l->pivot, sizeof l->pivot);
    for (int k = 0; k < l->count; k++) mass += l->mass[k];
    if (isinf(mass)) return mass;
    for (int i = 0; i < 3; i++) centre[i] = 0.0;
    for (int k = 0; k < l->count; k++) carom_add3(centre, l->mass[k] / mass, l->place[k]);
    return mass;
}

// Adds the inertia of a point mass at x. The sum has no differences, because these would lose the small contribution of
// a heavy point near an axis.
static void add_point(double mass, const double x[3], double inertia[3][3]) {
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        inertia[i][i] += mass * (x[j] * x[j] + x[k] * x[k]);
        inertia[i][j] -= mass * x[i] * x[j];
        inertia[j][i] = inertia[i][j];
    }
}

static carom_body body_of(const lattice *l, double rod, double e[3][3]) {
    carom_body body = {0};
    double centre[3];
    body.mass = centre_of(l, centre);
    for (int k = 0; k < l->count; k++) {
        double x[3] = {l->place[k][0], l->place[k][1], l->place[k][2]};
        carom_add3(x, -1.0, centre);
        if (isfinite(l->mass[k])) add_point(l->mass[k] * rod * rod, x, body.inertia);
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            body.axes[i][k] = e[k][i];
            body.centre[i] += rod * (centre[k] - l->at[k]) * e[k][i];
        }
    return body;
}

// Returns body A. If m = 0, the inertia about the rod from M_c to the contact is 0. It is set to infinity, because no
// impulse rotates the body about this rod.
static carom_body body_a(const carom_rod_masses *r, double rod, double e[3][3]) {
    const lattice l = {.mass = {r->M_c, r->M_a, r->m, r->m},
                       .place = {{0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, -1.0}},
                       .count = 4,
                       .at = {0.0, 1.0, 0.0}};
    carom_body body = body_of(&l, rod, e);
    if (!(r->m > 0.0)) body.inertia[1][1] = HUGE_VAL;
    return body;
}

// Returns body B. If the two masses M_c are infinite, B rotates about a hinge along e1.
static carom_body body_b(const carom_rod_masses *r, double rod, double e[3][3]) {
    const lattice l = {.mass = {r->M_b, r->M_c, r->M_c},
                       .place = {{0.0, 0.0, 0.0}, {1.0, 0.0, -1.0}, {-1.0, 0.0, -1.0}},
                       .count = 3,
                       .pivot = {0.0, 0.0, -1.0}};
    carom_body body = body_of(&l, rod, e);
    if (isinf(r->M_c)) body.inertia[1][1] = body.inertia[2][2] = HUGE_VAL;
    return body;
}

// Computes e1, e2, e3 as rows. The signs put the rod of A, along e2, on the side of n. The rod of B, along e3, is on
// the other side.
static void orient(double axis[3][3], double e[3][3]) {
    const double down = axis[1][0] > 0.0 ? -1.0 : 1.0, up = axis[2][0] < 0.0 ? -1.0 : 1.0;
    for (int i = 0; i < 3; i++) {
        e[1][i] = down * axis[1][i];
        e[2][i] = up * axis[2][i];
    }
    carom_cross(e[1], e[2], e[0]);
}

carom_status carom_rods_compute(const carom_contact *contact, double M_c, double rod, carom_rod_masses *rods,
                                carom_pair *pair) {
    if (!contact || !rods || !pair) return CAROM_NULL_POINTER;
    const carom_status status = carom_contact_validate(contact);
    if (status != CAROM_OK) return status;
    if (contact->dim != 3) return CAROM_BAD_DIM;
    if (!(rod > 0.0) || !isfinite(rod) || !(M_c > 0.0)) return CAROM_BAD_VALUE;
    double w[3], axis[3][3], e[3][3];
    carom_eigen(3, contact->W, w, axis);
    // Masses smaller than the largest by a factor of 1e-13 are lost in rounding.
    if (!(w[2] > 1e-13 * w[0])) return CAROM_NOT_APPLICABLE;
    *rods = (carom_rod_masses){.M_c = M_c};
    const bool found = find_masses(w, rods);
    if (!found) rods->M_a = rods->M_b = rods->m = (double)NAN;
    if (!found || rods->m < 0.0) return CAROM_NO_SOLUTION;
    orient(axis, e);
    *pair = (carom_pair){.a = body_a(rods, rod, e), .b = body_b(rods, rod, e), .normal = {1.0, 0.0, 0.0}};
    pair->tangent[0][1] = pair->tangent[1][2] = 1.0;
    memcpy(pair->a.velocity, contact->v, sizeof pair->a.velocity);
    return CAROM_OK;
}
