// Tests every method of the core on systems at limits (edge_systems.h). Results obey v' = v + W P and the energy
// balance, and agree with carom_system_check. They are the same in a batch, with derivatives, and at another speed or
// mass. The stated memory is sufficient, and nothing is written beyond it.
// Usage: edges [COUNT]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "carom/derivatives.h"
#include "many/edge_systems.h"
#include "support/floor.h"
#include "support/law_count.h"
#include "support/laws.h"

enum { MOST = 4, GUARD = 64 };

static long wrong, smooth, refused;
static double worst_euler;

static void tell(const carom_law *method, uint64_t i, const char *what, double by) {
    if (wrong++ < 20) printf("FAIL %s, system %llu: %s, by %g\n", method->name, (unsigned long long)i, what, by);
}

// Returns memory with a guard behind it. Each use has a memory of its own, because results point into it.
static unsigned char *memory_of(int use, size_t bytes) {
    static unsigned char *taken[4];
    free(taken[use]);
    taken[use] = malloc(bytes + GUARD);
    if (!taken[use]) exit(3);
    memset(taken[use], 0x7f, bytes + GUARD);
    return taken[use];
}

static bool guarded(const unsigned char *memory, size_t bytes) {
    for (size_t k = bytes; k < bytes + GUARD; k++)
        if (memory[k] != 0x7f) return false;
    return true;
}

static bool is_fine(carom_status status) {
    return carom_status_classify(status) == CAROM_CLASS_OK;
}

static carom_status solve(int use, const carom_law *method, const edge_system *p, carom_system_result *out) {
    const size_t bytes = carom_system_memory_size(method, &p->x.s, &p->all);
    unsigned char *memory = memory_of(use, bytes);
    const carom_status status = carom_system_solve(method, &p->x.s, &p->all, memory, bytes, out);
    if (!guarded(memory, bytes)) tell(method, 0, "more memory is written than it states", 0);
    return status;
}

// Returns whether products of W and v neither overflow nor vanish.
static bool is_tame(const edge_system *p) {
    const int n = 2 * p->x.s.nc;
    for (int k = 0; k < n * n + n; k++) {
        const double x = fabs(k < n * n ? p->x.W[k] : p->x.v[k - n * n]);
        if (x != 0.0 && !(x > 1e-60 && x < 1e60)) return false;
    }
    return true;
}

static void ask_numbers(const carom_law *method, uint64_t i, const edge_system *p, const carom_system_result *out) {
    const int n = 2 * p->x.s.nc;
    double dE = 0.0, work = 0.0, terms = 0.0, mu[MOST_CONTACTS], v[2 * MOST_CONTACTS];
    for (int a = 0; a < n; a++) {
        double sum = p->x.v[a], size = fabs(sum);
        for (int b = 0; b < n; b++) {
            sum += p->x.W[a * n + b] * out->P[b];
            size += fabs(p->x.W[a * n + b] * out->P[b]);
        }
        if (!(fabs(out->v[a] - sum) <= 1e-12 * size))
            tell(method, i, "v' is not v + W P", fabs(out->v[a] - sum) / size);
        dE += 0.5 * out->P[a] * (p->x.v[a] + out->v[a]);
        terms += fabs(out->P[a]) * size;
    }
    for (int k = 0; k < p->x.s.nc; k++) {
        work += out->work[k];
        mu[k] = p->x.contact[k].mu_static >= 0.0 ? p->x.contact[k].mu_static : p->x.contact[k].mu;
    }
    if (!(fabs(out->dE - dE) <= 1e-12 * terms)) tell(method, i, "its energy", out->dE - dE);
    if (!(fabs(out->dE - work) <= 1e-12 * terms)) tell(method, i, "the work of its contacts", out->dE - work);
    for (int k = 0; k < p->x.s.nc; k++)
        if (!(mu[k] >= 0.0)) return; // a single law without friction does not read mu
    carom_verdict verdict;
    if (carom_system_check(&p->x.s, mu, out->P, v, &verdict) != CAROM_OK) tell(method, i, "no verdict", 0);
    // The check of a method allows for the limited accuracy of an iteration, and never for less than
    // carom_system_check.
    const unsigned judged = CAROM_VIOLATION_ENERGY | CAROM_VIOLATION_PULL | CAROM_VIOLATION_PENETRATION;
    if (out->violations & judged & ~verdict.violations)
        tell(method, i, "a breach that the judge does not see", out->violations);
    for (int a = 0; a < n; a++)
        if (v[a] != out->v[a]) tell(method, i, "another velocity of the judge", v[a] - out->v[a]);
}

