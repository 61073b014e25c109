// Computes forward sensitivities: the derivative dz of the states with respect to each input is integrated together
// with the
// states, by the same integrator.
//   between events   dz' = A dz + b,  A the derivative of the flow by the states, b by the input
//   at an event      phi = 0:  dt = -(phi_z dz + dphi)/phi',  dz+ = dH[dz- + f- dt] - f+ dt,  H the change of z by the
//   event
//   at the end       dP is that of H, because the force is zero and no time need be added
// The derivatives are differences of the contact model's own functions over a tiny distance, VARY, not of whole
// impacts.
// For each input there are two copies of the contact model, with slightly smaller and larger values, which pass through
// the same phases. Every contact model therefore has derivatives without further formulas, including those with power
// series.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "carom/derivatives.h"
#include "mods/compliant/ode/machine.h"
#include "vary.h"

// The relative change of an input or state. Rounding contributes 1e-16/VARY = 2.5e-11 to a slope, the third derivative
// VARY^2 = 2e-11.
#define VARY 4e-6

// The tolerance of dz as a multiple of that of z, which is 1e-13. The product, 3e-10, is above the errors caused by
// VARY.
#define COARSER 3e3

// The shortest step near an edge of the flow, in units of time. The error there is the square of this step.
#define SHORTEST 1e-6

// PLAIN is the largest number of states of a contact model without modes. BLOCK is the number of inputs that are
// followed at once, which the integrator limits.
enum { PLAIN = 12, BLOCK = 10, SIDES = 2 };

typedef struct follower {
    carom_kept *base;               // the impact itself
    carom_kept *side[BLOCK][SIDES]; // inputs changed by +VARY and -VARY of their size
    int n, columns;
    double size[CAROM_MACHINE_STATES];
    double margin; // how steeply guards fall at events, in their own units
    bool lost;     // a copy passed through other phases, or a guard touched zero without crossing it
} follower;

static const double sign[SIDES] = {1.0, -1.0};

void carom_keep(const carom_machine_system *system, const void *self, double t, const double *y) {
    carom_kept *kept = system->keep;
    const size_t states = (size_t)system->states * sizeof *y;
    if (!system->vary || system->states > PLAIN) return;
    kept->filled = true;
    kept->system = *system;
    kept->t = t;
    memcpy(kept->y, y, states);
    memcpy(kept->size, system->size, states);
    memcpy(kept->depth, system->depth, (size_t)(system->guards + system->peaks) * sizeof *y);
    kept->system.size = kept->size;
    kept->system.depth = kept->depth;
    kept->system.keep = NULL;
    kept->own.recorder = (carom_recorder){0};
    memcpy(kept->self, self, system->vary->size);
    system->vary->own(kept->self, &kept->own);
}

// Returns the derivative at an event or a step, from the two copies of an input.
static double slope(double to[SIDES][CAROM_MACHINE_STATES], int i) {
    return (to[0][i] - to[1][i]) / (2.0 * VARY);
}

static bool inert(const follower *f, int state) {
    return state >= f->base->system.quiet && state < f->base->system.quiet_end;
}

static void steps(const follower *f, const double *y, double step[PLAIN]) {
    for (int j = 0; j < f->n; j++) step[j] = VARY * f->base->size[j];
    f->base->system.vary->grain(f->base->self, y, step);
}

// Computes A, column by column.
static void slopes(const follower *f, const double *y, double A[PLAIN][PLAIN]) {
    const carom_machine_system *s = &f->base->system;
    double step[PLAIN], at[PLAIN], high[PLAIN], low[PLAIN];
    steps(f, y, step);
    memcpy(at, y, (size_t)f->n * sizeof *at);
    for (int j = 0; j < f->n; j++) {
        for (int i = 0; i < f->n; i++) A[i][j] = 0.0;
        if (inert(f, j) || !(step[j] > 0.0)) continue;
        at[j] = y[j] + step[j];
        const double up = at[j];
        s->flow(f->base->self, at, high);
        at[j] = y[j] - step[j];
        const double way = up - at[j];
        s->flow(f->base->self, at, low);
        at[j] = y[j];
        for (int i = 0; i < f->n && way > 0.0; i++) A[i][j] = (high[i] - low[i]) / way;
    }
}

