// What a contact can be asked, about impulses that lie on the faces and corners of its region and a little beside them.
#include <math.h>
#include <string.h>

#include "carom/carom.h"
#include "collide/prints/asks.h"

// Impulses worth a question: none, on the cone, sticking, without friction, along the normal alone; each also beside it.
static int impulses(const carom_contact *c, double mu, double list[16][3]) {
    const double a = c->W[0][0] > 0.0 ? c->W[0][0] : 1.0, Pn = -c->v[0] / a, m = isinf(mu) ? 1.0 : mu;
    double centre[3] = {2.0 * Pn, 0.0, 0.0};
    carom_region r;
    if (carom_region_of(c, mu, &r) == CAROM_OK && r.bounded) memcpy(centre, r.centre, sizeof centre);
    const double some[8][3] = {{0.0, 0.0, 0.0},
                               {Pn, 0.0, 0.0},
                               {2.0 * Pn, 0.0, 0.0},
                               {Pn, -m * Pn, 0.0},
                               {1.5 * Pn, 0.6 * m * 1.5 * Pn, c->dim == 3 ? 0.8 * m * 1.5 * Pn : 0.0},
                               {centre[0], centre[1], centre[2]},
                               {2.0 * centre[0], 2.0 * centre[1], 2.0 * centre[2]},
                               {isinf(mu) ? 0.0 : -Pn, 1.0, -2.0}};
    for (int k = 0; k < 16; k++) {
        static const double besides[] = {1.0 + 1e-15, 1.0 - 3e-13, 1.0 + 7e-10, 1.0 + 1.5e-9,
                                         1.0 - 1e-6,  1.25,        0.5,         -1.0};
        for (int i = 0; i < 3; i++) list[k][i] = some[k % 8][i] * (k < 8 ? 1.0 : i ? besides[k - 8] : 1.0);
    }
    return 16;
}

static void print_refusal(print *to, const carom_refusal *x) {
    print_word(to, (uint64_t)x->status * 4096 + (uint64_t)x->fault * 64 + (uint64_t)x->remedy);
    print_numbers(to, 6, (double[]){(int)x->param, x->contact, x->row, x->column, x->count, (int)x->other_param});
    print_numbers(to, 4, (double[]){x->value, x->lowest, x->highest, x->other});
}

// Is it one, and if not, what is wrong with it: under each status that may be given for it.
bool ask_valid(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    static const carom_status all[] = {CAROM_NOT_FINITE,     CAROM_NOT_SYMMETRIC, CAROM_NOT_PSD,
                                       CAROM_BAD_DIM,        CAROM_WRONG_DIM,     CAROM_OVERFLOW,
                                       CAROM_NOT_APPLICABLE, CAROM_NOT_BUILT,     CAROM_OK};
    (void)law;
    (void)p;
    const carom_status status = carom_contact_validate(c);
    print_word(to, (uint64_t)status);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (int with = 0; with < 4; with++) {
            carom_refusal x;
            memset(&x, 0, sizeof x);
            (void)carom_refusal_of(all[i], with & 1 ? &carom_law_routh : NULL, with & 2 ? c : NULL, NULL, NULL, &x);
            print_refusal(to, &x);
        }
    double least = 0.0, most = 0.0;
    const double P[3] = {1.0, 0.0, 0.0};
    print_word(to, (uint64_t)carom_region_reach(c, 1.0, P, P, &least, &most));
    print_word(to, (uint64_t)carom_impact_energy(c, &least));
    return status == CAROM_OK;
}

bool ask_region(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_region r;
    memset(&r, 0, sizeof r);
    const carom_status status = carom_region_of(c, p->mu, &r);
    print_word(to, (uint64_t)status * 4 + 2U * r.bounded + r.sticks);
    if (status != CAROM_OK) return false;
    print_numbers(to, 2, (double[]){r.energy, r.mu});
    print_numbers(to, c->dim, r.centre);
    print_numbers(to, c->dim, r.compression_normal);
    for (int i = 0; i < c->dim; i++) print_numbers(to, 3, r.axes[i]);
    for (int i = 0; i < 2; i++) print_numbers(to, 3, r.frictionless[i]);
    print_numbers(to, c->dim, r.sticking.point);
    print_numbers(to, c->dim, r.sticking.direction);
    print_numbers(to, 3, r.compression.point);
    print_numbers(to, 3, r.compression.direction);
    return true;
}

