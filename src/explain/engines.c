// The table of physics engines at run time.
#include <math.h>
#include <string.h>

#include "carom/explain.h"

#define MEASURED "November 2026"

static const carom_engine engines[] = {
#define CAROM_ENGINE(id, name_, title_, version_, install_, law_, habit_, e_rule_, mu_rule_, rest_speed_, give_,       \
                     computes_, costs_)                                                                                \
    {.name = name_,                                                                                                    \
     .title = title_,                                                                                                  \
     .version = version_,                                                                                              \
     .measured = MEASURED,                                                                                             \
     .install = install_,                                                                                              \
     .law = law_,                                                                                                      \
     .friction_model = habit_,                                                                                         \
     .e_rule = CAROM_COMBINE_##e_rule_,                                                                                \
     .mu_rule = CAROM_COMBINE_##mu_rule_,                                                                              \
     .rest_speed = (double)rest_speed_,                                                                                \
     .give = give_,                                                                                                    \
     .computes = computes_,                                                                                            \
     .costs = costs_},
#include "tables/engines.def"
};
enum { COUNT = sizeof engines / sizeof *engines };

const carom_engine *carom_engine_at(int index) {
    return index >= 0 && index < COUNT ? &engines[index] : NULL;
}

const carom_engine *carom_engine_find(const char *name) {
    for (int i = 0; name && i < COUNT; i++)
        if (!strcmp(engines[i].name, name)) return &engines[i];
    return NULL;
}

double carom_combine_split(int rule, double coefficient) {
    if (!(coefficient >= 0.0) ||
        (rule != CAROM_COMBINE_CONTACT && !carom_enum_name(CAROM_ENUM_COMBINE_RULE, (int)rule)))
        return (double)NAN;
    return rule == CAROM_COMBINE_PRODUCT ? sqrt(coefficient) : coefficient;
}
