// Finds laws in a list of modules, and the coefficients of a law.
#include "carom/law.h"

#include <string.h>

#include "tables/params.h"

// Returns the list of modules. NULL means the core alone.
static carom_modules *list(carom_modules *modules) {
    static carom_modules core[] = {&carom_module_core, NULL};
    return modules ? modules : core;
}

// Iterates over every law of a list: the position, and the next law; NULL past the last.
typedef struct {
    carom_modules *module;
    const carom_law *const *law;
} place;

static place before_first(carom_modules *modules) {
    modules = list(modules);
    return (place){modules, *modules ? (*modules)->laws : NULL};
}

static const carom_law *next(place *p) {
    for (; *p->module; p->law = *++p->module ? (*p->module)->laws : NULL)
        if (p->law && *p->law) return *p->law++;
    return NULL;
}

static bool solves(const carom_law *law, unsigned problems) {
    return !problems || (law->solves & problems);
}

static bool are_problems(unsigned problems) {
    return !(problems & ~(CAROM_ONE_CONTACT | CAROM_SYSTEMS));
}

const carom_law *carom_law_at(carom_modules *modules, int index, unsigned problems) {
    place p = before_first(modules);
    const carom_law *law;
    while (index >= 0 && are_problems(problems) && (law = next(&p)))
        if (solves(law, problems) && index-- == 0) return law;
    return NULL;
}

const carom_law *carom_law_find(carom_modules *modules, const char *name, unsigned problems) {
    place p = before_first(modules);
    const carom_law *law, *first = NULL;
    while (name && are_problems(problems) && (law = next(&p))) {
        if (strcmp(law->name, name) != 0) continue;
        if (solves(law, problems)) return law;
        if (!first) first = law;
    }
    return first;
}

const carom_coefficient *carom_law_coefficient(const carom_law *law, int number) {
    for (int k = 0; law && k < law->coefficient_count; k++)
        if (law->coefficients[k].number == number) return &law->coefficients[k];
    return NULL;
}

static bool is_called(const carom_coefficient *row, const char *name) {
    return (row->name && !strcmp(row->name, name)) || (row->alias && !strcmp(row->alias, name));
}

const carom_coefficient *carom_law_find_coefficient(const carom_law *law, const char *name) {
    for (int k = 0; law && name && k < law->coefficient_count; k++)
        if (is_called(&law->coefficients[k], name)) return &law->coefficients[k];
    return NULL;
}

const carom_coefficient *carom_coefficient_at(carom_modules *modules, int number) {
    place p = before_first(modules);
    if (number < CAROM_PARAM_OWN) return carom_member_at(number);
    const carom_coefficient *row = NULL;
    for (const carom_law *law; !row && (law = next(&p));) row = carom_law_coefficient(law, number);
    return row;
}

const carom_coefficient *carom_coefficient_find(carom_modules *modules, const char *name) {
    place p = before_first(modules);
    const carom_param shared = carom_member_find(name);
    const carom_coefficient *by_alias = NULL;
    if (shared != CAROM_PARAM_NONE) return carom_member_at((int)shared);
    for (const carom_law *law; name && (law = next(&p));)
        for (int k = 0; k < law->coefficient_count; k++) {
            const carom_coefficient *row = &law->coefficients[k];
            if (!strcmp(row->name, name)) return row;
            if (!by_alias && row->alias && !strcmp(row->alias, name)) by_alias = row;
        }
    return by_alias;
}

carom_status carom_params_set_by_name(const carom_law *law, carom_params *params, const char *name,
                                      const double *values, size_t count) {
    if (!law || !params || !name || !values) return CAROM_NULL_POINTER;
    const carom_coefficient *row = carom_law_find_coefficient(law, name);
    if (row) return carom_params_set(params, row, values, count);
    return carom_coefficient_find(NULL, name) ? CAROM_COEFFICIENT_UNUSED : CAROM_COEFFICIENT_UNKNOWN;
}
