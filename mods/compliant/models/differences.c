// Computes the derivatives of an impact by central differences of whole impacts, at the steps h, h/4, h/16, ...:
//   D(h) = (P(h) - P(-h))/2h           = P' + a h^2 + b h^4 + ...
//   K(h) = (P(h) - 2 P(0) + P(-h))/h   = k  + c h   + d h^3 + ...
// k is the change of the slope if P has a kink here, which D does not show; otherwise it is 0. Extrapolation to h = 0
// (Richardson) gives P' and k, and the last two rows of its table give their errors.
#include <math.h>

#include "model.h"

// The first step, relative to the size of an input, and the number of steps. Rounding of P contributes 1e-12/h to the
// derivative. The shortest step, 2^-16, is for a problem next to a change of the sequence of events.
#define FIRST 0x1p-6
enum { LEVELS = 6 };

// Errors relative to |P|, for inputs relative to their size. Above MOST there is no derivative; below ENOUGH there are
// no further steps.
#define ENOUGH 1e-8
#define MOST   1e-6

// One input: its position in the problem, its size, and the first step as a fraction of the size.
typedef struct input {
    int column; // of carom_row.x
    double size, step;
} input;

typedef struct task {
    carom_simulate_fn *simulate;
    const carom_contact *c;
    const carom_params *p;
    const carom_result *out;
    carom_equations *eq;
} task;

static double *param_at(carom_params *p, int number) {
    return number == CAROM_PARAM_e ? &p->e : number == CAROM_PARAM_mu ? &p->mu : &p->own[number - CAROM_PARAM_OWN];
}

// Returns row and column of the entry of W for this column.
static void entry_of(int dim, int column, int *row, int *col) {
    int at = CAROM_JACOBIAN_W;
    for (*row = 0; *row < dim; ++*row)
        for (*col = *row; *col < dim; ++*col)
            if (at++ == column) return;
}

static void move(carom_contact *c, carom_params *p, const carom_equations *eq, input in, double share) {
    int i = 0, j = 0;
    if (in.column < CAROM_JACOBIAN_W) {
        c->v[in.column] += share * in.size;
    } else if (in.column < CAROM_JACOBIAN_PARAM) {
        entry_of(c->dim, in.column, &i, &j);
        c->W[i][j] += share * in.size;
        c->W[j][i] = c->W[i][j];
    } else {
        *param_at(p, (int)eq->param[in.column - CAROM_JACOBIAN_PARAM]) += share * in.size;
    }
}

// Returns the first step of a parameter: within its range, unless it is at the end of the range.
static double step_of(const carom_law *law, int number, double x) {
    const carom_coefficient *row = carom_law_coefficient(law, number);
    const double room = row ? fmin(row->highest - x, x - row->lowest) : HUGE_VAL;
    return room > 0.0 ? fmin(FIRST, 0.5 * room / fabs(x)) : FIRST;
}

// Lists every input that changes P, with its size. A parameter at 0 is at the end of its range, so it has no central
// difference.
static int list(const carom_law *law, const carom_contact *c, const carom_params *p, carom_equations *eq,
                input *inputs) {
    carom_params copy = *p;
    double speed = 0.0;
    int count = 0;
    for (int i = 0; i < c->dim; i++) speed = fmax(speed, fabs(c->v[i]));
    for (int i = 0; i < c->dim; i++) inputs[count++] = (input){CAROM_JACOBIAN_V + i, i == 0 ? -c->v[0] : speed, FIRST};
    for (int i = 0, column = CAROM_JACOBIAN_W; i < c->dim; i++)
        for (int j = i; j < c->dim; j++) {
            const double size = sqrt(c->W[i][i] * c->W[j][j]);
            inputs[count++] = (input){column++, size > 0.0 ? size : c->W[0][0], FIRST};
        }
    for (int k = 0; k < eq->params; k++) {
        const int number = (int)eq->param[k], column = CAROM_JACOBIAN_PARAM + k;
        const double x = *param_at(&copy, number);
        const bool tangential = number >= CAROM_PARAM_kt && number < CAROM_PARAM_type;
        if (isinf(x) || (p->mu == 0.0 && tangential)) continue; // this input has no effect
        if (x != 0.0)
            inputs[count++] = (input){column, fabs(x), step_of(law, number, x)};
        else
            eq->smooth = CAROM_ONE_SIDED;
        for (int i = 0; i < c->dim && x == 0.0; i++) eq->row[i].x[column] = (double)NAN;
    }
    return count;
}

