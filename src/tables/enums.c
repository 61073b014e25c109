// Names and meanings of all public enumerators and bits.
#include "carom/derivatives.h"
#include "carom/explain.h"
#include "carom/geometry.h"
#include "carom/motion.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "tables/counts.h"

typedef struct row {
    int value;
    const char *name, *meaning;
} row;

static const row modes[] = {
#define CAROM_MODE(number, ID, name, meaning) {number, name, meaning},
#define CAROM_EVENT(...)
#include "tables/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
    {0, NULL, NULL}};

static const row events[] = {
#define CAROM_MODE(...)
#define CAROM_EVENT(number, ID, name, meaning) {number, name, meaning},
#include "tables/modes.def"
#undef CAROM_EVENT
#undef CAROM_MODE
    {0, NULL, NULL}};

static const row violations[] = {{CAROM_VIOLATION_ENERGY, "dE>0", NULL},
                                 {CAROM_VIOLATION_CONE, "|P_t|>mu P_n", NULL},
                                 {CAROM_VIOLATION_PULL, "P_n<0", NULL},
                                 {CAROM_VIOLATION_PENETRATION, "v_n<0", NULL},
                                 {CAROM_VIOLATION_NO_SOLUTION, "no-solution", NULL},
                                 {CAROM_VIOLATION_NOT_UNIQUE, "not-unique", NULL},
                                 {CAROM_VIOLATION_LOSS, "lost>E", NULL},
                                 {0, NULL, NULL}};

static const row guarantees[] = {{CAROM_GUARANTEE_DISSIPATIVE, "dissipative", NULL},
                                 {CAROM_GUARANTEE_COULOMB, "coulomb", NULL},
                                 {CAROM_GUARANTEE_NONPENETRATING, "nonpenetrating", NULL},
                                 {CAROM_GUARANTEE_HOMOGENEOUS, "homogeneous", NULL},
                                 {CAROM_GUARANTEE_CONTINUOUS, "continuous", NULL},
                                 {CAROM_GUARANTEE_UNIQUE, "unique", NULL},
                                 {0, NULL, NULL}};

static const row invariants[] = {{CAROM_CONVERGENT, "convergent", NULL},
                                 {CAROM_DIVERGENT, "divergent", NULL},
                                 {CAROM_NEUTRAL, "neutral", NULL},
                                 {0, NULL, NULL}};

static const row motion_kinds[] = {{CAROM_MOTION_KIND_IMPACT, "impact", NULL},
                                   {CAROM_MOTION_KIND_GRAZE, "graze", NULL},
                                   {CAROM_MOTION_KIND_CONTACT_BEGINS, "contact-begins", NULL},
                                   {CAROM_MOTION_KIND_CONTACT_ENDS, "contact-ends", NULL},
                                   {CAROM_MOTION_KIND_REST, "rest", NULL},
                                   {0, NULL, NULL}};

static const row motion_stops[] = {{CAROM_MOTION_STOP_NONE, "none", NULL},
                                   {CAROM_MOTION_STOP_TIME, "time", NULL},
                                   {CAROM_MOTION_STOP_EVENTS, "events", NULL},
                                   {CAROM_MOTION_STOP_REST, "rest", NULL},
                                   {CAROM_MOTION_STOP_CONTACT_PERSISTS, "contact-persists", NULL},
                                   {CAROM_MOTION_STOP_CHATTER, "chatter", NULL},
                                   {CAROM_MOTION_STOP_MULTIPLE_CONTACTS, "multiple-contacts", NULL},
                                   {CAROM_MOTION_STOP_LEAVES, "leaves", NULL},
                                   {CAROM_MOTION_STOP_NO_ANSWER, "no-answer", NULL},
                                   {CAROM_MOTION_STOP_HITS, "hits", NULL},
                                   {CAROM_MOTION_STOP_STEPS, "steps", NULL},
                                   {0, NULL, NULL}};

#ifndef CAROM_WITHOUT_EXTRAS // omitted in WebAssembly
static const row contact_states[] = {{CAROM_CONTACT_OPEN, "open", NULL},   {CAROM_CONTACT_STICK, "stick", NULL},
                                     {CAROM_CONTACT_SLIP, "slip", NULL},   {CAROM_CONTACT_FREE, "free", NULL},
                                     {CAROM_CONTACT_DWELL, "dwell", NULL}, {0, NULL, NULL}};

