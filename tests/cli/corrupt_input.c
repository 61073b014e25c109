// Tests invalid input files. Every value of every kind of file is omitted or replaced. The replacements are null, a
// word, numbers of the wrong size or sign, and lists that are empty, too long or nested. Every object also gets an
// unknown key. The command must return a result, or report an error with a status that names the place or a key on the
// path to it.
//   cli_corrupt_input [try only every n-th change] [words of one file]
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/exit.h"
#include "in_process.h"
#include "support/floor.h"

#define ROD "\"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6]"

// The words of a command, separated by bars, and the file that it reads or the text of this file. In the words, @ is
// the name of the file, and {} is a file that the command writes.
static const struct {
    const char *words, *file;
} files[] = {
    {"solve|@", "two_cars.json"},
    {"solve|@|--json", "double_pendulum.json"},
    {"solve|@|--json", "superball.json"},
    {"explain|@", "falling_rod.json"},
    {"solve|@", "hinged_rod.json"},
    {"compare|@", "puck_wall.json"},
    {"solve|@", "leaning_rod.json"},
    {"explain|@|--json", "three_link_walker.json"},
    {"solve|@", "{\"law\":\"routh\",\"params\":{\"restitution\":\"poisson\",\"e\":0.5,\"mu\":0.7}," ROD "}"},
    {"solve|@", "{\"law\":\"routh\",\"params\":{\"e_of\":{\"fifth\":0.2},\"mu_of\":{\"exp\":[0.3,0.1,1]}}," ROD "}"},
    {"solve|@", "{\"law\":\"ivanov\",\"params\":{\"eta\":0.5,\"direction\":[1,0.2]}," ROD "}"},
    {"solve|@",
     "{\"law\":\"modal\",\"params\":{\"kn\":1e6,\"kt\":1e6,\"mu\":0.3,\"modes\":[{\"omega\":100,\"zeta\":0.1,\"phi\":["
     "0.5,0.1]}]}," ROD "}"},
    {"solve|@|--json", "{\"mechanism\":{\"M\":[[2,0,0],[0,2,0],[0,0,0.1]],\"u\":[0.5,-1,0],"
                       "\"contacts\":[{\"normal\":[0,1,0.2],\"tangent\":[1,0,0.1]}]},\"law\":\"routh\",\"params\":{"
                       "\"mu\":0.3,\"e\":0.5}}"},
    {"solve|@",
     "{\"bodies\":[{\"name\":\"a\",\"mass\":1,\"shape\":{\"rectangle\":[1,0.5]},\"velocity\":{\"size\":{\"kmh\":"
     "60},\"angle\":{\"deg\":-90}},"
     "\"spin\":1,\"angle\":{\"deg\":10},\"centre\":[0,0.5]},\"fixed\"],\"contact\":{\"point\":[0."
     "3,0],\"normal\":[0,1],"
     "\"tangent\":[1,0]},\"law\":\"routh\",\"params\":{\"mu\":0.3,\"e\":0.5}}"},
    {"drop|@|--until|0.5", "motion/rod.json"},
    {"drop|@|--json",
     "{\"law\":\"routh\",\"params\":{\"e\":0.5,\"mu\":0.3},\"bodies\":[{\"mass\":1,\"inertia\":[0.1,0.2,0.25],"
     "\"outline\":{"
     "\"corners\":[[0.2,0,0],[-0.2,0.2,0],[-0.2,-0.2,0],[0,0,0.4]]},\"offset\":[0,0,0.1],\"rounding\":0.01,\"centre\":["
     "0,0,1],\"orientation\":[1,0.2,0,0],\"velocity\":[1,0,0],\"spin\":[1,2,3]}],\"planes\":[{\"normal\":[0,0,1]},{"
     "\"name\":\"wall\",\"normal\":[-1,0,0],\"point\":[1,0,0],\"params\":{\"mu\":0.1}}],\"gravity\":[0,0,-9.81],"
     "\"motion\":{\"until\":0.6,\"events\":50,\"several\":\"mean\",\"persist\":\"stop\",\"rest_speed\":0.1,\"step\":0."
     "001,"
     "\"touch\":1e-9}}"},
    {"solve|@", "impact/three_spheres.json"},
    {"solve|@|--json", "impact/cradle.json"},
    {"solve|@", "impact/heel_strike.json"},
    {"solve|@", "impact/ladder.json"},
    {"solve|@", "impact/rocking_block.json"},
    {"solve|@", "impact/walker_lands.json"},
    {"solve|@", "{\"law\":\"glocker\",\"params\":{\"e_n\":[0.5,0.4],\"mu\":[0.1,0.2]},\"W\":[[2,0,1,0],[0,2,0,1],["
                "1,0,2,0],[0,1,0,2]],"
                "\"v\":[-1,0,-1,0.1],\"dim\":2}"},
    {"solve|@", "{\"law\":\"sequence\",\"params\":{\"single\":\"routh\",\"e\":0.5,\"mu\":0.3,\"max_strikes\":100,"
                "\"gap\":[0,1e-6],"
                "\"sustained\":[1]},\"W\":[[2,0,1,0],[0,2,0,1],[1,0,2,0],[0,1,0,2]],\"v\":[-1,0,-1,0.1]}"},
    {"solve|@|--json",
     "{\"law\":\"glocker\",\"system\":{\"M\":[[2,0],[0,2]],\"normal\":[[0,1]],\"tangent\":[[1,0]],\"u\":[1,-1]},"
     "\"params\":{\"mu\":0.2,\"e_of\":{\"fifth\":0.1}}}"},
    {"reconstruct|@", "after/two_cars.json"},
    {"sweep|@|--samples|4|-o|{}", "sweeps/two_cars.json"},
    {"sweep|@|--samples|4|-o|{}",
     "{\"scenario\":{" ROD
     ",\"params\":{\"mu\":0.7}},\"laws\":[\"routh\",{\"law\":\"smith\",\"params\":{\"e\":0.5},\"name\":\"other\"}],"
     "\"inputs\":{\"v[1]\":{\"uniform\":[0,1]},\"v[0]\":{\"normal\":[-1,0.1],\"truncate\":[-2,-0.1]},\"params.mu\":{"
     "\"lognormal\":"
     "[0.5,0.1]},\"params.e\":{\"triangular\":[0,0.5,1]}},\"samples\":100,\"seed\":3,\"design\":\"sobol\",\"columns\":"
     "true,"
     "\"outputs\":[\"dE\",\"P_n\"],\"histograms\":{\"dE\":[-1,0]},\"worst\":{\"of\":\"dE\",\"which\":\"lowest\","
     "\"keep\":2}}"},
    {"sweep|@|--samples|4|-o|{}",
     "{\"scenario\":{" ROD ",\"params\":{\"e\":0.5,\"mu\":0.7}},\"laws\":[\"routh\"],\"samples\":10,\"correlated\":[{"
     "\"inputs\":[\"v[0]\",\"v[1]\"],"
     "\"mean\":[-1,0],\"covariance\":[[0.01,0],[0,0.01]]}]}"},
    {"sweep|@|--samples|4|-o|{}",
     "{\"scenario\":{" ROD ",\"params\":{\"mu\":0.7}},\"laws\":[\"routh\"],\"inputs\":{\"params.e\":{\"list\":[0,0.5]},"
     "\"v[1]\":{\"grid\":[-1,1,5]}}}"},
    {"fit|@|--laws|bilinear|--quick|--threads|1",
     "[{\"v_n\":-1,\"v_t\":0.5,\"v_n_after\":0.5,\"v_t_after\":0.2,\"W_nn\":1,\"W_tt\":3,\"sd_v_n\":0.01,"
     "\"sd_v_t\":0.01,"
     "\"sd_v_n_after\":0.01,\"sd_v_t_after\":0.01},{\"v_n\":-1,\"v_t\":0.4,\"v_n_after\":0.5,\"v_t_after\":0.1,\"W_"
     "nn\":1,\"W_tt\":3,"
     "\"sd_v_n\":0.01,\"sd_v_t\":0.01,\"sd_v_n_after\":0.01,\"sd_v_t_after\":0.01}]"},
};