static void slopes_in_a_row(void *self, const double *y, double A[]) {
    const follower *f = self;
    double of[PLAIN][PLAIN];
    slopes(f, y, of);
    for (int i = 0; i < f->n; i++) memcpy(A + i * f->n, of[i], (size_t)f->n * sizeof *A);
}

static void flow(void *self, const double *y, double *dy) {
    const follower *f = self;
    const carom_machine_system *s = &f->base->system;
    double A[PLAIN][PLAIN], by[SIDES][CAROM_MACHINE_STATES];
    s->flow(f->base->self, y, dy);
    slopes(f, y, A);
    for (int k = 0; k < f->columns; k++) {
        const double *z = y + (k + 1) * f->n;
        double *dz = dy + (k + 1) * f->n;
        for (int side = 0; side < SIDES; side++) s->flow(f->side[k][side]->self, y, by[side]);
        for (int i = 0; i < f->n; i++) {
            dz[i] = slope(by, i);
            for (int j = 0; j < f->n; j++) dz[i] += A[i][j] * z[j];
        }
    }
}

static void look(void *self, const double *y, double *values) {
    const follower *f = self;
    f->base->system.look(f->base->self, y, values);
}

static carom_machine_turn pass(void *self, double t, const double *y) {
    follower *f = self;
    const carom_machine_system *s = &f->base->system;
    const carom_machine_turn turn = s->pass(f->base->self, t, y);
    for (int k = 0; k < f->columns; k++)
        for (int side = 0; side < SIDES; side++) s->vary->follow(f->side[k][side]->self, f->base->self);
    return turn;
}

static bool stiff(void *self, const double *y) {
    const follower *f = self;
    return f->base->system.stiff && f->base->system.stiff(f->base->self, y);
}

static void peak(void *self, int which, double value, double t, const double *y) {
    const follower *f = self;
    f->base->system.peak(f->base->self, which, value, t, y);
}

static double reach(void *self, const double *y) {
    const follower *f = self;
    return fmax(f->base->system.vary->reach(f->base->self, y), SHORTEST * f->base->system.unit);
}

static bool piece(void *self, const double *y, carom_linear_piece *piece) {
    const follower *f = self;
    return f->base->system.piece && f->base->system.piece(f->base->self, y, piece);
}

// Evaluates the power series of the copies over the same time.
static void along(void *self, const carom_linear_piece *whole, const double *begin, double s, double *y) {
    follower *f = self;
    const carom_machine_system *system = &f->base->system;
    carom_linear_piece copy;
    double from[PLAIN], to[SIDES][CAROM_MACHINE_STATES];
    system->along(f->base->self, whole, begin, s, y);
    copy.given = whole->length;
    for (int k = 0; k < f->columns; k++) {
        const double *z = begin + (k + 1) * f->n;
        for (int side = 0; side < SIDES; side++) {
            carom_kept *at = f->side[k][side];
            for (int i = 0; i < f->n; i++) from[i] = begin[i] + sign[side] * VARY * z[i];
            if (!system->piece(at->self, from, &copy))
                f->lost = true;
            else
                system->along(at->self, &copy, from, s, to[side]);
        }
        for (int i = 0; i < f->n && !f->lost; i++) y[(k + 1) * f->n + i] = slope(to, i);
    }
}

// Returns phi' along the flow `rate`.
static double fall(const follower *f, int guard, const double *y, const double *rate) {
    const carom_machine_system *s = &f->base->system;
    double way = VARY * s->unit, step[PLAIN], at[PLAIN], value[SIDES][CAROM_MACHINE_LOOKS];
    steps(f, y, step);
    // If a step limit is zero, the guard of the end of the impact is linear.
    for (int i = 0; i < f->n && guard != 0; i++)
        if (!inert(f, i) && step[i] > 0.0 && way * fabs(rate[i]) > step[i]) way = step[i] / fabs(rate[i]);
    for (int side = 0; side < SIDES; side++) {
        for (int i = 0; i < f->n; i++) at[i] = y[i] + sign[side] * way * rate[i];
        s->look(f->base->self, at, value[side]);
    }
    return (value[0][guard] - value[1][guard]) / (2.0 * way);
}

