// Resolves all contacts together without restitution, with Coulomb's law for the velocity after the impact:
//   0 <= P_n  complementary to  v_n' + slack >= 0,      P_t in the disc of radius mu P_n, against v_t'
// Gauss-Seidel sweeps change one impulse after the other: the normal impulse so that its gap does not close, then the
// friction so that its slip stops, shortened to the disc. A fixed point of the sweeps satisfies the conditions.
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "carom/law.h"
#include "motion/impact.h"
#include "tables/params.h"

// Most sweeps of an impact, and of a step, which goes on from the impulses of the last step. Two contacts of a box that
// is 20 times as high as wide need 3000 sweeps.
enum { MOST_SWEEPS = 20000, MOST_STEPPED = 100 };

typedef struct {
    double d[3][3], moment[3][3], turn[3][3]; // directions n, t, u; r x d in body axes; the spin of a unit impulse
    double W_n, W_t;                          // largest W of the tangents
    double P[3], mu, mu_static, slack;
} spot;

typedef struct {
    double v[3], w[3]; // velocity, and spin in body axes
    double mass;
    int dim, count;
    spot spot[CAROM_MAX_TOUCHING];
} together;

static double spot_velocity(const together *x, const spot *s, int k) {
    return carom_dot3(s->d[k], x->v) + carom_dot3(s->moment[k], x->w);
}

static double spot_mass(const together *x, const spot *s, int i, int k) {
    return carom_dot3(s->d[i], s->d[k]) / x->mass + carom_dot3(s->moment[i], s->turn[k]);
}

static void push(together *x, spot *s, int k, double P) {
    s->P[k] += P;
    carom_add3(x->v, P / x->mass, s->d[k]);
    carom_add3(x->w, P, s->turn[k]);
}

static void set_spot(const carom_bounce *b, int site, together *x) {
    const carom_site *at = &b->list->site[site];
    spot *s = &x->spot[site];
    memset(s, 0, sizeof *s);
    if (site > 0 && at[-1].plane == at->plane) {
        memcpy(s->d, s[-1].d, sizeof s->d);
        s->mu = s[-1].mu;
        s->mu_static = s[-1].mu_static;
    } else {
        const carom_params p = carom_plastic_params(b, carom_plane_params(b->scene, at->plane));
        carom_site_frame(b->scene, at, s->d);
        s->mu = p.mu;
        s->mu_static = fmax(carom_mu_static(&p), p.mu);
    }
    for (int k = 0; k < x->dim; k++) {
        double moment[3];
        carom_cross(at->arm, s->d[k], moment);
        carom_to_body(&b->pose.axes, moment, s->moment[k]);
        for (int i = x->dim == 2 ? 2 : 0; i < 3; i++) s->turn[k][i] = s->moment[k][i] / b->scene->inertia[i];
    }
    s->W_n = spot_mass(x, s, 0, 0);
    s->W_t = spot_mass(x, s, 1, 1);
    if (x->dim == 3) s->W_t = fmax(s->W_t, spot_mass(x, s, 2, 2)) + fabs(spot_mass(x, s, 1, 2));
    s->slack = carom_site_slack(b, site);
}

// Starts with the impulses of the last step.
static void resume(const carom_bounce *b, together *x) {
    for (int i = 0, j = 0; b->held && i < x->count; i++) {
        const carom_site *at = &b->list->site[i];
        for (int k = 0; k < b->held->count; k++, j = (j + 1) % b->held->count) {
            if (b->held->plane[j] != at->plane || b->held->feature[j] != at->feature) continue;
            for (int m = 0; m < x->dim; m++) push(x, &x->spot[i], m, b->held->force[j][m] * b->plastic_step);
            break;
        }
    }
}

// Changes the impulses of one contact. Returns the largest change of its velocity.
static double improve(together *x, spot *s) {
    const double normal = fmax(-s->P[0], -(spot_velocity(x, s, 0) + s->slack) / s->W_n);
    double wanted[3] = {0.0, 0.0, 0.0}, most = fabs(normal) * s->W_n;
    push(x, s, 0, normal);
    for (int k = 1; k < x->dim; k++) wanted[k] = s->P[k] - spot_velocity(x, s, k) / s->W_t;
    const double length = sqrt(carom_dot3(wanted, wanted)), Pn = s->P[0];
    const bool holds = Pn > 0.0 && length <= s->mu_static * Pn;
    const double shorter = holds ? 1.0 : Pn > 0.0 && length > 0.0 ? s->mu * Pn / length : 0.0;
    for (int k = 1; k < x->dim; k++) {
        const double change = fmin(shorter, 1.0) * wanted[k] - s->P[k];
        most = fmax(most, fabs(change) * s->W_t);
        push(x, s, k, change);
    }
    return most;
}

static double kinetic(const carom_bounce *b, const double v[3], const double w[3]) {
    double turning = 0.0;
    for (int i = b->scene->dim == 2 ? 2 : 0; i < 3; i++) turning += b->scene->inertia[i] * w[i] * w[i];
    return b->scene->mass * carom_dot3(v, v) + turning;
}

static void keep(const carom_bounce *b, const together *x) {
    b->held->count = x->count;
    for (int i = 0; i < x->count; i++) {
        b->held->plane[i] = b->list->site[i].plane;
        b->held->feature[i] = b->list->site[i].feature;
        for (int k = 0; k < 3; k++) b->held->force[i][k] = x->spot[i].P[k] / b->plastic_step;
    }
}

carom_status carom_plastic_solve(carom_bounce *b, carom_motion_state *state, double impulse[][3]) {
    const bool stepped = b->plastic_step > 0.0;
    together x = {.mass = b->scene->mass, .dim = b->scene->dim, .count = b->list->count};
    memcpy(x.v, state->velocity, sizeof x.v);
    carom_to_body(&b->pose.axes, state->spin, x.w);
    const double before = kinetic(b, x.v, x.w);
    for (int i = 0; i < x.count; i++) set_spot(b, i, &x);
    resume(b, &x);
    // The impulses are exact to 1e-3 of `cut`, so that contacts that persist neither close nor open by more than it.
    double most = HUGE_VAL;
    for (int sweep = 0; sweep < (stepped ? MOST_STEPPED : MOST_SWEEPS) && most > 1e-3 * b->cut; sweep++) {
        most = 0.0;
        for (int i = 0; i < x.count; i++) most = fmax(most, improve(&x, &x.spot[i]));
    }
    if (!(kinetic(b, x.v, x.w) <= before * (1.0 + 1e-9)) || (!stepped && most > b->cut)) return CAROM_NOT_CONVERGED;
    memcpy(state->velocity, x.v, sizeof x.v);
    carom_to_world(&b->pose.axes, x.w, state->spin);
    for (int i = 0; i < x.count; i++) {
        memset(impulse[i], 0, sizeof impulse[i]);
        for (int k = 0; k < x.dim; k++) carom_add3(impulse[i], x.spot[i].P[k], x.spot[i].d[k]);
    }
    if (b->held) keep(b, &x);
    return CAROM_OK;
}
