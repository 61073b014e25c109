// Memory that ends: of every line below each allocation of the command and of Jansson fails, one at a time. Either it did not
// matter, and the same is written, or it is said and the command ends with an error; nothing is lost, nothing half written.
//   cli_memory [tries a line] [words of one line]
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/words/words.h"
#include "support/floor.h"

typedef int verb_function(int argc, char **argv);
#define CAROM_VERB(name, task, summary) verb_function carom_verb_##name;
#include "cli/verbs.def"
static const struct {
    const char *name;
    verb_function *code;
} verbs[] = {
#define CAROM_VERB(name, task, summary) {#name, carom_verb_##name},
#include "cli/verbs.def"
};

// Words of a line are parted by bars. {} is a file that the line may write.
static const char *const lines[] = {
    "+solve|two_cars.json",
    "+solve|double_pendulum.json|--json",
    "solve|--law|smith|--all|--e|0.6|--mu|2.5|--W|10 2 8; 2 4 -1; 8 -1 9|--v|-0.0625 1 0",
    "solve|--law|routh|--jac|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "compare|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "impact|impact/three_spheres.json|--method|all",
    "+impact|impact/walker_lands.json|--json",
    "impact|impact/cradle.json|--outcomes|20|--plot|{}.svg",
    "+impact|impact/three_spheres.json|--gaps|1e-6,0|--json",
    "impact|impact/rocking_block.json|--scene|{}.svg",
    "impact|impact/heel_strike.json|--method|glocker|--write-fclib|{}.hdf5",
    "reconstruct|after/two_cars.json|--json",
    "translate|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "translate|--to|spring-dashpot|e=0.8",
    "translate|--to|two-bodies|--W|4 2 0; 2 6 -2; 0 -2 4",
    "explain|falling_rod.json|--gravity|9.81",
    "explain|--sensitivity|--law|routh|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "trace|--law|routh|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "history|--law|stronge|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6|--plot|{}.svg",
    "region|--P|0.6 0.12|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "region|--mesh|--json|--mu|0.3|--W|4 1 0.5; 1 3 0.7; 0.5 0.7 2|--v|-1 0.4 0.3",
    "+reach|--json|--law|chatterjee1|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "hodograph|--json|--mu|0.3|--W|4 1 0.5; 1 3 0.7; 0.5 0.7 2",
    "laws|routh|--json",
    "sweep|sweeps/rods.json|--samples|64|-o|{}.h5",
    "sweep|sweeps/two_cars.json|--dry-run",
    "report|{study}|-o|{}.svg",
    "report|{study}|--replay|1",
    "fit|fit/half_puck.csv|--laws|bilinear|--quick|--threads|1|-o|{}.svg",
    "fit|fit/pucks.csv|--laws|bilinear|--readings",
    "search|--law|whittaker|--break|dissipative|--limit|8",
    "draw|-o|{}.svg|--laws|smith|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "draw|two_cars.json|--beside|-o|{}.pdf",
    "draw|-o|{}.svg|--law|chatterjee1|--r_n|0.5|--over|r_n=0:1:3|--and|r_t=-1:1:3|--mu|0.7|--W|2.5 -1.5; -1.5 "
    "2.5|--v|-1 0.6",
    "draw|-o|{}.svg|--reach|--law|chatterjee1|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "draw|-o|{}.svg|--law|routh|--mu|0.3|--W|4 1 0.5; 1 3 0.7; 0.5 0.7 2|--v|-1 0.4 0.3",
    "map|-o|{}.png|--x|mu=0:2:9|--y|v_t=-2:2:9|--law|routh|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "map|--csv|--show|disagreement|--against|smith|--x|mu=0:2:9|--y|e=0:1:9|--law|routh|--e|0.5|--mu|0.7|--W|2.5 -1.5; "
    "-1.5 2.5|--v|-1 0.6",
    "map|impact/walker_lands.json|--json|--x|chain.links[0].angle.deg=-89:89:5|--y|params.mu=0:1:5|--contact|1",
};

static char folder[] = "/tmp/carom_memory.XXXXXX", written[100], study[100];

typedef struct tally {
    long lines, answered, tried, wrong;
} tally;

static long asked, fails_at;

