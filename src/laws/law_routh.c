// Coulomb friction followed along the normal impulse, with three restitutions.
// Routh 1860; Wang & Mason 1992, (39)-(55); mu_static after Shen & Townsend 1998; energetic after Stronge 1990.
// The closed form answers carom_collide; the walker draws the path and answers where the closed form divides by zero:
// infinite friction and singular W.
#include "base/params.h"
#include "carom/law.h"
#include "impulse/walk.h"
#include "impulse/walk_space.h"
#include "laws/kernel_routh.h"

static const carom_walk_rule rules[] = {
    [CAROM_NEWTON] = {.stop = carom_stop_newton, .hold = carom_hold_static},
    [CAROM_POISSON] = {.stop = carom_stop_poisson, .hold = carom_hold_static},
    [CAROM_ENERGETIC] = {.stop = carom_stop_energetic, .hold = carom_hold_static},
};

static carom_status trace(const carom_contact *c, const carom_params *p, carom_path *path, carom_outcome *out) {
    if (c->dim == 3) return carom_walk_space(c, p, path, out);
    return carom_walk_plane(&rules[p->restitution], c, p, path, out);
}

// The normal work is that of the linear pieces: mean v_n times impulse.
static double normal_work(const carom_contact *c, const carom_routh_kernel *k) {
    const double w1 = k->sliding ? k->Pn : k->P1;
    const double t1 = k->sliding ? k->Pt : k->Pt - k->d2 * (k->Pn - k->P1);
    const double c1 = c->v[0] + c->W[0][0] * w1 + c->W[0][1] * t1;
    const double cf = c->v[0] + c->W[0][0] * k->Pn + c->W[0][1] * k->Pt;
    return 0.5 * (w1 * (c->v[0] + c1) + (k->Pn - w1) * (c1 + cf));
}

static carom_status solve(const carom_contact *c, const carom_params *p, carom_outcome *out) {
    if (c->dim == 3 || isinf(p->mu) || carom_singular2(c->W)) return trace(c, p, NULL, out);

    // Without approach only a jam makes an impulse: friction drives the bodies together, k1 < 0.
    const double s = carom_sign(c->v[1]);
    if (c->v[0] == 0.0 && !(c->W[0][0] < s * p->mu * c->W[0][1])) {
        out->mode = CAROM_MODE_NONE;
        out->P[0] = out->P[1] = out->Pc[0] = out->Pc[1] = out->work_normal = 0.0;
        out->known = CAROM_KNOWS_COMPRESSION | CAROM_KNOWS_WORK;
        return CAROM_OK;
    }
    const carom_routh_kernel k = carom_routh_closed(c->W[0][0], c->W[0][1], c->W[1][1], c->v[0], c->v[1], p->e, p->mu,
                                                    carom_mu_static(p), p->restitution);
    out->mode = carom_routh_mode(&k);
    out->P[0] = k.Pn;
    out->P[1] = k.Pt;
    out->Pc[0] = k.Pc_n;
    out->Pc[1] = k.Pc_t;
    out->work_normal = normal_work(c, &k);
    out->known = CAROM_KNOWS_COMPRESSION | CAROM_KNOWS_WORK;
    return CAROM_OK;
}

static unsigned also(int dim, const carom_params *p) {
    // In space v_n can come back and graze zero: a little less and it is compression again, with another p_c.
    return (p->restitution == CAROM_NEWTON ? 0u : CAROM_DISSIPATIVE) |
           (dim == 2 && carom_mu_static(p) == p->mu ? CAROM_CONTINUOUS : 0u);
}

const carom_law_code carom_code_routh = {.solve = solve, .trace = trace, .also = also};
