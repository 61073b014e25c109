// Attaches carom to MuJoCo in ImpactBench's driver: node mujoco.mjs --adapter ./bench.mjs. A 2D case is solved in its plane.
// Otherwise the adapter could not solve several contacts. The coefficients e and mu are passed from the case,
// because MuJoCo has no restitution and no friction below 1e-5.
import { loadAll } from 'carom';
import {attach} from 'carom-mujoco';

const carom = await loadAll();

export default ({mj, m, d}, c) => {
  const rule = {law: process.env.CAROM_LAW ?? 'routh', e: c.e, mu: c.mu, ...(c.dim === 2 ? {plane: [0, 0, 1]} : {})};
  const robot = attach(mj, m, d, carom, rule);
  let before = 0;
  return {
    struck: false,
    step() { robot.step(); this.struck = robot.stats.impacts > before; before = robot.stats.impacts; },
    free: () => robot.free()
  };
};
