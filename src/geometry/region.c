// Lines, ellipse and cone in impulse space.
#include "carom/geometry.h"

#include <math.h>

#include "base/eigen.h"
#include "base/extreme.h"
#include "base/ldl.h"
#include "base/sym.h"
#include "base/vec.h"
#include "collide/validate.h"

static carom_status validate(const carom_contact **c, carom_contact *room, double mu) {
    const carom_status status = carom_contact_read(c, room);
    if (status != CAROM_OK) return status;
    return mu >= 0.0 ? CAROM_OK : CAROM_COEFFICIENT_RANGE;
}

static double dot(int dim, const double x[3], const double y[3]) {
    double sum = 0.0;
    for (int i = 0; i < dim; i++) sum += x[i] * y[i];
    return sum;
}

// Computes the ellipse (P - C).W (P - C) = 2 energy. It has semi-axes sqrt(2 energy / lambda) along the eigenvectors of
// W.
static void ellipse(const carom_contact *c, carom_region *r) {
    const carom_ldl f = carom_factor(c->dim, c->W);
    double values[3], vectors[3][3], minus_v[3] = {0};
    for (int i = 0; i < c->dim; i++) minus_v[i] = -c->v[i];
    r->bounded = f.rank == c->dim;
    const bool stops = carom_ldl_solve(&f, minus_v, r->centre);
    r->energy = stops ? 0.5 * carom_ldl_inverse_form(&f, c->v, c->v) : HUGE_VAL;
    carom_eigen(c->dim, c->W, values, vectors);
    for (int k = 0; k < c->dim; k++) {
        // The longest axis comes first. It belongs to the smallest eigenvalue, even if that is only rounding.
        const int from = c->dim - 1 - k;
        const double length = k < c->dim - f.rank ? HUGE_VAL : sqrt(2.0 * r->energy / values[from]);
        for (int i = 0; i < c->dim; i++) r->axes[k][i] = vectors[from][i] == 0.0 ? 0.0 : length * vectors[from][i];
        for (int i = 0; i < c->dim && !stops; i++) r->axes[k][i] = (double)NAN;
    }
    for (int i = 0; i < c->dim && !stops; i++) r->centre[i] = (double)NAN;
}

// Computes the line v_t' = 0: P = (0, -T^-1 v_t) + P_n (1, -T^-1 w).
static void sticking(const carom_contact *c, carom_region *r) {
    const int last = c->dim - 2;
    double T[3][3] = {{0.0}}, v[3] = {0.0}, w[3] = {0.0}, x[3], y[3];
    for (int i = 0; i <= last; i++) {
        v[i] = -c->v[i + 1];
        w[i] = -c->W[0][i + 1];
        for (int j = 0; j <= last; j++) T[i][j] = c->W[i + 1][j + 1];
    }
    const carom_ldl f = carom_factor(c->dim - 1, (const double(*)[3])T);
    r->sticks = carom_ldl_solve(&f, v, x) && carom_ldl_solve(&f, w, y);
    r->sticking.point[0] = 0.0;
    r->sticking.direction[0] = 1.0;
    for (int i = 0; i <= last; i++) {
        r->sticking.point[i + 1] = r->sticks ? x[i] : (double)NAN;
        r->sticking.direction[i + 1] = r->sticks ? y[i] : (double)NAN;
    }
    if (r->sticks) carom_unit3(r->sticking.direction);
}

carom_status carom_region_compute(const carom_contact *contact, double mu, carom_region *region) {
    if (!contact || !region) return CAROM_NULL_POINTER;
    carom_contact room;
    const carom_status status = validate(&contact, &room, mu);
    if (status != CAROM_OK) return status;
    *region = (carom_region){.dim = contact->dim, .mu = mu};
    if (!(contact->W[0][0] > 0.0)) return CAROM_NO_SOLUTION;
    const double Pn = -contact->v[0] / contact->W[0][0];
    if (!isfinite(2.0 * Pn)) return CAROM_OVERFLOW;
    ellipse(contact, region);
    sticking(contact, region);
    region->frictionless[0][0] = region->compression.point[0] = Pn;
    region->frictionless[1][0] = 2.0 * Pn;
    for (int i = 0; i < contact->dim; i++) region->compression_normal[i] = contact->W[0][i];
    region->compression.direction[0] = -contact->W[0][1];
    region->compression.direction[1] = contact->W[0][0];
    if (contact->dim == 2) carom_unit3(region->compression.direction);
    return CAROM_OK;
}

static void miss(double *least, double *most) {
    *least = HUGE_VAL;
    *most = -HUGE_VAL;
}

