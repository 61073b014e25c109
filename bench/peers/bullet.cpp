// Bullet: btSequentialImpulseConstraintSolver::solveGroup with 10 iterations over n contact manifolds of one point
// each. This includes building the constraint rows and a second friction row, but no collision detection and no
// integration of positions.
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

#include "peers.h"

double peer_bullet(size_t n, int rounds) {
    btSphereShape sphere(1.0);
    btVector3 inertia;
    sphere.calculateLocalInertia(1.0, inertia);
    btRigidBody ground(btRigidBody::btRigidBodyConstructionInfo(0.0, nullptr, &sphere));
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<std::unique_ptr<btPersistentManifold>> manifolds;
    std::vector<btCollisionObject *> objects;
    std::vector<btPersistentManifold *> contacts;
    for (size_t i = 0; i < n; i++) {
        bodies.emplace_back(new btRigidBody(btRigidBody::btRigidBodyConstructionInfo(1.0, nullptr, &sphere, inertia)));
        manifolds.emplace_back(new btPersistentManifold(bodies.back().get(), &ground, 0, 0.02, 0.02));
        const btVector3 at(0.8 * peer_random(i, 0), -0.6 + 0.2 * peer_random(i, 1), 0.3 * peer_random(i, 5));
        btManifoldPoint point(at, at, btVector3(0, 1, 0), 0.0);
        point.m_positionWorldOnA = point.m_positionWorldOnB = at;
        point.m_combinedFriction = 0.4;
        point.m_combinedRestitution = 0.5;
        manifolds.back()->addManifoldPoint(point);
        objects.push_back(bodies.back().get());
        contacts.push_back(manifolds.back().get());
    }
    btSequentialImpulseConstraintSolver solver;
    btContactSolverInfo info;
    info.m_numIterations = 10;
    info.m_timeStep = 1.0 / 60.0;
    double best = 1e30;
    for (int r = 0; r < rounds; r++) {
        for (size_t i = 0; i < n; i++) {
            bodies[i]->setLinearVelocity(
                btVector3(3.0 * peer_random(i, 2), -1.0 - 0.9 * peer_random(i, 3), peer_random(i, 6)));
            bodies[i]->setAngularVelocity(btVector3(peer_random(i, 4), peer_random(i, 7), peer_random(i, 8)));
            manifolds[i]->getContactPoint(0).m_appliedImpulse = 0.0;
        }
        const double start = bench_now();
        solver.solveGroup(objects.data(), static_cast<int>(n), contacts.data(), static_cast<int>(n), nullptr, 0, info,
                          nullptr, nullptr);
        const double ns = 1e9 * (bench_now() - start) / static_cast<double>(n);
        if (ns < best) best = ns;
    }
    // Checks that the impacts were solved: the velocity of the first body has changed.
    return bodies[0]->getLinearVelocity().y() > -1.0 - 0.9 * peer_random(0, 3) + 1e-3 ? best : -1.0;
}
