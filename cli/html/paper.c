#include "cli/html/paper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/html/markup.h"
#include "mods/draw/figure/pen.h"

// A4 with the margins of the style sheet, in points.
#define PAPER_WIDTH  595.28
#define PAPER_HEIGHT 841.89
#define MARGIN_SIDE  42.5
#define MARGIN_TOP   48.0
#define LINE         1.42 // height of a line, relative to the letters

static const carom_colour ink = {0.0, 0.0, 0.0}, soft = {0.27, 0.27, 0.27}, rule = {0.73, 0.73, 0.73};
static const carom_colour shade = {0.957, 0.957, 0.949};
static const carom_colour good = {0.08, 0.34, 0.18}, bad = {0.55, 0.11, 0.13}, warn = {0.4, 0.27, 0.0};

// The position on the paper. With `drawn` false, it only measures.
typedef struct {
    carom_pen *pen;
    carom_figure *const *figures;
    int figure_count;
    double y, bottom;
    int page, pages; // number of this page, and of all of them; 0: not known yet
    const char *title;
    bool drawn;
    double scale; // factor of the size of letters, below 1 in wide tables
    carom_status status;
} paper;

typedef struct {
    double size;
    carom_face face;
    carom_colour colour;
    bool right, whole; // aligned to the right; not wrapped
} style;

// Begins pages.

static void put_footer(paper *p) {
    char number[32];
    if (!p->drawn) return;
    snprintf(number, sizeof number, "%d / %d", p->page, p->pages);
    const double y = PAPER_HEIGHT - 28.0, size = 8.0;
    carom_pen_text(p->pen, CAROM_FACE_PLAIN, size, soft, MARGIN_SIDE, y, p->title);
    carom_pen_text(p->pen, CAROM_FACE_PLAIN, size, soft,
                   PAPER_WIDTH - MARGIN_SIDE - size * carom_pen_width(p->pen, CAROM_FACE_PLAIN, number), y, number);
}

// Begins a new page if the height does not fit, unless no page has room for it.
static void keep(paper *p, double height) {
    if (p->y + height <= p->bottom || p->y <= MARGIN_TOP || isinf(p->bottom)) return;
    put_footer(p);
    if (p->drawn) carom_pen_next(p->pen);
    p->page++;
    p->y = MARGIN_TOP;
}

static bool fits_a_page(double height) {
    return height <= PAPER_HEIGHT - 2.0 * MARGIN_TOP;
}

// Lays out text.

typedef struct {
    char *text;
    style look;
    bool space, ends; // preceded by a space; a line ends before it
    double width;     // at a size of one point
} word;

typedef struct {
    word *at;
    size_t count, room;
} words;

static bool is_inline(const carom_node *node) {
    static const char *const tags[] = {"", "strong", "code", "span"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(node->tag, tags[i])) return true;
    return false;
}

static style style_of(const carom_node *node, style look) {
    if (!strcmp(node->tag, "strong") || !strcmp(node->tag, "th") || !strcmp(node->tag, "dt"))
        look.face = CAROM_FACE_BOLD;
    if (!strcmp(node->tag, "code") || !strcmp(node->tag, "pre")) look.face = CAROM_FACE_MONO, look.size *= 0.88;
    if (!strcmp(node->tag, "h1")) look.size = 17.0, look.face = CAROM_FACE_BOLD;
    if (!strcmp(node->tag, "h2")) look.size = 12.5, look.face = CAROM_FACE_BOLD;
    if (!strcmp(node->tag, "h3")) look.size = 10.0, look.face = CAROM_FACE_BOLD;
    if (!strcmp(node->tag, "figcaption") || !strcmp(node->tag, "caption")) look.size = 8.5, look.colour = soft;
    if (carom_markup_is(node, "soft")) look.colour = soft;
    if (carom_markup_is(node, "good") && strcmp(node->tag, "div") != 0) look.colour = good;
    if (carom_markup_is(node, "bad") && strcmp(node->tag, "div") != 0) look.colour = bad;
    if (carom_markup_is(node, "n")) look.right = true;
    if ((carom_markup_is(node, "n") && !strcmp(node->tag, "td")) || carom_markup_is(node, "w")) look.whole = true;
    return look;
}

