// Tests the playground in chromium as a reader uses it: drags, sliders, links, copies, pictures, challenges, the map
// and the 3D view. The playground must also work after the server has stopped. Usage: play.mjs PLAYGROUND [PYTHON]
//   PLAYGROUND  its built folder: the test serves dist/ and uses build/ to decode links
//   PYTHON      an interpreter with carom, to run the code that the page copies
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { browser, nearTip, page as opened } from "./open.mjs";
import { serve } from "./serve.mjs";

const folder = resolve(process.argv[2]);
const python = process.argv[3];
const module = (path) => import(pathToFileURL(join(folder, path)).href);
const { load } = await module("node_modules/carom/dist/index.js");
const [{ decode }, { contactOf }, { problemFor }, { LINKS }] = await Promise.all(["build/state.js", "build/scenes/index.js", "build/ask.js", "test/challenges.mjs"].map(module));
const carom = await load();

/** Returns the state of an address, and the result of the library for its impact. */
function hitOf(link) {
    const { state } = decode(carom, link);
    const { W, v } = contactOf(carom, state.scene, state.at);
    return { state, hit: carom.collide(state.law, problemFor(carom, carom.law(state.law), { ...state.params, W, v })) };
}

const site = await serve(join(folder, "dist"));
const chromium = await browser();
const context = await chromium.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true });
const { page, wrong } = await opened(context, `${site.address}#tab=impact`);
const address = () => page.evaluate(() => location.hash);
/** The page updates its address a moment after its state. */
// Waits with a timer of the page itself, so that earlier timers of a slow page have also run.
const wait = (ms) => page.evaluate((time) => new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done)), time)), ms);
const settled = async () => (await wait(400), address());
const answer = page.locator("#answer");
/** Opens a link in the same page, like a reader who changes the address. */
const go = async (link) => {
    await page.evaluate((hash) => (location.hash = hash), link.replace(/^#?/, "#"));
    await wait(250);
};
let steps = 0;
async function step(what, does) {
    const from = performance.now();
    await does();
    steps++;
    console.log(`ok ${what} (${Math.round(performance.now() - from)} ms)`);
}

await step("a link opens its impact", async () => {
    const presets = JSON.parse(readFileSync(join(folder, "dist/presets.json"), "utf8"));
    const paper = presets.find((preset) => /Wang & Mason/.test(preset.group)) ?? presets[0];
    await go(paper.link);
    await answer.filter({ hasText: hitOf(paper.link).hit.mode }).waitFor();
});

await step("the rod is dragged", async () => {
    await go("v=1&scene=rod&s.angle=45&s.vx=0.6&s.vy=-1&law=routh&p.mu=0.7&p.e=0.5");
    const rod = page.getByRole("slider", { name: /^turn/ });
    const before = Number(await rod.getAttribute("aria-valuenow"));
    const [x, y] = await nearTip(rod);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 10; i++) await page.mouse.move(x - 6 * i, y - 2 * i);
    await page.mouse.up();
    const after = Number(await rod.getAttribute("aria-valuenow"));
    assert.ok(after - before > 5, `turned from ${before} to ${after} degrees`);
    const { state, hit } = hitOf(await settled());
    assert.ok(Math.abs(state.at.angle - after) < 1, "the address tells the angle");
    assert.match(await answer.textContent(), new RegExp(hit.mode));
});

// At 45 degrees W is (2.5, -1.5; -1.5, 2.5). For mu >= 1.5 / 2.5 friction holds a slip that has stopped.
await step("across the critical friction the mode changes", async () => {
    await go("v=1&scene=rod&s.angle=45&s.vx=0.2&s.vy=-1&law=routh&p.mu=0.5&p.e=0.5");
    const mu = page.getByRole("slider", { name: "mu", exact: true });
    for (const [value, mode] of [["0.58", "c-reversed"], ["0.62", "c-sticking"]]) {
        await mu.fill(value);
        await answer.filter({ hasText: mode }).waitFor({ timeout: 3000 });
    }
});

await step("the path is scrubbed", async () => {
    const scrub = page.getByRole("slider", { name: /path/ });
    const picture = page.locator("#plane");
    const before = await picture.innerHTML();
    await scrub.fill("0.4");
    assert.equal(decode(carom, await settled()).state.scrub, 0.4);
    assert.notEqual(await picture.innerHTML(), before);
});

await step("copied as Python it runs to the same numbers", async () => {
    await page.getByRole("button", { name: "Python" }).click();
    const program = await page.getByLabel("The impact to copy").inputValue();
    assert.match(program, /import carom/);
    if (!python) return console.log("   without Python: the program was not run");
    const more = `\nimport json\nprint(json.dumps([*map(float, hit.P), *map(float, hit.v), float(hit.dE)]))\n`;
    const said = execFileSync(python, ["-c", program + more], { encoding: "utf8" }).trim().split("\n").at(-1);
    const { hit } = hitOf(await settled());
    assert.deepEqual(JSON.parse(said), [...hit.P, ...hit.v, hit.dE]);
});

await step("what must leave its range is let, copied with it, and held again", async () => {
    await go("v=1&scene=rod&s.angle=45&law=routh&p.restitution=newton&p.mu=0.7&p.e=1.4");
    await answer.filter({ hasText: /outside \[0, 1\].*\)$/ }).waitFor();
    await page.getByRole("button", { name: "Let e leave its range" }).click();
    await answer.filter({ hasText: "Violates: dE>0" }).waitFor();
    await page.getByRole("button", { name: "Python" }).click();
    assert.match(await page.getByLabel("The impact to copy").inputValue(), /allow=\[.*"e".*\]/);
    assert.ok(decode(carom, await settled()).state.allow.includes("e"));
    await page.getByRole("button", { name: "again" }).click();
    await answer.filter({ hasText: "outside [0, 1]" }).waitFor();
});

