// The rows of compliant_params.def as one law or method reads them. Before including it, define
//   CAROM_OWN_TABLE   the table's declaration, such as static const carom_param_info own[]
//   CAROM_OWN_UNITS   the units that differ from those of compliant_params.def, such as CAROM_OWN_UNIT(kn, "N/m^p"),
// No guard: a file may define several tables.
#include "device.h"

#ifndef CAROM_OWN_UNIT
// p, pn and q in an exponent are the parameters of that name.
#define CAROM_OWN_UNIT(field, unit_) [CAROM_OWN_ROW_##field].unit = (unit_)

enum {
#define CAROM_PARAM(number, field, ...) CAROM_OWN_ROW_##field,
#include "carom/compliant_params.def"
#undef CAROM_PARAM
    CAROM_OWN_ROWS
};

#define CAROM_OWN_CHOICES_REAL(field)    NULL
#define CAROM_OWN_CHOICES_TANGENT(field) NULL
#define CAROM_OWN_CHOICES_EACH(field)    NULL
#define CAROM_OWN_CHOICES_LIST(field)    NULL
#define CAROM_OWN_CHOICES_CHOICE(field)  carom_##field##_names
#define CAROM_OWN_RANGE_REAL(field)      NULL
#define CAROM_OWN_RANGE_TANGENT(field)   NULL
#define CAROM_OWN_RANGE_EACH(field)      NULL
#define CAROM_OWN_RANGE_CHOICE(field)    NULL
#define CAROM_OWN_RANGE_LIST(field)      carom_##field##_range
#endif

// A unit that differs overrides the row's on purpose.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
CAROM_OWN_TABLE = {
#define CAROM_PARAM(number_, field, kind_, symbol_, unit_, standard_, example_, lowest_, highest_, meaning_)           \
    [CAROM_OWN_ROW_##field] = {.name = #field,                                                                         \
                               .number = number_,                                                                      \
                               .kind = CAROM_##kind_,                                                                  \
                               .symbol = symbol_,                                                                      \
                               .unit = unit_,                                                                          \
                               .standard = standard_,                                                                  \
                               .example = example_,                                                                    \
                               .lowest = lowest_,                                                                      \
                               .highest = highest_,                                                                    \
                               .family = "",                                                                           \
                               .meaning = meaning_,                                                                    \
                               .choices = CAROM_OWN_CHOICES_##kind_(field),                                            \
                               .range = CAROM_OWN_RANGE_##kind_(field)},
#include "carom/compliant_params.def"
#undef CAROM_PARAM
    [CAROM_OWN_ROWS] = {.name = NULL}, CAROM_OWN_UNITS};
#pragma GCC diagnostic pop
#undef CAROM_OWN_TABLE
#undef CAROM_OWN_UNITS
