// Writes a score as text: the rows of the table, and the sentence above it.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/judge/score.h"

static const char *percent(double x, char text[32]) {
    if (x < 1e-4)
        strcpy(text, "0");
    else
        snprintf(text, 32, x < 0.995 ? "%.2g %%" : "%.0f %%", 100.0 * x);
    return text;
}

static void say_ranking(const carom_judge_cases *cases, const carom_judge_ranking *r, char *said, size_t size) {
    char names[96] = "";
    if (!r->count) {
        snprintf(said, size, "no law has results for 95 %% of the cases");
        return;
    }
    for (int k = 0; k < r->alike && k < 3; k++) carom_join(names, sizeof names, " = ", cases->law[r->at[k].law]);
    const bool sure = carom_judge_identified(r);
    snprintf(said, size, "%s%s%s, %zu of %zu within 1 %%, median %.1g, most %.2g", sure ? "" : "(", names,
             sure ? "" : ")", r->at[0].near, r->judged, r->at[0].median, r->at[0].most);
}

static void say_right(const carom_judge_share *s, const char *most, char *said, size_t size) {
    char text[32];
    if (s->worst < 1e-4)
        snprintf(said, size, "%zu of %zu", s->hits, s->of);
    else
        snprintf(said, size, "%zu of %zu, %s %s", s->hits, s->of, most, percent(s->worst, text));
}

static void say_gains(const carom_judge_share *s, char *said, size_t size) {
    if (!s->hits)
        snprintf(said, size, "0 of %zu", s->of);
    else
        snprintf(said, size, "%zu of %zu, most %+.3g %%", s->hits, s->of, 100.0 * s->worst);
}

static carom_judge_row *next(carom_judge_row *row, int *count, const char *what, const char *meaning) {
    row[*count] = (carom_judge_row){.what = what, .meaning = meaning};
    return &row[(*count)++];
}

static void add_laws(const carom_judge_run *run, const carom_judge_score *s, carom_judge_row *row, int *n) {
    carom_judge_row *r;
    if (s->balls.of) {
        r = next(row, n, "balls right to 1 %", "family A: all laws of the literature agree");
        say_right(&s->balls, "worst", r->said, sizeof r->said);
    }
    if (s->plane.judged) {
        r = next(
            row, n, "2D: nearest law",
            "family B: least mean distance; in brackets if fewer than half are within 1 %: nearest, not identified");
        say_ranking(run->cases, &s->plane, r->said, sizeof r->said);
    }
    if (s->space.judged) {
        r = next(row, n, "3D: nearest law", "family D, likewise");
        say_ranking(run->cases, &s->space, r->said, sizeof r->said);
    }
    if (s->several.of) {
        r = next(row, n, "several contacts right", "family C: within 1 % of some method's answer");
        say_right(&s->several, "furthest", r->said, sizeof r->said);
    }
}

static void add_mechanics(const carom_judge_score *s, carom_judge_row *row, int *n) {
    carom_judge_row *r;
    if (s->turned.of) {
        r = next(row, n, "rotated scene differs",
                 "the same case rotated by 0.6 rad about the vertical differs by more than 1 %");
        say_right(&s->turned, "most", r->said, sizeof r->said);
    }
    if (!s->gains.of) return;
    r = next(row, n, "energy gained", "one contact, touching: E'/E - 1 > 1e-4");
    say_gains(&s->gains, r->said, sizeof r->said);
    r = next(row, n, "outside Coulomb's cone", "|P_t| > mu P_n");
    snprintf(r->said, sizeof r->said, "%zu of %zu", s->outside.hits, s->outside.of);
    r = next(row, n, "still approaching", "by more than 1 cm/s");
    snprintf(r->said, sizeof r->said, s->closing.hits ? "%zu of %zu, most %.2g m/s" : "%zu of %zu", s->closing.hits,
             s->closing.of, s->closing.worst);
    r = next(row, n, "spin not explained",
             "I dw is not r x P within 1 %: many mean a misplaced driver, or a compliant engine");
    say_right(&s->torque, "most", r->said, sizeof r->said);
}

