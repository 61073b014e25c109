// Tests the set of blocks that are done. Blocks added in any order must be in the set, joined to the smallest number of
// runs, and what is missing must be found.
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "mods/sweep/blocks.h"
#include "support/cmocka.h"

enum { BLOCKS = 300, ROUNDS = 1000 };

static void blocks_are_added_in_any_order(void **state) {
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        random_stream r = random_at(9, (uint64_t)round);
        carom_block_set set = {.runs_apart = round % 2};
        bool done[BLOCKS + 1] = {false};
        uint64_t total = 0, edges = 0, pieces = 0;
        for (int i = 0; i < BLOCKS; i++) {
            const uint64_t first = (uint64_t)random_below(&r, BLOCKS), most = 1 + (uint64_t)random_below(&r, 9);
            const carom_blocks free = carom_block_set_missing(&set, first, BLOCKS, most);
            uint64_t want = first, count = 0;
            while (want < BLOCKS && done[want]) want++;
            while (count < most && want + count < BLOCKS && !done[want + count]) count++;
            assert_int_equal(free.count, count);
            if (!count || i > round % BLOCKS) continue;
            assert_int_equal(free.first, want);
            assert_true(carom_block_set_add(&set, free));
            memset(done + want, true, count);
            total += count;
            pieces++;
        }
        for (int i = 0; i < BLOCKS; i++) edges += done[i] && (i == 0 || !done[i - 1]);
        assert_int_equal(set.total, total);
        assert_int_equal(set.runs, set.runs_apart ? pieces : edges);
        for (size_t k = 1; k < set.runs; k++) assert_true(set.run[k - 1].first < set.run[k].first);
        free(set.run);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocks_are_added_in_any_order)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
