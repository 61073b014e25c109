import type { Carom, CoefficientValue } from "carom";
import type { StrikeResult } from "carom/strike";

/** The members of a Rapier collider that are used here; rapier2d and rapier3d both have them. */
export interface ColliderLike {
    readonly handle: number;
    friction(): number;
    restitution(): number;
}

/** A World of rapier2d or rapier3d. */
export interface WorldLike {
    readonly gravity: { x: number; y: number; z?: number };
    timestep: number;
    step(...args: never[]): void;
}

export interface Options {
    /** The law; default "routh". */
    law?: string;
    /** m/s: Rapier handles slower approaches; default 1. */
    speed?: number;
    /** For bodies that only bounce: every approach is an impact. */
    exact?: boolean;
    /** Chooses pairs and coefficients. Return false if Rapier handles the pair. Omitted e and mu are those that Rapier combines. */
    choose?: (a: ColliderLike, b: ColliderLike) => Record<string, CoefficientValue> | false | undefined;
    onImpact?: (a: ColliderLike, b: ColliderLike, after: StrikeResult) => void;
}

export interface Attached {
    /** The number of impacts that carom has computed. */
    readonly stats: { impacts: number };
    /** Steps the world. Call it instead of world.step(), with the same arguments. */
    step(...args: unknown[]): void;
    /** Frees the second world, in which the adapter searches for contacts. */
    free(): void;
}

/** Attaches carom. `rapier` is the imported module, rapier2d or rapier3d. */
export declare function attach(rapier: object, world: WorldLike, carom: Carom, options?: Options): Attached;
