// Compares the commonest messages of the package with tests/messages/npm.txt; with --write it writes the file again.
import { readFileSync, writeFileSync } from "node:fs";
import { loadAll } from "../dist/index.js";

const file = `${process.env.CAROM_ROOT ?? "../.."}/tests/messages/npm.txt`;
const carom = await loadAll();
const rod = { W: [[2.5, -1.5], [-1.5, 2.5]], v: [-1, 0.6], e: 0.5, mu: 0.7 };
const told = (call) => {
    try {
        new Function("carom", "rod", call)(carom, rod);
        return "no error";
    } catch (error) {
        return `${error.status}: ${error.message}`;
    }
};
const wanted = readFileSync(file, "utf8");
let text = "";
for (const line of wanted.split("\n")) {
    if (line.startsWith("#")) text += `${line}\n`;
    else if (line.startsWith("> ")) text += `\n${line}\n${told(line.slice(2))}\n`;
}
if (process.argv.includes("--write")) writeFileSync(file, text);
else if (text !== wanted) {
    console.log(`${file} differs from the messages of the package:\n${text}`);
    process.exit(1);
}
