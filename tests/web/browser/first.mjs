// Tests the first screen in chromium as a reader uses it, by mouse and by keys: drop, sliders, energy, stories and
// steps. Tests also the lesson and an embedded story.
// Usage: first.mjs FOLDER
import assert from "node:assert/strict";
import { browser, drag, page as opened } from "./open.mjs";
import { gzipSync } from "node:zlib";
import { serve } from "./serve.mjs";

const site = await serve(process.argv[2]);
const chromium = await browser();
const SIZES = [[1440, 900], [1280, 720], [375, 812]];

// All main elements of the first screen are visible without scrolling.
for (const [width, height] of SIZES) {
    const context = await chromium.newContext({ viewport: { width, height } });
    const { page } = await opened(context, site.address);
    for (const id of ["lead", "stage", "drop", "friction", "bounciness", "energies", "why", "task"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${id} ends at ${box.y + box.height} of ${height}`);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: no scrolling sideways`);
    await context.close();
}

const context = await chromium.newContext({ viewport: { width: 1280, height: 720 } });
const { page, wrong } = await opened(context, site.address);
const picture = () => page.locator("#stage").evaluate((canvas) => canvas.toDataURL());
const shares = async () => (await page.locator("#energies b").allTextContents()).map((text) => Number.parseInt(text));

const start = await picture();
assert.deepEqual(await shares(), [100, 100, 100, 100]);
await page.locator("#drop").focus();
await page.keyboard.press("Enter");
await page.waitForTimeout(1500);
assert.notEqual(await picture(), start, "the bodies move");
await page.locator("#told").filter({ hasText: "energy" }).waitFor({ timeout: 20000 });
assert.ok((await shares()).every((share) => share < 100));
assert.equal(await page.locator("#energies li[data-gains]").count(), 1, "one law creates energy");
assert.match(await page.locator("#energies li[data-gains] em").textContent(), /\b9 %.*0\.5 s/, "how much it gained, and when");
assert.equal(await page.locator("#energies li[data-above]").count(), 0, "no bar is red below the energy of the start");

await page.locator("#bounciness").focus();
for (let i = 0; i < 40; i++) await page.keyboard.press("ArrowLeft");
await page.waitForTimeout(300);
assert.match(await page.evaluate(() => location.hash), /bounciness=0\.5(&|$)/);
await page.locator("#drop").click();
await page.locator("#told").filter({ hasText: "No law" }).waitFor({ timeout: 20000 });

await page.locator("#why").click();
await page.locator("#inner #plane").waitFor();
for (const [step, shown] of [["numbers", "#inner table"], ["laws", "#inner .law-table table"], ["maps", "#inner .maps a"], ["solid", "#solid"], ["watch", "#stage"]]) {
    await page.locator(`#steps button[data-step=${step}]`).click();
    await page.locator(shown).first().waitFor();
    if (step === "maps") {
        const shares = (await page.locator("#inner .maps > li").first().locator("ul li").allTextContents()).map((text) => Number(/(\d+) %/.exec(text)[1]));
        const sum = shares.reduce((all, share) => all + share, 0);
        assert.ok(shares.length > 4 && Math.abs(sum - 100) <= shares.length / 2, `the legend has a row for each colour: ${shares}`);
        assert.deepEqual(await page.locator("#inner .maps > li").first().locator(".across > span").allTextContents(), ["0", "90", "180"]);
    }
    if (step === "solid") assert.equal(await page.locator("#inner [data-body][aria-pressed=true]").getAttribute("data-body"), "rod", "the story of a rod opens with a rod");
}

const names = await page.locator("#stories a").evaluateAll((links) => links.map((link) => link.dataset.story));
assert.equal(names.length, 9);
for (const name of names) {
    await page.locator(`#stories a[data-story=${name}]`).click();
    await page.waitForFunction((story) => document.querySelector("#stories a[aria-current]")?.dataset.story === story, name);
    const before = await picture();
    await page.locator("#drop").click();
    await page.waitForTimeout(400);
    assert.notEqual(await picture(), before, `${name} moves`);
    assert.equal(await page.locator("#energies b", { hasText: "no answer" }).count(), 0, name);
}

// A task is solved by a motion that ran with the required numbers, not by moving a slider across them.
await page.locator("#stories a[data-story=cradle]").click();
const task = page.locator("#task");
const bounciness = page.locator("#bounciness");
await bounciness.fill("0.5");
await page.locator("#drop").click();
await task.filter({ hasText: "Not yet" }).waitFor({ timeout: 20000 });
await page.locator("#drop").click();
await page.waitForTimeout(500);
await bounciness.fill("0.68");
await page.locator("#told").filter({ hasText: "50 %" }).waitFor({ timeout: 20000 });
assert.equal(await task.getAttribute("data-done"), "false", "the number has changed during the motion");
await page.locator("#drop").click();
await page.locator("#task[data-done=true]").waitFor({ timeout: 20000 });
await bounciness.fill("0.7");
await page.locator("#task[data-done=false]").waitFor();

// A tap on the words mu and e opens their explanation.
for (const [dial, word] of [["bounciness", "restitution"], ["friction", "Coulomb"]]) {
    if (dial === "friction") await page.locator("#stories a[data-story=foot]").click();
    const note = page.locator(`.dial[data-dial=${dial}] .note`);
    assert.equal(await note.isVisible(), false);
    await page.locator(`.dial[data-dial=${dial}] .term`).click();
    await note.filter({ hasText: word }).waitFor();
}

// Each story opens from its own address.
for (const name of names) {
    const { page: own, wrong: faults } = await opened(context, `${site.address}#story=${name}`);
    await own.locator("#energies li").first().waitFor();
    assert.ok(await own.locator("#stage").evaluate((canvas) => canvas.width > 100 && canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((x) => x > 0)), `${name} is drawn`);
    assert.deepEqual(faults, [], name);
    await own.close();
}

// The step "why": the impulse grows in slow motion, and the reader chooses another law.
await page.goto(`${site.address}#story=gain&step=why`);
await page.locator("#inner #plane").waitFor();
await page.waitForTimeout(600);
const bead = () => page.locator("#inner .bead").getAttribute("transform");
const before = await bead();
await page.waitForTimeout(400);
assert.notEqual(await bead(), before, "the impulse grows");
await page.locator("#phase", { hasText: "The bodies part" }).waitFor({ timeout: 20000 });
assert.equal(await page.locator("#inner .choices button", { hasText: "creates energy" }).count(), 1);
await page.locator("#inner .choices [data-law=whittaker]").click();
assert.equal(await page.locator("#inner [data-law=whittaker][aria-pressed=true]").count(), 1);

// A body in 3D can be turned by the arrow keys and by the pointer, and it falls.
await page.locator("#steps [data-step=solid]").click();
const solid = () => page.locator("#solid").evaluate((canvas) => canvas.toDataURL());
for (const body of ["ellipsoid", "rod", "box"]) {
    const other = await solid();
    await page.locator(`[data-body=${body}]`).click();
    await page.waitForTimeout(300);
    assert.notEqual(await solid(), other, body);
}
const slips = () => page.locator("#inner figure svg > path").last().getAttribute("d");
const [upright, slip] = [await solid(), await slips()];
await page.locator("#solid").focus();
for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowRight");
await page.waitForTimeout(500);
assert.notEqual(await solid(), upright, "keys turn the body");
assert.notEqual(await slips(), slip, "the slip of the first impact follows");
const box = await page.locator("#solid").boundingBox();
const turned = await solid();
await page.mouse.move(box.x + 100, box.y + 100);
await page.mouse.down();
await page.mouse.move(box.x + 180, box.y + 130);
await page.mouse.up();
await page.waitForTimeout(500);
assert.notEqual(await solid(), turned, "dragging turns the body");
await page.locator("#inner .go").click();
await page.locator("#solid-told", { hasText: "apart" }).waitFor({ timeout: 20000 });

// The whole lesson can be done with the keyboard alone.
await page.goto(`${site.address}#story=rod`);
await page.locator("#teach").focus();
await page.keyboard.press("Enter");
const at = (number) => page.locator("#lesson .count", { hasText: `${number} of 5` }).waitFor();
const press = async (id) => {
    // Press the tab key until the button has the focus.
    for (let i = 0; i < 60; i++) {
        if (await page.evaluate((wanted) => document.activeElement?.id === wanted, id)) return page.keyboard.press("Enter");
        await page.keyboard.press("Tab");
    }
    assert.fail(`the tab key does not reach ${id}`);
};
for (let number = 1; number <= 5; number++) {
    await at(number);
    const watched = await page.locator("#stage").isVisible();
    if (watched) {
        assert.equal(await page.evaluate(() => document.activeElement.id), "drop", "the button that drops has the focus");
        const still = await picture();
        await page.keyboard.press("Enter");
        await page.waitForTimeout(500);
        assert.notEqual(await picture(), still, `page ${number} moves`);
        if (number === 2) {
            await page.waitForTimeout(1200);
            assert.ok((await shares()).every((share) => share === 100 || share > 50), "without friction no rod loses its slip energy");
        }
    } else await page.locator("#inner #plane").waitFor();
    await press("answer");
    assert.ok((await page.locator("#lesson .answer").textContent()).length > 40);
    if (number < 5) number % 2 ? await page.keyboard.press("PageDown") : await press("next");
}
await page.keyboard.press("PageUp");
await at(4);
await page.keyboard.press("Escape");
await page.locator("#lesson").waitFor({ state: "detached" });

// On a phone, the row of stories fades at the side where it continues. Choosing a story shows the beginning of the
// story.
const phone = await chromium.newContext({ viewport: { width: 375, height: 812 } });
{
    const { page: small } = await opened(phone, site.address);
    const more = () => small.locator("#stories").getAttribute("data-more");
    assert.equal(await more(), "right");
    await small.locator("#stories a[data-story=cradle]").click();
    await small.waitForFunction(() => scrollY === 0 && document.querySelector("#stories").dataset.more === "left right");
    await small.locator("#stories a[data-story=foot]").click();
    await small.waitForFunction(() => scrollY === 0 && document.querySelector("#stories").dataset.more === "left");
    await small.locator("#steps [data-step=numbers]").click();
    await small.locator("#inner .scrolls[data-more=right]").waitFor();
}
await phone.close();

// On a phone, a link to a story shows its name in the row of stories, and a finger turns each 3D view.
const finger = await chromium.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
// Browsers report different values for the movement of a finger, so the test sets them to 0.
await finger.addInitScript(() => {
    for (const name of ["movementX", "movementY"]) Object.defineProperty(MouseEvent.prototype, name, { get: () => 0 });
});
for (const name of names) {
    const { page: small } = await opened(finger, `${site.address}#story=${name}`);
    const [left, right, first, last] = await small.locator("#stories").evaluate((row) => {
        const [all, one] = [row, row.querySelector("[aria-current]")].map((element) => element.getBoundingClientRect());
        return [one.left, one.right, all.left, all.right];
    });
    assert.ok(left >= first - 1 && right <= last + 1, `${name} from ${left} to ${right} in ${first} to ${last}`);
    assert.equal(await small.evaluate(() => scrollY), 0, name);
    await small.close();
}
for (const [address, view] of [["story=cube", "#stage"], ["story=rod&step=solid", "#solid"], ["v=1&tab=space", ".space-turn"]]) {
    const { page: small } = await opened(finger, `${site.address}#${address}`);
    const turning = small.locator(view);
    await turning.waitFor();
    await turning.scrollIntoViewIfNeeded();
    await small.waitForTimeout(500);
    const look = () => turning.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : element.innerHTML));
    const before = await look();
    await drag(small, turning, 80, 0);
    await small.waitForTimeout(500);
    assert.ok((await look()) !== before, `a finger turns ${view}`);
    await small.close();
}
await finger.close();

