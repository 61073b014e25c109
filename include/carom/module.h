// The parameters of a list of modules.
//
//   static carom_modules modules[] = {&carom_module_core, &carom_module_compliant, NULL};
//   const carom_law *law = carom_law_find(modules, "stronge", CAROM_ONE_CONTACT);
#ifndef CAROM_MODULE_H
#define CAROM_MODULE_H

#include "carom/law.h"

CAROM_BEGIN

extern CAROM_API const carom_module carom_module_core; // the laws of this library itself

// Finds a coefficient of any law of a list by its number or its name: the field of carom_params, else the first law's that
// has it; NULL if there is none. A name may be another law's for the same place, as e_n is for e.
CAROM_API const carom_coefficient *carom_param_in(carom_modules *modules, int number);
CAROM_API const carom_coefficient *carom_param_find_in(carom_modules *modules, const char *name);

CAROM_END

#endif
