// Runs the cases of ImpactBench in Bullet compiled to JavaScript (ammojs-typed). Bullet multiplies the coefficients of
// both bodies, so each body gets the square root of the case's value. The overlap is 1e-5 m, as in bullet.cpp. Objects
// are destroyed after each case, because WASM has no garbage collector and a growing heap would make every case slower.
import {createRequire} from 'node:module';
import {serve, version, hasFloor, floorBox, gravity} from './driver.mjs';

const A = await createRequire(import.meta.url)('ammojs-typed')();
let made = [];
const make = (type, ...args) => { const x = new A[type](...args); made.push(x); return x; };
const vec = a => make('btVector3', ...a);
const none = [1, 0, 0, 0];

function pose(at, [w, x, y, z]) {
  const t = make('btTransform');
  t.setIdentity();
  t.setOrigin(vec(at));
  t.setRotation(make('btQuaternion', x, y, z, w));
  return t;
}

const settings = {dt: 1 / 60, iterations: 10, overlap: [1e-5, 1e-5, 1e-5]};
serve({engine: 'Bullet (ammo)', version: `ammojs-typed ${version('ammojs-typed')}`, space: true, capsules: true, settings}, (c, s) => {
  const config = make('btDefaultCollisionConfiguration'), dispatcher = make('btCollisionDispatcher', config);
  const world = make('btDiscreteDynamicsWorld', dispatcher, make('btDbvtBroadphase'),
    make('btSequentialImpulseConstraintSolver'), config);
  world.setGravity(vec([0, -gravity(c), 0]));
  world.getSolverInfo().set_m_numIterations(s.iterations);
  const inside = [];
  const add = (mass, shape, t, inertia) => {
    const info = make('btRigidBodyConstructionInfo', mass, make('btDefaultMotionState', t), shape, vec(inertia));
    const b = make('btRigidBody', info);
    b.setFriction(Math.sqrt(c.mu));
    b.setRestitution(Math.sqrt(c.e));
    b.setDamping(0, 0);
    b.setActivationState(4); // DISABLE_DEACTIVATION
    b.setFlags?.(0); // no gyroscopic torque
    world.addRigidBody(b);
    inside.push(b);
    return b;
  };
  if (hasFloor(c)) add(0, make('btBoxShape', vec(floorBox(c).map(t => t / 2))), pose([0, -1, 0], none), [0, 0, 0]);
  const bodies = c.bodies.map(b => {
    const compound = make('btCompoundShape');
    for (const k of b.colliders) {
      const shape = k.ball ? make('btSphereShape', k.ball) : k.capsule ? make('btCapsuleShapeX', ...k.capsule) : make('btBoxShape', vec(k.box.map(t => t / 2)));
      compound.addChildShape(pose(k.at, none), shape);
    }
    const body = add(b.mass, compound, pose(b.centre, b.orientation), b.inertia);
    body.setLinearVelocity(vec(b.velocity));
    body.setAngularVelocity(vec(b.spin));
    return body;
  });
  const three = v => [v.x(), v.y(), v.z()];
  return {
    step: () => world.stepSimulation(s.dt, 0),
    read: i => [...three(bodies[i].getLinearVelocity()), ...three(bodies[i].getAngularVelocity())],
    pose: i => {
      const t = bodies[i].getWorldTransform(), x = three(t.getOrigin()), q = t.getRotation();
      return [...x, q.w(), q.x(), q.y(), q.z()];
    },
    free: () => {
      inside.forEach(b => world.removeRigidBody(b));
      made.reverse().forEach(x => A.destroy(x));
      made = [];
    }
  };
});
