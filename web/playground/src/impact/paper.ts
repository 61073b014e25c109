/** Maps metres or newton seconds to the page, with the same scale in both directions, y up. */
export interface Box {
    x0: number;
    x1: number;
    y0: number;
    y1: number;
}

export class Paper {
    readonly width: number;
    readonly height: number;
    private readonly margin: number;
    private box: Box = { x0: -1, x1: 1, y0: -1, y1: 1 };
    /** Pixels per unit. */
    scale = 1;

    constructor(width: number, height: number, margin: number) {
        this.width = width;
        this.height = height;
        this.margin = margin;
        this.fit(this.box, true);
    }

    /**
     * Changes the range so that the box is visible. If it already fits and is not too small, nothing moves under the
     * pointer.
     */
    fit(box: Box, anew = false): boolean {
        const [w, h] = [box.x1 - box.x0, box.y1 - box.y0];
        if (!Number.isFinite(w + h)) return false;
        const seen = this.seen();
        const inside = box.x0 >= seen.x0 && box.x1 <= seen.x1 && box.y0 >= seen.y0 && box.y1 <= seen.y1;
        const share = Math.max(w / (seen.x1 - seen.x0), h / (seen.y1 - seen.y0));
        if (!anew && inside && share > 0.5) return false;
        const room = 2 * this.margin;
        const fits = Math.min((this.width - room) / Math.max(w, 1e-12), (this.height - room) / Math.max(h, 1e-12));
        this.scale = fits * (anew ? 1 : 0.9);
        this.box = box;
        return true;
    }

    seen(): Box {
        const { x0, x1, y0, y1 } = this.box;
        const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
        const [w, h] = [this.width / 2 / this.scale, this.height / 2 / this.scale];
        return { x0: x - w, x1: x + w, y0: y - h, y1: y + h };
    }

    x(value: number): number {
        return this.width / 2 + (value - (this.box.x0 + this.box.x1) / 2) * this.scale;
    }
    y(value: number): number {
        return this.height / 2 - (value - (this.box.y0 + this.box.y1) / 2) * this.scale;
    }
    /** Returns the point at a pixel. */
    back(x: number, y: number): [number, number] {
        return [
            (x - this.width / 2) / this.scale + (this.box.x0 + this.box.x1) / 2,
            (this.height / 2 - y) / this.scale + (this.box.y0 + this.box.y1) / 2,
        ];
    }
}

export function boxOf(points: Iterable<readonly [number, number]>): Box {
    const box = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
    for (const [x, y] of points) {
        if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
        box.x0 = Math.min(box.x0, x);
        box.x1 = Math.max(box.x1, x);
        box.y0 = Math.min(box.y0, y);
        box.y1 = Math.max(box.y1, y);
    }
    return box;
}
