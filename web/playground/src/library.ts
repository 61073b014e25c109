import { type Carom, load } from "carom";
import wasm from "carom/carom.wasm?url";

/** The library, compiled in the reader's browser. */
export async function library(): Promise<Carom> {
    const answer = await fetch(wasm);
    if (!answer.ok) throw new Error(`carom.wasm could not be loaded: ${answer.status} ${answer.statusText}`);
    return load(answer);
}
