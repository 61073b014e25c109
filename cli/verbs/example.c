// Implements carom example: prints an input file to start from.
#include <stdio.h>
#include <string.h>

#include "cli/args/args.h"
#include "cli/exit.h"
#include "cli/lookup/examples.h"
#include "cli/print/json.h"
#include "cli/print/table.h"
#include "cli/print/words.h"

static const char examples[] = "  carom example\n"
                               "  carom example cars > cars.json && carom solve cars.json\n";
static const char about[] = "Prints a scenario file to start from. Without NAME, it lists the examples.";

static const struct {
    const char *name, *verb, *meaning;
    const unsigned char *text;
} rows[] = {
    {"cars", "solve", "two cars collide, 2D", carom_example_two_cars},
    {"rod", "solve", "a rod falls on the floor, 2D", carom_example_falling_rod},
    {"ball", "solve", "a spinning ball bounces, 3D", carom_example_superball},
    {"cradle", "solve", "three balls in a row: several contacts", carom_example_impact_cradle},
    {"drop", "drop", "a rod falls, bounces and comes to rest", carom_example_motion_rod},
    {"sweep", "sweep", "two cars whose speeds and coefficients are uncertain", carom_example_sweeps_two_cars},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *name_at(int index) {
    return index < ROWS ? rows[index].name : NULL;
}

static void print_list(void) {
    static const char *const heads[] = {"name", "for", "what"};
    carom_table table = {.format = carom_output_format, .align = "lll"};
    for (int i = 0; i < 3; i++) carom_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < ROWS; i++) {
        carom_table_cell(&table, "%s", rows[i].name);
        carom_table_cell(&table, "carom %s", rows[i].verb);
        carom_table_cell(&table, "%s", rows[i].meaning);
    }
    carom_table_print(stdout, &table);
    printf("\n`carom example NAME > FILE.json` writes one.\n");
}

static json_t *list_json(void) {
    json_t *list = json_array();
    for (int i = 0; i < ROWS; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s}", "name", rows[i].name, "verb", rows[i].verb, "meaning", rows[i].meaning));
    return list;
}

int carom_verb_example(int argc, char **argv) {
    bool json = false;
    const carom_option options[] = {{"json", NULL, "", &json, NULL}, CAROM_TABLE_OPTIONS, {0}};
    const carom_usage usage = {.verb = "example",
                               .examples = examples,
                               .about = about,
                               .options = options,
                               .most_operands = 1,
                               .operands = "[NAME]"};
    carom_operands operands;
    carom_error refusal;
    char hint[128];
    int exit;
    if (!carom_args_read(&usage, argc, argv, &operands, &exit)) return exit;
    if (!operands.count && json) carom_json_answer(list_json());
    if (!operands.count && !json) print_list();
    if (!operands.count) return CAROM_EXIT_FINE;
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(operands.at[0], rows[i].name)) return fputs((const char *)rows[i].text, stdout), CAROM_EXIT_FINE;
    carom_suggestion(carom_nearest_name(operands.at[0], name_at), "`carom example` lists them all", hint, sizeof hint);
    carom_refuse(&refusal, CAROM_BAD_VALUE, "no example is called \"%s\"%s", operands.at[0], hint);
    carom_say_usage("unknown-example", &refusal);
    return CAROM_EXIT_USAGE;
}
