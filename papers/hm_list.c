// One contact strikes, the others are closed or apart, and two lists determine each stage. Hurmuzlu & Marghitu 1994,
// 3.1.6, steps 1-15 as printed, except for three corrections. The striking contact A_c keeps its a_n (step 7). Step 10
// compares absolute values. A contact counts as held if v_t = 0 and it is not in L_s (step 15).
//
//   L_c   contacts that interact: A_c, then one at a time the closed one with the most negative a_n (step 11)
//   L_s   of these, those that rest and begin to slip: the largest violation of |F_t| <= mu |F_n| (step 10); emptied
//         whenever L_c grows (step 3)
//   f     F_n = 1 at A_c; elsewhere a_n = 0 in L_c, F = 0 outside
//         v_t != 0  F_t = -mu sign(v_t) F_n      in L_s  F_t = +-mu F_n      other  a_t = 0
// Step 9 tests the slip of the newest member of L_s only, and reverses it once. Nothing tests F_n >= 0, and no contact
// leaves a list before the stage ends. The law hm-differential solves the intended inequalities. If the two laws
// differ, the faults of a stage name the inequalities that the lists violate.
#include "papers/hm_list.h"

#include <math.h>
#include <string.h>

#include "base/worst.h"
#include "systems/eta.h"
#include "systems/small.h"

#define MOST CAROM_LIST_CONTACTS

// Tolerance of the inequalities, relative to the largest force or rate.
#define SLACK 1e-10

typedef struct lists {
    int joined[MOST], members; // L_c in its order
    int slips[MOST], sliders;  // L_s in its order
    bool in_c[MOST], in_s[MOST];
    double ratio[MOST]; // mu_i^a of a member of L_s: the ratio that gives the sign of its friction
    double f[2 * MOST], a[2 * MOST], unit[MOST];
    int step; // step at which the procedure got stuck
    carom_list_notes *notes;
} lists;