static void add_word(paper *p, words *list, const char *text, size_t length, word made) {
    if (list->count == list->room) {
        const size_t room = 2 * list->room + 32;
        word *grown = realloc(list->at, room * sizeof *grown);
        if (!grown) {
            p->status = CAROM_NO_MEMORY;
            return;
        }
        list->at = grown;
        list->room = room;
    }
    made.text = strndup(text, length);
    if (!made.text) {
        p->status = CAROM_NO_MEMORY;
        return;
    }
    made.width = carom_pen_width(p->pen, made.look.face, made.text);
    list->at[list->count++] = made;
}

// Collects the words of a text. `space` is true if a space precedes the next word.
static void split(paper *p, words *list, const char *text, style look, bool pre, bool *space) {
    bool ends = false;
    while (*text) {
        const size_t blank = strspn(text, " \n");
        for (size_t i = 0; i < blank; i++) ends = ends || (pre && text[i] == '\n');
        *space = *space || blank;
        text += blank;
        const size_t length = strcspn(text, " \n");
        if (length) {
            add_word(p, list, text, length, (word){.look = look, .space = *space, .ends = ends});
            *space = ends = false;
        }
        text += length;
    }
}

static void collect(paper *p, words *list, const carom_node *node, style look, bool *space) {
    look = style_of(node, look);
    if (node->text) split(p, list, node->text, look, !strcmp(node->parent->tag, "pre"), space);
    for (const carom_node *child = node->first; child; child = child->next) collect(p, list, child, look, space);
}

static void release(words *list) {
    for (size_t i = 0; i < list->count; i++) free(list->at[i].text);
    free(list->at);
}

static double size_of(const paper *p, const word *w) {
    return p->scale * w->look.size;
}

// Returns the width of a word with the words that follow it without a space.
static double unit_width(const paper *p, const words *list, size_t first) {
    double width = 0.0;
    for (size_t i = first; i < list->count && (i == first || !list->at[i].space); i++)
        width += size_of(p, &list->at[i]) * list->at[i].width;
    return width;
}

static double gap_before(const paper *p, const word *w) {
    return w->space ? 0.32 * size_of(p, w) : 0.0;
}

// Cuts a word that is wider than the line. Returns false if it has only one letter or memory ran out.
static bool cut(paper *p, words *list, size_t index, double width) {
    char *text = list->at[index].text;
    size_t length = strlen(text);
    const size_t whole = length;
    char kept;
    do {
        do length--;
        while (length && (text[length] & 0xc0) == 0x80);
        if (!length) return false;
        kept = text[length];
        text[length] = 0;
        list->at[index].width = carom_pen_width(p->pen, list->at[index].look.face, text);
        text[length] = kept;
    } while (size_of(p, &list->at[index]) * list->at[index].width > width);
    const word rest = {.look = list->at[index].look};
    const size_t count = list->count;
    add_word(p, list, text + length, whole - length, rest);
    if (list->count == count) return false;
    const word added = list->at[count];
    memmove(list->at + index + 2, list->at + index + 1, (count - index - 1) * sizeof *list->at);
    list->at[index + 1] = added;
    list->at[index].text[length] = 0;
    return true;
}

static void put_line(paper *p, const words *list, size_t first, size_t last, double x, double width, double used) {
    double size = 0.0, at = x;
    for (size_t i = first; i < last; i++) size = fmax(size, size_of(p, &list->at[i]));
    keep(p, LINE * size);
    if (list->at[first].look.right) at += fmax(0.0, width - used);
    for (size_t i = first; i < last && p->drawn; i++) {
        const word *w = &list->at[i];
        if (i > first && w->space) at += gap_before(p, w);
        carom_pen_text(p->pen, w->look.face, size_of(p, w), w->look.colour, at, p->y + 0.5 * (LINE + 0.75) * size,
                       w->text);
        at += size_of(p, w) * w->width;
    }
    p->y += LINE * size;
}

