// Implements Hertz's contact with Mindlin's partial slip: the problem of Maw, Barber & Fawcett 1976, 1981, for any W.
//   N = k d^(3/2),  T = (3/2) k kappa int_0^{sqrt d} xi(y) dy,  |xi(y)| <= (mu/kappa) (d - y^2)
// For two half-spaces of similar material, normal and tangential tractions do not interact, and slip is along the force
// (Cattaneo, Mindlin). In 2D this is equivalent to independent (Winkler) springs. Spring y starts unstretched when
// d = y^2, moves with the body, and slips if its stretch would exceed the bound. P depends on neither the masses nor k.
//
// Time steps use the midpoint rule with discrete gradients. N is the mean force with U(d1) - U(d0) = N (d1 - d0)
// exactly, and T is the mean of its values at both ends. So no step gains energy, and the error is of second order.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

extern CAROM_COMPLIANT_API const carom_law carom_law_mindlin;

// Number of springs over the estimated contact radius, and of steps over the estimated duration. With 1600 the worst
// reference case has an error of 0.7 times its tolerance (1e-7 of the speed). The error is of second order.
#define SPRINGS 1600
#define STEPS   (4 * SPRINGS)
#define LONGEST 64 // the run fails beyond this multiple of the estimated radius or duration

// The law's tolerance, relative to |P|. If all springs slip all the time, P_t = mu P_n, and numerical errors may exceed
// it. A result within the tolerance is moved back onto the cone; other results are rejected.
#define TOLERANCE 1e-6

typedef struct body {
    const carom_contact *c;
    const carom_params *p;
    double width;             // width of the ring of contact area that a spring covers
    double *now[2], *next[2]; // stretch of each spring along t1, t2
    size_t room;
    double d, v[3], P[3], work;
    double moves; // number of spring updates so far
} body;

static bool enlarge(double **list, size_t old, size_t room) {
    double *more = realloc(*list, room * sizeof *more);
    if (!more) return false;
    memset(more + old, 0, (room - old) * sizeof *more);
    *list = more;
    return true;
}

// Returns the number of springs that touch at the overlap d: those within sqrt(d) of the centre. Spring i covers the
// ring from i to i + 1 widths.
static size_t within(const body *b, double d) {
    return d > 0.0 ? (size_t)(sqrt(d) / b->width + 0.5) : 0;
}

// Allocates memory for the springs that touch at the overlap d.
static bool grow(body *b, double d) {
    const size_t need = within(b, d) + 1, room = need + SPRINGS;
    if (need <= b->room) return true;
    if (!(sqrt(d) <= LONGEST * SPRINGS * b->width)) return false;
    for (int j = 0; j < b->c->dim - 1; j++)
        if (!enlarge(&b->now[j], b->room, room) || !enlarge(&b->next[j], b->room, room)) return false;
    b->room = room;
    return true;
}

// Returns (U(d1) - U(d0))/(d1 - d0) for U = (2/5) k d^(5/2), without cancellation.
static double mean_force(double k, double d0, double d1) {
    const double a = sqrt(fmax(d0, 0.0)), b = sqrt(fmax(d1, 0.0)), a2 = a * a, b2 = b * b;
    return a + b > 0.0 ? 0.4 * k * (a2 * a2 + a2 * a * b + a2 * b2 + a * b * b2 + b2 * b2) / (a + b) : 0.0;
}

static double square_at(const body *b, size_t i) {
    const double y = ((double)i + 0.5) * b->width;
    return y * y;
}

// Returns the bound of spring i at overlap d.
static double most_at(const body *b, size_t i, double d) {
    const double rest = d - square_at(b, i);
    return rest > 0.0 ? b->p->mu / CAROM_OF(b->p, kappa) * rest : 0.0;
}

