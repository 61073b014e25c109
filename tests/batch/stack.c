// Batches on a thread with a stack of 64 KiB, and how much of it they touch. Every law, both dimensions, every column
// strided, so that all of the scratch is used, and items that are not ordinary among them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "carom/carom.h"
#include "support/random.h"

// Routh in space follows sixteen paths side by side, and needs more.
enum { ITEMS = 600, STACK = 65536, WALKS = 131072, PAINT = 0xa5 };

typedef struct item {
    carom_contact c;
    carom_params p;
    double P[3], v[3], dE;
    uint8_t mode, broken, status;
} item;

typedef struct task {
    const carom_law *law;
    int dim;
    item *items;
    carom_status status;
} task;

static void *run(void *given) {
    task *t = given;
    item *x = t->items;
    carom_batch_in in = {.dim = t->dim, .params = &x->p};
    carom_batch_out out = {.dE = {&x->dE, sizeof *x}};
    for (int i = 0; i < t->dim; i++) {
        in.v[i] = (carom_column){&x->c.v[i], sizeof *x};
        out.P[i] = (carom_column_out){&x->P[i], sizeof *x};
        out.v[i] = (carom_column_out){&x->v[i], sizeof *x};
        for (int j = i; j < t->dim; j++) in.W[i][j] = (carom_column){&x->c.W[i][j], sizeof *x};
    }
    in.param[CAROM_PARAM_mu] = (carom_column){&x->p.mu, sizeof *x};
    in.param[CAROM_PARAM_e] = (carom_column){&x->p.e, sizeof *x};
    out.mode = (carom_bytes_out){&x->mode, sizeof *x};
    out.broken = (carom_bytes_out){&x->broken, sizeof *x};
    out.status = (carom_bytes_out){&x->status, sizeof *x};
    t->status = carom_collide_batch(t->law, ITEMS, &in, &out);
    return NULL;
}

// Bytes of the stack that were written, from its end down to the lowest.
static size_t touched(const unsigned char *stack, size_t size) {
    size_t untouched = 0;
    while (untouched < size && stack[untouched] == PAINT) untouched++;
    return size - untouched;
}

int main(void) {
    item *items = calloc(ITEMS, sizeof *items);
    unsigned char *stack = mmap(NULL, WALKS, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t most[2] = {0, 0};
    long failures = 0, answered = 0;
    if (!items || stack == MAP_FAILED) return 2;
    for (int k = 0; k < carom_law_count(); k++) {
        const carom_law *law = carom_law_at(k);
        for (int dim = 2; dim <= 3; dim++) {
            if (!(law->dims & (dim == 2 ? CAROM_PLANE : CAROM_SPACE))) continue;
            for (int i = 0; i < ITEMS; i++) {
                random_stream r = random_at(91, (uint64_t)i);
                items[i].c = random_contact(&r, dim, i % 7 ? 2.0 : 16.0);
                items[i].p = random_params(&r, dim);
            }
            for (int restitution = 0; restitution < 3; restitution++) {
                task t = {.law = law, .dim = dim, .items = items};
                pthread_t thread;
                pthread_attr_t attributes;
                items[0].p.restitution = (carom_restitution)restitution;
                const int walks = law == &carom_law_routh && dim == 3;
                const size_t size = walks ? WALKS : STACK;
                memset(stack, PAINT, size);
                pthread_attr_init(&attributes);
                if (pthread_attr_setstack(&attributes, stack, size) || pthread_create(&thread, &attributes, run, &t))
                    return 2;
                pthread_join(thread, NULL);
                pthread_attr_destroy(&attributes);
                failures += t.status != CAROM_OK;
                for (int i = 0; i < ITEMS; i++) answered += items[i].status == CAROM_OK;
                if (touched(stack, size) > most[walks]) most[walks] = touched(stack, size);
            }
        }
    }
    printf("%ld answered; stack touched: %zu bytes, routh in space %zu\n", answered, most[0], most[1]);
    // batch.h says 32 and 96 KiB; a thread's own frame and its local storage, some 4 KiB, are counted here too.
    return failures || answered < 20000 || most[0] > 32768 + 4096 || most[1] > 98304 + 4096 ? 1 : 0;
}
