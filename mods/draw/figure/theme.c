#include "theme.h"

#include <string.h>

#include "mods/draw/figure/figure.h"
#include "tables/looks.h"

// The table has the same order as the enumerations.
#define CAROM_INK_LOOK(ID, name, light, dark) INK_##ID,
#define CAROM_MARK_LOOK(ID, name)             MARK_##ID,
enum {
#include "tables/looks.def"
};
#undef CAROM_INK_LOOK
#undef CAROM_MARK_LOOK
#define CAROM_INK_LOOK(ID, name, light, dark) _Static_assert((int)INK_##ID == (int)CAROM_INK_##ID, "ink " name);
#define CAROM_MARK_LOOK(ID, name)                                                                                      \
    _Static_assert((int)MARK_##ID - CAROM_INK_COUNT + 1 == (int)CAROM_MARK_##ID, "mark " name);
#include "tables/looks.def"
#undef CAROM_INK_LOOK
#undef CAROM_MARK_LOOK

#define RGB(hex)                                                                                                       \
    { (hex >> 16 & 255) / 255.0, (hex >> 8 & 255) / 255.0, (hex & 255) / 255.0 }

static const carom_theme light = {
    .paper = RGB(0xffffff),
    .ink =
        {
#define CAROM_INK_LOOK(ID, name, on_light, on_dark) [CAROM_INK_##ID] = RGB(on_light),
#include "tables/looks.def"
#undef CAROM_INK_LOOK
        },
    .kind = {RGB(0xf7f3e8), RGB(0xa9cfe8), RGB(0xf0b98d), RGB(0x9ccfb8), RGB(0xdcb6d0), RGB(0x6f9fc4), RGB(0xd98f5c),
             RGB(0xf4e19c), RGB(0xc9ccd2), RGB(0x6fae92), RGB(0xb487a6), RGB(0x8f949d)},
};

static const carom_theme dark = {
    .paper = RGB(0x14181f),
    .ink =
        {
#define CAROM_INK_LOOK(ID, name, on_light, on_dark) [CAROM_INK_##ID] = RGB(on_dark),
#include "tables/looks.def"
#undef CAROM_INK_LOOK
        },
    .kind = {RGB(0x1f2630), RGB(0x24506e), RGB(0x7a4a22), RGB(0x245c48), RGB(0x633f59), RGB(0x37769f), RGB(0xa3632f),
             RGB(0x6b5c1e), RGB(0x474e5a), RGB(0x338060), RGB(0x8a5f7d), RGB(0x6c7482)},
};

const carom_theme *carom_theme_of(bool is_dark) {
    return is_dark ? &dark : &light;
}

carom_rgb carom_theme_kind(const carom_theme *theme, const carom_field *field, int kind) {
    const char *name = field->kind_name[kind];
    for (int mode = 0; name && carom_mode_name((carom_mode)mode); mode++) {
        const char *of_mode = carom_mode_name((carom_mode)mode);
        if (!of_mode || strcmp(of_mode, name)) continue;
        const carom_look look = carom_mode_look(mode);
        return (carom_rgb)RGB((theme == &dark ? look.dark : look.light));
    }
    return theme->kind[kind % 12];
}

void carom_theme_dash(cairo_t *cr, carom_dash dash, double width) {
    static const struct {
        int count;
        double length[4];
    } dashes[] = {[CAROM_SOLID] = {0, {0}},
                  [CAROM_DASHED] = {2, {4.0, 2.6}},
                  [CAROM_DOTTED] = {2, {1.0, 2.0}},
                  [CAROM_DASHDOT] = {4, {5.0, 2.0, 1.0, 2.0}},
                  [CAROM_LONG] = {2, {8.0, 3.0}}};
    // Dashes grow slowly with the line width, because otherwise thick ones would merge.
    const double unit = 0.6 + 0.5 * width;
    double scaled[4];
    for (int i = 0; i < dashes[dash].count; i++) scaled[i] = unit * dashes[dash].length[i];
    cairo_set_dash(cr, scaled, dashes[dash].count, 0.0);
}

static carom_rgb blend(const carom_rgb *stops, int count, double t) {
    const double at = (t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t) * (count - 1);
    const int i = (int)at < count - 1 ? (int)at : count - 2;
    const double f = at - i;
    return (carom_rgb){stops[i].r + f * (stops[i + 1].r - stops[i].r), stops[i].g + f * (stops[i + 1].g - stops[i].g),
                       stops[i].b + f * (stops[i + 1].b - stops[i].b)};
}

// Returns a colour whose lightness rises evenly, so that the order is visible in a grey copy.
carom_rgb carom_theme_amount(double t) {
    static const carom_rgb stops[] = {RGB(0x440154), RGB(0x482878), RGB(0x3e4989), RGB(0x31688e), RGB(0x26828e),
                                      RGB(0x1f9e89), RGB(0x35b779), RGB(0x6ece58), RGB(0xb5de2b), RGB(0xfde725)};
    return blend(stops, 10, t);
}

carom_rgb carom_theme_two_sided(double t) {
    static const carom_rgb stops[] = {RGB(0x1f5a9e), RGB(0x5b9ccb), RGB(0xc6dded), RGB(0xf6f5f2),
                                      RGB(0xf8d3ba), RGB(0xe08350), RGB(0xa8340f)};
    return blend(stops, 7, t);
}
