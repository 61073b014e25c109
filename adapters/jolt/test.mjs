// Tests the adapter for Jolt: ImpactBench without and with carom, and contacts that Jolt handles.
// Usage: CAROM=the command node --test test.mjs
import test from 'node:test';
import assert from 'node:assert/strict';
import initJolt from 'jolt-physics';
import {judged} from '../support.mjs';
import { load } from 'carom';
import { attach } from 'carom-jolt';

const J = await initJolt(), carom = await load();

test('ImpactBench: no gain, and the law that was chosen', () => {
  const before = judged('jolt.mjs'), after = judged('jolt.mjs', '--adapter', './bench.mjs');
  console.log(`jolt: gains ${before.gains} -> ${after.gains} of ${after.of}, ${after.within} of 345 cases by ${after.law}`);
  assert.equal(before.law, 'whittaker');
  assert.ok(before.gains >= 10);
  assert.equal(after.gains, 0);
  assert.equal(after.law, 'routh-poisson');
  assert.ok(after.within >= 320); // in the other cases the slip is reversed; friction then acts along the final slip
});

function world() {
  const settings = new J.JoltSettings(), pairs = new J.ObjectLayerPairFilterTable(2), phases = new J.BroadPhaseLayerInterfaceTable(2, 2);
  pairs.EnableCollision(0, 1);
  for (const k of [0, 1]) phases.MapObjectToBroadPhaseLayer(k, new J.BroadPhaseLayer(k));
  settings.mMaxWorkerThreads = 0;
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = phases;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(phases, 2, pairs, 2);
  return new J.JoltInterface(settings);
}

// Returns the velocity of a ball after it has hit a floor, and the counts of the adapter.
function thrown(speed, options) {
  const jolt = world(), system = jolt.GetPhysicsSystem(), bodies = system.GetBodyInterface();
  system.SetGravity(new J.Vec3(0, 0, 0));
  const add = (shape, y, type, layer, v) => {
    const d = new J.BodyCreationSettings(shape, new J.RVec3(0, y, 0), new J.Quat(0, 0, 0, 1), type, layer);
    d.mRestitution = 0.5;
    d.mFriction = 0.3;
    d.mLinearDamping = d.mAngularDamping = 0;
    d.mLinearVelocity = new J.Vec3(0, v, 0);
    const body = bodies.CreateBody(d);
    bodies.AddBody(body.GetID(), J.EActivation_Activate);
    return body;
  };
  add(new J.BoxShape(new J.Vec3(20, 1, 20), 0), -1, J.EMotionType_Static, 0, 0);
  const ball = add(new J.SphereShape(0.5), 0.5, J.EMotionType_Dynamic, 1, -speed), bounce = attach(J, system, carom, options);
  jolt.Step(1 / 60, 1);
  return {v: ball.GetLinearVelocity().GetY(), ...bounce.stats};
}

test('a fast ball takes the law, slow and chosen ones stay with Jolt', () => {
  const fast = thrown(3, {}), own = thrown(3, {params: {e: 0.8}}), slow = thrown(0.5, {}), left = thrown(3, {choose: () => false});
  assert.ok(Math.abs(fast.v - 1.5) < 1e-5 && fast.impacts === 1 && fast.reached === 1);
  assert.ok(Math.abs(own.v - 2.4) < 1e-5);
  assert.equal(slow.impacts, 0);
  assert.ok(left.impacts === 0 && Math.abs(left.v - 1.5) < 1e-5);
});
