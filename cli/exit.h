// How the command ends.
#ifndef CAROM_CLI_EXIT_H
#define CAROM_CLI_EXIT_H

typedef enum carom_exit {
    CAROM_EXIT_FINE = 0,
    CAROM_EXIT_INADMISSIBLE = 1, // under --strict: the answer breaks something, or there is none
    CAROM_EXIT_USAGE = 2,        // the command line is not understood
    CAROM_EXIT_INPUT = 3,        // the problem is refused
    CAROM_EXIT_NUMERICAL = 4,    // the arithmetic failed
    CAROM_EXIT_IO = 5            // a file cannot be read, or the answer not be written
} carom_exit;

#endif
