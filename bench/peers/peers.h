// Other engines resolving single impacts. Each returns ns per impact, best of rounds: n contacts of a moving body with
// a fixed one, one point each, random offsets and velocities, restored before every round outside the clock.
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

// Item i's k-th number in [-1, 1], the same for every peer.
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
