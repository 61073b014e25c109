// Tests several contacts in 3D in the core: glocker with round friction cones, and sequence. Random systems of rigid
// bodies must have properties that do not depend on the solver.
// Usage: many_cones3 [SYSTEMS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"
#include "support/floor.h"
#include "support/laws.h"
#include "systems.h"
#include "systems/cones3.h"
#include "systems3.h"

static int failures;

static void wrong(const char *what, int k) {
    if (failures++ < 20) printf("WRONG %s, system %d\n", what, k);
}

// Solves one impact. The arrays of the result lie in *memory, which is filled with other numbers before.
static carom_status ask(const carom_law *method, const carom_system *s, const carom_params *contact, void **memory,
                        carom_system_result *out) {
    carom_system_params p = carom_system_params_default(contact);
    p.single = &carom_law_routh;
    const size_t bytes = carom_system_memory_size(method, s, &p);
    *memory = realloc(*memory, bytes);
    memset(*memory, 0x5a, bytes);
    return carom_system_solve(method, s, &p, *memory, bytes, out);
}

static double largest(int n, const double *x) {
    double most = 0.0;
    for (int i = 0; i < n; i++) carom_worsen(&most, fabs(x[i]));
    return most;
}

static double apart(int n, const double *x, const double *y) {
    double most = 0.0;
    for (int i = 0; i < n; i++) carom_worsen(&most, fabs(x[i] - y[i]));
    return most;
}

// Makes y from x. Contact i of y is contact order[i] of x, with its tangents rotated by an angle of cosine c and sine
// s.
static void rearrange(const system3 *x, const int *order, double c, double s, system3 *y) {
    const int n = 3 * x->s.nc;
    *y = *x;
    y->s.W = y->W;
    y->s.v = y->v;
    for (int i = 0; i < n; i++) {
        const int first = 3 * order[i / 3];
        for (int k = 0; k < x->freedoms; k++)
            y->R[i][k] = i % 3 == 0   ? x->R[first][k]
                         : i % 3 == 1 ? c * x->R[first + 1][k] + s * x->R[first + 2][k]
                                      : c * x->R[first + 2][k] - s * x->R[first + 1][k];
    }
    for (int i = 0; i < x->s.nc; i++) y->contact[i] = x->contact[order[i]];
    matrix3(y);
}

// Transforms the velocities of y back to the order and the tangents of x.
static void back(const system3 *x, const int *order, double c, double s, const double *from, double *to) {
    for (int i = 0; i < x->s.nc; i++) {
        const double *v = from + 3 * i;
        double *w = to + 3 * order[i];
        w[0] = v[0];
        w[1] = c * v[1] - s * v[2];
        w[2] = s * v[1] + c * v[2];
    }
}

typedef struct tally {
    int asked, answered, none, given_up, same, other, open, stick, slide;
    double residual, alike;
} tally;

// Checks the residual, the violations and the stored solution of a result.
static void check_answer(const system3 *x, const carom_system_result *out, int k, tally *t) {
    bool closing = true;
    for (int i = 0; i < x->s.nc; i++) {
        closing = closing && x->v[3 * i] <= 0.0;
        t->open += out->mode[i] == CAROM_MODE_OPEN;
        t->stick += out->mode[i] == CAROM_MODE_STICK;
        t->slide += out->mode[i] == CAROM_MODE_SLIDING;
    }
    carom_worsen(&t->residual, out->residual);
    if (!(out->residual <= 1e-10)) wrong("a residual above 1e-10", k);
    if (out->violations & (CAROM_VIOLATION_CONE | CAROM_VIOLATION_PULL | CAROM_VIOLATION_LOSS))
        wrong("the friction cone", k);
    if (closing && (out->violations & CAROM_VIOLATION_PENETRATION)) wrong("penetration", k);
    if (x->common && (out->violations & CAROM_VIOLATION_ENERGY)) wrong("energy with one coefficient", k);
    const bool several = out->status == CAROM_NOT_UNIQUE;
    if (out->kept != 1 + several || out->solution_count != 2 * several ||
        apart(3 * x->s.nc, out->P, out->solutions[0].P) != 0.0)
        wrong("the solution that is kept", k);
}

// With twice the speed and four times the mass, P is multiplied by 8 exactly, because these factors are powers of two.
static void check_units(const system3 *x, const double *P, int k, void **memory) {
    static system3 y;
    carom_system_result out;
    const int n = 3 * x->s.nc;
    y = *x;
    y.s.W = y.W;
    y.s.v = y.v;
    for (int i = 0; i < n; i++) y.v[i] *= 2.0;
    for (int i = 0; i < n * n; i++) y.W[i] *= 0.25;
    if (carom_status_classify(ask(&carom_law_glocker, &y.s, y.contact, memory, &out)) != CAROM_CLASS_OK) {
        wrong("no answer in other units", k);
        return;
    }
    for (int i = 0; i < n; i++)
        if (out.P[i] != 8.0 * P[i]) {
            wrong("other bits in other units", k);
            return;
        }
}

