#include "batch/item.h"

carom_contact carom_batch_contact(const carom_batch_in *in, size_t i) {
    carom_contact c = {.dim = in->dim};
    for (int row = 0; row < in->dim; row++) {
        c.v[row] = carom_column_at(in->v[row], i);
        for (int column = row; column < in->dim; column++)
            c.W[row][column] = c.W[column][row] = carom_column_at(in->W[row][column], i);
    }
    return c;
}

carom_status carom_batch_params(const carom_law *law, const carom_batch_in *in, size_t i, carom_params *p) {
    *p = *carom_params_of(in, i);
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        const carom_coefficient *row = in->param[k].first ? carom_law_coefficient(law, k) : NULL;
        if (!row) continue;
        const double x = carom_column_at(in->param[k], i);
        const carom_status status = carom_params_set(p, row, &x, 1);
        if (status != CAROM_OK) return status;
    }
    return CAROM_OK;
}

void carom_batch_put(int dim, const carom_batch_out *out, size_t i, carom_status status, const carom_result *x) {
    for (int k = 0; k < dim; k++) {
        carom_column_put(out->P[k], i, x->P[k]);
        carom_column_put(out->v[k], i, x->v[k]);
    }
    carom_column_put(out->dE, i, x->dE);
    carom_bytes_put(out->mode, i, (unsigned)x->mode);
    carom_bytes_put(out->violations, i, x->violations);
    carom_bytes_put(out->status, i, (unsigned)(status == CAROM_OK ? x->status : status));
}

void carom_batch_item(const carom_law *law, const carom_batch_in *in, const carom_batch_out *out, size_t i) {
    const carom_contact c = carom_batch_contact(in, i);
    carom_params p;
    carom_result x;
    const carom_status status = carom_batch_params(law, in, i, &p);
    // An invalid item is not solved, but its result is filled like that of any rejected problem.
    carom_collide(law, status == CAROM_OK ? &c : NULL, &p, &x);
    carom_batch_put(in->dim, out, i, status, &x);
}
