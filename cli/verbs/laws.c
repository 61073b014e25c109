// Implements carom laws: lists the laws and their properties.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/explain.h"
#include "carom/geometry.h"
#include "carom/law.h"
#include "cli/args/args.h"
#include "cli/convert/convert.h"
#include "cli/document/document.h"
#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "mods/scenario/json.h"
#include "papers/works.h"

static const char examples[] = "  carom laws\n"
                               "  carom laws routh\n"
                               "  carom laws --engines\n";
static const char about[] = "Lists the laws, or prints the coefficients, guarantees and source of one law.";

static const char *promise_words(carom_guarantee promise) {
    switch (promise) {
    case CAROM_GUARANTEE_DISSIPATIVE: return "never gains energy: dE <= 0";
    case CAROM_GUARANTEE_COULOMB: return "the impulse stays in the friction cone: P_n >= 0, |P_t| <= mu P_n";
    case CAROM_GUARANTEE_NONPENETRATING: return "the bodies separate: v_n >= 0 afterwards";
    case CAROM_GUARANTEE_HOMOGENEOUS: return "twice the speed or twice the mass, twice the impulse";
    case CAROM_GUARANTEE_CONTINUOUS: return "a small change of v makes a small change of P";
    case CAROM_GUARANTEE_UNIQUE: return "every problem has exactly one result";
    }
    return "";
}

static const struct {
    unsigned bit;
    const char *name;
    int dim;
} spaces[] = {{CAROM_2D, "2D", 2}, {CAROM_3D, "3D", 3}};

static void dims_text(unsigned dims, char *text, size_t size) {
    snprintf(text, size, "%s%s%s", dims & CAROM_2D ? "2D" : "", dims == (CAROM_2D | CAROM_3D) ? ", " : "",
             dims & CAROM_3D ? "3D" : "");
}

static json_t *dims_json(unsigned dims) {
    json_t *array = json_array();
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (dims & spaces[i].bit) json_array_append_new(array, json_integer(spaces[i].dim));
    return array;
}

// Describes the coefficients of a law.

// Writes a range: "[0, 1]"; "(0, 1]" from DBL_MIN; "(-inf, inf)" for any finite number.
static void write_range(const double range[2], char *text, size_t size) {
    if (range[0] == -DBL_MAX)
        snprintf(text, size, "(-inf, inf)");
    else if (range[1] == DBL_MAX)
        snprintf(text, size, "[%g, inf)", range[0]);
    else if (range[0] == DBL_MIN)
        snprintf(text, size, "(0, %g]", range[1]);
    else
        snprintf(text, size, "[%g, %g]", range[0], range[1]);
}

// Writes the default value of a coefficient: "mu", "poisson", "0".
static void write_default(const carom_coefficient *row, char *text, size_t size) {
    if (carom_param_required(row))
        snprintf(text, size, "required");
    else if (row->kind == CAROM_CHOICE)
        snprintf(text, size, "%s", carom_choice_at(row, (int)row->default_value));
    else if (row->kind == CAROM_LIST)
        snprintf(text, size, "none");
    else if (row->number == CAROM_PARAM_mu_static)
        snprintf(text, size, "mu");
    else
        snprintf(text, size, "%g", row->default_value);
}

// The range in a law may be narrower than the general one. A law for systems only accepts finite friction.
static void range_of(const carom_law *law, const carom_coefficient *row, double range[2]) {
    range[0] = row->lowest;
    range[1] = !law->contact && isinf(row->highest) ? DBL_MAX : row->highest;
}