static void put_words(paper *p, words *list, double x, double width) {
    size_t first = 0;
    double used = 0.0;
    for (size_t i = 0; i < list->count; i++) {
        const bool start = i == first, may = list->at[i].space || start;
        double more = start ? 0.0 : gap_before(p, &list->at[i]);
        if (!start && (list->at[i].ends || (may && used + more + unit_width(p, list, i) > width + 0.01))) {
            put_line(p, list, first, i, x, width, used);
            first = i;
            used = more = 0.0;
        }
        // Words without a space between them form a unit. A unit that is wider than the line is cut at any letter.
        double own = size_of(p, &list->at[i]) * list->at[i].width;
        if (used + more + own > width + 0.01) {
            if (i > first && used + more > 0.5 * width) {
                put_line(p, list, first, i, x, width, used);
                first = i;
                used = more = 0.0;
            }
            if (own > width - used - more + 0.01 && cut(p, list, i, width - used - more)) list->at[i + 1].ends = true;
            own = size_of(p, &list->at[i]) * list->at[i].width;
        }
        used += more + own;
    }
    if (list->count > first) put_line(p, list, first, list->count, x, width, used);
}

// Lays out the elements.

static void put_node(paper *p, const carom_node *node, style look, double x, double width);

// Lays out the children of an element. Neighbours within a line form one text.
static void put_children(paper *p, const carom_node *node, style look, double x, double width) {
    for (const carom_node *child = node->first; child;) {
        if (!is_inline(child)) {
            put_node(p, child, look, x, width);
            child = child->next;
            continue;
        }
        words list = {0};
        bool space = false;
        for (; child && is_inline(child); child = child->next) collect(p, &list, child, look, &space);
        put_words(p, &list, x, width);
        release(&list);
    }
}

static double height_of(const paper *p, const carom_node *node, style look, double x, double width) {
    paper measured = *p;
    measured.drawn = false;
    measured.y = 0.0;
    measured.bottom = HUGE_VAL;
    put_node(&measured, node, look, x, width);
    return measured.y;
}

static void put_figure(paper *p, const carom_node *node, style look, double x, double width) {
    const carom_node *image = carom_markup_find(node, "img"), *caption = carom_markup_find(node, "figcaption");
    const int number = image ? image->figure : -1;
    if (number < 0 || number >= p->figure_count) return;
    const carom_figure *figure = p->figures[number];
    const double scale = fmin(0.8, width / figure->width), height = scale * carom_pen_figure_height(figure);
    if (p->drawn && p->status == CAROM_OK) p->status = carom_pen_figure(p->pen, figure, x, p->y, scale);
    p->y += height + 2.0;
    if (caption) put_children(p, caption, style_of(caption, look), x, width);
}

static void put_box(paper *p, const carom_node *node, style look, double x, double width) {
    const carom_colour edge = carom_markup_is(node, "good")   ? good
                              : carom_markup_is(node, "bad")  ? bad
                              : carom_markup_is(node, "warn") ? warn
                                                              : soft;
    const double top = p->y;
    paper measured = *p;
    measured.drawn = false;
    measured.bottom = HUGE_VAL;
    measured.y += 5.0;
    put_children(&measured, node, look, x + 12.0, width - 20.0);
    measured.y += 1.0;
    if (p->drawn && fits_a_page(measured.y - top)) {
        carom_pen_fill(p->pen, shade, x, top, width, measured.y - top);
        carom_pen_fill(p->pen, edge, x, top, 3.0, measured.y - top);
    }
    p->y += 5.0;
    put_children(p, node, look, x + 12.0, width - 20.0);
    p->y += 1.0;
}

// Lays out tables.

enum { MOST_COLUMNS = 32 };
#define CELL_GAP 9.0

