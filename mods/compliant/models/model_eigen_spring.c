// Implements springs and dashpots along the eigenvectors of W. Chatterjee 1997, 8.5.
//   K = Q diag(k) Q^T, C = Q diag(c) Q^T, Q from W, k and c by ascending eigenvalue; F = -(K X + C X'), X = (x_n, xi)
// Normal and tangential elements are coupled, so slip changes the normal force. The next instant is unique while
//   margin = min over dir of (dir.A_tt dir + mu A_nt.dir) > 0,   A = C with dashpots, else K.
// Otherwise sticking, slipping and separation may all be admissible. The result then follows the stick as long as it
// lasts, and reports that there are several solutions.
#include <math.h>

#include "base/eigen.h"
#include "contact.h"
#include "eigen_spring.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_eigen_spring;

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    double N = touch->kn * m->d - touch->cn * m->v[0];
    for (int i = 0; i < touch->dim - 1; i++) N -= touch->K.nt[i] * m->xi[i] + touch->C.nt[i] * m->v[1 + i];
    return N;
}

// This function is called only if there are no dashpots.
static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    double rate = -touch->kn * m->v[0];
    for (int i = 0; i < touch->dim - 1; i++) rate -= touch->K.nt[i] * m->v[1 + i];
    return rate;
}

static const carom_normal normal = {.force = force, .rate = rate};

// Computes Q diag(a) Q^T. Returns its normal entry and stores the rest in the element. The entries of a are by
// ascending eigenvalue, the rows `axis` of Q by descending eigenvalue.
static double spread(int dim, const double a[3], const double axis[3][3], carom_resist *element) {
    double A[3][3] = {{0.0}};
    for (int i = 0; i < dim; i++)
        for (int j = 0; j < dim; j++)
            for (int k = dim - 1; k >= 0; k--) A[i][j] += axis[k][i] * a[dim - 1 - k] * axis[k][j];
    element->count = dim - 1;
    for (int i = 1; i < dim; i++) {
        element->nt[i - 1] = A[0][i];
        for (int j = 1; j < dim; j++) element->tt[i - 1][j - 1] = A[i][j];
    }
    return A[0][0];
}

// Returns true if the model is defined. Equal eigenvalues have no unique eigenvectors, so their springs must be equal
// too.
static bool defined(int dim, const double value[3], const carom_params *p) {
    for (int i = 0; i + 1 < dim; i++) {
        const int k = dim - 1 - i; // value is descending, k and c are ascending
        if (value[i] - value[i + 1] <= 1e-12 * value[0] && (CAROM_EACH_OF(p, k)[k] != CAROM_EACH_OF(p, k)[k - 1] ||
                                                            CAROM_EACH_OF(p, c)[k] != CAROM_EACH_OF(p, c)[k - 1]))
            return false;
    }
    return true;
}

// Computes K and C along the eigenvectors of W.
static carom_status make(carom_touch *touch, carom_result *out) {
    const carom_contact *c = touch->contact;
    const carom_params *p = touch->params;
    double value[3], axis[3][3];
    int dashpots = 0;
    for (int i = 0; i < c->dim; i++) {
        if (!(CAROM_EACH_OF(p, k)[i] > 0.0)) return carom_device_refuse(out, CAROM_PARAM_k);
        if (!(CAROM_EACH_OF(p, c)[i] >= 0.0)) return carom_device_refuse(out, CAROM_PARAM_c);
        dashpots += CAROM_EACH_OF(p, c)[i] > 0.0;
    }
    if (dashpots != 0 && dashpots != c->dim) return carom_device_refuse(out, CAROM_PARAM_c);
    carom_eigen(c->dim, c->W, value, axis);
    if (!defined(c->dim, value, p)) return CAROM_NOT_APPLICABLE;
    touch->kn = touch->stiffest = spread(c->dim, CAROM_EACH_OF(p, k), (const double(*)[3])axis, &touch->K);
    touch->cn = spread(c->dim, CAROM_EACH_OF(p, c), (const double(*)[3])axis, &touch->C);
    touch->damped = dashpots > 0;
    touch->dim = c->dim;
    return CAROM_OK;
}

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    carom_touch touch = {.normal = &normal, .contact = c, .params = p, .mu = p->mu, .rebound = 1.0};
    const carom_status made = make(&touch, out);
    if (made != CAROM_OK) return made;
    const double margin =
        p->mu > 0.0 && isfinite(p->mu) ? carom_slip_margin(touch.damped ? &touch.C : &touch.K, p->mu) : HUGE_VAL;
    touch.several = margin > 0.0 ? 0 : 2;
    const carom_status status = carom_touch_run(&touch, recorder, out);
    if (recorder->more) recorder->more->margin = margin;
    return status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW(k, CAROM_LEAST, CAROM_MOST, "force / displacement along each eigenvector of W",
              "by ascending eigenvalue; equal values give bilinear-spring with e = 1 and kt = kn"),
    CAROM_ROW(c, 0, CAROM_MOST, "force / velocity along each eigenvector of W", "all positive or all zero"),
    CAROM_ROW(mu, 0, HUGE_VAL, CAROM_WORDS_COULOMB,
              "above min over dir of dir.A_tt dir / -(A_nt.dir) there are several outcomes"),
};

