// Tests that every object of every kind of file accepts notes, and rejects a key that is not in keys.def, at its line
// and column. The files are generated from the table: from the root of each kind down to each object, which then gets
// the key "zzz". The library and the command (exit 3) both report it. Members of "params" are coefficients, which have
// their own status.
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "carom/scenario.h"
#include "carom/sweep.h"
#include "cli/exit.h"
#include "cli/fit/table.h"
#include "cli/lookup/laws.h"
#include "in_process.h"
#include "mods/scenario/shape.h"

static bool read_one(const char *text, carom_error *error) {
    carom_scenario *scenario = carom_scenario_parse(text, strlen(text), carom_tables_modules(), error);
    carom_scenario_free(scenario);
    return scenario != NULL;
}

static bool read_drop(const char *text, carom_error *error) {
    carom_drop *drop = carom_drop_parse(text, strlen(text), carom_tables_modules(), error);
    carom_drop_free(drop);
    return drop != NULL;
}

static bool read_sweep(const char *text, carom_error *error) {
    carom_sweep *sweep = carom_sweep_parse(text, strlen(text), 4, carom_tables_modules(), error);
    carom_sweep_free(sweep);
    return sweep != NULL;
}

static bool read_fit(const char *text, carom_error *error) {
    carom_fit_table table = {0};
    const bool read = carom_fit_table_json(&table, text, NULL, error);
    carom_fit_table_free(&table);
    return read;
}

static const struct kind {
    carom_object root;
    const char *words; // of the command; @ is the input file, {} an output file
    bool (*read)(const char *text, carom_error *error);
    const char *beside; // members that determine the kind of the file; omitted if the path has them
} kinds[] = {
    {CAROM_OBJECT_scenario, "solve|@", read_one, "\"chain\":{}"},
    {CAROM_OBJECT_problem, "solve|@", read_one, ""},
    {CAROM_OBJECT_problem, "map|@|--x|v_t=-1:1:3|--y|mu=0:1:3|--json", NULL, ""},
    {CAROM_OBJECT_impact, "solve|@", read_one, "\"law\":\"sequence\""},
    {CAROM_OBJECT_impact, "map|@|--x|v[0]=-2:-1:3|--y|v[1]=-1:1:3|--json", NULL, "\"law\":\"sequence\""},
    {CAROM_OBJECT_sweep, "sweep|@|-o|{}", read_sweep, ""},
    {CAROM_OBJECT_fit_data, "fit|@|--laws|whittaker", read_fit, ""},
    {CAROM_OBJECT_drop, "drop|@", read_drop, ""},
};

// Files in which the unknown key is a name that keys.def does not list. It is the place of an input, an output of a
// sweep, a form of speed, or a column of data.
#define STUDY                                                                                                          \
    "\"scenario\":{\"W\":[[1,0],[0,1]],\"v\":[-1,1],\"params\":{\"e\":0.5,\"mu\":0.5}},\"laws\":[\"routh\"],"          \
    "\"samples\":4"
static const struct {
    int kind;
    const char *text;
} whole[] = {
    {5, "{" STUDY ",\n \"inputs\":{\"v[1]\":{\"uniform\":[0,1]},\n\"zzz\":{\"uniform\":[0,1]}}}"},
    {5, "{" STUDY ",\"inputs\":{\"v[1]\":{\"uniform\":[0,1]}},\n\"outputs\":[\"dE\"],\"histograms\":{\"zzz\":[0,1]}}"},
    {1, "{\"params\":\n{\"e_of\":{ \"zzz\":1}}}"},
    {1, "{\"params\":\n{\"mu_of\":{ \"zzz\":1}}}"},
    {3, "{\"law\":\"sequence\",\"params\":\n{\"e_of\":{ \"zzz\":1}}}"},
    {3, "{\"law\":\"sequence\",\"params\":\n{\"per_contact\":{\"mu_of\":{ \"zzz\":1}}}}"},
    {6, "[{\"v_n\":-1,\"zzz\":1}]"},
    {6, "{\"rows\":\n[{\"v_n\":-1},{\"v_n\":-1,\n\"zzz\":1}]}"},
};

enum { DEEPEST = 12, LONGEST = 2000 };
static char file[] = "/tmp/carom_unknown.XXXXXX", written[sizeof file + 4];
static bool seen[CAROM_OBJECT_COUNT];
static int runs, wrong;

