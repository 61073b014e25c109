// Defines the functions of a system of the integrator that derivatives need. A copy of the system, prepared for
// slightly different inputs, passes the same phases and provides its flow, guards and events.
#ifndef CAROM_COMPLIANT_VARY_H
#define CAROM_COMPLIANT_VARY_H

#include <stdalign.h>

#include "model.h"
#include "mods/compliant/ode/system.h"

// The data that a copy points to.
typedef struct carom_own {
    carom_contact contact;
    carom_params params;
    carom_recorder recorder; // empty
} carom_own;

// Copies the data of these pointers, and redirects the pointers to the copies.
static inline void carom_own_take(carom_own *own, const carom_contact **contact, const carom_params **params,
                                  carom_recorder **recorder) {
    own->contact = **contact;
    own->params = **params;
    *contact = &own->contact;
    *params = &own->params;
    *recorder = &own->recorder;
}

typedef struct carom_vary {
    size_t size;                                     // size of the system's data, at most CAROM_KEPT_ROOM
    void (*own)(void *self, carom_own *own);         // copies the data that self points to into `own`, and redirects
                                                     // the pointers
    void (*follow)(void *self, const void *leader);  // copies everything that is neither state nor input: marks,
                                                     // thresholds
    bool (*alike)(const void *self, const void *as); // true if both are in the same phase
    // Reduces `step`, the change of each state for a difference quotient, near an edge of the flow.
    void (*grain)(const void *self, const double *y, double *step);
    // Returns the time for which the derivatives stay smooth, s; NULL: forever. The force of a power law ends in a kink
    // of its derivatives, which the states do not have.
    double (*reach)(const void *self, const double *y);
} carom_vary;

#define CAROM_KEPT_ROOM 1024

// A system that was prepared but not run: carom_machine_run fills it instead of running if system.keep points to one.
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
