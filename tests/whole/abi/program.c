// Solves one problem per dimension with every law of the library that is loaded at run time. Prints the impulses with
// all digits. The script abi.sh runs this program with other libraries than the one to which it was linked.
#include <carom/law.h>
#include <stdio.h>

int main(void) {
    for (int i = 0; carom_law_at(NULL, i, CAROM_ONE_CONTACT); i++) {
        const carom_law *law = carom_law_at(NULL, i, CAROM_ONE_CONTACT);
        for (int dim = 2; dim <= 3; dim++) {
            const carom_contact c = {
                .dim = dim, .W = {{2.5, -1.5, 0.2}, {-1.5, 2.5, 0.0}, {0.2, 0.0, 2.0}}, .v = {-1.0, 0.6, 0.3}};
            carom_params p = carom_params_default();
            carom_result out;
            p.e = 0.5;
            p.mu = 0.3;
            p.e_t = 0.25;
            p.s1 = 0.5;
            p.eta = 0.75;
            const carom_status status = carom_collide(law, &c, &p, &out);
            printf("%s %d %s %a %a %a\n", law->name, dim, carom_status_name(status), out.P[0], out.P[1], out.P[2]);
        }
    }
    return 0;
}
