import { angle, type Field, get, length, mass, type Numbers, rad, type Scene, size, speed, spin } from "./scene.js";

/** Two cars seen from above; they touch at the origin. Car 1 is A. */
function car(i: 1 | 2, values: readonly number[]): Field[] {
    const [m, k, l, w, x, y, turn, vx, vy] = values as [number, number, number, number, number, number, number, number, number];
    return [
        mass(m, `m${i}`, `mass ${i}`),
        size(`k${i}`, `gyration ${i}`, k),
        size(`l${i}`, `length ${i}`, l),
        size(`b${i}`, `width ${i}`, w),
        length(`x${i}`, `centre x ${i}`, x, 5),
        length(`y${i}`, `centre y ${i}`, y, 5),
        angle(`turn${i}`, `heading ${i}`, turn),
        speed(`vx${i}`, `velocity x ${i}`, vx, 50),
        speed(`vy${i}`, `velocity y ${i}`, vy, 50),
        spin(0, `w${i}`, `spin ${i}`, 10),
    ];
}

function body(at: Numbers, i: 1 | 2) {
    const of = (name: string) => get(at, `${name}${i}`);
    return {
        mass: of("m"),
        inertia: of("m") * of("k") * of("k"),
        centre: [of("x"), of("y")],
        velocity: [of("vx"), of("vy")],
        spin: of("w"),
    };
}

export const cars: Scene = {
    kind: "cars",
    title: "two cars from above",
    fields: [
        ...car(1, [1200, 1.3, 4, 1.7, -2, 0.3, 0, 14, 0]),
        ...car(2, [1500, 1.4, 4.2, 1.6, 0.8, 0.5, 90, 0, 11]),
        angle("normal", "normal, from 2 to 1", 180),
    ],
    pair(at) {
        const turned = rad(get(at, "normal"));
        return { a: body(at, 1), b: body(at, 2), point: [0, 0], normal: [Math.cos(turned), Math.sin(turned)] };
    },
    drawn(at) {
        return ([1, 2] as const).map((i) => ({
            outline: { kind: "box", a: get(at, `l${i}`), b: get(at, `b${i}`), front: true },
            angle: rad(get(at, `turn${i}`)),
        }));
    },
    handles: [
        { turn: "turn1", velocity: ["vx1", "vy1"], spin: "w1" },
        { turn: "turn2", velocity: ["vx2", "vy2"], spin: "w2" },
    ],
};
