#include "theme.h"

#define RGB(hex)                                                                                                       \
    { (hex >> 16 & 255) / 255.0, (hex >> 8 & 255) / 255.0, (hex & 255) / 255.0 }

static const carom_theme light = {
    .paper = RGB(0xffffff),
    .ink = {[CAROM_INK_TEXT] = RGB(0x1a1a1a),
            [CAROM_INK_SOFT] = RGB(0x8a8f98),
            [CAROM_INK_BLUE] = RGB(0x0072b2),
            [CAROM_INK_VERMILION] = RGB(0xd55e00),
            [CAROM_INK_GREEN] = RGB(0x00875f),
            [CAROM_INK_PURPLE] = RGB(0xa8588c),
            [CAROM_INK_ORANGE] = RGB(0xc98500),
            [CAROM_INK_SKY] = RGB(0x3a9bd4)},
    .kind = {RGB(0xf7f3e8), RGB(0xa9cfe8), RGB(0xf0b98d), RGB(0x9ccfb8), RGB(0xdcb6d0), RGB(0x6f9fc4), RGB(0xd98f5c),
             RGB(0xf4e19c), RGB(0xc9ccd2), RGB(0x6fae92), RGB(0xb487a6), RGB(0x8f949d)},
};

static const carom_theme dark = {
    .paper = RGB(0x14181f),
    .ink = {[CAROM_INK_TEXT] = RGB(0xe9ecf1),
            [CAROM_INK_SOFT] = RGB(0x8b94a3),
            [CAROM_INK_BLUE] = RGB(0x5ab4ee),
            [CAROM_INK_VERMILION] = RGB(0xff8a4c),
            [CAROM_INK_GREEN] = RGB(0x3fc79a),
            [CAROM_INK_PURPLE] = RGB(0xe09ac6),
            [CAROM_INK_ORANGE] = RGB(0xf2b53a),
            [CAROM_INK_SKY] = RGB(0x8ed0f5)},
    .kind = {RGB(0x1f2630), RGB(0x24506e), RGB(0x7a4a22), RGB(0x245c48), RGB(0x633f59), RGB(0x37769f), RGB(0xa3632f),
             RGB(0x6b5c1e), RGB(0x474e5a), RGB(0x338060), RGB(0x8a5f7d), RGB(0x6c7482)},
};

const carom_theme *carom_theme_of(bool is_dark) {
    return is_dark ? &dark : &light;
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
    // Dashes grow with the line, but slowly, or thick ones would run together.
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

// Lightness rises evenly from one end to the other, so the order survives a grey copy.
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
