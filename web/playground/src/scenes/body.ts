import { get, length, mass, type Scene, size, speed, spin } from "./scene.js";

/** A general body on the floor, given by the position of its centre and its radius of gyration, which is drawn. */
export const body: Scene = {
    kind: "body",
    title: "any body",
    fields: [
        mass(),
        size("k", "gyration", 0.3),
        length("x", "centre right of the contact", 0.3, 5),
        length("y", "centre above the contact", 0.4, 5),
        speed("vx", "velocity right", 0.6),
        speed("vy", "velocity up", -1),
        spin(),
    ],
    pair(at) {
        const [m, k] = [get(at, "m"), get(at, "k")];
        return {
            a: {
                mass: m,
                inertia: m * k * k,
                centre: [get(at, "x"), get(at, "y")],
                velocity: [get(at, "vx"), get(at, "vy")],
                spin: get(at, "w"),
            },
            point: [0, 0],
            normal: [0, 1],
        };
    },
    drawn(at) {
        const k = get(at, "k");
        return [{ outline: { kind: "spoke", r: k, to: [-get(at, "x"), -get(at, "y")] }, angle: 0 }];
    },
    handles: [{ velocity: ["vx", "vy"], spin: "w" }],
};
