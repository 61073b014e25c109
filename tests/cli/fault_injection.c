// Tests failures of memory and of the system. In each line below, every allocation of the command and of Jansson fails
// once (memory). Or every call of the system, HDF5, Cairo and SUNDIALS that can fail does so once (calls,
// fault_injection.def). One call fails in each run. The output must either be unchanged, or the command must report the
// failure and end with an error. It must not leave incomplete files.
//   cli_fault_injection memory|calls [tries per line] [words of one line]
#define _GNU_SOURCE // renameat2
#include <cairo.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <arkode/arkode_erkstep.h>
#include <hdf5.h>
#include <nvector/nvector_serial.h>

#include "cli/print/words.h"
#include "in_process.h"
#include "support/floor.h"

// The words of a line are separated by bars. {} begins the name of a file that the line may write.
static const char *const lines[] = {
    "+solve|two_cars.json",
    "+solve|double_pendulum.json|--json",
    "solve|--law|smith|--all-solutions|--e|0.6|--mu|2.5|--W|10 2 8; 2 4 -1; 8 -1 9|--v|-0.0625 1 0",
    "solve|--law|routh|--jacobian|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "compare|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "solve|impact/three_spheres.json|--law|all",
    "+solve|impact/cradle.json",
    "+solve|impact/walker_lands.json|--json",
    "solve|impact/cradle.json|--spread|20|--plot|{}.svg",
    "+solve|impact/three_spheres.json|--gaps|1e-6,0|--json",
    "solve|impact/rocking_block.json|--scene|{}.svg",
    "drop|motion/coin.json|-o|{}.svg",
    "reconstruct|after/two_cars.json|--json",
    "convert|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "convert|--to|spring-dashpot|e=0.8",
    "explain|--bodies|two|--W|4 2 0; 2 6 -2; 0 -2 4",
    "explain|falling_rod.json|--gravity|9.81",
    "trace|--law|routh|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "trace|--law|stronge|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6|--plot|{}.svg",
    "check|--P|0.6 0.12|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "region|--mesh|--json|--mu|0.3|--W|4 1 0.5; 1 3 0.7; 0.5 0.7 2|--v|-1 0.4 0.3",
    "+region|--json|--law|chatterjee1|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "trace|--slips|--json|--mu|0.3|--W|4 1 0.5; 1 3 0.7; 0.5 0.7 2",
    "laws|routh|--json",
    "materials|--json",
    "materials|glass",
    "sweep|{small}|-o|{}.h5",
    "~sweep|{small}|--resume|-o|{study}",
    "~sweep|sweeps/two_cars.json|--dry-run",
    "report|{study}|-o|{}.svg",
    "report|{study}|--replay|1",
    "fit|fit/pucks.csv|--laws|bilinear|--quick|--threads|1|-o|{}.svg",
    "fit|fit/pucks.csv|--laws|routh,smith|--quick|--threads|1|--json",
    "draw|-o|{}.svg|--laws|smith|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "draw|two_cars.json|--with-scene|-o|{}.pdf",
    "draw|-o|{}.svg|--law|chatterjee1|--r_n|0.5|--vary|r_n=0:1:3|--vary|r_t=-1:1:3|--mu|0.7|--W|2.5 -1.5; -1.5 "
    "2.5|--v|-1 0.6",
    "draw|-o|{}.svg|--reach|--law|chatterjee1|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "draw|-o|{}.svg|--law|routh|--e|0.5|--mu|0.3|--W|4 1 0.5; 1 3 0.7; 0.5 0.7 2|--v|-1 0.4 0.3",
    "map|-o|{}.png|--scale|0.2|--x|mu=0:2:9|--y|v_t=-2:2:9|--law|routh|--e|0.5|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 "
    "0.6",
    "map|--csv|--show|disagreement|--second-law|smith|--x|mu=0:2:9|--y|e=0:1:9|--law|routh|--e|0.5|--mu|0.7|--W|2.5 "
    "-1.5; "
    "-1.5 2.5|--v|-1 0.6",
    "~solve|--law|hunt-crossley|--e|0.5|--kn|1|--kt|1|--mu|0.7|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
    "solve|--law|ivanov-potential|--mu|0|--W|2.5 -1.5; -1.5 2.5|--v|-1 0.6",
};

// A study with every optional part of a results file, and little data in each, because most of the time is spent on
// writing.
static const char small_study[] =
    "{\"scenario\":{\"W\":[[2.5,-1.5],[-1.5,2.5]],\"v\":[-1,0.6],\"params\":{\"e\":0.5,\"mu\":0.5}},\"laws\":["
    "\"routh\"],"
    "\"inputs\":{\"v[1]\":{\"uniform\":[-2,2]}},\"samples\":64,\"columns\":true,\"outputs\":[\"dE\"],"
    "\"histograms\":{\"dE\":[-1,0]},\"worst\":{\"of\":\"dE\",\"which\":\"lowest\",\"keep\":2}}\n";

