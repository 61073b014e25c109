// Tests that motions have the bits of the native library: reads the output of `outcomes N motions` (tests/web/outcomes.c) on stdin.
import { createInterface } from "node:readline";
import { load } from "../dist/index.js";
import { loadMotion } from "../dist/motion.js";

const carom = await load();
const motion = await loadMotion(carom);
const view = new DataView(new ArrayBuffer(8));
const number = (word) => (view.setBigUint64(0, BigInt(`0x${word}`)), view.getFloat64(0));
const word = (x) => (view.setFloat64(0, x), view.getBigUint64(0).toString(16).padStart(16, "0"));
const RULES = ["glocker", "fastest", "mean", "stop"];
let asked = 0, different = 0, events = 0;

for await (const line of createInterface({ input: process.stdin })) {
    const words = line.split(" ");
    const some = (n) => words.splice(0, n).map(number);
    const count = () => Number(words.shift());
    const law = words.shift();
    const dim = count(), flat = dim === 2, turns = flat ? 1 : 3;
    const mass = some(1)[0], inertia = some(turns), radius = some(1)[0], semiAxes = some(dim);
    const corners = Array.from({ length: count() }, () => some(dim));
    const planes = Array.from({ length: count() }, () => ({ normal: some(dim), offset: some(1)[0] }));
    const several = RULES[count()], persist = ["stop", "step"][count()], maxEvents = count(), until = some(1)[0];
    some(1); // the start is at 0 s
    const centre = some(dim), turned = some(flat ? 1 : 4), velocity = some(dim), spin = some(turns);
    const params = {};
    for (let name; (name = words.shift()) !== ";"; ) {
        const values = some(count());
        const choices = carom.law(law).coefficients.find((p) => p.name === name)?.choices ?? [];
        params[name] = choices.length ? choices[values[0]] : values.length === 1 ? values[0] : values;
    }
    const body = { mass, inertia: flat ? inertia[0] : inertia, radius, ...(corners.length ? { corners } : { semiAxes }) };
    const start = { centre, velocity, spin: flat ? spin[0] : spin, ...(flat ? { angle: turned[0] } : { orientation: turned }) };
    const of = (s) => [s.t, ...s.centre, ...(flat ? [s.angle] : s.orientation), ...s.velocity, ...(flat ? [s.spin] : s.spin)];
    const made = motion.drop(law, { body, ...start, planes, several, persist, maxEvents, until, ...params });
    const states = made.events.flatMap((e) => [...of(e.after), ...e.hits.flatMap((h) => h.impulse)]);
    const numbers = [...of(made.end), ...states, ...of(made.at([0.7 * made.end.t])[0])];
    const got = [made.status, made.stop, made.events.length, ...numbers.map(word)].join(" ");
    asked++;
    events += made.events.length;
    if (got !== words.join(" ") && different++ < 5) console.log(`${law} ${dim}\n  native ${words.join(" ").slice(0, 300)}\n  wasm   ${got.slice(0, 300)}`);
}
console.log(`${asked} motions with ${events} events: ${different} differ`);
process.exitCode = different || asked < 100 ? 1 : 0;
