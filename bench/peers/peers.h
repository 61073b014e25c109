// Declares the benchmarks of other engines on single impacts. Each returns the time per impact in ns, the best of
// several rounds. The problems are n contacts of a moving body with a fixed one, with one contact point, random offsets
// and random velocities. Restoring the velocities before a round is not timed.
#ifndef CAROM_PEERS_H
#define CAROM_PEERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

double peer_chipmunk(size_t n, int rounds);
double peer_box2d(size_t n, int rounds);
double peer_siconos(size_t n, int rounds);
double peer_ode(size_t n, int rounds);
double peer_bullet(size_t n, int rounds);

double bench_now(void);

// Returns the k-th random number of problem i, in [-1, 1]. It is the same for every engine.
static inline double peer_random(size_t i, int k) {
    unsigned long long z =
        (unsigned long long)i * 0x9e3779b97f4a7c15ull + (unsigned long long)k * 0xd1342543de82ef95ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

#ifdef __cplusplus
}
#endif

#endif
