#include <math.h>

#include "base/decimal.h"
#include "cli/html/page.h"

// Writes tables.

void carom_page_words(FILE *to, const char *before, const char *words, const char *after) {
    fputs(before, to);
    carom_page_text(to, words);
    fputs(after, to);
}

static void put_heads(FILE *to, const char *const *heads) {
    fputs("<thead><tr>", to);
    for (; *heads; heads++)
        carom_page_words(to, **heads == '#' ? "<th scope=col class=n>" : "<th scope=col>", *heads + (**heads == '#'),
                         "</th>");
    fputs("</tr></thead><tbody>\n", to);
}

void carom_page_table(FILE *to, const char *caption, const char *const *heads) {
    fputs("<div class=wide><table>", to);
    if (caption) carom_page_words(to, "<caption>", caption, "</caption>");
    put_heads(to, heads);
}

void carom_page_long_table(FILE *to, const char *const *heads) {
    fputs("<div class=wide><table class=long>", to);
    put_heads(to, heads);
}

void carom_page_row(FILE *to) {
    fputs("<tr>", to);
}

void carom_page_cell(FILE *to, const char *text) {
    carom_page_words(to, "<td>", text, "</td>");
}

const char *carom_page_digits(double value, char text[32]) {
    const double size = fabs(value);
    if (isnan(value))
        snprintf(text, 32, "–");
    else if (size >= 1e3 && size < 1e15)
        snprintf(text, 32, "%.0f", value);
    else
        snprintf(text, 32, "%s", CAROM_SHORT(value + 0.0, 4));
    return text;
}

void carom_page_number(FILE *to, double value) {
    char text[32];
    fprintf(to, "<td class=n>%s</td>", carom_page_digits(value, text));
}

void carom_page_end_table(FILE *to) {
    fputs("</tbody></table></div>\n", to);
}

// Writes boxes.

void carom_page_box(FILE *to, const char *kind, const char *check) {
    fprintf(to, "<div class=\"box %s\" data-check=%s>", kind, check);
}

void carom_page_end_box(FILE *to) {
    fputs("</div>\n", to);
}
