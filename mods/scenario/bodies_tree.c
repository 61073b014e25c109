// Reads chains and mechanisms: many speeds and several contacts, one of which collides.
#include <string.h>

#include "base/decimal.h"
#include "mods/scenario/after.h"
#include "mods/scenario/bodies_parts.h"

static const carom_json_place chain_place = {NULL, "chain", 0}, mechanism_place = {NULL, "mechanism", 0},
                              system_place = {NULL, "system", 0};

// Reads chains.

static bool read_links(const carom_reading *r, const json_t *list, carom_bodies *s) {
    const carom_json_place links = {&chain_place, "links", 0};
    carom_link *link = carom_bodies_room(s, json_array_size(list), sizeof *link);
    s->names = carom_bodies_room(s, json_array_size(list), sizeof *s->names);
    if (!link || !s->names) return carom_refuse_memory(r, &links);
    json_t *item;
    for (size_t i = 0; (item = json_array_get(list, i)); i++) {
        const carom_json_place at = {&links, NULL, i};
        const double length = json_number_value(json_object_get(item, "length"));
        const double mass = json_number_value(json_object_get(item, "mass"));
        link[i] = carom_link_bar(length, mass, carom_read_link(json_object_get(item, "parent"), (int)i - 1),
                                 carom_read_angle(json_object_get(item, "angle"), 0.0),
                                 carom_read_angle(json_object_get(item, "rate"), 0.0));
        link[i].inertia = carom_read_number(json_object_get(item, "inertia"), link[i].inertia);
        link[i].centre = carom_read_number(json_object_get(item, "centre"), link[i].centre);
        s->names[i] = json_string_value(json_object_get(item, "name"));
        if (link[i].parent >= (int)i) return carom_refuse_status(r, &at, CAROM_BAD_CHAIN);
    }
    s->chain.links = (int)json_array_size(list);
    s->chain.link = link;
    return true;
}

// Reads the link that a contact or point mass names, and the distance along it; by default the far end.
static bool read_spot(const carom_reading *r, const carom_chain *chain, const json_t *item, const carom_json_place *at,
                      int *link, double *distance) {
    *link = carom_read_link(json_object_get(item, "link"), CAROM_BASE);
    if (*link >= chain->links)
        return carom_refuse_at(r->refusal, &r->source, at, CAROM_BAD_CHAIN,
                               "there is no link %d; the chain has %d, counted from 0", *link, chain->links);
    const double end = *link == CAROM_BASE ? 0.0 : chain->link[*link].length;
    *distance = carom_read_number(json_object_get(item, "distance"), end);
    return true;
}

static bool read_masses(const carom_reading *r, const json_t *list, carom_bodies *s) {
    const carom_json_place masses = {&chain_place, "masses", 0};
    carom_chain_mass *mass = carom_bodies_room(s, json_array_size(list), sizeof *mass);
    if (!mass) return carom_refuse_memory(r, &masses);
    json_t *item;
    for (size_t i = 0; (item = json_array_get(list, i)); i++) {
        const carom_json_place at = {&masses, NULL, i};
        mass[i].mass = json_number_value(json_object_get(item, "mass"));
        if (!read_spot(r, &s->chain, item, &at, &mass[i].link, &mass[i].distance)) return false;
    }
    s->chain.masses = (int)json_array_size(list);
    s->chain.mass = mass;
    return true;
}

static bool read_contacts(const carom_reading *r, const json_t *list, carom_bodies *s) {
    const carom_json_place contacts = {&chain_place, "contacts", 0};
    carom_chain_contact *contact = carom_bodies_room(s, json_array_size(list), sizeof *contact);
    if (!contact) return carom_refuse_memory(r, &contacts);
    json_t *item;
    for (size_t i = 0; (item = json_array_get(list, i)); i++) {
        const carom_json_place at = {&contacts, NULL, i};
        contact[i].slope = carom_read_angle(json_object_get(item, "slope"), 0.0);
        if (!read_spot(r, &s->chain, item, &at, &contact[i].link, &contact[i].distance)) return false;
    }
    s->chain.contacts = (int)json_array_size(list);
    s->chain.contact = contact;
    return true;
}

