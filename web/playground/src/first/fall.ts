/** Defines the bodies that fall in the step 3D, and how they start. */
import { box, type DropProblem, type Solid } from "carom/motion";
import { ROUTH, STEP, unit, WHITTAKER } from "./stories.js";

const ellipsoid = ([a, b, c]: readonly [number, number, number], mass: number): Solid => ({
    mass,
    inertia: [b * b + c * c, a * a + c * c, a * a + b * b].map((x) => (mass * x) / 5),
    semiAxes: [a, b, c],
});

export const BODIES: readonly { readonly name: string; readonly title: string; readonly article: string; readonly solid: Solid; readonly low: number }[] = [
    { name: "box", title: "Box", article: "A box", solid: box([0.7, 0.45, 0.25], 1), low: 0.125 },
    { name: "rod", title: "Rod", article: "A rod", solid: box([1, 0.09, 0.09], 1), low: 0.045 },
    { name: "ellipsoid", title: "Ellipsoid", article: "An ellipsoid", solid: ellipsoid([0.45, 0.28, 0.18], 1), low: 0.18 },
];
export const PLAYERS = [ROUTH, WHITTAKER];
export const START = { centre: [-0.7, -0.2, 1.05], velocity: [1, 0.5, 0], spin: [0.5, 1.5, 0] } as const;

export type Quaternion = readonly number[];

export const UPRIGHT: Quaternion = unit([0.83, 0.35, 0.4, 0.15]);

/** Returns the problem of a body that falls from this orientation. */
export const fallOf = (body: Solid, orientation: Quaternion): DropProblem => ({ body, ...START, orientation, until: 1.8, ...STEP, step: 2e-3, several: "fastest" });
