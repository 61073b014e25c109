// carom in MuJoCo: a foot strikes. MuJoCo's contacts are springs; here the impact is rigid, and over at once.
//
//   carom_mujoco_rule rule = carom_mujoco_default();
//   rule.plane[1] = 1;                                     // a walker in the x-z plane
//   mj_step1(m, d);
//   carom_mujoco_strike(m, d, &rule, &struck);             // sets d->qvel if something approached faster than rule.speed
//   mj_step2(m, d);
//
// What rests is MuJoCo's own. m may be an MJCF or a URDF robot: whatever mj_loadXML reads.
#ifndef CAROM_MUJOCO_H
#define CAROM_MUJOCO_H

#include "carom/carom.h"

#include <mujoco/mujoco.h>

CAROM_BEGIN

// Active contacts of one strike at most.
#define CAROM_MUJOCO_CONTACTS 32

typedef struct carom_mujoco_rule {
    const carom_law *law;    // of one contact
    const carom_law *method; // of several, in the plane
    carom_params params;     // mu is the contact's own, as MuJoCo combined it, unless own_mu
    bool own_mu;
    double speed; // m/s: what approaches no faster is left to MuJoCo
    double gap;   // m: contacts no farther apart than this are active, and so is what will touch in this step; MuJoCo
                  // tells of those that are apart, without force, if their geoms have a gap (in MuJoCo 2 a margin too)
    double plane[3]; // perpendicular to the plane the robot moves in; zero: it moves in space
} carom_mujoco_rule;

// routh and pfeiffer-glocker, e = 0, 0.05 m/s, contacts that touch, in space.
carom_mujoco_rule carom_mujoco_default(void);

typedef struct carom_mujoco_struck {
    bool hit;                            // qvel was set
    carom_status status;                 // of the law or method; CAROM_OK if nothing was asked
    int contacts;                        // active ones
    int at[CAROM_MUJOCO_CONTACTS];       // their places in d->contact
    double P[3 * CAROM_MUJOCO_CONTACTS]; // impulses on geom2, normal first, N s
    double dE;                           // J
} carom_mujoco_struck;

// After mj_step1 or mj_forward. Several contacts in space have no method in the core: CAROM_BAD_DIM, and MuJoCo goes on.
carom_status carom_mujoco_strike(const mjModel *m, mjData *d, const carom_mujoco_rule *rule, carom_mujoco_struck *out);

CAROM_END

#endif
