import { type Carom, load } from "carom";

/** The library, compiled in the reader's browser. */
export async function library(): Promise<Carom> {
    return load();
}
