// Problems that a search found: tests/whole/prints/found.txt and its like. A line says a question, a law or `-`, the
// dimension, the problem's number and its hash.
#include <inttypes.h>
#include <string.h>

#include "whole/prints/prints.h"

const question *question_find(const char *name) {
    for (const question *q = questions_of_law; q->name; q++)
        if (!strcmp(q->name, name)) return q;
    for (const question *q = questions_of_contact; q->name; q++)
        if (!strcmp(q->name, name)) return q;
    return NULL;
}

bool found_next(FILE *in, found_row *f) {
    char line[200], name[40], of[40];
    while (in && fgets(line, sizeof line, in)) {
        if (sscanf(line, "%39s %39s %d %" SCNu64 " %" SCNx64, name, of, &f->dim, &f->index, &f->hash) != 5) continue;
        if (!strcmp(name, "library")) continue;
        f->q = question_find(name);
        f->law = strcmp(of, "-") ? carom_law_find(of) : NULL;
        return true;
    }
    return false;
}

void found_tell(FILE *out, const found_row *f) {
    fprintf(out, "%-10s %-18s %d %" PRIu64 " %016" PRIx64 "\n", f->q->name, f->law ? f->law->name : "-", f->dim,
            f->index, f->hash);
}
