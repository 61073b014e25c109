// Defines the exit codes of the command.
#ifndef CAROM_CLI_EXIT_H
#define CAROM_CLI_EXIT_H

typedef enum carom_exit {
    CAROM_EXIT_FINE = 0,
    CAROM_EXIT_INADMISSIBLE = 1, // with --strict: the result violates a condition, or there is no result
    CAROM_EXIT_USAGE = 2,        // the command line is invalid
    CAROM_EXIT_INPUT = 3,        // the problem is invalid
    CAROM_EXIT_NUMERICAL = 4,    // the computation failed
    CAROM_EXIT_IO = 5            // a file cannot be read, or the output cannot be written
} carom_exit;

#endif
