// Tests the adapter for MuJoCo's WebAssembly: a robot lands as in walker.c, a ball agrees with a hand calculation, and
// 100 bounces conserve energy. `impactbench.py --adapters` runs ImpactBench with the adapter.
// Usage: node --test test.mjs
import test from 'node:test';
import assert from 'node:assert/strict';
import loadMujoco from '@mujoco/mujoco';
import { loadAll } from 'carom';
import {attach} from 'carom-mujoco';
import {land, modelOf} from './walker.mjs';

const mj = await loadMujoco(), carom = await loadAll();

test('a walker lands as in C', () => {
  const model = modelOf(new URL('walker.xml', import.meta.url)), soft = land(model, false), rigid = land(model, true);
  console.log(`mujoco: walker ${(1e3 * soft.deepest).toFixed(2)} mm deep, with carom ${(1e3 * rigid.deepest).toFixed(2)} mm in ${rigid.strikes} strikes`);
  // the output of walker.c with MuJoCo 2.2.2
  assert.deepEqual([rigid.strikes, (1e3 * rigid.deepest).toFixed(2), rigid.hardest.toFixed(0), rigid.lost.toFixed(2)], [4, '0.85', '1369', '28.71']);
  assert.equal((1e3 * soft.deepest).toFixed(2), '13.75');
  model.delete();
});

const ball = (more, gravity) => mj.MjModel.from_xml_string(`<mujoco><option gravity="0 0 ${gravity}"/><worldbody>
  <geom type="plane" size="5 5 .1" friction=".2 0 0" ${more}/><body pos="0 0 ${more ? 1 : .0999999}"><freejoint/>
  <geom type="sphere" size=".1" mass="2" friction=".2 0 0" ${more}/></body></worldbody></mujoco>`);

test('a ball in space, by hand', () => {
  const model = ball('', 0), data = new mj.MjData(model), robot = attach(mj, model, data, carom, {e: .5});
  data.qvel.set([3, 0, -1, 0, 0, 0]);
  mj.mj_step1(model, data);
  const struck = robot.strike();
  // The ball slips: P_n = m (1 + e), vx' = 3 - mu (1 + e), and the spin is r mu P_n / I. The contact point is in the
  // middle of the overlap of 1e-7 m.
  const want = [2.7, 0, .5, 0, .1 * .2 * 3 / (.4 * 2 * .01), 0];
  assert.ok(Math.max(...want.map((x, i) => Math.abs(x - data.qvel[i]))) < 1e-5); // the largest error seen was 4e-6
  assert.ok(Math.abs(struck.P[0] - 3) < 1e-9);
  assert.equal(robot.strike(), undefined); // the ball separates now
  assert.throws(() => attach(mj, model, data, carom, {law: 'nobody'}), /nobody/);
  assert.throws(() => attach(mj, model, data, carom, {method: 'nobody'}), /"nobody"/);
  robot.free();
  data.delete();
  model.delete();
});

test('a hundred bounces keep their energy', () => {
  const model = ball('gap=".1"', -9.81), data = new mj.MjData(model), robot = attach(mj, model, data, carom, {e: 1, mu: 0});
  let first, worst = 0;
  for (let i = 0; i < 60000 && robot.stats.impacts < 100; i++) {
    robot.step();
    const v = data.qvel[2] - 9.81 * model.opt.timestep / 2, energy = v * v / 2 + 9.81 * data.qpos[2];
    first ??= energy;
    worst = Math.max(worst, Math.abs(energy / first - 1));
  }
  console.log(`mujoco: ${robot.stats.impacts} bounces, energy off by ${worst.toExponential(1)}`);
  assert.equal(robot.stats.impacts, 100);
  assert.ok(worst < 1e-10); // the largest error seen was 2e-14
  robot.free();
  data.delete();
  model.delete();
});
