// Implements carom counterexample: searches for the smallest problem in integers that violates a guarantee.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/args/args.h"
#include "cli/counterexample/search_write.h"
#include "cli/exit.h"
#include "cli/lookup/answer.h"
#include "cli/lookup/laws.h"
#include "cli/lookup/report.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/words.h"

static const char examples[] = "  carom counterexample --law whittaker --guarantee dissipative\n"
                               "  carom counterexample --law smith --guarantee unique --dim 3 --limit 28\n"
                               "  carom counterexample --method glocker --guarantee dissipative\n";
static const char about[] =
    "Finds the smallest problem with integer inputs that violates a property of a law.\n"
    "\n"
    "The properties are dissipative, coulomb, nonpenetrating, homogeneous, continuous and unique. The entries of W and "
    "v are integers, and the coefficients are ratios of integers. The size of a problem is the sum of "
    "the absolute values of its integers. All problems of one size are tried before any larger "
    "problem. Coefficients that you give are held fixed. If the violated property is one that the law guarantees, the "
    "exit code is 1. Without --law and --guarantee, carom prints a table of all laws and properties.";

typedef struct {
    const char *promise, *limit, *method, *single, *dim;
    bool hold, json;
} wishes;

// Runs the search. Ctrl-C ends it; a terminal shows the progress.

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    stop = number;
}

static bool told(void *context, int size, uint64_t asked) {
    const char *name = context;
    if (name) fprintf(stderr, "\r\033[K%s: size %d, %.3g problems", name, size, (double)asked);
    return !stop;
}

static void clear_line(void) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

// Prints text.

static void print_looked(const carom_looked *k) {
    printf("%s%llu problems tried, %llu with a result; all problems up to size %d were tried.\n",
           k->interrupted ? "Interrupted: " : "", (unsigned long long)k->asked, (unsigned long long)k->answered,
           k->whole);
}

static void print_none(const char *name, unsigned promise, const carom_looked *k) {
    const bool some = k->kept > 0 && k->kept < k->asked;
    printf("%s: no problem violates \"%s\", which it %s.\n", name, carom_enum_name(CAROM_ENUM_GUARANTEE, (int)promise),
           some      ? "guarantees for some of them"
           : k->kept ? "guarantees"
                     : "does not guarantee");
    print_looked(k);
    if (!k->interrupted && !k->kept) printf("A larger --limit may find one.\n");
}

static void print_found(const char *name, unsigned promise, const carom_looked *k, const char *what,
                        const char *wrong) {
    printf("%s: \"%s\" is violated%s\n\n  %s\n  size %d: %s\n\n", name,
           carom_enum_name(CAROM_ENUM_GUARANTEE, (int)promise),
           k->promised ? ", although it is guaranteed there: a defect in carom, please report it"
                       : ", which it does not guarantee there",
           what, k->size, wrong);
}

static void print_law(const carom_search *s, const carom_finding *f) {
    char what[512], wrong[160], scenario[9000];
    if (!f->looked.found) {
        print_none(s->law->name, s->promise, &f->looked);
        return;
    }
    carom_finding_text(s->law, f, what, sizeof what);
    carom_finding_wrong(s->promise, f, wrong, sizeof wrong);
    print_found(s->law->name, s->promise, &f->looked, what, wrong);
    printf("As a problem, for `carom solve%s -`:\n", s->promise == CAROM_GUARANTEE_UNIQUE ? " --all-solutions" : "");
    carom_json_answer(carom_finding_problem(s->law, f));
    printf("\nAs a scenario of bodies that have this W:\n");
    carom_finding_scenario(s->law, f, scenario, sizeof scenario);
    printf("%s\n", scenario);
    print_looked(&f->looked);
}

static void print_method(const carom_system_search *s, const carom_system_finding *f) {
    char what[512], wrong[160];
    if (!f->looked.found) {
        print_none(s->method->name, s->promise, &f->looked);
        return;
    }
    carom_system_finding_text(s, f, what, sizeof what);
    carom_system_finding_wrong(s->promise, f, wrong, sizeof wrong);
    print_found(s->method->name, s->promise, &f->looked, what, wrong);
    printf("As a problem, for `carom solve -`:\n");
    carom_json_answer(carom_system_finding_problem(s, f));
    printf("\n");
    print_looked(&f->looked);
}

// Prints a table.

static void add_row(carom_table *t, const char *name, unsigned promise, const carom_looked *k, const char *what,
                    const char *wrong) {
    carom_table_cell(t, "%s", name);
    carom_table_cell(t, "%s", carom_enum_name(CAROM_ENUM_GUARANTEE, (int)promise));
    carom_table_cell(t, "%s", k->promised ? "DEFECT" : k->kept == k->asked ? "yes" : k->kept ? "in part" : "no");
    if (k->found)
        carom_table_cell(t, "%d", k->size);
    else
        carom_table_cell(t, "> %d", k->whole);
    carom_table_cell(t, "%llu", (unsigned long long)k->asked);
    carom_table_cell(t, "%s", k->found ? wrong : "none found");
    carom_table_cell(t, "%s", k->found ? what : "");
    carom_table_end_row(t);
}

