// Tests the two ways to open the playground: the npm package, and a single file on disk.
// Usage: ways.mjs PLAYGROUND
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, page as opened } from "./open.mjs";

const folder = resolve(process.argv[2]);
const chromium = await browser();

/** Tests one way: drops the rod, then opens the full page. */
async function used(address, what) {
    const context = await chromium.newContext({ viewport: { width: 1280, height: 720 } });
    const { page, wrong } = await opened(context, address);
    await page.locator("#drop").click();
    await page.locator("#energies li[data-gains]").first().waitFor({ timeout: 20000 });
    await page.locator("#everything").click();
    await page.getByRole("tablist").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("#preset option").length > 10);
    assert.deepEqual(wrong, [], what);
    await context.close();
    console.log(`opened from ${what}`);
}

async function served(program, args, what) {
    const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise((done, fail) => {
        server.stdout.once("data", (text) => done(String(text).trim()));
        server.once("exit", (code) => fail(new Error(`${what} ended with ${code}`)));
    });
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    assert.equal((await fetch(`${address}../package.json`)).status, 404);
    assert.equal((await fetch(`${address}%2e%2e/package.json`)).status, 404);
    assert.equal((await fetch(address, { method: "POST" })).status, 405);
    await used(address, what);
    server.removeAllListeners("exit");
    server.kill();
}

await served(process.execPath, [join(folder, "bin/serve.mjs"), "--no-open"], "the npm package");
await used(pathToFileURL(join(folder, "build/playground.html")).href, "one file");

// The single file offers a frame. The frame must work in a page next to a copy of the file.
const beside = mkdtempSync(join(tmpdir(), "ways-"));
copyFileSync(join(folder, "build/playground.html"), join(beside, "playground.html"));
const { page, wrong } = await opened(await chromium.newContext(), `${pathToFileURL(join(beside, "playground.html"))}#story=cars&friction=0.3`);
await page.locator("#foot summary").click();
const frame = await page.locator("#share-frame").inputValue();
for (const text of [frame, await page.locator("#share-link").inputValue()]) assert.doesNotMatch(text, /file:/);
assert.equal(await page.locator("#share-tag").count(), 0, "no script that the reader does not have");
writeFileSync(join(beside, "host.html"), `<!doctype html><title>host</title>${frame}`);
await page.goto(pathToFileURL(join(beside, "host.html")).href);
await page.frameLocator("iframe").locator("#drop").click();
assert.equal(await page.frameLocator("iframe").locator("#friction").inputValue(), "0.3");
assert.deepEqual(wrong, []);
rmSync(beside, { recursive: true });
await chromium.close();
