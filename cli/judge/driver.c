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
    pid_t process;    // leads a group of its own
    bool reaper;      // orphans among its descendants become our children, and we have no others
    int in, out, err; // ours: to its input, from its output and its error output; -1: closed
    const volatile sig_atomic_t *stop;
    char *line;      // CAROM_DRIVER_LINE + 1 bytes: what came of the next line
    size_t have;     // bytes in it
    size_t noise;    // bytes besides answers since the last question
    bool skipping;   // in a line that is no answer
    char tail[TAIL]; // the last of its error output
    size_t tail_used;
    carom_driver_end end;
    char why[TAIL + 256];
};

// Starting.

static void close_both(int ends[2]) {
    close(ends[0]);
    close(ends[1]);
}

// Three pairs of ends, none of which a program started later inherits. False: errno is set, none is left open.
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

// In the child: pipes as standard streams, a group of its own, signals as a shell gives them, the program. An error is
// written to the error output, from where it is told.
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

// Makes the orphans of a driver that is yet to be started ours. Not if there are children already: theirs would be taken for
// the driver's. Linux alone; elsewhere a driver's process group is all that is known of it.
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
    if (d->process > 0) setpgid(d->process, d->process); // whoever comes first; after its exec this fails, and was done
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

// Talking.

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void shut(int *end) {
    if (*end >= 0) close(*end);
    *end = -1;
}

// Bytes of the line that are still to be sent; false: nobody reads them. A reader that is gone is no signal here.
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

// Keeps the end of what is said on the error output.
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

// Takes bytes of the output: an answer's grow in `line`, others are counted and dropped. True: a whole line is there, at
// the end of what was taken; `used` says how many bytes of the text that was.
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

// Reads what there is, up to the end of one answer; what stands behind it was not asked for.
static carom_driver_end listen(carom_driver *d) {
    char text[65536];
    size_t used;
    const ssize_t n = read(d->out, text, sizeof text);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return CAROM_DRIVER_GONE;
    if (n < 0) return CAROM_DRIVER_LATE; // nothing yet
    if (take(d, text, (size_t)n, &used)) {
        for (; used < (size_t)n && text[used] != '{'; used++) d->noise++;
        return used == (size_t)n ? CAROM_DRIVER_ANSWERED : CAROM_DRIVER_CHATTERED;
    }
    return CAROM_DRIVER_LATE;
}

// One look at all three streams, at most a tenth of a second long, so that *stop is seen soon.
static carom_driver_end turn(carom_driver *d, const char **line, size_t *left, double rest) {
    struct pollfd fds[3] = {{.fd = d->out, .events = POLLIN}, {.fd = d->err, .events = POLLIN}, {.fd = -1}};
    if (*left) fds[2] = (struct pollfd){.fd = d->in, .events = POLLOUT};
    const int wait = rest > 0.1 ? 100 : (int)(1000.0 * rest) + 1;
    if (poll(fds, 3, wait) < 0) return CAROM_DRIVER_LATE;
    if (fds[1].revents) drain_errors(d);
    if (fds[2].revents && !send_some(d, line, left)) *left = 0; // what it said last is still heard
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

// Ending.

// Whether the process has ended; it stays known, so that its group's number is no other's.
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

// The parent of a process by /proc; 0 if it is gone.
static long parent_of(const char *pid) {
    char name[300], text[512] = "";
    long parent = 0;
    snprintf(name, sizeof name, "/proc/%s/stat", pid);
    FILE *file = fopen(name, "r");
    if (!file) return 0;
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    const char *behind = strrchr(text, ')'); // "pid (name) state parent", and a name may hold anything
    return behind && sscanf(behind + 1, " %*c %ld", &parent) == 1 ? parent : 0;
}

// Ends every child of ours. A child that was not waited for keeps its number, so no other process can be met.
static void kill_children(void) {
    DIR *all = opendir("/proc");
    for (const struct dirent *entry; all && (entry = readdir(all));)
        if (parent_of(entry->d_name) == (long)getpid()) kill((pid_t)strtol(entry->d_name, NULL, 10), SIGKILL);
    if (all) closedir(all);
}

// Ends the orphans that became ours, and theirs, which become ours by that; for two seconds at most.
static void end_orphans(void) {
    const double end = now() + 2.0;
    while (now() < end) {
        const pid_t reaped = waitpid(-1, NULL, WNOHANG);
        if (reaped < 0) return; // there are none
        if (reaped > 0) continue;
        kill_children();
        const struct timespec nap = {.tv_nsec = 1000000};
        nanosleep(&nap, NULL);
    }
}

// Ends the driver with all it has started and fills its status; -1 if nobody knows it.
static int put_to_end(carom_driver *d, double grace) {
    int status;
    if (!ends_within(d, grace)) {
        kill(-d->process, SIGTERM);
        ends_within(d, 0.3);
    }
    kill(-d->process, SIGKILL); // its children too, and itself if it did not listen
    if (waitpid(d->process, &status, 0) != d->process) status = -1;
    d->process = 0;
    if (d->reaper) end_orphans();
    disown(d);
    return status;
}

// The last line of the error output.
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

// What the end is called; a process that closed its output without ending is gone too.
static void say_end(carom_driver *d, double seconds) {
    char words[TAIL];
    while (d->err >= 0 && d->noise <= CAROM_DRIVER_NOISE) { // what it says of its own end
        const size_t before = d->noise;
        drain_errors(d);
        if (d->noise == before) break;
    }
    const bool died = d->end == CAROM_DRIVER_GONE && ends_within(d, 1.0);
    const int status = put_to_end(d, 0.0);
    last_words(d, words, sizeof words);
    switch (d->end) {
    case CAROM_DRIVER_LATE: snprintf(d->why, sizeof d->why, "no answer in %g s", seconds); break;
    case CAROM_DRIVER_FLOODED: snprintf(d->why, sizeof d->why, "flooded its output"); break;
    case CAROM_DRIVER_CHATTERED: snprintf(d->why, sizeof d->why, "wrote lines that were not asked for"); break;
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
