// Writes the page of a sweep.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "cli/exit.h"
#include "cli/lookup/before.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/map/sweep_picture.h"
#include "cli/print/words.h"
#include "cli/report/impact.h"
#include "cli/report/pages.h"
#include "cli/report/sweep.h"
#include "mods/scenario/bodies_read.h"
#include "mods/sweep/importance.h"
#include "mods/sweep/reported.h"
#include "mods/sweep/sweep.h"

typedef carom_sweep_view page;

// Names inputs in the words of crash reconstruction.

static const char *input_path(const page *p, int input) {
    return carom_sweep_name(p->study, CAROM_SWEEP_NAME_INPUT, input);
}

// Splits "velocity[1]" into its key and its index. Returns the index, or -1.
static int split(char *key) {
    char *bracket = strchr(key, '[');
    if (!bracket) return -1;
    *bracket = 0;
    return bracket[1] >= '0' && bracket[1] <= '9' && bracket[2] == ']' ? bracket[1] - '0' : -1;
}

// Returns the owner of a path that passes through this part of a list: the name of the body or link, or "link 2".
static const char *owner_of(const page *p, const char *key, int index) {
    const json_t *scenario = json_object_get(p->file, "scenario");
    const bool link = !strcmp(key, "links");
    const json_t *list =
        link ? json_object_get(json_object_get(scenario, "chain"), "links") : json_object_get(scenario, "bodies");
    const char *name = json_string_value(json_object_get(json_array_get(list, (size_t)index), "name"));
    return name   ? carom_document_text(p->document, "%s", name)
           : link ? carom_document_text(p->document, "link %d", index)
                  : carom_document_text(p->document, "body %c", index ? 'B' : 'A');
}

// Returns the name of an input: "eastbound: velocity" for "bodies[0].velocity.size.kmh". Parts that only state the form
// of a number are left out.
static const char *input_label(const page *p, int input) {
    static const char *const silent[] = {"size", "kmh", "mph", "deg", "rad", "lb", "params", "chain"};
    char words[200] = "", keys[200], *rest;
    const char *owner = NULL;
    snprintf(keys, sizeof keys, "%s", input_path(p, input));
    for (char *key = strtok_r(keys, ".", &rest); key; key = strtok_r(NULL, ".", &rest)) {
        const int index = split(key);
        bool shown = true;
        for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) shown = shown && strcmp(silent[i], key) != 0;
        if (index >= 0 && (!strcmp(key, "links") || !strcmp(key, "bodies")))
            owner = owner_of(p, key, index);
        else if (shown)
            carom_join(words, sizeof words, " ", key);
        if (shown && index >= 0 && index < 3 && strcmp(key, "links") != 0 && strcmp(key, "bodies") != 0)
            carom_join(words, sizeof words, " ", (const char *const[]){"x", "y", "z"}[index]);
    }
    return carom_document_text(p->document, "%s%s%s", owner ? owner : "", owner ? ": " : "", words);
}

// Returns the unit of an input: that of its last key, or of the key before an index or "size".
static const char *input_unit(const page *p, int input) {
    char keys[200], *rest, *last = "";
    snprintf(keys, sizeof keys, "%s", input_path(p, input));
    for (char *key = strtok_r(keys, ".", &rest); key; key = strtok_r(NULL, ".", &rest)) {
        split(key);
        if (strcmp(key, "size") != 0) last = key;
    }
    return carom_input_unit(last);
}

static uint64_t violations(const page *p, int law) {
    uint64_t count = 0;
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_VIOLATION, (int)bit); bit <<= 1)
        count += carom_sweep_count(p->results, law, CAROM_SWEEP_COUNT_VIOLATION, (int)bit);
    return count;
}

// Returns the first law of the same contact: "brach[1]" is compared with "routh[1]". With one contact, it is the first
// law.
static int reference_of(const page *p, int law) {
    const char *contact = strrchr(carom_sweep_law(p, law), '[');
    for (int first = 0; first < law && p->study->file.study.many && contact; first++) {
        const char *other = strrchr(carom_sweep_law(p, first), '[');
        if (other && !strcmp(contact, other)) return first;
    }
    return p->study->file.study.many && contact ? law : 0;
}

