import type { PlanarPair } from "carom";

/** A number of a scene: what it is called on the page, and between what it makes sense. */
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

/** A body as it is drawn, in its own axes, its centre of mass at the origin: metres. */
export type Outline =
    | { readonly kind: "rod"; readonly from: readonly [number, number]; readonly to: readonly [number, number] }
    | { readonly kind: "ellipse"; readonly a: number; readonly b: number }
    /** A body told by its radius of gyration and the point it touches with. */
    | { readonly kind: "spoke"; readonly r: number; readonly to: readonly [number, number] }
    | { readonly kind: "box"; readonly a: number; readonly b: number; readonly front?: boolean };

export interface Drawn {
    readonly outline: Outline;
    /** Of its first axis from +x, counterclockwise, rad. */
    readonly angle: number;
    /** What it turns about, if not its centre. */
    readonly pivot?: readonly [number, number];
}

export type Numbers = Readonly<Record<string, number>>;

/** What hits what: the numbers that tell it, the bodies they make, and how those look. */
export interface Scene {
    readonly kind: string;
    readonly title: string;
    readonly fields: readonly Field[];
    /** The bodies at the contact; undefined where the scene is W and v alone. */
    pair(at: Numbers): PlanarPair | undefined;
    drawn(at: Numbers): readonly Drawn[];
    /** Which field a turn of body 0 or 1 changes, in degrees; which fields its velocity and spin are. */
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

/** A number that the fields promise is there. */
export function get(at: Numbers, name: string): number {
    const value = at[name];
    if (value === undefined) throw new Error(`the scene has no ${name}`);
    return value;
}

export const rad = (degrees: number): number => (degrees * Math.PI) / 180;
export const deg = (radians: number): number => (radians * 180) / Math.PI;
