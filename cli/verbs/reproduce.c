// Implements carom reproduce: recomputes tables and figures of published papers.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/args/args.h"
#include "cli/document/parts.h"
#include "cli/exit.h"
#include "cli/print/json.h"
#include "cli/print/picture.h"
#include "cli/print/table.h"
#include "cli/print/words.h"
#include "mods/draw/figure/words.h"
#include "papers/papers.h"
#include "support/atomic_file/cell.h"

static const char examples[] = "  carom reproduce --list\n"
                               "  carom reproduce -o papers\n"
                               "  carom reproduce wang-mason fig8 -o papers --format png\n";
static const char about[] =
    "Recomputes tables and figures of published papers and compares the numbers.\n"
    "\n"
    "With -o, carom writes the data of each item to PAPER-ITEM.csv and draws each figure. docs/papers.md "
    "lists every item. The marks have these meanings:\n"
    "  ✓  agrees: rounds to the printed digits, or the statement holds\n"
    "  ○  regression check: the paper does not state this value\n"
    "  ≠  measured in the paper, not predicted by any law\n"
    "  ✎  misprint in the paper, explained in docs/errata.md\n"
    "  ✗  differs without an explanation; the exit code is 1";

typedef struct {
    const char *directory, *format, *scale;
    carom_draw_options look;
    bool list;
} wishes;

static const char *paper_names(int index) {
    const carom_item *item = carom_item_at(index);
    return item ? item->paper : NULL;
}

// Names files.

static const char *file_name(const wishes *w, const carom_item *item, const char *ending, char *text, size_t size) {
    snprintf(text, size, "%s/%s-%s.%s", w->directory, item->paper, item->name, ending);
    return text;
}

static void print_claims_csv(FILE *file, const carom_reproduction *r) {
    fputs("what,printed,ours,verdict\n", file);
    for (int i = 0; i < r->count; i++) {
        const char *const cells[] = {r->claims[i].what, r->claims[i].printed, r->claims[i].ours,
                                     carom_agreement_word(r->claims[i].agreement)};
        for (int k = 0; k < 4; k++) {
            carom_csv_cell(file, cells[k]);
            fputc(k < 3 ? ',' : '\n', file);
        }
    }
}

static int write_data(const wishes *w, const carom_item *item, const carom_reproduction *r, bool claims) {
    char name[512];
    file_name(w, item, claims && r->figure ? "claims.csv" : "csv", name, sizeof name);
    FILE *file = fopen(name, "w");
    if (!file) {
        carom_say("cannot write %s: %s", name, strerror(errno));
        return CAROM_EXIT_IO;
    }
    if (claims)
        print_claims_csv(file, r);
    else
        carom_figure_write_csv(r->figure, file);
    if (fclose(file)) {
        carom_say("cannot write %s: %s", name, strerror(errno));
        return CAROM_EXIT_IO;
    }
    return CAROM_EXIT_FINE;
}

// Writes a picture. Without Cairo only the data are written, with one message.
static int write_picture(const wishes *w, const carom_item *item, const carom_reproduction *r) {
    static bool told;
    char name[512];
    file_name(w, item, w->format ? w->format : "svg", name, sizeof name);
    const carom_status status = carom_figure_save(r->figure, name, &w->look);
    if (status == CAROM_OK) return CAROM_EXIT_FINE;
    if (status != CAROM_MODULE_MISSING || !told) carom_say("%s: %s", name, carom_picture_words(status));
    told = true;
    return status == CAROM_MODULE_MISSING ? CAROM_EXIT_FINE : CAROM_EXIT_IO;
}

static int write_item(const wishes *w, const carom_item *item, const carom_reproduction *r) {
    int exit = write_data(w, item, r, true);
    if (!r->figure) return exit;
    if (exit == CAROM_EXIT_FINE) exit = write_data(w, item, r, false);
    if (exit == CAROM_EXIT_FINE) exit = write_picture(w, item, r);
    return exit;
}

