// Tests the adapter for planck: ImpactBench without and with carom, 1000 bounces, a stack at rest, and the time of a
// step. Usage: CAROM=the command node --test test.mjs
import test from 'node:test';
import assert from 'node:assert/strict';
import {judged, several, best, spent} from '../support.mjs';
import * as P from 'planck';
import { loadAll } from 'carom';
import {attach} from 'carom-planck';

const carom = await loadAll();
const floor = (world, surface) => world.createBody().createFixture(P.Box(200, 1, P.Vec2(0, -1)), surface);

test('ImpactBench: no gain, and the law that was asked for', () => {
  const before = judged('planck.mjs'), after = judged('planck.mjs', '--adapter', './bench.mjs');
  assert.equal(before.law, 'whittaker');
  assert.ok(before.gains > 0);
  assert.equal(after.gains, 0);
  assert.equal(after.law, 'routh-poisson');
  assert.ok(after.median < 1e-5); // the largest seen was 3e-6, because the driver places bodies with an overlap
  console.log(`planck: gains ${before.gains} -> ${after.gains} of ${after.of}, mean distance to routh ${before.mean} -> ${after.mean}`);
});

test('rows of balls and boxes that land flat are no worse than without carom', () => {
  const before = several('planck.mjs'), after = several('planck.mjs', '--adapter', './bench.mjs');
  console.log(`planck: several contacts, ${before.cases} of ${before.of} right before, ${after.cases} after (worst ${after.worst.toExponential(1)})`);
  assert.equal(after.cases, 13);
  assert.ok(after.cases >= before.cases && after.worst <= before.worst);
});

// Runs a bouncing rod with e = 1 and without friction, which conserves energy. Returns the largest relative error of
// the energy. The energy is computed with the velocity at the middle of the step, for which planck's integrator is
// exact.
function rod(bounces, on) {
  const g = 10, dt = 1 / 240, world = new P.World({gravity: P.Vec2(0, -g), allowSleep: false, continuousPhysics: false});
  const surface = {friction: 0, restitution: 1, density: 1};
  floor(world, surface);
  const body = world.createDynamicBody({position: P.Vec2(0, 2), angle: .4});
  for (const x of [-.5, .5]) body.createFixture(P.Circle(P.Vec2(x, 0), .1), surface);
  body.setMassData({mass: 1, center: P.Vec2(0, 0), I: .252});
  body.setAngularVelocity(1);
  const adapter = on ? attach(world, carom, {exact: true}) : null;
  const energy = () => {
    const v = body.getLinearVelocity(), w = body.getAngularVelocity(), half = v.y - g * dt / 2;
    return (v.x * v.x + half * half + .252 * w * w) / 2 + g * body.getPosition().y;
  };
  const start = energy();
  let worst = 0, steps = 0;
  for (; steps < 400000 && (on ? adapter.stats.impacts < bounces : steps < 60000); steps++) {
    world.step(dt, 8, 3);
    worst = Math.max(worst, Math.abs(energy() / start - 1));
  }
  return {worst, bounces: adapter?.stats.impacts, seconds: steps * dt};
}

test('a thousand bounces of a rod keep its energy', () => {
  const on = rod(1000, true), off = rod(1000, false);
  console.log(`rod, ${on.bounces} bounces in ${on.seconds.toFixed(0)} s: energy off by ${on.worst.toExponential(1)}; planck alone ${off.worst.toExponential(1)}`);
  assert.equal(on.bounces, 1000);
  assert.ok(on.worst < 1e-6);
  assert.ok(off.worst > 1e-3);
});

test('a ball that is stopped in the middle of a step gains nothing', () => {
  const world = new P.World({gravity: P.Vec2(0, -10), allowSleep: false}), surface = {friction: 0, restitution: 1, density: 1};
  floor(world, surface);
  const body = world.createDynamicBody({position: P.Vec2(0, 1.75)}), adapter = attach(world, carom);
  body.createFixture(P.Circle(.5), surface);
  let highest = 0;
  for (let i = 0; i < 6000; i++) { world.step(1 / 60, 8, 3); highest = Math.max(highest, body.getPosition().y); }
  assert.ok(adapter.stats.impacts > 80);
  assert.ok(highest < 1.76); // 1.75 m was seen; with half a step of gravity added at these contacts, 5 m was seen
});

function stack(on) {
  const world = new P.World({gravity: P.Vec2(0, -10), allowSleep: false}), surface = {friction: .5, restitution: .2, density: 1};
  floor(world, surface);
  const bodies = Array.from({length: 10}, (_, i) => {
    const body = world.createDynamicBody({position: P.Vec2(0, .51 + 1.01 * i)});
    body.createFixture(P.Box(.5, .5), surface);
    return body;
  });
  if (on) attach(world, carom);
  for (let i = 0; i < 600; i++) world.step(1 / 60, 8, 3);
  return bodies.reduce((sum, b) => sum + b.getMass() * b.getLinearVelocity().lengthSquared() / 2 + b.getInertia() * b.getAngularVelocity() ** 2 / 2, 0);
}

test('ten boxes rest as before', () => {
  const on = stack(true), off = stack(false);
  console.log(`stack after 10 s: kinetic energy ${on} J, without ${off} J`);
  assert.ok(on <= off);
});

function crowd(on) {
  const world = new P.World({gravity: P.Vec2(0, -10)}), surface = {friction: .5, restitution: .5, density: 1};
  floor(world, surface);
  for (let i = 0; i < 1000; i++) {
    const body = world.createDynamicBody({position: P.Vec2(i % 50 - 25 + .1 * (i % 7), 1 + Math.floor(i / 50))});
    body.createFixture(i % 2 ? P.Circle(.3) : P.Box(.3, .3), surface);
  }
  const adapter = on ? attach(world, carom) : null, start = process.cpuUsage();
  for (let i = 0; i < 30; i++) world.step(1 / 60, 8, 3);
  return {ms: spent(start) / 30, impacts: adapter?.stats.impacts};
}

test('a thousand bodies', () => {
  const [on, off] = best(2, () => crowd(true), () => crowd(false));
  console.log(`1000 bodies falling in a heap: ${off.ms.toFixed(2)} ms a step, with carom ${on.ms.toFixed(2)} (${on.impacts} impacts in 30 steps)`);
  assert.ok(on.impacts > 100);
  assert.ok(on.ms < 20 * off.ms); // a loose limit, because other programs may run at the same time
});
