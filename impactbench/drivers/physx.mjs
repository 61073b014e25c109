// Runs the cases of ImpactBench in PhysX (physx-js-webidl). --solver is pgs (default) or tgs. The package is built for
// browsers, so the driver hides node before it imports the package. Floor and bodies have the same material, so the
// rule that combines coefficients does not matter.
import fs from 'node:fs';
import {serve, version, hasFloor, floorBox, gravity} from './driver.mjs';

const packaged = version('physx-js-webidl'), here = {href: 'file:///'};
const wasmBinary = fs.readFileSync(new URL('./node_modules/physx-js-webidl/physx-js-webidl.wasm', import.meta.url));
const document = {currentScript: null, baseURI: here.href, location: here};
Object.assign(globalThis, {window: globalThis, self: globalThis, document, location: here});
Object.defineProperty(process, 'versions', {value: {}});
const P = await (await import('physx-js-webidl')).default({wasmBinary});

const foundation = P.CreateFoundation(P.PHYSICS_VERSION, new P.PxDefaultAllocator(), new P.PxDefaultErrorCallback());
const scale = new P.PxTolerancesScale(), physics = P.CreatePhysics(P.PHYSICS_VERSION, foundation, scale);
const dispatcher = P.DefaultCpuDispatcherCreate(0);
const vec = a => new P.PxVec3(...a);
const pose = (p, [w, x, y, z] = [1, 0, 0, 0]) => new P.PxTransform(vec(p), new P.PxQuat(x, y, z, w));
const three = v => [v.x, v.y, v.z];

// velocityIterations is the number of iterations after the position iterations. contactOffset is the gap up to which
// contacts are detected, m.
const settings = {dt: 1 / 60, solver: 'pgs', iterations: 4, velocityIterations: 1, contactOffset: 0.02};

function scene(c, s) {
  const d = new P.PxSceneDesc(scale);
  d.gravity = vec([0, -gravity(c), 0]);
  d.cpuDispatcher = dispatcher;
  d.filterShader = P.DefaultFilterShader();
  d.solverType = s.solver === 'tgs' ? P.PxSolverTypeEnum.eTGS : P.PxSolverTypeEnum.ePGS;
  return physics.createScene(d);
}

function tune(r, b, s) {
  r.setMass(b.mass);
  r.setMassSpaceInertiaTensor(vec(b.inertia));
  r.setCMassLocalPose(pose([0, 0, 0]));
  r.setLinearDamping(0);
  r.setAngularDamping(0);
  r.setMaxAngularVelocity(1e4);
  r.setSleepThreshold(0);
  r.setSolverIterationCounts(s.iterations, s.velocityIterations);
  r.setLinearVelocity(vec(b.velocity));
  r.setAngularVelocity(vec(b.spin));
}

serve({engine: 'PhysX', version: `physx-js-webidl ${packaged}`, space: true, capsules: true, settings}, (c, s) => {
  const world = scene(c, s), material = physics.createMaterial(c.mu, c.mu, c.e), actors = [];
  const attach = (actor, k) => {
    const flags = new P.PxShapeFlags(P.PxShapeFlagEnum.eSIMULATION_SHAPE);
    const geometry = k.ball ? new P.PxSphereGeometry(k.ball) : k.capsule ? new P.PxCapsuleGeometry(k.capsule[0], k.capsule[1] / 2)
      : new P.PxBoxGeometry(...k.box.map(t => t / 2));
    const shape = physics.createShape(geometry, material, true, flags);
    shape.setSimulationFilterData(new P.PxFilterData(1, 1, 0, 0));
    shape.setContactOffset(s.contactOffset);
    shape.setRestOffset(0);
    shape.setLocalPose(pose(k.at));
    actor.attachShape(shape);
  };
  const add = (actor, colliders) => {
    for (const k of colliders) attach(actor, k);
    actors.push(actor);
    return actor;
  };
  if (hasFloor(c))
    world.addActor(add(physics.createRigidStatic(pose([0, -1, 0])), [{box: floorBox(c), at: [0, 0, 0]}]));
  const bodies = c.bodies.map(b => {
    const r = add(physics.createRigidDynamic(pose(b.centre, b.orientation)), b.colliders);
    tune(r, b, s);
    world.addActor(r);
    return r;
  });
  return {
    step: () => { world.simulate(s.dt); world.fetchResults(true); },
    read: i => [...three(bodies[i].getLinearVelocity()), ...three(bodies[i].getAngularVelocity())],
    pose: i => { const {p, q} = bodies[i].getGlobalPose(); return [...three(p), q.w, q.x, q.y, q.z]; },
    free: () => { actors.forEach(a => a.release()); world.release(); }
  };
});
