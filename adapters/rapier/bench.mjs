// For ImpactBench: node rapier.mjs --adapter this. Every approach is an impact there, so none is too slow.
import {load} from 'carom';
import {attach} from 'carom-rapier';

const carom = await load();
export default world => attach(world, carom, {law: process.env.CAROM_LAW ?? 'routh', speed: 1e-3});
