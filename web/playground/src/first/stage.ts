/** Draws a story on a canvas, once per frame: the bodies of every law at one time, with their paths. */
import type { Pose, Run, Shape } from "./show.js";
import { RATE } from "./show.js";
import type { Story, View } from "./stories.js";

interface Colours {
    readonly ink: string;
    readonly grey: string;
    readonly line: string;
    readonly paper: string;
}

type Point = readonly [number, number];

/** The widths of a drawn rod and of the outline of other bodies, pixels. */
const ROD = 7;
const OUTLINE = 2.5;
const GROUND = 26;
const MARGIN = 0.06;
/** The places of the pips on a face of the die, by number. */
const PIPS: readonly (readonly Point[])[] = [
    [[0, 0]],
    [[-1, -1], [1, 1]],
    [[-1, -1], [0, 0], [1, 1]],
    [[-1, -1], [1, -1], [-1, 1], [1, 1]],
    [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
    [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];
const NUMBERS = [1, 6, 2, 5, 3, 4];

function turned([w, x, y, z]: readonly number[], v: readonly number[]): [number, number, number] {
    const [a, b, c] = v as [number, number, number];
    const [W, X, Y, Z] = [w ?? 1, x ?? 0, y ?? 0, z ?? 0];
    const s = [2 * (Y * c - Z * b), 2 * (Z * a - X * c), 2 * (X * b - Y * a)] as const;
    return [a + W * s[0] + Y * s[2] - Z * s[1], b + W * s[1] + Z * s[0] - X * s[2], c + W * s[2] + X * s[1] - Y * s[0]];
}

export class Stage {
    readonly canvas: HTMLCanvasElement;
    private readonly pen: CanvasRenderingContext2D;
    private view: View = "side";
    private shapes: readonly Shape[] = [];
    private runs: readonly Run[] = [];
    private inks: readonly string[] = [];
    /** The visible range: lowest x and y, highest x and y, m. */
    private extent: readonly [number, number, number, number] = [-1, 0, 1, 1];
    private size = 1;
    /** The centres of all bodies at some of the times. */
    private reached: readonly (readonly number[])[] = [];
    /** The height of the underside of a table, m. */
    private ceiling: number | undefined;
    private place: Story["place"];
    private yaw = 0.5;
    private pitch = 0.45;
    private time = 0;
    /** Receives the rotations by dragging, rad. Without this function, or while Shift is pressed, the view rotates. */
    onTurn: ((x: number, y: number) => void) | undefined;
    /** The centres that must be visible in 3D, m; default: those of all runs. */
    seen: readonly (readonly number[])[] | undefined;
    /**
     * The canvas on the page, pixels. Its size and the colours are read only when they change, so that drawing a frame reads no
     * layout and no style.
     */
    private box = { width: 0, height: 0 };
    private kept: Colours = { ink: "", grey: "", line: "", paper: "" };

    constructor(canvas: HTMLCanvasElement, private readonly read: () => Colours) {
        this.canvas = canvas;
        new ResizeObserver(() => {
            this.box = { width: canvas.clientWidth, height: canvas.clientHeight };
            this.draw(this.time);
        }).observe(canvas);
        this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
        let from: Point | undefined;
        canvas.addEventListener("pointerdown", (event) => {
            if (this.view !== "solid") return;
            from = [event.clientX, event.clientY];
            canvas.setPointerCapture(event.pointerId);
        });
        canvas.addEventListener("pointermove", (event) => {
            if (!from) return;
            this.turn((event.clientX - from[0]) / 120, (event.clientY - from[1]) / 160, event.shiftKey);
            from = [event.clientX, event.clientY];
        });
        for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, () => (from = undefined));
        canvas.addEventListener("keydown", (event) => {
            const [x, y] = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key] ?? [0, 0];
            if (this.view !== "solid" || (!x && !y)) return;
            event.preventDefault();
            this.turn(x as number, y as number, event.shiftKey);
        });
    }

    /** The direction to the right on the screen, in world axes. */
    get right(): readonly number[] {
        return [Math.cos(this.yaw), Math.sin(this.yaw), 0];
    }

    private turn(x: number, y: number, view: boolean): void {
        if (this.onTurn && !view) {
            this.onTurn(x, y);
            return;
        }
        this.yaw += x;
        this.pitch = Math.min(1.5, Math.max(0.05, this.pitch + y));
        this.draw(this.time);
    }

    show(view: View, shapes: readonly Shape[], runs: readonly Run[], inks: readonly string[], ceiling?: number, place?: Story["place"]): void {
        [this.view, this.shapes, this.runs, this.inks, this.ceiling, this.place] = [view, shapes, runs, inks, ceiling, place];
        this.kept = this.read();
        this.measure();
    }

    private colours(): Colours {
        return this.kept;
    }

    /**
     * Returns the range of all runs, limited to a few times the initial height, because a body that gains energy may leave the
     * picture.
     */
    private measure(): void {
        const poses = this.runs.flatMap((run) => run.frames.filter((_, k) => k % 8 === 0)).flatMap((frame) => frame);
        this.reached = poses.map((pose) => pose.centre);
        this.size = Math.max(...this.shapes.map((shape) => reach(shape)), 1e-9);
        const flat = this.view === "solid" ? 3 : 2;
        const start = poses[0]?.centre[flat - 1] ?? 1;
        const high = Math.min(Math.max(...poses.map((pose) => pose.centre[flat - 1] ?? 0)), 1.6 * start + this.size);
        const xs = poses.map((pose) => pose.centre[0] ?? 0);
        const reached = (pick: (...all: number[]) => number) => pick(...xs);
        if (this.view === "above") {
            const ys = poses.map((pose) => pose.centre[1] ?? 0);
            this.extent = [reached(Math.min) - this.size, Math.min(...ys) - this.size, reached(Math.max) + this.size, Math.max(...ys) + this.size];
        } else {
            this.extent = [reached(Math.min) - 0.85 * this.size, 0, reached(Math.max) + 0.85 * this.size, Math.max(high + 0.7 * this.size, 1.08 * (this.ceiling ?? 0))];
        }
    }

    /** The time of the longest run, s. */
    get duration(): number {
        return Math.max(0, ...this.runs.map((run) => run.frames.length - 1)) / RATE;
    }

    draw(time: number): void {
        this.time = time;
        const { box } = this;
        if (!(box.width > 0 && box.height > 0)) return; // not laid out yet, or hidden
        const ratio = Math.min(2, devicePixelRatio || 1);
        const [width, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
        if (this.canvas.width !== width || this.canvas.height !== height) [this.canvas.width, this.canvas.height] = [width, height];
        this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        this.pen.clearRect(0, 0, box.width, box.height);
        if (this.view === "rows") this.drawRows(box.width, box.height);
        else if (this.view === "solid") this.drawSolids(box.width, box.height);
        else this.drawFlat(box.width, box.height);
    }

    private frame(run: Run): readonly Pose[] | undefined {
        return run.frames[Math.min(Math.round(this.time * RATE), run.frames.length - 1)];
    }

    /**
     * Returns the colour of a body. At the start, where the bodies of all laws coincide, it is the colour of the text.
     */
    private ink(run: number): string {
        return this.time === 0 && this.runs.length > 1 ? this.colours().ink : (this.inks[run] ?? "");
    }

    private drawFlat(width: number, height: number): void {
        const { pen } = this;
        const [x0, y0, x1, y1] = this.extent;
        const above = this.view === "above";
        const scale = Math.min((width * (1 - 2 * MARGIN)) / (x1 - x0), (height - GROUND - 12) / (y1 - y0));
        // If the motion is wide, part of the remaining height is drawn as ground, so that the bodies are nearer to the middle.
        const foot = above ? 0 : GROUND + 0.35 * (height - GROUND - 12 - scale * (y1 - y0));
        const at = ([x, y]: readonly number[]): Point => [
            width / 2 + scale * ((x ?? 0) - (x0 + x1) / 2),
            above ? height / 2 - scale * ((y ?? 0) - (y0 + y1) / 2) : height - foot - scale * (y ?? 0),
        ];
        if (above) this.crossing(width, height, at, scale);
        // A line is drawn about its middle, so the floor is moved down by half the width of the outlines.
        else this.ground(width, height - foot + (this.shapes.some(thin) ? ROD : OUTLINE) / 2 + 1, height);
        if (this.ceiling !== undefined) this.table(at([0, this.ceiling])[1], at([x0, 0])[0], at([x1, 0])[0]);
        if (this.place) this.mark(at(this.place.at), this.place.name);
        const now = Math.round(this.time * RATE);
        this.runs.forEach((run, i) => {
            pen.strokeStyle = this.inks[i] ?? "";
            pen.lineWidth = 1.5;
            pen.globalAlpha = 0.45;
            for (let body = 0; body < this.shapes.length; body++) {
                pen.beginPath();
                for (let k = 0; k <= Math.min(now, run.frames.length - 1); k += 2) pen.lineTo(...at(run.frames[k]?.[body]?.centre ?? []));
                pen.stroke();
            }
        });
        this.runs.forEach((run, i) => {
            const frame = this.frame(run);
            this.shapes.forEach((shape, body) => frame?.[body] && this.flat(shape, frame[body], at, scale, this.ink(i)));
        });
        pen.globalAlpha = 1;
    }

    /** Draws a named place as a dashed circle. */
    private mark([x, y]: Point, name: string): void {
        const { pen } = this;
        pen.globalAlpha = 1;
        pen.strokeStyle = pen.fillStyle = this.colours().grey;
        pen.lineWidth = 1.5;
        pen.setLineDash([4, 4]);
        pen.beginPath();
        pen.arc(x, y, 15, 0, 2 * Math.PI);
        pen.stroke();
        pen.setLineDash([]);
        pen.font = "14px system-ui, sans-serif";
        pen.fillText(name, Math.max(4, x - 18), y + 34);
    }

    /** Draws the underside of a table top and its edges. */
    private table(y: number, from: number, to: number): void {
        const { pen } = this;
        const { ink, line } = this.colours();
        pen.globalAlpha = 1;
        pen.fillStyle = line;
        pen.fillRect(from, y - 14, to - from, 14);
        pen.strokeStyle = ink;
        pen.lineWidth = 2;
        pen.strokeRect(from, y - 14, to - from, 14);
    }

    private ground(width: number, y: number, bottom: number): void {
        const { pen } = this;
        const { ink, line } = this.colours();
        pen.globalAlpha = 0.18;
        pen.fillStyle = line;
        pen.fillRect(0, y, width, bottom - y);
        pen.globalAlpha = 1;
        pen.lineWidth = 1;
        pen.strokeStyle = line;
        pen.beginPath();
        for (let x = 4; x < width + 14; x += 14) pen.moveTo(x, y + 2), pen.lineTo(x - 10, y + 12);
        pen.stroke();
        pen.lineWidth = 2;
        pen.strokeStyle = ink;
        pen.beginPath();
        pen.moveTo(0, y);
        pen.lineTo(width, y);
        pen.stroke();
    }

    private crossing(width: number, height: number, at: (p: readonly number[]) => Point, scale: number): void {
        const { pen } = this;
        const { line, grey } = this.colours();
        const [x, y] = at([0, 0]);
        const road = 4.4 * scale;
        pen.globalAlpha = 0.5;
        pen.fillStyle = line;
        pen.fillRect(0, y - road / 2, width, road);
        pen.fillRect(x - road / 2 + 0.8 * scale, 0, road, height);
        pen.globalAlpha = 0.8;
        pen.setLineDash([10, 10]);
        pen.strokeStyle = grey;
        pen.lineWidth = 1;
        pen.beginPath();
        pen.moveTo(0, y);
        pen.lineTo(width, y);
        pen.moveTo(x + 0.8 * scale, 0);
        pen.lineTo(x + 0.8 * scale, height);
        pen.stroke();
        pen.setLineDash([]);
    }

    private flat(shape: Shape, pose: Pose, at: (p: readonly number[]) => Point, scale: number, ink: string): void {
        const { pen } = this;
        const [x, y] = at(pose.centre);
        pen.save();
        pen.translate(x, y);
        pen.rotate(-pose.angle);
        pen.scale(1, -1);
        pen.strokeStyle = ink;
        pen.fillStyle = ink;
        pen.lineJoin = pen.lineCap = "round";
        pen.beginPath();
        if (shape.kind === "hull" && shape.corners.length === 1) pen.arc(0, 0, Math.max(5, scale * shape.radius), 0, 2 * Math.PI);
        else if (shape.kind === "hull") for (const corner of shape.outline ?? shape.corners) pen.lineTo(scale * (corner[0] ?? 0), scale * (corner[1] ?? 0));
        else if (shape.kind === "ellipse") pen.ellipse(0, 0, scale * shape.a, scale * shape.b, 0, 0, 2 * Math.PI);
        else if (shape.kind === "car") pen.roundRect((-scale * shape.length) / 2, (-scale * shape.width) / 2, scale * shape.length, scale * shape.width, 0.3 * scale);
        pen.globalAlpha = 0.9;
        if (thin(shape)) {
            pen.lineWidth = ROD;
            pen.stroke();
        } else {
            pen.closePath();
            pen.globalAlpha = 0.22;
            pen.fill();
            pen.globalAlpha = 0.95;
            pen.lineWidth = OUTLINE;
            pen.stroke();
            this.marks(shape, scale);
        }
        pen.restore();
    }

    /** Draws a spoke on round bodies and a windscreen on a car, to show their rotation. */
    private marks(shape: Shape, scale: number): void {
        const { pen } = this;
        pen.beginPath();
        if (shape.kind === "car") {
            pen.moveTo(0.18 * scale * shape.length, -0.38 * scale * shape.width);
            pen.lineTo(0.18 * scale * shape.length, 0.38 * scale * shape.width);
        } else if (shape.kind === "ellipse" || (shape.kind === "hull" && shape.corners.length === 1)) {
            pen.moveTo(0, 0);
            pen.lineTo(Math.max(5, scale * (shape.kind === "ellipse" ? shape.a : shape.radius)), 0);
        }
        pen.stroke();
    }

    /** Draws one Newton's cradle per law, in rows. */
    private drawRows(width: number, height: number): void {
        const { pen } = this;
        const { ink, grey } = this.colours();
        const row = height / Math.max(1, this.runs.length);
        this.runs.forEach((run, i) => {
            const frame = this.frame(run) ?? [];
            const string = 0.56 * row;
            const r = Math.min(0.1 * row, width / 26);
            const top = i * row + 0.14 * row;
            pen.globalAlpha = 1;
            pen.lineWidth = 3;
            pen.strokeStyle = ink;
            pen.beginPath();
            pen.moveTo(width / 2 - 7 * r, top);
            pen.lineTo(width / 2 + 7 * r, top);
            pen.stroke();
            frame.forEach((pose, ball) => {
                const hang = width / 2 + (ball - (frame.length - 1) / 2) * 2 * r;
                const [x, y] = [hang + string * Math.sin(pose.angle), top + string * Math.cos(pose.angle)];
                pen.globalAlpha = 1;
                pen.lineWidth = 1;
                pen.strokeStyle = grey;
                pen.beginPath();
                pen.moveTo(hang, top);
                pen.lineTo(x, y);
                pen.stroke();
                pen.fillStyle = this.inks[i] ?? "";
                pen.beginPath();
                pen.arc(x, y, r - 0.5, 0, 2 * Math.PI);
                pen.fill();
            });
        });
    }

    /**
     * Draws 3D bodies on a floor without perspective. The view is rotated by yaw about the vertical and tilted by
     * pitch.
     */
    private drawSolids(width: number, height: number): void {
        const { pen } = this;
        const [cy, sy, cp, sp] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
        const seen = (p: readonly number[]): [number, number, number] => {
            const [a, b, c] = [p[0] ?? 0, p[1] ?? 0, p[2] ?? 0];
            const [x, depth] = [cy * a + sy * b, -sy * a + cy * b];
            return [x, cp * c + sp * depth, cp * depth - sp * c];
        };
        const all = this.centres().map(seen);
        const bound = (axis: 0 | 1, pick: (...n: number[]) => number) => pick(...all.map((p) => p[axis]));
        const [x0, x1, y0, y1] = [bound(0, Math.min) - this.size, bound(0, Math.max) + this.size, bound(1, Math.min) - this.size, bound(1, Math.max) + this.size];
        const scale = Math.min((width * 0.9) / (x1 - x0), (height * 0.92) / (y1 - y0));
        const at = (p: readonly number[]): Point => {
            const [x, y] = seen(p);
            return [width / 2 + scale * (x - (x0 + x1) / 2), height / 2 - scale * (y - (y0 + y1) / 2)];
        };
        this.floor(at);
        const now = Math.round(this.time * RATE);
        this.runs.forEach((run, i) => {
            pen.strokeStyle = this.inks[i] ?? "";
            pen.lineWidth = 1.5;
            pen.globalAlpha = 0.45;
            pen.beginPath();
            for (let k = 0; k <= Math.min(now, run.frames.length - 1); k += 2) pen.lineTo(...at(run.frames[k]?.[0]?.centre ?? []));
            pen.stroke();
        });
        const bodies = this.runs.flatMap((run, i) => {
            const pose = this.frame(run)?.[0];
            const shape = this.shapes[0];
            return pose && shape?.kind === "mesh" ? [{ pose, shape, ink: this.ink(i), depth: seen(pose.centre)[2] }] : [];
        });
        for (const { pose, shape } of bodies) this.shadow(shape.corners.map((corner) => turned(pose.orientation, corner).map((x, k) => x + (pose.centre[k] ?? 0))), at);
        for (const body of bodies.sort((a, b) => b.depth - a.depth)) this.solid(body.shape, body.pose, body.ink, at, seen);
        pen.globalAlpha = 1;
    }

    /** Returns the centres that the view must contain. */
    private centres(): readonly (readonly number[])[] {
        return this.seen ?? this.reached;
    }

    /** Draws a grid on the floor, with squares of twice the body's size. */
    private floor(at: (p: readonly number[]) => Point): void {
        const { pen } = this;
        const centres = this.centres();
        const cell = 2 * this.size;
        const ends = [0, 1].map((axis) => {
            const along = centres.map((centre) => centre[axis] ?? 0);
            return [Math.floor(Math.min(...along) / cell) - 1, Math.ceil(Math.max(...along) / cell) + 1] as const;
        });
        const [[a0, a1], [b0, b1]] = ends as [readonly [number, number], readonly [number, number]];
        pen.globalAlpha = 1;
        pen.strokeStyle = this.colours().line;
        pen.lineWidth = 1;
        pen.beginPath();
        const stroke = (from: readonly number[], to: readonly number[]) => (pen.moveTo(...at([...from, 0])), pen.lineTo(...at([...to, 0])));
        for (let a = a0; a <= a1; a++) stroke([a * cell, b0 * cell], [a * cell, b1 * cell]);
        for (let b = b0; b <= b1; b++) stroke([a0 * cell, b * cell], [a1 * cell, b * cell]);
        pen.stroke();
    }

    /** Draws the shadow of a light from straight above. */
    private shadow(corners: readonly (readonly number[])[], at: (p: readonly number[]) => Point): void {
        const { pen } = this;
        const points = corners.map(([x, y]) => at([x ?? 0, y ?? 0, 0]));
        pen.globalAlpha = 0.14;
        pen.fillStyle = this.colours().ink;
        pen.beginPath();
        for (const point of hull(points)) pen.lineTo(...point);
        pen.closePath();
        pen.fill();
    }

    private solid(shape: Extract<Shape, { kind: "mesh" }>, pose: Pose, ink: string, at: (p: readonly number[]) => Point, seen: (p: readonly number[]) => readonly number[]): void {
        const { pen } = this;
        const { paper } = this.colours();
        const corners = shape.corners.map((corner) => turned(pose.orientation, corner).map((x, k) => x + (pose.centre[k] ?? 0)));
        const middle = (face: readonly number[]) => [0, 1, 2].map((k) => face.reduce((sum, i) => sum + (corners[i]?.[k] ?? 0), 0) / face.length);
        const faces = shape.faces.map((face, number) => ({ face, number, depth: seen(middle(face))[2] ?? 0, points: face.map((i) => at(corners[i] ?? [])) }));
        for (const { face, number, points } of faces.sort((a, b) => b.depth - a.depth)) {
            const [a, b, c] = points as [Point, Point, Point];
            // On the screen y points down, so the corners of a face that points to the reader are clockwise.
            if ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0 && shape.faces.length === 6) continue;
            const up = normal(face.map((i) => corners[i] ?? []));
            const light = 0.55 + 0.45 * Math.abs(up[2] ?? 0);
            pen.beginPath();
            for (const point of points) pen.lineTo(...point);
            pen.closePath();
            pen.globalAlpha = 1;
            pen.fillStyle = paper;
            pen.fill();
            pen.globalAlpha = 0.85 * light;
            pen.fillStyle = ink;
            pen.fill();
            if (shape.faces.length > 6) continue;
            pen.globalAlpha = 0.9;
            pen.strokeStyle = paper;
            pen.lineWidth = 1;
            pen.stroke();
            if (shape.pips) this.pips(face.map((i) => corners[i] ?? []), NUMBERS[number] ?? 1, at, paper);
        }
    }

    private pips(face: readonly (readonly number[])[], number: number, at: (p: readonly number[]) => Point, paper: string): void {
        const { pen } = this;
        const [p, q, , s] = face as readonly [readonly number[], readonly number[], readonly number[], readonly number[]];
        const place = ([a, b]: Point) => at(p.map((x, k) => x + (0.5 + 0.27 * a) * ((q[k] ?? 0) - x) + (0.5 + 0.27 * b) * ((s[k] ?? 0) - x)));
        const [from, to] = [at(p), at(q)];
        pen.fillStyle = paper;
        pen.globalAlpha = 0.95;
        for (const pip of PIPS[number - 1] ?? []) {
            pen.beginPath();
            pen.arc(...place(pip), Math.max(1, 0.07 * Math.hypot(to[0] - from[0], to[1] - from[1])), 0, 2 * Math.PI);
            pen.fill();
        }
    }
}

