// Tests the two slots for commits. If the newest state is damaged, the previous state is read. Two damaged slots must
// be distinguished from slots that were never written.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "mods/sweep/slots.h"
#include "support/cmocka.h"

enum { WORDS = 1000, KEY = 77 };

static const char name[] = "slots_test.h5";

static void fill(uint64_t *state, uint64_t with) {
    for (uint64_t i = 0; i < WORDS; i++) state[i] = with * 1000 + i;
}

// Changes one bit in a slot, as an incomplete write or a bad disk may do.
static void spoil(const carom_store *store, const carom_store_item *item, uint64_t slot, uint64_t word) {
    uint64_t value;
    const uint64_t at = (slot * (CAROM_SLOT_HEAD + WORDS) + CAROM_SLOT_HEAD + word) * sizeof value;
    assert_true(carom_store_read(store, item, at, &value, sizeof value));
    value ^= UINT64_C(1) << 17;
    assert_true(carom_store_write(store, item, at, &value, sizeof value));
}

static void a_spoiled_slot_is_not_believed(void **unused) {
    (void)unused;
    carom_store_item item = {
        .path = "/state", .type = CAROM_STORE_U64, .rank = 2, .dims = {2, CAROM_SLOT_HEAD + WORDS}};
    carom_hdf_error error;
    carom_store store;
    uint64_t state[WORDS], wanted[WORDS], sequence;
    bool taken;
    unlink(name);
    assert_true(carom_store_create(name, &item, 1, NULL, 0, &taken, &error));
    assert_true(carom_store_open(&store, name, true, &item, 1, NULL, 0, &error));
    assert_int_equal(carom_slots_read(&store, &item, KEY, state, WORDS, &sequence), CAROM_SLOTS_EMPTY);
    for (uint64_t s = 1; s <= 3; s++) {
        fill(wanted, s);
        assert_true(carom_slots_write(&store, &item, KEY, wanted, WORDS, s));
        assert_int_equal(carom_slots_read(&store, &item, KEY, state, WORDS, &sequence), CAROM_SLOTS_READ);
        assert_true(sequence == s);
        assert_memory_equal(state, wanted, sizeof state);
    }
    spoil(&store, &item, 1, WORDS - 1);
    fill(wanted, 2);
    assert_int_equal(carom_slots_read(&store, &item, KEY, state, WORDS, &sequence), CAROM_SLOTS_READ);
    assert_true(sequence == 2);
    assert_memory_equal(state, wanted, sizeof state);
    spoil(&store, &item, 0, 0);
    assert_int_equal(carom_slots_read(&store, &item, KEY, state, WORDS, &sequence), CAROM_SLOTS_SPOILT);
    assert_true(sequence == 0);
    carom_store_close(&store);
    unlink(name);
}

// Checks a commit that was not written completely. If it was the first one, nothing was committed. If it was a later
// one, the file is damaged. A state of another study is not read.
static void the_first_commit_may_be_torn(void **unused) {
    (void)unused;
    carom_store_item item = {
        .path = "/state", .type = CAROM_STORE_U64, .rank = 2, .dims = {2, CAROM_SLOT_HEAD + WORDS}};
    carom_hdf_error error;
    carom_store store;
    uint64_t state[WORDS], sequence;
    bool taken;
    for (uint64_t first = 1; first <= 3; first += 2) {
        unlink(name);
        assert_true(carom_store_create(name, &item, 1, NULL, 0, &taken, &error));
        assert_true(carom_store_open(&store, name, true, &item, 1, NULL, 0, &error));
        fill(state, first);
        assert_true(carom_slots_write(&store, &item, KEY, state, WORDS, first));
        assert_int_equal(carom_slots_read(&store, &item, KEY, state, WORDS, &sequence), CAROM_SLOTS_READ);
        assert_int_not_equal(carom_slots_read(&store, &item, KEY + 1, state, WORDS, &sequence), CAROM_SLOTS_READ);
        spoil(&store, &item, 1, WORDS / 2);
        assert_int_equal(carom_slots_read(&store, &item, KEY, state, WORDS, &sequence),
                         first == 1 ? CAROM_SLOTS_EMPTY : CAROM_SLOTS_SPOILT);
        carom_store_close(&store);
    }
    assert_false(carom_store_create(name, &item, 1, NULL, 0, &taken, &error));
    assert_true(taken);
    unlink(name);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_spoiled_slot_is_not_believed),
                                       cmocka_unit_test(the_first_commit_may_be_torn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
