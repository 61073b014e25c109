// A program whose macros no public header redefines. Every macro of an installed file begins with CAROM_, as install.sh
// checks.
#define READS      read_by_me
#define EVERYWHERE everywhere_of_mine
#define INF        endless
#define LEAST      least_of_mine
#define MOST       most_of_mine

#include <carom/carom.h>
#include <carom/compliant.h>
#include <carom/draw.h>
#include <carom/fit.h>
#include <carom/scenario.h>
#include <carom/sweep.h>
#include <carom/systems.h>

static int read_by_me(int everywhere_of_mine) {
    const int endless = 1, least_of_mine = 2, most_of_mine = 3;
    return EVERYWHERE + INF + LEAST + MOST;
}

int main(void) {
    return READS(0) == 6 ? 0 : 1;
}
