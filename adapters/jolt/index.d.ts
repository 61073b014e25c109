import type { Carom, CoefficientValue } from "carom";

export interface Options {
    /** The law; "routh" unless given. */
    law?: string;
    /** m/s: Jolt keeps slower contacts; 1 unless given, which is also Jolt's default threshold of restitution. */
    speed?: number;
    /** Coefficients of the law. Without e and mu, those that Jolt combines are used. */
    params?: Record<string, CoefficientValue>;
    /** Coefficients for two bodies; false leaves them to Jolt. */
    choose?: (first: object, second: object) => Record<string, CoefficientValue> | false;
}

export interface Attached {
    /** Contacts that were set, and those of them for which Jolt gives the impulse of the law. */
    readonly stats: { impacts: number; reached: number };
    /** The listener, to pass other calls on to your own. */
    readonly listener: object;
}

/** Pass the initialised module and a PhysicsSystem. */
export declare function attach(Jolt: object, system: object, carom: Carom, options?: Options): Attached;
