#include "geometry/slice.h"

#include <math.h>
#include <string.h>

#include "base/ldl.h"
#include "base/sym.h"
#include "geometry/highest.h"
#include "geometry/line.h"

// Returns the sum over the tangent directions.
static double dot(const carom_slice *s, const double x[2], const double z[2]) {
    return s->contact->dim == 2 ? x[0] * z[0] : x[0] * z[0] + x[1] * z[1];
}

// Computes S x = T x - w (w.x) / a.
static void times_S(const carom_slice *s, const double x[2], double Sx[2]) {
    const carom_contact *c = s->contact;
    const double along = dot(s, &c->W[0][1], x) / c->W[0][0];
    for (int i = 0; i < c->dim - 1; i++) Sx[i] = dot(s, &c->W[i + 1][1], x) - c->W[0][i + 1] * along;
}

static bool point_along(const carom_slice *s, const double x[2], double u[2]) {
    const double length = s->contact->dim == 2 ? fabs(x[0]) : sqrt(dot(s, x, x));
    if (!(length > 0.0)) return false;
    for (int i = 0; i < s->contact->dim - 1; i++) u[i] = -x[i] / length;
    return true;
}

// Computes R at a level above h = N. R lies on the line from the frictionless impulse F to the highest impulse Q, both
// of which conserve energy. At the fraction l of this line, dE = -l (1 - l) (Q - F).W (Q - F) / 2.
static carom_status above(carom_slice *s, double e) {
    const carom_contact *c = s->contact;
    const double a = c->W[0][0], N = -c->v[0], wanted = (e - 1.0) * N;
    carom_highest Q;
    if (s->singular || !carom_highest_of(c, s->mu, &Q)) return CAROM_NO_SOLUTION;
    s->top = !(wanted < Q.over);
    if (s->top) {
        s->level = Q.vn;
        memcpy(s->R, Q.P, sizeof s->R);
        return CAROM_OK;
    }
    const double share = wanted / Q.over;
    double SQ[2] = {0.0, 0.0};
    times_S(s, &Q.P[1], SQ);
    s->level = e * N;
    s->R[0] = 2.0 * N / a + share * (Q.P[0] - 2.0 * N / a);
    for (int i = 1; i < c->dim; i++) s->R[i] = share * Q.P[i];
    s->E = -0.5 * share * (1.0 - share) * (Q.over * Q.over / a + dot(s, &Q.P[1], SQ));
    for (int i = 0; i < c->dim - 1; i++) s->y[i] += share * SQ[i];
    return CAROM_OK;
}

carom_status carom_slice_at(const carom_contact *c, double mu, double e, carom_slice *s) {
    const double a = c->W[0][0], N = -c->v[0];
    double q[2] = {0.0, 0.0};
    *s = (carom_slice){.contact = c, .mu = mu, .u = {1.0, 0.0}};
    s->singular = c->dim == 2 ? carom_singular2(c->W) : carom_factor(3, c->W).rank < 3;
    for (int i = 0; i < c->dim - 1; i++) s->y[i] = c->v[i + 1] + c->W[0][i + 1] * N / a;
    const bool higher = e > 1.0 && (N > 0.0 || isinf(e));
    const carom_status status = higher ? above(s, e) : CAROM_OK;
    if (status != CAROM_OK) return status;
    if (!higher) {
        s->level = N > 0.0 ? e * N : 0.0;
        s->R[0] = (N + s->level) / a;
        s->E = N > 0.0 ? -0.5 * (1.0 - e * e) * N * N / a : 0.0;
    }
    for (int i = 0; i < c->dim - 1; i++) q[i] = s->y[i] + c->W[0][i + 1] * s->level / a;
    if (!point_along(s, q, s->u)) point_along(s, &c->v[1], s->u);
    return CAROM_OK;
}

// Returns where R + t (-eta, u) leaves the cone. The terms in mu^4 of the discriminant cancel.
//   al t^2 + 2 be t + ga = 0,  al = 1 - mu^2 eta^2,  ga <= 0
//   be^2 - al ga = mu^2 (R_n + eta u.R_t)^2 - al (u x R_t)^2
static double leaves(const carom_slice *s, const double u[2], double eta) {
    const double mu = s->mu, Rn = s->R[0], along = dot(s, &s->R[1], u);
    if (isinf(mu)) return eta > 0.0 ? Rn / eta : HUGE_VAL;
    if (s->contact->dim == 2) {
        // In 2D the cone has two straight faces.
        const double near = 1.0 + mu * eta > 0.0 ? (mu * Rn - along) / (1.0 + mu * eta) : HUGE_VAL;
        const double far = mu * eta - 1.0 > 0.0 ? (mu * Rn + along) / (mu * eta - 1.0) : HUGE_VAL;
        return fmax(fmin(near, far), 0.0);
    }
    const double al = 1.0 - mu * mu * eta * eta, be = along + mu * mu * eta * Rn;
    const double ga = fmin(dot(s, &s->R[1], &s->R[1]) - mu * mu * Rn * Rn, 0.0);
    const double across = u[0] * s->R[2] - u[1] * s->R[1], along_cone = mu * (Rn + eta * along);
    const double root = sqrt(fmax(along_cone * along_cone - al * (across * across), 0.0));
    if (be > 0.0) return -ga / (be + root);
    return al > 0.0 ? (root - be) / al : HUGE_VAL;
}

