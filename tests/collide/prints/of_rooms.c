// The functions of the room that laws are made of, asked by themselves: what they tell beside the impulse is seen too.
#include <math.h>
#include <string.h>

#include "collide/cone_least.h"
#include "collide/cover.h"
#include "collide/gain.h"
#include "collide/habit.h"
#include "collide/highest.h"
#include "collide/outline.h"
#include "collide/prints/asks.h"
#include "collide/rays.h"
#include "collide/region.h"
#include "collide/slice.h"
#include "collide/slip.h"
#include "collide/stick.h"

static bool sound(const carom_contact *c, const carom_params *p) {
    return carom_contact_validate(c) == CAROM_OK && p->mu >= 0.0;
}

// What the laws pass on: v_n <= 0 and a normal impulse that moves something.
static bool pressed(const carom_contact *c, const carom_params *p) {
    return sound(c, p) && c->v[0] <= 0.0 && c->W[0][0] > 0.0;
}

static const double directions[][2] = {{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}, {0.6, -0.8}, {-0.28, -0.96}};

bool ask_cone(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    if (!sound(c, p)) return false;
    for (int k = 0; k < 4; k++) {
        const double turn = k == 1 ? -1.0 : 1.0,
                     b[3] = {k == 2 ? -c->v[0] : turn * c->v[0], turn * c->v[1], k == 3 ? 0.0 : turn * c->v[2]};
        carom_cone_least x;
        memset(&x, 0, sizeof x);
        print_word(to, (uint64_t)carom_cone_minimum(c->dim, c->W, b, p->mu, &x));
        print_numbers(to, 3, x.P);
        print_numbers(to, 2, (double[]){x.kappa, x.residual});
        print_word(to, (uint64_t)x.place * 65536 + (uint64_t)x.steps);
    }
    return true;
}

static void print_end(print *to, carom_status status, const carom_contact *c, carom_outcome *out) {
    print_word(to, (uint64_t)status);
    if (status != CAROM_OK) return;
    for (int i = 0; i < c->dim; i++) {
        out->v[i] = c->v[i];
        for (int j = 0; j < c->dim; j++) out->v[i] += c->W[i][j] * out->P[j];
    }
    print_numbers(to, c->dim, out->P);
    print_number(to, out->residual);
    print_word(to, (uint64_t)out->mode * 256 + (uint64_t)out->solutions);
}

bool ask_habits(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    if (!pressed(c, p)) return false;
    const double holds = p->mu_static >= p->mu ? p->mu_static : p->mu;
    for (int k = 0; k <= CAROM_FRICTION_ONE_DIRECTION; k++) {
        const carom_friction friction = (carom_friction)k;
        carom_outcome one, list[CAROM_MOST_ALTERNATIVES];
        int count = 0;
        memset(&one, 0, sizeof one);
        memset(list, 0, sizeof list);
        print_end(to, carom_habit(c, friction, p->e, p->mu, holds, &one), c, &one);
        const carom_status status = carom_habit_all(c, friction, p->e, p->mu, holds, list, &count);
        print_word(to, (uint64_t)status * 64 + (uint64_t)count);
        for (int i = 0; status == CAROM_OK && i < count; i++) {
            print_end(to, status, c, &list[i]);
            if (c->v[0] < 0.0) print_word(to, (uint64_t)(2 + carom_habit_index(c, friction, p->e, p->mu, &list[i])));
        }
        print_word(to, carom_habit_promises(c->dim, friction));
    }
    return true;
}

static void print_circle(print *to, carom_circle f) {
    print_numbers(to, 5, (double[]){f.A0, f.A1, f.B1, f.A2, f.B2});
}

