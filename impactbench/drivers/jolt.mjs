// Runs the cases of ImpactBench in Jolt. One world serves all cases, because a JoltInterface takes tens of MB. By
// default Jolt has no restitution if the approach is slower than 1 m/s. Jolt combines the friction of two bodies by the
// root of the product, and restitution by the maximum. So both bodies get the case's values.
import initJolt from 'jolt-physics';
import {serve, version, hasFloor, floorBox, gravity, adapterOf} from './driver.mjs';

const J = await initJolt();
const vec = a => new J.Vec3(...a), three = v => [v.GetX(), v.GetY(), v.GetZ()];
const none = () => new J.Quat(0, 0, 0, 1);
const STILL = 0, MOVING = 1; // layers: fixed bodies do not collide with each other

function start() {
  const js = new J.JoltSettings(), pairs = new J.ObjectLayerPairFilterTable(2);
  const phases = new J.BroadPhaseLayerInterfaceTable(2, 2);
  pairs.EnableCollision(STILL, MOVING);
  pairs.EnableCollision(MOVING, MOVING);
  for (const k of [STILL, MOVING]) phases.MapObjectToBroadPhaseLayer(k, new J.BroadPhaseLayer(k));
  js.mMaxWorkerThreads = 0;
  js.mObjectLayerPairFilter = pairs;
  js.mBroadPhaseLayerInterface = phases;
  js.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(phases, 2, pairs, 2);
  return new J.JoltInterface(js);
}
const jolt = start(), system = jolt.GetPhysicsSystem(), bi = system.GetBodyInterface();

function add(shape, at, type, layer, c, tune) {
  const d = new J.BodyCreationSettings(shape, new J.RVec3(...at), none(), type, layer);
  d.mFriction = c.mu;
  d.mRestitution = c.e;
  tune?.(d);
  const body = bi.CreateBody(d);
  bi.AddBody(body.GetID(), J.EActivation_Activate);
  J.destroy(d);
  return body;
}

// Returns the shape of a body with its origin at the centre of mass. The colliders are moved to their positions `at`.
// Then the whole is moved back by Jolt's centre of mass. This is the mean of the positions, because the colliders of a
// body are equal.
function collider(list) {
  const moved = new J.StaticCompoundShapeSettings(), n = list.length;
  for (const k of list) {
    const shape = k.ball ? new J.SphereShapeSettings(k.ball) : k.capsule ? new J.CapsuleShapeSettings(k.capsule[1] / 2, k.capsule[0])
      : new J.BoxShapeSettings(vec(k.box.map(t => t / 2)), 0);
    const turned = k.capsule ? new J.Quat(0, 0, -Math.sqrt(.5), Math.sqrt(.5)) : none(); // capsules of Jolt are along y
    if (n > 1) moved.AddShape(vec(k.at), none(), shape, 0);
    else return offset(k.at, new J.RotatedTranslatedShapeSettings(vec(k.at), turned, shape));
  }
  return offset([0, 1, 2].map(i => list.reduce((sum, k) => sum + k.at[i] / n, 0)), moved);
}

const offset = (by, shape) => new J.OffsetCenterOfMassShapeSettings(vec(by.map(t => -t)), shape).Create().Get();

function motion(b) {
  const [w, x, y, z] = b.orientation;
  return d => {
    d.mRotation = new J.Quat(x, y, z, w);
    d.mLinearDamping = d.mAngularDamping = 0;
    d.mAllowSleeping = false;
    d.mMaxAngularVelocity = 1e4;
    d.mOverrideMassProperties = J.EOverrideMassProperties_MassAndInertiaProvided;
    d.mMassPropertiesOverride.mInertia = J.Mat44.prototype.sScaleVec3(vec(b.inertia));
    d.mMassPropertiesOverride.mMass = b.mass;
    d.mLinearVelocity = vec(b.velocity);
    d.mAngularVelocity = vec(b.spin);
  };
}

// The settings, except dt, have Jolt's defaults and are set for every case. They are the numbers of velocity and
// position iterations, the speculative contact distance (m), and the fraction of the overlap that is corrected per
// step.
const settings = {dt: 1 / 60, velocitySteps: 10, positionSteps: 2, speculative: 0.02, baumgarte: 0.2};

const adapt = await adapterOf(settings);
adapt(J, system);

function configure(s) {
  const p = system.GetPhysicsSettings();
  p.mNumVelocitySteps = s.velocitySteps;
  p.mNumPositionSteps = s.positionSteps;
  p.mSpeculativeContactDistance = s.speculative;
  p.mBaumgarte = s.baumgarte;
  system.SetPhysicsSettings(p);
}

serve({engine: 'Jolt', version: `jolt-physics ${version('jolt-physics')}`, space: true, capsules: true, settings}, (c, s) => {
  configure(s);
  system.SetGravity(vec([0, -gravity(c), 0]));
  const floor = () => add(new J.BoxShape(vec(floorBox(c).map(t => t / 2)), 0), [0, -1, 0], J.EMotionType_Static, STILL, c);
  const still = hasFloor(c) ? [floor()] : [];
  const bodies = c.bodies.map(b => add(collider(b.colliders), b.centre, J.EMotionType_Dynamic, MOVING, c, motion(b)));
  return {
    step: () => jolt.Step(s.dt, 1),
    read: i => [...three(bodies[i].GetLinearVelocity()), ...three(bodies[i].GetAngularVelocity())],
    pose: i => {
      const q = bodies[i].GetRotation();
      return [...three(bodies[i].GetCenterOfMassPosition()), q.GetW(), q.GetX(), q.GetY(), q.GetZ()];
    },
    free: () => {
      for (const b of [...still, ...bodies]) {
        const id = b.GetID();
        bi.RemoveBody(id);
        bi.DestroyBody(id);
      }
    }
  };
});
