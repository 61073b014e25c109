// A physics engine of 100 lines in 2D, written the usual way, and six fixes of its impacts. It is a driver of ImpactBench:
//   carom judge --family ABCG -- node engine.mjs                         as it is usually written
//   carom judge --family ABCG -- node engine.mjs --fix gravity,two       with fixes
// The page docs/site/guides/engines.md explains the fixes, which are marked here by their names.
import readline from 'node:readline';

const fixes = new Set((process.argv[process.argv.indexOf('--fix') + 1] ?? '').split(',').filter(name => process.argv.includes('--fix') && name));
const on = name => fixes.has(name) || fixes.has('all');
const late = process.argv.includes('--late'); // adds the rebound after the sweeps, as Box2D v3 does
const DT = 1 / 60, SWEEPS = 4, THRESHOLD = 1, SKIN = 0.005, CORRECTION = 0.2;
const cross = (a, b) => a[0] * b[1] - a[1] * b[0];

// ---- Contacts: balls and corners of boxes against the floor y = 0, and balls against balls.

function turned(body, at) {
  const c = Math.cos(body.angle), s = Math.sin(body.angle);
  return [body.x[0] + c * at[0] - s * at[1], body.x[1] + s * at[0] + c * at[1]];
}

function contactsOf(bodies, floor) {
  const found = [], corners = ([w, h]) => [[-w, -h], [w, -h], [w, h], [-w, h]].map(p => p.map(q => q / 2));
  const add = (key, a, b, point, n, gap) => found.push({key, a, b, n, t: [n[1], -n[0]], gap, ra: sub(point, a.x), rb: b && sub(point, b.x)});
  bodies.forEach((a, i) => a.colliders.forEach((k, j) => {
    if (floor) for (const [m, at] of (k.ball ? [k.at] : corners(k.box).map(p => [p[0] + k.at[0], p[1] + k.at[1]])).entries()) {
      const [x, y] = turned(a, at), gap = y - (k.ball ?? 0);
      if (gap < SKIN) add(`${i} ${j} ${m}`, a, null, [x, y - (k.ball ?? 0)], [0, 1], gap);
    }
    bodies.slice(0, i).forEach((b, l) => b.colliders.forEach(q => {
      if (!k.ball || !q.ball) return;
      const p = turned(a, k.at), o = turned(b, q.at), d = sub(p, o), size = Math.hypot(...d), gap = size - k.ball - q.ball;
      if (gap < SKIN) add(`${i} ${j} ${l}`, a, b, o.map((x, c) => x + d[c] / size * q.ball), d.map(x => x / size), gap);
    }));
  }));
  return found;
}

const sub = (a, b) => [a[0] - b[0], a[1] - b[1]];
const speed = (c, d) => at(c.a, c.ra, d) - (c.b ? at(c.b, c.rb, d) : 0);
const at = (body, r, d) => (body.v[0] - body.w * r[1]) * d[0] + (body.v[1] + body.w * r[0]) * d[1];

function push(c, d, p) {
  for (const [body, r, sign] of [[c.a, c.ra, 1], [c.b, c.rb, -1]]) {
    if (!body) continue;
    body.v = [0, 1].map(i => body.v[i] + sign * p * d[i] / body.mass);
    body.w += sign * p * cross(r, d) / body.inertia;
  }
}

// W of a contact for two directions.
const coupling = (c, d, q) => [[c.a, c.ra], [c.b, c.rb]].reduce((sum, [body, r]) =>
  body ? sum + (d[0] * q[0] + d[1] * q[1]) / body.mass + cross(r, d) * cross(r, q) / body.inertia : sum, 0);

// ---- One step.

function step(scene, e, mu, g) {
  const {bodies} = scene;
  for (const b of bodies) b.v = [b.v[0], b.v[1] - g * DT];
  const contacts = contactsOf(bodies, scene.floor);
  for (const c of contacts) {
    c.W = [[c.n, c.n], [c.n, c.t], [c.t, c.t]].map(([d, q]) => coupling(c, d, q));
    c.e = e;
    c.mu = mu;
    c.before = speed(c, c.n);
    // FIX gravity: restitution acts on the velocity without the gravity of this step.
    if (on('gravity')) c.before += g * DT * c.n[1] * (c.b ? 0 : 1);
    c.strikes = c.before < -THRESHOLD;
    if (c.strikes && on('clamp')) c.e = Math.min(c.e, largestE(c));
    if (c.strikes && on('two')) Object.assign(c, twoNumbers(c));
    // FIX warm: impulses of an impact are not the start of the next step.
    const old = scene.last.get(c.key);
    const warm = old && !(on('warm') && (old.strikes || c.strikes));
    c.P = warm ? [...old.P] : [0, 0];
    push(c, c.n, c.P[0]);
    push(c, c.t, c.P[1]);
  }
  let most = 1;
  // FIX several: sweep until the impulses stay the same, as a row of balls needs.
  for (let sweep = 0; sweep < (on('several') ? 1000 : SWEEPS) && most > 1e-9; sweep++) {
    most = 0;
    for (const c of contacts) most = Math.max(most, solve(c));
  }
  if (late) for (const c of contacts) if (c.strikes) push(c, c.n, Math.max(0, (-c.e * c.before - speed(c, c.n)) / c.W[0]));
  scene.last = new Map(contacts.map(c => [c.key, c]));
  for (const b of bodies) {
    b.x = b.x.map((x, i) => x + DT * b.v[i]);
    b.angle += DT * b.w;
  }
}