// The model has no derivatives, because the axes turn with W and the next instant is not always unique.
CAROM_DEVICE_WITH(eigen_spring, simulate, NULL, NULL, NULL, 0);

const carom_law carom_law_eigen_spring = {
    .name = "eigen-spring",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_GUARANTEE_COULOMB,
    .conditions = "dissipative and unique if the margin is positive (otherwise reported as several)",
    .summary = "springs and dashpots along the eigenvectors of W, Coulomb friction; can have several results",
    .citation = "Chatterjee 1997, 8.5",
    CAROM_DEVICE_LAW(eigen_spring),
};

// The functions below evaluate one instant.

// Prepares the contact model for one instant, with parameters filled in and checked as for an impact.
static carom_status question(const carom_contact *contact, const carom_params *params, carom_params *filled,
                             carom_touch *touch) {
    carom_result out;
    if (!contact || !params) return CAROM_NULL_POINTER;
    carom_status status = carom_contact_validate(contact);
    if (status == CAROM_OK) status = carom_params_validate(&carom_law_eigen_spring, params, contact->dim, NULL);
    if (status != CAROM_OK) return status;
    *filled = *params;
    for (int i = 0; i < 3; i++) {
        double k[3], c[3];
        (void)carom_params_get(params, carom_law_find_coefficient(&carom_law_eigen_spring, "k"), k);
        (void)carom_params_get(params, carom_law_find_coefficient(&carom_law_eigen_spring, "c"), c);
        CAROM_EACH_OF(filled, k)[i] = k[i];
        CAROM_EACH_OF(filled, c)[i] = c[i];
    }
    *touch = (carom_touch){.normal = &normal, .contact = contact, .params = filled, .mu = params->mu};
    status = make(touch, &out);
    return status == CAROM_OK && !touch->damped ? CAROM_COEFFICIENT_RANGE : status;
}

static void keep(carom_instant *instants, int capacity, int *count, const carom_instant *one) {
    if (*count < capacity) instants[*count] = *one;
    ++*count;
}

// Solves C u = g by elimination of the normal: the velocity at which the dashpots have no force.
static void relax(const carom_touch *touch, double gn, const double gt[2], double u[3]) {
    const carom_resist *C = &touch->C;
    const int count = C->count;
    double S[2][2] = {{1.0, 0.0}, {0.0, 1.0}}, r[2] = {0.0, 0.0};
    for (int i = 0; i < count; i++) {
        r[i] = gt[i] - C->nt[i] * gn / touch->cn;
        for (int j = 0; j < count; j++) S[i][j] = C->tt[i][j] - C->nt[i] * C->nt[j] / touch->cn;
    }
    const double det = S[0][0] * S[1][1] - S[0][1] * S[1][0];
    u[1] = (S[1][1] * r[0] - S[0][1] * r[1]) / det;
    u[2] = count == 2 ? (S[0][0] * r[1] - S[1][0] * r[0]) / det : 0.0;
    u[0] = (gn - C->nt[0] * u[1] - (count == 2 ? C->nt[1] * u[2] : 0.0)) / touch->cn;
}

