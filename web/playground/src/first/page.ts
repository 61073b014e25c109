/** Shows the first screen: one sentence, bodies in the air, a button, two sliders, and the energy that each law leaves. */
import type { Carom } from "carom";
import type { Motion } from "carom/motion";
import { html, say, set } from "../svg.js";
import { dark, onTheme, themeButton } from "../theme.js";
import "./first.css";
import { edged } from "./edge.js";
import { gainOf, type Kit, moves, RATE, type Run } from "./show.js";
import type { Lesson } from "./lesson.js";
import { Stage } from "./stage.js";
import { type Story, STORIES, storyNamed } from "./stories.js";
import { term } from "./term.js";

/**
 * The steps of a story, from watching to details. A phone does not show the long part of a title. steps.ts fills the
 * steps.
 */
const STEPS = [
    { name: "watch", title: "Watch", long: "" },
    { name: "why", title: "Why", long: " they differ" },
    { name: "numbers", title: "Numbers", long: "" },
    { name: "laws", title: "Laws", long: "" },
    { name: "maps", title: "Maps", long: "" },
    { name: "solid", title: "3D", long: "" },
] as const;

interface Chosen {
    readonly story: Story;
    readonly friction: number;
    readonly bounciness: number;
    readonly step: string;
    /** The step of the lesson, counted from 1; 0 if there is no lesson. */
    readonly lesson: number;
    /** True if the page is in a frame of another page. It then shows only the bodies and the panel. */
    readonly embedded: boolean;
}

/** The largest energy that the bar shows, as a fraction of the initial energy. */
const FULL = 1.3;
/** The factor by which the motion on the screen is slower than in reality. */
const SLOWER = 1.6;

