// Computes impacts in matter-js with a law of carom. Pairs that begin to touch in a step get the impulse of the law.
// The solver of matter-js then leaves their velocities unchanged. matter-js handles everything else.
//
//   import Matter from "matter-js";
//   import { load } from "carom";
//   import { attach } from "carom-matter";
//   attach(Matter, engine, await load(), { law: "routh" });
//
// matter-js measures lengths in pixels and velocities in pixels per 1/60 s; `scale` is the number of pixels per metre.
import { strike } from "carom/strike";

const BASE = 1000 / 60; // ms: the unit of time in matter-js's velocities
const CORRECTED = 1e-3; // m: contacts deeper than the motion of one step plus this are not impacts

export function attach(Matter, engine, carom, options = {}) {
  const {law = 'routh', speed = 1, scale = 100, choose = () => ({}), onImpact} = options;
  const {Body, Events} = Matter, stats = {impacts: 0}, perSecond = 1000 / BASE / scale;
  carom.law(law);

  function mover(body) {
    const v = Body.getVelocity(body), still = body.isStatic;
    return {
      inverseMass: still ? 0 : 1 / body.mass, inverseInertia: still ? 0 : scale * scale / body.inertia,
      centre: [body.position.x / scale, body.position.y / scale], velocity: [v.x * perSecond, v.y * perSecond],
      spin: Body.getAngularVelocity(body) * 1000 / BASE
    };
  }

  function set(body, {velocity, spin}) {
    if (body.isStatic) return;
    Body.setVelocity(body, {x: velocity[0] / perSecond, y: velocity[1] / perSecond});
    Body.setAngularVelocity(body, spin * BASE / 1000);
  }

  // Returns the contact of two bodies for `strike`. The points are corners of the bodies, so their arms are exact.
  function meeting(pair, dt) {
    const {collision} = pair, a = collision.parentA, b = collision.parentB, {x, y} = collision.normal;
    const away = (b.position.x - a.position.x) * x + (b.position.y - a.position.y) * y > 0 ? -1 : 1;
    const count = collision.supportCount ?? collision.supports.length;
    const points = collision.supports.slice(0, count).filter(Boolean).map(p => [p.x / scale, p.y / scale]);
    const gap = -collision.depth / scale + CORRECTED;
    return {a: mover(a), b: mover(b), points, gaps: points.map(() => Math.min(gap, 0)), normal: [away * x, away * y], dt};
  }

  function start({pairs}) {
    const dt = (engine.timing.lastDelta || BASE) / 1000;
    for (const pair of pairs) {
      const {parentA: a, parentB: b} = pair.collision;
      if (a.isSensor || b.isSensor || pair.isSensor) continue;
      const own = choose(a, b);
      if (own === false) continue;
      const params = {e: Math.max(a.restitution, b.restitution), mu: Math.min(a.friction, b.friction), ...own};
      const after = strike(carom, meeting(pair, dt), {law, speed, params});
      if (!after) continue;
      set(a, after.a);
      set(b, after.b);
      // matter-js solves the pair without restitution and friction in this step; it sets them again when it next
      // updates the pair.
      pair.restitution = pair.friction = pair.frictionStatic = 0;
      stats.impacts++;
      onImpact?.(a, b, after);
    }
  }

  Events.on(engine, 'collisionStart', start);
  return {stats, detach: () => Events.off(engine, 'collisionStart', start)};
}
