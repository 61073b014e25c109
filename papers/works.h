// Lists the works that laws and methods cite.
#ifndef CAROM_PAPERS_WORKS_H
#define CAROM_PAPERS_WORKS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct carom_work {
    const char *key, *cited;                                // "wang1992", "Wang & Mason 1992"
    const char *type, *author, *title, *where, *year, *doi; // BibTeX fields; doi is "" if it is not confirmed
} carom_work;

const carom_work *carom_work_at(int index); // NULL past the last

// Returns true if this citation contains the short name (`cited`) of the work.
bool carom_work_in(const carom_work *work, const char *citation);

// Writes the BibTeX entry of the work, at most `size` bytes with the final zero. Returns the length of the whole entry.
size_t carom_work_bibtex(const carom_work *work, char *text, size_t size);

#endif
