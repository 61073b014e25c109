// Removes unnecessary blanks from the JavaScript that tsc writes, and changes nothing else. Usage: tighten.mjs FILE...
import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";

for (const file of process.argv.slice(2)) {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    let text = "";
    const write = (node) => {
        const parts = node.getChildren(source);
        if (parts.length) return parts.forEach(write);
        const word = node.getText(source);
        if (!word) return;
        const touch = (text.at(-1) ?? "") + word[0];
        text += (/[\w$]{2}|\+\+|--|\/\//.test(touch) ? " " : "") + word;
    };
    write(source);
    writeFileSync(file, text);
}
