// Computes the mechanism of a chain. A point at distance d on link i has the velocity
//   (x0', y0') + sum over ancestors j of  l_j (cos phi_j, -sin phi_j) phi_j'  +  d (cos phi_i, -sin phi_i) phi_i'.
// Its two Jacobian rows therefore have one entry per link on the way to the base. M is sum m Jc^T Jc + I e e^T.
#include "carom/bodies.h"

#include <float.h>
#include <math.h>
#include <string.h>

static int makes_sense(const carom_chain *c) {
    return c->links >= 1 && c->links <= CAROM_MAX_LINKS && c->contacts >= 1 && c->contacts <= CAROM_MAX_LINKS &&
           c->masses >= 0 && c->masses <= CAROM_MAX_LINKS;
}

carom_link carom_link_bar(double length, double mass, int parent, double angle, double rate) {
    return (carom_link){.length = length,
                        .mass = mass,
                        .inertia = mass * length * length / 12.0,
                        .centre = 0.5 * length,
                        .parent = parent,
                        .angle = angle,
                        .rate = rate};
}

int carom_chain_speeds(const carom_chain *chain) {
    return chain && makes_sense(chain) ? chain->links + (chain->pinned ? 0 : 2) : 0;
}

// Returns the bytes for M, u, R and two rows of scratch memory.
size_t carom_chain_memory_size(const carom_chain *chain) {
    const size_t n = (size_t)carom_chain_speeds(chain);
    return n ? (n * n + n + 2 * (size_t)chain->contacts * n + 2 * n) * sizeof(double) : 0;
}

static int on_chain(const carom_chain *c, int link, double distance) {
    return link == CAROM_BASE || (link >= 0 && link < c->links && isfinite(distance));
}

static carom_status validate_links(const carom_chain *c, int *at) {
    for (int i = 0; i < c->links; i++) {
        const carom_link *l = &c->link[i];
        *at = i;
        if (!isfinite(l->angle) || !isfinite(l->rate) || !isfinite(l->centre)) return CAROM_NOT_FINITE;
        if (!(l->length >= 0.0) || !isfinite(l->length) || l->parent < CAROM_BASE || l->parent >= i)
            return CAROM_BAD_CHAIN;
        if (!(l->mass >= 0.0) || !(l->inertia >= 0.0) || !isfinite(l->mass) || !isfinite(l->inertia))
            return CAROM_BAD_MASS;
    }
    *at = -1;
    return CAROM_OK;
}

static carom_status validate(const carom_chain *c, int *at) {
    if (!makes_sense(c)) return CAROM_BAD_SIZE;
    if (!c->link || !c->contact || (c->masses && !c->mass)) return CAROM_NULL_POINTER;
    const carom_status status = validate_links(c, at);
    if (status != CAROM_OK) return status;
    if (!c->pinned && !(isfinite(c->base_velocity[0]) && isfinite(c->base_velocity[1]))) return CAROM_NOT_FINITE;
    for (int i = 0; i < c->masses; i++) {
        if (!on_chain(c, c->mass[i].link, c->mass[i].distance)) return CAROM_BAD_CHAIN;
        if (!(c->mass[i].mass >= 0.0) || !isfinite(c->mass[i].mass)) return CAROM_BAD_MASS;
    }
    for (int i = 0; i < c->contacts; i++) {
        if (!on_chain(c, c->contact[i].link, c->contact[i].distance)) return CAROM_BAD_CHAIN;
        if (!isfinite(c->contact[i].slope)) return CAROM_NOT_FINITE;
    }
    return CAROM_OK;
}

// Sets a cosine or sine that is only rounding to zero. A right angle in radians has a rounding error of up to half a
// unit in its last place. Otherwise a direction in which a link cannot move would have W_nn = 1e-33 instead of 0. The
// tolerance 4 DBL_EPSILON is the rounding of angles up to a whole turn.
static double clean(double x) {
    return fabs(x) <= 4.0 * DBL_EPSILON ? 0.0 : x;
}

