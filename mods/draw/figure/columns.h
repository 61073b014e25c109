// Rows of a legend in columns.
#ifndef CAROM_DRAW_COLUMNS_H
#define CAROM_DRAW_COLUMNS_H

#include <stdbool.h>

// Where a row stands. A long name has several rows; `begins` is true on its first.
typedef struct carom_legend_spot {
    bool begins;
    int column, place;
} carom_legend_spot;

// Fills column and place: at most `columns` columns, as few rows as that allows, and none begins in the middle of a name.
// Returns how many rows the longest column has.
int carom_legend_spread(carom_legend_spot *spots, int count, int columns);

#endif