static void place_of(const char *text, int *line, int *column) {
    const char *at = strstr(text, "\"zzz\"");
    *line = *column = 1;
    for (; text < at; text++) {
        *column = *text == '\n' ? 1 : *column + 1;
        *line += *text == '\n';
    }
}

static void judge(const char *who, const char *text, const char *status, int line, int column, const char *wanted) {
    int true_line, true_column;
    place_of(text, &true_line, &true_column);
    runs++;
    if (status && !strcmp(status, wanted) && line == true_line && column == true_column) return;
    wrong++;
    printf("%s: %s at line %d, column %d instead of %s at line %d, column %d:\n%s\n", who, status ? status : "nothing",
           line, column, wanted, true_line, true_column, text);
}

// Runs the command with its errors as JSON and checks the error.
static void run(const struct kind *kind, const char *text, const char *wanted) {
    char words[200], *list[16];
    int count = 0;
    snprintf(words, sizeof words, "%s", kind->words);
    for (char *word = strtok(words, "|"); word; word = strtok(NULL, "|"))
        list[count++] = !strcmp(word, "@") ? file : !strcmp(word, "{}") ? written : word;
    FILE *to = fopen(file, "w");
    if (!to || fputs(text, to) < 0 || fclose(to)) exit(2);
    unlink(written);
    cli_run x = cli_run_words(count, list);
    json_t *object = json_loads(x.err, 0, NULL), *error = json_object_get(object, "error");
    const char *status = json_string_value(json_object_get(error, "status"));
    if (x.code != CAROM_EXIT_INPUT) printf("exit %d: %s", x.code, x.err), wrong++;
    judge(kind->words, text, status, (int)json_integer_value(json_object_get(error, "line")),
          (int)json_integer_value(json_object_get(error, "column")), wanted);
    json_decref(object);
    cli_run_free(&x);
}

static void try_text(const struct kind *kind, const char *text, carom_status wanted) {
    if (kind->read) {
        carom_error error = {.status = CAROM_OK};
        const bool read = kind->read(text, &error);
        judge("library", text, read ? "ok" : carom_status_name(error.status), error.line, error.line_column,
              carom_status_name(wanted));
    }
    run(kind, text, carom_status_name(wanted));
}

// A path from the root to an object: the text that opens its members and brackets, and the text that closes them.
typedef struct path {
    char open[LONGEST], close[DEEPEST * 4];
    int depth;
} path;

static path deeper(const path *p, const char *open, const char *close) {
    path q = *p;
    carom_join(q.open, sizeof q.open, "", open);
    q.close[0] = 0;
    carom_join(q.close, sizeof q.close, "", close);
    carom_join(q.close, sizeof q.close, "", p->close);
    q.depth++;
    return q;
}

// Tests that the object accepts notes, which no table lists. The text lacks other keys, so the reader may find another
// error later.
static void try_notes(const struct kind *kind, const path *p, const char *beside) {
    char text[2 * LONGEST];
    carom_error error = {.status = CAROM_OK};
    snprintf(text, sizeof text, "%s%s%s\n  \"note\":[\"a\",1],\"_x\":{\"y\":2},\"about\":\"a note\"%s", p->open, beside,
             *beside ? "," : "", p->close);
    runs++;
    if (kind->read(text, &error) || (error.status != CAROM_UNKNOWN_KEY && error.status != CAROM_COEFFICIENT_UNKNOWN))
        return;
    wrong++;
    printf("a note is rejected: %s\n", text);
}

static void try_here(const struct kind *kind, const path *p, const char *beside, carom_status wanted) {
    char text[2 * LONGEST];
    snprintf(text, sizeof text, "%s%s%s\n  \"zzz\":1%s", p->open, beside, *beside ? "," : "", p->close);
    try_text(kind, text, wanted);
    if (kind->read) try_notes(kind, p, beside);
}

static void walk(const struct kind *kind, carom_object object, const path *p, const char *beside);

