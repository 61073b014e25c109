// The questions about the walk, as whole/prints asks questions; none is of a law.
#include "walk/prints/prints.h"

#define ALL(ROW)                                                                                                       \
    ROW(bracket, 40000)                                                                                                \
    ROW(stops, 20000)                                                                                                  \
    ROW(rebound, 28000)                                                                                                \
    ROW(ahead, 20000)                                                                                                  \
    ROW(view, 14000)                                                                                                   \
    ROW(rest, 28000)                                                                                                   \
    ROW(hodograph, 14000)                                                                                              \
    ROW(plane, 14000)                                                                                                  \
    ROW(lanes, 4000)                                                                                                   \
    ROW(course, 28000)                                                                                                 \
    ROW(space, 14000)                                                                                                  \
    ROW(near, 14000)

#define AS_QUESTION(what, problems) {#what, NULL, false, problems},
#define AS_ASKED(what, problems)    walk_##what,

const question questions_of_law[] = {{NULL, NULL, false, 0}};
const question questions_of_contact[] = {ALL(AS_QUESTION){NULL, NULL, false, 0}};

static walk_print_fn *const asked[] = {ALL(AS_ASKED)};

// Each once: whole/prints asks in two dimensions and in three.
print print_of_problem(const question *q, const carom_law *law, int dim, uint64_t i) {
    (void)law;
    print one = print_nothing;
    if (dim == 2) one.answered = asked[q - questions_of_contact](i, &one);
    return one;
}

bool question_applies(const question *q, const carom_law *law, int dim) {
    return !q->of_law && !law && dim == 2;
}
