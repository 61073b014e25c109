// Runs batches on a thread with a stack of 64 KiB and measures the stack used. The batches cover every law and both
// dimensions, with and without memory of the caller. Their columns are strided so that all scratch memory is used, and
// some items are unusual.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "bench/random.h"
#include "support/floor.h"
#include "support/items.h"
#include "tables/counts.h"

// The bound of batch.h. The stack that a thread uses without any work does not count.
enum { ITEMS = 600, STACK = 65536, MOST = 32768, PAINT = 0xa5 };

typedef struct task {
    const carom_law *law;
    int dim;
    item *items;
    void *memory;
    size_t memory_bytes;
    carom_status status;
} task;

static void *run(void *given) {
    task *t = given;
    item *x = t->items;
    carom_batch_in in = {.params = &x->p, .memory = t->memory, .memory_bytes = t->memory_bytes};
    carom_batch_out out = {.dE = {NULL, 0}};
    items_as_columns(x, t->dim, &in, &out);
    in.param[CAROM_PARAM_mu] = (carom_column){&x->p.mu, sizeof *x};
    in.param[CAROM_PARAM_e] = (carom_column){&x->p.e, sizeof *x};
    t->status = carom_collide_batch(t->law, ITEMS, &in, &out);
    return NULL;
}

// Returns the number of bytes of the stack from its end to the lowest byte that was written.
static size_t touched(const unsigned char *stack) {
    size_t untouched = 0;
    while (untouched < STACK && stack[untouched] == PAINT) untouched++;
    return STACK - untouched;
}

static void *idle(void *given) {
    return given;
}

static size_t touched_by(void *(*start)(void *), task *t, unsigned char *stack) {
    pthread_t thread;
    pthread_attr_t attributes;
    memset(stack, PAINT, STACK);
    pthread_attr_init(&attributes);
    if (pthread_attr_setstack(&attributes, stack, STACK) || pthread_create(&thread, &attributes, start, t)) exit(2);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    return touched(stack);
}

static void make_items(item *items, int dim, int restitution) {
    for (int i = 0; i < ITEMS; i++) {
        random_stream r = random_at(91, (uint64_t)i);
        items[i].c = random_contact(&r, dim, i % 7 ? 2.0 : 16.0);
        items[i].p = random_params(&r, dim);
    }
    items[0].p.restitution = (carom_restitution)restitution;
}

// Returns the largest use of the stack over all restitution hypotheses, or SIZE_MAX if a batch is rejected.
static size_t most_of_law(task *t, unsigned char *stack, long *answered) {
    size_t most = 0;
    for (int restitution = 0; restitution < CAROM_STOP_COUNT; restitution++) {
        make_items(t->items, t->dim, restitution);
        const size_t bytes = touched_by(run, t, stack) - touched_by(idle, t, stack);
        if (t->status != CAROM_OK) return SIZE_MAX;
        for (int i = 0; i < ITEMS; i++) *answered += t->items[i].status == CAROM_OK;
        most = bytes > most ? bytes : most;
    }
    return most;
}

int main(void) {
    item *items = calloc(ITEMS, sizeof *items);
    unsigned char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t most = 0;
    long asked = 0, answered = 0;
    if (!items || stack == MAP_FAILED) return 2;
    for (int k = 0; carom_law_at(NULL, k, CAROM_ONE_CONTACT); k++) {
        task t = {.law = carom_law_at(NULL, k, CAROM_ONE_CONTACT), .items = items};
        for (t.dim = 2; t.dim <= 3; t.dim++) {
            if (!(t.law->solves & (t.dim == 2 ? CAROM_2D : CAROM_3D))) continue;
            const size_t helps = carom_batch_describe(t.law).memory[t.dim - 2];
            for (t.memory_bytes = 0; t.memory_bytes <= helps; t.memory_bytes += helps ? helps : 1) {
                t.memory = t.memory_bytes ? malloc(t.memory_bytes) : NULL;
                asked += CAROM_STOP_COUNT * ITEMS;
                const size_t bytes = most_of_law(&t, stack, &answered);
                printf("%-14s %d  %6zu bytes%s\n", t.law->name, t.dim, bytes, t.memory ? ", with memory" : "");
                most = bytes > most ? bytes : most;
                free(t.memory);
            }
        }
    }
    printf("%ld answered; stack touched: %zu bytes of at most %d\n", answered, most, MOST);
    return !floor_met("stack", answered, asked, 0.7) || most > MOST ? 1 : 0;
}
