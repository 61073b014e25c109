#include "cli/judge/driver.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mods/scenario/read_error.h"

enum { TAIL = 512, READ_END = 0, WRITE_END = 1, NO_PROGRAM = 127 };

struct carom_driver {
    pid_t process;    // leader of its own process group
    bool reaper;      // true if orphaned descendants of the driver become our children, and we have no other children
    int in, out, err; // our ends of its standard streams; -1 if closed
    const volatile sig_atomic_t *stop;
    char *line;      // CAROM_DRIVER_LINE + 1 bytes: the part of the next line received so far
    size_t have;     // number of bytes in `line`
    size_t noise;    // number of bytes other than answers since the last question
    bool skipping;   // inside a line that is not an answer
    char tail[TAIL]; // the end of its error output
    size_t tail_used;
    carom_driver_end end;
    char why[TAIL + 256];
};

// Starts a driver.

static void close_both(int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

// Opens three pipes that programs started later do not inherit. On failure returns false, sets errno and leaves none
// open.
static bool make_pipes(int ends[3][2]) {
    for (int i = 0; i < 3; i++) {
        if (pipe(ends[i])) {
            const int error = errno;
            while (i > 0) close_both(ends[--i]);
            errno = error;
            return false;
        }
        for (int k = 0; k < 2; k++) fcntl(ends[i][k], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

// Runs in the child: sets up the pipes as standard streams, its own process group and default signals, then starts the
// program. An error is written to the error output, from which the parent reports it.
static void become(char *const argv[], int ends[3][2]) {
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    sigaction(SIGPIPE, &usual, NULL);
    sigaction(SIGINT, &usual, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(ends[0][READ_END], STDIN_FILENO) < 0 || dup2(ends[1][WRITE_END], STDOUT_FILENO) < 0 ||
        dup2(ends[2][WRITE_END], STDERR_FILENO) < 0)
        _exit(NO_PROGRAM);
    execvp(argv[0], argv);
    const char *words = strerror(errno);
    const bool here = errno == ENOENT && !strchr(argv[0], '/') && !access(argv[0], F_OK);
    if (here) words = "it is not in PATH; to run the file in this directory, write ./ before its name";
    if (write(STDERR_FILENO, words, strlen(words)) < 0) _exit(126);
    _exit(NO_PROGRAM);
}

static carom_driver *new_driver(const volatile sig_atomic_t *stop) {
    carom_driver *d = calloc(1, sizeof *d);
    if (d) d->line = malloc(CAROM_DRIVER_LINE + 1);
    if (d && !d->line) {
        free(d);
        return NULL;
    }
    if (d) d->stop = stop;
    return d;
}

// Adopts the orphans of a driver that is not started yet. Returns false if there are children already, because their
// orphans would be taken for the driver's. This works on Linux only; elsewhere only the driver's process group is
// known.
static bool adopt(void) {
#ifdef __linux__
    siginfo_t info;
    const bool none = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) && errno == ECHILD;
    return none && !prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
#else
    return false;
#endif
}

static void disown(carom_driver *d) {
#ifdef __linux__
    if (d->reaper) prctl(PR_SET_CHILD_SUBREAPER, 0L, 0L, 0L, 0L);
#endif
    d->reaper = false;
}

carom_driver *carom_driver_start(char *const argv[], const volatile sig_atomic_t *stop) {
    int ends[3][2];
    carom_driver *d = new_driver(stop);
    if (!d) return NULL;
    if (!make_pipes(ends)) {
        free(d->line);
        free(d);
        return NULL;
    }
    d->reaper = adopt();
    d->process = fork();
    if (d->process == 0) become(argv, ends);
    const int error = errno;
    if (d->process > 0)
        setpgid(d->process, d->process); // both processes do this; it fails harmlessly if the child was
                                         // first
    d->in = ends[0][WRITE_END], d->out = ends[1][READ_END], d->err = ends[2][READ_END];
    close(ends[0][READ_END]), close(ends[1][WRITE_END]), close(ends[2][WRITE_END]);
    const int ours[3] = {d->in, d->out, d->err};
    for (int i = 0; i < 3; i++) fcntl(ours[i], F_SETFL, O_NONBLOCK);
    if (d->process > 0) return d;
    for (int i = 0; i < 3; i++) close(ours[i]);
    disown(d);
    free(d->line);
    free(d);
    errno = error;
    return NULL;
}

// Exchanges lines.

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void shut(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

// Sends remaining bytes of the line. Returns false if the driver no longer reads; SIGPIPE is ignored here.
static bool send_some(carom_driver *d, const char **line, size_t *left) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before);
    const ssize_t n = write(d->in, *line, *left);
    const int error = errno;
    sigaction(SIGPIPE, &before, NULL);
    if (n < 0) return error == EAGAIN || error == EINTR;
    *line += n;
    *left -= (size_t)n;
    return true;
}

// Keeps the end of the error output.
static void keep_tail(carom_driver *d, const char *text, size_t count) {
    if (count >= TAIL) text += count - (TAIL - 1), count = TAIL - 1;
    if (d->tail_used + count >= TAIL) {
        const size_t drop = d->tail_used + count - (TAIL - 1);
        memmove(d->tail, d->tail + drop, d->tail_used - drop);
        d->tail_used -= drop;
    }
    memcpy(d->tail + d->tail_used, text, count);
    d->tail_used += count;
}

static void drain_errors(carom_driver *d) {
    char text[4096];
    const ssize_t n = read(d->err, text, sizeof text);
    if (n > 0) {
        keep_tail(d, text, (size_t)n);
        d->noise += (size_t)n;
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        shut(&d->err);
    }
}

// Processes bytes of the output: those of an answer are added to `line`, others are counted and dropped. Returns true
// if a line is complete. `used` is the number of bytes processed.
static bool take(carom_driver *d, const char *text, size_t count, size_t *used) {
    for (*used = 0; *used < count; ++*used) {
        const char c = text[*used];
        if (d->skipping || (d->have == 0 && c != '{')) {
            d->noise++;
            d->skipping = c != '\n';
        } else if (c == '\n') {
            d->line[d->have] = 0;
            ++*used;
            return true;
        } else if (d->have == CAROM_DRIVER_LINE) {
            d->noise = CAROM_DRIVER_NOISE + 1;
            return false;
        } else {
            d->line[d->have++] = c;
        }
    }
    return false;
}

// Reads available output up to the end of one answer; anything after it was not requested.
static carom_driver_end listen(carom_driver *d) {
    char text[65536];
    size_t used;
    const ssize_t n = read(d->out, text, sizeof text);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return CAROM_DRIVER_GONE;
    if (n < 0) return CAROM_DRIVER_LATE; // nothing to read yet
    if (take(d, text, (size_t)n, &used)) {
        for (; used < (size_t)n && text[used] != '{'; used++) d->noise++;
        return used == (size_t)n ? CAROM_DRIVER_ANSWERED : CAROM_DRIVER_CHATTERED;
    }
    return CAROM_DRIVER_LATE;
}

// Waits for any of the three streams, for at most 0.1 s, so that *stop is noticed soon.
static carom_driver_end turn(carom_driver *d, const char **line, size_t *left, double rest) {
    struct pollfd fds[3] = {{.fd = d->out, .events = POLLIN}, {.fd = d->err, .events = POLLIN}, {.fd = -1}};
    if (*left) fds[2] = (struct pollfd){.fd = d->in, .events = POLLOUT};
    const int wait = rest > 0.1 ? 100 : (int)(1000.0 * rest) + 1;
    if (poll(fds, 3, wait) < 0) return CAROM_DRIVER_LATE;
    if (fds[1].revents) drain_errors(d);
    if (fds[2].revents && !send_some(d, line, left)) *left = 0; // its last output is still read
    return fds[0].revents ? listen(d) : CAROM_DRIVER_LATE;
}

static carom_driver_end talk(carom_driver *d, const char *line, double seconds) {
    size_t left = strlen(line);
    const double end = now() + seconds;
    const carom_driver_end early = listen(d);
    if (d->have || early == CAROM_DRIVER_CHATTERED) return CAROM_DRIVER_CHATTERED;
    for (;;) {
        const double rest = end - now();
        if (d->stop && *d->stop) return CAROM_DRIVER_STOPPED;
        if (!(rest > 0.0)) return CAROM_DRIVER_LATE;
        const carom_driver_end now_is = turn(d, &line, &left, rest);
        if (d->noise > CAROM_DRIVER_NOISE) return CAROM_DRIVER_FLOODED;
        if (now_is != CAROM_DRIVER_LATE) return now_is;
    }
}

// Ends a driver.

// Returns true if the process has ended. Does not reap it, so that its process group id is not reused.
static bool has_ended(const carom_driver *d) {
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)d->process, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid != 0;
}

static bool ends_within(const carom_driver *d, double seconds) {
    const double end = now() + seconds;
    while (!has_ended(d)) {
        const struct timespec nap = {.tv_nsec = 2000000};
        if (!(now() < end)) return false;
        nanosleep(&nap, NULL);
    }
    return true;
}

// Returns the parent of a process from /proc; 0 if the process is gone.
static long parent_of(const char *pid) {
    char name[300], text[512] = "";
    long parent = 0;
    snprintf(name, sizeof name, "/proc/%s/stat", pid);
    FILE *file = fopen(name, "r");
    if (!file) return 0;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    const char *behind = strrchr(text, ')'); // "pid (name) state parent"; the name may contain any character
    return behind && sscanf(behind + 1, " %*c %ld", &parent) == 1 ? parent : 0;
}

// Kills all our children. A child that was not waited for keeps its process id, so no other process can be killed by
// mistake.
static void kill_children(void) {
    DIR *all = opendir("/proc");
    for (const struct dirent *entry; all && (entry = readdir(all));)
        if (parent_of(entry->d_name) == (long)getpid()) kill((pid_t)strtol(entry->d_name, NULL, 10), SIGKILL);
    if (all) closedir(all);
}

// Kills the orphans that became our children, then their orphans, which become our children too, for at most two
// seconds.
static void end_orphans(void) {
    const double end = now() + 2.0;
    while (now() < end) {
        const pid_t reaped = waitpid(-1, NULL, WNOHANG);
        if (reaped < 0) return; // no child is left
        if (reaped > 0) continue;
        kill_children();
        const struct timespec nap = {.tv_nsec = 1000000};
        nanosleep(&nap, NULL);
    }
}

// Ends the driver and all processes that it started. Returns its exit status; -1 if it is unknown.
static int put_to_end(carom_driver *d, double grace) {
    int status;
    if (!ends_within(d, grace)) {
        kill(-d->process, SIGTERM);
        ends_within(d, 0.3);
    }
    kill(-d->process, SIGKILL); // kills its children too, and the driver if it did not end by itself
    if (waitpid(d->process, &status, 0) != d->process) status = -1;
    d->process = 0;
    if (d->reaper) end_orphans();
    disown(d);
    return status;
}

// Returns the last line of the error output.
static const char *last_words(carom_driver *d, char *text, size_t size) {
    d->tail[d->tail_used] = 0;
    while (d->tail_used && strchr("\n\r ", d->tail[d->tail_used - 1])) d->tail[--d->tail_used] = 0;
    const char *line = strrchr(d->tail, '\n');
    carom_visible(text, size, line ? line + 1 : d->tail);
    return text;
}

static void say_status(carom_driver *d, int status) {
    if (status != -1 && WIFSIGNALED(status))
        snprintf(d->why, sizeof d->why, "killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
    else if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status))
        snprintf(d->why, sizeof d->why, "ended with exit code %d", WEXITSTATUS(status));
    else
        snprintf(d->why, sizeof d->why, "ended without an answer");
}