// Moves the springs by `step`, and springs beyond their positive bound back to it. Returns the sum of old and new
// stretches. Uses four partial sums, because each addition to a single sum would wait for the one before.
static double move_plane(body *b, double d1, double step, size_t last) {
    const double *restrict now = b->now[0], bound = b->p->mu / CAROM_OF(b->p, kappa), width = b->width;
    double *restrict next = b->next[0], sums[4] = {0.0};
    for (size_t i = 0; i < last; i++) {
        const double y = ((double)i + 0.5) * width, most = bound * (d1 - y * y), moved = now[i] + step;
        const double below = moved < most ? moved : most;
        next[i] = below > -most ? below : -most;
        sums[i & 3] += now[i] + next[i];
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Springs are processed in blocks, which the compiler vectorises. Few blocks hold both sticking and slipping springs.
enum { BLOCK = 64 };

static void move_block(body *b, double d1, const double step[2], size_t first, int count) {
    const double *restrict now0 = b->now[0] + first, *restrict now1 = b->now[1] + first;
    double *restrict next0 = b->next[0] + first, *restrict next1 = b->next[1] + first;
    const double bound = b->p->mu / CAROM_OF(b->p, kappa), width = b->width, begin = (double)first;
    double most[BLOCK], square[BLOCK];
    int stuck = 0;
    for (int i = 0; i < count; i++) {
        const double r = (begin + i + 0.5) * width, x = now0[i] + step[0], y = now1[i] + step[1];
        next0[i] = x;
        next1[i] = y;
        most[i] = bound * (d1 - r * r);
        square[i] = x * x + y * y;
    }
    while (stuck < count && square[stuck] <= most[stuck] * most[stuck]) stuck++;
    b->moves += stuck < count ? 0.8 * count : 0.0; // slipping springs also take square roots and divisions
    for (int i = 0; stuck < count && i < count; i++) {
        const double length = sqrt(square[i]), clip = most[i] / (length > most[i] ? length : most[i]);
        next0[i] *= clip;
        next1[i] *= clip;
    }
}

static void move_space(body *b, double d1, const double step[2], size_t last, double sum[2]) {
    for (size_t i = 0; i < last; i += BLOCK) move_block(b, d1, step, i, (int)(last - i < BLOCK ? last - i : BLOCK));
    for (int j = 0; j < 2; j++) {
        const double *restrict now = b->now[j], *restrict next = b->next[j];
        double even = 0.0, odd = 0.0;
        for (size_t i = 0; i + 1 < last; i += 2) {
            even += now[i] + next[i];
            odd += now[i + 1] + next[i + 1];
        }
        sum[j] = (last & 1 ? now[last - 1] + next[last - 1] : 0.0) + even + odd;
    }
}

// Removes springs that leave the contact within the step.
static void lose(body *b, size_t first, size_t last, double sum[2]) {
    for (int j = 0; j < b->c->dim - 1; j++)
        for (size_t i = first; i < last; i++) {
            b->next[j][i] = 0.0;
            sum[j] += b->now[j][i];
        }
}

// Adds springs that start within the step; they move with the body only from their start.
static void bear(body *b, double d1, const double step[2], size_t first, size_t last, double sum[2]) {
    for (size_t i = first; i < last; i++) {
        const double share = (d1 - square_at(b, i)) / (d1 - b->d), most = most_at(b, i, d1);
        const double length = share * (b->c->dim == 2 ? fabs(step[0]) : sqrt(step[0] * step[0] + step[1] * step[1]));
        const double clip = length > most ? share * most / length : share;
        for (int j = 0; j < b->c->dim - 1; j++) {
            b->now[j][i] = 0.0;
            b->next[j][i] = clip * step[j];
            sum[j] += b->next[j][i];
        }
    }
}

// Moves the springs by `step` while the overlap changes from d to d1; T is their mean force.
static void stretch(body *b, double d1, const double step[2], double T[2]) {
    const size_t old = within(b, b->d), all = within(b, d1);
    size_t held = old < all ? old : all;
    double sum[2] = {0.0, 0.0};
    b->moves += (double)all;
    while (held > 0 && !(most_at(b, held - 1, d1) > 0.0)) held--;
    if (b->c->dim == 2)
        sum[0] = move_plane(b, d1, step[0], held);
    else
        move_space(b, d1, step, held, sum);
    lose(b, held, old, sum);
    bear(b, d1, step, old, all, sum);
    for (int j = 0; j < b->c->dim - 1; j++)
        T[j] = 1.5 * CAROM_EACH_OF(b->p, k)[0] * CAROM_OF(b->p, kappa) * 0.5 * sum[j] * b->width;
}

// Computes a step of length h by fixed-point iteration. F is the mean force, initially a guess; v1 and d1 are the
// values at the end of the step. Stops when the change is rounding or no longer decreases, after at most 30 passes.
static bool step(body *b, double h, double F[3], double v1[3], double *d1) {
    const int dim = b->c->dim;
    double last = HUGE_VAL;
    for (int pass = 0; pass < 30; pass++) {
        double move[2] = {0.0, 0.0}, T[2] = {0.0, 0.0}, change = 0.0;
        for (int i = 0; i < dim; i++) {
            double v = b->v[i];
            for (int j = 0; j < dim; j++) v += h * b->c->W[i][j] * F[j];
            change += pass ? fabs(v - v1[i]) : HUGE_VAL;
            v1[i] = v;
        }
        *d1 = b->d - 0.5 * h * (b->v[0] + v1[0]);
        if (!grow(b, *d1)) return false;
        if (pass && (change <= 1e-15 * (fabs(v1[0]) + fabs(b->v[0])) || change >= last)) return true;
        last = pass ? change : HUGE_VAL;
        for (int i = 0; i < dim - 1; i++) move[i] = 0.5 * h * (b->v[1 + i] + v1[1 + i]);
        stretch(b, *d1, move, T);
        F[0] = mean_force(CAROM_EACH_OF(b->p, k)[0], b->d, *d1);
        for (int i = 0; i < dim - 1; i++) F[1 + i] = -T[i];
    }
    return true;
}

static void accept(body *b, double h, const double F[3], const double v1[3], double d1) {
    b->work += 0.5 * h * F[0] * (b->v[0] + v1[0]);
    for (int i = 0; i < b->c->dim; i++) {
        b->P[i] += h * F[i];
        b->v[i] = v1[i];
    }
    b->d = d1;
    for (int j = 0; j < 2; j++) {
        double *swap = b->now[j];
        b->now[j] = b->next[j];
        b->next[j] = swap;
    }
}

// Joins springs in pairs, with the mean stretch of each pair, when the radius of a jammed contact exceeds twice the
// estimate. The number of springs within the radius then equals the estimate, and the mean of two holds no more energy
// than the two.
static void join_pairs(body *b) {
    for (int j = 0; j < b->c->dim - 1; j++) {
        for (size_t i = 0; i < b->room / 2; i++) b->now[j][i] = 0.5 * (b->now[j][2 * i] + b->now[j][2 * i + 1]);
        memset(b->now[j] + b->room / 2, 0, (b->room - b->room / 2) * sizeof **b->now);
    }
    b->width *= 2.0;
}

// Shortens the last step (regula falsi) until the overlap ends at zero.
static bool finish(body *b, double h, double F[3], double *taken) {
    double low = 0.0, at_low = b->d, high = h, at_high, v1[3] = {0.0}, d1 = 0.0, mid = h;
    if (!step(b, h, F, v1, &at_high)) return false;
    for (int i = 0; i < 60; i++) {
        mid = low + (high - low) * at_low / (at_low - at_high);
        if (!step(b, mid, F, v1, &d1)) return false;
        if (fabs(d1) <= 1e-16 * h * fabs(b->v[0])) break;
        if (d1 > 0.0)
            low = mid, at_low = d1, at_high *= 0.5;
        else
            high = mid, at_high = d1, at_low *= 0.5;
        if (high - low <= 1e-16 * h) break;
    }
    *taken = mid;
    accept(b, mid, F, v1, 0.0);
    return true;
}

static void record(const body *b, carom_recorder *recorder, double t, const double F[3]) {
    carom_history *history = recorder->history;
    carom_path *path = recorder->path;
    if (history && history->count++ < history->capacity) {
        carom_history_point *point = &history->points[history->count - 1];
        *point = (carom_history_point){.t = t, .state = CAROM_CONTACT_STICK, .overlap = b->d, .work_normal = b->work};
        for (int i = 0; i < b->c->dim; i++) point->force[i] = F[i], point->P[i] = b->P[i], point->v[i] = b->v[i];
        for (int i = 0; i < b->c->dim - 1; i++) point->stretch[i] = b->now[i][0];
    }
    if (path && path->count++ < path->capacity) {
        carom_path_point *point = &path->points[path->count - 1];
        *point = (carom_path_point){.event = t == 0.0 ? CAROM_EVENT_START : CAROM_EVENT_PASSES, .work_normal = b->work};
        for (int i = 0; i < b->c->dim; i++) {
            point->P[i] = b->P[i], point->v[i] = b->v[i];
            point->dE += 0.5 * b->P[i] * (b->c->v[i] + b->v[i]);
        }
    }
}

// Extrapolates the forces of the last three steps by a parabola, which saves one pass.
static void foresee(double F[3], double past[2][3]) {
    for (int i = 0; i < 3; i++) {
        const double next = 3.0 * F[i] - 3.0 * past[0][i] + past[1][i];
        past[1][i] = past[0][i];
        past[0][i] = F[i];
        F[i] = next;
    }
}

static carom_status run(body *b, double h, carom_recorder *recorder, carom_result *out) {
    carom_history_summary more = {.margin = (double)NAN, .micro_impacts = 1};
    double F[3] = {0.0}, past[2][3] = {{0.0}}, v1[3], d1;
    record(b, recorder, 0.0, F);
    const double most = 1e2 * (double)(recorder->work ? recorder->work : CAROM_COMPLIANT_WORK);
    for (int i = 0; i < STEPS * LONGEST && b->moves < most; i++) {
        double taken = h;
        foresee(F, past);
        if (!step(b, h, F, v1, &d1)) return CAROM_NOT_CONVERGED;
        const bool last = i > 0 && d1 <= 0.0;
        if (!last)
            accept(b, h, F, v1, d1);
        else if (!finish(b, h, F, &taken))
            return CAROM_NOT_CONVERGED;
        if (within(b, b->d) > 2 * SPRINGS) join_pairs(b);
        more.duration += taken;
        record(b, recorder, more.duration, F);
        if (b->d > more.compression) {
            more.compression = b->d;
            more.compression_time = more.duration;
            more.peak_force = CAROM_EACH_OF(b->p, k)[0] * b->d * sqrt(b->d);
            memcpy(out->Pc, b->P, (size_t)b->c->dim * sizeof *out->Pc);
        }
        out->evaluations = i + 1;
        if (!last) continue;
        if (recorder->more) *recorder->more = more;
        return CAROM_OK;
    }
    return CAROM_NOT_CONVERGED;
}

// Moves an impulse that lies outside the cone by rounding back onto it. Returns false if it lies outside by more than
// rounding.
static bool keep_cone(const carom_contact *c, double mu, double P[3]) {
    const double Pt = c->dim == 2 ? fabs(P[1]) : sqrt(P[1] * P[1] + P[2] * P[2]), most = mu * P[0];
    if (!(Pt > most)) return Pt <= most;
    for (int i = 1; i < c->dim; i++) P[i] *= most / Pt;
    return Pt - most <= TOLERANCE * P[0];
}

static carom_status simulate(const carom_contact *c, const carom_params *p, carom_recorder *recorder,
                             carom_result *out) {
    body b = {.c = c, .p = p};
    out->mode = CAROM_MODE_UNNAMED;
    if (!(CAROM_EACH_OF(p, k)[0] > 0.0)) return carom_device_refuse(out, CAROM_PARAM_k);
    if (!(CAROM_OF(p, kappa) > 0.0)) return carom_device_refuse(out, CAROM_PARAM_kappa);
    for (int i = 0; i < c->dim; i++) b.v[i] = c->v[i], out->P[i] = out->Pc[i] = 0.0;
    out->work_normal = 0.0;
    out->has = CAROM_HAS_COMPRESSION | CAROM_HAS_WORK;
    if (c->v[0] == 0.0) {
        out->mode = CAROM_MODE_NONE;
        return CAROM_OK;
    }
    const double d_max = pow(1.25 * c->v[0] * c->v[0] / (CAROM_EACH_OF(p, k)[0] * c->W[0][0]), 0.4);
    const double duration = 2.9432751843247047 * d_max / -c->v[0];
    b.width = sqrt(d_max) / SPRINGS;
    if (!(b.width > 0.0 && isfinite(duration))) return CAROM_OVERFLOW;
    carom_status status = grow(&b, d_max) ? run(&b, duration / STEPS, recorder, out) : CAROM_NOT_CONVERGED;
    for (int i = 0; i < c->dim; i++) out->P[i] = b.P[i];
    out->work_normal = b.work;
    if (status == CAROM_OK && !keep_cone(c, p->mu, out->P)) status = CAROM_NOT_CONVERGED;
    for (int j = 0; j < 2; j++) {
        free(b.now[j]);
        free(b.next[j]);
    }
    return status;
}

// The coefficients of this model.
static const carom_coefficient coefficients[] = {
    CAROM_ROW_IN("N/m^(3/2)", k, CAROM_LEAST, CAROM_MOST, "N / d^(3/2): normal force to power of the overlap",
                 "(4/3) E* sqrt(R*) for two spheres; the impulse does not depend on it"),
    CAROM_ROW(kappa, 1e-3, 1e3, "tangential to normal stiffness of the half-space, 2(1 - nu)/(2 - nu)",
              "1/eta2 of stronge, in a contact with partial slip"),
    CAROM_ROW(mu, 0, HUGE_VAL, "traction to pressure where the surface slips",
              "the same Coulomb coefficient in every law"),
};

// Computes derivatives in 2D if all springs slip all the time: an elastic impact with P_t = s mu P_n. Otherwise springs
// stick and slip one by one, and there are no derivatives.
static bool jac(const carom_law *self, const carom_contact *c, const carom_params *p, const carom_result *out,
                carom_equations *eq) {
    const double most = p->mu * out->P[0], s = out->P[1] < 0.0 ? -1.0 : 1.0;
    if (!(fabs(fabs(out->P[1]) - most) <= 1e-12 * most)) return false;
    carom_device_elastic(c, out, eq);
    eq->row[1].P[0] = -s * p->mu;
    eq->row[1].P[1] = 1.0;
    for (int k = 0; k < eq->params; k++)
        if (eq->param[k] == CAROM_PARAM_mu) eq->row[1].x[CAROM_JACOBIAN_PARAM + k] = -s * out->P[0];
    return true;
}

CAROM_DEVICE_WITH(mindlin, simulate, NULL, NULL, jac, CAROM_2D);

const carom_law carom_law_mindlin = {
    .name = "mindlin",
    .solves = CAROM_2D | CAROM_3D,
    .guarantees = CAROM_PROMISES_ALL,
    .conditions = "",
    .summary =
        "Hertz's contact with partial slip (Cattaneo-Mindlin): elastic spheres of similar material, the superball",
    .citation = "Maw, Barber & Fawcett 1976, 1981; Mindlin & Deresiewicz 1953",
    CAROM_DEVICE_LAW(mindlin),
};
