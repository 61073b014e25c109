// Runs the cases of ImpactBench in Havok (@babylonjs/havok), which is closed source. The driver passes the WASM bytes,
// because the loader would otherwise need a browser's fetch. Havok takes the inertia per unit of mass. Both bodies get
// the case's coefficients, which are combined by the maximum. Havok's gyroscopic torque cannot be disabled, so the
// driver sends the orientation.
import H from '@babylonjs/havok';
import fs from 'node:fs';
import {serve, version, hasFloor, floorBox, gravity} from './driver.mjs';

const wasm = new URL('./node_modules/@babylonjs/havok/lib/esm/HavokPhysics.wasm', import.meta.url);
const hk = await H({wasmBinary: fs.readFileSync(wasm)});
const none = [0, 0, 0, 1];

const settings = {dt: 1 / 60};
serve({engine: 'Havok', version: version('@babylonjs/havok'), space: true, capsules: true, settings}, (c, s) => {
  const world = hk.HP_World_Create()[1], made = [];
  hk.HP_World_SetGravity(world, [0, -gravity(c), 0]);
  hk.HP_World_SetSpeedLimit(world, 1e4, 1e4);
  hk.HP_World_SetIdealStepTime(world, s.dt);
  const add = (shape, type, at, q, mass) => {
    const body = hk.HP_Body_Create()[1];
    hk.HP_Body_SetShape(body, shape);
    hk.HP_Body_SetMotionType(body, type);
    if (mass) {
      hk.HP_Body_SetMassProperties(body, mass);
      hk.HP_Body_SetLinearDamping(body, 0);
      hk.HP_Body_SetAngularDamping(body, 0);
    }
    hk.HP_Body_SetQTransform(body, [at, q]);
    hk.HP_World_AddBody(world, body, false);
    made.push([body, shape]);
    return body;
  };
  const shape = k => {
    const end = s => [k.at[0] + s * k.capsule[1] / 2, k.at[1], k.at[2]];
    const made = k.ball ? hk.HP_Shape_CreateSphere(k.at, k.ball)[1] : k.capsule ? hk.HP_Shape_CreateCapsule(end(-1), end(1), k.capsule[0])[1]
      : hk.HP_Shape_CreateBox(k.at, none, k.box)[1];
    hk.HP_Shape_SetMaterial(made, [c.mu, c.mu, c.e, hk.MaterialCombine.MAXIMUM, hk.MaterialCombine.MAXIMUM]);
    return made;
  };
  const whole = colliders => {
    if (colliders.length === 1) return shape(colliders[0]);
    const container = hk.HP_Shape_CreateContainer()[1];
    for (const k of colliders) hk.HP_Shape_AddChild(container, shape(k), [[0, 0, 0], none, [1, 1, 1]]);
    return container;
  };
  if (hasFloor(c)) add(shape({box: floorBox(c), at: [0, -1, 0]}), hk.MotionType.STATIC, [0, 0, 0], none);
  const bodies = c.bodies.map(b => {
    const [w, x, y, z] = b.orientation;
    const mass = [[0, 0, 0], b.mass, b.inertia.map(t => t / b.mass), none];
    const body = add(whole(b.colliders), hk.MotionType.DYNAMIC, b.centre, [x, y, z, w], mass);
    hk.HP_Body_SetLinearVelocity(body, b.velocity);
    hk.HP_Body_SetAngularVelocity(body, b.spin);
    return body;
  });
  return {
    step: () => hk.HP_World_Step(world, s.dt),
    read: i => [...hk.HP_Body_GetLinearVelocity(bodies[i])[1], ...hk.HP_Body_GetAngularVelocity(bodies[i])[1]],
    pose: i => {
      const [at, [x, y, z, w]] = hk.HP_Body_GetQTransform(bodies[i])[1];
      return [...at, w, x, y, z];
    },
    precesses: c.dim === 3,
    free: () => {
      for (const [body, shape] of made) {
        hk.HP_World_RemoveBody(world, body);
        hk.HP_Body_Release(body);
        hk.HP_Shape_Release(shape);
      }
      hk.HP_World_Release(world);
    }
  };
});
