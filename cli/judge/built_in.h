// Declares the case files that the build embeds in the program (embed.cmake).
#ifndef CAROM_JUDGE_BUILT_IN_H
#define CAROM_JUDGE_BUILT_IN_H

#include <stddef.h>

typedef struct carom_judge_file {
    const unsigned char *text;
    size_t length;
} carom_judge_file;

extern const carom_judge_file carom_judge_built_in[];
extern const size_t carom_judge_built_in_count;

#endif
