// Checks every law on problems at limits, exactly or nearly. The result satisfies the guarantees of the law, is among
// the results of carom_collide_all and is the end of its impulse path. It is the same in a batch, in a mirror image and
// in other units. The derivatives satisfy Euler's identities.
//   laws_consistency whole COUNT [SPREAD]  checks problems of small integers. With SPREAD each axis has its own unit,
//                                          from 2^-SPREAD to 2^SPREAD. If SPREAD is above 20, digits are lost between
//                                          the axes, so only closed forms are checked, for the same bits in a batch.
//   laws_consistency edges COUNT           checks problems of edge_problems.h.
//   laws_consistency kept FILE             checks the problems of a file. A line contains the law, the dimension, the
//                                          upper triangle of W, v, and coefficients as name=value.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "bench/apply.h"
#include "carom/derivatives.h"
#include "laws/edge_problems.h"
#include "support/floor.h"
#include "support/params.h"
#include "support/whole.h"

static long asked, answered, smooth, symmetric, wrong, flagged;
static int spread;
static bool edges; // true for `edges` and `kept`: units and speeds may differ widely

static void tell(const carom_law *law, uint64_t i, const carom_contact *c, const carom_params *p, const char *what,
                 double by) {
    if (wrong++ >= 20) return;
    printf("FAIL %s, problem %llu: %s, by %g; mu = %g, mu_static = %g, e = %g, stop %d, W =", law->name,
           (unsigned long long)i, what, by, p->mu, p->mu_static, p->e, (int)p->restitution);
    for (int k = 0; k < 9; k++) printf(" %g", c->W[k / 3][k % 3]);
    printf(", v = %g %g %g\n", c->v[0], c->v[1], c->v[2]);
}

static double size_of(int count, const double *x) {
    double size = 0.0;
    for (int i = 0; i < count; i++) size += fabs(x[i]);
    return size;
}

// Returns a text that names a guarantee which the result violates; NULL if there is none. The judgement is that of
// carom_check, which does not know the law. If the axes have unlike units, digits are lost, and violations that the
// result itself reports do not count.
static const char *broken_promise(const carom_law *law, const carom_contact *c, const carom_params *p,
                                  const carom_result *out) {
    const unsigned kept = carom_law_guarantees(law, c->dim, p);
    carom_verdict x;
    if (carom_check(c, p->mu, out->P, &x) != CAROM_OK) return "no verdict";
    if (spread) x.violations &= ~out->violations;
    const unsigned promised = (kept & CAROM_GUARANTEE_DISSIPATIVE ? (unsigned)CAROM_VIOLATION_ENERGY : 0u) |
                              (kept & CAROM_GUARANTEE_COULOMB ? (unsigned)CAROM_VIOLATION_PULL : 0u) |
                              (kept & CAROM_GUARANTEE_NONPENETRATING ? (unsigned)CAROM_VIOLATION_PENETRATION : 0u);
    flagged += (out->violations & promised) != 0;
    if (edges) return NULL; // the results are only counted, since near a singular W they are at the tolerance
    if ((kept & CAROM_GUARANTEE_DISSIPATIVE) && (x.violations & CAROM_VIOLATION_ENERGY)) return "it gains";
    if ((kept & CAROM_GUARANTEE_COULOMB) && (x.violations & CAROM_VIOLATION_PULL)) return "it pulls";
    if ((kept & CAROM_GUARANTEE_COULOMB) && p->mu_static == CAROM_SAME_AS_MU && (x.violations & CAROM_VIOLATION_CONE))
        return "its cone";
    if ((kept & CAROM_GUARANTEE_NONPENETRATING) && (x.violations & CAROM_VIOLATION_PENETRATION)) return "it goes in";
    return NULL;
}

static void ask_alternatives(const carom_law *law, uint64_t i, const carom_contact *c, const carom_params *p,
                             const carom_result *out) {
    carom_alternative list[CAROM_MAX_ALTERNATIVES];
    int count, given = 0;
    if (carom_collide_all(law, c, p, list, &count) != out->status) tell(law, i, c, p, "another status of solutions", 0);
    for (int k = 0; k < count; k++) {
        given += list[k].returned;
        if (list[k].returned && memcmp(list[k].result.P, out->P, (size_t)c->dim * sizeof(double)))
            tell(law, i, c, p, "another alternative", 0);
    }
    if (given != 1) tell(law, i, c, p, "how many alternatives are the answer", given);
}

// Largest relative differences, printed at the end. In 506,441 results (COUNT 40000) they were 1.6e-15 for paths and
// 4.9e-15 for batches; the bound is 1e-9. For Euler's identities the largest was 1.8e-10; the bound is 1e-7. If
// derivatives would be less accurate, carom_collide_jacobian reports that there are none. This happened 31 times, for
// routh in 3D.
static double worst_path, worst_batch, worst_euler;

