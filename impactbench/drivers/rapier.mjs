// Runs the cases of ImpactBench in Rapier, in 2D or 3D (--dim 2 or 3). Rapier averages the coefficients of two bodies,
// so both bodies get the case's values. In 3D its gyroscopic torque cannot be disabled, so the driver sends the
// orientation and momenta are compared.
import {serve, version, hasFloor, floorBox, gravity, settingsFrom, adapterOf} from './driver.mjs';

const settings = {dim: 3, dt: 1 / 60, iterations: 4};
const two = settingsFrom(settings).dim === 2, pkg = `@dimforge/rapier${two ? 2 : 3}d-compat`;
const R = (await import(pkg)).default;
await R.init();

const vec = a => two ? {x: a[0], y: a[1]} : {x: a[0], y: a[1], z: a[2]};
const floorOf = ([w, h, d]) => two ? R.ColliderDesc.cuboid(w / 2, h / 2).setTranslation(0, -1)
  : R.ColliderDesc.cuboid(w / 2, h / 2, d / 2).setTranslation(0, -1, 0);

// Returns a capsule along x, as in the cases. Capsules of Rapier are along y.
const half = Math.sqrt(.5);
const capsule = ([radius, length]) =>
  R.ColliderDesc.capsule(length / 2, radius).setRotation(two ? -Math.PI / 2 : {x: 0, y: 0, z: -half, w: half});

function motion(b) {
  const d = R.RigidBodyDesc.dynamic().setTranslation(...b.centre).setLinvel(...b.velocity).setCanSleep(false);
  if (two)
    return d.setRotation(b.angle).setAngvel(b.spin).setAdditionalMassProperties(b.mass, vec([0, 0]), b.inertia);
  const [w, x, y, z] = b.orientation, none = {x: 0, y: 0, z: 0, w: 1};
  return d.setRotation({x, y, z, w}).setAngvel(vec(b.spin))
    .setAdditionalMassProperties(b.mass, vec([0, 0, 0]), vec(b.inertia), none);
}

const adapt = await adapterOf(settings);

serve({engine: `Rapier ${two ? '2D' : '3D'}`, version: version(pkg), space: !two, capsules: true, settings}, (c, s) => {
  const world = new R.World(vec([0, -gravity(c), 0]));
  world.timestep = s.dt;
  world.integrationParameters.numSolverIterations = s.iterations;
  const surface = d => d.setFriction(c.mu).setRestitution(c.e);
  if (hasFloor(c)) world.createCollider(surface(floorOf(floorBox(c))));
  const bodies = c.bodies.map(b => {
    const body = world.createRigidBody(motion(b));
    for (const k of b.colliders) {
      const shape = k.ball ? R.ColliderDesc.ball(k.ball) : k.capsule ? capsule(k.capsule) : R.ColliderDesc.cuboid(...k.box.map(x => x / 2));
      world.createCollider(surface(shape.setTranslation(...k.at).setDensity(0)), body); // `motion` has set the mass
    }
    return body;
  });
  const adapted = adapt(world, c);
  return {
    step: () => (adapted ?? world).step(),
    read: i => {
      const v = bodies[i].linvel(), w = bodies[i].angvel();
      return two ? [v.x, v.y, w] : [v.x, v.y, v.z, w.x, w.y, w.z];
    },
    pose: i => {
      const x = bodies[i].translation(), q = bodies[i].rotation();
      return two ? [x.x, x.y, q] : [x.x, x.y, x.z, q.w, q.x, q.y, q.z];
    },
    precesses: c.dim === 3,
    free: () => world.free()
  };
});
