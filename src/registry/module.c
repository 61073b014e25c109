// Laws and parameters of a list of modules.
#include "carom/module.h"

#include <string.h>

#include "base/params.h"

// No list is the core alone.
static carom_modules *list(carom_modules *modules) {
    static carom_modules core[] = {&carom_module_core, NULL};
    return modules ? modules : core;
}

// Every law of a list, one after the other: where it stands, and the next; NULL past the last.
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

const carom_param_info *carom_param_in(carom_modules *modules, int number) {
    place p = before_first(modules);
    const carom_param_info *row = carom_law_param(NULL, number);
    for (const carom_law *law; !row && (law = next(&p));) row = law->own ? carom_law_param(law, number) : NULL;
    return row;
}

const carom_param_info *carom_param_find_in(carom_modules *modules, const char *name) {
    place p = before_first(modules);
    const carom_param_info *shared = carom_law_param_find(NULL, name);
    if (shared || !name) return shared;
    for (const carom_law *law; (law = next(&p));)
        for (const carom_param_info *row = law->own; row && row->name; row++)
            if (row->name[0] == name[0] && !strcmp(row->name, name)) return carom_own_at(row, row->number);
    return NULL;
}

static uint64_t bit_if_family(const carom_param_info *row, const char *family) {
    if (!row || !row->family || row->number >= CAROM_PARAM_ROOM) return 0;
    return strcmp(row->family, family) ? 0 : UINT64_C(1) << row->number;
}

// What stands in params.def, and what laws call their own; of two rows with one number the first counts.
uint64_t carom_param_family(carom_modules *modules, const carom_param_info *param) {
    place p = before_first(modules);
    uint64_t family = 0;
    if (!param || !param->family || !param->family[0]) return 0;
    for (int i = 0; i < CAROM_PARAM_OWN; i++) family |= bit_if_family(carom_law_param(NULL, i), param->family);
    for (const carom_law *law; (law = next(&p));)
        for (const carom_param_info *row = law->own; row && row->name; row++)
            if (row->number >= CAROM_PARAM_OWN && bit_if_family(row, param->family))
                family |= bit_if_family(carom_param_in(modules, row->number), param->family);
    return family;
}
