// Tests the runs of blocks in a progress message. Blocks named in any order must give the smallest number of runs, and
// no block may be missing or named twice.
#include <stdlib.h>
#include <string.h>

#include "bench/random.h"
#include "mods/sweep/progress_message.h"
#include "support/cmocka.h"
#include "support/floor.h"

enum { BLOCKS = 300 };

static void named(const carom_progress_message *report, int count[BLOCKS]) {
    memset(count, 0, BLOCKS * sizeof *count);
    for (uint64_t k = 0; k < report->runs; k++)
        for (uint64_t b = 0; b < report->run[k].count; b++) count[report->run[k].first + b]++;
}

static void runs_join_in_any_order(void **state) {
    (void)state;
    carom_progress_message *report = calloc(1, sizeof *report);
    assert_non_null(report);
    int tried = 0;
    for (int round = 0; round < 2000; round++) {
        random_stream r = random_at(9, (uint64_t)round);
        int order[BLOCKS], count[BLOCKS], want[BLOCKS] = {0};
        for (int i = 0; i < BLOCKS; i++) order[i] = i;
        for (int i = BLOCKS - 1; i > 0; i--) {
            const int j = (int)random_between(&r, 0.0, i + 0.999);
            const int swap = order[i];
            order[i] = order[j], order[j] = swap;
        }
        report->runs = 0;
        const int some = (int)random_between(&r, 1.0, BLOCKS + 0.999);
        for (int i = 0; i < some; i++) {
            assert_true(carom_progress_message_name(report, (carom_blocks){(uint64_t)order[i], 1}));
            want[order[i]] = 1;
        }
        named(report, count);
        assert_memory_equal(count, want, sizeof count);
        // The number of runs is the smallest possible: no run touches another.
        uint64_t edges = 0;
        for (int i = 0; i < BLOCKS; i++) edges += (uint64_t)(want[i] && (i == 0 || !want[i - 1]));
        assert_int_equal(report->runs, edges);
        tried++;
    }
    assert_true(floor_met("orders of blocks", tried, 2000, 1.0));
    free(report);
}

static void a_full_report_says_so(void **state) {
    (void)state;
    carom_progress_message *report = calloc(1, sizeof *report);
    assert_non_null(report);
    for (uint64_t k = 0; k < CAROM_MESSAGE_RUNS; k++)
        assert_true(carom_progress_message_name(report, (carom_blocks){2 * k, 1}));
    assert_false(carom_progress_message_name(report, (carom_blocks){2 * CAROM_MESSAGE_RUNS, 1}));
    assert_true(carom_progress_message_name(report, (carom_blocks){1, 1})); // joins two runs
    assert_int_equal(report->runs, CAROM_MESSAGE_RUNS - 1);
    free(report);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(runs_join_in_any_order),
                                       cmocka_unit_test(a_full_report_says_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
