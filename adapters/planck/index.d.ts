import type { Carom, CoefficientValue } from "carom";
import type { StrikeResult } from "carom/strike";
import type { Contact, Fixture, World } from "planck";

export interface Options {
    /** The law; default "routh". */
    law?: string;
    /** m/s: planck handles slower approaches; default 1. */
    speed?: number;
    /** For bodies that only bounce: every approach is an impact, and planck ignores contacts that separate. */
    exact?: boolean;
    /** Chooses pairs and coefficients. Return false if planck handles the pair. Omitted e and mu are those that planck combines. */
    choose?: (a: Fixture, b: Fixture, contact: Contact) => Record<string, CoefficientValue> | false | undefined;
    onImpact?: (contact: Contact, after: StrikeResult) => void;
}

export interface Attached {
    /** The number of impacts that carom has computed. */
    readonly stats: { impacts: number };
    detach(): void;
}

export declare function attach(world: World, carom: Carom, options?: Options): Attached;
