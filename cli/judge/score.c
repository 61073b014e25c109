#include "cli/judge/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/worst.h"

static const carom_judge_case *case_at(const carom_judge_run *run, size_t i) {
    return &run->cases->at[i];
}

// Returns true if the answer has velocities.
static bool moves(const carom_judge_run *run, size_t i) {
    return run->at[i].reply.said == CAROM_JUDGE_MOVES;
}

static void count(carom_judge_share *share, bool hit, double value) {
    share->of++;
    share->hits += hit;
    carom_worsen(&share->worst, value);
}

// Returns the smallest distance from any result of the case; infinite if it has none.
static double least(const carom_judgement *j) {
    double d = HUGE_VAL;
    for (int k = 0; k < CAROM_JUDGE_LAWS; k++) d = fmin(d, j->distance[k]); // fmin ignores NaN
    return d;
}

// Returns the distance of a ball's motion from the result on which all rigid-body laws agree, taken from routh.
static double ball_error(const carom_judge_run *run, const carom_judgement *j) {
    const int routh = carom_judge_law(run->cases, "routh-poisson");
    return routh >= 0 && !isnan(j->distance[routh]) ? j->distance[routh] : least(j);
}

// Ranks the laws.

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Fills `d` with the distances of one law in a family. Returns their number.
static size_t distances(const carom_judge_run *run, char family, int law, double *d) {
    size_t n = 0;
    for (size_t i = 0; i < run->cases->count; i++)
        if (case_at(run, i)->family == family && moves(run, i) && !isnan(run->at[i].judged.distance[law]))
            d[n++] = run->at[i].judged.distance[law];
    return n;
}

static carom_judge_nearness nearness(int law, double *d, size_t n) {
    carom_judge_nearness x = {.law = law};
    qsort(d, n, sizeof *d, by_value);
    for (size_t i = 0; i < n; i++) {
        x.mean += d[i] / (double)n;
        x.near += d[i] <= CAROM_JUDGE_NEAR;
    }
    x.median = d[n / 2], x.most = d[n - 1];
    return x;
}

// Compares two laws. Equal laws differ by 1e-16, also for an engine in single precision. Laws that differ in a single
// case differ by 1e-5. 1e-9 separates the two.
static bool is_nearer(const carom_judge_nearness *a, const carom_judge_nearness *b) {
    return a->mean < b->mean - 1e-9;
}

static void insert(carom_judge_ranking *r, carom_judge_nearness x) {
    int k = r->count++;
    for (; k > 0 && is_nearer(&x, &r->at[k - 1]); k--) r->at[k] = r->at[k - 1];
    r->at[k] = x;
}

static void rank(const carom_judge_run *run, char family, double *d, carom_judge_ranking *r) {
    *r = (carom_judge_ranking){0};
    for (size_t i = 0; i < run->cases->count; i++) r->judged += case_at(run, i)->family == family && moves(run, i);
    for (int law = 0; law < run->cases->law_count && r->judged; law++) {
        const size_t n = distances(run, family, law, d);
        if (20 * n >= 19 * r->judged) insert(r, nearness(law, d, n));
    }
    for (r->alike = 0; r->alike < r->count && !is_nearer(&r->at[0], &r->at[r->alike]);) r->alike++;
}

bool carom_judge_identified(const carom_judge_ranking *r) {
    return r->count && 2 * r->at[0].near >= r->judged;
}

// Add one case to the counts of the score.

static void tally_mechanics(const carom_judge_result *x, carom_judge_score *s) {
    const carom_judgement *j = &x->judged;
    count(&s->gains, j->gain > CAROM_JUDGE_GAIN, j->gain);
    count(&s->outside, j->outside, 0.0);
    count(&s->closing, j->approach > CAROM_JUDGE_APPROACH, j->approach);
    count(&s->torque, j->torque > CAROM_JUDGE_NEAR, j->torque);
}

static double relative(double said, double wanted) {
    return isnan(said) || isnan(wanted) ? 0.0 : fabs(said / wanted - 1.0);
}

// Returns the largest error of distance, duration and force.
static double elastic_error(const carom_judge_case *c, const carom_judge_result *x) {
    const double times = fmax(relative(x->reply.duration, c->duration), relative(x->reply.force, c->force));
    return fmax(least(&x->judged), times);
}

static double run_error(const carom_judge_case *c, const carom_judge_reply *reply) {
    return fmax(reply->highest, c->kept ? fabs(reply->last) : 0.0);
}

// Returns the largest error of distance and restitution.
static double everyday_error(const carom_judge_case *c, const carom_judgement *j) {
    return fmax(least(j), fabs(j->rebound - c->e));
}

// Returns the distance of a shape's answer from the engine's nearest law, or from any law if none is ranked.
static double shape_error(const carom_judge_case *c, const carom_judgement *j, const carom_judge_score *s) {
    const carom_judge_ranking *r = c->dim == 2 ? &s->plane : &s->space;
    const double d = r->count ? j->distance[r->at[0].law] : (double)NAN;
    return isnan(d) ? least(j) : d;
}

