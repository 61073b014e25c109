// Provides functions for the tests of the JavaScript adapters. The tests run in a directory with the drivers of
// ImpactBench.
import {spawnSync} from 'node:child_process';

// Runs the 2D impacts of ImpactBench with one contact (families A and B) with a driver. Returns the identified law, the
// distances to it and to routh, and how many cases gain energy.
export function judged(...driver) {
  const ran = spawnSync(process.env.CAROM ?? 'carom', ['judge', '--json', '--family', 'AB', '--', 'node', ...driver],
                        {encoding: 'utf8', maxBuffer: 1 << 28});
  if (!ran.stdout.startsWith('{')) throw new Error(ran.stderr);
  const {score} = JSON.parse(ran.stdout), {plane} = score;
  const mean = plane.laws.find(row => row.law === 'routh-poisson').mean;
  return {
    law: plane.identified ? plane.nearest : null, within: plane.laws[0].within, median: plane.laws[0].median, gains: score.energy_gained.cases, of: score.energy_gained.of,
    mean: +mean.toPrecision(2)
  };
}

// Runs the cases of ImpactBench with several contacts, such as rows of balls (family C), with a driver. Returns how
// many are right.
export function several(...driver) {
  const ran = spawnSync(process.env.CAROM ?? 'carom', ['judge', '--json', '--family', 'C', '--', 'node', ...driver], {encoding: 'utf8', maxBuffer: 1 << 28});
  if (!ran.stdout.startsWith('{')) throw new Error(ran.stderr);
  return JSON.parse(ran.stdout).score.several_right;
}

// Returns the processor time since `since`, ms. It does not include the time of other programs.
export const spent = since => { const {user, system} = process.cpuUsage(since); return (user + system) / 1e3; };

// Calls each function several times, alternately, and returns the fastest result of each.
export function best(times, ...runs) {
  const all = runs.map(() => []);
  for (let i = 0; i < times; i++) runs.forEach((run, k) => all[k].push(run()));
  return all.map(list => list.reduce((a, b) => b.ms < a.ms ? b : a));
}
