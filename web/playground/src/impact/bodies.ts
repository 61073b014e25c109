/** Draws bodies: outlines are created once, then moved. */
import type { PlanarBody } from "carom";
import type { Drawn, Outline } from "../scenes/index.js";
import { set, svg } from "../svg.js";

/** Returns the outline in metres about the centre of mass, as the d of a path, y up. */
export function outlinePath(outline: Outline): string {
    switch (outline.kind) {
        case "rod":
            return `M${outline.from[0]} ${outline.from[1]}L${outline.to[0]} ${outline.to[1]}`;
        case "ellipse": {
            const { a, b } = outline;
            return `M${-a} 0A${a} ${b} 0 1 1 ${a} 0A${a} ${b} 0 1 1 ${-a} 0ZM0 0L${a} 0`;
        }
        case "spoke": {
            const [r, [x, y]] = [outline.r, outline.to];
            return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0ZM0 0L${x} ${y}`;
        }
        case "box": {
            const [x, y] = [outline.a / 2, outline.b / 2];
            const front = outline.front ? `M${0.5 * x} ${-y}L${0.7 * x} ${-0.6 * y}L${0.7 * x} ${0.6 * y}L${0.5 * x} ${y}` : "";
            return `M${-x} ${-y}H${x}V${y}H${-x}Z${front}`;
        }
    }
}

/** Returns the largest distance of a body's points from its centre. */
export function radius(outline: Outline): number {
    switch (outline.kind) {
        case "rod":
            return Math.max(Math.hypot(...outline.from), Math.hypot(...outline.to));
        case "ellipse":
            return Math.max(outline.a, outline.b);
        case "spoke":
            return Math.max(outline.r, Math.hypot(...outline.to));
        case "box":
            return Math.hypot(outline.a, outline.b) / 2;
    }
}

/** Draws one body in metres, placed by a transform; its shape does not depend on pixels. */
export class BodyShape {
    readonly element = svg("path", { class: "body", "vector-effect": "non-scaling-stroke", "stroke-linecap": "round" });
    private made = "";

    shape(drawn: Drawn): void {
        const d = outlinePath(drawn.outline);
        if (d === this.made) return;
        this.made = d;
        set(this.element, { d, "data-kind": drawn.outline.kind });
    }

    place(x: number, y: number, scale: number, angle: number): void {
        const [c, s] = [scale * Math.cos(angle), scale * Math.sin(angle)];
        this.element.setAttribute("transform", `matrix(${c} ${-s} ${-s} ${-c} ${x} ${y})`);
    }
}

/** Returns the place and rotation of a body at a time after the impact. */
export function moved(body: PlanarBody, time: number): { readonly x: number; readonly y: number; readonly turn: number } {
    return {
        x: (body.centre[0] ?? 0) + time * (body.velocity[0] ?? 0),
        y: (body.centre[1] ?? 0) + time * (body.velocity[1] ?? 0),
        turn: time * body.spin,
    };
}

/** Returns the hatched ground, in pixels. */
export function ground(y: number, width: number): string {
    let d = `M0 ${y}H${width}`;
    for (let x = 0; x < width + 12; x += 12) d += `M${x} ${y}l-8 8`;
    return d;
}
