// Lists readings as a table: quantities, their bounds for strobe pictures, and places if they were read.
#include <stddef.h>

#include "cli/fit/data.h"

// Lists the data that a quantity requires.
typedef enum { ALWAYS, PICTURES, PLACES } need;

static const struct {
    const char *name;
    size_t at;
    need need;
} columns[] = {
#define COLUMN(name, member, need)                                                                                     \
    { name, offsetof(carom_strobe_reading, member), need }
    COLUMN("theta", theta, ALWAYS),
    COLUMN("theta_bound", theta_bound, PICTURES),
    COLUMN("e", e, ALWAYS),
    COLUMN("e_bound", e_bound, PICTURES),
    COLUMN("ratio", ratio, ALWAYS),
    COLUMN("ratio_bound", ratio_bound, PICTURES),
    COLUMN("tan_phi", tan_phi, ALWAYS),
    COLUMN("tan_phi_bound", tan_phi_bound, PICTURES),
    COLUMN("slip_after", vft, ALWAYS),
    COLUMN("slip_after_bound", vft_bound, PICTURES),
    COLUMN("alpha", alpha, PLACES),
    COLUMN("alpha_bound", alpha_bound, PLACES),
    COLUMN("psi", psi, PLACES),
    COLUMN("psi_bound", psi_bound, PLACES),
    COLUMN("touch", touch, PLACES),
#undef COLUMN
};

enum { COLUMNS = sizeof columns / sizeof *columns };

// Returns the row of the i-th column that these data have; COLUMNS if there is none.
static size_t column_of(const carom_fit_data *data, int i) {
    const need most = data->places ? PLACES : data->pictures ? PICTURES : ALWAYS;
    for (size_t k = 0; k < COLUMNS; k++)
        if (columns[k].need <= most && i-- == 0) return k;
    return COLUMNS;
}

const char *carom_fit_reading_name(const carom_fit_data *data, int i) {
    const size_t column = column_of(data, i);
    return column < COLUMNS ? columns[column].name : NULL;
}

double carom_fit_reading_at(const carom_fit_data *data, size_t impact, int i) {
    return *(const double *)(const void *)((const char *)&data->readings[impact] + columns[column_of(data, i)].at);
}
