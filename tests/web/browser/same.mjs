// Tests that the npm package gives the results of the native library in node and in chromium, bit for bit.
// Usage: same.mjs SITE HASH PROBLEMS. SITE contains hash.mjs and carom/ (the dist of the package). HASH is the program
// of tests/web/hash.c
import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { browser } from "./open.mjs";
import { lines } from "./hash.mjs";
import { serve } from "./serve.mjs";

const [site, program, count] = process.argv.slice(2);
const problems = Number(count);
const native = execFileSync(program, [count], { encoding: "utf8" }).trim().split("\n");
const { load } = await import(pathToFileURL(`${site}/carom/index.js`).href);
const inNode = lines(await load(), problems);

const server = await serve(site);
const chromium = await browser();
const page = await chromium.newPage();
await page.goto(`${server.address}index.html`);
const inBrowser = await page.evaluate(async (problems) => {
    const [{ load }, { lines }] = await Promise.all([import("/carom/index.js"), import("/hash.mjs")]);
    return lines(await load(), problems);
}, problems);
await chromium.close();
await server.stop();

let different = 0;
for (const [where, got] of [["node", inNode], ["chromium", inBrowser]]) {
    native.forEach((line, i) => line !== got[i] && (different++, console.log(`native ${line}\n${where.padEnd(6)} ${got[i]}`)));
    if (got.length !== native.length) different++;
}
const answered = native.map((line) => Number(line.split(" ")[2]));
const fewest = Math.min(...answered);
console.log(`${native.length} laws and dimensions, ${problems} impacts each, of which at least ${fewest} are answered, native, in node and in chromium: ${different} hashes differ`);
// 1/4 of the problems are spheres, and some laws solve only spheres.
process.exitCode = different || fewest < 0.2 * problems || native.length < 20 ? 1 : 0;
