import type { Carom, ParamValue, Struck } from "carom";

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
    /** m/s: what approaches no faster stays with Rapier; 0.5 unless given. */
    speed?: number;
    /** Which pairs, and with what: false leaves them to Rapier; e and mu left out are those Rapier combines. */
    choose?: (a: ColliderLike, b: ColliderLike) => Record<string, ParamValue> | false | undefined;
    onImpact?: (a: ColliderLike, b: ColliderLike, after: Struck) => void;
}

export interface Attached {
    /** How many impacts carom has answered. */
    readonly stats: { impacts: number };
    /** In place of world.step(), with the same arguments. */
    step(...args: unknown[]): void;
}

export declare function attach(world: WorldLike, carom: Carom, options?: Options): Attached;
