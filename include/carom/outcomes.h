// What may follow when several contacts are struck at once, and nobody knows which pushes first or harder? Not one outcome
// but a set of them, told from two sides.
//
//   drawn   outcomes of impacts in which the contacts share the pushing at random. While any approaches, or has energy
//           stored, contacts of either kind push, in shares that change at random; friction is Coulomb's. A contact
//           stores the work of its compression and gives back e^2 of it. Contacts in turn (`sequence` by the energetic
//           stop of routh) are among them, and so is `lzb` for every stiffness. With e = 0: Halm & Posa 2021.
//   bound   every impulse that pushes, stays in the friction cones, leaves nothing approaching and makes no energy. It
//           is computed, not drawn, and holds whatever e: no outcome lies beyond it.
//
//   size_t         bytes = carom_spread_memory_size(&s, 1000);
//   carom_spread out;
//   carom_spread_sample(&s, contacts, 1000, 1, malloc(bytes), bytes, &out);  // out.v, out.lowest, out.least, ...
//
// Planar contacts. Nothing allocates: the arrays lie in the caller's workspace and live as long as it does.
#ifndef CAROM_OUTCOMES_H
#define CAROM_OUTCOMES_H

#include "carom/many.h"

CAROM_BEGIN

#define CAROM_MAX_DRAWN_CONTACTS 64      // contacts
#define CAROM_MAX_DRAWN          1000000 // draws
#define CAROM_MAX_DRAWN_PIECES   1000    // of constant shares in one impact, before it is given up

typedef struct carom_spread {
    carom_status status;
    int samples;              // draws that came to their end
    int unfinished;           // draws that were given up
    double *P, *v;            // of each sample: impulse and velocity after, samples x 2 nc
    double *dE;               // of each sample, J
    double *lowest, *highest; // 2 nc: of v over the samples
    double *least, *most;     // 2 nc: of v by the bound; least <= lowest <= highest <= most
    carom_param refused;      // which parameter a refusal is about ...
    int refused_contact;      // ... and whose
} carom_spread;

// Bytes of workspace; 0 if the request is refused anyway.
CAROM_API size_t carom_spread_memory_size(const carom_system *system, int draws);

// One set of parameters a contact, of which e (energetic) and mu are read. The same seed draws the same outcomes; the
// first of more draws are the draws of fewer.
CAROM_API carom_status carom_spread_sample(const carom_system *system, const carom_params *contact, int draws,
                                           uint64_t seed, void *memory, size_t bytes, carom_spread *outcomes);

// The greatest g.P over the bound; g has 2 nc entries. For the velocity i after it is v[i] + most with g = row i of W.
// Every look of the search is an upper bound, so the answer is never below the greatest but by rounding.
CAROM_API size_t carom_outcomes_bound_memory(const carom_system *system);
CAROM_API carom_status carom_spread_bound(const carom_system *system, const double *mu, const double *g, void *memory,
                                          size_t bytes, double *most);

CAROM_END

#endif
