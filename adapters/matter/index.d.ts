import type { Carom, CoefficientValue } from "carom";
import type { StrikeResult } from "carom/strike";

/** The members of a Matter.Body that are used here. */
export interface BodyLike {
    readonly id: number;
    restitution: number;
    friction: number;
}

export interface Options {
    /** The law; "routh" unless given. */
    law?: string;
    /** m/s: matter-js keeps slower contacts; 1 unless given. */
    speed?: number;
    /** Pixels of a metre; 100 unless given. */
    scale?: number;
    /** Coefficients for two bodies; false leaves them to matter-js. Without e and mu, the larger restitution and the smaller friction are used. */
    choose?: (a: BodyLike, b: BodyLike) => Record<string, CoefficientValue> | false;
    onImpact?: (a: BodyLike, b: BodyLike, after: StrikeResult) => void;
}

export interface Attached {
    /** The number of impacts that carom has solved. */
    readonly stats: { impacts: number };
    /** Ends the work of the adapter. */
    detach(): void;
}

/** Pass the imported module and a Matter.Engine. */
export declare function attach(Matter: object, engine: object, carom: Carom, options?: Options): Attached;
