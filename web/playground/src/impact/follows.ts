/** Shows the motion after the impact for up to four laws at the same time, and where the energy went. */
import { type Carom, CaromError, type PlanarPair, type Result } from "carom";
import { digits, vector } from "../format.js";
import { type Drawn, sceneOf } from "../scenes/index.js";
import { MOST_BESIDE, type State } from "../state.js";
import { html, markPath, say, set, svg } from "../svg.js";
import { dark } from "../theme.js";
import { type Answer, problemOf, unanswered, withoutWay } from "./answer.js";
import { BodyShape, ground, moved, radius } from "./bodies.js";
import { boxOf, Paper } from "./paper.js";

const WIDTH = 260;
const HEIGHT = 190;
/** The duration of one cycle, s of real time; 1/3 of it is before the impact. */
const ROUND = 3.2;

/** The library's mark for a gain of energy. */
const GAIN = "dE>0";

class Card {
    readonly element: HTMLElement;
    private readonly paper = new Paper(WIDTH, HEIGHT, 16);
    private readonly shapes = [new BodyShape(), new BodyShape()];
    private readonly floor = svg("path", { class: "ground" });
    private readonly picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
    private readonly mark = svg("path");
    private readonly name = html("h3");
    private readonly badge = html("strong", { class: "badge", hidden: true }, "creates energy");
    private readonly mode = html("p", { class: "mode" });
    private readonly numbers = html("p", { class: "numbers" });
    private readonly bar = html("div", { class: "bar", role: "img" });
    private readonly pieces = ["kept", "friction", "restitution", "lost", "gained"].map((kind) => html("span", { class: kind }));
    private before: PlanarPair | undefined;
    private after: PlanarPair | undefined;
    private drawn: readonly Drawn[] = [];
    private span = 1;
    law = "";

    constructor(private readonly carom: Carom) {
        this.picture.append(this.floor, ...this.shapes.map((shape) => shape.element));
        this.bar.append(...this.pieces);
        const head = html("header", {}, svg("svg", { viewBox: "-8 -8 16 16", class: "mark", "aria-hidden": "true" }, this.mark), this.name, this.badge);
        this.element = html("article", { class: "card" }, head, this.picture, this.mode, this.bar, this.numbers);
    }

    update(law: string, answer: Answer, state: State): void {
        this.law = law;
        const row = this.carom.law(law);
        const colour = dark() ? row.style.dark : row.style.light;
        const open = ["ring", "cross", "plus"].includes(row.style.mark);
        set(this.mark, { d: markPath(row.style.mark, 6), stroke: colour, fill: open ? "none" : colour, "stroke-width": 2 });
        say(this.name, law);
        set(this.name, { title: `${row.summary} (${row.citation})` });
        // `answer.ends` contains the result of this law unless the library rejected the problem. Then the reason is
        // computed.
        let outcome = answer.ends.find((end) => end.law === law);
        let why = "";
        if (!outcome && !answer.region) why = answer.refusal;
        else if (!outcome) try {
            outcome = this.carom.collide(law, problemOf(this.carom, row, answer.struck, state));
            if (!outcome.ok) why = unanswered(row, outcome.status);
        } catch (error) {
            if (!(error instanceof CaromError)) throw error;
            why = withoutWay(error.message);
        }
        this.tell(outcome?.ok ? outcome : undefined, why, answer);
        this.prepare(outcome?.ok ? outcome : undefined, answer, state);
    }

    private tell(outcome: Result | undefined, why: string, answer: Answer): void {
        const gains = outcome?.violations.includes(GAIN) ?? false;
        set(this.badge, { hidden: !gains });
        set(this.element, { "data-gains": gains ? "true" : undefined, "data-law": this.law });
        say(this.mode, outcome ? `${outcome.mode}: ${this.carom.modes().find((m) => m.name === outcome.mode)?.meaning ?? ""}` : why);
        const speed = Math.hypot(...answer.struck.v);
        say(this.numbers, outcome ? `P = ${vector(outcome.P, Math.hypot(...outcome.P))} N s, v = ${vector(outcome.v, speed)} m/s, dE = ${digits(outcome.dE)} J` : "");
        this.energy(outcome, answer.region?.energy ?? 0);
    }

    /** Shows which part of the available energy is left, and which parts friction and restitution dissipated. */
    private energy(outcome: Result | undefined, whole: number): void {
        const work = outcome?.work;
        const dE = outcome?.dE ?? 0;
        const share = (x: number) => Math.max(0, x);
        const sizes = !outcome || !(whole > 0) ? [0, 0, 0, 0, 0] : [
            share(Math.min(whole + dE, whole)),
            work && dE <= 0 ? share(-work.friction) : 0,
            work && dE <= 0 ? share(-work.normal) : 0,
            !work && dE < 0 ? -dE : 0,
            share(dE),
        ];
        const sum = Math.max(sizes.reduce((a, b) => a + b, 0), 1e-300);
        this.pieces.forEach((piece, i) => (piece.style.width = `${((sizes[i] ?? 0) / sum) * 100}%`));
        const percent = (x: number) => `${digits((100 * x) / whole, 3)} %`;
        const [kept, friction, restitution, lost, gained] = sizes as [number, number, number, number, number];
        const words = !outcome ? "no energy to show" : [
            `kept ${percent(kept)}`,
            work && dE <= 0 ? `lost in friction ${percent(friction)}, in restitution ${percent(restitution)}` : lost ? `lost ${percent(lost)}` : "",
            gained ? `made ${percent(gained)}` : "",
        ].filter(Boolean).join(", ");
        set(this.bar, { "aria-label": words, title: words });
    }

