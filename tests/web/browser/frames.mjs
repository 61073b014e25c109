// Frame times while the rod is dragged with every law shown, beside those of an empty page: the 95th percentile of each.
// It measures and tells; timings of a busy machine prove nothing. Usage: frames.mjs FOLDER [MOVES]
import { browser, nearTip, page as opened } from "./open.mjs";
import { serve } from "./serve.mjs";

const moves = Number(process.argv[3] ?? 300);
const site = await serve(process.argv[2]);
const chromium = await browser();
const context = await chromium.newContext({ viewport: { width: 1200, height: 900 } });

const PARTS = { ScriptDuration: "scripts", RecalcStyleDuration: "style", LayoutDuration: "layout", TaskDuration: "all tasks" };

/** What chromium itself says it spent, in seconds. */
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
await chromium.close();
await site.stop();
