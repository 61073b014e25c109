// Compares carom with other engines that solve single impacts, in one run. The file of each engine states what is
// timed. Usage: peers [ITEMS]
#include "peers.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench.h"

static double ours(const carom_law *law, int dim, size_t n) {
    const bench_case one = {law, dim, CAROM_POISSON, 0};
    bench_data data;
    if (!bench_make(&data, &one, n)) exit(1);
    const bench_result r = bench_run(&one, &data, 1, 0.0, 0.5);
    bench_free(&data);
    return r.batch_ns;
}

static void line(const char *name, const char *timed, double ns, const char *law, double ours_ns) {
    if (ns > 0.0) printf("%-10s %9.1f ns  %6.1f times %s  (%s)\n", name, ns, ns / ours_ns, law, timed);
}

int main(int argc, char **argv) {
    const size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000;
    const int rounds = 50;
    const double plane = ours(&carom_law_routh, 2, n), space = ours(&carom_law_chatterjee2, 3, n);
    printf("%zu impacts, one thread, ns per impact, best of %d rounds\n", n, rounds);
    printf("%-10s %9.1f ns  planar routh (poisson) in batches, %s\n", "carom", plane,
           carom_batch_describe(NULL).instruction_set);
    printf("%-10s %9.1f ns  chatterjee2 in space in batches\n", "carom", space);
#ifdef PEER_CHIPMUNK
    line("Chipmunk", "contact set-up and 10 iterations", peer_chipmunk(n, rounds), "routh", plane);
#endif
#ifdef PEER_BOX2D
    line("Box2D", "solve part of a step, 8 iterations", peer_box2d(n, rounds), "routh", plane);
#endif
#ifdef PEER_SICONOS
    line("Siconos", "Lemke, three variables", peer_siconos(n, rounds), "routh", plane);
#endif
#ifdef PEER_ODE
    line("ODE", "QuickStep, 10 iterations", peer_ode(n, rounds), "chatterjee2", space);
#endif
#ifdef PEER_BULLET
    line("Bullet", "solveGroup, 10 iterations", peer_bullet(n, rounds), "chatterjee2", space);
#endif
    return 0;
}
