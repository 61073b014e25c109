// Implements carom laws: lists the laws and their properties.
#include <stdio.h>
#include <stdlib.h>

#include "carom/explain.h"
#include "carom/geometry.h"
#include "carom/law.h"
#include "cli/args/args.h"
#include "cli/convert/convert.h"
#include "cli/exit.h"
#include "cli/lookup/laws.h"
#include "cli/print/json.h"
#include "cli/print/law_write.h"
#include "cli/print/shell.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "papers/properties.h"
#include "papers/works.h"

static const char examples[] = "  carom laws\n"
                               "  carom laws routh\n"
                               "  carom laws --properties\n";
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

// Prints text.

static void dims_text(unsigned dims, char *text, size_t size) {
    snprintf(text, size, "%s%s%s", dims & CAROM_2D ? "2D" : "", dims == (CAROM_2D | CAROM_3D) ? ", " : "",
             dims & CAROM_3D ? "3D" : "");
}

static void print_list(void) {
    static const char *const heads[] = {"law", "solves", "parameters", "summary"};
    carom_table table = {.format = carom_output_format, .align = carom_table_plain() ? "llll" : "lll"};
    const char *name;
    for (size_t i = 0; table.align[i]; i++) carom_table_cell(&table, "%s", heads[i]);
    for (int i = 0; (name = carom_law_names(i)); i++) {
        const carom_law *law = carom_tables_find(name);
        char dims[16], reads[256];
        carom_table_cell(&table, "%s", name);
        if (!law->contact) {
            carom_table_cell(&table, "in the module \"%s\", which this build does not have", law->module);
            carom_table_end_row(&table);
            continue;
        }
        dims_text(law->solves, dims, sizeof dims);
        carom_problem_reads(law, reads, sizeof reads);
        carom_table_cell(&table, "%s", dims);
        carom_table_cell(&table, "%s", reads);
        carom_table_cell(&table, carom_table_plain() ? "%s" : "    %s", law->summary);
        carom_table_end_row(&table);
    }
    carom_table_print(stdout, &table);
    if (!carom_table_plain()) {
        const carom_law *law;
        printf("\nFor several contacts:");
        for (int i = 0; (law = carom_law_at(carom_tables_modules(), i, CAROM_SYSTEMS)); i++)
            if (law == carom_law_find(carom_tables_modules(), law->name, CAROM_SYSTEMS))
                printf("%s %s", i ? "," : "", law->name);
        printf("\n");
    }
    printf("\n`carom laws NAME` prints the meaning of its parameters, its guaranteed properties and its source.\n");
}

static void range_text(const carom_law *law, int param, char *text, size_t size) {
    const carom_coefficient *row = carom_law_coefficient(law, param);
    const char *name;
    if (row->kind == CAROM_LIST) {
        snprintf(text, size, "a list");
        return;
    }
    if (row->kind != CAROM_CHOICE) {
        double range[2];
        carom_law_range(law, param, range);
        carom_range_text(range, text, size);
        return;
    }
    text[0] = 0;
    for (int i = 0; (name = carom_choice_at(row, i)); i++) carom_join(text, size, "|", name);
}

static void print_params(const carom_law *law) {
    static const char *const heads[] = {"name", "symbol", "unit", "default", "range", "meaning"};
    carom_table table = {.format = carom_output_format, .align = "llllll"};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) carom_table_cell(&table, "%s", heads[i]);
    for (int k = 0; k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        char standard[64], range[128];
        carom_law_standard(row, standard, sizeof standard);
        range_text(law, row->number, range, sizeof range);
        carom_table_cell(&table, "%s", row->name);
        carom_table_cell(&table, "%s", row->symbol);
        carom_table_cell(&table, "%s", row->unit);
        carom_table_cell(&table, "%s", standard);
        carom_table_cell(&table, "%s", range);
        carom_table_cell(&table, "%s", row->meaning);
    }
    printf("\nParameters\n");
    carom_table_print(stdout, &table);
}

// Prints the definition of each coefficient, and its relation to the coefficients of other laws.
static void print_coefficients(const carom_law *law) {
    printf("\nCoefficients\n");
    for (int k = 0; k < law->coefficient_count; k++) {
        const carom_coefficient *row = &law->coefficients[k];
        if (!row->ratio || !*row->ratio) continue;
        printf("  %-11s %s\n", row->name, row->ratio);
        if (row->relation && *row->relation) printf("  %-11s %s\n", "", row->relation);
    }
}

