// Contains the table of the module.
#include <math.h>
#include <stdbool.h>

#include "carom/compliant.h"
#include "mods/compliant/models/model.h"

const char *const carom_type_names[] = {"1", "2", NULL};
const char *const carom_dead_names[] = {"routh", "whittaker", NULL};
const char *const carom_tension_names[] = {"cut", "allowed", NULL};
const char *const carom_factor_names[] = {
    [CAROM_DAMPING_EXACT] = "exact",
    [CAROM_DAMPING_HUNT_CROSSLEY] = "hunt-crossley",
    [CAROM_DAMPING_HERBERT_MCWHANNELL] = "herbert-mcwhannell",
    [CAROM_DAMPING_LEE_WANG] = "lee-wang",
    [CAROM_DAMPING_LANKARANI_NIKRAVESH] = "lankarani-nikravesh",
    [CAROM_DAMPING_GONTHIER] = "gonthier",
    [CAROM_DAMPING_ZHIYING_QISHAO] = "zhiying-qishao",
    [CAROM_DAMPING_FLORES] = "flores",
    [CAROM_DAMPING_HU_GUO] = "hu-guo",
    NULL,
};
const char carom_modes_range[] = "at most 32, omega positive, zeta in [0, 1), every number finite";
_Static_assert(CAROM_VIBRATIONS_MAX == 32, "as carom_modes_range says");

// No two parameters may have the same place. Only then is the sum of their bits equal to their union.
#define BITS_REAL    UINT64_C(1)
#define BITS_CHOICE  UINT64_C(1)
#define BITS_LIST    UINT64_C(1)
#define BITS_TANGENT UINT64_C(3)
#define BITS_EACH    UINT64_C(7)
_Static_assert((UINT64_C(0)
#define CAROM_PARAM(number, field, kind) +(BITS_##kind << ((number)-CAROM_PARAM_OWN))
#include "tables/compliant_params.def"
#undef CAROM_PARAM
                    ) == (UINT64_C(0)
#define CAROM_PARAM(number, field, kind) | (BITS_##kind << ((number)-CAROM_PARAM_OWN))
#include "tables/compliant_params.def"
#undef CAROM_PARAM
                              ),
               "every place once");
#define CAROM_PARAM(number, field, kind)                                                                               \
    _Static_assert((number) >= CAROM_PARAM_OWN && BITS_##kind << ((number)-CAROM_PARAM_OWN) >> CAROM_MAX_OWN == 0,     \
                   #field " lies in the room for a law's own parameters");                                             \
    _Static_assert((int)CAROM_PARAM_##field == (number), #field " has the number of its row");
#include "tables/compliant_params.def"
#undef CAROM_PARAM
// This declaration is repeated here, so that a new contact model needs no line in the public header.
#define CAROM_LAW(id, name)                                                                                            \
    extern CAROM_COMPLIANT_API const carom_law carom_law_##id;                                                         \
    _Static_assert(sizeof(name) > 1, "law " #id " has a name");
#include "tables/compliant_laws.def"
#undef CAROM_LAW

static const carom_law *const laws[] = {
#define CAROM_LAW(id, name) &carom_law_##id,
#include "tables/compliant_laws.def"
#undef CAROM_LAW
    &carom_law_springs,
    &carom_law_lzb,
    NULL,
};

const carom_module carom_module_compliant = {.name = "compliant", .laws = laws};

static bool is_device(const carom_law *law) {
    for (const carom_law *const *known = laws; *known; known++)
        if (*known == law) return law->contact != NULL;
    return false;
}

int carom_compliant_stiffness(const carom_law *law) {
    if (!law || !is_device(law)) return CAROM_PARAM_NONE;
    if (carom_law_reads(law) & CAROM_PARAM_BIT(kn)) return CAROM_PARAM_kn;
    return carom_law_reads(law) & CAROM_PARAM_BIT(k) ? (int)CAROM_PARAM_k : CAROM_STIFFNESS_RATIO;
}
