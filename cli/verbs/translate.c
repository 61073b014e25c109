// carom translate: what is wanted as what to give. A restitution as the parameters of a device or of a simulator, a W as
// bodies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/verbs/parts.h"
#include "cli/words/json.h"
#include "cli/words/words.h"

static const char examples[] = "  carom translate --to spring-dashpot e=0.8\n"
                               "  carom translate --to nonlinear-dashpot e=0.8 v=2 kn=1e6\n"
                               "  carom translate --to mujoco-solref e=0.8 --json\n"
                               "  carom translate --to bodies --W \"4 2 0; 2 6 -2; 0 -2 4\" arm=0.1 >body.json\n";
static const char about[] =
    "Says what to give for what is wanted.\n"
    "\n"
    "A head-on restitution e: which damping gives it; the device is run with it, and the e that came back is printed.\n"
    "  spring-dashpot, series-dashpot, nonlinear-dashpot   laws of the module \"compliant\"\n"
    "  hunt-crossley                       F = k d^n (1 + h d'), as in many simulators\n"
    "  mujoco-solref                       (timeconst, dampratio) of MuJoCo's soft contact\n"
    "Given as name=value: e, m (kg, default 1), v (approach speed, m/s, default 1), kn (N/m, default 1).\n"
    "\n"
    "A W (--W, and --v if A is to move otherwise than with 1 m/s towards B): bodies that have it, as a scenario file "
    "for `carom solve`.\n"
    "  bodies      the fewest: one against a wall, or two if the least eigenvalue of W is double\n"
    "  two-bodies  two of finite mass\n"
    "  rods        point masses on rods, Chatterjee 1997, figures 2.9 (M_c=inf, the default) and 10.3\n"
    "Given as name=value: arm (m from a centre to the contact, or the length of a rod, default 1), M_c (kg).";

#ifdef CAROM_WITH_COMPLIANT

static bool read_wish(const carom_operands *operands, carom_wish *w) {
    const struct {
        const char *name;
        double *value;
    } names[] = {{"e=", &w->e}, {"m=", &w->m}, {"v=", &w->v}, {"kn=", &w->kn}};
    for (int i = 0; i < operands->count; i++) {
        bool known = false;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            const size_t length = strlen(names[k].name);
            char *end;
            if (strncmp(operands->at[i], names[k].name, length)) continue;
            *names[k].value = strtod(operands->at[i] + length, &end);
            known = *end == 0 && end != operands->at[i] + length;
        }
        if (!known) {
            carom_say("\"%s\" is not e=, m=, v= or kn= with a number", operands->at[i]);
            return false;
        }
    }
    return true;
}

static int translate(const char *to, const carom_operands *operands, bool json) {
    carom_wish w = {(double)NAN, 1.0, 1.0, 1.0};
    carom_translation found;
    if (!read_wish(operands, &w)) return CAROM_EXIT_INPUT;
    const carom_status status = to ? carom_translate(to, &w, &found) : CAROM_UNKNOWN_LAW;
    if (status == CAROM_UNKNOWN_LAW) {
        carom_say(
            "--to takes spring-dashpot, series-dashpot, nonlinear-dashpot, hunt-crossley or mujoco-solref; bodies, "
            "two-bodies or rods");
        return CAROM_EXIT_USAGE;
    }
    if (status != CAROM_OK) {
        carom_say("e must lie in (0, 1], m, v and kn must be positive");
        return CAROM_EXIT_INPUT;
    }
    json_t *object = json_pack("{s:s, s:o}", "to", to, "e", carom_json_real(w.e));
    for (int k = 0; k < 4; k++) {
        json_object_set_new(object, found.given[k].name, carom_json_real(found.given[k].value));
        if (!json) printf("%-10s %.10g\n", found.given[k].name, found.given[k].value);
    }
    json_object_set_new(object, "assumes", json_string(found.assumes));
    if (!json) printf("%s\n", found.assumes);
    json ? carom_json_answer(object) : json_decref(object);
    return CAROM_EXIT_FINE;
}

#else

static int translate(const char *to, const carom_operands *operands, bool json) {
    (void)to, (void)operands, (void)json;
    carom_say("translations need the module \"compliant\", which this build does not have");
    return CAROM_EXIT_INPUT;
}

#endif

int carom_verb_translate(int argc, char **argv) {
    bool json = false;
    const char *to = NULL, *W = NULL, *v = NULL;
    const carom_option options[] = {
        {"to", "WHAT",
         "spring-dashpot, series-dashpot, nonlinear-dashpot, hunt-crossley, mujoco-solref; bodies, two-bodies, rods",
         NULL, &to},
        {"W", "ROWS", "the inverse mass that the bodies are to have, 1/kg, normal first: \"2.5 -1.5; -1.5 2.5\"", NULL,
         &W},
        {"v", "NUMBERS", "and their relative velocity, m/s; left out, 1 m/s along the normal", NULL, &v},
        {"json", NULL, "the answer as one JSON object", &json, NULL},
        {0},
    };
    const carom_usage usage = {"translate", examples, about, options, NULL, 4, "[NAME=VALUE]...", false, 0};
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    exit = carom_translate_bodies(to, W, v, &operands);
    return exit >= 0 ? exit : translate(to, &operands, json);
}
