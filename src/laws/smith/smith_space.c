// Smith's law in 3D: computes all solutions, and selects the one that develops from the frictionless impact.
#include <math.h>

#include "base/ldl.h"
#include "carom/carom.h"
#include "collide/set_impulse.h"
#include "laws/smith/smith.h"

static int all(const carom_smith *s, carom_smith_point *points, int *evaluations) {
    return s->on_line ? carom_smith_on_line(s, points, evaluations) : carom_smith_all(s, points, evaluations);
}

static int nearest(const carom_smith_point *points, int count, const carom_smith_point *to) {
    int best = 0;
    double least = HUGE_VAL;
    for (int i = 0; i < count; i++) {
        const double dx = points[i].dx - to->dx, dy = points[i].dy - to->dy;
        if (dx * dx + dy * dy < least) {
            least = dx * dx + dy * dy;
            best = i;
        }
    }
    return best;
}

// Selects a solution on a line. The frictionless slip is a point of the line, and friction drives the slip in one
// direction from it. The first solution in that direction is selected. If the path from mu = 0 goes to infinity before
// that, the nearest other solution is selected.
static int first_on_line(const carom_smith *s, const carom_smith_point *points, int count) {
    const double fx = 2.0 * s->vx + s->wx * s->c / s->a, fy = 2.0 * s->vy + s->wy * s->c / s->a;
    const double Tx = s->Txx * s->sx + s->Txy * s->sy, Ty = s->Txy * s->sx + s->Tyy * s->sy;
    const double ws = (s->wx * s->sx + s->wy * s->sy) / s->a;
    double K[2], least = HUGE_VAL;
    int best = 0;
    carom_smith_friction(s, fx, fy, K, NULL);
    // The direction in which friction pushes along s: -s.S K with S = T - w w^T / W_nn.
    const double way = ws * (s->wx * K[0] + s->wy * K[1]) - (Tx * K[0] + Ty * K[1]);
    for (int i = 0; i < count; i++) {
        const double x = (points[i].dx - fx) * s->sx + (points[i].dy - fy) * s->sy;
        const double rank = x * way > 0.0 ? fabs(x) : 1e6 * (1.0 + fabs(x));
        if (rank < least) {
            least = rank;
            best = i;
        }
    }
    return best;
}

// Returns the solution that develops from the frictionless impact; -1 if the path is lost.
static int choose(const carom_smith *s, const carom_smith_point *points, int count, int *evaluations) {
    carom_smith_point path;
    if (count == 1) return 0;
    if (s->on_line) return first_on_line(s, points, count);
    return carom_smith_follow(s, &path, evaluations) ? nearest(points, count, &path) : -1;
}

// Handles a contact without approach. The impulse is zero unless friction against the slip jams, m0 W_nn < m1 w.v_t/V.
// The jam is the limit of a slow approach. The code solves a slow approach and reduces c to zero by Newton's iteration.
// If W has rank 2, there may be no solution.
static carom_status graze(const carom_smith_units *units, carom_smith *s, const double z[3], carom_result *out) {
    out->solution_count = 1;
    if (!(s->m0 * s->a * s->V < s->m1 * (s->wx * s->vx + s->wy * s->vy))) return carom_set_no_impulse(out, 3);
    carom_smith_point points[CAROM_SMITH_MOST];
    // 1e-6 is so small that Newton's iteration needs few steps from there, and so large that D keeps ten digits.
    s->c = 1e-6 * s->V;
    if (z) carom_smith_take_line(s, z);
    const int count = all(s, points, &out->evaluations);
    if (count == 0) return s->on_line ? carom_set_no_impulse(out, 3) : CAROM_NOT_CONVERGED;
    const int best = choose(s, points, count, &out->evaluations);
    if (best < 0) return CAROM_NOT_CONVERGED;
    s->c = 0.0;
    if (z) carom_smith_take_line(s, z);
    carom_smith_polish(s, &points[best], &out->evaluations);
    return carom_smith_give(s, units, 3, &points[best], out);
}

static carom_status give_impulse(const carom_smith_units *units, const double P[3], carom_result *out) {
    const double given[3] = {P[0] * units->normal, P[1] * units->tangential, P[2] * units->tangential};
    out->solution_count = 1;
    return carom_set_impulse(out, 3, given, CAROM_MODE_UNNAMED);
}

