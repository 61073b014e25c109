// Fuzzes all results of one impact. They must be finite and sorted by their normal impulse. One of them must be the
// result of carom_collide, and their indices must have the sum 1.
#include <math.h>
#include <string.h>

#include "carom/law.h"
#include "fuzz.h"

const double fuzz_floor = 0.2;

static _Noreturn void wrong(const fuzz_question *q, const char *what) {
    fuzz_print(q);
    fuzz_wrong("solutions, %s: %s", q->law->name, what);
}

static void check(const fuzz_question *q, const carom_alternative *list, int count, const carom_result *one) {
    const bool plain = fuzz_condition(&q->c) <= 1e6 && fuzz_speeds_alike(&q->c, 1e6);
    int given = 0, sum = 0, without = 0;
    for (int i = 0; i < count; i++) {
        const carom_result *x = &list[i].result;
        for (int k = 0; k < q->c.dim; k++)
            if (!isfinite(x->P[k]) || !isfinite(x->v[k])) wrong(q, "an outcome that is no number");
        if (i && !(x->P[0] >= list[i - 1].result.P[0])) wrong(q, "not ordered by the normal impulse");
        if (list[i].returned && memcmp(x->P, one->P, (size_t)q->c.dim * sizeof(double)))
            wrong(q, "given another answer");
        // If W is nearly singular or there is almost no approach, the index of a result depends on rounding errors.
        if (list[i].returned && list[i].index < 0 && plain) wrong(q, "the answer given has index -1");
        given += list[i].returned;
        sum += list[i].index;
        without += !list[i].index;
    }
    if (given != 1) wrong(q, "not one of them is given");
    if (!without && count < CAROM_MAX_ALTERNATIVES && sum != 1 && plain) wrong(q, "the indices do not sum to one");
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    static carom_alternative list[CAROM_MAX_ALTERNATIVES];
    fuzz_bytes b = {bytes, bytes + size};
    const fuzz_question q = fuzz_ask(&b);
    carom_result one;
    int count = -1;
    const carom_status single = carom_collide(q.law, &q.c, &q.p, &one);
    const carom_status status = carom_collide_all(q.law, &q.c, &q.p, list, &count);
    if (status != single) wrong(&q, "another status than carom_collide");
    if (count < 0 || count > CAROM_MAX_ALTERNATIVES) wrong(&q, "a count that is none");
    if ((carom_status_classify(status) == CAROM_CLASS_OK) != (count > 0))
        wrong(&q, "outcomes without an answer, or none with");
    if (status == CAROM_OK) check(&q, list, count, &one);
    return status == CAROM_OK;
}
