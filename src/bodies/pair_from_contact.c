// Constructs bodies from W. For one free body against a wall, W = 1/m - [r] I^-1 [r] with the arm r. Then W r = r/m, so
// r lies along an eigenvector and 1/m is its eigenvalue. Along the other two eigenvectors d_i, W has in addition |r x
// d_i|^2 over the inertia about r x d_i. Inertias are positive, so 1/m is the smallest eigenvalue, and it is simple.
// The inertia about r itself is free. Setting it equal to the larger of the others gives a real body, in which no
// moment exceeds the sum of the other two.
#include "carom/bodies.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/eigen.h"
#include "base/vec.h"

// Eigenvalues closer to each other than this fraction of the largest count as equal. The rounding of carom_eigen is
// about 4 DBL_EPSILON, and the smallest moment of inertia that carom accepts is 32 DBL_EPSILON of the largest.
#define EQUAL (40.0 * DBL_EPSILON)

// If w2/w1 - 1 is below this, two bodies are constructed. A single body would need a radius of gyration of a thousand
// arms.
#define NEARLY_DOUBLE 1e-6

// The eigenvalues of a W, ascending, with their unit vectors in rows.
typedef struct {
    double w[3], q[3][3];
} spectrum;

static spectrum spectrum_of(int dim, const double W[3][3]) {
    double values[3] = {0.0}, axis[3][3] = {{0.0}};
    spectrum s = {{0.0}, {{0.0}}};
    carom_eigen(dim, W, values, axis);
    for (int i = 0; i < dim; i++) {
        s.w[i] = values[dim - 1 - i] > EQUAL * values[0] ? values[dim - 1 - i] : 0.0;
        memcpy(s.q[i], axis[dim - 1 - i], sizeof s.q[i]);
    }
    return s;
}

// Returns the difference of an eigenvalue and the smallest one; 0 if it is only rounding.
static double above(const spectrum *s, int dim, int i) {
    const double gap = s->w[i] - s->w[0];
    return gap > EQUAL * s->w[dim - 1] ? gap : 0.0;
}

// Returns the body whose centre lies one arm from its contact, at the origin, along +-q1. The centre is on the side of
// n for A (side = 1) and of -n for B (side = -1). Its axes are q1, q2, q3.
static carom_body body_for(const spectrum *s, double arm, double side) {
    const double sign = side * s->q[0][0] > 0.0 ? -1.0 : 1.0;
    carom_body body = {.mass = 1.0 / s->w[0]};
    const double away = above(s, 3, 2) > 0.0 ? arm : 0.0; // a point mass needs no arm
    double axis[3][3];
    for (int i = 0; i < 3; i++) {
        axis[0][i] = sign * s->q[0][i];
        axis[1][i] = s->q[1][i];
        body.centre[i] = -away * axis[0][i];
    }
    carom_cross(axis[0], axis[1], axis[2]);
    body.inertia[0][0] = body.inertia[2][2] = arm * arm / above(s, 3, 1);
    body.inertia[1][1] = arm * arm / above(s, 3, 2);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) body.axes[i][k] = axis[k][i];
    return body;
}

