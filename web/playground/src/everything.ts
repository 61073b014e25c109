/**
 * Shows the full page; main.ts loads it if the address does not name a story or a lesson.
 *
 * The playground computes an impact with friction in the reader's browser. Its parts are:
 *
 *   library.ts   loads carom, the package of web/carom. Every number, name, range, colour, mark and citation on the page
 *                comes from it
 *   scenes/      the scenes: their numbers (fields), their bodies, from which carom.contact computes W and v, and their
 *                appearance. A new scene is an entry in the list of scenes/index.ts
 *   state.ts     State, the whole state of the page, which consists of values only. encode() and decode() convert it to
 *                and from the address
 *   store.ts     Store: state, set(change, "replace" | "push"), subscribe(listener). It keeps the address up to date
 *   tabs/        one file for each view: impact.ts, map.ts, space.ts. Each is a Mode (tabs/mode.ts): mount(host, store,
 *                carom) draws into host and follows the store; unmount() removes its listeners (the host is emptied
 *                here). Map and space keep their settings in state.map and state.space as texts by name: "map.x=mu"
 *   impact/      the parts of the impact tab. answer.ts calls the library; the others draw
 *   svg.ts       html(), svg(), set(), say(), through(), markPath(): create elements once and change them in place
 *   challenges/  list.ts has the tasks, and checks with the library whether they are done; panel.ts shows them below
 *                every tab
 *   style.css    defines colours as variables (--paper, --ink, --grey, --line, --accent, --warn), light and dark. The
 *                colours of laws and modes come from the library; dark() of theme.ts selects light or dark
 */
import type { Carom } from "carom";
import { challenges } from "./challenges/panel.js";
import { html, say, set } from "./svg.js";
import { outside } from "./state.js";
import { Store } from "./store.js";
import "./tabs/modes.css";
import { impact } from "./tabs/impact.js";
import { map } from "./tabs/map.js";
import type { Mode } from "./tabs/mode.js";
import { space } from "./tabs/space.js";
import { themeButton } from "./theme.js";

const MODES: readonly Mode[] = [impact, map, space];

/** Puts the full page into the document. */
export function everything(carom: Carom): void {
    const store = new Store(carom);
    const host = html("div", { id: "mode", role: "tabpanel", tabindex: -1 });
    const notice = html("div", { id: "notice", role: "status", hidden: true });
    const tabs = MODES.map((mode) =>
        html("button", { role: "tab", id: `tab-${mode.name}`, "aria-controls": "mode", type: "button" }, mode.title),
    );
    const bar = html("div", { role: "tablist", "aria-label": "Ways to look" }, ...tabs);
    document.body.replaceChildren(
        html("header", {}, html("h1", {}, html("a", { href: "#story=rod" }, "carom")), bar, themeButton()),
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
        const link = store.refused.length ? [`Not understood in this link: ${store.refused.join("; ")}.`] : [];
        const reasons = [...link, ...outside(carom, store.state).map((why) => `${why}.`)];
        say(notice, reasons.join(" "));
        notice.hidden = !reasons.length;
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
