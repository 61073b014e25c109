// A driver as a child process that is never trusted: one line is asked, one comes back within a time, or it is said what
// became of it. All of what is POSIX about judging is here.
#ifndef CAROM_JUDGE_DRIVER_H
#define CAROM_JUDGE_DRIVER_H

#include <signal.h>
#include <stdbool.h>

typedef enum carom_driver_end {
    CAROM_DRIVER_ANSWERED,     // a line came
    CAROM_DRIVER_LATE,         // none in time
    CAROM_DRIVER_GONE,         // the process ended, or closed its output
    CAROM_DRIVER_FLOODED,      // more than CAROM_DRIVER_LINE in a line, or CAROM_DRIVER_NOISE besides it
    CAROM_DRIVER_CHATTERED,    // it spoke before it was asked
    CAROM_DRIVER_CANNOT_START, // no such program
    CAROM_DRIVER_STOPPED       // *stop was set
} carom_driver_end;

// The longest line of an answer, and the most that may be written besides it while one answer is awaited: banners on
// standard output, anything on standard error. Bytes.
#define CAROM_DRIVER_LINE  ((size_t)1 << 20)
#define CAROM_DRIVER_NOISE ((size_t)16 << 20)

typedef struct carom_driver carom_driver;

// Starts the program argv[0], found along PATH, in a process group of its own. It is asked for no longer than *stop is 0
// (NULL: for ever). NULL: memory ended, or there are no more processes or files; errno says so.
carom_driver *carom_driver_start(char *const argv[], const volatile sig_atomic_t *stop);

// Sends a line and waits so many seconds for the next that begins with '{'; *answer lives until the next call. Whatever
// is not CAROM_DRIVER_ANSWERED leaves nothing more to ask: end the driver.
carom_driver_end carom_driver_ask(carom_driver *driver, const char *line, double seconds, const char **answer);

// What became of it, in words for people: "killed by signal 11", "no answer in 20 s", with the last line of its standard
// error, in which nothing can move a terminal's cursor.
const char *carom_driver_why(const carom_driver *driver);

// Closes its input, lets a driver that answered so far end by itself, and ends it if it does not. Its process group ends with
// it; on Linux every process it started does, also in a session of its own, unless this program had children before it
// started the driver.
void carom_driver_finish(carom_driver *driver);

#endif
