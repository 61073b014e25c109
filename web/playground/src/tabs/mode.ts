import type { Carom } from "carom";
import type { Store } from "../store.js";

/** One way to look at the state. It draws into `host`, follows the store while mounted, and leaves nothing behind. */
export interface Mode {
    readonly name: string;
    readonly title: string;
    mount(host: HTMLElement, store: Store, carom: Carom): void;
    unmount(): void;
}

/** A view that follows the store from when it is made until it is told to go. */
interface View {
    gone(): void;
}

/** The mode whose view is made when it is mounted. */
export function modeOf(name: string, title: string, made: new (host: HTMLElement, store: Store, carom: Carom) => View): Mode {
    let view: View | undefined;
    return {
        name,
        title,
        mount(host, store, carom) {
            view = new made(host, store, carom);
        },
        unmount() {
            view?.gone();
            view = undefined;
        },
    };
}
