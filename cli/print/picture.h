// Pictures from the command line: where they go, how they look.
#ifndef CAROM_CLI_PICTURE_H
#define CAROM_CLI_PICTURE_H

#include "mods/draw/figure/figure.h"
#include "mods/scenario/problem.h"

// The words of --output, --dark, --scale, --no-title and --csv.
typedef struct carom_picture {
    const char *out, *scale;
    bool dark, csv, untitled;
} carom_picture;

// Whether the words say where it goes; if not, says so.
bool carom_picture_asked(const carom_picture *picture);

// Draws the figure to `out`, or writes its data to stdout if `csv`; says what went wrong. Frees the figure.
int carom_picture_save(const carom_picture *picture, carom_figure *figure);

// Says above the figure which law it shows, with which coefficients but for those named in `without` (ended by NULL).
void carom_picture_title(carom_figure *figure, const carom_problem *problem, const carom_law *law,
                         const char *const *without);

// Whether an option that takes a PICTURE or PIXELS, by its row, can take this word: if not, says so before any work.
bool carom_picture_word(const char *takes, const char *word);

// "svg", "pdf" or "png" if the name ends so, else NULL.
const char *carom_picture_kind(const char *name);

// The rows of a verb's options that fill a carom_picture.
#define CAROM_PICTURE_OPTIONS(picture)                                                                                 \
    {"output", "PICTURE", "file for the picture: .svg, .pdf or .png", NULL, &(picture).out},                           \
        {"dark", NULL, "draw light lines on a dark background", &(picture).dark, NULL},                                \
        {"scale", "PIXELS", "pixels per point of a .png; default 2", NULL, &(picture).scale},                          \
        {"no-title", NULL, "omit the title with the law and its coefficients", &(picture).untitled, NULL}, {           \
        "csv", NULL, "the data of the picture", &(picture).csv, NULL                                                   \
    }

#endif
