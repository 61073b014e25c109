// What a system of the machine says of itself so that its derivatives can be followed beside it: a copy of it, set up for
// slightly other inputs, runs through the same phases, and is asked for its flow, its guards and its turns.
#ifndef CAROM_COMPLIANT_VARY_H
#define CAROM_COMPLIANT_VARY_H

#include <stdalign.h>

#include "model.h"
#include "mods/compliant/ode/system.h"

// What a copy points to.
typedef struct carom_own {
    carom_contact contact;
    carom_params params;
    carom_recorder recorder; // empty
} carom_own;

// Copies what these point to, and points them there.
static inline void carom_own_take(carom_own *own, const carom_contact **contact, const carom_params **params,
                                  carom_recorder **recorder) {
    own->contact = **contact;
    own->params = **params;
    *contact = &own->contact;
    *params = &own->params;
    *recorder = &own->recorder;
}

typedef struct carom_vary {
    size_t size;                                     // of the system's self, CAROM_KEPT_ROOM at most
    void (*own)(void *self, carom_own *own);         // copies what self points to into `own`, and points there
    void (*follow)(void *self, const void *leader);  // takes over what is neither state nor input: marks, thresholds
    bool (*alike)(const void *self, const void *as); // the same phase
    // How far each state may be moved for a slope: at most as `step` says already, less near an edge of the flow.
    void (*grain)(const void *self, const double *y, double *step);
    // For how long the slopes stay smooth as they are here, s; NULL: for ever. The force of a power law ends in a corner of
    // its slopes, which the states themselves do not have.
    double (*reach)(const void *self, const double *y);
} carom_vary;

#define CAROM_KEPT_ROOM 1024

// A system that was set up but not run: carom_machine_run fills it, instead of running, where system.keep points to one.
typedef struct carom_kept {
    bool filled;
    carom_machine_system system;
    double y[CAROM_MACHINE_STATES], size[CAROM_MACHINE_STATES], depth[CAROM_MACHINE_LOOKS];
    double t;
    carom_own own;
    alignas(max_align_t) unsigned char self[CAROM_KEPT_ROOM];
} carom_kept;

void carom_keep(const carom_machine_system *system, const void *self, double t, const double *y);

#endif