// Describes how the driver ended. A process that closed its output without ending is also treated as gone.
static void say_end(carom_driver *d, double seconds) {
    char words[TAIL];
    while (d->err >= 0 && d->noise <= CAROM_DRIVER_NOISE) { // read its last messages
        const size_t before = d->noise;
        drain_errors(d);
        if (d->noise == before) break;
    }
    const bool died = d->end == CAROM_DRIVER_GONE && ends_within(d, 1.0);
    const int status = put_to_end(d, 0.0);
    last_words(d, words, sizeof words);
    switch (d->end) {
    case CAROM_DRIVER_LATE: snprintf(d->why, sizeof d->why, "no answer in %g s", seconds); break;
    case CAROM_DRIVER_FLOODED: snprintf(d->why, sizeof d->why, "wrote too much output"); break;
    case CAROM_DRIVER_CHATTERED: snprintf(d->why, sizeof d->why, "wrote lines without a question"); break;
    case CAROM_DRIVER_STOPPED: snprintf(d->why, sizeof d->why, "stopped"); return;
    case CAROM_DRIVER_GONE:
        if (!died)
            snprintf(d->why, sizeof d->why, "closed its output");
        else if (status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == NO_PROGRAM)
            snprintf(d->why, sizeof d->why, "cannot be run"), d->end = CAROM_DRIVER_CANNOT_START;
        else
            say_status(d, status);
        break;
    case CAROM_DRIVER_CANNOT_START:
    case CAROM_DRIVER_ANSWERED: break;
    }
    if (*words && d->end != CAROM_DRIVER_FLOODED) {
        carom_join(d->why, sizeof d->why, ": ", words);
    }
}

carom_driver_end carom_driver_ask(carom_driver *d, const char *line, double seconds, const char **answer) {
    if (d->process <= 0) return d->end;
    d->have = 0;
    d->noise = 0;
    d->end = talk(d, line, seconds);
    *answer = d->line;
    if (d->end != CAROM_DRIVER_ANSWERED) say_end(d, seconds);
    return d->end;
}

const char *carom_driver_why(const carom_driver *d) {
    return d->why;
}

void carom_driver_finish(carom_driver *d) {
    if (!d) return;
    shut(&d->in);
    if (d->process > 0) put_to_end(d, d->end == CAROM_DRIVER_ANSWERED ? 2.0 : 0.0);
    shut(&d->out);
    shut(&d->err);
    free(d->line);
    free(d);
}
