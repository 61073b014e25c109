#include "cli/report/overlap.h"

#include <math.h>

enum { ROUND = 36 };

typedef struct {
    int count;
    double x[CAROM_OVERLAP_CORNERS], y[CAROM_OVERLAP_CORNERS];
} polygon;

static bool outline_of(const carom_scene_body *b, polygon *p) {
    static const double corner[4][2] = {{0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}, {0.5, -0.5}};
    const bool is_round = b->outline == CAROM_OUTLINE_DISC || b->outline == CAROM_OUTLINE_SPHERE;
    if (!is_round && b->outline != CAROM_OUTLINE_RECTANGLE) return false;
    p->count = is_round ? ROUND : 4;
    for (int i = 0; i < p->count; i++) {
        const double angle = 6.28318530717958648 * i / ROUND;
        const double u = is_round ? b->size[0] * cos(angle) : b->size[0] * corner[i][0];
        const double v = is_round ? b->size[0] * sin(angle) : b->size[1] * corner[i][1];
        p->x[i] = b->centre[0] + (is_round ? u : u * b->axes[0][0] + v * b->axes[0][1]);
        p->y[i] = b->centre[1] + (is_round ? v : u * b->axes[1][0] + v * b->axes[1][1]);
    }
    return true;
}

// Keeps the part of p to the left of the line from a to b (Sutherland and Hodgman).
static polygon cut(const polygon *p, const double a[2], const double b[2]) {
    polygon kept = {.count = 0};
    for (int i = 0; i < p->count; i++) {
        const int j = (i + 1) % p->count;
        const double dx = b[0] - a[0], dy = b[1] - a[1];
        const double s = dx * (p->y[i] - a[1]) - dy * (p->x[i] - a[0]);
        const double t = dx * (p->y[j] - a[1]) - dy * (p->x[j] - a[0]);
        if (s >= 0.0 && kept.count < CAROM_OVERLAP_CORNERS) {
            kept.x[kept.count] = p->x[i];
            kept.y[kept.count++] = p->y[i];
        }
        if ((s >= 0.0) != (t >= 0.0) && kept.count < CAROM_OVERLAP_CORNERS) {
            const double share = s / (s - t);
            kept.x[kept.count] = p->x[i] + share * (p->x[j] - p->x[i]);
            kept.y[kept.count++] = p->y[i] + share * (p->y[j] - p->y[i]);
        }
    }
    return kept;
}

carom_overlap carom_overlap_of(const carom_scene *scene) {
    carom_overlap made = {.count = 0};
    polygon a, b;
    if (scene->dim != 2 || scene->count < 2) return made;
    if (!outline_of(&scene->body[0], &a) || !outline_of(&scene->body[1], &b)) return made;
    for (int i = 0; i < b.count && a.count; i++) {
        const int j = (i + 1) % b.count;
        a = cut(&a, (const double[2]){b.x[i], b.y[i]}, (const double[2]){b.x[j], b.y[j]});
    }
    double area = 0.0, low = HUGE_VAL, high = -HUGE_VAL;
    for (int i = 0; i < a.count; i++) {
        const int j = (i + 1) % a.count;
        const double along = a.x[i] * scene->normal[0] + a.y[i] * scene->normal[1];
        area += 0.5 * (a.x[i] * a.y[j] - a.x[j] * a.y[i]);
        low = fmin(low, along);
        high = fmax(high, along);
    }
    // If the outlines only touch, their area is only a rounding error.
    const double size = scene->body[0].size[0] * scene->body[0].size[0];
    if (!(area > 1e-9 * size)) return made;
    made.count = a.count;
    for (int i = 0; i < a.count; i++) {
        made.x[i] = a.x[i];
        made.y[i] = a.y[i];
    }
    made.area = area;
    made.depth = high - low;
    return made;
}

void carom_overlap_draw(carom_figure *figure, const carom_scene *scene) {
    static const carom_style style = {.ink = CAROM_INK_ORANGE, .fill = 0.5, .hatched = true};
    const carom_overlap overlap = carom_overlap_of(scene);
    if (!figure || !figure->panel_count || !overlap.count) return;
    carom_series *area = carom_panel_series(figure->panels[0], CAROM_SERIES_AREA, "overlap of the outlines", style);
    for (int i = 0; i < overlap.count; i++) carom_series_add(area, overlap.x[i], overlap.y[i]);
}
