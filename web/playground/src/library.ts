import { type Carom, load } from "carom";
import { loadMotion, type Motion } from "carom/motion";
import motionPart from "carom/carom_motion.wasm?url";
import systemsPart from "carom/carom_systems.wasm?url";

/** Loads the library in the reader's browser. */
export async function library(): Promise<Carom> {
    return load();
}

/** Loads the library's part for motions, which includes impacts at several contacts. */
export async function motions(carom: Carom): Promise<Motion> {
    const [systems, motion] = await Promise.all([fetch(systemsPart), fetch(motionPart)]);
    await carom.loadSystems(systems);
    return loadMotion(carom, motion);
}
