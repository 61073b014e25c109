// The memory of carom_spread_sample and carom_spread_bound (carom/systems.h): one path drawn at random, and the bound.
#ifndef CAROM_SRC_OUTCOMES_H
#define CAROM_SRC_OUTCOMES_H

#include "carom/carom.h"
#include "systems/arena.h"

// One impact in which the contacts share the pushing at random.
typedef struct carom_outcome_path {
    const carom_system *s;
    const carom_params *contact;
    double *v, *P;     // 2 nc: so far
    double *stored;    // nc: energy of the compressions not yet given back
    double *share;     // nc: normal impulse of each in one unit of all
    double *keep;      // nc: shares kept through the whole impact
    double *pull;      // nc: tangential impulse of each in that unit
    double *rate;      // 2 nc: of v
    bool *held;        // nc: at rest along its tangent, and stays
    int *stopped;      // nc: those at rest along their tangent that push
    double *M, *q, *z; // of the friction of the stopped ones, 2 nc unknowns
    void *lemke;
    size_t lemke_bytes;
    double fast; // the greatest |v| before
    int last;    // contact that pushed alone; -1: none
    uint64_t random;
} carom_outcome_path;

void carom_outcome_path_carve(carom_outcome_path *path, const carom_system *s, carom_arena *a);

// Draw number `draw`; false where it does not come to an end.
bool carom_outcome_path_run(carom_outcome_path *path, uint64_t seed, int draw);

typedef struct carom_outcome_bound {
    int edges;             // of all cones: two a contact, one without friction
    int *contact;          // of each edge
    double *edge;          // edges x 2: along it, in a unit that moves its contact by about 1
    double *unit;          // nc: of each normal velocity
    double *A;             // edges^2: how edges move each other
    double *M;             // (edges + nc)^2
    double *q, *z, *cover; // edges + nc
    double *P;             // 2 nc
    void *lemke;
    size_t lemke_bytes;
} carom_outcome_bound;

// Returns the bytes of memory that carom_spread_bound needs; 0 if it would reject the call.
size_t carom_outcome_bound_size(const carom_system *s);

bool carom_outcome_bound_carve(carom_outcome_bound *b, const carom_system *s, carom_arena *a);

// Once after carving; mu finite.
void carom_outcome_bound_open(carom_outcome_bound *b, const carom_system *s, const double *mu);

carom_status carom_outcome_bound_most(carom_outcome_bound *b, const carom_system *s, const double *g, double *most);

// Counts and pointers of a request.
carom_status carom_outcomes_shape(const carom_system *s);

bool carom_any_approaches(const carom_system *s);

#endif