// Returns the delay of the event per unit of the input.
static double delay(const follower *f, int k, int guard, const double *y, double falls) {
    const carom_machine_system *s = &f->base->system;
    const double *z = y + (k + 1) * f->n;
    double at[PLAIN], value[SIDES][CAROM_MACHINE_LOOKS];
    for (int side = 0; side < SIDES; side++) {
        for (int i = 0; i < f->n; i++) at[i] = y[i] + sign[side] * VARY * z[i];
        s->look(f->side[k][side]->self, at, value[side]);
    }
    return -(value[0][guard] - value[1][guard]) / (2.0 * VARY) / falls;
}

static carom_machine_turn turn(void *self, int guard, double t, double *y) {
    follower *f = self;
    const carom_machine_system *s = &f->base->system;
    double before[PLAIN], after[PLAIN] = {0.0}, later[BLOCK], to[BLOCK][SIDES][CAROM_MACHINE_STATES];
    carom_machine_turn turned[BLOCK][SIDES];
    s->flow(f->base->self, y, before);
    const double falls = fall(f, guard, y, before);
    f->margin = fmin(f->margin, fabs(falls) * s->unit / s->depth[guard]);
    for (int k = 0; k < f->columns; k++) {
        const double *z = y + (k + 1) * f->n;
        later[k] = delay(f, k, guard, y, falls);
        for (int side = 0; side < SIDES; side++) {
            for (int i = 0; i < f->n; i++) to[k][side][i] = y[i] + sign[side] * VARY * (z[i] + before[i] * later[k]);
            turned[k][side] = s->turn(f->side[k][side]->self, guard, t, to[k][side]);
        }
    }
    const carom_machine_turn turn = s->turn(f->base->self, guard, t, y);
    if (turn == CAROM_GO_ON) s->flow(f->base->self, y, after);
    for (int k = 0; k < f->columns; k++) {
        for (int side = 0; side < SIDES; side++)
            if (turned[k][side] != turn ||
                (turn != CAROM_OVER && !s->vary->alike(f->side[k][side]->self, f->base->self)))
                f->lost = true;
        for (int i = 0; i < f->n; i++) y[(k + 1) * f->n + i] = slope(to[k], i) - after[i] * later[k];
    }
    return f->lost ? CAROM_LOST : turn;
}

// Prepares both copies of an input like the impact itself, and computes the derivative of the states at touch.
static bool begin(follower *f, int k, double *y) {
    const carom_vary *vary = f->base->system.vary;
    for (int side = 0; side < SIDES; side++) {
        const carom_kept *at = f->side[k][side];
        if (!at->filled || at->system.states != f->n || !vary->alike(at->self, f->base->self)) return false;
    }
    for (int i = 0; i < f->n; i++) y[(k + 1) * f->n + i] = (f->side[k][0]->y[i] - f->side[k][1]->y[i]) / (2.0 * VARY);
    return true;
}

// Computes dP of the inputs of a block. Returns false if there is none.
static bool run(follower *f, double dP[][3], double P[3]) {
    carom_machine_system system = f->base->system;
    carom_machine_report report = {0};
    double y[CAROM_MACHINE_STATES];
    memcpy(y, f->base->y, (size_t)f->n * sizeof *y);
    for (int k = 0; k < f->columns; k++)
        if (!begin(f, k, y)) return false;
    for (int i = 0; i < f->n * (1 + f->columns); i++) f->size[i] = f->base->size[i % f->n] * (i < f->n ? 1.0 : COARSER);
    system.states = f->n * (1 + f->columns);
    system.size = f->size;
    system.flow = flow, system.look = look, system.turn = turn, system.pass = pass;
    system.stiff = stiff, system.peak = peak, system.piece = piece, system.along = along;
    system.grow = NULL;
    system.copies = 1 + f->columns;
    system.slopes = slopes_in_a_row;
    system.reach = f->base->system.vary->reach ? reach : NULL;
    system.vary = NULL;
    if (carom_machine_run(&system, f, f->base->t, y, &report) != CAROM_OK || f->lost) return false;
    for (int i = 0; i < f->base->own.contact.dim; i++) {
        P[i] = y[f->base->system.impulse + i];
        for (int k = 0; k < f->columns; k++) dP[k][i] = y[(k + 1) * f->n + f->base->system.impulse + i];
    }
    return true;
}

// One input: its position in the problem, and its size.
typedef struct input {
    int column; // of carom_row.x
    double size;
} input;

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

