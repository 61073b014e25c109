// Writes the service worker that stores every file of dist/; runs after the build. Prints the total size and fails above 300 kB.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = 300_000;
const files = readdirSync("dist", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "sw.js")
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`.replace(/^dist\//, ""))
    .sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(readFileSync(`dist/${file}`));
const name = `carom-${hash.digest("hex").slice(0, 12)}`;

// The page is listed under both addresses by which browsers request it. A new build has a new name for its files. When
// its service worker takes over, the files of the old build are removed.
const worker = `const NAME = ${JSON.stringify(name)};
const FILES = ${JSON.stringify(["./", ...files])};
addEventListener("install", (event) => {
    event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});
addEventListener("activate", (event) => {
    const old = (names) => Promise.all(names.filter((n) => n.startsWith("carom-") && n !== NAME).map((n) => caches.delete(n)));
    event.waitUntil(caches.keys().then(old).then(() => clients.claim()));
});
addEventListener("fetch", (event) => {
    if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
`;
writeFileSync("dist/sw.js", worker);
const all = [...files, "sw.js"].map((file) => readFileSync(`dist/${file}`));
const raw = all.reduce((sum, bytes) => sum + bytes.length, 0);
const gzipped = all.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0);
// The first screen loads the page, its scripts and styles, and the WebAssembly for single contacts, systems and
// motions. A step, a lesson or the full page loads the other scripts. tests/web/browser/first.mjs measures what a
// browser loads.
const FIRST = 200_000;
const first = files.filter((file) => !/everything|presets|steps|lesson|slip|carom-drop/.test(file)).reduce((sum, file) => sum + gzipSync(readFileSync(`dist/${file}`), { level: 9 }).length, 0);
console.log(`first screen: ${first} bytes gzipped`);
if (first >= FIRST) throw new Error(`the first screen has more than ${FIRST} bytes gzipped`);
console.log(`dist: ${all.length} files, ${raw} bytes, ${gzipped} gzipped`);
if (gzipped >= MOST) throw new Error(`more than ${MOST} gzipped`);
