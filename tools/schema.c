// Prints the JSON Schema of a file format of carom: schema problem|scenario|impact|sweep.
#include <stdio.h>
#include <stdlib.h>

#include "carom/scenario.h"

int main(int argc, char **argv) {
    const size_t length = argc == 2 ? carom_scenario_schema(argv[1], NULL, 0) : 0;
    char *text = malloc(length + 1);
    if (!length || !text) {
        fprintf(stderr, "usage: schema problem|scenario|impact|sweep\n");
        free(text);
        return 2;
    }
    carom_scenario_schema(argv[1], text, length + 1);
    fputs(text, stdout);
    free(text);
    return 0;
}
