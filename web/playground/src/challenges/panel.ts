import type { Carom } from "carom";
import type { Store } from "../store.js";
import { html, say, set } from "../svg.js";
import { type Challenge, CHALLENGES, met } from "./list.js";

/**
 * Shows the challenges below every tab. Only the challenge that the reader has started is checked, so that no preset or
 * drag solves one by accident. The browser stores which challenges are done.
 */

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
        // without storage, `done` lasts until the page is closed
    }
}

export function challenges(store: Store, carom: Carom): HTMLElement {
    const done = kept();
    const rows = CHALLENGES.map((challenge) => {
        const learned = html("span", { class: "learned" });
        const start = html("button", { type: "button", "aria-pressed": "false", "aria-label": `Start: ${challenge.title}` }, "Start");
        start.addEventListener("click", () => begin(challenge));
        const row = html("li", { "data-test": challenge.name }, html("b", {}, challenge.title), start, html("span", { class: "learned" }, challenge.hint), learned);
        return { challenge, row, start, learned };
    });
    const summary = html("summary");
    const news = html("p", { role: "status", class: "challenge-news" });
    let started: Challenge | undefined;
    /** Whether the impact has failed to meet the challenge at some time since the reader started it. */
    let open = false;
    let [waiting, pressed] = [0, false];
    const show = () => {
        say(summary, `Challenges: ${CHALLENGES.filter((one) => done.has(one.name)).length} of ${CHALLENGES.length} done`);
        for (const { challenge, row, start, learned } of rows) {
            set(start, { "aria-pressed": challenge === started ? "true" : "false" });
            const here = done.has(challenge.name);
            set(row, { "data-done": here ? "true" : "false" });
            say(learned, here ? `Done. ${challenge.learned}` : "");
        }
    };
    const look = () => {
        waiting = 0;
        if (!started || pressed) return;
        if (!met(carom, store.state).includes(started.name)) open = true;
        else if (open) {
            done.add(started.name);
            keep(done);
            say(news, `Challenge done: ${started.title}.`);
            started = undefined;
            show();
        }
    };
    const later = () => {
        window.clearTimeout(waiting);
        waiting = window.setTimeout(look, REST);
    };
    const begin = (challenge: Challenge) => {
        started = challenge;
        open = !met(carom, store.state).includes(challenge.name);
        say(news, open ? `Challenge: ${challenge.title}.` : `Challenge: ${challenge.title}. The present impact already meets it. Change it, then meet it again yourself.`);
        show();
    };
    // A drag passes through impacts that the reader did not look for, so nothing is checked until it ends.
    addEventListener("pointerdown", () => (pressed = true), true);
    for (const end of ["pointerup", "pointercancel"] as const) {
        addEventListener(end, () => {
            pressed = false;
            later();
        }, true);
    }
    store.subscribe(later);
    show();
    return html("section", { class: "challenges", "aria-label": "Challenges" }, news, html("details", {}, summary, html("ol", {}, ...rows.map(({ row }) => row))));
}
