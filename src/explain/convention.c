// Names the meanings of e and mu, and converts one impact from one meaning to another.
#include <math.h>
#include <string.h>

#include "carom/explain.h"
#include "carom/law.h"
#include "explain/convention.h"
#include "tables/counts.h"
#include "tables/params.h"

static const carom_coefficient *stops(void) {
    return carom_member_at(CAROM_PARAM_restitution);
}

static carom_convention of_law(const char *name, const carom_law *law) {
    return (carom_convention){.name = name, .law = law, .restitution = CAROM_POISSON};
}

static carom_convention of_stop(int number) {
    return (carom_convention){
        .name = carom_choice_at(stops(), number), .law = &carom_law_routh, .restitution = (carom_restitution)number};
}

static carom_convention of_engine(carom_modules *modules, const carom_engine *engine) {
    carom_convention m = of_law(engine->name, carom_law_find(modules, engine->law, CAROM_ONE_CONTACT));
    m.engine = engine;
    return m;
}

carom_status carom_convention_find(carom_modules *modules, const char *name, carom_convention *meaning) {
    if (!name || !meaning) return CAROM_NULL_POINTER;
    const int stop = carom_choice_of(stops(), name);
    const carom_law *law = carom_law_find(modules, name, CAROM_ONE_CONTACT);
    const carom_engine *engine = carom_engine_find(name);
    if (stop < 0 && !law && !engine) return CAROM_UNKNOWN_LAW;
    *meaning = stop >= 0 ? of_stop(stop) : law ? of_law(law->name, law) : of_engine(modules, engine);
    return CAROM_OK;
}

// Returns whether (e, mu) of a contact can be converted to the law. routh is converted through its restitution
// hypotheses.
static bool takes(const carom_law *law) {
    const uint64_t both = CAROM_PARAM_BIT(e) | CAROM_PARAM_BIT(mu);
    return law->contact && law != &carom_law_routh && (carom_law_reads(law) & both) == both;
}

bool carom_convention_at(carom_modules *modules, int index, carom_convention *meaning) {
    const carom_law *law;
    const carom_engine *engine;
    if (!meaning || index < 0) return false;
    if (index < CAROM_STOP_COUNT) {
        *meaning = of_stop(index);
        return true;
    }
    index -= CAROM_STOP_COUNT;
    for (int i = 0; (law = carom_law_at(modules, i, CAROM_ONE_CONTACT)); i++) {
        if (!takes(law) || index-- > 0) continue;
        *meaning = of_law(law->name, law);
        return true;
    }
    engine = carom_engine_at(index);
    if (engine) *meaning = of_engine(modules, engine);
    return engine != NULL;
}

carom_status carom_convention_apply(const carom_convention *m, int dim, carom_params *params) {
    if (!m || !params) return CAROM_NULL_POINTER;
    if (dim != 2 && dim != 3) return CAROM_BAD_DIM;
    if (!m->law) return CAROM_NOT_APPLICABLE;
    if (carom_law_reads(m->law) & CAROM_PARAM_BIT(restitution)) params->restitution = m->restitution;
    const carom_coefficient *friction = m->engine ? carom_law_find_coefficient(m->law, "friction") : NULL;
    const int model = friction && dim == 3 ? carom_choice_of(friction, m->engine->friction_model) : -1;
    if (model < 0) return CAROM_OK;
    return carom_params_set(params, friction, &(double){model}, 1);
}

// Converts between two restitution hypotheses exactly along the path; mu stays the same.
static carom_status along_path(const carom_contact *contact, const carom_params *params, const carom_convention *to,
                               carom_conversion *found, carom_convert_reason *why) {
    carom_params p = *params;
    const carom_status status = carom_restitution_convert(contact, params, to->restitution, &found->e, why);
    found->mu = params->mu;
    if (status != CAROM_OK) return status;
    p.restitution = to->restitution;
    p.e = found->e;
    return carom_collide(&carom_law_routh, contact, &p, &found->result);
}

carom_status carom_coefficients_convert(const carom_contact *contact, const carom_params *params,
                                        const carom_convention *from, const carom_convention *to, carom_result *given,
                                        carom_conversion *found, carom_convert_reason *why) {
    if (!contact || !params || !from || !to || !found) return CAROM_NULL_POINTER;
    carom_params p = *params;
    carom_result room, *out = given ? given : &room;
    *found = (carom_conversion){.e = (double)NAN, .mu = (double)NAN};
    if (why) *why = CAROM_CONVERT_OK;
    p.allow |= CAROM_PARAM_BIT(e);
    if (params->e < 0.0) return CAROM_COEFFICIENT_RANGE;
    const carom_status applied = carom_convention_apply(from, contact->dim, &p);
    const carom_coefficient *const e = from->law ? carom_normal_restitution(from->law) : NULL;
    if (e) carom_params_set(&p, e, &params->e, 1);
    const carom_status status = applied == CAROM_OK ? carom_collide(from->law, contact, &p, out) : applied;
    if (carom_status_classify(status) != CAROM_CLASS_OK) return status;
    if (from->law == to->law && to->law == &carom_law_routh && contact->dim == 2)
        return along_path(contact, &p, to, found, why);
    carom_params other = *params;
    other.allow = p.allow;
    for (int i = 0; i < CAROM_MAX_OWN && from->law != to->law; i++) other.own[i] = CAROM_LEFT_OUT;
    const carom_status meant = carom_convention_apply(to, contact->dim, &other);
    const carom_coefficient *const same = to->law ? carom_normal_restitution(to->law) : NULL;
    if (same) carom_params_set(&other, same, &params->e, 1);
    return meant == CAROM_OK ? carom_coefficients_find(to->law, contact, &other, out->P, found, why) : meant;
}