static json_t *coefficient_json(const carom_law *law, const carom_coefficient *row) {
    const bool number = carom_param_varies(row) && row->default_value >= row->lowest;
    char standard[64];
    double range[2];
    const char *name;
    write_default(row, standard, sizeof standard);
    range_of(law, row, range);
    json_t *choices = json_array();
    for (int i = 0; row->kind == CAROM_CHOICE && (name = carom_choice_at(row, i)); i++)
        json_array_append_new(choices, json_string(name));
    json_t *object = json_pack("{s:s, s:s, s:s, s:o, s:s?, s:b, s:o, s:s, s:s*, s:s*}", "name", row->name, "symbol",
                               row->symbol, "unit", row->unit, "default",
                               carom_param_required(row) ? json_null()
                               : number                  ? carom_json_real(row->default_value)
                                                         : json_string(standard),
                               "alias", row->alias, "required", carom_param_required(row),
                               row->kind == CAROM_CHOICE ? "choices" : "range",
                               row->kind == CAROM_CHOICE ? json_incref(choices) : carom_json_numbers(range, 2),
                               "meaning", row->meaning, "ratio", row->ratio && *row->ratio ? row->ratio : NULL,
                               "relation", row->ratio && *row->ratio ? row->relation ? row->relation : "" : NULL);
    json_decref(choices);
    return object;
}

// Returns the same with its default and range in words.
static json_t *parameter_row(const carom_law *law, const carom_coefficient *row) {
    json_t *object = coefficient_json(law, row);
    char text[128] = "";
    const char *name;
    double range[2];
    write_default(row, text, sizeof text);
    json_object_set_new(object, "default", json_string(text));
    range_of(law, row, range);
    write_range(range, text, sizeof text);
    if (row->kind == CAROM_LIST) snprintf(text, sizeof text, "a list");
    for (int i = 0; row->kind == CAROM_CHOICE && (name = carom_choice_at(row, i)); i++)
        carom_join(i ? text : strcpy(text, ""), sizeof text, "|", name);
    json_object_set_new(object, "range", json_string(text));
    return object;
}

// Describes laws. A law for systems only has its own guarantees.

static bool solves_systems_only(const carom_law *law) {
    return !law->contact && law->system;
}

static const char *conditions_of(const carom_law *law) {
    const char *words = solves_systems_only(law) ? law->system->conditions : law->conditions;
    return words ? words : "";
}

static unsigned always_of(const carom_law *law) {
    return solves_systems_only(law) ? law->system->always : law->guarantees;
}

static json_t *guarantees_of(const carom_law *law) {
    const unsigned always = always_of(law);
    json_t *names = json_array();
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit); bit <<= 1)
        if (always & bit) json_array_append_new(names, json_string(carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit)));
    return names;
}

static json_t *law_json(const carom_law *law) {
    json_t *coefficients = json_array();
    for (int k = 0; k < law->coefficient_count; k++)
        json_array_append_new(coefficients, coefficient_json(law, &law->coefficients[k]));
    return json_pack("{s:s, s:s, s:b, s:o, s:o, s:b, s:o, s:o, s:o, s:s, s:s, s:s}", "name", law->name, "module",
                     law->module, "built", law->contact || law->system, "dims",
                     dims_json(solves_systems_only(law) ? law->solves >> 2 : law->solves), "closed_form",
                     dims_json(law->closed_form), "has_path", law->contact && law->contact->trace, "engines",
                     carom_engines_json(law->name), "coefficients", coefficients, "guarantees", guarantees_of(law),
                     "conditions", conditions_of(law), "summary", law->summary, "citation", law->citation);
}

