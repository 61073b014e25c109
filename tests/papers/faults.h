// Lists the faults of faults.def, and states which of them is active.
#ifndef CAROM_TESTS_FAULTS_H
#define CAROM_TESTS_FAULTS_H

typedef enum {
    NOTHING,
#define FAULT(id, function, paper, item, what) id,
#include "faults.def"
#undef FAULT
    FAULTS
} fault;

extern fault planted;

#endif
