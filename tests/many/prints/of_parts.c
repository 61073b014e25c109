// The parts that methods are made of: Lemke's path, small singular systems, friction cones, the nearest impulse.
#include <string.h>

#include "many/least.h"
#include "many/lemke.h"
#include "many/order.h"
#include "many/prints/prints.h"
#include "many/small.h"
#include "support/whole.h"

enum { MOST_LCP = 200 };

// Ties, rays, paths longer than the list of pivots, covers of every kind.
bool many_lemke(const carom_method *method, uint64_t i, print *to) {
    (void)method;
    static double M[MOST_LCP * MOST_LCP], q[MOST_LCP], z[MOST_LCP], cover[MOST_LCP];
    random_stream r = random_at(2630, i);
    const int sizes[] = {1, 2, 3, 4, 5, 8, 9, 12, 16, 17, 24},
              n = i % 400 == 399 ? 40 + random_below(&r, 160) : sizes[random_below(&r, 11)];
    const int kind = random_below(&r, 6), rank = 1 + random_below(&r, n);
    for (int a = 0; a < n * n; a++) M[a] = 0.0;
    for (int k = 0; k < rank; k++) {
        double x[MOST_LCP];
        for (int a = 0; a < n; a++) x[a] = kind < 3 ? whole(&r, 2) : random_between(&r, -1.0, 1.0);
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) M[a * n + b] += x[a] * x[b];
    }
    // A skew part leaves it as definite as it was; a copositive one may have rays; anything at all.
    for (int a = 0; a < n; a++)
        for (int b = 0; b < a; b++) {
            const double skew = kind % 3 == 1 ? whole(&r, 2) : 0.0;
            M[a * n + b] += skew;
            M[b * n + a] -= skew;
            if (kind % 3 == 2 && random_below(&r, 3) == 0) M[a * n + b] = whole(&r, 3);
        }
    for (int a = 0; a < n; a++) q[a] = random_below(&r, 2) ? whole(&r, 3) : random_between(&r, -2.0, 1.0);
    for (int a = 0; a < n; a++) q[a] = kind == 5 ? next_to(&r, -1.0) : q[a];
    const int in_q = random_below(&r, n), in_M = random_below(&r, n * n), wrong = random_below(&r, 80);
    if (wrong < 2) q[in_q] = wrong ? (double)NAN : -HUGE_VAL;
    if (wrong > 77) M[in_M] = wrong > 78 ? (double)NAN : HUGE_VAL;
    const size_t bytes = carom_lemke_memory(n),
                 given = random_below(&r, 20) ? bytes : (size_t)random_below(&r, (int)bytes);
    const int attempt = random_below(&r, 7), odd = random_below(&r, 100);
    int pivots = -1;
    const double *const way = carom_lemke_cover(n, attempt, cover);
    memset(z, 0, sizeof z);
    void *const room = room_of(given);
    carom_status status = carom_lemke(odd == 0 ? 0 : n, odd == 1 ? NULL : M, odd == 2 ? NULL : q, odd == 3 ? NULL : z,
                                      odd == 4 ? NULL : room, given, odd == 5 ? NULL : &pivots);
    print_word(to, (uint64_t)status);
    print_word(to, (uint64_t)pivots);
    if (status == CAROM_OK) print_numbers(to, n, z);
    if (way) print_numbers(to, n, way);
    print_room(to, given);
    if (status == CAROM_NOT_FINITE) return false;
    status = carom_lemke_along(n, M, q, way, z, room_of(bytes), bytes, &pivots);
    print_word(to, (uint64_t)status);
    print_word(to, (uint64_t)pivots);
    if (status == CAROM_OK) print_numbers(to, n, z);
    print_room(to, bytes);
    return status == CAROM_OK;
}

bool many_small(const carom_method *method, uint64_t i, print *to) {
    (void)method;
    random_stream r = random_at(2631, i);
    const int n = 1 + random_below(&r, i % 4 ? 5 : CAROM_SMALL_MOST), rank = random_below(&r, n + 2),
              kind = random_below(&r, 4);
    double A[CAROM_SMALL_MOST * CAROM_SMALL_MOST] = {0}, b[CAROM_SMALL_MOST] = {0}, x[CAROM_SMALL_MOST] = {0},
                                unit[CAROM_SMALL_MOST], right[CAROM_SMALL_MOST];
    for (int k = 0; k < rank; k++) {
        double f[CAROM_SMALL_MOST], g[CAROM_SMALL_MOST];
        for (int a = 0; a < n; a++) f[a] = whole(&r, 2), g[a] = kind == 0 ? f[a] : whole(&r, 2);
        for (int a = 0; a < n; a++)
            for (int c = 0; c < n; c++) A[a * n + c] += f[a] * g[c];
    }
    for (int a = 0; a < n; a++) {
        unit[a] = random_below(&r, 3) ? 1.0 : ldexp(1.0, whole(&r, 6));
        right[a] = whole(&r, 2);
        for (int c = 0; c < n; c++) A[a * n + c] = kind < 2 ? next_to(&r, A[a * n + c]) : A[a * n + c];
    }
    for (int a = 0; a < n; a++)
        for (int c = 0; c < n; c++) b[a] += A[a * n + c] * right[c];
    const int off = random_below(&r, n);
    if (random_below(&r, 3) == 0) b[off] += random_power10(-random_between(&r, 5.0, 14.0));
    const bool solved = carom_small_solve(n, A, b, unit, x);
    print_word(to, solved);
    print_numbers(to, n, x);
    return solved;
}

