#!/usr/bin/env node
// Serves the built playground on 127.0.0.1 and opens it in a browser. Usage: carom-playground [--no-open] [--port N]
import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm" };
const folder = fileURLToPath(new URL("../dist/", import.meta.url));
const words = process.argv.slice(2);
const at = words.indexOf("--port");
const port = at < 0 ? 0 : Number(words[at + 1]);
const known = words.every((word, i) => word === "--no-open" || word === "--port" || (at >= 0 && i === at + 1));
if (!known || !Number.isInteger(port) || port < 0 || port > 65535) {
    console.error("Usage: carom-playground [--no-open] [--port N]");
    process.exit(2);
}

const server = createServer(async (request, response) => {
    const fail = (status) => response.writeHead(status, { "content-type": "text/plain" }).end(`${status}\n`);
    if (request.method !== "GET") return fail(405);
    const path = (request.url ?? "").split("?")[0].replace(/\/$/, "/index.html");
    // Names consist of letters, digits and ._- and do not begin with a dot, so that no path leads out of the directory.
    if (!/^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/.test(path)) return fail(404);
    const file = join(folder, path);
    const about = await stat(file).catch(() => undefined);
    if (!about?.isFile()) return fail(404);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-length": about.size, "x-content-type-options": "nosniff" });
    createReadStream(file).pipe(response);
});
server.on("error", (error) => {
    console.error(`carom-playground: ${error.message}`);
    process.exit(5);
});
server.listen(port, "127.0.0.1", () => {
    const address = `http://127.0.0.1:${server.address().port}/`;
    console.log(address);
    if (words.includes("--no-open")) return;
    const [program, ...more] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[process.platform] ?? ["xdg-open"];
    spawn(program, [...more, address], { stdio: "ignore", detached: true }).on("error", () => console.error("no browser was found: open the address yourself"));
});