// Scales speed or mass by a power of two, which changes exponents only.
static void ask_units(const carom_law *method, uint64_t i, const edge_system *p, const carom_system_result *out) {
    static edge_system q;
    carom_system_result other;
    const int n = 2 * p->x.s.nc;
    if (!(carom_system_guarantees(method, &p->x.s, &p->all) & CAROM_GUARANTEE_HOMOGENEOUS)) return;
    for (int mass = 0; mass < 2; mass++) {
        q = *p;
        q.x.s.W = q.x.W, q.x.s.v = q.x.v, q.all.contacts = q.x.contact;
        if (p->all.gap) q.all.gap = q.gap;
        for (int k = 0; k < n * n && mass; k++) q.x.W[k] *= 0.0625;
        for (int k = 0; k < n && !mass; k++) q.x.v[k] *= 16.0;
        const carom_status status = solve(1, method, &q, &other);
        double off = 0.0, size = 0.0;
        if (status == CAROM_NOT_PSD) continue; // near the limit of accepted matrices
        if (status != out->status)
            tell(method, i, mass ? "another status at another mass" : "another status at another speed", status);
        for (int k = 0; k < n && status == out->status; k++) {
            off += fabs(other.P[k] - 16.0 * out->P[k]);
            size += fabs(16.0 * out->P[k]);
        }
        if (!(off <= 1e-9 * size))
            tell(method, i, mass ? "not homogeneous in mass" : "not homogeneous in speed", off / size);
    }
}

static void ask_batch(const carom_law *method, uint64_t i, const edge_system *p, const carom_system_result *out) {
    const int nc = p->x.s.nc, n = 2 * nc;
    double P[4 * MOST_CONTACTS], v[4 * MOST_CONTACTS], dE[2];
    uint8_t mode[2 * MOST_CONTACTS], broken[2], status[2];
    carom_system_batch_in in = {.system = p->x.s, .params = p->all};
    const carom_system_batch_out to = {P, v, dE, mode, broken, status};
    in.memory_bytes = carom_system_batch_memory_size(method, &in);
    in.memory = memory_of(2, in.memory_bytes);
    if (carom_system_solve_batch(method, 2, &in, &to) != CAROM_OK) {
        tell(method, i, "no batch", 0);
        return;
    }
    if (!guarded(in.memory, in.memory_bytes)) tell(method, i, "a batch writes more memory than it states", 0);
    if (status[1] != (uint8_t)out->status || broken[1] != (uint8_t)out->violations)
        tell(method, i, "another status in a batch", status[1]);
    if (memcmp(P + n, out->P, (size_t)n * sizeof *P) || memcmp(v + n, out->v, (size_t)n * sizeof *v) ||
        dE[1] != out->dE)
        tell(method, i, "other numbers in a batch", 0);
    for (int k = 0; k < nc; k++)
        if (mode[nc + k] != (uint8_t)out->mode[k]) tell(method, i, "another mode in a batch", k);
}

