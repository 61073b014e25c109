// Runs the programs of the package's README in a project that has the package, and compares their results with those that the
// README states. Then it compiles them as strict TypeScript. A block without an import continues the block before.
// Usage: readme.mjs PROJECT TSC
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [project, tsc] = process.argv.slice(2);
const text = readFileSync(`${project}/node_modules/carom/README.md`, "utf8");
const programs = [];
for (const [, block] of text.matchAll(/^```js\n(.*?)^```$/gms)) {
    if (/^import /m.test(block)) programs.push(block);
    else programs[programs.length - 1] += block;
}
const round = (value) => JSON.parse(JSON.stringify(value), (_, x) => (typeof x === "number" ? Number(x.toPrecision(6)) : x));
const files = [];
let compared = 0;
for (const [i, program] of programs.entries()) {
    const stated = [];
    // If a line is an expression with its value in a comment, the program prints this value. The comment of a line that
    // prints states the output.
    const lines = program.split("\n").map((line) => {
        const [, expression, value] = /^(\w[\w.[\]]*) +\/\/ (\[[^\]]*\]|"[^"]*")/.exec(line) ?? [];
        const [, printed] = /^console\.log\(.*; +\/\/ (.*\d.*)$/.exec(line) ?? [];
        if (value) stated.push(JSON.parse(value));
        if (printed) stated.push(printed);
        return value ? `console.log(JSON.stringify(${expression}));` : line;
    });
    files.push(`readme${i}.mts`);
    writeFileSync(`${project}/readme${i}.mts`, program);
    writeFileSync(`${project}/readme${i}.mjs`, lines.join("\n"));
    const output = execFileSync("node", [`readme${i}.mjs`], { cwd: project, encoding: "utf8" }).trimEnd().split("\n");
    stated.forEach((value, k) => assert.deepEqual(typeof value === "string" && !output[k].startsWith('"') ? output[k] : round(JSON.parse(output[k])), value));
    compared += stated.length;
}
// The package has fewer laws than the library: it states their number in two files.
const laws = Number(execFileSync("node", ["--input-type=module", "-e", 'console.log((await (await import("carom")).load()).laws().length)'], { cwd: project }));
assert.equal(Number(/(\d+) of the \d+ impact laws/.exec(text)?.[1]), laws);
assert.equal(Number(/(\d+) laws/.exec(JSON.parse(readFileSync(`${project}/node_modules/carom/package.json`, "utf8")).description)?.[1]), laws);
const options = { strict: true, noEmit: true, target: "es2022", module: "nodenext", types: [] };
writeFileSync(`${project}/tsconfig.json`, JSON.stringify({ compilerOptions: options, files }));
execFileSync(tsc, ["-p", project], { stdio: "inherit" });
assert.ok(programs.length >= 2 && compared >= 6, `${programs.length} programs, ${compared} results`);
console.log(`README: ${programs.length} programs run and compile, ${compared} results agree`);
