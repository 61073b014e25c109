// One HTML page without scripts, its figures inside.
#ifndef CAROM_PAGE_PAGE_H
#define CAROM_PAGE_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "mods/draw/figure/figure.h"

// From the first line to below the heading; and the last.
void carom_page_begin(FILE *to, const char *title, const char *heading);
void carom_page_end(FILE *to);

// Words of others.
void carom_page_text(FILE *to, const char *text);

// A figure with words under it; a line in its place in a build that cannot draw. Frees the figure. False: it could not be
// drawn, and errno says why.
bool carom_page_figure(FILE *to, carom_figure *figure, const char *words);

// Writes a page in memory, and puts it in its place whole if all of it could be made. False: errno says why, and what was
// there stays.
bool carom_page_save(const char *file, bool (*write)(FILE *to, const void *what), const void *what);

#endif