carom_status carom_eigen_spring_instants(const carom_contact *contact, const carom_params *params,
                                         const double stretch[3], carom_instant *instants, int capacity, int *count) {
    carom_params filled;
    carom_touch touch;
    if (!stretch || !count || capacity < 0 || (capacity && !instants)) return CAROM_NULL_POINTER;
    *count = 0;
    const carom_status status = question(contact, params, &filled, &touch);
    if (status != CAROM_OK) return status;
    const int tangents = contact->dim - 1;
    for (int i = 0; i < contact->dim; i++)
        if (!isfinite(stretch[i])) return CAROM_NOT_FINITE;
    carom_touch_motion m = {.d = -stretch[0]};
    for (int i = 0; i < contact->dim; i++) m.v[i] = contact->v[i];
    for (int i = 0; i < tangents; i++) m.xi[i] = stretch[1 + i];
    for (int i = 0; i < tangents; i++) {
        m.pull[i] = -touch.K.nt[i] * m.d + touch.C.nt[i] * m.v[0];
        for (int j = 0; j < tangents; j++) m.pull[i] += touch.K.tt[i][j] * m.xi[j] + touch.C.tt[i][j] * m.v[1 + j];
    }
    const double N0 = force(&touch, &m), pull = sqrt(carom_tangent_dot(tangents, m.pull, m.pull));
    if (N0 >= 0.0 && pull <= touch.mu * N0)
        keep(instants, capacity, count,
             &(carom_instant){CAROM_CONTACT_STICK, {N0, -m.pull[0], -m.pull[1]}, {0.0, 0.0, 0.0}});
    double lam[CAROM_MAX_INSTANTS], dir[CAROM_MAX_INSTANTS][2];
    const int slips =
        isinf(touch.mu) ? 0 : carom_slip_all(&touch.C, touch.mu, N0, m.pull, CAROM_MAX_INSTANTS, lam, dir);
    for (int k = 0; k < slips && k < CAROM_MAX_INSTANTS; k++) {
        const double N = N0 + lam[k] * carom_tangent_dot(tangents, touch.C.nt, dir[k]);
        keep(instants, capacity, count,
             &(carom_instant){CAROM_CONTACT_SLIP,
                              {N, -touch.mu * N * dir[k][0], -touch.mu * N * dir[k][1]},
                              {0.0, lam[k] * dir[k][0], lam[k] * dir[k][1]}});
    }
    carom_instant leaves = {.state = CAROM_CONTACT_OPEN};
    relax(&touch, -N0, m.pull, leaves.point);
    if (leaves.point[0] > 0.0) keep(instants, capacity, count, &leaves);
    return CAROM_OK;
}

carom_status carom_eigen_spring_mu(const carom_contact *contact, const carom_params *params, double *mu) {
    carom_params filled;
    carom_touch touch;
    if (!mu) return CAROM_NULL_POINTER;
    const carom_status status = question(contact, params, &filled, &touch);
    if (status != CAROM_OK) return status;
    const carom_resist *C = &touch.C;
    *mu = HUGE_VAL;
    if (C->count == 1) {
        if (C->nt[0] != 0.0) *mu = C->tt[0][0] / fabs(C->nt[0]);
        return CAROM_OK;
    }
    if (C->nt[0] == 0.0 && C->nt[1] == 0.0) return CAROM_OK;
    // The margin decreases with mu. Its zero is between mu = 0 and the friction at which it vanishes along -C_nt.
    const double length2 = carom_tangent_dot(2, C->nt, C->nt),
                 against[2] = {-C->nt[0] / sqrt(length2), -C->nt[1] / sqrt(length2)};
    double low = 0.0, high = carom_slip_grip(C, 0.0, against) / sqrt(length2);
    for (int i = 0; i < 100 && high - low > 1e-15 * high; i++) {
        const double middle = 0.5 * (low + high);
        *(carom_slip_margin(C, middle) > 0.0 ? &low : &high) = middle;
    }
    *mu = high;
    return CAROM_OK;
}