static void add_heads(carom_table *t, const char *first) {
    const char *const heads[] = {first,       "property",        "guaranteed", "size", "problems tried",
                                 "violation", "smallest problem"};
    for (int i = 0; i < 7; i++) carom_table_cell(t, "%s", heads[i]);
    carom_table_end_row(t);
}

static void add_law_row(carom_table *t, const carom_search *s, const carom_finding *f) {
    char what[512] = "", wrong[160] = "";
    if (f->looked.found) carom_finding_text(s->law, f, what, sizeof what);
    if (f->looked.found) carom_finding_wrong(s->promise, f, wrong, sizeof wrong);
    add_row(t, s->law->name, s->promise, &f->looked, what, wrong);
}

static void add_method_row(carom_table *t, const carom_system_search *s, const carom_system_finding *f) {
    char what[512] = "", wrong[160] = "";
    if (f->looked.found) carom_system_finding_text(s, f, what, sizeof what);
    if (f->looked.found) carom_system_finding_wrong(s->promise, f, wrong, sizeof wrong);
    add_row(t, s->method->name, s->promise, &f->looked, what, wrong);
}

// Selects the guarantees, and the laws or methods.

typedef struct {
    const wishes *wish;
    const carom_problem *problem;
    unsigned promise; // 0 for all guarantees
    int limit;        // 0 for the default limit
    bool one;         // print one law or method, and one guarantee, in full
    carom_table table;
    json_t *list;
    int exit;
} run;

static int refused(run *r, const char *name, carom_status status) {
    carom_say("%s: %s", name,
              status == CAROM_NOT_APPLICABLE
                  ? "this search is not possible: its module, its dimension or its single law is missing"
                  : carom_status_name(status));
    return r->exit = CAROM_EXIT_INPUT;
}

static void search_law(run *r, const carom_law *law, unsigned promise) {
    carom_search s = carom_default_search(law, promise);
    carom_finding f;
    const unsigned wanted = !r->wish->dim ? 0u : *r->wish->dim == '2' ? CAROM_2D : CAROM_3D;
    s.dims = wanted ? wanted : law->solves & CAROM_ONE_CONTACT;
    s.params = r->problem->params;
    s.held = r->problem->given | (r->wish->hold ? 0 : s.held);
    if (r->limit) s.to = r->limit;
    s.tell = told;
    s.context = isatty(STDERR_FILENO) ? (void *)law->name : NULL;
    const carom_status status = carom_search_law(&s, &f);
    clear_line();
    if (status != CAROM_OK) {
        if (r->problem->law) refused(r, law->name, status);
        return;
    }
    if (f.looked.promised) r->exit = CAROM_EXIT_INADMISSIBLE;
    if (r->list)
        json_array_append_new(r->list, carom_search_json(&s, &f));
    else if (r->one)
        print_law(&s, &f);
    else
        add_law_row(&r->table, &s, &f);
}

static void search_method(run *r, const carom_law *method, unsigned promise) {
    carom_system_search s = carom_default_system_search(method, promise);
    carom_system_finding f;
    if (promise == CAROM_GUARANTEE_CONTINUOUS || promise == CAROM_GUARANTEE_HOMOGENEOUS) {
        if (r->one) carom_say("for a method, --guarantee takes dissipative, coulomb, nonpenetrating or unique");
        if (r->one) r->exit = CAROM_EXIT_USAGE;
        return;
    }
    s.params = r->problem->params;
    s.held |= r->problem->given;
    if (r->limit) s.to = r->limit;
    s.tell = told;
    s.single = carom_system_needs(method) & CAROM_NEEDS_SINGLE
                   ? carom_tables_find(r->wish->single ? r->wish->single : "routh")
                   : NULL;
    s.context = isatty(STDERR_FILENO) ? (void *)method->name : NULL;
    const size_t bytes = carom_search_memory(&s);
    void *memory = bytes ? carom_resize(NULL, 1, bytes) : NULL;
    const carom_status status = memory ? carom_search_method(&s, memory, bytes, &f) : CAROM_NOT_APPLICABLE;
    free(memory);
    clear_line();
    if (status != CAROM_OK) {
        if (r->one) refused(r, method->name, status);
        return;
    }
    if (f.looked.promised) r->exit = CAROM_EXIT_INADMISSIBLE;
    if (r->list)
        json_array_append_new(r->list, carom_system_search_json(&s, &f));
    else if (r->one)
        print_method(&s, &f);
    else
        add_method_row(&r->table, &s, &f);
}

static void search_promises(run *r, const carom_law *law, const carom_law *method) {
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit) && !stop; bit <<= 1) {
        if (r->promise && bit != r->promise) continue;
        if (law)
            search_law(r, law, bit);
        else
            search_method(r, method, bit);
    }
}

