// Reads "laws", "outputs", "histograms" and "worst".
#include <math.h>
#include <string.h>

#include "mods/scenario/bodies.h"
#include "mods/sweep/file.h"

static const carom_status bad = CAROM_BAD_FILE;

// Finds the input, if any, that provides each of the law's coefficients.
static void connect_inputs(const carom_study *s, carom_law_asked *asked) {
    for (int p = 0; p < CAROM_PARAM_END; p++) asked->input_of[p] = -1;
    for (int k = 0; k < s->inputs; k++)
        if (s->input[k].param != CAROM_PARAM_NONE && carom_law_coefficient(asked->law, (int)s->input[k].param))
            asked->input_of[s->input[k].param] = k;
}

static bool usable(const carom_law *law, int dim, carom_error *refusal) {
    if (!law->contact)
        return carom_refuse(refusal, bad, "\"%s\" is in the module \"%s\", which this build does not have", law->name,
                            law->module);
    if (law->solves & (dim == 2 ? CAROM_2D : CAROM_3D)) return true;
    return carom_refuse(refusal, bad, "\"%s\" does not work in %s", law->name, dim == 2 ? "the plane" : "space");
}

// Returns true for a valid name, which is used as a group in the file, in tables and in pictures.
static bool is_name(const char *name) {
    static const char *const taken[] = {"inputs", "samples"};
    bool fine = *name && strlen(name) < CAROM_SWEEP_NAME && !strpbrk(name, "/.");
    for (const char *c = name; *c && fine; c++) fine = (unsigned char)*c >= 0x20 && *c != 0x7f;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) fine = fine && strcmp(name, taken[i]) != 0;
    return fine;
}

// Checks that the law has all coefficients that it needs. Uses example values for varied coefficients.
static bool is_given(const carom_law_asked *asked, int dim, carom_error *refusal) {
    carom_params params = asked->params;
    for (int p = 0; p < CAROM_PARAM_END; p++) {
        const carom_coefficient *row = asked->input_of[p] >= 0 ? carom_law_coefficient(asked->law, p) : NULL;
        if (row) carom_params_set(&params, row, &row->example, 1);
    }
    return carom_problem_given(asked->law, &params, dim, refusal);
}

// Returns true if the study has a row of this name; for several contacts, with an index.
static bool is_listed(const carom_study *s, const char *name) {
    const size_t n = strlen(name);
    for (int i = 0; i < s->laws; i++)
        if (!strncmp(s->asked[i].name, name, n) && s->asked[i].name[n] == (s->many ? '[' : 0)) return true;
    return false;
}

size_t carom_sweep_entries(const carom_sweep_file *f, carom_error *refusal) {
    const json_t *laws = json_object_get(f->document, "laws");
    const size_t count = json_array_size(laws);
    if (!laws && json_object_get(f->scenario, "law")) return 1;
    if (count && count <= CAROM_SWEEP_LAWS) return count;
    if (laws)
        carom_sweep_refuse(refusal, "laws", "\"laws\" must be a list of names, such as [\"routh\"], at most %d",
                           CAROM_SWEEP_LAWS);
    else if (!carom_refuse(refusal, bad, "\"laws\" is missing: a list of names"))
        carom_refuse_toward(refusal, CAROM_HINT_SEE_LAWS);
    return 0;
}

bool carom_sweep_read_entry(const carom_sweep_file *f, size_t k, carom_sweep_entry *e, carom_error *refusal) {
    const json_t *laws = json_object_get(f->document, "laws");
    const json_t *entry = laws ? json_array_get(laws, k) : json_object_get(f->scenario, "law");
    const json_t *word = carom_is_string(entry) ? entry : json_object_get(entry, "law");
    const json_t *call = json_object_get(entry, "name");
    *e = (carom_sweep_entry){json_string_value(word), json_string_value(call ? call : word),
                             json_object_get(entry, "params")};
    if (!e->law || !e->name || (e->params && !carom_is_object(e->params)))
        return carom_refuse(refusal, bad, "each is a name, or {\"law\": ..., \"params\": ..., \"name\": ...}");
    if (!is_name(e->name))
        return carom_refuse(refusal, bad,
                            "names must be shorter than %d, without \"/\", \".\" and control characters, and not "
                            "\"inputs\" or \"samples\"",
                            CAROM_SWEEP_NAME);
    return !is_listed(&f->study, e->name) ||
           carom_refuse(refusal, bad, "\"%s\" is listed twice; give one of them a different \"name\"", e->name);
}

