// Arranges the rows of a legend in columns.
#ifndef CAROM_DRAW_COLUMNS_H
#define CAROM_DRAW_COLUMNS_H

#include <stdbool.h>

// The position of a row. A long name has several rows; `begins` is true for its first row.
typedef struct carom_legend_spot {
    bool begins;
    int column, place;
} carom_legend_spot;

// Fills `column` and `place`. Uses at most `columns` columns with as few rows as possible, and begins no column within
// a name. Returns the number of rows of the longest column.
int carom_legend_spread(carom_legend_spot *spots, int count, int columns);

#endif
