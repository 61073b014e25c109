// Runs the cases of ImpactBench in cannon-es. The overlap is 1e-6 m, because without overlap rounding hides some
// contacts. Friction is limited to mu m g dt with the world's gravity g, so a world without gravity needs
// frictionGravity.
import * as C from 'cannon-es';
import {serve, version, hasFloor, gravity} from './driver.mjs';

const settings = {dt: 1 / 60, iterations: 10, overlap: [1e-6, 1e-6, 1e-6]};
serve({engine: 'cannon-es', version: version('cannon-es'), space: true, settings}, (c, s) => {
  const world = new C.World({gravity: new C.Vec3(0, -gravity(c), 0), frictionGravity: new C.Vec3(0, -9.81, 0)});
  const material = new C.Material();
  world.solver.iterations = s.iterations;
  world.addContactMaterial(new C.ContactMaterial(material, material, {friction: c.mu, restitution: c.e}));
  if (hasFloor(c)) {
    const floor = new C.Body({mass: 0, material, shape: new C.Plane()});
    floor.quaternion.setFromEuler(-Math.PI / 2, 0, 0);
    world.addBody(floor);
  }
  const bodies = c.bodies.map(b => {
    const [w, x, y, z] = b.orientation;
    const body = new C.Body({
      mass: b.mass, material, linearDamping: 0, angularDamping: 0,
      position: new C.Vec3(...b.centre), quaternion: new C.Quaternion(x, y, z, w)
    });
    for (const k of b.colliders)
      body.addShape(k.ball ? new C.Sphere(k.ball) : new C.Box(new C.Vec3(...k.box.map(t => t / 2))), new C.Vec3(...k.at));
    body.updateMassProperties = () => {}; // the original would compute the inertia from a bounding box
    body.inertia.set(...b.inertia);
    body.invInertia.set(...b.inertia.map(t => 1 / t));
    body.updateInertiaWorld(true);
    body.velocity.set(...b.velocity);
    body.angularVelocity.set(...b.spin);
    world.addBody(body);
    return body;
  });
  return {
    step: () => world.step(s.dt),
    read: i => [...bodies[i].velocity.toArray(), ...bodies[i].angularVelocity.toArray()],
    pose: i => { const q = bodies[i].quaternion; return [...bodies[i].position.toArray(), q.w, q.x, q.y, q.z]; }
  };
});
