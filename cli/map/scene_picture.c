#include "cli/map/scene_picture.h"

#include "mods/scenario/scene.h"

carom_status carom_draw_in_units(carom_figure *figure, const carom_scene *scene, const carom_units *units) {
    const carom_scene_units names = {carom_units_find(units, "m/s").name, carom_units_find(units, "rad/s").name,
                                     carom_units_find(units, "N s").name, carom_units_find(units, "m").name};
    carom_scene converted = *scene;
    carom_scene_convert(&converted, units);
    return carom_draw_scene_in(figure, &converted, &names);
}
