#include "carom_mujoco.h"
#include "carom/bodies.h"
#include "carom/systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

carom_mujoco_rule carom_mujoco_default(void) {
    carom_mujoco_rule rule = {.law = carom_law_find(NULL, "routh", CAROM_ONE_CONTACT),
                              .method = carom_law_find(NULL, "pfeiffer-glocker", CAROM_SYSTEMS),
                              .params = carom_params_default(),
                              .speed = 0.05};
    rule.params.e = 0.0;
    return rule;
}

static bool in_plane(const carom_mujoco_rule *rule) {
    return mju_norm3(rule->plane) > 0.0;
}

// Writes the directions of a contact as the rows of `frame`, normal first, and returns their number. MuJoCo's normal
// points from geom1 to geom2, so geom2 is body A.
static int directions(const carom_mujoco_rule *rule, const mjContact *k, double frame[9]) {
    memcpy(frame, k->frame, 9 * sizeof *frame);
    if (!in_plane(rule)) return 3;
    mju_cross(frame + 3, rule->plane, frame);
    mju_normalize3(frame + 3);
    return 2;
}

// Computes the rows of the Jacobian R for one contact. They map the speeds to the velocity of geom2's point minus that
// of geom1's point, along the directions.
static void rows_of(const mjModel *m, const mjData *d, const mjContact *k, int dim, const double *frame, double *R,
                    double *room) {
    double *part = room, *both = room + 3 * m->nv;
    mj_jac(m, d, both, NULL, k->pos, m->geom_bodyid[k->geom2]);
    mj_jac(m, d, part, NULL, k->pos, m->geom_bodyid[k->geom1]);
    mju_subFrom(both, part, 3 * m->nv);
    mju_mulMatMat(R, frame, both, dim, 3, m->nv);
}

// Returns whether a contact touches, or will touch before MuJoCo detects contacts again.
static bool counts(const mjModel *m, const mjContact *k, const carom_mujoco_rule *rule, double v_n) {
    return k->dist <= rule->gap || k->dist + mju_min(v_n, 0) * m->opt.timestep <= 0;
}

// Collects the active contacts and their rows.
static void look(const mjModel *m, const mjData *d, const carom_mujoco_rule *rule, int dim, const double *u, double *R,
                 double *room, carom_mujoco_struck *out) {
    double frame[9];
    for (int i = 0; i < d->ncon && out->contacts < CAROM_MUJOCO_CONTACTS; i++) {
        const mjContact *k = &d->contact[i];
        double *row = R + (size_t)(out->contacts * dim) * (size_t)m->nv;
        directions(rule, k, frame);
        rows_of(m, d, k, dim, frame, row, room);
        if (counts(m, k, rule, mju_dot(row, u, m->nv))) out->at[out->contacts++] = i;
    }
}

static carom_params params_of(const carom_mujoco_rule *rule, const mjContact *k) {
    carom_params p = rule->params;
    if (!rule->own_mu) p.mu = k->friction[0];
    return p;
}

// Computes the impulse with the law for one contact.
static carom_status ask_one(const carom_delassus *w, const carom_params *p, const carom_mujoco_rule *rule,
                            carom_mujoco_struck *out) {
    carom_contact contact;
    carom_result one;
    carom_status status = carom_system_contact(w, 0, &contact);
    if (!status) status = carom_collide(rule->law, &contact, p, &one);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    memcpy(out->P, one.P, (size_t)w->dim * sizeof *out->P);
    out->dE = one.dE;
    return CAROM_OK;
}

// Computes the impulses with the method for several contacts.
static carom_status ask_several(const carom_delassus *w, const carom_params *p, const carom_mujoco_rule *rule,
                                carom_mujoco_struck *out) {
    if (w->dim != 2) return CAROM_BAD_DIM;
    const carom_system s = {.nc = w->contacts, .dim = w->dim, .W = w->W, .v = w->v};
    const carom_system_params many = carom_system_params_default(p);
    const size_t bytes = carom_system_memory_size(rule->method, &s, &many);
    void *memory = malloc(bytes ? bytes : 1);
    carom_system_result found;
    if (!memory) return CAROM_NO_MEMORY;
    const carom_status status = carom_system_solve(rule->method, &s, &many, memory, bytes, &found);
    const bool answered = carom_status_classify(status) == CAROM_CLASS_OK;
    if (answered) {
        memcpy(out->P, found.P, (size_t)w->size * sizeof *out->P);
        out->dE = found.dE;
    }
    free(memory);
    return answered ? CAROM_OK : status;
}

