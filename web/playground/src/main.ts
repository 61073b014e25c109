/**
 * The playground: an impact with friction in the reader's browser. How it is made:
 *
 *   library.ts   loads carom, the package of web/carom: every number on the page, every name, range, colour, mark and
 *                citation comes from it
 *   scenes/      what can hit what: the numbers of a scene (fields), the bodies they make (carom.contact does the rest),
 *                how they look; a new scene is a value in the list of scenes/index.ts
 *   state.ts     State, the whole state of the page, as values only; encode() and decode() make the address of it
 *   store.ts     Store: state, set(change, "replace" | "push"), subscribe(listener); it keeps the address up to date
 *   tabs/        one file a way to look: impact.ts, map.ts, space.ts. Each is a Mode (tabs/mode.ts): mount(host, store,
 *                carom) draws into host and follows the store; unmount() takes its listeners away (the host is emptied
 *                here). Map and space keep what is theirs in state.map and state.space, texts by name: "map.x=mu"
 *   impact/      the parts of the impact tab; answer.ts asks the library, the others draw
 *   svg.ts       html(), svg(), set(), say(), through(), markPath(): elements made once and changed in place
 *   challenges/  list.ts: what to bring about, and whether the library says it was; panel.ts shows them below every tab
 *   style.css    colours are variables (--paper, --ink, --grey, --line, --accent, --warn), light and dark; the colours of
 *                laws and modes are the library's, light or dark by dark() of theme.ts
 */
import { challenges } from "./challenges/panel.js";
import { library } from "./library.js";
import { html, say, set } from "./svg.js";
import { Store } from "./store.js";
import "./style.css";
import "./tabs/modes.css";
import { impact } from "./tabs/impact.js";
import { map } from "./tabs/map.js";
import type { Mode } from "./tabs/mode.js";
import { space } from "./tabs/space.js";
import { themeButton } from "./theme.js";

const MODES: readonly Mode[] = [impact, map, space];

async function start(): Promise<void> {
    const carom = await library();
    const store = new Store(carom);
    const host = html("div", { id: "mode", role: "tabpanel", tabindex: -1 });
    const notice = html("div", { id: "notice", role: "status", hidden: true });
    const tabs = MODES.map((mode) =>
        html("button", { role: "tab", id: `tab-${mode.name}`, "aria-controls": "mode", type: "button" }, mode.title),
    );
    const bar = html("div", { role: "tablist", "aria-label": "Ways to look" }, ...tabs);
    document.body.replaceChildren(
        html("header", {}, html("h1", {}, "carom"), bar, themeButton()),
        notice,
        html("main", {}, host),
        challenges(store, carom),
    );
    tabs.forEach((tab, i) => {
        tab.addEventListener("click", () => store.set({ tab: MODES[i]?.name ?? "" }, "push"));
        tab.addEventListener("keydown", (event) => {
            const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (!step) return;
            const next = (i + step + tabs.length) % tabs.length;
            store.set({ tab: MODES[next]?.name ?? "" }, "push");
            tabs[next]?.focus();
        });
    });

    let shown: Mode | undefined;
    const show = () => {
        const wanted = MODES.find((mode) => mode.name === store.state.tab) ?? impact;
        say(notice, store.refused.length ? `Not understood in this link: ${store.refused.join("; ")}.` : "");
        notice.hidden = !store.refused.length;
        if (wanted === shown) return;
        shown?.unmount();
        host.replaceChildren();
        tabs.forEach((tab, i) => {
            const here = MODES[i] === wanted;
            set(tab, { "aria-selected": here ? "true" : "false", tabindex: here ? 0 : -1 });
        });
        set(host, { "aria-labelledby": `tab-${wanted.name}` });
        shown = wanted;
        wanted.mount(host, store, carom);
    };
    store.subscribe(show);
    show();
}

/** What was loaded once works without a network; a page in a frame of another site may do without. */
if (import.meta.env.PROD && "serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});

start().catch((error: unknown) => {
    const words = error instanceof Error ? error.message : String(error);
    document.body.replaceChildren(
        html("p", { role: "alert" }, `The playground could not start: ${words}. A browser with WebAssembly is needed.`),
    );
});
