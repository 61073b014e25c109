// Tests the rule of adapters in C against the npm package: the same pairs are struck, hidden and left, with the same motion after.
// Usage: strike_cases 3000 | node strike.test.mjs
import readline from 'node:readline';
import {loadAll} from 'carom';
import {shouldHide, strike} from 'carom/strike';

const carom = await loadAll(), seen = {struck: 0, faces: 0, space: 0, hidden: 0, left: 0};
let cases = 0, worst = 0, other = 0;

function mover(b, dim) {
  if (dim === 2) return {...b, inverseInertia: b.inverseInertia[2], spin: b.spin[2]};
  return {...b, inverseInertia: b.inverseInertia.map((x, i) => [0, 1, 2].map(j => i === j ? x : 0))};
}

for await (const line of readline.createInterface({input: process.stdin})) {
  const c = JSON.parse(line), normal = c.dim === 2 ? [0, 1] : [0, 1, 0];
  const touching = {...c, a: mover(c.a, c.dim), b: mover(c.b, c.dim), normal}, rule = {law: 'routh', exact: c.exact, params: {e: c.e, mu: c.mu}};
  const after = strike(carom, touching, rule), hide = after ? c.exact : shouldHide(touching, rule);
  cases++;
  if (!!after !== c.struck || hide !== c.hide) { other++; continue; }
  seen.hidden += hide;
  if (!after) { seen.left++; continue; }
  seen.struck++;
  seen.faces += c.points.length > 1;
  seen.space += c.dim === 3;
  const spin = w => c.dim === 2 ? [0, 0, w] : w;
  const found = [after.a.velocity, spin(after.a.spin), after.b.velocity, spin(after.b.spin)];
  found.flat().forEach((x, i) => { const off = Math.abs(x - c.after.flat()[i]); worst = off <= worst ? worst : off; });
}
console.log(`strike: ${cases} pairs, ${JSON.stringify(seen)}; ${other} judged otherwise; motion differs by ${worst.toExponential(1)}`);
// Worst seen 1.2e-14 m/s or rad/s of 3,000 cases, 2.2e-8 of 30,000. By rounding, sweeps over a face may end one earlier; hence
// 1e-6.
const enough = cases >= 1000 && seen.struck > cases / 3 && seen.faces > cases / 6 && seen.space > cases / 6 && seen.left > cases / 20;
if (!enough || other || !(worst < 1e-6)) process.exit(1);
