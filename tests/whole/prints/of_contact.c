// What a contact can be asked without a law: its region, its numbers, its classes.
#include <math.h>
#include <string.h>

#include "carom/critical.h"
#include "carom/hodograph.h"
#include "carom/region.h"
#include "carom/translate.h"
#include "carom/why.h"
#include "whole/prints/prints.h"

// What P would be a judge's question: some multiples of what routh answers, in and out of the region.
static void impulse(const carom_contact *c, const carom_params *p, double times, double P[3]) {
    carom_outcome out;
    memset(&out, 0, sizeof out);
    (void)carom_collide(&carom_law_routh, c, p, &out);
    for (int i = 0; i < 3; i++) P[i] = i ? times * times * out.P[i] : times * out.P[i];
}

static bool region(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_region r;
    memset(&r, 0, sizeof r);
    carom_extent x;
    memset(&x, 0, sizeof x);
    carom_status status = carom_region_of(c, p->mu, &r);
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return false;
    print_word(to, 2U * r.bounded + r.sticks);
    print_numbers(to, 2, (double[]){r.energy, r.mu});
    print_numbers(to, c->dim, r.centre);
    for (int i = 0; i < c->dim; i++) print_numbers(to, c->dim, r.axes[i]);
    for (int i = 0; i < 2; i++) print_numbers(to, c->dim, r.frictionless[i]);
    if (r.sticks) {
        print_numbers(to, c->dim, r.sticking.point);
        print_numbers(to, c->dim, r.sticking.direction);
    }
    print_numbers(to, 3, r.compression.point);
    print_numbers(to, 3, r.compression.direction);
    print_numbers(to, c->dim, r.compression_normal);
    status = carom_region_extent(c, p->mu, &x);
    print_word(to, (uint64_t)status);
    print_numbers(to, 2, (double[]){x.size, x.e_most});
    print_numbers(to, c->dim, x.highest);
    return true;
}

static bool shape(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_corner corners[CAROM_MOST_CORNERS];
    carom_letters letters;
    memset(corners, 0, sizeof corners);
    memset(&letters, 0, sizeof letters);
    int count = 0;
    double P[3 * 25] = {0};
    carom_status status = carom_region_corners(c, p->mu, corners, &count);
    print_word(to, (uint64_t)status);
    for (int i = 0; i < count; i++) {
        print_numbers(to, 3, corners[i].P);
        print_word(to, corners[i].meets);
    }
    print_word(to, (uint64_t)carom_region_letters(c, p->mu, &letters));
    for (int i = 0; i < 8; i++) print_numbers(to, 3, letters.at[i]);
    for (int i = 0; i < 2; i++) print_numbers(to, 3, letters.ends[i]);
    count = 0;
    status = carom_region_outline(c, p->mu, 4, P, 25, &count);
    print_word(to, (uint64_t)status);
    if (status == CAROM_OK) print_numbers(to, 3 * count, P);
    bool any = status == CAROM_OK;
    static const carom_boundary faces[] = {CAROM_BOUNDARY_COMPRESSION, CAROM_BOUNDARY_ENERGY, CAROM_BOUNDARY_FRICTION};
    for (int i = 0; i < 3; i++) {
        status = carom_region_mesh(c, p->mu, faces[i], 4, 4, P, 25);
        print_word(to, (uint64_t)status);
        if (status == CAROM_OK) print_numbers(to, 75, P);
        any |= status == CAROM_OK;
    }
    return any;
}

static bool place(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    bool any = false;
    for (int k = 0; k < 5; k++) {
        const double times[] = {0.0, 0.5, 1.0, 1.0 + 1e-9, 1.5};
        const double d[3] = {1.0, k - 2.0, 0.5};
        double P[3];
        impulse(c, p, times[k], P);
        any |= print_place(to, c, p, P, d, 3, -0.0).located;
    }
    return any;
}