// Lists every input that changes P, with its size. A parameter at 0 is at the end of its range, so it has no copy on
// the other side.
static int list(const carom_contact *c, const carom_params *p, carom_equations *eq, input *inputs) {
    carom_params copy = *p;
    double speed = 0.0;
    int count = 0;
    for (int i = 0; i < c->dim; i++) speed = fmax(speed, fabs(c->v[i]));
    for (int i = 0; i < c->dim; i++) inputs[count++] = (input){CAROM_JACOBIAN_V + i, i == 0 ? -c->v[0] : speed};
    for (int i = 0, column = CAROM_JACOBIAN_W; i < c->dim; i++)
        for (int j = i; j < c->dim; j++) {
            const double size = sqrt(c->W[i][i] * c->W[j][j]);
            inputs[count++] = (input){column++, size > 0.0 ? size : c->W[0][0]};
        }
    for (int k = 0; k < eq->params; k++) {
        const int number = (int)eq->param[k], column = CAROM_JACOBIAN_PARAM + k;
        const double x = *param_at(&copy, number);
        const bool tangential = number >= CAROM_PARAM_kt && number < CAROM_PARAM_type;
        if (isinf(x) || (p->mu == 0.0 && tangential)) continue; // this input has no effect
        if (x != 0.0)
            inputs[count++] = (input){column, fabs(x)};
        else
            eq->smooth = CAROM_ONE_SIDED;
        for (int i = 0; i < c->dim && x == 0.0; i++) eq->row[i].x[column] = (double)NAN;
    }
    return count;
}

typedef struct task {
    carom_simulate_fn *simulate;
    const carom_contact *c;
    const carom_params *p;
    const carom_result *out;
    carom_equations *eq;
    carom_kept *room; // memory for 1 + SIDES BLOCK copies
} task;

static bool keep(const task *t, const carom_contact *c, const carom_params *p, carom_kept *kept) {
    carom_result unused = *t->out;
    kept->filled = false;
    t->simulate(c, p, &(carom_recorder){.keep = kept}, &unused);
    return kept->filled;
}

// Computes the columns of some inputs. Checks that the motion gives the P of the outcome. If it does not, this is not
// the motion of the outcome.
static bool follow_block(const task *t, const input *inputs, int count) {
    follower f = {.base = t->room, .columns = count, .margin = HUGE_VAL};
    double dP[BLOCK][3], P[3], size = 0.0;
    if (!keep(t, t->c, t->p, f.base)) return false;
    f.n = f.base->system.states;
    for (int k = 0; k < count; k++)
        for (int side = 0; side < SIDES; side++) {
            carom_contact c = *t->c;
            carom_params p = *t->p;
            f.side[k][side] = t->room + 1 + SIDES * k + side;
            move(&c, &p, t->eq, inputs[k], sign[side] * VARY);
            if (!keep(t, &c, &p, f.side[k][side])) return false;
        }
    if (!run(&f, dP, P)) return false;
    for (int i = 0; i < t->c->dim; i++) size = fmax(size, fabs(P[i]));
    for (int i = 0; i < t->c->dim; i++) {
        if (!(fabs(P[i] - t->out->P[i]) <= 1e-8 * size)) return false;
        for (int k = 0; k < count; k++) {
            t->eq->row[i].x[inputs[k].column] = -dP[k][i] / inputs[k].size;
            if (!isfinite(dP[k][i])) return false;
        }
    }
    t->eq->margin = fmin(t->eq->margin, f.margin);
    return true;
}

bool carom_device_jac(carom_simulate_fn *simulate, const carom_contact *c, const carom_params *p,
                      const carom_result *out, carom_equations *eq) {
    input inputs[CAROM_JACOBIAN_COLUMNS];
    const int count = list(c, p, eq, inputs);
    task t = {simulate, c, p, out, eq, malloc((1 + SIDES * BLOCK) * sizeof(carom_kept))};
    bool known = t.room && keep(&t, c, p, t.room);
    const int fits = known ? CAROM_MACHINE_STATES / t.room->system.states - 1 : 1, most = fits < BLOCK ? fits : BLOCK;
    for (int i = 0; i < c->dim; i++) eq->row[i].P[i] = 1.0;
    for (int from = 0; known && from < count; from += most)
        known = follow_block(&t, inputs + from, count - from < most ? count - from : most);
    free(t.room);
    if (!known) eq->smooth = CAROM_SMOOTHNESS_NONE;
    return known;
}
