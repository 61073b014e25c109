// An impact at one striking contact c among others, followed along c's normal impulse eta. Hurmuzlu & Marghitu 1994, 3.1.
//
//   stage        v, P linear in eta while no contact changes what it does
//   events       a slip stops, a contact that is apart comes back, compression ends, restitution ends, or v_n of c falls
//                to zero before that, and compression resumes
//   stop         that of the striking contact (walk/stop.h), with eta as its clock
//
// What the contacts do in a stage is the rule's business: the methods differ in nothing else.
#ifndef CAROM_SRC_ETA_H
#define CAROM_SRC_ETA_H

#include "systems/solution.h"

typedef struct carom_eta_walk carom_eta_walk;

typedef struct carom_eta_rule {
    // Sets f and a of the stage that begins at v, adds to tried, worsens the residual. `several`: other rates fit too.
    carom_status (*rates)(carom_eta_walk *walk, bool *several);
    carom_mode (*mode)(const carom_eta_walk *walk, int contact); // in this stage
    void (*note)(carom_eta_walk *walk, carom_stage *stage);      // what else the stage tells; NULL: nothing
} carom_eta_rule;

struct carom_eta_walk {
    const carom_system *s;
    const carom_system_params *p;
    const carom_eta_rule *rule;
    void *own;               // the rule's memory
    const double *f;         // dP/d eta
    const double *a;         // dv/d eta = W f
    double *v, *P;           // v holds exact zeros where a contact is closed or does not slip
    double eta, eta_c;       // now, and at the latest end of compression
    double work, other_work; // of c's normal force, over all of this phase and of the other one
    double residual;
    bool restitution, several;
    carom_stage *stage;
    carom_mode *modes;
    unsigned char *events;
    int stages;
    int64_t tried; // mode sets and pivots so far
};

// Takes what a walk needs beside the rule's memory; false while counting or when short.
bool carom_eta_carve(carom_eta_walk *walk, const carom_system *s, const carom_system_params *p, carom_arena *a);

// Walks to the end of the impact and fills P, stages, eta, eta_c, residual and the final modes.
carom_status carom_eta_follow(carom_eta_walk *walk, carom_system_result *out);

// Promises of a walk that keeps to Coulomb's law: none of its stops gains energy that does not with one contact.
unsigned carom_eta_also(const carom_law *self, const carom_system *s, const carom_system_params *p);

#endif
