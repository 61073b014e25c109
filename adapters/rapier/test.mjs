// carom in Rapier: ImpactBench before and after, a thousand bounces, a stack at rest, what it costs. Usage:
// CAROM=the command node --test test.mjs
import test from 'node:test';
import assert from 'node:assert/strict';
import R from '@dimforge/rapier2d-compat';
import {judged, best} from '../support.mjs';
import {load} from 'carom';
import {attach} from 'carom-rapier';

await R.init();
const carom = await load();

function scene(e, mu) {
  const world = new R.World({x: 0, y: -10});
  const add = (desc, body) => world.createCollider(desc.setFriction(mu).setRestitution(e), body);
  add(R.ColliderDesc.cuboid(200, 1).setTranslation(0, -1));
  return {world, add};
}

test('ImpactBench: no gain, and the law that was asked for', () => {
  const before = judged('rapier.mjs', '--dim', '2'), after = judged('rapier.mjs', '--dim', '2', '--adapter', './bench.mjs');
  assert.equal(before.law, 'deferred');
  assert.equal(after.gains, 0);
  assert.equal(after.law, 'routh-poisson');
  assert.ok(after.median < 1e-6); // worst seen 3e-8: Rapier's numbers are single
  assert.ok(before.mean > 1e3 * after.mean);
  console.log(`rapier: gains ${before.gains} -> ${after.gains} of ${after.of}, mean distance to routh ${before.mean} -> ${after.mean}`);
});

// A rod without friction. Energy is that of the velocity in the middle of Rapier's small steps, which its integrator keeps.
function rod(bounces, on) {
  const {world, add} = scene(1, 0), small = 10 / 240 / 4 / 2;
  world.timestep = 1 / 240;
  const body = world.createRigidBody(R.RigidBodyDesc.dynamic().setTranslation(0, 2).setRotation(.4).setAngvel(1).setCanSleep(false)
    .setAdditionalMassProperties(1, {x: 0, y: 0}, .252));
  for (const x of [-.5, .5]) add(R.ColliderDesc.ball(.1).setTranslation(x, 0).setDensity(0), body);
  const runner = on ? attach(world, carom, {speed: 0}) : world;
  const energy = () => {
    const v = body.linvel(), w = body.angvel(), y = v.y - small;
    return (v.x * v.x + y * y + .252 * w * w) / 2 + 10 * body.translation().y;
  };
  const start = energy();
  let worst = 0, steps = 0;
  for (; steps < 400000 && (on ? runner.stats.impacts < bounces : steps < 30000); steps++) {
    runner.step();
    worst = Math.max(worst, Math.abs(energy() / start - 1));
  }
  world.free();
  return {worst, bounces: runner.stats?.impacts};
}

test('a thousand bounces of a rod', () => {
  const on = rod(1000, true), off = rod(1000, false);
  console.log(`rod, ${on.bounces} bounces: energy off by ${on.worst.toExponential(1)}; Rapier alone ${off.worst.toExponential(1)}`);
  assert.equal(on.bounces, 1000);
  // Rapier's single numbers limit it: some 170,000 steps, each rounding places and speeds to 6e-8. Worst seen 3e-5.
  assert.ok(on.worst < 1e-4);
  assert.ok(off.worst > 10 * on.worst);
});

function stack(on) {
  const {world, add} = scene(.2, .5);
  const bodies = Array.from({length: 10}, (_, i) => {
    const body = world.createRigidBody(R.RigidBodyDesc.dynamic().setTranslation(0, .51 + 1.01 * i).setCanSleep(false));
    add(R.ColliderDesc.cuboid(.5, .5), body);
    return body;
  });
  const runner = on ? attach(world, carom) : world;
  for (let i = 0; i < 600; i++) runner.step();
  const energy = bodies.reduce((sum, b) => sum + b.mass() * (b.linvel().x ** 2 + b.linvel().y ** 2) / 2 + b.angvel() ** 2 / 12, 0);
  world.free();
  return energy;
}

test('ten boxes rest as before', () => {
  const on = stack(true), off = stack(false);
  console.log(`stack after 10 s: kinetic energy ${on} J, without ${off} J`);
  assert.ok(on <= off);
});

function crowd(on) {
  const {world, add} = scene(.5, .5);
  for (let i = 0; i < 1000; i++) {
    const body = world.createRigidBody(R.RigidBodyDesc.dynamic().setTranslation(i % 50 - 25 + .1 * (i % 7), 1 + Math.floor(i / 50)));
    add(i % 2 ? R.ColliderDesc.ball(.3) : R.ColliderDesc.cuboid(.3, .3), body);
  }
  const runner = on ? attach(world, carom) : world, start = process.hrtime.bigint();
  for (let i = 0; i < 30; i++) runner.step();
  const ms = Number(process.hrtime.bigint() - start) / 3e7;
  world.free();
  return {ms, impacts: runner.stats?.impacts};
}

test('a thousand bodies', () => {
  const [on, off] = best(2, () => crowd(true), () => crowd(false));
  console.log(`1000 bodies falling in a heap: ${off.ms.toFixed(2)} ms a step, with carom ${on.ms.toFixed(2)} (${on.impacts} impacts in 30 steps)`);
  assert.ok(on.impacts > 50);
});
