// Implements the entry point of libFuzzer, which chooses the bytes by the code that they reach.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static long asked, through;

static void report(void) {
    fprintf(stderr, "fuzz: %ld of %ld came through, %.1f s of processor time\n", through, asked,
            (double)clock() / CLOCKS_PER_SEC);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (!asked++) atexit(report);
    through += fuzz_one(bytes, size);
    return 0;
}
