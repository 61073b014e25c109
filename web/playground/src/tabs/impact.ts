import { type Carom, CaromError } from "carom";
import { alike, type Answer, answerOf } from "../impact/answer.js";
import { LawMenu, Parameters, SceneNumbers } from "../impact/controls.js";
import { FORMS, snippet } from "../impact/copy.js";
import { Follows } from "../impact/follows.js";
import { LawList } from "../impact/laws.js";
import { pictureOf, save } from "../impact/picture.js";
import { Plane } from "../impact/plane.js";
import { presetMenu } from "../impact/presets.js";
import { SceneView } from "../impact/scene.js";
import { SCENES, sceneOf, standards } from "../scenes/index.js";
import type { State } from "../state.js";
import type { Store } from "../store.js";
import { html, say, set } from "../svg.js";
import { onTheme } from "../theme.js";
import type { Mode } from "./mode.js";

let leave: (() => void)[] = [];

/** Shows one impact: the bodies on the left, the impulse plane on the right, the motion after it below. */
export const impact: Mode = {
    name: "impact",
    title: "Impact",
    mount(host, store, carom) {
        const page = new Page(host, store, carom);
        leave = [store.subscribe(() => page.ask()), onTheme(() => page.colours()), () => page.stop()];
        page.colours();
    },
    unmount() {
        for (const go of leave) go();
        leave = [];
    },
};

class Page {
    private readonly scene: SceneView;
    private readonly plane: Plane;
    private readonly follows: Follows;
    private readonly laws: LawList;
    private readonly law: LawMenu;
    private readonly params: Parameters;
    private readonly numbers: SceneNumbers;
    private readonly kinds = html("select", { id: "scene-kind" }, ...SCENES.map((s) => html("option", { value: s.kind }, s.title)));
    private readonly headline = html("output", { id: "answer", "aria-live": "polite" });
    private readonly allowing = html("button", { type: "button", id: "allow", hidden: true });
    private request = 0;

    constructor(host: HTMLElement, private readonly store: Store, private readonly carom: Carom) {
        const change = (change: Partial<State>) => store.set(change);
        const state = () => store.state;
        this.scene = new SceneView(carom, store.state, (at) => store.set({ at }));
        this.plane = new Plane(carom, change, state);
        this.follows = new Follows(carom);
        this.laws = new LawList(carom, change, state);
        this.law = new LawMenu(carom, change);
        this.params = new Parameters(carom, change, state);
        this.numbers = new SceneNumbers(change, state);
        this.kinds.addEventListener("change", () => {
            const scene = sceneOf(this.kinds.value);
            store.set({ scene: scene.kind, at: standards(scene) }, "push");
        });
        this.allowing.addEventListener("click", () => {
            const beyond = this.allowing.dataset["beyond"];
            store.set({ allow: beyond ? [...new Set([...store.state.allow, ...alike(carom, store.state.law, beyond)])] : [] }, "push");
        });
        const bar = html("div", { class: "bar-of-choices" },
            presetMenu(carom, store),
            html("div", { class: "pick" }, html("label", { for: "scene-kind" }, "Scene"), this.kinds),
            this.law.element);
        const left = html("div", { class: "left" }, this.scene.element, this.headline, this.allowing, this.law.about, this.params.element);
        const right = html("div", { class: "right" }, this.plane.element, this.numbers.element);
        host.append(bar, html("div", { class: "columns" }, left, right), this.laws.element, this.follows.element, this.taking());
        this.follows.start();
    }

    /** Draws once at the next frame, even if the state changes several times before it. */
    ask(): void {
        if (this.request) return;
        this.request = requestAnimationFrame(() => {
            this.request = 0;
            this.draw();
        });
    }

    stop(): void {
        cancelAnimationFrame(this.request);
        this.follows.stop();
    }

    colours(): void {
        this.draw();
        this.plane.colours();
        this.laws.colours();
    }

    private draw(): void {
        const { state } = this.store;
        const answer = answerOf(this.carom, state);
        if (this.kinds.value !== state.scene) this.kinds.value = state.scene;
        this.law.update(state);
        this.params.update(state);
        this.numbers.update(state);
        this.scene.update(answer, state);
        this.plane.update(answer, state);
        this.laws.update(answer, state);
        this.follows.update(answer, state);
        say(this.headline, this.told(answer, state));
        this.offer(answer.beyond, state);
    }

    /** Shows a button that allows a parameter to leave its range, or one that restores the range. */
    private offer(beyond: string, state: State): void {
        const own = state.allow.filter((name) => this.carom.law(state.law).coefficients.some((param) => param.name === name));
        say(this.allowing, beyond ? `Let ${beyond} leave its range` : `Hold ${own.join(", ")} in its range again`);
        set(this.allowing, { hidden: !beyond && !own.length, "data-beyond": beyond });
    }

    private told(answer: Answer, state: State): string {
        const { outcome } = answer;
        if (!outcome) return `${state.law}: ${answer.refusal}`;
        const meaning = this.carom.modes().find((mode) => mode.name === outcome.mode)?.meaning ?? "";
        const broken = outcome.violations.length ? ` Violates: ${outcome.violations.join(", ")}.` : "";
        return `${state.law}: ${outcome.mode}, ${meaning}.${broken}`;
    }

    /** Returns the controls for exports: the impact as a program, the picture, the link. */
    private taking(): HTMLElement {
        const text = html("textarea", { id: "snippet", readonly: true, rows: 6, "aria-label": "The impact to copy", hidden: true, spellcheck: "false" });
        const said = html("span", { role: "status" });
        const copy = async (words: string, what: string) => {
            try {
                await navigator.clipboard.writeText(words);
                say(said, `${what} copied.`);
            } catch {
                say(said, `${what}: select and copy it below.`);
                text.select();
            }
        };
        const buttons = FORMS.map((form) => {
            const button = html("button", { type: "button", "data-copy": form }, form);
            button.addEventListener("click", () => {
                text.hidden = false;
                try {
                    text.value = snippet(this.carom, this.store.state, form);
                } catch (error) {
                    if (!(error instanceof CaromError)) throw error;
                    say(said, `Nothing to copy: ${error.message}`);
                    return;
                }
                void copy(text.value, form);
            });
            return button;
        });
        const link = html("button", { type: "button", id: "copy-link" }, "Link");
        link.addEventListener("click", () => {
            text.hidden = false;
            text.value = new URL(this.store.link(), location.href).href;
            void copy(text.value, "Link");
        });
        const picture = html("button", { type: "button", id: "save-svg" }, "Save SVG");
        picture.addEventListener("click", () => save("impact.svg", pictureOf([this.scene.picture, this.plane.picture], this.headline.textContent ?? "")));
        return html("section", { class: "taking", "aria-label": "Take it with you" },
            html("span", { id: "copy-as" }, "Copy as"), html("div", { role: "group", "aria-labelledby": "copy-as" }, ...buttons, link), picture, said, text);
    }
}
