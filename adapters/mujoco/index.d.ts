import type { Carom } from "carom";
import type { MainModule, MjData, MjModel } from "@mujoco/mujoco";

export interface Options {
    /** The law of one contact; "routh" unless given. */
    law?: string;
    /** The method of several contacts at once, in the plane; "pfeiffer-glocker" unless given. */
    method?: string;
    /** Restitution; 0 unless given, as MuJoCo has none. */
    e?: number;
    /** Friction; each contact's own unless given. */
    mu?: number;
    /** m/s: what approaches no faster is left to MuJoCo; 0.05 unless given. */
    speed?: number;
    /** m: contacts no farther apart than this are active, and so is what will touch in this step; 0 unless given. */
    gap?: number;
    /** Perpendicular to the plane the robot moves in; left out in space, where several contacts at once are MuJoCo's. */
    plane?: readonly [number, number, number];
    onImpact?: (struck: StrikeResult) => void;
}

export interface StrikeResult {
    /** Places in data.contact. */
    readonly contacts: readonly number[];
    /** Impulses on geom2, contact by contact, normal first, N s. */
    readonly P: readonly number[];
    /** J */
    readonly dE: number;
}

export interface Attached {
    /** How many strikes carom has answered. */
    readonly stats: { impacts: number };
    /** In place of mj_step(model, data). */
    step(): void;
    /** Between mj_step1 and mj_step2: sets qvel if something struck. */
    strike(): StrikeResult | undefined;
    /** Gives back the memory it uses in MuJoCo. */
    free(): void;
}

export declare function attach(mujoco: MainModule, model: MjModel, data: MjData, carom: Carom, options?: Options): Attached;
