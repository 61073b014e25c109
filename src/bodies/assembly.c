// Computes the mechanism of free bodies with several contacts. The velocity along the direction d of a contact at the
// point r is
//   d . (v_A + w_A x a_A - v_B - w_B x a_B),   a = r - centre,   d . (w x a) = (a x d) . w.
// Its row therefore has d and a x d for A, and the same with a minus sign for B. M is block diagonal with m and the
// inertia in world axes.
#include "carom/bodies.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/vec.h"
#include "bodies/inertia.h"

static bool makes_sense(const carom_assembly *s) {
    return s && (s->dim == 2 || s->dim == 3) && s->bodies >= 1 && s->bodies <= CAROM_MAX_BODIES && s->contacts >= 1 &&
           s->contacts <= CAROM_MAX_BODIES && s->body && s->contact;
}

// Returns the body in 3D. In 2D a body rotates about z only.
static carom_body lift(const carom_assembly *s, int i) {
    carom_body body = s->body[i];
    if (s->dim == 3) return body;
    memset(body.axes, 0, sizeof body.axes);
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) body.inertia[r][k] = r != k ? 0.0 : r == 2 ? s->body[i].inertia[2][2] : HUGE_VAL;
    body.centre[2] = body.velocity[2] = body.spin[0] = body.spin[1] = 0.0;
    return body;
}

// Which components of velocity and spin a body has.
typedef struct part {
    int velocity, spin;
    int first_spin; // index of the first spin component: 2 in 2D
} part;

static part part_of(const carom_assembly *s, const carom_body *b) {
    const bool turns =
        isfinite(b->inertia[2][2]) || (s->dim == 3 && (isfinite(b->inertia[0][0]) || isfinite(b->inertia[1][1])));
    return (part){.velocity = isfinite(b->mass) ? s->dim : 0,
                  .spin = !turns        ? 0
                          : s->dim == 2 ? 1
                                        : 3,
                  .first_spin = s->dim == 2 ? 2 : 0};
}

static int speeds_of(const carom_assembly *s, int i) {
    const part p = part_of(s, &s->body[i]);
    return p.velocity + p.spin;
}

static int first_speed(const carom_assembly *s, int body) {
    int first = 0;
    for (int i = 0; i < body; i++) first += speeds_of(s, i);
    return first;
}

int carom_assembly_speeds(const carom_assembly *s) {
    return makes_sense(s) ? first_speed(s, s->bodies) : 0;
}

// Returns the number of rows of J: three for each 3D body that can rotate about some axes only.
static int rows_of(const carom_assembly *s) {
    int rows = 0;
    for (int i = 0; i < s->bodies && s->dim == 3; i++) {
        int fixed = 0;
        for (int k = 0; k < 3; k++) fixed += isinf(s->body[i].inertia[k][k]) != 0;
        rows += fixed == 1 || fixed == 2 ? 3 : 0;
    }
    return rows;
}

// Returns the bytes for M, u, R and J.
size_t carom_assembly_memory_size(const carom_assembly *s) {
    const size_t n = (size_t)carom_assembly_speeds(s);
    return n ? (n * n + n + ((size_t)(s->dim * s->contacts) + (size_t)rows_of(s)) * n) * sizeof(double) : 0;
}

static bool still(const double x[3]) {
    return carom_zero3(x);
}

// Adds the blocks of one body to M and J, and its entries to u. *row is the next row of J.
static carom_status add_body(const carom_assembly *s, int i, double *M, double *u, double *J, int *row) {
    const carom_body body = lift(s, i);
    const part p = part_of(s, &body);
    const size_t n = (size_t)carom_assembly_speeds(s), first = (size_t)first_speed(s, i);
    carom_inertia inertia;
    const carom_status status = carom_inertia_make(&body, &inertia);
    if (status != CAROM_OK) return status;
    if ((!p.velocity && !still(body.velocity)) || (!p.spin && !still(body.spin))) return CAROM_CONSTRAINT_VIOLATED;
    for (size_t k = 0; k < (size_t)p.velocity; k++) {
        M[(first + k) * n + first + k] = body.mass;
        u[first + k] = body.velocity[k];
    }
    const size_t spin = first + (size_t)p.velocity, axis = (size_t)p.first_spin;
    // The inertia about a fixed axis is arbitrary, because J prevents the rotation. The largest of the other inertias
    // is used.
    const double filler = fmax(fmax(inertia.tensor[0][0], inertia.tensor[1][1]), inertia.tensor[2][2]);
    const bool held = p.spin == 3 && inertia.fixed[0][0] + inertia.fixed[1][1] + inertia.fixed[2][2] > 0.5;
    for (size_t r = 0; r < (size_t)p.spin; r++) {
        u[spin + r] = body.spin[axis + r];
        for (size_t k = 0; k < (size_t)p.spin; k++) {
            M[(spin + r) * n + spin + k] =
                inertia.tensor[axis + r][axis + k] + (held ? filler * inertia.fixed[axis + r][axis + k] : 0.0);
            if (held) J[(size_t)(*row + (int)r) * n + spin + k] = inertia.fixed[r][k];
        }
    }
    *row += held ? 3 : 0;
    return CAROM_OK;
}

