// Contains the table of all items. No other file refers to every item.
#include "papers/papers.h"

#define CAROM_ITEM(id, paper, name, about) void carom_reproduce_##id(carom_reproduction *r);
#include "papers/papers.def"
#undef CAROM_ITEM

static const carom_item items[] = {
#define CAROM_ITEM(id, paper, name, about) {paper, name, about, carom_reproduce_##id},
#include "papers/papers.def"
#undef CAROM_ITEM
};

#define CAROM_ITEM(id, paper, name, about)                                                                             \
    _Static_assert(sizeof(paper) > 1 && sizeof(name) > 1 && sizeof(about) > 1, "item " #id " has all its words");
#include "papers/papers.def"
#undef CAROM_ITEM

const carom_item *carom_item_at(int index) {
    return index >= 0 && index < (int)(sizeof items / sizeof *items) ? &items[index] : NULL;
}
