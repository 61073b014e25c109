// Tests FCLIB files: what is written is read back bit for bit, and invalid files are rejected.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/carom.h"
#include "cli/fclib/fclib.h"
#include "spheres.h"

static int failures;

static void check(bool right, const char *what) {
    printf("%s %s\n", right ? "right" : "WRONG", what);
    failures += !right;
}

int main(void) {
    char path[] = "/tmp/carom-fclib-XXXXXX";
    const int descriptor = mkstemp(path);
    if (descriptor >= 0) close(descriptor);
    carom_fclib back;
    check(carom_fclib_read(path, &back, NULL, 0) == CAROM_CANNOT_READ, "an empty file is no problem");
    unlink(path);
    check(carom_fclib_read(path, &back, NULL, 0) == CAROM_CANNOT_READ, "a missing file is no problem");

    space_system *x = malloc(sizeof *x);
    space_row(x, 4);
    double mu[4] = {0.1, 0.2, 0.3, 0.4}, P[12] = {0.0};
    const carom_fclib problem = {.nc = 4, .dim = 3, .W = x->W, .q = x->v, .mu = mu};
    check(carom_fclib_write(path, &problem, "four spheres", P, NULL, 0) == CAROM_OK, "a problem is written");
    check(carom_fclib_write(path, &problem, "again", NULL, NULL, 0) == CAROM_FILE_EXISTS, "it is not overwritten");
    check(carom_fclib_read(path, &back, NULL, 0) == CAROM_OK, "it is read");
    check(back.nc == 4 && back.dim == 3 && !memcmp(back.W, x->W, 144 * sizeof(double)) &&
              !memcmp(back.q, x->v, 12 * sizeof(double)) && !memcmp(back.mu, mu, sizeof mu),
          "every number is the same");
    carom_fclib_free(&back);
    const carom_fclib none = {.nc = 4, .dim = 5, .W = x->W, .q = x->v, .mu = mu};
    check(carom_fclib_write(path, &none, NULL, NULL, NULL, 0) == CAROM_BAD_VALUE, "five dimensions are refused");
    check(carom_fclib_write("/no/such/folder/x", &problem, NULL, NULL, NULL, 0) == CAROM_CANNOT_WRITE,
          "a missing folder is refused");
    unlink(path);
    free(x);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
