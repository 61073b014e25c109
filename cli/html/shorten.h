// Makes the text of a picture shorter.
#ifndef CAROM_PAGE_SHORTEN_H
#define CAROM_PAGE_SHORTEN_H

#include <stddef.h>

// Makes an SVG picture shorter, in place: paths become relative, with two decimals, and styles without effect are
// removed. No point moves by more than 0.005 pt, which is invisible. Returns the length, or 0 if there is
// not enough memory.
size_t carom_svg_shorten(char *svg);

#endif
