/** Shows the further steps: why the laws differ, the numbers of the first impact, all laws, maps, and a body in 3D. */
import { digits } from "../format.js";
import { along, type Answer, answerOf } from "../impact/answer.js";
import { Plane } from "../impact/plane.js";
import { SceneView } from "../impact/scene.js";
import { decode, type State } from "../state.js";
import { answers, apart, axis, contacts, type Input } from "../map/field.js";
import { byApart, byEnergy, byMode } from "../map/paint.js";
import { axesOf, secondLaw } from "../map/words.js";
import { html, markPath, say, set, svg } from "../svg.js";
import { dark } from "../theme.js";
import { edged } from "./edge.js";
import type { Kit, Run } from "./show.js";
import { solid } from "./solid.js";
import type { Story } from "./stories.js";
import { term } from "./term.js";

export interface Given {
    readonly kit: Kit;
    readonly story: Story;
    readonly friction: number;
    readonly bounciness: number;
    readonly runs: readonly Run[];
}

const nothing = () => {};

/** Returns the first impact of the story in the form of the full page, if it is 2D. */
function impactOf({ kit, story, friction, bounciness }: Given): State | undefined {
    const link = story.everything(kit, friction, bounciness);
    if (/tab=space/.test(link) || story.view === "rows") return undefined;
    return { ...decode(kit.carom, link).state, off: ["possible", "reach", "rings", "sticking", "compression", "termination"] };
}

/** The time in which the impulse grows to its full length on the screen, s. */
const GROWS = 5;

function why(host: HTMLElement, given: Given): () => void {
    const state = impactOf(given);
    if (!state) {
        host.append(html("h2", {}, "Why they differ"));
        if (given.story.view === "rows") return several(host, given);
        host.append(html("p", {}, "In 3D the ", term("slip", "the velocity of the contact point along the floor"), " turns while friction acts. Each law follows it in its own way, or not at all."));
        return solid(host, given);
    }
    const { carom } = given.kit;
    const shown = [state.law, ...state.beside.filter((law) => law !== state.law)];
    // The picture follows the impulse of the first law that has a path.
    const followed = shown.find((law) => along(answerOf(carom, { ...state, law }).path, 1)) ?? state.law;
    let now = { ...state, law: followed };
    let frame = 0;
    const scene = new SceneView(carom, state, () => {});
    const plane = new Plane(carom, (change) => (cancelAnimationFrame(frame), draw({ ...now, ...change })), () => now);
    const replay = html("button", { type: "button" }, "Play again");
    const told = html("p", { id: "phase", role: "status" });
    const choices = shown.map((law) => {
        const player = given.story.players.find((one) => one.law === law);
        const { style } = carom.law(law);
        const colour = dark() ? style.dark : style.light;
        const mark = svg("svg", { viewBox: "-8 -8 16 16", width: 16, height: 16, "aria-hidden": "true" },
            svg("path", { d: markPath(style.mark, 6), stroke: colour, "stroke-width": 1.5, fill: ["ring", "cross", "plus"].includes(style.mark) ? "none" : colour }));
        const share = html("small");
        const button = html("button", { type: "button", "data-law": law }, mark, player?.name ?? law, share);
        button.addEventListener("click", () => {
            draw({ ...now, law, scrub: still ? 1 : 0 });
            if (!still) play();
        });
        return { law, button, share };
    });
    host.append(html("h2", {}, "Why they differ"),
        given.story.answer
            ? html("p", {}, given.story.answer)
            : html("p", {}, "Which one is right? A law that creates energy is wrong. The others differ in what they assume about friction, and only measurements decide, as for ",
                html("a", { href: "#story=cube" }, "the loaded cube"), "."),
        html("p", {}, "The ", term("impulse", "force times duration: what changes the velocities"), " of an impact grows step by step, drawn here in slow motion. It must stay inside the ",
            term("friction cone", "friction can be at most mu times the normal impulse"), " (dotted). Outside the ", term("energy ellipse", "all impulses that create no energy"),
            " it would create energy. The laws differ in the point at which the impulse ends."),
        html("div", { class: "choices", role: "group", "aria-label": "Law whose impulse is followed" }, ...choices.map((one) => one.button), replay),
        told, ...(state.scene === "body" ? [html("p", { class: "note" }, "The dashed circle stands for the body: it has the same mass and inertia. The dot on the floor is the contact point.")] : []),
        html("div", { class: "pair" }, scene.element, plane.element));
    // Here only the law and the position on its path change, so the results of each law are computed once and kept.
    const answers = new Map<string, Answer>();
    const answerBy = (law: string): Answer => {
        const all = answers.get(law) ?? answerOf(carom, { ...state, law });
        answers.set(law, all);
        return { ...all, ends: all.ends.filter((end) => shown.includes(end.law)) };
    };
    const draw = (next: State) => {
        now = next;
        const answer = answerBy(now.law);
        const P = along(answer.path, now.scrub)?.P;
        scene.update(answer, now, P);
        plane.update(answer, now);
        say(told, P ? phase(carom.check({ W: answer.struck.W, v: answer.struck.v, P }), answer.struck.v, now.scrub) : "This law states only where the impulse ends, not how it grows.");
        for (const { law, button, share } of choices) {
            set(button, { "aria-pressed": law === now.law ? "true" : "false" });
            const end = answer.ends.find((one) => one.law === law);
            say(share, end ? (end.violations.includes("dE>0") ? " creates energy" : "") : " no answer");
        }
    };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    draw({ ...now, scrub: still ? 1 : 0 });
    plane.colours();
    const play = () => {
        let began = 0;
        cancelAnimationFrame(frame);
        const next = (t: number) => {
            began ||= t;
            const scrub = Math.min(1, (t - began) / 1000 / GROWS);
            draw({ ...now, scrub });
            if (scrub < 1) frame = requestAnimationFrame(next);
        };
        frame = requestAnimationFrame(next);
    };
    replay.addEventListener("click", play);
    if (!still) play();
    return () => cancelAnimationFrame(frame);
}

