// Tests a small contact solver with the kit: which law does it compute? It needs this file and impactbench_kit.json only.
//   node use.mjs
// The solver cuts the friction vector to the disc of radius mu P_n, as Jolt does. In 2D this is Whittaker's law, in 3D its
// variant `disc`. Replace solve() with your engine.
import fs from 'node:fs';

const {cases} = JSON.parse(fs.readFileSync(new URL('./impactbench_kit.json', import.meta.url)));
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const up = (v, z = 0) => v.length === 3 ? v : [...v, z];

// 2D cases as 3D ones that can only turn about z.
const lifted = c => c.dim === 3 ? c : {...c, arm: up(c.arm), normal: up(c.normal), velocity: up(c.velocity), spin: [0, 0, c.spin]};

function turn(c, m) {
  if (c.dim === 2) return [0, 0, m[2] / c.inertia];
  const [p, q, r] = c.inertia, columns = [cross(q, r), cross(r, p), cross(p, q)], det = dot(p, columns[0]);
  return [0, 1, 2].map(i => (m[0] * columns[0][i] + m[1] * columns[1][i] + m[2] * columns[2][i]) / det);
}

function solve(c) {
  const u = {v: [...c.velocity], w: [...c.spin]}, axes = [c.normal, [1, 0, 0], [0, 0, 1]].slice(0, c.dim); // floors are horizontal
  const speed = d => dot(u.v.map((x, i) => x + cross(u.w, c.arm)[i]), d);
  const spun = axes.map(d => turn(c, cross(c.arm, d))), yields = axes.map((d, k) => 1 / c.mass + dot(cross(spun[k], c.arm), d));
  const P = axes.map(() => 0), wanted = -c.e * speed(axes[0]);
  const set = (k, next) => {
    const change = next - P[k];
    P[k] = next;
    u.v = u.v.map((x, i) => x + change * axes[k][i] / c.mass);
    u.w = u.w.map((x, i) => x + change * spun[k][i]);
  };
  for (let sweep = 0; sweep < 3000; sweep++) {
    set(0, Math.max(P[0] - (speed(axes[0]) - wanted) / yields[0], 0));
    const next = axes.map((d, k) => k ? P[k] - speed(d) / yields[k] : 0), size = Math.hypot(...next), bound = c.mu * P[0];
    for (let k = 1; k < c.dim; k++) set(k, size > bound ? next[k] * bound / size : next[k]);
  }
  return c.dim === 2 ? [u.v[0], u.v[1], u.w[2]] : [...u.v, ...u.w];
}

function size(c, u) {
  if (c.dim === 2) return Math.sqrt(c.mass * (u[0] ** 2 + u[1] ** 2) + c.inertia * u[2] ** 2);
  const w = u.slice(3);
  return Math.sqrt(c.mass * dot(u.slice(0, 3), u.slice(0, 3)) + dot(w, c.inertia.map(row => dot(row, w))));
}

let bad = 0;
for (const dim of [2, 3]) {
  const own = cases.filter(c => c.dim === dim), answers = own.map(c => solve(lifted(c)));
  const laws = Object.keys(own[0].after).map(law => {
    const off = own.map((c, i) => c.after[law] ? size(c, c.after[law].map((x, k) => x - answers[i][k])) / size(c, [c.velocity, c.spin].flat()) : Infinity);
    return {law, worst: Math.max(...off)};
  });
  const best = laws.reduce((a, b) => b.worst < a.worst ? b : a);
  console.log(`${dim}D: ${best.law}, at most ${best.worst.toExponential(1)} from it`);
  if (best.law !== (dim === 2 ? 'whittaker' : 'disc') || !(best.worst < 1e-6)) bad = 1;
}
process.exit(bad);
