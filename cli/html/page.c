#include "cli/html/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "mods/draw/figure/svg.h"
#include "mods/draw/figure/words.h"
#include "support/atomic_file/atomic_file.h"
#include "support/atomic_file/cell.h"

// One style sheet for all pages: light and dark, and paper of A4 or Letter. Tables and figures are not split over pages.
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1a1a1a;--soft:#555;--rule:#ccc;--paper:#fff;--shade:#f4f4f2;--good:#1b6e3a;"
    "--bad:#a4262c;--warn:#7a5200}\n"
    "@media (prefers-color-scheme:dark){:root{--ink:#e8e6e3;--soft:#aaa;--rule:#444;--paper:#16181a;--shade:#22262a;"
    "--good:#6fcf97;--bad:#ff8a80;--warn:#f2c46d}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:820px;margin:2em auto;"
    "padding:0 1em}\n"
    "h1{font-size:1.7em;line-height:1.2;overflow-wrap:anywhere}h2{font-size:1.25em;margin:1.8em 0 "
    ".5em;border-bottom:1px solid var(--rule)}"
    "h3{font-size:1.05em;margin:1.2em 0 .4em}\n"
    "table{border-collapse:collapse;margin:.5em 0}caption{text-align:left;color:var(--soft);padding:2px 0}"
    "td,th{padding:2px 10px 2px 0;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}"
    ".wide{overflow-x:auto}th{font-weight:600}.n{text-align:right;font-variant-numeric:tabular-nums}td.n,.w{white-"
    "space:nowrap}\n"
    "figure{margin:1em 0}img{max-width:100%;background:#fff}figcaption{color:var(--soft);font-size:.92em}\n"
    ".box{padding:.6em 1em;background:var(--shade);border-left:4px solid var(--soft);margin:1em 0}.box p{margin:.3em 0}"
    ".box.good{border-color:var(--good)}.box.bad{border-color:var(--bad)}.box.warn{border-color:var(--warn)}"
    "td.good{color:var(--good)}td.bad,strong.bad{color:var(--bad)}\n"
    "code,pre{font-family:ui-monospace,monospace;font-size:.86em;overflow-wrap:anywhere}"
    "pre{white-space:pre-wrap;background:var(--shade);padding:.6em}dt{font-weight:600}dd{margin:0 0 .5em 1.2em}"
    ".soft{color:var(--soft)}.sign td{border:0;padding:2.2em 2em 0 0}.sign span{display:block;border-top:1px solid "
    "var(--ink);min-width:15em;color:var(--soft)}\n"
    "@page{margin:17mm 15mm;@bottom-right{content:counter(page) \" / \" counter(pages);font:8pt "
    "sans-serif;color:#444}}\n"
    "@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--rule:#bbb;--paper:#fff;--shade:#f4f4f2;"
    "--good:#14572d;--bad:#8c1c22;--warn:#664400}body{font-size:10pt;line-height:1.4;max-width:none;margin:0;padding:0}"
    "table{font-size:9pt;line-height:1.3}"
    "h2{margin-top:1.2em}.wide{overflow:visible}"
    "h2,h3,caption{break-after:avoid}tr,table,figure,.box,dl "
    "div,.keep{break-inside:avoid}table.long{break-inside:auto}thead{display:table-header-group}"
    "a{color:inherit;text-decoration:none}.screen{display:none}}\n";

void carom_page_begin(FILE *to, const char *title, const char *heading) {
    // The policy allows neither scripts nor anything from outside the file.
    fputs("<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>"
          "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; img-src "
          "data:; "
          "base-uri 'none'; form-action 'none'\">"
          "<meta name=viewport content=\"width=device-width\"><title>",
          to);
    carom_page_text(to, title);
    fprintf(to, "</title>\n<style>%s</style></head><body>\n<h1>", style);
    carom_page_text(to, heading);
    fputs("</h1>\n", to);
}

void carom_page_end(FILE *to) {
    fputs("</body></html>\n", to);
}

void carom_page_text(FILE *to, const char *text) {
    for (; *text; text++) {
        const size_t hidden = carom_reorders(text);
        if (hidden)
            fputs("\uFFFD", to), text += hidden - 1;
        else if (*text == '<')
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

// Embed each figure as a separate image, because two SVGs in one document would share the names of their glyphs.
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
    const bool made = !fclose(to) && written;
    const bool placed = made && write_whole(file, text, length);
    if (made) error = errno;
    free(text);
    errno = error;
    return placed;
}