static int search(run *r) {
    const char *method = r->wish->method;
    const bool all_methods = method && !strcmp(method, "all");
    bool known = !method || all_methods;
    for (int i = 0; !known && carom_tables_method(i, 2); i++) known = !strcmp(carom_tables_method(i, 2)->name, method);
    if (!known) {
        carom_say("unknown method \"%s\"; `carom laws` lists them", method);
        return CAROM_EXIT_INPUT;
    }
    r->one = r->promise && (r->problem->law || (method && !all_methods));
    r->list = r->wish->json ? json_array() : NULL;
    r->table = (carom_table){.format = carom_output_format, .align = "lllrrll"};
    if (!r->one && !r->list) add_heads(&r->table, method ? "method" : "law");
    for (int i = 0; method && carom_tables_method(i, 2) && !stop; i++) {
        const carom_law *one = carom_tables_method(i, 2);
        if (all_methods ? !strcmp(one->module, "core") : !strcmp(one->name, method)) search_promises(r, NULL, one);
    }
    for (int i = 0; !method && !r->problem->law && carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++)
        search_promises(r, carom_law_at(NULL, i, CAROM_ONE_CONTACT), NULL);
    if (!method && r->problem->law) search_promises(r, r->problem->law, NULL);
    if (r->list && r->one && json_array_size(r->list) == 1)
        carom_json_answer(json_incref(json_array_get(r->list, 0)));
    else if (r->list)
        carom_json_answer(json_incref(r->list));
    else if (!r->one)
        carom_table_print(stdout, &r->table);
    json_decref(r->list);
    return r->exit;
}

// Reads the command line.

static bool read_promise(run *r) {
    const char *name = r->wish->promise;
    char names[160] = "";
    if (!name || !strcmp(name, "all")) return true;
    for (unsigned bit = 1; carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit); bit <<= 1) {
        carom_join(names, sizeof names, ", ", carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit));
        if (!strcmp(name, carom_enum_name(CAROM_ENUM_GUARANTEE, (int)bit))) r->promise = bit;
    }
    if (!r->promise) carom_say("\"%s\" is not a guarantee; there are %s", name, names);
    return r->promise;
}

static bool read_limit(run *r) {
    char *end;
    const char *dim = r->wish->dim;
    if (dim && strcmp(dim, "2") != 0 && strcmp(dim, "3") != 0)
        return carom_say("--dim takes 2 or 3, not \"%s\"", dim), false;
    if (!r->wish->limit) return true;
    const long value = strtol(r->wish->limit, &end, 10);
    r->limit = (int)value;
    if (*r->wish->limit && !*end && value >= 1 && value <= CAROM_SEARCH_MOST) return true;
    carom_say("--limit takes a size from 1 to %d, not \"%s\"", CAROM_SEARCH_MOST, r->wish->limit);
    return false;
}

// Returns the parameters read by the laws or methods searched, and by the law of a method's single impacts.
static uint64_t searched_reads(const run *r) {
    const char *method = r->wish->method;
    const carom_law *one;
    const carom_law *single = carom_tables_find(r->wish->single ? r->wish->single : "routh");
    uint64_t reads = 0;
    for (int i = 0; method && (one = carom_tables_method(i, 2)); i++) {
        if (!strcmp(method, "all") ? strcmp(one->module, "core") != 0 : strcmp(one->name, method) != 0) continue;
        reads |= carom_system_reads(one) |
                 ((carom_system_needs(one) & CAROM_NEEDS_SINGLE) && single ? carom_law_reads(single) : 0);
    }
    for (int i = 0; !method && !r->problem->law && carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++)
        reads |= carom_law_reads(carom_law_at(NULL, i, CAROM_ONE_CONTACT));
    return method || !r->problem->law ? reads : carom_law_reads(r->problem->law);
}

int carom_verb_counterexample(int argc, char **argv) {
    wishes wish = {0};
    carom_problem problem = carom_problem_new(carom_tables_modules());
    const carom_option options[] = {
        {"guarantee", "NAME", "property to violate; default: a table of all properties", NULL, &wish.promise},
        {"limit", "SIZE", "largest size to try; default: 20, or 16 for methods", NULL, &wish.limit},
        {"dim", "2|3", "search only 2D or only 3D contacts", NULL, &wish.dim},
        {"vary-mu-static", NULL, "allow mu_static to exceed mu", &wish.hold, NULL},
        {"method", "NAME", "search a method for several contacts, or all methods, instead of a law", NULL,
         &wish.method},
        {"single", "LAW", "law of each single impact, for methods that need one; default routh", NULL, &wish.single},
        {"json", NULL, "", &wish.json, NULL},
        CAROM_TABLE_OPTIONS,
        {0},
    };
    const carom_usage usage = {.verb = "counterexample",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .problem = &problem,
                               .operands = "",
                               .reads = carom_tables_reads(NULL)};
    run r = {.wish = &wish, .problem = &problem};
    carom_operands operands;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    struct sigaction catch = {.sa_handler = on_signal}, before;
    exit = CAROM_EXIT_USAGE;
    sigaction(SIGINT, &catch, &before);
    if (problem.W_size || problem.v_size)
        carom_say("counterexample varies W and v itself; `carom solve` takes yours");
    else if (read_promise(&r) && read_limit(&r) &&
             carom_args_law_reads(&problem, problem.given, searched_reads(&r), &exit))
        exit = search(&r);
    sigaction(SIGINT, &before, NULL);
    carom_problem_free(&problem);
    return exit;
}
