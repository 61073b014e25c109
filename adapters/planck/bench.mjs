// For ImpactBench: node planck.mjs --adapter this.
import { loadAll } from 'carom';
import {attach} from 'carom-planck';

const carom = await loadAll();
export default world => { attach(world, carom, {law: process.env.CAROM_LAW ?? 'routh'}); };
