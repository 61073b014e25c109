// Computes the saltation matrix. A change dx = (dq, du) just before the impact shifts the time of the impact by dt =
// -n.dq / v_n. At the new time the state before the impact is x + dx + (u, a) dt. The state after it is (q, u') plus
// the changes given by the law's derivatives. Subtracting the motion after the impact, (u', a') dt, gives the change at
// the old time:
//   dq' = dq + (u - u') dt                  du' = D_q (dq + u dt) + D_u (du + a dt) + D_t dt - a' dt
#include <math.h>
#include <stdbool.h>

#include "base/dense.h"
#include "bodies/mechanism.h"
#include "carom/derivatives.h"

static bool optional_finite(size_t count, const double *x) {
    return !x || carom_all_finite(count, x);
}

static carom_status refuse(const carom_flight *t) {
    if (t->speeds < 1 || t->speeds > CAROM_MAX_SPEEDS) return CAROM_BAD_SIZE;
    if (!t->u || !t->u_after || !t->normal || !t->du_dq || !t->du_du) return CAROM_NULL_POINTER;
    const size_t n = (size_t)t->speeds;
    const bool finite = carom_all_finite(n, t->u) && carom_all_finite(n, t->u_after) &&
                        carom_all_finite(n, t->normal) && carom_all_finite(n * n, t->du_dq) &&
                        carom_all_finite(n * n, t->du_du) && optional_finite(n, t->a) &&
                        optional_finite(n, t->a_after) && optional_finite(n, t->du_dt) && isfinite(t->gap_rate);
    return finite ? CAROM_OK : CAROM_NOT_FINITE;
}

// Returns the effect of a later impact time on speed i after the impact: a' - D_q u - D_u a - D_t.
static double late(const carom_flight *t, size_t i) {
    const size_t n = (size_t)t->speeds;
    double sum = t->a_after ? t->a_after[i] : 0.0;
    sum -= carom_dot(t->speeds, t->du_dq + i * n, t->u);
    if (t->a) sum -= carom_dot(t->speeds, t->du_du + i * n, t->a);
    return t->du_dt ? sum - t->du_dt[i] : sum;
}

carom_status carom_saltation_matrix(const carom_flight *t, double *Xi, double *v_n) {
    if (!t || !Xi) return CAROM_NULL_POINTER;
    const carom_status status = refuse(t);
    if (status != CAROM_OK) return status;
    const size_t n = (size_t)t->speeds, wide = 2 * n;
    const double approach = carom_dot(t->speeds, t->normal, t->u) + t->gap_rate;
    if (v_n) *v_n = approach;
    if (!(approach < 0.0)) return CAROM_NO_IMPACT;
    for (size_t i = 0; i < n; i++) {
        const double jump = (t->u_after[i] - t->u[i]) / approach, after = late(t, i) / approach;
        for (size_t j = 0; j < n; j++) {
            Xi[i * wide + j] = (i == j ? 1.0 : 0.0) + jump * t->normal[j];
            Xi[i * wide + n + j] = 0.0;
            Xi[(n + i) * wide + j] = t->du_dq[i * n + j] + after * t->normal[j];
            Xi[(n + i) * wide + n + j] = t->du_du[i * n + j];
        }
    }
    return carom_all_finite(wide * wide, Xi) ? CAROM_OK : CAROM_OVERFLOW;
}