static char folder[] = "/tmp/carom_world.XXXXXX", written[100], study[100], small[100];

typedef struct tally {
    long lines, answered, tried, wrong;
} tally;

// `failing` selects allocations or calls, `asked` counts them, and the one with the number `fails_at` fails. Each call
// fails once for each different stack of functions that leads to it. A call that is repeated a thousand times in one
// place therefore fails there only once.
typedef enum kind { MEMORY, CALLS } kind;
enum { DEEP = 7, MOST_WAYS = 1 << 14 };
static kind failing;
static long asked, fails_at;
static int ways;
static uint64_t way_of[MOST_WAYS];
static long first_of[MOST_WAYS];
static const char *failed;

static void note_way(void) {
    void *stack[DEEP];
    uint64_t hash = 1469598103934665603u;
    const int n = backtrace(stack, DEEP);
    for (int i = 0; i < n; i++) hash = (hash ^ (uintptr_t)stack[i]) * 1099511628211u;
    for (int i = 0; i < ways; i++)
        if (way_of[i] == hash) return;
    if (ways == MOST_WAYS) return;
    way_of[ways] = hash;
    first_of[ways++] = asked;
}

static bool fails(kind of, const char *name) {
    if (!cli_is_running() || of != failing) return false;
    ++asked;
    if (!fails_at) note_way();
    if (asked == fails_at) failed = name;
    return asked == fails_at;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
char *__wrap_strdup(const char *text);
int __real_open(const char *name, int how, ...);
int __wrap_open(const char *name, int how, ...);
_Noreturn void __real_exit(int code);
_Noreturn void __wrap_exit(int code);

static void *none(void) {
    errno = ENOMEM;
    return NULL;
}

void *__wrap_malloc(size_t size) {
    return fails(MEMORY, "malloc") ? none() : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails(MEMORY, "calloc") ? none() : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return fails(MEMORY, "realloc") ? none() : __real_realloc(memory, size);
}

char *__wrap_strdup(const char *text) {
    char *copy = fails(MEMORY, "strdup") ? none() : __real_malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

int __wrap_open(const char *name, int how, ...) {
    va_list more;
    va_start(more, how);
    const int mode = how & O_CREAT ? va_arg(more, int) : 0;
    va_end(more);
    if (!fails(CALLS, "open")) return __real_open(name, how, mode);
    errno = EACCES;
    return -1;
}

#define CALL(type, name, parameters, arguments, bad, why)                                                              \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters {                                                                                    \
        if (!fails(CALLS, #name)) return __real_##name arguments;                                                      \
        errno = why;                                                                                                   \
        return bad;                                                                                                    \
    }
#define CLOSE(type, name, parameters, arguments, bad, why)                                                             \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters {                                                                                    \
        const type was = __real_##name arguments;                                                                      \
        if (!fails(CALLS, #name)) return was;                                                                          \
        errno = why;                                                                                                   \
        return bad;                                                                                                    \
    }
#include "fault_injection.def"

// The command may call exit anywhere, so exit ends the run and not the test.
void __wrap_exit(int code) {
    cli_run_end(code);
    __real_exit(code);
}

// Splits a line at the bars and replaces the names in braces by names of files.
static int split(const char *line, char *words, size_t size, char **argv) {
    int count = 0;
    snprintf(words, size, "%s", line);
    for (char *word = words; word; count++) {
        argv[count] = word;
        word = strchr(word, '|');
        if (word) *word++ = 0;
        if (!strcmp(argv[count], "{study}")) argv[count] = study;
        if (!strcmp(argv[count], "{small}")) argv[count] = small;
        if (!strncmp(argv[count], "{}", 2)) {
            snprintf(written, sizeof written, "%s/written%s", folder, argv[count] + 2);
            argv[count] = written;
        }
    }
    argv[count] = NULL;
    return count;
}

static cli_run run_line(const char *line, long nth) {
    static char words[2000];
    static char *argv[64];
    const int count = split(line, words, sizeof words, argv);
    if (*written) remove(written);
    asked = 0, fails_at = nth, failed = "";
    const cli_run x = cli_run_words(count, argv);
    fails_at = 0;
    return x;
}

// A line that begins with + also tests the allocations of Jansson, which all pass through one function. A line that
// begins with ~ prints the time, or may compute the same result in another way, so its output is not compared.
static bool of_jansson, of_time;

static void *jansson(size_t size) {
    return of_jansson ? carom_memory(size) : __real_malloc(size);
}

// Returns true if a run reports the failure and ends with an error. A failure of memory must be reported as such.
static bool tells(const cli_run *x) {
    static const char *const names[] = {"memory", "too large", "bad-size"};
    for (int i = 0; i < 3 && failing == MEMORY && x->code != 0; i++)
        if (strstr(x->err, names[i]) || strstr(x->out, names[i])) return true;
    return failing == CALLS && x->code != 0 && (*x->err || strstr(x->out, "\"status\":\"bad-"));
}

static const char *differs(const char *whole, const char *text) {
    const char *line = text;
    for (; *text && *text == *whole; text++, whole++)
        if (*text == '\n') line = text + 1;
    return line;
}

// Returns the size of the file that a line wrote; -1 if there is no file.
static off_t written_size(void) {
    struct stat found;
    return *written && stat(written, &found) == 0 ? found.st_size : -1;
}

static void try_line(const char *line, long most, tally *t) {
    ways = 0;
    cli_run whole = run_line(line, 0);
    const long all = asked, step = ways > most ? ways / most + 1 : 1;
    const off_t size = written_size();
    long said = 0, same = 0;
    t->lines++;
    // A line may fail because its module is missing in this build.
    const bool able = whole.code == 0 || strstr(whole.err, "module");
    if (!able) printf("%s: ends with %d: %s\n", line, whole.code, whole.err), t->wrong++;
    t->answered += whole.code == 0;
    for (long i = 0; i < ways && whole.code == 0; i += step) {
        cli_run x = run_line(line, first_of[i]);
        const bool as_ever = x.code == 0 && (of_time || !strcmp(x.out, whole.out)), told = tells(&x);
        // Pictures contain no date, and the creation time of a results file has a fixed length. A complete file
        // therefore always has the same size.
        const bool half = written_size() >= 0 && written_size() != size;
        if ((!as_ever && !told) || half) {
            t->wrong++;
            printf("%s: %s, call %ld of %ld: ends with %d%s, and does not say why: %s%.200s\n", line, failed,
                   first_of[i], all, x.code, half ? ", half a file is written" : "", x.err, differs(whole.out, x.out));
        }
        said += told && !as_ever;
        same += as_ever;
        cli_run_free(&x);
    }
    printf("%ld calls, %d ways to them, of those tried %ld told, %ld without effect: %.60s\n", all, ways, said, same,
           line);
    t->tried += said + same;
    cli_run_free(&whole);
}

// Tests the help of every verb that has no line in the list.
static void try_others(long most, tally *t) {
    char help[80];
    const char *verb;
    for (int i = 0; (verb = cli_run_verb(i)); i++) {
        const size_t length = strlen(verb);
        bool listed = false;
        for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
            const char *line = lines[k] + strspn(lines[k], "+~");
            listed = listed || (!strncmp(line, verb, length) && line[length] == '|');
        }
        snprintf(help, sizeof help, "%s|--help", verb);
        of_jansson = of_time = false;
        if (!listed) try_line(help, most, t);
    }
}

static void prepare(const char *line) {
    cli_run made = run_line(line, 0);
    cli_run_free(&made);
}

int main(int count, char **words) {
    tally t = {0};
    if (count < 2 || !mkdtemp(folder) || chdir(CAROM_ROOT "/examples")) return 1;
    const long most = count > 2 ? atol(words[2]) : 1000;
    failing = strcmp(words[1], "calls") ? MEMORY : CALLS;
    snprintf(study, sizeof study, "%s/study.h5", folder);
    snprintf(small, sizeof small, "%s/small.json", folder);
    FILE *file = fopen(small, "w");
    if (!file || fputs(small_study, file) < 0 || fclose(file)) return 1;
    json_set_alloc_funcs(jansson, free);
    prepare("sweep|{small}|-o|{study}");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (count < 4 || strstr(lines[i], words[3])) {
            of_jansson = *lines[i] == '+', of_time = *lines[i] == '~';
            try_line(lines[i] + (of_jansson || of_time), most, &t);
            remove(written);
            *written = 0;
        }
    if (count < 4) try_others(most, &t);
    remove(study);
    remove(small);
    // Only the requested files may remain, and no temporary or incomplete files.
    if (rmdir(folder)) printf("%s is not empty\n", folder), t.wrong++;
    const bool enough = floor_met("lines", t.answered, t.lines, 0.8);
    printf("%ld calls failed, %ld wrong\n", t.tried, t.wrong);
    return t.wrong || !enough ? 1 : 0;
}
