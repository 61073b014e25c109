import type { Carom } from "carom";
import type { Store } from "../store.js";
import { html, say, set } from "../svg.js";
import { CHALLENGES, met } from "./list.js";

/** Shows the challenges below every tab. Completed ones are remembered in this browser. */

const KEY = "carom-challenges";
/** The challenges are checked when nothing has changed for this time, ms. */
const REST = 150;

function kept(): Set<string> {
    try {
        return new Set((localStorage.getItem(KEY) ?? "").split(","));
    } catch {
        return new Set(); // a page in a frame may have no storage
    }
}

function keep(done: ReadonlySet<string>): void {
    try {
        localStorage.setItem(KEY, [...done].join(","));
    } catch {
        // kept until the page is closed
    }
}

export function challenges(store: Store, carom: Carom): HTMLElement {
    const done = kept();
    const rows = CHALLENGES.map((challenge) => {
        const learned = html("span", { class: "learned" });
        const row = html("li", { "data-test": challenge.name }, html("b", {}, challenge.title), html("span", { class: "learned" }, challenge.hint), learned);
        return { challenge, row, learned };
    });
    const summary = html("summary");
    const news = html("p", { role: "status", class: "challenge-news" });
    const show = () => {
        say(summary, `Challenges: ${CHALLENGES.filter((one) => done.has(one.name)).length} of ${CHALLENGES.length} done`);
        for (const { challenge, row, learned } of rows) {
            const here = done.has(challenge.name);
            set(row, { "data-done": here ? "true" : "false" });
            say(learned, here ? `Done. ${challenge.learned}` : "");
        }
    };
    const look = () => {
        const fresh = met(carom, store.state).filter((name) => !done.has(name));
        if (!fresh.length) return;
        for (const name of fresh) done.add(name);
        keep(done);
        const titles = CHALLENGES.filter((one) => fresh.includes(one.name)).map((one) => one.title);
        say(news, `Challenge done: ${titles.join("; ")}.`);
        show();
    };
    let waiting = window.setTimeout(look, REST);
    store.subscribe(() => {
        window.clearTimeout(waiting);
        waiting = window.setTimeout(look, REST);
    });
    show();
    return html("section", { class: "challenges", "aria-label": "Challenges" }, news, html("details", {}, summary, html("ol", {}, ...rows.map(({ row }) => row))));
}
