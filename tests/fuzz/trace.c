// Fuzzes the path of an impact. The path must end with the result of carom_collide. Each point must have the velocity
// that follows from its impulse. With memory for fewer points, the beginning, the end and the number of points must be
// the same.
#include <math.h>
#include <string.h>

#include "carom/law.h"
#include "fuzz.h"

enum { ROOM = 256 };

const double fuzz_floor = 0.02;

static _Noreturn void wrong(const fuzz_question *q, const char *what) {
    fuzz_print(q);
    fuzz_wrong("trace, %s: %s", q->law->name, what);
}

// Checks that each point has the velocity that follows from its impulse.
static void points(const fuzz_question *q, const carom_path *path) {
    for (size_t k = 0; k < path->count && k < path->capacity; k++) {
        const carom_path_point *x = &path->points[k];
        if (!carom_enum_name(CAROM_ENUM_EVENT, (int)x->event)) wrong(q, "an event without a name");
        for (int i = 0; i < q->c.dim; i++) {
            double v = q->c.v[i], size = fabs(v);
            for (int j = 0; j < q->c.dim; j++) {
                v += q->c.W[i][j] * x->P[j];
                size += fabs(q->c.W[i][j] * x->P[j]);
            }
            for (int j = 0; j < q->c.dim; j++) size = fmax(size, fabs(q->c.v[j]));
            if (!(fabs(v - x->v[i]) <= 1e-9 * size)) wrong(q, "a point is not where its impulse leads");
        }
    }
    if (path->count && path->points[0].event != CAROM_EVENT_START) wrong(q, "it does not begin at the start");
}

bool fuzz_one(const uint8_t *bytes, size_t size) {
    static carom_path_point room[ROOM], less[ROOM];
    fuzz_bytes b = {bytes, bytes + size};
    const fuzz_question q = fuzz_ask(&b);
    const size_t few = (size_t)fuzz_below(&b, 8);
    carom_path path = {room, ROOM, 0}, cut = {less, few, 0};
    carom_result traced, closed, again;
    const carom_status status = carom_trace(q.law, &q.c, &q.p, &path, &traced);
    const carom_status short_of = carom_trace(q.law, &q.c, &q.p, &cut, &again);
    if (status != CAROM_OK) return false;
    if (cut.count != path.count) wrong(&q, "with less room another number of points");
    if (short_of != (path.count > few ? CAROM_PATH_FULL : CAROM_OK)) wrong(&q, "with less room another status");
    if (memcmp(traced.P, again.P, sizeof traced.P)) wrong(&q, "with less room another end");
    if (few && path.count && memcmp(room, less, sizeof *room)) wrong(&q, "with less room another beginning");
    if (!fuzz_is_tame(&q.c) || !(fuzz_condition(&q.c) <= 1e6)) return true;
    points(&q, &path);
    // The path and the closed form have different rounding errors. The bound is 1e-13 times the condition number, plus
    // 1e-9 for a problem near a change of mode.
    if (carom_collide(q.law, &q.c, &q.p, &closed) != CAROM_OK) wrong(&q, "a path and no answer");
    if (!(fuzz_distance(q.c.dim, traced.P, closed.P) <= 1e-9 + 1e-13 * fuzz_condition(&q.c)))
        wrong(&q, "the path ends elsewhere");
    return true;
}
