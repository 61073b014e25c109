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
const combined = [(a, b) => (a + b) / 2, Math.min, (a, b) => a * b, Math.max]; // two rules: the larger number applies

function inertiaOf(body) {
  const m = body.effectiveWorldInvInertia();
  return typeof m === 'number' ? m : [[m.m11, m.m12, m.m13], [m.m12, m.m22, m.m23], [m.m13, m.m23, m.m33]];
}

const spinOf = body => { const w = body.angvel(); return typeof w === 'number' ? w : list(w); };

// Returns the data of a body that `carom/strike` reads. The inertia is read from Rapier only if there is an impact.
function moverOf(body, dim) {
  const zero = Array(dim).fill(0), still = dim === 2 ? 0 : [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
  if (!body) return {inverseMass: 0, inverseInertia: still, centre: zero, velocity: zero, spin: dim === 2 ? 0 : zero};
  const dynamic = body.isDynamic();
  let inertia;
  return {
    inverseMass: dynamic ? body.invMass() : 0, get inverseInertia() { return inertia ??= dynamic ? inertiaOf(body) : still; },
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
  const nobody = moverOf(null, dim), g = Math.hypot(...gravity);
  let step = 0, dt = 0, substep = 0, margin = 0;

  // Returns the motion of a body, which is read from Rapier once per step. Rapier adds gravity in substeps.
  // `carom/strike` uses half of a substep, so that an elastic bounce retraces its flight. `bend` is the centripetal
  // acceleration at a distance of 1 m from the centre of mass.
  function motionOf(owner) {
    if (owner.step !== step) {
      const {body} = owner, motion = body ? moverOf(body, dim) : nobody, dynamic = body?.isDynamic() ?? false;
      const by = dynamic ? body.gravityScale() * substep : 0, w = dynamic ? Math.hypot(...[motion.spin].flat()) : 0;
      Object.assign(owner, {step, motion, moves: dynamic, kick: gravity.map(x => x * by), bend: w * w});
    }
    return owner.motion;
  }

  function set({body}, motion) {
    body.setLinvel(vector(motion.velocity), true);
    body.setAngvel(typeof motion.spin === 'number' ? motion.spin : vector(motion.spin), true);
  }

  // Returns a bound of the acceleration of points of a body by gravity and rotation. Without this bound an impact could
  // be missed here, and Rapier would resolve it.
  function bend({moves, motion: {centre: c}, bend}, points) {
    if (!moves) return 0;
    return g + (bend > 0 ? bend * Math.max(...points.map(at => Math.hypot(...at.map((x, k) => x - c[k])))) : 0);
  }

  // Returns the contact of two shapes with one normal. Against a fixed body, the arm ends at the surface of the movable
  // body; between two movable bodies it ends halfway.
  function contactOf(p, q, {normal, on, gaps}) {
    const [a, b] = [motionOf(p), motionOf(q)], share = !q.moves ? 1 : !p.moves ? 0 : 0.5;
    const points = on[0].map((x, i) => x.map((value, k) => share * value + (1 - share) * on[1][i][k]));
    return {a, b, points, gaps, normal, dt, kick: [p.kick, q.kick], ahead: margin + (bend(p, points) + bend(q, points)) * dt * dt};
  }

  // Returns the pairs of two shapes, one for each normal. Rapier handles the pairs that `choose` rejects.
  function pairsOf(shapes) {
    if (shapes.found) return shapes.found;
    const {a, b} = shapes, chosen = choose(a.collider, b.collider);
    return shapes.found = !chosen ? [] : shadow.points(shapes).map(found => ({
      shapes, a: a.dynamic ? a.owner : undefined, b: b.dynamic ? b.owner : undefined,
      read: () => ({
        touching: contactOf(a.owner, b.owner, found),
        rule: {law, speed, exact, get params() { return paramsOf(a.collider, b.collider, chosen); }}
      })
    }));
  }

  function impacts() {
    step++;
    dt = world.timestep;
    substep = dt / world.integrationParameters.numSolverIterations;
    margin = world.integrationParameters.normalizedPredictionDistance * world.lengthUnit; // Rapier acts on contacts at this distance
    const near = shadow.near(margin, exact ? 0 : speed);
    if (near.size === 0) return;
    const strikes = new Strikes(carom, owner => shadow.around(owner).flatMap(pairsOf));
    const after = strikes.solve([...near].flatMap(pairsOf));
    stats.impacts += after.impacts.length;
    for (const [owner, motion] of after.bodies) set(owner, motion);
    for (const {pair: {shapes}, result} of after.impacts) onImpact?.(shapes.a.collider, shapes.b.collider, result);
  }

  return {
    stats,
    step(...args) {
      impacts();
      world.step(...args);
    },
    free: () => shadow.free()
  };
}
