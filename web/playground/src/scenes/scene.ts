import type { PlanarPair } from "carom";

/** A number of a scene: its name on the page, and its range. */
export interface Field {
    readonly name: string;
    readonly label: string;
    readonly unit: string;
    readonly standard: number;
    readonly lowest: number;
    readonly highest: number;
    /** Lengths and masses: their sliders are logarithmic, and they are never zero. */
    readonly positive?: boolean;
}

/** The outline of a body in its own axes, with its centre of mass at the origin, in metres. */
export type Outline =
    | { readonly kind: "rod"; readonly from: readonly [number, number]; readonly to: readonly [number, number] }
    | { readonly kind: "ellipse"; readonly a: number; readonly b: number }
    /** A body given by its radius of gyration and its contact point. */
    | { readonly kind: "spoke"; readonly r: number; readonly to: readonly [number, number] }
    | { readonly kind: "box"; readonly a: number; readonly b: number; readonly front?: boolean };

export interface Drawn {
    readonly outline: Outline;
    /** Angle of its first axis from +x, counterclockwise, rad. */
    readonly angle: number;
    /** The point about which the body rotates, if this is not its centre. */
    readonly pivot?: readonly [number, number];
}

export type Numbers = Readonly<Record<string, number>>;

/** A scene: its numbers, the bodies they define, and their appearance. */
export interface Scene {
    readonly kind: string;
    readonly title: string;
    readonly fields: readonly Field[];
    /** The bodies at the contact; undefined if the scene is W and v only. */
    pair(at: Numbers): PlanarPair | undefined;
    drawn(at: Numbers): readonly Drawn[];
    /** For body 0 and 1: the field of its angle, in degrees, and the fields of its velocity and spin. */
    readonly handles: readonly Handles[];
}

export interface Handles {
    readonly turn?: string;
    readonly velocity?: readonly [string, string];
    readonly spin?: string;
}

const SPEED = 10;

export const mass = (standard = 1, name = "m", label = "mass"): Field => ({
    name, label, unit: "kg", standard, lowest: 0.01, highest: 5000, positive: true,
});
export const size = (name: string, label: string, standard: number): Field => ({
    name, label, unit: "m", standard, lowest: 0.005, highest: 10, positive: true,
});
export const angle = (name: string, label: string, standard: number): Field => ({
    name, label, unit: "deg", standard, lowest: -180, highest: 180,
});
export const speed = (name: string, label: string, standard: number, most = SPEED): Field => ({
    name, label, unit: "m/s", standard, lowest: -most, highest: most,
});
export const spin = (standard = 0, name = "w", label = "spin", most = 20): Field => ({
    name, label, unit: "rad/s", standard, lowest: -most, highest: most,
});
export const length = (name: string, label: string, standard: number, most: number): Field => ({
    name, label, unit: "m", standard, lowest: -most, highest: most,
});

/** Returns a number that the fields guarantee to exist. */
export function get(at: Numbers, name: string): number {
    const value = at[name];
    if (value === undefined) throw new Error(`the scene has no ${name}`);
    return value;
}

export const rad = (degrees: number): number => (degrees * Math.PI) / 180;
export const deg = (radians: number): number => (radians * 180) / Math.PI;