static bool read_base(const carom_reading *r, const json_t *base, carom_chain *chain) {
    const carom_json_place at = {&chain_place, "base", 0};
    double velocity[3];
    const size_t count = carom_read_vector(json_object_get(base, "velocity"), velocity);
    chain->pinned = carom_is_true(json_object_get(base, "pinned"));
    memcpy(chain->base_velocity, velocity, sizeof chain->base_velocity);
    if (chain->pinned && count)
        return carom_refuse_at(r->refusal, &r->source, &at, CAROM_BAD_VALUE, "a pinned base has no velocity");
    return count == 0 || count == 2 ||
           carom_refuse_at(r->refusal, &r->source, &at, CAROM_BAD_VALUE, "must be two numbers in 2D");
}

static bool read_chain(const carom_reading *r, const json_t *chain, carom_bodies *s) {
    s->kind = CAROM_SCENARIO_CHAIN;
    if (!read_base(r, json_object_get(chain, "base"), &s->chain)) return false;
    if (!read_links(r, json_object_get(chain, "links"), s)) return false;
    if (!read_masses(r, json_object_get(chain, "masses"), s)) return false;
    if (!read_contacts(r, json_object_get(chain, "contacts"), s)) return false;
    const size_t bytes = carom_chain_memory_size(&s->chain);
    void *memory = carom_bodies_room(s, bytes, 1);
    if (!memory) return carom_refuse_memory(r, &chain_place);
    int at;
    const carom_status status = carom_chain_mechanism(&s->chain, memory, bytes, &s->mechanism, &at);
    const carom_json_place links = {&chain_place, "links", 0}, link = {&links, NULL, (size_t)at};
    carom_error why;
    carom_chain_error(status, &s->chain, at, &why);
    return status == CAROM_OK || carom_refuse_fault(r, at >= 0 ? &link : &chain_place, &why);
}

// Reads mechanisms.

// Reads rows x columns numbers into `out`.
static bool read_rows(const carom_reading *r, const json_t *value, const carom_json_place *at, size_t rows,
                      size_t columns, double *out) {
    const size_t count = carom_read_numbers(value, out, rows * columns);
    const json_t *first = json_array_get(value, 0);
    const size_t wide = carom_is_array(first) ? json_array_size(first) : count;
    if (count == rows * columns && wide == columns) return true;
    return carom_refuse_at(r->refusal, &r->source, at, CAROM_BAD_VALUE,
                           "must be %zu row%s of %zu numbers, one for each speed in u", rows, rows == 1 ? "" : "s",
                           columns);
}

static size_t count_rows(const json_t *value) {
    return carom_is_array(json_array_get(value, 0)) ? json_array_size(value) : value ? 1 : 0;
}

static bool read_contact_rows(const carom_reading *r, const json_t *list, carom_bodies *s) {
    const carom_json_place contacts = {&mechanism_place, "contacts", 0};
    carom_mechanism *m = &s->mechanism;
    const size_t n = (size_t)m->speeds, count = json_array_size(list);
    m->contacts = (int)count;
    m->dim = 1 + (int)count_rows(json_object_get(json_array_get(list, 0), "tangent"));
    const carom_json_place first = {&contacts, NULL, 0}, tangents = {&first, "tangent", 0};
    if (m->dim > 3)
        return carom_refuse_at(r->refusal, &r->source, &tangents, CAROM_BAD_VALUE, "is one row (plane) or two (space)");
    double *R = carom_bodies_room(s, (size_t)m->dim * count * n, sizeof *R);
    if (!R) return carom_refuse_memory(r, &contacts);
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        const carom_json_place at = {&contacts, NULL, i}, normal = {&at, "normal", 0}, tangent = {&at, "tangent", 0};
        double *rows = R + i * (size_t)m->dim * n;
        if (!read_rows(r, json_object_get(item, "normal"), &normal, 1, n, rows) ||
            !read_rows(r, json_object_get(item, "tangent"), &tangent, (size_t)m->dim - 1, n, rows + n))
            return false;
    }
    m->R = R;
    return true;
}

