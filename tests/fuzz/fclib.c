// Fuzzes FCLIB files. The file is a valid local problem in which some parts are modified. If it can be read, the
// problem is solved.
#include "cli/fclib/fclib.h"
#include "carom/systems.h"
#include "support/params.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forge.h"
#include "support/laws.h"

const double fuzz_floor = 0.05;

// Two contacts in 2D, with W as triplets, compressed columns or compressed rows.
static const int two = 2, four = 4, eight = 8, minus[3] = {8, -1, -2};
static const int rows[] = {0, 0, 1, 1, 2, 2, 3, 3}, columns[] = {0, 1, 0, 1, 2, 3, 2, 3}, ends[] = {0, 2, 4, 6, 8};
static const double x[] = {2.5, -1.5, -1.5, 2.5, 1, 0, 0, 3}, q[] = {-1, 0.6, -1, 0}, mu[] = {0.5, 0.3};

#define IN_W "/fclib_local/W/"
static int table(forge_item *t, int kind) {
    int n = 0;
    t[n++] = (forge_item){"/fclib_local/spacedim", false, 1, {1}, &two};
    t[n++] = (forge_item){IN_W "m", false, 1, {1}, &four};
    t[n++] = (forge_item){IN_W "n", false, 1, {1}, &four};
    t[n++] = (forge_item){IN_W "nz", false, 1, {1}, &minus[kind]};
    t[n++] = (forge_item){IN_W "nzmax", false, 1, {1}, &eight};
    t[n++] = kind ? (forge_item){IN_W "p", false, 1, {5}, ends} : (forge_item){IN_W "p", false, 1, {8}, rows};
    t[n++] = (forge_item){IN_W "i", false, 1, {8}, columns};
    t[n++] = (forge_item){IN_W "x", true, 1, {8}, x};
    t[n++] = (forge_item){"/fclib_local/vectors/q", true, 1, {4}, q};
    t[n++] = (forge_item){"/fclib_local/vectors/mu", true, 1, {2}, mu};
    return n;
}

static void ask(const carom_fclib *p) {
    carom_params contact[8];
    carom_system_result out;
    if (p->nc > 8) return;
    for (int i = 0; i < p->nc; i++) {
        contact[i] = params_plain();
        contact[i].mu = p->mu[i];
    }
    const carom_system s = {.nc = p->nc, .dim = p->dim, .W = p->W, .v = p->q};
    const carom_system_params params = carom_system_params_default(contact);
    const size_t bytes = carom_system_memory_size(&carom_law_glocker, &s, &params);
    void *memory = malloc(bytes + 1);
    if (!memory) exit(2);
    if (bytes) carom_system_solve(&carom_law_glocker, &s, &params, memory, bytes, &out);
    free(memory);
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    fuzz_bytes b = {bytes, bytes + size};
    forge_item items[16];
    char why[256] = "";
    carom_fclib problem;
    size_t length;
    const int count = table(items, fuzz_below(&b, 3));
    uint8_t *image = forge_file(&b, items, count, &length);
    const carom_status status = carom_fclib_read(fuzz_file(image, length), &problem, why, sizeof why);
    free(image);
    if (status != CAROM_OK) fuzz_refused("an FCLIB file", why);
    if (status == CAROM_OK) ask(&problem);
    carom_fclib_free(&problem);
    return status == CAROM_OK;
}
