// Tests that the package gives the bits of the native library: reads the output of tests/web/outcomes.c on stdin.
import { createInterface } from "node:readline";
import { load } from "../dist/index.js";

const carom = await load();
const view = new DataView(new ArrayBuffer(8));
const number = (word) => (view.setBigUint64(0, BigInt(`0x${word}`)), view.getFloat64(0));
const word = (x) => (view.setFloat64(0, x), view.getBigUint64(0).toString(16).padStart(16, "0"));
const laws = new Set();
let asked = 0, different = 0;

for await (const line of createInterface({ input: process.stdin })) {
    const words = line.split(" ");
    const take = (n) => words.splice(0, n);
    const [name, dimension] = take(2);
    const dim = Number(dimension);
    const W = Array.from({ length: dim }, () => take(dim).map(number));
    const problem = { W, v: take(dim).map(number), allow: [] };
    for (let param; (param = words.shift()) !== ";"; ) {
        const values = take(Number(words.shift())).map(number);
        const choices = carom.law(name).coefficients.find((p) => p.name === param)?.choices ?? [];
        problem[param] = choices.length ? choices[values[0]] : values.length === 1 ? values[0] : values;
    }
    const [status, mode, broken] = take(3).map(Number);
    let got;
    try {
        const hit = carom.collide(name, problem);
        got = hit.ok ? [...hit.P, ...hit.v, hit.dE].map(word).join(" ") + ` ${hit.mode}` : "none";
        if (hit.ok && JSON.stringify(hit.violations) !== JSON.stringify(carom.violationNames(broken))) got += " judged otherwise";
    } catch (error) {
        got = "none";
    }
    const wanted = status === 0 ? `${words.join(" ")} ${carom.modes()[mode].name}` : "none";
    asked++;
    laws.add(`${name} ${dim}`);
    if (got !== wanted && different++ < 5) console.log(`${name} ${dim}\n  native ${wanted}\n  wasm   ${got}`);
}
console.log(`${asked} impacts of ${laws.size} laws and dimensions: ${different} differ`);
process.exitCode = different || asked < 1000 ? 1 : 0;
