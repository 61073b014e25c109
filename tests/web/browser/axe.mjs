// Tests the main states of the playground with axe-core, light and dark, on a wide screen and on a phone. axe-core must
// find no fault. The tab key must reach every control. Usage: axe.mjs FOLDER
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { browser, page } from "./open.mjs";
import { serve } from "./serve.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const site = await serve(process.argv[2]);
const chromium = await browser();
const STATES = ["", "#story=cube", "#story=rod&step=why", "#story=rod&step=numbers", "#story=rod&step=laws", "#story=rod&step=maps", "#tab=impact", "#tab=map", "#tab=map&map.by=energy", "#tab=map&map.by=apart", "#tab=space"];
// States that share their elements with those above are tested only light and wide, because each test takes seconds.
const ONCE = ["#story=rod&step=solid", "#story=die&step=why", "#lesson=1&story=rod", "#lesson=4&story=gain&step=why", "#embed=1&story=gain", "#story=gain", "#story=superball", "#story=cars", "#story=die", "#story=cradle", "#story=engine", "#story=foot"];
const SIZES = [{ width: 1200, height: 900 }, { width: 375, height: 800 }];
let looked = 0, found = 0, controls = 0;

for (const colorScheme of ["light", "dark"]) {
    for (const viewport of SIZES) {
        const context = await chromium.newContext({ colorScheme, viewport, bypassCSP: true });
        const once = colorScheme === "light" && viewport === SIZES[0];
        // Colours are the same at both widths, so only one dark state is tested on a phone.
        const states = once ? [...STATES, ...ONCE] : colorScheme === "dark" && viewport === SIZES[1] ? STATES.slice(0, 1) : STATES;
        for (const state of states) {
            const { page: shown, wrong } = await page(context, site.address + state);
            for (const more of await shown.locator(".challenges summary, #foot:visible summary, #answer").all()) await more.click();
            await shown.waitForTimeout(200);
            await shown.evaluate(axe);
            const { violations } = await shown.evaluate(() => globalThis.axe.run());
            const where = `${state} ${colorScheme} ${viewport.width}`;
            for (const one of violations) for (const node of one.nodes) console.log(`${where}: ${one.id}: ${node.target} ${node.failureSummary?.split("\n")[1] ?? ""}`);
            for (const words of wrong) console.log(`${where}: ${words}`);
            found += violations.length + wrong.length;
            const { scroll, width } = await shown.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }));
            if (scroll > width) (found++, console.log(`${where}: ${scroll} wide, the window is ${width}`));
            if (colorScheme === "light" && viewport === SIZES[0]) {
                const [unreached, count] = await byKeyboard(shown);
                controls += count;
                for (const name of unreached) (found++, console.log(`${where}: not reached by the tab key: ${name}`));
            }
            looked++;
            await shown.close();
        }
        await context.close();
    }
}

/** Presses the tab key more often than there are controls. Returns the controls that never had the focus, and the number of all. */
async function byKeyboard(shown) {
    const CONTROLS = "button, select, input, summary, a[href], [tabindex='0']";
    const count = await shown.evaluate((all) => {
        const seen = [...document.querySelectorAll(all)].filter((e) => e.checkVisibility() && e.getClientRects().length && e.tabIndex >= 0 && !e.disabled);
        seen.forEach((e, i) => (e.dataset.control = i));
        document.activeElement?.blur();
        return seen.length;
    }, CONTROLS);
    const reached = new Set();
    for (let i = 0; i < count + 40; i++) {
        await shown.keyboard.press("Tab");
        const at = await shown.evaluate(() => {
            const { activeElement: e } = document;
            // The tab key reaches one of the radio buttons with the same name, the arrow keys reach the others.
            const same = e?.type === "radio" ? [...document.getElementsByName(e.name)] : [e];
            return same.map((x) => x?.dataset?.control);
        });
        for (const one of at) reached.add(one);
    }
    const left = await shown.evaluate(
        (got) => [...document.querySelectorAll("[data-control]")].filter((e) => !got.includes(e.dataset.control)).map((e) => e.outerHTML.slice(0, 120)),
        [...reached].filter(Boolean),
    );
    return [left, count];
}

await chromium.close();
await site.stop();
console.log(`${looked} states: ${found} faults; ${controls} controls reached by the tab key`);
process.exitCode = found || looked < 20 || controls < 20 ? 1 : 0;
