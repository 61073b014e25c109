// Vibration modes of a uniform rod with free ends, in closed form.
//   bending  omega = beta^2 r sqrt(E/rho),  cosh(beta L) cos(beta L) = 1
//            Y = cosh(beta x)/cosh(beta L/2) + cos(beta x)/cos(beta L/2), x from the middle, and with sinh and sin for
//            the modes that are odd in x. Y is 2 at an end, and the mean of Y^2 is 1.
//   axial    omega = (j pi/L) sqrt(E/rho),  Y = sqrt(2) cos(j pi (x/L + 1/2)), with the same mean
// The mode shape phi is Y/sqrt(mass) times the direction of the motion.
#include <math.h>

#include "carom/bodies.h"

static const double PI = 3.14159265358979323846;

// Computes the k-th positive root of cos x = 1/cosh x by Newton's method. The start (k + 1/2) pi is near it.
static double root(int k) {
    double x = ((double)k + 0.5) * PI;
    for (int i = 0; i < 6; i++) {
        const double sech = 1.0 / cosh(x);
        x -= (cos(x) - sech) / (tanh(x) * sech - sin(x));
    }
    return x;
}

static double shape(int k, double beta_L, double at) {
    const double x = beta_L * at, half = 0.5 * beta_L;
    return k % 2 ? cosh(x) / cosh(half) + cos(x) / cos(half) : sinh(x) / sinh(half) + sin(x) / sin(half);
}

static bool positive(double x) {
    return x > 0.0 && isfinite(x);
}

static bool fair(const carom_rod *rod, int bending, int axial, int planes) {
    return positive(rod->length) && positive(rod->area) && positive(rod->gyration) && positive(rod->E) &&
           positive(rod->density) && fabs(rod->at) <= 0.5 * rod->length && rod->zeta >= 0.0 && rod->zeta < 1.0 &&
           bending >= 0 && axial >= 0 && bending <= CAROM_VIBRATIONS_MAX && axial <= CAROM_VIBRATIONS_MAX &&
           planes * bending + axial <= CAROM_VIBRATIONS_MAX;
}

// Computes the direction of the rod and the directions in which it bends. The first contains the normal and the rod.
static bool directions(const carom_rod *rod, int dim, double along[3], double across[2][3]) {
    const double a[3] = {rod->axis[0], rod->axis[1], dim == 3 ? rod->axis[2] : 0.0};
    const double length = hypot(hypot(a[0], a[1]), a[2]);
    if (!positive(length)) return false;
    for (int i = 0; i < 3; i++) along[i] = a[i] / length;
    const double level = hypot(along[1], along[2]);
    const double t[2] = {level > 0.0 ? along[1] / level : 1.0, level > 0.0 ? along[2] / level : 0.0};
    across[0][0] = level, across[0][1] = -along[0] * t[0], across[0][2] = -along[0] * t[1];
    across[1][0] = 0.0, across[1][1] = -t[1], across[1][2] = t[0];
    return true;
}

static carom_vibration one(const carom_rod *rod, double omega, double size, const double direction[3]) {
    carom_vibration mode = {.omega = omega, .zeta = rod->zeta};
    for (int i = 0; i < 3; i++) mode.phi[i] = size * direction[i];
    return mode;
}

carom_status carom_rod_vibrations(const carom_rod *rod, int dim, int bending, int axial, carom_vibration *modes) {
    if (!rod || !modes) return CAROM_NULL_POINTER;
    if (dim != 2 && dim != 3) return CAROM_WRONG_DIM;
    double along[3], across[2][3];
    if (!fair(rod, bending, axial, dim - 1) || !directions(rod, dim, along, across)) return CAROM_BAD_VALUE;
    const double at = rod->at / rod->length, speed = sqrt(rod->E / rod->density);
    const double mass = rod->density * rod->area * rod->length, unit = 1.0 / sqrt(mass);
    if (!positive(speed / rod->length) || !positive(unit)) return CAROM_BAD_VALUE;
    for (int k = 1; k <= bending; k++) {
        const double beta_L = root(k), beta = beta_L / rod->length, omega = beta * beta * rod->gyration * speed;
        for (int i = 0; i < dim - 1; i++) *modes++ = one(rod, omega, shape(k, beta_L, at) * unit, across[i]);
    }
    for (int j = 1; j <= axial; j++) {
        const double turn = (double)j * PI;
        *modes++ = one(rod, turn / rod->length * speed, sqrt(2.0) * cos(turn * (at + 0.5)) * unit, along);
    }
    return CAROM_OK;
}