/**
 * Compares momentum and energy after an impact at several contacts. Both laws conserve momentum, so momentum does not
 * decide between them.
 */
function several(host: HTMLElement, { runs }: Given): () => void {
    const rows = runs.map((run) => {
        const speeds = run.numbers["speeds after the first impact"]?.split(", ").map(Number) ?? [];
        const sum = (power: number) => speeds.reduce((all, speed) => all + speed ** power, 0);
        return [run.player.name, ...speeds.map((speed) => speed.toFixed(2)), sum(1).toFixed(2), sum(2).toFixed(2)];
    });
    const heads = Array.from({ length: (rows[0]?.length ?? 3) - 3 }, (_, i) => `ball ${i + 1}`);
    host.append(html("p", {}, "Four contacts are struck at once. These are the speeds of the balls after the first impact, relative to the ball that strikes. Both laws keep the sum of the speeds, which is the ",
        term("momentum", "mass times velocity; all balls have the same mass"), ". With bounciness 1 both also keep the sum of the squares, which is the energy. Many other speeds would keep them too, so each law adds an assumption of its own."),
        table(["law", ...heads, "sum", "sum of squares"], [["before", "1.00", ...heads.slice(1).map(() => "0.00"), "1.00", "1.00"], ...rows]),
        html("p", {}, "One after the other: each pair of balls collides alone, and the impact travels along the row. All at once: each contact opens at least as fast as bounciness times the speed at which it closed. Real cradles resemble the first, because the impact travels through the balls as a wave."));
    return nothing;
}

/** Describes the impact at one point of the path: whether the bodies approach, and how the contact slips. */
function phase({ v, dE }: { readonly v: readonly number[]; readonly dE: number }, before: readonly number[], scrub: number): string {
    const fast = Math.hypot(...before);
    const [normal, slip, first] = [v[0] ?? 0, v[1] ?? 0, before[1] ?? 0];
    const near = scrub === 0 ? "First touch" : scrub === 1 ? "The bodies part" : normal < 0 ? "The bodies still approach each other" : "The bodies push each other apart";
    const way = Math.abs(slip) < 1e-6 * fast ? "the contact point sticks" : slip * first > 0 ? "the contact point slips" : "the contact point slips back";
    return `${near}; ${way}. ${scrub === 0 ? "" : dE > 0 ? "Energy was created." : `Energy lost so far: ${digits(-dE, 3)} J.`}`;
}

function table(head: readonly string[], rows: readonly (readonly (string | Node)[])[], kind = ""): HTMLElement {
    return edged(html("div", { class: `scrolls ${kind}`, tabindex: 0, role: "region", "aria-label": "Table" },
        html("table", {}, html("thead", {}, html("tr", {}, ...head.map((word) => html("th", { scope: "col" }, word)))),
            html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map((cell, i) => (i ? html("td", {}, cell) : html("th", { scope: "row" }, cell)))))))));
}

function numbers(host: HTMLElement, { kit, runs, story }: Given): () => void {
    const modes = kit.carom.modes();
    const cell = (name: string, text: string): string | Node => {
        if (text === "unnamed") return "-";
        const meaning = name === "mode" ? modes.find((mode) => mode.name === text)?.meaning : undefined;
        return meaning ? term(text, meaning) : text;
    };
    const names = [...new Set(runs.flatMap((run) => Object.keys(run.numbers)))];
    host.append(html("h2", {}, "The numbers"),
        html("p", {}, "n is along the ", term("normal", "perpendicular to the surface"), ", t along the ", term("tangent", "along the surface"), ". The ", term("mode", "what the contact did: it slid, it stuck, or its slip reversed"), " is named by the law. Tap a name for its meaning."),
        table(["quantity", ...runs.map((run) => run.player.name)], names.map((name) => [name, ...runs.map((run) => cell(name, run.numbers[name] ?? (run.refusal || "-")))])),
        html("p", {}, "carom computes every number in this page. The command ", html("code", {}, story.problem ? "carom drop" : "carom solve"), " gives the same results."));
    return nothing;
}

