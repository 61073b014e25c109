// The parameters of a list of modules.
//
//   static carom_modules modules[] = {&carom_module_core, &carom_module_compliant, NULL};
//   const carom_law *law = carom_law_find(modules, "stronge", CAROM_ONE_CONTACT);
#ifndef CAROM_MODULE_H
#define CAROM_MODULE_H

#include "carom/law.h"

CAROM_BEGIN

extern CAROM_API const carom_module carom_module_core; // the laws of this library itself

// Every parameter of a list of modules: of params.def, and what their laws call their own. By number, by name; NULL if
// there is none. And its family, all that says the same thing in different laws, as a set of bits: 0 if it stands alone.
CAROM_API const carom_param_info *carom_param_in(carom_modules *modules, int number);
CAROM_API const carom_param_info *carom_param_find_in(carom_modules *modules, const char *name);
CAROM_API uint64_t carom_param_family(carom_modules *modules, const carom_param_info *param);

CAROM_END

#endif