bool ask_sticks(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    if (!pressed(c, p)) return false;
    const double m0 = isinf(p->mu) ? 0.0 : 1.0, m1 = isinf(p->mu) ? 1.0 : p->mu, g[2] = {c->W[1][1], c->W[2][2]};
    for (int k = 0; k < 3; k++) {
        double P[3] = {0.0, 0.0, 0.0}, u[3] = {7.0, 7.0, 7.0};
        const double e_t = 0.5 * k;
        print_word(to, carom_stick_impulse(c, p->e, e_t, P));
        print_numbers(to, c->dim, P);
        print_word(to, carom_pushes_in_cone(c->dim, P, p->mu));
        if (c->dim == 2) {
            print_word(to, carom_stick_in_plane(c, p->e, P));
            print_numbers(to, 2, P);
            print_word(to, carom_endless_slip_fits(c, -(1.0 + p->e) * c->v[0], (1.0 + e_t) * c->v[1]));
            print_numbers(to, 2, (double[]){carom_gain_sticking(c), carom_gain_along(c, (k - 1) * p->mu)});
            continue;
        }
        carom_push_direction(c, m0, k * m1, u);
        print_numbers(to, 3, u);
        print_circle(to, carom_slip_condition(c, k - 1.0, m0, m1));
        print_circle(to, carom_slip_condition_of(c, g, k - 1.0, m0, m1));
    }
    return true;
}

// The e among several with which routh and whittaker have dE = 0.
bool ask_gains(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_params filled = *p;
    if (c->dim != 2 || !pressed(c, p) || !(c->v[0] < 0.0) || p->e_of.form || p->mu_of.form) return false;
    const double stops = carom_gain_sticking(c), up = carom_gain_along(c, p->mu), down = carom_gain_along(c, -p->mu);
    for (int k = 0; k < 4; k++) {
        const double es[] = {stops, up, down, 1.0, stops * (1.0 + k * 1e-10), up * (1.0 - k * 1e-9)};
        filled.mu_static = CAROM_SAME_AS_MU;
        print_number(to, carom_gain_among(carom_law_whittaker.code->solve, c, &filled, es + k % 2, 6 - k));
        print_number(to, carom_gain_among(carom_law_routh.code->solve, c, &filled, es, 4));
    }
    return true;
}

bool ask_slices(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    if (!pressed(c, p)) return false;
    carom_highest h;
    memset(&h, 0, sizeof h);
    const bool highest = carom_highest_of(c, p->mu, &h);
    print_word(to, highest);
    if (highest) {
        print_numbers(to, c->dim, h.P);
        print_numbers(to, 2, (double[]){h.vn, h.over});
    }
    const double most = highest && c->v[0] < 0.0 ? h.vn / -c->v[0] : 1.5;
    const double es[] = {0.0,  p->e,       1.0,     1.0 + 1e-12, 0.5 * (1.0 + most), most * (1.0 - 1e-15),
                         most, 2.0 * most, HUGE_VAL};
    for (size_t k = 0; k < sizeof es / sizeof *es; k++) {
        carom_slice s;
        memset(&s, 0, sizeof s);
        const carom_status status = carom_slice_at(c, p->mu, es[k], &s);
        print_word(to, (uint64_t)status * 4 + 2U * s.singular + s.top);
        if (status != CAROM_OK) continue;
        print_numbers(to, 2, (double[]){s.level, s.E});
        print_numbers(to, c->dim, s.R);
        print_numbers(to, c->dim - 1, s.y);
        print_numbers(to, c->dim - 1, s.u);
        for (size_t n = 0; n < (c->dim == 2 ? 2 : 5) && !s.top; n++) {
            carom_slice_way way = carom_slice_room(&s, directions[n]);
            double P[3] = {0.0, 0.0, 0.0};
            print_numbers(to, 2, (double[]){way.length, way.cone});
            print_word(to, way.energy);
            for (int i = 0; i <= 2 && isfinite(way.length); i++) {
                carom_slice_point(&s, &way, 0.5 * i, P);
                print_numbers(to, c->dim, P);
            }
        }
    }
    return true;
}

