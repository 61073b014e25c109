#include "mods/scenario/after.h"

#include <string.h>

void carom_after_pair(const carom_bodies *b, const double P[3], carom_body after[2], carom_balance *ledger) {
    if (b->kind == CAROM_SCENARIO_SPACE) {
        carom_pair pair;
        carom_pair_apply(&b->space, P, &pair);
        carom_pair_balance(&b->space, P, ledger);
        after[0] = pair.a;
        after[1] = pair.b;
        return;
    }
    carom_planar_pair pair;
    carom_planar_pair_apply(&b->plane, P, &pair);
    carom_planar_pair_balance(&b->plane, P, ledger);
    const carom_planar_body *flat[2] = {&pair.a, &pair.b};
    for (int i = 0; i < 2; i++)
        after[i] = (carom_body){.mass = flat[i]->mass,
                                .velocity = {flat[i]->velocity[0], flat[i]->velocity[1]},
                                .spin = {0.0, 0.0, flat[i]->spin}};
}

size_t carom_after_numbers(const carom_delassus *d) {
    return (size_t)(d->speeds + d->constraints + 1 + d->size);
}

void carom_after_tree(const carom_bodies *b, const double P[3], carom_after_speeds *after) {
    const carom_delassus *d = &b->delassus;
    memset(after->impulse, 0, (size_t)d->size * sizeof *after->impulse);
    memcpy(after->impulse + b->colliding * d->dim, P, (size_t)d->dim * sizeof *after->impulse);
    carom_delassus_apply(d, after->impulse, after->u, after->reactions);
    after->energy_before = carom_mechanism_energy(&b->mechanism, b->mechanism.u);
    after->energy_after = carom_mechanism_energy(&b->mechanism, after->u);
}