function solve(c) {
  const rebound = c.strikes ? -c.e * c.before : 0, drift = c.gap > 0 ? -c.gap / DT : Math.min(CORRECTION * -c.gap / DT, 0.2);
  const wanted = c.strikes ? (late ? 0 : rebound) : drift;
  const n = Math.max(0, c.P[0] - (speed(c, c.n) - wanted) / c.W[0]);
  push(c, c.n, n - c.P[0]);
  const bound = c.mu * n * (late && on('bound') && c.strikes ? 1 + c.e : 1);
  const t = Math.max(-bound, Math.min(bound, c.P[1] - speed(c, c.t) / c.W[2]));
  push(c, c.t, t - c.P[1]);
  const change = Math.abs(n - c.P[0]) + Math.abs(t - c.P[1]);
  c.P = [n, t];
  return change;
}

// ---- FIX clamp: the largest e with which this contact gains no energy.

// The impulse of such a solver for one contact: it sticks, or slips with P_t = -mu s P_n.
function whittaker([a, w, T], vn, vt, e, mu) {
  const det = a * T - w * w, rise = -(1 + e) * vn, Pn = (T * rise + w * vt) / det, Pt = (-a * vt - w * rise) / det;
  if (Math.abs(Pt) <= mu * Pn) return [Pn, Pt];
  for (const s of [1, -1]) {
    const p = rise / (a - s * mu * w);
    if (p > 0 && s * (vt + (w - s * mu * T) * p) >= 0) return [p, -s * mu * p];
  }
  return [rise / a, 0];
}

const gained = ([a, w, T], vn, vt, [n, t]) => n * vn + t * vt + (a * n * n + 2 * w * n * t + T * t * t) / 2;

function largestE(c) {
  const vt = speed(c, c.t), gains = e => gained(c.W, c.before, vt, whittaker(c.W, c.before, vt, e, c.mu)) > 0;
  let low = 0, high = 1;
  if (!gains(1)) return 1;
  for (let i = 0; i < 40; i++) if (gains((low + high) / 2)) high = (low + high) / 2; else low = (low + high) / 2;
  return low;
}

// ---- FIX two: e and mu of this contact, so that the solver gives the impulse of Routh's law with Poisson's restitution.

function routh([a, w, T], vn, vt, e, mu) {
  const s = Math.sign(vt), k1 = a - mu * s * w, stop = vt === 0 ? 0 : mu * T - s * w > 0 ? s * vt / (mu * T - s * w) : Infinity;
  const [rate, k2] = Math.abs(w) <= mu * T ? [-w / T, a - w * w / T] : [-mu * Math.sign(w), a - mu * Math.abs(w)];
  const slides = k1 > 0 && -vn / k1 <= stop, most = slides ? -vn / k1 : stop - (vn + k1 * stop) / k2; // maximum compression
  const Pn = (1 + e) * most;
  return [Pn, Pn <= stop ? -mu * s * Pn : -mu * s * stop + rate * (Pn - stop)];
}

function twoNumbers(c) {
  const vt = speed(c, c.t), [a, w, T] = c.W, [Pn, Pt] = routh(c.W, c.before, vt, c.e, c.mu);
  const two = {W: c.W, before: c.before, a: c.a, b: c.b, ra: c.ra, rb: c.rb, t: c.t, e: (c.before + a * Pn + w * Pt) / -c.before, mu: Math.abs(Pt) / Pn};
  const reached = Pt * (vt + w * Pn + T * Pt) <= 0;
  return {e: reached ? two.e : Math.min(two.e, largestE(two)), mu: two.mu};
}

// ---- The protocol of ImpactBench.

function sceneOf(c) {
  const bodies = c.bodies.map(b => ({...b, x: [...b.centre], angle: b.angle ?? 0, v: [...b.velocity], w: b.spin}));
  return {bodies, floor: c.contacts.some(k => k.b === 'floor'), last: new Map()};
}

function answer(c) {
  const scene = sceneOf(c), g = c.run?.gravity ?? 0, read = () => scene.bodies.map(b => [...b.v, b.w]);
  if (c.run) {
    const trail = [];
    for (let k = 1, steps = 0; k * c.run.every <= c.run.time * (1 + 1e-9); k++) {
      for (const until = Math.round(k * c.run.every / DT); steps < until; steps++) step(scene, c.e, c.mu, g);
      trail.push(scene.bodies.map(b => [...b.x, b.angle, ...b.v, b.w]));
    }
    return {id: c.id, trail};
  }
  let before = read(), hit = false, still = 0;
  for (let i = 0; i < 60 && still < (c.contacts.length > 1 ? 3 : 1); i++) {
    step(scene, c.e, c.mu, g);
    const now = read(), changed = now.flat().some((x, k) => Math.abs(x - before.flat()[k]) > 2e-3);
    before = now;
    if (changed) [hit, still] = [true, 0]; else if (hit) still++;
  }
  return {id: c.id, u: read()};
}

for await (const line of readline.createInterface({input: process.stdin})) {
  const c = JSON.parse(line);
  const out = c.impactbench ? {impactbench: 1, engine: 'small engine', version: [late ? 'late' : 'usual', ...fixes].join(' '), dims: [2], families: 'ABCG', settings: {dt: DT}} : answer(c);
  console.log(JSON.stringify(out));
}
