// Writes a document as an HTML page: one template, one style sheet for screens and paper, and one place that escapes.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/decimal.h"
#include "carom/carom.h"
#include "cli/document/page.h"
#include "cli/document/parts.h"
#include "mods/draw/figure/svg.h"
#include "mods/draw/figure/words.h"
#include "support/atomic_file/atomic_file.h"
#include "support/atomic_file/cell.h"

// Light and dark, and paper of A4 or Letter. Wide tables scroll on a narrow screen, which prints them whole. In dark
// mode the colours of pictures are inverted.
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1a1a1a;--soft:#555;--rule:#ccc;--paper:#fff;--shade:#f4f4f2;--good:#1b6e3a;"
    "--bad:#a4262c;--warn:#7a5200}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#e8e6e3;--soft:#aaa;--rule:#444;--paper:#16181a;"
    "--shade:#22262a;--good:#6fcf97;--bad:#ff8a80;--warn:#f2c46d}img{filter:invert(.9) hue-rotate(180deg)}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:820px;margin:2em auto;"
    "padding:0 1em;overflow-wrap:anywhere}\n"
    "h1{font-size:1.7em;line-height:1.2}h2{font-size:1.25em;margin:1.8em 0 .5em;border-bottom:1px solid var(--rule)}"
    "h3{font-size:1.05em;margin:1.2em 0 .4em}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;margin:.5em 0;overflow-wrap:normal}"
    "td,th{padding:2px 10px 2px 0;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}"
    "th{font-weight:600}.n{text-align:right;font-variant-numeric:tabular-nums}td.n{white-space:nowrap}\n"
    "figure{margin:1em 0}img{max-width:100%;background:#fff}figcaption{color:var(--soft);font-size:.92em}\n"
    ".box{padding:.6em 1em;background:var(--shade);border-left:4px solid var(--soft);margin:1em 0}.box p{margin:0}"
    ".ok{border-color:var(--good)}.warning{border-color:var(--warn)}.violation{border-color:var(--bad)}"
    ".violation strong{color:var(--bad)}\n"
    "pre{font:.86em ui-monospace,monospace;white-space:pre-wrap;background:var(--shade);padding:.6em}"
    ".soft{color:var(--soft)}.sign{display:none}\n"
    "@page{margin:17mm 15mm;@bottom-right{content:counter(page) \" / \" counter(pages);font:8pt "
    "sans-serif;color:#444}}\n"
    "@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--rule:#bbb;--paper:#fff;--shade:#f4f4f2;"
    "--good:#14572d;--bad:#8c1c22;--warn:#664400}body{font-size:10pt;line-height:1.4;max-width:none;margin:0;padding:0}"
    "table{font-size:9pt;line-height:1.3}h2{margin-top:1.2em}.wide{overflow:visible}h2,h3{break-after:avoid}"
    "tr,table,figure,.box,.sign{break-inside:avoid}table.long{break-inside:auto}thead{display:table-header-group}"
    ".screen{display:none}.sign{display:flex;gap:2em}.sign span{flex:1;margin-top:4em;border-top:1px solid}}\n";