// Returns true if W is far from singular. Near a singular W an impulse has fewer correct digits.
static bool is_regular(const carom_contact *c) {
    const double(*W)[3] = c->W;
    const double minor = c->dim == 2 ? W[1][1] : W[1][1] * W[2][2] - W[1][2] * W[1][2];
    double det = W[0][0] * minor, product = W[0][0] * W[1][1];
    if (c->dim == 2) det -= W[0][1] * W[0][1];
    if (c->dim == 3) {
        det += W[0][1] * (W[1][2] * W[0][2] - W[0][1] * W[2][2]) + W[0][2] * (W[0][1] * W[1][2] - W[1][1] * W[0][2]);
        product *= W[2][2];
    }
    return det > 1e-4 * product && product > 1e-100 && product < 1e100;
}

static double share(double off, double size) {
    return off == 0.0 ? 0.0 : off / size;
}

static void ask_path(const carom_law *law, uint64_t i, const carom_contact *c, const carom_params *p,
                     const carom_result *out) {
    carom_path_point points[400];
    carom_path path = {points, 400, 0};
    carom_result end;
    if (!law->contact->trace || (edges && !is_regular(c))) return;
    if (carom_trace(law, c, p, &path, &end) != out->status) tell(law, i, c, p, "another status of its path", 0);
    double off = 0.0;
    for (int k = 0; k < c->dim; k++) off += fabs(end.P[k] - out->P[k]);
    worst_path = carom_worst(worst_path, share(off, size_of(c->dim, out->P)));
    if (!(off <= 1e-9 * size_of(c->dim, out->P))) tell(law, i, c, p, "another end of its path", off);
}

static void ask_batch(const carom_law *law, uint64_t i, const carom_contact *c, const carom_params *p,
                      const carom_result *out) {
    enum { ITEMS = 5 };
    double P[3][ITEMS];
    uint8_t status[ITEMS];
    carom_batch_in in = {.dim = c->dim, .params = p};
    carom_batch_out to = {.status = carom_bytes_array_out(status)};
    for (int a = 0; a < c->dim; a++) {
        in.v[a] = carom_shared(&c->v[a]);
        to.P[a] = carom_array_out(P[a]);
        for (int b = a; b < c->dim; b++) in.W[a][b] = carom_shared(&c->W[a][b]);
    }
    if (carom_collide_batch(law, ITEMS, &in, &to) != CAROM_OK) tell(law, i, c, p, "no batch", 0);
    double off = 0.0;
    for (int k = 0; k < c->dim; k++) off += fabs(P[k][ITEMS - 1] - out->P[k]);
    const bool closed = law->closed_form & (c->dim == 2 ? CAROM_2D : CAROM_3D);
    worst_batch = carom_worst(worst_batch, share(off, size_of(c->dim, out->P)));
    if (status[ITEMS - 1] != out->status) tell(law, i, c, p, "another status in a batch", status[ITEMS - 1]);
    if (!(off <= (closed ? 0.0 : 1e-9) * size_of(c->dim, out->P)))
        tell(law, i, c, p, "another impulse in a batch", off);
}

// Checks that a transformed problem has the impulse `wanted`: bit for bit for a closed form, to 1e-9 for an iterative
// law.
static void ask_again(const carom_law *law, uint64_t i, const carom_contact *c, const carom_params *p,
                      const carom_result *was, const double wanted[3], const char *what) {
    const bool closed = law->closed_form & (c->dim == 2 ? CAROM_2D : CAROM_3D);
    carom_result out;
    double off = 0.0;
    const carom_status status = carom_collide(law, c, p, &out);
    for (int k = 0; k < c->dim; k++) off += fabs(out.P[k] - wanted[k]);
    if (status != was->status || !(off <= (closed ? 0.0 : 1e-9) * size_of(c->dim, wanted)))
        tell(law, i, c, p, what, off);
}

