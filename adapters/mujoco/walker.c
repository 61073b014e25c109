// Lets a robot land, with MuJoCo's own soft contact and with carom, and prints both landings.
//   walker [MODEL.xml or .urdf [SOFT RIGID]]
// The files SOFT and RIGID receive time, height, vertical speed and kinetic energy in every step of each landing.
#include "carom_mujoco.h"

#include <stdio.h>

typedef struct landing {
    int strikes;
    double deepest; // m, smallest distance of any contact; the largest penetration is its negative
    double hardest; // N, largest sum of normal forces
    double lost;    // J, energy lost in the first 50 ms after the first contact
} landing;

static double kinetic(const mjModel *m, mjData *d) {
    double Mu[64], sum = 0;
    mj_mulM(m, d, Mu, d->qvel);
    for (int i = 0; i < m->nv && i < 64; i++) sum += d->qvel[i] * Mu[i] / 2;
    return sum;
}

static void look(const mjModel *m, mjData *d, landing *l) {
    double force[6], sum = 0;
    for (int i = 0; i < d->ncon; i++) {
        l->deepest = mju_min(l->deepest, d->contact[i].dist);
        mj_contactForce(m, d, i, force);
        sum += force[0];
    }
    l->hardest = mju_max(l->hardest, sum);
}

static landing land(const mjModel *m, const carom_mujoco_rule *rule, FILE *trail) {
    mjData *d = mj_makeData(m);
    landing l = {0};
    carom_mujoco_struck struck;
    double touch = -1, before = 0;
    d->qvel[0] = 0.3;
    for (int i = 0; i < 1000; i++) {
        mj_step1(m, d);
        if (touch < 0 && d->ncon) touch = d->time, before = kinetic(m, d);
        if (rule) {
            carom_mujoco_strike(m, d, rule, &struck);
            l.strikes += struck.hit;
        }
        mj_step2(m, d);
        look(m, d, &l);
        if (touch >= 0 && d->time < touch + 0.05) l.lost = before - kinetic(m, d);
        if (trail) fprintf(trail, "%g %g %g %g\n", d->time, d->qpos[1], d->qvel[1], kinetic(m, d));
    }
    mj_deleteData(d);
    return l;
}

int main(int argc, char **argv) {
    char error[1000];
    mjModel *m = mj_loadXML(argc > 1 ? argv[1] : "walker.xml", NULL, error, sizeof error);
    if (!m) return fprintf(stderr, "%s\n", error), 1;
    carom_mujoco_rule rule = carom_mujoco_default();
    rule.plane[1] = 1;
    FILE *soft = argc > 2 ? fopen(argv[2], "w") : NULL, *rigid = argc > 3 ? fopen(argv[3], "w") : NULL;
    const landing own = land(m, NULL, soft), ours = land(m, &rule, rigid);
    printf("                        deepest, mm  hardest, N  lost in 50 ms, J\n");
    printf("MuJoCo alone            %11.2f  %10.0f  %16.2f\n", -1e3 * own.deepest, own.hardest, own.lost);
    printf("with carom, %2d strikes  %11.2f  %10.0f  %16.2f\n", ours.strikes, -1e3 * ours.deepest, ours.hardest,
           ours.lost);
    if (soft) fclose(soft);
    if (rigid) fclose(rigid);
    mj_deleteModel(m);
    return 0;
}
