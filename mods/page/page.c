#include "mods/page/page.h"

#include <stdlib.h>
#include <unistd.h>

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

static void put_base64(FILE *to, FILE *from) {
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char in[3];
    size_t n;
    while ((n = fread(in, 1, 3, from)) > 0) {
        const unsigned word = (unsigned)in[0] << 16 | (n > 1 ? in[1] : 0u) << 8 | (n > 2 ? in[2] : 0u);
        const char out[] = {digit[word >> 18 & 63], digit[word >> 12 & 63], n > 1 ? digit[word >> 6 & 63] : '=',
                            n > 2 ? digit[word & 63] : '='};
        fwrite(out, 1, 4, to);
    }
}

// Letters of two SVG in one document would share their names, so each is an image of its own.
void carom_page_figure(FILE *to, carom_figure *figure, const char *words) {
    char folder[] = "/tmp/carom-page-XXXXXX", name[64];
    if (!mkdtemp(folder)) {
        carom_figure_free(figure);
        return;
    }
    snprintf(name, sizeof name, "%s/figure.svg", folder);
    const carom_draw_status status = carom_figure_save(figure, name, NULL);
    FILE *from = status == CAROM_DRAWN ? fopen(name, "rb") : NULL;
    if (from) {
        fputs("<figure><img alt=\"", to);
        carom_page_text(to, words);
        fputs("\" src=\"data:image/svg+xml;base64,", to);
        put_base64(to, from);
        fputs("\"><figcaption>", to);
        carom_page_text(to, words);
        fputs("</figcaption></figure>\n", to);
        fclose(from);
    } else {
        fprintf(to, "<p>(no figure: %s)</p>\n", carom_draw_message(status));
    }
    unlink(name);
    rmdir(folder);
    carom_figure_free(figure);
}
