import type { Carom } from "carom";
import type { Store } from "../store.js";

/** A tab. It draws into `host`, follows the store while mounted, and removes everything when unmounted. */
export interface Mode {
    readonly name: string;
    readonly title: string;
    mount(host: HTMLElement, store: Store, carom: Carom): void;
    unmount(): void;
}

/** A view that follows the store from its creation until it is removed. */
interface View {
    gone(): void;
}

/** Returns a tab whose view is created when it is mounted. */
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