await step("every stop has its picture: where paths end whatever the friction", async () => {
    for (const stop of carom.law("routh").coefficients.find((param) => param.name === "restitution").choices) {
        await go(`v=1&scene=rod&s.angle=45&s.vx=0.6&s.vy=-1&law=routh&p.restitution=${stop}&p.mu=0.7&p.e=0.5`);
        const [corners, far] = await page.evaluate(() => {
            const line = document.querySelector("[data-layer=termination] > path");
            const end = document.querySelector("[data-layer=ends] > circle").transform.baseVal[0].matrix;
            const all = line.getTotalLength();
            const away = (k) => { const p = line.getPointAtLength(all * k); return Math.hypot(p.x - end.e, p.y - end.f); };
            return [line.getAttribute("d").split("L").length, Math.min(...Array.from({ length: 4001 }, (_, k) => away(k / 4000)))];
        });
        assert.ok(corners >= 2 && far < 2, `${stop}: ${corners} corners, ${far} pixels from the end`);
    }
});

await step("a word of a link that means nothing is named", async () => {
    await go("v=1&tab=map&map.x=frog");
    await page.locator("#notice", { hasText: "map.x = frog" }).waitFor();
    await go("v=1&tab=impact");
});

await step("bodies that make no contact are told, and the page goes on", async () => {
    await go("v=1&scene=rod&s.L=1e-200");
    await answer.filter({ hasText: "moment of inertia" }).waitFor();
    await go("v=1&tab=space&space.vn=5");
    await page.locator("output", { hasText: "separating" }).waitFor();
    await go("v=1&tab=impact");
    await answer.filter({ hasText: "sticking" }).waitFor();
});

await step("the picture is saved as SVG", async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: /SVG/ }).click()]);
    const text = readFileSync(await download.path(), "utf8");
    const [root, faults, paths] = await page.evaluate((svg) => {
        const read = new DOMParser().parseFromString(svg, "image/svg+xml");
        return [read.documentElement.localName, read.querySelectorAll("parsererror").length, read.querySelectorAll("path").length];
    }, text);
    assert.deepEqual([root, faults], ["svg", 0]);
    assert.ok(paths > 10 && !/var\(--/.test(text), `${paths} paths, and colours that stand without the page`);
});

