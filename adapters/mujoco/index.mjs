// Computes rigid impacts in MuJoCo's WebAssembly (@mujoco/mujoco), for example of a foot. MuJoCo itself models contacts
// as springs. carom_mujoco.h does the same in C.
//
//   import loadMujoco from "@mujoco/mujoco";
//   import { loadAll } from "carom";
//   import { attach } from "carom-mujoco";
//   const robot = attach(await loadMujoco(), model, data, await loadAll(), { plane: [0, 1, 0] });   // a robot in the x-z plane
//   robot.step();                                             // instead of mj_step(model, data)
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

export function attach(mj, model, data, carom, options = {}) {
  const {law = 'routh', method = 'pfeiffer-glocker', e = 0, mu, speed = 0.05, gap = 0, plane, onImpact} = options;
  const nv = model.nv, dim = plane ? 2 : 3, stats = {impacts: 0};
  const rows = {point: new mj.DoubleBuffer(3 * nv), turn: new mj.DoubleBuffer(3 * nv), solved: new mj.DoubleBuffer(nv)};
  carom.law(law);
  const reads = carom.laws({ systems: true }).find(m => m.name === method)?.coefficients.map(p => p.family ?? p.name);
  if (!reads) throw new RangeError(`no law "${method}" for systems: ${carom.laws({ systems: true }).map(m => m.name).join(', ')}`);

  // Returns the directions of a contact, normal first. MuJoCo's normal points from geom1 to geom2, so geom2 is body A.
  function directions(contact) {
    const f = Array.from(contact.frame), n = f.slice(0, 3);
    if (!plane) return [n, f.slice(3, 6), f.slice(6, 9)];
    const t = cross(plane, n), size = Math.hypot(...t);
    return [n, t.map(x => x / size)];
  }

  // Computes the rows of the Jacobian for one contact. They map the speeds to the velocity of geom2's point minus that
  // of geom1's point, along the directions.
  function rowsOf(contact) {
    const part = geom => {
      mj.mj_jac(model, data, rows.point, rows.turn, Array.from(contact.pos), model.geom_bodyid[geom]);
      return Array.from(rows.point.GetView());
    };
    const first = part(contact.geom1), second = part(contact.geom2);
    const along = d => Array.from({length: nv}, (_, j) => dot(d, [0, 1, 2].map(i => second[i * nv + j] - first[i * nv + j])));
    return directions(contact).map(along);
  }

  // Returns whether a contact touches, or will touch before MuJoCo detects contacts again.
  const counts = (contact, fall) => contact.dist <= gap || contact.dist + Math.min(fall, 0) * model.opt.timestep <= 0;

  // Makes MuJoCo ignore a separating contact in this step. Otherwise MuJoCo's friction cone would push the bodies if
  // the slip is fast. The reference acceleration of the contact's rows is set so low that the contact needs no force.
  function hide(at) {
    const all = data.contact, contact = all.get(at), {dim: size, efc_address: first} = contact;
    const count = size === 1 ? 1 : model.opt.cone === 0 ? 2 * (size - 1) : size; // 0: pyramidal
    for (let i = 0; first >= 0 && i < count; i++) data.efc_aref[first + i] = -1e12;
    contact.delete();
    all.delete();
  }

  function active(u) {
    const all = data.contact, out = [];
    for (let i = 0; i < all.size(); i++) {
      const contact = all.get(i), J = rowsOf(contact);
      if (counts(contact, dot(J[0], u))) out.push({J, mu: mu ?? contact.friction[0], at: i});
      contact.delete();
    }
    all.delete();
    return out;
  }

  // Returns the velocities at the time of the positions: qvel plus half of the change of velocity in this step. MuJoCo
  // stores velocities of the middle of a step and positions of its end.
  function midway() {
    mj.mj_fwdActuation(model, data);
    mj.mj_fwdAcceleration(model, data);
    return Array.from(data.qvel, (x, i) => x + data.qacc_smooth[i] * model.opt.timestep / 2);
  }

  function solved(row) { // returns M^-1 row
    mj.mj_solveM(model, data, rows.solved, row);
    return Array.from(rows.solved.GetView());
  }

  // Solves one contact with the law, and several contacts in 2D with the method. Returns undefined for several contacts
  // in 3D, which MuJoCo handles.
  function ask(contacts, W, v) {
    const params = contacts.map(c => ({e, mu: c.mu}));
    if (contacts.length === 1) return carom.collide(law, carom.spread(carom.law(law), {...params[0], W, v}));
    if (dim === 3) return undefined;
    return carom.solveSystem(method, {dim, W, v, params: params.map(p => Object.fromEntries(Object.entries(p).filter(([k]) => reads.includes(k))))});
  }

  // Computes the impact and sets qvel if a contact approaches faster than `speed`. Call it after mj_step1 or
  // mj_forward.
  function strike() {
    if (!data.ncon) return undefined;
    const u = midway(), contacts = active(u), R = contacts.flatMap(c => c.J), v = R.map(row => dot(row, u));
    if (!v.some((x, i) => i % dim === 0 && x < -speed)) return undefined;
    const push = R.map(solved), hit = ask(contacts, R.map(i => push.map(j => dot(i, j))), v);
    if (!hit?.ok) return undefined;
    data.qvel.set(Array.from(data.qvel, (x, j) => push.reduce((sum, row, i) => sum + row[j] * hit.P[i], x)));
    mj.mj_fwdVelocity(model, data); // computes again what mj_step1 computed from qvel
    contacts.forEach((c, k) => { if (hit.v[k * dim] > Math.max(speed, 1e-9)) hide(c.at); });
    stats.impacts++;
    const struck = {contacts: contacts.map(c => c.at), P: hit.P, dE: hit.dE};
    onImpact?.(struck);
    return struck;
  }

  return {
    stats, strike,
    step() {
      mj.mj_step1(model, data);
      strike();
      mj.mj_step2(model, data);
    },
    free() { for (const buffer of Object.values(rows)) buffer.delete(); }
  };
}
