import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Debian's chromium, or the one CHROMIUM names. Nothing leaves this machine. */
export async function browser() {
    const program = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));
    if (!program) throw new Error("no chromium here: install Debian's package chromium");
    return chromium.launch({
        executablePath: program,
        args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
    });
}

/** A page of the playground that has started, and what went wrong on it. */
export async function page(context, address) {
    const opened = await context.newPage();
    const wrong = [];
    opened.on("pageerror", (error) => wrong.push(error.message));
    opened.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
    await opened.goto(address);
    await opened.locator("#drop, [role=tablist]").first().waitFor({ state: "attached" });
    return { page: opened, wrong };
}

/** Where on the screen the upper end of a drawn rod is, a little below its tip; brought into view. */
export async function nearTip(rod) {
    await rod.scrollIntoViewIfNeeded();
    return rod.evaluate((path) => {
        const at = path.getPointAtLength(0.9 * path.getTotalLength()).matrixTransform(path.getScreenCTM());
        return [at.x, at.y];
    });
}

/** Drags a finger on an element from its middle by (x, y). The context of the page has touch. */
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
