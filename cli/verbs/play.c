// Implements carom play: opens the playground, one HTML file, in a browser.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/print/words.h"

#ifdef _WIN32
#include <process.h>
#else
#include <spawn.h>
extern char **environ;
#endif

static const char examples[] = "  carom play\n"
                               "  carom play --no-open --page playground.html\n";
static const char about[] =
    "Opens the playground in a browser: impacts to watch, drag and compare.\n"
    "\n"
    "The playground is one HTML file, which needs no network. It is installed with carom if it was built before. "
    "The command prints its path.";

// Copies the full path of a file that can be read.
static bool find(const char *name, char path[4096]) {
    char *full = access(name, R_OK) ? NULL : realpath(name, NULL);
    const bool found = full && snprintf(path, 4096, "%s", full) < 4096;
    free(full);
    return found;
}

// Finds the playground under the prefix where the command is installed. That prefix may differ from the configured one.
static bool find_installed(char path[4096]) {
    static const char relative[] = "/../share/carom/playground.html";
    char own[4096];
    const ssize_t length = readlink("/proc/self/exe", own, sizeof own - sizeof relative);
    char *slash = NULL;
    if (length > 0) own[length] = '\0', slash = strrchr(own, '/');
    if (slash) memcpy(slash, relative, sizeof relative);
    return (slash && find(own, path)) || find(CAROM_PLAYGROUND, path);
}

static bool open_browser(char *path) {
#ifdef _WIN32
    return _spawnlp(_P_NOWAIT, "explorer", "explorer", path, NULL) != -1;
#else
#ifdef __APPLE__
    static const char program[] = "open";
#else
    static const char program[] = "xdg-open";
#endif
    pid_t child;
    return !posix_spawnp(&child, program, NULL, NULL, (char *[]){(char *)(size_t)program, path, NULL}, environ);
#endif
}

int carom_verb_play(int argc, char **argv) {
    bool no_open = false;
    const char *page = NULL;
    const carom_option options[] = {{"no-open", NULL, "print the path and do not open a browser", &no_open, NULL},
                                    {"page", "PAGE", "open this copy of the playground", NULL, &page},
                                    {0}};
    const carom_usage usage = {
        .verb = "play", .examples = examples, .about = about, .options = options, .operands = ""};
    carom_operands operands;
    char path[4096];
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (!(page ? find(page, path) : find_installed(path))) {
        carom_say(page ? "there is no playground at %s"
                       : "the playground is not installed at %s; build it as docs/playground.md describes, and install "
                         "carom again or use --page",
                  page ? page : CAROM_PLAYGROUND);
        return CAROM_EXIT_IO;
    }
    puts(path);
    if (!no_open && !open_browser(path)) carom_remark("no browser was found: open the page yourself");
    return CAROM_EXIT_FINE;
}
