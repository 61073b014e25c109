import type { Carom } from "carom";
import { decode, encode, type State } from "./state.js";

type Listener = (state: State, before: State) => void;

/** Browsers refuse more than a hundred changes of the address in half a minute: it follows a moment later. */
const REST = 300;

/** The state of the page, its listeners, and its address, which always tells the whole of it. */
export class Store {
    state: State;
    /** What of the address was not understood. */
    refused: readonly string[];
    private readonly carom: Carom;
    private readonly listeners = new Set<Listener>();
    private waiting = 0;

    constructor(carom: Carom) {
        this.carom = carom;
        const read = decode(carom, location.hash);
        this.state = read.state;
        this.refused = read.refused;
        addEventListener("hashchange", () => this.follow());
    }

    /** Changes some of the state. "push" makes a step that the browser's back button undoes. */
    set(change: Partial<State>, step: "replace" | "push" = "replace"): void {
        const before = this.state;
        if (step === "push") this.flush();
        this.state = { ...before, ...change };
        if (step === "push") history.pushState(null, "", this.link());
        else this.later();
        this.tell(before);
    }

    subscribe(listener: Listener): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    /** The address of the state as it is now. */
    link(): string {
        return `#${encode(this.state)}`;
    }

    private later(): void {
        if (this.waiting) return;
        this.waiting = window.setTimeout(() => this.flush(), REST);
    }

    private flush(): void {
        window.clearTimeout(this.waiting);
        this.waiting = 0;
        history.replaceState(null, "", this.link());
    }

    /** The address was changed by the reader, or by back and forward. */
    private follow(): void {
        window.clearTimeout(this.waiting);
        this.waiting = 0;
        if (location.hash === this.link()) return;
        const before = this.state;
        const read = decode(this.carom, location.hash);
        this.state = read.state;
        this.refused = read.refused;
        this.tell(before);
    }

    private tell(before: State): void {
        for (const listener of this.listeners) listener(this.state, before);
    }
}