static bool fails(void) {
    return ++asked == fails_at;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
_Noreturn void __real_exit(int code);
_Noreturn void __wrap_exit(int code);

static void *none(void) {
    errno = ENOMEM;
    return NULL;
}

void *__wrap_malloc(size_t size) {
    return fails() ? none() : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? none() : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return fails() ? none() : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text) {
    char *copy = fails() ? none() : __real_malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

// The command may end where it stands.
static jmp_buf ended;
static bool running;

void __wrap_exit(int code) {
    if (running) longjmp(ended, code + 1);
    __real_exit(code);
}

// What a run left: its end, and both texts.
typedef struct run {
    int code;
    char *out, *err;
} run;

static char *read_all(int file) {
    const off_t size = lseek(file, 0, SEEK_END);
    char *text = __real_malloc((size_t)size + 1);
    const ssize_t got = pread(file, text, (size_t)size, 0);
    text[got < 0 ? 0 : got] = 0;
    return text;
}

// Bars part the words; {} is the file that a line may write.
static int split(const char *line, char *words, size_t size, char **argv) {
    int count = 0;
    snprintf(words, size, "%s", line);
    for (char *word = words; word; count++) {
        argv[count] = word;
        word = strchr(word, '|');
        if (word) *word++ = 0;
        if (!strcmp(argv[count], "{study}")) argv[count] = study;
        if (!strncmp(argv[count], "{}", 2)) {
            snprintf(written, sizeof written, "%s/written%s", folder, argv[count] + 2);
            argv[count] = written;
        }
    }
    argv[count] = NULL;
    return count;
}

static verb_function *verb_of(const char *name) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(verbs[i].name, name)) return verbs[i].code;
    return NULL;
}

static run run_line(const char *line, long nth) {
    static char words[2000];
    static char *argv[64];
    static int kept[2], files[2];
    static int count;
    count = split(line, words, sizeof words, argv);
    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        char name[] = "/tmp/carom_memory.XXXXXX";
        files[i] = mkstemp(name), kept[i] = dup(i + 1);
        unlink(name);
        dup2(files[i], i + 1);
    }
    if (*written) remove(written);
    asked = 0, fails_at = nth, running = true;
    int code = setjmp(ended);
    code = code ? code - 1 : verb_of(argv[0])(count, argv);
    running = false;
    run x = {.code = code};
    fails_at = 0;
    fflush(stdout);
    fflush(stderr);
    for (int i = 0; i < 2; i++) {
        char **text = i ? &x.err : &x.out;
        *text = read_all(files[i]);
        dup2(kept[i], i + 1);
        close(kept[i]), close(files[i]);
    }
    return x;
}

// Lines that begin with + are tried with Jansson's allocations too, which all go through one function.
static bool of_jansson;

static void *jansson(size_t size) {
    return of_jansson ? carom_memory(size) : __real_malloc(size);
}

static void forget(run *x) {
    free(x->out), free(x->err);
}

// Does a text say that memory ended?
static bool tells(const char *text) {
    return strstr(text, "memory") || strstr(text, "too large") || strstr(text, "bad-size");
}

static const char *differs(const char *whole, const char *text) {
    const char *line = text;
    for (; *text && *text == *whole; text++, whole++)
        if (*text == '\n') line = text + 1;
    return line;
}

// What a line wrote; -1 for no file.
static off_t written_size(void) {
    struct stat found;
    return *written && stat(written, &found) == 0 ? found.st_size : -1;
}

static void try_line(const char *line, long most, tally *t) {
    run whole = run_line(line, 0);
    const long all = asked, step = all > most ? all / most + 1 : 1;
    const off_t size = written_size();
    long said = 0, same = 0;
    t->lines++;
    // A module that this build has not.
    const bool able = whole.code == 0 || strstr(whole.err, "module");
    if (!able) printf("%s: ends with %d: %s\n", line, whole.code, whole.err), t->wrong++;
    t->answered += whole.code == 0;
    for (long n = 1; n <= all && whole.code == 0; n += step) {
        run x = run_line(line, n);
        const bool as_ever = x.code == 0 && !strcmp(x.out, whole.out), told = tells(x.err) || tells(x.out);
        // Pictures have no date in them, stores a time of making: their size is the same.
        const bool half = written_size() >= 0 && written_size() != size;
        if ((!as_ever && !told) || half) {
            t->wrong++;
            printf("%s: allocation %ld of %ld: ends with %d%s, and does not say why: %s%.200s\n", line, n, all, x.code,
                   half ? ", half a file is written" : "", x.err, differs(whole.out, x.out));
        }
        said += told && !as_ever;
        same += as_ever;
        forget(&x);
    }
    printf("%ld allocations, of those tried %ld told, %ld without effect: %.60s\n", all, said, same, line);
    t->tried += said + same;
    forget(&whole);
}

int main(int count, char **words) {
    const long most = count > 1 ? atol(words[1]) : 40;
    tally t = {0};
    if (!mkdtemp(folder) || chdir(CAROM_ROOT "/examples")) return 1;
    snprintf(study, sizeof study, "%s/study.h5", folder);
    json_set_alloc_funcs(jansson, free);
    run made = run_line("sweep|sweeps/rods.json|--samples|64|-o|{study}", 0);
    forget(&made);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (count < 3 || strstr(lines[i], words[2])) {
            of_jansson = *lines[i] == '+';
            try_line(lines[i] + of_jansson, most, &t);
            remove(written);
            *written = 0;
        }
    remove(study);
    // Nothing is left beside what was asked for, not even a part of a file under another name.
    if (rmdir(folder)) printf("%s is not empty\n", folder), t.wrong++;
    const bool enough = floor_met("lines", t.answered, t.lines, 0.8);
    printf("%ld allocations failed, %ld wrong\n", t.tried, t.wrong);
    return t.wrong || !enough ? 1 : 0;
}
