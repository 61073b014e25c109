// Fuzzes several contacts with every method of the core. The checks are v' = v + W P, the guarantees of the method, and
// the same problem with another unit of speed.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "support/law_count.h"
#include "support/laws.h"
#include "support/params.h"

enum { MOST = 4, SIZE = 3 * MOST, FREEDOMS = 6 };

const double fuzz_floor = 0.1;

typedef struct system_of {
    const carom_law *method;
    carom_system s;
    carom_system_params p;
    carom_params contact[MOST];
    double W[SIZE * SIZE], v[SIZE];
} system_of;

static _Noreturn void wrong(const system_of *x, const char *what) {
    const int n = x->s.nc * x->s.dim;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) fprintf(stderr, " %.17g", x->W[i * n + j]);
        fprintf(stderr, "   v %.17g\n", x->v[i]);
    }
    for (int i = 0; i < x->s.nc; i++)
        fprintf(stderr, "  mu %.17g e %.17g e_n %.17g e_t %.17g nu %.17g\n", x->contact[i].mu, x->contact[i].e,
                x->contact[i].e, x->contact[i].e_t, x->contact[i].nu);
    fuzz_wrong("impact, %s, %d contacts: %s", x->method->name, x->s.nc, what);
}

// Makes W = R R^T with few degrees of freedom, so that contacts often depend on each other.
static void make(system_of *x, fuzz_bytes *b) {
    static const carom_law *const singles[] = {&carom_law_routh, &carom_law_frictionless, &carom_law_whittaker};
    x->method = carom_law_at(NULL, fuzz_below(b, law_count(CAROM_SYSTEMS)), CAROM_SYSTEMS);
    const int dim = !(x->method->solves & CAROM_SYSTEM_3D) ? 2 : 2 + fuzz_below(b, 2);
    const int nc = 1 + fuzz_below(b, MOST), n = nc * dim, freedoms = 1 + fuzz_below(b, FREEDOMS), kind = fuzz_byte(b);
    double R[SIZE][FREEDOMS];
    x->s = (carom_system){.nc = nc, .dim = dim, .W = x->W, .v = x->v};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < freedoms; k++) R[i][k] = kind & 1 ? fuzz_below(b, 5) - 2 : (fuzz_byte(b) - 128) / 64.0;
    for (int i = 0; i < n; i++) {
        x->v[i] = kind & 2 ? fuzz_below(b, 9) - 4 : fuzz_number(b);
        for (int j = 0; j < n; j++) {
            x->W[i * n + j] = 0.0;
            for (int k = 0; k < freedoms; k++) x->W[i * n + j] += R[i][k] * R[j][k];
        }
    }
    for (int i = 0; i < nc; i++) {
        x->contact[i] = params_plain();
        x->contact[i].mu = kind & 4 ? 0.0 : fuzz_byte(b) / 64.0;
        x->contact[i].e = fuzz_share(b);
        x->contact[i].e_t = kind & 8 ? 0.0 : fuzz_share(b);
        x->contact[i].nu = kind & 16 ? 0.0 : fuzz_share(b);
    }
    x->p = carom_system_params_default(x->contact);
    x->p.striking = fuzz_below(b, nc);
    x->p.single = singles[fuzz_below(b, 3)];
    x->p.max_strikes = 1000; // instead of 40,000: a call that never converges ends 40 times sooner
    if (kind & 32) x->p.solver = CAROM_SOLVER_LEMKE;
}

static carom_status solve(const system_of *x, void *memory, size_t bytes, carom_system_result *out) {
    return carom_system_solve(x->method, &x->s, &x->p, memory, bytes, out);
}

static void numbers(const system_of *x, const carom_system_result *out, bool fine) {
    const int n = x->s.nc * x->s.dim;
    for (int i = 0; i < n; i++) {
        double v = x->v[i], size = fabs(v);
        if (fine != isfinite(out->P[i]) || fine != isfinite(out->v[i]))
            wrong(x, "numbers without an answer, or none with");
        for (int j = 0; j < n; j++) {
            v += x->W[i * n + j] * out->P[j];
            size += fabs(x->W[i * n + j] * out->P[j]);
        }
        if (fine && isfinite(size) && !(fabs(v - out->v[i]) <= 1e-12 * size + 1e-300)) wrong(x, "v' is not v + W P");
    }
}

static void promises(const system_of *x, const carom_system_result *out) {
    const unsigned made = carom_system_guarantees(x->method, &x->s, &x->p);
    if (made & CAROM_GUARANTEE_DISSIPATIVE && out->violations & CAROM_VIOLATION_ENERGY) wrong(x, "makes energy");
    if (made & CAROM_GUARANTEE_COULOMB && out->violations & (CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL))
        wrong(x, "leaves the cone");
    if (made & CAROM_GUARANTEE_NONPENETRATING && out->violations & CAROM_VIOLATION_PENETRATION)
        wrong(x, "still approaches");
}

// Returns true if the contacts do not depend on each other. Otherwise guarantees do not apply.
static bool regular(const system_of *x) {
    const int n = x->s.nc * x->s.dim;
    double L[SIZE][SIZE];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = x->W[i * n + j];
            for (int k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
            if (i == j && !(sum > 1e-6 * x->W[i * n + i])) return false;
            L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
        }
    return true;
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    static system_of x, fast;
    fuzz_bytes b = {bytes, bytes + size};
    carom_system_result out;
    make(&x, &b);
    const size_t room = carom_system_memory_size(x.method, &x.s, &x.p);
    if (!room || room > (size_t)64 << 20) return false;
    void *memory = malloc(room), *other = malloc(room);
    if (!memory || !other) exit(2);
    const carom_status status = solve(&x, memory, room, &out);
    const bool fine = carom_status_classify(status) == CAROM_CLASS_OK;
    if (carom_status_classify(status) != CAROM_CLASS_BAD_INPUT) numbers(&x, &out, fine);
    bool tame = status == CAROM_OK;
    for (int i = 0; i < x.s.nc * x.s.dim; i++)
        tame = tame && (x.v[i] == 0.0 || (fabs(x.v[i]) > 1e-9 && fabs(x.v[i]) < 1e9));
    if (tame && regular(&x)) promises(&x, &out);
    // With 16 times the speeds the impulses have the same digits with another exponent.
    if (tame && carom_system_guarantees(x.method, &x.s, &x.p) & CAROM_GUARANTEE_HOMOGENEOUS) {
        carom_system_result scaled;
        fast = x;
        fast.s.W = fast.W;
        fast.s.v = fast.v;
        fast.p.contacts = fast.contact;
        double wanted[SIZE];
        for (int i = 0; i < x.s.nc * x.s.dim; i++) {
            fast.v[i] = 16.0 * x.v[i];
            wanted[i] = 16.0 * out.P[i];
        }
        if (solve(&fast, other, room, &scaled) != status) wrong(&x, "another status at another speed");
        if (!(fuzz_distance(x.s.nc * x.s.dim, scaled.P, wanted) <= 1e-9)) wrong(&x, "not homogeneous in speed");
    }
    free(memory);
    free(other);
    return status == CAROM_OK;
}
