// Lets a robot land in MuJoCo's WebAssembly, with carom and with MuJoCo's own soft contact, as walker.c does in C.
// Usage: node walker.mjs [MODEL.xml]
import fs from 'node:fs';
import loadMujoco from '@mujoco/mujoco';
import { loadAll } from 'carom';
import {attach} from 'carom-mujoco';

const mj = await loadMujoco(), carom = await loadAll();

export function kinetic(model, data) {
  const Mu = new mj.DoubleBuffer(model.nv), u = Array.from(data.qvel);
  mj.mj_mulM(model, data, Mu, u);
  const twice = Mu.GetView().reduce((sum, x, i) => sum + x * u[i], 0);
  Mu.delete();
  return twice / 2;
}

// Lets the robot land. Returns the number of impacts, the largest penetration (m) and the largest sum of normal forces
// (N). `lost` is the energy lost in the first 50 ms after the first contact (J).
export function land(model, on) {
  const data = new mj.MjData(model), force = new mj.DoubleBuffer(6), out = {strikes: 0, deepest: 0, hardest: 0, lost: 0};
  const robot = on ? attach(mj, model, data, carom, {plane: [0, 1, 0]}) : undefined;
  let touch = -1, before = 0;
  data.qvel[0] = 0.3;
  for (let i = 0; i < 1000; i++) {
    mj.mj_step1(model, data);
    if (touch < 0 && data.ncon) [touch, before] = [data.time, kinetic(model, data)];
    robot?.strike();
    mj.mj_step2(model, data);
    const contacts = data.contact;
    let sum = 0;
    for (let k = 0; k < contacts.size(); k++) {
      const contact = contacts.get(k);
      out.deepest = Math.max(out.deepest, -contact.dist);
      contact.delete();
      mj.mj_contactForce(model, data, k, force);
      sum += force.GetView()[0];
    }
    contacts.delete();
    out.hardest = Math.max(out.hardest, sum);
    if (touch >= 0 && data.time < touch + 0.05) out.lost = before - kinetic(model, data);
  }
  out.strikes = robot?.stats.impacts ?? 0;
  robot?.free();
  force.delete();
  data.delete();
  return out;
}

export const modelOf = path => mj.MjModel.from_xml_string(fs.readFileSync(path, 'utf8'));

if (process.argv[1]?.endsWith('walker.mjs')) {
  const model = modelOf(process.argv[2] ?? new URL('walker.xml', import.meta.url));
  console.log('                        deepest, mm  hardest, N  lost in 50 ms, J');
  for (const [name, on] of [['MuJoCo alone', false], ['with carom', true]]) {
    const {strikes, deepest, hardest, lost} = land(model, on), told = on ? `${name}, ${strikes} strikes` : name;
    console.log(`${told.padEnd(24)}${(1e3 * deepest).toFixed(2).padStart(11)}${hardest.toFixed(0).padStart(12)}${lost.toFixed(2).padStart(18)}`);
  }
  model.delete();
}
