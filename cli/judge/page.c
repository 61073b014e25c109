// Writes an ImpactBench run as an HTML page, and its worst cases as files.
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/html/page.h"
#include "cli/judge/report.h"
#include "mods/scenario/json.h"

void carom_judge_about(const carom_judge_run *run, const carom_judge_score *s, size_t index, char *text, size_t size) {
    const carom_judge_case *c = &run->cases->at[index];
    const carom_judge_ranking *r = c->family == 'B' ? &s->plane : &s->space;
    const bool ranked = (c->family == 'B' || c->family == 'D') && r->count;
    const double gain = run->at[index].judged.gain;
    char more[64] = "";
    if (gain > CAROM_JUDGE_GAIN) snprintf(more, sizeof more, ", energy %+.3g %%", 100.0 * gain);
    if (run->at[index].judged.outside) carom_join(more, sizeof more, "", ", outside the cone");
    snprintf(text, size, "%s: %.3g %% from %s, e = %g, mu = %g%s", c->id, 100.0 * carom_judge_distance(run, s, index),
             ranked ? run->cases->law[r->at[0].law] : "the laws", c->e, c->mu, more);
}

// Writes the page.

static void put_words(FILE *to, const char *before, const char *words, const char *after) {
    fputs(before, to);
    carom_page_text(to, words);
    fputs(after, to);
}

static void put_settings(FILE *to, const carom_judge_run *run) {
    char *text = run->hello.settings ? carom_json_text(run->hello.settings) : NULL;
    fputs("<p>", to);
    put_words(to, "Engine version ", run->hello.version, "");
    if (text) put_words(to, "; settings <code>", text, "</code>");
    fputs(". Driver: <code>", to);
    for (int k = 0; run->argv[k]; k++) put_words(to, k ? " " : "", run->argv[k], "");
    fprintf(to, "</code> by carom %s: %zu of %zu questions.</p>\n", carom_version(), run->asked, run->questions);
    free(text);
}

static void put_verdict(FILE *to, const carom_judge_score *s) {
    static const char *const kinds[] = {
        [CAROM_JUDGE_NO_VERDICT] = "warn", [CAROM_JUDGE_CLEAN] = "good", [CAROM_JUDGE_BREAKS] = "bad"};
    char sentence[320];
    const carom_judge_verdict verdict = carom_judge_breaks(s, sentence, sizeof sentence);
    carom_page_box(to, kinds[verdict], carom_judge_verdict_name(verdict));
    carom_page_words(to, "<p>The engine <strong>", sentence, "</strong>.</p>");
    carom_page_end_box(to);
}

static void put_table(FILE *to, const carom_judge_run *run, const carom_judge_score *s) {
    carom_judge_row row[CAROM_JUDGE_ROWS];
    const int count = carom_judge_table(run, s, row);
    carom_page_long_table(to, (const char *const[]){"test", "result", "meaning", NULL});
    for (int k = 0; k < count; k++) {
        carom_page_row(to);
        carom_page_cell(to, row[k].what);
        carom_page_cell(to, row[k].said);
        carom_page_words(to, "<td class=soft>", row[k].meaning, "</td>");
    }
    carom_page_end_table(to);
}

static void put_ranking(FILE *to, const carom_judge_run *run, const carom_judge_ranking *r, const char *where) {
    if (!r->count) return;
    fprintf(to, "<h3>Laws in %s</h3>\n", where);
    carom_page_long_table(to, (const char *const[]){"law", "#within 1 %", "#mean distance", "#median", "#most", NULL});
    for (int k = 0; k < r->count; k++) {
        carom_page_row(to);
        carom_page_cell(to, run->cases->law[r->at[k].law]);
        fprintf(to, "<td class=n>%zu of %zu</td>", r->at[k].near, r->judged);
        carom_page_number(to, r->at[k].mean);
        carom_page_number(to, r->at[k].median);
        carom_page_number(to, r->at[k].most);
    }
    carom_page_end_table(to);
}

static void put_faults(FILE *to, const carom_judge_run *run) {
    if (run->fault_count) fputs("<h2>The driver was stopped</h2>\n<ul>\n", to);
    for (int k = 0; k < run->fault_count; k++) {
        put_words(to, "<li>", run->fault[k].id, ": ");
        put_words(to, "", run->fault[k].words, "</li>\n");
    }
    if (run->fault_count) fputs("</ul>\n", to);
}

// Lists the first few cases of each kind that have no velocities, with the reason.
static void put_missing(FILE *to, const carom_judge_run *run) {
    int listed = 0;
    for (size_t i = 0; i < run->cases->count; i++) {
        const carom_judge_reply *r = &run->at[i].reply;
        if (r->said == CAROM_JUDGE_MOVES || r->said == CAROM_JUDGE_RAN || r->said == CAROM_JUDGE_NOT_ASKED) continue;
        if (listed++ == 40) break;
        put_words(to, listed == 1 ? "<h2>Not answered</h2>\n<ul>\n<li>" : "<li>", run->cases->at[i].id, ", ");
        put_words(to, carom_judge_said_name(r->said), "", ": ");
        put_words(to, "", r->words, "</li>\n");
    }
    if (listed) fputs(listed > 40 ? "<li>and more</li>\n</ul>\n" : "</ul>\n", to);
}