// The replacements of a value. NULL means that the value is omitted, and @ is the value itself.
static const char *const instead[] = {
    NULL,    "null",        "true",    "\"word\"",        "\"\"",    "-1",         "0", "1e300", "0.5", "7", "[]", "{}",
    "[@,@]", "{\"deg\":@}", "[\"a\"]", "{\"unknown\":@}", "\"inf\"", "[1,2,3,4,5]"};
enum { WAYS = sizeof instead / sizeof *instead, DEEPEST = 12, LONGEST = 4000 };

static char name[] = "/tmp/carom_spoilt.XXXXXX", written[sizeof name + 4];
static long every = 1, turn, runs, answered, wrong;
static const char *words_of_file, *names[DEEPEST];

static char *text_of(const char *file) {
    if (*file == '{' || *file == '[') return strdup(file);
    FILE *from = fopen(file, "r");
    char *text = from ? calloc(1, 1 << 20) : NULL;
    if (!text || !fread(text, 1, (1 << 20) - 1, from)) exit(2);
    fclose(from);
    if (strstr(file, ".jsonl")) text[strcspn(text, "\n")] = 0;
    return text;
}

// Returns true if the message contains a path from the command line, such as chain.links[0].angle.deg. The path then
// names the place of the error.
static bool names_a_path(const char *message) {
    char words[LONGEST];
    snprintf(words, sizeof words, "%s", words_of_file);
    for (char *word = strtok(words, "|"); word; word = strtok(NULL, "|")) {
        word[strcspn(word, "=")] = 0;
        if (strchr(word, '.') && strstr(message, word)) return true;
    }
    return false;
}