function read(hash: string): Chosen {
    const query = new URLSearchParams(hash.replace(/^#/, ""));
    const story = storyNamed(query.get("story") ?? undefined);
    const number = (name: string, standard: number, most: number) => {
        const text = query.get(name);
        const value = text === null || text === "" ? Number.NaN : Number(text);
        return Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : standard;
    };
    return {
        story,
        friction: number("friction", story.friction, story.most),
        bounciness: number("bounciness", story.bounciness, 1),
        step: STEPS.some((step) => step.name === query.get("step")) ? (query.get("step") as string) : "watch",
        lesson: Math.round(number("lesson", 0, 5)),
        embedded: query.has("embed"),
    };
}

interface Row {
    readonly bar: HTMLElement;
    readonly share: HTMLElement;
    readonly reason: HTMLElement;
    readonly element: HTMLElement;
}

class First {
    private readonly canvas = html("canvas", { id: "stage", tabindex: 0, role: "img" });
    private readonly stage: Stage;
    private readonly lead = html("p", { id: "lead" });
    private readonly go = html("button", { type: "button", id: "drop" });
    private readonly why = html("button", { type: "button", id: "why" });
    private readonly slow = html("input", { type: "checkbox", id: "slow" });
    private readonly sliders: Readonly<Record<"friction" | "bounciness", HTMLInputElement>>;
    private readonly values = { friction: html("output", {}), bounciness: html("output", {}) };
    private readonly energies = html("ul", { id: "energies", "aria-label": "Energy left, by law" });
    private readonly about = html("p", { id: "about" });
    private readonly task = html("p", { id: "task" });
    private readonly told = html("p", { id: "told", role: "status" });
    private readonly stories = edged(html("nav", { id: "stories", "aria-label": "Stories" }));
    private readonly steps = html("nav", { id: "steps", "aria-label": "Steps" });
    private readonly watch: HTMLElement;
    private readonly inner = html("section", { id: "inner", hidden: true });
    private readonly everything = html("a", { id: "everything", href: "#v=1&tab=impact" }, "Show everything");
    private rows: Row[] = [];
    private runs: readonly Run[] = [];
    private chosen = read(location.hash);
    private playing = 0;
    private began = 0;
    private time = 0;
    private asked = 0;
    private shown = "";
    private lesson: Lesson | undefined;
    /** Whether the task has been solved by a whole motion with the present numbers; undefined before the motion ends. */
    private solved: boolean | undefined;
    /** Whether the numbers have stayed the same since the motion began. */
    private whole = false;
    private readonly foot = html("footer", { id: "foot" });
    private leave: (() => void) | undefined;

    constructor(private readonly kit: Kit, host: HTMLElement) {
        const css = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
        this.stage = new Stage(this.canvas, () => ({ ink: css("--ink"), grey: css("--grey"), line: css("--line"), paper: css("--panel") }));
        const slider = (name: "friction" | "bounciness") => {
            const input = html("input", { type: "range", min: 0, max: 1, step: 0.01, id: name });
            input.addEventListener("input", () => this.change({ [name]: Number(input.value) }));
            return input;
        };
        this.sliders = { friction: slider("friction"), bounciness: slider("bounciness") };
        const labelled = (name: "friction" | "bounciness", symbol: string, meaning: string, label: string) =>
            html("div", { class: "dial", "data-dial": name },
                html("span", {}, html("label", { for: name }, name), " ", term(symbol, meaning, label)), this.values[name], this.sliders[name]);
        this.go.addEventListener("click", () => this.play());
        this.why.addEventListener("click", () => this.choose({ step: "why" }));
        this.watch = html("section", { id: "watch", "aria-label": "Watch" },
            html("div", { id: "theatre" }, this.canvas),
            html("div", { id: "panel" },
                html("div", { class: "start" }, this.go, html("label", { class: "slow" }, this.slow, "slow motion")),
                labelled("friction", "\u00b5", "mu, the coefficient of Coulomb friction: friction is at most mu times the force that presses the bodies together", "What is mu?"),
                labelled("bounciness", "e", "e, the coefficient of restitution: with 1 the contact point leaves the floor as fast as it came, with 0 it does not leave", "What is e?"),
                html("h2", {}, "Energy of the whole motion", html("small", {}, " line: start")), this.energies, this.why), this.told);
        host.append(
            html("header", {}, html("h1", {}, "carom"), this.steps, this.everything, themeButton()),
            html("main", { id: "first" }, this.lead, this.watch, this.inner,
                html("div", { id: "words" }, this.about, this.task), this.stories, this.foot));
        this.footer();
        // The links have absolute addresses. Accessibility checkers take links within the page, if scrolled out of
        // sight, for skip links.
        const here = location.href.replace(/#.*/, "");
        for (const story of STORIES) this.stories.append(html("a", { href: `${here}#story=${story.name}`, "data-story": story.name }, story.title));
        for (const step of STEPS) {
            const button = html("button", { type: "button", "data-step": step.name }, step.title, ...(step.long ? [html("span", { class: "long" }, step.long)] : []));
            button.addEventListener("click", () => this.choose({ step: step.name }));
            this.steps.append(button);
        }
        addEventListener("hashchange", () => {
            const before = this.chosen;
            this.chosen = read(location.hash);
            this.forget();
            this.compute();
            if (before.story === this.chosen.story) return;
            this.rest();
            window.scrollTo(0, 0);
            this.reveal();
        });
        onTheme(() => this.compute());
        this.compute();
        this.reveal();
    }

    /** Scrolls the row of stories sideways until the chosen one is visible and not faded. */
    private reveal(): void {
        const link = this.stories.querySelector("[aria-current]");
        if (!link) return;
        const [row, at] = [this.stories.getBoundingClientRect(), link.getBoundingClientRect()];
        const edge = 48;
        if (at.right > row.right) this.stories.scrollLeft += at.right - row.right + edge;
        else if (at.left < row.left) this.stories.scrollLeft += at.left - row.left - edge;
    }

    /** Applies a choice that the back button can undo. */
    private choose(change: Partial<Chosen>): void {
        this.chosen = { ...this.chosen, ...change };
        if ("story" in change) this.forget();
        history.pushState(null, "", this.address());
        this.compute();
    }

    /** Handles a slider: the motions are computed again at the next frame. */
    private change(change: Partial<Chosen>): void {
        this.chosen = { ...this.chosen, ...change };
        this.forget();
        if (this.asked) return;
        this.asked = requestAnimationFrame(() => {
            this.asked = 0;
            history.replaceState(null, "", this.address());
            this.compute();
        });
    }

    private address(): string {
        const { story, friction, bounciness, step, lesson, embedded } = this.chosen;
        return `#${lesson ? `lesson=${lesson}&` : ""}${embedded ? "embed=1&" : ""}story=${story.name}&friction=${friction}&bounciness=${bounciness}${step === "watch" ? "" : `&step=${step}`}`;
    }

    private ink(run: Run): string {
        const css = getComputedStyle(document.documentElement);
        if (!run.player.law) return css.getPropertyValue("--grey").trim();
        const all = [...this.kit.carom.laws(), ...this.kit.carom.laws({ systems: true })];
        const style = all.find((law) => law.name === run.player.law)?.style;
        return (dark() ? style?.dark : style?.light) ?? css.getPropertyValue("--ink").trim();
    }

    /** Returns the colours of the laws. If two laws have the same colour, the second has one that the others do not use. */
    private inks(): string[] {
        const own = this.runs.map((run) => this.ink(run));
        const palette = this.kit.carom.inks().filter((ink) => ink.name !== "soft").map((ink) => (dark() ? ink.dark : ink.light));
        const used: string[] = [];
        for (const ink of own) used.push(used.includes(ink) ? (palette.find((other) => ![...own, ...used].includes(other)) ?? ink) : ink);
        return used;
    }

    private compute(): void {
        const { story, friction, bounciness } = this.chosen;
        this.runs = story.runs(this.kit, friction, bounciness);
        const inks = this.inks();
        this.stage.show(story.view, story.shapes, this.runs, inks, ceilingOf(story), story.place);
        this.label(inks);
        this.show();
        this.stage.draw(this.time);
        this.energy();
    }

    /** Shows the text, sliders and rows of the story. */
    private label(inks: readonly string[]): void {
        const { story, friction, bounciness } = this.chosen;
        say(this.lead, story.lead);
        say(this.go, story.button);
        say(this.about, story.text);
        say(this.why, story.question ?? "Which one is right?");
        this.judge();
        set(this.sliders.friction, { max: story.most || 1 });
        set(this.sliders.friction.parentElement as HTMLElement, { hidden: story.most === 0 });
        for (const name of ["friction", "bounciness"] as const) {
            this.sliders[name].value = String(this.chosen[name]);
            say(this.values[name], String(Number(this.chosen[name].toFixed(2))));
        }
        set(this.canvas, { "aria-label": `${story.title}: ${this.runs.map((run) => run.player.name).join("; ")}. ${story.view === "solid" ? "Arrow keys turn the view." : ""}` });
        set(this.everything, { href: `#${story.everything(this.kit, friction, bounciness)}` });
        for (const link of this.stories.querySelectorAll("a")) set(link, { "aria-current": link.dataset["story"] === story.name ? "page" : undefined });
        for (const step of this.steps.querySelectorAll("button")) set(step, { "aria-current": step.dataset["step"] === this.chosen.step ? "step" : undefined });
        this.rows = this.runs.map((run, i) => {
            const bar = html("span", { class: "bar" });
            const share = html("b");
            const swatch = html("span", { class: "swatch" });
            swatch.style.background = inks[i] ?? "";
            bar.style.background = inks[i] ?? "";
            // The year of a law is not shown on a phone.
            const [, who = run.player.name, year = ""] = /^(.*)(, \d{4})$/.exec(run.player.name) ?? [];
            const reason = html("em");
            const name = html("span", { class: "who" }, swatch, who, ...(year ? [html("span", { class: "long" }, year)] : []), ...(run.player.note ? [html("small", {}, run.player.note)] : []));
            const element = html("li", { title: run.refusal || undefined, "data-measured": run.player.law ? undefined : "true" },
                html("span", { class: "law-name" }, name, reason), html("span", { class: "track" }, bar), share);
            return { bar, share, reason, element };
        });
        this.energies.replaceChildren(...this.rows.map((row) => row.element));
    }

    /** Updates the bars at the present time. */
    private energy(): void {
        this.rows.forEach((row, i) => {
            const run = this.runs[i] as Run;
            const k = Math.min(Math.round(this.time * RATE), run.energy.length - 1);
            const share = run.energy[k];
            row.bar.style.transform = `scaleX(${(Math.min(FULL, Math.max(0, share ?? 0)) / FULL).toFixed(3)})`;
            const gained = gain(run, this.time);
            set(row.element, { "data-gains": gained ? "true" : undefined, "data-above": gained && (share ?? 0) > 1 ? "true" : undefined });
            say(row.share, run.refusal ? "no answer" : share === undefined ? "" : `${Math.round(100 * Math.max(0, share))} %`);
            say(row.reason, gained);
        });
    }

    /** Discards the result of the task, because a number has changed. */
    private forget(): void {
        this.solved = undefined;
        this.whole = false;
    }

    /**
     * Shows the task. A motion solves it only if it has been watched to its end, so that moving a slider does not solve
     * it.
     */
    private judge(): void {
        const { story, friction, bounciness } = this.chosen;
        const changed = friction !== story.friction || bounciness !== story.bounciness;
        say(this.task, `${this.solved ? "Solved: " : this.solved === false && changed ? "Not yet: " : "Try this: "}${story.task}`);
        set(this.task, { "data-done": this.solved ? "true" : "false" });
    }

    private rest(): void {
        cancelAnimationFrame(this.playing);
        this.playing = 0;
        this.time = 0;
        say(this.told, "");
        this.stage.draw(0);
        this.energy();
    }

    private play(): void {
        this.rest();
        this.began = 0;
        this.whole = true;
        const next = (now: number) => {
            this.began ||= now;
            const slower = SLOWER * (this.slow.checked ? 4 : 1) * (this.chosen.story.view === "solid" || this.stage.duration < 0.8 ? 2 : 1);
            this.time = Math.min((now - this.began) / 1000 / slower, this.stage.duration);
            this.stage.draw(this.time);
            this.energy();
            if (this.time < this.stage.duration) this.playing = requestAnimationFrame(next);
            else this.finish();
        };
        this.playing = requestAnimationFrame(next);
    }

    /** Shows the text for the end of the motion, also for screen readers. */
    private finish(): void {
        this.playing = 0;
        const gained = this.runs.filter((run) => run.gains).map((run) => run.player.name);
        const { story, friction, bounciness } = this.chosen;
        const made = gained.length ? `${gained.join(" and ")}: a bounce created energy out of nothing.` : story.ending ? "" : "No law created energy.";
        const spent = this.runs.every((run) => (run.energy.at(-1) ?? 0) < 0.005);
        const stopped = this.runs.some(moves) ? `Stopped after ${this.stage.duration.toFixed(1)}\u00a0s.` : spent ? "All bodies are at rest, so no energy is left." : "All bodies are at rest.";
        say(this.told, [story.ending?.(this.runs) ?? "", made, stopped].filter((text) => text).join(" "));
        if (this.whole) this.solved = story.solved(this.runs, friction, bounciness, this.kit);
        this.judge();
    }

    private show(): void {
        const { step, lesson, embedded } = this.chosen;
        const body = document.body;
        body.classList.toggle("embedded", embedded);
        body.classList.toggle("teaches", lesson > 0);
        body.classList.toggle("inward", step !== "watch");
        this.watch.hidden = step !== "watch";
        this.inner.hidden = step === "watch";
        if (step !== this.shown || step !== "watch") {
            this.leave?.();
            this.leave = undefined;
            this.inner.replaceChildren();
            if (step !== "watch") void this.fill(step);
            if (this.shown && step !== this.shown) window.scrollTo(0, 0);
        }
        this.shown = step;
        void this.teach();
    }

    /** Fills the section of a step, unless another step has been chosen while it was loaded. */
    private async fill(step: string): Promise<void> {
        const { MOUNT } = await import("./steps.js");
        if (this.chosen.step !== step) return;
        this.leave?.();
        this.inner.replaceChildren();
        const { story, friction, bounciness } = this.chosen;
        this.leave = MOUNT[step]?.(this.inner, { kit: this.kit, story, friction, bounciness, runs: this.runs });
    }

    private async teach(): Promise<void> {
        if (!this.chosen.lesson) {
            this.lesson?.element.remove();
            this.lesson = undefined;
            return;
        }
        const { Lesson } = await import("./lesson.js");
        if (!this.chosen.lesson) return;
        if (!this.lesson) {
            this.lesson = new Lesson((lesson, page) => this.turn(lesson, page));
            this.lead.after(this.lesson.element);
        }
        this.lesson.update(this.chosen.lesson);
    }

    /** Opens a page of the lesson with its story, or ends the lesson. */
    private turn(lesson: number, page: { readonly story: string; readonly friction?: number; readonly bounciness?: number; readonly step?: string } | undefined): void {
        const story = page ? storyNamed(page.story) : this.chosen.story;
        this.rest();
        this.choose({
            lesson,
            story,
            friction: page?.friction ?? (page ? story.friction : this.chosen.friction),
            bounciness: page?.bounciness ?? (page ? story.bounciness : this.chosen.bounciness),
            step: page?.step ?? (page ? "watch" : this.chosen.step),
        });
        this.rest();
        if (page) (this.watch.hidden ? this.lesson?.element : this.go)?.focus();
    }

    /** Adds the links to the lesson and to the text that embeds this story. */
    private footer(): void {
        const teach = html("button", { type: "button", id: "teach" }, "Lesson for teachers");
        teach.addEventListener("click", async () => {
            const { PAGES } = await import("./lesson.js");
            this.turn(1, PAGES[0]);
        });
        const text = html("div", { id: "share" });
        const share = html("details", {}, html("summary", {}, "Embed or link this story"), text);
        share.addEventListener("toggle", async () => {
            if (!share.open) return;
            const { embedding } = await import("./lesson.js");
            const { story, friction, bounciness } = this.chosen;
            text.replaceChildren(...embedding(location.href.replace(/#.*/, ""), story, friction, bounciness));
        });
        this.foot.append(teach, share);
    }
}

/** Returns a description of the largest gain of energy until this time; "" if there is none. */
function gain(run: Run, time: number): string {
    const made = run.bounces.flatMap((bounce, k) => (bounce.gains && bounce.t <= time ? [{ t: bounce.t, by: gainOf(run, k) }] : []));
    const most = made.sort((a, b) => b.by - a.by)[0];
    return most ? `gained ${most.by < 0.005 ? "under 1" : Math.round(100 * most.by)} % at ${most.t.toFixed(1)} s` : "";
}

/** Returns the height of the underside of a table in the story, if there is one. */
function ceilingOf(story: Story): number | undefined {
    const table = story.problem?.planes?.find((plane) => plane.normal.length === 2 && plane.normal[1] === -1);
    return table ? -(table.offset ?? 0) : undefined;
}

export function firstScreen(carom: Carom, motion: Motion): void {
    const kit: Kit = { carom, motion };
    document.body.replaceChildren();
    document.body.className = "first";
    new First(kit, document.body);
}
