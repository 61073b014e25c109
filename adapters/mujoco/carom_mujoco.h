// Computes rigid impacts in MuJoCo, for example of a foot. MuJoCo itself models contacts as springs.
//
//   carom_mujoco_rule rule = carom_mujoco_default();
//   rule.plane[1] = 1;                                     // a robot in the x-z plane
//   mj_step1(m, d);
//   carom_mujoco_strike(m, d, &rule, &struck);             // sets d->qvel if a contact is faster than rule.speed
//   mj_step2(m, d);
//
// MuJoCo handles resting contacts. m may come from an MJCF or a URDF file.
#ifndef CAROM_MUJOCO_H
#define CAROM_MUJOCO_H

#include "carom/carom.h"

#include <mujoco/mujoco.h>

CAROM_BEGIN

// The largest number of active contacts in one impact.
#define CAROM_MUJOCO_CONTACTS 32

typedef struct carom_mujoco_rule {
    const carom_law *law;    // for one contact
    const carom_law *method; // for several contacts in 2D
    carom_params params;     // without own_mu, mu is that of the contact, as MuJoCo combined it
    bool own_mu;
    double speed;    // m/s: MuJoCo handles slower approaches
    double gap;      // m: contacts with at most this distance are active, and contacts that close in this step. MuJoCo
                     // reports open contacts only if their geoms have a gap (in MuJoCo 2 also a margin)
    double plane[3]; // vector perpendicular to the plane in which the robot moves; zero for motion in 3D
} carom_mujoco_rule;

// Returns a rule for motion in 3D, with the law routh and the method pfeiffer-glocker. It has e = 0, speed = 0.05 m/s
// and gap = 0.
carom_mujoco_rule carom_mujoco_default(void);

typedef struct carom_mujoco_struck {
    bool hit;                            // qvel was set
    carom_status status;                 // of the law or method; CAROM_OK if there was no impact
    int contacts;                        // number of active contacts
    int at[CAROM_MUJOCO_CONTACTS];       // their indices in d->contact
    double P[3 * CAROM_MUJOCO_CONTACTS]; // impulses on geom2, normal first, N s
    double dE;                           // change of kinetic energy, J
} carom_mujoco_struck;

// Computes the impact of all active contacts. Call it after mj_step1 or mj_forward. For several contacts in 3D it
// returns CAROM_BAD_DIM, and MuJoCo handles them.
carom_status carom_mujoco_strike(const mjModel *m, mjData *d, const carom_mujoco_rule *rule, carom_mujoco_struck *out);

CAROM_END

#endif
