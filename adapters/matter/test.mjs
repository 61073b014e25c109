// Tests the adapter for matter-js: ImpactBench without and with carom, a box that lands flat, and contacts that
// matter-js handles. Usage: CAROM=the command node --test test.mjs
import test from 'node:test';
import assert from 'node:assert/strict';
import M from 'matter-js';
import {judged} from '../support.mjs';
import { load } from 'carom';
import { attach } from 'carom-matter';

const carom = await load();

test('ImpactBench: no gain, and the law that was chosen', () => {
  const before = judged('matter.mjs'), after = judged('matter.mjs', '--adapter', './bench.mjs');
  console.log(`matter: law ${before.law} -> ${after.law}, ${after.within} of 345 cases, median distance ${after.median.toExponential(1)}`);
  assert.equal(before.law, null);
  assert.equal(after.gains, 0);
  assert.equal(after.law, 'routh-poisson');
  assert.ok(after.within >= 325); // the other cases have no rebound, so matter-js acts again
  assert.ok(after.median < 1e-12);
});

// Returns the upward speed of a box after it has landed, m/s, and the counts of the adapter.
function dropped(speed, e, options) {
  const engine = M.Engine.create({gravity: {x: 0, y: 0}}), surface = {restitution: e, friction: 0.3, frictionAir: 0};
  const floor = M.Bodies.rectangle(0, 500, 4000, 1000, {...surface, isStatic: true});
  const box = M.Bodies.rectangle(0, -21, 100, 40, surface); // 1 cm above the floor
  M.Composite.add(engine.world, [floor, box]);
  const bounce = attach(M, engine, carom, options);
  M.Body.setVelocity(box, {x: 0, y: speed * 100 / 60});
  for (let i = 0; i < 5; i++) M.Engine.update(engine, 1000 / 60);
  return {up: -M.Body.getVelocity(box).y * 60 / 100, spin: M.Body.getAngularVelocity(box), ...bounce.stats};
}

test('a box that lands flat rebounds flat', () => {
  const {up, spin, impacts} = dropped(3, 0.5, {});
  assert.ok(Math.abs(up - 1.5) < 1e-6 && Math.abs(spin) < 1e-9 && impacts === 1, `${up} ${spin} ${impacts}`);
});

test('slow contacts and those that are left out stay with matter-js', () => {
  assert.equal(dropped(0.8, 0.5, {}).impacts, 0);
  assert.equal(dropped(3, 0.5, {choose: () => false}).impacts, 0);
  assert.ok(Math.abs(dropped(3, 0.5, {choose: () => ({e: 0.9})}).up - 2.7) < 1e-6);
});
