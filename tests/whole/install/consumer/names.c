// A program with names of its own: no header, and none of the tables a program may read itself, touches them. Every
// macro an installed file leaves behind begins with CAROM_ (install.sh looks at that).
#define READS      read_by_me
#define EVERYWHERE everywhere_of_mine
#define INF        endless
#define LEAST      least_of_mine
#define MOST       most_of_mine

#include <carom/carom.h>
#include <carom/compliant.h>
#include <carom/draw.h>
#include <carom/fclib.h>
#include <carom/fit.h>
#include <carom/scenario.h>
#include <carom/siconos.h>
#include <carom/sweep.h>

static const char *const laws[] = {
#define CAROM_LAW(id) #id,
#include <carom/laws.def>
#undef CAROM_LAW
};

static const int numbers[] = {
#define CAROM_PARAM(number, field, kind) number,
#include <carom/compliant_params.def>
#undef CAROM_PARAM
};

static int read_by_me(int everywhere_of_mine) {
    const int endless = 1, least_of_mine = 2, most_of_mine = 3;
    return EVERYWHERE + INF + LEAST + MOST;
}

int main(void) {
    return READS(0) == 6 && laws[0] && numbers[0] >= 32 ? 0 : 1;
}