// The order of the contacts and the choice of tangents must not change the result.
static void check_symmetry(const system3 *x, const double *v, random_stream *r, void **memory, tally *t) {
    static system3 y;
    int order[MOST3];
    double u[3], w[3 * MOST3];
    carom_system_result out;
    for (int i = 0; i < x->s.nc; i++) order[i] = i;
    for (int i = x->s.nc - 1; i > 0; i--) {
        const int j = random_below(r, i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    random_direction(r, 2, u);
    rearrange(x, order, u[0], u[1], &y);
    if (carom_status_classify(ask(&carom_law_glocker, &y.s, y.contact, memory, &out)) != CAROM_CLASS_OK) {
        t->other++;
        return;
    }
    back(x, order, u[0], u[1], out.v, w);
    const double off = apart(3 * x->s.nc, v, w) / largest(3 * x->s.nc, x->v);
    if (off <= 1e-6) {
        t->same++;
        carom_worsen(&t->alike, off);
    } else {
        t->other++;
    }
}

static void run_kind(system3_kind kind, int count, double floor, double alike) {
    system3 *x = malloc(sizeof *x);
    void *memory = NULL;
    tally t = {0};
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(902, (uint64_t)(k * SYSTEM3_KINDS + (int)kind));
        double P[3 * MOST3], v[3 * MOST3];
        carom_system_result out;
        random_system3(x, &r, 1 + random_below(&r, 8), kind);
        const carom_status status = ask(&carom_law_glocker, &x->s, x->contact, &memory, &out);
        t.asked++;
        t.none += status == CAROM_NO_SOLUTION;
        t.given_up += status == CAROM_NOT_CONVERGED;
        if (status != CAROM_OK && status != CAROM_NOT_UNIQUE) {
            if (status != CAROM_NO_SOLUTION && status != CAROM_NOT_CONVERGED) wrong("an odd status", k);
            if (!isnan(out.P[0]) || !isnan(out.residual)) wrong("numbers without an answer", k);
            continue;
        }
        t.answered++;
        check_answer(x, &out, k, &t);
        memcpy(P, out.P, sizeof(double) * 3 * (size_t)x->s.nc);
        memcpy(v, out.v, sizeof(double) * 3 * (size_t)x->s.nc);
        check_units(x, P, k, &memory);
        check_symmetry(x, v, &r, &memory, &t);
    }
    printf("%-14s %5d systems: %d answered, %d without a solution, %d given up; open %d, sticking %d, sliding %d "
           "contacts; "
           "residual %.1e; in another order and frame %d alike (to %.1e), %d others\n",
           system3_names[kind], t.asked, t.answered, t.none, t.given_up, t.open, t.stick, t.slide, t.residual, t.same,
           t.alike, t.other);
    if (!floor_met(system3_names[kind], t.answered, t.asked, floor)) wrong("too few are answered", -1);
    if (!floor_met("in another order", t.same, t.answered, alike)) wrong("too few are alike", -1);
    free(memory);
    free(x);
}

// For one contact and e_t = 0, glocker is Whittaker's law in 3D.
static void one_contact(int count) {
    system3 *x = malloc(sizeof *x);
    void *memory = NULL;
    int asked = 0, compared = 0;
    double worst = 0.0;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(903, (uint64_t)k);
        carom_system_result out;
        carom_result one;
        random_system3(x, &r, 1, k % 2 ? ONE_BODY3 : UNEVEN3);
        x->contact[0].e_t = 0.0;
        carom_contact c = {.dim = 3};
        for (int i = 0; i < 3; i++) {
            c.v[i] = x->v[i];
            for (int j = 0; j < 3; j++) c.W[i][j] = x->W[3 * i + j];
        }
        if (!(c.v[0] < 0.0)) continue;
        const carom_status status = ask(&carom_law_glocker, &x->s, x->contact, &memory, &out);
        asked++;
        if (carom_collide(&carom_law_whittaker, &c, &x->contact[0], &one) != CAROM_OK || one.solution_count != 1 ||
            status != CAROM_OK)
            continue;
        compared++;
        carom_worsen(&worst, apart(3, out.P, one.P) / largest(3, one.P));
    }
    printf("one contact against whittaker: %d of %d compared, worst difference %.1e\n", compared, asked, worst);
    if (!floor_met("one contact", compared, asked, 0.98)) wrong("too few are compared", -1);
    if (!(worst <= 1e-10)) wrong("one contact differs from whittaker", -1);
    free(memory);
    free(x);
}

