#include <carom/carom.h>
#include <stdio.h>

int main(void) {
    carom_contact c = {.dim = 2, .W = {{2.5, -1.5}, {-1.5, 2.5}}, .v = {-1.0, 0.6}};
    carom_params p = carom_params_default();
    p.e = 0.5;
    p.mu = 0.7;
    carom_result out;
    carom_status status = carom_collide(&carom_law_routh, &c, &p, &out);
    printf("%g %g %s\n", out.P[0], out.P[1], carom_mode_name(out.mode));
    return status == CAROM_OK ? 0 : 1;
}
