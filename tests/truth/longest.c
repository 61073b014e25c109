// Searches for the longest call of every law and of every method for several contacts. Each step changes one number of
// the problem. The change is kept if the call takes more evaluations, or more time if the law does not count
// evaluations. No call may take 100 ms of processor time with the default limits. A call that gives up reports this by
// its status. A search ends after STEPS steps, or after STEPS / 4 ms.
// Usage: longest [STEPS], with STEPS for each law and dimension. The full campaign is: longest 1000000
#include <stdlib.h>
#include <string.h>

#include "climb.h"
#include "draw.h"
#include "many/systems.h"
#include "support/floor.h"
#include "support/laws.h"
#include "support/params.h"

#define SEED   4711
#define AFRESH 50 // steps without a longer call before a new start

// Limit of the processor time in ms. tests/REPORT.md lists the longest.
#define MOST 100.0

// ---- One contact

typedef struct one {
    const carom_law *law;
    carom_contact c;
    carom_params p;
} one;

static carom_status ask_one(void *what, int *evaluations) {
    const one *x = what;
    carom_result out;
    const carom_status status = carom_collide(x->law, &x->c, &x->p, &out);
    *evaluations = carom_status_classify(status) == CAROM_CLASS_OK ? out.evaluations : 0;
    return status;
}

static double ask_law(climb *k, const carom_law *law, int dim, const drawn *x, int stop) {
    one asked = {.law = law, .c = {.dim = dim}, .p = params_plain()};
    carom_params *p = &asked.p;
    memcpy(asked.c.W, x->W, sizeof asked.c.W);
    memcpy(asked.c.v, x->v, sizeof asked.c.v);
    p->restitution = (carom_restitution)stop;
    p->e = x->unit[0], p->mu = x->mu, p->e_t = x->unit[1], p->nu = x->unit[2];
    p->s1 = x->unit[3], p->s2 = x->unit[4] * (1.0 - x->unit[3]), p->eta = x->unit[5];
    return climb_time(k, ask_one, &asked);
}

static drawn change(const drawn *x, int dim, random_stream *r) {
    const drawn other = draw_problem(SEED, random_word(r), dim, DRAW_ANY);
    drawn y = *x;
    switch (random_below(r, 5)) {
    case 0: y.mu = random_below(r, 2) ? other.mu : draw_critical(r, &y); break;
    case 1: y.unit[random_below(r, 6)] = other.unit[0]; break;
    case 2: memcpy(y.W, other.W, sizeof y.W); break;
    case 3: y.v[0] = -fabs(other.v[0]); break;
    default: y.v[1 + random_below(r, dim - 1)] *= random_between(r, -2.0, 2.0);
    }
    return y;
}

static bool climb_law(const carom_law *law, int dim, long steps) {
    climb k = {.status = "-"};
    random_stream r = random_at(SEED, (uint64_t)dim);
    drawn best = draw_problem(SEED, 0, dim, DRAW_ANY);
    double height = 0.0;
    int since = 0;
    for (long i = 0; i < steps && 4.0 * k.spent < (double)steps; i++) {
        const bool afresh = since > AFRESH;
        const drawn next = afresh ? draw_problem(SEED, (uint64_t)i, dim, DRAW_ANY) : change(&best, dim, &r);
        const double took = ask_law(&k, law, dim, &next, (int)(i % 3));
        since = afresh ? 0 : since + 1;
        if (took > height || afresh) best = next, height = took, since = 0;
    }
    const bool quick = climb_tell(&k, law->name, dim == 2 ? "plane" : "space", MOST);
    return floor_met(law->name, k.answered, k.asked, 0.5) && quick;
}

// ---- Several contacts

typedef struct several {
    const carom_law *method;
    random_system *x;
    carom_system_params p;
    void *memory;
    size_t bytes, room;
} several;

// A method counts only a part of its work, such as pivots, so the time is measured.
static carom_status ask_several(void *what, int *evaluations) {
    several *y = what;
    carom_system_result out;
    *evaluations = 0;
    return carom_system_solve(y->method, &y->x->s, &y->p, y->memory, y->bytes, &out);
}

static double ask_method(climb *k, several *y) {
    random_system *x = y->x;
    y->p = carom_system_params_default(x->contact);
    y->p.single = &carom_law_routh;
    // Some methods require that only one contact approaches.
    for (int i = 1; y->method->system->needs & CAROM_NEEDS_STRIKING && i < x->s.nc; i++)
        x->v[2 * i] = fabs(x->v[2 * i]);
    x->v[0] = -fabs(x->v[0]);
    y->bytes = carom_system_memory_size(y->method, &x->s, &y->p);
    if (y->bytes > y->room) y->memory = realloc(y->memory, y->room = y->bytes);
    return climb_time(k, ask_several, y);
}

static bool climb_method(const carom_law *method, long steps) {
    static random_system best, next;
    climb k = {.status = "-"};
    random_stream r = random_at(SEED, 7);
    several asked = {.method = method, .x = &next};
    double height = 0.0;
    int since = AFRESH + 1;
    // By default up to four contacts are solved by
    // enumeration and more by Lemke's method.
    const int most = method->system->solvers == 1u || !strncmp(method->name, "hm", 2) ? 4 : 32;
    for (long i = 0; i < steps && 4.0 * k.spent < (double)steps; i++) {
        const bool afresh = since > AFRESH;
        if (afresh)
            random_many(&next, &r, 1 + random_below(&r, most), (system_kind)random_below(&r, SYSTEM_KINDS), true);
        else {
            next = best;
            next.s.W = next.W, next.s.v = next.v;
            const int contact = random_below(&r, next.s.nc);
            if (random_below(&r, 2))
                next.v[2 * contact + random_below(&r, 2)] *= random_between(&r, -2.0, 2.0);
            else if (random_below(&r, 2))
                next.contact[contact].mu = random_between(&r, 0.0, 3.0);
            else
                next.contact[contact].e = random_unit(&r);
        }
        const double took = ask_method(&k, &asked);
        since++;
        if (took > height || afresh) best = next, height = took, since = 0;
    }
    free(asked.memory);
    const bool quick = climb_tell(&k, method->name, "several", MOST);
    return floor_met(method->name, k.answered, k.asked, 0.5) && quick;
}

int main(int argc, char **argv) {
    const long steps = argc > 1 ? atol(argv[1]) : 2000;
    bool good = true;
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++)
        for (int dim = 2; dim <= 3; dim++)
            if (carom_law_at(NULL, i, CAROM_ONE_CONTACT)->solves & (dim == 2 ? CAROM_2D : CAROM_3D))
                good &= climb_law(carom_law_at(NULL, i, CAROM_ONE_CONTACT), dim, steps);
    for (int i = 0; carom_law_at(NULL, i, CAROM_SYSTEMS); i++)
        good &= climb_method(carom_law_at(NULL, i, CAROM_SYSTEMS), steps);
    return good ? 0 : 1;
}
