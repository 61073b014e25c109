import type { Field, Scene } from "./scene.js";

const number = (name: string, label: string, unit: string, standard: number, lowest: number, highest: number): Field => ({
    name, label, unit, standard, lowest, highest,
});

/** A scene that consists of W and v only, as papers often give them, without bodies to draw. */
export const plain: Scene = {
    kind: "contact",
    title: "W and v alone",
    fields: [
        { ...number("Wnn", "W_nn", "1/kg", 2.5, 0.001, 100), positive: true },
        number("Wnt", "W_nt", "1/kg", -1.5, -100, 100),
        number("Wtt", "W_tt", "1/kg", 2.5, 0, 100),
        number("vn", "v_n", "m/s", -1, -50, 50),
        number("vt", "v_t", "m/s", 0.6, -50, 50),
    ],
    pair: () => undefined,
    drawn: () => [],
    handles: [],
};
