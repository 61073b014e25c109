// Calls one function of the module selected by -DUSE_<module>, and one of the core.
#include <carom/carom.h>
#include <stdio.h>

#ifdef USE_compliant
#include <carom/compliant.h>
#endif
#ifdef USE_draw
#include <carom/draw.h>
#endif
#ifdef USE_fit
#include <carom/fit.h>
#endif
#ifdef USE_scenario
#include <carom/scenario.h>
#endif
#ifdef USE_sweep
#include <carom/sweep.h>
#endif
#ifdef USE_siconos
#include <carom/systems.h>
#endif

int main(void) {
    int called = 0;
#ifdef USE_compliant
    static carom_modules modules[] = {&carom_module_core, &carom_module_compliant, NULL};
    called += carom_law_find(modules, "stronge", CAROM_ONE_CONTACT) == &carom_law_stronge;
#endif
#ifdef USE_draw
    carom_figure *figure = carom_figure_create("figure", 3.0, 2.0);
    called += figure != NULL;
    carom_figure_free(figure);
#endif
#ifdef USE_fit
    called += !(carom_fit_compare(0, NULL, NULL) > 2.0);
#endif
#ifdef USE_scenario
    static const char text[] = "{\"law\": \"routh\", \"W\": [[2, 0], [0, 2]], \"v\": [-1, 0]}";
    carom_scenario *scenario = carom_scenario_parse(text, sizeof text - 1, NULL, NULL);
    called += carom_scenario_describe(scenario).law == carom_law_find(NULL, "routh", CAROM_ONE_CONTACT);
    carom_scenario_free(scenario);
#endif
#ifdef USE_sweep
    static const char text[] =
        "{\"scenario\": {\"W\": [[2, 0], [0, 2]], \"v\": [-1, 0], \"params\": {\"mu\": 0.3}}, \"laws\": [\"routh\"],"
        "\"samples\": 10, \"inputs\": {\"params.e\": {\"uniform\": [0, 1]}}}";
    carom_sweep *study = carom_sweep_parse(text, sizeof text - 1, 0, NULL, NULL);
    called += carom_sweep_describe(study).samples == 10;
    carom_sweep_free(study);
#endif
#ifdef USE_siconos
    static carom_modules modules[] = {&carom_module_core, &carom_module_siconos, NULL};
    called += carom_law_find(modules, "glocker", CAROM_SYSTEM_3D) != NULL && carom_law_cones.system != NULL;
#endif
    printf("%d %s\n", called, carom_version());
    return called == 1 ? 0 : 1;
}