bool carom_sweep_refuse_entry(const carom_sweep_file *f, size_t k, carom_error *refusal) {
    const carom_json_place list = {NULL, "laws", 0}, place = {&list, NULL, k};
    return json_object_get(f->document, "laws") ? carom_sweep_refuse_at(f, &place, refusal) : false;
}

// Adds a law for one contact. The scenario's parameters apply first, then the law's own.
static bool add_law(carom_sweep_file *f, const carom_sweep_entry *e, carom_error *refusal) {
    carom_study *s = &f->study;
    carom_problem problem = carom_problem_new(f->base.modules);
    json_t *own = e->params ? json_pack("{s:O}", "params", e->params) : json_object();
    json_t *common = json_object_get(f->scenario, "params");
    json_t *shared = common ? json_pack("{s:O}", "params", common) : json_object();
    const bool read = carom_problem_law(&problem, e->law, refusal) &&
                      usable(problem.law, f->base.contact.dim, refusal) &&
                      carom_problem_json(&problem, shared, refusal) && carom_problem_json(&problem, own, refusal);
    json_decref(own);
    json_decref(shared);
    if (!read) return false;
    carom_law_asked *asked = &s->asked[s->laws++];
    *asked = (carom_law_asked){.law = problem.law, .params = problem.params};
    strcpy(asked->name, e->name);
    connect_inputs(s, asked);
    return is_given(asked, f->base.contact.dim, refusal);
}

static bool every_param_is_read(const carom_study *s, carom_error *refusal) {
    for (int k = 0; k < s->inputs; k++) {
        bool used = s->input[k].param == CAROM_PARAM_NONE;
        for (int law = 0; law < s->laws; law++)
            for (int p = 0; p < CAROM_PARAM_END; p++) used = used || s->asked[law].input_of[p] == k;
        if (!used)
            return carom_refuse(refusal, bad, "no law of this sweep reads %s", s->input[k].name) ||
                   carom_refuse_of(refusal, "inputs", s->input[k].name);
    }
    return true;
}

bool carom_sweep_read_laws(carom_sweep_file *f, carom_error *refusal) {
    const size_t count = carom_sweep_entries(f, refusal);
    if (!count) return false;
    for (size_t k = 0; k < count; k++) {
        carom_sweep_entry entry;
        const bool added =
            carom_sweep_read_entry(f, k, &entry, refusal) &&
            (f->study.many ? carom_sweep_add_method(f, (int)k, entry.name, refusal) : add_law(f, &entry, refusal));
        if (!added) return carom_sweep_refuse_entry(f, k, refusal);
    }
    return f->study.many || every_param_is_read(&f->study, refusal);
}

// Reads outputs.

static bool fits(const carom_sweep_file *f, int output) {
    switch (carom_output_at(output)->where) {
    case CAROM_OUTPUT_IN_ANY: return true;
    case CAROM_OUTPUT_IN_SPACE: return f->base.contact.dim == 3;
    case CAROM_OUTPUT_IN_PAIR: return carom_sweep_of_pair(f);
    case CAROM_OUTPUT_IN_FLAT: return carom_sweep_of_pair(f) && f->base.contact.dim == 2;
    case CAROM_OUTPUT_IN_MANY: return f->study.many != NULL;
    }
    return false;
}

