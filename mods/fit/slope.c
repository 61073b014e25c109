// Computes derivatives of a model: exact if the law has derivatives, else central differences.
//
// A law is smooth except at kinks, where stick becomes slip or a limit applies. A difference across a kink is the
// derivative
// of neither side. Therefore
//   - if one neighbour has another branch (mode) than the point, the derivative is taken on the point's side, from
//   three
//     points of that side, which is as exact as a central difference;
//   - if the two one-sided derivatives differ on the same branch, the step is reduced, so that only a point within
//   1e-10
//     of the kink is affected; such a point gets the mean of both;
//   - at a bound of a parameter the derivative is taken inside.
#include <math.h>

#include "mods/fit/state.h"

// One number that is varied: a component of the velocity, or a parameter.
typedef struct {
    carom_fit *fit;
    carom_contact contact;
    double b[CAROM_FIT_MOST];
    double *moved; // in contact.v or b
    double value;  // its present value
    double lowest, highest;
    double here[3]; // result of the law at the present value
    int branch;     //
} place;

static bool look(place *p, double step, double after[3], int *branch) {
    *p->moved = p->value + step;
    const bool answered =
        *p->moved >= p->lowest && *p->moved <= p->highest && carom_fit_ask(p->fit, &p->contact, p->b, after, branch);
    *p->moved = p->value;
    return answered;
}

// Computes f' = (-3 f(0) + 4 f(h) - f(2h)) / 2h; if 2h is out of range, (f(h) - f(0))/h.
static void one_sided(place *p, double h, const double near[3], double *slope) {
    double far[3];
    int branch;
    const bool three = look(p, 2.0 * h, far, &branch) && branch == p->branch;
    for (int i = 0; i < p->contact.dim; i++)
        slope[i] = three ? (-3.0 * p->here[i] + 4.0 * near[i] - far[i]) / (2.0 * h) : (near[i] - p->here[i]) / h;
}

// Returns true if the derivatives on both sides agree. The tolerance is 1e-3. With a step of 1e-6, the derivatives of a
// smooth law differ by 1e-5, and those at a kink by a few hundredths.
static bool agree(int dim, const double *here, const double *up, const double *down) {
    double differ = 0.0, size = 0.0;
    for (int i = 0; i < dim; i++) {
        differ = fmax(differ, fabs(up[i] - 2.0 * here[i] + down[i]));
        size = fmax(size, fmax(fabs(up[i] - here[i]), fabs(here[i] - down[i])));
    }
    return differ <= 1e-3 * size;
}

// The factor 64 gives two smaller steps, down to 1e-10 of the size, at which rounding still leaves six digits.
static bool slope_of(place *p, double h, double *slope) {
    double up[3], down[3];
    for (int shrunk = 0;; shrunk++, h /= 64.0) {
        int above, below;
        const bool has_up = look(p, h, up, &above), has_down = look(p, -h, down, &below);
        if (!has_up && !has_down) return false;
        const bool same_up = has_up && above == p->branch, same_down = has_down && below == p->branch;
        if (!has_down || (has_up && same_up && !same_down)) return one_sided(p, h, up, slope), true;
        if (!has_up || (same_down && !same_up)) return one_sided(p, -h, down, slope), true;
        if (shrunk < 2 && !agree(p->contact.dim, p->here, up, down)) continue;
        for (int i = 0; i < p->contact.dim; i++) slope[i] = (up[i] - down[i]) / (2.0 * h);
        return true;
    }
}

double carom_fit_step_v(int dim, const double *v) {
    double size = 0.0;
    for (int i = 0; i < dim; i++) size = fmax(size, fabs(v[i]));
    return 1e-6 * size;
}

double carom_fit_step_b(double b) {
    return 1e-6 * fmax(fabs(b), 0.1);
}

// Does the same as slope_of if there is no kink or bound.
bool carom_fit_central(const carom_fit *fit, size_t k, double h, double slope[3]) {
    const int dim = fit->impacts[0].contact.dim, above = fit->up.branch[k], below = fit->down.branch[k];
    const double *up = fit->up.after + 3 * k, *down = fit->down.after + 3 * k, *here = fit->here.after + 3 * k;
    if (above == CAROM_FIT_NONE || below == CAROM_FIT_NONE || fit->here.branch[k] == CAROM_FIT_NONE) return false;
    if ((above == fit->here.branch[k]) != (below == fit->here.branch[k]) || !agree(dim, here, up, down)) return false;
    for (int i = 0; i < dim; i++) slope[i] = (up[i] - down[i]) / (2.0 * h);
    return true;
}

static bool begin(place *p, carom_fit *fit, const carom_fit_impact *at, const double *b) {
    p->fit = fit, p->contact = at->contact;
    for (int k = 0; k < fit->model.count; k++) p->b[k] = b[k];
    return carom_fit_ask(fit, &p->contact, p->b, p->here, &p->branch);
}

bool carom_fit_slope_v(carom_fit *fit, const carom_fit_impact *at, const double *b, double slope[3][3]) {
    place p;
    const int dim = at->contact.dim;
    if (carom_fit_exact(fit, &at->contact, b, slope, NULL)) return true;
    if (!begin(&p, fit, at, b)) return false;
    for (int j = 0; j < dim; j++) {
        double column[3];
        p.moved = &p.contact.v[j], p.value = *p.moved;
        p.lowest = -HUGE_VAL, p.highest = HUGE_VAL;
        if (!slope_of(&p, carom_fit_step_v(dim, at->contact.v), column)) return false;
        for (int i = 0; i < dim; i++) slope[i][j] = column[i];
    }
    return true;
}

bool carom_fit_slope_b(carom_fit *fit, const carom_fit_impact *at, const double *b, const int *which, int count,
                       double slope[3][CAROM_FIT_MOST]) {
    place p;
    if (!begin(&p, fit, at, b)) return false;
    for (int k = 0; k < count; k++) {
        double column[3];
        const int j = which[k];
        p.moved = &p.b[j], p.value = b[j];
        p.lowest = fit->model.lowest[j], p.highest = fit->model.highest[j];
        if (!slope_of(&p, carom_fit_step_b(b[j]), column)) return false;
        for (int i = 0; i < at->contact.dim; i++) slope[i][k] = column[i];
    }
    return true;
}