static double largest(const double *x, int n) {
    double most = 0.0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

// Computes F_t / F_n of a contact that slips. Returns false for a held contact, whose F_t is unknown.
static bool slope_of(const carom_eta_walk *w, const lists *l, int i, double *slope) {
    const double mu = w->p->contacts[i].mu, vt = w->v[2 * i + 1];
    *slope = vt != 0.0 ? -copysign(mu, vt) : l->in_s[i] ? copysign(mu, l->ratio[i]) : 0.0;
    return vt != 0.0 || l->in_s[i];
}

// Performs steps 3-8: computes the forces, and a = W f. Returns false if these conditions have no solution.
static bool solve_forces(carom_eta_walk *w, lists *l) {
    const int n = 2 * w->s->nc, c = w->p->striking;
    int row[2 * MOST], count = 0;
    double slope[2 * MOST], A[4 * MOST * MOST], b[2 * MOST], unit[2 * MOST], x[2 * MOST];
    memset(l->f, 0, sizeof l->f);
    l->f[2 * c] = 1.0;
    for (int k = 0; k < l->members; k++) {
        const int i = l->joined[k];
        double s;
        const bool known = slope_of(w, l, i, &s);
        if (i == c) l->f[2 * c + 1] = s;
        if (i != c) row[count] = 2 * i, slope[count++] = s;
        if (!known) row[count] = 2 * i + 1, slope[count++] = 0.0;
    }
    for (int r = 0; r < count; r++) {
        const double *W = w->s->W + row[r] * n;
        b[r] = -(W[2 * c] * l->f[2 * c] + W[2 * c + 1] * l->f[2 * c + 1]);
        unit[r] = l->unit[row[r] / 2];
        for (int k = 0; k < count; k++)
            A[r * count + k] = W[row[k]] + (slope[k] != 0.0 ? slope[k] * W[row[k] + 1] : 0.0);
    }
    w->tried++;
    if (count && !carom_small_solve(count, A, b, unit, x)) return false;
    for (int k = 0; k < count; k++) {
        l->f[row[k]] += x[k];
        if (slope[k] != 0.0) l->f[row[k] + 1] += slope[k] * x[k];
    }
    for (int i = 0; i < n; i++) {
        l->a[i] = 0.0;
        for (int j = 0; j < n; j++) l->a[i] += w->s->W[i * n + j] * l->f[j];
    }
    // The conditions require these rates to be zero, so their rounding errors are removed.
    double left = 0.0;
    for (int k = 0; k < count; k++) carom_worsen(&left, fabs(l->a[row[k]]));
    for (int k = 0; k < count; k++) l->a[row[k]] = 0.0;
    carom_worsen(&w->residual, left / (largest(w->s->W, n * n) * largest(l->f, n)));
    return true;
}

// Performs step 9: checks that the newest member of L_s slips against its friction, possibly after a reversal.
static bool slip_agrees(const carom_eta_walk *w, const lists *l) {
    const int i = l->sliders ? l->slips[l->sliders - 1] : -1;
    return i < 0 || !(copysign(1.0, l->ratio[i]) * l->a[2 * i + 1] > SLACK * largest(l->a, 2 * w->s->nc));
}

static bool settle_newest(carom_eta_walk *w, lists *l) {
    if (!solve_forces(w, l)) {
        l->step = 8;
        return false;
    }
    if (slip_agrees(w, l)) return true;
    const int i = l->slips[l->sliders - 1];
    l->ratio[i] = -l->ratio[i];
    if (solve_forces(w, l) && slip_agrees(w, l)) return true;
    l->step = 9;
    return false;
}

// Performs step 10: among the held members, adds the one with the largest violation of friction. Returns false if there
// is none.
static bool add_slider(const carom_eta_walk *w, lists *l) {
    const double slack = SLACK * largest(l->f, 2 * w->s->nc);
    int worst = -1;
    double most = 0.0;
    for (int k = 0; k < l->members; k++) {
        const int i = l->joined[k];
        const double Fn = l->f[2 * i], Ft = l->f[2 * i + 1];
        double s;
        if (slope_of(w, l, i, &s) || !(fabs(Ft) > w->p->contacts[i].mu * fabs(Fn) + slack)) continue;
        const double ratio = fabs(Ft) / fabs(Fn);
        if (worst >= 0 && !(ratio > most)) continue;
        worst = i;
        most = ratio;
        l->ratio[i] = copysign(1.0, Ft) * copysign(1.0, Fn);
    }
    if (worst < 0) return false;
    l->in_s[worst] = true;
    l->slips[l->sliders++] = worst;
    return true;
}

// Performs step 11: adds the closed contact outside L_c with the most negative a_n. Returns false if there is none.
static bool add_member(const carom_eta_walk *w, lists *l) {
    int worst = -1;
    double least = -SLACK * largest(l->a, 2 * w->s->nc);
    for (int i = 0; i < w->s->nc; i++) {
        if (l->in_c[i] || w->v[2 * i] > 0.0 || !(l->a[2 * i] < least)) continue;
        worst = i;
        least = l->a[2 * i];
    }
    if (worst < 0) return false;
    l->in_c[worst] = true;
    l->joined[l->members++] = worst;
    return true;
}

// Performs steps 2-11.
static carom_status rates(carom_eta_walk *w, bool *several) {
    lists *l = w->own;
    *several = false;
    memset(l->in_c, 0, sizeof l->in_c);
    l->in_c[w->p->striking] = true;
    l->joined[0] = w->p->striking;
    l->members = 1;
    do {
        memset(l->in_s, 0, sizeof l->in_s);
        l->sliders = 0;
        do {
            if (!settle_newest(w, l)) return CAROM_NO_SOLUTION;
        } while (add_slider(w, l));
    } while (add_member(w, l));
    // If no other step failed, step 12 found no event: the normal velocity of the striking contact never returns to
    // zero.
    l->step = 12;
    w->f = l->f;
    w->a = l->a;
    return CAROM_OK;
}

static carom_mode mode(const carom_eta_walk *w, int i) {
    const lists *l = w->own;
    if (i != w->p->striking && w->v[2 * i] > 0.0) return CAROM_MODE_FREE;
    if (!l->in_c[i]) return CAROM_MODE_OPEN;
    const double slip = w->v[2 * i + 1] != 0.0 ? w->v[2 * i + 1] : l->a[2 * i + 1];
    return slip == 0.0 ? CAROM_MODE_STICK : slip > 0.0 ? CAROM_MODE_SLIP_PLUS : CAROM_MODE_SLIP_MINUS;
}

static unsigned char faults_of(const carom_eta_walk *w, const lists *l, int i) {
    const double *f = l->f + 2 * i, *a = l->a + 2 * i;
    const double force = SLACK * largest(l->f, 2 * w->s->nc), rate = SLACK * largest(l->a, 2 * w->s->nc);
    unsigned faults = 0;
    if (f[0] < -force) faults |= CAROM_LIST_PULLS;
    if (l->in_s[i] && f[1] * copysign(1.0, f[0]) * a[1] > 0.0 && fabs(a[1]) > rate && fabs(f[1]) > force)
        faults |= CAROM_LIST_SLIP_SIGN;
    return (unsigned char)faults;
}

static void note(carom_eta_walk *w, carom_stage *stage) {
    (void)stage;
    const lists *l = w->own;
    if (w->stages > CAROM_LIST_STAGES) return;
    carom_list_stage *to = &l->notes->stage[w->stages - 1];
    *to = (carom_list_stage){.members = l->members, .sliders = l->sliders};
    memcpy(to->joined, l->joined, sizeof to->joined);
    memcpy(to->slips, l->slips, sizeof to->slips);
    for (int i = 0; i < w->s->nc; i++) to->faults[i] = faults_of(w, l, i);
}

static const carom_eta_rule rule = {.rates = rates, .mode = mode, .note = note};

static size_t bytes_needed(const carom_law *self, const carom_system *s, const carom_system_params *p) {
    (void)self;
    carom_arena a = carom_arena_over(NULL, 0);
    carom_eta_walk w = {.rule = &rule};
    carom_eta_carve(&w, s, p, &a);
    return carom_arena_bytes(&a);
}

static carom_status solve(const carom_law *self, const carom_system *s, const carom_system_params *p, void *memory,
                          size_t bytes, carom_system_result *out) {
    carom_arena a = carom_arena_over(memory, bytes);
    lists l = {.notes = ((const carom_list_law *)(const void *)self)->notes};
    carom_eta_walk w = {.rule = &rule, .own = &l};
    if (s->nc > MOST) return CAROM_NOT_APPLICABLE;
    if (!carom_eta_carve(&w, s, p, &a)) return CAROM_SMALL_MEMORY;
    const carom_cones cones = {.nc = s->nc, .W = s->W};
    for (int i = 0; i < s->nc; i++) l.unit[i] = carom_contact_unit(&cones, i);
    const carom_status status = carom_eta_follow(&w, out);
    l.notes->step = status == CAROM_NO_SOLUTION ? l.step : 0;
    // A contact that was pulled counts as interacting too.
    for (int i = 0; i < s->nc && carom_status_classify(status) == CAROM_CLASS_OK; i++)
        if (out->mode[i] == CAROM_MODE_IDLE && out->P[2 * i] < 0.0) out->mode[i] = mode(&w, i);
    return status;
}

static const carom_system_vtable code = {
    .solve = solve,
    .memory_size = bytes_needed,
    .needs = CAROM_NEEDS_STRIKING,
    .provides = CAROM_PROVIDES_STAGES,
    .solvers = CAROM_PLANE_SOLVERS,
    .always = CAROM_GUARANTEE_HOMOGENEOUS,
    .conditions = "",
};

static const carom_coefficient coefficients[] = {
    CAROM_COEFFICIENT_RESTITUTION("which definition `e` follows"),
    CAROM_COEFFICIENT_E("the ratio that `restitution` names, of the striking contact"),
    CAROM_COEFFICIENT_MU("|P_t| / P_n at every instant of slip"),
};

carom_list_law carom_hm_list(carom_list_notes *notes) {
    return (carom_list_law){.law = {.name = "hm-list",
                                    .module = "papers",
                                    .solves = CAROM_SYSTEM_2D,
                                    CAROM_COEFFICIENTS(coefficients),
                                    .summary = "the procedure as printed in the paper",
                                    .citation = "Hurmuzlu & Marghitu 1994, 3.1.6, steps 1-15",
                                    .conditions = "",
                                    .system = &code},
                            .notes = notes};
}
