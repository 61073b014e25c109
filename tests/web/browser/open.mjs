import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Starts Debian's chromium, or the program that CHROMIUM names. It can connect to this machine only. */
export async function browser() {
    const program = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
    if (!program) throw new Error("no chromium here: install Debian's package chromium");
    return chromium.launch({
        executablePath: program,
        args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
}

/** Opens a page of the playground and waits until it has started. Returns the page and a list of its errors. */
export async function page(context, address) {
    const opened = await context.newPage();
    const wrong = [];
    opened.on("pageerror", (error) => wrong.push(error.message));
    opened.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    await opened.goto(address);
    await opened.locator("#drop, [role=tablist]").first().waitFor({ state: "attached" });
    return { page: opened, wrong };
}

/** Scrolls a drawn rod into view. Returns the point on the screen a little below its upper tip. */
export async function nearTip(rod) {
    await rod.scrollIntoViewIfNeeded();
    return rod.evaluate((path) => {
        const at = path.getPointAtLength(0.9 * path.getTotalLength()).matrixTransform(path.getScreenCTM());
        return [at.x, at.y];
    });
}

/** Drags a finger on an element from its middle by (x, y). The context of the page must have touch. */
export async function drag(page, element, x, y) {
    const box = await element.boundingBox();
    const [left, top] = [box.x + box.width / 2, box.y + box.height / 2];
    const session = await page.context().newCDPSession(page);
    const send = (type, share) => session.send("Input.dispatchTouchEvent", { type, touchPoints: share === undefined ? [] : [{ x: left + share * x, y: top + share * y }] });
    await send("touchStart", 0);
    for (let i = 1; i <= 8; i++) await send("touchMove", i / 8);
    await send("touchEnd");
    await session.detach();
}