static bool read_mechanism(const carom_reading *r, const json_t *object, carom_bodies *s) {
    const json_t *u = json_object_get(object, "u"), *J = json_object_get(object, "constraints");
    const carom_json_place at_M = {&mechanism_place, "M", 0}, at_J = {&mechanism_place, "constraints", 0};
    const size_t n = json_array_size(u);
    s->kind = CAROM_SCENARIO_MECHANISM;
    s->mechanism.speeds = (int)n;
    s->mechanism.constraints = (int)count_rows(J);
    const size_t rows = (size_t)s->mechanism.constraints;
    double *numbers = carom_bodies_room(s, n * n + n + rows * n, sizeof *numbers);
    if (!numbers) return carom_refuse_memory(r, &mechanism_place);
    s->mechanism.M = numbers;
    s->mechanism.u = numbers + n * n;
    s->mechanism.J = numbers + n * n + n;
    carom_read_numbers(u, numbers + n * n, n);
    if (!read_rows(r, json_object_get(object, "M"), &at_M, n, n, numbers)) return false;
    if (rows && !read_rows(r, J, &at_J, rows, n, numbers + n * n + n)) return false;
    return read_contact_rows(r, json_object_get(object, "contacts"), s);
}

// Reads a system given as matrices: the normal rows of all contacts, then their tangent rows, and in 3D the second ones.
static bool read_system(const carom_reading *r, const json_t *object, carom_bodies *s) {
    static const char *const names[] = {"normal", "tangent", "tangent2"};
    carom_mechanism *m = &s->mechanism;
    const json_t *M = json_object_get(object, "M"), *u = json_object_get(object, "u"),
                 *J = json_object_get(object, "J");
    const carom_json_place at_M = {&system_place, "M", 0}, at_J = {&system_place, "J", 0},
                           at_u = {&system_place, "u", 0};
    const size_t n = json_array_size(M), rows = json_array_size(J);
    const size_t contacts = json_array_size(json_object_get(object, "normal"));
    s->kind = CAROM_SCENARIO_MECHANISM;
    m->speeds = (int)n;
    m->constraints = (int)rows;
    m->contacts = (int)contacts;
    m->dim = json_object_get(object, "tangent2") ? 3 : 2;
    const size_t dim = (size_t)m->dim;
    double *numbers = carom_bodies_room(s, n * n + n + rows * n, sizeof *numbers);
    double *R = carom_bodies_room(s, dim * contacts * n, sizeof *R),
           *row = carom_bodies_room(s, contacts * n, sizeof *row);
    if (!numbers || !R || !row) return carom_refuse_memory(r, &system_place);
    m->M = numbers;
    m->u = numbers + n * n;
    m->J = numbers + n * n + n;
    m->R = R;
    if (!read_rows(r, M, &at_M, n, n, numbers) || (rows && !read_rows(r, J, &at_J, rows, n, numbers + n * n + n)))
        return false;
    if (u && carom_read_numbers(u, numbers + n * n, n) != n)
        return carom_refuse_at(r->refusal, &r->source, &at_u, CAROM_BAD_VALUE,
                               "must be %zu numbers, as many as M has rows", n);
    for (size_t k = 0; k < dim; k++) {
        const carom_json_place at = {&system_place, names[k], 0};
        if (!contacts) return carom_refuse_at(r->refusal, &r->source, &at, CAROM_BAD_VALUE, "has no rows");
        if (!read_rows(r, json_object_get(object, names[k]), &at, contacts, n, row)) return false;
        for (size_t i = 0; i < contacts; i++) memcpy(R + (dim * i + k) * n, row + i * n, n * sizeof *R);
    }
    return true;
}

