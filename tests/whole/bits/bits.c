// Prints a 64-bit hash of the results of random impacts for each closed-form law and dimension. Prints another hash of
// random motions for each dimension. The hashes must not depend on compiler, optimisation and linking.
// Usage: bits [PROBLEMS] [LAW], where LAW may be `motion`
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apply.h"
#include "support/drops.h"
#include "support/law_count.h"

#define MOST_LAWS 64

// Adds the eight bytes of a word to an FNV-1a hash, low byte first on any machine.
static uint64_t mix(uint64_t hash, uint64_t word) {
    for (int i = 0; i < 8; i++) {
        hash = (hash ^ ((word >> (8 * i)) & 0xff)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static uint64_t bits_of(double x) {
    union {
        double number;
        uint64_t word;
    } both = {.number = x};
    return both.word;
}

// Returns the number that this status had when hashes.txt was recorded.
static uint64_t recorded(carom_status status) {
    switch ((int)status) {
    case CAROM_NO_SOLUTION: return 4;
    case CAROM_NOT_APPLICABLE: return 5;
    case CAROM_COEFFICIENT_RANGE: return 13;
    case CAROM_OVERFLOW: return 33;
    case CAROM_NOT_CONVERGED: return 34;
    default: return (uint64_t)status;
    }
}

static uint64_t mix_outcome(uint64_t hash, int dim, const carom_result *out) {
    hash = mix(hash, recorded(out->status));
    if (out->status != CAROM_OK) return hash;
    hash = mix(mix(hash, (uint64_t)out->mode), out->violations);
    for (int i = 0; i < dim; i++) hash = mix(mix(hash, bits_of(out->P[i])), bits_of(out->v[i]));
    return mix(hash, bits_of(out->dE));
}

// Returns whether the hash of this law is printed: it has a closed form in this dimension, and `only` is its name or
// NULL.
static bool hashed_in(const carom_law *law, int dim, const char *only) {
    return law->closed_form & (dim == 2 ? CAROM_2D : CAROM_3D) && (!only || !strcmp(law->name, only));
}

// Computes the hashes of all laws. All laws solve the same problem, so that generating problems takes little of the
// time.
static void hash_laws(int dim, long problems, const char *only, uint64_t hashes[MOST_LAWS]) {
    const carom_law *laws[MOST_LAWS] = {NULL}; // copied once, because carom_law_at is a linear search
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        laws[k] = carom_law_at(NULL, k, CAROM_ONE_CONTACT);
        hashes[k] = UINT64_C(0xcbf29ce484222325);
    }
    for (long i = 0; i < problems; i++) {
        random_stream r = random_at(41, (uint64_t)i);
        const carom_contact c = random_contact(&r, dim, 3.0);
        random_names names;
        const carom_params p = random_params_named(&r, dim, &names);
        for (int k = 0; k < MOST_LAWS && laws[k]; k++) {
            carom_result out;
            if (!hashed_in(laws[k], dim, only)) continue;
            carom_contact mine = c;
            carom_params with = p;
            random_own(&r, laws[k], &with);
            random_take_names(laws[k], &names, &with);
            random_apply(laws[k], &mine, &with, &out);
            hashes[k] = mix_outcome(hashes[k], dim, &out);
        }
    }
}

static uint64_t mix_state(uint64_t hash, int dim, const carom_motion_state *s) {
    hash = mix(mix(hash, bits_of(s->t)), s->exact);
    for (int i = 0; i < dim; i++) hash = mix(mix(hash, bits_of(s->centre[i])), bits_of(s->velocity[i]));
    if (dim == 2) return mix(mix(hash, bits_of(s->angle)), bits_of(s->spin[2]));
    for (int i = 0; i < 4; i++) hash = mix(hash, bits_of(s->orientation[i]));
    for (int i = 0; i < 3; i++) hash = mix(hash, bits_of(s->spin[i]));
    return hash;
}

static uint64_t mix_motion(uint64_t hash, const drop_problem *d, const carom_motion_result *r) {
    const int dim = d->scene.dim;
    hash = mix(mix(hash, (uint64_t)r->stop), (uint64_t)r->events);
    hash = mix_state(hash, dim, &r->end);
    for (int i = 0; i < r->events; i++) {
        const carom_motion_event *e = &r->event[i];
        hash = mix(mix(hash, (uint64_t)e->kind), bits_of(e->energy_after));
        hash = mix_state(mix_state(hash, dim, &e->before), dim, &e->after);
    }
    for (int i = 0; i < r->hits; i++)
        for (int k = 0; k < dim; k++) hash = mix(hash, bits_of(r->hit[i].impulse[k]));
    for (int i = 0; i < 8; i++) {
        carom_motion_state s;
        if (carom_motion_state_at(&d->scene, r, r->end.t * i / 8.0, &s) == CAROM_OK) hash = mix_state(hash, dim, &s);
    }
    return hash;
}

static bool hash_motions(int dim, long drops) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    long events = 0;
    for (long i = 0; i < drops; i++) {
        drop_problem d;
        carom_motion_result r;
        random_drop(dim, (uint64_t)i, &d);
        const size_t bytes = carom_motion_memory_size(&d.scene);
        void *memory = malloc(bytes);
        const carom_status status = memory ? carom_motion_run(&d.scene, &d.start, memory, bytes, &r) : CAROM_NO_MEMORY;
        if (carom_status_classify(status) != CAROM_CLASS_BAD_INPUT) {
            hash = mix_motion(hash, &d, &r);
            events += r.events;
        }
        free(memory);
    }
    printf("%-18s %d %016llx\n", "motion", dim, (unsigned long long)hash);
    return events >= drops; // most drops have at least one event
}

int main(int argc, char **argv) {
    const long problems = argc > 1 ? atol(argv[1]) : 1000000;
    const char *const only = argc > 2 ? argv[2] : NULL;
    if (law_count(CAROM_ONE_CONTACT) > MOST_LAWS) return EXIT_FAILURE;
    for (int dim = 2; dim <= 3; dim++) {
        uint64_t hashes[MOST_LAWS];
        hash_laws(dim, problems, only, hashes);
        for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++)
            if (hashed_in(carom_law_at(NULL, k, CAROM_ONE_CONTACT), dim, only))
                printf("%-18s %d %016llx\n", carom_law_at(NULL, k, CAROM_ONE_CONTACT)->name, dim,
                       (unsigned long long)hashes[k]);
        if ((!only || !strcmp(only, "motion")) && !hash_motions(dim, 20 + problems / 2000)) return EXIT_FAILURE;
    }
    return 0;
}
