// Writes the page of a sweep.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/sweep.h"
#include "cli/exit.h"
#include "cli/html/page.h"
#include "cli/lookup/before.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/map/sweep_picture.h"
#include "cli/print/words.h"
#include "cli/report/again.h"
#include "cli/report/impact.h"
#include "cli/report/names.h"
#include "cli/report/pages.h"
#include "mods/scenario/bodies_read.h"
#include "mods/sweep/importance.h"
#include "mods/sweep/reported.h"
#include "mods/sweep/sweep.h"

typedef struct {
    carom_sweep_results *results;
    const carom_sweep *study;
    carom_sweep_info shape;
    const carom_units *units;
    const carom_origin *origin;
    const json_t *document;
    uint64_t typical;
    bool has_typical;
    const carom_impact_view *view; // the typical case; NULL if there is none
} page;

static carom_unit unit_of(const page *p, int output) {
    return carom_units_find(p->units, carom_sweep_output_at(p->study, output).unit);
}

static const char *input_label(const page *p, int input, char *text, size_t size) {
    return carom_name_input(carom_sweep_name(p->study, CAROM_SWEEP_NAME_INPUT, input),
                            json_object_get(p->document, "scenario"), text, size);
}

static const char *input_unit(const page *p, int input) {
    return carom_name_input_unit(carom_sweep_name(p->study, CAROM_SWEEP_NAME_INPUT, input));
}

static const char *output_label(const page *p, int output, char *text, size_t size) {
    const carom_sweep_output info = carom_sweep_output_at(p->study, output);
    return carom_name_output(info.name, info.body, text, size);
}

