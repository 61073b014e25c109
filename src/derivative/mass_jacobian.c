// Computes derivatives of the velocity after an impact with respect to M = W^-1, by the chain rule or by differences.
//
// Central differences are D(h) = (f(h) - f(-h))/2h = f' + c2 h^2 + c4 h^4 + .... Richardson's table at h, h/2 and h/4
// is
//   R1 = (4 D(h/2) - D(h))/3,  R2 = (4 D(h/4) - D(h/2))/3,  R = (16 R2 - R1)/15
// A kink at the middle does not change D. It changes the second difference S(h) = f(h) - 2 f(0) + f(-h). If f is
// smooth, S(h/4) = S(h)/16; if it has a kink there, S(h/4) = S(h)/4. A kink elsewhere changes R - R2.
#include "carom/derivatives.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "collide/validate.h"

// Step h as a fraction of the size of the entry, sqrt(M_ii M_jj). At 2^-10 the remaining terms c6 h^6 are below
// rounding. Rounding is eps/h in J, which is 1e-12 for closed forms and 4e-9 for contact models with an accuracy of
// 1e-12.
#define STEP 0x1p-10

// For a smooth f, R - R2 is c4 h^4, about 1e-12. If there is a kink within h, R - R2 is a fraction of the kink. A kink
// that changes the derivative by less than 1e-6 of |v|/M is not detected, but its size is included in the stated error.
#define KINK 1e-6

enum { LEVELS = 3 };

