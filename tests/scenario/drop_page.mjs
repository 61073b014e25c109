// Tests the page that plays a motion: for every example and law, the script of the page must compute the states that
// `carom drop --fps` prints.
// Usage: drop_page.mjs CAROM EXAMPLES
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [carom, examples] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "carom-page-"));
let compared = 0, failures = 0, worst = 0;
for (const name of readdirSync(examples).filter(file => file.endsWith(".json"))) {
    const file = join(examples, name), page = join(folder, "page.html");
    execFileSync(carom, ["drop", file, "-o", page]);
    const script = readFileSync(page, "utf8").split("<script>")[1].split("</script>")[0];
    // Take only the part of the script that computes. The rest draws.
    const part = script.slice(0, script.indexOf("// World to paper")).replace(/\$ = id => .*?;/, "$ = 0;");
    const { D, state } = new Function(part + "; return { D, state };")();
    const runs = JSON.parse(execFileSync(carom, ["drop", file, "--json", "--fps", "97"], { maxBuffer: 1 << 28 })).runs;
    if (runs.length !== D.runs.length) throw new Error(`${name}: ${D.runs.length} runs`);
    runs.forEach((run, i) => {
        for (const wanted of run.states) {
            const got = state(D.runs[i], wanted.t);
            let off = Math.max(...got.x.map((x, k) => Math.abs(x - wanted.centre[k]) / D.size));
            // Compare the directions of the first axis of the body.
            const first = got.R.map(row => row[0]);
            const axis = D.dim === 2 ? [Math.cos(wanted.angle), Math.sin(wanted.angle)] : firstAxis(wanted.orientation);
            off = Math.max(off, ...first.map((x, k) => Math.abs(x - axis[k])));
            compared++;
            worst = Math.max(worst, off);
            // The tolerance is 2e-3 of the body size, a fraction of a pixel. The page interpolates stepped phases in
            // pieces of 1/240 s and rotations in pieces of 1/120 s.
            if (!(off < 2e-3)) (failures++, failures < 10 && console.log(`${name}, ${run.name}, ${wanted.t} s: off by ${off}`));
        }
    });
}
function firstAxis([w, x, y, z]) {
    return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
}
rmSync(folder, { recursive: true });
console.log(`${compared} states, ${failures} off, the worst by ${worst.toExponential(1)} of the size`);
process.exit(failures || compared < 1000 ? 1 : 0);
