// A driver with a small engine: sequential impulses, as in most game engines, one contact with the floor. Replace the engine.
//   carom judge --family AB node example.mjs
import {serve} from './driver.mjs';

serve({engine: 'mine', version: '0.1', settings: {dt: 1 / 60, iterations: 2000}}, (c, settings) => {
  const b = c.bodies[0], k = c.contacts[0], m = b.mass, I = b.inertia; // your world here
  if (c.contacts.length > 1 || k.b !== 'floor') return {cannot: 'one contact with the floor is all it knows'};
  let [vx, vy] = b.velocity, w = b.spin;
  const rx = k.point[0] - b.centre[0], ry = k.point[1] - b.centre[1];
  const step = () => {
    const fall = vy + w * rx;
    let n = 0, t = 0;
    for (let i = 0; i < settings.iterations && fall < -1e-9; i++) {
      const dn = Math.max(-n, (-c.e * fall - vy - w * rx) / (1 / m + rx * rx / I));
      n += dn; vy += dn / m; w += rx * dn / I;
      const free = t - (vx - w * ry) / (1 / m + ry * ry / I);
      const d = Math.max(-c.mu * n, Math.min(c.mu * n, free)) - t;
      t += d; vx += d / m; w -= ry * d / I;
    }
  };
  return {step, read: () => [vx, vy, w]};
});
