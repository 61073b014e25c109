// The questions about several contacts, as whole/prints asks questions: those of a method are one a method, and none is of a law.
#include "carom/many.h"
#include "many/prints/prints.h"
#include "whole/prints/prints.h"

// Methods whose contacts go one after the other are quick: more problems.
#define OF_EACH(ROW, what, few, more)                                                                                  \
    ROW(what##_hm_list, what, &carom_method_hm_list, more)                                                             \
    ROW(what##_hm_differential, what, &carom_method_hm_differential, more)                                             \
    ROW(what##_sequence, what, &carom_method_sequence, more)                                                           \
    ROW(what##_hm_whittaker, what, &carom_method_hm_whittaker, more)                                                   \
    ROW(what##_hm_brach, what, &carom_method_hm_brach, more)                                                           \
    ROW(what##_glocker, what, &carom_method_glocker, few)                                                              \
    ROW(what##_pfeiffer_glocker, what, &carom_method_pfeiffer_glocker, few)

// The quick ones first: tools/mutate.py asks them in this order.
#define ALL(ROW)                                                                                                       \
    ROW(largest, largest, NULL, 1)                                                                                     \
    ROW(order, order, NULL, 6000)                                                                                      \
    ROW(nearest, nearest, NULL, 10000)                                                                                 \
    ROW(lemke, lemke, NULL, 8000)                                                                                      \
    ROW(small, small, NULL, 40000)                                                                                     \
    ROW(validate, validate, NULL, 20000)                                                                               \
    ROW(bound, bound, NULL, 10000)                                                                                     \
    ROW(gaps, gaps, NULL, 15000)                                                                                       \
    ROW(outcomes, outcomes, NULL, 1500)                                                                                \
    ROW(space, space, NULL, 3000)                                                                                      \
    ROW(cones, cones, NULL, 4000)                                                                                      \
    OF_EACH(ROW, refusal, 1000, 2000)                                                                                  \
    OF_EACH(ROW, memory, 150, 300)                                                                                     \
    OF_EACH(ROW, batch, 1000, 2000)                                                                                    \
    ROW(check, check, NULL, 5000)                                                                                      \
    ROW(resting_hm_list, resting, &carom_method_hm_list, 12000)                                                        \
    ROW(resting_hm_differential, resting, &carom_method_hm_differential, 6000)                                         \
    ROW(resting_hm_brach, resting, &carom_method_hm_brach, 6000)                                                       \
    OF_EACH(ROW, jacobian, 4000, 8000)                                                                                 \
    OF_EACH(ROW, impact, 4000, 8000)

#define AS_QUESTION(id, what, method, problems) {#id, NULL, false, problems},
#define AS_ASKED(id, what, method, problems)    {many_##what, method},

const question questions_of_law[] = {{NULL, NULL, false, 0}};
const question questions_of_contact[] = {ALL(AS_QUESTION){NULL, NULL, false, 0}};

static const struct {
    many_print_fn *ask;
    const carom_method *method;
} asked[] = {ALL(AS_ASKED)};

// Each once: whole/prints asks in two dimensions and in three.
print print_of_problem(const question *q, const carom_law *law, int dim, uint64_t i) {
    (void)law;
    const long at = q - questions_of_contact;
    print one = print_nothing;
    if (dim == 2) one.answered = asked[at].ask(asked[at].method, i, &one);
    return one;
}

bool question_applies(const question *q, const carom_law *law, int dim) {
    return !q->of_law && !law && dim == 2;
}
