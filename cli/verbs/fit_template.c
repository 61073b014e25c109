// Implements carom fit --template: prints a CSV file of free bodies to fill in.
#include "cli/verbs/fit_document.h"

const char *carom_fit_template(void) {
    return "# Impacts of free bodies against a fixed wall, one per line. Replace the two example lines.\n"
           "# Units: kg, m, s, rad. n is the normal, from the wall to the body; t is n turned clockwise (+x for a "
           "floor).\n"
           "#   r_n, r_t        contact less centre of mass; r_n < 0\n"
           "#   u_n, u_t, spin  velocity of the centre of mass and spin (counterclockwise) before; u_n_after ... "
           "after\n"
           "#   angle           attitude: the body's x axis from t, counterclockwise. Leave the column out if "
           "unknown.\n"
           "#   group           impacts that are left out together, such as one throw or one day\n"
           "# Add columns sd_u_n, sd_u_t, sd_spin, sd_u_n_after, ... for standard deviations, or use --sigma, "
           "--sigma-spin.\n"
           "# In 3D the columns are r_n,r_t1,r_t2,u_n,u_t1,u_t2,w_n,w_t1,w_t2,u_n_after,u_t1_after,u_t2_after,\n"
           "# w_n_after,w_t1_after,w_t2_after, with n, t1, t2 right-handed and the attitude as qw,qx,qy,qz.\n"
           "group,mass,inertia,r_n,r_t,angle,u_n,u_t,spin,u_n_after,u_t_after,spin_after\n"
           "1,0.037,0.0000135,-0.031,0.008,0.4,-1.62,0.35,4.1,0.61,0.22,43.6\n"
           "2,0.037,0.0000135,-0.029,-0.011,1.9,-1.58,-0.2,-2.5,0.42,-0.12,-59.2\n";
}
