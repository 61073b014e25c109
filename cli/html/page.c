#include "cli/html/page.h"

#include <errno.h>
#include <stdlib.h>

#include "mods/draw/figure/svg.h"
#include "mods/draw/figure/words.h"
#include "support/atomic_file/atomic_file.h"

void carom_page_begin(FILE *to, const char *title, const char *heading) {
    fputs("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>", to);
    carom_page_text(to, title);
    fputs("</title>\n<style>body{font:16px/1.5 sans-serif;max-width:820px;margin:2em auto;padding:0 1em}"
          "table{border-collapse:collapse}td,th{padding:2px 10px;border-bottom:1px solid #ddd;text-align:left}"
          ".n{text-align:right;font-variant-numeric:tabular-nums}figure{margin:1em 0}img{max-width:100%}"
          "figcaption{color:#555}</style></head><body>\n<h1>",
          to);
    carom_page_text(to, heading);
    fputs("</h1>\n", to);
}

void carom_page_end(FILE *to) {
    fputs("</body></html>\n", to);
}

void carom_page_text(FILE *to, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            fputs("&lt;", to);
        else if (*text == '&')
            fputs("&amp;", to);
        else if (*text == '"')
            fputs("&quot;", to);
        else
            fputc(*text, to);
    }
}

static void put_base64(FILE *to, const char *bytes, size_t count) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *in = (const unsigned char *)bytes;
    for (; count; in += 3, count -= count > 3 ? 3 : count) {
        const unsigned word = (unsigned)in[0] << 16 | (count > 1 ? in[1] : 0u) << 8 | (count > 2 ? in[2] : 0u);
        const char out[] = {digit[word >> 18 & 63], digit[word >> 12 & 63], count > 1 ? digit[word >> 6 & 63] : '=',
                            count > 2 ? digit[word & 63] : '='};
        fwrite(out, 1, 4, to);
    }
}

// Letters of two SVG in one document would share their names, so each is an image of its own.
bool carom_page_figure(FILE *to, carom_figure *figure, const char *words) {
    char *svg;
    size_t length;
    const carom_status status = carom_figure_svg(figure, NULL, &svg, &length);
    carom_figure_free(figure);
    if (status == CAROM_MODULE_MISSING) {
        fprintf(to, "<p>(no figure: %s)</p>\n", carom_picture_words(status));
        return true;
    }
    if (status != CAROM_OK) {
        errno = status == CAROM_NO_MEMORY ? ENOMEM : EINVAL;
        return false;
    }
    fputs("<figure><img alt=\"", to);
    carom_page_text(to, words);
    fputs("\" src=\"data:image/svg+xml;base64,", to);
    put_base64(to, svg, length);
    fputs("\"><figcaption>", to);
    carom_page_text(to, words);
    fputs("</figcaption></figure>\n", to);
    free(svg);
    return true;
}

static bool write_whole(const char *name, const char *text, size_t length) {
    carom_file_place place;
    if (!carom_place_begin(&place, name, CAROM_PLACE_REPLACE)) return false;
    if (!carom_place_write(place.file, text, length)) {
        carom_place_abandon(&place);
        return false;
    }
    return carom_place_commit(&place);
}

bool carom_page_save(const char *file, bool (*write)(FILE *to, const void *what), const void *what) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to) return false;
    const bool written = write(to, what);
    int error = written ? ENOMEM : errno;
    const bool made = !fclose(to) && written, placed = made && write_whole(file, text, length);
    if (made) error = errno;
    free(text);
    errno = error;
    return placed;
}
