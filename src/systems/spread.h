// The memory of carom_spread_sample and carom_spread_bound (carom/systems.h): one random path, and the bound.
#ifndef CAROM_SRC_SPREAD_H
#define CAROM_SRC_SPREAD_H

#include "carom/carom.h"
#include "systems/arena.h"

// One sample: an impact in which the normal impulse is divided among the contacts at random. The comments of arrays
// begin with their lengths.
typedef struct carom_outcome_path {
    const carom_system *s;
    const carom_params *contact;
    double *v, *P;     // 2 nc: current values
    double *stored;    // nc: energy of compression that is not yet returned
    double *share;     // nc: normal impulse of each contact per unit of the total
    double *keep;      // nc: random shares that stay the same through the impact
    double *pull;      // nc: tangential impulse of each contact per unit of the total
    double *rate;      // 2 nc: change of v per unit of the total
    bool *held;        // nc: true if the contact does not slip and will not start to slip
    int *stopped;      // nc: contacts that push and do not slip
    double *M, *q, *z; // memory for the friction of the stopped contacts, 2 nc unknowns
    void *lemke;
    size_t lemke_bytes;
    double fast; // the largest |v| before
    int last;    // the contact that was the only one to push; -1: none
    uint64_t random;
} carom_outcome_path;

void carom_outcome_path_carve(carom_outcome_path *path, const carom_system *s, carom_arena *a);

// Computes sample number `draw`. Returns false if it does not end.
bool carom_outcome_path_run(carom_outcome_path *path, uint64_t seed, int draw);

typedef struct carom_outcome_bound {
    int edges;             // number of edges of all cones: two per contact, one without friction
    int *contact;          // contact of each edge
    double *edge;          // edges x 2: direction, in a unit that moves its contact by about 1
    double *unit;          // nc: unit of each normal velocity
    double *A;             // edges^2: velocity along one edge per impulse along another
    double *M;             // (edges + nc)^2
    double *q, *z, *cover; // edges + nc
    double *P;             // length 2 nc
    void *lemke;
    size_t lemke_bytes;
} carom_outcome_bound;

// Returns the bytes of memory that carom_spread_bound needs; 0 if it would reject the call.
size_t carom_outcome_bound_size(const carom_system *s);

bool carom_outcome_bound_carve(carom_outcome_bound *b, const carom_system *s, carom_arena *a);

// Initialises the bound after its memory was taken. mu must be finite.
void carom_outcome_bound_open(carom_outcome_bound *b, const carom_system *s, const double *mu);

carom_status carom_outcome_bound_most(carom_outcome_bound *b, const carom_system *s, const double *g, double *most);

// Checks counts and pointers of a request.
carom_status carom_outcomes_shape(const carom_system *s);

bool carom_any_approaches(const carom_system *s);

#endif