// Computes the rows of the velocity of a point along t = (cos, sin) and n = (-sin, cos) of a slope. Slope 0 gives x'
// and y'.
//   t . (cos phi, -sin phi) = cos(phi + slope),  n . (cos phi, -sin phi) = -sin(phi + slope)
static void point_rows(const carom_chain *c, int link, double distance, double slope, double *t, double *n) {
    const size_t speeds = (size_t)carom_chain_speeds(c);
    memset(t, 0, speeds * sizeof *t);
    memset(n, 0, speeds * sizeof *n);
    for (int i = link; i != CAROM_BASE; i = c->link[i].parent) {
        const double reach = i == link ? distance : c->link[i].length, angle = c->link[i].angle + slope;
        t[i] = reach * clean(cos(angle));
        n[i] = -reach * clean(sin(angle));
    }
    if (c->pinned) return;
    t[c->links] = n[c->links + 1] = clean(cos(slope));
    t[c->links + 1] = clean(sin(slope));
    n[c->links] = -t[c->links + 1];
}

// Computes M := M + m J^T J for a point with rows x and y.
static void add_mass(size_t n, double mass, const double *x, const double *y, double *M) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) M[i * n + j] += mass * (x[i] * x[j] + y[i] * y[j]);
}

static void fill_speeds(const carom_chain *c, double *u) {
    for (int i = 0; i < c->links; i++) u[i] = c->link[i].rate;
    if (c->pinned) return;
    u[c->links] = c->base_velocity[0];
    u[c->links + 1] = c->base_velocity[1];
}

carom_status carom_chain_mechanism(const carom_chain *c, void *memory, size_t bytes, carom_mechanism *m, int *at) {
    int unused;
    if (!at) at = &unused;
    *at = -1;
    if (!c || !memory || !m) return CAROM_NULL_POINTER;
    const carom_status status = validate(c, at);
    if (status != CAROM_OK) return status;
    if (bytes < carom_chain_memory_size(c)) return CAROM_SMALL_MEMORY;

    const size_t n = (size_t)carom_chain_speeds(c);
    double *M = memory, *u = M + n * n, *R = u + n, *x = R + 2 * (size_t)c->contacts * n, *y = x + n;
    memset(M, 0, n * n * sizeof *M);
    for (int i = 0; i < c->links; i++) {
        point_rows(c, i, c->link[i].centre, 0.0, x, y);
        add_mass(n, c->link[i].mass, x, y, M);
        M[(size_t)i * n + (size_t)i] += c->link[i].inertia;
    }
    for (int i = 0; i < c->masses; i++) {
        point_rows(c, c->mass[i].link, c->mass[i].distance, 0.0, x, y);
        add_mass(n, c->mass[i].mass, x, y, M);
    }
    fill_speeds(c, u);

    for (int i = 0; i < c->contacts; i++) {
        double *normal = R + 2 * (size_t)i * n;
        point_rows(c, c->contact[i].link, c->contact[i].distance, c->contact[i].slope, normal + n, normal);
    }
    *m = (carom_mechanism){.dim = 2, .speeds = (int)n, .contacts = c->contacts, .M = M, .u = u, .R = R};
    return CAROM_OK;
}

carom_status carom_chain_velocity(const carom_chain *c, const double *u, int link, double distance,
                                  double velocity[2]) {
    if (!c || !u || !velocity) return CAROM_NULL_POINTER;
    if (!makes_sense(c)) return CAROM_BAD_SIZE;
    if (!c->link) return CAROM_NULL_POINTER;
    int unused;
    const carom_status status = validate_links(c, &unused);
    if (status != CAROM_OK) return status;
    if (!on_chain(c, link, distance)) return CAROM_BAD_CHAIN;
    const int speeds = carom_chain_speeds(c);
    for (int i = 0; i < speeds; i++)
        if (!isfinite(u[i])) return CAROM_NOT_FINITE;
    velocity[0] = c->pinned ? 0.0 : u[c->links];
    velocity[1] = c->pinned ? 0.0 : u[c->links + 1];
    for (int i = link; i != CAROM_BASE; i = c->link[i].parent) {
        const double reach = (i == link ? distance : c->link[i].length) * u[i];
        velocity[0] += reach * cos(c->link[i].angle);
        velocity[1] -= reach * sin(c->link[i].angle);
    }
    return isfinite(velocity[0]) && isfinite(velocity[1]) ? CAROM_OK : CAROM_OVERFLOW;
}
