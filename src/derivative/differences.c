// Central differences D(h) = (f(h) - f(-h))/2h = f' + c2 h^2 + c4 h^4 + ...; Richardson's table at h, h/2, h/4:
//   R1 = (4 D(h/2) - D(h))/3,  R2 = (4 D(h/4) - D(h/2))/3,  R = (16 R2 - R1)/15
// A kink at the middle leaves no trace in D. It shows in the second difference S(h) = f(h) - 2 f(0) + f(-h): a smooth f
// has S(h/4) = S(h)/16, a kink S(h/4) = S(h)/4. One beside the middle shows in R - R2.
#include "carom/derivatives.h"

#include <math.h>
#include <string.h>

#include "base/dense.h"
#include "collide/validate.h"

// h is this share of the entry's size sqrt(M_ii M_jj). 2^-10: the terms c6 h^6 that are left are below rounding, which is
// eps/h in J: 1e-12 for closed forms, 4e-9 for devices exact to 1e-12.
#define STEP 0x1p-10

// R - R2 of a smooth f is c4 h^4, 1e-12; of a kink within h it is a share of the kink. 1e-6 of |v|/M: a kink that
// changes the derivative by less is let through, with its error stated.
#define KINK 1e-6

enum { LEVELS = 3 };

carom_status carom_sensitivity_entry(int dim, int column, int *i, int *j) {
    static const int space[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    static const int plane[3][2] = {{0, 0}, {1, 1}, {0, 1}};
    if (!i || !j) return CAROM_NULL_POINTER;
    if (dim != 2 && dim != 3) return CAROM_BAD_DIM;
    if (column < 0 || column >= (dim == 3 ? 6 : 3)) return CAROM_BAD_INDEX;
    *i = dim == 3 ? space[column][0] : plane[column][0];
    *j = dim == 3 ? space[column][1] : plane[column][1];
    return CAROM_OK;
}

const char *carom_sensitivity_name(int dim, int column) {
    static const char *const names[3][3] = {{"M11", "M12", "M13"}, {"M12", "M22", "M23"}, {"M13", "M23", "M33"}};
    int i, j;
    return carom_sensitivity_entry(dim, column, &i, &j) == CAROM_OK ? names[i][j] : NULL;
}

const char *carom_unsmooth_words(carom_unsmooth unsmooth) {
    switch (unsmooth) {
    case CAROM_UNSMOOTH_NONE: return "there is one";
    case CAROM_UNSMOOTH_STATUS: return "the law has no answer next to this contact";
    case CAROM_UNSMOOTH_MODE: return "the mode changes next to this contact";
    case CAROM_UNSMOOTH_KINK: return "v' has a kink or a jump at this contact";
    }
    return NULL;
}

// A^-1 of a symmetric positive definite A, both triangles; false if it is none.
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
    double noise; // of v', m/s
} question;

static bool refuse(const question *q, int column, carom_unsmooth why) {
    if (q->out->unsmooth == CAROM_UNSMOOTH_NONE) {
        q->out->unsmooth = why;
        q->out->column = column;
    }
    return false;
}

// v' with one entry of M, and its mirror image, moved by h.
static bool ask(const question *q, int column, double h, double v[3]) {
    carom_contact c = *q->contact;
    double M[3][3];
    carom_result out;
    int i = 0, j = 0;
    memcpy(M, q->out->M, sizeof M);
    (void)carom_sensitivity_entry(c.dim, column, &i, &j);
    M[i][j] += h;
    if (i != j) M[j][i] += h;
    if (!invert(c.dim, (const double(*)[3])M, c.W)) return refuse(q, column, CAROM_UNSMOOTH_STATUS);
    const carom_status status = carom_collide(q->law, &c, q->params, &out);
    if (status != q->out->at.status) return refuse(q, column, CAROM_UNSMOOTH_STATUS);
    if (out.mode != q->out->at.mode) return refuse(q, column, CAROM_UNSMOOTH_MODE);
    memcpy(v, out.v, 3 * sizeof *v);
    return true;
}

// One derivative from its samples at +-h, +-h/2, +-h/4 and 0; `size` is what it may be of.
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
    int i = 0, j = 0;
    (void)carom_sensitivity_entry(dim, column, &i, &j);
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
    return smooth || refuse(q, column, CAROM_UNSMOOTH_KINK);
}

// How exact v' is: rounding of a closed form, magnified by the inversion of M; or what the law states.
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

carom_status carom_sensitivity_of(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                  carom_mass_jacobian *out) {
    double middle[3];
    if (!out) return CAROM_NULL_POINTER;
    *out = (carom_mass_jacobian){.column = -1};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < CAROM_SENSITIVITY_COLUMNS; k++) out->J[i][k] = out->error[i][k] = (double)NAN;
    const carom_status status = carom_collide(law, contact, params, &out->at);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    carom_contact room;
    contact = carom_usable(contact, &room);
    if (!invert(contact->dim, contact->W, out->M)) return CAROM_NOT_APPLICABLE;
    question q = {law, contact, params, out, 0.0};
    q.noise = noise_of(&q);
    out->columns = contact->dim == 3 ? 6 : 3;
    if (!ask(&q, 0, 0.0, middle)) return CAROM_NOT_APPLICABLE;
    for (int k = 0; k < out->columns; k++) {
        if (column_of(&q, k, middle)) continue;
        for (int i = 0; i < 3; i++) out->J[i][k] = out->error[i][k] = (double)NAN;
    }
    return out->unsmooth == CAROM_UNSMOOTH_NONE ? CAROM_OK : CAROM_NOT_APPLICABLE;
}