// An embedded story works with the element and with the frame that the page offers.
await page.goto(`${site.address}#story=cars&friction=0.3`);
await page.locator("#foot summary").click();
const [tag, frame] = [await page.locator("#share-tag").inputValue(), await page.locator("#share-frame").inputValue()];
// The test supplies the host page, which is not a file. The service worker would try to fetch it and is blocked.
const plain = await chromium.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: "block" });
for (const text of [tag, frame]) {
    const host = await plain.newPage();
    await host.route("**/host.html", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><title>host</title>${text}` }));
    await host.goto(`${site.address}host.html`);
    const inside = host.frameLocator("iframe");
    await inside.locator("#drop").click();
    await inside.locator("#told", { hasText: "energy" }).waitFor({ timeout: 20000 });
    assert.equal(await inside.locator("#friction").inputValue(), "0.3");
    for (const id of ["stories", "steps", "foot"]) assert.equal(await inside.locator(`#${id}`).isVisible(), false, id);
    const [whole, room] = await inside.locator("html").evaluate((page) => [page.scrollHeight, page.clientHeight]);
    assert.ok(whole <= room, `the story needs ${whole} of ${room} pixels`);
    if (text === tag) {
        await host.locator("carom-drop").evaluate((element) => element.setAttribute("story", "gain"));
        await inside.locator("#lead", { hasText: "more energy" }).waitFor();
    }
    await host.close();
}

// The compressed size of all files that the first screen loads is limited.
const loads = [];
plain.on("response", (response) => loads.push(response));
const { page: fresh } = await opened(plain, site.address);
await fresh.waitForTimeout(500);
let size = 0;
for (const response of loads) if (response.ok()) size += gzipSync(await response.body(), { level: 9 }).length;
assert.ok(loads.length > 5 && size < 200_000, `${size} bytes in ${loads.length} files`);

await page.goto(`${site.address}#story=gain`);
await page.locator("#everything").click();
await page.getByRole("tablist").waitFor();
assert.match(await page.evaluate(() => location.hash), /scene=rod/);
assert.deepEqual(wrong, [], "nothing went wrong on the page");
await chromium.close();
await site.stop();
console.log(`first screen: ${SIZES.length} sizes, ${names.length} stories, 6 steps, 5 pages of the lesson, ${size} bytes gzipped in ${loads.length} files`);
