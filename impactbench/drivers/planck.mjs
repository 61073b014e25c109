// Runs the cases of ImpactBench in planck, which is Box2D 2.4 in JavaScript. Polygons have a skin of 0.01 m and touch
// at the outside of this skin, so bodies are placed higher by the skin. The friction of two bodies is combined by the
// root of the product, and restitution by the maximum. So both bodies get the case's values.
import * as P from 'planck';
import {serve, version, hasFloor, floorBox, gravity, adapterOf} from './driver.mjs';

// The numbers of iterations are those that Box2D's manual recommends. The overlaps are those for one skin, two skins
// and no skin.
const settings = {dt: 1 / 60, velocityIterations: 8, positionIterations: 3, overlap: [-0.00999, -0.01999, 1e-5]};

const adapt = await adapterOf(settings);

serve({engine: 'planck', version: version('planck'), settings}, (c, s) => {
  const world = new P.World({gravity: P.Vec2(0, -gravity(c)), allowSleep: false});
  const surface = {friction: c.mu, restitution: c.e, density: 1};
  if (hasFloor(c)) world.createBody().createFixture(P.Box(floorBox(c)[0] / 2, 1, P.Vec2(0, -1)), surface);
  const shape = k => k.ball ? P.Circle(P.Vec2(...k.at), k.ball) : P.Box(k.box[0] / 2, k.box[1] / 2, P.Vec2(...k.at));
  const bodies = c.bodies.map(b => {
    const body = world.createDynamicBody({position: P.Vec2(...b.centre), angle: b.angle});
    for (const k of b.colliders) body.createFixture(shape(k), surface);
    body.setMassData({mass: b.mass, center: P.Vec2(0, 0), I: b.inertia});
    body.setLinearVelocity(P.Vec2(...b.velocity));
    body.setAngularVelocity(b.spin);
    return body;
  });
  adapt(world, c);
  return {
    step: () => world.step(s.dt, s.velocityIterations, s.positionIterations),
    read: i => { const v = bodies[i].getLinearVelocity(); return [v.x, v.y, bodies[i].getAngularVelocity()]; },
    pose: i => { const x = bodies[i].getPosition(); return [x.x, x.y, bodies[i].getAngle()]; }
  };
});
