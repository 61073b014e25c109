// The main of a program of several test files (carom_test_group): PROGRAM NAME [ARGUMENT...] runs the main of one of them.
// The file GROUP has a row for each: ALONE(name) if its main has no arguments, else WORDS(name).
#include <stdio.h>
#include <string.h>

#define ALONE(name) int main_of_##name(void);
#define WORDS(name) int main_of_##name(int count, char **words);
#include GROUP
#undef ALONE
#undef WORDS

int main(int count, char **words) {
    const char *asked = count > 1 ? words[1] : "";
#define ALONE(name)                                                                                                    \
    if (!strcmp(asked, #name)) return main_of_##name();
#define WORDS(name)                                                                                                    \
    if (!strcmp(asked, #name)) return main_of_##name(count - 1, words + 1);
#include GROUP
    fprintf(stderr, "no test has the name `%s`\n", asked);
    return 2;
}
