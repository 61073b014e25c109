/**
 * Starts the playground. An address that is empty or names a story or a lesson opens the first screen (first/). Any other address
 * opens the full page (everything.ts). Each part is loaded when it is needed.
 */
import { library, motions } from "./library.js";
import { html } from "./svg.js";
import "./style.css";

const first = (hash: string): boolean => /^#?($|story=|lesson=|embed)/.test(hash);

async function start(): Promise<void> {
    const shown = first(location.hash);
    addEventListener("hashchange", () => first(location.hash) !== shown && location.reload());
    if (shown) {
        const [carom, { firstScreen }] = await Promise.all([library(), import("./first/page.js")]);
        firstScreen(carom, await motions(carom));
    } else {
        const [carom, { everything }] = await Promise.all([library(), import("./everything.js")]);
        everything(carom);
    }
}

/**
 * The service worker lets the page work without a network after the first visit. In a frame or a file it fails, which
 * is ignored.
 */
if (import.meta.env.PROD && location.protocol.startsWith("http") && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});

start().catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    document.body.replaceChildren(
        html("p", { role: "alert" }, `The playground could not start: ${words}. A browser with WebAssembly is needed.`),
    );
});