static const carom_node *next_row(const carom_node *table, const carom_node *row) {
    // Rows are children of <thead> and <tbody>, or of the table.
    const carom_node *parent = row ? row->parent : table, *at = row ? row->next : table->first;
    for (;;) {
        for (; at; at = at->next) {
            if (!strcmp(at->tag, "tr")) return at;
            if (at->first && strncmp(at->tag, "t", 1) == 0) {
                const carom_node *inside = at->first;
                for (; inside && strcmp(inside->tag, "tr") != 0; inside = inside->next) continue;
                if (inside) return inside;
            }
        }
        if (parent == table) return NULL;
        at = parent->next;
        parent = parent->parent;
    }
}

static bool is_cell(const carom_node *node) {
    return !strcmp(node->tag, "td") || !strcmp(node->tag, "th");
}

// Computes the width of the widest word and of the whole text of a cell.
static void measure_cell(paper *p, const carom_node *cell, style look, double *least, double *most) {
    words list = {0};
    bool space = false;
    double whole = 0.0;
    collect(p, &list, cell, look, &space);
    for (size_t i = 0; i < list.count; i++) {
        whole += size_of(p, &list.at[i]) * list.at[i].width + (i ? gap_before(p, &list.at[i]) : 0.0);
        if (!i || list.at[i].space) *least = fmax(*least, unit_width(p, &list, i));
    }
    *most = fmax(*most, whole);
    if (list.count && list.at[0].look.whole) *least = fmax(*least, whole);
    release(&list);
}

// Computes the widths of the columns without the gaps. Returns their number.
static int measure_table(paper *p, const carom_node *table, style look, double width, double *columns) {
    double least[MOST_COLUMNS] = {0.0}, most[MOST_COLUMNS] = {0.0}, sum_least = 0.0, sum_most = 0.0;
    int count = 0;
    for (const carom_node *row = next_row(table, NULL); row; row = next_row(table, row)) {
        int k = 0;
        for (const carom_node *cell = row->first; cell && k < MOST_COLUMNS; cell = cell->next)
            if (is_cell(cell)) measure_cell(p, cell, look, &least[k], &most[k]), k++;
        count = k > count ? k : count;
    }
    for (int k = 0; k < count; k++) sum_least += least[k], sum_most += most[k];
    const double room = width - CELL_GAP * (count - 1);
    for (int k = 0; k < count; k++) {
        if (sum_most <= room)
            columns[k] = most[k];
        else if (sum_least <= room)
            columns[k] = least[k] + (most[k] - least[k]) * (room - sum_least) / (sum_most - sum_least);
        else
            columns[k] = least[k] * room / sum_least;
    }
    return count;
}

static void put_row(paper *p, const carom_node *row, style look, double x, const double *columns, int count) {
    const double top = p->y;
    double bottom = top;
    int k = 0;
    for (const carom_node *cell = row->first; cell && k < count; cell = cell->next) {
        if (!is_cell(cell)) continue;
        p->y = top + 1.0;
        put_children(p, cell, style_of(cell, look), x, columns[k]);
        bottom = fmax(bottom, p->y);
        x += columns[k++] + CELL_GAP;
    }
    p->y = bottom + 1.5;
}

// Lays out a row that is higher than a page, with its cells below each other.
static void put_high_row(paper *p, const carom_node *row, style look, double x, double width) {
    for (const carom_node *cell = row->first; cell; cell = cell->next)
        if (is_cell(cell)) {
            style left = style_of(cell, look);
            left.right = false;
            put_children(p, cell, left, x, width);
        }
}

static double row_height(const paper *p, const carom_node *row, style look, double x, const double *columns,
                         int count) {
    paper measured = *p;
    measured.drawn = false;
    measured.y = 0.0;
    measured.bottom = HUGE_VAL;
    put_row(&measured, row, look, x, columns, count);
    return measured.y;
}

