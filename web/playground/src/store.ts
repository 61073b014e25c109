import type { Carom } from "carom";
import { decode, encode, type State } from "./state.js";

type Listener = (state: State, before: State) => void;

/** The delay before the address is updated, ms. Browsers reject more than 100 changes in 30 s. */
const REST = 300;

/** Holds the state of the page, its listeners, and its address, which always contains the whole state. */
export class Store {
    state: State;
    /** Parts of the address that were not understood. */
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

    /** Changes parts of the state. "push" adds a step that the browser's back button undoes. */
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

    /** Returns the address of the present state. */
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

    /** Handles a change of the address by the reader, or by back and forward. */
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
