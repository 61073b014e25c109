/**
 * Shows a lesson of five pages for a projector. Each page has a question, a story to watch, and the answer. Also writes
 * the text that embeds a story in another page.
 */
import { html, say, set } from "../svg.js";
import type { Story } from "./stories.js";

export interface Page {
    readonly title: string;
    readonly question: string;
    readonly answer: string;
    readonly story: string;
    readonly friction?: number;
    readonly bounciness?: number;
    readonly step?: string;
}

export const PAGES: readonly Page[] = [
    {
        title: "One drop, four laws",
        question: "All four rods start alike. Will they end in the same place?",
        answer: "No. They fall in the same way until the first impact. Each law then computes different velocities, and every further impact magnifies the difference.",
        story: "rod",
    },
    {
        title: "Take the friction away",
        question: "The floor is now as smooth as ice. What do you expect?",
        answer: "All four rods move alike in the first bounce. Without friction the bounciness alone decides, so the laws disagree only about friction.",
        story: "rod",
        friction: 0,
    },
    {
        title: "More energy than before?",
        question: "One of these laws is used in many game engines. Can a rod leave the floor with more energy than it had?",
        answer: "Not in nature: the floor is at rest and does no work. Whittaker's law lets it happen, because it keeps the ratio of the normal speeds even if friction does work. Its bar turns red while it is above the start line.",
        story: "gain",
    },
    {
        title: "Inside the impact",
        question: "Follow the impulse from 0. Where does each law end, and which end lies outside the ellipse?",
        answer: "Inside the ellipse energy is lost, outside it is created. Whittaker's end lies outside. Routh's law follows the slip, and its path bends when the slip stops.",
        story: "gain",
        step: "why",
    },
    {
        title: "Ask the experiment",
        question: "Grey is a cube that was filmed. Which law predicts it best, and for how long?",
        answer: "With these numbers no law predicts it. Set friction to 0.2 and bounciness to 0.3: now all three come close. Numbers that fit one toss prove little, so laws are compared over many tosses.",
        story: "cube",
    },
];

type Turn = (lesson: number, page: Page | undefined) => void;

export class Lesson {
    readonly element = html("section", { id: "lesson", tabindex: -1, "aria-label": "Lesson" });
    private readonly count = html("p", { class: "count" });
    private readonly title = html("h2", {});
    private readonly question = html("p", { class: "question" });
    private readonly answer = html("p", { class: "answer", role: "status" });
    private readonly reveal = html("button", { type: "button", id: "answer" }, "Show the answer");
    private readonly back = html("button", { type: "button", id: "back" }, "Back");
    private readonly next = html("button", { type: "button", id: "next" }, "Next");
    private at = 0;

    constructor(private readonly turn: Turn) {
        const leave = html("button", { type: "button", id: "leave" }, "End the lesson");
        leave.addEventListener("click", () => this.go(0));
        this.back.addEventListener("click", () => this.go(this.at - 1));
        this.next.addEventListener("click", () => this.go(this.at === PAGES.length ? 0 : this.at + 1));
        this.reveal.addEventListener("click", () => this.show(!this.answer.textContent));
        // The handout is printed in place of the page.
        const handout = html("ol", { class: "handout" }, ...PAGES.map((page) => html("li", {}, html("h3", {}, page.title), html("p", {}, page.question), html("p", {}, page.answer))));
        this.element.append(this.count, this.title, this.question, this.answer,
            html("div", { class: "turns" }, this.reveal, this.back, this.next, leave,
                html("small", {}, "Keys: Page Down and Page Up turn the pages, Escape ends the lesson.")), handout);
        addEventListener("keydown", this.keys);
    }

    /** Turns pages with Page Down and Page Up, the keys of a presenter, and ends the lesson with Escape. */
    private readonly keys = (event: KeyboardEvent): void => {
        if (!this.element.isConnected) return removeEventListener("keydown", this.keys);
        const to = { PageDown: this.at + 1, PageUp: this.at - 1, Escape: 0 }[event.key];
        if (to === undefined || to > PAGES.length || (to < 1 && event.key !== "Escape")) return;
        event.preventDefault();
        this.go(to);
    };

    private go(to: number): void {
        this.turn(to, PAGES[to - 1]);
    }

    private show(on: boolean): void {
        say(this.answer, on ? (PAGES[this.at - 1]?.answer ?? "") : "");
        say(this.reveal, on ? "Hide the answer" : "Show the answer");
    }

    update(at: number): void {
        const page = PAGES[at - 1];
        if (!page || at === this.at) return;
        this.at = at;
        say(this.count, `Lesson, ${at} of ${PAGES.length}`);
        say(this.title, page.title);
        say(this.question, page.question);
        this.show(false);
        set(this.back, { disabled: at === 1 });
        say(this.next, at === PAGES.length ? "Finish" : "Next");
    }
}

function field(id: string, label: string, text: string): HTMLElement {
    const area = html("textarea", { id, readonly: true, rows: text.split("\n").length + 1, spellcheck: "false" });
    area.value = text;
    area.addEventListener("focus", () => area.select());
    return html("div", {}, html("label", { for: id }, label), area);
}

/**
 * Returns fields with the link, the HTML element and the frame that show a story with these coefficients. If the page
 * was opened from a disk, the texts contain its file name. The HTML element is then left out, because its script is not
 * part of the single file.
 */
export function embedding(address: string, story: Story, friction: number, bounciness: number): HTMLElement[] {
    if (address.startsWith("file:")) {
        const file = address.replace(/.*\//, "");
        return [
            html("p", {}, `Copy the file ${decodeURIComponent(file)} into the folder of your page. Then use this link or this frame in the page.`),
            ...embedding(file, story, friction, bounciness).filter((field) => !field.querySelector("#share-tag")),
        ];
    }
    const folder = address.replace(/[^/]*$/, "");
    const state = `story=${story.name}&friction=${friction}&bounciness=${bounciness}`;
    return [
        field("share-link", "Link", `${address}#${state}`),
        field("share-tag", "Element", `<script type="module" src="${folder}carom-drop.js"></script>\n<carom-drop story="${story.name}" friction="${friction}" bounciness="${bounciness}"></carom-drop>`),
        field("share-frame", "Frame", `<iframe src="${address}#embed=1&amp;${state}" width="100%" height="560" title="${story.title}"></iframe>`),
    ];
}
