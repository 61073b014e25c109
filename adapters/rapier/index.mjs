// Computes fast impacts in Rapier, in 2D and 3D, with a law of carom, before Rapier steps. Rapier still handles resting
// and rolling contacts.
//
//   import { loadAll } from "carom";
//   import { attach } from "carom-rapier";
//   const bounce = attach(RAPIER, world, await loadAll(), { law: "routh" });
//   bounce.step();                                            // instead of world.step()
//
// Pairs that would touch in this step have their impact at its start. Rapier's own contacts also act a little before
// they touch. adapters/README.md describes which contacts are impacts.
import { Strikes } from "carom/strike";
import { shadowOf } from "./points.mjs";

const list = v => 'z' in v ? [v.x, v.y, v.z] : [v.x, v.y];
const vector = a => a.length === 3 ? {x: a[0], y: a[1], z: a[2]} : {x: a[0], y: a[1]};
const combined = [(a, b) => (a + b) / 2, Math.min, (a, b) => a * b, Math.max]; // Rapier's rules; the rule with the larger number applies

function inertiaOf(body) {
  const m = body.effectiveWorldInvInertia();
  return typeof m === 'number' ? m : [[m.m11, m.m12, m.m13], [m.m12, m.m22, m.m23], [m.m13, m.m23, m.m33]];
}

const spinOf = body => { const w = body.angvel(); return typeof w === 'number' ? w : list(w); };

// The data of a body that `strike` reads. The inertia is computed only if there is an impact.
function moverOf(body, dim) {
  const zero = Array(dim).fill(0), still = dim === 2 ? 0 : [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
  if (!body) return {inverseMass: 0, inverseInertia: still, centre: zero, velocity: zero, spin: dim === 2 ? 0 : zero};
  const dynamic = body.isDynamic();
  return {
    inverseMass: dynamic ? body.invMass() : 0, get inverseInertia() { return dynamic ? inertiaOf(body) : still; },
    centre: list(body.worldCom()), velocity: list(body.linvel()), spin: spinOf(body)
  };
}

function paramsOf(p, q, chosen) {
  const rule = (f, g) => combined[Math.max(f, g)];
  return {
    e: rule(p.restitutionCombineRule(), q.restitutionCombineRule())(p.restitution(), q.restitution()),
    mu: rule(p.frictionCombineRule(), q.frictionCombineRule())(p.friction(), q.friction()), ...chosen
  };
}

export function attach(rapier, world, carom, options = {}) {
  const {law = 'routh', speed = 1, exact = false, choose = () => ({}), onImpact} = options;
  carom.law(law);
  const stats = {impacts: 0}, gravity = list(world.gravity), dim = gravity.length, shadow = shadowOf(world, rapier);

  // Rapier adds gravity in substeps. `strike` uses half of a substep, so that an elastic bounce retraces its flight.
  const kickOf = body => {
    const by = body?.isDynamic() ? body.gravityScale() * world.timestep / world.integrationParameters.numSolverIterations : 0;
    return gravity.map(g => g * by);
  };

  // Rapier acts on contacts at this distance. A closer contact would be resolved by Rapier first.
  const margin = () => world.integrationParameters.normalizedPredictionDistance * world.lengthUnit;

  // Bounds how much faster a point may approach than its velocity, due to gravity and rotation. Rapier would resolve an
  // impact that is missed here.
  function bend(body, points) {
    if (!body?.isDynamic()) return 0;
    const {centre: c, spin} = motionOf(body), w = Math.hypot(...[spin].flat());
    return Math.hypot(...gravity) + w * w * Math.max(...points.map(at => Math.hypot(...at.map((x, k) => x - c[k]))));
  }

  // Returns the motion of a body in this step. It is read once and updated by impacts.
  let motions = new Map();
  const nobody = moverOf(null, dim);
  function motionOf(body) {
    if (!body) return nobody;
    if (!motions.has(body.handle)) motions.set(body.handle, moverOf(body, dim));
    return motions.get(body.handle);
  }

  function set(body, motion) {
    if (!body?.isDynamic()) return;
    body.setLinvel(vector(motion.velocity), true);
    body.setAngvel(typeof motion.spin === 'number' ? motion.spin : vector(motion.spin), true);
    motions.delete(body.handle);
  }

  // Against a fixed body, the arm ends at the surface of the movable body; between two movable bodies it ends halfway.
  function meeting(a, b, {normal, on, gaps}) {
    const share = !b?.isDynamic() ? 1 : !a?.isDynamic() ? 0 : 0.5;
    const points = on[0].map((x, i) => x.map((value, k) => share * value + (1 - share) * on[1][i][k]));
    return {points, gaps, normal, ahead: margin() + (bend(a, points) + bend(b, points)) * world.timestep ** 2};
  }

  // Returns the pairs of two colliders, one for each normal. Rapier handles the pairs that `choose` rejects.
  let pairs = new Map();
  function pairsOf({a, b}) {
    const key = a.shadow.handle < b.shadow.handle ? `${a.shadow.handle} ${b.shadow.handle}` : `${b.shadow.handle} ${a.shadow.handle}`;
    if (!pairs.has(key)) {
      const chosen = choose(a.collider, b.collider);
      pairs.set(key, !chosen ? [] : shadow.points({a, b}).map(found => ({
        from: a, to: b, a: a.body?.isDynamic() ? a.double : undefined, b: b.body?.isDynamic() ? b.double : undefined,
        read: () => ({
          touching: {
            ...meeting(a.body, b.body, found), a: motionOf(a.body), b: motionOf(b.body), dt: world.timestep, kick: [kickOf(a.body), kickOf(b.body)]
          },
          rule: {law, speed, exact, params: paramsOf(a.collider, b.collider, chosen)}
        })
      })));
    }
    return pairs.get(key);
  }

  // Solves the impacts of this step. A body is identified by its double in the shadow world.
  function impacts() {
    const found = shadow.near(margin(), exact ? 0 : speed);
    if (!found.length) return;
    const neighbours = new Map(), bodies = new Map();
    const pairsAround = double => {
      if (!neighbours.has(double)) neighbours.set(double, shadow.around(double).flatMap(pairsOf));
      return neighbours.get(double);
    };
    const strikes = new Strikes(carom, double => {
      const around = pairsAround(double);
      for (const {from, to} of around) bodies.set(from.double, from.body).set(to.double, to.body);
      return around;
    });
    for (const pair of found.flatMap(pairsOf)) {
      const after = strikes.add(pair);
      if (!after) continue;
      stats.impacts++;
      bodies.set(pair.from.double, pair.from.body).set(pair.to.double, pair.to.body);
      for (const [double, motion] of after.bodies) set(bodies.get(double), motion);
      onImpact?.(pair.from.collider, pair.to.collider, after);
    }
  }

  return {
    stats,
    step(...args) {
      motions = new Map();
      pairs = new Map();
      impacts();
      world.step(...args);
    },
    free: () => shadow.free()
  };
}
