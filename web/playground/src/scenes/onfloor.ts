import type { PlanarPair } from "carom";
import { angle, type Field, get, mass, type Numbers, rad, type Scene, size, speed, spin } from "./scene.js";

/** Defines bodies that fall on a floor at the origin, whose normal points up. */

const MOTION: readonly Field[] = [speed("vx", "velocity right", 0.6), speed("vy", "velocity up", -1), spin()];
const HANDLES = [{ turn: "angle", velocity: ["vx", "vy"], spin: "w" }] as const;

function falls(at: Numbers, centre: readonly [number, number], inertia: number): PlanarPair {
    return {
        a: { mass: get(at, "m"), inertia, centre, velocity: [get(at, "vx"), get(at, "vy")], spin: get(at, "w") },
        point: [0, 0],
        normal: [0, 1],
    };
}

export const rod: Scene = {
    kind: "rod",
    title: "rod on its end",
    fields: [size("L", "length", 1), mass(), angle("angle", "lean from +x", 45), ...MOTION],
    pair(at) {
        const [L, m, turned] = [get(at, "L"), get(at, "m"), rad(get(at, "angle"))];
        return falls(at, [(L / 2) * Math.cos(turned), (L / 2) * Math.sin(turned)], (m * L * L) / 12);
    },
    drawn(at) {
        const half = get(at, "L") / 2;
        return [{ outline: { kind: "rod", from: [-half, 0], to: [half, 0] }, angle: rad(get(at, "angle")) }];
    },
    handles: HANDLES,
};

function round(kind: string, title: string, share: number, standards: readonly Field[]): Scene {
    return {
        kind,
        title,
        fields: standards,
        pair(at) {
            const [r, m] = [get(at, "r"), get(at, "m")];
            return falls(at, [0, r], share * m * r * r);
        },
        drawn(at) {
            return [{ outline: { kind: "ellipse", a: get(at, "r"), b: get(at, "r") }, angle: 0 }];
        },
        handles: [{ velocity: ["vx", "vy"], spin: "w" }],
    };
}

export const disc = round("disc", "disc", 1 / 2, [
    size("r", "radius", 0.5), mass(), speed("vx", "velocity right", 2), speed("vy", "velocity up", -2), spin(3),
]);

export const sphere = round("sphere", "sphere with spin", 2 / 5, [
    size("r", "radius", 0.025), mass(0.05), speed("vx", "velocity right", 2), speed("vy", "velocity up", -3),
    spin(100, "w", "spin", 400),
]);

/** Returns the lowest corner of a rotated box, relative to its centre. */
function lowestCorner(a: number, b: number, turned: number): [number, number] {
    const [c, s] = [Math.cos(turned), Math.sin(turned)];
    const x = s > 0 ? -a / 2 : a / 2;
    const y = c > 0 ? -b / 2 : b / 2;
    return [c * x - s * y, s * x + c * y];
}

export const box: Scene = {
    kind: "box",
    title: "box on its corner",
    fields: [size("a", "length", 1), size("b", "height", 0.5), mass(), angle("angle", "turn", 30), ...MOTION],
    pair(at) {
        const [a, b, m] = [get(at, "a"), get(at, "b"), get(at, "m")];
        const [x, y] = lowestCorner(a, b, rad(get(at, "angle")));
        return falls(at, [-x, -y], (m * (a * a + b * b)) / 12);
    },
    drawn(at) {
        return [{ outline: { kind: "box", a: get(at, "a"), b: get(at, "b") }, angle: rad(get(at, "angle")) }];
    },
    handles: HANDLES,
};

/**
 * Returns the lowest point of a rotated ellipse, relative to its centre. The normal there is -y, which is d = (-s, -c)
 * in the ellipse's axes. The point is (a^2 d_x, b^2 d_y) / |(a d_x, b d_y)|.
 */
function lowestPoint(a: number, b: number, turned: number): [number, number] {
    const [c, s] = [Math.cos(turned), Math.sin(turned)];
    const far = Math.sqrt(a * a * s * s + b * b * c * c);
    const [x, y] = [(-a * a * s) / far, (-b * b * c) / far];
    return [c * x - s * y, s * x + c * y];
}

export const ellipse: Scene = {
    kind: "ellipse",
    title: "ellipse",
    fields: [size("a", "semi-axis a", 0.5), size("b", "semi-axis b", 0.25), mass(), angle("angle", "turn", 30), ...MOTION],
    pair(at) {
        const [a, b, m] = [get(at, "a"), get(at, "b"), get(at, "m")];
        const [x, y] = lowestPoint(a, b, rad(get(at, "angle")));
        return falls(at, [-x, -y], (m * (a * a + b * b)) / 4);
    },
    drawn(at) {
        return [{ outline: { kind: "ellipse", a: get(at, "a"), b: get(at, "b") }, angle: rad(get(at, "angle")) }];
    },
    handles: HANDLES,
};

/**
 * A rod on a fixed axle at its upper end. It is modelled as a body of infinite mass with the moment of inertia about
 * the axle.
 */
export const hinged: Scene = {
    kind: "hinged",
    title: "hinged rod",
    fields: [size("L", "length", 1), mass(2), angle("angle", "axle from the tip, from +x", 120), spin(-1.5)],
    pair(at) {
        const [L, m, turned] = [get(at, "L"), get(at, "m"), rad(get(at, "angle"))];
        return {
            a: {
                mass: Infinity,
                inertia: (m * L * L) / 3,
                centre: [L * Math.cos(turned), L * Math.sin(turned)],
                velocity: [0, 0],
                spin: get(at, "w"),
            },
            point: [0, 0],
            normal: [0, 1],
        };
    },
    drawn(at) {
        const L = get(at, "L");
        return [{ outline: { kind: "rod", from: [-L, 0], to: [0, 0] }, angle: rad(get(at, "angle")), pivot: [0, 0] }];
    },
    handles: [{ turn: "angle", spin: "w" }],
};
