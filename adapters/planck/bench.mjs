// Attaches carom to planck in ImpactBench's driver: node planck.mjs --adapter ./bench.mjs.
import { loadAll } from 'carom';
import {attach} from 'carom-planck';

const carom = await loadAll();
export default world => { attach(world, carom, {law: process.env.CAROM_LAW ?? 'routh'}); };
