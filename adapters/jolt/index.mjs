// Computes impacts in Jolt with a law of carom. A contact listener sets e and mu of a contact before Jolt solves it, so
// that Jolt's own solver gives the impulse of the law.
//
//   import { load } from "carom";
//   import { attach } from "carom-jolt";
//   const bounce = attach(Jolt, jolt.GetPhysicsSystem(), await load(), { law: "routh" });
//
// The listener changes contacts with one point that approach faster than `speed`. Jolt handles all others.
import { equivalentCoefficients } from "carom/strike";

const xyz = v => [v.GetX(), v.GetY(), v.GetZ()];
const dot = (x, y) => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const minus = (x, y) => x.map((value, i) => value - y[i]);

// Returns the normal and two directions perpendicular to it. The first one lies along the slip, so that a 2D impact
// stays 2D.
function axes(n, slip) {
  const along = minus(slip, n.map(x => x * dot(slip, n))), size = Math.hypot(...along);
  const other = Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const t = size > 1e-9 ? along.map(x => x / size) : cross(n, other).map(x => x / Math.hypot(...cross(n, other)));
  return [n, t, cross(n, t)];
}

export function attach(Jolt, system, carom, options = {}) {
  const {law = 'routh', speed = 1, params = {}, choose = () => ({})} = options;
  const stats = {impacts: 0, reached: 0}, listener = new Jolt.ContactListenerJS(), room = new Jolt.Vec3(0, 0, 0);
  carom.law(law);

  // Returns the velocity of a body at a point, and a function that returns its change by a unit impulse along d.
  function mover(body, point) {
    const arm = minus(point, xyz(body.GetCenterOfMassPosition())), v = xyz(body.GetLinearVelocity()), w = xyz(body.GetAngularVelocity());
    const at = v.map((x, i) => x + cross(w, arm)[i]);
    if (!body.IsDynamic()) return {at, pushed: () => [0, 0, 0]};
    const mass = body.GetMotionProperties().GetInverseMass(), I = body.GetInverseInertia();
    const turn = m => { room.Set(...m); return xyz(I.Multiply3x3(room)); };
    return {at, pushed: d => { const spun = cross(turn(cross(arm, d)), arm); return d.map((x, i) => mass * x + spun[i]); }};
  }

  // Sets e and mu of a contact. Normals of Jolt point from the first body to the second, so the second body is carom's
  // A.
  function set(first, second, manifold, settings) {
    if (manifold.mRelativeContactPointsOn1.size() !== 1 || settings.mIsSensor) return;
    const on = [1, 2].map(k => xyz(manifold[`GetWorldSpaceContactPointOn${k}`](0))), point = on[0].map((x, i) => (x + on[1][i]) / 2);
    const a = mover(second, point), b = mover(first, point), v = minus(a.at, b.at), n = xyz(manifold.mWorldSpaceNormal);
    if (-dot(v, n) <= speed) return;
    const own = choose(first, second);
    if (own === false) return;
    const frame = axes(n, v), moved = frame.map(d => a.pushed(d).map((x, i) => x + b.pushed(d)[i]));
    const W = frame.map((d, i) => frame.map((_, j) => (dot(d, moved[j]) + dot(frame[j], moved[i])) / 2));
    const given = {e: settings.mCombinedRestitution, mu: settings.mCombinedFriction, ...params, ...own};
    const problem = carom.spread(carom.law(law), {W, v: frame.map(d => dot(v, d)), ...given});
    const two = equivalentCoefficients(carom, law, problem);
    if (!two) return;
    stats.impacts++;
    stats.reached += two.reached;
    // If Jolt cannot give the impulse of the law, its own result could gain energy. A smaller e prevents this.
    settings.mCombinedRestitution = two.reached ? two.e : Math.min(two.e, two.eMax || 0);
    settings.mCombinedFriction = Math.min(two.mu, 1e6);
  }

  const wrapped = (first, second, manifold, settings) =>
    set(Jolt.wrapPointer(first, Jolt.Body), Jolt.wrapPointer(second, Jolt.Body), Jolt.wrapPointer(manifold, Jolt.ContactManifold),
        Jolt.wrapPointer(settings, Jolt.ContactSettings));
  listener.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
  listener.OnContactAdded = wrapped;
  listener.OnContactPersisted = wrapped;
  listener.OnContactRemoved = () => {};
  system.SetContactListener(listener);
  return {stats, listener};
}
