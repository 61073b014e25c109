// A module: a library of laws and methods beside the core, as one value. The core knows no module by name; a program
// holds a list of those it links, and looks laws up in it.
//
//   static carom_modules modules[] = {&carom_module_core, &carom_module_compliant, NULL};
//   const carom_law *law = carom_law_find_in(modules, "stronge");
#ifndef CAROM_MODULE_H
#define CAROM_MODULE_H

#include "carom/law.h"

CAROM_BEGIN

struct carom_method; // many.h

typedef struct carom_module {
    const char *name;                          // "core", "compliant"; what its laws call their `module`
    const carom_law *const *laws;              // in the order in which they are listed, ended by NULL; NULL: none
    const struct carom_method *const *methods; // for several contacts, likewise
} carom_module;

// One place of a list of modules; the list ends with NULL. Where a list may be given, NULL is the core alone.
typedef const carom_module *const carom_modules;

extern CAROM_API const carom_module carom_module_core; // the laws and methods of this library itself

// Every law and method of a list of modules: 0 .., NULL past the last. And by name; NULL if there is
// none, the list being all that is known here. The first module that has a name answers for it.
CAROM_API const carom_law *carom_law_in(carom_modules *modules, int index);
CAROM_API const carom_law *carom_law_find_in(carom_modules *modules, const char *name);
CAROM_API const struct carom_method *carom_method_in(carom_modules *modules, int index);
CAROM_API const struct carom_method *carom_method_find_in(carom_modules *modules, const char *name);

// Every parameter of a list of modules: of params.def, and what their laws call their own. By number, by name; NULL if
// there is none. And its family, all that says the same thing in different laws, as a set of bits: 0 if it stands alone.
CAROM_API const carom_param_info *carom_param_in(carom_modules *modules, int number);
CAROM_API const carom_param_info *carom_param_find_in(carom_modules *modules, const char *name);
CAROM_API uint64_t carom_param_family(carom_modules *modules, const carom_param_info *param);

// The method of this name for contacts of `dim` components: one module may have it for the plane, another for space. If
// none has it for this dimension, carom_method_find_in's, which refuses the contacts. NULL for another dim than 2 or 3.
CAROM_API const struct carom_method *carom_method_for(carom_modules *modules, const char *name, int dim);

CAROM_END

#endif
