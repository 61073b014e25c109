// Declares the laws and methods that the papers use. This list is independent of laws.def, so a new law does not
// recompile the papers. A file that needs another law declares it itself or finds it by its name.
#ifndef CAROM_PAPERS_LAWS_H
#define CAROM_PAPERS_LAWS_H

#include "carom/systems.h"

CAROM_BEGIN

extern CAROM_API const carom_law carom_law_frictionless;
extern CAROM_API const carom_law carom_law_routh;
extern CAROM_API const carom_law carom_law_whittaker;
extern CAROM_API const carom_law carom_law_initial_slip;
extern CAROM_API const carom_law carom_law_smith;
extern CAROM_API const carom_law carom_law_chatterjee1;
extern CAROM_API const carom_law carom_law_chatterjee2;
extern CAROM_API const carom_law carom_law_chatterjee3;
extern CAROM_API const carom_law carom_law_chatterjee;
extern CAROM_API const carom_law carom_law_bilinear;
extern CAROM_API const carom_law carom_law_walton;
extern CAROM_API const carom_law carom_law_pfeiffer_glocker;
extern CAROM_API const carom_law carom_law_glocker;
extern CAROM_API const carom_law carom_law_ivanov;
extern CAROM_API const carom_law carom_law_accessible;
extern CAROM_API const carom_law carom_law_hm_differential;
extern CAROM_API const carom_law carom_law_hm_whittaker;
extern CAROM_API const carom_law carom_law_hm_brach;
extern CAROM_API const carom_law carom_law_sequence;

CAROM_END

#endif
