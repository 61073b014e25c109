// Writes the playground as one HTML file, build/playground.html. The file contains scripts, styles, WebAssembly and
// presets. So it can be opened from a disk, without a server or a network.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const OUT = "build/single";
rmSync(OUT, { recursive: true, force: true });
await build({
    configFile: false,
    base: "./",
    logLevel: "warn",
    publicDir: false,
    build: {
        outDir: OUT, target: "es2022", assetsInlineLimit: 1e9, cssCodeSplit: false, modulePreload: false, reportCompressedSize: false,
        rollupOptions: { output: { inlineDynamicImports: true } },
    },
});
const assets = readdirSync(`${OUT}/assets`);
const only = (end) => {
    const found = assets.filter((name) => name.endsWith(end));
    if (found.length !== 1) throw new Error(`${found.length} files end with ${end}`);
    return readFileSync(`${OUT}/assets/${found[0]}`, "utf8");
};
// A script element must not contain its own end tag. Inside JavaScript strings and regular expressions, the escaped
// form has the same meaning.
const script = only(".js").replaceAll("</script", "<\\/script");
const style = only(".css");
const presets = readFileSync("public/presets.json", "utf8").replaceAll("<", "\\u003c");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; img-src data: blob:; connect-src data:; base-uri 'none'; form-action 'none'`;
const head = readFileSync(`${OUT}/index.html`, "utf8").replace(/<script[^>]*src=[^>]*><\/script>/g, "").replace(/<link rel="stylesheet"[^>]*>/g, "");
const put = (page, before, text) => {
    const at = page.indexOf(before);
    if (at < 0) throw new Error(`the page has no ${before}`);
    return page.slice(0, at) + text + page.slice(at);
};
let page = put(head, "<meta charset", `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n`);
page = put(page, "</head>", `<style>${style}</style>`);
page = put(page, "</body>", `<script type="application/json" id="presets">${presets}</script><script type="module">${script}</script>`);
mkdirSync("build", { recursive: true });
writeFileSync("build/playground.html", page);
rmSync(OUT, { recursive: true, force: true });
console.log(`playground.html: ${page.length} bytes, ${gzipSync(page, { level: 9 }).length} gzipped`);
