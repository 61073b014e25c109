#include "geometry/outline.h"

#include <math.h>

static const double two_pi = 6.28318530717958647692;

// Returns whether two points are the same up to rounding.
static bool same(const double p[2], const double q[2]) {
    return fabs(p[0] - q[0]) + fabs(p[1] - q[1]) <= 1e-12 * (fabs(p[0]) + fabs(p[1]));
}

void carom_area_add(carom_polygon_area *a, double Pn, double Pt, bool arc) {
    if (a->count == CAROM_VERTEX_ROOM) return;
    if (a->count && same(a->P[a->count - 1], (double[2]){Pn, Pt})) {
        a->arc[a->count - 1] = arc;
        return;
    }
    a->P[a->count][0] = Pn;
    a->P[a->count][1] = Pt;
    a->arc[a->count++] = arc;
}

// Removes the last corner if it equals the first one.
static void close_up(carom_polygon_area *a) {
    if (a->count > 1 && !a->arc[a->count - 1] && same(a->P[0], a->P[a->count - 1])) a->count--;
}

void carom_area_turn(carom_polygon_area *a) {
    double twice = 0.0;
    for (int i = 0; i < a->count; i++) {
        const double *p = a->P[i], *q = a->P[(i + 1) % a->count];
        twice += p[0] * q[1] - p[1] * q[0];
    }
    for (int i = 1; twice < 0.0 && i < a->count - i; i++)
        for (int k = 0; k < 2; k++) {
            const double kept = a->P[i][k];
            a->P[i][k] = a->P[a->count - i][k];
            a->P[a->count - i][k] = kept;
        }
}

void carom_area_cut(carom_polygon_area *area, double n, double t, double c) {
    const carom_polygon_area old = *area;
    area->count = 0;
    for (int i = 0; i < old.count; i++) {
        const double *p = old.P[i], *q = old.P[(i + 1) % old.count];
        const double here = n * p[0] + t * p[1] - c, there = n * q[0] + t * q[1] - c;
        if (here >= 0.0) carom_area_add(area, p[0], p[1], false);
        if ((here < 0.0) == (there < 0.0)) continue;
        const double s = here / (here - there);
        carom_area_add(area, p[0] + s * (q[0] - p[0]), p[1] + s * (q[1] - p[1]), false);
    }
    close_up(area);
    if (area->count < 3) area->count = 0;
}

void carom_area_cut_cone(carom_polygon_area *area, double mu) {
    if (isinf(mu)) {
        carom_area_cut(area, 1.0, 0.0, 0.0);
        return;
    }
    // The edges are divided by the larger of 1 and mu, so that no product overflows.
    const double n = mu > 1.0 ? 1.0 : mu, t = mu > 1.0 ? 1.0 / mu : 1.0;
    carom_area_cut(area, n, -t, 0.0);
    carom_area_cut(area, n, t, 0.0);
}

// Computes the part [low, high] of the segment from p to q, with parameter s in [0, 1], that lies inside the ellipse.
//   (P - C).W (P - C) <= 2 E
static bool inside(const carom_contact *c, const carom_region *r, const double p[2], const double q[2], double *low,
                   double *high) {
    const double x[2] = {p[0] - r->centre[0], p[1] - r->centre[1]}, d[2] = {q[0] - p[0], q[1] - p[1]};
    const double Wd[2] = {c->W[0][0] * d[0] + c->W[0][1] * d[1], c->W[1][0] * d[0] + c->W[1][1] * d[1]};
    const double A = d[0] * Wd[0] + d[1] * Wd[1], B = x[0] * Wd[0] + x[1] * Wd[1];
    const double xWx = x[0] * (c->W[0][0] * x[0] + 2.0 * c->W[0][1] * x[1]) + c->W[1][1] * x[1] * x[1];
    const double under = B * B - A * (xWx - 2.0 * r->energy);
    if (!(under > 0.0) || !(A > 0.0)) return false;
    *low = fmax(0.0, (-B - sqrt(under)) / A);
    *high = fmin(1.0, (-B + sqrt(under)) / A);
    // A corner on the ellipse, such as G, counts as inside.
    if (*low < 1e-12) *low = 0.0;
    if (*high > 1.0 - 1e-12) *high = 1.0;
    return *low < *high;
}

