#include "mods/scenario/rod.h"

#include <math.h>
#include <string.h>

#include "mods/scenario/numbers.h"
#include "mods/scenario/shape.h"

// Reads a number of the rod. If it is omitted, returns `otherwise`; if that is NaN, the number is required.
static bool number(const json_t *object, const char *key, double otherwise, double *value, carom_error *refusal) {
    const json_t *one = json_object_get(object, key);
    *value = one ? json_number_value(one) : otherwise;
    if (one ? carom_is_number(one) : !isnan(otherwise)) return true;
    return carom_refuse(refusal, one ? CAROM_BAD_VALUE : CAROM_MISSING_KEY,
                        "modes of a rod: \"%s\" %s; a rod is {\"length\": m, \"diameter\": m, \"E\": Pa, "
                        "\"density\": kg/m^3, \"angle\": {\"deg\": 72}}",
                        key, one ? "must be a number" : "is missing");
}

// Check the keys here, because keys of --modes on a command line are not checked by the table of keys.
static bool known(const json_t *object, carom_error *refusal) {
    const char *name = NULL;
    json_t *value;
    while ((name = carom_next_key(object, name, &value)))
        if (!carom_key_find(CAROM_OBJECT_rod_modes, name))
            return carom_refuse(refusal, CAROM_UNKNOWN_KEY, "modes of a rod: there is no key \"%s\"", name);
    return true;
}

static bool section(const json_t *object, carom_rod *rod, carom_error *refusal) {
    double diameter, height, width;
    if (!number(object, "diameter", 0.0, &diameter, refusal) || !number(object, "height", 0.0, &height, refusal) ||
        !number(object, "width", 0.0, &width, refusal))
        return false;
    const bool round = diameter > 0.0, flat = height > 0.0 && width > 0.0;
    if (round == flat)
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "modes of a rod: give its section, either \"diameter\" or \"height\" and \"width\"");
    rod->area = round ? acos(-1.0) / 4.0 * diameter * diameter : height * width;
    rod->gyration = round ? diameter / 4.0 : height / sqrt(12.0);
    return true;
}

// Read "angle" above the surface in 2D, or "axis", with the normal component first.
static bool direction(const json_t *object, carom_rod *rod, int *dim, carom_error *refusal) {
    const json_t *angle = json_object_get(object, "angle"), *axis = json_object_get(object, "axis");
    carom_numbers list;
    if (!angle == !axis)
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "modes of a rod: give its direction, either \"angle\" or \"axis\", normal first");
    if (angle && !carom_is_number(angle) && !carom_is_object(angle))
        return carom_refuse(refusal, CAROM_BAD_VALUE,
                            "modes of a rod: \"angle\" is a number in radians, or {\"deg\": 45}");
    const double turn = angle ? carom_read_angle(angle, (double)NAN) : 0.0;
    rod->axis[0] = sin(turn), rod->axis[1] = cos(turn);
    *dim = 2;
    if (!axis) return true;
    if (!carom_numbers_json(&list, axis, "axis", refusal)) return false;
    if (list.count != 2 && list.count != 3)
        return carom_refuse(refusal, CAROM_BAD_VALUE, "modes of a rod: \"axis\" has 2 or 3 numbers, normal first");
    memcpy(rod->axis, list.at, sizeof rod->axis);
    *dim = list.count;
    return true;
}

static bool whole(double x) {
    return x >= 0.0 && x <= CAROM_VIBRATIONS_MAX && x == floor(x);
}

bool carom_rod_json(const json_t *object, carom_vibration modes[CAROM_VIBRATIONS_MAX], size_t *count,
                    carom_error *refusal) {
    carom_rod rod = {0};
    double bending, axial;
    int dim;
    if (!known(object, refusal) || !number(object, "length", (double)NAN, &rod.length, refusal) ||
        !number(object, "E", (double)NAN, &rod.E, refusal) ||
        !number(object, "density", (double)NAN, &rod.density, refusal) ||
        !number(object, "at", -0.5 * rod.length, &rod.at, refusal) ||
        !number(object, "zeta", 0.0, &rod.zeta, refusal) || !number(object, "bending", 6.0, &bending, refusal) ||
        !number(object, "axial", 0.0, &axial, refusal) || !section(object, &rod, refusal) ||
        !direction(object, &rod, &dim, refusal))
        return false;
    const bool counts = whole(bending) && whole(axial) && (dim - 1) * bending + axial <= CAROM_VIBRATIONS_MAX;
    if (counts && carom_rod_vibrations(&rod, dim, (int)bending, (int)axial, modes) == CAROM_OK) {
        *count = (size_t)((dim - 1) * (int)bending + (int)axial);
        return true;
    }
    return carom_refuse(refusal, CAROM_BAD_VALUE,
                        counts ? "modes of a rod: sizes, E and density must be positive, \"at\" on the rod, \"zeta\" "
                                 "in [0, 1) and the direction not zero"
                               : "modes of a rod: \"bending\" and \"axial\" are whole numbers; a rod has at most %d "
                                 "modes, and bends in two planes in 3D",
                        CAROM_VIBRATIONS_MAX);
}
