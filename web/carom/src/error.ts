import type { Memory } from "./memory.js";

/** Something the library refused: `status` is its name for that, such as "param-range". */
export class CaromError extends Error {
    readonly status: string;

    constructor(memory: Memory, status: number, message?: string) {
        super(message ?? memory.text(memory.library.carom_status_message(status)));
        this.name = "CaromError";
        this.status = memory.text(memory.library.carom_status_name(status));
    }
}

/** Is the input refused, so that there is nothing to answer? */
export function refused(memory: Memory, status: number): boolean {
    return memory.library.carom_status_class_of(status) === 2;
}