// Returns the spectrum of W/2 + share (q1 q1' - q2 q2').
static spectrum half_of(const spectrum *s, const double W[3][3], double share) {
    double half[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            half[i][j] = 0.5 * W[i][j] + share * (s->q[0][i] * s->q[0][j] - s->q[1][i] * s->q[1][j]);
    return spectrum_of(3, (const double(*)[3])half);
}

// Checks that the contact has this dimension and that an arm is given, which every construction needs.
static carom_status check(const carom_contact *contact, double arm, int dim, const void *pair) {
    if (!contact || !pair) return CAROM_NULL_POINTER;
    const carom_status status = carom_contact_validate(contact);
    if (status != CAROM_OK) return status;
    if (contact->dim != dim) return CAROM_BAD_DIM;
    return arm > 0.0 && isfinite(arm) ? CAROM_OK : CAROM_BAD_VALUE;
}

// Detects overflow: if a mass or inertia overflowed, the pair no longer has the W of the contact.
static carom_status judged(const carom_contact *contact, const carom_contact *back, carom_status status) {
    double most = 0.0;
    if (status != CAROM_OK) return CAROM_OVERFLOW;
    for (int i = 0; i < contact->dim; i++) most = fmax(most, contact->W[i][i]);
    for (int i = 0; i < contact->dim; i++)
        for (int j = 0; j < contact->dim; j++)
            if (!(fabs(back->W[i][j] - contact->W[i][j]) <= 1e-12 * most)) return CAROM_OVERFLOW;
    return CAROM_OK;
}

// Returns the pair. The bodies touch at the origin, in world axes; A moves and B is at rest.
static carom_pair touching(const carom_contact *contact, carom_body a, carom_body b) {
    carom_pair pair = {.a = a, .b = b, .normal = {1.0}, .tangent = {{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    memcpy(pair.a.velocity, contact->v, sizeof pair.a.velocity);
    return pair;
}

static carom_status split(const carom_contact *contact, const spectrum *s, double arm, carom_pair *pair) {
    // The matrices of the two bodies have the eigenvalues w1/2 -+ share, w2/2 +- share and w3/2. Near w2 = 2 w1, share
    // = w1/4 would make two of them nearly equal.
    const double share = s->w[1] > 1.5 * s->w[0] && s->w[1] < 2.5 * s->w[0] ? s->w[0] / 16.0 : s->w[0] / 4.0;
    const spectrum a = half_of(s, contact->W, -share), b = half_of(s, contact->W, share);
    *pair = touching(contact, body_for(&a, arm, 1.0), body_for(&b, arm, -1.0));
    carom_contact back;
    const carom_status status = carom_pair_contact(pair, &back);
    return judged(contact, &back, status);
}

carom_status carom_pair_from_contact(const carom_contact *contact, carom_pair_choice choice, double arm,
                                     carom_pair *pair) {
    carom_status status = check(contact, arm, 3, pair);
    if (status != CAROM_OK) return status;
    if (choice != CAROM_PAIR_FEWEST && choice != CAROM_PAIR_TWO) return CAROM_BAD_VALUE;
    const spectrum s = spectrum_of(3, contact->W);
    if (choice == CAROM_PAIR_TWO) return s.w[0] > 0.0 ? split(contact, &s, arm, pair) : CAROM_NOT_APPLICABLE;
    if (above(&s, 3, 2) > 0.0 && s.w[0] > 0.0 && s.w[1] - s.w[0] <= NEARLY_DOUBLE * s.w[0])
        return split(contact, &s, arm, pair);
    *pair = touching(contact, body_for(&s, arm, 1.0), carom_body_fixed());
    carom_contact back;
    status = carom_pair_contact(pair, &back);
    return judged(contact, &back, status);
}

carom_status carom_planar_pair_from_contact(const carom_contact *contact, double arm, carom_planar_pair *pair) {
    carom_status status = check(contact, arm, 2, pair);
    if (status != CAROM_OK) return status;
    const spectrum s = spectrum_of(2, contact->W);
    const double towards = above(&s, 2, 1) > 0.0 ? (s.q[0][0] > 0.0 ? arm : -arm) : 0.0;
    *pair = (carom_planar_pair){.b = carom_planar_body_fixed(), .normal = {1.0, 0.0}, .tangent = {0.0, 1.0}};
    pair->a = (carom_planar_body){.mass = 1.0 / s.w[0],
                                  .inertia = arm * arm / above(&s, 2, 1),
                                  .centre = {towards * s.q[0][0], towards * s.q[0][1]},
                                  .velocity = {contact->v[0], contact->v[1]}};
    carom_contact back;
    status = carom_planar_pair_contact(pair, &back);
    return judged(contact, &back, status);
}