// Keeps the part of each edge inside the ellipse. If the end of one part and the start of the next differ, an arc of
// the ellipse connects them.
void carom_area_cut_ellipse(carom_polygon_area *area, const carom_contact *c, const carom_region *r) {
    const carom_polygon_area old = *area;
    double kept[CAROM_VERTEX_ROOM][2][2];
    int count = 0;
    area->count = 0;
    for (int i = 0; i < old.count; i++) {
        const double *p = old.P[i], *q = old.P[(i + 1) % old.count];
        double part[2];
        if (!inside(c, r, p, q, &part[0], &part[1])) continue;
        for (int end = 0; end < 2; end++)
            for (int k = 0; k < 2; k++) kept[count][end][k] = p[k] + part[end] * (q[k] - p[k]);
        count++;
    }
    for (int i = 0; i < count; i++) {
        const double *end = kept[i][1], *next = kept[(i + 1) % count][0];
        carom_area_add(area, kept[i][0][0], kept[i][0][1], false);
        if (!same(end, next)) carom_area_add(area, end[0], end[1], true);
    }
    close_up(area);
}

void carom_reach_area_add(carom_reach_area *o, double Pn, double Pt, bool corner) {
    if (o->count == CAROM_MAX_REACH) return;
    o->P[o->count][0] = Pn;
    o->P[o->count][1] = Pt;
    o->P[o->count][2] = 0.0;
    o->corner[o->count++] = corner;
}

// Adds an arc P = C + cos(f) x + sin(f) y with x = p - C. The vector y is x after a quarter turn in the metric of W:
//   y = K W x/sqrt(det W),  K = [0, -1; 1, 0],  for x.W y = 0 and K^T W K = det W W^-1
// Returns its area, half the integral of P x dP:
//   C x (q - p)/2 + (angle) x.W x/(2 sqrt(det W))
double carom_reach_area_arc(carom_reach_area *o, const carom_contact *c, const carom_region *r, const double p[2],
                            const double q[2]) {
    enum { POINTS = 48 };
    const double root = sqrt(c->W[0][0] * c->W[1][1] - c->W[0][1] * c->W[0][1]);
    const double x[2] = {p[0] - r->centre[0], p[1] - r->centre[1]}, z[2] = {q[0] - r->centre[0], q[1] - r->centre[1]};
    const double Wx[2] = {c->W[0][0] * x[0] + c->W[0][1] * x[1], c->W[1][0] * x[0] + c->W[1][1] * x[1]};
    const double y[2] = {-Wx[1] / root, Wx[0] / root};
    double angle = atan2(root * (x[0] * z[1] - x[1] * z[0]), z[0] * Wx[0] + z[1] * Wx[1]);
    if (angle < 0.0) angle += two_pi;
    for (int i = 0; i < POINTS; i++) {
        const double f = angle * i / POINTS;
        carom_reach_area_add(o, r->centre[0] + cos(f) * x[0] + sin(f) * y[0],
                             r->centre[1] + cos(f) * x[1] + sin(f) * y[1], i == 0);
    }
    return 0.5 * (r->centre[0] * (q[1] - p[1]) - r->centre[1] * (q[0] - p[0])) +
           0.5 * angle * (x[0] * Wx[0] + x[1] * Wx[1]) / root;
}

void carom_area_outline(const carom_polygon_area *a, const carom_contact *c, const carom_region *r,
                        carom_reach_area *o) {
    o->count = 0;
    o->area = 0.0;
    for (int i = 0; i < a->count; i++) {
        const double *p = a->P[i], *q = a->P[(i + 1) % a->count];
        if (a->arc[i]) {
            o->area += carom_reach_area_arc(o, c, r, p, q);
        } else {
            carom_reach_area_add(o, p[0], p[1], true);
            o->area += 0.5 * (p[0] * q[1] - p[1] * q[0]);
        }
    }
}
