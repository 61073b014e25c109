// Finds the points at which Rapier's shapes touch or will touch in a step, before Rapier steps. Rapier's JavaScript has
// no hook between detecting and solving contacts, and its query returns one point per pair. So a second world holds the
// same shapes, detects contacts as far ahead as a step reaches, and provides the points. All shapes of Rapier work, in
// 2D and 3D.
const list = v => 'z' in v ? [v.x, v.y, v.z] : [v.x, v.y];
const size = v => Math.hypot(...list(v));
const spin = body => { const w = body.angvel(); return typeof w === 'number' ? Math.abs(w) : size(w); };

// Rotates x by a quaternion of Rapier or by an angle.
function turned(q, x) {
  if (typeof q === 'number') return [Math.cos(q) * x[0] - Math.sin(q) * x[1], Math.sin(q) * x[0] + Math.cos(q) * x[1]];
  const p = [q.x, q.y, q.z], cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const t = cross(p, x).map(v => 2 * v), u = cross(p, t);
  return x.map((v, i) => v + q.w * t[i] + u[i]);
}

// Returns the largest distance of a shape from the centre of mass of its body; Infinity for shapes of walls and ground.
function reachOf(collider, body, dim) {
  const {radius = 0, halfHeight = 0, halfExtents, vertices, borderRadius = 0} = collider.shape;
  const at = list(collider.translation()), c = list(body.worldCom()), off = Math.hypot(...at.map((x, k) => x - c[k]));
  if (halfExtents) return off + size(halfExtents) + borderRadius;
  if (vertices) {
    let most = 0;
    for (let i = 0; i < vertices.length; i += dim) most = Math.max(most, Math.hypot(...vertices.slice(i, i + dim)));
    return off + most + borderRadius;
  }
  return radius > 0 ? off + radius + halfHeight + borderRadius : Infinity;
}

