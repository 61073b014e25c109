// What a law says of itself, and its slopes at both sides of the places where its mode changes.
#include <math.h>
#include <string.h>

#include "carom/card.h"
#include "carom/reach.h"
#include "whole/prints/prints.h"

// Not words.
bool print_card(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    (void)c, (void)p;
    const unsigned whole[] = {law->dims,           law->closed,         law->promises,
                              law->code->jac_dims, law->code->unscaled, law->code->mu_judges};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) print_word(to, whole[i]);
    print_word(to, law->reads);
    print_number(to, law->code->accuracy);
    for (int k = 0; k < CAROM_PARAM_ROOM; k++) {
        const carom_param_info *info = carom_law_param(law, k);
        const carom_card *card = carom_card_find(law, (carom_param)k);
        if (info) print_numbers(to, 4, (double[]){info->number, info->standard, info->lowest, info->highest});
        if (info) print_word(to, (uint64_t)info->kind);
        if (card) print_numbers(to, 2, (double[]){card->lowest, card->highest});
    }
    carom_coefficient own[CAROM_MOST_COEFFICIENTS];
    memset(own, 0, sizeof own);
    const int count = carom_law_coefficients(law, 0, own);
    print_word(to, (uint64_t)count);
    for (int i = 0; i < count; i++) {
        print_word(to, (uint64_t)own[i].param);
        print_numbers(to, 2, (double[]){own[i].low, own[i].high});
    }
    return true;
}

typedef void move_fn(double share, carom_contact *c, carom_params *p);

static void by_slip(double share, carom_contact *c, carom_params *p) {
    (void)p;
    for (int i = 1; i < c->dim; i++) c->v[i] *= 1.0 - 4.0 * share;
}

static void by_friction(double share, carom_contact *c, carom_params *p) {
    (void)c;
    p->mu = (isinf(p->mu) ? 1.0 : p->mu) * 2.0 * share;
    if (p->mu_static >= 0.0) p->mu_static = fmax(p->mu_static, p->mu);
}

static void by_coupling(double share, carom_contact *c, carom_params *p) {
    (void)p;
    for (int i = 1; i < c->dim; i++) c->W[0][i] = c->W[i][0] *= 1.0 - 2.0 * share;
}

static void by_restitution(double share, carom_contact *c, carom_params *p) {
    (void)c;
    p->e = p->e_n = p->r_n = share;
    p->e_t = p->r_t = 1.0 - 2.0 * share;
}

static carom_mode mode_at(const carom_law *law, const carom_contact *c, const carom_params *p, move_fn *move,
                          double share) {
    carom_contact k = *c;
    carom_params q = *p;
    carom_outcome out = {0};
    move(share, &k, &q);
    return carom_collide(law, &k, &q, &out) == CAROM_OK ? out.mode : (carom_mode)-1;
}

// The first change of mode on the way; at it, next to it, and near.
static int print_edge(const carom_law *law, const carom_contact *c, const carom_params *p, move_fn *move, double low,
                      double high, print *to) {
    const carom_mode first = mode_at(law, c, p, move, low);
    if (mode_at(law, c, p, move, high) == first) return 0;
    for (int i = 0; i < 54; i++) {
        const double middle = 0.5 * (low + high);
        *(mode_at(law, c, p, move, middle) == first ? &low : &high) = middle;
    }
    const double places[] = {low * (1.0 - 1e-9), low, high, high * (1.0 + 1e-15), high * (1.0 + 1e-13)};
    int found = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        carom_contact k = *c;
        carom_params q = *p;
        move(places[i], &k, &q);
        found += print_slopes(law, &k, &q, to);
    }
    return found;
}

bool print_edges(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    static move_fn *const moves[] = {by_slip, by_friction, by_coupling, by_restitution};
    static const double ends[] = {0.0, 0.25, 0.6, 1.0}; // the slip turns at 0.25
    int found = 0;
    if (c->dim != 2 && c->dim != 3) return false; // refused
    for (size_t m = 0; m < sizeof moves / sizeof *moves; m++)
        for (int i = 0; i < 3; i++) found += print_edge(law, c, p, moves[m], ends[i], ends[i + 1], to);
    return found > 0;
}

// What only some laws read is left as it is by default.
bool print_standard(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    carom_params q = carom_default_params();
    q.mu = p->mu, q.mu_static = p->mu_static, q.restitution = p->restitution;
    q.e = p->e, q.e_n = p->e_n, q.r_n = p->r_n, q.e_t = p->e_t, q.r_t = p->r_t;
    print_slopes(law, c, &q, to);
    q.e_t = q.r_t = -0.5;
    print_slopes(law, c, &q, to);
    return print_collide(law, c, &q, to);
}

// Laws with several outcomes have them there.
bool print_rank2(const carom_law *law, const carom_contact *c, const carom_params *p, print *to) {
    if (!law->code->all || c->dim != 3) return false;
    carom_contact k = *c;
    carom_params q = *p;
    problem_of_rank2(&k, &q);
    return print_solutions(law, &k, &q, to) + print_collide(law, &k, &q, to) > 0;
}
