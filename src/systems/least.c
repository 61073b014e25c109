#include "systems/least.h"

#include <math.h>
#include <string.h>

#include "base/eliminate.h"
#include "systems/lemke.h"

// A pivot of C^T W C below this counts as zero; its diagonal is at most about 1. The value is the same as for the small
// systems of mode sets.
#define RANK 1e-12
// A component of a null vector below this is rounding and is set to zero. Otherwise x would seem to become negative on
// an edge that the vector does not change. Rounding of three contacts with integer data leaves 4e-15; real components
// are 1e-3 and more.
#define NOISE 1e-11

// Because of rounding, one path of Lemke's method may end on a ray while another does not.
#define ATTEMPTS 4

bool carom_least_carve(carom_least *l, int nc, carom_arena *a) {
    const size_t most = 2 * (size_t)nc;
    *l = (carom_least){.nc = nc};
    l->contact = CAROM_TAKE(a, most, int);
    l->edge = CAROM_TAKE(a, 2 * most, double);
    l->weight = CAROM_TAKE(a, nc, double);
    l->x = CAROM_TAKE(a, most, double);
    l->null = CAROM_TAKE(a, most * most, double);
    l->gram = CAROM_TAKE(a, most * most, double);
    l->q = CAROM_TAKE(a, most, double);
    l->z = CAROM_TAKE(a, most, double);
    l->cover = CAROM_TAKE(a, most, double);
    l->column = CAROM_TAKE(a, most, int);
    l->lemke_bytes = carom_lemke_memory(2 * nc);
    l->lemke = carom_arena_take(a, 1, l->lemke_bytes);
    return !carom_arena_short(a);
}

// Adds one edge of contact i: P_t = slope P_n.
static void add_edge(carom_least *l, int i, double slope, double x) {
    const double length = sqrt(l->weight[i]) * (fabs(slope) > 1.0 ? fabs(slope) : 1.0);
    l->contact[l->edges] = i;
    l->edge[2 * l->edges] = 1.0 / length;
    l->edge[2 * l->edges + 1] = slope / length;
    l->x[l->edges++] = x > 0.0 ? x * length : 0.0;
}

static void list_edges(carom_least *l, const carom_cones *p, const double *P, const double *y) {
    l->edges = 0;
    for (int i = 0; i < p->nc; i++) {
        const double mu = p->cone[i].hi.slope, Pn = P[2 * i], Pt = P[2 * i + 1], W = carom_contact_W(p, i);
        l->weight[i] = W > 0.0 ? W : 1.0;
        if (y[2 * i] > 0.0) continue;
        if (!(mu > 0.0)) {
            add_edge(l, i, 0.0, Pn);
        } else if (y[2 * i + 1] != 0.0) {
            add_edge(l, i, y[2 * i + 1] > 0.0 ? -mu : mu, Pn);
        } else {
            add_edge(l, i, mu, 0.5 * (Pn + Pt / mu));
            add_edge(l, i, -mu, 0.5 * (Pn - Pt / mu));
        }
    }
}

// Computes C^T W C.
static void fill_gram(carom_least *l, const carom_cones *p) {
    const size_t k = (size_t)l->edges, n = 2 * (size_t)p->nc;
    for (size_t r = 0; r < k; r++)
        for (size_t c = 0; c <= r; c++) {
            const double *W = p->W + 2 * (size_t)l->contact[r] * n + 2 * (size_t)l->contact[c];
            const double *a = l->edge + 2 * r, *b = l->edge + 2 * c;
            l->gram[r * k + c] = l->gram[c * k + r] =
                a[0] * (W[0] * b[0] + W[1] * b[1]) + a[1] * (W[n] * b[0] + W[n + 1] * b[1]);
        }
}

