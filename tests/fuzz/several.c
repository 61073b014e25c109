// Fuzzes several contacts from a scenario file. The file is read and, if there are few contacts, solved.
#include <stdlib.h>

#include "carom/scenario.h"
#include "fuzz.h"

const double fuzz_floor = 0.02;

static void ask(const carom_scenario *s) {
    const carom_law *method = carom_scenario_describe(s).law;
    const carom_system *system = carom_scenario_system(s);
    carom_system_params p = *carom_scenario_system_params(s);
    carom_system_result out;
    carom_motion motion;
    p.max_strikes = p.max_strikes > 1000 ? 1000 : p.max_strikes;
    if (!method || system->nc > 6) return;
    const size_t bytes = carom_system_memory_size(method, system, &p);
    if (!bytes || bytes > (size_t)16 << 20) return;
    void *memory = malloc(bytes);
    if (!memory) exit(2);
    const carom_status status = carom_system_solve(method, system, &p, memory, bytes, &out);
    const double *P = carom_status_classify(status) == CAROM_CLASS_OK ? out.P : NULL;
    for (int body = -1; body <= carom_scenario_describe(s).bodies && body < 8; body++)
        carom_scenario_motion(s, body, P, &motion);
    const int n = carom_scenario_describe(s).speeds;
    double *u = malloc((size_t)(n > 0 ? n : 1) * sizeof *u);
    if (!u) exit(2);
    if (n) carom_scenario_speeds_after(s, P, u);
    free(u);
    free(memory);
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    carom_error why = {.detail = ""};
    char *text = fuzz_text(bytes, size);
    carom_scenario *s = carom_scenario_parse(text, size, NULL, &why);
    free(text);
    if (!s) fuzz_refused("several contacts", why.detail);
    if (!s) return false;
    ask(s);
    carom_scenario_free(s);
    return true;
}