// Checks the mirror image of the impact, and the same impact with twice the speed and with twice the mass.
static void ask_symmetries(const carom_law *law, uint64_t i, const carom_contact *c, const carom_params *p,
                           const carom_result *out) {
    const uint64_t turned = CAROM_PARAM_BIT(direction) | CAROM_PARAM_BIT(phi) | CAROM_PARAM_BIT(ratio);
    carom_contact image = *c, fast = *c, heavy = *c;
    const double across[3] = {out->P[0], -out->P[1], out->P[2]},
                 twice[3] = {2.0 * out->P[0], 2.0 * out->P[1], 2.0 * out->P[2]};
    double slowest = HUGE_VAL, fastest = 0.0;
    for (int k = 0; k < c->dim; k++) {
        image.v[k] *= k == 1 ? -1.0 : 1.0;
        fast.v[k] *= 2.0;
        for (int j = 0; j < c->dim; j++) {
            image.W[k][j] *= (k == 1) != (j == 1) ? -1.0 : 1.0;
            heavy.W[k][j] *= 0.5;
        }
        if (c->v[k] != 0.0) slowest = fmin(slowest, fabs(c->v[k]));
        fastest = fmax(fastest, fabs(c->v[k]));
    }
    if (!is_regular(c) || !(c->v[0] < 0.0) || !(fastest <= 1e6 * slowest) || fastest > 1e50 || slowest < 1e-50) return;
    // Skips coefficients outside their range, and friction so small that an iteration may end on one side only.
    if (p->allow || (p->mu > 0.0 && p->mu < 1e-9)) return;
    symmetric++;
    if (!(carom_law_reads(law) & turned)) ask_again(law, i, &image, p, out, across, "not mirror symmetric");
    if (!(carom_law_guarantees(law, c->dim, p) & CAROM_GUARANTEE_HOMOGENEOUS)) return;
    ask_again(law, i, &fast, p, out, twice, "not homogeneous in speed");
    ask_again(law, i, &heavy, p, out, twice, "not homogeneous in mass");
}

static int entry(int dim, int i, int j) {
    return i == 0 ? j : dim == 2 ? 2 : i + j + 1;
}

// Checks Euler's identities dP/dv v = P and dP/dW W = -P, for homogeneous laws.
static void ask_slopes(const carom_law *law, uint64_t i, const carom_contact *c, const carom_params *p,
                       const carom_result *out) {
    carom_result same;
    carom_jacobian J;
    const carom_status status = carom_collide_jacobian(law, c, p, &same, &J);
    if (status == CAROM_NO_DERIVATIVE) return;
    if (status != out->status || memcmp(same.P, out->P, (size_t)c->dim * sizeof(double)))
        tell(law, i, c, p, "another answer beside its derivatives", status);
    if (status != CAROM_OK || J.smooth >= CAROM_DIRECTIONAL || !(J.margin > 1e-6)) return;
    if (!(carom_law_guarantees(law, c->dim, p) & CAROM_GUARANTEE_HOMOGENEOUS) || !(c->v[0] < 0.0)) return;
    if (edges && (p->allow || !is_regular(c))) return;
    smooth++;
    for (int a = 0; a < c->dim; a++) {
        double speed = -out->P[a], mass = out->P[a], size = size_of(c->dim, out->P);
        for (int b = 0; b < c->dim; b++) {
            speed += J.dP_dv[a][b] * c->v[b];
            size += fabs(J.dP_dv[a][b] * c->v[b]);
            for (int d = b; d < c->dim; d++) {
                mass += J.dP_dW[a][entry(c->dim, b, d)] * c->W[b][d];
                size += fabs(J.dP_dW[a][entry(c->dim, b, d)] * c->W[b][d]);
            }
        }
        worst_euler = carom_worst(worst_euler, share(carom_worst(fabs(speed), fabs(mass)), size));
        if (!(fabs(speed) <= 1e-7 * size)) tell(law, i, c, p, "Euler in v", fabs(speed) / size);
        if (!(fabs(mass) <= 1e-7 * size)) tell(law, i, c, p, "Euler in W", fabs(mass) / size);
    }
}

// Gives each axis its own unit, so that the effective masses along the axes differ widely.
static void stretch(random_stream *r, carom_contact *c, carom_params *p) {
    double unit[3];
    for (int k = 0; k < 3; k++) unit[k] = ldexp(1.0, whole(r, spread));
    for (int a = 0; a < c->dim; a++) {
        c->v[a] *= unit[a];
        for (int b = 0; b < c->dim; b++) c->W[a][b] *= unit[a] * unit[b];
    }
    const double across = random_below(r, 2) ? unit[0] / unit[1 + random_below(r, c->dim - 1)] : 1.0;
    p->mu *= across;
    if (p->mu_static >= 0.0) p->mu_static *= across;
}

// Runs all checks of one result.
static void ask(const carom_law *law, uint64_t i, const carom_contact *c, const carom_params *p,
                const carom_result *out) {
    const bool closed = law->closed_form & (c->dim == 2 ? CAROM_2D : CAROM_3D);
    asked++;
    if (carom_status_classify(out->status) != CAROM_CLASS_OK) return;
    answered++;
    if (spread > 20 && closed) ask_batch(law, i, c, p, out);
    if (spread > 20) return;
    const char *breach = out->status == CAROM_OK && !p->allow ? broken_promise(law, c, p, out) : NULL;
    if (breach) tell(law, i, c, p, breach, 0);
    ask_alternatives(law, i, c, p, out);
    ask_path(law, i, c, p, out);
    ask_batch(law, i, c, p, out);
    ask_slopes(law, i, c, p, out);
    if (edges) ask_symmetries(law, i, c, p, out);
}

