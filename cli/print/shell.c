#include "cli/print/shell.h"

#include <stdio.h>
#include <string.h>

#include "cli/print/words.h"

static const char *hint_in_shell(const carom_error_style *self, carom_hint hint) {
    (void)self;
    switch (hint) {
    case CAROM_HINT_ALLOW: return "pass --allow {param} to use it anyway";
    case CAROM_HINT_MAKE_EQUAL: return "leave {param} out to make them equal";
    case CAROM_HINT_USE_NORMAL: return "leave {param} out to use the normal";
    case CAROM_HINT_SEE_LAW: return "`carom laws {name}` lists where it applies";
    case CAROM_HINT_SEE_LAWS: return "`carom laws` lists them all";
    case CAROM_HINT_SEE_PARAMS: return "`carom laws NAME` lists those of a law";
    case CAROM_HINT_OTHER_LAW: return "another law (see `carom compare`) or smaller friction may have one";
    case CAROM_HINT_LAW_WITH_PATH: return "trace a law with one, such as --law routh";
    case CAROM_HINT_OTHER_METHOD: return "use --law glocker, pfeiffer-glocker or sequence";
    case CAROM_HINT_RESCALE: return "rescale the units of mass or speed";
    case CAROM_HINT_SEE_METHODS: return "`carom solve --help` lists them all";
    case CAROM_HINT_SEE_SYSTEM_PARAMS: return "`carom solve --help` lists them";
    case CAROM_HINT_SEE_INPUTS: return "`carom map --help` lists them";
    case CAROM_HINT_SOLVE_ONE: return "use `carom solve`";
    case CAROM_HINT_READ_ONE: return "`carom solve` reads this file";
    case CAROM_HINT_STATE_LAW: return "give --law NAME, or \"law\" in JSON; `carom laws` lists them";
    case CAROM_HINT_STATE_W: return "write it as in --W \"2.5 -1.5; -1.5 2.5\"";
    case CAROM_HINT_STATE_V: return "write it as in --v \"-1 0.6\"";
    case CAROM_HINT_LEAVE_CONTACT_OUT: return "leave --W and --v out";
    case CAROM_HINT_STATE_SPREAD: return "or --sigma for all velocities";
    case CAROM_HINT_STATE_SPIN_SPREAD: return "or --sigma-spin for all spins";
    case CAROM_HINT_NAME_COLUMNS: return "--columns \"v_n=VN, v_t=VT\" gives the names in the file";
    case CAROM_HINT_STATE_COEFFICIENT: return "add --{param} VALUE, or {param} in \"params\" of the file";
    case CAROM_HINT_NONE: break;
    }
    return NULL;
}

static const carom_error_style in_shell = {.hint = hint_in_shell};

static const char *no_sentence(const carom_error_style *self, carom_reason reason) {
    (void)self;
    (void)reason;
    return "";
}

bool carom_in_shell(carom_error *refusal) {
    const carom_error_style hint_alone = {.sentence = no_sentence, .hint = hint_in_shell};
    char text[sizeof refusal->detail];
    const char *words = hint_in_shell(&in_shell, refusal->hint);
    if (!words) return false;
    if (strchr(words, '{') && refusal->coefficient == CAROM_PARAM_NONE) return false; // some errors of files name none
    carom_error_format(refusal, &hint_alone, text, sizeof text);
    if (!strstr(refusal->detail, text)) carom_join(refusal->detail, sizeof refusal->detail, "", text);
    return false;
}

void carom_say_error(const char *name, const char *between, const carom_error *why) {
    carom_error said = *why;
    char text[2 * sizeof said.detail];
    snprintf(text, sizeof text, "%s%s%s", name, between, why->detail);
    carom_visible(said.detail, sizeof said.detail, text);
    carom_in_shell(&said);
    carom_say_refusal(&said);
}

// Returns the place of a number in the notation of the command line.
static const char *place_in_shell(const carom_error_style *self, carom_reason reason) {
    const carom_error *error = self->user;
    (void)reason;
    if (error->subject == CAROM_SUBJECT_COEFFICIENT) return "{param}";
    if (error->subject == CAROM_SUBJECT_W) return "W[{row}][{column}]";
    return error->subject == CAROM_SUBJECT_V ? "v[{row}]" : "";
}

bool carom_complain(carom_error *complaint, const carom_error *refusal) {
    carom_error made = *refusal;
    char text[sizeof made.detail];
    const carom_error_style place = {.sentence = place_in_shell, .user = &made};
    carom_error_format(refusal, &in_shell, text, sizeof text);
    carom_error_format(refusal, &place, made.name, sizeof made.name);
    carom_visible(made.detail, sizeof made.detail, text);
    *complaint = made;
    return false;
}

bool carom_complain_of(carom_error *complaint, carom_status status, const carom_law *law, const carom_contact *contact,
                       const carom_params *params, const carom_result *outcome) {
    carom_error refusal;
    carom_collide_error(status, law, contact, params, outcome, &refusal);
    return carom_complain(complaint, &refusal);
}
