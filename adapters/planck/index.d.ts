import type { Carom, CoefficientValue } from "carom";
import type { StrikeResult } from "carom/strike";
import type { Contact, Fixture, World } from "planck";

export interface Options {
    /** The law of one contact; "routh" unless given. */
    law?: string;
    /** m/s: what approaches no faster stays with planck; 1 unless given. */
    speed?: number;
    /** For what only bounces and never rests: all that approaches is struck, and planck is not shown what parts. */
    exact?: boolean;
    /** Which pairs, and with what: false leaves them to planck; e and mu left out are those planck combined. */
    choose?: (a: Fixture, b: Fixture, contact: Contact) => Record<string, CoefficientValue> | false | undefined;
    onImpact?: (contact: Contact, after: StrikeResult) => void;
}

export interface Attached {
    /** How many impacts carom has answered. */
    readonly stats: { impacts: number };
    detach(): void;
}

export declare function attach(world: World, carom: Carom, options?: Options): Attached;
