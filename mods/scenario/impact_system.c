#include "mods/scenario/impact_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "mods/scenario/bodies_parts.h"

static const carom_status bad_problem = CAROM_BAD_VALUE;

// Reads W and v.
static bool read_direct(carom_impact_problem *p, const json_t *object, carom_error *refusal) {
    int rows, columns, count;
    const json_t *v = json_object_get(object, "v"), *dim = json_object_get(object, "dim");
    if (!v) return carom_refuse(refusal, bad_problem, "v is missing: relative velocities, n1, t1, n2, t2, ...");
    p->system.W = carom_impact_matrix(p, json_object_get(object, "W"), "W", &rows, &columns, refusal);
    if (!p->system.W) return false;
    p->system.v = carom_impact_vector(p, v, "v", &count, refusal);
    if (!p->system.v) return false;
    const json_int_t spec = dim ? json_integer_value(dim) : rows == 3 ? 3 : 2;
    if (spec != 2 && spec != 3)
        return carom_refuse(refusal, CAROM_BAD_DIM, "dim is 2 (plane, the default) or 3 (space)");
    p->system.dim = (int)spec;
    if (rows != columns || rows != count || rows % p->system.dim || !rows)
        return carom_refuse(refusal, bad_problem,
                            "W is %d x %d and v has %d entries; both must be %d times the number of contacts", rows,
                            columns, count, p->system.dim);
    p->system.nc = rows / p->system.dim;
    return true;
}

static bool refuse_mechanism(const carom_impact_problem *p, carom_status status, carom_error *refusal) {
    static const carom_error_style neutral = {.hint = NULL};
    carom_error why;
    char text[512];
    carom_delassus_error(status, &p->mechanism, &p->delassus, &why);
    carom_error_format(&why, &neutral, text, sizeof text);
    return carom_refuse(refusal, status, "%s", text);
}

// Computes W and v from the mechanism.
static bool make_delassus(carom_impact_problem *p, carom_error *refusal) {
    const size_t bytes = carom_delassus_memory_size(&p->mechanism);
    if (!bytes) return carom_refuse(refusal, CAROM_BAD_SIZE, "%s", carom_status_message(CAROM_BAD_SIZE));
    void *memory = carom_impact_keep(p, bytes, 1, refusal);
    if (!memory) return false;
    const carom_status status = carom_delassus_compute(&p->mechanism, memory, bytes, &p->delassus);
    if (status != CAROM_OK) return refuse_mechanism(p, status, refusal);
    p->system = (carom_system){p->mechanism.contacts, p->mechanism.dim, p->delassus.W, p->delassus.v};
    p->has_mechanism = true;
    return true;
}

// Reads the normal and tangent rows (in 3D also tangent2) of every contact, one after the other.
static bool read_rows(carom_impact_problem *p, const json_t *system, carom_error *refusal) {
    static const char *const names[] = {"normal", "tangent", "tangent2"};
    carom_mechanism *m = &p->mechanism;
    m->dim = json_object_get(system, "tangent2") ? 3 : 2;
    const double *w[3] = {NULL};
    for (int k = 0; k < m->dim; k++) {
        int rows, columns;
        w[k] = carom_impact_matrix(p, json_object_get(system, names[k]), names[k], &rows, &columns, refusal);
        if (!w[k]) return false;
        if (!k) m->contacts = rows;
        if (!rows)
            return carom_refuse(refusal, bad_problem, "%s has no rows; one contact at least is needed", names[k]);
        if (rows != m->contacts || columns != m->speeds)
            return carom_refuse(refusal, bad_problem, "%s is %d x %d, wanted %d x %d", names[k], rows, columns,
                                m->contacts, m->speeds);
    }
    const size_t dim = (size_t)m->dim, rows = (size_t)m->contacts, wide = (size_t)m->speeds;
    double *R = carom_impact_keep(p, dim * rows * wide, sizeof *R, refusal);
    if (!R) return false;
    for (size_t k = 0; k < dim; k++)
        for (size_t i = 0; i < rows; i++) memcpy(R + (dim * i + k) * wide, w[k] + i * wide, wide * sizeof *R);
    m->R = R;
    return true;
}

static bool read_mechanism(carom_impact_problem *p, const json_t *system, carom_error *refusal) {
    carom_mechanism *m = &p->mechanism;
    const json_t *u = json_object_get(system, "u"), *J = json_object_get(system, "J");
    int rows, columns, count = 0;
    if (!carom_is_object(system)) return carom_refuse(refusal, bad_problem, "\"system\" must be an object");
    m->M = carom_impact_matrix(p, json_object_get(system, "M"), "M", &rows, &columns, refusal);
    if (!m->M) return false;
    m->speeds = rows;
    m->u = u ? carom_impact_vector(p, u, "u", &count, refusal)
             : carom_impact_keep(p, (size_t)rows, sizeof(double), refusal);
    if (!m->u) return false;
    if (rows != columns || (u && count != rows))
        return carom_refuse(refusal, bad_problem, "M is %d x %d and u has %d entries", rows, columns, count);
    if (J && !(carom_is_array(J) && json_array_size(J) == 0)) {
        m->J = carom_impact_matrix(p, J, "J", &m->constraints, &columns, refusal);
        if (!m->J) return false;
        if (columns != m->speeds)
            return carom_refuse(refusal, bad_problem, "J has %d columns for %d speeds", columns, m->speeds);
    }
    return read_rows(p, system, refusal);
}

