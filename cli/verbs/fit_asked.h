// Defines the options of `carom fit`.
#ifndef CAROM_CLI_FIT_ASKED_H
#define CAROM_CLI_FIT_ASKED_H

#include "cli/fit/data.h"

typedef struct carom_fit_asked {
    carom_fit_wishes data;
    const char *laws, *threads, *page, *picture, *e_of, *mu_of;
    bool robust, quick, json, strict, untitled, template;
} carom_fit_asked;

// Runs the fits and prints the result. Returns the exit code.
int carom_fit_answer(const carom_fit_asked *asked, const char *source);

#endif
