#include "cli/words/shell.h"

#include "cli/words/words.h"

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

static const char *way_in_shell(carom_way way) {
    switch (way) {
    case CAROM_WAY_SEE_LAWS: return "`carom laws` lists them all";
    case CAROM_WAY_SEE_PARAMS: return "`carom laws NAME` lists those of a law";
    case CAROM_WAY_SEE_METHODS: return "`carom impact --help` lists them all";
    case CAROM_WAY_SEE_MANY_PARAMS: return "`carom impact --help` lists them";
    case CAROM_WAY_SEE_INPUTS: return "`carom map --help` lists them";
    case CAROM_WAY_ASK_ONE: return "`carom solve` asks it";
    case CAROM_WAY_READ_ONE: return "`carom solve` reads this file";
    case CAROM_WAY_GIVE_LAW: return "say --law NAME, or \"law\" in JSON; `carom laws` lists them";
    case CAROM_WAY_GIVE_W: return "say it as in --W \"2.5 -1.5; -1.5 2.5\"";
    case CAROM_WAY_GIVE_V: return "say it as in --v \"-1 0.6\"";
    case CAROM_WAY_LEAVE_CONTACT_OUT: return "leave --W and --v out";
    case CAROM_WAY_GIVE_SPREAD: return "or --sigma for all velocities";
    case CAROM_WAY_GIVE_SPIN_SPREAD: return "or --sigma-spin for all spins";
    case CAROM_WAY_NAME_COLUMNS: return "--columns \"v_n=VN, v_t=VT\" says what the file calls them";
    case CAROM_WAY_NAME_CASE: return "--case names one";
    case CAROM_WAY_GIVE_STROBE: return "or --scale, --rate and --pixel-error for all";
    case CAROM_WAY_NONE: break;
    }
    return NULL;
}

bool carom_in_shell(carom_misreading *refusal) {
    const char *words = way_in_shell(refusal->way);
    if (words) carom_join(refusal->text, sizeof refusal->text, "; ", words);
    refusal->way = CAROM_WAY_NONE;
    return false;
}

void carom_say_error(const char *name, const char *between, const carom_scenario_error *why) {
    carom_misreading said;
    carom_refuse(&said, why->code, "%s%s%s", name, between, why->text);
    carom_refuse_toward(&said, carom_way_find(why->remedy));
    carom_in_shell(&said);
    said.line = why->line;
    said.column = why->column;
    carom_say_refusal(&said);
}

static const char *place_in_shell(carom_fault fault) {
    const carom_subject about = carom_fault_subject(fault);
    if (about == CAROM_ABOUT_PARAM) return "{param}";
    if (about == CAROM_ABOUT_W) return "W[{row}][{column}]";
    return about == CAROM_ABOUT_V ? "v[{row}]" : "";
}

static const carom_wording in_shell = {.sentence = NULL, .remedy = remedy_in_shell};

bool carom_complain(carom_misreading *complaint, const carom_refusal *refusal) {
    char text[sizeof complaint->text];
    carom_refusal_words(refusal, &in_shell, text, sizeof text);
    carom_refuse(complaint, carom_status_name(refusal->status), "%s", text);
    static const carom_wording place = {.sentence = place_in_shell, .remedy = NULL};
    carom_refusal_words(refusal, &place, complaint->where, sizeof complaint->where);
    complaint->reason = carom_fault_name(refusal->fault);
    complaint->hint = refusal->remedy == CAROM_REMEDY_NONE ? NULL : carom_remedy_name(refusal->remedy);
    return false;
}

bool carom_complain_of(carom_misreading *complaint, carom_status status, const carom_law *law,
                       const carom_contact *contact, const carom_params *params, const carom_outcome *outcome) {
    carom_refusal refusal;
    carom_refusal_of(status, law, contact, params, outcome, &refusal);
    return carom_complain(complaint, &refusal);
}