// Tests coefficients: an unknown name, and the objects inside.
static void walk_params(const struct kind *kind, const path *p, bool many) {
    const path params = deeper(p, "{", "}"), modes = deeper(&params, "\"modes\":\n[", "]");
    try_here(kind, &params, "", CAROM_COEFFICIENT_UNKNOWN);
    const path mode = deeper(&modes, "{", "}");
    walk(kind, CAROM_OBJECT_mode, &mode, "");
    const path rod = deeper(&params, "\"modes\":\n{", "}");
    walk(kind, CAROM_OBJECT_rod_modes, &rod, "");
    if (!many) return;
    const path each = deeper(&params, "\"per_contact\":{", "}");
    try_here(kind, &each, "", CAROM_COEFFICIENT_UNKNOWN);
    seen[CAROM_OBJECT_settings] = true;
}

// Tests distributions. The key of a distribution is its name.
static void walk_inputs(const struct kind *kind, const path *p) {
    for (int i = CAROM_OBJECT_uniform; i <= CAROM_OBJECT_list; i++) {
        char own[40];
        snprintf(own, sizeof own, "\"%s\":[0,1]", carom_object_name((carom_object)i));
        const path input = deeper(p, "{\"v[0]\": {", "}}");
        walk(kind, (carom_object)i, &input, own);
    }
}

// Tests the three kinds of scenario in a sweep: a scenario, W and v, and several contacts.
static void walk_swept(const struct kind *kind, const path *p) {
    const path inside = deeper(p, "{", "}");
    walk(kind, CAROM_OBJECT_scenario, &inside, "\"chain\":{}");
    walk(kind, CAROM_OBJECT_problem, &inside, "");
    walk(kind, CAROM_OBJECT_impact, &inside, "\"law\":\"sequence\"");
}

static void walk_value(const struct kind *kind, const carom_key *row, const path *p) {
    if (row->kind == CAROM_KIND_PARAMS || row->kind == CAROM_KIND_MANY_PARAMS)
        walk_params(kind, p, row->kind == CAROM_KIND_MANY_PARAMS);
    if (row->kind == CAROM_KIND_INPUTS) walk_inputs(kind, p);
    if (row->kind == CAROM_KIND_SWEPT) walk_swept(kind, p);
    const bool list_only = row->kind == CAROM_KIND_LIST || row->kind == CAROM_KIND_BODIES ||
                           row->kind == CAROM_KIND_LAWS || row->kind == CAROM_KIND_METHODS ||
                           row->kind == CAROM_KIND_GROUPS;
    const path one = deeper(p, "{", "}"), many = deeper(p, "[\n{", "}]");
    const carom_object object = carom_key_object(row, false), item = carom_key_object(row, true);
    if (object != CAROM_OBJECT_none && !list_only) walk(kind, object, &one, "");
    if (item != CAROM_OBJECT_none && (list_only || item != object)) walk(kind, item, &many, "");
}

static void walk(const struct kind *kind, carom_object object, const path *p, const char *beside) {
    const carom_key *row;
    seen[object] = true;
    try_here(kind, p, beside, CAROM_UNKNOWN_KEY);
    for (int i = 0; (row = carom_key_at(i)); i++) {
        if (row->object != object) continue;
        char member[300];
        const bool other = *beside && strncmp(beside + 1, row->key, strlen(row->key)) != 0;
        // A scenario has only one of bodies, chain and mechanism.
        const bool told = !strcmp(row->key, "bodies") || !strcmp(row->key, "mechanism");
        const bool keep = other && !(told && object == CAROM_OBJECT_scenario);
        snprintf(member, sizeof member, "%s%s\"%s\": ", keep ? beside : "", keep ? ",\n" : "", row->key);
        const path value = deeper(p, member, "");
        walk_value(kind, row, &value);
    }
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1) return 2;
    const int made = mkstemp(file);
    if (made < 0 || close(made)) return 2;
    snprintf(written, sizeof written, "%s.h5", file);
    cli_run_json = true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const path root = {"{", "}\n", 0};
        walk(&kinds[i], kinds[i].root, &root, kinds[i].beside);
    }
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        try_text(&kinds[whole[i].kind], whole[i].text, CAROM_UNKNOWN_KEY);
    unlink(file);
    unlink(written);
    int missed = 0;
    for (int i = 1; i < CAROM_OBJECT_COUNT; i++) {
        if (!seen[i]) printf("no file has the object %s\n", carom_object_name((carom_object)i));
        missed += !seen[i];
    }
    printf("%d rejections of unknown keys: %d wrong; %d of %d objects never met\n", runs, wrong, missed,
           CAROM_OBJECT_COUNT - 1);
    return wrong || missed || runs < 400;
}
