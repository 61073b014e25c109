// Runs the cases of ImpactBench in OimoPhysics, which exists only as a CommonJS package. OimoPhysics combines the
// coefficients of two bodies by the root of the product, so both bodies get the case's values. The overlap is 1e-6 m,
// because without overlap rounding hides some contacts.
import {createRequire} from 'node:module';
import {serve, version, hasFloor, floorBox, gravity} from './driver.mjs';

const O = createRequire(import.meta.url)('oimophysics');
const {dynamics: D, common: M, collision: {geometry: G}} = O.oimo ?? O, R = D.rigidbody;
const vec = a => new M.Vec3(...a);

const settings = {dt: 1 / 60, iterations: 10, overlap: [1e-6, 1e-6, 1e-6]};
serve({engine: 'OimoPhysics', version: version('oimophysics'), space: true, settings}, (c, s) => {
  const world = new D.World(2, vec([0, -gravity(c), 0]));
  world.setNumVelocityIterations(s.iterations);
  const add = (type, at, colliders) => {
    const config = new R.RigidBodyConfig();
    Object.assign(config, {type, position: vec(at), linearDamping: 0, angularDamping: 0, autoSleep: false});
    const body = new R.RigidBody(config);
    for (const k of colliders) {
      const geometry = k.ball ? new G.SphereGeometry(k.ball) : new G.BoxGeometry(vec(k.box.map(t => t / 2)));
      const shape = new R.ShapeConfig();
      body.addShape(new R.Shape(Object.assign(shape, {geometry, friction: c.mu, restitution: c.e, position: vec(k.at)})));
    }
    world.addRigidBody(body);
    return body;
  };
  if (hasFloor(c)) add(R.RigidBodyType.STATIC, [0, -1, 0], [{box: floorBox(c), at: [0, 0, 0]}]);
  const bodies = c.bodies.map(b => {
    const [w, x, y, z] = b.orientation, mass = new R.MassData(), I = b.inertia;
    const body = add(R.RigidBodyType.DYNAMIC, b.centre, b.colliders);
    mass.mass = b.mass;
    mass.localInertia = new M.Mat3(I[0], 0, 0, 0, I[1], 0, 0, 0, I[2]);
    body.setMassData(mass);
    body.setOrientation(new M.Quat(x, y, z, w));
    body.setLinearVelocity(vec(b.velocity));
    body.setAngularVelocity(vec(b.spin));
    return body;
  });
  return {
    step: () => world.step(s.dt),
    read: i => {
      const v = bodies[i].getLinearVelocity(), w = bodies[i].getAngularVelocity();
      return [v.x, v.y, v.z, w.x, w.y, w.z];
    },
    pose: i => {
      const x = bodies[i].getPosition(), q = bodies[i].getOrientation();
      return [x.x, x.y, x.z, q.w, q.x, q.y, q.z];
    }
  };
});
