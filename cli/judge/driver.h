// Runs a driver as an untrusted child process: sends a line and receives a line within a time limit, or reports what
// went wrong. All POSIX code of `carom judge` is here.
#ifndef CAROM_JUDGE_DRIVER_H
#define CAROM_JUDGE_DRIVER_H

#include <signal.h>
#include <stdbool.h>

typedef enum carom_driver_end {
    CAROM_DRIVER_ANSWERED,     // a line was received
    CAROM_DRIVER_LATE,         // no line was received in time
    CAROM_DRIVER_GONE,         // the process ended, or closed its output
    CAROM_DRIVER_FLOODED,      // a line longer than CAROM_DRIVER_LINE, or more than CAROM_DRIVER_NOISE of other output
    CAROM_DRIVER_CHATTERED,    // the driver wrote output before a question
    CAROM_DRIVER_CANNOT_START, // the program does not exist
    CAROM_DRIVER_STOPPED       // *stop was set
} carom_driver_end;

// The largest number of bytes in an answer, and of other output that a driver may write during one answer.
#define CAROM_DRIVER_LINE  ((size_t)1 << 20)
#define CAROM_DRIVER_NOISE ((size_t)16 << 20)

typedef struct carom_driver carom_driver;

// Starts the program argv[0], found in PATH, in its own process group. Later calls end early if *stop becomes nonzero;
// `stop` may be NULL. Returns NULL and sets errno if there is not enough memory, or no more processes or files.
carom_driver *carom_driver_start(char *const argv[], const volatile sig_atomic_t *stop);

// Sends a line and waits the given number of seconds for a line that begins with '{'. *answer is valid until the next
// call. After any result other than CAROM_DRIVER_ANSWERED, end the driver.
carom_driver_end carom_driver_ask(carom_driver *driver, const char *line, double seconds, const char **answer);

// Describes how the driver ended: "killed by signal 11", "no answer in 20 s". Includes the last line of its standard
// error without control characters.
const char *carom_driver_why(const carom_driver *driver);

// Closes the driver's input, gives a driver that has answered time to end, and otherwise kills it with its process
// group. On Linux every process that it started is killed, also in other sessions, unless this program had children
// before it started the driver.
void carom_driver_finish(carom_driver *driver);

#endif
