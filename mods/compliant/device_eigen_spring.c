// Springs and dashpots along the eigenvectors of W. Chatterjee 1997, 8.5.
//   K = Q diag(k) Q^T, C = Q diag(c) Q^T, Q from W, k and c by ascending eigenvalue; F = -(K X + C X'), X = (x_n, xi)
// Normal and tangential elements are coupled, so slip changes the normal force. The next instant is unique while
//   margin = min over dir of (dir.A_tt dir + mu A_nt.dir) > 0,   A = C with dashpots, else K.
// Otherwise sticking, slipping and letting go may all be admissible: the answer follows the stick for as long as it
// lasts, and says that there are several.
#include <math.h>

#include "base/eigen.h"
#include "contact.h"

static double force(const carom_touch *touch, const carom_touch_motion *m) {
    double N = touch->kn * m->d - touch->cn * m->v[0];
    for (int i = 0; i < touch->dim - 1; i++) N -= touch->K.nt[i] * m->xi[i] + touch->C.nt[i] * m->v[1 + i];
    return N;
}

// Asked for only without dashpots.
static double rate(const carom_touch *touch, const carom_touch_motion *m, double dd) {
    double rate = -touch->kn * m->v[0];
    (void)dd;
    for (int i = 0; i < touch->dim - 1; i++) rate -= touch->K.nt[i] * m->v[1 + i];
    return rate;
}

static const carom_normal normal = {.force = force, .rate = rate};

// Q diag(a) Q^T: its normal entry is returned, the rest goes to the element. a is by ascending eigenvalue, and axis k of
// Q, a row, by descending.
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

// Equal eigenvalues have no eigenvectors of their own: the model says nothing unless their springs are equal too.
static bool defined(int dim, const double value[3], const carom_params *p) {
    for (int i = 0; i + 1 < dim; i++) {
        const int k = dim - 1 - i; // value falls, k and c go with rising ones
        if (value[i] - value[i + 1] <= 1e-12 * value[0] && (CAROM_EACH_OF(p, k)[k] != CAROM_EACH_OF(p, k)[k - 1] ||
                                                            CAROM_EACH_OF(p, c)[k] != CAROM_EACH_OF(p, c)[k - 1]))
            return false;
    }
    return true;
}

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_outcome *out) {
    carom_touch touch = {.normal = &normal, .contact = c, .params = p, .mu = p->mu, .rebound = 1.0};
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
    touch.kn = touch.stiffest = spread(c->dim, CAROM_EACH_OF(p, k), (const double(*)[3])axis, &touch.K);
    touch.cn = spread(c->dim, CAROM_EACH_OF(p, c), (const double(*)[3])axis, &touch.C);
    touch.damped = dashpots > 0;
    const double margin =
        p->mu > 0.0 && isfinite(p->mu) ? carom_slip_margin(touch.damped ? &touch.C : &touch.K, p->mu) : HUGE_VAL;
    touch.several = margin > 0.0 ? 0 : 2;
    const carom_status status = carom_touch_run(&touch, recorder, out);
    if (recorder->more) recorder->more->margin = margin;
    return status;
}

// What its coefficients are here.
static const carom_card cards[] = {
    CAROM_DEVICE_CARD(eigen_spring, k, CAROM_CARD_LEAST, CAROM_CARD_MOST,
                      "force to displacement along each eigenvector of W",
                      "by ascending eigenvalue; equal ones are a bilinear-spring with e = 1 and kt = kn"),
    CAROM_DEVICE_CARD(eigen_spring, c, 0, CAROM_CARD_MOST, "force to velocity along each eigenvector of W",
                      "all positive or all zero"),
    CAROM_DEVICE_CARD(eigen_spring, mu, 0, HUGE_VAL, CAROM_CARD_COULOMB,
                      "past min over dir of dir.A_tt dir / -(A_nt.dir) there are several outcomes"),
    CAROM_DEVICE_NO_MORE_CARDS,
};

CAROM_DEVICE(eigen_spring, simulate, NULL, cards);

const carom_law carom_law_eigen_spring = {
    .name = "eigen-spring",
    .module = "compliant",
    .dims = CAROM_PLANE | CAROM_SPACE,
    .reads = CAROM_PARAM_BIT(k) | CAROM_PARAM_BIT(c) | CAROM_PARAM_BIT(mu),
    .own = carom_compliant_params,
    .promises = CAROM_COULOMB,
    .also = "dissipative and unique where the margin is positive (reported otherwise as several)",
    .summary = "springs and dashpots along the eigenvectors of W, behind a slipping point; can have several outcomes",
    .citation = "Chatterjee 1997, 8.5",
    .code = &carom_device_eigen_spring.code,
};
