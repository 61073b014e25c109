// Finds the points at which Rapier's shapes touch or will touch in a step, before Rapier steps. Rapier's JavaScript has
// no hook between detecting and solving contacts, and its query returns one point per pair. So a second world holds the
// same shapes, detects contacts as far ahead as a step reaches, and provides the points. All shapes of Rapier work, in
// 2D and 3D.
const list = v => 'z' in v ? [v.x, v.y, v.z] : [v.x, v.y];
const size = v => Math.hypot(...list(v));
const spin = body => { const w = body.angvel(); return typeof w === 'number' ? Math.abs(w) : size(w); };

// Returns a function that converts a point from the axes of a collider to world axes.
function poseOf(collider) {
  const t = collider.translation(), q = collider.rotation();
  if (typeof q === 'number') {
    const c = Math.cos(q), s = Math.sin(q);
    return ({x, y}) => [t.x + c * x - s * y, t.y + s * x + c * y];
  }
  const p = [q.x, q.y, q.z], cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return at => {
    const x = list(at), u = cross(p, x).map(v => 2 * v), w = cross(p, u);
    return [t.x + x[0] + q.w * u[0] + w[0], t.y + x[1] + q.w * u[1] + w[1], t.z + x[2] + q.w * u[2] + w[2]];
  };
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
  const shadow = new world.constructor(still), known = new Map(), byShadow = new Map(), owners = new Map();
  let round = 0, ids = 0, joined = new Set(), pairs = new Map();
  shadow.timestep = 1e-9; // nothing moves in this world

  const stand = () => shadow.createRigidBody(rapier.RigidBodyDesc.kinematicPositionBased());

  // Returns the data of a body: its copy in the second world (`double`) and its shapes there.
  function ownerOf(body) {
    if (!body) return {body, double: stand(), shapes: []};
    if (!owners.has(body.handle)) {
      owners.set(body.handle, {body, double: stand(), shapes: []});
      body.recomputeMassPropertiesFromColliders(); // otherwise Rapier would compute masses only in its first step
    }
    return owners.get(body.handle);
  }

  function meet(collider) {
    const body = collider.parent(), owner = ownerOf(body);
    const at = body ? collider.translationWrtParent() : collider.translation(), q = body ? collider.rotationWrtParent() : collider.rotation();
    const desc = new rapier.ColliderDesc(collider.shape).setTranslation(...list(at)).setRotation(q).setDensity(0)
      .setCollisionGroups(collider.collisionGroups()).setActiveCollisionTypes(rapier.ActiveCollisionTypes.ALL);
    const k = {id: ids++, collider, body, owner, dynamic: false, reach: -1, shadow: shadow.createCollider(desc, owner.double), seen: round, posed: 0};
    owner.shapes.push(k);
    known.set(collider.handle, k);
    byShadow.set(k.shadow.handle, k);
    return k;
  }

  function forget(k) {
    const {owner} = k;
    byShadow.delete(k.shadow.handle);
    known.delete(k.collider.handle);
    owner.shapes.splice(owner.shapes.indexOf(k), 1);
    if (owner.shapes.length > 0) { shadow.removeCollider(k.shadow, false); return; }
    for (const [handle, kept] of owners) if (kept === owner) owners.delete(handle);
    shadow.removeRigidBody(owner.double);
  }

  // Updates the position of every shape and the largest speed of its points. Returns the sum of the two largest speeds,
  // which bounds the approach speed of two shapes.
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
        k.owner.double.setTranslation(body.translation(), false);
        k.owner.double.setRotation(body.rotation(), false);
        k.placed = true;
      }
      k.dynamic = body.isDynamic();
      if (k.dynamic && k.reach < 0) k.reach = reachOf(collider, body, dim);
      const w = spin(body);
      k.v = body.linvel();
      k.turning = w > 0 && k.dynamic ? w * k.reach : 0;
      k.speed = size(k.v) + (k.turning < Infinity ? k.turning : 0);
      if (k.speed > fast[0]) [fast[0], fast[1]] = [k.speed, fast[0]]; else if (k.speed > fast[1]) fast[1] = k.speed;
    });
    if (known.size) for (const k of [...known.values()]) if (k.seen !== round) forget(k);
    return fast[0] + fast[1];
  }

  // Returns the pairs of bodies whose joint disables contacts between them.
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

  // Returns true if no point of this pair can approach faster than `speed`.
  const slow = (p, q, speed) =>
    Math.hypot(p.v.x - q.v.x, p.v.y - q.v.y, (p.v.z ?? 0) - (q.v.z ?? 0)) + p.turning + q.turning <= speed;

  // Returns the object that represents a pair of shapes in this step. There is one object for each pair.
  function pairOf(p, q) {
    const [a, b] = p.id < q.id ? [p, q] : [q, p], key = a.id * 2 ** 26 + b.id;
    let pair = pairs.get(key);
    if (!pair) pairs.set(key, pair = {a, b});
    return pair;
  }

  const ignored = (p, q) => !solved(p, q) || (joined.size > 0 && q.body && joined.has(`${p.body.handle} ${q.body.handle}`));

  // Returns pairs that come within `ahead` of each other in this step, if one of them is faster than half of `speed`.
  function near(ahead, speed) {
    const out = new Set(), fast = follow();
    pairs = new Map();
    if (!(fast > speed)) return out;
    shadow.integrationParameters.normalizedPredictionDistance = (ahead + fast * world.timestep) / shadow.lengthUnit;
    shadow.step();
    joined = apart();
    for (const p of known.values()) {
      if (!p.dynamic || !(p.speed > speed / 2)) continue;
      shadow.contactPairsWith(p.shadow, other => {
        const q = byShadow.get(other.handle);
        if (!slow(p, q, speed) && !ignored(p, q)) out.add(pairOf(p, q));
      });
    }
    return out;
  }

  // Returns all pairs of a body that the last call of `near` found.
  function around(owner) {
    const out = [];
    for (const p of owner.shapes)
      shadow.contactPairsWith(p.shadow, other => {
        const q = byShadow.get(other.handle);
        if (!ignored(p, q)) out.push(pairOf(p, q));
      });
    return out;
  }

  // Returns the pose of a shape, which is read from Rapier once per step.
  function posed(k) {
    if (k.posed !== round) {
      k.posed = round;
      k.pose = poseOf(k.collider);
      k.skin = k.collider.contactSkin();
    }
    return k.pose;
  }

  // Returns the points of a pair, in one list per normal. `normal` points from b to a, and `points` are on both surfaces.
  function points({a, b}) {
    const out = [], toA = posed(a), toB = posed(b), skin = a.skin + b.skin;
    shadow.contactPair(a.shadow, b.shadow, (m, flipped) => {
      const count = m.numContacts(), sign = flipped ? 1 : -1, on = [[], []], gaps = [];
      if (count === 0) return;
      for (let i = 0; i < count; i++) {
        const first = m.localContactPoint1(i), second = m.localContactPoint2(i);
        on[0].push(toA(flipped ? second : first));
        on[1].push(toB(flipped ? first : second));
        gaps.push(m.contactDist(i) - skin);
      }
      out.push({normal: list(m.normal()).map(x => sign * x), on, gaps});
    });
    return out;
  }

  return {near, around, points, free: () => shadow.free()};
}
