// Attaches carom to Rapier in ImpactBench's driver: node rapier.mjs --adapter ./bench.mjs.
import { loadAll } from 'carom';
import {attach} from 'carom-rapier';

const carom = await loadAll(), modules = {};
for (const dim of [2, 3]) modules[dim] = await import(`@dimforge/rapier${dim}d-compat`).then(m => m.default, () => null);
export default world => attach(modules['z' in world.gravity ? 3 : 2], world, carom, {law: process.env.CAROM_LAW ?? 'routh'});