    private prepare(outcome: Result | undefined, answer: Answer, state: State): void {
        this.before = answer.struck.pair;
        this.drawn = sceneOf(state.scene).drawn(state.at);
        this.after = outcome && this.before ? this.carom.apply(this.before, outcome.P) : undefined;
        set(this.picture, { display: this.before ? undefined : "none" });
        if (!this.before) return;
        const size = Math.max(...this.drawn.map((d) => radius(d.outline)));
        const speeds = [this.before.a, this.before.b].map((b) => (b ? Math.hypot(...b.velocity) + Math.abs(b.spin) * size * 0.5 : 0));
        this.span = (1.6 * size) / Math.max(...speeds, 1e-6);
        this.drawn.forEach((body, i) => this.shapes[i]?.shape(body));
        set(this.shapes[1]?.element as Element, { display: this.before.b ? undefined : "none" });
    }

    /** Returns points that the view must show. All views then get the same range, so that they can be compared. */
    reach(): [number, number][] {
        const points: [number, number][] = [[0, 0]];
        for (const time of [-this.span / 2, 0, this.span]) {
            const pair = time > 0 ? this.after : this.before;
            [pair?.a, pair?.b].forEach((body, i) => {
                const drawn = this.drawn[i];
                if (!body || !drawn) return;
                const { x, y } = moved(body, time);
                const r = (drawn.pivot ? 1 : 0.7) * radius(drawn.outline);
                points.push([x - r, this.before?.b ? y - r : Math.max(y - r, -0.3 * r)], [x + r, y + r]);
            });
        }
        return points;
    }

    frame(points: readonly [number, number][]): void {
        if (!this.before) return;
        this.paper.fit(boxOf(points), false);
        set(this.floor, { d: this.before.b ? "" : ground(this.paper.y(0), WIDTH) });
    }

    /** Draws the motion at a phase from -1/2 to 1; the impact is at 0. */
    show(phase: number): void {
        const pair = phase > 0 ? this.after : this.before;
        if (!pair) return;
        const bodies = [pair.a, pair.b];
        this.shapes.forEach((shape, i) => {
            const [body, drawn] = [bodies[i], this.drawn[i]];
            if (!body || !drawn) return;
            const { x, y, turn } = moved(body, phase * this.span);
            shape.place(this.paper.x(x), this.paper.y(y), this.paper.scale, drawn.angle + turn);
        });
    }
}

export class Follows {
    readonly element: HTMLElement;
    private readonly cards: Card[];
    private readonly button = html("button", { type: "button", id: "play" });
    private running = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    private begun = performance.now();
    private phase = 0.5;
    private request = 0;
    private used = 0;

    constructor(carom: Carom) {
        this.cards = Array.from({ length: MOST_BESIDE }, () => new Card(carom));
        const legend = html("p", { class: "legend" });
        for (const [kind, words] of [["kept", "kept"], ["friction", "lost in friction"], ["restitution", "lost in restitution"], ["lost", "lost, not told apart"], ["gained", "made"]] as const) {
            legend.append(html("span", { class: `key ${kind}` }), `${words} `);
        }
        this.button.addEventListener("click", () => {
            this.running = !this.running;
            this.begun = performance.now() - (this.phase + 0.5) / 1.5 * ROUND * 1000;
            this.label();
            if (this.running) this.tick();
        });
        this.label();
        this.element = html("section", { class: "follows", "aria-label": "What follows" },
            html("div", { class: "title" }, html("h2", {}, "What follows"), this.button, legend),
            html("div", { class: "cards" }, ...this.cards.map((card) => card.element)));
    }

    private label(): void {
        say(this.button, this.running ? "Pause" : "Play");
    }

    start(): void {
        if (this.running) this.tick();
    }

    stop(): void {
        cancelAnimationFrame(this.request);
    }

    private tick(): void {
        cancelAnimationFrame(this.request);
        this.request = requestAnimationFrame((now) => {
            this.phase = ((((now - this.begun) / 1000) % ROUND) / ROUND) * 1.5 - 0.5;
            this.show();
            if (this.running) this.tick();
        });
    }

    private show(): void {
        for (let i = 0; i < this.used; i++) this.cards[i]?.show(this.phase);
    }

    update(answer: Answer, state: State): void {
        this.used = state.beside.length;
        this.cards.forEach((card, i) => {
            const law = state.beside[i];
            set(card.element, { hidden: !law });
            if (law) card.update(law, answer, state);
        });
        const shown = this.cards.slice(0, this.used);
        const points = shown.flatMap((card) => card.reach());
        for (const card of shown) card.frame(points);
        if (!this.running) this.show();
    }
}