static bool approaches(const carom_delassus *w, double speed) {
    for (int i = 0; i < w->contacts; i++) {
        if (w->v[i * w->dim] < -speed) return true;
    }
    return false;
}

// Makes MuJoCo ignore a separating contact in this step. Otherwise MuJoCo's friction cone would push the bodies if the
// slip is fast. The reference acceleration of the contact's rows is set so low that the contact needs no force.
static void hide(const mjModel *m, mjData *d, const mjContact *k) {
    const int sides = m->opt.cone == mjCONE_PYRAMIDAL ? 2 * (k->dim - 1) : k->dim;
    for (int i = 0; k->efc_address >= 0 && i < (k->dim == 1 ? 1 : sides); i++) d->efc_aref[k->efc_address + i] = -1e12;
}

// Adds the change of velocity to qvel, and computes again what mj_step1 computed from qvel. `after` contains the
// velocities after the impact, at the time of the positions; the function overwrites it. Contacts that then separate
// faster than rule.speed are hidden from MuJoCo.
static void give(const mjModel *m, mjData *d, const carom_mujoco_rule *rule, const carom_mechanism *robot,
                 double *after, const carom_mujoco_struck *out) {
    bool parting[CAROM_MUJOCO_CONTACTS];
    for (int i = 0; i < out->contacts; i++)
        parting[i] =
            mju_dot(robot->R + (size_t)(i * robot->dim) * (size_t)m->nv, after, m->nv) > mju_max(rule->speed, 1e-9);
    mju_subFrom(after, robot->u, m->nv);
    mju_addTo(d->qvel, after, m->nv);
    mj_fwdVelocity(m, d);
    for (int i = 0; i < out->contacts; i++)
        if (parting[i]) hide(m, d, &d->contact[out->at[i]]);
}

// Computes the impact of the robot, given as a mechanism, and sets the velocities.
static carom_status strike(const mjModel *m, mjData *d, const carom_mujoco_rule *rule, const carom_mechanism *robot,
                           carom_mujoco_struck *out) {
    const size_t bytes = carom_delassus_memory_size(robot);
    void *memory = malloc(bytes ? bytes : 1);
    carom_delassus w;
    carom_params p[CAROM_MUJOCO_CONTACTS];
    for (int i = 0; i < out->contacts; i++) p[i] = params_of(rule, &d->contact[out->at[i]]);
    carom_status status = memory ? carom_delassus_compute(robot, memory, bytes, &w) : CAROM_NO_MEMORY;
    if (!status && approaches(&w, rule->speed)) {
        status = out->contacts == 1 ? ask_one(&w, p, rule, out) : ask_several(&w, p, rule, out);
        double *after = status ? NULL : malloc((size_t)m->nv * sizeof *after);
        if (after && !carom_delassus_apply(&w, out->P, after, NULL)) {
            give(m, d, rule, robot, after, out);
            out->hit = true;
        }
        free(after);
    }
    free(memory);
    return status;
}

// Computes the velocities u at the time of the positions: qvel plus half of the change of velocity in this step. MuJoCo
// stores velocities of the middle of a step and positions of its end. A bounce with e = 1 conserves energy only if both
// belong to the same time.
static void midway(const mjModel *m, mjData *d, double *u) {
    mj_fwdActuation(m, d);
    mj_fwdAcceleration(m, d);
    mju_addScl(u, d->qvel, d->qacc_smooth, m->opt.timestep / 2, m->nv);
}

carom_status carom_mujoco_strike(const mjModel *m, mjData *d, const carom_mujoco_rule *rule, carom_mujoco_struck *out) {
    *out = (carom_mujoco_struck){0};
    if (!d->ncon) return CAROM_OK;
    const int dim = in_plane(rule) ? 2 : 3;
    const size_t nv = (size_t)m->nv, rows = (size_t)(dim * CAROM_MUJOCO_CONTACTS);
    double *M = malloc((nv * nv + nv + rows * nv + 6 * nv) * sizeof *M);
    if (!M) return out->status = CAROM_NO_MEMORY;
    double *u = M + nv * nv, *R = u + nv, *room = R + rows * nv;
    midway(m, d, u);
    look(m, d, rule, dim, u, R, room, out);
    if (out->contacts) {
        mj_fullM(m, M, d->qM);
        const carom_mechanism robot = {.dim = dim, .speeds = m->nv, .contacts = out->contacts, .M = M, .u = u, .R = R};
        out->status = strike(m, d, rule, &robot, out);
    }
    free(M);
    return out->status;
}
