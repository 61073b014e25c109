// A build without sweeps says so.
#include "cli/exit.h"
#include "cli/words/words.h"

int carom_verb_sweep(int argc, char **argv);
int carom_verb_report(int argc, char **argv);

static int absent(const char *verb) {
    carom_say("this build has no \"%s\": it was made without HDF5 and Random123 (CAROM_SWEEP)", verb);
    return CAROM_EXIT_USAGE;
}

int carom_verb_sweep(int argc, char **argv) {
    (void)argc, (void)argv;
    return absent("sweep");
}

int carom_verb_report(int argc, char **argv) {
    (void)argc, (void)argv;
    return absent("report");
}
