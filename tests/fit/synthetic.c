// Prints a synthetic experiment as a CSV file: one impact per line, with the body's velocities and their covariance.
//   fit_synthetic IMPACTS [LAW]
#include <stdio.h>
#include <stdlib.h>

#include "fit/synthetic.h"
#include "support/params.h"

static void print_row(const carom_fit_body *b, int group) {
    printf("%d,%.9g,%.9g,%.9g", group, b->mass, b->inertia[0][0], b->arm[0]);
    for (int i = 0; i < 6; i++) printf(",%.9g", b->u[i]);
    for (int i = 0; i < 6; i++)
        for (int j = i; j < 6; j++) printf(",%.9g", b->S[i][j]);
    putchar('\n');
}

int main(int argc, char **argv) {
    const long count = argc > 1 ? atol(argv[1]) : IMPACTS;
    const carom_law *law = carom_law_find(NULL, argc > 2 ? argv[2] : "bilinear", CAROM_ONE_CONTACT);
    carom_params p = params_plain();
    random_stream seed = random_at(18, 0);
    if (!law) return EXIT_FAILURE;
    p.e = 0.92, p.e_t = 0.2, p.mu = 0.13;
    printf("group,mass,inertia,r_n,u_n,u_t,spin,u_n_after,u_t_after,spin_after");
    for (int i = 1; i <= 6; i++)
        for (int j = i; j <= 6; j++) printf(",S%d%d", i, j);
    putchar('\n');
    for (long k = 0; k < count; k++) {
        const int puck = 1 + (int)(k % PUCKS);
        carom_strobe s = puck_strobe(puck);
        carom_fit_body body;
        double u[6];
        if (!synthetic_motion(law, &p, &s, &seed, u)) return EXIT_FAILURE;
        synthetic_pictures(&s, u, &seed, 1.0);
        s.sigma = stated_sigma();
        if (carom_strobe_body(&s, &body)) return EXIT_FAILURE;
        if (body.u[0] < 0.0)
            print_row(&body, puck);
        else
            k--;
    }
    return EXIT_SUCCESS;
}
