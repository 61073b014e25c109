// Tests that calls from several threads at the same time, on shared inputs, return the same bits as calls from one
// thread. The functions therefore keep no state. Under ThreadSanitizer (tools/tsan.sh) the test also shows that no
// thread writes memory that another one reads.
// Usage: threads [PROBLEMS]
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/apply.h"
#include "carom/derivatives.h"
#include "many/systems.h"
#include "support/compliant_params.h"
#include "support/floor.h"
#include "support/law_count.h"
#include "support/laws.h"

#define THREADS 4

typedef struct share {
    const random_system *systems;
    long problems, answered;
    uint64_t hash;
} share;

static void add(uint64_t *hash, const void *bytes, size_t count) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < count; i++) *hash = (*hash ^ b[i]) * UINT64_C(0x100000001b3);
}

// Solves one problem by one law, and adds its impulse, derivatives, number of results and description to the hash.
static void ask_law(share *s, const carom_law *law, int dim, uint64_t number) {
    random_stream r = random_at(99, number);
    carom_contact c = random_contact(&r, dim, 3.0);
    carom_params p = random_params(&r, dim);
    give_springs(&p);
    carom_result out;
    carom_alternative all[CAROM_MAX_ALTERNATIVES];
    carom_jacobian jac;
    char text[400];
    int count = 0;
    random_own(&r, law, &p);
    const carom_status status = random_apply(law, &c, &p, &out);
    s->answered += carom_status_classify(status) == CAROM_CLASS_OK;
    add(&s->hash, out.P, (size_t)dim * sizeof *out.P);
    if (carom_collide_jacobian(law, &c, &p, &out, &jac) == CAROM_OK) add(&s->hash, jac.dP_dv, sizeof jac.dP_dv);
    if (law->contact->solve_all && carom_collide_all(law, &c, &p, all, &count) == CAROM_OK)
        add(&s->hash, &count, sizeof count);
    add(&s->hash, text, carom_describe(status, law, &c, &p, &out, text, sizeof text) % sizeof text);
}

// Solves one system by one method and adds its impulse and status to the hash.
static void ask_method(share *s, const carom_law *method, const random_system *x, void *memory, size_t room) {
    carom_system_params p = carom_system_params_default(x->contact);
    carom_system_result out;
    p.single = &carom_law_routh;
    p.max_states = p.max_outcomes = p.max_impacts = 50;
    const size_t bytes = carom_system_memory_size(method, &x->s, &p);
    if (bytes > room) return;
    const carom_status status = carom_system_solve(method, &x->s, &p, memory, bytes, &out);
    if (carom_status_classify(status) == CAROM_CLASS_OK) add(&s->hash, out.P, 2 * (size_t)x->s.nc * sizeof *out.P);
    add(&s->hash, &status, sizeof status);
}

static void *work(void *given) {
    enum { ROOM = 1 << 22 };
    share *s = given;
    void *memory = malloc(ROOM);
    for (long i = 0; memory && i < s->problems; i++) {
        for (int l = 0; l < law_count(CAROM_ONE_CONTACT); l++)
            for (int dim = 2; dim <= 3; dim++)
                if (carom_law_at(NULL, l, CAROM_ONE_CONTACT)->solves & (dim == 2 ? CAROM_2D : CAROM_3D))
                    ask_law(s, carom_law_at(NULL, l, CAROM_ONE_CONTACT), dim, (uint64_t)i);
        for (int m = 0; m < law_count(CAROM_SYSTEMS); m++)
            ask_method(s, carom_law_at(NULL, m, CAROM_SYSTEMS), &s->systems[i % 8], memory, ROOM);
    }
    free(memory);
    return NULL;
}

int main(int argc, char **argv) {
    static random_system systems[8];
    random_stream r = random_at(98, 0);
    for (int i = 0; i < 8; i++) {
        random_many(&systems[i], &r, 1 + i % 3, (system_kind)(i % SYSTEM_KINDS), true);
        systems[i].v[0] = -1.0;
    }
    const share begin = {.systems = systems, .problems = argc > 1 ? atol(argv[1]) : 200, .hash = 7};
    share alone = begin, at_once[THREADS];
    pthread_t threads[THREADS];
    work(&alone);
    for (int i = 0; i < THREADS; i++) {
        at_once[i] = begin;
        if (pthread_create(&threads[i], NULL, work, &at_once[i])) return 2;
    }
    int differ = 0;
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        differ += at_once[i].hash != alone.hash;
    }
    printf("%d threads at once, %d answer otherwise than one alone\n", THREADS, differ);
    return floor_met("threads", alone.answered, begin.problems * 35, 0.7) && !differ ? 0 : 1;
}
