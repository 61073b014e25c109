#include <math.h>

#include "carom/geometry.h"
#include "polygon.h"

bool carom_polygon_energy(const carom_contact *c, double part, carom_polygon *out) {
    carom_region region;
    out->count = 0;
    if (carom_region_compute(c, HUGE_VAL, &region) != CAROM_OK || !region.bounded) return false;
    out->count = CAROM_ELLIPSE_CORNERS;
    for (int i = 0; i < out->count; i++) {
        const double angle = 6.28318530717958648 * i / out->count;
        const double along = sqrt(part) * cos(angle), across = sqrt(part) * sin(angle);
        out->x[i] = region.centre[1] + along * region.axes[0][1] + across * region.axes[1][1];
        out->y[i] = region.centre[0] + along * region.axes[0][0] + across * region.axes[1][0];
    }
    return true;
}

static void push(carom_polygon *p, double x, double y) {
    if (p->count == CAROM_POLYGON_ROOM) return;
    p->x[p->count] = x;
    p->y[p->count++] = y;
}

// Processes the polygon edge by edge. Keeps the points that satisfy the condition and adds the intersections.
void carom_polygon_cut(carom_polygon *polygon, double a, double b, double c) {
    const carom_polygon old = *polygon;
    polygon->count = 0;
    for (int i = 0; i < old.count; i++) {
        const int next = (i + 1) % old.count;
        const double here = a * old.x[i] + b * old.y[i] - c, there = a * old.x[next] + b * old.y[next] - c;
        if (here >= 0.0) push(polygon, old.x[i], old.y[i]);
        if ((here < 0.0) != (there < 0.0)) {
            const double t = here / (here - there);
            push(polygon, old.x[i] + t * (old.x[next] - old.x[i]), old.y[i] + t * (old.y[next] - old.y[i]));
        }
    }
}

void carom_polygon_allowed(const carom_contact *c, double mu, carom_polygon *out) {
    if (!carom_polygon_energy(c, 1.0, out)) return;
    carom_polygon_cut(out, c->W[0][1], c->W[0][0], -c->v[0]);
    carom_polygon_cut(out, 0.0, 1.0, 0.0);
    if (isinf(mu)) return;
    carom_polygon_cut(out, 1.0, mu, 0.0);
    carom_polygon_cut(out, -1.0, mu, 0.0);
}
