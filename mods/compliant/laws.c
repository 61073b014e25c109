// The module's table, and an impact with its history.
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "carom/trace.h"
#include "device.h"

#define CAROM_LAW(id, ...) extern const carom_device carom_device_##id;
#include "carom/compliant_laws.def"
#undef CAROM_LAW

#define CAROM_LAW(id, name_, dims_, closed_, reads_, promises_, also_, summary_, citation_)                            \
    const carom_law carom_law_##id = {.name = name_,                                                                   \
                                      .module = "compliant",                                                           \
                                      .dims = dims_,                                                                   \
                                      .closed = closed_,                                                               \
                                      .reads = reads_,                                                                 \
                                      .promises = promises_,                                                           \
                                      .also = also_,                                                                   \
                                      .summary = summary_,                                                             \
                                      .citation = citation_,                                                           \
                                      .code = &carom_device_##id.code};
#include "carom/compliant_laws.def"
#undef CAROM_LAW

static const struct {
    const carom_law *law;
    const carom_device *device;
} carom_compliant_laws[] = {
#define CAROM_LAW(id, ...) {&carom_law_##id, &carom_device_##id},
#include "carom/compliant_laws.def"
#undef CAROM_LAW
};

static const carom_law *const laws[] = {
#define CAROM_LAW(id, ...) &carom_law_##id,
#include "carom/compliant_laws.def"
#undef CAROM_LAW
    NULL,
};

const carom_module carom_module_compliant = {.name = "compliant", .laws = laws};

int carom_compliant_law_count(void) {
    return (int)(sizeof carom_compliant_laws / sizeof *carom_compliant_laws);
}

const carom_law *carom_compliant_law_at(int index) {
    return index >= 0 && index < carom_compliant_law_count() ? carom_compliant_laws[index].law : NULL;
}

const carom_law *carom_compliant_law_find(const char *name) {
    for (int i = 0; name && i < carom_compliant_law_count(); i++)
        if (!strcmp(carom_compliant_laws[i].law->name, name)) return carom_compliant_laws[i].law;
    return NULL;
}

static const carom_card carom_compliant_cards[] = {
#define CAROM_CARD(law_id, field, lowest, highest, ratio, relation)                                                    \
    {&carom_law_##law_id, CAROM_PARAM_##field, lowest, highest, ratio, relation},
#include "carom/compliant_cards.def"
#undef CAROM_CARD
};

int carom_compliant_card_count(void) {
    return (int)(sizeof carom_compliant_cards / sizeof *carom_compliant_cards);
}

const carom_card *carom_compliant_card_at(int index) {
    return index >= 0 && index < carom_compliant_card_count() ? &carom_compliant_cards[index] : NULL;
}

const carom_card *carom_compliant_card_find(const carom_law *law, carom_param param) {
    for (int i = 0; i < carom_compliant_card_count(); i++)
        if (carom_compliant_cards[i].law == law && carom_compliant_cards[i].param == param)
            return &carom_compliant_cards[i];
    return NULL;
}

// A law that refuses: the core then checks the problem and fills the outcome as for any refusal.
static carom_status refuse(const carom_contact *contact, const carom_params *params, carom_path *path,
                           carom_outcome *outcome) {
    (void)contact, (void)params, (void)outcome;
    return ((carom_recording *)path)->refusal;
}

static const carom_law_code refusing = {.trace = refuse};

static const carom_law_code *code_of(const carom_law *law) {
    for (int i = 0; i < carom_compliant_law_count(); i++)
        if (carom_compliant_laws[i].law == law) return &carom_compliant_laws[i].device->recorded;
    return NULL;
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
