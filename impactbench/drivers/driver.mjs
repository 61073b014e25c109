// Implements the protocol of ImpactBench for drivers in JavaScript: one JSON line in, one JSON line out (docs/impactbench.md).
//
//   serve({engine, version, space, capsules, settings}, build)
//
// A driver runs the cases of ImpactBench in one engine. Its function `build(case, settings)` makes the scene. It
// returns `{step(), read(i), pose(i), free()?, touching()?, precesses?}`, or `{cannot}` with the reason why the engine
// cannot solve the case. `read` returns the velocities `[vx, vy, w]` in 2D and `[vx, vy, vz, wx, wy, wz]` in 3D. `pose`
// returns `[x, y, angle]` or `[x, y, z, qw, qx, qy, qz]`. Set `precesses` if the gyroscopic torque cannot be disabled;
// orientations are then sent and momenta compared. A 3D engine gets 2D cases at z = 0, with the same inertia about all
// axes. The loop and the rules for placing bodies and reading velocities are the same for every engine.
import readline from 'node:readline';
import fs from 'node:fs';
import {pathToFileURL} from 'node:url';

export const version = pkg =>
  JSON.parse(fs.readFileSync(new URL(`./node_modules/${pkg}/package.json`, import.meta.url))).version;

export const hasFloor = c => c.contacts.some(k => k.b === 'floor');
// Returns the sides of a floor that is a box. In a long run a body moves far, so the floor is wide. Otherwise the floor
// is small, which is more accurate.
export const floorBox = c => c.run ? [10000, 2, 10000] : [40, 2, 40];
export const gravity = c => c.run?.gravity ?? 0; // m/s^2 downwards

// Reads settings from options such as --dt 0.001 --iterations 64. The handshake prints each setting. An unknown option
// ends the driver, so that no results are published with wrong settings.
export function settingsFrom(settings, argv = process.argv.slice(2)) {
  const s = {overlap: [0, 0, 0], lead: 0, adapter: '', ...settings};
  for (let i = 0; i < argv.length; i += 2) {
    const name = argv[i].replace(/^--/, ''), value = argv[i + 1];
    if (!(name in s) || value === undefined) {
      process.stderr.write(`${process.argv[1]}: no option ${argv[i]} with a value\n`);
      process.exit(2);
    }
    s[name] = isNaN(value) ? value : +value;
  }
  if (!s.adapter) delete s.adapter;
  if (typeof s.overlap === 'number') s.overlap = [s.overlap, s.overlap, s.overlap];
  return s;
}

// Loads --adapter FILE, a module whose default export receives every world before it runs.
export async function adapterOf(settings) {
  const {adapter} = settingsFrom(settings);
  return adapter ? (await import(pathToFileURL(adapter))).default : () => {};
}

// Converts a 2D case to 3D.
function lift(c) {
  const up = (a, z) => a.length === 3 ? a : [...a, z];
  const body = b => ({
    ...b,
    inertia: Array.isArray(b.inertia) ? b.inertia : [b.inertia, b.inertia, b.inertia],
    orientation: b.orientation ?? [Math.cos((b.angle ?? 0) / 2), 0, 0, Math.sin((b.angle ?? 0) / 2)],
    centre: up(b.centre, 0),
    velocity: up(b.velocity, 0),
    spin: Array.isArray(b.spin) ? b.spin : [0, 0, b.spin],
    colliders: b.colliders.map(k => ({...k, at: up(k.at, 0), ...(k.box ? {box: up(k.box, 1)} : {})}))
  });
  const contact = k => ({...k, normal: up(k.normal, 0), point: up(k.point, 0)});
  return {...c, contacts: c.contacts.map(contact), bodies: c.bodies.map(body)};
}

