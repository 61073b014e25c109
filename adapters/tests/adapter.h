// Adds settings to the ImpactBench drivers of engines with an adapter, and computes the adapter's rule from them.
#ifndef CAROM_TESTS_ADAPTER_H
#define CAROM_TESTS_ADAPTER_H

#include "driver.h"

#include "carom_strike.h"

//   law         the law with which carom computes impacts, or none for the engine alone
//   approach    rule.speed, m/s
//   exact       rule.exact
//   continuous  whether Box2D's continuous collision detection is on
//   drops       number of drops in the scene `stack`
#define ADAPTER_SETTINGS                                                                                               \
    {"law", 0, "routh"}, {"approach", 1, NULL}, {"exact", 0, NULL}, {"continuous", 1, NULL}, {"drops", 12, NULL},

// Returns the requested law, or NULL for `none`. An unknown law ends the driver.
static inline const carom_law *adapter_law(ib_setting *settings) {
    const char *name = ib_find(settings, "law")->word;
    if (strcmp(name, "none") == 0) return NULL;
    const carom_law *law = carom_law_find(NULL, name, CAROM_ONE_CONTACT);
    if (!law) {
        fprintf(stderr, "no law %s\n", name);
        exit(2);
    }
    return law;
}

// Sets the rule from the settings. Returns 0 if the engine runs without carom, and 1 otherwise.
static inline int adapter_rule(ib_setting *settings, carom_strike_rule *rule) {
    const carom_law *law = adapter_law(settings);
    if (!law) return 0;
    *rule = carom_strike_default(law);
    rule->speed = ib_find(settings, "approach")->value;
    rule->exact = ib_find(settings, "exact")->value != 0;
    return 1;
}

#endif
