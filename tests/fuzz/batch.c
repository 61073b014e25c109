// Fuzzes batches of an array of structs. Each item must have the result of carom_collide, bit for bit, for any
// neighbours and any division into parts. `routh` in 3D may differ by 1e-9 and is compared only for ordinary problems.
#include <math.h>
#include <string.h>

#include "fuzz.h"
#include "support/items.h"

enum { MOST = 40, PARTS = 3 };

const double fuzz_floor = 0.2;

static void solve(const carom_law *law, size_t n, item *x, size_t parts) {
    carom_batch_in in = {.params = &x->p, .params_stride = sizeof *x};
    carom_batch_out out = {.dE = {NULL, 0}};
    items_as_columns(x, x->c.dim, &in, &out);
    for (size_t k = 0; k < parts; k++)
        if (carom_collide_batch_part(law, n, &in, &out, k, parts) != CAROM_OK)
            fuzz_wrong("batch of %s refused", law->name);
}

static bool same_bits(int dim, const double *a, const double *b) {
    for (int i = 0; i < dim; i++)
        if (!(isnan(a[i]) && isnan(b[i])) && memcmp(&a[i], &b[i], sizeof *a)) return false;
    return true;
}

// Returns true if an item may be compared with carom_collide. If batches follow the path in a different way, only an
// ordinary problem is compared. Numbers near the limits of double lose digits where carom_collide scales them and a
// batch does not.
static bool comparable(const item *x, bool exact) {
    return fuzz_is_tame(&x->c) && fuzz_speeds_alike(&x->c, 1e30) && (exact || fuzz_condition(&x->c) <= 1e3);
}

static bool check(const carom_law *law, const item *x, const item *split, bool exact) {
    const fuzz_question q = {law, x->c, x->p};
    carom_result out;
    const int dim = x->c.dim;
    carom_collide(law, &x->c, &x->p, &out);
    if (!same_bits(dim, x->P, split->P) || x->status != split->status) {
        fuzz_print(&q);
        fuzz_wrong("batch of %s: another answer in %d parts", law->name, PARTS);
    }
    if (!comparable(x, exact)) return false;
    const bool same = exact
                          ? same_bits(dim, x->P, out.P) && same_bits(dim, x->v, out.v) && same_bits(1, &x->dE, &out.dE)
                          : out.status != CAROM_OK || fuzz_distance(dim, x->P, out.P) <= 1e-9;
    if (!same || x->status != (uint8_t)out.status ||
        (exact && (x->mode != (uint8_t)out.mode || x->broken != (uint8_t)out.violations))) {
        fuzz_print(&q);
        fuzz_wrong("batch of %s: %s alone, %s in the batch, P %.17g and %.17g", law->name,
                   carom_status_name(out.status), carom_status_name((carom_status)x->status), out.P[0], x->P[0]);
    }
    return out.status == CAROM_OK;
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    static item whole[MOST], split[MOST];
    fuzz_bytes b = {bytes, bytes + size};
    const carom_law *law = fuzz_law(&b);
    const int dim = fuzz_dim(&b, law), n = 1 + fuzz_below(&b, MOST);
    // All other vectorised laws are closed forms, so only `routh` in 3D may differ from carom_collide in its bits.
    const bool exact = law->closed_form & (dim == 2 ? CAROM_2D : CAROM_3D) ||
                       !(carom_batch_describe(law).vectorised & (dim == 2 ? CAROM_2D : CAROM_3D));
    int answered = 0;
    for (int i = 0; i < n; i++) {
        // After the end of the bytes the items repeat with another speed.
        const bool more = b.at < b.end || i == 0;
        whole[i] = (item){.c = more ? fuzz_contact(&b, dim) : whole[i - 1].c};
        whole[i].p = more ? fuzz_params(&b, law) : whole[i - 1].p;
        if (!more) whole[i].c.v[dim - 1] *= 1.25;
        // A batch reads only the upper triangle of W.
        split[i] = whole[i];
    }
    solve(law, (size_t)n, whole, 1);
    solve(law, (size_t)n, split, PARTS);
    for (int i = 0; i < n; i++) answered += check(law, &whole[i], &split[i], exact);
    return answered > 0;
}
