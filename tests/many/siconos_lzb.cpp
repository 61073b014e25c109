// Compares lzb with the multiple impact law of Siconos for Newton's cradles without friction. Siconos steps along the
// impulse of the contact with the most stored energy. The difference is therefore about the size of its step, and
// decreases with it.
// Usage: many_siconos_lzb [STEP]
#include <MultipleImpact.hpp>
#include <MultipleImpactNSL.hpp>
#include <SiconosKernel.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "carom/compliant.h"

namespace {

// The first ball has speed 1, and the others touch and rest. The first contact has stiffness 1.
struct cradle {
    std::vector<double> mass;
    double k2, eta, e; // stiffness of the other contacts, exponent of the force k d^eta, energetic restitution
};

std::vector<double> by_siconos(const cradle &c, double step) {
    const double gap = 0.05; // without this distance Siconos does not detect the first impact
    auto system = std::make_shared<NonSmoothDynamicalSystem>(0.0, 1.0);
    std::vector<std::shared_ptr<LagrangianLinearTIDS>> ball;
    for (size_t i = 0; i < c.mass.size(); i++) {
        auto q = std::make_shared<SiconosVector>(1), v = std::make_shared<SiconosVector>(1);
        auto M = std::make_shared<SimpleMatrix>(1, 1);
        (*q)(0) = i ? double(i) : -gap;
        (*v)(0) = i ? 0.0 : 1.0;
        (*M)(0, 0) = c.mass[i];
        ball.push_back(std::make_shared<LagrangianLinearTIDS>(q, v, M));
        system->insertDynamicalSystem(ball.back());
    }
    for (size_t i = 0; i + 1 < ball.size(); i++) {
        auto H = std::make_shared<SimpleMatrix>(1, 2);
        auto b = std::make_shared<SiconosVector>(1);
        (*H)(0, 0) = -1.0, (*H)(0, 1) = 1.0, (*b)(0) = -1.0; // balls of diameter 1
        auto law = std::make_shared<MultipleImpactNSL>(c.e, i ? c.k2 : 1.0, c.eta);
        system->link(std::make_shared<Interaction>(law, std::make_shared<LagrangianLinearTIR>(H, b)), ball[i],
                     ball[i + 1]);
    }
    auto impact = std::make_shared<MultipleImpact>("BiStiffness", step);
    impact->SetNstepMax(100000000);
    // The initial energy of a contact is of this size. The default of Siconos, 2e-16, causes an error:
    // (2e-16)^(1/(1+eta)) is 6e-7 for eta = 3/2. Three Hertzian balls then have an error of 6e-6 for any step.
    impact->SetTolEner(1e-25);
    auto simulation = std::make_shared<EventDriven>(system, std::make_shared<TimeDiscretisation>(0.0, 0.1));
    simulation->insertIntegrator(std::make_shared<LsodarOSI>());
    simulation->insertNonSmoothProblem(impact, SICONOS_OSNSP_ED_IMPACT);
    simulation->insertNonSmoothProblem(std::make_shared<LCP>(), SICONOS_OSNSP_ED_SMOOTH_ACC);
    simulation->initialize();
    while (simulation->hasNextEvent() && simulation->startingTime() < 2.0 * gap) {
        simulation->advanceToEvent();
        simulation->processEvents();
    }
    std::vector<double> u;
    for (auto &b : ball) u.push_back((*b->velocity())(0));
    return u;
}

std::vector<double> by_carom(const cradle &c) {
    const int nc = int(c.mass.size()) - 1, n = 2 * nc;
    std::vector<double> W(size_t(n * n)), v(size_t(n), 0.0), u(c.mass.size(), 0.0);
    std::vector<carom_params> contact(size_t(nc), carom_params_default());
    for (int i = 0; i < nc; i++) {
        carom_params &p = contact[size_t(i)];
        p.own[CAROM_OWN(kn)] = i ? c.k2 : 1.0;
        p.own[CAROM_OWN(p)] = c.eta;
        p.e = c.e;
        p.mu = 0.0;
        W[size_t(2 * i * n + 2 * i)] = 1.0 / c.mass[size_t(i)] + 1.0 / c.mass[size_t(i) + 1];
        if (i) W[size_t(2 * i * n + 2 * i - 2)] = W[size_t((2 * i - 2) * n + 2 * i)] = -1.0 / c.mass[size_t(i)];
    }
    v[0] = -1.0;
    u[0] = 1.0;
    carom_system s = carom_system();
    s.nc = nc, s.dim = 2, s.W = W.data(), s.v = v.data();
    const carom_system_params p = carom_system_params_default(contact.data());
    std::vector<char> memory(carom_system_memory_size(&carom_law_lzb, &s, &p));
    carom_system_result out;
    if (carom_system_solve(&carom_law_lzb, &s, &p, memory.data(), memory.size(), &out) != CAROM_OK) return {};
    for (int i = 0; i < nc; i++) {
        u[size_t(i)] -= out.P[2 * i] / c.mass[size_t(i)];
        u[size_t(i) + 1] += out.P[2 * i] / c.mass[size_t(i) + 1];
    }
    return u;
}

} // namespace

int main(int argc, char **argv) {
    const double step = argc > 1 ? std::atof(argv[1]) : 1e-5;
    const std::vector<double> three(3, 1.0), five(5, 1.0);
    const cradle all[] = {{three, 1.0, 1.5, 1.0}, {three, 1.0, 1.0, 1.0},          {three, 1.0, 1.5, 0.7},
                          {three, 2.0, 1.5, 1.0}, {five, 1.0, 1.5, 1.0},           {five, 1.0, 1.0, 1.0},
                          {five, 1.0, 1.5, 0.7},  {{1.0, 0.5, 2.0}, 3.0, 1.5, 0.8}};
    int agree = 0, asked = 0;
    for (const cradle &c : all) {
        double worst = 0.0;
        const std::vector<double> a = by_carom(c), b = by_siconos(c, step);
        std::printf("%zu balls, k2 = %g, eta = %g, e = %g:", c.mass.size(), c.k2, c.eta, c.e);
        for (size_t i = 0; i < a.size(); i++) {
            std::printf(" %.6f", a[i]);
            const double off = std::fabs(a[i] - b[i]);
            if (!(off <= worst)) worst = off; // keeps NaN
        }
        // The largest difference was 2.9 steps at a step of 1e-4, 2.7 at 1e-5 and 2.4 at 1e-6; the bound is 5 steps.
        const bool right = a.size() == c.mass.size() && worst <= 5.0 * step;
        std::printf("; Siconos %s by %.2g, %.2g of its steps\n", right ? "differs" : "WRONG", worst, worst / step);
        agree += right;
        asked++;
    }
    std::printf("lzb and Siconos: %d of %d cradles agree\n", agree, asked);
    return agree != asked;
}
