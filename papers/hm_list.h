// The list procedure of Hurmuzlu & Marghitu 1994, 3.1.6, as printed. The law hm-differential of the library solves the
// inequalities that the lists are meant to satisfy.
#ifndef CAROM_PAPERS_HM_LIST_H
#define CAROM_PAPERS_HM_LIST_H

#include "carom/law.h"
#include "carom/systems.h"

enum { CAROM_LIST_CONTACTS = CAROM_MAX_ENUMERATED, CAROM_LIST_STAGES = 200 };

// Conditions that the lists do not test and that a contact violates in a stage; bits.
enum {
    CAROM_LIST_PULLS = 1,    // F_n < 0: the contact pulls
    CAROM_LIST_SLIP_SIGN = 2 // the contact slips along its friction instead of against it
};

typedef struct carom_list_stage {
    int joined[CAROM_LIST_CONTACTS], members; // L_c in its order
    int slips[CAROM_LIST_CONTACTS], sliders;  // L_s in its order
    unsigned char faults[CAROM_LIST_CONTACTS];
} carom_list_stage;

// The lists of each stage of the result, and the step at which the procedure got stuck; 0: it did not.
typedef struct carom_list_notes {
    carom_list_stage stage[CAROM_LIST_STAGES];
    int step;
} carom_list_notes;

typedef struct carom_list_law {
    carom_law law;
    carom_list_notes *notes;
} carom_list_law;

// Returns the procedure as a law for several contacts. Each call of carom_system_solve overwrites the notes.
carom_list_law carom_hm_list(carom_list_notes *notes);

#endif