bool ask_extent(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_extent x;
    memset(&x, 0, sizeof x);
    const carom_status status = carom_region_extent(c, p->mu, &x);
    print_word(to, (uint64_t)status);
    print_numbers(to, 2, (double[]){x.size, x.e_most});
    print_numbers(to, 3, x.highest);
    return status == CAROM_OK;
}

// Corners, letters, and the boundary point by point; with too little room, too few points, and no such face.
bool ask_shape(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_corner corners[CAROM_MOST_CORNERS];
    carom_letters letters;
    double P[3 * 25];
    int count = 0;
    memset(corners, 0, sizeof corners);
    memset(&letters, 0, sizeof letters);
    const carom_status status = carom_region_corners(c, p->mu, corners, &count);
    print_word(to, (uint64_t)status * 16 + (uint64_t)count);
    for (int i = 0; i < count; i++) {
        print_numbers(to, 3, corners[i].P);
        print_word(to, corners[i].meets);
    }
    print_word(to, (uint64_t)carom_region_letters(c, p->mu, &letters));
    print_numbers(to, 24, letters.at[0]);
    print_numbers(to, 6, letters.ends[0]);
    bool any = status == CAROM_OK;
    for (int k = 0; k < 6; k++) {
        static const int arcs[] = {0, 1, 3, 3, 3, 11}, rooms[] = {25, 5, 8, 9, 25, 25};
        memset(P, 0, sizeof P);
        count = -1;
        const carom_status told = carom_region_outline(c, p->mu, arcs[k], P, (size_t)rooms[k], &count);
        print_word(to, (uint64_t)told * 64 + (uint64_t)(count + 1));
        if (told == CAROM_OK) print_numbers(to, 3 * count, P);
        static const int around[] = {2, 3, 4, 4, 4, 3}, across[] = {4, 1, 4, 4, 4, 0};
        static const carom_boundary faces[] = {CAROM_BOUNDARY_ENERGY,      CAROM_BOUNDARY_FRICTION,
                                               CAROM_BOUNDARY_ENERGY,      CAROM_BOUNDARY_COMPRESSION,
                                               CAROM_BOUNDARY_FRICTION_UP, CAROM_BOUNDARY_ENERGY};
        memset(P, 0, sizeof P);
        const carom_status meshed = carom_region_mesh(c, p->mu, faces[k], around[k], across[k], P,
                                                      k == 3   ? 24
                                                      : k == 1 ? 8
                                                               : 25);
        print_word(to, (uint64_t)meshed);
        if (meshed == CAROM_OK) print_numbers(to, 75, P);
        any |= meshed == CAROM_OK;
    }
    return any;
}

bool ask_place(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    double list[16][3];
    bool any = false;
    const int count = c->dim == 2 || c->dim == 3 ? impulses(c, p->mu, list) : 0;
    for (int k = 0; k < count; k++) {
        const double d[3] = {k % 3 - 1.0, k % 2 ? p->mu : 1.0, k % 4 - 1.5};
        any |= print_place(to, c, p, list[k], d, c->dim, 0.0).judged;
    }
    return any;
}

bool ask_critical(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    bool any = false;
    for (int k = 0; k < 3; k++) {
        static const double es[] = {0.0, 0.5, (double)NAN}, e_ts[] = {-1.0, HUGE_VAL, 0.5};
        const double e = k == 2 ? p->e : es[k];
        double ratio = 0.0, energy = 0.0;
        carom_critical x;
        memset(&x, 0, sizeof x);
        const carom_status status = carom_critical_of(c, k == 1 ? es[2] : e, k ? p->mu : c->v[0], &x);
        print_word(to, (uint64_t)status * 8 + (uint64_t)x.slip_end);
        print_numbers(to, 3, x.eigenvalue);
        print_numbers(to, 9, x.direction[0]);
        print_numbers(to, 10,
                      (double[]){x.mu_hold, x.mu_c, x.s, x.mu_s, x.mu_q, x.mu_d, x.P_d, x.P_q, x.braking, x.F_star});
        print_word(to, (uint64_t)carom_critical_ratio(c, e, e_ts[k], &ratio));
        print_word(to, (uint64_t)carom_impact_energy(c, &energy));
        print_numbers(to, 2, (double[]){ratio, energy});
        any |= status == CAROM_OK;
    }
    return any;
}