/** Returns whether a body is a line, as a rod is. */
const thin = (shape: Shape): boolean => shape.kind === "hull" && shape.corners.length === 2;

function reach(shape: Shape): number {
    if (shape.kind === "ellipse") return Math.max(shape.a, shape.b);
    if (shape.kind === "car") return Math.hypot(shape.length, shape.width) / 2;
    return Math.max(...shape.corners.map((corner) => Math.hypot(...corner))) + (shape.kind === "hull" ? shape.radius : 0);
}

function normal(face: readonly (readonly number[])[]): readonly number[] {
    const [a, b, c] = face as readonly [readonly number[], readonly number[], readonly number[]];
    const [u, v] = [b, c].map((p) => p.map((x, k) => x - (a[k] ?? 0))) as [number[], number[]];
    const n = [0, 1, 2].map((k) => (u[(k + 1) % 3] ?? 0) * (v[(k + 2) % 3] ?? 0) - (u[(k + 2) % 3] ?? 0) * (v[(k + 1) % 3] ?? 0));
    const size = Math.hypot(...n) || 1;
    return n.map((x) => x / size);
}

/** Returns the convex hull of points. */
function hull(points: readonly Point[]): Point[] {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const half = (list: readonly Point[]) => {
        const out: Point[] = [];
        for (const p of list) {
            const turns = () => {
                const [a, b] = [out.at(-2), out.at(-1)];
                return a && b && (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) <= 0;
            };
            while (turns()) out.pop();
            out.push(p);
        }
        return out.slice(0, -1);
    };
    return [...half(sorted), ...half([...sorted].reverse())];
}
