import type { Carom, Contact, Matrix } from "carom";
import { angle, type Field, get, mass, type Numbers, rad, size, speed } from "../scenes/scene.js";

/** The impact of the 3D tab: a box that falls on its lowest corner. The floor's normal is first, n = (1, 0, 0). */
export const FIELDS: readonly Field[] = [
    size("a", "length", 1),
    size("b", "width", 0.5),
    size("c", "height", 0.25),
    mass(),
    angle("turn", "turn about n", 20),
    angle("lean", "lean", 35),
    angle("roll", "roll", 25),
    speed("vn", "v_n", -1),
    speed("v1", "v_1", 0.8),
    speed("v2", "v_2", 0.4),
];

/** Returns the value in the address, or the default if it is missing or invalid. */
export function numbersOf(own: Readonly<Record<string, string>>): Numbers {
    return Object.fromEntries(
        FIELDS.map((field) => {
            const value = Number(own[field.name] ?? Number.NaN);
            const good = Number.isFinite(value) && (!field.positive || value > 0);
            return [field.name, good ? value : field.standard];
        }),
    );
}

/** Returns the axes of the box in the frame (n, t1, t2), as columns: rotated about n, then t1, then its own axis. */
function axes(at: Numbers): number[][] {
    const [c1, c2, c3] = ["turn", "lean", "roll"].map((name) => Math.cos(rad(get(at, name)))) as [number, number, number];
    const [s1, s2, s3] = ["turn", "lean", "roll"].map((name) => Math.sin(rad(get(at, name)))) as [number, number, number];
    const times = (A: Matrix, B: Matrix) => A.map((row) => [0, 1, 2].map((j) => row.reduce((sum, x, k) => sum + x * (B[k]?.[j] ?? 0), 0)));
    const aboutN = [[1, 0, 0], [0, c1, -s1], [0, s1, c1]];
    const about1 = [[c2, 0, s2], [0, 1, 0], [-s2, 0, c2]];
    const about2 = [[c3, -s3, 0], [s3, c3, 0], [0, 0, 1]];
    return times(times(aboutN, about1), about2);
}

export function contactOf(carom: Carom, at: Numbers): Contact {
    const R = axes(at);
    const [a, b, c, m] = ["a", "b", "c", "m"].map((name) => get(at, name)) as [number, number, number, number];
    const half = [c / 2, a / 2, b / 2];
    // The lowest corner lies in the downward direction along each axis of the box.
    const down = half.map((h, j) => ((R[0]?.[j] ?? 0) > 0 ? -h : h));
    const centre = R.map((row) => -row.reduce((sum, x, j) => sum + x * (down[j] as number), 0));
    const share = m / 12;
    return carom.contact({
        a: {
            mass: m,
            inertia: [[share * (a * a + b * b), 0, 0], [0, share * (b * b + c * c), 0], [0, 0, share * (a * a + c * c)]],
            axes: R,
            centre,
            velocity: [get(at, "vn"), get(at, "v1"), get(at, "v2")],
            spin: [0, 0, 0],
        },
        point: [0, 0, 0],
        normal: [1, 0, 0],
        tangent: [[0, 1, 0], [0, 0, 1]],
    });
}
