// For ImpactBench: node planck.mjs --adapter this.
import {load} from 'carom';
import {attach} from 'carom-planck';

const carom = await load();
export default world => { attach(world, carom, {law: process.env.CAROM_LAW ?? 'routh'}); };
