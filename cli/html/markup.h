// Reads the HTML that this program writes as a tree, so that a page can also be written as PDF.
#ifndef CAROM_PAGE_MARKUP_H
#define CAROM_PAGE_MARKUP_H

#include <stdbool.h>

// An element or, if `text` is not NULL, a text.
typedef struct carom_node {
    const char *tag;   // name of the element; "" for a text
    const char *class; // its classes, separated by spaces; "" if it has none
    const char *text;  // valid UTF-8 without control characters, except newlines
    int figure;        // number of the figure of an <img>, from 0; -1 for other elements
    struct carom_node *parent, *first, *last, *next;
} carom_node;

// Reads a page and keeps its text, which is modified and must remain until the tree is freed. Returns NULL if memory
// runs out. Elements that paper does not show, such as <style>, are left out.
carom_node *carom_markup_read(char *html);
void carom_markup_free(carom_node *root);

// Returns true if the element has this class.
bool carom_markup_is(const carom_node *node, const char *class);

// Returns the first element with this name in the tree; NULL if there is none.
const carom_node *carom_markup_find(const carom_node *root, const char *tag);

#endif