static void ask_whole(const carom_law *law, int dim, uint64_t i) {
    random_stream r = random_at(626, i);
    carom_contact c = whole_contact(&r, dim);
    carom_params p = whole_params(&r, &c, law);
    carom_result out;
    if (spread) stretch(&r, &c, &p);
    (void)random_apply(law, &c, &p, &out);
    ask(law, i, &c, &p, &out);
}

static void ask_edge(const carom_law *law, int dim, uint64_t i) {
    carom_contact c;
    carom_params p;
    carom_result out;
    edge_problem(law, dim, i, &c, &p);
    // A batch reads only the upper triangle of W. The lower triangle of a contact may differ by rounding, so it is set
    // equal.
    for (int k = 0; k < 9; k++)
        if (k / 3 > k % 3 && carom_contact_validate(&c) == CAROM_OK) c.W[k / 3][k % 3] = c.W[k % 3][k / 3];
    (void)carom_collide(law, &c, &p, &out);
    ask(law, i, &c, &p, &out);
}

static double *number_of(carom_contact *c, int k) {
    static const int rows[2][6] = {{0, 0, 1}, {0, 0, 0, 1, 1, 2}}, columns[2][6] = {{0, 1, 1}, {0, 1, 2, 1, 2, 2}};
    const int entries = c->dim == 2 ? 3 : 6;
    return k < entries ? &c->W[rows[c->dim - 2][k]][columns[c->dim - 2][k]] : &c->v[k - entries];
}

static bool set_named(const carom_law *law, carom_params *p, char *word) {
    char *at = strchr(word, '=');
    double values[3];
    size_t count = 0;
    if (!strcmp(word, "allow")) p->allow = ~UINT64_C(0);
    if (!at) return p->allow;
    for (*at = ','; *at == ',' && count < 3;) values[count++] = strtod(at + 1, &at);
    *strchr(word, ',') = 0;
    return carom_params_set_by_name(law, p, word, values, count) == CAROM_OK;
}

// Checks the problems of a file. Returns false if a line cannot be read.
static bool ask_kept(const char *file) {
    char line[1000];
    FILE *in = fopen(file, "r");
    bool good = in != NULL;
    for (uint64_t i = 1; good && fgets(line, sizeof line, in); i++) {
        carom_params p = params_plain();
        carom_contact c = {0};
        carom_result out;
        const carom_law *law = carom_law_find(NULL, strtok(line, " \n"), CAROM_ONE_CONTACT);
        c.dim = atoi(strtok(NULL, " \n"));
        for (int k = 0; k < (c.dim == 2 ? 5 : 9); k++) *number_of(&c, k) = atof(strtok(NULL, " \n"));
        for (int k = 0; k < 9; k++)
            if (k / 3 > k % 3) c.W[k / 3][k % 3] = c.W[k % 3][k / 3];
        for (char *word; good && (word = strtok(NULL, " \n"));) good = set_named(law, &p, word);
        if (!good) printf("FAIL line %d cannot be read\n", (int)i);
        (void)carom_collide(law, &c, &p, &out);
        ask(law, i, &c, &p, &out);
    }
    if (in) fclose(in);
    return good;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    const bool kept = !strcmp(argv[1], "kept");
    const uint64_t count = strtoull(argv[2], NULL, 10);
    edges = strcmp(argv[1], "whole");
    spread = argc > 3 ? atoi(argv[3]) : 0;
    if (kept && !ask_kept(argv[2])) wrong++;
    for (int k = 0; !kept && carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++)
        for (uint64_t i = 0; i < count; i++) {
            const int dim = i % 2 ? 3 : 2;
            if (carom_law_at(NULL, k, CAROM_ONE_CONTACT)->solves & (dim == 2 ? CAROM_2D : CAROM_3D))
                (edges ? ask_edge : ask_whole)(carom_law_at(NULL, k, CAROM_ONE_CONTACT), dim, i);
        }
    printf("%ld problems, %ld answered, %ld with derivatives, %ld in a mirror, %ld wrong; paths off by %.1e, batches "
           "by %.1e, Euler by "
           "%.1e; %ld tell a breach\n",
           asked, answered, smooth, symmetric, wrong, worst_path, worst_batch, worst_euler, flagged);
    // At most 0.1 % of the results may report a violation of a guarantee. With unlike units, 4 of 50,392 did.
    return wrong || flagged > answered / 1000 || !floor_met(argv[1], answered, asked, 0.4);
}
