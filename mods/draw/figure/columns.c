#include "columns.h"

// Returns the number of columns that the names need with this number of rows; count + 1 if a name is longer than a
// column.
static int columns_of(carom_legend_spot *spots, int count, int rows) {
    int column = 0, place = 0, longest = 0;
    for (int i = 0; i < count; i++) {
        int name = 1; // number of rows of the present name
        while (spots[i].begins && i + name < count && !spots[i + name].begins) name++;
        if (place > 0 && spots[i].begins && place + name > rows) column++, place = 0;
        spots[i].column = column;
        spots[i].place = place++;
        if (place > longest) longest = place;
    }
    return longest > rows ? count + 1 : column + 1;
}

int carom_legend_spread(carom_legend_spot *spots, int count, int columns) {
    int rows = (count + columns - 1) / columns;
    while (columns_of(spots, count, rows) > columns) rows++;
    return rows;
}
