// Adds the parts of every report: how it was made, and the terms that it uses.
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"
#include "cli/print/words.h"
#include "cli/report/pages.h"
#include "mods/scenario/json.h"

// The first ten are for all reports, the next for reconstructions, and the others for sweeps.
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
    {"family",
     "A set of velocities before the impact that all lead to the same velocities after it. Measurements after "
     "the impact cannot tell them apart."},
    {"percentile", "The 5th percentile is the value below which 5 % of the samples lie. The 50th is the median."},
    {"rank correlation", "Spearman's correlation of the ranks of an input and a result. It is 1 if the result always "
                         "grows with the input. The interval covers 95 %."},
    {"Sobol index", "Share of the variance of a result that an input explains alone (first order) or together with "
                    "others (total). The interval covers 90 % of bootstrap repetitions."},
};

// Adds the words of the command to a JSON list and to a command line for a shell. The name of the page is left out,
// because it may differ when the page is verified.
static void add_words(const carom_origin *o, json_t *words, char *line, size_t size) {
    json_array_append_new(words, json_string(o->verb));
    for (int i = 1; i < o->argc; i++) {
        const bool output = !strcmp(o->argv[i], "-o") || !strcmp(o->argv[i], "--output");
        if (output) i++;
        if (output || !strncmp(o->argv[i], "--output=", 9)) continue;
        const bool plain = o->argv[i][0] && !strpbrk(o->argv[i], " \t\n\"'\\$`*?;&|<>()[]{}!#~");
        const size_t used = strlen(line);
        snprintf(line + used, size - used, plain ? " %s" : " '%s'", o->argv[i]);
        json_array_append_new(words, json_string(o->argv[i]));
    }
}

void carom_report_about(carom_document *document, const carom_origin *o) {
    json_t *file = o->text ? json_loadb(o->text, o->length, 0, NULL) : NULL;
    const char *about = json_string_value(json_object_get(file, "about"));
    if (about) carom_document_paragraph(document, "%s", about);
    json_decref(file);
}

void carom_report_origin(carom_document *document, const carom_origin *o) {
    enum { LINE = 4000 };
    char *line = carom_memory(LINE);
    json_t *words = json_array();
    snprintf(line, LINE, "carom %s", o->verb);
    carom_document_heading(document, "Terms");
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        const bool used = i < 10 || (i == 10 ? !strcmp(o->verb, "reconstruct") : o->samples > 0);
        if (used) carom_document_word(document, (carom_fact){.title = terms[i].term}, terms[i].meaning);
    }
    add_words(o, words, line, LINE - 20);
    carom_document_heading(document, "How to repeat this report");
    carom_document_word(document, (carom_fact){.title = "version"}, carom_version());
    carom_document_word(document, (carom_fact){.title = "command"}, strcat(line, " -o report.html"));
    if (o->samples) {
        snprintf(line, LINE, "%llu, %llu", o->samples, o->seed);
        carom_document_word(document, (carom_fact){.title = "samples, seed"}, line);
    }
    free(line);
    carom_document_paragraph(document,
                             "carom report --verify report.html computes everything again from the data in the "
                             "HTML file and compares each byte except the date.");
    json_t *data = json_pack("{s:s,s:s,s:o}", "format", "carom report 1", "version", carom_version(), "words", words);
    if (o->file) json_object_set_new(data, "file", json_string(o->file));
    if (o->text) json_object_set_new(data, "text", json_stringn(o->text, o->length));
    carom_document_data(document, NULL, data);
}

int carom_report_save(carom_document *document, const carom_page *page, const char *out) {
    if (carom_document_save(document, page, out)) return CAROM_EXIT_FINE;
    carom_say("%s: %s", out, strerror(errno));
    return CAROM_EXIT_IO;
}