// Returns the largest relative difference between the median of any law and that of the first law, and sets *output to
// its output. Skips directions.
static double law_share(const page *p, int *output) {
    double share = 0.0;
    for (int k = 0; k < p->shape.outputs; k++) {
        if (!strcmp(carom_sweep_output_at(p->study, k).unit, "deg")) continue;
        for (int law = 1; law < p->shape.laws; law++) {
            const double own = carom_sweep_quantile(p->results, reference_of(p, law), k, 0.5);
            const double other = carom_sweep_quantile(p->results, law, k, 0.5);
            if (!(fabs(own) > 0.0) || !(fabs(other - own) > share * fabs(own))) continue;
            share = fabs(other - own) / fabs(own);
            *output = k;
        }
    }
    return share;
}

static void add_summary(const page *p) {
    uint64_t answers = 0, broken = 0;
    const uint64_t all = p->shape.samples * (uint64_t)p->shape.laws;
    for (int law = 0; law < p->shape.laws; law++) {
        answers += carom_sweep_count(p->results, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
        broken += violations(p, law);
    }
    const bool clean = !broken && answers == all;
    carom_document_note(p->document, clean ? CAROM_NOTE_OK : CAROM_NOTE_WARNING, clean ? "valid" : "violations",
                        clean ? "Every sample has a result without violations."
                              : "Not every sample has a valid result.",
                        "%llu samples, seed %llu, %d law%s. %llu of %llu results exist, with %llu violations in them. "
                        "The tables of modes and violations list what is missing.",
                        (unsigned long long)p->shape.samples, (unsigned long long)p->shape.seed, p->shape.laws,
                        p->shape.laws == 1 ? "" : "s", (unsigned long long)answers, (unsigned long long)all,
                        (unsigned long long)broken);
    int output = 0;
    const double share = law_share(p, &output);
    carom_impact_warn(p->document,
                      carom_document_text(p->document, "The median of %s", carom_sweep_output_title(p, output)), share);
}

static void add_results(const page *p) {
    carom_document_heading(p->document, "Results");
    carom_sweep_quantiles(p, 0, p->shape.outputs);
    carom_document_paragraph(p->document,
                             "5 %% and 95 %% are percentiles. Percentiles have a relative error of at most 1/32.");
}

static void add_inputs(const page *p) {
    static const carom_document_column columns[] = {{.title = "input"},
                                                    {.title = "distribution"},
                                                    {.title = "unit"},
                                                    {.title = "in the file"},
                                                    {.title = "source, as stated"}};
    const json_t *inputs = json_object_get(p->file, "inputs");
    const char *varied[CAROM_SWEEP_INPUTS + 1] = {NULL};
    carom_document_heading(p->document, "Inputs that vary");
    carom_document_table(p->document, NULL, columns, 5);
    for (int k = 0; k < p->shape.inputs; k++) {
        const char *note = json_string_value(json_object_get(json_object_get(inputs, input_path(p, k)), "note"));
        char text[160];
        varied[k] = input_path(p, k);
        carom_document_cell(p->document, "%s", input_label(p, k));
        carom_document_cell(p->document, "%s", carom_sweep_spread(p->study, k, text, sizeof text));
        carom_document_cell(p->document, "%s", input_unit(p, k));
        carom_document_cell(p->document, "%s", varied[k]);
        carom_document_cell(p->document, "%s", note ? note : "");
    }
    carom_document_paragraph(p->document, "A note in an input states its source.");
    carom_document_heading(p->document, "All inputs of the scenario");
    carom_report_inputs(p->document, json_object_get(p->file, "scenario"), varied);
}

// Names the horizontal axes like the tables of the page, starting with output `first` of those that have a histogram.
static void name_axes(carom_figure *figure, const page *p, int first) {
    for (int k = 0, panel = -first; figure && k < p->shape.outputs && panel < figure->panel_count; k++) {
        if (!carom_sweep_output_at(p->study, k).histogram || panel++ < 0) continue;
        const char *unit = carom_sweep_output_unit(p, k), *label = carom_sweep_output_title(p, k);
        carom_panel_axes(figure->panels[panel - 1],
                         *unit ? carom_document_text(p->document, "%s, %s", label, unit) : label, "density");
    }
}

static void add_histograms(const page *p) {
    int asked, unused;
    carom_document_heading(p->document, "Histograms");
    // Pictures with few panels fill printed pages better. But many pictures make the file large, because each contains
    // its own letters.
    carom_sweep_figure_part(p->results, p->units, p->shape.outputs, 2, &asked);
    const int panels = asked > 6 ? 6 : 2;
    for (int first = 0; first < asked; first += panels) {
        carom_figure *figure = carom_sweep_figure_part(p->results, p->units, first, panels, &unused);
        if (figure && panels > 2) figure->height *= 0.72;
        name_axes(figure, p, first);
        carom_document_figure(p->document, figure, "Histograms, as probability density.");
    }
}

// Adds the inputs that matter.

static void add_estimate(const page *p, const carom_estimate *e) {
    const double row[] = {e->value, e->low, e->high};
    for (int i = 0; i < 3; i++) carom_document_cell_number(p->document, row[i], 0.0);
}

// In a long report, inputs whose indices are below these have no row.
#define LEAST_RANK  0.1
#define LEAST_SOBOL 0.05

static bool matters(const carom_importance *one) {
    return fabs(one->rank.value) >= LEAST_RANK || one->first.value >= LEAST_SOBOL || one->total.value >= LEAST_SOBOL;
}

static void add_importance(const page *p) {
    static const carom_document_column columns[] = {{.title = "result"},
                                                    {.title = "input"},
                                                    {.title = "rank correlation", .digits = -2},
                                                    {.title = "from", .digits = -2},
                                                    {.title = "to", .digits = -2},
                                                    {.title = "Sobol, first order", .digits = -2},
                                                    {.title = "from", .digits = -2},
                                                    {.title = "to", .digits = -2},
                                                    {.title = "Sobol, total", .digits = -2},
                                                    {.title = "from", .digits = -2},
                                                    {.title = "to", .digits = -2}};
    carom_importance *list = carom_resize(NULL, (size_t)(p->shape.inputs * p->shape.outputs) + 1, sizeof *list);
    const size_t used = carom_sweep_importance(p->results, 0, list);
    const bool brief = p->shape.outputs > 6;
    bool grouped = false;
    carom_document_heading(p->document, "Which inputs matter");
    carom_document_paragraph(p->document, "For the law %s, from two sets of %zu random samples.", carom_sweep_law(p, 0),
                             used);
    if (brief)
        carom_document_paragraph(p->document,
                                 "An input has no row if its rank correlation is below %.2g and its Sobol indices are "
                                 "below %.2g.",
                                 LEAST_RANK, LEAST_SOBOL);
    if (used) carom_document_table(p->document, NULL, columns, 11);
    for (int k = 0; k < p->shape.outputs && used; k++)
        for (int i = 0; i < p->shape.inputs; i++) {
            const carom_importance *one = &list[k * p->shape.inputs + i];
            if (brief && !matters(one)) continue;
            carom_document_cell(p->document, "%s", carom_sweep_output_title(p, k));
            carom_document_cell(p->document, "%s%s", input_label(p, i), one->grouped ? " *" : "");
            add_estimate(p, &one->rank);
            add_estimate(p, &one->first);
            add_estimate(p, &one->total);
            grouped = grouped || one->grouped;
        }
    if (grouped)
        carom_document_paragraph(p->document, "* The Sobol indices are those of the group of correlated inputs.");
    free(list);
}

static void add_cases(const page *p) {
    double inputs[2][CAROM_SWEEP_INPUTS], outputs[2][CAROM_OUTPUT_COUNT];
    carom_sweep_case worst;
    const bool has_worst = carom_sweep_worst(p->results, 0, 0, &worst);
    const uint64_t sample[2] = {has_worst ? worst.sample : p->typical, p->typical};
    const char *heads[3] = {NULL};
    carom_document_heading(p->document, "The worst and the typical case");
    if (has_worst)
        carom_document_paragraph(p->document, "The worst case has the %s %s.",
                                 p->shape.worst_low ? "lowest" : "highest",
                                 carom_sweep_output_title(p, p->shape.worst_of));
    else
        carom_document_paragraph(p->document,
                                 "The sweep keeps no worst cases; the key \"worst\" of the file keeps them.");
    if (p->has_typical)
        carom_document_paragraph(p->document, "The typical case is the sample that is nearest to all medians.");
    const int first = has_worst ? 0 : 1, count = has_worst + p->has_typical;
    for (int i = 0; i < count; i++) {
        heads[i] = carom_document_text(p->document, "%s (sample %llu)", first + i ? "typical" : "worst",
                                       (unsigned long long)sample[first + i]);
        carom_sweep_sample_inputs(p->results, sample[first + i], inputs[i]);
        carom_sweep_sample_outputs(p->results, 0, sample[first + i], outputs[i]);
    }
    if (count) carom_document_list(p->document, heads);
    for (int k = 0; k < p->shape.inputs + p->shape.outputs && count; k++) {
        const int o = k - p->shape.inputs;
        const carom_fact fact = {.title = o < 0 ? input_label(p, k) : carom_sweep_output_title(p, o),
                                 .unit = o < 0 ? input_unit(p, k) : carom_sweep_output_at(p->study, o).unit};
        double row[2];
        for (int i = 0; i < count; i++) row[i] = o < 0 ? inputs[i][k] : outputs[i][o];
        carom_document_numbers(p->document, fact, row, count);
    }
}

// Reads the typical sample as a problem; in an inverse sweep, computes the velocities before its impact.
static bool read_typical(const page *p, carom_problem *problem, carom_problem *whole, json_t **document,
                         carom_bodies *bodies) {
    carom_error refusal;
    const size_t length = p->has_typical ? carom_sweep_sample_scenario(p->results, 0, p->typical, NULL, 0) : 0;
    char *text = length ? malloc(length + 1) : NULL;
    const bool written = text && carom_sweep_sample_scenario(p->results, 0, p->typical, text, length + 1);
    *document = written ? json_loads(text, 0, NULL) : NULL;
    free(text);
    *problem = *whole = carom_problem_new(carom_tables_modules());
    if (!*document || p->study->file.study.many ||
        !carom_problem_read(problem, *document, (carom_source){.text = NULL}, &refusal))
        return false;
    problem->units = *p->units;
    if (!p->study->file.study.backwards) return true;
    carom_inverse at[CAROM_MAX_INVERSES];
    int count = 0;
    carom_error unused;
    if (!carom_problem_whole(problem, &unused)) return false;
    carom_collide_inverse(problem->law, &problem->contact, &problem->params, at, &count);
    if (count != 1) return false;
    *whole = *problem;
    *problem = carom_problem_before(whole, &at[0], bodies);
    return true;
}

static void add_typical(const page *p) {
    if (!p->view) return;
    carom_document_heading(p->document, "The typical case in detail");
    carom_impact_results(p->document, p->view);
    carom_document_subheading(p->document, "Checks of the typical case");
    carom_impact_check_table(p->document, p->view);
}

static carom_document *document_of(page *p, const carom_origin *origin) {
    p->document = carom_document_new(p->units);
    carom_report_about(p->document, origin);
    add_summary(p);
    add_results(p);
    if (p->view) {
        carom_impact_scene(p->document, p->view);
        carom_document_paragraph(p->document, "The scene is that of the typical case, described below.");
    }
    add_inputs(p);
    add_histograms(p);
    add_importance(p);
    add_cases(p);
    add_typical(p);
    carom_sweep_counts(p);
    carom_sweep_modes(p);
    carom_document_heading(p->document, "Checks");
    carom_impact_limits(p->document);
    carom_report_origin(p->document, origin);
    return p->document;
}

int carom_page_sweep(const char *out, carom_sweep_results *results, const carom_units *units,
                     const carom_origin *origin) {
    page p = carom_sweep_view_of(results, units);
    if (carom_sweep_done(results) < p.shape.samples) {
        carom_say("the sweep is not finished: %llu of %llu samples; `carom sweep ... --resume` continues it",
                  (unsigned long long)carom_sweep_done(results), (unsigned long long)p.shape.samples);
        return CAROM_EXIT_USAGE;
    }
    carom_origin made = *origin;
    if (!made.text) made.text = p.study->file.text, made.length = strlen(made.text);
    made.seed = p.shape.seed;
    made.samples = p.shape.samples;
    // Read the text again, because computing samples changes the document of the study.
    json_t *stated = json_loadb(made.text, made.length, 0, NULL);
    p.file = stated;
    p.has_typical = carom_sweep_typical(results, 0, &p.typical);
    carom_problem problem, whole; // `whole` is the problem as given in the file, for an inverse sweep
    carom_answer answer;
    carom_bodies bodies;
    json_t *document;
    carom_report *report = NULL;
    if (read_typical(&p, &problem, &whole, &document, &bodies)) {
        carom_answer_problem(&problem, &answer);
        const bool hit = carom_answer_stands(&answer) && answer.status != CAROM_NO_IMPACT;
        report = hit ? carom_report_of(&problem, &answer) : NULL;
    }
    const carom_impact_view view = {&problem, report, NULL};
    if (report) p.view = &view;
    const carom_page head = {"Uncertainty report", "Report of a sweep", made.file, true};
    const int exit = carom_report_save(document_of(&p, &made), &head, out);
    carom_report_free(report);
    carom_problem_free(whole.bodies ? &whole : &problem);
    json_decref(document);
    json_decref(stated);
    return exit;
}

// Reads the study of a page without "columns", which would only fill the disk.
static carom_sweep *parse_again(const json_t *text) {
    json_t *document = json_loadb(json_string_value(text), json_string_length(text), JSON_REJECT_DUPLICATES, NULL);
    carom_error why;
    if (carom_is_object(document)) json_object_del(document, "columns");
    char *words = json_dumps(document, 0);
    carom_sweep *study = words ? carom_sweep_parse(words, strlen(words), 0, carom_tables_modules(), &why) : NULL;
    if (words && !study) carom_say("%s", why.detail);
    free(words);
    json_decref(document);
    return study;
}

int carom_again_sweep(const json_t *data, int argc, char **argv, const char *out, double seconds) {
    const json_t *text = json_object_get(data, "text");
    const char *file = json_string_value(json_object_get(data, "file")), *list = NULL;
    carom_error why;
    char path[640];
    if (!carom_is_string(text) || !file) return CAROM_EXIT_INPUT;
    for (int i = 1; i + 1 < argc; i++)
        if (!strcmp(argv[i], "--units")) list = argv[i + 1];
    carom_sweep *study = parse_again(text);
    if (!study) return CAROM_EXIT_INPUT;
    const double needed = (double)carom_sweep_describe(study).samples / carom_sweep_measure_rate(study);
    if (!(needed <= seconds)) {
        carom_say("the sweep takes about %.3g s of processor time, more than %g s; --limit allows more", needed,
                  seconds);
        carom_sweep_free(study);
        return CAROM_EXIT_NUMERICAL;
    }
    snprintf(path, sizeof path, "%.600s.h5", out);
    int exit = carom_sweep_run(study, path, NULL, NULL, &why) == CAROM_OK ? CAROM_EXIT_FINE : CAROM_EXIT_IO;
    carom_sweep_results *again = exit == CAROM_EXIT_FINE ? carom_sweep_open(path, carom_tables_modules(), &why) : NULL;
    if (!again) exit = CAROM_EXIT_IO;
    if (again) {
        const carom_units units = carom_sweep_units_of(again, list);
        const carom_origin origin = {.verb = "report",
                                     .argc = argc,
                                     .argv = argv,
                                     .file = file,
                                     .text = json_string_value(text),
                                     .length = json_string_length(text)};
        exit = carom_page_sweep(out, again, &units, &origin);
    }
    carom_sweep_close(again);
    carom_sweep_free(study);
    unlink(path);
    return exit;
}