// Embeds a 2D system in 3D, without coupling to the third direction. Its results must be those of 2D.
static void lift(const random_system *x, system3 *y) {
    const int nc = x->s.nc;
    memset(y, 0, sizeof *y);
    y->s = (carom_system){.nc = nc, .dim = 3, .W = y->W, .v = y->v};
    for (int i = 0; i < 2 * nc; i++) {
        const int a = 3 * (i / 2) + i % 2;
        y->v[a] = x->v[i];
        for (int j = 0; j < 2 * nc; j++) y->W[a * 3 * nc + 3 * (j / 2) + j % 2] = x->W[i * 2 * nc + j];
    }
    for (int i = 0; i < nc; i++) {
        y->W[(3 * i + 2) * (3 * nc + 1)] = 1.0;
        y->contact[i] = x->contact[i];
    }
}

static void lifted(const carom_law *method, int most, int count) {
    random_system *x = malloc(sizeof *x);
    system3 *y = malloc(sizeof *y);
    void *one = NULL, *two = NULL;
    int unique = 0, modes = 0;
    double worst = 0.0;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(904, (uint64_t)k);
        const int nc = 1 + k % most;
        carom_system_result plane, space;
        random_many(x, &r, nc, ROW_OF_BODIES, false);
        // Without this limit there may be infinitely many impacts, and the tolerances `cut` and `merge` decide the
        // result. Rounding might then lead to different results.
        for (int i = 0; i < nc; i++) x->contact[i].e = fmax(x->contact[i].e, 0.3);
        lift(x, y);
        const carom_status a = ask(method, &x->s, x->contact, &one, &plane);
        const carom_status b = ask(method, &y->s, y->contact, &two, &space);
        if (a != b || (a != CAROM_OK && a != CAROM_NOT_UNIQUE)) continue;
        unique++;
        bool same = plane.kept == space.kept;
        for (int i = 0; i < 2 * nc; i++) carom_worsen(&worst, fabs(plane.v[i] - space.v[3 * (i / 2) + i % 2]));
        for (int i = 0; same && i < plane.kept; i++) {
            same = plane.solutions[i].sequences == space.solutions[i].sequences &&
                   plane.solutions[i].shortest == space.solutions[i].shortest &&
                   plane.solutions[i].longest == space.solutions[i].longest;
            if (method == &carom_law_sequence)
                carom_worsen(&worst, fabs(plane.solutions[i].probability - space.solutions[i].probability));
            for (int j = 0; j < 2 * nc; j++)
                carom_worsen(&worst, fabs(plane.solutions[i].v[j] - space.solutions[i].v[3 * (j / 2) + j % 2]));
        }
        for (int i = 0; i < nc; i++) {
            const bool slips = plane.mode[i] != CAROM_MODE_OPEN && plane.mode[i] != CAROM_MODE_STICK;
            same = same && space.mode[i] == (slips ? CAROM_MODE_SLIDING : plane.mode[i]);
        }
        modes += same;
        if (!same && getenv("VERBOSE")) printf("  lifted %d: other modes\n", k);
    }
    printf("%s of planar systems in 3D: %d of %d with the same status, %d the same outcomes, worst difference %.1e\n",
           method->name, unique, count, modes, worst);
    if (!floor_met("lifted", unique, count, 0.99)) wrong("too few are compared", -1);
    if (modes != unique || !(worst <= 1e-9)) wrong("3D differs from 2D", -1);
    free(one);
    free(two);
    free(x);
    free(y);
}

