// Tests that the claims of `carom reproduce` notice faults. The program activates the faults of faults.def one at a
// time and then makes items. replaced.c contains the code of the faults.
//   papers_faults        every fault, on the item of its row or on all items. Every fault must be noticed by a claim,
//                        and every claim must notice a fault
//   papers_faults quick  only the faults whose row names an item
//   papers_faults NAME   this fault on every item of all papers; prints the claims that notice it
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faults.h"
#include "papers/papers.h"

static const struct {
    const char *name, *paper, *item, *what;
} faults[] = {
    {"nothing", "", "", ""},
#define FAULT(id, function, paper, item, what) {#id, paper, item, what},
#include "faults.def"
#undef FAULT
};

fault planted;

enum { MOST_ITEMS = 256 };

static int claims_of[MOST_ITEMS]; // number of claims of an item without a fault
static char names[MOST_ITEMS][CAROM_MAX_CLAIMS][sizeof((carom_claim *)0)->what];
static bool noticed[MOST_ITEMS][CAROM_MAX_CLAIMS];

// Records that a claim noticed the fault. With a fault an item may have fewer claims, so the claim is found by its
// text.
static void note(int item, int claim, const char *what) {
    while (claim >= 0 && strcmp(names[item][claim], what)) claim--;
    for (int i = 0; i < claims_of[item] && claim < 0; i++)
        if (!strcmp(names[item][i], what)) claim = i;
    if (claim >= 0) noticed[item][claim] = true;
}

// Makes an item. Returns the number of claims that differ.
static int make(int index, bool say) {
    carom_reproduction *r = calloc(1, sizeof *r);
    const carom_item *item = carom_item_at(index);
    int differ = 0;
    if (!r || index >= MOST_ITEMS) abort();
    item->make(r);
    if (r->count > CAROM_MAX_CLAIMS) abort();
    if (planted == NOTHING) {
        claims_of[index] = r->count;
        for (int i = 0; i < r->count; i++) strcpy(names[index][i], r->claims[i].what);
    }
    for (int i = 0; i < r->count; i++) {
        if (r->claims[i].agreement != CAROM_DIFFERS) continue;
        if (say) printf("%s: %s %s: %s\n", faults[planted].name, item->paper, item->name, r->claims[i].what);
        note(index, i, r->claims[i].what);
        differ++;
    }
    carom_figure_free(r->figure);
    free(r);
    return differ;
}

static bool is_named(fault f, const carom_item *item) {
    return !strcmp(faults[f].paper, item->paper) && !strcmp(faults[f].item, item->name);
}

// Activates a fault and makes the item that its row names, or every item. Returns true if a claim noticed the fault.
static bool plant(fault f, bool everywhere, bool say) {
    const carom_item *item;
    int differ = 0;
    planted = f;
    for (int i = 0; (item = carom_item_at(i)); i++)
        if (everywhere || is_named(f, item)) differ += make(i, say);
    planted = NOTHING;
    if (!differ) printf("no claim notices %s (%s)\n", faults[f].name, faults[f].what);
    return differ > 0;
}

static int list_unnoticed(void) {
    int claims = 0, quiet = 0;
    for (int i = 0; carom_item_at(i); i++)
        for (int k = 0; k < claims_of[i]; k++, claims++) {
            if (noticed[i][k]) continue;
            printf("no fault changes %s %s: %s\n", carom_item_at(i)->paper, carom_item_at(i)->name, names[i][k]);
            quiet++;
        }
    printf("%d claims, %d of them notice no fault\n", claims, quiet);
    return quiet;
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    const bool quick = !strcmp(how, "quick"), one = *how && !quick;
    int wrong = 0, count = 0;
    for (int i = 0; carom_item_at(i) && !quick; i++)
        if (make(i, true)) wrong++;
    for (fault f = NOTHING + 1; f < FAULTS; f++) {
        const bool blunt = !*faults[f].paper;
        if (one ? strcmp(how, faults[f].name) : quick && blunt) continue;
        wrong += !plant(f, one || blunt, one);
        count++;
    }
    if (!quick && !one) wrong += list_unnoticed();
    printf("%d faults planted, %d failures\n", count, wrong);
    return wrong > 0 || !count;
}
