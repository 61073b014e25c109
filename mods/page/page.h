// One HTML page without scripts, its figures inside.
#ifndef CAROM_PAGE_PAGE_H
#define CAROM_PAGE_PAGE_H

#include <stdio.h>

#include "carom/draw.h"

// From the first line to below the heading; and the last.
void carom_page_begin(FILE *to, const char *title, const char *heading);
void carom_page_end(FILE *to);

// Words of others.
void carom_page_text(FILE *to, const char *text);

// A figure with words under it; a line says why where it cannot be drawn. Frees the figure.
void carom_page_figure(FILE *to, carom_figure *figure, const char *words);

#endif
