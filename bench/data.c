#include <stdlib.h>

#include "bench.h"
#include "bench/apply.h"

// Each column begins on a page, with a larger offset than the column before it. With equal offsets, the current lines
// of all columns would share one set of the cache.
#define PAGE 4096
#define STEP 192

int bench_cases(bench_case *cases, int most) {
    int count = 0;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        const carom_law *law = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        const carom_coefficient *stops = carom_coefficient_at(NULL, CAROM_PARAM_restitution);
        const int choices = carom_law_reads(law) & CAROM_PARAM_BIT(restitution) ? (int)stops->highest + 1 : 1;
        for (int dim = 2; dim <= 3; dim++) {
            if (!(carom_batch_describe(law).vectorised & (dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            for (int choice = 0; choice < choices && count < most; choice++)
                cases[count++] = (bench_case){law, dim, (carom_restitution)choice, 0};
        }
    }
    return count;
}

static double *column(bench_data *x, int index) {
    const size_t bytes = (x->n * sizeof(double) + PAGE - 1) / PAGE * PAGE + PAGE;
    return (double *)(void *)((char *)x->memory + (size_t)index * bytes + (size_t)index * STEP % PAGE);
}

// Returns true if this coefficient has a column in the batch of the law. mu_static equals mu, and rest_speed is 0.
static bool has_column(const carom_law *law, int param) {
    if (param == CAROM_PARAM_mu_static || param == CAROM_PARAM_rest_speed) return false;
    const carom_coefficient *row = carom_law_coefficient(law, param);
    return row && (row->kind == CAROM_REAL || row->kind == CAROM_PAIR);
}

static void columns(bench_data *x, const bench_case *one) {
    int k = 0;
    x->batch = (carom_batch_in){.dim = one->dim, .params = &x->params};
    for (int row = 0; row < one->dim; row++)
        for (int col = row; col < one->dim; col++) x->batch.W[row][col] = carom_array(x->in[k] = column(x, k)), k++;
    for (int i = 0; i < one->dim; i++) x->batch.v[i] = carom_array(x->in[k] = column(x, k)), k++;
    for (int i = 0; i < CAROM_PARAM_END; i++)
        if (has_column(one->law, i)) x->batch.param[i] = carom_array(x->in[k] = column(x, k)), k++;
    x->reads = k;
    x->writes = one->dim;
    x->answers = (carom_batch_out){0};
    for (int i = 0; i < one->dim; i++) x->answers.P[i] = carom_array_out(x->out[i] = column(x, k)), k++;
    x->mode = (uint8_t *)column(x, k);
    x->answers.mode = carom_bytes_array_out(x->mode);
}

// Generates one problem with mu between 0.01 and 1 and some slip.
static void make(bench_data *x, const bench_case *one, size_t i) {
    int column_at = 0;
    random_stream r = random_at(BENCH_SEED, i);
    carom_contact c = random_contact(&r, one->dim, 1.0);
    carom_params p = random_params(&r, one->dim);
    p.mu = random_power10(random_between(&r, -2.0, 0.0));
    for (int k = 1; k < one->dim; k++) c.v[k] = random_between(&r, -3.0, 3.0);
    // A law that is defined only for some W, such as that of a sphere, gets a suitable W.
    carom_result out;
    random_own(&r, one->law, &p);
    p.restitution = one->restitution;
    random_apply(one->law, &c, &p, &out);
    for (int row = 0; row < one->dim; row++)
        for (int col = row; col < one->dim; col++) x->in[column_at++][i] = c.W[row][col];
    for (int k = 0; k < one->dim; k++) x->in[column_at++][i] = c.v[k];
    for (int k = 0; k < CAROM_PARAM_END; k++) {
        double values[3];
        if (!has_column(one->law, k)) continue;
        carom_params_get(&p, carom_law_coefficient(one->law, k), values);
        x->in[column_at++][i] = values[0];
    }
}

bool bench_make(bench_data *x, const bench_case *one, size_t n) {
    *x = (bench_data){.n = n, .params = carom_params_default()};
    x->params.restitution = one->restitution;
    x->memory = calloc(BENCH_MOST_IN + BENCH_MOST_OUT + 1, (n * sizeof(double) / PAGE + 3) * PAGE);
    if (!x->memory) return false;
    columns(x, one);
    x->batch.memory_bytes = BENCH_THREADS * carom_batch_describe(one->law).memory[one->dim - 2];
    x->batch.memory = x->batch.memory_bytes ? malloc(x->batch.memory_bytes) : NULL;
    for (size_t i = 0; i < n && i < BENCH_DISTINCT; i++) make(x, one, i);
    for (int k = 0; k < x->reads; k++)
        for (size_t i = BENCH_DISTINCT; i < n; i++) x->in[k][i] = x->in[k][i - BENCH_DISTINCT];
    return true;
}

void bench_free(bench_data *x) {
    free(x->batch.memory);
    free(x->memory);
    x->memory = NULL;
}
