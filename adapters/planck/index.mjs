// Computes fast impacts in planck with a law of carom, before planck solves. planck still handles resting and rolling
// contacts.
//
//   import { loadAll } from "carom";
//   import { attach } from "carom-planck";
//   const bounce = attach(world, await loadAll(), { law: "routh" });
//   ... world.step(1 / 60) as usual ...
//   bounce.detach();
//
// adapters/README.md describes which contacts are impacts.
import { shouldHide, strike } from "carom/strike";

// The largest number of impacts per step and pair. An impact can cause another at other contacts of a body; after this
// number planck continues.
const MOST_IMPACTS = 16;

function moverOf(body) {
  const v = body.getLinearVelocity(), x = body.getWorldCenter(), about = body.getLocalCenter();
  const dynamic = body.isDynamic(), m = body.getMass();
  const I = body.getInertia() - m * (about.x * about.x + about.y * about.y); // planck's inertia is about the origin of the body
  return {
    inverseMass: dynamic && m > 0 ? 1 / m : 0, inverseInertia: dynamic && I > 0 && !body.isFixedRotation() ? 1 / I : 0,
    centre: [x.x, x.y], velocity: [v.x, v.y], spin: body.getAngularVelocity()
  };
}

// Returns the velocity that gravity will add to a body in this step.
function kickOf(body, gravity, dt) {
  const by = body.isDynamic() ? body.getGravityScale() * dt : 0;
  return [gravity.x * by, gravity.y * by];
}

function set(body, motion) {
  if (!body.isDynamic()) return;
  body.setLinearVelocity({x: motion.velocity[0], y: motion.velocity[1]});
  body.setAngularVelocity(motion.spin);
}

// Returns the largest distance of a fixture from the centre of mass of its body.
function reach(fixture, body, child) {
  const {lowerBound: low, upperBound: high} = fixture.getAABB(child), c = body.getWorldCenter();
  return Math.hypot(Math.max(c.x - low.x, high.x - c.x), Math.max(c.y - low.y, high.y - c.y));
}

export function attach(world, carom, options = {}) {
  const {law = 'routh', speed = 1, exact = false, choose = () => ({}), onImpact} = options;
  carom.law(law); // rejects an unknown name here instead of during a step
  const stats = {impacts: 0};
  let dt = 0, touched = new Map(); // the contacts of this step, by body

  // Stores a contact that planck found in this step. B is carom's a, because planck's normal points from A to B.
  const seeing = contact => ({
    contact, A: contact.getFixtureA().getBody(), B: contact.getFixtureB().getBody(), count: 0, params: null, normal: null, points: [], gaps: []
  });

  // Returns the points and coefficients of a contact. A pair that planck handles has no points.
  function look(k) {
    const {contact} = k, chosen = choose(contact.getFixtureA(), contact.getFixtureB(), contact), manifold = contact.getWorldManifold(null);
    k.params = {e: contact.getRestitution(), mu: contact.getFriction(), ...chosen};
    if (!chosen || !manifold) return;
    k.normal = [manifold.normal.x, manifold.normal.y];
    k.gaps = manifold.separations.slice(0, manifold.pointCount);
    // planck's points are halfway between the surfaces. Against a fixed body, the arm ends at the surface of the
    // movable body.
    const shift = k.B.isDynamic() === k.A.isDynamic() ? 0 : k.B.isDynamic() ? 0.5 : -0.5;
    k.points = k.gaps.map((gap, i) => [0, 1].map(j => manifold.points[i][j ? 'y' : 'x'] + shift * gap * k.normal[j]));
  }

  // Returns whether no point of this pair can have an impact. Most contacts rest and need only this test.
  function slow(k) {
    const a = k.A.getLinearVelocity(), b = k.B.getLinearVelocity(), dx = a.x - b.x, dy = a.y - b.y;
    const turning = Math.abs(k.A.getAngularVelocity()) * reach(k.contact.getFixtureA(), k.A, k.contact.getChildIndexA())
      + Math.abs(k.B.getAngularVelocity()) * reach(k.contact.getFixtureB(), k.B, k.contact.getChildIndexB());
    const rest = speed - turning;
    return !exact && rest > 0 && dx * dx + dy * dy < rest * rest;
  }

  // planck detects contacts, adds gravity and solves. Then it searches for bodies that went through others and stops
  // them at the time of contact, within the step. Their velocity then already includes gravity.
  let start = new Map();
  const untouched = body => {
    const v = body.getLinearVelocity(), u = start.get(body);
    return !body.isDynamic() || (u !== undefined && v.x === u[0] && v.y === u[1]);
  };
  const note = body => { const v = body.getLinearVelocity(); start.set(body, [v.x, v.y]); };

  const touching = (k, looking) => {
    const g = world.getGravity(), by = looking ? dt : 0;
    return {
      a: moverOf(k.B), b: moverOf(k.A), points: k.points, gaps: looking ? k.gaps : k.gaps.map(() => 0), normal: k.normal, dt,
      kick: [kickOf(k.B, g, by), kickOf(k.A, g, by)]
    };
  };

  // Computes the impact at one contact, if there is one.
  function bounce(k) {
    if (k.count >= MOST_IMPACTS || slow(k)) return false;
    if (!k.params) look(k);
    if (!k.points.length) return false;
    const looking = untouched(k.A) && untouched(k.B), now = touching(k, looking);
    const rule = {law, speed, exact, params: k.params}, after = strike(carom, now, rule);
    if (!after) {
      if (looking && !k.count && shouldHide(now, rule)) k.contact.setEnabled(false);
      return false;
    }
    k.count++;
    stats.impacts++;
    set(k.B, after.a);
    set(k.A, after.b);
    if (looking) [k.A, k.B].forEach(note);
    if (exact && looking) k.contact.setEnabled(false);
    onImpact?.(k.contact, after);
    return true;
  }

  const begin = step => {
    dt = step;
    touched = new Map();
    start = new Map();
    for (let body = world.getBodyList(); body; body = body.getNext()) if (body.isDynamic()) note(body);
  };
  const of = body => touched.get(body) ?? touched.set(body, []).get(body);

  const preSolve = contact => {
    const k = seeing(contact);
    for (const body of [k.A, k.B]) if (body.isDynamic()) of(body).push(k);
    if (!bounce(k)) return;
    // Other contacts of these bodies may approach now.
    for (const queue = [k.A, k.B]; queue.length;)
      for (const other of touched.get(queue.pop()) ?? []) if (bounce(other)) queue.push(other.A, other.B);
  };

  world.on('pre-step', begin);
  world.on('pre-solve', preSolve);
  return {
    stats,
    detach() {
      world.off('pre-step', begin);
      world.off('pre-solve', preSolve);
    }
  };
}