// Writes text of any origin.
static void put_text(FILE *to, const char *text) {
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

// Writes text between two pieces of markup.
static void put(FILE *to, const char *before, const char *text, const char *after) {
    fputs(before, to);
    put_text(to, text);
    fputs(after, to);
}

// Writes values.

const char *carom_document_digits(double value, int digits, char text[32]) {
    const double size = fabs(value);
    value = isfinite(value) ? value + 0.0 : value; // no sign of zero
    if (isnan(value))
        snprintf(text, 32, "–");
    else if (digits < 0 && size < 1e15)
        snprintf(text, 32, "%.*f", -digits, size < 0.5 * pow(10.0, digits) ? 0.0 : value);
    else if (!digits && size >= 1e3 && size < 1e15)
        snprintf(text, 32, "%.0f", value);
    else
        carom_decimal_short(value, digits > 0 ? digits : 4, text);
    return text;
}

const char *carom_document_quantity(const carom_units *units, const char *si, double value, char text[64]) {
    const carom_unit unit = carom_units_find(units, si);
    char number[32];
    snprintf(text, 64, "%s %s", carom_document_digits(unit.factor * value, 0, number), unit.name);
    return text;
}

static void put_cell(FILE *to, const carom_document *document, const json_t *value, const char *unit, int digits) {
    char number[32];
    json_t *shown = carom_document_value(document, value, unit);
    if (json_is_string(shown))
        put(to, "<td>", json_string_value(shown), "</td>");
    else
        put(to, "<td class=n>",
            carom_document_digits(json_is_number(shown) ? json_number_value(shown) : (double)NAN,
                                  json_is_integer(shown) ? 17 : digits, number),
            "</td>");
    json_decref(shown);
}

// Writes tables.

static const char *unit_name(const carom_document *document, const char *si) {
    const char *name = si ? carom_units_find(&document->units, si).name : "";
    return strcmp(name, "1") ? name : "";
}

static bool is_numeric(const carom_document_part *table, int column) {
    return !json_array_size(table->value) || !json_is_string(json_array_get(table->value, (size_t)column));
}

// Returns true if a column has a title and a cell that is not "".
static bool is_used(const carom_document_part *table, int column) {
    const size_t width = (size_t)table->column_count;
    for (size_t k = (size_t)column; table->columns[column].title && k < json_array_size(table->value); k += width) {
        const char *text = json_string_value(json_array_get(table->value, k));
        if (!text || *text) return true;
    }
    return false;
}

static void put_table(FILE *to, const carom_document *document, const carom_document_part *table) {
    enum { LONG = 14 }; // a table of more rows may be split over printed pages
    const size_t cells = json_array_size(table->value), width = (size_t)table->column_count;
    bool *used = carom_memory(width);
    fprintf(to, "<div class=wide><table%s><thead><tr>", cells > LONG * width ? " class=long" : "");
    for (int i = 0; i < table->column_count; i++) {
        const char *unit = unit_name(document, table->columns[i].unit);
        used[i] = is_used(table, i);
        if (!used[i]) continue;
        put(to, is_numeric(table, i) ? "<th scope=col class=n>" : "<th scope=col>", table->columns[i].title, "");
        put(to, *unit ? ", " : "", unit, "</th>");
    }
    fputs("</tr></thead><tbody>\n", to);
    for (size_t k = 0; k < cells; k++) {
        const carom_document_column *column = &table->columns[k % width];
        if (k % width == 0) fputs("<tr>", to);
        if (used[k % width]) put_cell(to, document, json_array_get(table->value, k), column->unit, column->digits);
        if ((k + 1) % width == 0) fputs("</tr>\n", to);
    }
    fputs("</tbody></table></div>\n", to);
    free(used);
}

// Writes the facts from this part on, up to the next part of another kind. Returns the index after the last.
static int put_facts(FILE *to, const carom_document *document, int i, const json_t *heads) {
    bool units = false;
    for (int k = i; k < document->count && document->parts[k].kind == CAROM_DOCUMENT_FACT; k++)
        units = units || document->parts[k].fact.unit || document->parts[k].fact.remark;
    fputs("<div class=wide><table>", to);
    if (heads) fputs("<thead><tr><th></th>", to);
    for (size_t k = 0; k < json_array_size(heads); k++)
        put(to, "<th scope=col class=n>", json_string_value(json_array_get(heads, k)), "</th>");
    if (heads) fputs(units ? "<th scope=col>unit</th></tr></thead>" : "</tr></thead>", to);
    fputs("<tbody>\n", to);
    for (; i < document->count && document->parts[i].kind == CAROM_DOCUMENT_FACT; i++) {
        const carom_document_part *block = &document->parts[i];
        const carom_fact *fact = &block->fact;
        if (!fact->title) continue;
        put(to, "<tr><td>", fact->title, "</td>");
        const size_t count = json_is_array(block->value) ? json_array_size(block->value) : 1;
        for (size_t k = 0; k < count; k++)
            put_cell(to, document, json_is_array(block->value) ? json_array_get(block->value, k) : block->value,
                     fact->unit, fact->digits);
        if (units) put(to, "<td>", unit_name(document, fact->unit), "");
        if (units) put(to, fact->remark ? " " : "", fact->remark ? fact->remark : "", "</td>");
        fputs("</tr>\n", to);
    }
    fputs("</tbody></table></div>\n", to);
    return i;
}

// Writes figures. Each is a separate image, because two SVGs in one page would share the names of their glyphs.

// In the address of an image, some characters are written as %3C.
static void put_image(FILE *to, const char *svg, size_t length) {
    for (const char *end = svg + length; svg < end; svg++) {
        const bool plain = *svg >= ' ' && *svg < 0x7f && !strchr("\"#%<>&:", *svg);
        fprintf(to, plain ? "%c" : "%%%02X", (unsigned char)*svg);
    }
}

static bool put_figure(FILE *to, const carom_figure *figure, const char *caption) {
    char *svg;
    size_t length;
    const carom_status status = carom_figure_svg(figure, NULL, &svg, &length);
    if (status == CAROM_MODULE_MISSING) return fprintf(to, "<p>(no figure: %s)</p>\n", carom_picture_words(status)) > 0;
    errno = status == CAROM_NO_MEMORY ? ENOMEM : EINVAL;
    if (status != CAROM_OK) return false;
    put(to, "<figure><img alt=\"", caption, "\" src=\"data:image/svg+xml,");
    put_image(to, svg, length);
    put(to, "\"><figcaption>", caption, "</figcaption></figure>\n");
    free(svg);
    return true;
}

// Writes JSON. "<" and "&" occur only in its strings and could end the data.
static void put_json(FILE *to, const json_t *data, size_t flags) {
    char *text = json_dumps(data, flags | JSON_COMPACT | JSON_ENSURE_ASCII);
    for (const char *at = text; *at; at++)
        fputs(*at == '<' ? "\\u003c" : *at == '&' ? "\\u0026" : (char[]){*at, 0}, to);
    free(text);
}

static void put_program(FILE *to, const char *html, const json_t *data) {
    static const char mark[] = "/*DATA*/null";
    const char *here = strstr(html, mark);
    fwrite(html, 1, (size_t)(here - html), to);
    put_json(to, data, JSON_REAL_PRECISION(9));
    fputs(here + sizeof mark - 1, to);
}

static void put_words(FILE *to, const carom_document_part *block) {
    static const char *const levels[] = {"ok", "note", "warning", "violation"};
    if (block->kind == CAROM_DOCUMENT_PARAGRAPH) {
        put(to, "<p>", block->text, "</p>\n");
    } else if (block->kind == CAROM_DOCUMENT_HEADING) {
        fprintf(to, "<h%d>", block->level);
        put_text(to, block->text);
        fprintf(to, "</h%d>\n", block->level);
    } else {
        fprintf(to, "<div class=\"box %s\" data-check=%s><p>", levels[block->level], block->key);
        put(to, "<strong>", block->fact.title, *block->text ? "</strong> " : "</strong>");
        put(to, "", block->text, "</p></div>\n");
    }
}

// Writes the parts in their order. Returns false and sets errno if a figure cannot be drawn.
static bool put_parts(FILE *to, const carom_document *document) {
    for (int i = 0; i < document->count;) {
        const carom_document_part *block = &document->parts[i++];
        switch (block->kind) {
        case CAROM_DOCUMENT_HEADING:
        case CAROM_DOCUMENT_LINE:
        case CAROM_DOCUMENT_PARAGRAPH:
        case CAROM_DOCUMENT_NOTE: put_words(to, block); break;
        case CAROM_DOCUMENT_LIST: i = put_facts(to, document, i, block->value); break;
        case CAROM_DOCUMENT_FACT: i = put_facts(to, document, i - 1, NULL); break;
        case CAROM_DOCUMENT_TABLE: put_table(to, document, block); break;
        case CAROM_DOCUMENT_PROGRAM: put_program(to, block->text, block->value); break;
        case CAROM_DOCUMENT_FIGURE:
            if (!put_figure(to, block->figure, block->text)) return false;
            break;
        case CAROM_DOCUMENT_DATA:
        case CAROM_DOCUMENT_OPEN:
        case CAROM_DOCUMENT_CLOSE: break;
        }
    }
    return true;
}

// Writes the frame of the page.

static const char *set_date;

void carom_page_set_date(const char *date) {
    set_date = date;
}

// SOURCE_DATE_EPOCH replaces the clock, as in reproducible builds.
static void put_date(FILE *to) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    const time_t now = epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
    struct tm utc;
    char text[64] = "";
    if (gmtime_r(&now, &utc)) strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", &utc);
    fprintf(to, CAROM_PAGE_DATE "%s</p>\n", set_date ? set_date : text);
}

