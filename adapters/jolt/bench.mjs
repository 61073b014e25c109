// Attaches carom to Jolt in ImpactBench's driver: node jolt.mjs --adapter ./bench.mjs.
import { load } from 'carom';
import { attach } from 'carom-jolt';

const carom = await load();
let attached;
export default (Jolt, system) => { attached ??= attach(Jolt, system, carom, {law: process.env.CAROM_LAW ?? 'routh'}); };
