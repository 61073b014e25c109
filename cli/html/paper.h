// Writes a page of HTML as a PDF file on A4 paper.
#ifndef CAROM_PAGE_PAPER_H
#define CAROM_PAGE_PAPER_H

#include <stddef.h>

#include "mods/draw/figure/figure.h"

// Lays out a page that this program wrote, which is modified. Its images refer to the figures by number. *pdf is newly
// allocated memory that the caller frees; it is NULL unless the status is CAROM_OK.
carom_status carom_paper_write(char *html, carom_figure *const *figures, int count, char **pdf, size_t *length);

#endif
