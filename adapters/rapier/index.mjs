// carom in Rapier, plane and space: balls that strike take the impulse of a law of carom's, before Rapier steps; what rests
// or rolls, and what is no ball, stays Rapier's own.
//
//   import { load } from "carom";
//   import { attach } from "carom-rapier";
//   const bounce = attach(world, await load(), { law: "routh" });
//   bounce.step();                                            // in place of world.step()
//
// Rapier's JavaScript has no hook between finding contacts and solving them, so the contact is found here: the pairs that
// would touch in this step strike at its start, as Rapier's own contacts do, which act a little before they touch.
import { strike } from "carom";

// Three times what gravity adds in a step of 1/60 s.
const SPEED = 0.5;
// Rounds of impacts in a step: one may start another.
const MOST_ROUNDS = 16;
const BALL = 0;

const list = v => 'z' in v ? [v.x, v.y, v.z] : [v.x, v.y];
const vector = a => a.length === 3 ? {x: a[0], y: a[1], z: a[2]} : {x: a[0], y: a[1]};
const combined = [(a, b) => (a + b) / 2, Math.min, (a, b) => a * b, Math.max]; // Rapier's rules; the greater number wins

function inertiaOf(body) {
  const m = body.effectiveWorldInvInertia();
  return typeof m === 'number' ? m : [[m.m11, m.m12, m.m13], [m.m12, m.m22, m.m23], [m.m13, m.m23, m.m33]];
}

const spinOf = body => { const w = body.angvel(); return typeof w === 'number' ? w : list(w); };

function moverOf(body, dim) {
  if (!body) return {inverseMass: 0, inverseInertia: 0, centre: Array(dim).fill(0), velocity: Array(dim).fill(0), spin: dim === 2 ? 0 : [0, 0, 0]};
  const dynamic = body.isDynamic(), still = dim === 2 ? 0 : [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
  return {
    inverseMass: dynamic ? body.invMass() : 0, inverseInertia: dynamic ? inertiaOf(body) : still,
    centre: list(body.worldCom()), velocity: list(body.linvel()), spin: spinOf(body)
  };
}

function set(body, motion) {
  if (!body?.isDynamic()) return;
  body.setLinvel(vector(motion.velocity), true);
  body.setAngvel(typeof motion.spin === 'number' ? motion.spin : vector(motion.spin), true);
}

// A sphere around a collider; Infinity for what has none.
function radiusOf(collider) {
  const h = collider.halfExtents();
  if (collider.shapeType() === BALL) return collider.radius();
  return h ? Math.hypot(...list(h)) : Infinity;
}

export function attach(world, carom, options = {}) {
  const {law = 'routh', speed = SPEED, choose = () => ({}), onImpact} = options;
  carom.law(law);
  const stats = {impacts: 0}, known = new Map(), gravity = list(world.gravity), dim = gravity.length;

  // The colliders with where they are; masses are made by Rapier's first step unless asked for.
  function colliders() {
    const all = [];
    world.forEachCollider(collider => {
      if (collider.isSensor() || !collider.isEnabled()) return;
      const body = collider.parent();
      if (!known.has(collider.handle)) {
        known.set(collider.handle, {radius: radiusOf(collider), ball: collider.shapeType() === BALL});
        body?.recomputeMassPropertiesFromColliders();
      }
      const {radius, ball} = known.get(collider.handle), x = list(collider.translation());
      const v = body ? Math.hypot(...list(body.linvel())) + Math.hypot(...[spinOf(body)].flat()) * radius : 0;
      const margin = radius + v * world.timestep;
      all.push({collider, body, ball, x, margin, low: x[0] - margin, high: x[0] + margin, moves: body?.isDynamic() ?? false});
    });
    return all.sort((a, b) => a.low - b.low);
  }

  // Pairs with a ball that come near each other in this step.
  function near() {
    const pairs = [], open = [];
    for (const a of colliders()) {
      for (let i = open.length - 1; i >= 0; i--) {
        const b = open[i];
        if (b.high < a.low) { open.splice(i, 1); continue; }
        if (!(a.ball || b.ball) || !(a.moves || b.moves) || (a.body && b.body && a.body.handle === b.body.handle)) continue;
        const d = a.x.reduce((sum, x, k) => sum + (x - b.x[k]) ** 2, 0);
        if (d > (a.margin + b.margin) ** 2) continue;
        const chosen = choose(a.collider, b.collider);
        if (chosen) pairs.push({a, b, chosen});
      }
      open.push(a);
    }
    return pairs;
  }

  // Half of what gravity adds in one of Rapier's small steps: with it an elastic bounce retraces its flight.
  function drift(a, b) {
    const small = world.timestep / world.integrationParameters.numSolverIterations / 2;
    const by = (a?.isDynamic() ? a.gravityScale() : 0) - (b?.isDynamic() ? b.gravityScale() : 0);
    return gravity.map(g => g * by * small);
  }

  // Rapier acts on contacts this far before they touch; nearer than that it would be first.
  const margin = () => world.integrationParameters.normalizedPredictionDistance * world.lengthUnit;

  // How much faster a point may come than its velocity says: gravity, and the turning of its body. What is missed here
  // would be Rapier's impact.
  function bend({body}, at) {
    if (!body?.isDynamic()) return 0;
    const c = list(body.worldCom()), w = Math.hypot(...[spinOf(body)].flat());
    return Math.hypot(...gravity) + w * w * Math.hypot(...at.map((x, k) => x - c[k]));
  }

  function paramsOf(p, q, chosen) {
    const rule = (f, g) => combined[Math.max(f, g)];
    return {
      e: rule(p.restitutionCombineRule(), q.restitutionCombineRule())(p.restitution(), q.restitution()),
      mu: rule(p.frictionCombineRule(), q.frictionCombineRule())(p.friction(), q.friction()), ...chosen
    };
  }

  // The impact of a pair, if it touches in this step and approaches.
  function bounce({a, b, chosen}) {
    const dt = world.timestep, [p, q] = [a.collider, b.collider];
    const found = p.contactCollider(q, Math.max((a.margin + b.margin) * 2, 0.01));
    if (!found) return false;
    const normal = list(found.normal2), at = list(found.point1).map((x, k) => (x + list(found.point2)[k]) / 2);
    const u = body => body ? list(body.velocityAtPoint(vector(at))) : Array(dim).fill(0);
    const [va, vb, g] = [u(a.body), u(b.body), drift(a.body, b.body)];
    const v = normal.reduce((sum, n, k) => sum + n * (va[k] - vb[k] + g[k]), 0);
    if (!(v < -speed) || found.distance + v * dt > margin() + (bend(a, at) + bend(b, at)) * dt * dt) return false;
    const touching = {a: moverOf(a.body, dim), b: moverOf(b.body, dim), points: [at], normal, drift: g};
    const after = strike(carom, touching, {law, speed: 0, params: paramsOf(p, q, chosen)});
    if (!after) return false;
    set(a.body, after.a);
    set(b.body, after.b);
    stats.impacts++;
    onImpact?.(p, q, after);
    return true;
  }

  return {
    stats,
    step(...args) {
      const pairs = near();
      for (let round = 0, again = true; again && round < MOST_ROUNDS; round++) {
        again = false;
        for (const pair of pairs) if (bounce(pair)) again = true;
      }
      world.step(...args);
    }
  };
}
