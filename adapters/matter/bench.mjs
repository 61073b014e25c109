// Attaches carom to matter-js in ImpactBench's driver: node matter.mjs --adapter ./bench.mjs.
import Matter from 'matter-js';
import { load } from 'carom';
import { attach } from 'carom-matter';

const carom = await load();
export default engine => { attach(Matter, engine, carom, {law: process.env.CAROM_LAW ?? 'routh'}); };