static bool read_output(carom_sweep_file *f, const char *name, carom_error *refusal) {
    carom_study *s = &f->study;
    char names[400] = "";
    bool asked = false;
    for (int i = 0; i < CAROM_OUTPUT_COUNT; i++) {
        bool twice = false;
        if (fits(f, i)) carom_join(names, sizeof names, ", ", carom_output_at(i)->name);
        for (int k = 0; k < s->outputs; k++) twice = twice || (int)s->output[k] == i;
        asked = asked || (twice && name && !strcmp(name, carom_output_at(i)->name));
        if (!name || strcmp(name, carom_output_at(i)->name) || !fits(f, i) || twice) continue;
        s->output[s->outputs++] = (carom_sweep_quantity)i;
        return true;
    }
    if (!name) return carom_sweep_refuse(refusal, "outputs", "a list of names, of %s", names);
    if (asked) return carom_sweep_refuse(refusal, "outputs", "\"%.60s\" is asked for twice", name);
    return carom_sweep_refuse(refusal, "outputs", "this scenario has no \"%.60s\"; it has %s", name, names);
}

// Returns the index among the outputs, or -1.
static int place_of(const carom_study *s, const char *name) {
    for (int k = 0; k < s->outputs; k++)
        if (name && !strcmp(carom_output_at((int)s->output[k])->name, name)) return k;
    return -1;
}

static bool read_histograms(carom_sweep_file *f, carom_error *refusal) {
    carom_study *s = &f->study;
    json_t *histograms = json_object_get(f->document, "histograms"), *range;
    const char *name = NULL;
    s->pilot = !histograms;
    while ((name = carom_next_key(histograms, name, &range))) {
        double edge[2];
        const int k = place_of(s, name);
        if (k < 0)
            return carom_refuse(refusal, CAROM_UNKNOWN_KEY, "\"%s\" is not one of the outputs", name) ||
                   carom_refuse_of(refusal, "histograms", name);
        if (carom_sweep_numbers(range, edge, 2) != 2 || !(edge[0] < edge[1]))
            return carom_refuse(refusal, bad, "must be [low, high]") || carom_refuse_of(refusal, "histograms", name);
        s->histogram[k] = (carom_histogram){true, edge[0], edge[1]};
    }
    return !histograms || carom_is_object(histograms) ||
           carom_sweep_refuse(refusal, "histograms", "\"histograms\" is an object: output to [low, high]");
}

static bool read_worst(carom_sweep_file *f, carom_error *refusal) {
    carom_study *s = &f->study;
    const json_t *worst = json_object_get(f->document, "worst"), *keep = json_object_get(worst, "keep");
    const json_t *of = json_object_get(worst, "of"), *which = json_object_get(worst, "which");
    const char *word = json_string_value(which);
    const json_int_t kept = keep ? json_integer_value(keep) : 5;
    s->worst_of = of ? place_of(s, json_string_value(of)) : 0;
    s->worst_low = word && !strcmp(word, "lowest");
    const bool sound = (!keep || carom_is_integer(keep)) && kept >= 0 && kept <= 1000 && s->worst_of >= 0 &&
                       (!which || s->worst_low || (word && !strcmp(word, "highest"))) &&
                       (!worst || carom_is_object(worst));
    s->worst = sound ? (int)kept : 0;
    return sound ||
           carom_sweep_refuse(refusal, "worst",
                              "\"worst\" is {\"of\": an output, \"which\": \"highest\" or \"lowest\", \"keep\": 0 to "
                              "1000}");
}

bool carom_sweep_read_outputs(carom_sweep_file *f, carom_error *refusal) {
    static const char *const usual[] = {"dE", "P_n", "P_t", "P_t2"};
    const json_t *outputs = json_object_get(f->document, "outputs"), *name;
    for (int k = 0; k < (f->base.contact.dim == 3 ? 4 : 3) && !outputs; k++)
        if (!read_output(f, usual[k], refusal)) return false;
    for (size_t i = 0; (name = json_array_get(outputs, i)); i++) {
        if (!read_output(f, json_string_value(name), refusal)) return false;
    }
    if (!f->study.outputs) return carom_sweep_refuse(refusal, "outputs", "\"outputs\" is a list of names, not empty");
    return read_histograms(f, refusal) && read_worst(f, refusal);
}