// Returns true if an error names its place in the file or a key on the path to the place. A status that concerns the
// whole file is also accepted.
static bool names_it(const json_t *error, int depth) {
    static const char *const whole[] = {"bad-file",         "no-memory",        "overflow",
                                        "still-approaches", "other-approaches", "not-finite"};
    const char *status = json_string_value(json_object_get(error, "status"));
    const char *message = json_string_value(json_object_get(error, "message"));
    if (!status || !message) return false;
    if (json_object_get(error, "where") || names_a_path(message)) return true;
    bool keys = false;
    for (int i = 0; i < depth; i++) {
        keys = keys || names[i];
        if (names[i] && strstr(message, names[i])) return true;
    }
    if (!keys) return true;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!strcmp(status, whole[i])) return true;
    return false;
}

static const char *fault(const cli_run *x, int depth) {
    if (x->code < 0 || x->code > CAROM_EXIT_IO || x->code == CAROM_EXIT_USAGE) return "an exit that is none";
    if (strstr(x->err, "(null)") || strstr(x->out, "(null)")) return "(null)";
    if (x->code != CAROM_EXIT_INPUT) return NULL;
    json_t *object = json_loads(x->err, 0, NULL);
    const bool named = names_it(json_object_get(object, "error"), depth);
    json_decref(object);
    return named ? NULL : "does not name it";
}

static void ask(const json_t *document, int depth) {
    char text[LONGEST];
    char *words[20];
    int count = 0;
    if (turn++ % every) return;
    if (json_dump_file(document, name, JSON_COMPACT | JSON_ENCODE_ANY)) exit(2);
    snprintf(text, sizeof text, "%s", words_of_file);
    for (char *word = strtok(text, "|"); word; word = strtok(NULL, "|"))
        words[count++] = !strcmp(word, "@") ? name : !strcmp(word, "{}") ? written : word;
    remove(written);
    words[count] = NULL;
    cli_run x = cli_run_words(count, words);
    const char *what = fault(&x, depth);
    if (what) {
        char *told = json_dumps(document, JSON_COMPACT | JSON_ENCODE_ANY);
        printf("%s: %s: ends with %d: %s: %.300s%.200s", words_of_file, what, x.code, told, x.err, x.code ? x.out : "");
        for (int i = 0; i < depth; i++) printf(" %s", names[i] ? names[i] : "[]");
        printf("\n");
        free(told);
        wrong++;
    }
    runs++;
    answered += x.code == 0;
    cli_run_free(&x);
}

