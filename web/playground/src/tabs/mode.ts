import type { Carom } from "carom";
import type { Store } from "../store.js";

/** One way to look at the state. It draws into `host`, follows the store while mounted, and leaves nothing behind. */
export interface Mode {
    readonly name: string;
    readonly title: string;
    mount(host: HTMLElement, store: Store, carom: Carom): void;
    unmount(): void;
}
