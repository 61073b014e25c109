import type { Carom, CoefficientValue } from "carom";
import type { StrikeResult } from "carom/strike";

/** What is used of a Rapier collider here; rapier2d's and rapier3d's both fit. */
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
    /** The law; "routh" unless given. */
    law?: string;
    /** m/s: what approaches no faster stays with Rapier; 1 unless given. */
    speed?: number;
    /** For what only bounces and never rests: all that approaches is struck. */
    exact?: boolean;
    /** Which pairs, and with what: false leaves them to Rapier; e and mu left out are those Rapier combines. */
    choose?: (a: ColliderLike, b: ColliderLike) => Record<string, CoefficientValue> | false | undefined;
    onImpact?: (a: ColliderLike, b: ColliderLike, after: StrikeResult) => void;
}

export interface Attached {
    /** How many impacts carom has answered. */
    readonly stats: { impacts: number };
    /** In place of world.step(), with the same arguments. */
    step(...args: unknown[]): void;
    /** Gives back the memory of the second world in which contacts are looked for. */
    free(): void;
}

/** rapier: the module, rapier2d or rapier3d, as imported. */
export declare function attach(rapier: object, world: WorldLike, carom: Carom, options?: Options): Attached;
