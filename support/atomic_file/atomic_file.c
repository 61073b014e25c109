#define _GNU_SOURCE // for renameat2, where it exists
#include "atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// LINKS is the limit of Linux. TRIES is the number of names tried for the temporary file; each is taken with a
// probability of 2^-32.
enum { LINKS = 40, TRIES = 100, LONGEST_NAME = 255 };

static void forget(carom_file_place *place) {
    const int kept = errno;
    if (place->file >= 0) close(place->file);
    if (place->part != place->name) free(place->part);
    free(place->name);
    *place = (carom_file_place){.file = -1};
    errno = kept;
}

// Returns the length of the folder in a name, with the slash; 0 for the working folder.
static size_t folder_of(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash ? (size_t)(slash - name) + 1 : 0;
}

// Returns the first n bytes of head, followed by tail, in new memory.
static char *joined(const char *head, size_t n, const char *tail) {
    const size_t m = strlen(tail);
    char *text = malloc(n + m + 1);
    if (!text) return NULL;
    memcpy(text, head, n);
    memcpy(text + n, tail, m + 1);
    return text;
}

// Returns the target of a symbolic link. A relative target is relative to the folder of the link.
static char *read_link(const char *name) {
    char target[PATH_MAX];
    const ssize_t length = readlink(name, target, sizeof target - 1);
    if (length < 0) return NULL;
    if (length == (ssize_t)sizeof target - 1) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    target[length] = 0;
    return joined(name, target[0] == '/' ? 0 : folder_of(name), target);
}

// Follows symbolic links to the final name, which need not exist; *found is true if it exists. A link to a device or a
// pipe is not followed. Its target may not be openable by name, for example if /dev/stdout is a pipe.
static char *follow(const char *name, struct stat *what, bool *found) {
    char *at = joined("", 0, name);
    struct stat end;
    for (int i = 0; at; i++) {
        *found = lstat(at, what) == 0;
        if (!*found && errno != ENOENT) break;
        if (!*found || !S_ISLNK(what->st_mode)) return at;
        if (stat(at, &end) == 0 && !S_ISREG(end.st_mode) && !S_ISDIR(end.st_mode)) {
            *what = end;
            return at;
        }
        if (i == LINKS) {
            errno = ELOOP;
            break;
        }
        char *next = read_link(at);
        free(at);
        at = next;
    }
    free(at);
    return NULL;
}

// Returns a hash (splitmix64). The clock and the process number differ between runs, `round` differs between tries.
static uint32_t mixed(uint64_t round) {
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t x = (uint64_t)now.tv_nsec + 1000000007u * ((uint64_t)now.tv_sec + ((uint64_t)getpid() << 20)) + round;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (uint32_t)(x ^ (x >> 31));
}

static bool open_part(carom_file_place *place) {
    const size_t folder = folder_of(place->name);
    char last[LONGEST_NAME + 1];
    for (uint64_t i = 0; i < TRIES; i++) {
        snprintf(last, sizeof last, "%.*s.%08x.part", LONGEST_NAME - 14, place->name + folder, mixed(i));
        place->part = joined(place->name, folder, last);
        if (!place->part) return false;
        place->file = open(place->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (place->file >= 0) return true;
        free(place->part);
        place->part = NULL;
        if (errno != EEXIST) return false;
    }
    return false;
}

static bool refused(carom_file_place *place, int why) {
    errno = why;
    forget(place);
    return false;
}

bool carom_place_begin(carom_file_place *place, const char *name, carom_place_rule rule) {
    struct stat what = {0};
    bool found = false;
    if (!place) return false;
    *place = (carom_file_place){.file = -1, .rule = rule};
    if (!name || !*name) return refused(place, ENOENT);
    place->name = follow(name, &what, &found);
    if (!place->name) return refused(place, errno);
    if (found && S_ISDIR(what.st_mode)) return refused(place, EISDIR);
    if (found && rule == CAROM_PLACE_NEW) return refused(place, EEXIST);
    if (found && !S_ISREG(what.st_mode)) {
        place->part = place->name;
        place->file = open(place->name, O_WRONLY | O_CLOEXEC);
        return place->file >= 0 ? true : refused(place, errno);
    }
    // A file without write permission is not replaced either.
    if (found && access(place->name, W_OK) != 0) return refused(place, errno);
    if (!open_part(place)) return refused(place, errno);
    if (found && fchmod(place->file, what.st_mode & 07777) != 0 && errno != EPERM) {
        carom_place_abandon(place);
        return false;
    }
    return true;
}

// Renames the temporary file if the final name is free. Uses renameat2 where it exists, otherwise a second link.
static bool name_if_free(const carom_file_place *place) {
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, place->part, AT_FDCWD, place->name, RENAME_NOREPLACE) == 0) return true;
    if (errno != EINVAL && errno != ENOSYS) return false;
#endif
    if (link(place->part, place->name) != 0) return false;
    unlink(place->part);
    return true;
}

// Writes the entry of the folder to the disk. Succeeds if the folder is not readable or the file system does not
// synchronise folders.
static bool sync_folder(const char *name) {
    const size_t length = folder_of(name);
    char *folder = length ? joined(name, length, "") : joined("", 0, ".");
    if (!folder) return false;
    const int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (file < 0) return errno == EACCES;
    const bool done = fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP;
    const int why = errno;
    close(file);
    errno = why;
    return done;
}

bool carom_place_commit(carom_file_place *place) {
    if (!place || !place->name) {
        errno = EINVAL;
        return false;
    }
    const bool direct = place->part == place->name;
    bool done = direct || fsync(place->file) == 0;
    if (done) {
        done = close(place->file) == 0;
        place->file = -1;
    }
    if (done && !direct)
        done = place->rule == CAROM_PLACE_NEW ? name_if_free(place) : rename(place->part, place->name) == 0;
    if (!done) {
        carom_place_abandon(place);
        return false;
    }
    done = direct || sync_folder(place->name);
    forget(place);
    return done;
}

void carom_place_abandon(carom_file_place *place) {
    const int kept = errno;
    if (!place || !place->name) return;
    if (place->part && place->part != place->name) unlink(place->part);
    forget(place);
    errno = kept;
}

bool carom_place_write(int file, const void *bytes, size_t count) {
    const char *at = bytes;
    while (count > 0) {
        const unsigned now = count < (size_t)1 << 30 ? (unsigned)count : 1u << 30;
        const ssize_t done = write(file, at, now);
        if (done < 0 && errno != EINTR) return false;
        if (done == 0) {
            errno = ENOSPC;
            return false;
        }
        if (done < 0) continue;
        at += done;
        count -= (size_t)done;
    }
    return true;
}