carom_status carom_smith_space(const carom_contact *k, double e, double mu, carom_result *out) {
    carom_smith_units units;
    carom_smith_point points[CAROM_SMITH_MOST];
    carom_smith s = carom_smith_scaled(k, e, mu, &units);
    const double W[3][3] = {{s.a, s.wx, s.wy}, {s.wx, s.Txx, s.Txy}, {s.wy, s.Txy, s.Tyy}};
    const carom_ldl f = carom_factor(3, W);
    const double *z = f.rank == 2 ? f.Z[0] : NULL;
    if (f.rank == 1) return s.c > 0.0 ? carom_smith_rank1(&s, &units, 3, out) : carom_set_no_impulse(out, 3);
    if (!(s.c > 0.0)) return graze(&units, &s, z, out);
    if (z) carom_smith_take_line(&s, z);
    double P[3];
    if (z && s.m0 == 0.0 && carom_smith_reversing(&s, P) && P[0] >= 0.0) return give_impulse(&units, P, out);

    int count = all(&s, points, &out->evaluations);
    if (count == 0 && z) return CAROM_NO_SOLUTION;
    // With a nearly singular W, the search may miss a solution that carom_smith_follow finds by raising mu
    // from 0.
    if (count == 0 && carom_smith_follow(&s, points, &out->evaluations)) {
        carom_smith_polish(&s, points, &out->evaluations);
        count = 1;
    }
    out->solution_count = count;
    const int best = count > 0 ? choose(&s, points, count, &out->evaluations) : -1;
    if (best < 0 || out->evaluations >= CAROM_SMITH_WORK) return CAROM_NOT_CONVERGED;
    return carom_smith_give(&s, &units, 3, &points[best], out);
}

// Handles a contact without approach. Reduces c to zero for each solution of a slow approach, and adds P = 0.
static int graze_all(carom_smith *s, const double z[3], carom_smith_point *points, int *evaluations) {
    carom_smith_point near[CAROM_SMITH_MOST];
    if (!(s->m0 * s->a * s->V < s->m1 * (s->wx * s->vx + s->wy * s->vy))) return 0;
    s->c = 1e-6 * s->V; // a small value, as in `graze`
    if (z) carom_smith_take_line(s, z);
    const int count = all(s, near, evaluations);
    s->c = 0.0;
    if (z) carom_smith_take_line(s, z);
    int kept = 0;
    for (int i = 0; i < count; i++) {
        carom_smith_polish(s, &near[i], evaluations);
        kept = carom_smith_add(s, points, kept, &near[i]);
    }
    return kept;
}

carom_status carom_smith_space_all(const carom_contact *k, double e, double mu, carom_result *list, int *count) {
    carom_smith_units units;
    carom_smith_point points[CAROM_SMITH_MOST];
    carom_smith s = carom_smith_scaled(k, e, mu, &units);
    const double W[3][3] = {{s.a, s.wx, s.wy}, {s.wx, s.Txx, s.Txy}, {s.wy, s.Txy, s.Tyy}};
    const carom_ldl f = carom_factor(3, W);
    const double *z = f.rank == 2 ? f.Z[0] : NULL;
    const bool grazing = !(s.c > 0.0);
    int evaluations = 0;
    *count = 1;
    if (f.rank == 1) return carom_smith_space(k, e, mu, &list[0]);
    if (z && !grazing) carom_smith_take_line(&s, z);
    const int found = grazing ? graze_all(&s, z, points, &evaluations) : all(&s, points, &evaluations);
    // With a nearly singular W, the search may miss a solution that carom_smith_follow finds by raising mu
    // from 0.
    if (found == 0 && !grazing) return carom_smith_space(k, e, mu, &list[0]);
    *count = 0;
    for (int i = 0; i < found && *count < CAROM_MAX_ALTERNATIVES - 1; i++)
        *count += carom_smith_give(&s, &units, 3, &points[i], &list[*count]) == CAROM_OK;
    if (grazing) carom_set_no_impulse(&list[(*count)++], 3);
    return *count > 0 ? CAROM_OK : CAROM_NO_SOLUTION;
}

// Returns the index, the sign of det dG/dq.
//   dG/dq = D I + (q - v_t) (dD/dq)^T + m1 c T dK/dq,  dD/dq = -m1 w^T dK/dq
int carom_smith_index(const carom_contact *k, double e, double mu, const double after[3]) {
    carom_smith_units units;
    const carom_smith s = carom_smith_scaled(k, e, mu, &units);
    const double speed = s.V / sqrt(k->v[1] * k->v[1] + k->v[2] * k->v[2]), qx = speed * after[1],
                 qy = speed * after[2];
    double K[2], slope[2][2], J[2][2];
    carom_smith_friction(&s, qx + s.vx, qy + s.vy, K, slope);
    const double D = s.m0 * s.a - s.m1 * (s.wx * K[0] + s.wy * K[1]);
    for (int j = 0; j < 2; j++) {
        const double Kx = slope[0][j], Ky = slope[1][j], D_q = -s.m1 * (s.wx * Kx + s.wy * Ky);
        J[0][j] = (qx - s.vx) * D_q + s.m1 * s.c * (s.Txx * Kx + s.Txy * Ky) + (j == 0 ? D : 0.0);
        J[1][j] = (qy - s.vy) * D_q + s.m1 * s.c * (s.Txy * Kx + s.Tyy * Ky) + (j == 1 ? D : 0.0);
    }
    return J[0][0] * J[1][1] - J[0][1] * J[1][0] > 0.0 ? 1 : -1;
}
