// Computes the areas that laws II and III reach. They are polygons cut by the cone, and for law III also by the
// ellipse.
#include "laws/chatterjee/outline_chatterjee.h"

#include <math.h>

#include "geometry/outline.h"
#include "laws/chatterjee/chatterjee.h"

// Computes the area of law II. There P_t = (1 + r_t) C_t and v_n' = -r_n v_n, and moving back into the cone keeps v_n'.
// The area is therefore the parallelogram B, F, G, 2C - B, cut by the cone.
carom_status carom_chatterjee_2_outline(const carom_law *self, const carom_contact *c, const carom_params *p,
                                        carom_reach_area *o) {
    carom_region r;
    carom_polygon_area area = {0};
    const carom_status status = carom_region_compute(c, p->mu, &r);
    if (status != CAROM_OK) return status;
    if (isnan(r.centre[0])) return CAROM_NOT_APPLICABLE;
    if (!(p->mu > 0.0)) return CAROM_OK;
    const double *B = r.frictionless[0], *C = r.centre;
    carom_area_add(&area, B[0], 0.0, false);
    carom_area_add(&area, 2.0 * B[0], 0.0, false);
    carom_area_add(&area, 2.0 * C[0], 2.0 * C[1], false);
    carom_area_add(&area, 2.0 * C[0] - B[0], 2.0 * C[1], false);
    carom_area_turn(&area);
    carom_area_cut_cone(&area, p->mu);
    carom_area_outline(&area, c, &r, o);
    return CAROM_OK;
}

// A search for the smallest or largest P_n (sense -1 or 1) among the impulses that law III moves back to one edge.
typedef struct {
    const carom_contact *c;
    double mu, side, sense;
    double best, r_n, r_t;
} search;

static void look(search *s, double r_n, double r_t) {
    const carom_chatterjee_input in = {
        .r_n = fmin(fmax(r_n, 0.0), 1.0), .r_t = fmin(fmax(r_t, -1.0), 1.0), .mu = s->mu};
    double P[3] = {0.0};
    carom_mode mode = CAROM_MODE_UNNAMED;
    if (carom_chatterjee_3(s->c, &in, P, &mode) != CAROM_OK) return;
    if (mode != CAROM_MODE_FRICTION && mode != CAROM_MODE_SCALED_FRICTION) return;
    if (!(s->side * P[1] > 0.0) || !(s->sense * P[0] > s->sense * s->best)) return;
    s->best = P[0];
    s->r_n = in.r_n;
    s->r_t = in.r_t;
}

// Searches for the best of 33 x 33 coefficients, and then for the best of 5 x 5 around it, with decreasing steps. If
// the best point lies on the border between impulses moved back and others, it is found to about 1e-9.
static double friction_end(const carom_contact *c, double mu, double side, double sense) {
    enum { FIRST = 32, CLOSER = 40 };
    search s = {.c = c, .mu = mu, .side = side, .sense = sense, .best = -sense * HUGE_VAL};
    for (int i = 0; i <= FIRST; i++)
        for (int j = 0; j <= FIRST; j++) look(&s, (double)i / FIRST, -1.0 + 2.0 * j / FIRST);
    if (isinf(s.best)) return (double)NAN;
    double step = 1.0 / FIRST;
    for (int n = 0; n < CLOSER; n++) {
        const double r_n = s.r_n, r_t = s.r_t, before = s.best;
        for (int i = -2; i <= 2; i++)
            for (int j = -2; j <= 2; j++) look(&s, r_n + 0.5 * i * step, r_t + j * step);
        if (s.best == before) step *= 0.5;
    }
    return s.best;
}

// Computes the area of law III. There P = M (V_f - v) with V_f in [0, -v_n] x [-|v_t|, |v_t|] is a parallelogram. A V_f
// that needs too much energy is shortened onto the ellipse. An impulse that is moved back ends on an edge of the cone,
// possibly outside the parallelogram. For some contacts the law reaches only that edge. Without slip it reaches a line.
carom_status carom_chatterjee_3_outline(const carom_law *self, const carom_contact *c, const carom_params *p,
                                        carom_reach_area *o) {
    static const double corner[4][2] = {{0.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {0.0, 1.0}};
    const double a = c->W[0][0], w = c->W[0][1], T = c->W[1][1], det = a * T - w * w;
    carom_region r;
    carom_polygon_area area = {0};
    const carom_status status = carom_region_compute(c, p->mu, &r);
    if (status != CAROM_OK) return status;
    if (!r.bounded || c->v[1] == 0.0) return CAROM_NOT_APPLICABLE;
    if (!(p->mu > 0.0)) return CAROM_OK;
    for (int i = 0; i < 4; i++) {
        const double n = -(1.0 + corner[i][0]) * c->v[0], t = -(1.0 + corner[i][1]) * c->v[1];
        carom_area_add(&area, (T * n - w * t) / det, (a * t - w * n) / det, false);
    }
    carom_area_turn(&area);
    carom_area_cut_cone(&area, p->mu);
    carom_area_cut_ellipse(&area, c, &r);
    carom_area_outline(&area, c, &r, o);
    o->touches = CAROM_BOUNDARY_FRICTION;
    for (int k = 0; k < 2 && isfinite(p->mu); k++)
        for (int end = 0; end < 2; end++)
            o->friction[k][end] = friction_end(c, p->mu, k == 0 ? 1.0 : -1.0, end == 0 ? -1.0 : 1.0);
    return CAROM_OK;
}
