// Fuzzes one impact with one law, with three checks. The numbers and guarantees of the law are computed again from W, v
// and P. The mirrored problem and the problem in other units must have the corresponding results.
#include <math.h>
#include <string.h>

#include "carom/law.h"
#include "fuzz.h"

const double fuzz_floor = 0.2;

static _Noreturn void wrong(const fuzz_question *q, const char *what) {
    fuzz_print(q);
    fuzz_wrong("collide, %s: %s", q->law->name, what);
}

static bool closed(const fuzz_question *q) {
    return q->law->closed_form & (q->c.dim == 2 ? CAROM_2D : CAROM_3D);
}

// Checks that v' = v + W P except for rounding of four terms, unless numbers leave the range. Without a result all
// numbers must be NaN.
static void numbers(const fuzz_question *q, const carom_result *out, bool fine) {
    for (int i = 0; i < q->c.dim; i++) {
        double v = q->c.v[i], size = fabs(v);
        if (fine != isfinite(out->P[i]) || fine != isfinite(out->v[i]))
            wrong(q, "numbers without an answer, or none with");
        for (int j = 0; j < q->c.dim; j++) {
            v += q->c.W[i][j] * out->P[j];
            size += fabs(q->c.W[i][j] * out->P[j]);
        }
        if (fine && fuzz_is_tame(&q->c) && !(fabs(v - out->v[i]) <= 0x1p-50 * size + 1e-300))
            wrong(q, "v' is not v + W P");
    }
    if (fine != isfinite(out->dE)) wrong(q, "an energy without an answer, or none with");
}

static void promises(const fuzz_question *q, const carom_result *out) {
    static const unsigned judged[][2] = {{CAROM_GUARANTEE_DISSIPATIVE, CAROM_VIOLATION_ENERGY},
                                         {CAROM_GUARANTEE_COULOMB, CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL},
                                         {CAROM_GUARANTEE_NONPENETRATING, CAROM_VIOLATION_PENETRATION}};
    const unsigned made = carom_law_guarantees(q->law, q->c.dim, &q->p);
    for (int k = 0; k < 3; k++)
        if (made & judged[k][0] && out->violations & judged[k][1])
            wrong(q, carom_enum_name(CAROM_ENUM_VIOLATION, (int)(out->violations & judged[k][1])));
    if (made & CAROM_GUARANTEE_UNIQUE && out->solution_count > 1) wrong(q, "promises one answer and has several");
}

// Checks that another problem has the impulse `wanted`, bit for bit for a closed form, otherwise to 1e-9.
static void again(const fuzz_question *q, const carom_contact *c, const carom_params *p, carom_status status,
                  const double *wanted, const char *what) {
    carom_result out;
    const carom_status now = carom_collide(q->law, c, p, &out);
    if (now != status) wrong(q, what);
    // The impulse underflows in one of the two units only.
    for (int i = 0; i < c->dim; i++)
        if (wanted[i] == 0.0 && out.P[i] != 0.0 && fabs(out.P[i]) < 1e-290) return;
    if (!(fuzz_distance(c->dim, out.P, wanted) <= (closed(q) ? 0.0 : 1e-9))) wrong(q, what);
}

static void other_units(const fuzz_question *q, const carom_result *out) {
    carom_contact fast = q->c, heavy = q->c;
    double twice[3] = {2.0 * out->P[0], 2.0 * out->P[1], 2.0 * out->P[2]};
    for (int i = 0; i < q->c.dim; i++) {
        fast.v[i] *= 2.0;
        for (int j = 0; j < q->c.dim; j++) heavy.W[i][j] *= 0.5;
    }
    // Near the smallest double an impulse has fewer digits.
    for (int i = 0; i < q->c.dim; i++)
        if (twice[i] != 0.0 && fabs(twice[i]) < 1e-290) return;
    again(q, &fast, &q->p, out->status, twice, "not homogeneous in speed");
    again(q, &heavy, &q->p, out->status, twice, "not homogeneous in mass");
}

static void mirror(const fuzz_question *q, const carom_result *out) {
    const uint64_t turned = CAROM_PARAM_BIT(direction) | CAROM_PARAM_BIT(phi) | CAROM_PARAM_BIT(ratio);
    carom_contact c = q->c;
    const double wanted[3] = {out->P[0], -out->P[1], out->P[2]};
    if (carom_law_reads(q->law) & turned) return;
    c.v[1] = -c.v[1];
    for (int i = 0; i < c.dim; i += 2) {
        c.W[1][i] = -c.W[1][i];
        c.W[i][1] = -c.W[i][1];
    }
    again(q, &c, &q->p, out->status, wanted, "not mirror symmetric");
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    fuzz_bytes b = {bytes, bytes + size};
    const fuzz_question q = fuzz_ask(&b);
    carom_result out;
    const carom_status status = carom_collide(q.law, &q.c, &q.p, &out);
    const bool fine = carom_status_classify(status) == CAROM_CLASS_OK;
    char text[256];
    if (status != out.status) wrong(&q, "two statuses");
    numbers(&q, &out, fine);
    carom_describe(status, q.law, &q.c, &q.p, &out, text, sizeof text);
    if (status != CAROM_OK || !fuzz_is_tame(&q.c)) return false;
    // If W is ill-conditioned or the speeds differ strongly, Cramer's rule may miss v_n' = 0 by more than the checks
    // accept. The result then has a violation. The conform tests cover such problems.
    const bool regular = fuzz_condition(&q.c) <= 1e4 && q.c.v[0] < 0.0 && fuzz_speeds_alike(&q.c, 1e6);
    if (regular) promises(&q, &out);
    if (regular && carom_law_guarantees(q.law, q.c.dim, &q.p) & CAROM_GUARANTEE_HOMOGENEOUS) other_units(&q, &out);
    // An iterative law loses digits if W is ill-conditioned or one speed is far below the others.
    if (closed(&q) || (fuzz_condition(&q.c) <= 1e2 && fuzz_speeds_alike(&q.c, 1e6))) mirror(&q, &out);
    return true;
}
