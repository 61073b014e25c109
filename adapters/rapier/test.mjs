// Tests the adapter for Rapier: ImpactBench without and with carom, 1000 bounces, and shapes thrown at a floor. Also
// tests a stack at rest and the time of a step. Usage: CAROM=the command node --test test.mjs
import test from 'node:test';
import assert from 'node:assert/strict';
import R from '@dimforge/rapier2d-compat';
import R3 from '@dimforge/rapier3d-compat';
import {judged, several, best, spent} from '../support.mjs';
import { loadAll } from 'carom';
import { strike } from 'carom/strike';
import {attach} from 'carom-rapier';

await R.init();
await R3.init();
const carom = await loadAll();

function scene(e, mu) {
  const world = new R.World({x: 0, y: -10});
  const add = (desc, body) => world.createCollider(desc.setFriction(mu).setRestitution(e), body);
  add(R.ColliderDesc.cuboid(200, 1).setTranslation(0, -1));
  return {world, add};
}

test('ImpactBench: no gain, and the law that was asked for', () => {
  const before = judged('rapier.mjs', '--dim', '2'), after = judged('rapier.mjs', '--dim', '2', '--adapter', './bench.mjs');
  assert.equal(before.law, 'sub-stepped');
  assert.equal(after.gains, 0);
  assert.equal(after.law, 'routh-poisson');
  assert.ok(after.median < 1e-6); // the largest seen was 3e-8; Rapier uses single precision
  assert.ok(before.mean > 1e3 * after.mean);
  console.log(`rapier: gains ${before.gains} -> ${after.gains} of ${after.of}, mean distance to routh ${before.mean} -> ${after.mean}`);
});

test('rows of balls and boxes that land flat are no worse than without carom', () => {
  for (const dim of ['2', '3']) {
    const before = several('rapier.mjs', '--dim', dim), after = several('rapier.mjs', '--dim', dim, '--adapter', './bench.mjs');
    console.log(`rapier: several contacts in ${dim}D, ${before.cases} of ${before.of} right before, ${after.cases} after (worst ${after.worst.toExponential(1)})`);
    assert.equal(after.cases, 13);
    assert.ok(after.cases >= before.cases && after.worst <= before.worst);
  }
});

// Runs a bouncing rod with e = 1 and without friction. Returns the largest relative error of the energy. The energy is
// computed with the velocity at the middle of Rapier's substeps; Rapier's integrator conserves this energy.
function rod(bounces, on) {
  const {world, add} = scene(1, 0), small = 10 / 240 / 4 / 2;
  world.timestep = 1 / 240;
  const body = world.createRigidBody(R.RigidBodyDesc.dynamic().setTranslation(0, 2).setRotation(.4).setAngvel(1).setCanSleep(false)
    .setAdditionalMassProperties(1, {x: 0, y: 0}, .252));
  for (const x of [-.5, .5]) add(R.ColliderDesc.ball(.1).setTranslation(x, 0).setDensity(0), body);
  const runner = on ? attach(R, world, carom, {exact: true}) : world;
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
  // Rapier's single precision limits the accuracy: there are 170,000 steps, each with rounding errors of 6e-8. The
  // largest error seen was 3e-5.
  assert.ok(on.worst < 1e-4);
  assert.ok(off.worst > 10 * on.worst);
});

// The shapes below are thrown at a floor in 2D and 3D, with a corner, edge or face first, without gravity. The motion
// after the impact is compared with that of carom's strike(), which gets the contact points from the corners of the
// shape.
const turn = a => ([x, y]) => [Math.cos(a) * x - Math.sin(a) * y, Math.sin(a) * x + Math.cos(a) * y];
const box = [[-.5, -.3], [.5, -.3], [.5, .3], [-.5, .3]], triangle = [[-.4, -.2], [.4, -.2], [0, .4]];
const flat = list => Float32Array.from(list.flat());
const shapes = [
  ['box, corner', M => M.ColliderDesc.cuboid(.5, .3), box, .4],
  ['box, face', M => M.ColliderDesc.cuboid(.5, .3), box, 0],
  ['triangle, corner', M => M.ColliderDesc.convexHull(flat(triangle)), triangle, .7],
  ['triangle, face', M => M.ColliderDesc.convexHull(flat(triangle)), triangle, 0],
  ['round box, corner', M => M.ColliderDesc.roundCuboid(.45, .25, .05), [[-.45, -.25], [.45, -.25], [.45, .25], [-.45, .25]], .4, .05],
  ['capsule, end', M => M.ColliderDesc.capsule(.4, .1), [[0, -.4], [0, .4]], .5, .1],
  ['capsule, lying', M => M.ColliderDesc.capsule(.4, .1), [[0, -.4], [0, .4]], Math.PI / 2, .1]];
const solids = [
  ['cuboid, corner', M => M.ColliderDesc.cuboid(.5, .3, .4), .4, .5], ['cuboid, edge', M => M.ColliderDesc.cuboid(.5, .3, .4), .4, 0],
  ['cuboid, face', M => M.ColliderDesc.cuboid(.5, .3, .4), 0, 0]];

