// Checks that a thread with a stack of 64 KiB, as on small systems, can call every law and every method. For each law
// it computes single impacts, their paths, all solutions and derivatives. A protected page below the stack makes an
// overflow crash. The test batch/stack tests batches.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "bench/random.h"
#include "carom/derivatives.h"
#include "many/systems.h"
#include "support/floor.h"
#include "support/laws.h"

enum { STACK = 65536, GUARD = 4096, PROBLEMS = 60, POINTS = 256, CONTACTS = 6 };

static long asked, answered;

static void ask_law(const carom_law *law, int dim, uint64_t i) {
    static carom_path_point points[POINTS];
    static carom_alternative list[CAROM_MAX_ALTERNATIVES];
    random_stream r = random_at(264, i);
    const carom_contact c = random_contact(&r, dim, i % 3 ? 1.0 : 12.0);
    const carom_params p = random_params(&r, dim);
    carom_path path = {points, POINTS, 0};
    carom_result out;
    carom_jacobian jac;
    char words[256];
    int count;
    const carom_status status = carom_collide(law, &c, &p, &out);
    carom_describe(status, law, &c, &p, &out, words, sizeof words);
    carom_trace(law, &c, &p, &path, &out);
    carom_collide_all(law, &c, &p, list, &count);
    carom_collide_jacobian(law, &c, &p, &out, &jac);
    asked++;
    answered += status == CAROM_OK;
}

static void ask_method(const carom_law *method, uint64_t i) {
    static random_system x;
    random_stream r = random_at(265, i);
    random_many(&x, &r, 1 + (int)(i % CONTACTS), (system_kind)(i % SYSTEM_KINDS), true);
    carom_system_params p = carom_system_params_default(x.contact);
    carom_system_result out;
    p.single = &carom_law_routh;
    for (int k = 1; method->system->needs & CAROM_NEEDS_STRIKING && k < x.s.nc; k++) x.v[2 * k] = fabs(x.v[2 * k]);
    p.max_strikes = 1000;
    const size_t bytes = carom_system_memory_size(method, &x.s, &p);
    void *memory = bytes ? malloc(bytes) : NULL;
    if (memory) carom_system_solve(method, &x.s, &p, memory, bytes, &out);
    asked++;
    answered += memory != NULL;
    free(memory);
}

static void *run(void *given) {
    for (uint64_t i = 0; i < PROBLEMS; i++) {
        for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++)
            for (int dim = 2; dim <= 3; dim++)
                if (carom_law_at(NULL, k, CAROM_ONE_CONTACT)->solves & (dim == 2 ? CAROM_2D : CAROM_3D))
                    ask_law(carom_law_at(NULL, k, CAROM_ONE_CONTACT), dim, i);
        for (int k = 0; carom_law_at(NULL, k, CAROM_SYSTEMS); k++) ask_method(carom_law_at(NULL, k, CAROM_SYSTEMS), i);
    }
    return given;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    unsigned char *stack = mmap(NULL, GUARD + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED || mprotect(stack, GUARD, PROT_NONE)) return 2;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, stack + GUARD, STACK) || pthread_create(&thread, &attributes, run, NULL))
        return 2;
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    size_t untouched = 0;
    while (untouched < STACK && !stack[GUARD + untouched]) untouched++;
    printf("stack touched: %zu bytes of %d\n", STACK - untouched, STACK);
    return floor_met("small stack", answered, asked, 0.5) ? 0 : 1;
}
