import type { Carom, Contact, PlanarPair } from "carom";
import { body } from "./body.js";
import { cars } from "./cars.js";
import { box, disc, ellipse, hinged, rod, sphere } from "./onfloor.js";
import { plain } from "./plain.js";
import { get, type Numbers, type Scene } from "./scene.js";

export { deg, type Drawn, type Field, get, type Handles, type Numbers, type Outline, rad, type Scene } from "./scene.js";

/** All scenes, in the order of the menu. */
export const SCENES: readonly Scene[] = [rod, disc, box, ellipse, hinged, sphere, cars, body, plain];

export function sceneOf(kind: string): Scene {
    const scene = SCENES.find((s) => s.kind === kind);
    if (!scene) throw new Error(`there is no scene "${kind}"; there are ${SCENES.map((s) => s.kind).join(", ")}`);
    return scene;
}

export function standards(scene: Scene): Record<string, number> {
    return Object.fromEntries(scene.fields.map((field) => [field.name, field.standard]));
}

export interface Struck extends Contact {
    readonly pair?: PlanarPair;
}

/** Returns W and v of the scene at its contact, computed by the library from its bodies. */
export function contactOf(carom: Carom, kind: string, at: Numbers): Struck {
    const pair = sceneOf(kind).pair(at);
    if (pair) return { ...carom.contact(pair), pair };
    const coupling = get(at, "Wnt");
    return { W: [[get(at, "Wnn"), coupling], [coupling, get(at, "Wtt")]], v: [get(at, "vn"), get(at, "vt")] };
}