static const char *output_unit(const page *p, int output) {
    const char *name = unit_of(p, output).name;
    return strcmp(name, "1") ? name : "";
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
    const char *contact = strrchr(carom_sweep_name(p->study, CAROM_SWEEP_NAME_LAW, law), '[');
    for (int first = 0; first < law && p->study->file.study.many && contact; first++) {
        const char *other = strrchr(carom_sweep_name(p->study, CAROM_SWEEP_NAME_LAW, first), '[');
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

static void put_summary(FILE *to, const page *p) {
    uint64_t answers = 0, broken = 0;
    for (int law = 0; law < p->shape.laws; law++) {
        answers += carom_sweep_count(p->results, law, CAROM_SWEEP_COUNT_ANSWERS, 0);
        broken += violations(p, law);
    }
    const bool clean = !broken && answers == p->shape.samples * (uint64_t)p->shape.laws;
    carom_page_box(to, clean ? "good" : "warn", clean ? "valid" : "violations");
    fprintf(to,
            "<p>%llu samples, seed %llu, %d law%s. %llu of %llu results exist, with %llu violations in them. The "
            "section on checks lists what is missing.</p>",
            (unsigned long long)p->shape.samples, (unsigned long long)p->shape.seed, p->shape.laws,
            p->shape.laws == 1 ? "" : "s", (unsigned long long)answers,
            (unsigned long long)(p->shape.samples * (uint64_t)p->shape.laws), (unsigned long long)broken);
    carom_page_end_box(to);
    int output = 0;
    const double share = law_share(p, &output);
    if (!(share > CAROM_LAW_SHARE)) return;
    carom_page_box(to, "warn", "law");
    char label[200], text[32];
    carom_page_words(to, "<p><strong>The result depends on the law.</strong> The median of ",
                     output_label(p, output, label, sizeof label), " ");
    fprintf(to, "differs by up to %s %% from that of the first law; the limit for this warning is %.0f %%.</p>",
            carom_part_share(share, CAROM_LAW_SHARE, text), 100.0 * CAROM_LAW_SHARE);
    carom_page_end_box(to);
}

// Writes the inputs.

static const char *note_of(const page *p, int input) {
    const json_t *inputs = json_object_get(p->document, "inputs");
    const json_t *one = json_object_get(inputs, carom_sweep_name(p->study, CAROM_SWEEP_NAME_INPUT, input));
    const char *note = json_string_value(json_object_get(one, "note"));
    return note ? note : "";
}

static void put_inputs(FILE *to, const page *p) {
    bool sources = false;
    for (int k = 0; k < p->shape.inputs; k++) sources = sources || *note_of(p, k);
    const char *const heads[] = {"input", "distribution", "unit", "in the file", sources ? "source, as stated" : NULL,
                                 NULL};
    fputs("<h2>Inputs that vary</h2>\n", to);
    carom_page_table(to, NULL, heads);
    for (int k = 0; k < p->shape.inputs; k++) {
        char text[160], label[200];
        carom_page_row(to);
        carom_page_cell(to, input_label(p, k, label, sizeof label));
        carom_page_cell(to, carom_sweep_spread(p->study, k, text, sizeof text));
        carom_page_cell(to, input_unit(p, k));
        carom_page_words(to, "<td class=soft>", carom_sweep_name(p->study, CAROM_SWEEP_NAME_INPUT, k), "</td>");
        if (sources) carom_page_cell(to, note_of(p, k));
    }
    carom_page_end_table(to);
    if (!sources)
        fputs("<p class=soft>The file states no sources; a <code>note</code> in an input states one.</p>\n", to);
    fputs("<h2>All inputs of the scenario</h2>\n", to);
    const char *varied[CAROM_SWEEP_INPUTS + 1] = {NULL};
    for (int k = 0; k < p->shape.inputs; k++) varied[k] = carom_sweep_name(p->study, CAROM_SWEEP_NAME_INPUT, k);
    carom_part_inputs(to, json_object_get(p->document, "scenario"), varied);
}

// Writes the results.

static void put_quantiles(FILE *to, const page *p, int law, int k) {
    static const double shares[] = {0.05, 0.5, 0.95};
    const int n = p->shape.inputs + p->shape.outputs, at = p->shape.inputs + k;
    const double factor = unit_of(p, k).factor;
    double *m = malloc((size_t)n * (size_t)(n + 3) * sizeof *m);
    if (!m) return;
    carom_sweep_moments(p->results, law, m, m + 3 * n, m + n, m + 2 * n);
    // Print rounding errors as 0.
    const double least = 1e-12 * fmax(fabs(m[n + at]), fabs(m[2 * n + at]));
    double row[7] = {0.0, 0.0, 0.0, m[at], sqrt(m[3 * n + at * n + at]), m[n + at], m[2 * n + at]};
    for (int q = 0; q < 3; q++) row[q] = carom_sweep_quantile(p->results, law, k, shares[q]);
    for (int i = 0; i < 7; i++) carom_page_number(to, fabs(row[i]) < least ? 0.0 : factor * row[i]);
    carom_page_cell(to, output_unit(p, k));
    free(m);
}

static void put_table(FILE *to, const page *p) {
    const bool several = p->shape.laws > 1;
    static const char *const heads[] = {"result", "law",     "#5 %",     "#median", "#95 %", "#mean",
                                        "#sd",    "#lowest", "#highest", "unit",    NULL};
    static const char *const one[] = {"result", "#5 %",    "#median",  "#95 %", "#mean",
                                      "#sd",    "#lowest", "#highest", "unit",  NULL};
    carom_page_long_table(to, several ? heads : one);
    for (int k = 0; k < p->shape.outputs; k++)
        for (int law = 0; law < p->shape.laws; law++) {
            char label[200];
            carom_page_row(to);
            carom_page_cell(to, law ? "" : output_label(p, k, label, sizeof label));
            if (several) carom_page_cell(to, carom_sweep_name(p->study, CAROM_SWEEP_NAME_LAW, law));
            put_quantiles(to, p, law, k);
        }
    carom_page_end_table(to);
    fputs("<p class=soft>5 % and 95 % are percentiles. Percentiles have a relative error of at most 1/32.</p>\n", to);
}

// Names the horizontal axes like the tables of the page, starting with output `first` of those that have a histogram.
static void name_axes(carom_figure *figure, const page *p, int first) {
    for (int k = 0, panel = -first; figure && k < p->shape.outputs && panel < figure->panel_count; k++) {
        char label[200], axis[260];
        if (!carom_sweep_output_at(p->study, k).histogram || panel++ < 0) continue;
        const char *unit = output_unit(p, k);
        snprintf(axis, sizeof axis, "%s%s%s", output_label(p, k, label, sizeof label), *unit ? ", " : "", unit);
        carom_panel_axes(figure->panels[panel - 1], axis, "density");
    }
}

static bool put_histograms(FILE *to, const page *p) {
    int asked;
    fputs("<h2>Histograms</h2>\n", to);
    // Pictures with few panels fill printed pages better. But many pictures make the file large, because each contains
    // its own letters.
    carom_sweep_figure_part(p->results, p->units, p->shape.outputs, 2, &asked);
    const int panels = asked > 6 ? 6 : 2;
    for (int first = 0; first < asked; first += panels) {
        int unused;
        carom_figure *figure = carom_sweep_figure_part(p->results, p->units, first, panels, &unused);
        if (figure && panels > 2) figure->height *= 0.72;
        name_axes(figure, p, first);
        if (!carom_page_figure(to, figure, "Histograms, as probability density.")) return false;
    }
    return true;
}

// Writes the inputs that matter.

static void put_estimate(FILE *to, const carom_estimate *e) {
    double shown[3] = {e->value, e->low, e->high};
    for (int i = 0; i < 3; i++)
        if (fabs(shown[i]) < 0.005) shown[i] = 0.0; // avoid printing "-0.00"
    if (isnan(e->value))
        fputs("<td class=n>–</td><td class=n></td>", to);
    else
        fprintf(to, "<td class=n>%.2f</td><td class=n>%.2f to %.2f</td>", shown[0], shown[1], shown[2]);
}

// In a long report, inputs whose indices are below these have no row.
#define LEAST_RANK  0.1
#define LEAST_SOBOL 0.05

static bool matters(const carom_importance *one) {
    return fabs(one->rank.value) >= LEAST_RANK || one->first.value >= LEAST_SOBOL || one->total.value >= LEAST_SOBOL;
}

static void put_importance(FILE *to, const page *p) {
    static const char *const heads[] = {
        "result",    "input",         "#rank correlation", "#interval", "#Sobol, first order",
        "#interval", "#Sobol, total", "#interval",         NULL};
    carom_importance *list = calloc((size_t)(p->shape.inputs * p->shape.outputs) + 1, sizeof *list);
    const size_t used = list ? carom_sweep_importance(p->results, 0, list) : 0;
    const bool brief = p->shape.outputs > 6;
    bool grouped = false;
    carom_page_words(to, "<h2>Which inputs matter</h2>\n<p>For the law ",
                     carom_sweep_name(p->study, CAROM_SWEEP_NAME_LAW, 0), "");
    fprintf(to, ", from two sets of %zu random samples.", used);
    if (brief)
        fprintf(to, " An input has no row if its rank correlation is below %.2g and its Sobol indices are below %.2g.",
                LEAST_RANK, LEAST_SOBOL);
    fputs("</p>\n", to);
    if (used) carom_page_long_table(to, heads);
    for (int k = 0; k < p->shape.outputs && used; k++) {
        char label[200];
        bool first = true;
        for (int i = 0; i < p->shape.inputs; i++) {
            const carom_importance *one = &list[k * p->shape.inputs + i];
            if (brief && !matters(one)) continue;
            carom_page_row(to);
            carom_page_cell(to, first ? output_label(p, k, label, sizeof label) : "");
            carom_page_words(to, "<td class=w>", input_label(p, i, label, sizeof label),
                             one->grouped ? " *</td>" : "</td>");
            put_estimate(to, &one->rank);
            put_estimate(to, &one->first);
            put_estimate(to, &one->total);
            fputs("</tr>\n", to);
            grouped = grouped || one->grouped;
            first = false;
        }
    }
    if (used) carom_page_end_table(to);
    if (grouped) fputs("<p class=soft>* The Sobol indices are those of the group of correlated inputs.</p>\n", to);
    free(list);
}

// Writes the worst and the typical case.

static void put_cases(FILE *to, const page *p) {
    double inputs[2][CAROM_SWEEP_INPUTS], outputs[2][CAROM_OUTPUT_COUNT];
    carom_sweep_case worst;
    char label[200];
    const bool has_worst = carom_sweep_worst(p->results, 0, 0, &worst);
    const uint64_t sample[2] = {has_worst ? worst.sample : p->typical, p->typical};
    fputs("<h2>The worst and the typical case</h2>\n", to);
    if (has_worst) {
        fprintf(to, "<p>The worst case has the %s ", p->shape.worst_low ? "lowest" : "highest");
        carom_page_words(to, "", output_label(p, p->shape.worst_of, label, sizeof label), ".</p>\n");
    } else
        fputs("<p>The sweep keeps no worst cases; the key <code>worst</code> of the file keeps them.</p>\n", to);
    if (p->has_typical) fputs("<p>The typical case is the sample that is nearest to all medians.</p>\n", to);
    if (!has_worst && !p->has_typical) return;
    const int first = has_worst ? 0 : 1, last = p->has_typical ? 1 : 0;
    char head[2][60];
    for (int i = first; i <= last; i++) {
        snprintf(head[i], sizeof head[i], "#%s (sample %llu)", i ? "typical" : "worst", (unsigned long long)sample[i]);
        carom_sweep_sample_inputs(p->results, sample[i], inputs[i]);
        carom_sweep_sample_outputs(p->results, 0, sample[i], outputs[i]);
    }
    const char *const heads[] = {"quantity", head[first], last > first ? head[last] : "unit",
                                 last > first ? "unit" : NULL, NULL};
    carom_page_table(to, NULL, heads);
    for (int k = 0; k < p->shape.inputs + p->shape.outputs; k++) {
        const int output = k - p->shape.inputs;
        carom_page_row(to);
        carom_page_cell(to, output < 0 ? input_label(p, k, label, sizeof label)
                                       : output_label(p, output, label, sizeof label));
        for (int i = first; i <= last; i++)
            carom_page_number(to, output < 0 ? inputs[i][k] : unit_of(p, output).factor * outputs[i][output]);
        carom_page_cell(to, output < 0 ? input_unit(p, k) : output_unit(p, output));
    }
    carom_page_end_table(to);
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

static void put_typical(FILE *to, const page *p) {
    if (!p->view) return;
    fputs("<h2>The typical case in detail</h2>\n", to);
    carom_impact_put_results(to, p->view);
    fputs("<h3>Energy and momentum</h3>\n", to);
    carom_impact_put_balance(to, p->view);
    fputs("<h3>Checks of the typical case</h3>\n", to);
    carom_impact_put_checks(to, p->view);
}

// Writes the checks.

static void put_checks(FILE *to, const page *p) {
    static const char *const heads[] = {"law", "#results", "", "#samples", NULL};
    fputs("<h2>Checks of all samples</h2>\n", to);
    carom_page_table(to, "Violations and statuses without a result.", heads);
    for (int law = 0; law < p->shape.laws; law++) {
        bool any = false;
        for (int kind = 0; kind < 2; kind++)
            for (int i = 0; i < (kind ? (int)CAROM_STATUS_END : 32); i++) {
                const int bit = kind ? i : (int)(1u << (i < 31 ? i : 30));
                const char *name =
                    kind ? carom_status_name((carom_status)i) : carom_enum_name(CAROM_ENUM_VIOLATION, bit);
                if (!kind && !name) break;
                if (kind && (!name || carom_status_classify((carom_status)i) == CAROM_CLASS_OK)) continue;
                const uint64_t count = kind ? carom_sweep_count(p->results, law, CAROM_SWEEP_COUNT_STATUS, i)
                                            : carom_sweep_count(p->results, law, CAROM_SWEEP_COUNT_VIOLATION, bit);
                if (!count) continue;
                any = true;
                carom_page_row(to);
                carom_page_cell(to, carom_sweep_name(p->study, CAROM_SWEEP_NAME_LAW, law));
                fprintf(to, "<td class=n>%llu</td>",
                        (unsigned long long)carom_sweep_count(p->results, law, CAROM_SWEEP_COUNT_ANSWERS, 0));
                carom_page_cell(to, name);
                fprintf(to, "<td class=n>%llu</td></tr>\n", (unsigned long long)count);
            }
        if (any) continue;
        carom_page_row(to);
        carom_page_cell(to, carom_sweep_name(p->study, CAROM_SWEEP_NAME_LAW, law));
        fprintf(to, "<td class=n>%llu</td><td>none</td><td class=n>0</td></tr>\n",
                (unsigned long long)carom_sweep_count(p->results, law, CAROM_SWEEP_COUNT_ANSWERS, 0));
    }
    carom_page_end_table(to);
    carom_impact_put_limits(to);
}

static bool put_page(FILE *to, const void *what) {
    const page *p = what;
    carom_page_begin(to, "Uncertainty report", "Uncertainty report");
    carom_part_front(to, "Report of a sweep", p->origin);
    put_summary(to, p);
    fputs("<h2>Results</h2>\n", to);
    put_table(to, p);
    if (p->view && !carom_impact_put_scene(to, p->view)) return false;
    if (p->view) fputs("<p class=soft>The scene is that of the typical case, described below.</p>\n", to);
    put_inputs(to, p);
    if (!put_histograms(to, p)) return false;
    put_importance(to, p);
    put_cases(to, p);
    put_typical(to, p);
    put_checks(to, p);
    carom_part_glossary(to,
                        (const char *const[]){"percentile", "rank correlation", "Sobol index", "delta-v",
                                              "closing speed", "approach speed", "PDOF", "yaw rate", "common velocity",
                                              "crush energy", "EBS", "impulse ratio", "momentum", NULL});
    carom_part_origin(to, p->origin);
    fputs("<table class=\"sign keep\"><tbody><tr><td><span>Name</span></td><td><span>Date, "
          "signature</span></td></tr></tbody></table>\n",
          to);
    carom_page_end(to);
    return true;
}

int carom_page_sweep(const char *out, carom_sweep_results *results, const carom_units *units,
                     const carom_origin *origin) {
    page p = {.results = results, .study = carom_sweep_study(results), .units = units};
    p.shape = carom_sweep_describe(p.study);
    if (carom_sweep_done(results) < p.shape.samples) {
        carom_say("the sweep is not finished: %llu of %llu samples; `carom sweep ... --resume` continues it",
                  (unsigned long long)carom_sweep_done(results), (unsigned long long)p.shape.samples);
        return CAROM_EXIT_USAGE;
    }
    carom_origin made = *origin;
    if (!made.text) made.text = p.study->file.text, made.length = strlen(made.text);
    made.seed = p.shape.seed;
    made.samples = p.shape.samples;
    p.origin = &made;
    // Read the text again, because computing samples changes the document of the study.
    json_t *stated = json_loadb(made.text, made.length, 0, NULL);
    p.document = stated;
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
    const int exit = carom_page_write(out, put_page, &p);
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