bool ask_rays(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    if (!pressed(c, p)) return false;
    print_word(to, carom_region_endless(c, p->mu));
    for (size_t n = 0; n < (c->dim == 2 ? 2 : 5); n++) {
        const carom_side s = carom_side_of(c, p->mu, directions[n]);
        print_numbers(to, 7, (double[]){s.a, s.w, s.T, s.Vn, s.Vt, s.cone, s.edge});
        for (int k = 0; k < 3; k++) {
            double P[3];
            const double x = 0.5 * k * s.edge;
            carom_side_point(directions[n], x, carom_side_press(&s, x), P);
            print_numbers(to, 3, P);
            carom_side_point(directions[n], x, carom_side_keep(&s, x), P);
            print_numbers(to, 3, P);
        }
    }
    return true;
}

static void print_polygon(print *to, const carom_polygon_area *a) {
    print_word(to, (uint64_t)a->count);
    for (int i = 0; i < a->count; i++) {
        print_numbers(to, 2, a->P[i]);
        print_word(to, a->arc[i]);
    }
}

// Polygons around the region's own points, cut by the cone and the ellipse.
bool ask_polygons(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    carom_region r;
    static carom_reach_area o;
    if (c->dim != 2 || !pressed(c, p) || carom_region_of(c, p->mu, &r) != CAROM_OK || !r.bounded || !(p->mu > 0.0))
        return false;
    const double Pn = r.frictionless[1][0], t = r.centre[1];
    for (int k = 0; k < 6; k++) {
        carom_polygon_area a = {.count = 0};
        const double turn = k % 2 ? -1.0 : 1.0, wide = Pn * (k < 2 ? 0.5 : k < 4 ? 1.0 : 4.0) + fabs(t);
        const double corners[][2] = {{0.0, 0.0},
                                     {Pn, -turn * wide},
                                     {Pn, -turn * wide},
                                     {2.0 * Pn, 0.0},
                                     {k == 5 ? 2.0 * Pn * (1.0 + 1e-13) : Pn, turn * wide},
                                     {0.0, 0.0}};
        for (int i = 0; i < (k == 3 ? 5 : 6); i++) carom_area_add(&a, corners[i][0], corners[i][1], i == k);
        print_polygon(to, &a);
        carom_area_turn(&a);
        print_polygon(to, &a);
        carom_area_cut(&a, 1.0, 0.5 * turn, k < 3 ? Pn : 0.0);
        print_polygon(to, &a);
        carom_area_cut_cone(&a, p->mu);
        print_polygon(to, &a);
        carom_area_cut_ellipse(&a, c, &r);
        print_polygon(to, &a);
        memset(&o, 0, sizeof o);
        carom_area_outline(&a, c, &r, &o);
        print_word(to, (uint64_t)o.count);
        print_number(to, o.area);
        for (int i = 0; i < o.count; i++) {
            print_numbers(to, 3, o.P[i]);
            print_word(to, o.corner[i]);
        }
    }
    return true;
}

// Quadrilaterals in all places beside a raster over the region.
bool ask_covers(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)law;
    static carom_cover cover;
    carom_region r;
    if (c->dim != 2 || !pressed(c, p) || c->v[0] == 0.0 || carom_region_of(c, p->mu, &r) != CAROM_OK) return false;
    const double Pn = r.frictionless[1][0], low[2] = {0.0, -Pn}, high[2] = {Pn, c->v[1] == 0.0 ? -Pn : Pn};
    carom_cover_over(&cover, low, high);
    print_numbers(to, 2, cover.low);
    print_numbers(to, 2, cover.step);
    for (int k = 0; k < 4; k++) {
        const double x = 0.3 * Pn * (k - 1), y = 0.7 * Pn * (k - 2), s = Pn * (0.1 + 0.4 * k);
        const double quad[4][2] = {{x, y}, {x + s, y - s}, {x + s, y + s}, {x, y + 0.5 * s}};
        double inside = 0.0;
        carom_cover_quad(&cover, quad);
        print_number(to, carom_cover_area(&cover, c, p->mu, &inside));
        print_number(to, inside);
    }
    for (int i = 0; i < CAROM_COVER_ROWS; i++)
        for (int j = 0; j < CAROM_COVER_COLUMNS / 64; j++)
            if (cover.row[i][j]) print_word(to, cover.row[i][j] * 31 + (uint64_t)(i * 16 + j));
    return true;
}
