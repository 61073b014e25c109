// What `carom fit` is asked.
#ifndef CAROM_CLI_FIT_ASKED_H
#define CAROM_CLI_FIT_ASKED_H

#include <stdbool.h>

// About the data.
typedef struct carom_fit_wishes {
    const char *columns;           // "v_n=VN, v_t=VT": our name = the file's
    const char *which;             // the case of a file with several
    const char *W;                 // for all impacts
    const char *sigma, *spin;      // standard deviations for all impacts
    const char *scale, *rate, *px; // strobe pictures: units a metre, flashes a second, error of a coordinate
} carom_fit_wishes;

typedef struct carom_fit_asked {
    carom_fit_wishes data;
    const char *laws, *threads, *page, *picture;
    bool robust, quick, json, csv, markdown, strict;
} carom_fit_asked;

// Returns the exit code.
int carom_fit_answer(const carom_fit_asked *asked, const char *source);

#endif
