import type { Carom, CoefficientValue } from "carom";
import type { StrikeResult } from "carom/strike";

/** The members of a Matter.Body that are used here. */
export interface BodyLike {
    readonly id: number;
    restitution: number;
    friction: number;
}

export interface Options {
    /** The law; default "routh". */
    law?: string;
    /** m/s: matter-js handles slower approaches; default 1. */
    speed?: number;
    /** Pixels per metre; default 100. */
    scale?: number;
    /**
     * Returns coefficients for two bodies, or false if matter-js handles them. Omitted e and mu are the larger
     * restitution and the smaller friction of the two bodies.
     */
    choose?: (a: BodyLike, b: BodyLike) => Record<string, CoefficientValue> | false;
    onImpact?: (a: BodyLike, b: BodyLike, after: StrikeResult) => void;
}

export interface Attached {
    /** The number of impacts that carom has solved. */
    readonly stats: { impacts: number };
    /** Detaches the adapter, so that matter-js handles all contacts again. */
    detach(): void;
}

/** Attaches carom. `Matter` is the imported module and `engine` a Matter.Engine. */
export declare function attach(Matter: object, engine: object, carom: Carom, options?: Options): Attached;
