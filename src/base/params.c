// The table of parameters at run time.
#include "carom/params.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const carom_param_info rows[] = {
#define CAROM_PARAM(field, kind, symbol, unit, standard, lowest, highest, family, meaning)                             \
    {#field, CAROM_##kind, symbol, unit, standard, lowest, highest, family, meaning, offsetof(carom_params, field)},
#include "carom/params.def"
#undef CAROM_PARAM
};

static const char *const restitutions[] = {"newton", "poisson", "energetic"};

carom_params carom_default_params(void) {
    carom_params p;
    memset(&p, 0, sizeof p);
    for (int i = 0; i < CAROM_PARAM_COUNT; i++) {
        const double values[3] = {rows[i].standard, rows[i].standard, rows[i].standard};
        carom_param_set(&p, (carom_param)i, values, rows[i].kind == CAROM_VECTOR ? 3 : 1);
    }
    return p;
}

const carom_param_info *carom_param_at(int param) {
    return param >= 0 && param < CAROM_PARAM_COUNT ? &rows[param] : NULL;
}

carom_param carom_param_find(const char *name) {
    for (int i = 0; name && i < CAROM_PARAM_COUNT; i++)
        if (!strcmp(rows[i].name, name)) return (carom_param)i;
    return CAROM_PARAM_NONE;
}

const char *carom_choice_name(carom_param param, int value) {
    const int count = (int)(sizeof restitutions / sizeof *restitutions);
    return param == CAROM_PARAM_restitution && value >= 0 && value < count ? restitutions[value] : NULL;
}

int carom_choice_find(carom_param param, const char *name) {
    const char *row;
    for (int i = 0; name && (row = carom_choice_name(param, i)); i++)
        if (!strcmp(row, name)) return i;
    return -1;
}

carom_status carom_param_set(carom_params *params, carom_param param, const double *values, size_t count) {
    const carom_param_info *row = carom_param_at((int)param);
    if (!params || !values) return CAROM_NULL_POINTER;
    if (!row) return CAROM_UNKNOWN_PARAM;
    void *field = (char *)params + row->offset;
    if (row->kind == CAROM_VECTOR) {
        if (count < 2 || count > 3) return CAROM_BAD_VALUE;
        double *vector = field;
        vector[2] = 0.0;
        memcpy(vector, values, count * sizeof *values);
        return CAROM_OK;
    }
    if (count != 1) return CAROM_BAD_VALUE;
    if (row->kind == CAROM_CHOICE) {
        if (!(values[0] >= row->lowest && values[0] <= row->highest) || floor(values[0]) != values[0])
            return CAROM_BAD_VALUE;
        *(carom_restitution *)field = (carom_restitution)(int)values[0];
        return CAROM_OK;
    }
    *(double *)field = values[0];
    return CAROM_OK;
}

size_t carom_param_get(const carom_params *params, carom_param param, double values[3]) {
    const carom_param_info *row = carom_param_at((int)param);
    if (!params || !row) return 0;
    const void *field = (const char *)params + row->offset;
    switch (row->kind) {
    case CAROM_VECTOR: memcpy(values, field, 3 * sizeof *values); return 3;
    case CAROM_CHOICE: values[0] = (double)*(const carom_restitution *)field; return 1;
    default: values[0] = *(const double *)field; return 1;
    }
}
