// Siconos Numerics: lcp_lexicolemke on the complementarity problem of one impact in 2D, with three variables per
// contact. Filling the matrix is timed too.
//   z = (P_n, P_R, v_L),  w = (v_n' + e v_n, v_R, P_L),  P_R = mu P_n + P_t,  P_L = mu P_n - P_t,  v_t' = v_R - v_L
#include <siconos/numerics/LCP_Solvers.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/lcp_cst.h>

#include "peers.h"

static void fill(size_t i, double M[9], double q[3]) {
    const double a = 1.5 + 0.5 * peer_random(i, 0), T = 2.5 + 0.5 * peer_random(i, 1), w = peer_random(i, 2), mu = 0.4;
    const double rows[3][3] = {{a - mu * w, w, 0.0}, {w - mu * T, T, 1.0}, {2.0 * mu, -1.0, 0.0}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) M[3 * c + r] = rows[r][c];
    q[0] = 1.5 * (-1.0 - 0.9 * peer_random(i, 3));
    q[1] = 3.0 * peer_random(i, 4);
    q[2] = 0.0;
}

double peer_siconos(size_t n, int rounds) {
    LinearComplementarityProblem *problem = newLCP();
    SolverOptions *options = solver_options_create(SICONOS_LCP_LEMKE);
    problem->size = 3;
    problem->M = NM_create(NM_DENSE, 3, 3);
    double q[3], z[3], w[3];
    problem->q = q;
    double best = 1e30;
    size_t solved = 0;
    for (int r = 0; r < rounds; r++) {
        solved = 0;
        const double start = bench_now();
        for (size_t i = 0; i < n; i++) {
            int info = 0;
            for (int k = 0; k < 3; k++) z[k] = w[k] = 0.0;
            fill(i, problem->M->matrix0, q);
            lcp_lexicolemke(problem, z, w, &info, options);
            solved += info == 0;
        }
        const double ns = 1e9 * (bench_now() - start) / (double)n;
        if (ns < best) best = ns;
    }
    problem->q = NULL;
    freeLinearComplementarityProblem(problem);
    solver_options_delete(options);
    return solved * 10 >= n * 9 ? best : -1.0;
}
