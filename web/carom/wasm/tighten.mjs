// Removes unnecessary blanks and semicolons from the JavaScript that tsc writes, and changes nothing else. Usage: tighten.mjs FILE...
import { readFileSync, writeFileSync } from "node:fs";
import ts from "typescript";

const STATEMENTS = ["ExpressionStatement", "ReturnStatement", "ThrowStatement", "VariableStatement", "PropertyDeclaration"].map((name) => ts.SyntaxKind[name]);

for (const file of process.argv.slice(2)) {
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
    let text = "";
    // A statement needs no semicolon before the end of its block.
    const last = (node) => node.kind === ts.SyntaxKind.SemicolonToken && STATEMENTS.includes(node.parent.kind) && /^\s*}/.test(source.text.slice(node.end));
    const write = (node) => {
        const parts = node.getChildren(source);
        if (parts.length) return parts.forEach(write);
        const word = node.getText(source);
        if (!word || last(node)) return;
        const touch = (text.at(-1) ?? "") + word[0];
        text += (/[\w$]{2}|\+\+|--|\/\//.test(touch) ? " " : "") + word;
    };
    write(source);
    writeFileSync(file, text);
}