await step("three challenges are passed, and not by what is near", async () => {
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    const rows = page.locator(".challenges li");
    await page.locator(".challenges summary").click();
    for (const name of ["newton", "superball", "all"]) {
        const row = page.locator(`.challenges li[data-test="${name}"]`);
        const done = page.locator(`.challenges li[data-test="${name}"][data-done="true"]`);
        // A link or preset does not solve a challenge that is not started, or whose condition was true when it started.
        await go(LINKS[name].yes);
        await row.getByRole("button").click();
        await wait(400);
        assert.equal(await done.count(), 0, name);
        await go(LINKS[name].no);
        assert.equal(await done.count(), 0, name);
        await go(LINKS[name].yes);
        await done.waitFor({ timeout: 3000 });
    }
    assert.equal(await rows.count(), 10);
});

await step("a click on the map opens that impact", async () => {
    await go("v=1&tab=map&scene=rod&s.vx=0.6&s.vy=-1&law=routh&p.mu=0.7&p.e=0.5&map.x=s.angle&map.x0=0&map.x1=180&map.y=p.mu&map.y0=0&map.y1=1");
    const map = page.getByRole("application", { name: /^Map of routh/ });
    await page.waitForTimeout(500);
    const box = await map.boundingBox();
    const at = { x: 0.25 * box.width, y: 0.75 * box.height };
    await map.hover({ position: at });
    const read = await page.locator(".map-read").textContent();
    await map.click({ position: at });
    const { state, hit } = hitOf(await settled());
    assert.equal(state.tab, "impact");
    assert.ok(Math.abs(state.at.angle - 45) < 1 && Math.abs(state.params.mu - 0.25) < 0.01, JSON.stringify([state.at, state.params]));
    assert.ok(read.includes(hit.mode), `${read} says ${hit.mode}`);
    await page.goBack();
    await map.focus();
    for (const key of ["ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    assert.equal(decode(carom, await settled()).state.tab, "impact");
});

await step("impulse space turns by mouse and by keys", async () => {
    await go("v=1&tab=space&law=routh&p.mu=0.7&p.e=0.5");
    const solid = page.getByRole("application", { name: /^Impulse space/ });
    const before = await solid.innerHTML();
    await solid.focus();
    await page.keyboard.press("ArrowLeft");
    assert.equal(decode(carom, await settled()).state.space.view, "35");
    const box = await solid.boundingBox();
    await page.mouse.move(box.x + 200, box.y + 200);
    await page.mouse.down();
    await page.mouse.move(box.x + 260, box.y + 230, { steps: 5 });
    await page.mouse.up();
    assert.notEqual(decode(carom, await settled()).state.space.view, "35");
    assert.notEqual(await solid.innerHTML(), before);
});

await step("the page may load its own files alone, and run no text as a script", async () => {
    const tried = await page.evaluate(async () => {
        const blocked = new Set();
        document.addEventListener("securitypolicyviolation", (event) => blocked.add(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "globalThis.injected = true";
        const image = Object.assign(new Image(), { src: "http://127.0.0.1:9/elsewhere.png" });
        document.head.append(script, image);
        await fetch("http://127.0.0.1:9/").catch(() => {});
        await new Promise((later) => setTimeout(later, 200));
        return { ran: "injected" in globalThis, blocked: [...blocked].sort() };
    });
    // The page reports the blocked attempts as errors. There must be no other errors.
    assert.deepEqual(wrong.splice(0).filter((text) => !/Content Security Policy/.test(text) || !/127\.0\.0\.1:9|inline script/.test(text)), []);
    assert.deepEqual(tried, { ran: false, blocked: ["connect-src", "img-src", "script-src-elem"] });
});

await step("it works after the server is gone", async () => {
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    await page.waitForTimeout(500);
    await site.stop();
    await go(LINKS.reversal.yes);
    await page.reload();
    await answer.filter({ hasText: hitOf(LINKS.reversal.yes).hit.mode }).waitFor({ timeout: 10000 });
    await page.getByRole("slider", { name: "mu", exact: true }).fill("0.9");
    await answer.filter({ hasText: "c-sticking" }).waitFor({ timeout: 3000 });
    await page.getByRole("tab", { name: "Map" }).click();
    await page.getByRole("application", { name: /^Map of/ }).waitFor();
});

await chromium.close();
assert.deepEqual(wrong, [], "nothing went wrong on the page");
console.log(`${steps} of 15 steps`);
process.exitCode = steps === 15 ? 0 : 1;
