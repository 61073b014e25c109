import type { Region } from "carom";

/**
 * Projects impulse space to the screen. P_n points up; the view is rotated about it by `turn` and looks down by `tilt`,
 * both in rad.
 */
export type Vec = readonly number[];

export interface Eye {
    readonly turn: number;
    readonly tilt: number;
}

export function seen(P: Vec, eye: Eye): [number, number] {
    const [n, a, b] = P as [number, number, number];
    const across = Math.cos(eye.turn) * a + Math.sin(eye.turn) * b;
    const away = -Math.sin(eye.turn) * a + Math.cos(eye.turn) * b;
    return [across, Math.cos(eye.tilt) * n + Math.sin(eye.tilt) * away];
}

const ROUND = 64;

function ring(of: (cos: number, sin: number) => number[]): number[][] {
    return Array.from({ length: ROUND + 1 }, (_, i) => of(Math.cos((2 * Math.PI * i) / ROUND), Math.sin((2 * Math.PI * i) / ROUND)));
}

/** Returns the friction cone up to P_n = top: its rim, a ring half way, and lines from the apex. */
export function cone(mu: number, top: number): number[][][] {
    const at = (n: number) => ring((c, s) => [n, mu * n * c, mu * n * s]);
    const rim = at(top);
    const lines = Array.from({ length: 16 }, (_, i) => [[0, 0, 0], rim[(i * ROUND) / 16] as number[]]);
    return [rim, at(top / 2), ...lines];
}

/** Returns the ellipsoid of equal energy as rings in its three planes of symmetry. */
export function ellipsoid(region: Region): number[][][] {
    const pairs = [[0, 1], [1, 2], [2, 0]] as const;
    const { centre, axes } = region;
    return pairs.map(([i, j]) => ring((c, s) => centre.map((x, k) => x + c * (axes[i]?.[k] ?? 0) + s * (axes[j]?.[k] ?? 0))));
}

/**
 * Returns the visible outline of the ellipsoid. The projection of its points centre + A u with |u| = 1 is an ellipse.
 */
export function outline(region: Region, eye: Eye): [number, number][] {
    const flat = region.axes.map((axis) => seen(axis, eye));
    const [cx, cy] = seen(region.centre, eye);
    const sum = (f: (p: readonly [number, number]) => number) => flat.reduce((all, p) => all + f(p), 0);
    // The support function of the ellipse { A u : |u| = 1 } is h(d) = |A' d|. Its point in direction d is A A' d / h.
    const [xx, xy, yy] = [sum((p) => p[0] * p[0]), sum((p) => p[0] * p[1]), sum((p) => p[1] * p[1])];
    return ring((c, s) => [c, s]).map((d) => {
        const [c, s] = d as [number, number];
        const [x, y] = [xx * c + xy * s, xy * c + yy * s];
        const h = Math.sqrt(c * x + s * y);
        return [cx + x / h, cy + y / h];
    });
}
