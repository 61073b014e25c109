// Writes a page that plays motions.
#ifndef CAROM_REPORT_DROP_H
#define CAROM_REPORT_DROP_H

#include "cli/motion/motion_picture.h"

// Writes a self-contained page. On failure returns false, sets errno and keeps the old file.
bool carom_page_drop(const char *file, const carom_motion_picture *picture);

#endif
