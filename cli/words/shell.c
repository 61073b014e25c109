#include "cli/words/shell.h"

static const char *remedy_in_shell(carom_remedy remedy) {
    switch (remedy) {
    case CAROM_REMEDY_ALLOW: return "pass --allow {param} to use it anyway";
    case CAROM_REMEDY_MAKE_EQUAL: return "leave {param} out to make them equal";
    case CAROM_REMEDY_USE_NORMAL: return "leave it out for the normal";
    case CAROM_REMEDY_SEE_LAW: return "`carom laws {name}` says where it does";
    case CAROM_REMEDY_SEE_LAWS: return "`carom laws` lists them all";
    case CAROM_REMEDY_SEE_PARAMS: return "`carom laws NAME` lists those of a law";
    case CAROM_REMEDY_OTHER_LAW: return "another law (see `carom compare`) or smaller friction may have one";
    case CAROM_REMEDY_LAW_WITH_PATH: return "trace a law with one, such as --law routh";
    case CAROM_REMEDY_OTHER_METHOD: return "use --method glocker, pfeiffer-glocker or sequence";
    case CAROM_REMEDY_RESCALE: return "rescale the units of mass or speed";
    case CAROM_REMEDY_NONE: break;
    }
    return NULL;
}

static const carom_wording in_shell = {.sentence = NULL, .remedy = remedy_in_shell};

bool carom_complain(carom_misreading *complaint, const carom_refusal *refusal) {
    char text[sizeof complaint->text];
    carom_refusal_words(refusal, &in_shell, text, sizeof text);
    return carom_refuse(complaint, carom_status_name(refusal->status), "%s", text);
}

bool carom_complain_of(carom_misreading *complaint, carom_status status, const carom_law *law,
                       const carom_contact *contact, const carom_params *params, const carom_outcome *outcome) {
    carom_refusal refusal;
    carom_refusal_of(status, law, contact, params, outcome, &refusal);
    return carom_complain(complaint, &refusal);
}