// Writes the data from which the page can be made again, and lines to sign.
static void put_data(FILE *to, const carom_document *document) {
    json_t *data = carom_document_json(document);
    fputs("<details class=screen><summary>Data of this report</summary>" CAROM_PAGE_DATA, to);
    put_json(to, data, JSON_SORT_KEYS);
    fputs("</pre></details>\n<div class=sign><span>Name</span><span>Date, signature</span></div>\n", to);
    json_decref(data);
}

static bool put_page(FILE *to, const carom_document *document, const carom_page *page) {
    bool program = false;
    for (int i = 0; i < document->count; i++) program |= document->parts[i].kind == CAROM_DOCUMENT_PROGRAM;
    // The policy allows nothing from outside the file, and scripts only if the page plays a motion.
    fprintf(to,
            "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><meta http-equiv=Content-Security-Policy "
            "content=\"default-src 'none'; style-src 'unsafe-inline'; %sbase-uri 'none'; form-action 'none'\">"
            "<meta name=viewport content=\"width=device-width,initial-scale=1\"><title>",
            program ? "script-src 'unsafe-inline'; " : "img-src data:; ");
    put(to, "", page->title, "</title>\n<style>");
    fprintf(to, "%s</style></head><body>\n", style);
    put(to, "<h1>", page->title, "</h1>\n");
    if (page->kind) fprintf(to, "<p class=soft>%s, carom %s", page->kind, carom_version());
    if (page->kind) put(to, page->source ? ", from " : "", page->source ? page->source : "", "</p>\n");
    if (page->verified) put_date(to);
    if (!put_parts(to, document)) return false;
    if (page->verified) put_data(to, document);
    fputs("</body></html>\n", to);
    return true;
}

static bool write_whole(const char *name, const char *text, size_t length) {
    carom_file_place place;
    if (!carom_place_begin(&place, name, CAROM_PLACE_REPLACE)) return false;
    if (carom_place_write(place.file, text, length)) return carom_place_commit(&place);
    carom_place_abandon(&place);
    return false;
}

bool carom_document_save(carom_document *document, const carom_page *page, const char *file) {
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    bool saved = to && put_page(to, document, page);
    int error = errno;
    if (to && fclose(to)) saved = false, error = ENOMEM;
    carom_document_free(document);
    if (saved) saved = write_whole(file, text, length), error = errno;
    free(text);
    errno = error;
    return saved;
}
