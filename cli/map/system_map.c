#include "cli/map/system_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mods/scenario/shape.h"
#include "tables/counts.h"

static bool read_shown(carom_system_map *map, const char *show, carom_error *refusal) {
    if (!carom_shown_read(&map->shown, show, refusal)) return false;
    const unsigned known = 1u << CAROM_SHOW_MODE | 1u << CAROM_SHOW_DE | 1u << CAROM_SHOW_PN | 1u << CAROM_SHOW_PT |
                           1u << CAROM_SHOW_VN | 1u << CAROM_SHOW_VT;
    return (known >> map->shown & 1u) ||
           carom_refuse(refusal, CAROM_BAD_VALUE,
                        "cannot show \"%s\" of several contacts, only mode, dE, P_n, P_t, v_n, v_t", show);
}

static bool read_contact(carom_system_map *map, const char *word, carom_error *refusal) {
    char *end;
    const long contact = word ? strtol(word, &end, 10) : 0;
    if (word && (!*word || *end || contact < 0 || contact >= map->question.contacts))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--contact takes 0 to %d, not \"%s\"", map->question.contacts - 1,
                            word);
    map->contact = (int)contact;
    return true;
}

bool carom_system_map_read(carom_system_map *map, const json_t *document, carom_source source, const carom_map_words *w,
                           const char *law, carom_modules *modules, carom_error *refusal) {
    const carom_reading r = {source, refusal, modules};
    *map = (carom_system_map){.contact = 0};
    if (!w->x || !w->y)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "a map needs --x and --y, such as --x params.mu=0:2:201");
    if (w->against)
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "--second-law is for one contact; `carom solve --law all` compares the laws for several");
    if (!carom_grid_parse(&map->x, w->x, refusal) || !carom_grid_parse(&map->y, w->y, refusal)) return false;
    if (!strcmp(map->x.name, map->y.name))
        return carom_refuse(refusal, CAROM_BAD_VALUE, "--x and --y name the same number");
    return carom_keys_check(&r, document, CAROM_OBJECT_impact, NULL) &&
           carom_varied_new(&map->question, document, law, NULL, modules, refusal) &&
           read_shown(map, w->show ? w->show : "mode", refusal) && read_contact(map, w->contact, refusal) &&
           carom_varied_place(&map->question, map->x.name, refusal) &&
           carom_varied_place(&map->question, map->y.name, refusal);
}

void carom_system_map_free(carom_system_map *map) {
    carom_varied_free(&map->question);
}

static double value_of(const carom_system_map *map, const carom_system_result *out) {
    const int i = map->question.dim * map->contact;
    switch (map->shown) {
    case CAROM_SHOW_MODE: return (double)out->mode[map->contact];
    case CAROM_SHOW_DE: return out->dE;
    case CAROM_SHOW_PN: return out->P[i];
    case CAROM_SHOW_PT: return out->P[i + 1];
    case CAROM_SHOW_VN: return out->v[i];
    case CAROM_SHOW_VT: return out->v[i + 1];
    case CAROM_SHOW_GAIN:
    case CAROM_SHOW_RATIO:
    case CAROM_SHOW_DISAGREEMENT:
    case CAROM_SHOW_FORCES:
    case CAROM_SHOW_COUNT: break;
    }
    return (double)NAN;
}

static bool fill_cell(carom_system_map *map, int i, int j, double *value, carom_error *refusal) {
    const double x[2] = {carom_grid_at(&map->x, i), carom_grid_at(&map->y, j)};
    carom_system_result out;
    const carom_status status = carom_varied_ask(&map->question, x, &out, NULL);
    const carom_status_class class = carom_status_classify(status);
    if (class == CAROM_CLASS_BAD_INPUT || class == CAROM_CLASS_ENVIRONMENT)
        return carom_refuse(refusal, status, "at %s = %g, %s = %g: %s", map->x.name, x[0], map->y.name, x[1],
                            carom_status_message(status));
    if (class == CAROM_CLASS_OK)
        *value = value_of(map, &out);
    else
        *value = map->shown == CAROM_SHOW_MODE ? (double)CAROM_MODE_COUNT : (double)NAN;
    return true;
}

bool carom_system_map_fill(carom_system_map *map, void (*tell)(int row, int rows), carom_panel *panel,
                           carom_error *refusal) {
    char label[128] = "";
    if (map->shown != CAROM_SHOW_DE) snprintf(label, sizeof label, ", contact %d", map->contact);
    carom_field *field = carom_map_field(panel, map->shown, &map->x, &map->y, label);
    if (!field) return carom_refuse(refusal, CAROM_BAD_VALUE, "out of memory");
    bool fine = true;
    for (int j = 0; j < map->y.count && fine; j++) {
        if (tell) tell(j, map->y.count);
        for (int i = 0; i < map->x.count && fine; i++)
            fine = fill_cell(map, i, j, &field->value[(size_t)j * (size_t)map->x.count + (size_t)i], refusal);
    }
    if (tell) tell(map->y.count, map->y.count);
    carom_panel_axes(panel, map->x.name, map->y.name);
    carom_figure_title(panel->figure, map->question.method->name);
    return fine && carom_map_name_kinds(panel, map->shown, refusal);
}
