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
import { shouldHide, strike, Strikes } from "carom/strike";

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
  const stats = {impacts: 0}, reaches = new WeakMap();
  let dt = 0, strikes = null, notes = new Map(); // the impacts of this step, and the notes on all movable bodies

  // Returns the note on a body: its velocity before the step or after its last impact, and its last pair of this step.
  // The other pairs of the body follow in a linked list.
  function noteOf(body) {
    let n = notes.get(body);
    if (!n) notes.set(body, n = {x: 0, y: 0, last: undefined, struck: false});
    return n;
  }

  function note(body) {
    const n = noteOf(body), v = body.getLinearVelocity();
    n.x = v.x;
    n.y = v.y;
    return n;
  }

  // Returns true if planck has not yet changed the velocity of a body in this step. planck detects contacts, adds
  // gravity and solves contacts. Then it searches for bodies that passed through others and stops them at the time of
  // contact, within the step (continuous collision). Their velocity then already includes gravity.
  function untouched(body) {
    const n = notes.get(body), v = body.getLinearVelocity();
    return !body.isDynamic() || (n !== undefined && v.x === n.x && v.y === n.y);
  }

  // Returns a contact for `strike`, with its rule. `looking` is false for a contact within the step. planck's normal
  // points from A to B, so B is carom's a.
  function look(contact, A, B, looking) {
    const chosen = choose(contact.getFixtureA(), contact.getFixtureB(), contact), manifold = contact.getWorldManifold(null);
    if (!chosen || !manifold) return undefined;
    const normal = [manifold.normal.x, manifold.normal.y], gaps = manifold.separations.slice(0, manifold.pointCount);
    // planck's points are halfway between the surfaces. Against a fixed body, the arm ends at the surface of the
    // movable body.
    const shift = B.isDynamic() === A.isDynamic() ? 0 : B.isDynamic() ? 0.5 : -0.5, g = world.getGravity(), by = looking ? dt : 0;
    return {
      touching: {
        a: moverOf(B), b: moverOf(A), normal, dt, kick: [kickOf(B, g, by), kickOf(A, g, by)],
        points: gaps.map((gap, i) => [0, 1].map(j => manifold.points[i][j ? 'y' : 'x'] + shift * gap * normal[j])),
        gaps: looking ? gaps : gaps.map(() => 0)
      },
      rule: {law, speed, exact, params: {e: contact.getRestitution(), mu: contact.getFriction(), ...chosen}}
    };
  }

  class Pair {
    constructor(contact, A, B, nextA, nextB) {
      this.contact = contact;
      this.A = A;
      this.B = B;
      this.nextA = nextA;
      this.nextB = nextB;
      this.found = null;
    }
    get a() { return this.B.isDynamic() ? this.B : undefined; }
    get b() { return this.A.isDynamic() ? this.A : undefined; }
    read() {
      if (this.found === null) this.found = look(this.contact, this.A, this.B, true);
      return this.found;
    }
  }

  function pairsOf(body) {
    const out = [];
    for (let pair = notes.get(body)?.last; pair; pair = pair.A === body ? pair.nextA : pair.nextB) out.push(pair);
    return out;
  }

  // Returns the largest speed of a point of a fixture due to the spin of its body. The size of a fixture is computed
  // once.
  function turning(fixture, body, child) {
    const w = Math.abs(body.getAngularVelocity());
    if (w === 0) return 0;
    let most = reaches.get(fixture);
    if (most === undefined) reaches.set(fixture, most = child === 0 ? reach(fixture, body, 0) : Infinity);
    return w * (child === 0 ? most : reach(fixture, body, child));
  }

  // Returns true if no point of this contact can be fast enough for an impact. Most contacts rest and need only this
  // test.
  function slow(contact, A, B) {
    if (exact) return false;
    const a = A.getLinearVelocity(), b = B.getLinearVelocity(), dx = a.x - b.x, dy = a.y - b.y, d = dx * dx + dy * dy;
    if (d >= speed * speed) return false;
    const rest = speed - turning(contact.getFixtureA(), A, contact.getChildIndexA()) - turning(contact.getFixtureB(), B, contact.getChildIndexB());
    return rest > 0 && d < rest * rest;
  }

  function impact(pair, after, bodies) {
    stats.impacts++;
    for (const [body, motion] of bodies) {
      set(body, motion);
      note(body).struck = true;
    }
    onImpact?.(pair.contact, after);
  }

  // Solves a contact within the step (continuous collision) alone. All other contacts of the step are already solved.
  function bounceLate(pair) {
    const found = look(pair.contact, pair.A, pair.B, false), after = found?.touching.points.length && strike(carom, found.touching, found.rule);
    if (after) impact(pair, after, [[pair.B, after.a], [pair.A, after.b]]);
  }

  const preSolve = contact => {
    const A = contact.getFixtureA().getBody(), B = contact.getFixtureB().getBody();
    const a = A.isDynamic() ? noteOf(A) : undefined, b = B.isDynamic() ? noteOf(B) : undefined;
    const pair = new Pair(contact, A, B, a?.last, b?.last), resting = !a?.struck && !b?.struck && slow(contact, A, B);
    if (!resting && !(untouched(A) && untouched(B))) {
      bounceLate(pair);
      return;
    }
    if (a) a.last = pair;
    if (b) b.last = pair;
    if (resting || !pair.read()?.touching.points.length) return;
    strikes ??= new Strikes(carom, pairsOf);
    const after = strikes.add(pair);
    if (after) impact(pair, after, after.bodies);
    if (after ? exact : shouldHide(pair.found.touching, pair.found.rule)) contact.setEnabled(false);
  };

  const begin = step => {
    dt = step;
    strikes = null;
    if (notes.size > 2 * world.getBodyCount()) notes = new Map(); // forget bodies that were destroyed
    for (let body = world.getBodyList(); body; body = body.getNext()) {
      if (!body.isDynamic()) continue;
      const n = note(body);
      n.last = undefined;
      n.struck = false;
    }
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
