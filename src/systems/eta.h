// Follows an impact at one striking contact c among others along the normal impulse eta of c. Hurmuzlu & Marghitu 1994,
// 3.1.
//
//   stage        v and P are linear in eta while no contact changes its state
//   events       a slip stops, a contact that is apart comes back, compression ends, restitution ends, or v_n of c falls
//                to zero before that, and compression resumes
//   end          by the restitution hypothesis of the striking contact (walk/stop.h), as a function of eta
//
// A rule determines the states of the contacts in a stage. The methods differ only in this rule.
#ifndef CAROM_SRC_ETA_H
#define CAROM_SRC_ETA_H

#include "systems/solution.h"

typedef struct carom_eta_walk carom_eta_walk;

typedef struct carom_eta_rule {
    // Sets f and a of the stage that begins at v, increases `tried` and updates the residual. Sets `several` if other
    // rates satisfy the conditions of the stage too.
    carom_status (*rates)(carom_eta_walk *walk, bool *several);
    carom_mode (*mode)(const carom_eta_walk *walk, int contact); // mode in this stage
    void (*note)(carom_eta_walk *walk, carom_stage *stage);      // adds further members of the stage; NULL: none
} carom_eta_rule;

struct carom_eta_walk {
    const carom_system *s;
    const carom_system_params *p;
    const carom_eta_rule *rule;
    void *own;               // memory of the rule
    const double *f;         // dP/d eta
    const double *a;         // dv/d eta = W f
    double *v, *P;           // v has exact zeros for contacts that are closed or do not slip
    double eta, eta_c;       // now, and at the last end of compression
    double work, other_work; // work of the normal force at c, in the present phase (compression or restitution) and in
                             // the other one
    double residual;
    bool restitution, several;
    carom_stage *stage;
    carom_mode *modes;
    unsigned char *events;
    int stages;
    int64_t tried; // number of mode sets and pivots so far
};

// Takes the memory of a run, except that of the rule. Returns false if the bytes are only counted or the memory is too
// small.
bool carom_eta_carve(carom_eta_walk *walk, const carom_system *s, const carom_system_params *p, carom_arena *a);

// Follows the impact to its end and fills P, stages, eta, eta_c, residual and the final modes.
carom_status carom_eta_follow(carom_eta_walk *walk, carom_system_result *out);

// Returns the guarantees of a run that obeys Coulomb's law. If a restitution hypothesis gains no energy with one
// contact, it gains none with several.
unsigned carom_eta_also(const carom_law *self, const carom_system *s, const carom_system_params *p);

#endif
