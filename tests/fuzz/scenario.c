// Fuzzes a scenario. It is read, solved, and passed to the other functions of a scenario.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/scenario.h"
#include "fuzz.h"
#include "support/laws.h"

const double fuzz_floor = 0.02;

static void look(const carom_scenario *s) {
    static carom_scene scene;
    const carom_contact *c = carom_scenario_contact(s);
    const carom_law *law = carom_scenario_describe(s).law;
    const carom_params p = *carom_scenario_params(s);
    carom_result out;
    carom_motion motion;
    carom_change change;
    double lost;
    if (!c && !carom_scenario_system(s)->nc) fuzz_wrong("a scenario without a contact");
    if (!c) return; // several.c tests several contacts
    if (c->dim != 2 && c->dim != 3) fuzz_wrong("a contact without a dimension");
    const carom_status status =
        carom_collide(law ? law : &carom_law_routh, c, law ? carom_scenario_params(s) : &p, &out);
    const double *P = status == CAROM_OK ? out.P : NULL;
    for (int body = -1; body < 4; body++) {
        carom_scenario_motion(s, body, P, &motion);
        if (P) carom_scenario_change(s, body, P, &change, &lost);
    }
    carom_scenario_scene(s, P, &scene);
    carom_scenario_looks_reversed(s);
    (void)carom_scenario_describe(s);
    const int n = carom_scenario_describe(s).speeds;
    double *u = malloc((size_t)(n > 0 ? n : 1) * sizeof *u);
    if (!u) exit(2);
    if (n) carom_scenario_speeds_after(s, P, u);
    free(u);
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    carom_error why = {.detail = ""};
    char *text = fuzz_text(bytes, size);
    carom_scenario *s = carom_scenario_parse(text, size, NULL, &why);
    free(text);
    if (!s) fuzz_refused("a scenario", why.detail);
    if (!s) return false;
    look(s);
    carom_scenario_free(s);
    return true;
}
