// p2-es. Friction is bounded by mu m g dt with frictionGravity, not by the normal impulse: what it computes is not
// Coulomb's.
import * as p2 from 'p2-es';
import {serve, version, hasFloor} from './driver.mjs';

const settings = {dt: 1 / 60, frictionGravity: 9.81, iterations: 10, overlap: [1e-6, 1e-6, 1e-6]};
serve({engine: 'p2-es', version: version('p2-es'), settings}, (c, s) => {
  const world = new p2.World({gravity: [0, 0]}), material = new p2.Material();
  world.applyDamping = world.applyGravity = false;
  world.frictionGravity = s.frictionGravity;
  world.solver.iterations = s.iterations;
  world.addContactMaterial(new p2.ContactMaterial(material, material, {friction: c.mu, restitution: c.e}));
  const add = (body, shape, at) => {
    shape.material = material;
    body.addShape(shape, at);
    world.addBody(body);
    return body;
  };
  if (hasFloor(c)) add(new p2.Body({mass: 0}), new p2.Plane());
  const bodies = c.bodies.map(b => {
    const k = b.colliders[0];
    const shape = k.ball ? new p2.Circle({radius: k.ball}) : new p2.Box({width: k.box[0], height: k.box[1]});
    const body = add(new p2.Body({
      mass: b.mass, position: b.centre, velocity: b.velocity, angularVelocity: b.spin, damping: 0, angularDamping: 0
    }), shape, k.at);
    body.updateMassProperties = () => {}; // it would take the inertia from the shape
    body.invMass = 1 / b.mass;
    body.inertia = b.inertia;
    body.invInertia = 1 / b.inertia;
    body.updateSolveMassProperties();
    return body;
  });
  return {
    step: () => world.step(s.dt),
    read: i => [bodies[i].velocity[0], bodies[i].velocity[1], bodies[i].angularVelocity]
  };
});