static bool without_friction(const carom_slice *s) {
    return s->R[1] == 0.0 && (s->contact->dim == 2 || s->R[2] == 0.0);
}

// Returns P_n of the impulse with this P_t on the level.
static double normal_of(const carom_slice *s, const double Pt[2]) {
    const carom_contact *c = s->contact;
    return ((s->level - c->v[0]) - dot(s, &c->W[0][1], Pt)) / c->W[0][0];
}

// Returns dE. If energy ends the segment far from R, P_t has lost digits there. It has also lost digits near P_t = 0
// beyond R. The error of dE is then removed by moving along u, because dE increases along u.
static double energy_at(const carom_slice *s, const double P[3], double after[3]) {
    const carom_contact *c = s->contact;
    double dE = 0.0;
    carom_velocity_after(c->dim, c->W, c->v, P, after);
    for (int i = 0; i < c->dim; i++) dE += 0.5 * P[i] * (c->v[i] + after[i]);
    return dE;
}

static void spend(const carom_slice *s, const double u[2], double P[3]) {
    const carom_contact *c = s->contact;
    double after[3], dE = energy_at(s, P, after);
    for (int k = 0; k < 2; k++, dE = energy_at(s, P, after)) {
        const double rise = dot(s, &after[1], u) - dot(s, &c->W[0][1], u) / c->W[0][0] * after[0];
        if (!(rise > 0.0)) break;
        for (int i = 1; i < c->dim; i++) P[i] -= dE / rise * u[i - 1];
        P[0] = normal_of(s, &P[1]);
    }
}

// Computes the end of the segment if R has friction, and the length of the segment.
static void end_there(const carom_slice *s, carom_slice_way *room) {
    double *P = room->end;
    for (int i = 1; i < s->contact->dim; i++) P[i] = s->R[i] + room->length * room->u[i - 1];
    P[0] = normal_of(s, &P[1]);
    if (room->energy)
        spend(s, room->u, P);
    else if (isfinite(s->mu) && s->mu > 0.0)
        P[0] = sqrt(dot(s, &P[1], &P[1])) / s->mu;
    const double way[2] = {P[1] - s->R[1], s->contact->dim == 3 ? P[2] - s->R[2] : 0.0};
    room->length = fmax(dot(s, way, room->u), 0.0);
}

carom_slice_way carom_slice_room(const carom_slice *s, const double u[2]) {
    const carom_contact *c = s->contact;
    const double a = c->W[0][0], wu = dot(s, &c->W[0][1], u);
    double Su[2] = {0.0, 0.0}, slope = dot(s, s->y, u);
    times_S(s, u, Su);
    double curve = dot(s, u, Su);
    if (s->singular) {
        // Along a null vector neither energy nor velocity changes, so rounding errors of both are removed.
        double speed = fabs(c->v[0]);
        for (int i = 1; i < c->dim; i++) speed = fmax(speed, fabs(c->v[i]));
        const double Tuu = curve + wu * wu / a, length = 1.0 + fabs(wu) / a;
        if (curve <= CAROM_SINGULAR * Tuu) curve = 0.0;
        if (curve == 0.0 && fabs(slope) <= CAROM_IN_RANGE * length * speed) slope = 0.0;
    }
    const double cone = without_friction(s) ? carom_line_leaves(a, wu, a * s->R[0], s->mu) : leaves(s, u, wu / a);
    const double energy = carom_line_energy(s->E, slope, curve);
    carom_slice_way room = {.u = {u[0], c->dim == 3 ? u[1] : 0.0}, .cone = cone, .energy = energy < cone};
    room.length = room.energy ? energy : cone;
    if (!without_friction(s) && isfinite(room.length)) end_there(s, &room);
    return room;
}

void carom_slice_point(const carom_slice *s, const carom_slice_way *room, double share, double P[3]) {
    const carom_contact *c = s->contact;
    const double x = share * room->length;
    if (without_friction(s)) {
        P[0] = carom_line_normal(c->W[0][0], dot(s, &c->W[0][1], room->u), c->W[0][0] * s->R[0], s->mu, x, room->cone);
        for (int i = 1; i < c->dim; i++) P[i] = x * room->u[i - 1];
        return;
    }
    for (int i = 0; i < c->dim; i++) P[i] = share < 1.0 ? s->R[i] + share * (room->end[i] - s->R[i]) : room->end[i];
}
