import type { Carom, ParamValue, Struck } from "carom";
import type { Contact, Fixture, World } from "planck";

export interface Options {
    /** The law of one contact; "routh" unless given. */
    law?: string;
    /** The method where two points of one pair strike at once; "pfeiffer-glocker" unless given. */
    method?: string;
    /** m/s: what approaches no faster stays with planck; 0.5 unless given. */
    speed?: number;
    /** Which pairs, and with what: false leaves them to planck; e and mu left out are those planck combined. */
    choose?: (a: Fixture, b: Fixture, contact: Contact) => Record<string, ParamValue> | false | undefined;
    onImpact?: (contact: Contact, after: Struck) => void;
}

export interface Attached {
    /** How many impacts carom has answered. */
    readonly stats: { impacts: number };
    detach(): void;
}

export declare function attach(world: World, carom: Carom, options?: Options): Attached;