function thrown(M, shape, floor, gravity, [rotation, corners, velocity, spin]) {
  const world = new M.World(gravity), surface = d => d.setFriction(.3).setRestitution(.5), low = Math.min(...corners.map(c => c[1]));
  world.createCollider(surface(floor));
  if ('z' in gravity) world.timestep = 1e-5; // a short step, because Rapier's gyroscopic torque changes the spin within
                                             // a step; the adapter still acts on contacts up to 2 cm ahead
  const at = corners[0].map((_, k) => k === 1 ? .01 - low : 0); // starts 1 cm above the floor and hits it in the step
  const desc = M.RigidBodyDesc.dynamic().setTranslation(...at).setRotation(rotation).setLinvel(...velocity).setAngvel(spin);
  const body = world.createRigidBody(desc);
  world.createCollider(surface(shape), body);
  const list = v => 'z' in v ? [v.x, v.y, v.z] : [v.x, v.y], motion = w => typeof w === 'number' ? w : list(w);
  body.recomputeMassPropertiesFromColliders();
  const I = body.effectiveWorldInvInertia(), inertia = typeof I === 'number' ? I : [[I.m11, I.m12, I.m13], [I.m12, I.m22, I.m23], [I.m13, I.m23, I.m33]];
  const points = corners.filter(c => c[1] < low + 1e-5).map(c => c.map((x, k) => x + at[k])), dim = at.length;
  const still = {inverseMass: 0, inverseInertia: dim === 2 ? 0 : [[0, 0, 0], [0, 0, 0], [0, 0, 0]], centre: Array(dim).fill(0), velocity: Array(dim).fill(0), spin: dim === 2 ? 0 : [0, 0, 0]};
  const a = {inverseMass: body.invMass(), inverseInertia: inertia, centre: at, velocity, spin: motion(body.angvel())};
  const want = strike(carom, {a, b: still, points, normal: dim === 2 ? [0, 1] : [0, 1, 0], gaps: points.map(() => 0), dt: 1 / 60}, {law: 'routh', params: {e: .5, mu: .3}});
  const bounce = attach(M, world, carom);
  bounce.step();
  const got = [...list(body.linvel()), motion(body.angvel())].flat(), impacts = bounce.stats.impacts;
  bounce.free();
  world.free();
  return {impacts, off: Math.max(...[...want.a.velocity, want.a.spin].flat().map((x, k) => Math.abs(x - got[k])))};
}

test('boxes, capsules and convex shapes bounce by the law, corner, edge or face first', () => {
  let worst = 0, asked = 0;
  for (const [name, make, outline, angle, round = 0] of shapes) {
    const corners = outline.map(turn(angle)).map(([x, y]) => [x, y - round]);
    const {impacts, off} = thrown(R, make(R), R.ColliderDesc.cuboid(20, 1).setTranslation(0, -1), {x: 0, y: 0}, [angle, corners, [.7, -3], .4]);
    assert.equal(impacts, 1, name);
    worst = Math.max(worst, off);
    asked++;
    assert.ok(off < 1e-4, `${name}: off by ${off}`);
  }
  for (const [name, make, roll, pitch] of solids) {
    const q = {x: Math.sin(pitch / 2) * Math.cos(roll / 2), y: Math.sin(pitch / 2) * Math.sin(roll / 2) * -1, z: Math.cos(pitch / 2) * Math.sin(roll / 2), w: Math.cos(pitch / 2) * Math.cos(roll / 2)};
    const about = turn(roll), tilt = turn(pitch), corners = [];
    for (const x of [-.5, .5]) for (const y of [-.3, .3]) for (const z of [-.4, .4]) {
      const [X, Y] = about([x, y]), [Y2, Z] = tilt([Y, z]);
      corners.push([X, Y2, Z]);
    }
    const {impacts, off} = thrown(R3, make(R3), R3.ColliderDesc.cuboid(20, 1, 20).setTranslation(0, -1, 0), {x: 0, y: 0, z: 0}, [q, corners, [.7, -3, .2], {x: 0, y: 0, z: 0}]);
    assert.equal(impacts, 1, name);
    worst = Math.max(worst, off);
    asked++;
    assert.ok(off < 1e-4, `${name}: off by ${off}`);
  }
  console.log(`rapier: ${asked} shapes thrown, corner, edge or face first; motion off by at most ${worst.toExponential(1)}`);
});

function stack(on) {
  const {world, add} = scene(.2, .5);
  const bodies = Array.from({length: 10}, (_, i) => {
    const body = world.createRigidBody(R.RigidBodyDesc.dynamic().setTranslation(0, .51 + 1.01 * i).setCanSleep(false));
    add(R.ColliderDesc.cuboid(.5, .5), body);
    return body;
  });
  const runner = on ? attach(R, world, carom) : world;
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
  const runner = on ? attach(R, world, carom) : world, start = process.cpuUsage();
  for (let i = 0; i < 30; i++) runner.step();
  const ms = spent(start) / 30;
  world.free();
  return {ms, impacts: runner.stats?.impacts};
}

test('a thousand bodies', () => {
  const [on, off] = best(2, () => crowd(true), () => crowd(false));
  console.log(`1000 bodies falling in a heap: ${off.ms.toFixed(2)} ms a step, with carom ${on.ms.toFixed(2)} (${on.impacts} impacts in 30 steps)`);
  assert.ok(on.impacts > 100);
});
