// Runs the cases of ImpactBench in matter-js. Its lengths are in pixels (here 100 per metre), its y axis points
// down, and its velocities are per 1/60 s. It moves bodies before it detects contacts, so cases start one step early.
// The overlap is 0.1 mm, because shapes that only touch do not collide. matter-js has no circles. A ball on the floor
// is therefore a triangle with one corner at the contact point, which gives exactly one contact.
import M from 'matter-js';
import {serve, version, hasFloor, gravity, adapterOf} from './driver.mjs';

const px = 100, base = 1000 / 60, toPx = px * base / 1000;

const rectangle = (x, y, [w, h]) =>
  [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([i, j]) => ({x: x + i * w * px / 2, y: y + j * h * px / 2}));
const spike = (x, y) => [{x, y}, {x: x - 20, y: y - 40}, {x: x + 20, y: y - 40}];
const polygon = (x, y, R) => Array.from({length: 26}, (_, i) => { // its sides touch the circle
  const t = (i + .5) * Math.PI / 13, r = R / Math.cos(Math.PI / 26);
  return {x: x + r * Math.cos(t), y: y + r * Math.sin(t)};
});

// Returns the outline of a collider. With `floor`, a ball is a triangle; otherwise, and in long runs where it may roll,
// it is a polygon.
function outline(k, floor) {
  const x = k.at[0] * px, y = -k.at[1] * px, R = (k.ball ?? 0) * px;
  return k.box ? rectangle(x, y, k.box) : floor ? spike(x, y + R) : polygon(x, y, R);
}

// The option constraintIterations does not affect contacts and is not changed.
const settings = {dt: 1 / 60, velocityIterations: 4, positionIterations: 6, lead: 1, overlap: [1e-4, 1e-4, 1e-4]};
const adapt = await adapterOf(settings);
serve({engine: 'matter-js', version: version('matter-js'), settings}, (c, s) => {
  if (c.bodies.some(b => b.colliders.length > 1)) return {cannot: 'a body of several colliders'};
  const engine = M.Engine.create({
    gravity: {x: 0, y: 1, scale: gravity(c) * px / 1e6}, enableSleeping: false,
    velocityIterations: s.velocityIterations, positionIterations: s.positionIterations
  });
  const surface = {friction: c.mu, restitution: c.e, frictionAir: 0};
  if (hasFloor(c)) M.Composite.add(engine.world, M.Bodies.rectangle(0, 500, c.run ? 1e6 : 20000, 1000, {...surface, isStatic: true}));
  const bodies = c.bodies.map(b => {
    const vertices = outline(b.colliders[0], hasFloor(c) && !c.run);
    const body = M.Body.create({...surface, vertices, position: M.Vertices.centre(vertices)});
    M.Body.setCentre(body, {x: 0, y: 0});
    M.Body.setMass(body, b.mass);
    M.Body.setInertia(body, b.inertia * px * px);
    M.Body.setPosition(body, {x: b.centre[0] * px, y: -b.centre[1] * px});
    M.Body.setAngle(body, -b.angle);
    M.Body.setVelocity(body, {x: b.velocity[0] * toPx, y: -b.velocity[1] * toPx});
    M.Body.setAngularVelocity(body, -b.spin * base / 1000);
    M.Composite.add(engine.world, body);
    return body;
  });
  adapt(engine);
  return {
    step: () => M.Engine.update(engine, 1000 * s.dt),
    read: i => {
      const v = M.Body.getVelocity(bodies[i]);
      return [v.x / toPx, -v.y / toPx, -M.Body.getAngularVelocity(bodies[i]) * 1000 / base];
    },
    pose: i => [bodies[i].position.x / px, -bodies[i].position.y / px, -bodies[i].angle]
  };
});
