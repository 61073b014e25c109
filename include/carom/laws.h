// The laws of the core as constants: carom_law_routh, carom_law_sequence. A new line of laws.def recompiles every file that includes this header, so files of carom itself include it only if they need it.
#ifndef CAROM_LAWS_H
#define CAROM_LAWS_H

#include "carom/law.h"
#include "carom/many.h"

CAROM_BEGIN

#define CAROM_LAW(id) extern CAROM_API const carom_law carom_law_##id;
#include "carom/laws.def"
#undef CAROM_LAW

CAROM_END

#endif