// Prints reports.

static json_t *claim_json(const carom_claim *c) {
    return json_pack("{s:s, s:s, s:s, s:s, s:s*, s:s, s:s}", "what", c->what, "printed", c->printed, "ours", c->ours,
                     "verdict", carom_agreement_word(c->agreement), "why", c->why, "~sign",
                     carom_agreement_sign(c->agreement), "~why",
                     c->agreement == CAROM_DIFFERS ? "UNEXPLAINED"
                     : c->why                      ? c->why
                                                   : "");
}

// Adds the claims of an item. As JSON, the document is the item.
static carom_document *describe_item(const carom_item *item, const carom_reproduction *r) {
    static const carom_document_column columns[] = {
        CAROM_TITLE("", "~sign"), CAROM_COLUMN("what"), CAROM_COLUMN("printed"),
        CAROM_COLUMN("ours"),     {.key = "verdict"},   CAROM_TITLE("", "~why"),
    };
    carom_document *document = carom_document_new(NULL);
    json_t *claims = json_array(), *counts = json_object();
    for (carom_claim_agreement k = 0; k < CAROM_AGREEMENTS; k++)
        json_object_set_new(counts, carom_agreement_word(k), json_integer(carom_claims_count(r, k)));
    for (int i = 0; i < r->count; i++) json_array_append_new(claims, claim_json(&r->claims[i]));
    carom_document_paragraph(document, "%s %s: %s", item->paper, item->name, item->about);
    carom_document_data(document, NULL,
                        json_pack("{s:s, s:s, s:s, s:o}", "paper", item->paper, "item", item->name, "about",
                                  item->about, "counts", counts));
    carom_document_rows(document, "claims", CAROM_COLUMNS(columns), claims);
    return document;
}

static bool is_wanted(const carom_item *item, const carom_operands *words) {
    return (words->count < 1 || !strcmp(words->at[0], item->paper)) &&
           (words->count < 2 || !strcmp(words->at[1], item->name));
}

typedef struct {
    int made, count[CAROM_AGREEMENTS];
} tally;

static int make_item(const wishes *w, const carom_item *item, json_t *answer, tally *sum) {
    carom_reproduction *r = carom_resize(NULL, 1, sizeof *r);
    memset(r, 0, sizeof *r);
    item->make(r);
    // If the list is full, fail, because further claims would be lost.
    const bool whole = r->count <= CAROM_MAX_CLAIMS && !(r->figure && r->figure->failed);
    if (!whole) r->count = 0;
    sum->made++;
    for (carom_claim_agreement k = 0; k < CAROM_AGREEMENTS; k++) sum->count[k] += carom_claims_count(r, k);
    sum->count[CAROM_DIFFERS] += !whole;
    carom_document *document = describe_item(item, r);
    if (answer)
        json_array_append_new(answer, carom_document_json(document));
    else
        carom_document_write(stdout, document, carom_output_format);
    carom_document_free(document);
    if (!answer) putchar('\n');
    const int exit = w->directory ? write_item(w, item, r) : CAROM_EXIT_FINE;
    carom_figure_free(r->figure);
    free(r);
    return exit;
}

// Prints how many claims agree. Claims of papers and checks of carom alone are counted separately.
static void print_sum(const tally *sum) {
    const int *n = sum->count;
    printf("%d item%s: %d agree with a paper, %d regression check%s, %d measured and given by no law, %d misprint%s of "
           "the "
           "papers (docs/errata.md), %d differ\n",
           sum->made, sum->made == 1 ? "" : "s", n[CAROM_AGREES], n[CAROM_CHECKED], n[CAROM_CHECKED] == 1 ? "" : "s",
           n[CAROM_MEASURED], n[CAROM_MISPRINT], n[CAROM_MISPRINT] == 1 ? "" : "s", n[CAROM_DIFFERS]);
}