static carom_cone cone_of(const carom_params *p) {
    return carom_coulomb(isfinite(p->mu) ? fabs(p->mu) : 1.0);
}

// A friction problem with every freedom of its cones, and an impulse near one that solves it.
bool many_cones(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_cone cone[MOST_CONTACTS];
    double q[2 * MOST_CONTACTS], P[2 * MOST_CONTACTS], y[2 * MOST_CONTACTS];
    random_stream r = random_at(2632, i);
    many_problem_at(method, i, 7, &p);
    const int nc = p.x.s.nc, n = 2 * nc;
    if (carom_system_validate(&p.x.s, NULL) != CAROM_OK) return false;
    for (int k = 0; k < nc; k++) {
        cone[k] = cone_of(&p.x.contact[k]);
        const int kind = random_below(&r, 12);
        if (kind == 0) cone[k].may &= ~(unsigned)CAROM_MAY_REST;
        if (kind == 1) cone[k].may &= ~(unsigned)CAROM_MAY_PRESS, cone[k].floor = random_below(&r, 2);
        if (kind == 2) cone[k].floor = random_unit(&r), cone[k].lo.offset = -0.25;
        if (kind == 3) cone[k].floor = 0.5, cone[k].hi = (carom_edge){0.5 * cone[k].hi.slope, 0.5};
        if (kind == 4)
            cone[k].lo = cone[k].hi, cone[k].may = CAROM_MAY_REST | CAROM_MAY_PRESS | CAROM_MAY_PLUS | CAROM_DRIVEN;
        if (kind == 5) cone[k].hold = 0.5;
    }
    memcpy(q, p.x.v, (size_t)n * sizeof *q);
    const carom_cones c = {.nc = nc, .W = p.x.W, .q = q, .cone = cone, .speed = random_below(&r, 2)};
    carom_arena counted = carom_arena_over(NULL, 0);
    carom_found found;
    const int capacity = 1 + random_below(&r, 3);
    carom_found_carve(&found, nc, capacity, &counted);
    print_word(to, carom_arena_bytes(&counted));
    carom_solver solver = (carom_solver)random_below(&r, 3);
    if (solver == CAROM_SOLVER_ENUMERATE && nc > 4) solver = CAROM_SOLVER_AUTO;
    const size_t need = carom_cones_memory(nc, solver), whole_room = carom_arena_bytes(&counted) + need + 16;
    print_word(to, sizeof(void *) == 8 ? need : 0);
    carom_arena a = carom_arena_over(room_of(whole_room), whole_room);
    carom_found_carve(&found, nc, capacity, &a);
    void *const memory = carom_arena_take(&a, 1, need);
    const carom_status status = carom_cones_solve(&c, solver, memory, need, &found);
    print_word(to, (uint64_t)status);
    print_word(to, (uint64_t)found.count * 65536 + (uint64_t)found.kept * 1024 + (uint64_t)found.tried);
    const bool fine = carom_status_class_of(status) == CAROM_FINE;
    for (int k = 0; fine && k < found.kept; k++)
        print_numbers(to, n, found.P + k * n), print_numbers(to, n, found.y + k * n);
    print_room(to, whole_room);
    for (int k = 0; k < n; k++) P[k] = fine && random_below(&r, 9) ? next_to(&r, found.P[k]) : whole(&r, 2);
    const int far = random_below(&r, n);
    if (random_below(&r, 20) == 0) P[far] *= 1e9 * random_between(&r, 0.3, 5.0);
    if (random_below(&r, 40) == 0) P[random_below(&r, n)] = (double)NAN;
    carom_mode mode[MOST_CONTACTS];
    print_number(to, carom_cones_residual(&c, P));
    carom_cones_modes(&c, P, mode);
    for (int k = 0; k < nc; k++) print_word(to, (uint64_t)mode[k]);
    carom_cones_y(&c, P, y);
    print_numbers(to, n, y);
    for (int k = 0; k < n; k++)
        if (random_below(&r, 2)) y[k] *= random_power10(-random_between(&r, 6.0, 13.0));
    carom_cones_clean(&c, P, y);
    print_numbers(to, n, y);
    const carom_cone_scale scale = carom_cones_scale(&c, P);
    print_numbers(to, 2, (double[]){scale.y, scale.P});
    print_word(to, scale.blown_up);
    for (int k = 0; k < nc; k++)
        print_numbers(to, 2, (double[]){carom_cones_P_size(&c, P, k, scale), carom_contact_unit(&c, k)});
    return fine;
}

