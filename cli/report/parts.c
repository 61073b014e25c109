#include "cli/report/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "carom/carom.h"
#include "cli/html/page.h"
#include "mods/scenario/json.h"

// Writes the front of the page.

static const char *set_date;

void carom_part_set_date(const char *date) {
    set_date = date;
}

// SOURCE_DATE_EPOCH replaces the clock, as in reproducible builds.
static void put_date(FILE *to) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm utc;
    char text[64] = "";
    if (gmtime_r(&now, &utc)) strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &utc);
    fprintf(to, CAROM_PART_DATE "%s</p>\n", set_date ? set_date : text);
}

void carom_part_front(FILE *to, const char *kind, const carom_origin *origin) {
    json_t *document = origin->text ? json_loadb(origin->text, origin->length, 0, NULL) : NULL;
    const char *about = json_string_value(json_object_get(document, "about"));
    fprintf(to, "<p class=soft>%s, carom %s", kind, carom_version());
    if (origin->file) carom_page_words(to, ", from <code>", origin->file, "</code>");
    fputs("</p>\n", to);
    put_date(to);
    if (about) carom_page_words(to, "<p>", about, "</p>\n");
    json_decref(document);
}

// Writes the origin of the page.

// Writes the command without the name of the page, which may differ when the page is verified.
static void put_command(FILE *to, const carom_origin *o) {
    fprintf(to, "<code>carom %s", o->verb);
    for (int i = 1; i < o->argc; i++) {
        const bool output = !strcmp(o->argv[i], "-o") || !strcmp(o->argv[i], "--output");
        if (output) i++;
        if (output || !strncmp(o->argv[i], "--output=", 9)) continue;
        const bool plain = o->argv[i][0] && !strpbrk(o->argv[i], " \t\n\"'\\$`*?;&|<>()[]{}!#~");
        carom_page_words(to, plain ? " " : " '", o->argv[i], plain ? "" : "'");
    }
    fputs(" -o report.html</code>", to);
}

static json_t *data_of(const carom_origin *o) {
    json_t *words = json_array();
    json_array_append_new(words, json_string(o->verb));
    for (int i = 1; i < o->argc; i++) {
        const bool output = !strcmp(o->argv[i], "-o") || !strcmp(o->argv[i], "--output");
        if (output) i++;
        if (output || !strncmp(o->argv[i], "--output=", 9)) continue;
        json_array_append_new(words, json_string(o->argv[i]));
    }
    json_t *data = json_pack("{s:s,s:s,s:o}", "format", "carom report 1", "version", carom_version(), "words", words);
    if (o->file) json_object_set_new(data, "file", json_string(o->file));
    if (o->text) json_object_set_new(data, "text", json_stringn(o->text, o->length));
    return data;
}

void carom_part_origin(FILE *to, const carom_origin *o) {
    fputs("<section class=keep><h2>How to repeat this report</h2>\n<table><tbody>\n", to);
    fprintf(to, "<tr><td>version</td><td>carom %s</td></tr>\n<tr><td>command</td><td>", carom_version());
    put_command(to, o);
    fputs("</td></tr>\n", to);
    if (o->samples) fprintf(to, "<tr><td>samples, seed</td><td>%llu, %llu</td></tr>\n", o->samples, o->seed);
    fputs("</tbody></table>\n<p><code>carom report --verify report.html</code> computes everything again from the data "
          "in the HTML file and compares each byte except the date.</p></section>\n",
          to);
    json_t *data = data_of(o);
    char *text = json_dumps(data, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENSURE_ASCII);
    fputs("<details class=screen><summary>Data of this report</summary>" CAROM_PART_DATA, to);
    if (text) carom_page_text(to, text);
    fputs("</pre></details>\n", to);
    free(text);
    json_decref(data);
}

const char *carom_part_share(double share, double limit, char text[32]) {
    for (int digits = 1; digits <= 12; digits++) {
        snprintf(text, 32, "%.*f", digits, fmin(100.0 * share, 1e12));
        const double shown = strtod(text, NULL);
        if ((shown > 100.0 * limit) == (share > limit)) break;
    }
    return text;
}

// Writes the glossary.

static const struct {
    const char *term, *meaning;
} terms[] = {
    {"delta-v",
     "Change of the velocity of the centre of mass of a vehicle in the impact. It is a vector; its length is "
     "printed."},
    {"closing speed", "Length of the difference of the velocities of the two centres of mass just before the impact."},
    {"approach speed", "Speed at which the two contact points approach along the normal just before the impact."},
    {"PDOF",
     "Principal direction of force: the direction from which the impulse acts on the vehicle, clockwise from its "
     "front. 0 degrees is head-on (12 o'clock), 90 degrees is from the right (3 o'clock)."},
    {"yaw rate", "Angular velocity about the vertical axis, positive counterclockwise."},
    {"common velocity",
     "Velocity that both contact points share after the impact. With the mode c-sticking the sliding "
     "stops during compression: the common tangential velocity is reached."},
    {"crush energy", "Kinetic energy that the impact dissipates, -dE. It includes the work of friction between the "
                     "vehicles."},
    {"EBS",
     "Equivalent barrier speed: the speed at which the vehicle would have the given energy, sqrt(2 E / m). Impact "
     "mechanics does not determine how the vehicles share the crush energy, so two shares are printed."},
    {"impulse ratio", "Tangential impulse divided by normal impulse, P_t / P_n."},
    {"momentum",
     "Linear momentum of all bodies, and angular momentum about the contact point. What a fixed body receives "
     "is listed separately."},
    {"rank correlation",
     "Spearman's correlation of the ranks of an input and a result. It is 1 if the result always grows "
     "with the input. The interval covers 95 %."},
    {"Sobol index", "Share of the variance of a result that an input explains alone (first order) or together with "
                    "others (total). The interval covers 90 % of bootstrap repetitions."},
    {"percentile", "The 5th percentile is the value below which 5 % of the samples lie. The 50th is the median."},
    {"family",
     "A set of velocities before the impact that all lead to the same velocities after it. Measurements after "
     "the impact cannot tell them apart."},
};

void carom_part_glossary(FILE *to, const char *const *names) {
    fputs("<h2>Terms</h2>\n<dl>\n", to);
    for (; *names; names++)
        for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
            if (!strcmp(*names, terms[i].term))
                fprintf(to, "<div><dt>%s</dt><dd>%s</dd></div>\n", terms[i].term, terms[i].meaning);
    fputs("</dl>\n", to);
}
