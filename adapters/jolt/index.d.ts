import type { Carom, CoefficientValue } from "carom";

export interface Options {
    /** The law; default "routh". */
    law?: string;
    /** m/s: Jolt handles slower approaches; default 1, which is also Jolt's default threshold for restitution. */
    speed?: number;
    /** Coefficients of the law. Omitted e and mu are those that Jolt combines. */
    params?: Record<string, CoefficientValue>;
    /** Returns coefficients for two bodies, or false if Jolt handles them. */
    choose?: (first: object, second: object) => Record<string, CoefficientValue> | false;
}

export interface Attached {
    /** The number of contacts that the listener changed, and of those for which Jolt gives the impulse of the law. */
    readonly stats: { impacts: number; reached: number };
    /** The contact listener. Wrap its functions to pass calls on to a listener of your own. */
    readonly listener: object;
}

/** Attaches carom. `Jolt` is the initialised module and `system` a PhysicsSystem. */
export declare function attach(Jolt: object, system: object, carom: Carom, options?: Options): Attached;
