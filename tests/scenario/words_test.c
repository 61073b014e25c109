// Tests the text functions of error messages. Control characters are escaped, long names are cut, and a similar name is
// suggested for a misspelt one. Files and lines are read completely.
#include "support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#include "mods/scenario/lines.h"
#include "mods/scenario/read_error.h"

// The characters are from UTF-8, chapter 3, table 3-7: the first and last valid character of each row, and invalid
// neighbours.
static void test_visible(void **state) {
    static const struct {
        const char *text, *seen;
    } rows[] = {{"plain ~", "plain ~"},
                {"\x1b[31m", "\\x1b[31m"},
                {"a\x7f", "a\\x7f"},
                {"\x80", "\\x80"},
                {"\xc1\xbf", "\\xc1\\xbf"},
                {"\xc2\x9f", "\\xc2\\x9f"},
                {"\xc2\xa0", "\xc2\xa0"},
                {"\xc2", "\\xc2"},
                {"\xc3\x41", "\\xc3"
                             "A"},
                {"\xdf\xbf", "\xdf\xbf"},
                {"\xe0\x9f\xbf", "\\xe0\\x9f\\xbf"},
                {"\xe0\xa0\x80", "\xe0\xa0\x80"},
                {"\xe2\x82", "\\xe2\\x82"},
                {"\xed\x9f\xbf", "\xed\x9f\xbf"},
                {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
                {"\xef\xbf\xbd", "\xef\xbf\xbd"},
                {"\xf0\x8f\xbf\xbf", "\\xf0\\x8f\\xbf\\xbf"},
                {"\xf0\x90\x80\x80", "\xf0\x90\x80\x80"},
                {"\xf0\x9f\x98", "\\xf0\\x9f\\x98"},
                {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
                {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},
                {"\xf5\x80\x80\x80", "\\xf5\\x80\\x80\\x80"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char seen[64];
        carom_visible(seen, sizeof seen, rows[i].text);
        assert_string_equal(seen, rows[i].seen);
    }
}

// Text that does not fit is cut between characters.
static void test_cut(void **state) {
    char seen[6];
    (void)state;
    carom_visible(seen, sizeof seen, "abcdefg");
    assert_string_equal(seen, "abcde");
    carom_visible(seen, sizeof seen, "abc\xe2\x82\xac");
    assert_string_equal(seen, "abc");
    carom_visible(seen, sizeof seen, "ab\x1b");
    assert_string_equal(seen, "ab");
    carom_visible(seen, sizeof seen, "a\x1b");
    assert_string_equal(seen, "a\\x1b");
}

static const char *few(int index) {
    static const char *const names[] = {"routh", "stronge", "mu", "chatterjee1", "chatterjee2", NULL};
    return names[index];
}

static void test_nearest(void **state) {
    static const struct {
        const char *word, *name;
    } rows[] = {{"ruoth", "routh"},
                {"rout", "routh"},
                {"mo", "mu"},
                {"m", NULL},
                {"xyz", NULL},
                {"chatterjee", "chatterjee1"},
                {"chaterjee2", "chatterjee2"},
                {"str", "stronge"},
                {"", NULL},
                {"a word that is longer than any name of ours may be", NULL}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *name = carom_nearest_name(rows[i].word, few);
        if (rows[i].name)
            assert_string_equal(name, rows[i].name);
        else
            assert_null(name);
    }
}

static void test_names(void **state) {
    (void)state;
    assert_null(carom_law_names(100000));
    assert_null(carom_param_names(100000));
}

// A problem may not use more than CAROM_MAX_MEMORY. A request for 0 bytes returns a block.
static void test_room(void **state) {
    (void)state;
    assert_null(carom_room(CAROM_MAX_MEMORY, 2));
    for (int i = 0; i < 2; i++) {
        void *block = carom_room((size_t)i, (size_t)(1 - i));
        assert_non_null(block);
        free(block);
    }
}

static void refused(const char *got, const carom_error *why, carom_status status) {
    assert_null(got);
    assert_int_equal(why->status, status);
    assert_true(why->detail[0]);
}

static void test_texts(void **state) {
    carom_error why;
    size_t length;
    (void)state;
    char *copy = carom_text_copy("abc", 2, &why);
    assert_string_equal(copy, "ab");
    free(copy);
    refused(carom_text_copy(NULL, 2, &why), &why, CAROM_NULL_POINTER);
    refused(carom_text_copy("abc", CAROM_LONGEST_TEXT, &why), &why, CAROM_BAD_SIZE);
    refused(carom_text_load(NULL, &length, &why), &why, CAROM_CANNOT_READ);
    refused(carom_text_load("/no/such/file", &length, &why), &why, CAROM_CANNOT_READ);
    refused(carom_text_load("/", &length, &why), &why, CAROM_CANNOT_READ);
}

// The byte order mark is removed from the first line, and the last line needs no end-of-line character.
static void test_lines(void **state) {
    carom_text_line line = {0};
    char text[] = "\xef\xbb\xbf{}\n \t\n\nend";
    FILE *file = fmemopen(text, sizeof text - 1, "r");
    static const char *const wanted[] = {"{}", " \t", "", "end"};
    (void)state;
    assert_non_null(file);
    for (int i = 0; i < 4; i++) {
        assert_true(carom_text_next(&line, file));
        assert_string_equal(line.text, wanted[i]);
        assert_int_equal(line.number, i + 1);
        assert_int_equal(carom_text_blank(&line), i == 1 || i == 2);
    }
    assert_false(carom_text_next(&line, file));
    fclose(file);
    free(line.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_visible), cmocka_unit_test(test_cut),
                                       cmocka_unit_test(test_nearest), cmocka_unit_test(test_names),
                                       cmocka_unit_test(test_room),    cmocka_unit_test(test_texts),
                                       cmocka_unit_test(test_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