static void put_table(paper *p, const carom_node *table, style look, double x, double width) {
    double columns[MOST_COLUMNS];
    const double scale = p->scale;
    look.size = 8.5;
    // If the table is too wide, its letters are made smaller.
    int count = measure_table(p, table, look, width, columns);
    for (int step = 0; step < 4; step++) {
        double least[MOST_COLUMNS] = {0.0}, unused = 0.0, sum = CELL_GAP * (count - 1);
        for (const carom_node *row = next_row(table, NULL); row; row = next_row(table, row)) {
            int k = 0;
            for (const carom_node *cell = row->first; cell && k < count; cell = cell->next)
                if (is_cell(cell)) measure_cell(p, cell, look, &least[k++], &unused);
        }
        for (int k = 0; k < count; k++) sum += least[k];
        if (sum <= width) break;
        p->scale *= 0.92;
        count = measure_table(p, table, look, width, columns);
    }
    double used = -CELL_GAP;
    for (int k = 0; k < count; k++) used += columns[k] + CELL_GAP;
    const carom_node *caption = carom_markup_find(table, "caption"), *first = next_row(table, NULL);
    const carom_node *head = first && !strcmp(first->parent->tag, "thead") ? first : NULL;
    if (caption) put_children(p, caption, style_of(caption, look), x, width);
    for (const carom_node *row = first; row; row = next_row(table, row)) {
        const double height = row_height(p, row, look, x, columns, count);
        const int page = p->page;
        if (!fits_a_page(height + 20.0)) {
            put_high_row(p, row, look, x, width);
            continue;
        }
        keep(p, height);
        if (p->page != page && head && row != head) put_row(p, head, look, x, columns, count);
        put_row(p, row, look, x, columns, count);
        if (p->drawn) carom_pen_fill(p->pen, rule, x, p->y - 0.8, used, row == head ? 0.8 : 0.4);
    }
    p->scale = scale;
    p->y += 7.0;
}

// Lays out the place to sign: lines with a label below each.
static void put_sign(paper *p, const carom_node *table, style look, double x) {
    const carom_node *row = next_row(table, NULL);
    p->y += 34.0;
    look.colour = soft;
    const double top = p->y;
    for (const carom_node *cell = row ? row->first : NULL; cell; cell = cell->next) {
        if (!is_cell(cell)) continue;
        if (p->drawn) carom_pen_fill(p->pen, ink, x, top, 180.0, 0.6);
        p->y = top + 2.0;
        put_children(p, cell, look, x, 180.0);
        x += 210.0;
    }
}

static void put_item(paper *p, const carom_node *node, style look, double x, double width) {
    if (p->drawn)
        carom_pen_text(p->pen, CAROM_FACE_PLAIN, look.size, look.colour, x + 3.0,
                       p->y + 0.5 * (LINE + 0.75) * look.size, "•");
    put_children(p, node, look, x + 13.0, width - 13.0);
}

static bool is_heading(const carom_node *node) {
    return node->tag[0] == 'h' && node->tag[1] >= '1' && node->tag[1] <= '3';
}

// Returns the next element after a node; texts between elements are only spaces.
static const carom_node *element_after(const carom_node *node) {
    do node = node->next;
    while (node && node->text);
    return node;
}

static void put_block(paper *p, const carom_node *node, style look, double x, double width) {
    const char *tag = node->tag;
    const style own = style_of(node, look);
    if (is_heading(node)) {
        p->y += tag[1] == '1' ? 0.0 : tag[1] == '2' ? 13.0 : 7.0;
        put_children(p, node, own, x, width);
        if (p->drawn && tag[1] == '2') carom_pen_fill(p->pen, rule, x, p->y, width, 0.6);
        p->y += 4.0;
    } else if (!strcmp(tag, "figure")) {
        put_figure(p, node, own, x, width);
        p->y += 8.0;
    } else if (carom_markup_is(node, "box")) {
        put_box(p, node, own, x, width);
        p->y += 8.0;
    } else if (!strcmp(tag, "li")) {
        put_item(p, node, own, x, width);
    } else if (carom_markup_is(node, "sign")) {
        put_sign(p, node, own, x);
    } else if (!strcmp(tag, "table")) {
        put_table(p, node, own, x, width);
    } else if (!strcmp(tag, "dd")) {
        put_children(p, node, own, x + 13.0, width - 13.0);
        p->y += 3.0;
    } else {
        put_children(p, node, own, x, width);
        if (!strcmp(tag, "p") || !strcmp(tag, "ul") || !strcmp(tag, "pre")) p->y += 5.0;
    }
}