static void add_scenes(const carom_judge_score *s, carom_judge_row *row, int *n) {
    carom_judge_row *r;
    if (s->arrival_balls.of) {
        r = next(row, n, "arriving: balls right",
                 "as in a real scene: the body starts above the floor and reaches it in a step");
        say_right(&s->arrival_balls, "worst", r->said, sizeof r->said);
    }
    if (s->arrival_gains.of) {
        r = next(row, n, "arriving: rods that gain", "energy, likewise");
        say_gains(&s->arrival_gains, r->said, sizeof r->said);
    }
    if (s->elastic.of) {
        r = next(row, n, "elastic spheres right", "family E: velocities, duration and force to 1 %");
        say_right(&s->elastic, "worst", r->said, sizeof r->said);
    }
    if (s->runs.of) {
        r = next(row, n, "long runs right", "family G: energy constant, or never rising, to 1 %");
        say_right(&s->runs, "worst", r->said, sizeof r->said);
    }
}

// Adds the cases from everyday scenes: speeds, mass ratios, shapes and heights that users report.
static void add_everyday(const carom_judge_score *s, carom_judge_row *row, int *n) {
    const struct {
        const carom_judge_share *share;
        const char *what, *meaning;
        bool gains;
    } rows[] = {
        {&s->slow, "slow balls right", "family T: the rebound at seven speeds from 2 cm/s to 5 m/s", false},
        {&s->ratios, "mass ratios right", "family R: two balls, and a pile of two, with ratios from 1e-3 to 1e3",
         false},
        {&s->footprint, "inside a footprint right", "family F: a ball lands on a box, inside its corners", false},
        {&s->parting, "parts although e = 0", "family Z: by more than 1 % of the approach speed", false},
        {&s->shapes, "shapes near the law", "family S: boxes and capsules within 1 % of the nearest law", false},
        {&s->shape_gains, "shapes that gain", "energy, likewise", true},
        {&s->height_balls, "seven heights: balls right", "family H: balls that start above the floor", false},
        {&s->height_gains, "seven heights: rods that gain", "energy, likewise", true}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (!rows[k].share->of) continue;
        carom_judge_row *r = next(row, n, rows[k].what, rows[k].meaning);
        if (rows[k].gains)
            say_gains(rows[k].share, r->said, sizeof r->said);
        else
            say_right(rows[k].share, "worst", r->said, sizeof r->said);
    }
}

int carom_judge_table(const carom_judge_run *run, const carom_judge_score *s, carom_judge_row row[CAROM_JUDGE_ROWS]) {
    int n = 0;
    add_laws(run, s, row, &n);
    add_mechanics(s, row, &n);
    add_scenes(s, row, &n);
    add_everyday(s, row, &n);
    return n;
}

const char *carom_judge_verdict_name(carom_judge_verdict verdict) {
    static const char *const names[] = {"none", "clean", "breaks"};
    return names[verdict];
}

carom_judge_verdict carom_judge_breaks(const carom_judge_score *s, char *sentence, size_t size) {
    char list[320] = "", text[96];
    if (!(s->balls.of + s->gains.of + s->turned.of + s->runs.of)) {
        snprintf(sentence, size, "gets no verdict: it answered no case that tests mechanics");
        return CAROM_JUDGE_NO_VERDICT;
    }
    const struct {
        size_t hits;
        const char *one, *many;
    } rows[] = {
        {s->balls.of - s->balls.hits, "ball that differs from the laws", "balls that differ from the laws"},
        {s->gains.hits, "gain of energy", "gains of energy"},
        {s->outside.hits, "impulse outside Coulomb's cone", "impulses outside Coulomb's cone"},
        {s->closing.hits, "contact that still closes", "contacts that still close"},
        {s->turned.hits, "result that changes if the scene is rotated", "results that change if the scene is rotated"},
        {s->runs.of - s->runs.hits, "long run whose energy differs", "long runs whose energy differs"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (!rows[k].hits) continue;
        snprintf(text, sizeof text, "%zu %s", rows[k].hits, rows[k].hits == 1 ? rows[k].one : rows[k].many);
        carom_join(list, sizeof list, ", ", text);
    }
    snprintf(sentence, size, *list ? "violates mechanics: %s" : "violates none of the tested conditions%s", list);
    return *list ? CAROM_JUDGE_BREAKS : CAROM_JUDGE_CLEAN;
}
