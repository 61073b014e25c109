// What the tests of adapters for JavaScript's engines share. They run where ImpactBench's drivers lie beside them.
import {spawnSync} from 'node:child_process';

// ImpactBench's verdict on a driver: impacts of one contact in the plane, and balls.
export function judged(...driver) {
  const ran = spawnSync(process.env.CAROM ?? 'carom', ['judge', '--json', '--family', 'AB', '--', 'node', ...driver],
                        {encoding: 'utf8', maxBuffer: 1 << 28});
  if (!ran.stdout.startsWith('{')) throw new Error(ran.stderr);
  const {score} = JSON.parse(ran.stdout), {plane} = score;
  const mean = plane.laws.find(row => row.law === 'routh-poisson').mean;
  return {
    law: plane.identified ? plane.nearest : null, median: plane.laws[0].median, gains: score.energy_gained.cases, of: score.energy_gained.of,
    mean: +mean.toPrecision(2)
  };
}

// Milliseconds of processor time since then: on a busy machine the clock says little.
export const spent = since => { const {user, system} = process.cpuUsage(since); return (user + system) / 1e3; };

// The quickest of some runs of each, by turns.
export function best(times, ...runs) {
  const all = runs.map(() => []);
  for (let i = 0; i < times; i++) runs.forEach((run, k) => all[k].push(run()));
  return all.map(list => list.reduce((a, b) => b.ms < a.ms ? b : a));
}
