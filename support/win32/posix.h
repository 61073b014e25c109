// Declares the POSIX and C functions that the modules, the command and the tests use and that Windows lacks or defines
// differently. This file is used on Windows only, where the compiler includes it before every file outside the core. No
// other source depends on Windows. Files are read and written as bytes, without conversion of line ends.
#ifndef CAROM_POSIX_H
#define CAROM_POSIX_H

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <pthread_time.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// Signals that do not exist on Windows keep their numbers. Waiting for one is rejected at run time.
#define SIGHUP  1
#define SIGPIPE 13
#define SIGALRM 14
#define SIGXFSZ 25

struct sigaction {
    void (*sa_handler)(int);
};
int carom_posix_sigaction(int number, const struct sigaction *action, struct sigaction *before);
#define sigaction(number, action, before) carom_posix_sigaction(number, action, before)

// Descriptors and folders. Windows has no symbolic links here, so lstat is stat.
enum { O_CLOEXEC = O_NOINHERIT, O_DIRECTORY = 0, F_GETFD = 1 };
#define S_ISLNK(mode) ((void)(mode), 0)
int carom_posix_open(const char *name, int how, ...);
int carom_posix_fcntl(int file, int what);
int carom_posix_rename(const char *from, const char *to);
int carom_posix_link(const char *from, const char *to);
ssize_t carom_posix_readlink(const char *name, char *target, size_t size);
char *carom_posix_mkdtemp(char *name);
#define open(...)                    carom_posix_open(__VA_ARGS__)
#define fcntl(file, what)            carom_posix_fcntl(file, what)
#define rename(from, to)             carom_posix_rename(from, to)
#define link(from, to)               carom_posix_link(from, to)
#define readlink(name, target, size) carom_posix_readlink(name, target, size)
#define lstat(name, what)            stat(name, what)
#define fchmod(file, mode)           ((void)(file), (void)(mode), 0)
#define fsync(file)                  _commit(file)
#define mkdir(name, mode)            _mkdir(name)
#define mkdtemp(name)                carom_posix_mkdtemp(name)
#define realpath(name, path)         _fullpath(path, name, 0)

// The only supported query of sysconf: the number of processors.
enum { _SC_NPROCESSORS_ONLN = 84 };
long carom_posix_sysconf(int what);
#define sysconf(what) carom_posix_sysconf(what)

// Strings.
char *carom_posix_strndup(const char *text, size_t most);
#define strndup(text, most) carom_posix_strndup(text, most)

// Streams.
FILE *carom_posix_fopen(const char *name, const char *how);
FILE *carom_posix_freopen(const char *name, const char *how, FILE *file);
FILE *carom_posix_open_memstream(char **text, size_t *length);
int carom_posix_fclose(FILE *file);
ssize_t carom_posix_getline(char **line, size_t *room, FILE *file);
#define fopen(name, how)             carom_posix_fopen(name, how)
#define freopen(name, how, file)     carom_posix_freopen(name, how, file)
#define open_memstream(text, length) carom_posix_open_memstream(text, length)
#define fclose(file)                 carom_posix_fclose(file)
#define getline(line, room, file)    carom_posix_getline(line, room, file)
#define flockfile(file)              _lock_file(file)
#define funlockfile(file)            _unlock_file(file)
#define getc_unlocked(file)          _fgetc_nolock(file)
#define putc_unlocked(letter, file)  _fputc_nolock(letter, file)

#endif