static carom_document *describe_list(void) {
    static const carom_document_column columns[] = {
        CAROM_CELL("law", "name"),
        CAROM_CELL("solves", "~solves"),
        CAROM_CELL("parameters", "~parameters"),
        {.key = "summary", .title = "summary", .place = CAROM_COLUMN_BELOW},
    };
    carom_document *document = carom_document_new(NULL);
    json_t *rows = json_array();
    char several[512] = "", text[256];
    const char *name;
    const carom_law *law;
    for (int i = 0; (name = carom_law_names(i)); i++) {
        json_t *row = law_json(law = carom_tables_find(name));
        json_array_append_new(rows, row);
        if (!law->contact) {
            snprintf(text, sizeof text, "in the module \"%s\", which this build does not have", law->module);
            json_object_set_new(row, "~rest", json_string(text));
            continue;
        }
        dims_text(law->solves, text, sizeof text);
        json_object_set_new(row, "~solves", json_string(text));
        carom_problem_reads(law, text, sizeof text);
        json_object_set_new(row, "~parameters", json_string(text));
    }
    carom_document_rows(document, "", CAROM_COLUMNS(columns), rows);
    for (int i = 0; (law = carom_law_at(carom_tables_modules(), i, CAROM_SYSTEMS)); i++)
        if (law == carom_law_find(carom_tables_modules(), law->name, CAROM_SYSTEMS))
            carom_join(several, sizeof several, ", ", law->name);
    carom_document_paragraph(document, "For several contacts: %s", several);
    carom_document_paragraph(
        document, "`carom laws NAME` prints the meaning of its parameters, its guaranteed properties and its source.");
    return document;
}

// Describes the coefficients, their definitions and their relations to the coefficients of other laws.
static void add_coefficients(carom_document *document, const carom_law *law) {
    static const carom_document_column parameters[] = {
        CAROM_COLUMN("name"),    CAROM_COLUMN("symbol"), CAROM_COLUMN("unit"),
        CAROM_COLUMN("default"), CAROM_COLUMN("range"),  CAROM_COLUMN("meaning"),
    };
    static const carom_document_column definitions[] = {
        CAROM_TITLE("name", "name"),
        CAROM_TITLE("definition", "ratio"),
        {.title = "other laws", .path = "relation", .place = CAROM_COLUMN_BELOW},
    };
    json_t *rows = json_array(), *defined = json_array();
    for (int k = 0; k < law->coefficient_count; k++) {
        json_t *row = parameter_row(law, &law->coefficients[k]);
        json_array_append_new(rows, row);
        if (json_object_get(row, "ratio")) json_array_append(defined, row);
    }
    if (json_array_size(rows)) carom_document_heading(document, "Parameters");
    carom_document_rows(document, NULL, CAROM_COLUMNS(parameters), rows);
    if (json_array_size(defined)) carom_document_heading(document, "Coefficients");
    carom_document_rows(document, NULL, CAROM_COLUMNS(definitions), defined);
}

static void add_guarantees(carom_document *document, const carom_law *law) {
    static const carom_document_column columns[] = {{.title = "property"}, {.title = "meaning"}};
    const char *conditions = conditions_of(law);
    const unsigned always = always_of(law);
    if (always || *conditions)
        carom_document_heading(document, "Guaranteed properties, for W positive definite and v_n < 0");
    carom_document_table(document, NULL, CAROM_COLUMNS(columns));
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit); bit <<= 1) {
        if (!(always & bit)) continue;
        carom_document_cell(document, "%s", carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit));
        carom_document_cell(document, "%s", promise_words((carom_guarantee)bit));
    }
    if (!*conditions) return;
    carom_document_cell(document, "also");
    carom_document_cell(document, "%s", conditions);
}

static void add_solves(carom_document *document, const carom_law *law) {
    carom_document_heading(document, "Solves");
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (law->solves & spaces[i].bit)
            carom_document_line(document, "%s, %s", spaces[i].name,
                                law->closed_form & spaces[i].bit ? "closed form" : "iterative");
    if (law->contact)
        carom_document_line(document, "%s",
                            law->contact->trace ? "with a path in impulse space (`carom trace`)"
                                                : "from before to after, without a path");
    if (law->solves & CAROM_SYSTEM_2D) carom_document_line(document, "several contacts in 2D");
    if (law->solves & CAROM_SYSTEM_3D) carom_document_line(document, "several contacts in 3D");
}

