#include "cli/print/picture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/exit.h"
#include "cli/print/title.h"
#include "cli/print/words.h"
#include "mods/draw/figure/words.h"

const char *carom_picture_kind(const char *name) {
    const char *const dot = strrchr(name, '.');
    const bool is_one = dot && dot > name && (!strcmp(dot, ".svg") || !strcmp(dot, ".pdf") || !strcmp(dot, ".png"));
    return is_one ? dot + 1 : NULL;
}

bool carom_picture_is_page(const char *name) {
    const char *const dot = strrchr(name, '.');
    return dot && dot > name && !strcmp(dot, ".html");
}

bool carom_picture_word(const char *takes, const char *word) {
    char *end;
    if (!strcmp(takes, "PICTURE") && !carom_picture_kind(word))
        return carom_say("%s: %s", word, carom_picture_words(CAROM_BAD_VALUE)), false;
    if (!strcmp(takes, "PAGE") && !carom_picture_is_page(word))
        return carom_say("%s: the name of a report ends in .html; to get a PDF, print the report in a browser", word),
               false;
    if (strcmp(takes, "PIXELS") != 0) return true;
    const double scale = strtod(word, &end);
    if (!*end && scale >= 0.1 && scale <= 20.0) return true;
    carom_say("--scale takes a number from 0.1 to 20, not \"%s\"", word);
    return false;
}

void carom_picture_title(carom_figure *figure, const carom_problem *problem, const carom_law *law,
                         const char *const *without) {
    char text[512];
    carom_figure_title(figure, carom_problem_title(problem, law, without, text, sizeof text));
}

bool carom_picture_asked(const carom_picture *picture) {
    if (picture->out || picture->csv) return true;
    carom_say("the picture needs a file: -o picture.svg, or --csv for its data");
    return false;
}

static int save(const carom_picture *picture, const carom_figure *figure) {
    const double scale = picture->scale ? strtod(picture->scale, NULL) : 0.0;
    const carom_draw_options options = {.dark = picture->dark, .untitled = picture->untitled, .scale = scale};
    errno = 0;
    const carom_status status = carom_figure_save(figure, picture->out, &options);
    const char *why = status == CAROM_CANNOT_WRITE && errno ? strerror(errno) : NULL;
    if (status == CAROM_OK) return CAROM_EXIT_FINE;
    carom_say("%s: %s%s%s", picture->out, carom_picture_words(status), why ? ": " : "", why ? why : "");
    return CAROM_EXIT_IO;
}

int carom_picture_save(const carom_picture *picture, carom_figure *figure) {
    int exit = CAROM_EXIT_FINE;
    if (!figure || figure->failed) {
        carom_say("%s", carom_picture_words(CAROM_NO_MEMORY));
        exit = CAROM_EXIT_NUMERICAL;
    }
    if (exit == CAROM_EXIT_FINE && !carom_picture_asked(picture)) exit = CAROM_EXIT_USAGE;
    if (exit == CAROM_EXIT_FINE && picture->csv) {
        const carom_status status = carom_figure_write_csv(figure, stdout);
        if (status != CAROM_OK) carom_say("%s", carom_picture_words(status));
        if (status != CAROM_OK) exit = CAROM_EXIT_IO;
    }
    if (exit == CAROM_EXIT_FINE && picture->out) exit = save(picture, figure);
    carom_figure_free(figure);
    return exit;
}
