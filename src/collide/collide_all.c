// Computes every result of a law. Determines which of them carom_collide returns, and which one is reached if friction
// grows slowly.
#include "carom/law.h"

#include <math.h>

#include "collide/scale.h"
#include "collide/validate.h"
#include "tables/params.h"

static const carom_result blank = {
    .work_normal = (double)NAN,
    .work_friction = (double)NAN,
    .Pc = {(double)NAN, (double)NAN, (double)NAN},
    .coefficient = CAROM_PARAM_NONE,
};

// Results closer than this fraction of the impulse are the same result, found twice. Two ends of one iteration differ
// by 1e-12 (smith). Results that meet at a fold of mu are distinguished at 1e-7.
#define ONE 1e-10

static double size_of(int dim, const double P[3]) {
    double most = 0.0;
    for (int i = 0; i < dim; i++) most = fmax(most, fabs(P[i]));
    return most;
}

static double apart(int dim, const double P[3], const double Q[3]) {
    double most = 0.0;
    for (int i = 0; i < dim; i++) most = fmax(most, fabs(P[i] - Q[i]));
    return most;
}

// The entry of the list that is nearest to P, and the distances of the nearest and of the next one.
typedef struct {
    int at;
    double first, second;
} nearness;

static nearness nearest(int dim, const carom_result *list, int count, const double P[3]) {
    nearness n = {.at = -1, .first = HUGE_VAL, .second = HUGE_VAL};
    for (int i = 0; i < count; i++) {
        const double far = apart(dim, list[i].P, P);
        if (far < n.first) {
            n.second = n.first;
            n.first = far;
            n.at = i;
        } else {
            n.second = fmin(n.second, far);
        }
    }
    return n;
}

// Computes the results of the law without duplicates.
static int distinct(const carom_law *law, const carom_contact *c, const carom_params *p, carom_result *list) {
    int count = 0, kept = 0;
    for (int i = 0; i < CAROM_MAX_ALTERNATIVES; i++) list[i] = blank;
    if (carom_solve_all_scaled(law, c, p, list, &count) != CAROM_OK) return 0;
    for (int i = 0; i < count; i++) {
        const nearness n = nearest(c->dim, list, kept, list[i].P);
        if (n.first > ONE * size_of(c->dim, list[i].P) || kept == 0) list[kept++] = list[i];
    }
    return kept;
}

// Returns the coefficients with this fraction of the friction.
static carom_params with_friction(const carom_params *p, double share) {
    carom_params less = *p;
    less.mu = share * p->mu;
    if (p->mu_static != CAROM_SAME_AS_MU) less.mu_static = share * p->mu_static;
    return less;
}

// A step is accepted if the result moves little, and by less than its distance to any other result. Half of the limits
// 0.05 and 0.2 select the same results in 1e5 random problems. With four times these limits, jumps are mistaken for
// steps. The smallest step is 1e-12, because a slow approach of 1e-8 jams within 1e-10 of its critical friction. At
// most 20000 steps are taken.
#define MOVES    0.05
#define NEARER   0.2
#define SHORTEST 1e-12
#define MOST     20000

// Follows the result of the frictionless impact up to the full friction. Returns false if the result ceases to exist.
static bool follow(const carom_law *law, const carom_contact *c, const carom_params *p, double P[3]) {
    carom_result list[CAROM_MAX_ALTERNATIVES];
    carom_params less = with_friction(p, 0.0);
    if (distinct(law, c, &less, list) != 1) return false;
    for (int i = 0; i < c->dim; i++) P[i] = list[0].P[i];
    double share = 0.0, step = 0.01;
    for (int k = 0; k < MOST && share < 1.0; k++) {
        const double next = fmin(share + step, 1.0);
        less = with_friction(p, next);
        const int count = distinct(law, c, &less, list);
        const nearness n = nearest(c->dim, list, count, P);
        if (count > 0 && n.first <= MOVES * size_of(c->dim, P) && n.first <= NEARER * n.second) {
            for (int i = 0; i < c->dim; i++) P[i] = list[n.at].P[i];
            share = next;
            step *= 2.0;
        } else if ((step *= 0.5) < SHORTEST) {
            return false;
        }
    }
    return share == 1.0;
}