function laws(host: HTMLElement, given: Given): () => void {
    const { carom } = given.kit;
    const state = impactOf(given);
    const answer = state ? answerOf(carom, state) : undefined;
    const energy = answer?.region?.energy ?? Number.NaN;
    const rows = carom.laws().filter((law) => !state || law.dims.includes(2)).map((law) => {
        const end = answer?.ends.find((one) => one.law === law.name);
        const swatch = html("span", { class: "swatch" });
        swatch.style.background = dark() ? law.style.dark : law.style.light;
        const left = end ? `${Math.round(100 * (1 + end.dE / energy))} %${end.violations.includes("dE>0") ? ", gains" : ""}` : "-";
        return [html("span", {}, swatch, law.name), left, law.summary, law.citation.split(";")[0] ?? ""];
    });
    host.append(html("h2", {}, "All laws"),
        html("p", {}, state ? `The first impact by each of ${rows.length} laws. Contact energy is the part of the energy that belongs to the velocity of the contact point. An impact changes this part only, so the bars in Watch change less: they show the energy of the whole motion.` : `The ${rows.length} laws for one contact.`),
        table(["law", "contact energy left", "how it decides", "source"], rows, "law-table"));
    return nothing;
}

/** Cells per side of a small map. */
const CELLS = 48;

interface Small {
    readonly by: "mode" | "energy" | "apart";
    readonly title: string;
    readonly about: string;
}

const SMALL: readonly Small[] = [
    { by: "mode", title: "What happens", about: "where the contact slides, sticks or reverses" },
    { by: "energy", title: "Energy lost", about: "the stronger the colour, the more; red where the law creates energy" },
    { by: "apart", title: "Two laws apart", about: "how far the results of two laws differ" },
];

function maps(host: HTMLElement, given: Given): () => void {
    const { carom } = given.kit;
    const here = impactOf(given);
    // A story without a 2D impact shows the maps of a falling rod.
    const base = here ?? decode(carom, "v=1&scene=rod&law=routh&p.e=0.5&p.mu=0.5").state;
    const link = here ? given.story.everything(given.kit, given.friction, given.bounciness) : "v=1&scene=rod&law=routh&p.e=0.5&p.mu=0.5";
    host.append(html("h2", {}, "Maps"),
        html("p", {}, `Each point of a map is one impact${here ? "" : " of a falling rod"}, computed by the law ${base.law}. Open a map to read values and to change its axes.`));
    const list = html("ul", { class: "maps" });
    host.append(list);
    let frame = 0;
    const rest = [...SMALL];
    // One map is computed per frame, so that the page responds in between.
    const next = () => {
        const one = rest.shift();
        if (!one) return;
        list.append(small(given, base, link, one));
        frame = requestAnimationFrame(next);
    };
    next();
    return () => cancelAnimationFrame(frame);
}

function small({ kit: { carom } }: Given, base: State, link: string, { by, title, about }: Small): HTMLElement {
    const state = { ...base, map: { by } };
    const found = axesOf(carom, state);
    const [x, y] = [axis(found.x, found.x.from, found.x.to, CELLS), axis(found.y, found.y.from, found.y.to, CELLS)];
    const at = contacts(carom, state, x, y);
    const cells = answers(carom, carom.law(state.law), state, x, y, at);
    const other = secondLaw(carom, state);
    const painting = by === "mode" ? byMode(carom, cells) : by === "energy" ? byEnergy(cells) : byApart(apart(cells, answers(carom, carom.law(other), state, x, y, at), at));
    const canvas = html("canvas", { width: CELLS, height: CELLS, "aria-hidden": "true" });
    const pen = canvas.getContext("2d");
    const picture = pen?.createImageData(CELLS, CELLS);
    if (pen && picture) {
        painting.colours.forEach((colour, k) => picture.data.set([...colour, 255], 4 * ((CELLS - 1 - Math.floor(k / CELLS)) * CELLS + (k % CELLS))));
        pen.putImageData(picture, 0, 0);
    }
    const legend = html("ul", {}, ...painting.legend.map((entry) => {
        const swatch = html("span", { class: "swatch" });
        swatch.style.background = entry.colour;
        return html("li", {}, swatch, entry.meaning ? term(entry.text, entry.meaning) : entry.text);
    }));
    const ticks = (kind: string, { from, to }: Input) => html("span", { class: kind, "aria-hidden": "true" }, ...[from, (from + to) / 2, to].map((value) => html("span", {}, digits(value, 3))));
    return html("li", {}, html("a", { href: `#${link.replace(/&?tab=\w+/, "").replace("v=1", "v=1&tab=map")}&map.by=${by}` },
        html("span", { class: "axes" }, ticks("up", found.y), canvas, ticks("across", found.x)), html("b", {}, title)),
        html("span", {}, `${about}${by === "apart" ? `: ${state.law} and ${other}` : ""}. Across: ${found.x.label}; up: ${found.y.label}.`), legend);
}

export const MOUNT: Readonly<Record<string, (host: HTMLElement, given: Given) => () => void>> = { why, numbers, laws, maps, solid };