// Returns the product of two impulses. Edges of one contact are not perpendicular; those of different contacts are.
static double product(const carom_least *l, const double *a, const double *b, size_t stride) {
    double sum = 0.0;
    for (int i = 0; i < l->edges;) {
        double Pa[2] = {0.0, 0.0}, Pb[2] = {0.0, 0.0};
        const int contact = l->contact[i];
        for (; i < l->edges && l->contact[i] == contact; i++)
            for (int t = 0; t < 2; t++) {
                Pa[t] += l->edge[2 * i + t] * a[(size_t)i * stride];
                Pb[t] += l->edge[2 * i + t] * b[(size_t)i * stride];
            }
        sum += l->weight[contact] * (Pa[0] * Pb[0] + Pa[1] * Pb[1]);
    }
    return sum;
}

// Computes an orthonormal basis of W C x = 0 by applying Gram-Schmidt twice.
static void fill_null(carom_least *l, size_t rank) {
    const size_t k = (size_t)l->edges, d = k - rank;
    l->dimension = (int)d;
    for (size_t f = 0; f < d; f++) {
        double *z = l->null + f;
        for (size_t i = 0; i < k; i++)
            z[(size_t)l->column[i] * k] = i < rank ? -l->gram[i * k + rank + f] : i == rank + f;
        for (int twice = 0; twice < 2; twice++)
            for (size_t g = 0; g < f; g++) {
                const double along = product(l, l->null + g, z, k);
                for (size_t i = 0; i < k; i++) z[i * k] -= along * l->null[i * k + g];
            }
        const double length = sqrt(product(l, z, z, k));
        for (size_t i = 0; i < k; i++) z[i * k] = fabs(z[i * k]) <= NOISE * length ? 0.0 : z[i * k] / length;
    }
}

bool carom_least_open(carom_least *l, const carom_cones *p, const double *P, const double *y) {
    list_edges(l, p, P, y);
    l->dimension = 0;
    if (!l->edges) return false;
    fill_gram(l, p);
    const size_t k = (size_t)l->edges;
    const size_t rank = carom_eliminate(CAROM_PIVOT_OF_DIAGONAL, k, k, l->gram, RANK, l->column);
    if (rank == k) return false;
    carom_substitute(rank, k, l->gram);
    fill_null(l, rank);
    return true;
}

// Finds the nearest point. Let N be an orthonormal basis of the null space. The point x = x0 + N c nearest to x_t has c
// = N^T (x_t - x0) + N^T lambda, where
//   0 <= lambda  perp  x = x0 + N N^T (x_t - x0) + N N^T lambda >= 0
bool carom_least_near(carom_least *l, const double *toward, double *P) {
    const size_t k = (size_t)l->edges, d = (size_t)l->dimension;
    int unused;
    for (size_t i = 0; i < k; i++) l->z[i] = (toward ? toward[i] : 0.0) - l->x[i];
    memcpy(l->q, l->x, k * sizeof *l->q);
    for (size_t f = 0; f < d; f++) {
        double c = 0.0;
        // product() has one stride for both arguments, so the column is copied to a row.
        for (size_t i = 0; i < k; i++) l->gram[i] = l->null[i * k + f];
        c = product(l, l->gram, l->z, 1);
        for (size_t i = 0; i < k; i++) l->q[i] += c * l->gram[i];
    }
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0.0;
            for (size_t f = 0; f < d; f++) sum += l->null[i * k + f] * l->null[j * k + f];
            l->gram[i * k + j] = l->gram[j * k + i] = sum;
        }
    bool found = false;
    for (int attempt = 0; attempt < ATTEMPTS && !found; attempt++)
        found = carom_lemke_along(l->edges, l->gram, l->q, carom_lemke_cover(l->edges, attempt, l->cover), l->z,
                                  l->lemke, l->lemke_bytes, &unused) == CAROM_OK;
    if (!found) return false;
    for (size_t i = 0; i < k; i++) {
        double x = l->q[i];
        for (size_t j = 0; j < k; j++) x += l->gram[i * k + j] * l->z[j];
        l->q[i] = x;
    }
    for (size_t i = 0; i < k; i++) l->x[i] = l->q[i] > 0.0 ? l->q[i] : 0.0;
    for (int i = 0; i < 2 * l->nc; i++) P[i] = 0.0;
    for (size_t i = 0; i < k; i++)
        for (int t = 0; t < 2; t++) P[2 * l->contact[i] + t] += l->edge[2 * i + (size_t)t] * l->x[i];
    return true;
}
