// carom translate: what is wanted as what to give. A restitution as the parameters of a device or of a simulator, a W as
// bodies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/compliant.h"
#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/verbs/translate_bodies.h"
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

typedef struct {
    double e, m, v, kn;
} wish;

typedef struct {
    const char *name;
    double value;
} result;

// Runs a device head-on and returns the restitution that came out.
static double bounce(const carom_law *law, const wish *w, int damping, double value) {
    const carom_contact c = {.dim = 2, .W = {{1.0 / w->m, 0.0}, {0.0, 1.0 / w->m}}, .v = {-w->v, 0.0}};
    carom_params p = carom_default_params();
    carom_outcome out;
    p.own[CAROM_OWN(kn)] = w->kn;
    p.own[damping - CAROM_PARAM_OWN] = value;
    return carom_collide(law, &c, &p, &out) == CAROM_OK ? out.v[0] / w->v : (double)NAN;
}

static const char *spring_dashpot(const wish *w, result r[4]) {
    const double zeta = carom_zeta_of_restitution(w->e), cn = 2.0 * zeta * sqrt(w->kn * w->m);
    r[0] = (result){"kn", w->kn};
    r[1] = (result){"cn", cn};
    r[2] = (result){"zeta", zeta};
    r[3] = (result){"e_back", bounce(&carom_law_spring_dashpot, w, CAROM_PARAM_cn, cn)};
    return "e = exp(-2 zeta acos(zeta)/sqrt(1-zeta^2)), cn = 2 zeta sqrt(kn m): any speed, this mass; the contact ends "
           "when its force is zero";
}

static const char *nonlinear_dashpot(const wish *w, result r[4]) {
    const double a = carom_a_of_restitution(w->e), cn = a * w->kn / w->v;
    r[0] = (result){"kn", w->kn};
    r[1] = (result){"cn", cn};
    r[2] = (result){"a", a};
    r[3] = (result){"e_back", bounce(&carom_law_nonlinear_dashpot, w, CAROM_PARAM_cn, cn)};
    return "e = (1 + W0(-(1+a) exp(-(1+a))))/a, cn = a kn/v: any mass, this speed";
}

static const char *series_dashpot(const wish *w, result r[4]) {
    const double zeta = carom_series_of_restitution(w->e), cs = 0.5 * sqrt(w->kn * w->m) / zeta;
    r[0] = (result){"kn", w->kn};
    r[1] = (result){"cs", cs};
    r[2] = (result){"zeta", zeta};
    r[3] = (result){"e_back", bounce(&carom_law_series_dashpot, w, CAROM_PARAM_cs, cs)};
    return "e = exp(-pi zeta/sqrt(1-zeta^2)), cs = sqrt(kn m)/(2 zeta): any speed, this mass; e = 1 needs no dashpot";
}

static const char *hunt_crossley(const wish *w, result r[4]) {
    const double a = carom_a_of_restitution(w->e);
    r[0] = (result){"h", a / w->v};
    r[1] = (result){"c_simbody", a / w->v / 1.5};
    r[2] = (result){"a", a};
    r[3] = (result){"e_back", bounce(&carom_law_nonlinear_dashpot, w, CAROM_PARAM_cn, a * w->kn / w->v)};
    return "F = k d^n (1 + h d') with h = a/v gives e for every n and mass, at this speed; engines that write "
           "F = k d^(3/2) (1 + (3/2) c d') want c_simbody";
}

static const char *mujoco_solref(const wish *w, result r[4]) {
    const double zeta = carom_zeta_of_restitution(w->e);
    r[0] = (result){"dampratio", zeta};
    r[1] = (result){"timeconst", sqrt(w->m / w->kn) / zeta};
    r[2] = (result){"zeta", zeta};
    r[3] = (result){"e_back", bounce(&carom_law_spring_dashpot, w, CAROM_PARAM_cn, 2.0 * zeta * sqrt(w->kn * w->m))};
    return "constant impedance (solimp[0] = solimp[1]), one contact, no gravity: the contact is then a spring-dashpot "
           "with omega = 1/(timeconst dampratio) and zeta = dampratio; omega = sqrt(kn/m) here; timeconst must stay "
           "above twice the time step";
}

static const struct {
    const char *name;
    const char *(*compute)(const wish *w, result r[4]);
} targets[] = {{"spring-dashpot", spring_dashpot},
               {"series-dashpot", series_dashpot},
               {"nonlinear-dashpot", nonlinear_dashpot},
               {"hunt-crossley", hunt_crossley},
               {"mujoco-solref", mujoco_solref}};

static bool read_wish(const carom_operands *operands, wish *w) {
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
    if (w->e > 0.0 && w->e <= 1.0 && w->m > 0.0 && w->v > 0.0 && w->kn > 0.0 && isfinite(w->m * w->v * w->kn))
        return true;
    carom_say("e must lie in (0, 1], m, v and kn must be positive");
    return false;
}

static int translate(const char *to, const carom_operands *operands, bool json) {
    wish w = {(double)NAN, 1.0, 1.0, 1.0};
    result r[4];
    for (size_t i = 0; to && i < sizeof targets / sizeof *targets; i++) {
        if (strcmp(to, targets[i].name)) continue;
        if (!read_wish(operands, &w)) return CAROM_EXIT_INPUT;
        const char *assumption = targets[i].compute(&w, r);
        json_t *object = json_pack("{s:s, s:o}", "to", to, "e", carom_json_real(w.e));
        for (int k = 0; k < 4; k++) json_object_set_new(object, r[k].name, carom_json_real(r[k].value));
        json_object_set_new(object, "assumes", json_string(assumption));
        if (json) {
            carom_json_answer(object);
            return CAROM_EXIT_FINE;
        }
        json_decref(object);
        for (int k = 0; k < 4; k++) printf("%-10s %.10g\n", r[k].name, r[k].value);
        printf("%s\n", assumption);
        return CAROM_EXIT_FINE;
    }
    carom_say("--to takes spring-dashpot, series-dashpot, nonlinear-dashpot, hunt-crossley or mujoco-solref; bodies, "
              "two-bodies or "
              "rods");
    return CAROM_EXIT_USAGE;
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
    if (carom_translate_is_bodies(to)) return carom_translate_bodies(to, W, v, &operands);
    return translate(to, &operands, json);
}
