// Runs the cases of ImpactBench in p2-es. Its friction is not Coulomb friction: the limit is mu m g dt with
// g = frictionGravity and does not depend on the normal impulse.
import * as p2 from 'p2-es';
import {serve, version, hasFloor, gravity} from './driver.mjs';

const settings = {dt: 1 / 60, frictionGravity: 9.81, iterations: 10, overlap: [1e-6, 1e-6, 1e-6]};
serve({engine: 'p2-es', version: version('p2-es'), capsules: true, settings}, (c, s) => {
  const world = new p2.World({gravity: [0, -gravity(c)]}), material = new p2.Material();
  world.applyDamping = false;
  world.frictionGravity = s.frictionGravity;
  world.solver.iterations = s.iterations;
  world.addContactMaterial(new p2.ContactMaterial(material, material, {friction: c.mu, restitution: c.e}));
  const add = (body, shapes) => {
    for (const [shape, at] of shapes) {
      shape.material = material;
      body.addShape(shape, at);
    }
    world.addBody(body);
    return body;
  };
  const shape = k => k.ball ? new p2.Circle({radius: k.ball}) : k.capsule ? new p2.Capsule({radius: k.capsule[0], length: k.capsule[1]}) : new p2.Box({width: k.box[0], height: k.box[1]});
  if (hasFloor(c)) add(new p2.Body({mass: 0}), [[new p2.Plane(), [0, 0]]]);
  const bodies = c.bodies.map(b => {
    const body = add(new p2.Body({
      mass: b.mass, position: b.centre, angle: b.angle, velocity: b.velocity, angularVelocity: b.spin, damping: 0, angularDamping: 0
    }), b.colliders.map(k => [shape(k), k.at]));
    body.updateMassProperties = () => {}; // the original would compute the inertia from the shape
    body.invMass = 1 / b.mass;
    body.inertia = b.inertia;
    body.invInertia = 1 / b.inertia;
    body.updateSolveMassProperties();
    return body;
  });
  return {
    step: () => world.step(s.dt),
    read: i => [bodies[i].velocity[0], bodies[i].velocity[1], bodies[i].angularVelocity],
    pose: i => [...bodies[i].position, bodies[i].angle]
  };
});
