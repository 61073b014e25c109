// Tests that a file is replaced completely or not at all: after any failure old contents, permissions and links are
// unchanged.
#include "support/atomic_file/atomic_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/cmocka.h"

static char folder[] = "/tmp/carom_file_place.XXXXXX";

static int enter(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

// Returns how many entries the directory has. Each test removes its files.
static int entries(void) {
    DIR *list = opendir(".");
    int count = -2;
    assert_non_null(list);
    while (readdir(list)) count++;
    closedir(list);
    return count;
}

static int leave(void **state) {
    (void)state;
    return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void put(const char *name, const char *text) {
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(file >= 0 && carom_place_write(file, text, strlen(text)));
    close(file);
}

static const char *got(const char *name) {
    static char text[100];
    const int file = open(name, O_RDONLY);
    if (file < 0) return NULL;
    const ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length < 0 ? 0 : length] = 0;
    return text;
}

static bool place_text(const char *name, const char *text, carom_place_rule rule) {
    carom_file_place place;
    if (!carom_place_begin(&place, name, rule)) return false;
    assert_true(carom_place_write(place.file, text, strlen(text)));
    return carom_place_commit(&place);
}

static void a_new_file_appears_whole(void **state) {
    (void)state;
    carom_file_place place;
    assert_true(carom_place_begin(&place, "a", CAROM_PLACE_NEW));
    assert_int_equal(access("a", F_OK), -1);
    assert_true(carom_place_write(place.file, "new", 3));
    assert_int_equal(access("a", F_OK), -1);
    assert_true(carom_place_commit(&place));
    assert_string_equal(got("a"), "new");
    assert_int_equal(entries(), 1);
    unlink("a");
}

// A library may open the temporary file `part` by its name and write to it.
static void the_part_may_be_opened_again(void **state) {
    (void)state;
    carom_file_place place;
    assert_true(carom_place_begin(&place, "./a", CAROM_PLACE_REPLACE));
    put(place.part, "by name");
    assert_true(carom_place_commit(&place));
    assert_string_equal(got("a"), "by name");
    unlink("a");
}

static void an_old_file_gives_way_and_keeps_its_mode(void **state) {
    (void)state;
    struct stat what;
    put("a", "old");
    assert_int_equal(chmod("a", 0640), 0);
    assert_true(place_text("a", "new", CAROM_PLACE_REPLACE));
    assert_string_equal(got("a"), "new");
    assert_int_equal(stat("a", &what), 0);
    assert_int_equal(what.st_mode & 0777, 0640);
    assert_int_equal(entries(), 1);
    unlink("a");
}

static void an_old_file_stays_where_only_new_ones_may(void **state) {
    (void)state;
    carom_file_place place, other;
    put("a", "old");
    errno = 0;
    assert_false(carom_place_begin(&place, "a", CAROM_PLACE_NEW));
    assert_int_equal(errno, EEXIST);
    unlink("a");
    // If two writers begin, the first to commit succeeds. The other fails and leaves no file.
    assert_true(carom_place_begin(&place, "a", CAROM_PLACE_NEW));
    assert_true(carom_place_begin(&other, "a", CAROM_PLACE_NEW));
    assert_true(carom_place_write(place.file, "first", 5) && carom_place_write(other.file, "second", 6));
    assert_true(carom_place_commit(&place));
    assert_false(carom_place_commit(&other));
    assert_int_equal(errno, EEXIST);
    assert_string_equal(got("a"), "first");
    assert_int_equal(entries(), 1);
    unlink("a");
}

static void what_is_given_up_leaves_the_old_file(void **state) {
    (void)state;
    carom_file_place place;
    put("a", "old");
    assert_true(carom_place_begin(&place, "a", CAROM_PLACE_REPLACE));
    assert_true(carom_place_write(place.file, "half", 4));
    errno = EIO;
    carom_place_abandon(&place);
    assert_int_equal(errno, EIO);
    carom_place_abandon(&place);
    assert_string_equal(got("a"), "old");
    assert_int_equal(entries(), 1);
    unlink("a");
}

// Simulates a full disk by a limit on the file size.
static void a_write_that_fails_leaves_the_old_file(void **state) {
    (void)state;
    static const char much[10000];
    struct rlimit old, small;
    carom_file_place place;
    put("a", "old");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 4096;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    assert_true(carom_place_begin(&place, "a", CAROM_PLACE_REPLACE));
    const bool written = carom_place_write(place.file, much, sizeof much);
    const int why = errno;
    carom_place_abandon(&place);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_false(written);
    assert_int_equal(why, EFBIG);
    assert_string_equal(got("a"), "old");
    assert_int_equal(entries(), 1);
    unlink("a");
}

static void links_stay_links(void **state) {
    (void)state;
    struct stat what;
    assert_int_equal(mkdir("sub", 0700), 0);
    // A link to another link in a subdirectory, whose target does not exist yet.
    assert_int_equal(symlink("sub/one", "a"), 0);
    assert_int_equal(symlink("two", "sub/one"), 0);
    assert_true(place_text("a", "new", CAROM_PLACE_NEW));
    assert_true(lstat("a", &what) == 0 && S_ISLNK(what.st_mode));
    assert_true(lstat("sub/one", &what) == 0 && S_ISLNK(what.st_mode));
    assert_string_equal(got("sub/two"), "new");
    assert_true(place_text("a", "newer", CAROM_PLACE_REPLACE));
    assert_string_equal(got("sub/two"), "newer");
    assert_false(place_text("a", "newest", CAROM_PLACE_NEW));
    assert_true(unlink("a") == 0 && unlink("sub/one") == 0 && unlink("sub/two") == 0 && rmdir("sub") == 0);
    // A link to itself.
    assert_int_equal(symlink("a", "a"), 0);
    assert_false(place_text("a", "new", CAROM_PLACE_REPLACE));
    assert_int_equal(errno, ELOOP);
    unlink("a");
    assert_int_equal(entries(), 0);
}

static void what_cannot_be_replaced_is_written_to_or_refused(void **state) {
    (void)state;
    struct stat what;
    carom_file_place place;
    assert_int_equal(symlink("/dev/null", "a"), 0);
    assert_true(place_text("a", "new", CAROM_PLACE_REPLACE));
    assert_true(stat("/dev/null", &what) == 0 && S_ISCHR(what.st_mode));
    unlink("a");
    assert_int_equal(mkdir("a", 0700), 0);
    assert_false(carom_place_begin(&place, "a", CAROM_PLACE_REPLACE));
    assert_int_equal(errno, EISDIR);
    rmdir("a");
    assert_false(carom_place_begin(&place, "no/such/folder", CAROM_PLACE_REPLACE));
    assert_int_equal(errno, ENOENT);
    assert_false(carom_place_begin(&place, NULL, CAROM_PLACE_REPLACE));
    assert_false(carom_place_begin(NULL, "a", CAROM_PLACE_REPLACE));
    assert_false(carom_place_commit(&place));
    assert_false(carom_place_commit(NULL));
    carom_place_abandon(NULL);
    assert_int_equal(entries(), 0);
}

// If /dev/fd/N (or /dev/stdout) leads to a pipe, it is a symbolic link whose text is not the name of a file.
static void a_pipe_is_written_to(void **state) {
    (void)state;
    int ends[2];
    char name[32], text[4] = "";
    assert_int_equal(pipe(ends), 0);
    snprintf(name, sizeof name, "/dev/fd/%d", ends[1]);
    assert_true(place_text(name, "new", CAROM_PLACE_REPLACE));
    assert_int_equal(read(ends[0], text, 3), 3);
    assert_string_equal(text, "new");
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(entries(), 0);
}

// A file name may have the maximum length of 255, although the temporary file is in the same directory.
static void a_long_name_has_room_for_its_part(void **state) {
    (void)state;
    char name[256];
    memset(name, 'x', 255);
    name[255] = 0;
    assert_true(place_text(name, "new", CAROM_PLACE_NEW));
    assert_string_equal(got(name), "new");
    unlink(name);
    assert_int_equal(entries(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_file_appears_whole),
        cmocka_unit_test(the_part_may_be_opened_again),
        cmocka_unit_test(an_old_file_gives_way_and_keeps_its_mode),
        cmocka_unit_test(an_old_file_stays_where_only_new_ones_may),
        cmocka_unit_test(what_is_given_up_leaves_the_old_file),
        cmocka_unit_test(a_write_that_fails_leaves_the_old_file),
        cmocka_unit_test(links_stay_links),
        cmocka_unit_test(what_cannot_be_replaced_is_written_to_or_refused),
        cmocka_unit_test(a_pipe_is_written_to),
        cmocka_unit_test(a_long_name_has_room_for_its_part),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
