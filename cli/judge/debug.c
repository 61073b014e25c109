// Writes the beginning of an ImpactBench page: probable causes, and one case with numbers for a unit test.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/html/page.h"
#include "cli/judge/report.h"
#include "mods/scenario/json.h"

// Writes the probable causes.

static bool is_law(const carom_judge_run *run, const carom_judge_ranking *r, const char *name) {
    return carom_judge_identified(r) && !strncmp(run->cases->law[r->at[0].law], name, strlen(name));
}

static bool defers(const carom_judge_run *run, const carom_judge_score *s) {
    return is_law(run, &s->plane, "deferred") || is_law(run, &s->plane, "sub-stepped") ||
           is_law(run, &s->space, "deferred");
}

// Returns the speed below which the engine suppresses restitution. This is the speed of the fastest ball of family T
// that rebounds with less than half of e; 0 if there is none.
static double threshold(const carom_judge_run *run) {
    double fastest = 0.0;
    for (size_t i = 0; i < run->cases->count; i++) {
        const carom_judge_case *c = &run->cases->at[i];
        if (c->family != 'T' || run->at[i].reply.said != CAROM_JUDGE_MOVES) continue;
        if (run->at[i].judged.rebound < 0.5 * c->e) fastest = fmax(fastest, -c->body[0].u.at[1]);
    }
    return fastest;
}

static void put_cause(FILE *to, int *count, const char *number, const char *cause) {
    if (!(*count)++) fputs("<h2>Probable causes</h2>\n<ul>\n", to);
    fputs("<li>", to);
    carom_page_text(to, number);
    carom_page_text(to, cause);
    fputs("</li>\n", to);
}

static void put_causes(FILE *to, const carom_judge_run *run, const carom_judge_score *s) {
    const struct {
        size_t cases;
        const char *what, *cause;
    } rows[] = {
        {s->gains.hits, "gain energy",
         "Newton's restitution with Coulomb friction can gain energy if the contact is not below the centre of mass. "
         "Limit e, or use the e and mu of another law (sections 3 and 4 of docs/restitution-done-right.md)."},
        {s->outside.hits, "leave the friction cone",
         "Friction is limited along each axis, or by an impulse that differs from the final normal impulse."},
        {s->turned.hits, "change if the scene is rotated", "Friction has fixed axes or a fixed number of directions."},
        {s->closing.hits, "still approach",
         "The solver stops before its impulses stay the same (section 2 of docs/restitution-done-right.md)."},
        {s->torque.hits, "have a spin that the impulse does not explain",
         "The driver places bodies wrongly, or bodies move during the contact."}};
    char number[128];
    int count = 0;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        if (!rows[k].cases) continue;
        snprintf(number, sizeof number, "Impacts that %s: %zu. ", rows[k].what, rows[k].cases);
        put_cause(to, &count, number, rows[k].cause);
    }
    if (defers(run, s))
        put_cause(to, &count, "The engine adds the restitution after friction. ",
                  "Friction is then limited by the impulse without restitution. This is a choice; section 5 of "
                  "docs/restitution-done-right.md shows the other one.");
    snprintf(number, sizeof number, "A ball at %g m/s rebounds with less than half of e. ", threshold(run));
    if (threshold(run) > 0.0)
        put_cause(to, &count, number, "Many engines choose a threshold, so that stacks come to rest.");
    if (count) fputs("</ul>\n", to);
}

// Writes the case to debug.

static void put_numbers(FILE *to, const char *name, int body, const double *x, int count, const char *comment) {
    fputs("const double ", to);
    for (; *name; name++) fputc(isalnum((unsigned char)*name) ? *name : '_', to);
    fprintf(to, "_%d[] = {", body);
    for (int k = 0; k < count; k++) fprintf(to, "%s%.12g", k ? ", " : "", x[k]);
    fputs("};", to);
    fputs(*comment ? " // " : "", to);
    carom_page_text(to, comment);
    fputc('\n', to);
}

static void put_speeds(FILE *to, const carom_judge_case *c, const char *name, int body, const carom_judge_speeds *u,
                       const char *comment) {
    const double plane[3] = {u->at[0], u->at[1], u->at[5]};
    put_numbers(to, name, body, c->dim == 2 ? plane : u->at, c->dim == 2 ? 3 : 6, comment);
}

static void put_body(FILE *to, const carom_judge_case *c, int i) {
    const carom_judge_body *b = &c->body[i];
    const json_t *line = json_array_get(json_object_get(c->line, "bodies"), (size_t)i);
    char *colliders = carom_json_text(json_object_get(line, "colliders"));
    const double mass[4] = {b->mass, b->inertia[c->dim == 2 ? 2 : 0], b->inertia[1], b->inertia[2]};
    put_numbers(to, "mass", i, mass, c->dim == 2 ? 2 : 4, "kg, and moments of inertia, kg m^2");
    put_numbers(to, "centre", i, b->centre, c->dim, "m");
    if (c->dim == 3) put_numbers(to, "orientation", i, b->q, 4, "quaternion w, x, y, z");
    put_speeds(to, c, "before", i, &b->u, c->dim == 2 ? "vx, vy, spin" : "vx, vy, vz, and the spin in world axes");
    fputs("// colliders, from the centre: ", to);
    carom_page_text(to, colliders ? colliders : "");
    fputc('\n', to);
    free(colliders);
}

static void put_expected(FILE *to, const carom_judge_run *run, const carom_judge_score *s, size_t index, int i) {
    const carom_judge_case *c = &run->cases->at[index];
    const carom_judge_ranking *r = c->dim == 2 ? &s->plane : &s->space;
    const int nearest = r->count ? r->at[0].law : -1, routh = carom_judge_law(run->cases, "routh-poisson");
    put_speeds(to, c, "measured", i, &run->at[index].reply.u[i], "by this engine");
    for (int k = 0; k < c->answer_count; k++) {
        const char *name = run->cases->law[c->answer[k].law];
        if (c->answer[k].law == nearest) put_speeds(to, c, name, i, &c->answer[k].u[i], "the nearest law");
        if (c->answer[k].law == routh && routh != nearest)
            put_speeds(to, c, name, i, &c->answer[k].u[i], "a law that never gains energy");
    }
}

bool carom_judge_debugged(const carom_judge_run *run, const carom_judge_score *s, size_t *index) {
    return carom_judge_most_gained(run, index) || carom_judge_worst(run, s, index, 1) == 1;
}

bool carom_judge_put_debug(FILE *to, const carom_judge_run *run, const carom_judge_score *s) {
    size_t index;
    char about[256];
    put_causes(to, run, s);
    if (!carom_judge_debugged(run, s, &index)) return true;
    const carom_judge_case *c = &run->cases->at[index];
    fputs("<h2>The case to debug</h2>\n", to);
    carom_judge_about(run, s, index, about, sizeof about);
    carom_figure *figure = carom_judge_picture(run, s, index);
    if (figure && !carom_page_figure(to, figure, about)) return false;
    fputs(
        "<p>Paste the numbers into a unit test. Results agree if they differ by less than 1 % of the speed before the "
        "impact.</p>\n<pre>",
        to);
    fprintf(to, "// ImpactBench, CC0-1.0. No gravity; the floor is y &lt;= 0; the bodies touch at the start.\n// ");
    carom_page_text(to, about);
    fprintf(to, "\nconst double e = %.12g, mu = %.12g;\n", c->e, c->mu);
    for (int i = 0; i < c->body_count; i++) {
        put_body(to, c, i);
        put_expected(to, run, s, index, i);
    }
    fputs("</pre>\n", to);
    return true;
}