// Returns the new value that replaces `value`; NULL if the pattern is not valid JSON.
static json_t *changed(const json_t *value, const char *pattern) {
    char text[LONGEST] = "", *own = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    for (const char *c = pattern; *c && strlen(text) + strlen(own) + 2 < sizeof text; c++)
        if (*c == '@')
            strcat(text, own);
        else
            strncat(text, c, 1);
    free(own);
    return json_loads(text, JSON_DECODE_ANY, NULL);
}

static void spoil(json_t *document, json_t *at, int depth);

// Changes a member of an object, or an item of a list if `key` is NULL.
static void spoil_place(json_t *document, json_t *in, const char *key, size_t i, int depth) {
    json_t *kept = json_incref(key ? json_object_get(in, key) : json_array_get(in, i));
    names[depth] = key;
    for (int way = 0; way < WAYS; way++) {
        json_t *other = instead[way] ? changed(kept, instead[way]) : NULL;
        if (key)
            other ? json_object_set_new(in, key, other) : json_object_del(in, key);
        else
            other ? json_array_set_new(in, i, other) : json_array_remove(in, i);
        ask(document, depth + 1);
        if (!key && !other) json_array_insert(in, i, kept);
    }
    key ? json_object_set(in, key, kept) : json_array_set(in, i, kept);
    if (depth + 1 < DEEPEST) spoil(document, kept, depth + 1);
    json_decref(kept);
}

// Changes all members of an object, or the first and the last item of a list.
static void spoil(json_t *document, json_t *at, int depth) {
    if (json_is_object(at)) {
        json_t *keys = json_array();
        const char *key;
        json_t *value;
        size_t i;
        json_object_foreach(at, key, value) json_array_append_new(keys, json_string(key));
        json_object_set_new(at, "unheard_of", json_integer(1));
        names[depth] = "unheard_of";
        ask(document, depth + 1);
        json_object_del(at, "unheard_of");
        json_array_foreach(keys, i, value) spoil_place(document, at, json_string_value(value), 0, depth);
        json_decref(keys);
    }
    const size_t size = json_array_size(at);
    if (size) spoil_place(document, at, NULL, 0, depth);
    if (size > 1) spoil_place(document, at, NULL, size - 1, depth);
}

int main(int count, char **words) {
    cli_run_json = true;
    every = count > 1 ? atol(words[1]) : 1;
    if (every < 1 || chdir(CAROM_ROOT "/examples") || mkstemp(name) < 0 || !freopen("/dev/null", "r", stdin)) return 1;
    snprintf(written, sizeof written, "%s.h5", name);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (count > 2 && !strstr(files[i].file, words[2])) continue;
        char *text = text_of(files[i].file);
        json_t *document = json_loads(text, 0, NULL);
        const long asked = runs, fine = answered;
        if (!document) printf("%s is no JSON\n", files[i].file), wrong++;
        words_of_file = files[i].words;
        turn = 0;
        ask(document, 0);
        if (answered == fine) printf("%s %.60s is not answered as it is\n", words_of_file, files[i].file), wrong++;
        spoil(document, document, 0);
        printf("%ld ways to spoil %.60s, %ld answered\n", runs - asked, files[i].file, answered - fine);
        json_decref(document);
        free(text);
    }
    remove(name);
    remove(written);
    const bool enough = floor_met("spoilt files", answered, runs, 0.1);
    printf("%ld runs, %ld wrong\n", runs, wrong);
    return wrong || !enough ? 1 : 0;
}
