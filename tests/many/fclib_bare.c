// Runs the FCLIB library in a process of its own. It reads files that carom wrote and writes files that carom reads.
//   fclib_bare write FILE triplets|columns|rows    writes a 2D problem of two contacts
//   fclib_bare read FILE                           prints spacedim, W row by row, q, mu, and r of the solution
#include <fclib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4, NC = 2 };

static double W[N][N] = {{2, 0.1, 0.5, 0}, {0.1, 2, 0, 0.5}, {0.5, 0, 2, 0}, {0, 0.5, 0, 2}};
static double q[N] = {-1, 0.2, -0.5, 0.1}, mu[NC] = {0.3, 0.2};

// W is symmetric, so its compressed columns and its compressed rows are the same arrays.
static int write_problem(const char *path, const char *form) {
    int p[N * N + 1], i[N * N], count = 0;
    double x[N * N];
    const int triplets = !strcmp(form, "triplets");
    for (int row = 0; row < N; row++) {
        if (!triplets) p[row] = count;
        for (int column = 0; column < N; column++) {
            if (W[row][column] == 0) continue;
            if (triplets) p[count] = row;
            i[count] = column;
            x[count++] = W[row][column];
        }
    }
    if (!triplets) p[N] = count;
    struct fclib_matrix A = {.nzmax = count, .m = N, .n = N, .p = p, .i = i, .x = x};
    A.nz = triplets ? count : !strcmp(form, "columns") ? -1 : -2;
    char words[] = "two contacts";
    struct fclib_info info = {.title = words, .description = words, .math_info = words};
    struct fclib_local problem = {.W = &A, .mu = mu, .q = q, .spacedim = 2, .info = &info};
    return fclib_write_local(&problem, path) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int read_problem(const char *path) {
    struct fclib_local *problem = fclib_read_local(path);
    if (!problem || !problem->W || problem->W->nz < 0) return EXIT_FAILURE;
    struct fclib_solution *solution = fclib_read_solution(path);
    const int n = problem->W->n;
    double *dense = calloc((size_t)(n * n), sizeof *dense);
    if (!dense) return EXIT_FAILURE;
    for (int k = 0; k < problem->W->nz; k++) dense[problem->W->p[k] * n + problem->W->i[k]] += problem->W->x[k];
    printf("%d %s\n", problem->spacedim, problem->info->title);
    for (int k = 0; k < n * n; k++) printf("%.17g%c", dense[k], k % n == n - 1 ? '\n' : ' ');
    for (int k = 0; k < n; k++) printf("%.17g ", problem->q[k]);
    for (int k = 0; k < n / problem->spacedim; k++) printf("%.17g ", problem->mu[k]);
    for (int k = 0; k < n && solution && solution->r; k++) printf("%.17g ", solution->r[k]);
    putchar('\n');
    free(dense);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    if (argc == 4 && !strcmp(argv[1], "write")) return write_problem(argv[2], argv[3]);
    return argc == 3 && !strcmp(argv[1], "read") ? read_problem(argv[2]) : EXIT_FAILURE;
}