static bool ask(const task *t, input in, double h, double P[3]) {
    carom_contact c = *t->c;
    carom_params p = *t->p;
    carom_result out = *t->out;
    move(&c, &p, t->eq, in, h);
    if (t->simulate(&c, &p, &(carom_recorder){0}, &out) != CAROM_OK) return false;
    for (int i = 0; i < c.dim; i++) P[i] = out.P[i];
    return true;
}

// Adds `value` to a table of extrapolation, of which `last` is the previous row with `rows` entries. The errors of the
// columns are h^first, h^(first + 2), .... Returns the estimated error of the best entry, which it writes to *best.
static double extrapolate(double last[LEVELS], int rows, double value, int first, double *best) {
    double row[LEVELS], error = HUGE_VAL;
    row[0] = value;
    for (int j = 0; j < rows; j++) {
        row[j + 1] = row[j] + (row[j] - last[j]) / (ldexp(1.0, 2 * (first + 2 * j)) - 1.0);
        const double apart = fmax(fabs(row[j + 1] - row[j]), fabs(row[j + 1] - last[j]));
        if (apart < error) {
            error = apart;
            *best = row[j + 1];
        }
    }
    for (int j = 0; j <= rows; j++) last[j] = row[j];
    return error;
}

// Computes the derivative of P by one input, per unit of its size. Returns its error.
static double differentiate(const task *t, input in, double size, double dP[3], double *step) {
    double slope[3][LEVELS], kink[3][LEVELS], least = HUGE_VAL, h = in.step;
    for (int level = 0, rows = 0; level < LEVELS && !(least <= ENOUGH * size); level++, h *= 0.25) {
        double up[3], down[3], at[3], error = 0.0;
        if (!ask(t, in, h, up) || !ask(t, in, -h, down)) {
            rows = 0;
            continue;
        }
        for (int i = 0; i < t->c->dim; i++) {
            const double P = t->out->P[i];
            double k = 0.0;
            error = fmax(error, extrapolate(slope[i], rows, (up[i] - down[i]) / (2.0 * h), 2, &at[i]));
            extrapolate(kink[i], rows, ((up[i] - P) - (P - down[i])) / h, 1, &k);
            error = fmax(error, 0.5 * fabs(k));
        }
        if (rows++ && error < least) {
            least = error;
            *step = 4.0 * h;
            for (int i = 0; i < t->c->dim; i++) dP[i] = at[i];
        }
    }
    return least;
}

bool carom_device_jac(const carom_law *law, carom_simulate_fn *simulate, const carom_contact *c, const carom_params *p,
                      const carom_result *out, carom_equations *eq) {
    input inputs[CAROM_JACOBIAN_COLUMNS];
    const task t = {simulate, c, p, out, eq};
    const int count = list(law, c, p, eq, inputs);
    double size = 0.0, worst = 0.0;
    for (int i = 0; i < c->dim; i++) {
        size = fmax(size, fabs(out->P[i]));
        eq->row[i].P[i] = 1.0;
    }
    for (int k = 0; k < count && worst <= MOST * size; k++) {
        double dP[3] = {0.0}, step = 0.0;
        worst = fmax(worst, differentiate(&t, inputs[k], size, dP, &step));
        eq->margin = fmin(eq->margin, step);
        for (int i = 0; i < c->dim; i++) eq->row[i].x[inputs[k].column] = -dP[i] / inputs[k].size;
    }
    const bool known = worst <= MOST * size;
    eq->error = worst / size;
    if (!known) eq->smooth = CAROM_SMOOTHNESS_NONE;
    return known;
}
