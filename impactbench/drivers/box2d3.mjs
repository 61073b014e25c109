// Runs the cases of ImpactBench in Box2D v3. The package's main entry point needs a browser, but its compat build runs
// in node. Box2D combines the friction of two bodies by the root of the product, and restitution by the maximum. So
// both bodies get the case's values.
import Box2D from './node_modules/box2d3-wasm/build/dist/es/compat/Box2D.compat.mjs';
import {serve, version, hasFloor, floorBox, gravity} from './driver.mjs';

const B = await Box2D();
const vec = ([x, y]) => Object.assign(new B.b2Vec2(), {x, y});
const turn = a => Object.assign(new B.b2Rot(), {c: Math.cos(a), s: Math.sin(a)});
const box = ([w, h], at) => B.b2MakeOffsetBox(w / 2, h / 2, vec(at), turn(0));

function attach(body, surface, k) {
  if (k.box) return B.b2CreatePolygonShape(body, surface, box(k.box, k.at));
  if (k.capsule) {
    const [radius, length] = k.capsule, end = s => vec([k.at[0] + s * length / 2, k.at[1]]);
    B.b2CreateCapsuleShape(body, surface, Object.assign(new B.b2Capsule(), {center1: end(-1), center2: end(1), radius}));
    return;
  }
  B.b2CreateCircleShape(body, surface, Object.assign(new B.b2Circle(), {center: vec(k.at), radius: k.ball}));
}

const settings = {dt: 1 / 60, subSteps: 4};
serve({engine: 'Box2D v3', version: `box2d3-wasm ${version('box2d3-wasm')}`, capsules: true, settings}, (c, s) => {
  const def = B.b2DefaultWorldDef(), surface = B.b2DefaultShapeDef(), material = surface.material;
  def.gravity = vec([0, -gravity(c)]);
  def.enableSleep = false;
  material.friction = c.mu;
  material.restitution = c.e;
  surface.material = material; // the getter returned a copy
  const world = B.b2CreateWorld(def);
  if (hasFloor(c)) attach(B.b2CreateBody(world, B.b2DefaultBodyDef()), surface, {box: floorBox(c), at: [0, -1]});
  const bodies = c.bodies.map(b => {
    const d = B.b2DefaultBodyDef();
    d.type = B.b2BodyType.b2_dynamicBody;
    d.position = vec(b.centre);
    d.rotation = turn(b.angle);
    const body = B.b2CreateBody(world, d);
    for (const k of b.colliders) attach(body, surface, k);
    const mass = Object.assign(new B.b2MassData(), {mass: b.mass, center: vec([0, 0]), rotationalInertia: b.inertia});
    B.b2Body_SetMassData(body, mass);
    B.b2Body_SetLinearVelocity(body, vec(b.velocity));
    B.b2Body_SetAngularVelocity(body, b.spin);
    return body;
  });
  return {
    step: () => B.b2World_Step(world, s.dt, s.subSteps),
    read: i => {
      const v = B.b2Body_GetLinearVelocity(bodies[i]);
      return [v.x, v.y, B.b2Body_GetAngularVelocity(bodies[i])];
    },
    pose: i => {
      const x = B.b2Body_GetPosition(bodies[i]), r = B.b2Body_GetRotation(bodies[i]);
      return [x.x, x.y, Math.atan2(r.s, r.c)];
    },
    free: () => B.b2DestroyWorld(world)
  };
});