static void print_promises(const carom_law *law) {
    carom_table table = {.format = carom_output_format, .align = "ll"};
    const char *conditions = carom_law_conditions(law);
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit); bit <<= 1) {
        if (!(carom_law_always(law) & bit)) continue;
        carom_table_cell(&table, "%s", carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit));
        carom_table_cell(&table, "%s", promise_words((carom_guarantee)bit));
    }
    if (conditions[0]) {
        carom_table_cell(&table, "also");
        carom_table_cell(&table, "%s", conditions);
    }
    if (!table.count) return;
    printf("\nGuaranteed properties, for W positive definite and v_n < 0\n");
    carom_table_print(stdout, &table);
}

static void print_law(const carom_law *law) {
    printf("%s: %s\n", law->name, law->summary);
    if (law->coefficient_count) {
        print_params(law);
        print_coefficients(law);
    }
    print_promises(law);
    printf("\nSolves\n");
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (law->solves & spaces[i].bit)
            printf("  %s, %s\n", spaces[i].name, law->closed_form & spaces[i].bit ? "closed form" : "iterative");
    if (law->contact)
        printf("  %s\n", law->contact->trace ? "with a path in impulse space (`carom trace`)"
                                             : "from before to after, without a path");
    if (law->solves & CAROM_SYSTEM_2D) printf("  several contacts in 2D\n");
    if (law->solves & CAROM_SYSTEM_3D) printf("  several contacts in 3D\n");
    printf("\nSource\n  %s\n", law->citation);
    carom_engines_words(stdout, law->name);
}

// Prints JSON.

static json_t *list_json(void) {
    json_t *array = json_array();
    const char *name;
    for (int i = 0; (name = carom_law_names(i)); i++)
        json_array_append_new(array, carom_law_json(carom_tables_find(name)));
    return array;
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

static int one_law(const char *name, bool json, bool bibtex) {
    carom_problem problem = carom_problem_new(carom_tables_modules());
    carom_error refusal;
    const carom_law *law = carom_law_find(carom_tables_modules(), name, CAROM_SYSTEMS);
    if (!law || law->contact) { // also reports an unknown name
        if (!carom_problem_law(&problem, name, &refusal)) return carom_args_refused(&refusal);
        law = problem.law;
    }
    if (bibtex) {
        print_bibtex(law);
    } else if (json) {
        carom_json_answer(carom_law_json(law));
    } else if (law->contact || law->system) {
        print_law(law);
    } else {
        carom_complain_of(&refusal, CAROM_MODULE_MISSING, law, NULL, NULL, NULL);
        return carom_args_refused(&refusal);
    }
    return CAROM_EXIT_FINE;
}

// Returns true if the law stays in the friction cone whenever it applies, unless --friction selects the box of an
// engine.
static bool stays_in_the_cone(const carom_law *law) {
    const carom_params usual = carom_params_default();
    bool stays = true;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (law->solves & spaces[i].bit)
            stays = stays && (carom_law_guarantees(law, spaces[i].dim, &usual) & CAROM_GUARANTEE_COULOMB);
    return stays;
}

// Writes the properties of Chatterjee 1997, 2.1.3, for one law.
static void properties_cells(carom_table *table, const carom_law *law, const carom_sampled_properties *p) {
    const unsigned plane = law->guarantees;
    char dims[16], slip[32];
    dims_text(law->solves, dims, sizeof dims);
    snprintf(slip, sizeof slip, "%s",
             p->reverses && p->keeps ? "both"
             : p->reverses           ? "turns"
             : p->keeps              ? "keeps"
                                     : "");
    carom_table_cell(table, "%s", law->name);
    carom_table_cell(table, "%s",
                     plane & CAROM_GUARANTEE_DISSIPATIVE ? "never gains"
                     : law->conditions[0]                ? "see laws NAME"
                                                         : "may gain");
    carom_table_cell(table, "%s", dims);
    carom_table_cell(table, "%s",
                     plane & CAROM_GUARANTEE_COULOMB ? "in the cone"
                     : stays_in_the_cone(law)        ? "in the cone, not box"
                                                     : "may leave it");
    carom_table_cell(table, "%s", slip);
    if (p->share > 0.0)
        carom_table_cell(table, "%.1f %%", 100.0 * p->share);
    else
        carom_table_cell(table, "%s", p->share >= 0.0 ? "a curve" : "no answer");
    carom_table_cell(table, "%d%s", p->coefficients, p->friction ? " + mu" : "");
    carom_table_end_row(table);
}

static int print_properties(bool json) {
    static const char *const heads[] = {"law",      "1 energy",      "2 solves", "3 friction", "4 slip of a sphere",
                                        "5 region", "6 coefficients"};
    carom_cover *cover = carom_resize(NULL, 1, sizeof *cover);
    carom_table table = {.format = carom_output_format, .align = "llllllll"};
    json_t *array = json ? json_array() : NULL;
    for (size_t i = 0; !json && i < sizeof heads / sizeof *heads; i++) carom_table_cell(&table, "%s", heads[i]);
    if (!json) carom_table_end_row(&table);
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        carom_sampled_properties p;
        if (carom_properties_compute(law, cover, &p) != CAROM_OK) continue;
        if (json)
            json_array_append_new(array, json_pack("{s:s, s:b, s:b, s:b, s:b, s:o, s:i, s:b}", "name", law->name,
                                                   "dissipative", (law->guarantees & CAROM_GUARANTEE_DISSIPATIVE) != 0,
                                                   "coulomb", stays_in_the_cone(law), "reverses", p.reverses, "keeps",
                                                   p.keeps, "share", carom_json_real(p.share), "coefficients",
                                                   p.coefficients, "friction", p.friction));
        else
            properties_cells(&table, law, &p);
    }
    free(cover);
    if (json) {
        carom_json_answer(array);
        return CAROM_EXIT_FINE;
    }
    carom_table_print(stdout, &table);
    printf(
        "\nThe properties of Chatterjee 1997, 2.1.3. 5: of the accessible region of W = [1, 0.45; 0.45, 1.1],\n"
        "v = (-1, -0.65), mu = 0.55 (`carom region --law all` computes yours). 7, what each coefficient is the ratio "
        "of: `carom "
        "laws "
        "NAME`.\n8 and 9, measured apart and predicting elsewhere, are judgements: `carom fit` tests them on data.\n");
    return CAROM_EXIT_FINE;
}

