// Reports that this build has no sweeps.
#include <string.h>

#include "cli/args/args.h"
#include "cli/args/help.h"
#include "cli/exit.h"
#include "cli/print/words.h"

int carom_verb_sweep(int argc, char **argv);
int carom_verb_report(int argc, char **argv);

// Prints the help, which mentions it too.
static int absent(const char *verb, int argc, char **argv) {
    static const char about[] =
        "This build of carom was made without HDF5 and Random123 (CAROM_SWEEP) and has no sweeps.";
    const carom_option none = {0};
    const carom_usage usage = {.verb = verb, .examples = "", .about = about, .options = &none, .operands = ""};
    if (argc == 2 && !strcmp(argv[1], CAROM_WORDS)) return CAROM_EXIT_FINE;
    if (argc == 2 && !strcmp(argv[1], CAROM_MAN)) {
        carom_man_print(&usage);
        return CAROM_EXIT_FINE;
    }
    carom_say("this build has no \"%s\": it was made without HDF5 and Random123 (CAROM_SWEEP)", verb);
    return CAROM_EXIT_USAGE;
}

int carom_verb_sweep(int argc, char **argv) {
    return absent("sweep", argc, argv);
}

int carom_verb_report(int argc, char **argv) {
    return absent("report", argc, argv);
}