// The page stays below 600 kB, so that it can be sent by mail. Cases beyond this number of bytes have no figure.
enum { MOST_BYTES = 430000 };

static bool put_case(FILE *to, const carom_judge_run *run, const carom_judge_score *s, size_t index) {
    char about[256];
    carom_judge_about(run, s, index, about, sizeof about);
    size_t debugged;
    const bool shown = carom_judge_debugged(run, s, &debugged) && debugged == index;
    carom_figure *figure = !shown && ftell(to) < MOST_BYTES ? carom_judge_picture(run, s, index) : NULL;
    if (figure) return carom_page_figure(to, figure, about);
    put_words(to, "<p>", about, shown ? "; its figure is above.</p>\n" : "</p>\n");
    return true;
}

static bool put_worst(FILE *to, const carom_judge_run *run, const carom_judge_score *s) {
    size_t index[CAROM_JUDGE_WORST];
    const int count = carom_judge_worst(run, s, index, CAROM_JUDGE_WORST);
    if (count) fputs("<h2>Furthest from the nearest law</h2>\n", to);
    bool done = true;
    for (int k = 0; k < count && done; k++) done = put_case(to, run, s, index[k]);
    return done;
}

// Lists the elastic spheres that are not within 1 %.
static void put_spheres(FILE *to, const carom_judge_run *run, const carom_judge_score *s) {
    if (s->elastic.hits == s->elastic.of) return;
    fputs("<h2>Elastic spheres with an error above 1 %</h2>\n<p>The error is the largest of velocities, duration and "
          "force.</p>\n<ul>\n",
          to);
    for (size_t i = 0; i < run->cases->count; i++) {
        const carom_judge_case *c = &run->cases->at[i];
        const double error = carom_judge_distance(run, s, i);
        if (c->family != 'E' || !(error > c->tolerance)) continue;
        put_words(to, "<li>", c->id, "");
        fprintf(to, ": %.2g %%, e = %g, mu = %g</li>\n", 100.0 * error, c->e, c->mu);
    }
    fputs("</ul>\n", to);
}

typedef struct {
    const carom_judge_run *run;
    const carom_judge_score *score;
} judged;

static bool put_page(FILE *to, const void *what) {
    const carom_judge_run *run = ((const judged *)what)->run;
    const carom_judge_score *s = ((const judged *)what)->score;
    char heading[160];
    snprintf(heading, sizeof heading, "ImpactBench: %s", run->hello.engine);
    carom_page_begin(to, heading, heading);
    put_settings(to, run);
    put_verdict(to, s);
    if (!carom_judge_put_debug(to, run, s)) return false;
    fputs("<h2>All results</h2>\n", to);
    put_table(to, run, s);
    put_spheres(to, run, s);
    if (s->balls.of || s->plane.count || s->space.count)
        fputs(
            "<p>Distances are in the kinetic metric, relative to the motion before. A result counts as different if "
            "it differs from every law of rigid bodies, or violates energy, cone or penetration. This can be a choice: "
            "some engines add the restitution after the contact is solved, so that stacks are stable.</p>\n",
            to);
    if ((s->plane.count || s->space.count) &&
        !carom_page_figure(to, carom_judge_histogram(run, s),
                           "Distances of the results from the law nearest to the engine."))
        return false;
    put_ranking(to, run, &s->plane, "2D");
    put_ranking(to, run, &s->space, "3D");
    if (!put_worst(to, run, s)) return false;
    put_faults(to, run);
    put_missing(to, run);
    carom_page_end(to);
    return true;
}

bool carom_judge_page(const carom_judge_run *run, const carom_judge_score *s, const char *file) {
    return carom_page_save(file, put_page, &(judged){run, s});
}

// Writes the worst cases as scenarios.

static void file_name(const char *folder, int number, const char *id, char *name, size_t size) {
    const int used = snprintf(name, size, "%s/worst-%d-", folder, number);
    for (size_t i = (size_t)used; *id && i + 6 < size; i++, id++) {
        name[i] = isalnum((unsigned char)*id) || strchr(".-_", *id) ? *id : '-';
        name[i + 1] = 0;
    }
    if (strlen(name) + 6 <= size) strcat(name, ".json");
}

static bool put_text(FILE *to, const void *text) {
    return fputs(text, to) >= 0;
}

int carom_judge_save_worst(const carom_judge_run *run, const carom_judge_score *s, const char *folder, char *file,
                           size_t size) {
    size_t index[CAROM_JUDGE_WORST];
    const int count = carom_judge_worst(run, s, index, CAROM_JUDGE_WORST);
    snprintf(file, size, "%s", folder);
    if (mkdir(folder, 0777) && errno != EEXIST) return -1;
    for (int k = 0; k < count; k++) {
        char about[256], note[400];
        carom_judge_about(run, s, index[k], about, sizeof about);
        snprintf(note, sizeof note, "%s, %s", run->hello.engine, about);
        char *text = carom_judge_scenario(&run->cases->at[index[k]], note);
        file_name(folder, k + 1, run->cases->at[index[k]].id, file, size);
        const bool written = text && carom_page_save(file, put_text, text);
        if (!text) errno = ENOMEM;
        free(text);
        if (!written) return -1;
    }
    return count;
}