export function shadowOf(world, rapier) {
  const dim = list(world.gravity).length, still = dim === 2 ? {x: 0, y: 0} : {x: 0, y: 0, z: 0};
  const shadow = new world.constructor(still), known = new Map(), byShadow = new Map(), bodies = new Map();
  let round = 0, joined = new Set();
  shadow.timestep = 1e-9; // nothing moves in this world

  function standIn(body, collider) {
    if (!body) return shadow.createRigidBody(rapier.RigidBodyDesc.kinematicPositionBased());
    if (!bodies.has(body.handle)) bodies.set(body.handle, {body: shadow.createRigidBody(rapier.RigidBodyDesc.kinematicPositionBased()), colliders: 0});
    const kept = bodies.get(body.handle);
    kept.colliders++;
    // Rapier computes masses in its first step; request them now.
    if (kept.colliders === 1) body.recomputeMassPropertiesFromColliders();
    return kept.body;
  }

  function meet(collider) {
    const body = collider.parent(), double = standIn(body, collider);
    const at = body ? collider.translationWrtParent() : collider.translation(), q = body ? collider.rotationWrtParent() : collider.rotation();
    const desc = new rapier.ColliderDesc(collider.shape).setTranslation(...list(at)).setRotation(q).setDensity(0)
      .setCollisionGroups(collider.collisionGroups()).setActiveCollisionTypes(rapier.ActiveCollisionTypes.ALL);
    const k = {
      collider, body, shadow: shadow.createCollider(desc, double), double, reach: body?.isDynamic() ? reachOf(collider, body, dim) : 0, seen: round
    };
    known.set(collider.handle, k);
    byShadow.set(k.shadow.handle, k);
    return k;
  }

  function forget(k) {
    byShadow.delete(k.shadow.handle);
    known.delete(k.collider.handle);
    const kept = [...bodies].find(([, b]) => b.body === k.double);
    if (kept && --kept[1].colliders > 0) { shadow.removeCollider(k.shadow, false); return; }
    if (kept) bodies.delete(kept[0]);
    shadow.removeRigidBody(k.double);
  }

  // Updates the position of every shape and the largest speed of its points.
  function follow() {
    const fast = [0, 0];
    round++;
    world.forEachCollider(collider => {
      if (collider.isSensor() || !collider.isEnabled()) return;
      const k = known.get(collider.handle) ?? meet(collider), {body} = k;
      k.seen = round;
      k.v = still;
      k.turning = k.speed = 0;
      if (!body) return;
      if (!k.placed || !body.isSleeping()) {
        k.double.setTranslation(body.translation(), false);
        k.double.setRotation(body.rotation(), false);
        k.placed = true;
      }
      const w = spin(body);
      k.v = body.linvel();
      k.turning = w > 0 ? w * k.reach : 0;
      k.speed = size(k.v) + (k.turning < Infinity ? k.turning : 0);
      if (k.speed > fast[0]) [fast[0], fast[1]] = [k.speed, fast[0]]; else if (k.speed > fast[1]) fast[1] = k.speed;
    });
    if (known.size) for (const k of [...known.values()]) if (k.seen !== round) forget(k);
    return fast[0] + fast[1];
  }

  // Finds bodies whose joint disables contacts between them.
  function apart() {
    const out = new Set(), note = j => {
      if (!j.contactsEnabled()) out.add(`${j.body1().handle} ${j.body2().handle}`).add(`${j.body2().handle} ${j.body1().handle}`);
    };
    world.impulseJoints.forEach(note);
    world.multibodyJoints.forEach(note);
    return out;
  }

  const solved = (p, q) => {
    const [a, b] = [p.collider.solverGroups(), q.collider.solverGroups()];
    return ((a >>> 16) & b) !== 0 && ((b >>> 16) & a) !== 0;
  };

  // Returns whether no point of this pair can approach faster than this.
  const slow = (p, q, speed) =>
    Math.hypot(p.v.x - q.v.x, p.v.y - q.v.y, (p.v.z ?? 0) - (q.v.z ?? 0)) + p.turning + q.turning <= speed;

  // Returns pairs that come within `ahead` of each other in this step, if one of them is faster than half of `speed`.
  function near(ahead, speed) {
    const out = [], fast = follow();
    if (!(fast > speed)) return out;
    shadow.integrationParameters.normalizedPredictionDistance = (ahead + fast * world.timestep) / shadow.lengthUnit;
    shadow.step();
    joined = apart();
    for (const p of known.values()) {
      if (!p.body?.isDynamic() || !(p.speed > speed / 2)) continue;
      shadow.contactPairsWith(p.shadow, other => {
        const q = byShadow.get(other.handle), asks = q.body?.isDynamic() && q.speed > speed / 2;
        if ((asks && q.collider.handle < p.collider.handle) || slow(p, q, speed) || !solved(p, q)) return;
        if (joined.size && q.body && joined.has(`${p.body.handle} ${q.body.handle}`)) return;
        out.push({a: p, b: q});
      });
    }
    return out;
  }

  // Returns all pairs of a body that the last call of `near` found, given the double of the body in this world.
  function around(double) {
    const out = [];
    for (let i = 0; i < double.numColliders(); i++) {
      const p = byShadow.get(double.collider(i).handle);
      shadow.contactPairsWith(p.shadow, other => {
        const q = byShadow.get(other.handle);
        if (!solved(p, q) || (joined.size && q.body && joined.has(`${p.body.handle} ${q.body.handle}`))) return;
        out.push({a: p, b: q});
      });
    }
    return out;
  }

  // Returns the points of a pair, in one list per normal. `normal` points from b to a, and `points` are on both surfaces.
  function points({a, b}) {
    const out = [], skin = a.collider.contactSkin() + b.collider.contactSkin();
    shadow.contactPair(a.shadow, b.shadow, (m, flipped) => {
      const [p, q] = flipped ? [b, a] : [a, b], sign = flipped ? 1 : -1, n = list(m.normal()).map(x => sign * x), on = [[], []], gaps = [];
      const placed = k => {
        const t = list(k.collider.translation()), r = k.collider.rotation();
        return x => turned(r, list(x)).map((y, i) => y + t[i]);
      };
      const [first, second] = [placed(p), placed(q)];
      for (let i = 0; i < m.numContacts(); i++) {
        const [x, y] = [first(m.localContactPoint1(i)), second(m.localContactPoint2(i))];
        on[flipped ? 1 : 0].push(x);
        on[flipped ? 0 : 1].push(y);
        gaps.push(m.contactDist(i) - skin);
      }
      if (gaps.length) out.push({normal: n, on, gaps});
    });
    return out;
  }

  return {near, around, points, free: () => shadow.free()};
}
