// Runs the cases of ImpactBench in MuJoCo, which has no restitution. With --solref default, contacts have MuJoCo's
// default settings. With --solref e, they are stiff, and their damping is computed from e. With --solref pair, the
// friction rows also have their own damping (solreffriction, which exists only for explicit contact pairs). Contacts
// last many steps, so velocities are read when nothing touches any more. The gyroscopic torque changes the spin in
// flight, so the driver also sends the orientation.
import load from '@mujoco/mujoco';
import {serve, version, hasFloor, gravity, adapterOf} from './driver.mjs';

const mj = await load();

// `omega` is the angular frequency of the stiff contact, rad/s. `friction` is the damping of its friction rows in units
// of omega, for --solref pair only.
const settings = {solref: 'default', dt: 0.002, cone: 'pyramidal', omega: 2000, friction: 2};

// With carom's adapter, MuJoCo reports contacts before they touch, without force. MuJoCo 2 would also need a margin for
// that.
const adapt = await adapterOf(settings), adapted = process.argv.includes('--adapter');

// Returns the damping ratio z of a linear contact that never pulls. Its restitution is
//   e = exp(-2 z acos(z)/sqrt(1 - z^2)).
// For e < 0.135 the function returns z = 1. A larger z has no effect, because the contact ends when the force is 0.
function dampingRatio(e) {
  if (e <= 0) return 1;
  let lo = 0, hi = 1;
  for (let i = 0; i < 60; i++) {
    const z = (lo + hi) / 2;
    if (Math.exp(-2 * z * Math.acos(z) / Math.sqrt(1 - z * z)) > e) lo = z; else hi = z;
  }
  return lo;
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

// Rotates x by the quaternion [w, x, y, z], or by its inverse if `back` is true.
function rotate([w, ...axis], x, back) {
  const p = back ? axis.map(t => -t) : axis, t = cross(p, x).map(v => 2 * v), u = cross(p, t);
  return x.map((v, i) => v + w * t[i] + u[i]);
}

// Writes the scene as text for MuJoCo.
function scene(c, s) {
  const stiff = s.solref !== 'default', w = s.omega;
  const soft = stiff ? `solref="${-w * w} ${-2 * dampingRatio(c.e) * w}" solimp="0.9999 0.9999 0.001 0.5 2"` : '';
  const alone = s.solref === 'pair' ? 'contype="0" conaffinity="0"' : ''; // then only the explicit pairs collide
  const early = adapted ? 'gap="0.1"' : '';
  const surface = `friction="${c.mu} 0 0" condim="3" ${soft} ${alone} ${early}`;
  const geom = (k, name) => `<geom ${name} pos="${k.at.join(' ')}" ${k.ball ? `type="sphere" size="${k.ball}"`
    : k.capsule ? `type="capsule" size="${k.capsule[0]} ${k.capsule[1] / 2}" zaxis="1 0 0"`
    : `type="box" size="${k.box.map(x => x / 2).join(' ')}"`} ${surface}/>`;
  const body = (b, i) => `<body pos="${b.centre.join(' ')}" quat="${b.orientation.join(' ')}"><freejoint/>
    <inertial pos="0 0 0" mass="${b.mass}" diaginertia="${b.inertia.join(' ')}"/>
    ${b.colliders.map((k, j) => geom(k, j ? '' : `name="g${i}"`)).join('')}</body>`;
  const name = k => k === 'floor' ? 'floor' : `g${k}`;
  const once = c.contacts.filter((k, i) => c.contacts.findIndex(o => o.a === k.a && o.b === k.b) === i);
  const pair = k => `<pair geom1="${name(k.a)}" geom2="${name(k.b)}" friction="${c.mu} ${c.mu} 0 0 0" condim="3" ${soft}
    solreffriction="-1 ${-s.friction * w}"/>`;
  return `<mujoco><option timestep="${s.dt}" gravity="0 ${-gravity(c)} 0" cone="${s.cone}" tolerance="1e-12" iterations="100">
    <flag ${stiff ? 'refsafe="disable"' : ''}/></option><worldbody>
    ${hasFloor(c) ? `<geom name="floor" type="plane" size="20 20 1" zaxis="0 1 0" ${surface}/>` : ''}
    ${c.bodies.map(body).join('')}</worldbody>
    ${alone ? `<contact>${once.map(pair).join('')}</contact>` : ''}</mujoco>`;
}

serve({engine: 'MuJoCo', version: version('@mujoco/mujoco'), space: true, capsules: true, settings}, (c, s) => {
  const m = mj.MjModel.from_xml_string(scene(c, s)), d = new mj.MjData(m);
  // The linear velocity of a free joint is in world axes, its angular velocity in the body's axes.
  c.bodies.forEach((b, i) => [...b.velocity, ...rotate(b.orientation, b.spin, true)].forEach((x, j) => {
    d.qvel[6 * i + j] = x;
  }));
  const robot = adapt({mj, m, d}, c);
  const orientation = i => Array.from(d.qpos.slice(7 * i + 3, 7 * i + 7));
  return {
    step: () => robot ? robot.step() : mj.mj_step(m, d),
    touching: () => robot?.struck || (d.ncon > 0 && d.nefc > 0),
    read: i => {
      const u = Array.from(d.qvel.slice(6 * i, 6 * i + 6));
      return [...u.slice(0, 3), ...rotate(orientation(i), u.slice(3))];
    },
    pose: i => Array.from(d.qpos.slice(7 * i, 7 * i + 7)),
    precesses: true,
    free: () => { robot?.free(); d.delete(); m.delete(); }
  };
});
