import type { Carom } from "carom";
import type { MainModule, MjData, MjModel } from "@mujoco/mujoco";

export interface Options {
    /** The law for one contact; default "routh". */
    law?: string;
    /** The method for several contacts at once in 2D; default "pfeiffer-glocker". */
    method?: string;
    /** Restitution; default 0, because MuJoCo has none. */
    e?: number;
    /** Friction; default: that of each contact. */
    mu?: number;
    /** m/s: MuJoCo handles slower approaches; default 0.05. */
    speed?: number;
    /** m: contacts with at most this distance are active, and contacts that close in this step; default 0. */
    gap?: number;
    /**
     * A vector perpendicular to the plane in which the robot moves. Omit it for motion in 3D. MuJoCo then handles
     * several simultaneous contacts.
     */
    plane?: readonly [number, number, number];
    onImpact?: (struck: StrikeResult) => void;
}

export interface StrikeResult {
    /** Indices in data.contact. */
    readonly contacts: readonly number[];
    /** Impulses on geom2, contact by contact, normal first, N s. */
    readonly P: readonly number[];
    /** Change of energy, J. */
    readonly dE: number;
}

export interface Attached {
    /** The number of impacts that carom has computed. */
    readonly stats: { impacts: number };
    /** Steps the simulation. Call it instead of mj_step(model, data). */
    step(): void;
    /** Sets qvel if there is an impact. Call it between mj_step1 and mj_step2. */
    strike(): StrikeResult | undefined;
    /** Frees the memory that the adapter uses in MuJoCo. */
    free(): void;
}

export declare function attach(mujoco: MainModule, model: MjModel, data: MjData, carom: Carom, options?: Options): Attached;
