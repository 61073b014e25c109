// The module's table, and an impact with its history.
#include <math.h>
#include <stdbool.h>

#include "carom/compliant.h"
#include "carom/trace.h"
#include "device.h"

const char *const carom_type_names[] = {"1", "2", NULL};
const char *const carom_dead_names[] = {"routh", "whittaker", NULL};
const char *const carom_tension_names[] = {"cut", "allowed", NULL};
const char *const carom_factor_names[] = {
#define CAROM_FACTOR(number, ID, name) [number] = name,
    CAROM_FACTORS
#undef CAROM_FACTOR
        NULL,
};
const char carom_modes_range[] = "at most 32, omega positive, zeta in [0, 1), every number finite";
_Static_assert(CAROM_VIBRATIONS_MAX == 32, "as carom_modes_range says");

#define CAROM_OWN_TABLE const carom_param_info carom_compliant_params[]
#define CAROM_OWN_UNITS
#include "own_params.h"

// No two parameters share a place: then, and only then, their bits add up to the same as they make together.
#define BITS_REAL    UINT64_C(1)
#define BITS_CHOICE  UINT64_C(1)
#define BITS_LIST    UINT64_C(1)
#define BITS_TANGENT UINT64_C(3)
#define BITS_EACH    UINT64_C(7)
_Static_assert((UINT64_C(0)
#define CAROM_PARAM(number, field, kind, ...) +(BITS_##kind << ((number)-CAROM_PARAM_OWN))
#include "carom/compliant_params.def"
#undef CAROM_PARAM
                    ) == (UINT64_C(0)
#define CAROM_PARAM(number, field, kind, ...) | (BITS_##kind << ((number)-CAROM_PARAM_OWN))
#include "carom/compliant_params.def"
#undef CAROM_PARAM
                              ),
               "every place once");
#define CAROM_PARAM(number, field, kind, ...)                                                                          \
    _Static_assert((number) >= CAROM_PARAM_OWN && BITS_##kind << ((number)-CAROM_PARAM_OWN) >> CAROM_OWN_ROOM == 0,    \
                   #field " lies in the room for a law's own parameters");
#include "carom/compliant_params.def"
#undef CAROM_PARAM
#define CAROM_LAW(id, name) _Static_assert(sizeof(name) > 1, "law " #id " has a name");
#include "carom/compliant_laws.def"
#undef CAROM_LAW

static const carom_law *const laws[] = {
#define CAROM_LAW(id, name) &carom_law_##id,
#include "carom/compliant_laws.def"
#undef CAROM_LAW
    NULL,
};

static const carom_method *const methods[] = {&carom_method_springs, &carom_method_lzb, NULL};

const carom_module carom_module_compliant = {.name = "compliant", .laws = laws, .methods = methods};

// A law that refuses: the core then checks the problem and fills the outcome as for any refusal.
static carom_status refuse(const carom_contact *contact, const carom_params *params, carom_path *path,
                           carom_outcome *outcome) {
    (void)contact, (void)params, (void)outcome;
    return ((carom_recording *)path)->refusal;
}

static const carom_law_code refusing = {.trace = refuse};

// A device begins with the code that its law has.
static const carom_law_code *code_of(const carom_law *law) {
    for (const carom_law *const *known = laws; *known; known++)
        if (*known == law) return &((const carom_device *)law->code)->recorded;
    return NULL;
}

int carom_compliant_stiffness(const carom_law *law) {
    if (!law || !code_of(law)) return CAROM_PARAM_NONE;
    if (law->reads & CAROM_PARAM_BIT(kn)) return CAROM_PARAM_kn;
    return law->reads & CAROM_PARAM_BIT(k) ? (int)CAROM_PARAM_k : CAROM_STIFFNESS_RATIO;
}

static carom_status collide(const carom_law *law, const carom_contact *contact, const carom_params *params,
                            carom_recorder *recorder, carom_status refusal, carom_outcome *outcome) {
    carom_recording recording = {.recorder = recorder, .refusal = refusal};
    if (recorder->more) *recorder->more = (carom_compliant_outcome){.margin = (double)NAN};
    if (recorder->history) recorder->history->count = 0;
    const bool roomless = recorder->history && recorder->history->capacity && !recorder->history->points;
    if (!law || roomless) return carom_trace(law, contact, params, NULL, outcome);
    const carom_law_code *code = code_of(law);
    carom_law recorded = *law;
    if (!code) recording.refusal = CAROM_NOT_APPLICABLE;
    recorded.code = code && refusal == CAROM_OK ? code : &refusing;
    return carom_trace(&recorded, contact, params, &recording.path, outcome);
}

carom_status carom_compliant_collide(const carom_law *law, const carom_contact *contact, const carom_params *params,
                                     carom_history *history, carom_compliant_outcome *more, carom_outcome *outcome) {
    return collide(law, contact, params, &(carom_recorder){.history = history, .more = more}, CAROM_OK, outcome);
}

carom_status carom_compliant_collide_within(const carom_law *law, const carom_contact *contact,
                                            const carom_params *params, size_t work, carom_history *history,
                                            carom_compliant_outcome *more, carom_outcome *outcome) {
    const bool fair = work >= 1 && work <= CAROM_COMPLIANT_MOST_WORK;
    return collide(law, contact, params, &(carom_recorder){.history = history, .more = more, .work = work},
                   fair ? CAROM_OK : CAROM_PARAM_RANGE, outcome);
}
