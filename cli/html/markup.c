#include "cli/html/markup.h"

#include <stdlib.h>
#include <string.h>

static bool is_tag(const carom_node *node, const char *tag) {
    return !strcmp(node->tag, tag);
}

bool carom_markup_is(const carom_node *node, const char *class) {
    const size_t length = strlen(class);
    for (const char *at = node->class; (at = strstr(at, class)); at += length)
        if ((at == node->class || at[-1] == ' ') && (!at[length] || at[length] == ' ')) return true;
    return false;
}

const carom_node *carom_markup_find(const carom_node *root, const char *tag) {
    if (is_tag(root, tag)) return root;
    for (const carom_node *child = root->first; child; child = child->next) {
        const carom_node *found = carom_markup_find(child, tag);
        if (found) return found;
    }
    return NULL;
}

void carom_markup_free(carom_node *root) {
    for (carom_node *child = root ? root->first : NULL, *next; child; child = next) {
        next = child->next;
        carom_markup_free(child);
    }
    free(root);
}

// Cleans a text.

// Returns the length of a valid letter of UTF-8, or 0.
static size_t letter_of(const unsigned char *at) {
    static const struct {
        unsigned char low, high;
        size_t length;
        unsigned least; // of the code point; smaller ones have a shorter form
    } kinds[] = {{0x01, 0x7f, 1, 0x1}, {0xc2, 0xdf, 2, 0x80}, {0xe0, 0xef, 3, 0x800}, {0xf0, 0xf4, 4, 0x10000}};
    for (int k = 0; k < 4; k++) {
        if (*at < kinds[k].low || *at > kinds[k].high) continue;
        unsigned code = k ? *at & (0x3fu >> k) : *at;
        for (size_t i = 1; i < kinds[k].length; i++) {
            if ((at[i] & 0xc0) != 0x80) return 0;
            code = code << 6 | (at[i] & 0x3fu);
        }
        const bool valid = code >= kinds[k].least && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
        return valid ? kinds[k].length : 0;
    }
    return 0;
}

// Replaces entities, and bytes that no letter has, in place.
static void clean(char *text) {
    static const struct {
        const char *entity, *is;
    } entities[] = {{"&lt;", "<"}, {"&quot;", "\""}, {"&ndash;", "–"}, {"&amp;", "&"}};
    char *to = text;
    for (char *at = text; *at;) {
        size_t used = 0;
        for (int i = 0; i < 4 && !used; i++) {
            if (strncmp(at, entities[i].entity, strlen(entities[i].entity)) != 0) continue;
            used = strlen(entities[i].entity);
            memcpy(to, entities[i].is, strlen(entities[i].is));
            to += strlen(entities[i].is);
        }
        const size_t length = used ? 0 : letter_of((const unsigned char *)at);
        if (length) memmove(to, at, length), to += length, used = length;
        if (length == 1 && (unsigned char)to[-1] < 0x20 && to[-1] != '\n') to[-1] = ' ';
        if (length == 1 && to[-1] == 0x7f) to[-1] = ' ';
        if (!used) *to++ = '?', used = 1;
        at += used;
    }
    *to = 0;
}

// Builds the tree.

static carom_node *add(carom_node *parent, const char *tag) {
    carom_node *node = calloc(1, sizeof *node);
    if (!node) return NULL;
    node->tag = tag;
    node->class = "";
    node->figure = -1;
    node->parent = parent;
    if (parent && parent->last)
        parent->last->next = node;
    else if (parent)
        parent->first = node;
    if (parent) parent->last = node;
    return node;
}

// Returns the node above the nearest one with this name, or the node itself if there is none.
static carom_node *above(carom_node *node, const char *tag) {
    for (carom_node *at = node; at && at->parent; at = at->parent)
        if (is_tag(at, tag)) return at->parent;
    return node;
}

// Some elements end where the next one of their kind begins.
static carom_node *end_before(carom_node *node, const char *tag) {
    static const char *const cells[] = {"td", "th"};
    const bool row = !strcmp(tag, "tr");
    if (row || !strcmp(tag, "td") || !strcmp(tag, "th"))
        for (int i = 0; i < 2; i++)
            if (is_tag(node, cells[i])) node = node->parent;
    if ((row || !strcmp(tag, "li")) && is_tag(node, tag)) node = node->parent;
    return node;
}

// Ends a word of an element in place, and returns the value after "name=" without quotes.
static const char *value_of(char *element, const char *name) {
    char *at = strstr(element, name);
    if (!at) return "";
    at += strlen(name);
    const char quote = *at;
    at += quote == '"';
    char *end = at + strcspn(at, quote == '"' ? "\"" : " ");
    *end = 0;
    return at;
}

// Reads one element without its brackets. Returns the node that the text after it belongs to; NULL if memory ran out.
static carom_node *read_element(carom_node *node, char *element) {
    static const char *const single[] = {"meta", "img", "br", NULL};
    if (*element == '!') return node;
    if (*element == '/') return above(node, element + 1);
    char *rest = element + strcspn(element, " ");
    if (*rest) *rest++ = 0;
    carom_node *made = add(end_before(node, element), element);
    if (!made) return NULL;
    char *figure = strstr(rest, "data-figure=");
    if (figure) made->figure = atoi(figure + strlen("data-figure="));
    made->class = figure ? "" : value_of(rest, "class=");
    for (int i = 0; single[i]; i++)
        if (is_tag(made, single[i])) return made->parent;
    return made;
}

static bool is_hidden(const carom_node *node) {
    return is_tag(node, "style") || carom_markup_is(node, "screen");
}

carom_node *carom_markup_read(char *html) {
    carom_node *root = add(NULL, "page"), *node = root;
    for (char *at = html; node && at && *at;) {
        char *bracket = strchr(at, '<'), *end = bracket ? strchr(bracket, '>') : NULL;
        if (bracket) *bracket = 0;
        bool hidden = false;
        for (carom_node *up = node; up; up = up->parent) hidden = hidden || is_hidden(up);
        if (*at && !hidden) {
            carom_node *text = add(node, "");
            if (!text) {
                carom_markup_free(root);
                return NULL;
            }
            clean(at);
            text->text = at;
        }
        if (!end) return root;
        *end = 0;
        node = read_element(node, bracket + 1);
        at = end + 1;
    }
    if (node) return root;
    carom_markup_free(root);
    return NULL;
}