static int make_items(const wishes *w, const carom_operands *words) {
    json_t *answer = carom_document_wants_json ? json_array() : NULL;
    tally sum = {0};
    int exit = CAROM_EXIT_FINE;
    const carom_item *item;
    for (int i = 0; (item = carom_item_at(i)) && exit == CAROM_EXIT_FINE; i++)
        if (is_wanted(item, words)) exit = make_item(w, item, answer, &sum);
    if (!sum.made && exit == CAROM_EXIT_FINE) {
        char hint[128];
        carom_say("no item is called \"%s%s%s\"%s", words->at[0], words->count > 1 ? " " : "",
                  words->count > 1 ? words->at[1] : "",
                  carom_suggestion(words->count > 1 ? NULL : carom_nearest_name(words->at[0], paper_names),
                                   "`carom reproduce --list` shows them", hint, sizeof hint));
        json_decref(answer);
        return CAROM_EXIT_USAGE;
    }
    if (answer) carom_json_answer(answer);
    if (exit != CAROM_EXIT_FINE) return exit;
    if (!carom_document_wants_json) print_sum(&sum);
    return sum.count[CAROM_DIFFERS] ? CAROM_EXIT_INADMISSIBLE : CAROM_EXIT_FINE;
}

static carom_document *describe_list(const carom_operands *words) {
    static const carom_document_column columns[] = {CAROM_COLUMN("paper"), CAROM_COLUMN("item"),
                                                    CAROM_CELL("what it shows", "about")};
    carom_document *document = carom_document_new(NULL);
    json_t *rows = json_array();
    const carom_item *at;
    for (int i = 0; (at = carom_item_at(i)); i++)
        if (is_wanted(at, words))
            json_array_append_new(
                rows, json_pack("{s:s, s:s, s:s}", "paper", at->paper, "item", at->name, "about", at->about));
    carom_document_rows(document, "", CAROM_COLUMNS(columns), rows);
    return document;
}

int carom_verb_reproduce(int argc, char **argv) {
    wishes w = {0};
    const carom_option options[] = {
        {"list", NULL, "list the papers and items", &w.list, NULL},
        {"output", "DIR", "directory for data and pictures; it is created if needed", NULL, &w.directory},
        {"format", "F", "format of the pictures: svg (default), pdf or png", NULL, &w.format},
        {"dark", NULL, "draw light lines on a dark background", &w.look.dark, NULL},
        {"scale", "PIXELS", "pixels per point of a .png; default 2", NULL, &w.scale},
        {"json", NULL, "print the claims as JSON", &carom_document_wants_json, NULL},
        {"csv", NULL, "print the tables as CSV", &carom_table_csv, NULL},
        {"md", NULL, "print the tables as Markdown", &carom_table_md, NULL},
        {0},
    };
    const carom_usage usage = {.verb = "reproduce",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .most_operands = 2,
                               .operands = "[PAPER [ITEM]]"};
    carom_operands words;
    int exit;
    if (!carom_args_read(&usage, argc, argv, &words, &exit)) return exit;
    if (w.format && strcmp(w.format, "svg") && strcmp(w.format, "pdf") && strcmp(w.format, "png")) {
        carom_say("--format is svg, pdf or png, not \"%s\"", w.format);
        return CAROM_EXIT_USAGE;
    }
    w.look.scale = w.scale ? strtod(w.scale, NULL) : 0.0;
    if (w.list) {
        carom_document_print(describe_list(&words));
        return CAROM_EXIT_FINE;
    }
    const char *const kind = w.directory ? carom_picture_kind(w.directory) : NULL;
    if (kind) {
        carom_say("-o names a directory for the files of all items; --format %s chooses the kind of pictures", kind);
        return CAROM_EXIT_USAGE;
    }
    if (w.directory && mkdir(w.directory, 0777) && errno != EEXIST) {
        carom_say("cannot make %s: %s", w.directory, strerror(errno));
        return CAROM_EXIT_IO;
    }
    return make_items(&w, &words);
}