// Checks the derivatives by Euler's identities: P is proportional to v and inversely proportional to W.
static void ask_slopes(const carom_law *method, uint64_t i, const edge_system *p, const carom_system_result *out) {
    const int n = 2 * p->x.s.nc;
    carom_system_result same;
    carom_system_jacobian jac;
    const size_t bytes = carom_system_jacobian_memory_size(method, &p->x.s, &p->all);
    if (!bytes) return; // the method has no derivatives
    unsigned char *memory = memory_of(3, bytes);
    const carom_status status = carom_system_solve_jacobian(method, &p->x.s, &p->all, memory, bytes, &same, &jac);
    if (!guarded(memory, bytes)) tell(method, i, "derivatives write more memory than they state", 0);
    if (status == CAROM_NO_DERIVATIVE) return;
    if (status != out->status || memcmp(same.P, out->P, (size_t)n * sizeof *out->P))
        tell(method, i, "another answer beside its derivatives", status);
    if (status != CAROM_OK || jac.smooth >= CAROM_DIRECTIONAL || jac.undefined || !(jac.margin > 1e-4)) return;
    if (!(carom_system_guarantees(method, &p->x.s, &p->all) & CAROM_GUARANTEE_HOMOGENEOUS)) return;
    smooth++;
    for (int a = 0; a < n; a++) {
        double speed = -out->P[a], mass = out->P[a], size = 0.0;
        for (int b = 0, k = 0; b < n; b++) {
            const double term = p->x.v[b] == 0.0 ? 0.0 : jac.dP_dv[a * n + b] * p->x.v[b]; // NaN: a closed contact
            size += fabs(out->P[b]) + fabs(term);
            speed += term;
            for (int c = b; c < n; c++, k++) {
                if (p->x.W[b * n + c] == 0.0) continue;
                mass += jac.dP_dW[a * jac.entries + k] * p->x.W[b * n + c];
                size += fabs(jac.dP_dW[a * jac.entries + k] * p->x.W[b * n + c]);
            }
        }
        const double off = size == 0.0 ? 0.0 : carom_worst(fabs(speed), fabs(mass)) / size;
        worst_euler = carom_worst(worst_euler, off);
        if (!(off <= 1e-7)) tell(method, i, "Euler's identities", off);
    }
}

// Memory that is one byte too small is rejected.
static void ask_memory(const carom_law *method, uint64_t i, const edge_system *p) {
    carom_system_result out;
    const size_t bytes = carom_system_memory_size(method, &p->x.s, &p->all);
    unsigned char *memory = memory_of(1, bytes - 1);
    const carom_status status = carom_system_solve(method, &p->x.s, &p->all, memory, bytes - 1, &out);
    if (status != CAROM_SMALL_MEMORY) tell(method, i, "too little memory is taken", status);
    if (!guarded(memory, bytes - 1)) tell(method, i, "memory is written that is not there", 0);
}

int main(int argc, char **argv) {
    const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1600;
    static edge_system p;
    long asked = 0, answered = 0;
    for (int m = 0; m < law_count(CAROM_SYSTEMS); m++)
        for (uint64_t i = 0; i < count; i++) {
            const carom_law *method = carom_law_at(NULL, m, CAROM_SYSTEMS);
            carom_system_result out;
            if (!(method->solves & CAROM_SYSTEM_2D)) continue;
            edge_system_at(method, i, MOST, &p);
            // W may be asymmetric within rounding. The interface does not state which triangle a method reads, so W is
            // made symmetric.
            for (int n = 2 * p.x.s.nc, k = 0; k < n * n; k++)
                if (k / n > k % n && carom_system_validate(&p.x.s, NULL) == CAROM_OK)
                    p.x.W[k] = p.x.W[k % n * n + k / n];
            const carom_status status = solve(0, method, &p, &out);
            asked++;
            carom_error why;
            if (carom_status_classify(status) == CAROM_CLASS_BAD_INPUT) {
                refused++;
                (void)carom_system_error(status, method, &p.x.s, &p.all, &out, &why);
                if (why.status != status) tell(method, i, "a refusal of another status", why.status);
            }
            if (!is_fine(status)) continue;
            answered++;
            if (status == CAROM_OK) ask_memory(method, i, &p);
            ask_batch(method, i, &p, &out);
            if (!is_tame(&p)) continue;
            ask_numbers(method, i, &p, &out);
            ask_units(method, i, &p, &out);
            ask_slopes(method, i, &p, &out);
        }
    printf("%ld systems, %ld answered, %ld refused, %ld with derivatives, Euler off by %.1e, %ld wrong\n", asked,
           answered, refused, smooth, worst_euler, wrong);
    return wrong || !floor_met("systems at the edges", answered, asked, 0.5);
}
