// Solves contacts by the C library, so that the tests of the Python package can compare the bits. Reads each contact as
// raw doubles, the rows of W and then v, and writes P, v' and dE as raw doubles.
// Usage: bits LAW DIM [NAME=VALUE...] < contacts > answers
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "support/params.h"

static int give(const carom_law *law, carom_params *params, char *argument) {
    char *equals = strchr(argument, '=');
    if (!equals) return 0;
    *equals = 0;
    const int choice = carom_choice_of(carom_law_find_coefficient(law, argument), equals + 1);
    const double value = choice >= 0 ? (double)choice : strtod(equals + 1, NULL);
    return carom_params_set_by_name(law, params, argument, &value, 1) == CAROM_OK;
}

int main(int argc, char **argv) {
    const carom_law *law = argc > 2 ? carom_law_find(NULL, argv[1], CAROM_ONE_CONTACT) : NULL;
    const size_t dim = argc > 2 ? (size_t)atoi(argv[2]) : 0;
    carom_params params = params_plain();
    if (!law || dim < 2 || dim > 3) return EXIT_FAILURE;
    for (int i = 3; i < argc; i++)
        if (!give(law, &params, argv[i])) return EXIT_FAILURE;
    double row[12];
    while (fread(row, sizeof *row, dim * dim + dim, stdin) == dim * dim + dim) {
        carom_contact contact = {.dim = (int)dim};
        carom_result out;
        for (size_t i = 0; i < dim; i++) memcpy(contact.W[i], row + dim * i, dim * sizeof *row);
        memcpy(contact.v, row + dim * dim, dim * sizeof *row);
        carom_collide(law, &contact, &params, &out);
        fwrite(out.P, sizeof *row, dim, stdout);
        fwrite(out.v, sizeof *row, dim, stdout);
        fwrite(&out.dE, sizeof *row, 1, stdout);
    }
    return EXIT_SUCCESS;
}