static const row smoothness[] = {{CAROM_SMOOTH, "smooth", NULL},
                                 {CAROM_KINK, "kink", NULL},
                                 {CAROM_ONE_SIDED, "one-sided", NULL},
                                 {CAROM_DIRECTIONAL, "directional", NULL},
                                 {CAROM_JUMP, "jump", NULL},
                                 {CAROM_SMOOTHNESS_NONE, "no-derivative", NULL},
                                 {0, NULL, NULL}};

static const row solvers[] = {{CAROM_SOLVER_AUTO, "auto", NULL},   {CAROM_SOLVER_ENUMERATE, "enumerate", NULL},
                              {CAROM_SOLVER_LEMKE, "lemke", NULL}, {CAROM_SOLVER_NSGS, "nsgs", NULL},
                              {CAROM_SOLVER_ADMM, "admm", NULL},   {0, NULL, NULL}};

static const row stage_events[] = {{CAROM_STAGE_SLIP_STOP, "slip-stop", NULL},
                                   {CAROM_STAGE_ATTACH, "attach", NULL},
                                   {CAROM_STAGE_END_COMPRESSION, "end-compression", NULL},
                                   {CAROM_STAGE_END_RESTITUTION, "end-restitution", NULL},
                                   {CAROM_STAGE_RESUME_COMPRESSION, "resume-compression", NULL},
                                   {0, NULL, NULL}};

static const row approaches[] = {{CAROM_MEETING, "meeting", "the bodies approach each other"},
                                 {CAROM_TANGENTIAL, "tangential", "the bodies touch and neither approach nor part"},
                                 {CAROM_PARTING, "parting", "the bodies already part, nothing happens"},
                                 {0, NULL, NULL}};

static const row agreements[] = {{CAROM_AGREE_DIRECT, "direct", "there is no slip before"},
                                 {CAROM_AGREE_CENTRAL, "generalized central", "nothing couples, W_nt = 0"},
                                 {CAROM_AGREE_FRICTIONLESS, "frictionless", "there is no friction, mu = 0"},
                                 {CAROM_AGREE_PLASTIC, "plastic", "there is no rebound, e = 0"},
                                 {CAROM_AGREE_SLIDING, "sliding", "it slides in one direction to the end"},
                                 {0, NULL, NULL}};

static const row force_cases[] = {
    {CAROM_FORCE_CONTACT, "contact", "one finite force keeps the contact closed"},
    {CAROM_FORCE_SEPARATION, "separation", "nothing holds the bodies together, they part (lift-off)"},
    {CAROM_FORCE_INCONSISTENT, "inconsistent",
     "no finite force is possible; only an impact without collision continues the motion (jam)"},
    {CAROM_FORCE_INDETERMINATE, "indeterminate",
     "several solutions exist, and rigid bodies do not determine which one occurs"},
    {0, NULL, NULL}};

static const row force_modes[] = {{CAROM_FORCE_SEPARATES, "separates", NULL},
                                  {CAROM_FORCE_SLIDES, "slides", NULL},
                                  {CAROM_FORCE_STICKS, "sticks", NULL},
                                  {0, NULL, NULL}};

static const row convert_reasons[] = {
    {CAROM_CONVERT_OK, "invertible", "each coefficient determines the others"},
    {CAROM_CONVERT_NO_APPROACH, "no-approach", "the bodies do not approach, so e is not defined"},
    {CAROM_CONVERT_SINGULAR, "singular",
     "W is singular and the contact sticks, so no further impulse changes the normal velocity"},
    {CAROM_CONVERT_MU_INF, "mu-inf",
     "infinite friction ends the slip at once, and the normal velocity is then the same for every larger e"},
    {CAROM_CONVERT_SPACE, "space",
     "in 3D the normal velocity can fall again on the path, so one coefficient can have several end points"},
    {CAROM_CONVERT_GAINS, "gains", "even with e = 0, energy is gained"},
    {CAROM_CONVERT_UNLIKE, "unlike", "no e and mu of this law give this impulse"},
    {0, NULL, NULL}};

static const row combine_rules[] = {{CAROM_COMBINE_MAX, "max", NULL},
                                    {CAROM_COMBINE_MIN, "min", NULL},
                                    {CAROM_COMBINE_PRODUCT, "product", NULL},
                                    {CAROM_COMBINE_MEAN, "mean", NULL},
                                    {CAROM_COMBINE_GEOMETRIC, "geometric", NULL},
                                    {0, NULL, NULL}};

static const row motion_rules[] = {{CAROM_MOTION_RULE_METHOD, "method", NULL},
                                   {CAROM_MOTION_RULE_FASTEST, "fastest", NULL},
                                   {CAROM_MOTION_RULE_MEAN, "mean", NULL},
                                   {CAROM_MOTION_RULE_STOP, "stop", NULL},
                                   {0, NULL, NULL}};

