// Handles the options of pictures: their file and appearance.
#ifndef CAROM_CLI_PICTURE_H
#define CAROM_CLI_PICTURE_H

#include "mods/draw/figure/figure.h"
#include "mods/scenario/problem.h"

// Holds the values of --output, --dark, --scale, --no-title and --csv.
typedef struct carom_picture {
    const char *out, *scale;
    bool dark, csv, untitled;
} carom_picture;

// Returns true if the options name a file for the picture; otherwise prints an error.
bool carom_picture_asked(const carom_picture *picture);

// Draws the figure to `out`, or writes its data to stdout if `csv`. Prints an error on failure. Frees the figure.
int carom_picture_save(const carom_picture *picture, carom_figure *figure);

// Writes the law and its coefficients above the figure, except the coefficients named in `without` (ended by NULL).
void carom_picture_title(carom_figure *figure, const carom_problem *problem, const carom_law *law,
                         const char *const *without);

// Returns true if this word is valid for an option that takes a PICTURE, a PAGE or PIXELS. Otherwise prints an error, before
// any work is done.
bool carom_picture_word(const char *takes, const char *word);

// Returns "svg", "pdf" or "png" if the file name has this extension, else NULL.
const char *carom_picture_kind(const char *name);

// Returns true if the file name ends with .html.
bool carom_picture_is_page(const char *name);

// Lists the options that fill a carom_picture.
#define CAROM_PICTURE_OPTIONS(picture)                                                                                 \
    {"output", "PICTURE", "file for the picture: .svg, .pdf or .png", NULL, &(picture).out},                           \
        {"dark", NULL, "draw light lines on a dark background", &(picture).dark, NULL},                                \
        {"scale", "PIXELS", "pixels per point of a .png; default 2", NULL, &(picture).scale},                          \
        {"no-title", NULL, "omit the title with the law and its coefficients", &(picture).untitled, NULL}, {           \
        "csv", NULL, "the data of the picture", &(picture).csv, NULL                                                   \
    }

#endif
