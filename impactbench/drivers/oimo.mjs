// OimoPhysics. CommonJS only. Friction and restitution combine by the root of the product, so both sides get the case's.
// 1e-6 m of overlap: at a bare touch rounding hides some contacts.
import {createRequire} from 'node:module';
import {serve, version, hasFloor} from './driver.mjs';

const O = createRequire(import.meta.url)('oimophysics');
const {dynamics: D, common: M, collision: {geometry: G}} = O.oimo ?? O, R = D.rigidbody;
const vec = a => new M.Vec3(...a);
const half = box => new G.BoxGeometry(vec(box.map(t => t / 2)));

const settings = {dt: 1 / 60, iterations: 10, overlap: [1e-6, 1e-6, 1e-6]};
serve({engine: 'OimoPhysics', version: version('oimophysics'), space: true, settings}, (c, s) => {
  const world = new D.World(2, vec([0, 0, 0]));
  world.setNumVelocityIterations(s.iterations);
  const add = (geometry, type, at, offset) => {
    const config = new R.RigidBodyConfig(), shape = new R.ShapeConfig();
    Object.assign(config, {type, position: vec(at), linearDamping: 0, angularDamping: 0, autoSleep: false});
    Object.assign(shape, {geometry, friction: c.mu, restitution: c.e, position: vec(offset)});
    const body = new R.RigidBody(config);
    body.addShape(new R.Shape(shape));
    world.addRigidBody(body);
    return body;
  };
  if (hasFloor(c)) add(half([40, 2, 40]), R.RigidBodyType.STATIC, [0, -1, 0], [0, 0, 0]);
  const bodies = c.bodies.map(b => {
    const k = b.colliders[0], [w, x, y, z] = b.orientation, mass = new R.MassData(), I = b.inertia;
    const body = add(k.ball ? new G.SphereGeometry(k.ball) : half(k.box), R.RigidBodyType.DYNAMIC, b.centre, k.at);
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
    }
  };
});
