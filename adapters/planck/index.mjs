// carom in planck: contacts that approach fast take the impulse of a law of carom's, before planck solves; what rests or
// rolls stays planck's own.
//
//   import { load } from "carom";
//   import { attach } from "carom-planck";
//   const bounce = attach(world, await load(), { law: "routh" });
//   ... world.step(1 / 60) as ever ...
//   bounce.detach();
import { strike } from "carom";

// planck's own threshold of bouncing is 1 m/s. 0.5: three times what gravity adds in a step of 1/60 s.
const SPEED = 0.5;

// An impact may start another at a body's other contacts: so many a step and pair, then planck goes on.
const MOST_IMPACTS = 16;

function moverOf(body) {
  const v = body.getLinearVelocity(), x = body.getWorldCenter(), about = body.getLocalCenter();
  const dynamic = body.isDynamic(), m = body.getMass();
  const I = body.getInertia() - m * (about.x * about.x + about.y * about.y); // planck's is about the body's origin
  return {
    inverseMass: dynamic && m > 0 ? 1 / m : 0, inverseInertia: dynamic && I > 0 && !body.isFixedRotation() ? 1 / I : 0,
    centre: [x.x, x.y], velocity: [v.x, v.y], spin: body.getAngularVelocity()
  };
}

// What gravity is about to add to a body's velocity in this step.
function kickOf(body, gravity, dt) {
  const by = body.isDynamic() ? body.getGravityScale() * dt : 0;
  return [gravity.x * by, gravity.y * by];
}

function set(body, motion) {
  if (!body.isDynamic()) return;
  body.setLinearVelocity({x: motion.velocity[0], y: motion.velocity[1]});
  body.setAngularVelocity(motion.spin);
}

// How far a fixture reaches from its body's centre of mass, at most.
function reach(fixture, body, child) {
  const {lowerBound: low, upperBound: high} = fixture.getAABB(child), c = body.getWorldCenter();
  return Math.hypot(Math.max(c.x - low.x, high.x - c.x), Math.max(c.y - low.y, high.y - c.y));
}

export function attach(world, carom, options = {}) {
  const {law = 'routh', method, speed = SPEED, choose = () => ({}), onImpact} = options;
  carom.law(law); // an unknown name is refused here, not in the middle of a step
  const stats = {impacts: 0};
  let dt = 0, touched = new Map(); // the contacts of this step, by body

  // The contact as planck found it in this step: B is carom's a, since planck's normal points from A to B.
  const seeing = contact => ({
    contact, A: contact.getFixtureA().getBody(), B: contact.getFixtureB().getBody(), count: 0, params: null, normal: null, points: []
  });

  // Where they touch, and with what; no points for a pair that is planck's.
  function look(k) {
    const {contact} = k, chosen = choose(contact.getFixtureA(), contact.getFixtureB(), contact), manifold = contact.getWorldManifold(null);
    k.params = {e: contact.getRestitution(), mu: contact.getFriction(), ...chosen};
    if (!chosen || !manifold) return;
    k.normal = [manifold.normal.x, manifold.normal.y];
    k.points = manifold.points.slice(0, manifold.pointCount).map(p => [p.x, p.y]);
  }

  // Can nothing of this pair be faster than `speed`? Most contacts rest, and cost no more than this.
  function slow(k) {
    const a = k.A.getLinearVelocity(), b = k.B.getLinearVelocity(), dx = a.x - b.x, dy = a.y - b.y;
    const turning = Math.abs(k.A.getAngularVelocity()) * reach(k.contact.getFixtureA(), k.A, k.contact.getChildIndexA())
      + Math.abs(k.B.getAngularVelocity()) * reach(k.contact.getFixtureB(), k.B, k.contact.getChildIndexB());
    const rest = speed - turning;
    return rest > 0 && dx * dx + dy * dy < rest * rest;
  }

  // How fast the bodies approach at a point.
  function approach(k, [x, y]) {
    const a = k.B.getLinearVelocityFromWorldPoint({x, y}), b = k.A.getLinearVelocityFromWorldPoint({x, y});
    return (b.x - a.x) * k.normal[0] + (b.y - a.y) * k.normal[1];
  }

  // The impact at one contact, if it is one. A step of planck adds gravity and then moves, so that the velocity at the
  // start of the step is half a step old: with half of what gravity adds, an elastic bounce retraces its flight exactly.
  function bounce(k) {
    if (slow(k)) return false;
    if (!k.params) look(k);
    if (k.count >= MOST_IMPACTS || !k.points.some(p => approach(k, p) > speed)) return false;
    const g = world.getGravity(), a = kickOf(k.B, g, dt), b = kickOf(k.A, g, dt);
    const touching = {
      a: moverOf(k.B), b: moverOf(k.A), points: k.points, normal: k.normal,
      drift: [(a[0] - b[0]) / 2, (a[1] - b[1]) / 2]
    };
    const after = strike(carom, touching, {law, method, speed: 0, params: k.params});
    if (!after) return false;
    k.count++;
    stats.impacts++;
    set(k.B, after.a);
    set(k.A, after.b);
    // planck gets a contact that has bounced already: nothing to push apart if it parts, no second bounce if it stays.
    if (after.parting > 0) k.contact.setEnabled(false); else k.contact.setRestitution(0);
    for (const p of k.contact.getManifold().points) p.normalImpulse = p.tangentImpulse = 0;
    onImpact?.(k.contact, after);
    return true;
  }

  // A contact that overlaps and parts is on its way out after a bounce: pushing it out would add energy.
  const parts = k => k.points.length > 0 && k.points.every(p => approach(k, p) < -speed);

  const begin = step => { dt = step; touched = new Map(); };
  const end = () => { for (const list of touched.values()) for (const k of list) if (k.count) k.contact.resetRestitution(); };
  const of = body => touched.get(body) ?? touched.set(body, []).get(body);

  const preSolve = contact => {
    const k = seeing(contact);
    for (const body of [k.A, k.B]) if (body.isDynamic()) of(body).push(k);
    if (!bounce(k)) { if (parts(k)) contact.setEnabled(false); return; }
    // Others that touch these bodies may approach now.
    for (const queue = [k.A, k.B]; queue.length;)
      for (const other of touched.get(queue.pop()) ?? []) if (bounce(other)) queue.push(other.A, other.B);
  };

  world.on('pre-step', begin);
  world.on('pre-solve', preSolve);
  world.on('post-step', end);
  return {
    stats,
    detach() {
      world.off('pre-step', begin);
      world.off('pre-solve', preSolve);
      world.off('post-step', end);
    }
  };
}