static bool critical(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_critical x;
    memset(&x, 0, sizeof x);
    double ratio = 0.0, energy = 0.0;
    const carom_status status = carom_critical_of(c, p->e, p->mu, &x);
    print_word(to, (uint64_t)status);
    print_numbers(to, 3, x.eigenvalue);
    for (int i = 0; i < 3; i++) print_numbers(to, 3, x.direction[i]);
    print_numbers(to, 10,
                  (double[]){x.mu_hold, x.mu_c, x.s, x.mu_s, x.mu_q, x.mu_d, x.P_d, x.P_q, x.braking, x.F_star});
    print_word(to, (uint64_t)x.slip_end);
    print_word(to, (uint64_t)carom_critical_ratio(c, p->e, p->e_t, &ratio));
    print_word(to, (uint64_t)carom_impact_energy(c, &energy));
    print_numbers(to, 2, (double[]){ratio, energy});
    return status == CAROM_OK;
}

static bool hodograph(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_hodograph h;
    memset(&h, 0, sizeof h);
    const double holds = p->mu_static == CAROM_SAME_AS_MU ? p->mu : p->mu_static;
    const carom_status status = carom_hodograph_find(c, p->mu, holds, &h);
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return false;
    print_word(to, (uint64_t)h.count * 4 + h.everywhere * 2U + h.holds);
    for (int i = 0; i < h.count; i++) {
        print_numbers(to, 2, h.direction[i].e);
        print_numbers(to, 3, (double[]){h.direction[i].f, h.direction[i].turn, h.direction[i].D});
        print_word(to, (uint64_t)h.direction[i].kind);
    }
    print_numbers(to, 5, (double[]){h.mu_critical, h.hold[0], h.hold[1], h.escape[0], h.escape[1]});
    return true;
}

static bool classes(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_impact_class x;
    carom_restitutions r;
    carom_energy_form f;
    carom_contact_forces forces;
    memset(&x, 0, sizeof x);
    memset(&r, 0, sizeof r);
    memset(&f, 0, sizeof f);
    memset(&forces, 0, sizeof forces);
    const double b[3] = {-1.0, 0.5, 0.25};
    carom_status status = carom_impact_class_of(c, p->e, &x);
    print_word(to, (uint64_t)status);
    print_word(to, (uint64_t)x.approach * 4 + x.direct * 2U + x.central);
    print_numbers(to, 5, (double[]){x.mu_jam, x.Q[0], x.Q[1], x.D[0], x.D[1]});
    print_word(to, (uint64_t)carom_restitutions_of(c, p, &r));
    print_word(to, r.because);
    print_number(to, r.gap);
    print_outcome(to, &r.newton);
    print_outcome(to, &r.poisson);
    print_word(to, (uint64_t)carom_energy_form_of(c, p, &f));
    print_numbers(to, 6, (double[]){f.tt, f.nt, f.nn, f.n, f.determinant, f.twice_dE});
    print_word(to, (uint64_t)carom_forces_of(c, b, p, &forces));
    print_word(to, (uint64_t)forces.which * 64 + (uint64_t)forces.count);
    print_number(to, forces.p);
    for (int i = 0; i < forces.count; i++) {
        print_word(to, (uint64_t)forces.at[i].mode);
        print_numbers(to, c->dim, forces.at[i].F);
        print_numbers(to, c->dim, forces.at[i].a);
    }
    print_numbers(to, c->dim == 2 ? 2 : 3, forces.impulse);
    for (int to_e = 0; to_e < 3; to_e++) {
        double e = 0.0;
        carom_untranslated why = CAROM_TRANSLATED;
        print_word(to, (uint64_t)carom_restitution_as(c, p, (carom_restitution)to_e, &e, &why));
        print_number(to, e);
        print_word(to, (uint64_t)why);
    }
    return status == CAROM_OK;
}

// As many as take a third of a second a question; the volume of a region in space takes 1 s where W is nearly singular.
const question questions_of_contact[] = {{"region", region, false, 56},
                                         {"shape", shape, false, 4000},
                                         {"place", place, false, 4000},
                                         {"critical", critical, false, 8000},
                                         {"hodograph", hodograph, false, 8000},
                                         {"classes", classes, false, 8000},
                                         {NULL, NULL, false, 0}};
