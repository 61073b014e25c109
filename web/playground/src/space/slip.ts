/** Draws the hodograph of the slip in 3D: how friction turns the slip during an impact. */
import type { Carom, Contact, Hodograph } from "carom";
import { rounded } from "../tabs/controls.js";
import { set, svg, through } from "../svg.js";
import type { Vec } from "./solid.js";

const SIDE = 400;
/** The number of flow lines of the hodograph, which start on a circle. */
const LINES = 24;

export class SlipPicture {
    readonly element: SVGSVGElement;
    /** The description of the picture. */
    words = "";
    private readonly flow = svg("g", { fill: "none", stroke: "var(--line)", "stroke-width": 1.2 });
    private readonly rays = svg("g", { "stroke-width": 2 });
    private readonly slip = svg("path", { fill: "none", stroke: "var(--accent)", "stroke-width": 3 });
    private readonly ends = svg("g");

    constructor() {
        this.element = svg("svg", { viewBox: `0 0 ${SIDE} ${SIDE}`, role: "img" }, axisLines(), this.flow, this.rays, this.slip, this.ends);
    }

    /** Draws the slips of an impact. `from` returns the slips of an impact that starts with velocity v. */
    update(carom: Carom, contact: Contact, mu: number, law: string, slips: readonly Vec[], from: (v: readonly number[]) => readonly Vec[]): void {
        const start = contact.v.slice(1);
        const reach = 1.4 * Math.max(1e-9, Math.hypot(...start), ...slips.map((s) => Math.hypot(...s)));
        const at = (s: Vec): [number, number] => [SIDE / 2 + ((s[0] as number) / reach) * (SIDE / 2), SIDE / 2 - ((s[1] as number) / reach) * (SIDE / 2)];
        // The lines start with a fast approach, so that compression does not end before the slip is visible to its end.
        const flows = Array.from({ length: LINES }, (_, i) => {
            const around = (2 * Math.PI * i) / LINES;
            return from([-40 * reach, 1.4 * reach * Math.cos(around), 1.4 * reach * Math.sin(around)]);
        });
        this.flow.replaceChildren(...flows.map((line) => svg("path", { d: through(line, at) })));
        const found = carom.hodograph({ ...contact, mu });
        this.rays.replaceChildren(...found.directions.map((d) => ray(d.e, d.kind, reach, at)));
        set(this.slip, { d: through(slips, at) });
        const [first, last] = [at(start), at(slips[slips.length - 1] ?? start)];
        this.ends.replaceChildren(
            svg("circle", { cx: first[0], cy: first[1], r: 5, fill: "var(--paper)", stroke: "var(--accent)", "stroke-width": 2 }),
            svg("circle", { cx: last[0], cy: last[1], r: 5, fill: "var(--accent)" }),
        );
        this.words = slipWords(found, mu, law);
        set(this.element, { "aria-label": `Slip hodograph. ${this.words}` });
    }
}

function axisLines(): SVGGElement {
    const half = SIDE / 2;
    return svg(
        "g",
        { stroke: "var(--grey)", fill: "var(--ink)", "font-size": 14 },
        svg("path", { d: `M0 ${half}H${SIDE}M${half} 0V${SIDE}`, "stroke-width": 0.7 }),
        svg("text", { x: SIDE - 24, y: half - 6, stroke: "none" }, "v_1"),
        svg("text", { x: half + 6, y: 16, stroke: "none" }, "v_2"),
    );
}

/** Draws a direction that a slip keeps: solid if the slip slows down along it, dashed if it grows. */
function ray(e: Vec, kind: string, reach: number, at: (s: Vec) => [number, number]): SVGPathElement {
    const slows = kind.startsWith("conv");
    const colour = slows ? "var(--ink)" : "var(--warn)";
    const end = e.map((x) => 2 * reach * x);
    return svg("path", { d: through([[0, 0], end], at), stroke: colour, fill: "none", ...(slows ? {} : { "stroke-dasharray": "6 4" }) }, svg("title", {}, kind));
}

function slipWords(found: Hodograph, mu: number, law: string): string {
    const slows = found.directions.filter((d) => d.kind.startsWith("conv")).length;
    const ways = [slows ? "on the solid ones it slows down" : "", slows < found.directions.length ? "on the dashed ones it grows" : ""].filter((text) => text);
    const turns = `On the straight lines a slip keeps its direction; ${ways.join(", ")}.`;
    const rays = found.everywhere ? "Every slip keeps its direction." : found.directions.length ? turns : "No slip keeps its direction.";
    const held = `As mu = ${rounded(mu)} is ${found.holds ? "above" : "below"} ${rounded(found.muCritical)}, a slip that stops ${found.holds ? "does not start again" : "starts again"}.`;
    return `Thick curve: the slip of this impact by ${law}, from the ring to the dot. Grey curves: other slips. ${rays} ${held}`;
}
