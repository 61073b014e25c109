// One problem's print.
#include "whole/prints/prints.h"

#include <string.h>

void print_outcome(print *to, const carom_outcome *out) {
    print_word(to, (uint64_t)out->status);
    if (carom_status_class_of(out->status) != CAROM_FINE) {
        print_word(to, (uint64_t)out->refused);
        return;
    }
    print_word(to, (uint64_t)out->mode * 65536 + out->broken * 16 + out->known);
    print_numbers(to, 3, out->P);
    print_numbers(to, 3, out->v);
    print_number(to, out->dE);
    if (out->known & CAROM_KNOWS_WORK) print_numbers(to, 2, (double[]){out->work_normal, out->work_friction});
    if (out->known & CAROM_KNOWS_COMPRESSION) print_numbers(to, 3, out->Pc);
    print_word(to, (uint64_t)out->solutions);
    print_word(to, (uint64_t)out->evaluations);
    print_number(to, out->residual);
}

placed print_place(print *to, const carom_contact *c, const carom_params *p, const double P[3], const double d[3],
                   int numbers, double zero) {
    double least = 0.0, most = 0.0, distance = 0.0, eta = 0.0, a = 0.0, b = 0.0, line[3] = {0.0, 0.0, 0.0};
    unsigned face = 0;
    bool has = false, holds = false;
    carom_location at;
    carom_verdict v;
    memset(&at, 0, sizeof at);
    memset(&v, 0, sizeof v);
    const carom_status all[] = {carom_locate(c, p->mu, P, &at),
                                carom_region_reach(c, p->mu, P, d, &least, &most),
                                carom_region_exit(c, p->mu, P, d, &distance, &face),
                                carom_region_has(c, p->mu, P, &has),
                                carom_ivanov_eta(c, P, &eta),
                                carom_span(c, P, &a, &b, &holds),
                                carom_stop_line(c, p, line),
                                carom_check(c, p->mu, P, &v)};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) print_word(to, (uint64_t)all[i]);
    print_numbers(to, 4, (double[]){at.e, at.f, at.phi, at.room});
    print_numbers(to, 9, (double[]){least + zero, most + zero, distance + zero, eta, a, b, line[0], line[1], line[2]});
    print_word(to, at.face * 1024 + face * 4 + has * 2U + holds);
    print_word(to, v.broken);
    print_numbers(to, numbers, v.v);
    print_numbers(to, 5, (double[]){v.dE, v.energy_slack, v.cone_slack, v.pull_slack, v.approach_slack});
    print_number(to, carom_friction_used(c->dim, P));
    return (placed){all[0] == CAROM_OK, all[7] == CAROM_OK};
}

print print_of_problem(const question *q, const carom_law *law, int dim, uint64_t i) {
    carom_contact c;
    carom_params p;
    print one = print_nothing;
    problem_at(law, dim, i, &c, &p);
    one.answered = q->ask(law, &c, &p, &one);
    return one;
}

bool question_applies(const question *q, const carom_law *law, int dim) {
    return law ? q->of_law && law->dims & (dim == 2 ? CAROM_PLANE : CAROM_SPACE) : !q->of_law;
}