// Adds the contribution of a body to the row of direction d.
static void add_direction(const carom_assembly *s, int i, const double point[3], const double d[3], double sign,
                          double *row) {
    if (i == CAROM_GROUND) return;
    const carom_body body = lift(s, i);
    const part p = part_of(s, &body);
    double arm[3], moment[3];
    for (int k = 0; k < 3; k++) arm[k] = point[k] - body.centre[k];
    carom_cross(arm, d, moment);
    double *to = row + first_speed(s, i);
    for (int k = 0; k < p.velocity; k++) to[k] += sign * d[k];
    for (int k = 0; k < p.spin; k++) to[p.velocity + k] += sign * moment[p.first_spin + k];
}

static carom_status frame_of(const carom_assembly *s, const carom_contact_point *c, double d[3][3]) {
    if (s->dim == 3) {
        carom_pair pair = {0};
        memcpy(pair.normal, c->normal, sizeof pair.normal);
        memcpy(pair.tangent, c->tangent, sizeof pair.tangent);
        return carom_pair_frame(&pair, d);
    }
    const carom_planar_pair pair = {.normal = {c->normal[0], c->normal[1]},
                                    .tangent = {c->tangent[0][0], c->tangent[0][1]}};
    double frame[2][2];
    const carom_status status = carom_planar_pair_frame(&pair, frame);
    for (int i = 0; i < 2; i++) memcpy(d[i], (double[3]){frame[i][0], frame[i][1], 0.0}, sizeof d[i]);
    return status;
}

static bool is_body(const carom_assembly *s, int i) {
    return i >= CAROM_GROUND && i < s->bodies;
}

static carom_status add_contact(const carom_assembly *s, const carom_contact_point *c, double *R) {
    const size_t n = (size_t)carom_assembly_speeds(s);
    double d[3][3], point[3] = {c->point[0], c->point[1], s->dim == 3 ? c->point[2] : 0.0};
    if (!is_body(s, c->a) || !is_body(s, c->b) || c->a == c->b) return CAROM_BAD_INDEX;
    if (!carom_finite3(point)) return CAROM_NOT_FINITE;
    const carom_status status = frame_of(s, c, d);
    if (status != CAROM_OK) return status;
    for (int k = 0; k < s->dim; k++, R += n) {
        add_direction(s, c->a, point, d[k], 1.0, R);
        add_direction(s, c->b, point, d[k], -1.0, R);
    }
    return CAROM_OK;
}

carom_status carom_assembly_mechanism(const carom_assembly *s, void *memory, size_t bytes, carom_mechanism *m,
                                      int *at) {
    int unused, row = 0;
    if (!at) at = &unused;
    *at = 0;
    if (!s || !memory || !m) return CAROM_NULL_POINTER;
    const size_t n = (size_t)carom_assembly_speeds(s), needed = carom_assembly_memory_size(s);
    if (!n) return CAROM_BAD_SIZE;
    if (bytes < needed) return CAROM_SMALL_MEMORY;
    double *M = memory, *u = M + n * n, *R = u + n, *J = R + (size_t)(s->dim * s->contacts) * n;
    memset(memory, 0, needed);
    carom_status status = CAROM_OK;
    for (int i = 0; i < s->bodies && status == CAROM_OK; i++) {
        *at = i;
        status = add_body(s, i, M, u, J, &row);
    }
    for (int i = 0; i < s->contacts && status == CAROM_OK; i++) {
        *at = -1 - i;
        status = add_contact(s, &s->contact[i], R + (size_t)(s->dim * i) * n);
    }
    *m = (carom_mechanism){.dim = s->dim,
                           .speeds = (int)n,
                           .contacts = s->contacts,
                           .constraints = row,
                           .M = M,
                           .u = u,
                           .R = R,
                           .J = row ? J : NULL};
    return status;
}

carom_status carom_assembly_motion(const carom_assembly *s, const double *u, int body, double velocity[3],
                                   double spin[3]) {
    if (!s || !u || !velocity || !spin) return CAROM_NULL_POINTER;
    if (!makes_sense(s)) return CAROM_BAD_SIZE;
    if (body < 0 || body >= s->bodies) return CAROM_BAD_INDEX;
    const part p = part_of(s, &s->body[body]);
    const double *own = u + first_speed(s, body);
    memset(velocity, 0, 3 * sizeof *velocity);
    memset(spin, 0, 3 * sizeof *spin);
    memcpy(velocity, own, (size_t)p.velocity * sizeof *own);
    memcpy(spin + p.first_spin, own + p.velocity, (size_t)p.spin * sizeof *own);
    return CAROM_OK;
}