// If the law has only one result, returns true and the result.
static bool only(const carom_law *law, const carom_contact *c, const carom_params *p, double P[3]) {
    carom_result list[CAROM_MAX_ALTERNATIVES];
    const bool alone = distinct(law, c, p, list) == 1;
    for (int i = 0; i < c->dim; i++) P[i] = list[0].P[i];
    return alone;
}

// The approach speed that represents the limit of a slow approach. It is also the relative error of the impulse. At
// lower speeds D (laws/smith/smith.h) loses its digits if the contact jams.
#define SLOW 1e-8

// Returns the index of the stable result in the list; -1 if there is none.
static int kept_of(const carom_law *law, const carom_contact *contact, const carom_params *p, const carom_result *list,
                   int count) {
    carom_contact c = *contact;
    double P[3] = {0.0, 0.0, 0.0};
    if (count == 1) return 0;
    if (!(carom_law_reads(law) & CAROM_PARAM_BIT(mu)) || isinf(p->mu) || isinf(p->mu_static)) return -1;
    if (c.v[0] == 0.0) c.v[0] = -SLOW * size_of(c.dim, c.v);
    if (!only(law, &c, p, P) && !follow(law, &c, p, P)) return -1;
    const nearness n = nearest(c.dim, list, count, P);
    // The error of the limit is about SLOW divided by the distance of friction from its critical value. Different
    // results differ by more than 1e-4.
    return n.first <= 1e-4 * fmax(size_of(c.dim, P), size_of(c.dim, list[n.at].P)) ? n.at : -1;
}

// Finds the result of carom_collide in the list, to 1e-6 of the impulse (smith, near a singular W), or adds it.
static int place_of(int dim, carom_result *list, int *count, const carom_result *given) {
    const nearness n = nearest(dim, list, *count, given->P);
    if (*count > 0 && n.first <= 1e-6 * size_of(dim, given->P)) return n.at;
    const int at = *count < CAROM_MAX_ALTERNATIVES ? (*count)++ : *count - 1;
    list[at] = *given;
    return at;
}

// Orders results by normal impulse, smallest first, and then by energy loss, largest first.
static bool before(const carom_result *a, const carom_result *b) {
    return a->P[0] < b->P[0] || (a->P[0] == b->P[0] && a->dE < b->dE);
}

static void sort(carom_alternative *list, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && before(&list[j].result, &list[j - 1].result); j--) {
            const carom_alternative swapped = list[j];
            list[j] = list[j - 1];
            list[j - 1] = swapped;
        }
}

static void tell(const carom_law *law, const carom_contact *c, const carom_params *params, const carom_result *answer,
                 carom_alternative *list, int *count) {
    carom_result found[CAROM_MAX_ALTERNATIVES];
    *count = distinct(law, c, params, found);
    const int given = place_of(c->dim, found, count, answer), kept = kept_of(law, c, params, found, *count);
    // The result of carom_collide may differ from the listed one in its last bits. The list then takes the bits of
    // carom_collide.
    found[given] = *answer;
    for (int i = 0; i < *count; i++) {
        list[i] = (carom_alternative){.result = found[i], .returned = i == given, .stable = i == kept};
        list[i].index = carom_index_near(law, c, params, &found[i]);
        list[i].result.solution_count = *count;
        list[i].result.violations &= ~(unsigned)CAROM_VIOLATION_NOT_UNIQUE;
        if (*count > 1) list[i].result.violations |= CAROM_VIOLATION_NOT_UNIQUE;
    }
    sort(list, *count);
}

carom_status carom_collide_all(const carom_law *law, const carom_contact *contact, const carom_params *params,
                               carom_alternative *list, int *count) {
    carom_result answer;
    if (!list || !count) return CAROM_NULL_POINTER;
    *count = 0;
    const carom_status status = carom_collide(law, contact, params, &answer);
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    carom_contact room;
    const carom_contact c = *carom_usable(contact, &room); // the contact is valid, because carom_collide has solved it
    if (law->contact->solve_all && !(c.v[0] > 0.0) && c.W[0][0] > 0.0) {
        carom_params at; // copy in which friction is varied
        carom_params_at_impact(law, &c, params, &at);
        tell(law, &c, &at, &answer, list, count);
    } else {
        list[0] = (carom_alternative){.result = answer, .returned = true, .stable = true};
        *count = 1;
    }
    return status;
}