// Converts planted contacts to constraint rows: their velocity is zero and stays zero.
static bool plant(const carom_reading *r, const json_t *planted, carom_bodies *s) {
    const carom_json_place place = {NULL, "planted", 0};
    carom_mechanism *m = &s->mechanism;
    const size_t wide = (size_t)m->speeds, rows = (size_t)m->dim * (size_t)m->contacts,
                 count = json_array_size(planted);
    if (!count) return true;
    double *J = carom_bodies_room(s, ((size_t)m->constraints + rows) * wide, sizeof *J);
    double *R = carom_bodies_room(s, rows * wide, sizeof *R);
    unsigned char *is = carom_bodies_room(s, (size_t)m->contacts, 1);
    if (!J || !R || !is) return carom_refuse_memory(r, &place);
    for (size_t i = 0; i < count; i++) {
        const json_int_t at = json_integer_value(json_array_get(planted, i));
        if (at >= m->contacts)
            return carom_refuse_at(r->refusal, &r->source, &place, CAROM_BAD_INDEX,
                                   "there are %d contacts, counted from 0", m->contacts);
        is[at] = 1;
    }
    int bound = m->constraints, open = 0;
    s->planted = true;
    if (bound) memcpy(J, m->J, (size_t)bound * wide * sizeof *J);
    for (size_t i = 0; i < rows; i++) {
        double *to = is[i / (size_t)m->dim] ? J + (size_t)bound++ * wide : R + (size_t)open++ * wide;
        memcpy(to, m->R + i * wide, wide * sizeof *to);
    }
    m->J = J;
    m->R = R;
    m->constraints = bound;
    m->contacts = open / m->dim;
    return true;
}

// Reads a chain or a mechanism.

static bool refuse_delassus(const carom_reading *r, const carom_json_place *place, const carom_bodies *s,
                            carom_status status) {
    const carom_json_place J = {place, place == &system_place ? "J" : "constraints", 0},
                           row = {&J, NULL, (size_t)s->delassus.row};
    if (status == CAROM_CONSTRAINT_VIOLATED)
        return carom_refuse_at(r->refusal, &r->source, s->mechanism.constraints > 1 ? &row : &J, status,
                               "the speeds break this constraint: J u = %s, but must be 0",
                               CAROM_SHORT(s->delassus.residual, 6));
    if (status == CAROM_BAD_MASS_MATRIX)
        return carom_refuse_at(r->refusal, &r->source, place, status,
                               "at speed %d (counted from 0) the mass matrix is not symmetric and positive definite; a "
                               "speed without inertia, or one too many, makes it singular",
                               s->delassus.row);
    return carom_refuse_status(r, place, status);
}

static bool read_colliding(const carom_reading *r, const json_t *document, carom_bodies *s, bool needed) {
    const carom_json_place at = {NULL, "colliding", 0};
    const json_t *value = json_object_get(document, "colliding");
    s->colliding = (int)json_integer_value(value);
    if (!value && needed && s->mechanism.contacts > 1)
        return carom_refuse_at(r->refusal, &r->source, NULL, CAROM_MISSING_KEY,
                               "\"colliding\" is missing: which of the %d contacts collides, from 0; the others are "
                               "then free to move",
                               s->mechanism.contacts);
    return s->colliding < s->mechanism.contacts ||
           carom_refuse_at(r->refusal, &r->source, &at, CAROM_BAD_VALUE, "there are %d contacts, counted from 0",
                           s->mechanism.contacts);
}

bool carom_bodies_system(const carom_reading *r, const json_t *document, carom_bodies *s) {
    const json_t *chain = json_object_get(document, "chain"), *mechanism = json_object_get(document, "mechanism");
    const json_t *system = json_object_get(document, "system"), *planted = json_object_get(document, "planted");
    const carom_json_place *place = chain ? &chain_place : mechanism ? &mechanism_place : system ? &system_place : NULL;
    if (!(chain       ? read_chain(r, chain, s)
          : mechanism ? read_mechanism(r, mechanism, s)
          : system    ? read_system(r, system, s)
                      : carom_bodies_free_read(r, document, s)))
        return false;
    if (!read_colliding(r, document, s, false) || !plant(r, planted, s)) return false;
    const size_t bytes = carom_delassus_memory_size(&s->mechanism);
    if (!bytes) return carom_refuse_status(r, place, CAROM_BAD_SIZE);
    void *memory = carom_bodies_room(s, bytes, 1);
    if (!memory) return carom_refuse_memory(r, place);
    const carom_status status = carom_delassus_compute(&s->mechanism, memory, bytes, &s->delassus);
    return status == CAROM_OK || refuse_delassus(r, place, s, status);
}

bool carom_bodies_tree(const carom_reading *r, const json_t *document, carom_bodies *s, carom_contact *contact) {
    return carom_bodies_system(r, document, s) && read_colliding(r, document, s, true) &&
           !carom_system_contact(&s->delassus, s->colliding, contact);
}