// Counts the cases of families F, H, R, S, T and Z.
static void tally_everyday(const carom_judge_case *c, const carom_judgement *j, carom_judge_score *s) {
    const double error = everyday_error(c, j);
    const bool right = error <= c->tolerance, gains = j->gain > CAROM_JUDGE_GAIN;
    const bool rod = !strncmp(c->id, "H-rod", 5);
    if (c->family == 'T') count(&s->slow, right, error);
    if (c->family == 'R') count(&s->ratios, right, error);
    if (c->family == 'F') count(&s->footprint, right, error);
    if (c->family == 'Z') count(&s->parting, j->rebound > CAROM_JUDGE_NEAR, j->rebound);
    if (c->family == 'S') count(&s->shapes, shape_error(c, j, s) <= CAROM_JUDGE_NEAR, shape_error(c, j, s));
    if (c->family == 'S') count(&s->shape_gains, gains, j->gain);
    if (c->family == 'H' && rod) count(&s->height_gains, gains, j->gain);
    if (c->family == 'H' && !rod) count(&s->height_balls, right, error);
}

static void tally_moves(const carom_judge_run *run, size_t i, carom_judge_score *s) {
    const carom_judge_case *c = case_at(run, i);
    const carom_judge_result *x = &run->at[i];
    const double d = least(&x->judged), A = ball_error(run, &x->judged), E = elastic_error(c, x);
    const double late = x->arrived ? ball_error(run, &x->arriving) : 0.0;
    if (strchr("ABD", c->family)) tally_mechanics(x, s);
    if (c->family == 'A') count(&s->balls, A <= c->tolerance, A);
    if (c->family == 'C') count(&s->several, d <= CAROM_JUDGE_NEAR, d);
    if (c->family == 'E') count(&s->elastic, E <= c->tolerance, E);
    if (strchr("FHRSTZ", c->family)) tally_everyday(c, &x->judged, s);
    if (!isnan(x->turned)) count(&s->turned, x->turned > CAROM_JUDGE_NEAR, x->turned);
    if (x->arrived && c->family == 'A') count(&s->arrival_balls, late <= c->tolerance, late);
    if (x->arrived && c->family == 'B') count(&s->arrival_gains, x->arriving.gain > CAROM_JUDGE_GAIN, x->arriving.gain);
}

static void tally_case(const carom_judge_run *run, size_t i, carom_judge_score *s) {
    const carom_judge_case *c = case_at(run, i);
    const carom_judge_result *x = &run->at[i];
    switch (x->reply.said) {
    case CAROM_JUDGE_MOVES:
        s->answered++;
        s->notes += *x->reply.note != 0;
        tally_moves(run, i, s);
        return;
    case CAROM_JUDGE_RAN:
        s->answered++;
        count(&s->runs, run_error(c, &x->reply) <= c->tolerance, run_error(c, &x->reply));
        return;
    case CAROM_JUDGE_CANNOT: s->cannot++; return;
    case CAROM_JUDGE_FAILED:
    case CAROM_JUDGE_NONSENSE:
    case CAROM_JUDGE_OTHER_CASE:
    case CAROM_JUDGE_SILENT: s->wrong++; return;
    case CAROM_JUDGE_NOT_ASKED: return;
    }
}

bool carom_judge_tally(const carom_judge_run *run, carom_judge_score *s) {
    double *d = carom_room(run->cases->count + 1, sizeof *d);
    *s = (carom_judge_score){0};
    if (!d) return false;
    rank(run, 'B', d, &s->plane);
    rank(run, 'D', d, &s->space);
    for (size_t i = 0; i < run->cases->count; i++) tally_case(run, i, s);
    free(d);
    return true;
}

// Finds the worst cases.

double carom_judge_distance(const carom_judge_run *run, const carom_judge_score *s, size_t i) {
    const carom_judge_case *c = case_at(run, i);
    const carom_judge_ranking *r = c->family == 'B' ? &s->plane : &s->space;
    if (run->at[i].reply.said == CAROM_JUDGE_RAN) return run_error(c, &run->at[i].reply);
    if (!moves(run, i)) return (double)NAN;
    if (c->family == 'B' || c->family == 'D') return r->count ? run->at[i].judged.distance[r->at[0].law] : (double)NAN;
    if (c->family == 'A') return ball_error(run, &run->at[i].judged);
    return c->family == 'E' ? elastic_error(c, &run->at[i]) : least(&run->at[i].judged);
}

int carom_judge_worst(const carom_judge_run *run, const carom_judge_score *s, size_t *index, int most) {
    int n = 0;
    for (size_t i = 0; i < run->cases->count; i++) {
        if (!strchr("ABD", case_at(run, i)->family) || !moves(run, i)) continue;
        const double d = carom_judge_distance(run, s, i);
        if (!(d > 1e-9) || !isfinite(d)) continue; // a difference by rounding is not a bad case
        int k = n < most ? n++ : most;
        for (; k > 0 && carom_judge_distance(run, s, index[k - 1]) < d; k--)
            if (k < most) index[k] = index[k - 1];
        if (k < most) index[k] = i;
    }
    return n;
}

bool carom_judge_most_gained(const carom_judge_run *run, size_t *index) {
    double most = CAROM_JUDGE_GAIN;
    for (size_t i = 0; i < run->cases->count; i++) {
        if (!strchr("ABD", case_at(run, i)->family) || !moves(run, i) || !(run->at[i].judged.gain > most)) continue;
        most = run->at[i].judged.gain;
        *index = i;
    }
    return most > CAROM_JUDGE_GAIN;
}
