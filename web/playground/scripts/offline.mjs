// After the build: the service worker that keeps every file of dist/, and how large all of it is. Fails above 300 kB.
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

// The page is named both ways it is asked for. A new build is a new name, so old files go when it takes over.
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
console.log(`dist: ${all.length} files, ${raw} bytes, ${gzipped} gzipped`);
if (gzipped >= MOST) throw new Error(`more than ${MOST} gzipped`);
