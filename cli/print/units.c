#include "cli/print/units.h"

#include "cli/print/words.h"

bool carom_units_option(const char *text, carom_units *units) {
    if (!text || carom_units_read(text, units)) return true;
    carom_say("--units takes names of SI, km/h, mph, deg, lb, ft and US with commas between them, such as km/h,deg; "
              "not \"%s\"",
              text);
    return false;
}
