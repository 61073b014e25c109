// Measures frame times in two cases: four laws bounce on the first screen, and the rod is dragged while every law is
// shown. Compares them with those of an empty page. The median of the page's own work in a frame must be below MOST.
// Other programs change this median only slightly.
// Usage: frames.mjs FOLDER [MOVES]
import { browser, nearTip, page as opened } from "./open.mjs";
import { serve } from "./serve.mjs";

const moves = Number(process.argv[3] ?? 300);
const site = await serve(process.argv[2]);
const chromium = await browser();
const context = await chromium.newContext({ viewport: { width: 1200, height: 900 } });

const PARTS = { ScriptDuration: "scripts", RecalcStyleDuration: "style", LayoutDuration: "layout", TaskDuration: "all tasks" };

/** Returns the times that chromium reports for its tasks, in seconds. */
async function spent(session) {
    const { metrics } = await session.send("Performance.getMetrics");
    return Object.fromEntries(metrics.map((row) => [row.name, row.value]));
}

async function measured(page, x, y) {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    const before = await spent(session);
    await page.evaluate(() => {
        globalThis.frames_ = [];
        let last = performance.now();
        const next = (now) => (globalThis.frames_.push(now - last), (last = now), requestAnimationFrame(next));
        requestAnimationFrame(next);
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 0; i < moves; i++) await page.mouse.move(x - 60 * Math.sin(i / 10), y + 30 * Math.cos(i / 7));
    await page.mouse.up();
    const times = (await page.evaluate(() => globalThis.frames_)).slice(5).sort((a, b) => a - b);
    const after = await spent(session);
    const parts = Object.entries(PARTS).map(([key, name]) => `${name} ${((1000 * (after[key] - before[key])) / times.length).toFixed(1)}`);
    return { parts: parts.join(", "), p95: times[Math.floor(0.95 * times.length)], median: times[Math.floor(0.5 * times.length)], count: times.length };
}

/** The largest median of the page's own work: half of a frame of 60 Hz, in ms. */
const MOST = 8;

/** Runs before the page's scripts. Records the time of the page's work in each frame that redraws the impact. */
function watched() {
    const own = requestAnimationFrame;
    const frames = (globalThis.work_ = new Map());
    globalThis.requestAnimationFrame = (call) =>
        own((now) => {
            const from = performance.now();
            call(now);
            const frame = frames.get(now) ?? { took: 0, calls: 0 };
            frames.set(now, { took: frame.took + performance.now() - from, calls: frame.calls + 1 });
        });
}

async function worked(page, x, y) {
    await page.evaluate(() => globalThis.work_.clear());
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 0; i < moves; i++) await page.mouse.move(x - 60 * Math.sin(i / 10), y + 30 * Math.cos(i / 7));
    await page.mouse.up();
    const took = (await page.evaluate(() => [...globalThis.work_.values()])).filter((frame) => frame.calls > 1).map((frame) => frame.took).sort((a, b) => a - b);
    const share = (k) => took[Math.floor(k * took.length)];
    return { p95: share(0.95), median: share(0.5), count: took.length };
}

const empty = await context.newPage();
await empty.goto("about:blank");
const { page } = await opened(context, `${site.address}#scene=rod&s.angle=45&with=routh,whittaker,smith,chatterjee2`);
for (let round = 0; round < 2; round++) {
    await empty.bringToFront();
    const nothing = await measured(empty, 400, 400);
    await page.bringToFront();
    const dragged = await measured(page, ...(await nearTip(page.getByRole("slider", { name: /^turn/ }))));
    const ms = (x) => `${x.toFixed(1)} ms`;
    console.log(`dragging: 95th percentile ${ms(dragged.p95)}, median ${ms(dragged.median)} of ${dragged.count} frames; empty page: ${ms(nothing.p95)}, ${ms(nothing.median)} of ${nothing.count}; ratio ${(dragged.p95 / nothing.p95).toFixed(2)}`);
    console.log(`  ms of every frame while dragging: ${dragged.parts}`);
    await page.reload();
}
await context.addInitScript(watched);
await page.reload();
await page.getByRole("tablist").waitFor();
const work = await worked(page, ...(await nearTip(page.getByRole("slider", { name: /^turn/ }))));
console.log(`own work in ${work.count} frames that draw the impact: 95th percentile ${work.p95.toFixed(1)} ms, median ${work.median.toFixed(1)} ms`);

// Four laws bounce on the first screen. The measurements of the two pages alternate, so that other programs slow down
// both equally.
async function intervals(page, seconds) {
    return page.evaluate(
        (most) =>
            new Promise((done) => {
                const times = [];
                let last = performance.now();
                const from = last;
                const next = (now) => {
                    times.push(now - last);
                    last = now;
                    if (now - from < 1000 * most) requestAnimationFrame(next);
                    else done(times.slice(5));
                };
                requestAnimationFrame(next);
            }),
        seconds,
    );
}
const first = await context.newPage();
await first.goto(`${site.address}#story=rod`);
await first.locator("#drop").waitFor();
await first.evaluate(() => globalThis.work_.clear());
const [idle, bouncing] = [[], []];
for (let round = 0; round < 3; round++) {
    await empty.bringToFront();
    idle.push(...(await intervals(empty, 3)));
    await first.bringToFront();
    await first.locator("#drop").click();
    bouncing.push(...(await intervals(first, 3)));
    await first.waitForTimeout(1500);
}
const part = (list, k) => [...list].sort((a, b) => a - b)[Math.floor(k * list.length)];
const own = await first.evaluate(() => [...globalThis.work_.values()].filter((frame) => frame.calls > 1).map((frame) => frame.took));
const [empty95, first95] = [part(idle, 0.95), part(bouncing, 0.95)];
console.log(`four laws bounce: 95 % of ${bouncing.length} intervals within ${first95.toFixed(1)} ms; empty page: ${empty95.toFixed(1)} ms of ${idle.length}; ratio ${(first95 / empty95).toFixed(2)}; own work: 95th percentile ${part(own, 0.95).toFixed(1)} ms, median ${part(own, 0.5).toFixed(1)} ms`);
await chromium.close();
await site.stop();
if (!(part(own, 0.5) < MOST)) throw new Error(`half of the frames with four laws take more than ${MOST} ms`);
if (!(work.count >= moves / 3 && work.median < MOST)) throw new Error(`${work.count} frames, half of them take more than ${work.median} ms; ${MOST} is the most`);
