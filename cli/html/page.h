// Writes an HTML page without scripts, with embedded figures and a style sheet for screens and paper.
#ifndef CAROM_PAGE_PAGE_H
#define CAROM_PAGE_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "mods/draw/figure/figure.h"

// The first writes the beginning of the page including its heading, the second writes its end.
void carom_page_begin(FILE *to, const char *title, const char *heading);
void carom_page_end(FILE *to);

// Writes text from other sources and escapes its special characters. U+FFFD replaces those that reorder a line.
void carom_page_text(FILE *to, const char *text);

// Writes such text between two pieces of markup.
void carom_page_words(FILE *to, const char *before, const char *words, const char *after);

// Write a table row by row. The list `heads` ends with NULL; a heading that begins with '#' marks a column of numbers.
// A row ends with the next one or with the table. On a narrow screen the table scrolls; a long table may be split over
// printed pages.
void carom_page_table(FILE *to, const char *caption, const char *const *heads);
void carom_page_long_table(FILE *to, const char *const *heads);
void carom_page_row(FILE *to);
void carom_page_cell(FILE *to, const char *text);
void carom_page_number(FILE *to, double value); // writes four digits, or a dash for NaN
void carom_page_end_table(FILE *to);

// Formats a number for use in a sentence. Returns the text.
const char *carom_page_digits(double value, char text[32]);

// Begin and end a box. `kind` is "good", "warn" or "bad"; programs find the box by the name `check`.
void carom_page_box(FILE *to, const char *kind, const char *check);
void carom_page_end_box(FILE *to);

// Writes a figure with a caption, or a line in its place if the build cannot draw. Frees the figure. Returns false and
// sets errno if it could not be drawn.
bool carom_page_figure(FILE *to, carom_figure *figure, const char *words);

// Writes a page in memory, and replaces the file only if the page is complete. On failure returns false, sets errno and
// keeps the old file.
bool carom_page_save(const char *file, bool (*write)(FILE *to, const void *what), const void *what);

#endif