// Places the bodies. In a case the bodies just touch. Some engines have a collision margin or detect only overlapping
// bodies. For these, bodies are moved by settings.overlap = [ball on floor, box on floor, ball on ball] in m. Negative
// values are gaps. With lead = 1 the engine moves bodies before it detects contacts, so a case starts one step early.
function place(c, s) {
  const shift = c.bodies.map(() => c.contacts[0].normal.map(() => 0)), early = s.lead * s.dt;
  for (const k of c.contacts) {
    const box = i => i === 'floor' || c.bodies[i].colliders[0].box ? 1 : 0; // the floor counts as a box
    const d = s.overlap[[2, 0, 1][box(k.a) + box(k.b)]];
    shift[k.a] = k.normal.map((n, i) => (k.b === 'floor' ? 0 : shift[k.b][i]) - d * n);
  }
  const body = (b, i) => ({
    ...b, angle: (b.angle ?? 0) - early * b.spin, centre: b.centre.map((x, j) => x + shift[i][j] - early * b.velocity[j])
  });
  return {...c, bodies: c.bodies.map(body)};
}

// Steps the engine until the velocities have changed and are then constant for one step, or for three steps with
// several contacts. A change of more than 2 mm/s counts. This is more than the position correction of the given
// overlaps causes, and less than the change by the impact in any case.
function settle(c, s, w) {
  const read = () => c.bodies.map((_, i) => w.read(i));
  const quiet = c.contacts.length > 1 ? 3 : 1;
  // With a gyroscopic torque, only the linear velocity shows that the impact is over.
  const watched = w.precesses ? 3 : 6, most = w.touching ? Math.floor(0.3 / s.dt) : 60;
  let before = read(), hit = false, still = 0, steps = 0;
  for (; steps < most && still < quiet && (w.touching || hit || steps < 10); steps++) {
    w.step();
    if (w.touching) { // a compliant contact lasts many steps; it is over when nothing touches
      if (w.touching()) hit = true; else if (hit) still = quiet;
      continue;
    }
    const u = read();
    const change = u.map((a, i) => a.slice(0, watched).map((x, k) => Math.abs(x - before[i][k]))).flat();
    before = u;
    if (change.some(x => x > 2e-3)) { hit = true; still = 0; } else if (hit) still++;
  }
  const out = {u: read(), steps};
  if (w.precesses) out.q = c.bodies.map((_, i) => w.pose(i).slice(3));
  if (!hit) out.note = 'nothing happened'; else if (still < quiet) out.note = 'still changing';
  return out;
}

// Computes a long run. The bodies are not placed, and the state is read at the step nearest to every multiple of
// `every`.
function trail(c, s, w) {
  const out = [];
  let steps = 0;
  for (let k = 1; k * c.run.every <= c.run.time * (1 + 1e-9); k++) {
    for (const until = Math.round(k * c.run.every / s.dt); steps < until; steps++) w.step();
    out.push(c.bodies.map((_, i) => [...w.pose(i), ...w.read(i)]));
  }
  return {trail: out, steps};
}

async function answer(c, s, space, capsules, build) {
  if (c.dim === 3 && !space) return {id: c.id, cannot: 'the engine is planar'};
  if (c.run?.time > 2e6 * s.dt) return {id: c.id, cannot: 'more than two million steps'}; // about a minute for a slow engine
  if (!capsules && c.bodies.some(b => b.colliders[0].capsule)) return {id: c.id, cannot: 'the engine or its driver has no capsules'};
  const placed = place(space ? lift(c) : c, c.run ? {...s, overlap: [0, 0, 0], lead: 0} : s), w = await build(placed, s);
  if (w.cannot) return {id: c.id, cannot: w.cannot};
  try { return {id: c.id, ...(c.run ? trail : settle)(placed, s, w)}; } finally { w.free?.(); }
}

export async function serve({engine, version, space = false, capsules = false, settings}, build) {
  const s = settingsFrom(settings);
  for await (const line of readline.createInterface({input: process.stdin})) {
    let c = {}, out;
    try {
      c = JSON.parse(line);
      out = c.impactbench ? {impactbench: 1, engine, version, dims: space ? [2, 3] : [2], families: 'ABCDFGHRSTZ', settings: s}
        : await answer(c, s, space, capsules, build);
    } catch (e) { out = {id: c.id, error: String(e?.stack ?? e).slice(0, 200)}; }
    const finite = (k, v) => typeof v === 'number' && !isFinite(v) ? null : v;
    process.stdout.write(JSON.stringify(out, finite) + '\n');
  }
  process.exit(0);
}