static const int space_entries[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
static const int plane_entries[3][2] = {{0, 0}, {1, 1}, {0, 1}};

// Computes A^-1 of a symmetric positive definite A, both triangles. Returns false if A is not positive definite.
static bool invert(int dim, const double A[3][3], double inverse[3][3]) {
    double scratch[9];
    memcpy(inverse, A, 9 * sizeof **inverse);
    return carom_matrix_inverse(dim, 3, &inverse[0][0], scratch);
}

typedef struct {
    const carom_law *law;
    const carom_contact *contact;
    const carom_params *params;
    carom_mass_jacobian *out;
    double noise; // error of v', m/s
} question;

static bool refuse(const question *q, int column, carom_smoothness why) {
    if (q->out->smooth == CAROM_SMOOTH) {
        q->out->smooth = why;
        q->out->column = column;
    }
    return false;
}

// Computes v' with one entry of M, and its mirror image, changed by h.
static bool ask(const question *q, int column, double h, double v[3]) {
    carom_contact c = *q->contact;
    double M[3][3];
    carom_result out;
    const int i = q->out->entry[column][0], j = q->out->entry[column][1];
    memcpy(M, q->out->M, sizeof M);
    M[i][j] += h;
    if (i != j) M[j][i] += h;
    if (!invert(c.dim, (const double(*)[3])M, c.W)) return refuse(q, column, CAROM_SMOOTHNESS_NONE);
    const carom_status status = carom_collide(q->law, &c, q->params, &out);
    if (status != q->out->at.status) return refuse(q, column, CAROM_SMOOTHNESS_NONE);
    if (out.mode != q->out->at.mode) return refuse(q, column, CAROM_KINK);
    memcpy(v, out.v, 3 * sizeof *v);
    return true;
}

// Computes one derivative from its samples at +-h, +-h/2, +-h/4 and 0. `size` is the scale of the derivative.
static bool extrapolate(const question *q, const double up[LEVELS], const double down[LEVELS], double middle, double h,
                        double size, double *J, double *error) {
    double D[LEVELS], S[LEVELS];
    for (int l = 0; l < LEVELS; l++) {
        D[l] = (up[l] - down[l]) / (2.0 * h / (double)(1 << l));
        S[l] = fabs(up[l] - 2.0 * middle + down[l]);
    }
    const double R1 = (4.0 * D[1] - D[0]) / 3.0, R2 = (4.0 * D[2] - D[1]) / 3.0, rounding = 8.0 * q->noise / h;
    *J = (16.0 * R2 - R1) / 15.0;
    *error = fabs(*J - R2) + rounding;
    return S[2] <= S[0] / 8.0 + 4.0 * q->noise && fabs(*J - R2) <= KINK * size + rounding;
}

static bool column_of(const question *q, int column, const double middle[3]) {
    const int dim = q->contact->dim;
    double up[3][LEVELS], down[3][LEVELS], v[3], speed = 0.0;
    const int i = q->out->entry[column][0], j = q->out->entry[column][1];
    const double entry = sqrt(q->out->M[i][i]) * sqrt(q->out->M[j][j]), h = STEP * entry;
    for (int l = 0; l < LEVELS; l++) {
        const double step = h / (double)(1 << l);
        if (!ask(q, column, step, v)) return false;
        for (int k = 0; k < dim; k++) up[k][l] = v[k];
        if (!ask(q, column, -step, v)) return false;
        for (int k = 0; k < dim; k++) down[k][l] = v[k];
    }
    for (int k = 0; k < dim; k++) speed = fmax(speed, fabs(q->contact->v[k]));
    bool smooth = true;
    for (int k = 0; k < dim; k++)
        smooth &= extrapolate(q, up[k], down[k], middle[k], h, speed / entry, &q->out->J[k][column],
                              &q->out->error[k][column]);
    return smooth || refuse(q, column, CAROM_KINK);
}

// Returns the error of v': rounding of a closed form, magnified by the inversion of M. If the law states an accuracy,
// that is used instead.
static double noise_of(const question *q) {
    const carom_contact *c = q->contact;
    double speed = 0.0, condition = 0.0;
    for (int i = 0; i < c->dim; i++) {
        speed = fmax(speed, fmax(fabs(c->v[i]), fabs(q->out->at.v[i])));
        condition = fmax(condition, c->W[i][i] * q->out->M[i][i]);
    }
    const double accuracy = q->law->contact ? q->law->contact->accuracy : 0.0;
    return speed * fmax(2e-15 * condition, 3.0 * accuracy);
}

// Uses dW = -W dM W, dP = dP_dW dW and dv' = dW P + W dP.
static void chain_rule(const question *q, const carom_jacobian *jacobian) {
    const carom_contact *c = q->contact;
    carom_mass_jacobian *out = q->out;
    double largest = 0.0;
    for (int i = 0; i < c->dim; i++) largest = fmax(largest, fabs(out->at.P[i]));
    for (int k = 0; k < out->columns; k++) {
        const int a = out->entry[k][0], b = out->entry[k][1];
        double dW[3][3] = {{0.0}}, dP[3] = {0.0}, change = 0.0;
        for (int i = 0; i < c->dim; i++)
            for (int j = 0; j < c->dim; j++)
                dW[i][j] = -c->W[i][a] * c->W[b][j] - (a != b ? c->W[i][b] * c->W[a][j] : 0.0);
        for (int i = 0; i < c->dim; i++)
            for (int j = 0, entry = 0; j < c->dim; j++)
                for (int l = j; l < c->dim; l++, entry++) dP[i] += jacobian->dP_dW[i][entry] * dW[j][l];
        for (int j = 0; j < c->dim; j++)
            for (int l = j; l < c->dim; l++) change += fabs(dW[j][l]) / sqrt(c->W[j][j] * c->W[l][l]);
        for (int i = 0; i < c->dim; i++) {
            double sum = 0.0, size = 0.0, through = 0.0;
            for (int j = 0; j < c->dim; j++) {
                through += fabs(c->W[i][j]);
                sum += dW[i][j] * out->at.P[j] + c->W[i][j] * dP[j];
                size += fabs(dW[i][j] * out->at.P[j]) + fabs(c->W[i][j] * dP[j]);
            }
            out->J[i][k] = sum;
            // The error is 16 roundings: three products and their sums, in P, dP_dW and W. If a law states its
            // accuracy, that is used instead. The stated error of dP_dW is added.
            out->error[i][k] = fmax(16.0 * 0x1p-53, q->law->contact ? q->law->contact->accuracy : 0.0) * size +
                               through * jacobian->error * largest * change;
        }
    }
}

static void differences(question *q) {
    carom_mass_jacobian *out = q->out;
    double middle[3];
    q->noise = noise_of(q);
    if (!ask(q, 0, 0.0, middle)) return;
    for (int k = 0; k < out->columns; k++) {
        if (column_of(q, k, middle)) continue;
        for (int i = 0; i < 3; i++) out->J[i][k] = out->error[i][k] = (double)NAN;
    }
}

carom_status carom_collide_mass_jacobian(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                         carom_mass_jacobian *out) {
    carom_jacobian jacobian;
    if (!out) return CAROM_NULL_POINTER;
    *out = (carom_mass_jacobian){.column = -1};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < CAROM_MAX_MASS_COLUMNS; k++) out->J[i][k] = out->error[i][k] = (double)NAN;
    const carom_status status = carom_collide(law, contact, params, &out->at);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    carom_contact room;
    contact = carom_usable(contact, &room);
    if (!invert(contact->dim, contact->W, out->M)) return CAROM_NOT_APPLICABLE;
    question q = {law, contact, params, out, 0.0};
    out->columns = contact->dim == 3 ? 6 : 3;
    memcpy(out->entry, contact->dim == 3 ? space_entries : plane_entries, sizeof *out->entry * (size_t)out->columns);
    carom_result again;
    const carom_status derived = carom_collide_jacobian(law, contact, params, &again, &jacobian);
    const bool smooth = jacobian.smooth == CAROM_SMOOTH || jacobian.smooth == CAROM_ONE_SIDED;
    if (derived == status && smooth)
        chain_rule(&q, &jacobian);
    else
        differences(&q);
    return out->smooth == CAROM_SMOOTH ? CAROM_OK : CAROM_NOT_APPLICABLE;
}