// The least impulse of the same velocities, and others; the standard form for other solvers.
bool many_nearest(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    carom_cone cone[MOST_CONTACTS];
    double P[2 * MOST_CONTACTS], y[2 * MOST_CONTACTS], toward[2 * MOST_CONTACTS];
    random_stream r = random_at(2633, i);
    many_problem_at(method, i, 6, &p);
    const int nc = p.x.s.nc, n = 2 * nc;
    if (carom_system_validate(&p.x.s, NULL) != CAROM_OK) return false;
    for (int k = 0; k < nc; k++) cone[k] = cone_of(&p.x.contact[k]);
    const carom_cones c = {.nc = nc, .W = p.x.W, .q = p.x.v, .cone = cone};
    for (int k = 0; k < nc; k++) {
        const double mu = cone[k].hi.slope;
        P[2 * k] = random_below(&r, 4) ? random_unit(&r) : 0.0;
        P[2 * k + 1] = P[2 * k] * mu * (random_below(&r, 2) ? 1.0 : random_between(&r, -1.0, 1.0));
        y[2 * k] = random_below(&r, 4) ? 0.0 : 1.0;
        y[2 * k + 1] = random_below(&r, 2) ? 0.0 : whole(&r, 1);
    }
    carom_arena a = carom_arena_over(NULL, 0);
    carom_least l;
    carom_least_carve(&l, nc, &a);
    const size_t bytes = carom_arena_bytes(&a);
    print_word(to, sizeof(void *) == 8 ? bytes : 0);
    a = carom_arena_over(room_of(bytes), bytes);
    carom_least_carve(&l, nc, &a);
    const bool open = carom_least_open(&l, &c, P, y);
    print_word(to, (uint64_t)l.dimension * 256 + (uint64_t)l.edges * 2 + open);
    for (int k = 0; open && k < 3; k++) {
        for (int j = 0; j < l.edges; j++) toward[j] = l.x[j] + random_between(&r, -2.0, 2.0);
        print_word(to, carom_least_near(&l, k ? toward : NULL, P));
        print_numbers(to, n, P);
        print_numbers(to, l.edges, l.x);
    }
    print_room(to, bytes);
    const size_t form = carom_cones_lemke_memory(nc);
    const double *M, *q;
    const int size = carom_cones_as_lcp(&c, room_of(form), form, &M, &q);
    print_word(to, (uint64_t)size);
    print_numbers(to, size * size, M);
    print_numbers(to, size, q);
    print_room(to, form);
    return open;
}

bool many_order(const carom_method *method, uint64_t i, print *to) {
    static problem p;
    random_stream r = random_at(2634, i);
    many_problem_at(method, i, 6, &p);
    const int nc = p.x.s.nc, n = 2 * nc;
    // Contacts that differ in their last numbers alone.
    for (int k = 1; k < nc; k++) {
        if (random_below(&r, 2)) continue;
        p.x.contact[k] = p.x.contact[0];
        for (int a = 0; a < 2; a++) {
            p.x.v[2 * k + a] = p.x.v[a];
            for (int b = 0; b < 2; b++) p.x.W[(2 * k + a) * n + 2 * k + b] = p.x.W[a * n + b];
        }
        double *const last[] = {&p.x.v[2 * k + 1],
                                &p.x.contact[k].mu,
                                &p.x.contact[k].e,
                                &p.x.contact[k].e_t,
                                &p.x.contact[k].nu,
                                &p.x.W[2 * k * n + 2 * k],
                                &p.x.W[2 * k * n + 2 * k + 1],
                                &p.x.W[(2 * k + 1) * n + 2 * k + 1]};
        double *const one = last[random_below(&r, 8)];
        if (random_below(&r, 3)) *one += whole(&r, 1);
    }
    carom_arena a = carom_arena_over(NULL, 0);
    carom_ordered o;
    carom_ordered_carve(&o, nc, &a);
    const size_t bytes = carom_arena_bytes(&a);
    print_word(to, sizeof(void *) == 8 ? bytes : 0);
    a = carom_arena_over(room_of(bytes), bytes);
    print_word(to, carom_ordered_carve(&o, nc, &a));
    carom_ordered_fill(&o, &p.x.s, p.x.contact);
    for (int k = 0; k < nc; k++) print_word(to, (uint64_t)o.at[k]), print_number(to, o.contact[k].mu);
    print_numbers(to, n, o.v);
    print_numbers(to, n * n, o.W);
    double x[2 * MOST_CONTACTS];
    carom_mode mode[MOST_CONTACTS];
    for (int k = 0; k < n; k++) x[k] = k;
    for (int k = 0; k < nc; k++) mode[k] = (carom_mode)k;
    carom_ordered_back(&o, x);
    carom_ordered_modes_back(&o, mode);
    print_numbers(to, n, x);
    for (int k = 0; k < nc; k++) print_word(to, (uint64_t)mode[k]);
    print_room(to, bytes);
    return nc > 1;
}
