// Fuzzes `carom report --verify`. The input is a page, or only the data in it, without the marks around them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/document/page.h"
#include "cli/exit.h"
#include "cli/report/pages.h"
#include "fuzz.h"

const double fuzz_floor = 0.005;

// A page is computed again in another process. If a sanitizer ends that process, its exit code is not one of carom's.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "exitcode=77";
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    static FILE *nothing;
    FILE *const out = stdout, *const err = stderr;
    char *text = fuzz_text(bytes, size), *page = malloc(size + 512);
    if (!nothing) nothing = fopen("/dev/null", "w");
    if (!nothing || !page) exit(2);
    if (text[0] == '<')
        strcpy(page, text);
    else
        snprintf(page, size + 512,
                 "%s2026-01-31 12:00 UTC</p>\n%s{\"format\":\"carom report 1\",\"version\":\"%s\",%s</pre>",
                 CAROM_PAGE_DATE, CAROM_PAGE_DATA, carom_version(), text);
    const char *name = fuzz_file(page, strlen(page));
    stdout = stderr = nothing;
    const int exit_code = carom_page_verify(name, 2.0);
    stdout = out;
    stderr = err;
    if (exit_code > CAROM_EXIT_IO) fuzz_wrong("verifying ends with %d", exit_code);
    free(text);
    free(page);
    return exit_code == CAROM_EXIT_FINE || exit_code == CAROM_EXIT_INADMISSIBLE; // a page was made again
}