// Reads a chain or a mechanism, as in scenario files.
static bool read_scenario(carom_impact_problem *p, const json_t *object, carom_source source, carom_error *refusal) {
    static const char *const parts[] = {"bodies", "contacts", "chain", "mechanism", "colliding"};
    const carom_reading r = {source, refusal, p->modules};
    json_t *document = json_object();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (json_object_get(object, parts[i])) json_object_set(document, parts[i], json_object_get(object, parts[i]));
    // The striking contact is stored only if the method has one.
    if (!json_object_get(document, "colliding")) json_object_set_new(document, "colliding", json_integer(0));
    p->bodies = carom_room(1, sizeof *p->bodies);
    carom_contact unused;
    const bool read = (p->bodies || carom_impact_too_large(sizeof *p->bodies, refusal)) &&
                      carom_shape_check(&r, document, CAROM_OBJECT_scenario, NULL) &&
                      carom_bodies_tree(&r, document, p->bodies, &unused);
    json_decref(document);
    if (!read) return false;
    p->mechanism = p->bodies->mechanism;
    p->params.striking = p->bodies->colliding;
    p->c_given = json_object_get(object, "colliding") != NULL;
    return true;
}

// Converts planted contacts to constraint rows: their velocity is zero and stays zero.
static bool plant(carom_impact_problem *p, const json_t *planted, carom_error *refusal) {
    carom_mechanism *m = &p->mechanism;
    const size_t row = (size_t)m->speeds * sizeof(double);
    const int count = (int)json_array_size(planted);
    static const char *const words = "planted lists contacts by index, from 0";
    if (planted && !carom_is_array(planted)) return carom_refuse(refusal, CAROM_BAD_INDEX, "%s", words);
    if (!count) return true;
    unsigned char *is = carom_impact_keep(p, (size_t)m->contacts, 1, refusal);
    if (!is) return false;
    for (int i = 0; i < count; i++) {
        const json_t *at = json_array_get(planted, (size_t)i);
        if (!carom_is_integer(at) || json_integer_value(at) < 0 || json_integer_value(at) >= m->contacts)
            return carom_refuse(refusal, CAROM_BAD_INDEX, "%s", words);
        is[json_integer_value(at)] = 1;
    }
    const size_t rows = (size_t)m->dim * (size_t)m->contacts;
    char *J = carom_impact_keep(p, (size_t)m->constraints + rows, row, refusal);
    char *R = carom_impact_keep(p, rows, row, refusal);
    if (!J || !R) return false;
    int bound = m->constraints, open = 0;
    if (bound) memcpy(J, m->J, (size_t)bound * row);
    for (size_t i = 0; i < rows; i++) {
        char *to = is[i / (size_t)m->dim] ? J + (size_t)bound++ * row : R + (size_t)open++ * row;
        memcpy(to, m->R + i * (size_t)m->speeds, row);
    }
    m->J = (double *)(void *)J;
    m->R = (double *)(void *)R;
    m->constraints = bound;
    m->contacts = open / m->dim;
    return true;
}

// If W and v are stated in addition to the system, checks that they equal those of the system.
static bool agrees(carom_impact_problem *p, const json_t *object, carom_error *refusal) {
    const carom_system own = p->system;
    if (!json_object_get(object, "W")) return true;
    if (!read_direct(p, object, refusal)) return false;
    const int n = own.dim * own.nc;
    double most = 0.0, apart = p->system.nc == own.nc && p->system.dim == own.dim ? 0.0 : HUGE_VAL;
    for (int i = 0; apart == 0.0 && i < n * n; i++) most = fmax(most, fabs(own.W[i]));
    for (int i = 0; apart < HUGE_VAL && i < n * n; i++) carom_worsen(&apart, fabs(own.W[i] - p->system.W[i]));
    p->system = own;
    if (apart <= 1e-9 * most) return true;
    return carom_refuse(refusal, bad_problem, "W is not the Delassus matrix of the system; leave one of them out");
}

bool carom_impact_read_system(carom_impact_problem *p, const json_t *object, carom_source source,
                              carom_error *refusal) {
    const json_t *system = json_object_get(object, "system");
    const bool spec =
        json_object_get(object, "chain") || json_object_get(object, "mechanism") || json_object_get(object, "bodies");
    const json_t *P = json_object_get(object, "P");
    int count;
    if (P && !(p->P = carom_impact_vector(p, P, "P", &count, refusal))) return false;
    if (!system && !spec && !json_object_get(object, "W"))
        return carom_refuse(
            refusal, bad_problem,
            "the contacts are missing: give W and v, a system {M, normal, tangent, u, J}, bodies with contacts, "
            "a chain or a mechanism");
    if (!system && !spec) return read_direct(p, object, refusal);
    if (!(system ? read_mechanism(p, system, refusal) : read_scenario(p, object, source, refusal))) return false;
    if (!plant(p, json_object_get(object, "planted"), refusal)) return false;
    if (!make_delassus(p, refusal)) return false;
    if (P && count != p->system.dim * p->system.nc)
        return carom_refuse(refusal, bad_problem, "P has %d entries for %d contacts", count, p->system.nc);
    return agrees(p, object, refusal);
}