// A box with e = 1 that lands flat on four points keeps its speed. The points of a square have equal impulses.
static void box(void) {
    static system3 x;
    void *memory = NULL;
    carom_system_result out;
    for (int unequal = 0; unequal < 2; unequal++) {
        memset(&x, 0, sizeof x);
        x.s = (carom_system){.nc = 4, .dim = 3, .W = x.W, .v = x.v};
        x.freedoms = 6;
        const double corner[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
        for (int k = 0; k < 6; k++) x.inverse_mass[k] = k < 3 ? 1.0 : k == 5 ? 1.5 : 2.4;
        x.u[2] = -2.0;
        for (int i = 0; i < 4; i++) {
            const double r[3] = {corner[i][0] * (unequal && i == 2 ? 0.5 : 1.0), corner[i][1], -0.5};
            const double d[3][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
            for (int k = 0; k < 3; k++) add_body3(&x, 3 * i + k, 0, 1.0, r, d[k]);
            x.contact[i] = params_plain();
            x.contact[i].e = x.contact[i].e_t = 1.0;
            x.contact[i].mu = 0.3;
        }
        matrix3(&x);
        const carom_status status = ask(&carom_law_glocker, &x.s, x.contact, &memory, &out);
        double off = 0.0, uneven = 0.0;
        for (int i = 0; i < 4; i++) {
            carom_worsen(&off, fabs(out.v[3 * i] - 2.0));
            carom_worsen(&uneven, fabs(out.P[3 * i] - 1.0));
        }
        printf("box on four points%s: %s, v_n' off by %.1e, dE %.1e J, impulses off by %.1e\n",
               unequal ? ", one of them elsewhere" : "", carom_status_name(status), off, out.dE, uneven);
        if (status != CAROM_OK || out.violations || !(off <= 1e-12) || !(fabs(out.dE) <= 1e-12))
            wrong("the box", unequal);
        if (!unequal && !(uneven <= 1e-9)) wrong("the square's points do not share", 0);
    }
    free(memory);
}

// Follows every order of single impacts of bodies in 3D. No outcome approaches or gains energy, and the probabilities
// add up to 1.
static void sequences(int count) {
    system3 *x = malloc(sizeof *x);
    void *memory = NULL;
    int answered = 0, several = 0, outcomes = 0;
    for (int k = 0; k < count; k++) {
        random_stream r = random_at(905, (uint64_t)k);
        carom_system_result out;
        random_system3(x, &r, 2 + random_below(&r, 3), k % 2 ? CHAIN3 : FACE3);
        for (int i = 0; i < x->s.nc; i++) {
            x->contact[i].restitution = CAROM_ENERGETIC;
            x->contact[i].e = fmax(x->contact[i].e, 0.3);
        }
        const carom_status status = ask(&carom_law_sequence, &x->s, x->contact, &memory, &out);
        if (status != CAROM_OK && status != CAROM_NOT_UNIQUE) continue;
        answered++;
        several += out.kept > 1;
        outcomes += out.kept;
        double sum = 0.0;
        for (int i = 0; i < out.kept; i++) {
            const carom_solution *o = &out.solutions[i];
            double v[3 * MOST3];
            const double speed = largest(3 * x->s.nc, x->v);
            carom_verdict verdict;
            double mu[MOST3];
            for (int c = 0; c < x->s.nc; c++) mu[c] = x->contact[c].mu;
            sum += o->probability;
            carom_system_check(&x->s, mu, o->P, v, &verdict);
            if (apart(3 * x->s.nc, v, o->v) > 1e-10 * speed) wrong("v' is not v + W P", k);
            if (verdict.dE > 1e-12 * speed * speed) wrong("an order gains energy", k);
            for (int c = 0; c < x->s.nc; c++)
                if (o->v[3 * c] < -1.01e-10 * speed) wrong("an outcome approaches", k);
            for (int c = 0; c < 3 * x->s.nc; c++)
                if (o->v[c] < out.lowest[c] || o->v[c] > out.highest[c]) wrong("an outcome beyond the spread", k);
        }
        if (fabs(sum - 1.0) > 1e-9) wrong("probabilities do not add up", k);
    }
    printf("sequence in 3D: %d of %d answered, %d with several outcomes, %d outcomes in all\n", answered, count,
           several, outcomes);
    if (!floor_met("sequence", answered, count, 0.9) || several < count / 4) wrong("too few are answered", -1);
    free(memory);
    free(x);
}

// Tests a contact with a smallest normal impulse `floor`. It separates, and its friction cone is that of this impulse.
static void floors(void) {
    const double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, q[3] = {1.0, 3.0, 4.0}, floor[1] = {2.0};
    const double wanted[2][3] = {{2.0, -0.6, -0.8}, {2.0, -3.0, -4.0}}, friction[2] = {0.5, 10.0};
    const size_t bytes = carom_cones3_memory(1);
    void *memory = malloc(bytes);
    for (int k = 0; k < 2; k++) {
        const carom_cones3 p = {.nc = 1, .W = W, .q = q, .mu = &friction[k], .floor = floor};
        carom_cones3_report report;
        double P[2 * 3];
        const carom_status status = carom_cones3_solve(&p, memory, bytes, P, &report);
        if (status != CAROM_OK || !(apart(3, P, wanted[k]) <= 1e-14)) wrong("a floor", k);
    }
    free(memory);
}

int main(int words, char **word) {
    const int count = words > 1 ? atoi(word[1]) : 600;
    // The smallest shares of systems with a solution. With unequal coefficients or a singular W a solution need not
    // exist.
    static const double floor[SYSTEM3_KINDS] = {1.0, 0.9, 0.95, 0.99, 0.75, 0.99};
    static const double alike[SYSTEM3_KINDS] = {0.99, 0.95, 0.97, 0.97, 0.7, 0.99};
    for (int kind = 0; kind < SYSTEM3_KINDS; kind++)
        run_kind((system3_kind)kind, count / SYSTEM3_KINDS, floor[kind], alike[kind]);
    one_contact(count);
    lifted(&carom_law_glocker, 6, count / 2);
    lifted(&carom_law_sequence, 3, count / 2);
    sequences(count / 6);
    box();
    floors();
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