static const row motion_persists[] = {
    {CAROM_MOTION_PERSIST_STOP, "stop", NULL}, {CAROM_MOTION_PERSIST_STEP, "step", NULL}, {0, NULL, NULL}};

static const row motion_parts[] = {
    {CAROM_MOTION_PART_NONE, "none", NULL},     {CAROM_MOTION_PART_SCENE, "scene", NULL},
    {CAROM_MOTION_PART_MASS, "mass", NULL},     {CAROM_MOTION_PART_SHAPE, "shape", NULL},
    {CAROM_MOTION_PART_PLANE, "plane", NULL},   {CAROM_MOTION_PART_GRAVITY, "gravity", NULL},
    {CAROM_MOTION_PART_OPTION, "option", NULL}, {CAROM_MOTION_PART_START, "start", NULL},
    {CAROM_MOTION_PART_LAW, "law", NULL},       {0, NULL, NULL}};

static const row reasons[] = {
#define CAROM_REASON(number, ID, name, ...) {number, name, NULL},
#include "tables/reasons.def"
    {0, NULL, NULL}};

static const row hints[] = {
#define CAROM_HINT(number, ID, name) {number, name, NULL},
#include "tables/hints.def"
    {0, NULL, NULL}};
#endif

static const row *const enums[CAROM_ENUM_HINT + 1] = {
    [CAROM_ENUM_MODE] = modes,
    [CAROM_ENUM_EVENT] = events,
    [CAROM_ENUM_VIOLATION] = violations,
    [CAROM_ENUM_GUARANTEE] = guarantees,
    [CAROM_ENUM_INVARIANT] = invariants,
    [CAROM_ENUM_MOTION_KIND] = motion_kinds,
    [CAROM_ENUM_MOTION_STOP] = motion_stops,
#ifndef CAROM_WITHOUT_EXTRAS
    [CAROM_ENUM_CONTACT_STATE] = contact_states,
    [CAROM_ENUM_SMOOTHNESS] = smoothness,
    [CAROM_ENUM_SOLVER] = solvers,
    [CAROM_ENUM_STAGE_EVENT] = stage_events,
    [CAROM_ENUM_APPROACH] = approaches,
    [CAROM_ENUM_AGREEMENT] = agreements,
    [CAROM_ENUM_FORCE_CASE] = force_cases,
    [CAROM_ENUM_FORCE_MODE] = force_modes,
    [CAROM_ENUM_CONVERT_REASON] = convert_reasons,
    [CAROM_ENUM_COMBINE_RULE] = combine_rules,
    [CAROM_ENUM_MOTION_RULE] = motion_rules,
    [CAROM_ENUM_MOTION_PERSIST] = motion_persists,
    [CAROM_ENUM_MOTION_PART] = motion_parts,
    [CAROM_ENUM_REASON] = reasons,
    [CAROM_ENUM_HINT] = hints,
#endif
};

static const row *rows_of(carom_enum kind) {
    const int index = (int)kind;
    return index >= 0 && index <= CAROM_ENUM_HINT ? enums[index] : NULL;
}

static const row *row_of(carom_enum kind, int value) {
    const row *at = rows_of(kind);
    while (at && at->name && at->value != value) at++;
    return at && at->name ? at : NULL;
}

// Returns whether a number is a status. Statuses have their own table, by number (status.c).
static bool is_status(int value) {
    return value >= 0 && value < CAROM_STATUS_END &&
           strcmp(carom_status_name((carom_status)value), "unknown-status") != 0;
}

const char *carom_enum_name(carom_enum kind, int value) {
    if (kind == CAROM_ENUM_STATUS) return is_status(value) ? carom_status_name((carom_status)value) : NULL;
    const row *found = row_of(kind, value);
    return found ? found->name : NULL;
}

const char *carom_enum_meaning(carom_enum kind, int value) {
    if (kind == CAROM_ENUM_STATUS) return is_status(value) ? carom_status_message((carom_status)value) : NULL;
    const row *found = row_of(kind, value);
    return found ? found->meaning : NULL;
}

int carom_enum_find(carom_enum kind, const char *name) {
    const row *at = name ? rows_of(kind) : NULL;
    for (int i = 0; name && kind == CAROM_ENUM_STATUS && i < CAROM_STATUS_END; i++)
        if (is_status(i) && !strcmp(carom_status_name((carom_status)i), name)) return i;
    while (at && at->name && strcmp(at->name, name) != 0) at++;
    return at && at->name ? at->value : -1;
}