// Returns the height that an element needs on the page where it begins. An element that may be split needs only its
// first part there.
static double start_of(const paper *p, const carom_node *node, style look, double x, double width) {
    static const char *const splits[] = {"table", "dl", "ul", "pre"};
    const double height = height_of(p, node, look, x, width);
    bool split = carom_markup_is(node, "wide");
    for (int i = 0; i < 4; i++) split = split || !strcmp(node->tag, splits[i]);
    return split && height > 250.0 ? 110.0 : height;
}

// Lays out an element. A heading stays with the beginning of what follows it.
static void put_node(paper *p, const carom_node *node, style look, double x, double width) {
    static const char *const none[] = {"head", "details", "style"}, *const inside[] = {"page", "html", "body"};
    bool kept = !isinf(p->bottom);
    for (int i = 0; i < 3; i++) {
        if (!strcmp(node->tag, none[i])) return;
        kept = kept && strcmp(node->tag, inside[i]) != 0;
    }
    if (kept) {
        double height = start_of(p, node, look, x, width), next = 0.0;
        const carom_node *after = is_heading(node) ? element_after(node) : NULL;
        for (; after && next < 60.0; after = element_after(after)) next += start_of(p, after, look, x, width);
        if (fits_a_page(height + next)) height += next;
        if (fits_a_page(height)) keep(p, height);
    }
    put_block(p, node, look, x, width);
}

static void put_document(paper *p, const carom_node *root) {
    const style look = {.size = 9.2, .face = CAROM_FACE_PLAIN, .colour = ink};
    p->page = 1;
    p->y = MARGIN_TOP;
    put_node(p, root, look, MARGIN_SIDE, PAPER_WIDTH - 2.0 * MARGIN_SIDE);
    put_footer(p);
}

// Returns the text of the first element with this name.
static const char *text_of(const carom_node *root, const char *tag) {
    const carom_node *found = carom_markup_find(root, tag);
    return found && found->first && found->first->text ? found->first->text : "";
}

// Returns the date of the page as a date of PDF: "2026-01-31 12:00 UTC" becomes "2026-01-31T12:00:00Z". A page
// without a date has a fixed one, because otherwise its bytes would differ from run to run.
static const char *date_of(const carom_node *node, char text[32]) {
    int year, month, day, hour, minute;
    if (carom_markup_is(node, "date") && node->first && node->first->text &&
        sscanf(node->first->text, "%4d-%2d-%2d %2d:%2d", &year, &month, &day, &hour, &minute) == 5) {
        snprintf(text, 32, "%04d-%02d-%02dT%02d:%02d:00Z", year % 10000, month % 100, day % 100, hour % 100,
                 minute % 100);
        return text;
    }
    for (const carom_node *child = node->first; child; child = child->next)
        if (date_of(child, text)) return text;
    return NULL;
}

carom_status carom_paper_write(char *html, carom_figure *const *figures, int count, char **pdf, size_t *length) {
    char date[32];
    *pdf = NULL;
    if (!carom_pen_exists()) return CAROM_MODULE_MISSING;
    carom_node *root = carom_markup_read(html);
    if (!root) return CAROM_NO_MEMORY;
    paper p = {.figures = figures,
               .figure_count = count,
               .bottom = PAPER_HEIGHT - MARGIN_TOP,
               .title = text_of(root, "title"),
               .scale = 1.0,
               .status = CAROM_OK};
    p.pen = carom_pen_open(PAPER_WIDTH, PAPER_HEIGHT, p.title, date_of(root, date) ? date : "2000-01-01T00:00:00Z");
    // Lay out the page twice: the first time counts the pages.
    if (p.pen) put_document(&p, root);
    p.pages = p.page;
    p.drawn = true;
    if (p.pen) put_document(&p, root);
    carom_status status = carom_pen_close(p.pen, pdf, length);
    if (status == CAROM_OK && p.status != CAROM_OK) {
        free(*pdf);
        *pdf = NULL;
        status = p.status;
    }
    carom_markup_free(root);
    return status;
}
