#include "cli/map/caption.h"

#include <stdio.h>

void carom_contact_caption(carom_figure *figure, const carom_contact *c) {
    char text[512];
    int used = 0;
    used += snprintf(text, sizeof text, "$W$ = [");
    for (int i = 0; i < c->dim * c->dim; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%.4g",
                         i == 0       ? ""
                         : i % c->dim ? ", "
                                      : "; ",
                         c->W[i / c->dim][i % c->dim]);
    used += snprintf(text + used, sizeof text - (size_t)used, "] 1/kg,  $v$ = (");
    for (int i = 0; i < c->dim; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%.4g", i ? ", " : "", c->v[i]);
    snprintf(text + used, sizeof text - (size_t)used, ") m/s");
    carom_figure_caption(figure, text);
}
