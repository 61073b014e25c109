#include "papers/works.h"

#include <stdio.h>
#include <string.h>

static const carom_work works[] = {
#define CAROM_WORK(key, cited, type, author, title, where, year, doi)                                                  \
    {#key, cited, type, author, title, where, year, doi},
#include "papers/works.def"
#undef CAROM_WORK
};

const carom_work *carom_work_at(int index) {
    return index >= 0 && index < (int)(sizeof works / sizeof *works) ? &works[index] : NULL;
}

bool carom_work_in(const carom_work *work, const char *citation) {
    return citation && strstr(citation, work->cited);
}

size_t carom_work_bibtex(const carom_work *w, char *text, size_t size) {
    const bool doi = *w->doi;
    const int length =
        snprintf(text, size, "@%s{%s,\n  author = {%s},\n  title = {{%s}},\n  %s,\n  year = {%s}%s%s%s\n}\n", w->type,
                 w->key, w->author, w->title, w->where, w->year, doi ? ",\n  doi = {" : "", w->doi, doi ? "}" : "");
    return length > 0 ? (size_t)length : 0;
}