static int print_engines(bool json) {
    static const char *const heads[] = {"engine",  "law", "in 3D", "e of two", "mu of two", "bounces from, m/s",
                                        "measured"};
    carom_table table = {.format = carom_output_format, .align = "lllllrl"};
    const carom_engine *e;
    if (json) {
        carom_json_answer(carom_engines_json(NULL));
        return CAROM_EXIT_FINE;
    }
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) carom_table_cell(&table, "%s", heads[i]);
    for (int i = 0; (e = carom_engine_at(i)); i++) {
        const char *const words[] = {e->name, e->law, e->friction_model,
                                     carom_enum_name(CAROM_ENUM_COMBINE_RULE, (int)e->e_rule),
                                     carom_enum_name(CAROM_ENUM_COMBINE_RULE, (int)e->mu_rule)};
        for (int k = 0; k < 5; k++)
            carom_table_cell(&table, "%s", !words[k] ? "by contact" : words[k][0] ? words[k] : "-");
        carom_table_number(&table, e->rest_speed, 1.0);
        carom_table_cell(&table, "%s", e->version);
    }
    carom_table_print(stdout, &table);
    if (!carom_table_plain())
        printf("\nThe law of each engine for one impact, measured in %s. The rules combine the coefficients of two "
               "bodies.\n"
               "`carom laws NAME` describes a law, `carom convert --from ENGINE` the meaning of its e and mu.\n",
               carom_engine_at(0)->measured);
    return CAROM_EXIT_FINE;
}

int carom_verb_laws(int argc, char **argv) {
    bool json = false, bibtex = false, properties = false, engines = false;
    const carom_option options[] = {
        {"json", NULL, "", &json, NULL},
        CAROM_TABLE_OPTIONS,
        {"properties", NULL, "compare the properties of the laws of the core", &properties, NULL},
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
    if (json && bibtex) return carom_say("--json and --bibtex exclude each other"), CAROM_EXIT_USAGE;
    if (properties) return print_properties(json);
    if (engines) return print_engines(json);
    if (operands.count) return one_law(operands.at[0], json, bibtex);
    if (bibtex)
        print_bibtex(NULL);
    else if (json)
        carom_json_answer(list_json());
    else
        print_list();
    return CAROM_EXIT_FINE;
}
