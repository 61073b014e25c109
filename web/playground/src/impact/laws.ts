/** Lists every law for this impact, one row each: its result, its energy loss, and whether it is compared. */
import type { Carom } from "carom";
import { digits } from "../format.js";
import { MOST_BESIDE, type State } from "../state.js";
import { html, markPath, say, set, svg } from "../svg.js";
import { dark } from "../theme.js";
import type { Answer } from "./answer.js";

interface Row {
    readonly box: HTMLInputElement;
    readonly mark: SVGPathElement;
    readonly words: HTMLElement;
    readonly element: HTMLElement;
}

export class LawList {
    readonly element: HTMLElement;
    private readonly rows = new Map<string, Row>();

    constructor(private readonly carom: Carom, private readonly change: (change: Partial<State>) => void, private readonly state: () => State) {
        const list = html("div", { class: "laws" });
        for (const law of carom.laws()) {
            if (!law.dims.includes(2)) continue;
            const row = this.row(law.name, `${law.summary} (${law.citation})`);
            this.rows.set(law.name, row);
            list.append(row.element);
        }
        this.element = html("fieldset", { class: "law-list" }, html("legend", {}, `All laws on this impact; up to ${MOST_BESIDE} side by side`), list);
    }

    private row(name: string, meaning: string): Row {
        const box = html("input", { type: "checkbox", "data-beside": name });
        box.addEventListener("change", () => {
            const others = this.state().beside.filter((law) => law !== name);
            this.change({ beside: box.checked ? [...others, name].slice(-MOST_BESIDE) : others });
        });
        const look = this.carom.law(name).style;
        const mark = svg("path", { d: markPath(look.mark, 6) });
        const words = html("small");
        const element = html("label", { class: "law", title: meaning }, box, svg("svg", { viewBox: "-8 -8 16 16", class: "mark", "aria-hidden": "true" }, mark), html("span", {}, name), words);
        return { box, mark, words, element };
    }

    colours(): void {
        for (const [name, row] of this.rows) {
            const look = this.carom.law(name).style;
            const colour = dark() ? look.dark : look.light;
            const open = ["ring", "cross", "plus"].includes(look.mark);
            set(row.mark, { stroke: colour, fill: open ? "none" : colour, "stroke-width": 2 });
        }
    }

    update(answer: Answer, state: State): void {
        for (const [name, row] of this.rows) {
            const end = answer.ends.find((e) => e.law === name);
            const cost = end && Math.abs(end.dE) > 1e-12 * (answer.region?.energy ?? 0) ? end.dE : 0;
            const beside = state.beside.includes(name);
            if (row.box.checked !== beside) row.box.checked = beside;
            say(row.words, end ? `${end.mode}, ${cost > 0 ? "+" : ""}${digits(cost, 3)} J` : "no answer here");
            set(row.element, { "data-gains": end?.violations.includes("dE>0") ? "true" : undefined, "data-chosen": name === state.law ? "true" : undefined });
        }
    }
}