// Restricts [least, most] to the s with a s^2 + b s + c <= 0, a >= 0.
static void cut(double a, double b, double c, double *least, double *most) {
    if (a > 0.0) {
        const double under = b * b - 4.0 * a * c;
        if (!(under >= 0.0)) {
            miss(least, most);
            return;
        }
        const double root = 0.5 * (fabs(b) + sqrt(under)), sign = b > 0.0 ? -1.0 : 1.0;
        const double far = sign * root / a, near = root > 0.0 ? sign * c / root : 0.0;
        *least = carom_higher(*least, carom_lower(far, near));
        *most = carom_lower(*most, carom_higher(far, near));
    } else if (b > 0.0) {
        *most = carom_lower(*most, -c / b);
    } else if (b < 0.0) {
        *least = carom_higher(*least, -c / b);
    } else if (c > 0.0) {
        miss(least, most);
    }
}

// Restricts [least, most] to the cone. The condition |P_t|^2 <= mu^2 P_n^2 holds on two cones; P_n >= 0 selects the
// upper one. If the line is steeper than the cone (a < 0), the two intervals outside the roots belong to different
// cones.
static void cut_cone(int dim, double mu, const double P[3], const double d[3], double *least, double *most) {
    cut(0.0, -d[0], -P[0], least, most);
    if (isinf(mu)) return;
    double a = -mu * mu * d[0] * d[0], b = -mu * mu * P[0] * d[0], c = -mu * mu * P[0] * P[0];
    for (int i = 1; i < dim; i++) {
        a += d[i] * d[i];
        b += P[i] * d[i];
        c += P[i] * P[i];
    }
    if (a >= 0.0) {
        cut(a, 2.0 * b, c, least, most);
        return;
    }
    const double under = b * b - a * c;
    if (!(under > 0.0)) return;
    const double x = (-b + sqrt(under)) / a, y = (-b - sqrt(under)) / a;
    if (d[0] > 0.0)
        *least = carom_higher(*least, carom_higher(x, y));
    else
        *most = carom_lower(*most, carom_lower(x, y));
}

// A line P + s d: its start, the velocity there, and how it changes with s.
typedef struct {
    const double *P, *d;
    double after[3], Wd[3];
} line;

static line along(const carom_contact *c, const double P[3], const double d[3]) {
    line l = {.P = P, .d = d};
    const double zero[3] = {0.0, 0.0, 0.0};
    carom_velocity_after(c->dim, c->W, c->v, P, l.after);
    carom_velocity_after(c->dim, c->W, zero, d, l.Wd);
    return l;
}

// Restricts the interval [least, most] of s to one side of a face of the region.
static void cut_by(unsigned face, const carom_contact *c, double mu, const line *l, double *least, double *most) {
    const int dim = c->dim;
    if (face == CAROM_BOUNDARY_COMPRESSION)
        cut(0.0, -l->Wd[0], -l->after[0], least, most);
    else if (face == CAROM_BOUNDARY_FRICTION)
        cut_cone(dim, mu, l->P, l->d, least, most);
    else // dE(P + s d) = P.(v + v')/2 + s d.v' + s^2 d.W d / 2
        cut(0.5 * dot(dim, l->d, l->Wd), dot(dim, l->d, l->after),
            0.5 * (dot(dim, l->P, c->v) + dot(dim, l->P, l->after)), least, most);
}

carom_status carom_region_interval(const carom_contact *contact, double mu, const double P[3], const double d[3],
                                   double interval[2], unsigned faces[2]) {
    if (!contact || !P || !d || !interval) return CAROM_NULL_POINTER;
    carom_contact room;
    const carom_status status = validate(&contact, &room, mu);
    if (status != CAROM_OK) return status;
    static const unsigned kinds[3] = {CAROM_BOUNDARY_COMPRESSION, CAROM_BOUNDARY_FRICTION, CAROM_BOUNDARY_ENERGY};
    const line l = along(contact, P, d);
    unsigned ends[2] = {0, 0};
    interval[0] = -HUGE_VAL;
    interval[1] = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const double before[2] = {interval[0], interval[1]};
        cut_by(kinds[i], contact, mu, &l, &interval[0], &interval[1]);
        for (int k = 0; k < 2; k++)
            if (interval[k] != before[k]) ends[k] = kinds[i];
    }
    for (int k = 0; k < 2 && faces; k++) {
        faces[k] = ends[k];
        if (ends[k] == CAROM_BOUNDARY_FRICTION && contact->dim == 2)
            faces[k] = P[1] + interval[k] * d[1] > 0.0 ? CAROM_BOUNDARY_FRICTION_UP : CAROM_BOUNDARY_FRICTION_DOWN;
    }
    return CAROM_OK;
}

carom_status carom_region_contains(const carom_contact *contact, double mu, const double P[3], bool *has) {
    carom_verdict verdict;
    if (!has) return CAROM_NULL_POINTER;
    const carom_status status = carom_check(contact, mu, P, &verdict);
    *has = status == CAROM_OK && verdict.violations == 0;
    return status;
}