static void add_engines(carom_document *document, const char *law) {
    const carom_engine *e;
    int found = 0;
    for (int i = 0; (e = carom_engine_at(i)); i++) {
        if (strcmp(e->law, law) != 0) continue;
        if (!found++)
            carom_document_heading(
                document, carom_document_text(document, "Engines that use this law, measured in %s", e->measured));
        carom_document_line(document, "%s (%s)%s%s: %s", e->title, e->version, e->friction_model[0] ? ", in 3D " : "",
                            e->friction_model, e->costs);
    }
}

static carom_document *describe_law(const carom_law *law) {
    carom_document *document = carom_document_new(NULL);
    carom_document_data(document, "", law_json(law));
    carom_document_paragraph(document, "%s: %s", law->name, law->summary);
    add_coefficients(document, law);
    add_guarantees(document, law);
    add_solves(document, law);
    carom_document_heading(document, "Source");
    carom_document_line(document, "%s", law->citation);
    add_engines(document, law->name);
    return document;
}

// Prints the works cited by one law, or by all.
static void print_bibtex(const carom_law *law) {
    const carom_work *work;
    char text[1024];
    for (int i = 0; (work = carom_work_at(i)); i++) {
        if (law && !carom_work_in(work, law->citation)) continue;
        carom_work_bibtex(work, text, sizeof text);
        printf("%s\n", text);
    }
}

static int one_law(const char *name, bool bibtex) {
    carom_problem problem = carom_problem_new(carom_tables_modules());
    carom_error refusal;
    const carom_law *law = carom_law_find(carom_tables_modules(), name, CAROM_SYSTEMS);
    if (!law || law->contact) { // also reports an unknown name
        if (!carom_problem_law(&problem, name, &refusal)) return carom_args_refused(&refusal);
        law = problem.law;
    }
    if (bibtex) {
        print_bibtex(law);
    } else if (carom_document_wants_json || law->contact || law->system) {
        carom_document_print(describe_law(law));
    } else {
        carom_complain_of(&refusal, CAROM_MODULE_MISSING, law, NULL, NULL, NULL);
        return carom_args_refused(&refusal);
    }
    return CAROM_EXIT_FINE;
}

static carom_document *describe_engines(void) {
    static const carom_document_column columns[] = {
        CAROM_CELL("engine", "name"),
        CAROM_COLUMN("law"),
        CAROM_CELL("in 3D", "friction_model"),
        CAROM_CELL("e of two", "e_rule"),
        CAROM_CELL("mu of two", "mu_rule"),
        {.key = "bounces from", .title = "bounces from", .unit = "m/s", .path = "rest_speed"},
        CAROM_CELL("measured", "version"),
    };
    carom_document *document = carom_document_new(NULL);
    carom_document_rows(document, "", CAROM_COLUMNS(columns), carom_engines_json(NULL));
    carom_document_paragraph(
        document,
        "The law of each engine for one impact, measured in %s. The rules combine the coefficients of two bodies.",
        carom_engine_at(0)->measured);
    carom_document_paragraph(
        document, "`carom laws NAME` describes a law, `carom convert --from ENGINE` the meaning of its e and mu.");
    return document;
}

int carom_verb_laws(int argc, char **argv) {
    bool bibtex = false, engines = false;
    const carom_option options[] = {
        CAROM_DOCUMENT_OPTIONS,
        {"bibtex", NULL, "print the cited works as BibTeX", &bibtex, NULL},
        {"engines", NULL, "list physics engines, the law that each one implements and the meaning of its coefficients",
         &engines, NULL},
        {0}};
    const carom_usage usage = {.verb = "laws",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .most_operands = 1,
                               .operands = "[NAME]"};
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (carom_document_wants_json && bibtex)
        return carom_say("--json and --bibtex exclude each other"), CAROM_EXIT_USAGE;
    if (operands.count && !engines) return one_law(operands.at[0], bibtex);
    if (bibtex)
        print_bibtex(NULL);
    else
        carom_document_print(engines ? describe_engines() : describe_list());
    return CAROM_EXIT_FINE;
}
