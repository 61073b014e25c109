// Reports that drivers cannot be started on a system without POSIX processes.
#include "cli/judge/driver.h"

#include <stddef.h>

struct carom_driver {
    const char *why;
};

carom_driver *carom_driver_start(char *const argv[], const volatile sig_atomic_t *stop) {
    static carom_driver nobody = {
        "cannot be run: this build of carom cannot start programs (it needs fork and pipes of POSIX)"};
    return &nobody;
}

carom_driver_end carom_driver_ask(carom_driver *d, const char *line, double seconds, const char **answer) {
    return CAROM_DRIVER_CANNOT_START;
}

const char *carom_driver_why(const carom_driver *d) {
    return d->why;
}

void carom_driver_finish(carom_driver *d) {}
